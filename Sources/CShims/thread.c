#include "thread.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

void photod_name_thread(const char *name)
{
    char held[16] = {0};
    strncpy(held, name, sizeof held - 1);
    pthread_setname_np(pthread_self(), held);
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
