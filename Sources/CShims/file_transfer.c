#include "file_transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int photod_open_folder(int directory, const char *name, bool is_passed)
{
    const int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | (is_passed ? O_PATH : O_RDONLY);
    int descriptor;
    do
        descriptor = openat(directory, name, flags);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor >= 0)
        return descriptor;
    int code = errno;
    struct stat status;
    /* Of a link the kernel says no more than that it is no folder. */
    if (code == ENOTDIR && fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode))
        code = ELOOP;
    return -code;
}

int photod_rename_no_replace(int from, const char *name, int to, const char *new_name)
{
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE) < 0 ? errno : 0;
}

int photod_exchange(int directory, const char *first, const char *second)
{
    return renameat2(directory, first, directory, second, RENAME_EXCHANGE) < 0 ? errno : 0;
}

int photod_clone_content(int from, int to)
{
    return ioctl(to, FICLONE, from) < 0 ? errno : 0;
}

int64_t photod_copy_part(int from, int64_t source, int to, int64_t target, size_t length)
{
    off64_t from_position = source, to_position = target;
    ssize_t count;
    do
        count = copy_file_range(from, &from_position, to, &to_position, length, 0);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : count;
}

int64_t photod_copy_range(int from, int to, int64_t position, size_t length)
{
    return photod_copy_part(from, position, to, position, length);
}

#define ACCESS_LIST "system.posix_acl_access"

/* Whether an attribute is what users note of a file; labels and capabilities belong to where the file lies. */
static int is_users(const char *name) { return strncmp(name, "user.", 5) == 0; }

/* The value of an attribute in memory to be freed; NULL with errno, ENODATA where there is none. */
static void *attribute(int file, const char *name, ssize_t *size)
{
    *size = fgetxattr(file, name, NULL, 0);
    if (*size < 0)
        return NULL;
    void *value = malloc(*size > 0 ? (size_t)*size : 1);
    if (!value)
        return NULL;
    *size = fgetxattr(file, name, value, (size_t)*size);
    if (*size >= 0)
        return value;
    int code = errno;
    free(value);
    errno = code;
    return NULL;
}

/* Returns 0, 1 where `to` does not take it, or a negated errno. */
static int copy_attribute(int from, int to, const char *name)
{
    ssize_t size;
    void *value = attribute(from, name, &size);
    if (!value)
        return errno == ENODATA ? 0 : -errno;
    int result = fsetxattr(to, name, value, (size_t)size, 0) < 0;
    free(value);
    return result;
}

/* Returns 0, 1 where `to` has none of the name or with another value, or a negated errno. */
static int compare_attribute(int from, int to, const char *name)
{
    ssize_t size, other_size;
    void *value = attribute(from, name, &size);
    if (!value)
        return errno == ENODATA ? 0 : -errno;
    void *other = attribute(to, name, &other_size);
    int result = !other || size != other_size || memcmp(value, other, (size_t)size) != 0;
    free(other);
    free(value);
    return result;
}

/* The sum of what `act` returns for each attribute `user.*` of `from`, or the first negated errno. */
static int for_user_attributes(int from, int to, int (*act)(int, int, const char *))
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
        int one = act(from, to, names + index);
        result = one < 0 ? one : result + one;
    }
    free(names);
    return result;
}

int photod_copy_user_attributes(int from, int to) { return for_user_attributes(from, to, copy_attribute); }

int photod_has_user_attributes(int to, int from)
{
    int missing = for_user_attributes(from, to, compare_attribute);
    return missing < 0 ? missing : missing == 0;
}

ssize_t photod_access_list(int file, void *buffer, size_t capacity)
{
    ssize_t size = fgetxattr(file, ACCESS_LIST, buffer, capacity);
    if (size >= 0)
        return size;
    return errno == ENODATA || errno == ENOTSUP ? 0 : -errno;
}

int photod_set_access_list(int file, const void *list, size_t length)
{
    return fsetxattr(file, ACCESS_LIST, list, length, 0) < 0 ? errno : 0;
}

int photod_remove_access_list(int file)
{
    return fremovexattr(file, ACCESS_LIST) < 0 && errno != ENODATA ? errno : 0;
}

int photod_sync_filesystem(int descriptor)
{
    return syncfs(descriptor) < 0 ? errno : 0;
}
