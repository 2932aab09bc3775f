#include "memory_search.h"

#include <string.h>

const void *photod_find(const void *memory, size_t length, const void *pattern, size_t pattern_length)
{
    return memmem(memory, length, pattern, pattern_length);
}
