#ifndef PHOTOD_SIMULATION_TURNS_H
#define PHOTOD_SIMULATION_TURNS_H

#include <pthread.h>

struct strand;
struct thread;

/* The calling thread, which has the turn. */
void begin_turns(struct thread *first);

/* Gives `thread` a handle, and a stack where it waits for its first turn, to run run_thread(). Returns an error number. */
int make_turns(struct thread *thread, const pthread_attr_t *attributes);

/* Gives the turn to another thread, and returns when it has come back. */
void give_turn(struct thread *self, struct thread *chosen);

/* Of a thread that is over, or when it will be: nobody asks for what it returned, or somebody did. */
int forget_turns(pthread_t handle);
int join_turns(pthread_t handle, void **result);

/* As gettid(2), a number that no other thread of the simulation has. */
int turn_number(void);

#endif
