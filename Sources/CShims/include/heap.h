#ifndef PHOTOD_HEAP_H
#define PHOTOD_HEAP_H

/*
 * Gives memory that malloc(3) keeps but does not need back to the system. From the first time on each arena keeps a
 * megabyte at most at its end, whatever its busiest moment needed, and larger blocks are the system's own.
 */
void photod_trim_heap(void);

/* Lets all threads allocate from few arenas. Call before any thread. */
void photod_limit_arenas(int count);

/*
 * Lets go of the program's and its libraries' code pages: they are the files' own, unchanged, and come back one by one
 * as they are used. Start-up and a first sweep touch a great deal of code that an idle daemon never needs again.
 */
void photod_release_code(void);

#endif
