#include "file_opening.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How often it is asked whether a lease is given up, and after how many milliseconds. */
enum { LEASE_TRIES = 10, LEASE_PAUSE = 10 };

int photod_open_for_reading_at_once(int directory, const char *name) {
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int descriptor = openat(directory, name, flags | O_NOATIME);
    /* Only a file's owner may keep its access time. */
    if (descriptor < 0 && errno == EPERM) descriptor = openat(directory, name, flags);
    return descriptor < 0 ? -errno : descriptor;
}

int photod_open_for_reading(int directory, const char *name) {
    int opened = photod_open_for_reading_at_once(directory, name);
    for (int tries = 0; opened == -EWOULDBLOCK && tries < LEASE_TRIES; tries++) {
        (void)poll(NULL, 0, LEASE_PAUSE);
        opened = photod_open_for_reading_at_once(directory, name);
    }
    return opened;
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
