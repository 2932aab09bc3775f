#ifndef PHOTOD_SIMULATION_SCHEDULER_H
#define PHOTOD_SIMULATION_SCHEDULER_H

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "simulation.h"

#define FOR_EVER UINT64_MAX

enum wait_kind { RUNNABLE, OVER, WAITS_FOR_OBJECT, WAITS_FOR_DESCRIPTORS, SLEEPS };

struct thread {
    struct thread *next;
    int number;
    enum wait_kind wait;
    /* A mutex, condition, futex or thread. */
    const void *object;
    struct pollfd *descriptors;
    nfds_t descriptor_count;
    /* None of them was ready when the kernel counted so far, nor will be by the time alone until then. */
    uint64_t seen_generation;
    uint64_t quiet_until;
    uint64_t deadline;
    bool timed_out;
    /* For what it has waited, as getrusage(2) counts. */
    long disk_reads;
    /* What it goes on in: see turns.c. */
    struct strand *strand;
    _Atomic uint32_t has_turn;
    pthread_t handle;
    bool is_detached;
    void *(*body)(void *);
    void *argument;
    void *result;
    char name[16];
};

/* The calling thread; NULL where it is none of a simulation. */
extern __thread struct thread *current;
extern struct simulation_pace pace;
extern struct simulation_faults faults;

static inline bool is_simulated(void) { return __builtin_expect(current != NULL, 0); }

uint32_t draw(uint32_t bound);

/* Whether a call fails that does so once in so many. The first thread, the users', has no faults. */
static inline bool fails(uint32_t once_in) { return once_in && current->number != 0 && draw(once_in) == 0; }

/* A call of the current thread: perhaps another one goes on first. */
void at_call(const char *call);
void at_lock(void);
void note_result(const char *call, int64_t result);

/* Waits until somebody wakes `object`, or until `deadline`. Returns false where that passed. */
bool wait_for(const void *object, uint64_t deadline);
void wake_one(const void *object);
void wake_all(const void *object);

/* Waits until one of the descriptors is ready; false where the deadline passed. */
bool wait_for_descriptors(struct pollfd *descriptors, nfds_t count, uint64_t deadline);
void sleep_until(uint64_t deadline);
/* As at_call, where the disk is asked. */
void at_disk(const char *call);

/* Until it is over. Returns who is next. */
struct thread *run_thread(struct thread *thread);
struct thread *thread_with(pthread_t handle);

void mix_trace(uint64_t value);

#endif
