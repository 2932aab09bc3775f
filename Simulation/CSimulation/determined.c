/* What a program draws from its surroundings when it starts. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

#include "calls.h"
#include "real.h"
#include "scheduler.h"

#define HASHING "SWIFT_DETERMINISTIC_HASHING"

/* One thread of a simulation runs at a time: an arena for each would only be that many more pages, of which each life's
 * process has its own. None is given back, as it is wanted again at once. */
static void keep_memory(void)
{
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}

REAL(int, malloc_trim, size_t)

/* What is given back is wanted again at once, page by page. */
int malloc_trim(size_t rest) { return is_simulated() ? 0 : real_malloc_trim_function()(rest); }

void simulation_start_determined(char *const arguments[])
{
    if (getenv(HASHING)) {
        keep_memory();
        return;
    }
    setenv(HASHING, "1", 1);
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
