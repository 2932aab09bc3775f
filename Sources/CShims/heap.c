#include "heap.h"

#include <malloc.h>

void photod_trim_heap(void) {
    malloc_trim(0);
}

void photod_limit_arenas(int count) {
    mallopt(M_ARENA_MAX, count);
}
