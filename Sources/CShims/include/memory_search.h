#ifndef PHOTOD_MEMORY_SEARCH_H
#define PHOTOD_MEMORY_SEARCH_H

#include <stddef.h>

/* memmem(3), which Swift's view of the C library leaves out. NULL where the pattern does not occur. */
const void *photod_find(const void *memory, size_t length, const void *pattern, size_t pattern_length);

#endif
