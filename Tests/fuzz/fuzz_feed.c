/* SPDX-License-Identifier: MIT */
/*
 * Feeds of scenes that change, in files that somebody else writes to, also with right sums. The state is always one of six, and in
 * every state but LIVE the whole frame is covered.
 */
#include "fuzz_shown_texts.h"

#include <fcntl.h>
#include <unistd.h>

enum {
    HEADER = 48,
    SLOT = 65536
};

static int file; /* of the first publisher, for writing, or -1 */

/* The header's sum, a second time. */
static void seal(uint64_t *words) {
    uint64_t sum = words[0];
    for (int i = 1; i < 5; i++)
        sum = (sum ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15) ^ sum >> 29;
    words[5] = sum;
}

/* A name that is not a path, in a folder that does not exist. */
static scrim_string fuzz_feed_name(struct fuzz_input *in) {
    const scrim_string string = fuzz_string(in, SCRIM_FEED_MAX_NAME);
    for (size_t i = 0; string.data != NULL && i < string.length; i++)
        if (string.data[i] == '/')
            ((char *)(uintptr_t)string.data)[i] = '_';
    return string;
}

static void make_publisher(struct fuzz_input *in, uint32_t slot) {
    scrim_publisher_options options = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_publisher *publisher;
    int32_t fd;
    char path[32];
    if (fuzz_rarely(in, 6)) {
        const scrim_string name = fuzz_feed_name(in);
        options.name = name.data;
        options.name_length = name.length;
    }
    options.reserved = fuzz_rarely(in, 20);
    if (fuzz_answer(scrim_publisher_create(SIZED(in, options), OUT(publisher))) != SCRIM_OK)
        return;
    fuzz_keep(SCRIM_HANDLE_PUBLISHER, slot, publisher);
    if (slot != 0)
        return;
    REQUIRE(fuzz_answer(scrim_publisher_fd(publisher, OUT(fd))) == SCRIM_OK);
    snprintf(path, sizeof path, "/proc/self/fd/%d", (int)fd);
    close(file);
    file = open(path, O_RDWR | O_CLOEXEC);
    REQUIRE(file >= 0);
    close(fd);
}

static void make_subscriber(struct fuzz_input *in, uint32_t slot) {
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber;
    options.fd = fuzz_rarely(in, 10) ? (int32_t)(12345u + fuzz_below(in, 2) * 0x80000000u) : file;
    if (fuzz_rarely(in, 8)) {
        const scrim_string name = fuzz_feed_name(in);
        options.name = name.data;
        options.name_length = name.length;
        options.fd = fuzz_rarely(in, 2) ? options.fd : -1;
    }
    options.max_silence_ns = fuzz_rarely(in, 10) ? fuzz_u64(in) : 1 + fuzz_upto(in, SCRIM_FEED_MAX_SILENCE_NS - 1);
    if (fuzz_answer(scrim_subscriber_create(SIZED(in, options), OUT(subscriber))) == SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_SUBSCRIBER, slot, subscriber);
}

/* Bytes anywhere in the file, or a header with a right sum, or another slot. */
static void disturb(struct fuzz_input *in) {
    uint64_t words[8];
    unsigned char bytes[64];
    const size_t length = 1 + fuzz_below(in, sizeof bytes);
    const off_t slot = SLOT + (off_t)fuzz_below(in, 2) * SCRIM_SNAPSHOT_MAX_BYTES;
    if (file < 0)
        return;
    fuzz_take(in, bytes, length);
    switch (fuzz_below(in, 4)) {
    case 0:
        REQUIRE(pwrite(file, bytes, length, (off_t)fuzz_below(in, HEADER)) == (ssize_t)length);
        break;
    case 1:
        REQUIRE(pwrite(file, bytes, length, slot + (off_t)fuzz_below(in, 2048)) == (ssize_t)length);
        break;
    default:
        REQUIRE(pread(file, words, HEADER, 0) == HEADER);
        memcpy(&words[1 + fuzz_below(in, 4)], bytes, 8);
        seal(words);
        REQUIRE(pwrite(file, words, HEADER, 0) == HEADER);
    }
}

static uint32_t look(struct fuzz_input *in, scrim_subscriber *subscriber) {
    scrim_capture_options options = SCRIM_CAPTURE_OPTIONS_INIT;
    scrim_redact_report report = SCRIM_REDACT_REPORT_INIT;
    scrim_snapshot *snapshot;
    scrim_capture *capture;
    uint32_t state;
    if (fuzz_answer(scrim_subscriber_snapshot(subscriber, fixture.now, OUT(snapshot), OUT(state))) != SCRIM_OK)
        return 0;
    fuzz_keep(SCRIM_HANDLE_SNAPSHOT, 1, snapshot);
    REQUIRE(state >= SCRIM_FEED_LIVE && state <= SCRIM_FEED_REFUSED);
    REQUIRE(fuzz_answer(scrim_capture_create(&options, OUT(capture))) == SCRIM_OK);
    fuzz_keep(SCRIM_HANDLE_CAPTURE, 0, capture);
    struct fuzz_frame before = fuzz_new_frame(in), frame = fuzz_same_frame(&before);
    scrim_status status = fuzz_answer(scrim_capture_redact(capture, snapshot, &frame.frame, fixture.now, fixture.now, &report));
    fuzz_outcome(status, &report, &frame, &before);
    if (state != SCRIM_FEED_LIVE)
        REQUIRE(report.outcome != SCRIM_OUTCOME_OK);
    return state;
}

static void fuzz_target(struct fuzz_input *in) {
    file = -1;
    setenv("XDG_RUNTIME_DIR", "/proc/self/missing", 1);
    start_fixture(in);
    start_texts(in);
    make_publisher(in, 0);
    make_subscriber(in, 0);
    for (int steps = 0; steps < 60 && fuzz_more(in) && fuzz_has_room(); steps++) {
        before_texts();
        switch (fuzz_below(in, 10)) {
        case 0:
            make_publisher(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 1:
            make_subscriber(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 2:
            if (fuzz_rarely(in, 4))
                scrim_publisher_destroy(HANDLE(in, scrim_publisher, PUBLISHER));
            if (fuzz_rarely(in, 8))
                scrim_subscriber_destroy(HANDLE(in, scrim_subscriber, SUBSCRIBER));
            break;
        case 3:
        case 4:
            disturb(in);
            look(in, HANDLE(in, scrim_subscriber, SUBSCRIBER));
            break;
        case 5:
            change_scene(in, HANDLE(in, scrim_scene, SCENE));
            break;
        case 6: {
            int32_t fd;
            if (fuzz_answer(scrim_publisher_fd(HANDLE(in, scrim_publisher, PUBLISHER), OUT(fd))) == SCRIM_OK)
                close(fd);
            break;
        }
        default:
            snap(in, first_scene());
            if (fuzz_answer(scrim_publisher_publish(HANDLE(in, scrim_publisher, PUBLISHER), HANDLE(in, scrim_snapshot, SNAPSHOT))) ==
                SCRIM_OK)
                look(in, HANDLE(in, scrim_subscriber, SUBSCRIBER));
        }
        after_texts(1);
    }
    close(file);
}
