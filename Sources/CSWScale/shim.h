#ifndef PHOTOD_CSWSCALE_SHIM_H
#define PHOTOD_CSWSCALE_SHIM_H

#include <libavutil/opt.h>
#include <libswscale/swscale.h>

/*
 * Makes red, green and blue of a decoded picture, eight bits each, in another size if wanted. `range` is 1 where all values
 * count, 0 where only those of television do, and -1 where the picture does not say. What is set is what ffmpeg's own scaler
 * sets, so that the pixels are the same. Negative where it cannot be done.
 */
static inline int photod_sws_rgb(const uint8_t *const *planes, const int *strides, int format, int width, int height,
                                 int matrix, int range, uint8_t *rgb, int stride, int new_width, int new_height)
{
    struct SwsContext *context = sws_alloc_context();
    if (!context)
        return -1;
    av_opt_set_int(context, "srcw", width, 0);
    av_opt_set_int(context, "srch", height, 0);
    av_opt_set_int(context, "src_format", format, 0);
    av_opt_set_int(context, "dstw", new_width, 0);
    av_opt_set_int(context, "dsth", new_height, 0);
    av_opt_set_int(context, "dst_format", AV_PIX_FMT_RGB24, 0);
    av_opt_set_int(context, "sws_flags", SWS_BICUBIC, 0);
    if (format == AV_PIX_FMT_YUV420P)
        av_opt_set_int(context, "src_v_chr_pos", 128, 0);
    int result = sws_init_context(context, NULL, NULL);
    if (result >= 0) {
        int *old_matrix, *new_matrix, old_range, new_range, brightness, contrast, saturation;
        if (sws_getColorspaceDetails(context, &old_matrix, &old_range, &new_matrix, &new_range, &brightness, &contrast,
                                     &saturation) >= 0)
            sws_setColorspaceDetails(context, sws_getCoefficients(matrix), range < 0 ? old_range : range, new_matrix,
                                     new_range, brightness, contrast, saturation);
        uint8_t *const target[4] = {rgb, NULL, NULL, NULL};
        const int target_strides[4] = {stride, 0, 0, 0};
        result = sws_scale(context, planes, strides, 0, height, target, target_strides) == new_height ? 0 : -1;
    }
    sws_freeContext(context);
    return result;
}

#endif
