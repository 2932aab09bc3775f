#include "memory.h"

#include "include/misdeeds.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PIECE ((size_t)16 << 20)
#define WANTED ((size_t)2 << 30)
#define PAGE 4096

/* Two gigabytes in pieces of so many bytes, each of its pages written to. */
static int take(int flags)
{
    void *taken[WANTED / PIECE];
    size_t count = 0;
    while (count < WANTED / PIECE) {
        char *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            break;
        for (size_t offset = 0; offset < PIECE; offset += PAGE)
            piece[offset] = 1;
        taken[count++] = piece;
    }
    int result = count == WANTED / PIECE ? MISDEED_DONE : MISDEED_REFUSED;
    while (count > 0)
        munmap(taken[--count], PIECE);
    return result;
}

int take_private_memory(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return take(MAP_PRIVATE);
}

int take_shared_memory(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return take(MAP_SHARED);
}

int take_stack_memory(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return take(MAP_PRIVATE | MAP_GROWSDOWN);
}

int take_break_memory(const char *argument, int photo)
{
    (void)argument, (void)photo;
    uintptr_t start = (uintptr_t)syscall(SYS_brk, 0), end = start;
    while (end - start < WANTED && (uintptr_t)syscall(SYS_brk, end + PIECE) == end + PIECE) {
        for (size_t offset = 0; offset < PIECE; offset += PAGE)
            *(char *)(end + offset) = 1;
        end += PIECE;
    }
    syscall(SYS_brk, start);
    return end - start >= WANTED ? MISDEED_DONE : MISDEED_REFUSED;
}

/* Memory that is only read costs nothing, but the tables of its pages do. */
int take_page_tables(const char *argument, int photo)
{
    (void)argument, (void)photo;
    size_t length = (size_t)1 << 40;
    void *memory = mmap(NULL, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return MISDEED_REFUSED;
    munmap(memory, length);
    return MISDEED_DONE;
}

static int descend(int depth)
{
    volatile char frame[PAGE];
    frame[0] = (char)depth;
    /* A quarter of a million pages are a gigabyte. */
    return depth > 262144 ? MISDEED_DONE : descend(depth + 1) + (frame[0] & 0);
}

int take_deep_stack(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return descend(0);
}

static int mapped(void *memory)
{
    return memory == MAP_FAILED ? MISDEED_REFUSED : MISDEED_DONE;
}

int map_to_run(const char *argument, int photo)
{
    (void)argument, (void)photo;
    return mapped(mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

int map_photo_to_run(const char *argument, int photo)
{
    (void)argument;
    return mapped(mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, photo, 0));
}

int map_photo_to_write(const char *argument, int photo)
{
    (void)argument;
    return mapped(mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, photo, 0));
}

int map_photo_to_read(const char *argument, int photo)
{
    (void)argument;
    return mapped(mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, photo, 0));
}

int make_memory_executable(const char *argument, int photo)
{
    (void)argument, (void)photo;
    void *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return MISDEED_UNKNOWN;
    return mprotect(memory, PAGE, PROT_READ | PROT_EXEC) == 0 ? MISDEED_DONE : MISDEED_REFUSED;
}
