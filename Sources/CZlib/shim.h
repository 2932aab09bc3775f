#ifndef PHOTOD_CZLIB_SHIM_H
#define PHOTOD_CZLIB_SHIM_H

#include <zlib.h>

#endif
