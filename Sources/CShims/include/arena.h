#ifndef PHOTOD_ARENA_H
#define PHOTOD_ARENA_H

#include <stdint.h>

/*
 * Memory for one file's parsing, given back all at once by `photod_arena_reset`. It is bounded: a file that asks for
 * more gets NULL, as from a full machine. One a process, for one thread.
 */

/* Zeroed memory, or NULL. */
void *photod_arena_allocate(uint32_t size);

/* As realloc(3); what is added is not zeroed. */
void *photod_arena_reallocate(void *memory, uint32_t size);

/* Does nothing: `photod_arena_reset` frees. */
void photod_arena_release(void *memory);

void photod_arena_reset(void);

#endif
