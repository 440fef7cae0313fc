/* SPDX-License-Identifier: MIT */
/*
 * Snapshots as bytes: any bytes, bytes whose checksum is right, and bytes of scenes that change, with other words in them. A decoded
 * snapshot encodes to the same bytes, and gives the same frames as the snapshot that it came from. Frames are redacted with all of
 * them.
 */
#include "fuzz_shown_texts.h"

enum {
    LARGEST = 1 << 20,
    HEAD_WORDS = 5
};

/* Whether encode and decode are inverse: a snapshot's bytes, in memory of their size. */
static size_t encode(const scrim_snapshot *snapshot, char **bytes) {
    size_t length, again;
    REQUIRE(scrim_snapshot_encode(snapshot, NULL, 0, &length) == SCRIM_ERROR_BUFFER_TOO_SMALL);
    REQUIRE(length <= LARGEST && length % 8 == 0);
    *bytes = fuzz_room(length, 1);
    REQUIRE(fuzz_answer(scrim_snapshot_encode(snapshot, *bytes, length, OUT_LENGTH(again))) == SCRIM_OK && again == length);
    return length;
}

/* Fletcher's sums, the second with each word weighed by its distance from the end. */
static void seal(uint64_t *words, size_t count) {
    words[count - 2] = words[count - 1] = 0;
    for (size_t i = 0; i + 2 < count; i++) {
        words[count - 2] += words[i];
        words[count - 1] += words[i] * (count - 2 - i);
    }
}

/* Decodes any bytes into a slot. The status is one of a few, and nothing is left after an error. */
static int decode(const void *bytes, size_t length, uint32_t slot) {
    scrim_snapshot *snapshot;
    char *again;
    const scrim_status status = fuzz_answer(scrim_snapshot_decode(bytes, length, OUT(snapshot)));
    REQUIRE(status == SCRIM_OK || status == SCRIM_ERROR_CORRUPTED || status == SCRIM_ERROR_UNSUPPORTED);
    if (status != SCRIM_OK)
        return 0;
    fuzz_keep(SCRIM_HANDLE_SNAPSHOT, slot, snapshot);
    REQUIRE(encode(snapshot, &again) == length && memcmp(again, bytes, length) == 0);
    return 1;
}

static scrim_capture *new_capture(struct fuzz_input *in, uint32_t slot, scrim_capture_options *options) {
    scrim_capture *capture;
    (void)in;
    if (fuzz_answer(scrim_capture_create(options, OUT(capture))) != SCRIM_OK)
        return NULL;
    fuzz_keep(SCRIM_HANDLE_CAPTURE, slot, capture);
    return capture;
}

/* Redacts the same frame with two snapshots, which may be one. */
static void redact(struct fuzz_input *in, const scrim_snapshot *one, const scrim_snapshot *two, uint64_t now) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    struct fuzz_frame before = fuzz_new_frame(in), frames[2];
    scrim_redact_report reports[2];
    scrim_status statuses[2];
    options.output = fuzz_rarely(in, 8) ? fuzz_below(in, 32) : 0;
    options.style = fuzz_style(in);
    options.origin = (scrim_point){fuzz_small_real(in), fuzz_small_real(in)};
    options.scale = 0.5 + fuzz_u8(in) / 100.0;
    options.transform = fuzz_below(in, 8);
    options.flags = fuzz_u8(in) % 2 ? SCRIM_CAPTURE_DELAYED : 0;
    options.max_speed = fuzz_u8(in) % 4 ? 0 : fuzz_u8(in) * 4.0;
    options.max_latency_ns = fuzz_u8(in) * UINT64_C(1000000);
    options.hold_ns = fuzz_u8(in) * UINT64_C(1000000);
    const uint64_t to = now - fuzz_u8(in) * UINT64_C(1000000), from = to - fuzz_u8(in) % 32 * UINT64_C(1000000);
    for (uint32_t i = 0; i < 2; i++) {
        scrim_capture *capture = new_capture(in, i, &options);
        if (capture == NULL)
            return;
        frames[i] = fuzz_same_frame(&before);
        reports[i] = (scrim_redact_report)SCRIM_REDACT_REPORT_INIT;
        statuses[i] = fuzz_answer(scrim_capture_redact(capture, i ? two : one, &frames[i].frame, from, to, &reports[i]));
        fuzz_outcome(statuses[i], &reports[i], &frames[i], &before);
    }
    REQUIRE(statuses[0] == statuses[1] && memcmp(&reports[0], &reports[1], sizeof reports[0]) == 0);
    REQUIRE(fuzz_same_bytes(&frames[0], &frames[1]));
}

/* All that is left of the input, as it is or with the mark and sums that it needs. */
static void use_bytes(struct fuzz_input *in, int is_sealed) {
    struct fuzz_input look = *in;
    size_t length = in->size - in->at, count = length / 8 + 3;
    uint64_t *words = fuzz_block(count * 8), head = UINT64_C(1) << 32 | 0x6D726353;
    uint64_t now = 0;
    memset(words, 0, count * 8);
    fuzz_take(in, words + 1, length / 8 * 8);
    if (is_sealed) {
        words[0] = head;
        if (count > HEAD_WORDS + 2)
            words[1] |= UINT64_C(1) << 63;
        seal(words, count);
    }
    const void *bytes = is_sealed ? (const void *)words : look.data + look.at;
    if (!decode(bytes, is_sealed ? count * 8 : length, 0))
        return;
    if (count > 3)
        memcpy(&now, &words[is_sealed ? 2 : 3], sizeof now);
    const scrim_snapshot *snapshot = fuzz.handles[SCRIM_HANDLE_SNAPSHOT][0];
    for (int i = 0; i < 4; i++)
        redact(&look, snapshot, snapshot, now);
}

/* Another number in some words of a snapshot's bytes. */
static void disturb(struct fuzz_input *in, char *bytes, size_t length) {
    uint64_t *words = fuzz_copy(bytes, length);
    const size_t count = length / 8;
    const int is_sealed = fuzz_u8(in) % 4 > 0;
    for (int i = 1 + (int)fuzz_below(in, 3); i > 0; i--) {
        const size_t at = fuzz_below(in, (uint32_t)(count < 60000 ? count : 60000));
        double number = fuzz_real(in);
        switch (fuzz_below(in, 4)) {
        case 0:
            words[at] ^= UINT64_C(1) << fuzz_below(in, 64);
            break;
        case 1:
            words[at] = fuzz_upto(in, 16);
            break;
        case 2:
            words[at] = words[fuzz_below(in, (uint32_t)(count < 60000 ? count : 60000))];
            break;
        default:
            memcpy(&words[at], &number, sizeof number);
        }
    }
    if (is_sealed)
        seal(words, count);
    const int is_same = memcmp(words, bytes, length) == 0;
    const int is_good = decode(words, length, 3);
    REQUIRE(is_good || !is_same);
    if (is_good) {
        const scrim_snapshot *snapshot = fuzz.handles[SCRIM_HANDLE_SNAPSHOT][3];
        redact(in, snapshot, snapshot, fixture.now);
    }
}

static void use_scene(struct fuzz_input *in) {
    start_fixture(in);
    start_texts(in);
    for (int steps = 0; steps < 60 && fuzz_more(in) && fuzz_has_room(); steps++) {
        char *bytes;
        before_texts();
        switch (fuzz_below(in, 8)) {
        case 0:
            set_cover(in, first_scene());
            break;
        case 1:
        case 2:
        case 3:
            change_scene(in, HANDLE(in, scrim_scene, SCENE));
            break;
        case 4:
            if (fuzz_rarely(in, 20))
                scrim_scene_destroy(HANDLE(in, scrim_scene, SCENE));
            break;
        default: {
            snap(in, first_scene());
            scrim_snapshot *snapshot = fuzz.handles[SCRIM_HANDLE_SNAPSHOT][0];
            size_t length;
            if (scrim_snapshot_encode(snapshot, NULL, 0, &length) != SCRIM_ERROR_BUFFER_TOO_SMALL)
                break; /* there is none yet */
            length = encode(snapshot, &bytes);
            REQUIRE(decode(bytes, length, 2));
            /* A cover that is a picture is a color in the copy. */
            scrim_snapshot *copy = fuzz.handles[SCRIM_HANDLE_SNAPSHOT][2];
            redact(in, copy, copy, fixture.now);
            disturb(in, bytes, length);
        }
        }
        after_texts(1);
    }
}

static void fuzz_target(struct fuzz_input *in) {
    switch (fuzz_below(in, 4)) {
    case 0:
        use_bytes(in, 0);
        break;
    case 1:
        use_bytes(in, 1);
        break;
    default:
        use_scene(in);
    }
}
