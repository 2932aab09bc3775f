#ifndef PHOTOD_SIMULATION_CALLS_H
#define PHOTOD_SIMULATION_CALLS_H

#include <pthread.h>
#include <stdbool.h>

int simulated_thread(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument);
int simulated_join(pthread_t handle, void **result);

/* A call by its number. Returns false where it is no business of the simulation. */
bool simulated_numbered_call(long number, long arguments[6], long *result);

#endif
