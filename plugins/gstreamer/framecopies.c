/* SPDX-License-Identifier: MIT */
#include "framecopies.h"

#include <gst/video/video.h>

gboolean scrim_frame_is_plain(GstBuffer *frame) {
    for (guint index = 0; index < gst_buffer_n_memory(frame); index++) {
        GstMemory *memory = gst_buffer_peek_memory(frame, index);
        if (GST_MEMORY_IS_READONLY(memory) || !gst_memory_is_type(memory, GST_ALLOCATOR_SYSMEM)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean scrim_frame_copies_needed(GstBuffer *frame) {
    GstBufferPool *pool = frame->pool;
    if (pool != NULL) {
        GType type = G_OBJECT_TYPE(pool);
        guint most = 1;
        GstStructure *config = gst_buffer_pool_get_config(pool);
        gst_buffer_pool_config_get_params(config, NULL, NULL, NULL, &most);
        gst_structure_free(config);
        if (most != 0 || (type != GST_TYPE_BUFFER_POOL && type != GST_TYPE_VIDEO_BUFFER_POOL)) {
            return TRUE;
        }
    }
    const GstParentBufferMeta *parent = gst_buffer_get_parent_buffer_meta(frame);
    if (parent != NULL && scrim_frame_copies_needed(parent->buffer)) {
        return TRUE;
    }
    return !scrim_frame_is_plain(frame);
}

void scrim_frame_copies_clear(ScrimFrameCopies *copies) {
    if (copies->pool != NULL) {
        gst_buffer_pool_set_active(copies->pool, FALSE);
        gst_clear_object(&copies->pool);
    }
}

static gboolean make_pool(ScrimFrameCopies *copies, gsize bytes) {
    if (copies->pool != NULL && copies->bytes == bytes) {
        return TRUE;
    }
    scrim_frame_copies_clear(copies);
    if (bytes > G_MAXUINT) {
        return FALSE;
    }
    copies->pool = gst_buffer_pool_new();
    copies->bytes = bytes;
    GstStructure *config = gst_buffer_pool_get_config(copies->pool);
    gst_buffer_pool_config_set_params(config, NULL, (guint)bytes, 0, 0);
    return gst_buffer_pool_set_config(copies->pool, config) && gst_buffer_pool_set_active(copies->pool, TRUE);
}

GstBuffer *scrim_frame_copies_make(ScrimFrameCopies *copies, GstBuffer *frame) {
    gsize bytes = gst_buffer_get_size(frame);
    const GstVideoMeta *layout = gst_buffer_get_video_meta(frame);
    GstBuffer *copy = NULL;
    GstMapInfo map;
    gboolean copied = FALSE;
    if (make_pool(copies, bytes) && gst_buffer_pool_acquire_buffer(copies->pool, &copy, NULL) == GST_FLOW_OK &&
        gst_buffer_map(copy, &map, GST_MAP_WRITE)) {
        copied = gst_buffer_extract(frame, 0, map.data, bytes) == bytes;
        gst_buffer_unmap(copy, &map);
    }
    copied = copied && gst_buffer_copy_into(copy, frame, GST_BUFFER_COPY_METADATA, 0, (gsize)-1);
    /* The copy must not keep the buffer that a frame is part of. */
    GstParentBufferMeta *parent = NULL;
    while (copied && (parent = gst_buffer_get_parent_buffer_meta(copy)) != NULL) {
        gst_buffer_remove_meta(copy, (GstMeta *)parent);
    }
    /* GStreamer leaves this one out if it shares the memory. */
    if (copied && layout != NULL) {
        GstVideoMeta *meta =
            gst_buffer_add_video_meta_full(copy, layout->flags, layout->format, layout->width, layout->height,
                                           layout->n_planes, (gsize *)layout->offset, (gint *)layout->stride);
        meta->alignment = layout->alignment;
    }
    gst_buffer_unref(frame);
    if (!copied) {
        gst_clear_buffer(&copy);
    }
    return copy;
}
