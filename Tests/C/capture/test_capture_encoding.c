/* SPDX-License-Identifier: MIT */
/*
 * Snapshots as bytes. A decoded snapshot covers what the first one covers, and damaged bytes are refused. The test has its own
 * reader and writer of the format.
 */
#include <math.h>

#include "capture_fixture.h"

#include "support/heap.h"

enum {
    ROOM = 1 << 20,
    HEAD = 5,         /* words before the outputs */
    PER_OUTPUT = 3,   /* words of an output */
    PER_REGION = 8,   /* words of a region without corners */
    MAGIC = 0x6D726353 /* "Scrm" */
};

static _Alignas(8) char bytes[ROOM], other_bytes[ROOM];

/* ---- Format ---- */

/* The words of an encoding, as the test writes them. */
static struct {
    uint64_t words[ROOM / 8];
    size_t count;
} made;

static void put(uint64_t word) { made.words[made.count++] = word; }

static void put_real(double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    put(word);
}

/* Both sums of Fletcher's checksum over words of 64 bits, written the long way: the second weighs each word by its distance from the end. */
static void put_sums(void) {
    uint64_t sum = 0, weighed = 0;
    for (size_t i = 0; i < made.count; i++) {
        sum += made.words[i];
        weighed += made.words[i] * (made.count - i);
    }
    put(sum);
    put(weighed);
}

static void put_head(uint64_t start, uint64_t time, uint32_t outputs, uint32_t covered) {
    made.count = 0;
    put(MAGIC | UINT64_C(1) << 32);
    put(UINT64_C(1) << 63 | 77);
    put(time);
    put(start);
    put(outputs | (uint64_t)covered << 32);
}

static void put_output(uint64_t covered_until, uint32_t look, uint64_t seed) {
    put(covered_until);
    put(look);
    put(seed);
}

static void put_box(double left, double top, double right, double bottom, uint64_t left_at, double slack, uint64_t corners) {
    put_real(left);
    put_real(top);
    put_real(right);
    put_real(bottom);
    put(5); /* the view */
    put(left_at);
    put_real(slack);
    put(corners);
}

static scrim_status decode_made(scrim_snapshot **snapshot) {
    *snapshot = NULL;
    return scrim_snapshot_decode(made.words, made.count * 8, snapshot);
}

static uint64_t word_of(const char *from, size_t index) {
    uint64_t word = 0;
    for (size_t i = 0; i < 8; i++)
        word |= (uint64_t)(unsigned char)from[index * 8 + i] << (8 * i);
    return word;
}

static size_t encode(const scrim_snapshot *snapshot, char *to) {
    size_t length = 0, again = 0;
    assert_int_equal(scrim_snapshot_encode(snapshot, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_true(length > 0 && length <= ROOM && length % 8 == 0);
    to[length - 1] = 0x55;
    assert_int_equal(scrim_snapshot_encode(snapshot, to, length - 1, &again), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(again, length);
    assert_int_equal(to[length - 1], 0x55);
    assert_int_equal(scrim_snapshot_encode(snapshot, to, length, &again), SCRIM_OK);
    assert_int_equal(again, length);
    return length;
}

/* What another process makes of a snapshot. Its bytes are again those that it was made from. */
static scrim_snapshot *decoded(const scrim_snapshot *snapshot) {
    scrim_snapshot *copy = NULL;
    const size_t length = encode(snapshot, bytes);
    assert_int_equal(scrim_snapshot_decode(bytes, length, &copy), SCRIM_OK);
    assert_int_equal(encode(copy, other_bytes), length);
    assert_memory_equal(bytes, other_bytes, length);
    return copy;
}

/* ---- Both ways ---- */

/* A generator of numbers (xorshift64*, Vigna 2016). */
static uint64_t state_of_numbers = 1;

static double random_between(double low, double high) {
    state_of_numbers ^= state_of_numbers >> 12;
    state_of_numbers ^= state_of_numbers << 25;
    state_of_numbers ^= state_of_numbers >> 27;
    return low + (high - low) * (double)((state_of_numbers * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

static int upto(int most) { return (int)random_between(0, most + 0.999); }

static scrim_view random_view(void) {
    static const scrim_affine turns[] = {
        {1, 0, 0, 1, 0, 0}, {0.8, 0.6, -0.6, 0.8, 0, 0}, {2, 0, 0, 0.5, 1, 2}, {1e-9, 0, 0, 1, 0, 0}, {0.6, -0.8, 0.8, 0.6, 5, 5}};
    scrim_view view = SCRIM_VIEW_INIT;
    view.flags = upto(3) ? SCRIM_VIEW_SECURE : SCRIM_VIEW_CLIPS;
    view.frame = (scrim_rect){random_between(-20, 90), random_between(-20, 50), random_between(0, 40), random_between(0, 30)};
    view.transform = turns[upto(4)];
    return view;
}

/* Asserts that two snapshots give the same frames, for captures of all kinds. */
static void assert_same_frames(const scrim_snapshot *one, const scrim_snapshot *two, uint64_t now) {
    for (int i = 0; i < 12; i++) {
        static uint8_t first[HEIGHT][WIDTH];
        scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
        scrim_redact_report reports[2] = {SCRIM_REDACT_REPORT_INIT, SCRIM_REDACT_REPORT_INIT};
        options.output = (uint32_t)upto(2);
        options.origin = (scrim_point){upto(20), upto(20)};
        options.scale = upto(1) ? 1 : 0.7;
        options.transform = (uint32_t)upto(7);
        options.flags = upto(1) ? SCRIM_CAPTURE_DELAYED : 0;
        options.max_speed = upto(1) * 40;
        options.hold_ns = (uint64_t)upto(200) * MS;
        options.style.kind = upto(1) ? SCRIM_STYLE_SOLID : SCRIM_STYLE_FROST;
        scrim_status statuses[2];
        const uint64_t to = now - (uint64_t)upto(150) * MS, from = to - (uint64_t)upto(20) * MS;
        for (int j = 0; j < 2; j++) {
            scrim_capture *capture = stream(&options);
            for (size_t k = 0; k < sizeof pixels; k++)
                ((uint8_t *)pixels)[k] = (uint8_t)(k * 13 % 251);
            const scrim_frame frame = frame_of(pixels, WIDTH, HEIGHT);
            statuses[j] = scrim_capture_redact(capture, j ? two : one, &frame, from, to, &reports[j]);
            if (j == 0)
                memcpy(first, pixels, sizeof pixels);
            scrim_capture_destroy(capture);
        }
        assert_int_equal(statuses[0], statuses[1]);
        assert_true(statuses[0] == SCRIM_OK || (options.output == 2 && statuses[0] == SCRIM_ERROR_NOT_FOUND));
        assert_memory_equal(&reports[0], &reports[1], sizeof reports[0]);
        assert_memory_equal(first, pixels, sizeof pixels);
    }
}

/* Scenes of all kinds: views that move, are turned, come and go, with changes, and covers of all kinds but pictures. */
static void test_a_decoded_snapshot_gives_the_same_frames(void **state) {
    (void)state;
    for (int run = 0; run < 60; run++) {
        scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
        scrim_scene *scene = NULL;
        scrim_id ids[12], window;
        options.outputs = 2;
        assert_int_equal(scrim_scene_create(&options, &scene), SCRIM_OK);
        assert_int_equal(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
        scrim_window properties = SCRIM_WINDOW_INIT;
        properties.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
        assert_int_equal(scrim_scene_add_window(scene, &properties, &window), SCRIM_OK);
        for (int i = 0; i < 12; i++) {
            const scrim_view view = random_view();
            assert_int_equal(scrim_scene_add_view(scene, i > 3 ? ids[upto(i - 1)] : window, &view, &ids[i]), SCRIM_OK);
        }
        uint64_t now = START;
        for (int step = 0; step < 40; step++) {
            const scrim_view view = random_view();
            scrim_cover cover = SCRIM_COVER_INIT;
            switch (upto(6)) {
            case 0:
            case 1:
                (void)scrim_scene_update_view(scene, ids[upto(11)], &view);
                break;
            case 2:
                (void)(upto(1) ? scrim_scene_begin(scene) : scrim_scene_commit(scene));
                break;
            case 3:
                assert_int_equal(scrim_scene_set_transition(scene, upto(5) == 0), SCRIM_OK);
                break;
            case 4:
                assert_int_equal(scrim_scene_frame_ready(scene, (uint32_t)upto(1)), SCRIM_OK);
                break;
            case 5:
                cover.kind = upto(1) ? SCRIM_COVER_STYLE : SCRIM_COVER_COLOR;
                cover.color = 0x123456FF;
                cover.style.kind = SCRIM_STYLE_SOLID + (uint32_t)upto(2);
                cover.style.flags = cover.style.kind == SCRIM_STYLE_SOLID ? 0 : SCRIM_STYLE_FLAG_ON_COLOR;
                cover.style.color = 0x654321FF;
                cover.style.seed = 9;
                assert_int_equal(scrim_scene_set_cover(scene, (uint32_t)upto(1), &cover), SCRIM_OK);
                break;
            default:
                now += (uint64_t)upto(40) * MS;
                tell(scene, now);
            }
        }
        now += 10 * MS;
        scrim_snapshot *snapshot = snap(scene, now), *copy = decoded(snapshot);
        assert_same_frames(snapshot, copy, now);
        scrim_snapshot_destroy(copy);
        scrim_snapshot_destroy(snapshot);
        scrim_scene_destroy(scene);
    }
}

/* A picture over an output becomes the color around it. */
static void test_a_picture_becomes_its_color(void **state) {
    (void)state;
    static uint8_t drawn[4] = {1, 2, 3, 4};
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    const scrim_frame picture = frame_of(drawn, 2, 2);
    scrim_cover cover = SCRIM_COVER_INIT;
    cover.kind = SCRIM_COVER_PICTURE;
    cover.picture = &picture;
    cover.color = 0x5A5A5AFF;
    assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    scrim_snapshot *snapshot = snap(scene, START), *copy = decoded(snapshot);
    assert_int_equal(protect(capture, copy, START, START), SCRIM_OUTCOME_COVERED);
    for (size_t i = 0; i < sizeof pixels; i++)
        assert_int_equal(((uint8_t *)pixels)[i], 0x5A);
    scrim_snapshot_destroy(copy);
    scrim_snapshot_destroy(snapshot);
    scrim_capture_destroy(capture);
    scrim_scene_destroy(scene);
}

/* An output that was covered after the snapshot counts as covered, and a scene that was destroyed too. */
static void test_an_output_is_covered_if_it_was_at_any_time_until_the_encoding(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_capture *capture = stream(NULL);
    tell(scene, START);
    scrim_snapshot *snapshot = snap(scene, LATER), *before = decoded(snapshot);
    assert_int_equal(scrim_scene_set_transition(scene, 1), SCRIM_OK);
    assert_int_equal(scrim_scene_set_transition(scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(scene, 0), SCRIM_OK);
    scrim_snapshot *after = decoded(snapshot), *next = snap(scene, LATER + MS), *fresh = decoded(next);
    assert_int_equal(protect(capture, before, LATER, LATER), SCRIM_OUTCOME_OK); /* it learns of nothing */
    assert_int_equal(protect(capture, after, LATER, LATER), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect(capture, fresh, LATER, LATER), SCRIM_OUTCOME_COVERED);
    const uint64_t uncovered = LATER + MS + 1;
    assert_int_equal(protect(capture, fresh, uncovered, uncovered), SCRIM_OUTCOME_OK);
    scrim_scene_destroy(scene);
    scrim_snapshot *closed = decoded(next);
    assert_int_equal(protect(capture, closed, uncovered, uncovered), SCRIM_OUTCOME_COVERED);
    assert_int_equal(protect(capture, fresh, uncovered, uncovered), SCRIM_OUTCOME_OK);
    scrim_snapshot *all[] = {snapshot, before, after, next, fresh, closed};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        scrim_snapshot_destroy(all[i]);
    scrim_capture_destroy(capture);
}

/* ---- The format ---- */

static void test_the_bytes_are_as_described(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_cover cover = SCRIM_COVER_INIT;
    cover.color = 0x102030FF;
    assert_int_equal(scrim_scene_set_cover(scene, 0, &cover), SCRIM_OK);
    scrim_id id = add(scene, 10, 11, 12, 13);
    tell(scene, START);
    tell(scene, START + 5 * MS);
    move(scene, id, 20, 21, 12, 13);
    scrim_snapshot *snapshot = snap(scene, START + 8 * MS);
    const size_t length = encode(snapshot, bytes);
    const uint64_t scene_number = word_of(bytes, 1);
    assert_int_equal(scene_number >> 63, 1);
    assert_int_equal(scene_number >> 40 & 0x7FFFFF, getpid());
    put_head(START, START + 8 * MS, 1, 0);
    made.words[1] = scene_number;
    put_output(START, 0x30201000, 0); /* not covered since the history began */
    put_box(10, 11, 22, 24, START + 8 * MS, 0, 0);
    made.words[made.count - 4] = id;
    put_box(20, 21, 32, 34, UINT64_MAX, 0, 0);
    made.words[made.count - 4] = id;
    put_sums();
    assert_int_equal(length, made.count * 8);
    for (size_t i = 0; i < made.count; i++)
        assert_int_equal(word_of(bytes, i), made.words[i]);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

static void test_the_tests_own_bytes_cover_what_they_say(void **state) {
    (void)state;
    scrim_snapshot *snapshot;
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    put_head(START, LATER, 1, 0);
    put_output(0, 0, 0);
    put_box(5, 5, 15, 10, START + 100 * MS, 0, 0);
    put_box(30, 5, 40, 10, UINT64_MAX, 0, 0);
    put_box(60, 20, 80, 30, UINT64_MAX, 0.25, 4);
    const double corners[] = {60, 20, 80, 20, 80, 30, 60, 30};
    for (int i = 0; i < 8; i++)
        put_real(corners[i]);
    put_sums();
    assert_int_equal(decode_made(&snapshot), SCRIM_OK);
    options.hold_ns = 0;
    scrim_capture *capture = stream(&options);
    assert_int_equal(protect(capture, snapshot, START + 100 * MS, LATER), SCRIM_OUTCOME_OK);
    /* The slack makes a polygon larger, and its edge pixels count. */
    const scrim_rect rects[] = {{5, 5, 10, 5}, {30, 5, 10, 5}, {59, 19, 22, 12}};
    assert_black(rects, 3);
    assert_int_equal(protect(capture, snapshot, START + 101 * MS, LATER), SCRIM_OUTCOME_OK);
    assert_black(rects + 1, 2);
    scrim_capture_destroy(capture);
    scrim_snapshot_destroy(snapshot);
}

/* A polygon without slack covers all of itself. One with a corner that is too far away becomes its box. */
static void test_polygons_without_slack(void **state) {
    (void)state;
    scrim_capture *capture = stream(NULL);
    for (int far = 0; far <= 4; far++) {
        scrim_snapshot *snapshot;
        scrim_point corners[] = {{60, 20}, {80, 20}, {80, 30}, {60, 30}, {0, 0}};
        corners[(far + 4) % 5].y = 4e9; /* the fifth is not written, so that none is far at first */
        put_head(START, LATER, 1, 0);
        put_output(0, 0, 0);
        put_box(60, 20, 80, 30, UINT64_MAX, 0, 4);
        for (int i = 0; i < 4; i++) {
            put_real(corners[i].x);
            put_real(corners[i].y);
        }
        put_sums();
        assert_int_equal(decode_made(&snapshot), SCRIM_OK);
        assert_int_equal(protect(capture, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
        const scrim_rect all = {60, 20, 20, 10};
        assert_black(&all, 1);
        scrim_snapshot_destroy(snapshot);
    }
    scrim_capture_destroy(capture);
}

/* Where the words of the snapshot below are. */
enum {
    FIRST = HEAD + PER_OUTPUT,
    CORNERS = FIRST + PER_REGION
};

static void make_good(void) {
    put_head(START, LATER, 1, 0);
    put_output(0, 0, 0);
    put_box(60, 20, 80, 30, UINT64_MAX, 0.25, 3);
    const double corners[] = {60, 20, 80, 20, 80, 30};
    for (int i = 0; i < 6; i++)
        put_real(corners[i]);
}

/* A region of several views has the number 0. It is not that of the last frame, so its cover does not follow the last one. */
static void test_the_cover_of_several_views_is_not_smoothed(void **state) {
    (void)state;
    static uint8_t first[HEIGHT][WIDTH], last[HEIGHT][WIDTH];
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    options.style.kind = SCRIM_STYLE_FROST;
    for (uint64_t view = 0; view < 3; view++) {
        scrim_snapshot *snapshot;
        scrim_capture *smoothed = stream(&options), *other = stream(&options);
        put_head(START, LATER, 1, 0);
        put_output(0, 0, 0);
        put_box(20, 12, 60, 44, UINT64_MAX, 0, 0);
        made.words[FIRST + 4] = view;
        put_sums();
        assert_int_equal(decode_made(&snapshot), SCRIM_OK);
        memset(first, 20, sizeof first);
        const scrim_frame frame = frame_of(first, WIDTH, HEIGHT);
        assert_int_equal(scrim_capture_redact(smoothed, snapshot, &frame, LATER - MS, LATER - MS, NULL), SCRIM_OK);
        assert_int_equal(protect(smoothed, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
        memcpy(last, pixels, sizeof last);
        assert_int_equal(protect(other, snapshot, LATER, LATER), SCRIM_OUTCOME_OK);
        assert_int_equal(memcmp(last, pixels, sizeof last) == 0, view == 0);
        scrim_snapshot_destroy(snapshot);
        scrim_capture_destroy(smoothed);
        scrim_capture_destroy(other);
    }
}

/* The answer to the good bytes with another word in one place. */
static scrim_status with_word(size_t index, uint64_t word) {
    scrim_snapshot *snapshot;
    make_good();
    made.words[index] = word;
    put_sums();
    const scrim_status status = decode_made(&snapshot);
    assert_true((status == SCRIM_OK) == (snapshot != NULL));
    scrim_snapshot_destroy(snapshot);
    return status;
}

static scrim_status with_real(size_t index, double number) {
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return with_word(index, word);
}

static void test_each_field_is_checked(void **state) {
    (void)state;
    const double infinity = (double)INFINITY, nan = (double)NAN;
    assert_int_equal(with_word(1, UINT64_C(1) << 63), SCRIM_OK);
    assert_int_equal(with_word(0, MAGIC | UINT64_C(2) << 32), SCRIM_ERROR_UNSUPPORTED);
    assert_int_equal(with_word(0, MAGIC), SCRIM_ERROR_UNSUPPORTED);
    assert_int_equal(with_word(0, 0), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_word(1, 77), SCRIM_ERROR_CORRUPTED); /* the number of a scene of this process */
    assert_int_equal(with_word(2, START - 1), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_word(3, LATER + 1), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_word(3, LATER), SCRIM_OK);
    assert_int_equal(with_word(4, 3), SCRIM_ERROR_CORRUPTED);                        /* an output without words */
    assert_int_equal(with_word(4, 1 | UINT64_C(2) << 32), SCRIM_ERROR_CORRUPTED);    /* covered, but does not exist */
    assert_int_equal(with_word(4, 1 | UINT64_C(1) << 32), SCRIM_OK);
    assert_int_equal(with_word(HEAD, UINT64_MAX), SCRIM_OK);
    for (uint64_t look = 0; look < 256; look++)
        assert_int_equal(with_word(HEAD + 1, look), look <= 2 ? SCRIM_OK : SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_word(HEAD + 1, UINT64_C(1) << 32), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_word(HEAD + 2, 1), SCRIM_ERROR_CORRUPTED); /* a color has no seed */
    assert_int_equal(with_real(FIRST, 80), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST, 81), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST + 1, 30), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST, -infinity), SCRIM_OK);
    assert_int_equal(with_real(FIRST, infinity), SCRIM_ERROR_CORRUPTED);
    for (size_t i = FIRST; i < FIRST + 4; i++)
        assert_int_equal(with_real(i, nan), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST + 6, nan), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST + 6, infinity), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST + 6, -1), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(with_real(FIRST + 6, 1e300), SCRIM_OK);
    static const uint64_t corners[] = {1, 2, 4, 13, 14, UINT64_C(1) << 32, UINT64_MAX, UINT64_MAX / 2 + 4};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        assert_int_equal(with_word(FIRST + 7, corners[i]), SCRIM_ERROR_CORRUPTED);
    for (size_t i = CORNERS; i < CORNERS + 6; i++) {
        assert_int_equal(with_real(i, nan), SCRIM_ERROR_CORRUPTED);
        assert_int_equal(with_real(i, -infinity), SCRIM_ERROR_CORRUPTED);
        assert_int_equal(with_real(i, -1e300), SCRIM_OK);
    }
    /* A word too many, and all that are too few. */
    scrim_snapshot *snapshot;
    make_good();
    put(0);
    put_sums();
    assert_int_equal(decode_made(&snapshot), SCRIM_ERROR_CORRUPTED);
    make_good();
    for (size_t count = made.count - 1; count > 0; count--) {
        made.count = count;
        put_sums();
        const scrim_status wanted = count == HEAD + PER_OUTPUT ? SCRIM_OK : SCRIM_ERROR_CORRUPTED;
        assert_int_equal(decode_made(&snapshot), wanted);
        scrim_snapshot_destroy(snapshot);
    }
    assert_int_equal(scrim_snapshot_decode(NULL, 0, &snapshot), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(scrim_snapshot_decode(NULL, 8, &snapshot), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(scrim_snapshot_decode(bytes, 8, NULL), SCRIM_ERROR_INVALID_ARGUMENT);
}

/* Numbers that no screen has still give frames, which are redacted or covered. */
static void test_numbers_that_no_screen_has(void **state) {
    (void)state;
    static const double numbers[] = {-1e308, -1e18, -4e9, -0.0, 5e-324, 4e9, 1e18, 1e308};
    for (size_t i = 0; i < 8 * 8 * 8; i++) {
        scrim_snapshot *snapshot;
        scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
        options.transform = (uint32_t)(i % 8);
        options.max_speed = i % 2 ? 1e9 : 0;
        put_head(START, LATER, 1, 0);
        put_output(0, 0, 0);
        put_box(numbers[i % 8], numbers[i / 8 % 8], 1.7e308, 1.7e308, UINT64_MAX, i % 3 ? 0 : 1e308, 12);
        for (size_t corner = 0; corner < 24; corner++)
            put_real(numbers[(i / 64 + corner * 5 + corner * corner) % 8]);
        put_box(-1.7e308, numbers[i % 8], numbers[i / 8 % 8] > 0 ? 1 : 1e308, 1.7e308, UINT64_MAX, 0, 0);
        put_sums();
        assert_int_equal(decode_made(&snapshot), SCRIM_OK);
        scrim_capture *capture = stream(&options);
        (void)protect(capture, snapshot, LATER, LATER);
        scrim_capture_destroy(capture);
        scrim_snapshot_destroy(snapshot);
    }
}

/* ---- Damage ---- */

/* Each bit, each length, and each torn write of two snapshots. */
static void test_damaged_bytes_are_refused(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_id ids[6];
    for (int i = 0; i < 6; i++)
        ids[i] = add(scene, 10 * i, 5, 8, 8);
    tell(scene, START);
    scrim_snapshot *one = snap(scene, LATER), *copy = NULL;
    const size_t length = encode(one, bytes);
    move(scene, ids[2], 3, 30, 8, 8);
    scrim_snapshot *two = snap(scene, LATER);
    const size_t other_length = encode(two, other_bytes);
    for (size_t bit = 0; bit < length * 8; bit++) {
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        const scrim_status status = scrim_snapshot_decode(bytes, length, &copy);
        assert_int_equal(status, bit >= 32 && bit < 64 ? SCRIM_ERROR_UNSUPPORTED : SCRIM_ERROR_CORRUPTED);
        bytes[bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t i = 0; i < length; i++)
        assert_int_equal(scrim_snapshot_decode(bytes, i, &copy), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(scrim_snapshot_decode(bytes, length + 1, &copy), SCRIM_ERROR_CORRUPTED);
    assert_int_equal(scrim_snapshot_decode(bytes, length + 8, &copy), SCRIM_ERROR_CORRUPTED);
    static _Alignas(8) char torn[ROOM];
    assert_true(other_length > length);
    for (size_t i = 1; i < length; i++) {
        memcpy(torn, other_bytes, other_length);
        memcpy(torn, bytes, i);
        const int is_same = memcmp(torn, other_bytes, other_length) == 0;
        assert_int_equal(scrim_snapshot_decode(torn, other_length, &copy), is_same ? SCRIM_OK : SCRIM_ERROR_CORRUPTED);
        if (is_same)
            scrim_snapshot_destroy(copy);
    }
    scrim_snapshot_destroy(one);
    scrim_snapshot_destroy(two);
    scrim_scene_destroy(scene);
}

/* Bytes at any address. */
static void test_bytes_need_no_alignment(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    add(scene, 10, 5, 8, 8);
    scrim_snapshot *snapshot = snap(scene, START), *copy = NULL;
    const size_t length = encode(snapshot, bytes);
    for (size_t offset = 1; offset < 8; offset++) {
        memmove(other_bytes + offset, bytes, length);
        assert_int_equal(scrim_snapshot_decode(other_bytes + offset, length, &copy), SCRIM_OK);
        scrim_snapshot_destroy(copy);
        size_t again;
        assert_int_equal(scrim_snapshot_encode(snapshot, other_bytes + offset, length, &again), SCRIM_OK);
        assert_memory_equal(other_bytes + offset, bytes, length);
    }
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* ---- Limits ---- */

static void test_a_snapshot_of_more_bytes_than_are_allowed(void **state) {
    (void)state;
    scrim_scene *scene = active_scene();
    scrim_id window, id;
    scrim_window properties = SCRIM_WINDOW_INIT;
    scrim_view view = SCRIM_VIEW_INIT;
    properties.frame = (scrim_rect){0, 0, WIDTH, HEIGHT};
    assert_int_equal(scrim_scene_add_window(scene, &properties, &window), SCRIM_OK);
    view.flags = SCRIM_VIEW_SECURE;
    view.frame = (scrim_rect){0, 0, 10, 10};
    view.transform = (scrim_affine){0.8, 0.6, -0.6, 0.8, 0, 0};
    /* Each takes 8 words and 4 corners of two. */
    for (int i = 0; i < 99990; i++)
        assert_int_equal(scrim_scene_add_view(scene, window, &view, &id), SCRIM_OK);
    scrim_snapshot *snapshot = snap(scene, START), *copy = NULL;
    size_t length = 0;
    assert_int_equal(scrim_snapshot_encode(snapshot, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 8 * (HEAD + PER_OUTPUT + 99990 * 16 + 2));
    char *large = malloc(length);
    assert_non_null(large);
    assert_int_equal(scrim_snapshot_encode(snapshot, large, length, &length), SCRIM_OK);
    const size_t before = heap_in_use();
    assert_int_equal(scrim_snapshot_decode(large, length, &copy), SCRIM_OK);
    assert_true(heap_in_use() - before <= 3 * length);
    free(large);
    scrim_snapshot_destroy(copy);
    scrim_snapshot_destroy(snapshot);
    /* During a change there are twice as many. */
    assert_int_equal(scrim_scene_begin(scene), SCRIM_OK);
    snapshot = snap(scene, START + MS);
    assert_int_equal(scrim_snapshot_encode(snapshot, NULL, 0, &length), SCRIM_ERROR_LIMIT);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
}

/* The number of a new scene. */
static uint64_t next_number(void) {
    scrim_scene *scene = active_scene();
    scrim_snapshot *snapshot = snap(scene, START);
    encode(snapshot, bytes);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
    return word_of(bytes, 1);
}

/* Nothing of one scene is smoothed into another, so their numbers differ, also those that a process and its child make next. */
static void test_scenes_have_different_numbers_in_all_processes(void **state) {
    (void)state;
    const uint64_t first = next_number();
    uint64_t of_child = 0;
    int ends[2], status = -1;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        of_child = next_number();
        _exit(write(ends[1], &of_child, sizeof of_child) == sizeof of_child ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &of_child, sizeof of_child), sizeof of_child);
    close(ends[0]);
    close(ends[1]);
    const uint64_t second = next_number();
    assert_int_not_equal(first, second);
    assert_int_not_equal(first, of_child);
    assert_int_not_equal(second, of_child);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_decoded_snapshot_gives_the_same_frames),
        cmocka_unit_test(test_a_picture_becomes_its_color),
        cmocka_unit_test(test_an_output_is_covered_if_it_was_at_any_time_until_the_encoding),
        cmocka_unit_test(test_the_bytes_are_as_described),
        cmocka_unit_test(test_the_tests_own_bytes_cover_what_they_say),
        cmocka_unit_test(test_polygons_without_slack),
        cmocka_unit_test(test_the_cover_of_several_views_is_not_smoothed),
        cmocka_unit_test(test_each_field_is_checked),
        cmocka_unit_test(test_numbers_that_no_screen_has),
        cmocka_unit_test(test_damaged_bytes_are_refused),
        cmocka_unit_test(test_bytes_need_no_alignment),
        cmocka_unit_test(test_a_snapshot_of_more_bytes_than_are_allowed),
        cmocka_unit_test(test_scenes_have_different_numbers_in_all_processes),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_left);
}
