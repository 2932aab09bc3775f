/* Threads, and what they wait with: mutexes, conditions, and the futexes of Swift's own mutexes. */
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "kernel.h"
#include "real.h"
#include "scheduler.h"
#include "turns.h"

static uint64_t nanoseconds(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}

REAL(int, pthread_detach, pthread_t)

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    if (!is_simulated())
        return real_pthread_create(handle, attributes, body, argument);
    return simulated_thread(handle, attributes, body, argument);
}

int pthread_join(pthread_t handle, void **result)
{
    return is_simulated() ? simulated_join(handle, result) : real_pthread_join(handle, result);
}

int pthread_detach(pthread_t handle)
{
    return is_simulated() ? forget_turns(handle) : real_pthread_detach_function()(handle);
}

/* MARK: What a thread is called, and what it has used */

REAL(int, pthread_setname_np, pthread_t, const char *)

int pthread_setname_np(pthread_t handle, const char *name)
{
    if (!is_simulated())
        return real_pthread_setname_np_function()(handle, name);
    struct thread *thread = thread_with(handle);
    if (thread)
        snprintf(thread->name, sizeof thread->name, "%s", name);
    return 0;
}

REAL(pid_t, gettid, void)
REAL(int, setpriority, __priority_which_t, id_t, int)

pid_t gettid(void) { return is_simulated() ? turn_number() : real_gettid_function()(); }

/* Who goes on is drawn, whatever anybody would prefer. */
int setpriority(__priority_which_t which, id_t who, int niceness)
{
    return is_simulated() ? 0 : real_setpriority_function()(which, who, niceness);
}

REAL(int, getrusage, __rusage_who_t, struct rusage *)

int getrusage(__rusage_who_t who, struct rusage *usage)
{
    int result = real_getrusage_function()(who, usage);
    if (is_simulated() && result == 0 && who == RUSAGE_THREAD)
        usage->ru_inblock = usage->ru_nvcsw = current->disk_reads;
    return result;
}

/* MARK: Mutexes and conditions */

REAL(int, pthread_mutex_lock, pthread_mutex_t *)
REAL(int, pthread_mutex_unlock, pthread_mutex_t *)
REAL(int, pthread_mutex_trylock, pthread_mutex_t *)

static int take(pthread_mutex_t *mutex)
{
    int error;
    while ((error = real_pthread_mutex_trylock_function()(mutex)) == EBUSY)
        wait_for(mutex, FOR_EVER);
    return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return is_simulated() ? take(mutex) : real_pthread_mutex_lock_function()(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int error = real_pthread_mutex_unlock_function()(mutex);
    if (is_simulated())
        wake_all(mutex);
    return error;
}

REAL(int, pthread_cond_wait, pthread_cond_t *, pthread_mutex_t *)
REAL(int, pthread_cond_timedwait, pthread_cond_t *, pthread_mutex_t *, const struct timespec *)
REAL(int, pthread_cond_signal, pthread_cond_t *)
REAL(int, pthread_cond_broadcast, pthread_cond_t *)

static int await(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline)
{
    pthread_mutex_unlock(mutex);
    bool woken = wait_for(condition, deadline);
    take(mutex);
    return woken ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (!is_simulated())
        return real_pthread_cond_wait_function()(condition, mutex);
    return await(condition, mutex, FOR_EVER);
}

/* All conditions of the daemon are of the monotonic clock. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    if (!is_simulated())
        return real_pthread_cond_timedwait_function()(condition, mutex, deadline);
    return await(condition, mutex, nanoseconds(deadline));
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    if (!is_simulated())
        return real_pthread_cond_signal_function()(condition);
    wake_one(condition);
    at_lock();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (!is_simulated())
        return real_pthread_cond_broadcast_function()(condition);
    wake_all(condition);
    at_lock();
    return 0;
}

/* MARK: Swift's mutexes */

/* A futex that knows its owner (futex(2), priority inheritance): its word is the owner's thread identifier, and
 * FUTEX_WAITERS with it makes the owner call the kernel to give it back. */
static long lock_owned(_Atomic uint32_t *word)
{
    uint32_t self = (uint32_t)turn_number();
    while (true) {
        uint32_t seen = 0;
        if (atomic_compare_exchange_strong(word, &seen, self))
            return 0;
        if (!(seen & FUTEX_WAITERS) && !atomic_compare_exchange_strong(word, &seen, seen | FUTEX_WAITERS))
            continue;
        wait_for((const void *)word, FOR_EVER);
    }
}

static long unlock_owned(_Atomic uint32_t *word)
{
    atomic_store(word, 0);
    wake_all((const void *)word);
    return 0;
}

static long wait_on_word(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline)
{
    if ((uint32_t)atomic_load(word) != expected)
        return -EAGAIN;
    return wait_for((const void *)word, deadline) ? 0 : -ETIMEDOUT;
}

static long simulated_futex(long arguments[6])
{
    _Atomic uint32_t *word = (_Atomic uint32_t *)arguments[0];
    const struct timespec *time = (const struct timespec *)arguments[3];
    switch (arguments[1] & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_LOCK_PI: return lock_owned(word);
    case FUTEX_UNLOCK_PI: return unlock_owned(word);
    case FUTEX_TRYLOCK_PI: {
        uint32_t seen = 0;
        return atomic_compare_exchange_strong(word, &seen, (uint32_t)turn_number()) ? 0 : -EAGAIN;
    }
    case FUTEX_WAIT:
        return wait_on_word(
            word, (uint32_t)arguments[2], time ? simulated_monotonic() + nanoseconds(time) : FOR_EVER);
    case FUTEX_WAKE: wake_all((const void *)word); return 1;
    }
    return -ENOSYS;
}

/* MARK: Calls without a name */

long syscall(long number, ...)
{
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int position = 0; position < 6; position++)
        arguments[position] = va_arg(list, long);
    va_end(list);
    long result = -ENOSYS;
    bool is_known = false;
    if (is_simulated()) {
        is_known = true;
        switch (number) {
        case SYS_futex: result = simulated_futex(arguments); break;
        case SYS_gettid: result = turn_number(); break;
        case SYS_ioprio_set: result = 0; break;
        case SYS_getdents64:
        case SYS_openat2:
        case SYS_pidfd_open:
        case SYS_memfd_create:
        case SYS_getrandom: is_known = simulated_numbered_call(number, arguments, &result); break;
        default: is_known = false;
        }
    }
    if (!is_known)
        return real_syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}
