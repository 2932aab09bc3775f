#include "scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "turns.h"

__thread struct thread *current;
struct simulation_pace pace;
static uint32_t haste = 1;
struct simulation_faults faults;

static struct thread *threads;
static int last_number;
static uint64_t random_state[2];
static uint64_t trace;
static uint64_t handovers;
static simulation_stuck stuck_handler;
static simulation_witness witness;

/* xoroshiro128+ (Blackman and Vigna, public domain). */
static uint64_t next_random(void)
{
    uint64_t a = random_state[0], b = random_state[1], sum = a + b;
    b ^= a;
    random_state[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
    random_state[1] = b << 37 | b >> 27;
    return sum;
}

uint32_t draw(uint32_t bound) { return (uint32_t)((next_random() >> 32) * bound >> 32); }
uint32_t simulation_draw(uint32_t bound) { return draw(bound); }

void mix_trace(uint64_t value) { trace = (trace ^ value) * 0x9E3779B97F4A7C15u + (trace >> 29); }

uint64_t simulation_trace(void) { return trace; }
uint64_t simulation_handovers(void) { return handovers; }
void simulation_when_stuck(simulation_stuck handler) { stuck_handler = handler; }
void simulation_when_called(simulation_witness listener) { witness = listener; }

int simulation_threads(void)
{
    int count = 0;
    for (struct thread *thread = threads; thread; thread = thread->next)
        count += thread->wait != OVER;
    return count;
}

/* MARK: Whose turn it is */

static bool has_ready_descriptor(struct thread *thread)
{
    uint64_t generation = simulated_generation();
    if (thread->seen_generation == generation && simulated_monotonic() < thread->quiet_until)
        return false;
    for (nfds_t position = 0; position < thread->descriptor_count; position++) {
        const struct pollfd *entry = &thread->descriptors[position];
        if (entry->fd >= FIRST_DESCRIPTOR && simulated_readiness(entry->fd, entry->events))
            return true;
    }
    thread->seen_generation = generation;
    thread->quiet_until = simulated_next_timer();
    return false;
}

static bool can_run(struct thread *thread)
{
    switch (thread->wait) {
    case RUNNABLE: return true;
    case OVER: return false;
    case WAITS_FOR_DESCRIPTORS:
        if (!has_ready_descriptor(thread)) break;
        thread->wait = RUNNABLE;
        return true;
    case WAITS_FOR_OBJECT:
    case SLEEPS: break;
    }
    if (thread->deadline == FOR_EVER || thread->deadline > simulated_monotonic())
        return false;
    thread->timed_out = thread->wait != SLEEPS;
    thread->wait = RUNNABLE;
    return true;
}

/* Time passes where nobody can do anything else. */
static bool advance(void)
{
    uint64_t earliest = simulated_next_timer();
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait != OVER && thread->wait != RUNNABLE && thread->deadline < earliest)
            earliest = thread->deadline;
    if (earliest == FOR_EVER)
        return false;
    simulated_advance_to(earliest);
    return true;
}

static const char *name_of(enum wait_kind wait)
{
    switch (wait) {
    case RUNNABLE: return "can go on";
    case OVER: return "is over";
    case WAITS_FOR_OBJECT: return "waits for another thread";
    case WAITS_FOR_DESCRIPTORS: return "waits for a descriptor";
    case SLEEPS: return "sleeps";
    }
    return "";
}

static void stuck(void)
{
    char text[4096];
    size_t length = 0;
    for (struct thread *thread = threads; thread && length < sizeof text - 80; thread = thread->next) {
        if (thread->wait == OVER)
            continue;
        length += (size_t)snprintf(
            text + length, sizeof text - length, "thread %d (%s) %s\n", thread->number, thread->name,
            name_of(thread->wait));
    }
    if (stuck_handler)
        stuck_handler(text);
    fprintf(stderr, "no thread can go on:\n%s", text);
    abort();
}

static struct thread *choose(void)
{
    do {
        struct thread *ready[256];
        uint32_t count = 0;
        for (struct thread *thread = threads; thread; thread = thread->next)
            if (can_run(thread) && count < 256)
                ready[count++] = thread;
        if (count > 0)
            return ready[count == 1 ? 0 : draw(count)];
    } while (advance());
    stuck();
    return NULL;
}

static void hand_over(void)
{
    struct thread *self = current, *chosen = choose();
    mix_trace((uint64_t)chosen->number);
    if (chosen == self)
        return;
    handovers++;
    give_turn(self, chosen);
}

/* MARK: Steps */

static bool is_hasty(void)
{
    return haste != 1 && current->number == 0 && (haste == 0 || draw(haste) != 0);
}

void at_call(const char *call)
{
    if (witness)
        witness(current->number, call, INT64_MIN);
    if (pace.at_calls && draw(pace.at_calls) == 0 && !is_hasty())
        hand_over();
}

void at_lock(void)
{
    if (pace.at_locks && draw(pace.at_locks) == 0)
        hand_over();
}

void note_result(const char *call, int64_t result)
{
    mix_trace((uint64_t)result);
    if (witness)
        witness(current->number, call, result);
}

void simulation_step(void)
{
    if (is_simulated())
        hand_over();
}

static bool wait_as(enum wait_kind kind, const void *object, struct pollfd *descriptors, nfds_t count, uint64_t deadline)
{
    struct thread *self = current;
    self->object = object;
    self->descriptors = descriptors;
    self->descriptor_count = count;
    self->seen_generation = UINT64_MAX;
    self->deadline = deadline;
    self->timed_out = false;
    self->wait = kind;
    hand_over();
    self->deadline = FOR_EVER;
    self->object = NULL;
    return !self->timed_out;
}

bool wait_for(const void *object, uint64_t deadline) { return wait_as(WAITS_FOR_OBJECT, object, NULL, 0, deadline); }

bool wait_for_descriptors(struct pollfd *descriptors, nfds_t count, uint64_t deadline)
{
    return wait_as(WAITS_FOR_DESCRIPTORS, NULL, descriptors, count, deadline);
}

void sleep_until(uint64_t deadline) { wait_as(SLEEPS, NULL, NULL, 0, deadline); }

void at_disk(const char *call)
{
    at_call(call);
    if (faults.disk_time == 0 || current->number == 0)
        return;
    current->disk_reads++;
    sleep_until(simulated_monotonic() + faults.disk_time);
}

void simulation_sleep(uint64_t nanoseconds)
{
    if (is_simulated())
        sleep_until(simulated_monotonic() + nanoseconds);
}

void wake_all(const void *object)
{
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait == WAITS_FOR_OBJECT && thread->object == object)
            thread->wait = RUNNABLE;
}

void wake_one(const void *object)
{
    struct thread *waiting[256];
    uint32_t count = 0;
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait == WAITS_FOR_OBJECT && thread->object == object && count < 256)
            waiting[count++] = thread;
    if (count > 0)
        waiting[draw(count)]->wait = RUNNABLE;
}

/* MARK: Threads */

static struct thread *add_thread(void)
{
    struct thread *thread = calloc(1, sizeof *thread);
    thread->number = last_number++;
    thread->name[0] = '?';
    thread->deadline = FOR_EVER;
    /* At the end: the order in which they are looked through is that of their making. */
    struct thread **end = &threads;
    while (*end)
        end = &(*end)->next;
    *end = thread;
    return thread;
}

static void forget_ended(void)
{
    struct thread **place = &threads;
    while (*place) {
        struct thread *thread = *place;
        /* Not freed: somebody may join it yet. */
        if (thread->wait == OVER)
            *place = thread->next;
        else
            place = &thread->next;
    }
}

struct thread *run_thread(struct thread *self)
{
    current = self;
    self->result = self->body(self->argument);
    self->wait = OVER;
    wake_all(self);
    struct thread *chosen = choose();
    mix_trace((uint64_t)chosen->number);
    current = NULL;
    handovers++;
    return chosen;
}

struct thread *thread_with(pthread_t handle)
{
    for (struct thread *thread = threads; thread; thread = thread->next)
        if (thread->wait != OVER && pthread_equal(thread->handle, handle))
            return thread;
    return NULL;
}

int simulated_thread(pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
    forget_ended();
    struct thread *thread = add_thread();
    thread->body = body;
    thread->argument = argument;
    int error = make_turns(thread, attributes);
    if (error) {
        thread->wait = OVER;
        return error;
    }
    *handle = thread->handle;
    at_lock();
    return 0;
}

int simulated_join(pthread_t handle, void **result)
{
    struct thread *thread = thread_with(handle);
    if (thread) {
        while (thread->wait != OVER)
            wait_for(thread, FOR_EVER);
    }
    return join_turns(handle, result);
}

/* MARK: Life */

void simulation_set_faults(struct simulation_faults wanted) { faults = wanted; }

void simulation_set_haste(uint32_t wanted) { haste = wanted; }

void simulation_begin(uint64_t seed, struct simulation_pace wanted)
{
    threads = NULL;
    last_number = 0;
    trace = handovers = 0;
    random_state[0] = seed ^ 0x9E3779B97F4A7C15u;
    random_state[1] = seed * 0xBF58476D1CE4E5B9u | 1;
    for (int round = 0; round < 8; round++)
        next_random();
    pace = wanted;
    haste = 1;
    struct thread *thread = add_thread();
    begin_turns(thread);
    current = thread;
}

void simulation_abandon_others(void)
{
    struct thread *self = current;
    threads = self;
    self->next = NULL;
}

void simulation_end(void)
{
    threads = NULL;
    current = NULL;
}
