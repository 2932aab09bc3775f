#ifndef PHOTOD_LOADED_LIBRARY_H
#define PHOTOD_LOADED_LIBRARY_H

#include <stddef.h>

/*
 * Writes the folder of the shared library that a function is in, as a C string without a slash at its end. Returns -1
 * where it is in none, or the folder's path is longer.
 */
int photod_library_folder(const void *function, char *folder, size_t capacity);

#endif
