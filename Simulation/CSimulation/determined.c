/* What a program draws from its surroundings when it starts. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include "calls.h"
#include "real.h"
#include "scheduler.h"

#define HASHING "SWIFT_DETERMINISTIC_HASHING"

/* One thread of a simulation runs at a time: an arena for each would only be that many more pages, of which each life's process
 * has its own. What is freed is wanted again at once, and kept where it is found at once. */
#define MEMORY                                                                                                         \
    "glibc.malloc.arena_max=1:glibc.malloc.trim_threshold=1073741824:glibc.malloc.mmap_threshold=33554432:"            \
    "glibc.malloc.top_pad=1048576:glibc.malloc.hugetlb=1:glibc.malloc.tcache_count=4096"

REAL(int, malloc_trim, size_t)

REAL(int, madvise, void *, size_t, int)

/* What the daemon gives back, of memory and of code, is wanted again at once, page by page. */
int malloc_trim(size_t rest) { return is_simulated() ? 0 : real_malloc_trim_function()(rest); }

int madvise(void *address, size_t length, int advice)
{
    return is_simulated() ? 0 : real_madvise_function()(address, length, advice);
}

void simulation_start_determined(char *const arguments[])
{
    if (getenv(HASHING))
        return;
    setenv(HASHING, "1", 1);
    setenv("GLIBC_TUNABLES", MEMORY, 1);
    /* By the first process, once for all lives. */
    setenv("LD_BIND_NOW", "1", 1);
    /* Whatever is ordered by its address is ordered alike in every run. */
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
}

REAL(int, getentropy, void *, size_t)

int getentropy(void *buffer, size_t length)
{
    if (!is_simulated())
        return real_getentropy_function()(buffer, length);
    for (size_t position = 0; position < length; position++)
        ((uint8_t *)buffer)[position] = (uint8_t)draw(256);
    return 0;
}
