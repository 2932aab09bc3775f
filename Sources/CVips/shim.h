#ifndef PHOTOD_CVIPS_SHIM_H
#define PHOTOD_CVIPS_SHIM_H

#include <errno.h>
#include <gmodule.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>
#include <vips/vips.h>

/* Swift imports neither variadic functions nor macros with casts. */

/* Loads one of the library's modules. Without the module the library knows one format less. */
static inline void photod_vips_load_module(const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/vips-modules-%d.%d/%s.so", folder, vips_version(0),
                          vips_version(1), name);
    if (length <= 0 || (size_t)length >= sizeof path)
        return;
    GModule *module = g_module_open(path, (GModuleFlags)0);
    if (module)
        g_module_make_resident(module);
}

/* A function of the library, by which it is found. */
static inline const void *photod_vips_place(void)
{
    return (const void *)&vips_init;
}

/*
 * Starts the library for a process that decodes one picture at a time and trusts none: of all loaders only those named
 * may be used. `folder` is where the library lies, with its modules. Returns -1 where it does not start.
 */
static inline int photod_vips_start(const char *name, const char *folder, const char *const *loaders, size_t count)
{
    if (vips_init(name) != 0)
        return -1;
    photod_vips_load_module(folder, "vips-heif");
    photod_vips_load_module(folder, "vips-jxl");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < count; i++)
        vips_operation_block_set(loaders[i], FALSE);
    vips_error_clear();
    return 0;
}

/* What stands at the beginning of an image, without its pixels. NULL where no loader takes it, or it is damaged. */
static inline VipsImage *photod_vips_header(const void *data, size_t length)
{
    return vips_image_new_from_buffer(data, length, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/* Whether a loader takes it that may be used. */
static inline gboolean photod_vips_is_known(const void *data, size_t length)
{
    const char *loader = vips_foreign_find_load_buffer(data, length);
    gpointer loader_class = loader ? g_type_class_peek(g_type_from_name(loader)) : NULL;
    vips_error_clear();
    return loader_class && !(VIPS_OPERATION_CLASS(loader_class)->flags & VIPS_OPERATION_BLOCKED);
}

/*
 * Whether an image's colours have to be converted by a profile, its own or, where it is one to be printed, the library's. Of
 * others the library is not to be asked for that: it would go by way of Lab, and blue would come out as violet.
 */
static inline gboolean photod_vips_needs_profile(VipsImage *image)
{
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 ||
           vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK;
}

/*
 * A picture that fits into a square, never larger than the original, upright and in sRGB. NULL where it cannot be made;
 * its pixels are decoded when it is saved.
 */
static inline VipsImage *photod_vips_thumbnail(const void *data, size_t length, int edge, gboolean needs_profile)
{
    VipsImage *image = NULL;
    int failed = needs_profile ? vips_thumbnail_buffer((void *)data, length, &image, edge, "height", edge, "size",
                                                       VIPS_SIZE_DOWN, "export_profile", "srgb", NULL)
                               : vips_thumbnail_buffer((void *)data, length, &image, edge, "height", edge, "size",
                                                       VIPS_SIZE_DOWN, NULL);
    return failed == 0 ? image : NULL;
}

/* The same, of an image whose loader made it too small: decoded in its full size. */
static inline VipsImage *photod_vips_thumbnail_of_whole(VipsImage *whole, int edge, gboolean needs_profile)
{
    VipsImage *image = NULL;
    int failed = needs_profile ? vips_thumbnail_image(whole, &image, edge, "height", edge, "size", VIPS_SIZE_DOWN,
                                                      "export_profile", "srgb", NULL)
                               : vips_thumbnail_image(whole, &image, edge, "height", edge, "size", VIPS_SIZE_DOWN,
                                                      NULL);
    return failed == 0 ? image : NULL;
}

/* The same picture, decoded and turned as an EXIF orientation from 2 to 8 says. */
static inline VipsImage *photod_vips_turned(VipsImage *image, int orientation)
{
    VipsImage *copy = vips_image_copy_memory(image), *turned = NULL;
    if (!copy)
        return NULL;
    vips_image_set_int(copy, VIPS_META_ORIENTATION, orientation);
    int failed = vips_autorot(copy, &turned, NULL);
    g_object_unref(copy);
    return failed != 0 ? NULL : turned;
}

/* Where a picture is written to, and how that went. */
struct photod_vips_output {
    int descriptor;
    off_t position;
    int error;
};

static inline gint64 photod_vips_write(VipsTargetCustom *target, const void *data, gint64 length, gpointer place)
{
    struct photod_vips_output *output = (struct photod_vips_output *)place;
    (void)target;
    ssize_t written;
    do
        written = pwrite(output->descriptor, data, (size_t)length, output->position);
    while (written < 0 && errno == EINTR);
    if (written < 0)
        output->error = errno;
    else
        output->position += written;
    return written;
}

/*
 * Decodes and saves, as PNG or JPEG with eight bits a channel and no metadata, a piece at a time. What is transparent is white
 * in a JPEG. Returns 0, the error number of a write that failed, or -1 where the image cannot be decoded, be it for want of
 * memory.
 */
static inline int photod_vips_save(VipsImage *image, int descriptor, int is_png)
{
    struct photod_vips_output output = {descriptor, 0, 0};
    VipsTargetCustom *target = vips_target_custom_new();
    if (!target)
        return -1;
    g_signal_connect(target, "write", G_CALLBACK(photod_vips_write), &output);
    int failed;
    if (is_png) {
        failed = vips_pngsave_target(image, VIPS_TARGET(target), "strip", TRUE, "bitdepth", 8, NULL);
    } else {
        VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
        failed = vips_jpegsave_target(image, VIPS_TARGET(target), "strip", TRUE, "Q", 90, "background", white, NULL);
        vips_area_unref(VIPS_AREA(white));
    }
    g_object_unref(target);
    if (output.error)
        return output.error;
    return failed ? -1 : 0;
}

/*
 * Turns a picture of red, green and blue as an EXIF orientation says, and saves it: as a JPEG of a quality from 1 to 100, or,
 * where that is 0, as a PNG, which is to be made soon rather than small. To be freed with g_free; NULL where it fails.
 */
static inline void *photod_vips_frame(const void *pixels, int width, int height, int orientation, int quality,
                                      size_t *length)
{
    VipsImage *raw = vips_image_new_from_memory(pixels, (size_t)width * height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    VipsImage *image = NULL, *turned = NULL;
    void *bytes = NULL;
    int failed = !raw || vips_copy(raw, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) != 0;
    if (!failed) {
        vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
        failed = vips_autorot(image, &turned, NULL) != 0;
    }
    if (!failed)
        failed = quality > 0 ? vips_jpegsave_buffer(turned, &bytes, length, "Q", quality, "strip", TRUE, NULL) != 0
                             : vips_pngsave_buffer(turned, &bytes, length, "compression", 1, "strip", TRUE, NULL) != 0;
    if (turned)
        g_object_unref(turned);
    if (image)
        g_object_unref(image);
    if (raw)
        g_object_unref(raw);
    return failed ? NULL : bytes;
}

/* Whether that loader has opened an image, from whatever it did. */
static inline gboolean photod_vips_is_loaded_by(VipsImage *image, const char *loader)
{
    const char *own = NULL;
    return vips_image_get_typeof(image, VIPS_META_LOADER) != 0 &&
           vips_image_get_string(image, VIPS_META_LOADER, &own) == 0 && g_str_has_prefix(own, loader);
}

/* Bytes of a pixel. */
static inline size_t photod_vips_pixel_length(VipsImage *image)
{
    return VIPS_IMAGE_SIZEOF_PEL(image);
}

static inline int photod_vips_orientation(VipsImage *image)
{
    return vips_image_get_orientation(image);
}

static inline void photod_vips_close(VipsImage *image)
{
    g_object_unref(image);
}

#endif
