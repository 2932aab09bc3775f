#ifndef PHOTOD_SIMULATION_H
#define PHOTOD_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simulated_file.h"

/*
 * The daemon's own code over a simulated kernel. This library takes the place of the C library's calls, for the threads of
 * one simulation and for what lies below /sim; everything else goes to the C library as ever. One thread of a simulation
 * runs at a time, and who is next is drawn from a seed wherever a call is made: every interleaving can be had again.
 */

/* How often another thread goes on at a call: once in so many. */
struct simulation_pace {
    uint32_t at_calls;
    uint32_t at_locks;
};

/* Starts the program once more, with its arguments, so that neither addresses nor hash values are by chance; returns where that
 * is so. */
void simulation_start_determined(char *const arguments[]);

/* Makes what so many threads of a simulation go on in, for all lives that begin later. */
void simulation_make_strands(int count);

/* The calling thread becomes the simulation's first. */
void simulation_begin(uint64_t seed, struct simulation_pace pace);

/* All other threads of the simulation stop where they are, for ever: the daemon is killed. Descriptors are the caller's
 * business. */
void simulation_abandon_others(void);

/* The calling thread is an ordinary one again. The others have ended or were abandoned. */
void simulation_end(void);

/* Waits so long by the simulated clock. */
void simulation_sleep(uint64_t nanoseconds);

/* How often the first thread, the users', lets another go on, where others always would: once in so many; 0: only when it waits.
 * 1 as a life begins. A program that renames a thousand files does so while the daemon looks at one. */
void simulation_set_haste(uint32_t haste);

/* Lets another thread go on, perhaps. */
void simulation_step(void);

/* A number drawn from the seed, below a bound that is not 0. */
uint32_t simulation_draw(uint32_t bound);

/* What was scheduled so far, in one number: equal for equal seeds. */
uint64_t simulation_trace(void);

/* Handovers from thread to thread so far. */
uint64_t simulation_handovers(void);

/* Threads that are neither over nor abandoned, the caller among them. */
int simulation_threads(void);

/* What fails for the daemon, once in so many; 0: never. */
struct simulation_faults {
    /* Opening a file or folder to read, for want of descriptors. */
    uint32_t opens;
    /* Starting a worker, for want of processes. */
    uint32_t starts;
    /* Nanoseconds that the disk takes to open a file, to look at it and to read of it. */
    uint64_t disk_time;
};

void simulation_set_faults(struct simulation_faults faults);

/* Told when no thread can ever go on. It does not return. */
typedef void (*simulation_stuck)(const char *what);
void simulation_when_stuck(simulation_stuck handler);

/* What is told of each call where somebody listens; `thread` is the number of the thread, in the order of their making. */
typedef void (*simulation_witness)(int thread, const char *call, int64_t result);
void simulation_when_called(simulation_witness witness);

/* Files of indexes are not the simulated kernel's: the simulation does not look at what SQLite does. The daemon is killed: nobody
 * has them open any more, and they are other files from now on, as SQLite remembers in this process what files it has locked. */
void simulation_kill_index(void);

/* After that: of the log of /sim/state's index a beginning is left, with all of it that was synced. */
void simulation_cut_index(void);
/* As if somebody had deleted the index of a state folder, which its last character names; '0': it has none. */
void simulation_lose_index(char state);
/* All indexes are gone. */
void simulation_end_index(void);

/* What a started worker does, in a thread of the simulation; `socket` is its end. */
typedef void (*simulation_worker)(int socket);
void simulation_when_spawned(simulation_worker worker);

/* Runs `body` in a process of its own and returns what it returned; 128 and the signal's number where that ended it; -1
 * where none can be had. After so many seconds SIGALRM ends it. */
int simulation_apart(int (*body)(void *context), void *context, unsigned seconds);

#endif
