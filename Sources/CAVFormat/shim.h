#ifndef PHOTOD_CAVFORMAT_SHIM_H
#define PHOTOD_CAVFORMAT_SHIM_H

#include <errno.h>
#include <stdbool.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/cpu.h>
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

/* Swift does not import macros with casts or arguments. */
static const int photod_av_end_of_file = AVERROR_EOF;
static const int photod_av_input_output_error = AVERROR(EIO);
static const int photod_av_try_again = AVERROR(EAGAIN);
static const int photod_av_no_memory = AVERROR(ENOMEM);
static const int64_t photod_av_invalid_position = AVERROR(EINVAL);
static const int64_t photod_av_no_time = AV_NOPTS_VALUE;

/* The nine numbers of a stream's display matrix, or NULL. Where they are kept changed with version 61. */
static inline const int32_t *photod_av_display_matrix(const AVStream *stream)
{
    size_t length = 0;
    const uint8_t *bytes = NULL;
#if LIBAVFORMAT_VERSION_MAJOR < 61
    bytes = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &length);
#else
    const AVCodecParameters *parameters = stream->codecpar;
    const AVPacketSideData *data = av_packet_side_data_get(
        parameters->coded_side_data, parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    if (data) {
        bytes = data->data;
        length = data->size;
    }
#endif
    return length >= 9 * sizeof(int32_t) ? (const int32_t *)(const void *)bytes : NULL;
}

/* Where a decoded picture's pixels are, and how long their rows. */
static inline const uint8_t *const *photod_av_planes(const AVFrame *frame)
{
    return (const uint8_t *const *)frame->data;
}

static inline const int *photod_av_strides(const AVFrame *frame)
{
    return frame->linesize;
}

/* Of a pixel format; where that is not known, those of most videos. */
static inline int photod_av_bits_per_pixel(int format)
{
    const AVPixFmtDescriptor *description = av_pix_fmt_desc_get((enum AVPixelFormat)format);
    int bits = description ? av_get_padded_bits_per_pixel(description) : 0;
    return bits > 0 ? bits : 12;
}

/* Whether a picture refers to no other. */
static inline bool photod_av_is_key(const AVFrame *frame)
{
#if LIBAVUTIL_VERSION_MAJOR < 58
    return frame->key_frame != 0;
#else
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#endif
}

/* How long a picture is shown, in units of its stream; 0 where that is not known. */
static inline int64_t photod_av_duration(const AVFrame *frame)
{
#if LIBAVUTIL_VERSION_MAJOR < 58
    return frame->pkt_duration;
#else
    return frame->duration;
#endif
}

#endif
