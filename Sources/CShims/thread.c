#include "thread.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void photod_name_thread(const char *name)
{
    char held[16] = {0};
    strncpy(held, name, sizeof held - 1);
    pthread_setname_np(pthread_self(), held);
}

static void lower_thread_priority(int niceness)
{
    pid_t thread = gettid();
    /* Both only ask the scheduler to prefer others. Where it may not be asked, the work is done all the same. */
    int reached = setpriority(PRIO_PROCESS, (id_t)thread, niceness);
    /* IOPRIO_WHO_PROCESS, IOPRIO_CLASS_IDLE << IOPRIO_CLASS_SHIFT: ioprio_set(2), which glibc does not wrap. */
    reached += (int)syscall(SYS_ioprio_set, 1, (int)thread, 3 << 13);
    (void)reached;
}

void photod_lower_thread_priority(void)
{
    lower_thread_priority(10);
}

void photod_lower_thread_priority_to_the_end(void)
{
    lower_thread_priority(19);
}

long photod_thread_disk_reads(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_inblock : 0;
}

long photod_thread_waits(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}

int photod_event_descriptor(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void photod_event_raise(int descriptor)
{
    uint64_t one = 1;
    /* EAGAIN means that the counter is full, and so the descriptor readable. */
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

void photod_event_clear(int descriptor)
{
    uint64_t count;
    /* EAGAIN means that it was clear. */
    ssize_t taken = read(descriptor, &count, sizeof count);
    (void)taken;
}
