#include "heap.h"

#include <link.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void photod_trim_heap(void) {
    /* Left to itself malloc(3) keeps, at the end of an arena, twice the largest block that was ever freed, up to 64 MB. Of
       any arena but the first, malloc_trim(3) does not give that part back. Not set from the start: a sweep that takes and
       gives back its megabytes with every transaction would have the kernel clear the same pages again and again. */
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    malloc_trim(0);
}

void photod_limit_arenas(int count) {
    mallopt(M_ARENA_MAX, count);
}

/* Only segments that are executable and never writable: nothing in them can differ from the file, so nothing is lost.
   Read-only data is left alone, for the loader has written relocations into it. */
static int release_object(struct dl_phdr_info *object, size_t size, void *page_size) {
    (void)size;
    const uintptr_t mask = *(const uintptr_t *)page_size - 1;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || (segment->p_flags & PF_W)) continue;
        uintptr_t start = ((uintptr_t)object->dlpi_addr + segment->p_vaddr) & ~mask;
        uintptr_t end = ((uintptr_t)object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~mask;
        /* Failing is harmless: the pages stay. The kernel's own vdso refuses. */
        if (end > start) (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void photod_release_code(void) {
    uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(release_object, &page_size);
}
