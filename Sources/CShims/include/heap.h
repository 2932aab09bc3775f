#ifndef PHOTOD_HEAP_H
#define PHOTOD_HEAP_H

/* Gives memory that malloc(3) keeps but does not need back to the system. */
void photod_trim_heap(void);

/*
 * Lets all threads allocate from few arenas, and each of these keep a megabyte at most at its end, whatever its busiest
 * moment needed. Larger blocks are the system's own. Call before any thread.
 */
void photod_prepare_heap(int arenas);

/*
 * Lets go of the program's and its libraries' code pages: they are the files' own, unchanged, and come back one by one
 * as they are used. Start-up and a first sweep touch a great deal of code that an idle daemon never needs again.
 */
void photod_release_code(void);

#endif
