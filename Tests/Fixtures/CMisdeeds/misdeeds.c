#include "misdeeds.h"

#include "calls.h"
#include "memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define DAEMON_SOCKET 3

static int outcome(long result)
{
    return result < 0 ? MISDEED_REFUSED : MISDEED_DONE;
}

/* Files. */

static int create_file(const char *path, int photo)
{
    (void)photo;
    return outcome(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0600));
}

static int open_file(const char *path, int photo)
{
    (void)photo;
    return outcome(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY));
}

static int look_at_file(const char *path, int photo)
{
    (void)photo;
    char status[256];
    return outcome(syscall(SYS_statx, AT_FDCWD, path, 0, 0x7FFU, status));
}

static int remove_file(const char *path, int photo)
{
    (void)photo;
    return outcome(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

static int write_photo(const char *argument, int photo)
{
    (void)argument;
    return outcome(syscall(SYS_write, photo, "x", 1));
}

static int write_into_photo(const char *argument, int photo)
{
    (void)argument;
    return outcome(syscall(SYS_pwrite64, photo, "x", 1, 0));
}

static int cut_photo(const char *argument, int photo)
{
    (void)argument;
    return outcome(syscall(SYS_ftruncate, photo, 0));
}

/* Looks in every descriptor there may be for a file that begins with the argument. */
static int find_descriptor(const char *secret, int photo)
{
    for (int descriptor = 0; descriptor < 4096; descriptor++) {
        char text[64] = {0};
        if (descriptor != photo && pread(descriptor, text, sizeof text - 1, 0) > 0
            && strncmp(text, secret, strlen(secret)) == 0)
            return MISDEED_DONE;
    }
    return MISDEED_REFUSED;
}

/* Others. */

static int connect_to(const void *address, socklen_t length, int family)
{
    int descriptor = (int)syscall(SYS_socket, family, SOCK_STREAM, 0);
    if (descriptor < 0)
        return MISDEED_REFUSED;
    return outcome(syscall(SYS_connect, descriptor, address, length));
}

static int connect_to_path(const char *path, int photo)
{
    (void)photo;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return connect_to(&address, sizeof address, AF_UNIX);
}

static int connect_to_port(const char *port, int photo)
{
    (void)photo;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(port)),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    return connect_to(&address, sizeof address, AF_INET);
}

static int reconnect_to_path(const char *path, int photo)
{
    (void)photo;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return outcome(syscall(SYS_connect, DAEMON_SOCKET, &address, sizeof address));
}

static int kill_parent(const char *argument, int photo)
{
    (void)photo;
    return outcome(syscall(SYS_kill, atoi(argument), SIGKILL));
}

static int trace_parent(const char *argument, int photo)
{
    (void)photo;
    return outcome(syscall(SYS_ptrace, PTRACE_ATTACH, atoi(argument), 0, 0));
}

/* Processes and threads. A child stays, so that whoever looks for it finds it. */

static int start_child(long flags)
{
    long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        for (;;)
            pause();
    }
    return outcome(child);
}

static int fork_child(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return start_child(0);
}

static int fork_child_like_vfork(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return start_child(CLONE_VM | CLONE_VFORK);
}

static char *const no_words[] = {NULL};

static int spawn_program(const char *path, int photo)
{
    (void)photo;
    pid_t child;
    char *const words[] = {(char *)path, NULL};
    return posix_spawn(&child, path, NULL, NULL, words, no_words) == 0 ? MISDEED_DONE : MISDEED_REFUSED;
}

static int become_program(const char *path, int photo)
{
    (void)photo;
    char *const words[] = {(char *)path, NULL};
    return outcome(syscall(SYS_execve, path, words, no_words));
}

static int live(void *stack)
{
    (void)stack;
    for (;;)
        pause();
    return 0;
}

static int start_thread(const char *argument, int photo)
{
    (void)argument, (void)photo;
    static char stack[65536] __attribute__((aligned(16)));
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    return outcome(clone(live, stack + sizeof stack, flags, NULL));
}

/* The box itself. */

static int raise_limits(const char *argument, int photo)
{
    (void)argument, (void)photo;
    struct rlimit limits = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
    return outcome(setrlimit(RLIMIT_DATA, &limits));
}

static int outlive_parent(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return outcome(syscall(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0));
}

/* The daemon. */

static int spin(const char *argument, int photo)
{
    (void)argument, (void)photo;
    for (volatile unsigned turns = 0;; turns++) { }
}

static int leave(const char *argument, int photo)
{
    (void)argument, (void)photo;
    _exit(0);
}

static int close_socket(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return outcome(close(DAEMON_SOCKET));
}

static int send_bytes(int byte, size_t length)
{
    static char bytes[100000];
    memset(bytes, byte, length);
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    return outcome(syscall(SYS_sendmsg, DAEMON_SOCKET, &message, MSG_NOSIGNAL));
}

static int send_garbage(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return send_bytes(0xA5, 100);
}

static int send_too_much(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return send_bytes(2, 70000);
}

/* Takes the message that is meant for later, and waits where there is none. */
static int take_message(const char *argument, int photo)
{
    (void)argument, (void)photo;
    char bytes[16];
    struct iovec part = {.iov_base = bytes, .iov_len = sizeof bytes};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    return outcome(syscall(SYS_recvmsg, DAEMON_SOCKET, &message, 0));
}

/* Sixteen megabytes, refused where some of them are not taken. */
static int print_much(const char *argument, int photo)
{
    (void)argument, (void)photo;
    static char line[4096];
    memset(line, '!', sizeof line);
    line[sizeof line - 1] = '\n';
    for (int count = 0; count < 4096; count++) {
        if (write(STDERR_FILENO, line, sizeof line) < 0)
            return MISDEED_REFUSED;
    }
    return MISDEED_DONE;
}

static const struct {
    const char *name;
    int (*deed)(const char *argument, int photo);
} deeds[] = {
    {"create-file", create_file}, {"open-file", open_file}, {"look-at-file", look_at_file},
    {"remove-file", remove_file}, {"write-photo", write_photo}, {"write-into-photo", write_into_photo},
    {"cut-photo", cut_photo}, {"find-descriptor", find_descriptor}, {"connect-to-path", connect_to_path},
    {"connect-to-port", connect_to_port}, {"reconnect-to-path", reconnect_to_path},
    {"kill-parent", kill_parent}, {"trace-parent", trace_parent}, {"fork", fork_child},
    {"vfork", fork_child_like_vfork}, {"spawn", spawn_program}, {"exec", become_program},
    {"start-thread", start_thread}, {"raise-limits", raise_limits}, {"outlive-parent", outlive_parent},
    {"spin", spin}, {"leave", leave}, {"close-socket", close_socket}, {"send-garbage", send_garbage},
    {"send-too-much", send_too_much}, {"take-message", take_message}, {"print-much", print_much},
    {"call", call_by_name}, {"take-private-memory", take_private_memory}, {"take-shared-memory", take_shared_memory},
    {"take-stack-memory", take_stack_memory}, {"take-break-memory", take_break_memory},
    {"take-page-tables", take_page_tables}, {"take-deep-stack", take_deep_stack},
    {"map-to-run", map_to_run}, {"map-photo-to-run", map_photo_to_run},
    {"map-photo-to-write", map_photo_to_write}, {"map-photo-to-read", map_photo_to_read},
    {"make-memory-executable", make_memory_executable},
#if defined(__x86_64__)
    {"call-as-32-bits", call_as_32_bits}, {"call-as-x32", call_as_x32},
#endif
};

int misdeed_do(const char *name, const char *argument, int photo)
{
    for (size_t index = 0; index < sizeof deeds / sizeof *deeds; index++) {
        if (strcmp(deeds[index].name, name) == 0)
            return deeds[index].deed(argument, photo);
    }
    return MISDEED_UNKNOWN;
}
