#include "file_lease.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/vfs.h>

static int asks_a_server(int descriptor)
{
    struct statfs answer;
    if (fstatfs(descriptor, &answer) < 0)
        return -errno;
    switch ((uint32_t)answer.f_type) {
    case 0x6969: /* NFS */
    case 0xFF534D42: /* CIFS */
    case 0xFE534D42: /* SMB2 */
        return 1;
    default:
        return 0;
    }
}

int photod_is_open_for_writing(int descriptor)
{
    int asks = asks_a_server(descriptor);
    if (asks != 0)
        return asks < 0 ? asks : -EOPNOTSUPP;
    /* Who wants to write while we hold the lease waits those microseconds, and the kernel tells us by a signal: SIGIO,
       which would end this process, unless another is named. SIGURG is ignored where nobody asked for it. */
    if (fcntl(descriptor, F_SETSIG, SIGURG) < 0)
        return -errno;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) < 0)
        return errno == EAGAIN ? 1 : -errno;
    return fcntl(descriptor, F_SETLEASE, F_UNLCK) < 0 ? -errno : 0;
}
