#include "file_opening.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int photod_open_for_reading(int directory, const char *name) {
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int descriptor = openat(directory, name, flags | O_NOATIME);
    /* Only a file's owner may keep its access time. */
    if (descriptor < 0 && errno == EPERM) descriptor = openat(directory, name, flags);
    return descriptor < 0 ? -errno : descriptor;
}

int photod_unnamed_file(const char *folder) {
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return descriptor;
    char name[PATH_MAX];
    int length = snprintf(name, sizeof name, "%s/.unnamed-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    descriptor = mkostemp(name, O_CLOEXEC);
    if (descriptor >= 0) (void)unlink(name);
    return descriptor;
}
