#include "timer.h"

#include <sys/timerfd.h>
#include <time.h>

int photod_timer_descriptor(void)
{
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

void photod_timer_set(int descriptor, uint64_t nanoseconds)
{
    const struct itimerspec time = {
        .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000},
    };
    /* It fails for a bad descriptor or a bad time only. */
    timerfd_settime(descriptor, 0, &time, NULL);
}
