/* SPDX-License-Identifier: MIT */
#include "frame.h"

static const struct {
    GstVideoFormat video;
    uint32_t scrim;
    guint planes; /* plane number i of Scrim holds component number i of GStreamer */
} formats[] = {
    {GST_VIDEO_FORMAT_RGBA, SCRIM_FORMAT_RGBA, 1},
    {GST_VIDEO_FORMAT_BGRA, SCRIM_FORMAT_BGRA, 1},
    {GST_VIDEO_FORMAT_RGBx, SCRIM_FORMAT_RGBX, 1},
    {GST_VIDEO_FORMAT_BGRx, SCRIM_FORMAT_BGRX, 1},
    {GST_VIDEO_FORMAT_ARGB, SCRIM_FORMAT_ARGB, 1},
    {GST_VIDEO_FORMAT_ABGR, SCRIM_FORMAT_ABGR, 1},
    {GST_VIDEO_FORMAT_xRGB, SCRIM_FORMAT_ARGB, 1},
    {GST_VIDEO_FORMAT_xBGR, SCRIM_FORMAT_ABGR, 1},
    {GST_VIDEO_FORMAT_RGB, SCRIM_FORMAT_RGB, 1},
    {GST_VIDEO_FORMAT_BGR, SCRIM_FORMAT_BGR, 1},
#if G_BYTE_ORDER == G_LITTLE_ENDIAN /* GStreamer stores these numbers in the order of the machine */
    {GST_VIDEO_FORMAT_RGB16, SCRIM_FORMAT_RGB565, 1},
#endif
    {GST_VIDEO_FORMAT_GRAY8, SCRIM_FORMAT_GRAY8, 1},
    {GST_VIDEO_FORMAT_GRAY16_LE, SCRIM_FORMAT_GRAY16, 1},
    {GST_VIDEO_FORMAT_NV12, SCRIM_FORMAT_NV12, 2},
    {GST_VIDEO_FORMAT_I420, SCRIM_FORMAT_I420, 3},
    {GST_VIDEO_FORMAT_YV12, SCRIM_FORMAT_I420, 3},
    {GST_VIDEO_FORMAT_Y42B, SCRIM_FORMAT_I422, 3},
    {GST_VIDEO_FORMAT_Y444, SCRIM_FORMAT_I444, 3},
    {GST_VIDEO_FORMAT_P010_10LE, SCRIM_FORMAT_P010, 2},
    {GST_VIDEO_FORMAT_I420_10LE, SCRIM_FORMAT_I010, 3},
    {GST_VIDEO_FORMAT_I422_10LE, SCRIM_FORMAT_I210, 3},
    {GST_VIDEO_FORMAT_Y444_10LE, SCRIM_FORMAT_I410, 3},
    {GST_VIDEO_FORMAT_BGR10A2_LE, SCRIM_FORMAT_ARGB2101010, 1},
    {GST_VIDEO_FORMAT_RGB10A2_LE, SCRIM_FORMAT_ABGR2101010, 1},
    {GST_VIDEO_FORMAT_RGBA64_LE, SCRIM_FORMAT_RGBA16, 1},
};

static gint find(GstVideoFormat format) {
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].video == format)
            return (gint)i;
    return -1;
}

const char *scrim_gst_unsupported(const GstVideoInfo *info) {
    if (find(GST_VIDEO_INFO_FORMAT(info)) < 0)
        return "the format is not supported";
    if (GST_VIDEO_INFO_WIDTH(info) > SCRIM_FRAME_MAX_SIDE || GST_VIDEO_INFO_HEIGHT(info) > SCRIM_FRAME_MAX_SIDE)
        return "frames must have at most " G_STRINGIFY(SCRIM_FRAME_MAX_SIDE) " × " G_STRINGIFY(SCRIM_FRAME_MAX_SIDE) " pixels";
    switch (GST_VIDEO_INFO_INTERLACE_MODE(info)) {
    case GST_VIDEO_INTERLACE_MODE_PROGRESSIVE:
    case GST_VIDEO_INTERLACE_MODE_INTERLEAVED:
    case GST_VIDEO_INTERLACE_MODE_MIXED:
        break;
    default: /* regions are given for frames, and half of the rows would be at other places */
        return "fields must not be in frames of their own";
    }
    switch (GST_VIDEO_INFO_MULTIVIEW_MODE(info)) {
    case GST_VIDEO_MULTIVIEW_MODE_NONE:
    case GST_VIDEO_MULTIVIEW_MODE_MONO:
    case GST_VIDEO_MULTIVIEW_MODE_LEFT:
    case GST_VIDEO_MULTIVIEW_MODE_RIGHT:
        break;
    default: /* a region of one view is at another place in the other */
        return "frames must not contain several views";
    }
    return NULL;
}

static void set_colors(const GstVideoInfo *info, scrim_frame *out) {
    const GstVideoColorimetry *color = &info->colorimetry;
    out->color_range = color->range == GST_VIDEO_COLOR_RANGE_0_255 ? SCRIM_COLOR_RANGE_FULL : SCRIM_COLOR_RANGE_LIMITED;
    switch (color->matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT601:
    case GST_VIDEO_COLOR_MATRIX_FCC: /* differs from it by 1 in 100 at most */
        out->color_matrix = SCRIM_COLOR_MATRIX_BT601;
        break;
    case GST_VIDEO_COLOR_MATRIX_BT2020:
        out->color_matrix = SCRIM_COLOR_MATRIX_BT2020;
        break;
    case GST_VIDEO_COLOR_MATRIX_BT709:
    case GST_VIDEO_COLOR_MATRIX_SMPTE240M: /* differs from it by 1 in 100 at most */
        out->color_matrix = SCRIM_COLOR_MATRIX_BT709;
        break;
    default: /* RGB and gray, which need none. If a stream in YCbCr names none, GStreamer has chosen one by the height. */
        out->color_matrix = SCRIM_COLOR_MATRIX_BT601;
    }
}

/* Whether all rows of a plane lie in the memory that was mapped for it. GStreamer does not check the planes of a GstVideoMeta. */
static gboolean is_inside(const GstMapInfo *map, const guint8 *first, gint64 stride, gint64 rows, gint64 row_bytes) {
    if (map->data == NULL || first == NULL || rows <= 0 || ABS(stride) < row_bytes)
        return FALSE;
    gint64 start = (gint64)((guintptr)first - (guintptr)map->data), last = start + (rows - 1) * stride;
    return MIN(start, last) >= 0 && MAX(start, last) + row_bytes <= (gint64)map->size;
}

gboolean scrim_gst_describe(const GstVideoFrame *video, scrim_frame *out) {
    *out = (scrim_frame)SCRIM_FRAME_INIT;
    gint index = find(GST_VIDEO_FRAME_FORMAT(video));
    if (index < 0)
        return FALSE;
    out->format = formats[index].scrim;
    out->width = (uint32_t)GST_VIDEO_FRAME_WIDTH(video);
    out->height = (uint32_t)GST_VIDEO_FRAME_HEIGHT(video);
    set_colors(&video->info, out);
    for (guint i = 0; i < formats[index].planes; i++) {
        guint plane = GST_VIDEO_FORMAT_INFO_PLANE(video->info.finfo, i);
        out->planes[i].data = GST_VIDEO_FRAME_PLANE_DATA(video, plane);
        out->planes[i].stride = GST_VIDEO_FRAME_PLANE_STRIDE(video, plane);
        gint64 row_bytes = (gint64)GST_VIDEO_FRAME_COMP_WIDTH(video, i) * GST_VIDEO_FRAME_COMP_PSTRIDE(video, i);
        if (!is_inside(&video->map[video->meta ? plane : 0], out->planes[i].data, out->planes[i].stride,
                       GST_VIDEO_FRAME_COMP_HEIGHT(video, i), row_bytes))
            return FALSE;
    }
    return TRUE;
}

gboolean scrim_gst_part(const GstVideoFrame *video, const scrim_frame *whole, const GstVideoCropMeta *crop, scrim_frame *out) {
    const GstVideoFormatInfo *info = video->info.finfo;
    *out = *whole;
    out->width = crop->width;
    out->height = crop->height;
    if (crop->width == 0 || crop->height == 0 || (guint64)crop->x + crop->width > whole->width ||
        (guint64)crop->y + crop->height > whole->height)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(out->planes) && out->planes[i].data; i++) {
        guint x = crop->x >> GST_VIDEO_FORMAT_INFO_W_SUB(info, i), y = crop->y >> GST_VIDEO_FORMAT_INFO_H_SUB(info, i);
        if (x << GST_VIDEO_FORMAT_INFO_W_SUB(info, i) != crop->x || y << GST_VIDEO_FORMAT_INFO_H_SUB(info, i) != crop->y)
            return FALSE;
        out->planes[i].data = (guint8 *)out->planes[i].data + (gint64)y * out->planes[i].stride +
                              (gint64)x * GST_VIDEO_FORMAT_INFO_PSTRIDE(info, i);
    }
    return TRUE;
}

guint scrim_gst_extra_dilation(const GstVideoFrame *video) {
    /* In an interlaced frame of 4:2:0, a row of chroma belongs to two rows of the same field: 0 and 2, or 1 and 3. Scrim covers
       the chroma of the rows 0 and 1 or 2 and 3. With a row more on each side, it is also covered for fields. */
    return GST_VIDEO_FRAME_N_COMPONENTS(video) > 1 && GST_VIDEO_FORMAT_INFO_H_SUB(video->info.finfo, 1) > 0 &&
           GST_VIDEO_FRAME_IS_INTERLACED(video);
}
