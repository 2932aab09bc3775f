#include "loaded_library.h"

#include <dlfcn.h>
#include <string.h>

int photod_library_folder(const void *function, char *folder, size_t capacity)
{
    Dl_info place;
    if (!dladdr(function, &place) || !place.dli_fname)
        return -1;
    const char *slash = strrchr(place.dli_fname, '/');
    size_t length = slash ? (size_t)(slash - place.dli_fname) : 0;
    if (!slash || length >= capacity)
        return -1;
    memcpy(folder, place.dli_fname, length);
    folder[length] = 0;
    return 0;
}
