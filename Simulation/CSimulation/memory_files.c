/* Files of indexes: in memory of their own, which can be mapped, and without a call of the kernel's. */
#include "memory_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "real.h"
#include "simulation.h"
#include "scheduler.h"

/* Addresses alone, until something is written there. A log is emptied long before it has grown so far. */
#define ROOM ((size_t)64 << 20)
#define FILES 256
#define DESCRIPTORS 1024
#define SALT 8

struct memory_file {
    /* Empty: it has none. */
    char name[64];
    uint64_t number;
    size_t size;
    /* Of what was ever written here, by whatever file; what is behind it is zeros. */
    size_t used;
    int opens;
    int64_t modified;
    /* Of a log: how much of it was synced, and its salt then. SQLite begins anew under another one (its file format, "The
     * Write-Ahead Log"). */
    size_t synced;
    char salt[SALT];
};

static struct memory_file files[FILES];
/* Which file a descriptor is of; NULL: it is free. */
static struct memory_file *descriptors[DESCRIPTORS];
static char *memory;
static uint64_t last_number;

REAL(void *, mmap, void *, size_t, int, int, int, off_t)
REAL(int, munmap, void *, size_t)

const char *index_file(const char *path, char buffer[64])
{
    static const char state[] = "/sim/state", index[] = "index.sqlite";
    if (!is_simulated() || !path || strncmp(path, state, sizeof state - 1) != 0)
        return NULL;
    const char *name = strrchr(path, '/') + 1, number = path[sizeof state - 1];
    if (strncmp(name, index, sizeof index - 1) != 0)
        return NULL;
    /* Of each state folder, which is named by one more character. */
    snprintf(buffer, 64, "%c-%s", number == '/' ? '0' : number, name);
    return buffer;
}

static char *bytes_of(const struct memory_file *file) { return memory + (size_t)(file - files) * ROOM; }

static struct memory_file *find(const char *name)
{
    for (struct memory_file *file = files; file < files + FILES; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

static struct memory_file *file_of(int descriptor)
{
    int place = descriptor - FIRST_MEMORY_DESCRIPTOR;
    return place < DESCRIPTORS ? descriptors[place] : NULL;
}

static struct memory_file *make(const char *name)
{
    if (!memory) {
        void *room = real_mmap_function()(
            NULL, FILES * ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED)
            return NULL;
        memory = room;
    }
    for (struct memory_file *file = files; file < files + FILES; file++) {
        if (file->name[0] || file->opens)
            continue;
        memset(bytes_of(file), 0, file->used);
        *file = (struct memory_file){.number = ++last_number, .modified = simulated_realtime()};
        snprintf(file->name, sizeof file->name, "%s", name);
        return file;
    }
    return NULL;
}

/* MARK: By name */

long memory_open(const char *name, int flags)
{
    struct memory_file *file = find(name);
    if (!file && !(flags & O_CREAT))
        return -ENOENT;
    if (file && (flags & O_CREAT) && (flags & O_EXCL))
        return -EEXIST;
    int place = 0;
    while (place < DESCRIPTORS && descriptors[place])
        place++;
    if (place == DESCRIPTORS)
        return -EMFILE;
    if (!file && !(file = make(name)))
        return -ENOSPC;
    descriptors[place] = file;
    file->opens++;
    return FIRST_MEMORY_DESCRIPTOR + place;
}

static void tell(const struct memory_file *file, struct stat *status)
{
    struct timespec time = {.tv_sec = file->modified / 1000000000, .tv_nsec = file->modified % 1000000000};
    static uid_t user = (uid_t)-1;
    if (user == (uid_t)-1)
        user = geteuid();
    *status = (struct stat){
        .st_dev = 8 << 8 | 255,
        .st_ino = file->number,
        .st_mode = S_IFREG | 0600,
        .st_nlink = file->name[0] != 0,
        .st_uid = user,
        .st_size = (off_t)file->size,
        .st_blksize = 4096,
        .st_blocks = (blkcnt_t)(file->size + 511) / 512,
        .st_atim = time,
        .st_mtim = time,
        .st_ctim = time,
    };
}

long memory_status_of(const char *name, struct stat *status)
{
    struct memory_file *file = find(name);
    if (!file)
        return -ENOENT;
    if (status)
        tell(file, status);
    return 0;
}

long memory_unlink(const char *name)
{
    struct memory_file *file = find(name);
    if (!file)
        return -ENOENT;
    file->name[0] = 0;
    return 0;
}

long memory_rename(const char *old, const char *new_name)
{
    struct memory_file *file = find(old);
    if (!file)
        return -ENOENT;
    if (strcmp(old, new_name) != 0)
        memory_unlink(new_name);
    snprintf(file->name, sizeof file->name, "%s", new_name);
    return 0;
}

/* MARK: By descriptor */

long memory_close(int descriptor)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    descriptors[descriptor - FIRST_MEMORY_DESCRIPTOR] = NULL;
    file->opens--;
    return 0;
}

long memory_read(int descriptor, void *buffer, size_t length, int64_t offset)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    if ((size_t)offset >= file->size)
        return 0;
    if (length > file->size - (size_t)offset)
        length = file->size - (size_t)offset;
    memcpy(buffer, bytes_of(file) + offset, length);
    return (long)length;
}

static void grow(struct memory_file *file, size_t size)
{
    file->size = size;
    if (size > file->used)
        file->used = size;
}

long memory_write(int descriptor, const void *buffer, size_t length, int64_t offset)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    size_t end = (size_t)offset + length;
    if (end > ROOM)
        return -ENOSPC;
    memcpy(bytes_of(file) + offset, buffer, length);
    if (end > file->size)
        grow(file, end);
    file->modified = simulated_realtime();
    return (long)length;
}

long memory_truncate(int descriptor, int64_t length)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    if ((size_t)length > ROOM)
        return -ENOSPC;
    if ((size_t)length < file->size)
        memset(bytes_of(file) + length, 0, file->size - (size_t)length);
    grow(file, (size_t)length);
    file->modified = simulated_realtime();
    return 0;
}

static const char *salt_of(const struct memory_file *file) { return bytes_of(file) + 16; }

long memory_sync(int descriptor)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    file->synced = file->size;
    memcpy(file->salt, salt_of(file), SALT);
    return 0;
}

long memory_status(int descriptor, struct stat *status)
{
    struct memory_file *file = file_of(descriptor);
    if (!file)
        return -EBADF;
    tell(file, status);
    return 0;
}

/* A process's own locks are never in its way. */
long memory_control(int descriptor, int command, void *argument)
{
    if (!file_of(descriptor))
        return -EBADF;
    switch (command) {
    case F_GETLK: ((struct flock *)argument)->l_type = F_UNLCK; return 0;
    case F_SETLK:
    case F_SETLKW:
    case F_SETFD: return 0;
    case F_GETFD: return FD_CLOEXEC;
    case F_GETFL: return O_RDWR;
    default: return -EINVAL;
    }
}

/* MARK: Mapping */

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    if ((flags & MAP_ANONYMOUS) || !is_in_memory(descriptor))
        return real_mmap_function()(address, length, protection, flags, descriptor, offset);
    struct memory_file *file = file_of(descriptor);
    if (!file || !(flags & MAP_SHARED) || (size_t)offset + length > ROOM) {
        errno = file ? EINVAL : EBADF;
        return MAP_FAILED;
    }
    /* As what is written there is not told of. */
    if ((size_t)offset + length > file->used)
        file->used = (size_t)offset + length;
    return bytes_of(file) + offset;
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset)
{
    return mmap(address, length, protection, flags, descriptor, offset);
}

int munmap(void *address, size_t length)
{
    if (memory && (char *)address >= memory && (char *)address < memory + FILES * ROOM)
        return 0;
    return real_munmap_function()(address, length);
}

/* MARK: The machine's events */

static void close_all(void)
{
    for (int place = 0; place < DESCRIPTORS; place++)
        if (descriptors[place])
            memory_close(FIRST_MEMORY_DESCRIPTOR + place);
}

void simulation_kill_index(void)
{
    close_all();
    for (struct memory_file *file = files; file < files + FILES; file++) {
        if (!file->name[0])
            continue;
        /* What connections share is in no file of a daemon that is not there. */
        size_t length = strlen(file->name);
        if (length > 4 && strcmp(file->name + length - 4, "-shm") == 0)
            file->name[0] = 0;
        else
            file->number = ++last_number;
    }
}

void simulation_cut_index(void)
{
    struct memory_file *log = find("0-index.sqlite-wal");
    if (!log)
        return;
    size_t kept = memcmp(log->salt, salt_of(log), SALT) == 0 && log->synced <= log->size ? log->synced : 0;
    kept += draw((uint32_t)(log->size - kept + 1));
    memset(bytes_of(log) + kept, 0, log->size - kept);
    log->size = kept;
}

void simulation_lose_index(char state)
{
    static const char *const endings[] = {"", "-wal", "-journal"};
    for (int ending = 0; ending < 3; ending++) {
        char name[64];
        snprintf(name, sizeof name, "%c-index.sqlite%s", state, endings[ending]);
        memory_unlink(name);
    }
}

void simulation_end_index(void)
{
    close_all();
    for (struct memory_file *file = files; file < files + FILES; file++)
        file->name[0] = 0;
}
