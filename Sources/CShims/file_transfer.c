#include "file_transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

/* As in <linux/openat2.h>, which older distributions lack. */
struct open_how_fields {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};
#define NO_MAGIC_LINKS 0x02
#define NO_SYMBOLIC_LINKS 0x04
#define BENEATH 0x08

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

int photod_open_folder_beneath(int directory, const char *path)
{
    const struct open_how_fields how = {
        .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
        .resolve = BENEATH | NO_SYMBOLIC_LINKS | NO_MAGIC_LINKS,
    };
    long descriptor;
    /* EAGAIN: a rename elsewhere made the kernel unsure that nothing led outside; it says to ask again. */
    for (int attempt = 0; attempt < 100; attempt++) {
        descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (descriptor >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return descriptor < 0 ? -errno : (int)descriptor;
}

int photod_rename_no_replace(int from, const char *name, int to, const char *new_name)
{
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE) < 0 ? errno : 0;
}

int photod_clone_content(int from, int to)
{
    return ioctl(to, FICLONE, from) < 0 ? errno : 0;
}

int64_t photod_copy_range(int from, int to, int64_t position, size_t length)
{
    off64_t source = position, target = position;
    ssize_t count;
    do
        count = copy_file_range(from, &source, to, &target, length, 0);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

/* Whether an attribute belongs to the file's user; labels and capabilities belong to where the file lies. */
static int is_users(const char *name)
{
    return strncmp(name, "user.", 5) == 0 || strcmp(name, "system.posix_acl_access") == 0;
}

/* Returns 0, 1 where `to` does not take it, or a negated errno. */
static int copy_attribute(int from, int to, const char *name)
{
    ssize_t size = fgetxattr(from, name, NULL, 0);
    if (size < 0)
        return errno == ENODATA ? 0 : -errno;
    char *value = malloc(size > 0 ? (size_t)size : 1);
    if (!value)
        return -ENOMEM;
    size = fgetxattr(from, name, value, (size_t)size);
    int result = size < 0 ? -errno : fsetxattr(to, name, value, (size_t)size, 0) < 0;
    free(value);
    return result;
}

int photod_copy_extended_attributes(int from, int to)
{
    ssize_t size = flistxattr(from, NULL, 0);
    if (size <= 0)
        return size == 0 || errno == ENOTSUP ? 0 : -errno;
    char *names = malloc((size_t)size);
    if (!names)
        return -ENOMEM;
    int result = 0;
    size = flistxattr(from, names, (size_t)size);
    if (size < 0)
        result = -errno;
    for (ssize_t index = 0; index < size && result >= 0; index += (ssize_t)strlen(names + index) + 1) {
        if (!is_users(names + index))
            continue;
        int lost = copy_attribute(from, to, names + index);
        result = lost < 0 ? lost : result + lost;
    }
    free(names);
    return result;
}

int photod_sync_filesystem(int descriptor)
{
    return syncfs(descriptor) < 0 ? errno : 0;
}
