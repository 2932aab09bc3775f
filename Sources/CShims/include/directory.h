#ifndef PHOTOD_DIRECTORY_H
#define PHOTOD_DIRECTORY_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Fills `buffer` with struct linux_dirent64 records: inode (8 bytes), offset (8), record length (2), type (1),
 * name and its terminator. Returns the bytes filled, 0 at the end, or -1 with errno.
 */
ssize_t photod_getdents64(int directory, void *buffer, size_t capacity);

#endif
