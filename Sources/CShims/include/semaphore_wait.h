#ifndef PHOTOD_SEMAPHORE_WAIT_H
#define PHOTOD_SEMAPHORE_WAIT_H

#include <semaphore.h>
#include <stdint.h>

/*
 * Waits for a semaphore until a time of CLOCK_MONOTONIC, in nanoseconds: setting the clock changes nothing. Swift does not
 * see sem_clockwait(3), a GNU extension. Returns 0 where nobody posted in time, else 1.
 */
int photod_semaphore_wait_until(sem_t *semaphore, uint64_t deadline);

#endif
