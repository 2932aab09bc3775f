#ifndef PHOTOD_FILESYSTEM_H
#define PHOTOD_FILESYSTEM_H

#include <stdint.h>

/*
 * The UUID of the file system that `descriptor` lies on, through FS_IOC_GETFSUUID (Linux 6.9 and file systems that
 * answer it). `length` becomes 1 to 16. Returns 0, or -1 with errno: ENOTTY where the kernel or file system has none.
 */
int photod_filesystem_uuid(int descriptor, uint8_t uuid[16], int *length);

/* statfs(2)'s f_fsid as one number, and f_type (a *_SUPER_MAGIC). Returns 0, or -1 with errno. */
int photod_filesystem_id(int descriptor, uint64_t *identifier, int64_t *type);

/* An ioctl(2) that answers one int, such as FIONREAD. Returns 0, or -1 with errno. */
int photod_ioctl_int(int descriptor, unsigned long request, int *answer);

#endif
