#ifndef PHOTOD_MEMORY_FILE_H
#define PHOTOD_MEMORY_FILE_H

#include <stddef.h>

/* A file of these bytes that lies in memory only and has no name; close-on-exec. Returns -1 with errno. */
int photod_memory_file(const void *bytes, size_t length);

#endif
