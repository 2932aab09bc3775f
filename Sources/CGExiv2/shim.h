#ifndef PHOTOD_CGEXIV2_SHIM_H
#define PHOTOD_CGEXIV2_SHIM_H

#include <gexiv2/gexiv2.h>

/* Swift sees no macros with casts, and errors are all one to us: a tag that cannot be had is not there. */

/* What exiv2 calls it when nothing it knows begins so. */
static const gint photod_unknown_image = 501;

/* Opens an image in memory, which must outlive it. NULL where it cannot be read; `reason` is then the library's code. */
static inline GExiv2Metadata *photod_metadata_open(const void *data, size_t length, gint *reason)
{
    GExiv2Metadata *metadata = gexiv2_metadata_new();
    GError *error = NULL;
    if (metadata && gexiv2_metadata_open_buf(metadata, (const guint8 *)data, (glong)length, &error))
        return metadata;
    *reason = error ? error->code : 0;
    g_clear_error(&error);
    if (metadata)
        g_object_unref(metadata);
    return NULL;
}

static inline void photod_metadata_close(GExiv2Metadata *metadata)
{
    g_object_unref(metadata);
}

/* To be freed with g_free. */
static inline gchar *photod_metadata_text(GExiv2Metadata *metadata, const gchar *tag)
{
    GError *error = NULL;
    gchar *text = gexiv2_metadata_try_get_tag_string(metadata, tag, &error);
    g_clear_error(&error);
    return text;
}

/* To be freed with g_strfreev. */
static inline gchar **photod_metadata_texts(GExiv2Metadata *metadata, const gchar *tag)
{
    GError *error = NULL;
    gchar **texts = gexiv2_metadata_try_get_tag_multiple(metadata, tag, &error);
    g_clear_error(&error);
    return texts;
}

/* To be freed with g_free. */
static inline gchar *photod_metadata_comment(GExiv2Metadata *metadata)
{
    GError *error = NULL;
    gchar *text = gexiv2_metadata_try_get_comment(metadata, &error);
    g_clear_error(&error);
    return text;
}

/* To be freed with g_free. */
static inline gchar *photod_metadata_packet(GExiv2Metadata *metadata)
{
    GError *error = NULL;
    gchar *packet = gexiv2_metadata_try_get_xmp_packet(metadata, &error);
    g_clear_error(&error);
    return packet;
}

/* To be released with g_bytes_unref. */
static inline GBytes *photod_metadata_bytes(GExiv2Metadata *metadata, const gchar *tag)
{
    GError *error = NULL;
    GBytes *bytes = gexiv2_metadata_try_get_tag_raw(metadata, tag, &error);
    g_clear_error(&error);
    return bytes;
}

/* The previews in a file, the smallest first; NULL behind the last. They stay the metadata's. NULL where there are none. */
static inline GExiv2PreviewProperties **photod_metadata_previews(GExiv2Metadata *metadata)
{
    return gexiv2_metadata_get_preview_properties(metadata);
}

/* To be released with g_object_unref. */
static inline GExiv2PreviewImage *photod_metadata_preview(GExiv2Metadata *metadata, GExiv2PreviewProperties *properties)
{
    GError *error = NULL;
    GExiv2PreviewImage *preview = gexiv2_metadata_try_get_preview_image(metadata, properties, &error);
    g_clear_error(&error);
    return preview;
}

/* 1 to 8; 1 where nothing is said. */
static inline int photod_metadata_orientation(GExiv2Metadata *metadata)
{
    GError *error = NULL;
    int orientation = (int)gexiv2_metadata_try_get_orientation(metadata, &error);
    g_clear_error(&error);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

/* Silences the library and has it ready. */
static inline gboolean photod_metadata_start(void)
{
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE);
    return gexiv2_initialize();
}

/* 32 hexadecimal digits and a NUL, to be freed with g_free. */
static inline gchar *photod_md5(const void *data, size_t length)
{
    return g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *)data, length);
}

#endif
