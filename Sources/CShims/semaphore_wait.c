#include "semaphore_wait.h"

#include <errno.h>
#include <semaphore.h>
#include <stdint.h>
#include <time.h>

int photod_semaphore_wait_until(sem_t *semaphore, uint64_t deadline) {
    const struct timespec time = {
        .tv_sec = (time_t)(deadline / 1000000000u),
        .tv_nsec = (long)(deadline % 1000000000u),
    };
    int result;
    do {
        result = sem_clockwait(semaphore, CLOCK_MONOTONIC, &time);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}
