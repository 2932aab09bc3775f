#ifndef PHOTOD_CBROTLI_SHIM_H
#define PHOTOD_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
