#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

static int prepare_descriptors(posix_spawn_file_actions_t *actions, int socket, int words)
{
    int error = posix_spawn_file_actions_adddup2(actions, socket, 3);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, words, 2);
    if (!error)
        error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
    /* Everything the daemon opens is close-on-exec; this covers what it was started with. */
    if (!error)
        error = posix_spawn_file_actions_addclosefrom_np(actions, 4);
    return error;
}

static int prepare_attributes(posix_spawnattr_t *attributes)
{
    sigset_t signals;
    sigfillset(&signals);
    int error = posix_spawnattr_setsigdefault(attributes, &signals);
    sigemptyset(&signals);
    if (!error)
        error = posix_spawnattr_setsigmask(attributes, &signals);
    if (!error)
        error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    return error;
}

int photod_spawn_worker(
    const char *path, int socket, int words, char *const arguments[], char *const environment[], pid_t *process)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    error = prepare_descriptors(&actions, socket, words);
    if (!error)
        error = prepare_attributes(&attributes);
    if (!error)
        error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/*
 * SIGPIPE and SIGXFSZ are a child's as is usual: whoever ignores them here, as writing then fails with EPIPE or EFBIG, does
 * not speak for others, and a shell could not even have them back (trap in POSIX).
 */
static int spawn(
    const char *program,
    char *const arguments[],
    const posix_spawn_file_actions_t *actions,
    short flags,
    pid_t *process)
{
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error)
        return error;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    error = posix_spawnattr_setsigdefault(&attributes, &signals);
    if (!error)
        error = posix_spawnattr_setflags(&attributes, (short)(flags | POSIX_SPAWN_SETSIGDEF));
    if (!error)
        error = posix_spawnp(process, program, actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

int photod_spawn(const char *program, char *const arguments[], pid_t *process)
{
    return spawn(program, arguments, NULL, 0, process);
}

/* As spawn(), with /dev/null as 0. What is written to 1 comes out of `output`, and so does what is written to 2 if `errors`. */
static int spawn_with_output(
    const char *program, char *const arguments[], int errors, short flags, int *output, pid_t *process)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (!error) {
        error = posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        if (!error)
            error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        if (!error)
            error = errors ? posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
                           : posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
        if (!error)
            error = spawn(program, arguments, &actions, flags, process);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (error)
        close(ends[0]);
    else
        *output = ends[0];
    return error;
}

int photod_spawn_for_output(const char *program, char *const arguments[], int *output, pid_t *process)
{
    return spawn_with_output(program, arguments, 0, 0, output, process);
}

int photod_spawn_detached(const char *program, char *const arguments[], int *output, pid_t *process)
{
    return spawn_with_output(program, arguments, 1, POSIX_SPAWN_SETSID, output, process);
}

int photod_words_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        return -1;
    /* Above what a worker's descriptors are, so that none of those is made of it before it is theirs. */
    int upper = fcntl(ends[1], F_DUPFD_CLOEXEC, 4);
    int reason = errno;
    close(ends[1]);
    if (upper >= 0 && fcntl(upper, F_SETPIPE_SZ, 4096) >= 0) {
        ends[1] = upper;
        return 0;
    }
    if (upper >= 0) {
        reason = errno;
        close(upper);
    }
    close(ends[0]);
    errno = reason;
    return -1;
}

int photod_claim_standard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0)
            continue;
        /*
         * The lowest that is free is this one. It is for children, too, so it is not close-on-exec. Output fails, as it does
         * where there is none: who asked for it is not to believe that it went somewhere.
         */
        if (open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0)
            return -1;
    }
    return 0;
}

int photod_process_descriptor(pid_t process)
{
    return (int)syscall(SYS_pidfd_open, process, 0U);
}

int photod_die_with_parent(void)
{
    return prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
}

int photod_renounce_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
}

static int limit(__rlimit_resource_t resource, rlim_t wanted)
{
    struct rlimit limits;
    if (getrlimit(resource, &limits) < 0)
        return -1;
    /* RLIM_INFINITY is the largest number there is, so it needs no case of its own. */
    if (wanted > limits.rlim_max)
        wanted = limits.rlim_max;
    limits.rlim_cur = wanted;
    limits.rlim_max = wanted;
    return setrlimit(resource, &limits);
}

int photod_limit_data(uint64_t bytes)
{
    return limit(RLIMIT_DATA, bytes);
}

int photod_limit_address_space(uint64_t bytes)
{
    return limit(RLIMIT_AS, bytes);
}

int photod_limit_stack(uint64_t bytes)
{
    return limit(RLIMIT_STACK, bytes);
}

int photod_limit_file_size(uint64_t bytes)
{
    return limit(RLIMIT_FSIZE, bytes);
}

int photod_limit_core(uint64_t bytes)
{
    return limit(RLIMIT_CORE, bytes);
}

int photod_limit_descriptors(uint64_t count)
{
    return limit(RLIMIT_NOFILE, count);
}
