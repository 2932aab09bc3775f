/* What threads of a simulation go on in. Each has a stack and thread-local variables of its own, those of a real thread; the
 * real thread itself is needed only where this processor cannot change from one to another by itself. */
#include "turns.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "real.h"
#include "scheduler.h"
#include "simulation.h"

REAL(int, pthread_detach, pthread_t)

static void wait_while(_Atomic uint32_t *word, uint32_t value)
{
    while (atomic_load_explicit(word, memory_order_acquire) == value)
        real_syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

/* MARK: Real threads */

static void wake(struct thread *thread)
{
    atomic_store_explicit(&thread->has_turn, 1, memory_order_release);
    real_syscall(SYS_futex, &thread->has_turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void await_turn(struct thread *thread)
{
    wait_while(&thread->has_turn, 0);
    atomic_store_explicit(&thread->has_turn, 0, memory_order_relaxed);
}

static void *go_on_for_real(void *argument)
{
    struct thread *self = argument;
    await_turn(self);
    wake(run_thread(self));
    return self->result;
}

/* MARK: Strands */

/* The stack and the thread-local variables of a real thread that has left them behind. Simulated threads have it one after
 * the other. All go on in the one real thread that there is, so that a turn is given without the kernel. */
struct strand {
    struct strand *next_free;
    struct strand *next;
    pthread_t handle;
    void *stack;
    /* The last one that had it. */
    struct thread *thread;
    /* The real thread's number, of which the kernel makes 0 when that has ended. */
    _Atomic uint32_t real_thread;
    int number;
};

static struct strand first_strand;
static struct strand *strands;
static struct strand *free_strands;

#if defined(__x86_64__)

/* Keeps what a called function has to keep, and changes stack and thread-local variables. */
void photod_simulation_change(void **stack, void *other_stack, pthread_t other);
__asm__(".text\n"
        ".type photod_simulation_change, @function\n"
        "photod_simulation_change:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    wrfsbase %rdx\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size photod_simulation_change, . - photod_simulation_change\n");

/* Whether the kernel lets programs change the register of their thread-local variables: HWCAP2_FSGSBASE. */
static bool has_strands(void) { return getauxval(AT_HWCAP2) & 2; }

static void *stack_beginning_with(void (*body)(void), char *top)
{
    void **place = (void **)((uintptr_t)top & ~(uintptr_t)15);
    *--place = NULL;
    *--place = (void *)(uintptr_t)body;
    for (int saved = 0; saved < 6; saved++)
        *--place = NULL;
    return place;
}

#else

static bool has_strands(void) { return false; }
static void photod_simulation_change(void **stack, void *other_stack, pthread_t other)
{
    (void)stack, (void)other_stack, (void)other;
    abort();
}
static void *stack_beginning_with(void (*body)(void), char *top)
{
    (void)body;
    return top;
}

#endif

static struct strand *arriving;

static void change(struct strand *self, struct strand *other)
{
    arriving = other;
    photod_simulation_change(&self->stack, other->stack, other->handle);
}

static void release(struct strand *strand)
{
    strand->next_free = free_strands;
    free_strands = strand;
}

static void go_on(void)
{
    struct strand *self = arriving;
    while (true) {
        struct thread *over = self->thread, *chosen = run_thread(over);
        if (over->is_detached)
            release(self);
        change(self, chosen->strand);
    }
}

/* Ends without the C library, which so takes the thread for one that runs, and leaves its memory alone. */
static void *leave_behind(void *argument)
{
    struct strand *strand = argument;
    /* Below all that this thread has on its stack yet. */
    char here;
    strand->stack = stack_beginning_with(go_on, &here - 4096);
    real_syscall(SYS_set_tid_address, &strand->real_thread);
    real_syscall(SYS_exit, 0);
    return NULL;
}

static struct strand *make_strand(void)
{
    struct strand *strand = calloc(1, sizeof *strand);
    strand->real_thread = 1;
    strand->next = strands;
    strand->number = strands ? strands->number + 1 : 1;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    int error = real_pthread_create(&strand->handle, &attributes, leave_behind, strand);
    pthread_attr_destroy(&attributes);
    if (error) {
        free(strand);
        return NULL;
    }
    wait_while(&strand->real_thread, 1);
    return strands = strand;
}

static struct strand *strand_with(pthread_t handle)
{
    for (struct strand *strand = strands; strand; strand = strand->next)
        if (pthread_equal(strand->handle, handle))
            return strand;
    return NULL;
}

void simulation_make_strands(int count)
{
    struct strand *made = NULL;
    while (has_strands() && count-- > 0 && (made = make_strand()))
        release(made);
}

/* MARK: Turns */

void begin_turns(struct thread *first)
{
    first_strand.handle = first->handle = pthread_self();
    first_strand.thread = first;
    first->strand = &first_strand;
}

int make_turns(struct thread *thread, const pthread_attr_t *attributes)
{
    if (!has_strands())
        return real_pthread_create(&thread->handle, attributes, go_on_for_real, thread);
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    thread->is_detached = state == PTHREAD_CREATE_DETACHED;
    struct strand *strand = free_strands;
    if (strand)
        free_strands = strand->next_free;
    else
        strand = make_strand();
    if (!strand)
        return EAGAIN;
    strand->thread = thread;
    thread->strand = strand;
    thread->handle = strand->handle;
    return 0;
}

void give_turn(struct thread *self, struct thread *chosen)
{
    if (has_strands()) {
        change(self->strand, chosen->strand);
    } else {
        wake(chosen);
        await_turn(self);
    }
}

int forget_turns(pthread_t handle)
{
    if (!has_strands())
        return real_pthread_detach_function()(handle);
    struct strand *strand = strand_with(handle);
    if (!strand || strand->thread->is_detached)
        return EINVAL;
    strand->thread->is_detached = true;
    if (strand->thread->wait == OVER)
        release(strand);
    return 0;
}

int join_turns(pthread_t handle, void **result)
{
    if (!has_strands())
        return real_pthread_join(handle, result);
    struct strand *strand = strand_with(handle);
    if (!strand || strand->thread->is_detached)
        return EINVAL;
    if (result)
        *result = strand->thread->result;
    /* Not to be joined once more. */
    strand->thread->is_detached = true;
    release(strand);
    return 0;
}

/* Mutexes of Swift's know their owner by it, and threads keep it: it is the strand's, whichever thread has that. */
int turn_number(void)
{
    bool is_real = !has_strands() || current->strand == &first_strand;
    return is_real ? (int)real_syscall(SYS_gettid) : (1 << 28) + current->strand->number;
}
