#include "file_status.h"

#include <fcntl.h>
#include <sys/stat.h>

#define SECOND 1000000000LL

#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x2000
#endif

/* A file may claim any time: clamped to what 64 bits of nanoseconds hold (1677 to 2262) instead of overflowing. */
static int64_t nanoseconds(struct statx_timestamp time)
{
    if (time.tv_sec >= INT64_MAX / SECOND)
        return INT64_MAX;
    if (time.tv_sec <= INT64_MIN / SECOND)
        return INT64_MIN;
    return time.tv_sec * SECOND + time.tv_nsec;
}

static int look(int directory, const char *name, int flags, struct photod_file_status *status)
{
    struct statx found;
    if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) < 0)
        return -1;
    status->size = found.stx_size;
    status->inode = found.stx_ino;
    status->modification_time = nanoseconds(found.stx_mtime);
    status->change_time = nanoseconds(found.stx_ctime);
    status->birth_time = found.stx_mask & STATX_BTIME ? nanoseconds(found.stx_btime) : 0;
    status->mode = found.stx_mode;
    status->link_count = found.stx_nlink;
    status->device_major = found.stx_dev_major;
    status->device_minor = found.stx_dev_minor;
    status->owner = found.stx_uid;
    status->is_mount_root = (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
    status->is_immutable = (found.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0;
    return 0;
}

int photod_entry_status(int directory, const char *name, struct photod_file_status *status)
{
    return look(directory, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH, status);
}

int photod_followed_status(int directory, const char *name, struct photod_file_status *status)
{
    return look(directory, name, AT_NO_AUTOMOUNT, status);
}

int photod_known_status(const char *path, struct photod_file_status *status)
{
    return look(AT_FDCWD, path, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, status);
}

void photod_ask_file_system(const char *path)
{
    struct statx found;
    /* Whatever is said, somebody said it. */
    (void)statx(AT_FDCWD, path, AT_STATX_FORCE_SYNC | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, &found);
}
