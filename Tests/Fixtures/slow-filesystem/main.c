/*
 * A folder through a file system that takes its time: each call is answered so many microseconds after it came, any number of
 * them at once, as a server at the other end of a network would.
 *
 *     slow-filesystem MOUNT-POINT FOLDER MICROSECONDS CLOSING PIPE
 *
 * FOLDER can be read, and not written. CLOSING is "asked" where closing a file is a call like others. It is "silent" where
 * nobody is told of a file that was only read, and a folder's listing does not say what its entries are, as on NFS. A byte is
 * written to PIPE when it is mounted. It ends when it is unmounted.
 *
 * As long as this program is stopped (SIGSTOP), every call into it waits: for that the kernel keeps nothing of what it was told
 * where MICROSECONDS is 0, else for a second. After SIGUSR1 it stops by itself when a thread of photod or its gallery, and not
 * of the workers, closes a file.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fuse.h>
#include <poll.h>
#include <search.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REQUEST_SIZE (1 << 17)

/* What the kernel knows of: a node's number is its position. It is opened by path, and is never forgotten. */
static char **nodes;
static size_t node_count, node_room;
/* By path, as tsearch(3) keeps them. */
static void *known;
struct known_node {
    uint64_t number;
    char path[];
};

struct answer {
    uint64_t due;
    struct answer *next;
    size_t size;
    _Alignas(8) char bytes[];
};

static struct answer *first, **last = &first;
static int device;
static uint64_t delay;
static int is_silent;
static volatile sig_atomic_t stops_at_closing;

static void stop_at_closing(int number)
{
    (void)number;
    stops_at_closing = 1;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* Whether a thread is one of photod's, or of its gallery's. What it is called itself says nothing of that. */
static int is_photod(uint32_t thread)
{
    char path[64], line[128];
    uint32_t process = 0;
    snprintf(path, sizeof path, "/proc/%u/status", thread);
    FILE *status = fopen(path, "re");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Tgid: %u", &process) == 1)
            break;
    if (status)
        fclose(status);
    snprintf(path, sizeof path, "/proc/%u/comm", process);
    FILE *name = fopen(path, "re");
    int is_photod = name && fgets(line, sizeof line, name) && (strcmp(line, "photod\n") == 0 || strcmp(line, "photod-gallery\n") == 0);
    if (name)
        fclose(name);
    return is_photod;
}

/* All wait for as long, so the first one that came is the first to be answered. */
static void reply(uint64_t unique, int error, const void *body, size_t size)
{
    struct answer *answer = malloc(sizeof *answer + sizeof(struct fuse_out_header) + size);
    if (!answer)
        fail("slow-filesystem");
    struct fuse_out_header header = {
        .len = (uint32_t)(sizeof header + size), .error = -error, .unique = unique,
    };
    memcpy(answer->bytes, &header, sizeof header);
    if (size > 0)
        memcpy(answer->bytes + sizeof header, body, size);
    answer->size = header.len;
    answer->due = now() + delay;
    answer->next = NULL;
    *last = answer;
    last = &answer->next;
}

static void send_due(void)
{
    while (first && first->due <= now()) {
        struct answer *answer = first;
        first = answer->next;
        if (!first)
            last = &first;
        /* The call may have been given up: nobody waits for the answer then. */
        if (write(device, answer->bytes, answer->size) < 0 && errno != ENOENT)
            perror("answering");
        free(answer);
    }
}

static const char *path_of(uint64_t node)
{
    return node < node_count ? nodes[node] : "";
}

static int compare(const void *one, const void *other)
{
    return strcmp(((const struct known_node *)one)->path, ((const struct known_node *)other)->path);
}

static uint64_t node_of(const char *path)
{
    struct known_node *node = malloc(sizeof *node + strlen(path) + 1);
    if (!node)
        fail("slow-filesystem");
    strcpy(node->path, path);
    node->number = node_count;
    struct known_node **place = tsearch(node, &known, compare);
    if (!place)
        fail("slow-filesystem");
    if (*place != node) {
        free(node);
        return (*place)->number;
    }
    if (node_count == node_room) {
        node_room = node_room ? 2 * node_room : 1024;
        nodes = realloc(nodes, node_room * sizeof *nodes);
        if (!nodes)
            fail("slow-filesystem");
    }
    nodes[node_count] = node->path;
    return node_count++;
}

static struct fuse_attr attributes(uint64_t node, const struct stat *status)
{
    return (struct fuse_attr){
        .ino = node, .size = (uint64_t)status->st_size, .blocks = (uint64_t)status->st_blocks,
        .atime = (uint64_t)status->st_atim.tv_sec, .mtime = (uint64_t)status->st_mtim.tv_sec,
        .ctime = (uint64_t)status->st_ctim.tv_sec, .atimensec = (uint32_t)status->st_atim.tv_nsec,
        .mtimensec = (uint32_t)status->st_mtim.tv_nsec, .ctimensec = (uint32_t)status->st_ctim.tv_nsec,
        .mode = status->st_mode, .nlink = (uint32_t)status->st_nlink, .uid = status->st_uid, .gid = status->st_gid,
        .blksize = 4096,
    };
}

static void look_up(uint64_t unique, uint64_t parent, const char *name)
{
    char path[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", path_of(parent), name) >= (int)sizeof path)
        return reply(unique, ENAMETOOLONG, NULL, 0);
    if (lstat(path, &status) < 0)
        return reply(unique, errno, NULL, 0);
    uint64_t node = node_of(path);
    struct fuse_entry_out entry = {
        .nodeid = node, .entry_valid = delay > 0, .attr_valid = delay > 0, .attr = attributes(node, &status),
    };
    reply(unique, 0, &entry, sizeof entry);
}

static void get_attributes(uint64_t unique, uint64_t node)
{
    struct stat status;
    if (lstat(path_of(node), &status) < 0)
        return reply(unique, errno, NULL, 0);
    struct fuse_attr_out out = {.attr_valid = delay > 0, .attr = attributes(node, &status)};
    reply(unique, 0, &out, sizeof out);
}

static void open_file(uint64_t unique, uint64_t node)
{
    int file = open(path_of(node), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return reply(unique, errno, NULL, 0);
    struct fuse_open_out out = {.fh = (uint64_t)file, .open_flags = is_silent ? FOPEN_NOFLUSH : 0};
    reply(unique, 0, &out, sizeof out);
}

static void open_folder(uint64_t unique, uint64_t node)
{
    DIR *folder = opendir(path_of(node));
    if (!folder)
        return reply(unique, errno, NULL, 0);
    struct fuse_open_out out = {.fh = (uint64_t)(uintptr_t)folder};
    reply(unique, 0, &out, sizeof out);
}

static void list(uint64_t unique, const struct fuse_read_in *read)
{
    DIR *folder = (DIR *)(uintptr_t)read->fh;
    char *entries = calloc(1, read->size);
    size_t size = 0;
    if (!entries)
        fail("slow-filesystem");
    seekdir(folder, (long)read->offset);
    for (struct dirent *entry; (entry = readdir(folder));) {
        struct fuse_dirent head = {
            .ino = entry->d_ino, .off = (uint64_t)telldir(folder), .namelen = (uint32_t)strlen(entry->d_name),
            .type = is_silent ? DT_UNKNOWN : entry->d_type,
        };
        size_t needed = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + head.namelen);
        if (size + needed > read->size)
            break;
        memcpy(entries + size, &head, FUSE_NAME_OFFSET);
        memcpy(entries + size + FUSE_NAME_OFFSET, entry->d_name, head.namelen);
        size += needed;
    }
    reply(unique, 0, entries, size);
    free(entries);
}

static void read_file(uint64_t unique, const struct fuse_read_in *read)
{
    char *bytes = malloc(read->size);
    if (!bytes)
        fail("slow-filesystem");
    ssize_t size = pread((int)read->fh, bytes, read->size, (off_t)read->offset);
    reply(unique, size < 0 ? errno : 0, bytes, size < 0 ? 0 : (size_t)size);
    free(bytes);
}

static void get_space(uint64_t unique)
{
    struct statvfs space;
    if (statvfs(path_of(FUSE_ROOT_ID), &space) < 0)
        return reply(unique, errno, NULL, 0);
    struct fuse_statfs_out out = {
        .st = {.blocks = space.f_blocks, .bfree = space.f_bfree, .bavail = space.f_bavail, .files = space.f_files,
               .ffree = space.f_ffree, .bsize = (uint32_t)space.f_bsize, .namelen = 255,
               .frsize = (uint32_t)space.f_frsize},
    };
    reply(unique, 0, &out, sizeof out);
}

static void begin(uint64_t unique, const struct fuse_init_in *wanted)
{
    struct fuse_init_out init = {
        .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_readahead = wanted->max_readahead,
        .flags = wanted->flags & (FUSE_ASYNC_READ | FUSE_PARALLEL_DIROPS | FUSE_BIG_WRITES), .max_background = 128,
        .congestion_threshold = 128, .max_write = 65536,
    };
    reply(unique, 0, &init, sizeof init);
}

static void answer(const struct fuse_in_header *request, const void *body)
{
    uint64_t unique = request->unique;
    const struct fuse_release_in *release = body;
    switch (request->opcode) {
    case FUSE_INIT:
        return begin(unique, body);
    case FUSE_LOOKUP:
        return look_up(unique, request->nodeid, body);
    case FUSE_GETATTR:
        return get_attributes(unique, request->nodeid);
    case FUSE_OPEN:
        return open_file(unique, request->nodeid);
    case FUSE_OPENDIR:
        return open_folder(unique, request->nodeid);
    case FUSE_READ:
        return read_file(unique, body);
    case FUSE_READDIR:
        return list(unique, body);
    case FUSE_STATFS:
        return get_space(unique);
    case FUSE_FLUSH:
        if (stops_at_closing && is_photod(request->pid)) {
            stops_at_closing = 0;
            raise(SIGSTOP);
        }
        return reply(unique, 0, NULL, 0);
    case FUSE_RELEASE:
        close((int)release->fh);
        return reply(unique, 0, NULL, 0);
    case FUSE_RELEASEDIR:
        closedir((DIR *)(uintptr_t)release->fh);
        return reply(unique, 0, NULL, 0);
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT:
        return;
    default:
        return reply(unique, ENOSYS, NULL, 0);
    }
}

static void prepare(const char *place, const char *folder)
{
    node_of("");
    node_of(folder);
    device = open("/dev/fuse", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (device < 0)
        fail("/dev/fuse");
    char options[128];
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other", device, getuid(), getgid());
    if (mount("slow", place, "fuse.slow", MS_NOSUID | MS_NODEV, options) < 0)
        fail(place);
}

int main(int count, char **arguments)
{
    if (count != 6) {
        fputs("slow-filesystem MOUNT-POINT FOLDER MICROSECONDS asked|silent PIPE\n", stderr);
        return 2;
    }
    delay = strtoull(arguments[3], NULL, 10) * 1000;
    is_silent = strcmp(arguments[4], "silent") == 0;
    prepare(arguments[1], arguments[2]);
    int ready = open(arguments[5], O_WRONLY | O_CLOEXEC);
    if (ready < 0 || write(ready, "", 1) != 1)
        fail(arguments[5]);
    close(ready);
    struct sigaction action = {.sa_handler = stop_at_closing};
    sigaction(SIGUSR1, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    static _Alignas(8) char request[REQUEST_SIZE];
    while (1) {
        struct pollfd waiting = {.fd = device, .events = POLLIN};
        uint64_t time = now();
        uint64_t rest = !first || first->due <= time ? 0 : first->due - time;
        struct timespec patience = {.tv_sec = (time_t)(rest / 1000000000u), .tv_nsec = (long)(rest % 1000000000u)};
        if (ppoll(&waiting, 1, first ? &patience : NULL, NULL) < 0 && errno != EINTR)
            fail("poll");
        send_due();
        ssize_t size = read(device, request, sizeof request);
        if (size < 0 && (errno == EINTR || errno == ENOENT || errno == EAGAIN))
            continue;
        if (size < (ssize_t)sizeof(struct fuse_in_header))
            return 0;
        answer((const struct fuse_in_header *)request, request + sizeof(struct fuse_in_header));
    }
}
