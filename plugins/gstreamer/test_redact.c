/* SPDX-License-Identifier: MIT */
/* scrimredact without a feed: memory of all kinds, regions of interest, errors, and changes while frames flow. */
#define _GNU_SOURCE /* memfd_create, F_ADD_SEALS */
#include "harness.h"

#include <fcntl.h>
#include <gst/allocators/gstfdmemory.h>
#include <sys/mman.h>
#include <unistd.h>

#define WHOLE 0, 0, WIDTH, HEIGHT
#define BOX 4, 2, 12, 8 /* covered by 8x6+4+2 */

/* ---- Memory ---- */

static void test_regions_are_covered_in_place(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *in = gray(), *out = passed(&fixture, in);
    assert_ptr_equal(in, out);
    assert_covered(out, BOX);
    gst_buffer_unref(out);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_a_buffer_that_others_hold_is_copied(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *in = gray();
    assert_covers(&fixture, gst_buffer_ref(in), BOX);
    assert_covered(in, 0, 0, 0, 0);
    gst_buffer_unref(in);
    fixture_free(&fixture);
}

static void test_memory_that_others_hold_is_copied(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *other = gray(), *in = gst_buffer_new();
    gst_buffer_append_memory(in, gst_buffer_get_memory(other, 0));
    assert_covers(&fixture, in, BOX);
    assert_covered(other, 0, 0, 0, 0);
    gst_buffer_unref(other);
    fixture_free(&fixture);
}

static void test_memory_that_can_only_be_read_is_copied(void **state) {
    (void)state;
    static guint8 pixels[WIDTH * HEIGHT];
    memset(pixels, SHOWN, sizeof pixels);
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *in = gst_buffer_new_wrapped_full(GST_MEMORY_FLAG_READONLY, pixels, sizeof pixels, 0, sizeof pixels, NULL, NULL);
    assert_covers(&fixture, in, BOX);
    for (gsize i = 0; i < sizeof pixels; i++)
        assert_int_equal(pixels[i], SHOWN);
    fixture_free(&fixture);
}

/* What is written into a private mapping of a descriptor is lost, and an element behind may read the descriptor itself. */
static void test_memory_of_a_file_descriptor_is_copied(void **state) {
    (void)state;
    static const GstFdMemoryFlags flags[] = {GST_FD_MEMORY_FLAG_MAP_PRIVATE, GST_FD_MEMORY_FLAG_MAP_PRIVATE | GST_FD_MEMORY_FLAG_KEEP_MAPPED,
                                             GST_FD_MEMORY_FLAG_KEEP_MAPPED, GST_FD_MEMORY_FLAG_NONE};
    enum {
        WRITABLE,
        READ_ONLY,
        SEALED,
        KINDS
    };
    GstAllocator *allocator = gst_fd_allocator_new();
    for (guint kind = WRITABLE; kind < KINDS; kind++)
        for (gsize i = 0; i < G_N_ELEMENTS(flags); i++) {
            guint8 pixels[WIDTH * HEIGHT];
            memset(pixels, SHOWN, sizeof pixels);
            int fd = memfd_create("frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
            assert_int_equal(write(fd, pixels, sizeof pixels), sizeof pixels);
            if (kind == SEALED)
                assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW), 0);
            gchar *path = g_strdup_printf("/proc/self/fd/%d", fd);
            int given = kind == READ_ONLY ? open(path, O_RDONLY | O_CLOEXEC) : dup(fd);
            g_free(path);
            GstBuffer *in = gst_buffer_new();
            gst_buffer_append_memory(in, gst_fd_allocator_alloc(allocator, given, sizeof pixels, flags[i]));
            GST_BUFFER_PTS(in) = 0;
            Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
            GstBuffer *out = passed(&fixture, in);
            assert_covered(out, BOX);
            assert_true(gst_memory_is_type(gst_buffer_peek_memory(out, 0), GST_ALLOCATOR_SYSMEM));
            gst_buffer_unref(out);
            assert_int_equal(pread(fd, pixels, sizeof pixels, 0), sizeof pixels);
            for (gsize at = 0; at < sizeof pixels; at++)
                assert_int_equal(pixels[at], SHOWN);
            assert_no_message(&fixture);
            fixture_free(&fixture);
            close(fd);
        }
    gst_object_unref(allocator);
}

static void test_a_frame_in_several_pieces_is_covered(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *in = gst_buffer_append(frame_of_size(WIDTH * 5), frame_of_size(WIDTH * 7));
    assert_int_equal(gst_buffer_n_memory(in), 2);
    assert_covers(&fixture, in, BOX);
    fixture_free(&fixture);
}

/* Memory that nobody can map. */
typedef struct {
    GstAllocator parent;
} Locked;
typedef struct {
    GstAllocatorClass parent;
} LockedClass;
GType locked_get_type(void);
G_DEFINE_TYPE(Locked, locked, GST_TYPE_ALLOCATOR)

static gpointer map_never(GstMemory *memory, gsize size, GstMapFlags flags) {
    (void)memory, (void)size, (void)flags;
    return NULL;
}
static void unmap_never(GstMemory *memory) { (void)memory; }
static GstMemory *copy_never(GstMemory *memory, gssize offset, gssize size) {
    (void)memory, (void)offset, (void)size;
    return NULL;
}
static void free_locked(GstAllocator *allocator, GstMemory *memory) {
    (void)allocator;
    g_free(memory);
}
static void locked_class_init(LockedClass *class) { GST_ALLOCATOR_CLASS(class)->free = free_locked; }
static void locked_init(Locked *self) {
    GstAllocator *allocator = GST_ALLOCATOR(self);
    allocator->mem_type = "Locked";
    allocator->mem_map = map_never;
    allocator->mem_unmap = unmap_never;
    allocator->mem_copy = copy_never;
    GST_OBJECT_FLAG_SET(self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

static void test_a_frame_that_cannot_be_mapped_is_dropped(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstAllocator *allocator = gst_object_ref_sink(g_object_new(locked_get_type(), NULL));
    GstMemory *memory = g_new0(GstMemory, 1);
    gst_memory_init(memory, 0, allocator, NULL, WIDTH * HEIGHT, 0, 0, WIDTH * HEIGHT);
    GstBuffer *in = gst_buffer_new();
    gst_buffer_append_memory(in, memory);
    assert_null(passed(&fixture, in));
    assert_message(&fixture, GST_MESSAGE_WARNING, "dropped: a buffer cannot be copied");
    gst_object_unref(allocator);
    fixture_free(&fixture);
}

static void test_a_frame_that_is_too_small_is_dropped(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    assert_null(passed(&fixture, frame_of_size(WIDTH * HEIGHT - 1)));
    assert_message(&fixture, GST_MESSAGE_WARNING, "dropped: a buffer cannot be written, or is smaller than its caps say");
    assert_null(passed(&fixture, frame_of_size(1)));
    assert_no_message(&fixture); /* it was reported before */
    assert_covers(&fixture, gray(), BOX);
    fixture_free(&fixture);
}

static GstBuffer *gray_with_rows(gsize size, gsize offset, gint stride) {
    GstBuffer *in = frame_of_size(size);
    gsize offsets[] = {offset, 0, 0, 0};
    gint strides[] = {stride, 0, 0, 0};
    gst_buffer_add_video_meta_full(in, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 1, offsets, strides);
    return in;
}

static void test_rows_may_have_any_stride(void **state) {
    (void)state;
    static const struct {
        gsize size, offset;
        gint stride;
    } rows[] = {
        {8 + 20 * HEIGHT, 8, 20},
        {8 + 20 * (HEIGHT - 1) + WIDTH, 8, 20},
        {20 * HEIGHT, 20 * (HEIGHT - 1), -20}, /* the top row is stored last */
        {WIDTH * HEIGHT, 0, WIDTH},
    };
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GstBuffer *out = passed(&fixture, gray_with_rows(rows[i].size, rows[i].offset, rows[i].stride));
        assert_non_null(out);
        guint covered = 0;
        for (gsize place = 0; place < rows[i].size; place++)
            covered += byte_at(out, place) == 0;
        assert_int_equal(covered, 8 * 6);
        gint64 first = (gint64)rows[i].offset + 2 * rows[i].stride + 4;
        assert_int_equal(byte_at(out, (gsize)first), 0);
        assert_int_equal(byte_at(out, (gsize)(first + 5 * rows[i].stride + 7)), 0);
        gst_buffer_unref(out);
    }
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_rows_outside_the_memory_are_refused(void **state) {
    (void)state;
    static const struct {
        gsize size, offset;
        gint stride;
    } rows[] = {
        {8 + 20 * (HEIGHT - 1) + WIDTH - 1, 8, 20},
        {WIDTH * HEIGHT, 1, WIDTH},
        {WIDTH * HEIGHT, 0, WIDTH + 1},
        {WIDTH * HEIGHT, 0, WIDTH - 1},
        {WIDTH * HEIGHT, 0, 0},
        {20 * HEIGHT, 20 * (HEIGHT - 1) - 1, -20},
        {WIDTH * HEIGHT, WIDTH * HEIGHT - 1, G_MAXINT},
        {WIDTH * HEIGHT, 0, G_MININT + 1},
    };
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_null(passed(&fixture, gray_with_rows(rows[i].size, rows[i].offset, rows[i].stride)));
        if (i == 0)
            assert_message(&fixture, GST_MESSAGE_WARNING, "dropped: a buffer is smaller than its description says");
    }
    fixture_free(&fixture);
}

/* ---- What is covered ---- */

static void test_nothing_is_passed_on_until_something_is_set(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, NULL);
    assert_covers(&fixture, gray(), WHOLE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "frames are covered: nothing to cover is set: set regions, feed or roi-types");
    assert_no_message(&fixture);
    g_object_set(fixture.redact, "regions", "none", NULL);
    assert_covers(&fixture, gray(), 0, 0, 0, 0);
    g_object_set(fixture.redact, "regions", NULL, NULL);
    assert_covers(&fixture, gray(), WHOLE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "nothing to cover is set");
    g_object_set(fixture.redact, "roi-types", "", NULL); /* perhaps from a variable of a shell that has no value */
    assert_covers(&fixture, gray(), WHOLE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "nothing to cover is set");
    g_object_set(fixture.redact, "roi-types", "face", NULL);
    assert_covers(&fixture, gray(), 0, 0, 0, 0);
    fixture_free(&fixture);
}

static GstBuffer *gray_with_interest(const char *type, guint x, guint y, guint width, guint height) {
    GstBuffer *in = gray();
    gst_buffer_add_video_region_of_interest_meta(in, type, x, y, width, height);
    return in;
}

static void test_regions_of_interest_are_covered(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "roi-types", "*", NULL);
    assert_covers(&fixture, gray(), 0, 0, 0, 0);
    assert_covers(&fixture, gray_with_interest("face", 4, 2, 8, 6), BOX);
    assert_covers(&fixture, gray_with_interest("face", 0, 0, 0, 6), 0, 0, 0, 0);
    assert_covers(&fixture, gray_with_interest("face", 4, 2, G_MAXUINT, G_MAXUINT), 4, 2, WIDTH, HEIGHT);
    assert_covers(&fixture, gray_with_interest("face", G_MAXINT, G_MAXINT, G_MAXUINT, G_MAXUINT), 0, 0, 0, 0);
    /* Detectors also write negative edges into these numbers. */
    assert_covers(&fixture, gray_with_interest("face", (guint)-4, (guint)-2, 12, 8), 0, 0, 8, 6);
    assert_covers(&fixture, gray_with_interest("face", (guint)-12, 2, 12, 8), 0, 0, 0, 0);
    assert_covers(&fixture, gray_with_interest("face", (guint)G_MININT, G_MAXUINT, G_MAXUINT, G_MAXUINT), 0, 0, WIDTH, HEIGHT);
    GstBuffer *in = gray_with_interest("plate", 4, 2, 8, 6);
    gst_buffer_add_video_region_of_interest_meta(in, "face", 12, 2, 4, 6);
    assert_covers(&fixture, in, 4, 2, 16, 8);
    g_object_set(fixture.redact, "regions", "1x6+3+2", NULL); /* together with regions */
    assert_covers(&fixture, gray_with_interest("face", 4, 2, 8, 6), 3, 2, 12, 8);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_regions_of_interest_of_a_shared_buffer_are_covered(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "roi-types", "*", NULL);
    GstBuffer *in = gray_with_interest("face", 4, 2, 8, 6);
    assert_covers(&fixture, gst_buffer_ref(in), BOX);
    gst_buffer_unref(in);
    fixture_free(&fixture);
}

static void test_regions_of_interest_are_chosen_by_type(void **state) {
    (void)state;
    static const struct {
        const char *types, *type;
        gboolean covered;
    } cases[] = {
        {"face", "face", TRUE},
        {"face", "plate", FALSE},
        {"plate,face", "face", TRUE},
        {" plate , face ", "face", TRUE},
        {"faces", "face", FALSE},
        {"", "face", FALSE},
        {"*", "face", TRUE},
        {" * ", "face", TRUE},
        {"plate,*", "face", TRUE},
        {"Face", "face", FALSE},
        {"license plate", "face", FALSE},
        {"license plate", "license plate", TRUE},
    };
    Fixture fixture = fixture_new(GRAY, "regions", "none", NULL);
    assert_covers(&fixture, gray_with_interest("face", 4, 2, 8, 6), BOX); /* all types, if none is set */
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_object_set(fixture.redact, "roi-types", cases[i].types, NULL);
        GstBuffer *in = gray_with_interest(cases[i].type, 4, 2, 8, 6);
        if (cases[i].covered)
            assert_covers(&fixture, in, BOX);
        else
            assert_covers(&fixture, in, 0, 0, 0, 0);
    }
    fixture_free(&fixture);
}

static GstBuffer *cropped(guint x, guint y, guint width, guint height) {
    GstBuffer *in = gray();
    GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta(in);
    crop->x = x;
    crop->y = y;
    crop->width = width;
    crop->height = height;
    return in;
}

static void test_regions_belong_to_the_part_that_is_shown(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "3x2+1+1", NULL);
    GstBuffer *out = passed(&fixture, cropped(3, 2, 10, 9));
    for (guint y = 0; y < HEIGHT; y++)
        for (guint x = 0; x < WIDTH; x++) {
            gboolean outside = x < 3 || x >= 13 || y < 2 || y >= 11, inside = x >= 4 && x < 7 && y >= 3 && y < 5;
            assert_int_equal(byte_at(out, y * WIDTH + x), outside || inside ? 0 : SHOWN);
        }
    gst_buffer_unref(out);
    g_object_set(fixture.redact, "regions", "3x2+1+1", NULL); /* of the new size */
    assert_covers(&fixture, cropped(0, 0, WIDTH, HEIGHT), 1, 1, 4, 3);
    /* Regions of interest belong to the frame in memory. */
    g_object_set(fixture.redact, "regions", "none", NULL);
    GstBuffer *in = cropped(3, 0, WIDTH - 3, HEIGHT);
    gst_buffer_add_video_region_of_interest_meta(in, "face", 0, 0, 5, HEIGHT);
    assert_covers(&fixture, in, 0, 0, 5, HEIGHT);
    assert_no_message(&fixture);
    assert_covers(&fixture, cropped(7, 0, 10, 4), WHOLE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "covered: the part of the frame that is shown must be inside the frame");
    assert_covers(&fixture, cropped(0, 0, 0, 0), WHOLE);
    assert_covers(&fixture, cropped(1, 1, G_MAXUINT, G_MAXUINT), WHOLE);
    assert_covers(&fixture, cropped(8, 0, G_MAXUINT - 3, 4), WHOLE); /* the sum of both is 4 in 32 bits */
    assert_covers(&fixture, cropped(0, 8, 4, G_MAXUINT - 3), WHOLE);
    fixture_free(&fixture);
}

/* The caps count, and not the picture in memory, which can be larger: elements behind show the part at its top left corner. */
static void test_regions_belong_to_the_caps_if_memory_is_larger(void **state) {
    (void)state;
    Fixture fixture = fixture_new("video/x-raw,format=GRAY8,width=10,height=8,framerate=25/1", "regions", "10x8/5x4+5+4", NULL);
    gsize offsets[GST_VIDEO_MAX_PLANES] = {0};
    gint strides[GST_VIDEO_MAX_PLANES] = {WIDTH};
    GstBuffer *in = gray();
    gst_buffer_add_video_meta_full(in, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 1, offsets, strides);
    GstBuffer *out = passed(&fixture, in);
    for (guint y = 0; y < HEIGHT; y++)
        for (guint x = 0; x < WIDTH; x++) {
            gboolean outside = x >= 10 || y >= 8, inside = x >= 5 && y >= 4;
            assert_int_equal(byte_at(out, y * WIDTH + x), outside || inside ? 0 : SHOWN);
        }
    gst_buffer_unref(out);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_a_part_must_begin_with_a_sample_of_chroma(void **state) {
    (void)state;
    Fixture fixture = fixture_new("video/x-raw,format=I420,width=16,height=12,framerate=25/1", "regions", "2x2+0+0", NULL);
    for (guint step = 0; step < 16; step++) {
        guint x = step % 4, y = step / 4;
        GstBuffer *in = frame_of_size(16 * 12 * 3 / 2);
        GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta(in);
        crop->x = x;
        crop->y = y;
        crop->width = 7;
        crop->height = 7;
        GstBuffer *out = passed(&fixture, in);
        gboolean refused = x % 2 || y % 2;
        for (guint i = 0; i < 7; i++) /* the middle of the part is shown, unless all is covered */
            assert_int_equal(byte_at(out, (y + 4) * 16 + x + i), refused ? 16 : SHOWN);
        assert_int_equal(byte_at(out, y * 16 + x), 16);
        gst_buffer_unref(out);
    }
    fixture_free(&fixture);
}

/* The blocks begin at the corner of the frame in memory, wherever the part that is shown begins. */
static void test_whole_blocks_of_the_codec_are_covered_in_a_part(void **state) {
    (void)state;
    enum {
        STRIDE = 96,
        ROWS = 48,
        PART_WIDTH = 80,
        PART_HEIGHT = 32
    };
    static const guint corners[][2] = {{0, 0}, {16, 16}, {16, 0}, {8, 8}, {8, 0}, {0, 8}, {1, 15}, {15, 16}, {16, 2}};
    for (gsize i = 0; i < 2 * G_N_ELEMENTS(corners); i++) {
        guint left = corners[i / 2][0], top = corners[i / 2][1];
        gboolean all = i % 2; /* with the largest dilation, to which the library allows no block more */
        Fixture fixture = fixture_new("video/x-raw,format=GRAY8,width=80,height=32,framerate=25/1", "codec-block", 16, NULL);
        gchar *regions = g_strdup_printf("4x4+%u+%u", 18 - left, 18 - top); /* 18, 18 in memory */
        g_object_set(fixture.redact, "regions", regions, "dilation", all ? 4096 : 0, NULL);
        assert_message(&fixture, GST_MESSAGE_WARNING, "nothing to cover is set");
        GstBuffer *in = frame_of_size(STRIDE * ROWS);
        gst_buffer_add_video_meta(in, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, STRIDE, ROWS);
        GstVideoCropMeta *crop = gst_buffer_add_video_crop_meta(in);
        crop->x = left, crop->y = top, crop->width = PART_WIDTH, crop->height = PART_HEIGHT;
        GstBuffer *out = passed(&fixture, in);
        assert_non_null(out);
        /* A block from 16 to 32, and one pixel around it, which the codec's filter changes. */
        guint right = all ? left + PART_WIDTH : 33, bottom = all ? top + PART_HEIGHT : 33;
        for (guint y = MAX(top, 15); y < bottom; y++)
            for (guint x = MAX(left, 15); x < right; x++)
                assert_int_equal(byte_at(out, y * STRIDE + x), 0);
        assert_int_equal(byte_at(out, (top + 1) * STRIDE + left + PART_WIDTH - 1), all ? 0 : SHOWN);
        if (all && (left % 16 || top % 16))
            assert_message(&fixture, GST_MESSAGE_WARNING, "frames are covered: ");
        assert_no_message(&fixture);
        gst_buffer_unref(out);
        g_free(regions);
        fixture_free(&fixture);
    }
}

/* ---- Formats ---- */

/* A sample of chroma of an interlaced frame belongs to two rows of one field. None may show through. */
static void test_fields_of_a_frame_are_covered(void **state) {
    (void)state;
    static const char *const modes[] = {"interleaved", "mixed"};
    for (gsize mode = 0; mode < G_N_ELEMENTS(modes); mode++) {
        gchar *caps = g_strdup_printf("video/x-raw,format=I420,width=16,height=16,framerate=25/1,interlace-mode=%s", modes[mode]);
        Fixture fixture = fixture_new(caps, "style", "frost:3", NULL);
        for (guint top = 0; top < 6; top++)
            for (guint rows = 1; rows <= 9; rows++) {
                gchar *regions = g_strdup_printf("16x%u+0+%u", rows, top);
                g_object_set(fixture.redact, "regions", regions, NULL);
                GstBuffer *results[2];
                for (guint content = 0; content < 2; content++) {
                    GstBuffer *in = frame_of_size(16 * 16 * 3 / 2);
                    GST_BUFFER_FLAG_SET(in, GST_VIDEO_BUFFER_FLAG_INTERLACED);
                    for (guint y = top; y < top + rows; y++) {
                        gst_buffer_memset(in, y * 16, content ? 30 : 220, 16);
                        guint chroma = y / 4 * 2 + y % 2; /* the row of chroma of the same field */
                        gst_buffer_memset(in, 256 + chroma * 8, content ? 90 : 170, 8);
                        gst_buffer_memset(in, 320 + chroma * 8, content ? 190 : 70, 8);
                    }
                    results[content] = passed(&fixture, in);
                }
                guint8 bytes[2][16 * 16 * 3 / 2];
                for (guint content = 0; content < 2; content++)
                    gst_buffer_extract(results[content], 0, bytes[content], sizeof bytes[content]);
                assert_memory_equal(bytes[0], bytes[1], sizeof bytes[0]);
                gst_buffer_unref(results[0]);
                gst_buffer_unref(results[1]);
                g_free(regions);
            }
        fixture_free(&fixture);
        g_free(caps);
    }
}

static void test_frames_whose_rows_are_elsewhere_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *fields, *message;
    } cases[] = {
        {"interlace-mode=fields", "fields must not be in frames of their own"},
        {"multiview-mode=side-by-side", "frames must not contain several views"},
        {"multiview-mode=frame-by-frame,views=2", "frames must not contain several views"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gchar *caps = g_strdup_printf(GRAY ",%s", cases[i].fields);
        Fixture fixture = fixture_new(NULL, "regions", "8x6+4+2", NULL);
        gst_harness_set_src_caps_str(fixture.harness, caps);
        assert_message(&fixture, GST_MESSAGE_ERROR, cases[i].message);
        assert_int_equal(gst_harness_push(fixture.harness, gray()), GST_FLOW_NOT_NEGOTIATED);
        assert_null(gst_harness_try_pull(fixture.harness));
        fixture_free(&fixture);
        g_free(caps);
    }
}

static void test_formats_may_change_between_frames(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", "style", "solid:#ffffff", NULL);
    static const struct {
        const char *caps;
        gsize size, first, last; /* places of the first and the last byte that are covered */
    } kinds[] = {
        {GRAY, 16 * 12, 2 * 16 + 4, 7 * 16 + 11},
        {"video/x-raw,format=RGBA,width=13,height=9,framerate=25/1", 13 * 9 * 4, (2 * 13 + 4) * 4, (7 * 13 + 11) * 4 + 3},
        {"video/x-raw,format=GRAY16_LE,width=20,height=8,framerate=25/1", 320, (2 * 20 + 4) * 2, (7 * 20 + 11) * 2 + 1},
        {"video/x-raw,format=BGR,width=16,height=12,framerate=25/1", 48 * 12, 2 * 48 + 12, 7 * 48 + 35},
    };
    for (guint step = 0; step < 40; step++) {
        guint kind = step * 7 / 3 % G_N_ELEMENTS(kinds);
        gst_harness_set_src_caps_str(fixture.harness, kinds[kind].caps);
        g_object_set(fixture.redact, "regions", "8x6+4+2", NULL); /* of the new size */
        GstBuffer *out = passed(&fixture, frame_of_size(kinds[kind].size));
        assert_int_equal(byte_at(out, kinds[kind].first - 1), SHOWN);
        assert_int_equal(byte_at(out, kinds[kind].first), 255);
        assert_int_equal(byte_at(out, kinds[kind].last), 255);
        if (kinds[kind].last + 1 < kinds[kind].size)
            assert_int_equal(byte_at(out, kinds[kind].last + 1), SHOWN);
        gst_buffer_unref(out);
    }
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

/* ---- Frames of another size ---- */

#define SMALL "video/x-raw,format=GRAY8,width=8,height=6,framerate=25/1"

/* Whether the first and the last pixel of a small frame are covered, or -1 if the frame was dropped. */
static gint small_is_covered(Fixture *fixture) {
    GstBuffer *out = passed(fixture, frame_of_size(8 * 6));
    if (out == NULL)
        return -1;
    guint8 first = byte_at(out, 0), last = byte_at(out, 8 * 6 - 1);
    gst_buffer_unref(out);
    assert_int_equal(first, last);
    return first == 0;
}

/* What the regions cover may be anywhere in a frame of another size. */
static void test_regions_in_pixels_cover_frames_of_another_size(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    assert_covers(&fixture, gray(), BOX);
    gst_harness_set_src_caps_str(fixture.harness, SMALL);
    assert_int_equal(small_is_covered(&fixture), TRUE);
    assert_message(&fixture, GST_MESSAGE_WARNING,
                   "frames are covered: regions belong to frames of 16 × 12 pixels (got 8 × 6): set regions again");
    g_object_set(fixture.redact, "style", "frost:3", "dilation", 0, NULL); /* other properties do not say where the regions are */
    assert_int_equal(small_is_covered(&fixture), TRUE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "regions belong to frames of 16 × 12 pixels");
    gst_util_set_object_arg(G_OBJECT(fixture.redact), "on-error", "drop");
    assert_int_equal(small_is_covered(&fixture), -1);
    assert_message(&fixture, GST_MESSAGE_WARNING, "frames are dropped: regions belong to frames of 16 × 12 pixels");
    g_object_set(fixture.redact, "style", "solid", NULL);
    gst_harness_set_src_caps_str(fixture.harness, GRAY); /* the size returns */
    assert_covers(&fixture, gray(), BOX);
    gst_harness_set_src_caps_str(fixture.harness, SMALL);
    g_object_set(fixture.redact, "regions", "2x2+3+2", NULL); /* of the new size */
    assert_int_equal(small_is_covered(&fixture), FALSE);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_frames_of_one_size_are_reported_once(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "2x2+3+2", NULL);
    assert_covers(&fixture, gray(), 3, 2, 5, 4);
    gst_harness_set_src_caps_str(fixture.harness, SMALL);
    for (guint i = 0; i < 3; i++)
        assert_int_equal(small_is_covered(&fixture), TRUE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "regions belong to frames of 16 × 12 pixels");
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_regions_keep_their_size_while_the_element_is_stopped(void **state) {
    (void)state;
    static const GstState stops[] = {GST_STATE_READY, GST_STATE_NULL};
    Fixture fixture = fixture_new(GRAY, "regions", "2x2+3+2", NULL);
    assert_covers(&fixture, gray(), 3, 2, 5, 4);
    for (gsize i = 0; i < G_N_ELEMENTS(stops); i++) {
        gst_element_set_state(fixture.redact, stops[i]);
        gst_harness_play(fixture.harness);
        gst_harness_set_src_caps_str(fixture.harness, SMALL);
        assert_int_equal(small_is_covered(&fixture), TRUE);
        assert_message(&fixture, GST_MESSAGE_WARNING, "regions belong to frames of 16 × 12 pixels (got 8 × 6)");
    }
    g_object_set(fixture.redact, "regions", "2x2+3+2", NULL); /* the same text, for the new size */
    assert_int_equal(small_is_covered(&fixture), FALSE);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_the_part_that_is_shown_may_not_change_its_size(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "1x1+1+1", NULL);
    GstBuffer *out = passed(&fixture, cropped(0, 0, 10, 9));
    assert_int_equal(byte_at(out, 0), SHOWN);
    gst_buffer_unref(out);
    assert_covers(&fixture, cropped(0, 0, 10, 8), WHOLE);
    assert_message(&fixture, GST_MESSAGE_WARNING, "regions belong to frames of 10 × 9 pixels (got 10 × 8)");
    out = passed(&fixture, cropped(3, 2, 10, 9));
    assert_int_equal(byte_at(out, 2 * WIDTH + 3), SHOWN);
    gst_buffer_unref(out);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_regions_without_a_size_follow_the_frames(void **state) {
    (void)state;
    static const char *const regions[] = {
        "none",
        "16x12/8x6+4+2",
        "{\"format\": \"normalized\", \"regions\": [{\"rect\": [0.25, 0.25, 0.75, 0.75]}]}",
        "{\"format\": \"normalized\", \"regions\": [{\"rect\": [0.25, 0.25, 0.75, 0.75], \"from\": 0}]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(regions); i++) {
        Fixture fixture = fixture_new(GRAY, "regions", regions[i], NULL);
        gst_buffer_unref(passed(&fixture, gray()));
        gst_harness_set_src_caps_str(fixture.harness, SMALL);
        GstBuffer *out = passed(&fixture, frame_of_size(8 * 6));
        assert_int_equal(byte_at(out, 0), SHOWN);
        assert_int_equal(byte_at(out, 3 * 8 + 4), i == 0 ? SHOWN : 0);
        gst_buffer_unref(out);
        assert_no_message(&fixture);
        fixture_free(&fixture);
    }
}

/* ---- Changes ---- */

static void test_regions_and_styles_may_change_between_frames(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    assert_covers(&fixture, gray(), BOX);
    g_object_set(fixture.redact, "regions", "16x2+0+10/16x2+0+8", NULL);
    assert_covers(&fixture, gray(), 0, 8, 16, 12);
    g_object_set(fixture.redact, "dilation", 2, NULL);
    assert_covers(&fixture, gray(), 0, 6, 16, 12);
    g_object_set(fixture.redact, "dilation", 0, "regions", "4x4+0+0", "codec-block", 8, NULL);
    assert_covers(&fixture, gray(), 0, 0, 9, 9);
    g_object_set(fixture.redact, "codec-block", 0, "size-multiple", 6, NULL);
    assert_covers(&fixture, gray(), 0, 0, 6, 6);
    g_object_set(fixture.redact, "style", "solid:#ffffff", NULL);
    GstBuffer *out = passed(&fixture, gray());
    assert_int_equal(byte_at(out, 0), 255);
    gst_buffer_unref(out);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void write_regions(const gchar *path, const gchar *rect) {
    gchar *text = g_strdup_printf("{\"regions\": [{\"rect\": [%s]}]}", rect);
    assert_true(g_file_set_contents(path, text, -1, NULL));
    g_free(text);
}

/* A file may be written for other frames while the element still covers these. */
static void test_a_file_is_read_when_regions_are_set(void **state) {
    (void)state;
    gchar *folder = g_dir_make_tmp("scrim-regions-XXXXXX", NULL), *path = g_build_filename(folder, "regions.json", NULL), *set = NULL;
    write_regions(path, "4, 2, 8, 6");
    Fixture fixture = fixture_new(GRAY, "regions", path, NULL);
    assert_covers(&fixture, gray(), BOX);
    write_regions(path, "0, 0, 16, 12");
    g_object_set(fixture.redact, "dilation", 0, "threads", 2, "style", "solid", NULL);
    assert_covers(&fixture, gray(), BOX);
    assert_int_equal(unlink(path), 0);
    g_object_set(fixture.redact, "dilation", 0, NULL);
    assert_covers(&fixture, gray(), BOX);
    gst_element_set_state(fixture.redact, GST_STATE_NULL);
    gst_harness_play(fixture.harness);
    gst_harness_set_src_caps_str(fixture.harness, GRAY);
    assert_covers(&fixture, gray(), BOX);
    assert_no_message(&fixture);
    g_object_get(fixture.redact, "regions", &set, NULL);
    assert_string_equal(set, path);
    g_object_set(fixture.redact, "regions", set, NULL);
    assert_message(&fixture, GST_MESSAGE_WARNING, "regions.json: No such file or directory");
    assert_covers(&fixture, gray(), WHOLE);
    write_regions(path, "1, 1, 2, 2");
    assert_covers(&fixture, gray(), WHOLE);
    g_object_set(fixture.redact, "regions", set, NULL);
    assert_covers(&fixture, gray(), 1, 1, 3, 3);
    assert_no_message(&fixture);
    fixture_free(&fixture);
    unlink(path);
    rmdir(folder);
    g_free(set);
    g_free(path);
    g_free(folder);
}

static void test_wrong_values_cover_until_they_are_right(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    static const struct {
        const char *name, *wrong, *right, *message;
    } cases[] = {
        {"regions", "8x6+4", "8x6+4+2", "frames are covered: regions: "},
        {"regions", "/nonexistent/regions.json", "8x6+4+2", "No such file or directory"},
        {"style", "black", "solid", "frames are covered: style: "},
        {"roi-types", ",", "face", "frames are covered: roi-types must be a list of types with commas, or * (got \",\")"},
        {"roi-types", " , ", "face", "roi-types must be a list of types with commas, or * (got \" , \")"},
        {"codec-block", "5", "0", "frames are covered: codec-block must be 0, 8 or 16 (got 5)"},
        {"sampling-gap", "65", "2", "frames are covered: sampling-gap must be at most 64 (got 65)"},
        {"dilation", "4097", "0", "dilation must be at most 4096 (got 4097)"},
        {"size-multiple", "4097", "0", "size-multiple must be at most 4096 (got 4097)"},
        {"threads", "4294967295", "1", "threads must be at most 256 (got 4294967295)"},
        {"scale", "0", "1", "scale must be from 0.015625 to 64 (got 0)"},
        {"scale", "65", "1", "scale must be from 0.015625 to 64 (got 65)"},
        {"origin-x", "1073741825", "0", "origin-x must be from -1073741824 to 1073741824 (got 1073741825)"},
        {"origin-y", "-1e300", "0", "origin-y must be from -1073741824 to 1073741824 (got -1e+300)"},
        {"max-speed", "-1", "0", "max-speed must be from 0 to 1073741824 (got -1)"},
        {"update-interval", "1000000001", "0", "update-interval must be at most 1000000000 (got 1000000001)"},
        {"hold", "500000001", "0", "hold must be at most 500000000 (got 500000001)"},
        {"max-latency", "1000000001", "0", "max-latency must be at most 1000000000 (got 1000000001)"},
        {"delay", "1000000001", "0", "delay must be at most 1000000000 (got 1000000001)"},
        {"clock-error", "18446744073709551615", "0", "clock-error must be at most 1000000000 (got 18446744073709551615)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gst_util_set_object_arg(G_OBJECT(fixture.redact), cases[i].name, cases[i].wrong);
        assert_message(&fixture, GST_MESSAGE_WARNING, cases[i].message);
        assert_covers(&fixture, gray(), WHOLE);
        assert_covers(&fixture, gray(), WHOLE);
        assert_no_message(&fixture);
        gst_util_set_object_arg(G_OBJECT(fixture.redact), cases[i].name, cases[i].right);
        assert_covers(&fixture, gray(), BOX);
    }
    fixture_free(&fixture);
}

static void test_frames_that_cannot_be_redacted_are_dropped_if_wanted(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    gst_util_set_object_arg(G_OBJECT(fixture.redact), "on-error", "drop");
    assert_covers(&fixture, gray(), BOX);
    g_object_set(fixture.redact, "regions", "8x6+4", NULL);
    assert_message(&fixture, GST_MESSAGE_WARNING, "frames are dropped: regions: ");
    assert_null(passed(&fixture, gray()));
    assert_null(passed(&fixture, gray()));
    g_object_set(fixture.redact, "regions", "8x6+4+2", NULL);
    GstBuffer *out = passed(&fixture, gray());
    assert_true(GST_BUFFER_IS_DISCONT(out));
    assert_covered(out, BOX);
    gst_buffer_unref(out);
    /* The library refuses what its own limits exclude. The parser has none for these. */
    g_object_set(fixture.redact, "regions", "8x6+4+2", "style", "blur:1", "threads", 4, NULL);
    assert_message(&fixture, GST_MESSAGE_WARNING, "style is reversible");
    assert_non_null(out = passed(&fixture, gray()));
    gst_buffer_unref(out);
    gst_harness_set_src_caps_str(fixture.harness, "video/x-raw,format=Y42B,width=16,height=12,framerate=25/1");
    assert_null(passed(&fixture, frame_of_size(16 * 12 * 2)));
    assert_message(&fixture, GST_MESSAGE_WARNING, "frames are dropped: ");
    gst_util_set_object_arg(G_OBJECT(fixture.redact), "on-error", "cover");
    out = passed(&fixture, frame_of_size(16 * 12 * 2));
    for (guint i = 0; i < 16 * 12 * 2; i++)
        assert_int_equal(byte_at(out, i), i < 16 * 12 ? 16 : 128);
    gst_buffer_unref(out);
    fixture_free(&fixture);
}

static void test_wrong_values_prevent_the_start(void **state) {
    (void)state;
    GstElement *redact = g_object_new(SCRIM_TYPE_GST_REDACT, "regions", "8x6+4", NULL);
    GstBus *bus = gst_bus_new();
    gst_element_set_bus(redact, bus);
    assert_int_equal(gst_element_set_state(redact, GST_STATE_READY), GST_STATE_CHANGE_FAILURE);
    Fixture fixture = {.redact = redact, .bus = bus};
    assert_message(&fixture, GST_MESSAGE_ERROR, "regions: ");
    g_object_set(redact, "regions", "8x6+4+2", NULL);
    assert_int_equal(gst_element_set_state(redact, GST_STATE_READY), GST_STATE_CHANGE_SUCCESS);
    assert_int_equal(gst_element_set_state(redact, GST_STATE_NULL), GST_STATE_CHANGE_SUCCESS);
    gst_element_set_bus(redact, NULL);
    gst_object_unref(redact);
    gst_object_unref(bus);
}

static gpointer change_regions(gpointer data) {
    Fixture *fixture = data;
    for (guint i = 0; i < 500; i++)
        g_object_set(fixture->redact, "regions", i % 2 ? "8x6+4+2" : "16x12+0+0", "threads", i / 2 % 4, NULL);
    return NULL;
}

static void test_regions_may_change_while_a_frame_is_redacted(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GThread *thread = g_thread_new("regions", change_regions, &fixture);
    for (guint i = 0; i < 500; i++) {
        GstBuffer *out = passed(&fixture, gray());
        gboolean all = byte_at(out, 0) == 0;
        if (all)
            assert_covered(out, WHOLE);
        else
            assert_covered(out, BOX);
        gst_buffer_unref(out);
    }
    g_thread_join(thread);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static GstBusSyncReply set_regions(GstBus *bus, GstMessage *message, gpointer data) {
    (void)bus;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING)
        g_object_set(data, "regions", "8x6+4+2", NULL);
    return GST_BUS_PASS;
}

/* A handler that runs before the message is posted is called in the middle of set_property() and of the change of state. */
static void test_a_handler_of_a_warning_may_set_a_property(void **state) {
    (void)state;
    Fixture fixture = fixture_new(NULL, "name", "redact", NULL); /* warns because nothing is set */
    gst_element_set_state(fixture.redact, GST_STATE_NULL);
    gchar *text = message_of(&fixture, GST_MESSAGE_WARNING);
    assert_non_null(text);
    g_free(text);
    gst_bus_set_sync_handler(fixture.bus, set_regions, fixture.redact, NULL);
    alarm(30); /* A thread that waits for itself never ends. */
    gst_harness_play(fixture.harness);
    assert_message(&fixture, GST_MESSAGE_WARNING, "nothing to cover is set");
    gst_harness_set_src_caps_str(fixture.harness, GRAY);
    assert_covers(&fixture, gray(), BOX);
    g_object_set(fixture.redact, "regions", "bad", NULL);
    alarm(0);
    assert_message(&fixture, GST_MESSAGE_WARNING, "frames are covered: regions: ");
    assert_covers(&fixture, gray(), BOX);
    assert_no_message(&fixture);
    gst_bus_set_sync_handler(fixture.bus, NULL, NULL, NULL);
    fixture_free(&fixture);
}

static void test_properties_can_be_read_back(void **state) {
    (void)state;
    GstElement *redact = gst_object_ref_sink(g_object_new(SCRIM_TYPE_GST_REDACT, NULL));
    guint count = 0, own = 0;
    GParamSpec **specs = g_object_class_list_properties(G_OBJECT_GET_CLASS(redact), &count);
    for (guint i = 0; i < count; i++) {
        if (specs[i]->owner_type != SCRIM_TYPE_GST_REDACT)
            continue;
        own++;
        GValue value = G_VALUE_INIT, read = G_VALUE_INIT;
        g_value_init(&value, specs[i]->value_type);
        if (G_IS_PARAM_SPEC_STRING(specs[i]))
            g_value_set_string(&value, "text");
        else if (G_IS_PARAM_SPEC_ENUM(specs[i]))
            g_value_set_enum(&value, 1);
        else if (G_IS_PARAM_SPEC_UINT(specs[i]))
            g_value_set_uint(&value, 8);
        else if (G_IS_PARAM_SPEC_DOUBLE(specs[i]))
            g_value_set_double(&value, 2.5);
        else if (G_IS_PARAM_SPEC_INT64(specs[i]))
            g_value_set_int64(&value, -8000);
        else
            g_value_set_uint64(&value, 8000);
        g_value_init(&read, specs[i]->value_type);
        g_object_set_property(G_OBJECT(redact), specs[i]->name, &value);
        g_object_get_property(G_OBJECT(redact), specs[i]->name, &read);
        if (g_param_values_cmp(specs[i], &value, &read) != 0)
            fail_msg("the property %s was not set", specs[i]->name);
        g_value_unset(&value);
        g_value_unset(&read);
    }
    assert_int_equal(own, 22);
    g_free(specs);
    gst_object_unref(redact);
}

/* ---- Streams ---- */

static void test_late_frames_are_covered(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstElement *cover = gst_bin_get_by_name(GST_BIN(fixture.redact), "cover");
    assert_false(gst_base_transform_is_qos_enabled(GST_BASE_TRANSFORM(cover)));
    gst_harness_push_upstream_event(fixture.harness, gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.1, GST_SECOND, GST_SECOND));
    assert_covers(&fixture, gray(), BOX);
    /* Even if an application switches it off with the means of the base class. */
    gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(cover), TRUE);
    assert_covers(&fixture, gray(), BOX);
    GstBuffer *in = gray();
    assert_covers(&fixture, gst_buffer_ref(in), BOX);
    assert_covered(in, 0, 0, 0, 0);
    gst_buffer_unref(in);
    gst_object_unref(cover);
    fixture_free(&fixture);
}

static void test_gaps_and_seeks_change_nothing(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    GstBuffer *in = gray();
    GST_BUFFER_FLAG_SET(in, GST_BUFFER_FLAG_GAP | GST_BUFFER_FLAG_CORRUPTED);
    assert_covers(&fixture, in, BOX);
    assert_true(gst_harness_push_event(fixture.harness, gst_event_new_flush_start()));
    assert_true(gst_harness_push_event(fixture.harness, gst_event_new_flush_stop(TRUE)));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    assert_true(gst_harness_push_event(fixture.harness, gst_event_new_segment(&segment)));
    assert_covers(&fixture, gray(), BOX);
    in = gray();
    GST_BUFFER_PTS(in) = GST_CLOCK_TIME_NONE;
    assert_covers(&fixture, in, BOX);
    fixture_free(&fixture);
}

static void push_orientation(Fixture *fixture, const char *orientation) {
    GstTagList *tags = gst_tag_list_new(GST_TAG_IMAGE_ORIENTATION, orientation, NULL);
    assert_true(gst_harness_push_event(fixture->harness, gst_event_new_tag(tags)));
}

static void test_a_tag_that_rotates_the_frames_is_reported(void **state) {
    (void)state;
    Fixture fixture = fixture_new(GRAY, "regions", "8x6+4+2", NULL);
    push_orientation(&fixture, "rotate-0");
    assert_no_message(&fixture);
    push_orientation(&fixture, "rotate-90");
    assert_message(&fixture, GST_MESSAGE_WARNING, "image-orientation is rotate-90: players rotate or flip such frames");
    push_orientation(&fixture, "rotate-90");
    assert_no_message(&fixture);
    push_orientation(&fixture, "flip-rotate-180");
    assert_message(&fixture, GST_MESSAGE_WARNING, "image-orientation is flip-rotate-180: ");
    assert_covers(&fixture, gray(), BOX);
    /* Regions of interest belong to the frames. */
    g_object_set(fixture.redact, "regions", "none", NULL);
    push_orientation(&fixture, "rotate-180");
    assert_covers(&fixture, gray(), 0, 0, 0, 0);
    assert_no_message(&fixture);
    g_object_set(fixture.redact, "regions", "8x6+4+2", NULL); /* after the tag */
    assert_covers(&fixture, gray(), BOX);
    assert_message(&fixture, GST_MESSAGE_WARNING, "image-orientation is rotate-180: ");
    g_object_set(fixture.redact, "regions", "8x6+4+2", NULL);
    push_orientation(&fixture, "rotate-180");
    assert_covers(&fixture, gray(), BOX);
    assert_no_message(&fixture);
    fixture_free(&fixture);
}

static void test_the_element_can_be_started_again(void **state) {
    (void)state;
    Fixture fixture = fixture_new(NULL, "regions", "8x6+4+2", "threads", 2, NULL);
    for (guint i = 0; i < 5; i++) {
        gst_element_set_state(fixture.redact, GST_STATE_NULL);
        gst_harness_play(fixture.harness);
        gst_harness_set_src_caps_str(fixture.harness, GRAY);
        assert_covers(&fixture, gray(), BOX);
    }
    fixture_free(&fixture);
}

int main(void) {
    harness_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_are_covered_in_place),
        cmocka_unit_test(test_a_buffer_that_others_hold_is_copied),
        cmocka_unit_test(test_memory_that_others_hold_is_copied),
        cmocka_unit_test(test_memory_that_can_only_be_read_is_copied),
        cmocka_unit_test(test_memory_of_a_file_descriptor_is_copied),
        cmocka_unit_test(test_a_frame_in_several_pieces_is_covered),
        cmocka_unit_test(test_a_frame_that_cannot_be_mapped_is_dropped),
        cmocka_unit_test(test_a_frame_that_is_too_small_is_dropped),
        cmocka_unit_test(test_rows_may_have_any_stride),
        cmocka_unit_test(test_rows_outside_the_memory_are_refused),
        cmocka_unit_test(test_nothing_is_passed_on_until_something_is_set),
        cmocka_unit_test(test_regions_of_interest_are_covered),
        cmocka_unit_test(test_regions_of_interest_of_a_shared_buffer_are_covered),
        cmocka_unit_test(test_regions_of_interest_are_chosen_by_type),
        cmocka_unit_test(test_regions_belong_to_the_part_that_is_shown),
        cmocka_unit_test(test_regions_belong_to_the_caps_if_memory_is_larger),
        cmocka_unit_test(test_a_part_must_begin_with_a_sample_of_chroma),
        cmocka_unit_test(test_whole_blocks_of_the_codec_are_covered_in_a_part),
        cmocka_unit_test(test_fields_of_a_frame_are_covered),
        cmocka_unit_test(test_frames_whose_rows_are_elsewhere_are_refused),
        cmocka_unit_test(test_formats_may_change_between_frames),
        cmocka_unit_test(test_regions_in_pixels_cover_frames_of_another_size),
        cmocka_unit_test(test_frames_of_one_size_are_reported_once),
        cmocka_unit_test(test_regions_keep_their_size_while_the_element_is_stopped),
        cmocka_unit_test(test_the_part_that_is_shown_may_not_change_its_size),
        cmocka_unit_test(test_regions_without_a_size_follow_the_frames),
        cmocka_unit_test(test_regions_and_styles_may_change_between_frames),
        cmocka_unit_test(test_a_file_is_read_when_regions_are_set),
        cmocka_unit_test(test_wrong_values_cover_until_they_are_right),
        cmocka_unit_test(test_frames_that_cannot_be_redacted_are_dropped_if_wanted),
        cmocka_unit_test(test_wrong_values_prevent_the_start),
        cmocka_unit_test(test_regions_may_change_while_a_frame_is_redacted),
        cmocka_unit_test(test_a_handler_of_a_warning_may_set_a_property),
        cmocka_unit_test(test_properties_can_be_read_back),
        cmocka_unit_test(test_late_frames_are_covered),
        cmocka_unit_test(test_gaps_and_seeks_change_nothing),
        cmocka_unit_test(test_a_tag_that_rotates_the_frames_is_reported),
        cmocka_unit_test(test_the_element_can_be_started_again),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    gst_deinit(); /* the leak tracer counts what is left */
    return failed;
}
