#ifndef PHOTOD_SIMULATION_KERNEL_H
#define PHOTOD_SIMULATION_KERNEL_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "simulated_file.h"

/* The simulated kernel, in Swift. Each call returns what the kernel's would, or a negated error number. */

#define FIRST_DESCRIPTOR (1 << 20)

uint64_t simulated_monotonic(void);
int64_t simulated_realtime(void);
void simulated_advance_to(uint64_t monotonic);
/* The earliest timer's time; UINT64_MAX without one. */
uint64_t simulated_next_timer(void);
/* Counts whatever may make a descriptor ready. */
uint64_t simulated_generation(void);
int simulated_readiness(int descriptor, int events);
/* poll(2) returns and has told of it. */
void simulated_note_told(int descriptor);

long simulated_open(int at, const char *path, int flags, unsigned mode, uint64_t resolve);
long simulated_close(int descriptor);
long simulated_dup(int descriptor, int minimum);
long simulated_read(int descriptor, void *buffer, size_t length);
long simulated_pread(int descriptor, void *buffer, size_t length, int64_t offset);
long simulated_write(int descriptor, const void *buffer, size_t length);
long simulated_pwrite(int descriptor, const void *buffer, size_t length, int64_t offset);
long simulated_seek(int descriptor, int64_t offset, int whence);
long simulated_truncate(int descriptor, int64_t length);
long simulated_allocate(int descriptor, int mode, int64_t offset, int64_t length);
long simulated_sync(int descriptor, int whole_filesystem);
long simulated_entries(int descriptor, void *buffer, size_t length);
long simulated_status(int at, const char *path, int flags, struct simulated_file *file);
long simulated_access(int at, const char *path, int mode);
long simulated_make_directory(int at, const char *path, unsigned mode);
long simulated_unlink(int at, const char *path, int flags);
long simulated_rename(int from, const char *old, int to, const char *new_name, unsigned flags);
long simulated_link(int from, const char *old, int to, const char *new_name, int flags);
long simulated_symlink(const char *target, int at, const char *path);
long simulated_readlink(int at, const char *path, char *buffer, size_t length);
long simulated_mode(int at, const char *path, unsigned mode, int flags);
long simulated_owner(int at, const char *path, unsigned user, unsigned group, int flags);
/* Times as in utimensat(2); NULL: now. */
long simulated_times(int at, const char *path, const struct timespec times[2], int flags);
long simulated_filesystem(int descriptor, const char *path, int64_t *type, uint64_t *identifier, uint64_t *free_blocks);
/* FS_IOC_GETFSUUID: its length, or an error. */
long simulated_uuid(int descriptor, uint8_t uuid[16]);
long simulated_bytes_queued(int descriptor);
long simulated_lease(int descriptor, int type);
long simulated_flock(int descriptor, int operation);
long simulated_flags(int descriptor, int command, int argument);
long simulated_attribute(int descriptor, const char *name, void *value, size_t size);
long simulated_set_attribute(int descriptor, const char *name, const void *value, size_t size, int flags);
long simulated_attributes(int descriptor, char *list, size_t size);
long simulated_copy(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t length);
/* The path without links, and its length. */
long simulated_real_path(const char *path, char *buffer, size_t length);

long simulated_inotify(int flags);
long simulated_watch(int descriptor, const char *path, uint32_t mask);
long simulated_unwatch(int descriptor, int watch);
long simulated_event(uint64_t count, int flags);
long simulated_timer(int clock, int flags);
long simulated_set_timer(int descriptor, int flags, uint64_t first, uint64_t interval);
long simulated_pipe(int ends[2], int flags);
long simulated_socket_pair(int type, int ends[2]);
long simulated_send(int descriptor, const void *bytes, size_t length, const int *passed, size_t count);
/* `count`: in, the room for descriptors; out, how many came. */
long simulated_receive(int descriptor, void *buffer, size_t length, int *passed, size_t *count);
long simulated_shutdown(int descriptor, int how);
long simulated_memory_file(void);
long simulated_process(void);
void simulated_process_ends(int process, int status);
long simulated_process_descriptor(int process);
/* 0 while it runs. */
long simulated_wait(int process, int *status);
long simulated_kill(int process, int signal);

#endif
