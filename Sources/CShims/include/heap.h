#ifndef PHOTOD_HEAP_H
#define PHOTOD_HEAP_H

/* Gives memory that malloc(3) keeps but does not need back to the system. */
void photod_trim_heap(void);

/* Lets all threads allocate from few arenas: each keeps what its busiest moment needed. Call before any thread. */
void photod_limit_arenas(int count);

#endif
