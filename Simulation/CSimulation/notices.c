/* Events, timers, sockets, processes and clocks. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "kernel.h"
#include "real.h"
#include "scheduler.h"

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

#define CALL(name, expression)                                                                                         \
    do {                                                                                                               \
        at_call(name);                                                                                                 \
        return answer(name, expression);                                                                               \
    } while (0)

/* MARK: inotify, eventfd, timerfd */

REAL(int, inotify_init1, int)
REAL(int, inotify_add_watch, int, const char *, uint32_t)
REAL(int, inotify_rm_watch, int, int)

int inotify_init1(int flags)
{
    if (!is_simulated())
        return real_inotify_init1_function()(flags);
    CALL("inotify_init", simulated_inotify(flags));
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask)
{
    if (!owns_descriptor(descriptor))
        return real_inotify_add_watch_function()(descriptor, path, mask);
    CALL("inotify_add_watch", simulated_watch(descriptor, path, mask));
}

int inotify_rm_watch(int descriptor, int watch)
{
    if (!owns_descriptor(descriptor))
        return real_inotify_rm_watch_function()(descriptor, watch);
    CALL("inotify_rm_watch", simulated_unwatch(descriptor, watch));
}

REAL(int, eventfd, unsigned, int)
REAL(int, timerfd_create, int, int)
REAL(int, timerfd_settime, int, int, const struct itimerspec *, struct itimerspec *)

int eventfd(unsigned count, int flags)
{
    if (!is_simulated())
        return real_eventfd_function()(count, flags);
    CALL("eventfd", simulated_event(count, flags));
}

int timerfd_create(int clock, int flags)
{
    if (!is_simulated())
        return real_timerfd_create_function()(clock, flags);
    CALL("timerfd_create", simulated_timer(clock, flags));
}

static uint64_t nanoseconds(struct timespec time)
{
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    if (!owns_descriptor(descriptor))
        return real_timerfd_settime_function()(descriptor, flags, value, old);
    CALL(
        "timerfd_settime",
        simulated_set_timer(descriptor, flags, nanoseconds(value->it_value), nanoseconds(value->it_interval)));
}

/* MARK: Pipes and sockets */

REAL(int, pipe2, int *, int)
REAL(int, socketpair, int, int, int, int *)
REAL(ssize_t, sendmsg, int, const struct msghdr *, int)
REAL(ssize_t, recvmsg, int, struct msghdr *, int)
REAL(int, shutdown, int, int)

int pipe2(int ends[2], int flags)
{
    if (!is_simulated())
        return real_pipe2_function()(ends, flags);
    CALL("pipe", simulated_pipe(ends, flags));
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    if (!is_simulated())
        return real_socketpair_function()(domain, type, protocol, ends);
    CALL("socketpair", simulated_socket_pair(type, ends));
}

static struct cmsghdr *descriptors_in(const struct msghdr *message, size_t *count)
{
    struct cmsghdr *control = message->msg_control ? CMSG_FIRSTHDR(message) : NULL;
    *count = control ? (control->cmsg_len - CMSG_LEN(0)) / sizeof(int) : 0;
    return control;
}

static bool waits(int descriptor, int flags)
{
    return !(flags & MSG_DONTWAIT) && !(simulated_flags(descriptor, F_GETFL, 0) & O_NONBLOCK);
}

static long send_message(int descriptor, const struct msghdr *message, int flags)
{
    size_t count;
    struct cmsghdr *control = descriptors_in(message, &count);
    int passed[64];
    if (count > 64 || message->msg_iovlen != 1)
        return -EINVAL;
    if (count)
        memcpy(passed, CMSG_DATA(control), count * sizeof(int));
    while (true) {
        long sent = simulated_send(
            descriptor, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len, passed, count);
        if (sent != -EAGAIN || !waits(descriptor, flags))
            return sent;
        struct pollfd entry = {.fd = descriptor, .events = POLLOUT};
        wait_for_descriptors(&entry, 1, FOR_EVER);
    }
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    if (!owns_descriptor(descriptor))
        return real_sendmsg_function()(descriptor, message, flags);
    CALL("sendmsg", send_message(descriptor, message, flags));
}

static long receive_message(int descriptor, struct msghdr *message, int flags)
{
    int passed[64];
    size_t room = message->msg_controllen >= CMSG_LEN(0) ? (message->msg_controllen - CMSG_LEN(0)) / sizeof(int) : 0;
    size_t count = 0;
    long received;
    while (true) {
        count = room < 64 ? room : 64;
        received = simulated_receive(
            descriptor, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len, passed, &count);
        if (received != -EAGAIN || !waits(descriptor, flags))
            break;
        struct pollfd entry = {.fd = descriptor, .events = POLLIN};
        wait_for_descriptors(&entry, 1, FOR_EVER);
    }
    message->msg_flags = 0;
    if (received < 0)
        return received;
    if ((size_t)received > message->msg_iov[0].iov_len) {
        message->msg_flags |= MSG_TRUNC;
        received = (long)message->msg_iov[0].iov_len;
    }
    if (count == 0) {
        message->msg_controllen = 0;
        return received;
    }
    struct cmsghdr *control = message->msg_control;
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(control), passed, count * sizeof(int));
    message->msg_controllen = CMSG_SPACE(count * sizeof(int));
    return received;
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
    if (!owns_descriptor(descriptor))
        return real_recvmsg_function()(descriptor, message, flags);
    CALL("recvmsg", receive_message(descriptor, message, flags));
}

REAL(ssize_t, recv, int, void *, size_t, int)

static long receive_bytes(int descriptor, void *buffer, size_t length, int flags)
{
    while (true) {
        size_t count = 0;
        long received = simulated_receive(descriptor, buffer, length, NULL, &count);
        if (received == -EAGAIN && waits(descriptor, flags)) {
            struct pollfd entry = {.fd = descriptor, .events = POLLIN};
            wait_for_descriptors(&entry, 1, FOR_EVER);
            continue;
        }
        return received > (long)length && !(flags & MSG_TRUNC) ? (long)length : received;
    }
}

ssize_t recv(int descriptor, void *buffer, size_t length, int flags)
{
    if (!owns_descriptor(descriptor))
        return real_recv_function()(descriptor, buffer, length, flags);
    CALL("recv", receive_bytes(descriptor, buffer, length, flags));
}

int shutdown(int descriptor, int how)
{
    if (!owns_descriptor(descriptor))
        return real_shutdown_function()(descriptor, how);
    CALL("shutdown", simulated_shutdown(descriptor, how));
}

/* MARK: Processes */

REAL(int, posix_spawn, pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
     char *const *)
REAL(int, posix_spawn_file_actions_adddup2, posix_spawn_file_actions_t *, int, int)
REAL(pid_t, waitpid, pid_t, int *, int)
REAL(int, kill, pid_t, int)

static simulation_worker worker;

void simulation_when_spawned(simulation_worker body) { worker = body; }

/* The descriptor that the next process has as its third: nobody asks a list of actions what is in it. */
static __thread int handed_on = -1;

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to)
{
    if (!owns_descriptor(from))
        return real_posix_spawn_file_actions_adddup2_function()(actions, from, to);
    if (to == 3)
        handed_on = from;
    return 0;
}

struct started {
    int socket;
    int process;
};

static void *run_worker(void *argument)
{
    struct started started = *(struct started *)argument;
    free(argument);
    pthread_setname_np(pthread_self(), "worker");
    worker(started.socket);
    simulated_close(started.socket);
    simulated_process_ends(started.process, 0);
    return NULL;
}

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[])
{
    if (!is_simulated())
        return real_posix_spawn_function()(process, path, actions, attributes, arguments, environment);
    at_call("posix_spawn");
    if (!worker || handed_on < 0)
        return ENOENT;
    if (fails(faults.starts)) {
        handed_on = -1;
        return EAGAIN;
    }
    long socket = simulated_dup(handed_on, 0), number = simulated_process();
    handed_on = -1;
    if (socket < 0)
        return (int)-socket;
    struct started *started = malloc(sizeof *started);
    *started = (struct started){.socket = (int)socket, .process = (int)number};
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_t handle;
    int error = simulated_thread(&handle, &detached, run_worker, started);
    pthread_attr_destroy(&detached);
    *process = (pid_t)number;
    return error;
}

pid_t waitpid(pid_t process, int *status, int options)
{
    if (!is_simulated())
        return real_waitpid_function()(process, status, options);
    at_call("waitpid");
    while (true) {
        long ended = simulated_wait(process, status);
        if (ended != 0 || (options & WNOHANG))
            return (pid_t)answer("waitpid", ended);
        /* Nobody wakes for this; it is asked again when something else is due. */
        sleep_until(simulated_monotonic() + 1000000);
    }
}

int kill(pid_t process, int signal)
{
    if (!is_simulated())
        return real_kill_function()(process, signal);
    CALL("kill", simulated_kill(process, signal));
}

/* MARK: Clocks */

REAL(int, clock_gettime, clockid_t, struct timespec *)

static struct timespec as_timespec(int64_t time)
{
    return (struct timespec){.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!is_simulated())
        return real_clock_gettime_function()(clock, time);
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: *time = as_timespec(simulated_realtime()); break;
    default: *time = as_timespec((int64_t)simulated_monotonic());
    }
    return 0;
}

REAL(int, gettimeofday, struct timeval *, void *)

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    if (!is_simulated())
        return real_gettimeofday_function()(time, zone);
    struct timespec now = as_timespec(simulated_realtime());
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *place)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place)
        *place = now.tv_sec;
    return now.tv_sec;
}

REAL(int, nanosleep, const struct timespec *, struct timespec *)

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    if (!is_simulated())
        return real_nanosleep_function()(time, rest);
    sleep_until(simulated_monotonic() + nanoseconds(*time));
    return 0;
}

int usleep(useconds_t microseconds)
{
    struct timespec time = as_timespec((int64_t)microseconds * 1000);
    return nanosleep(&time, NULL);
}
