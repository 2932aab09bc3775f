#ifndef PHOTOD_CEXPAT_SHIM_H
#define PHOTOD_CEXPAT_SHIM_H

#include <expat.h>

#endif
