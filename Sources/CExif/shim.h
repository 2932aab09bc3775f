#ifndef PHOTOD_CEXIF_SHIM_H
#define PHOTOD_CEXIF_SHIM_H

#include <libexif/exif-data.h>
#include <libexif/exif-mem.h>
#include <libexif/exif-utils.h>

/* A directory of the block. Swift sees the array of them as a tuple, which cannot be indexed. */
static inline ExifContent *photod_exif_directory(const ExifData *data, ExifIfd directory)
{
    return data->ifd[directory];
}

#endif
