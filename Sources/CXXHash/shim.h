#ifndef PHOTOD_CXXHASH_SHIM_H
#define PHOTOD_CXXHASH_SHIM_H

#include <xxhash.h>

#endif
