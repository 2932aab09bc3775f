/*
 * A file system of one file, for tests of mounts that hang: as long as this program is stopped (SIGSTOP), every call
 * into it waits.
 *
 *     stalling-filesystem MOUNT-POINT FILE PIPE
 *
 * FILE appears as "a.jpg". A byte is written to PIPE when it is mounted. It ends when it is unmounted. After SIGUSR1 it
 * stops by itself when a thread of photod or its gallery, and not of the workers, closes the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NAME "a.jpg"
#define PHOTO 2

static char content[1 << 16];
static size_t content_size;
static int device;
static volatile sig_atomic_t stops_at_closing;

static void stop_at_closing(int number)
{
    (void)number;
    stops_at_closing = 1;
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

static void reply(uint64_t unique, int error, const void *body, size_t size)
{
    struct fuse_out_header header = {
        .len = (uint32_t)(sizeof header + size), .error = -error, .unique = unique,
    };
    struct iovec parts[] = {{&header, sizeof header}, {(void *)body, size}};
    /* The call may have been given up: nobody waits for the answer then. */
    if (writev(device, parts, size > 0 ? 2 : 1) < 0 && errno != ENOENT)
        perror("answering");
}

static struct fuse_attr attributes(uint64_t node)
{
    struct fuse_attr attributes = {
        .ino = node, .nlink = 1, .mode = S_IFREG | 0644, .size = content_size, .mtime = 1478349296, .blksize = 4096,
    };
    if (node == FUSE_ROOT_ID) {
        attributes.mode = S_IFDIR | 0755;
        attributes.nlink = 2;
        attributes.size = 0;
    }
    return attributes;
}

static size_t entry(char *place, uint64_t node, uint64_t next, uint32_t type, const char *name)
{
    struct fuse_dirent head = {.ino = node, .off = next, .namelen = (uint32_t)strlen(name), .type = type};
    memcpy(place, &head, FUSE_NAME_OFFSET);
    memcpy(place + FUSE_NAME_OFFSET, name, head.namelen);
    return FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + head.namelen);
}

static void list(uint64_t unique, uint64_t offset)
{
    char entries[256] = {0};
    size_t size = 0;
    if (offset == 0) {
        size = entry(entries, FUSE_ROOT_ID, 1, S_IFDIR >> 12, ".");
        size += entry(entries + size, PHOTO, 2, S_IFREG >> 12, NAME);
    }
    reply(unique, 0, entries, size);
}

static void look_up(uint64_t unique, const char *name)
{
    if (strcmp(name, NAME) != 0)
        return reply(unique, ENOENT, NULL, 0);
    struct fuse_entry_out answer = {.nodeid = PHOTO, .attr = attributes(PHOTO)};
    reply(unique, 0, &answer, sizeof answer);
}

static void answer(const struct fuse_in_header *request, const void *body)
{
    uint64_t unique = request->unique;
    switch (request->opcode) {
    case FUSE_INIT: {
        struct fuse_init_out init = {
            .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_readahead = 65536, .max_write = 4096,
        };
        return reply(unique, 0, &init, sizeof init);
    }
    case FUSE_GETATTR: {
        struct fuse_attr_out out = {.attr = attributes(request->nodeid)};
        return reply(unique, 0, &out, sizeof out);
    }
    case FUSE_LOOKUP:
        return look_up(unique, body);
    case FUSE_OPEN:
    case FUSE_OPENDIR: {
        struct fuse_open_out out = {0};
        return reply(unique, 0, &out, sizeof out);
    }
    case FUSE_READDIR:
        return list(unique, ((const struct fuse_read_in *)body)->offset);
    case FUSE_READ: {
        const struct fuse_read_in *read = body;
        size_t start = read->offset < content_size ? read->offset : content_size;
        size_t size = content_size - start < read->size ? content_size - start : read->size;
        return reply(unique, 0, content + start, size);
    }
    case FUSE_STATFS: {
        struct fuse_statfs_out out = {.st = {.bsize = 4096, .namelen = 255}};
        return reply(unique, 0, &out, sizeof out);
    }
    case FUSE_FLUSH:
        if (stops_at_closing && is_photod(request->pid)) {
            stops_at_closing = 0;
            raise(SIGSTOP);
        }
        return reply(unique, 0, NULL, 0);
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR:
        return reply(unique, 0, NULL, 0);
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT:
        return;
    default:
        return reply(unique, ENOSYS, NULL, 0);
    }
}

static int prepare(const char *place, const char *file)
{
    int photo = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t size = photo < 0 ? -1 : read(photo, content, sizeof content);
    if (size < 0)
        return -1;
    content_size = (size_t)size;
    close(photo);

    device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (device < 0)
        return -1;
    char options[128];
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%u,group_id=%u,allow_other", device, getuid(),
             getgid());
    return mount("stalling", place, "fuse", MS_NOSUID | MS_NODEV, options);
}

int main(int count, char **arguments)
{
    if (count != 4 || prepare(arguments[1], arguments[2]) < 0) {
        perror("stalling-filesystem");
        return 1;
    }
    struct sigaction action = {.sa_handler = stop_at_closing};
    sigaction(SIGUSR1, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int ready = open(arguments[3], O_WRONLY | O_CLOEXEC);
    if (ready < 0 || write(ready, "", 1) != 1)
        return 1;
    close(ready);

    static _Alignas(8) char request[1 << 17];
    while (1) {
        ssize_t size = read(device, request, sizeof request);
        if (size < 0 && (errno == EINTR || errno == ENOENT))
            continue;
        if (size < (ssize_t)sizeof(struct fuse_in_header))
            return 0;
        answer((const struct fuse_in_header *)request, request + sizeof(struct fuse_in_header));
    }
}
