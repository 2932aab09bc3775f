#include "arena.h"

#include <stddef.h>
#include <string.h>

/* An EXIF block is at most 64 KiB; its entries with their book-keeping come to a few times that. */
#define CAPACITY (4u << 20)
#define ALIGNMENT 16u

/* Precedes each block, so that a block can be grown. */
struct block {
    _Alignas(ALIGNMENT) uint32_t capacity;
};

static _Alignas(ALIGNMENT) unsigned char arena[CAPACITY];
static uint32_t used;

/* `size` must be at most CAPACITY. */
static void *take(uint32_t size)
{
    uint32_t capacity = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    uint32_t free = CAPACITY - used;
    if (free < sizeof(struct block) || capacity > free - sizeof(struct block))
        return NULL;
    struct block *block = (struct block *)(void *)(arena + used);
    block->capacity = capacity;
    used += (uint32_t)sizeof(struct block) + capacity;
    return block + 1;
}

void *photod_arena_allocate(uint32_t size)
{
    if (size > CAPACITY)
        return NULL;
    void *memory = take(size);
    return memory ? memset(memory, 0, size) : NULL;
}

void *photod_arena_reallocate(void *memory, uint32_t size)
{
    if (!memory)
        return photod_arena_allocate(size);
    if (size > CAPACITY / 2)
        return NULL;
    uint32_t capacity = ((struct block *)memory - 1)->capacity;
    if (size <= capacity)
        return memory;
    /* Doubling, because lists grow by one entry at a time and nothing is freed. */
    void *grown = take(size > 2 * capacity ? size : 2 * capacity);
    return grown ? memcpy(grown, memory, capacity) : NULL;
}

void photod_arena_release(void *memory)
{
    (void)memory;
}

void photod_arena_reset(void)
{
    used = 0;
}
