#include "own_descriptors.h"

#include <errno.h>
#include <sched.h>

int photod_own_descriptors(void) {
    return unshare(CLONE_FILES) == 0 ? 0 : errno;
}
