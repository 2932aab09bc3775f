#ifndef PHOTOD_SIMULATION_MEMORY_FILES_H
#define PHOTOD_SIMULATION_MEMORY_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "kernel.h"

/* Below those of the simulated kernel, and above all real ones. */
#define FIRST_MEMORY_DESCRIPTOR (1 << 19)

static inline bool is_in_memory(int descriptor)
{
    return descriptor >= FIRST_MEMORY_DESCRIPTOR && descriptor < FIRST_DESCRIPTOR;
}

/* The name of the file of an index that a path leads to; NULL where it leads to something else. */
const char *index_file(const char *path, char buffer[64]);

/* Each returns what the kernel's call would, or a negated error number. None is a step. */
long memory_open(const char *name, int flags);
long memory_close(int descriptor);
long memory_read(int descriptor, void *buffer, size_t length, int64_t offset);
long memory_write(int descriptor, const void *buffer, size_t length, int64_t offset);
long memory_truncate(int descriptor, int64_t length);
long memory_sync(int descriptor);
long memory_status(int descriptor, struct stat *status);
long memory_control(int descriptor, int command, void *argument);
long memory_status_of(const char *name, struct stat *status);
long memory_unlink(const char *name);
long memory_rename(const char *old, const char *new_name);

#endif
