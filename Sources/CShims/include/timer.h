#ifndef PHOTOD_TIMER_H
#define PHOTOD_TIMER_H

#include <stdint.h>

/* A timerfd(2) of the monotonic clock that is not set. Returns a descriptor, or -1 with errno. */
int photod_timer_descriptor(void);

/* Sets it, in nanoseconds from now, or unsets it with 0. What had expired and was not read is forgotten. */
void photod_timer_set(int descriptor, uint64_t nanoseconds);

#endif
