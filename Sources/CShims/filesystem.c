#include "filesystem.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>

/* As in <linux/fs.h> since Linux 6.9, which headers of older distributions lack. */
struct filesystem_uuid {
    uint8_t length;
    uint8_t bytes[16];
};
#define GET_FILESYSTEM_UUID _IOR(0x15, 0, struct filesystem_uuid)

int photod_filesystem_uuid(int descriptor, uint8_t uuid[16], int *length)
{
    struct filesystem_uuid answer = {0};
    if (ioctl(descriptor, GET_FILESYSTEM_UUID, &answer) < 0)
        return -1;
    if (answer.length == 0 || answer.length > sizeof answer.bytes) {
        errno = ENOTTY;
        return -1;
    }
    memcpy(uuid, answer.bytes, sizeof answer.bytes);
    *length = answer.length;
    return 0;
}

int photod_filesystem_id(int descriptor, uint64_t *identifier, int64_t *type)
{
    struct statfs answer;
    if (fstatfs(descriptor, &answer) < 0)
        return -1;
    _Static_assert(sizeof answer.f_fsid == sizeof *identifier, "f_fsid is two ints");
    memcpy(identifier, &answer.f_fsid, sizeof *identifier);
    *type = (int64_t)answer.f_type;
    return 0;
}

int photod_ioctl_int(int descriptor, unsigned long request, int *answer)
{
    return ioctl(descriptor, request, answer) < 0 ? -1 : 0;
}
