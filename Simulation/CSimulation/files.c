/* Calls about files. Those below /sim, and of descriptors that the simulated kernel gave, are its; others are real. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "calls.h"
#include "kernel.h"
#include "memory_files.h"
#include "real.h"
#include "scheduler.h"

static bool starts_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether a path is the simulated kernel's. Absolute ones are by their beginning, relative ones by their directory. */
static bool owns(int at, const char *path)
{
    if (!is_simulated() || !path)
        return false;
    if (path[0] != '/')
        return at >= FIRST_DESCRIPTOR;
    if (starts_with(path, "/sim") && (path[4] == '/' || path[4] == 0))
        return true;
    if (starts_with(path, "/proc/self/fd/"))
        return atoi(path + 14) >= FIRST_DESCRIPTOR;
    return starts_with(path, "/proc/self/mountinfo");
}

static bool owns_descriptor(int descriptor) { return is_simulated() && descriptor >= FIRST_DESCRIPTOR; }

static long answer(const char *call, long result)
{
    note_result(call, result);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

/* Of a file of an index: nobody else goes on, and nothing is noted. */
static long index_answer(long result)
{
    if (result >= 0)
        return result;
    errno = (int)-result;
    return -1;
}

/* A simulated call: perhaps another thread first, then the call. */
#define CALL(name, expression)                                                                                         \
    do {                                                                                                               \
        at_call(name);                                                                                                 \
        return answer(name, expression);                                                                               \
    } while (0)

/* MARK: Opening */

REAL(int, openat, int, const char *, int, ...)

static int open_at(int at, const char *path, int flags, unsigned mode)
{
    char buffer[64];
    const char *name = index_file(path, buffer);
    if (name)
        return (int)index_answer(memory_open(name, flags));
    if (!owns(at, path))
        return real_openat_function()(at, path, flags, mode);
    at_disk("open");
    if ((flags & O_ACCMODE) == O_RDONLY && fails(faults.opens))
        return (int)answer("open", -EMFILE);
    return (int)answer("open", simulated_open(at, path, flags, mode, 0));
}

#define MODE_OF(flags, mode)                                                                                           \
    unsigned mode = 0;                                                                                                 \
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {                                                       \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode = va_arg(list, unsigned);                                                                                 \
        va_end(list);                                                                                                  \
    }

int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_at(at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    return open_at(at, path, flags, mode);
}

REAL(int, close, int)

int close(int descriptor)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_close(descriptor));
    if (!owns_descriptor(descriptor))
        return real_close_function()(descriptor);
    CALL("close", simulated_close(descriptor));
}

/* MARK: Reading and writing */

/* Waits where a descriptor that may block is not ready. */
static long until_ready(int descriptor, short events, long (*call)(void *), void *context)
{
    while (true) {
        long result = call(context);
        if (result != -EAGAIN || (simulated_flags(descriptor, F_GETFL, 0) & O_NONBLOCK))
            return result;
        struct pollfd entry = {.fd = descriptor, .events = events};
        wait_for_descriptors(&entry, 1, FOR_EVER);
    }
}

struct transfer {
    int descriptor;
    void *bytes;
    size_t length;
    int *passed;
    size_t *count;
};

static long read_some(void *context)
{
    struct transfer *transfer = context;
    return simulated_read(transfer->descriptor, transfer->bytes, transfer->length);
}

static long write_some(void *context)
{
    struct transfer *transfer = context;
    return simulated_write(transfer->descriptor, transfer->bytes, transfer->length);
}

REAL(ssize_t, read, int, void *, size_t)
REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, pread, int, void *, size_t, off_t)
REAL(ssize_t, pwrite, int, const void *, size_t, off_t)

ssize_t read(int descriptor, void *buffer, size_t length)
{
    if (!owns_descriptor(descriptor))
        return real_read_function()(descriptor, buffer, length);
    struct transfer transfer = {.descriptor = descriptor, .bytes = buffer, .length = length};
    CALL("read", until_ready(descriptor, POLLIN, read_some, &transfer));
}

ssize_t write(int descriptor, const void *buffer, size_t length)
{
    if (!owns_descriptor(descriptor))
        return real_write_function()(descriptor, buffer, length);
    struct transfer transfer = {.descriptor = descriptor, .bytes = (void *)buffer, .length = length};
    CALL("write", until_ready(descriptor, POLLOUT, write_some, &transfer));
}

ssize_t pread(int descriptor, void *buffer, size_t length, off_t offset)
{
    if (is_in_memory(descriptor))
        return index_answer(memory_read(descriptor, buffer, length, offset));
    if (!owns_descriptor(descriptor))
        return real_pread_function()(descriptor, buffer, length, offset);
    at_disk("pread");
    return answer("pread", simulated_pread(descriptor, buffer, length, offset));
}

ssize_t pwrite(int descriptor, const void *buffer, size_t length, off_t offset)
{
    if (is_in_memory(descriptor))
        return index_answer(memory_write(descriptor, buffer, length, offset));
    if (!owns_descriptor(descriptor))
        return real_pwrite_function()(descriptor, buffer, length, offset);
    CALL("pwrite", simulated_pwrite(descriptor, buffer, length, offset));
}

ssize_t pread64(int descriptor, void *buffer, size_t length, off_t offset)
{
    return pread(descriptor, buffer, length, offset);
}

ssize_t pwrite64(int descriptor, const void *buffer, size_t length, off_t offset)
{
    return pwrite(descriptor, buffer, length, offset);
}

REAL(off_t, lseek, int, off_t, int)

off_t lseek(int descriptor, off_t offset, int whence)
{
    if (!owns_descriptor(descriptor))
        return real_lseek_function()(descriptor, offset, whence);
    CALL("lseek", simulated_seek(descriptor, offset, whence));
}

off_t lseek64(int descriptor, off_t offset, int whence) { return lseek(descriptor, offset, whence); }

REAL(int, ftruncate, int, off_t)

int ftruncate(int descriptor, off_t length)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_truncate(descriptor, length));
    if (!owns_descriptor(descriptor))
        return real_ftruncate_function()(descriptor, length);
    CALL("ftruncate", simulated_truncate(descriptor, length));
}

int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

REAL(int, fallocate, int, int, off_t, off_t)

int fallocate(int descriptor, int mode, off_t offset, off_t length)
{
    if (!owns_descriptor(descriptor))
        return real_fallocate_function()(descriptor, mode, offset, length);
    CALL("fallocate", simulated_allocate(descriptor, mode, offset, length));
}

REAL(int, posix_fadvise, int, off_t, off_t, int)

int posix_fadvise(int descriptor, off_t offset, off_t length, int advice)
{
    if (!owns_descriptor(descriptor))
        return real_posix_fadvise_function()(descriptor, offset, length, advice);
    at_call("fadvise");
    return 0;
}

int posix_fadvise64(int descriptor, off_t offset, off_t length, int advice)
{
    return posix_fadvise(descriptor, offset, length, advice);
}

REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, syncfs, int)

int fsync(int descriptor)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_sync(descriptor));
    if (!owns_descriptor(descriptor))
        return real_fsync_function()(descriptor);
    CALL("fsync", simulated_sync(descriptor, 0));
}

int fdatasync(int descriptor)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_sync(descriptor));
    if (!owns_descriptor(descriptor))
        return real_fdatasync_function()(descriptor);
    CALL("fdatasync", simulated_sync(descriptor, 0));
}

int syncfs(int descriptor)
{
    if (!owns_descriptor(descriptor))
        return real_syncfs_function()(descriptor);
    CALL("syncfs", simulated_sync(descriptor, 1));
}

REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned)

ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t length, unsigned flags)
{
    if (!owns_descriptor(from) && !owns_descriptor(to))
        return real_copy_file_range_function()(from, from_offset, to, to_offset, length, flags);
    CALL("copy_file_range", simulated_copy(from, from_offset, to, to_offset, length));
}

/* MARK: Status */

REAL(int, statx, int, const char *, int, unsigned, struct statx *)

static struct statx_timestamp timestamp(int64_t time)
{
    int64_t rest = time % 1000000000;
    if (rest < 0)
        rest += 1000000000;
    return (struct statx_timestamp){.tv_sec = (time - rest) / 1000000000, .tv_nsec = (uint32_t)rest};
}

static long extended_status(int at, const char *path, int flags, struct statx *status)
{
    struct simulated_file file;
    long error = simulated_status(at, path, flags, &file);
    if (error < 0)
        return error;
    memset(status, 0, sizeof *status);
    status->stx_mask = STATX_BASIC_STATS | (file.birth_time ? STATX_BTIME : 0);
    status->stx_size = file.size;
    status->stx_ino = file.inode;
    status->stx_mode = (uint16_t)file.mode;
    status->stx_nlink = file.link_count;
    status->stx_uid = file.owner;
    status->stx_gid = file.group;
    status->stx_blksize = 4096;
    status->stx_blocks = (file.size + 511) / 512;
    status->stx_dev_major = 8;
    status->stx_dev_minor = file.device_minor;
    status->stx_atime = timestamp(file.access_time);
    status->stx_mtime = timestamp(file.modification_time);
    status->stx_ctime = timestamp(file.change_time);
    status->stx_btime = timestamp(file.birth_time);
    status->stx_attributes_mask = STATX_ATTR_MOUNT_ROOT;
    status->stx_attributes = file.is_mount_root ? STATX_ATTR_MOUNT_ROOT : 0;
    return 0;
}

int statx(int at, const char *restrict path, int flags, unsigned mask, struct statx *restrict status)
{
    if (!owns(at, path))
        return real_statx_function()(at, path, flags, mask, status);
    at_disk("statx");
    return answer("statx", extended_status(at, path, flags, status));
}

static long plain_status(int at, const char *path, int flags, struct stat *status)
{
    struct statx seen;
    long error = extended_status(at, path, flags, &seen);
    if (error < 0)
        return error;
    memset(status, 0, sizeof *status);
    status->st_dev = (dev_t)seen.stx_dev_major << 8 | seen.stx_dev_minor;
    status->st_ino = seen.stx_ino;
    status->st_mode = seen.stx_mode;
    status->st_nlink = seen.stx_nlink;
    status->st_uid = seen.stx_uid;
    status->st_gid = seen.stx_gid;
    status->st_size = (off_t)seen.stx_size;
    status->st_blksize = 4096;
    status->st_blocks = (blkcnt_t)(seen.stx_size + 511) / 512;
    status->st_atim = (struct timespec){seen.stx_atime.tv_sec, seen.stx_atime.tv_nsec};
    status->st_mtim = (struct timespec){seen.stx_mtime.tv_sec, seen.stx_mtime.tv_nsec};
    status->st_ctim = (struct timespec){seen.stx_ctime.tv_sec, seen.stx_ctime.tv_nsec};
    return 0;
}

REAL(int, fstatat, int, const char *, struct stat *, int)

static int status_at(int at, const char *path, struct stat *status, int flags)
{
    char buffer[64];
    const char *name = index_file(path, buffer);
    if (name)
        return (int)index_answer(memory_status_of(name, status));
    if (!owns(at, path))
        return real_fstatat_function()(at, path, status, flags);
    CALL("fstatat", plain_status(at, path, flags, status));
}

int fstatat(int at, const char *restrict path, struct stat *restrict status, int flags)
{
    return status_at(at, path, status, flags);
}

int fstatat64(int at, const char *restrict path, struct stat64 *restrict status, int flags)
{
    return status_at(at, path, (struct stat *)status, flags);
}

int stat(const char *restrict path, struct stat *restrict status) { return status_at(AT_FDCWD, path, status, 0); }
int stat64(const char *restrict path, struct stat64 *restrict status)
{
    return status_at(AT_FDCWD, path, (struct stat *)status, 0);
}
int lstat(const char *restrict path, struct stat *restrict status)
{
    return status_at(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int lstat64(const char *restrict path, struct stat64 *restrict status)
{
    return status_at(AT_FDCWD, path, (struct stat *)status, AT_SYMLINK_NOFOLLOW);
}

REAL(int, fstat, int, struct stat *)

int fstat(int descriptor, struct stat *status)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_status(descriptor, status));
    if (!owns_descriptor(descriptor))
        return real_fstat_function()(descriptor, status);
    CALL("fstat", plain_status(descriptor, "", AT_EMPTY_PATH, status));
}

int fstat64(int descriptor, struct stat64 *status) { return fstat(descriptor, (struct stat *)status); }

REAL(int, faccessat, int, const char *, int, int)

static int access_at(int at, const char *path, int mode, int flags)
{
    char buffer[64];
    const char *name = index_file(path, buffer);
    if (name)
        return (int)index_answer(memory_status_of(name, NULL));
    if (!owns(at, path))
        return real_faccessat_function()(at, path, mode, flags);
    CALL("access", simulated_access(at, path, mode));
}

int faccessat(int at, const char *path, int mode, int flags) { return access_at(at, path, mode, flags); }
int access(const char *path, int mode) { return access_at(AT_FDCWD, path, mode, 0); }

REAL(int, fstatfs, int, struct statfs *)
REAL(int, statfs, const char *, struct statfs *)

static long filesystem(int descriptor, const char *path, struct statfs *answered)
{
    int64_t type = 0;
    uint64_t identifier = 0, free_blocks = 0;
    long error = simulated_filesystem(descriptor, path, &type, &identifier, &free_blocks);
    if (error < 0)
        return error;
    memset(answered, 0, sizeof *answered);
    answered->f_type = type;
    memcpy(&answered->f_fsid, &identifier, sizeof identifier);
    answered->f_bsize = answered->f_frsize = 4096;
    answered->f_blocks = 1 << 30;
    answered->f_bfree = answered->f_bavail = free_blocks;
    answered->f_files = answered->f_ffree = 1 << 30;
    answered->f_namelen = 255;
    return 0;
}

int fstatfs(int descriptor, struct statfs *answered)
{
    if (!owns_descriptor(descriptor))
        return real_fstatfs_function()(descriptor, answered);
    CALL("fstatfs", filesystem(descriptor, NULL, answered));
}

int fstatfs64(int descriptor, struct statfs64 *answered) { return fstatfs(descriptor, (struct statfs *)answered); }

int statfs(const char *path, struct statfs *answered)
{
    if (!owns(AT_FDCWD, path))
        return real_statfs_function()(path, answered);
    CALL("statfs", filesystem(-1, path, answered));
}

int statfs64(const char *path, struct statfs64 *answered) { return statfs(path, (struct statfs *)answered); }

REAL(int, statvfs, const char *, struct statvfs *)

int statvfs(const char *restrict path, struct statvfs *restrict answered)
{
    if (!owns(AT_FDCWD, path))
        return real_statvfs_function()(path, answered);
    struct statfs seen;
    at_call("statvfs");
    long error = filesystem(-1, path, &seen);
    if (error < 0)
        return (int)answer("statvfs", error);
    memset(answered, 0, sizeof *answered);
    answered->f_bsize = answered->f_frsize = 4096;
    answered->f_blocks = seen.f_blocks;
    answered->f_bfree = answered->f_bavail = seen.f_bavail;
    return 0;
}

/* MARK: Names */

REAL(int, mkdirat, int, const char *, mode_t)

int mkdirat(int at, const char *path, mode_t mode)
{
    if (!owns(at, path))
        return real_mkdirat_function()(at, path, mode);
    CALL("mkdir", simulated_make_directory(at, path, mode));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

REAL(int, unlinkat, int, const char *, int)

int unlinkat(int at, const char *path, int flags)
{
    char buffer[64];
    const char *name = index_file(path, buffer);
    if (name)
        return (int)index_answer(memory_unlink(name));
    if (!owns(at, path))
        return real_unlinkat_function()(at, path, flags);
    CALL("unlink", simulated_unlink(at, path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

REAL(int, renameat2, int, const char *, int, const char *, unsigned)

int renameat2(int from, const char *old, int to, const char *new_name, unsigned flags)
{
    char first[64], second[64];
    const char *name = index_file(old, first), *other = index_file(new_name, second);
    if (name && other)
        return (int)index_answer(memory_rename(name, other));
    if (!owns(from, old))
        return real_renameat2_function()(from, old, to, new_name, flags);
    CALL("rename", simulated_rename(from, old, to, new_name, flags));
}

int renameat(int from, const char *old, int to, const char *new_name)
{
    return renameat2(from, old, to, new_name, 0);
}

int rename(const char *old, const char *new_name) { return renameat2(AT_FDCWD, old, AT_FDCWD, new_name, 0); }

REAL(int, linkat, int, const char *, int, const char *, int)

int linkat(int from, const char *old, int to, const char *new_name, int flags)
{
    if (!owns(from, old))
        return real_linkat_function()(from, old, to, new_name, flags);
    CALL("link", simulated_link(from, old, to, new_name, flags));
}

int link(const char *old, const char *new_name) { return linkat(AT_FDCWD, old, AT_FDCWD, new_name, 0); }

REAL(int, symlinkat, const char *, int, const char *)

int symlinkat(const char *target, int at, const char *path)
{
    if (!owns(at, path))
        return real_symlinkat_function()(target, at, path);
    CALL("symlink", simulated_symlink(target, at, path));
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

REAL(ssize_t, readlinkat, int, const char *, char *, size_t)

ssize_t readlinkat(int at, const char *restrict path, char *restrict buffer, size_t length)
{
    if (!owns(at, path))
        return real_readlinkat_function()(at, path, buffer, length);
    CALL("readlink", simulated_readlink(at, path, buffer, length));
}

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t length)
{
    return readlinkat(AT_FDCWD, path, buffer, length);
}

REAL(char *, realpath, const char *, char *)

char *realpath(const char *restrict path, char *restrict buffer)
{
    if (!owns(AT_FDCWD, path))
        return real_realpath_function()(path, buffer);
    at_call("realpath");
    char found[PATH_MAX];
    if (answer("realpath", simulated_real_path(path, found, sizeof found)) < 0)
        return NULL;
    return buffer ? strcpy(buffer, found) : strdup(found);
}

/* MARK: Modes, times, attributes */

REAL(int, fchmodat, int, const char *, mode_t, int)
REAL(int, fchmod, int, mode_t)

int fchmodat(int at, const char *path, mode_t mode, int flags)
{
    if (!owns(at, path))
        return real_fchmodat_function()(at, path, mode, flags);
    CALL("chmod", simulated_mode(at, path, mode, flags));
}

int fchmod(int descriptor, mode_t mode)
{
    if (is_in_memory(descriptor))
        return 0;
    if (!owns_descriptor(descriptor))
        return real_fchmod_function()(descriptor, mode);
    CALL("chmod", simulated_mode(descriptor, "", mode, AT_EMPTY_PATH));
}

int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }

REAL(int, fchown, int, uid_t, gid_t)

int fchown(int descriptor, uid_t user, gid_t group)
{
    if (is_in_memory(descriptor))
        return 0;
    if (!owns_descriptor(descriptor))
        return real_fchown_function()(descriptor, user, group);
    CALL("chown", simulated_owner(descriptor, "", user, group, AT_EMPTY_PATH));
}

REAL(int, utimensat, int, const char *, const struct timespec[2], int)
REAL(int, futimens, int, const struct timespec[2])

int utimensat(int at, const char *path, const struct timespec times[2], int flags)
{
    if (!owns(at, path))
        return real_utimensat_function()(at, path, times, flags);
    CALL("utimensat", simulated_times(at, path, times, flags));
}

int futimens(int descriptor, const struct timespec times[2])
{
    if (!owns_descriptor(descriptor))
        return real_futimens_function()(descriptor, times);
    CALL("utimensat", simulated_times(descriptor, "", times, AT_EMPTY_PATH));
}

REAL(ssize_t, fgetxattr, int, const char *, void *, size_t)
REAL(int, fsetxattr, int, const char *, const void *, size_t, int)
REAL(ssize_t, flistxattr, int, char *, size_t)

ssize_t fgetxattr(int descriptor, const char *name, void *value, size_t size)
{
    if (!owns_descriptor(descriptor))
        return real_fgetxattr_function()(descriptor, name, value, size);
    CALL("fgetxattr", simulated_attribute(descriptor, name, value, size));
}

int fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags)
{
    if (!owns_descriptor(descriptor))
        return real_fsetxattr_function()(descriptor, name, value, size, flags);
    CALL("fsetxattr", simulated_set_attribute(descriptor, name, value, size, flags));
}

ssize_t flistxattr(int descriptor, char *list, size_t size)
{
    if (!owns_descriptor(descriptor))
        return real_flistxattr_function()(descriptor, list, size);
    CALL("flistxattr", simulated_attributes(descriptor, list, size));
}

/* MARK: Descriptors */

REAL(int, ioctl, int, unsigned long, void *)

struct filesystem_uuid {
    uint8_t length;
    uint8_t bytes[16];
};
#define GET_FILESYSTEM_UUID _IOR(0x15, 0, struct filesystem_uuid)

static long control(int descriptor, unsigned long request, void *argument)
{
    if (request == FIONREAD) {
        long count = simulated_bytes_queued(descriptor);
        if (count >= 0)
            *(int *)argument = (int)count;
        return count < 0 ? count : 0;
    }
    if (request == GET_FILESYSTEM_UUID) {
        struct filesystem_uuid *uuid = argument;
        long length = simulated_uuid(descriptor, uuid->bytes);
        if (length >= 0)
            uuid->length = (uint8_t)length;
        return length < 0 ? length : 0;
    }
    return -ENOTTY;
}

int ioctl(int descriptor, unsigned long request, ...)
{
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (!owns_descriptor(descriptor))
        return real_ioctl_function()(descriptor, request, argument);
    CALL("ioctl", control(descriptor, request, argument));
}

REAL(int, fcntl, int, int, void *)

static long control_file(int descriptor, int command, long argument)
{
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: return simulated_dup(descriptor, (int)argument);
    case F_SETLEASE: return simulated_lease(descriptor, (int)argument);
    default: return simulated_flags(descriptor, command, (int)argument);
    }
}

static int file_control(int descriptor, int command, void *argument)
{
    if (is_in_memory(descriptor))
        return (int)index_answer(memory_control(descriptor, command, argument));
    if (!owns_descriptor(descriptor))
        return real_fcntl_function()(descriptor, command, argument);
    CALL("fcntl", control_file(descriptor, command, (long)argument));
}

int fcntl(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return file_control(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return file_control(descriptor, command, argument);
}

REAL(int, flock, int, int)

int flock(int descriptor, int operation)
{
    if (!owns_descriptor(descriptor))
        return real_flock_function()(descriptor, operation);
    CALL("flock", simulated_flock(descriptor, operation));
}

REAL(int, dup, int)

int dup(int descriptor)
{
    if (!owns_descriptor(descriptor))
        return real_dup_function()(descriptor);
    CALL("dup", simulated_dup(descriptor, 0));
}

REAL(int, memfd_create, const char *, unsigned)

int memfd_create(const char *name, unsigned flags)
{
    if (!is_simulated())
        return real_memfd_create_function()(name, flags);
    CALL("memfd_create", simulated_memory_file());
}

bool simulated_numbered_call(long number, long arguments[6], long *result)
{
    switch (number) {
    case SYS_getdents64:
        if (arguments[0] < FIRST_DESCRIPTOR)
            return false;
        at_call("getdents64");
        *result = simulated_entries((int)arguments[0], (void *)arguments[1], (size_t)arguments[2]);
        break;
    case SYS_openat2: {
        const struct open_how *how = (const struct open_how *)arguments[2];
        if (!owns((int)arguments[0], (const char *)arguments[1]))
            return false;
        at_call("openat2");
        *result = simulated_open(
            (int)arguments[0], (const char *)arguments[1], (int)how->flags, (unsigned)how->mode, how->resolve);
        break;
    }
    case SYS_pidfd_open: *result = simulated_process_descriptor((int)arguments[0]); break;
    case SYS_memfd_create: *result = simulated_memory_file(); break;
    case SYS_getrandom:
        for (long position = 0; position < arguments[1]; position++)
            ((uint8_t *)arguments[0])[position] = (uint8_t)draw(256);
        *result = arguments[1];
        return true;
    default: return false;
    }
    note_result("syscall", *result);
    return true;
}

/* MARK: Waiting */

REAL(int, poll, struct pollfd *, nfds_t, int)

static int ready_count(struct pollfd *entries, nfds_t count)
{
    int ready = 0;
    for (nfds_t position = 0; position < count; position++) {
        struct pollfd *entry = &entries[position];
        entry->revents = entry->fd >= FIRST_DESCRIPTOR ? (short)simulated_readiness(entry->fd, entry->events) : 0;
        ready += entry->revents != 0;
        if (entry->revents)
            simulated_note_told(entry->fd);
    }
    return ready;
}

int poll(struct pollfd *entries, nfds_t count, int milliseconds)
{
    bool is_ours = false;
    for (nfds_t position = 0; position < count && is_simulated(); position++)
        is_ours |= entries[position].fd >= FIRST_DESCRIPTOR;
    if (!is_ours)
        return real_poll_function()(entries, count, milliseconds);
    at_call("poll");
    int ready = ready_count(entries, count);
    if (ready == 0 && milliseconds != 0) {
        uint64_t deadline =
            milliseconds < 0 ? FOR_EVER : simulated_monotonic() + (uint64_t)milliseconds * 1000000u;
        wait_for_descriptors(entries, count, deadline);
        ready = ready_count(entries, count);
    }
    return (int)answer("poll", ready);
}
