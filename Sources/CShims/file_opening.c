#include "file_opening.h"

#include <errno.h>
#include <fcntl.h>

int photod_open_for_reading(int directory, const char *name) {
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int descriptor = openat(directory, name, flags | O_NOATIME);
    /* Only a file's owner may keep its access time. */
    if (descriptor < 0 && errno == EPERM) descriptor = openat(directory, name, flags);
    return descriptor < 0 ? -errno : descriptor;
}
