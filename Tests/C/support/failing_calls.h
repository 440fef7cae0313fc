/* SPDX-License-Identifier: MIT */
/* How scenarios for failing allocations call the library: with the allocator armed, and what each call may answer. */
#ifndef SCRIM_TESTS_FAILING_CALLS_H
#define SCRIM_TESTS_FAILING_CALLS_H

#include "failing_allocator.h"
#include "support.h"

/* What was seen of the functions called. */
struct watch {
    int max_objects_created, max_objects_elsewhere;
    size_t largest_object;
};

static _Thread_local struct watch watch;

static scrim_status watched(const char *call, int objects_before, scrim_status status) {
    int objects = allocator.objects - objects_before;
    const char *end = strchr(call, '(');
    int creates = end != NULL && end - call > 7 && strncmp(end - 7, "_create", 7) == 0;
    creates |= strncmp(call, "scrim_scene_snapshot", 20) == 0 || strncmp(call, "scrim_snapshot_decode", 21) == 0 ||
               strncmp(call, "set_scenario_rules", 18) == 0;
    int keeps_callbacks = strncmp(call, "scrim_text_set_callbacks", 24) == 0 || strncmp(call, "scrim_keypad_set_callbacks", 26) == 0 ||
                          strncmp(call, "scrim_gestures_set_callbacks", 28) == 0;
    creates |= strncmp(call, "scrim_scene_set_cover(", 22) == 0 || strncmp(call, "scrim_subscriber_snapshot(", 26) == 0;
    int *most = creates || keeps_callbacks ? &watch.max_objects_created : &watch.max_objects_elsewhere;
    if (objects > *most)
        *most = objects;
    if (allocator.largest_object > watch.largest_object)
        watch.largest_object = allocator.largest_object;
    return status;
}

#define ARMED(call) \
    (objects_before = allocator.objects, allocator.armed = 1, armed_status = (call), allocator.armed = 0, \
     watched(#call, objects_before, armed_status))

/* At the top of a scenario. */
#define SCENARIO \
    int objects_before, failed_before; \
    scrim_status armed_status; \
    (void)failed_before

/*
 * A call that may fail, and then says NO_MEMORY, or `other`, if and only if an allocation failed, and has left everything as
 * it was: `state` gives the same number before and after. It is tried again, and given up.
 */
#define TRY_OR(other, state, call) \
    do { \
        uint64_t state_before = (state); \
        failed_before = allocator.failed; \
        if (ARMED(call) != SCRIM_OK) { \
            CHECK(armed_status == SCRIM_ERROR_NO_MEMORY || armed_status == (other)); \
            CHECK(allocator.failed > failed_before); \
            CHECK((state) == state_before); \
            if (ARMED(call) != SCRIM_OK) { \
                CHECK(armed_status == SCRIM_ERROR_NO_MEMORY || armed_status == (other)); \
                CHECK((state) == state_before); \
                goto out; \
            } \
        } \
    } while (0)

#define TRY_KEEPING(state, call) TRY_OR(SCRIM_ERROR_NO_MEMORY, state, call)
#define TRY(call) TRY_KEEPING(0, call)

/* A call that needs no memory: it returns what it always does. */
#define GIVES(call, status) CHECK(ARMED(call) == (status))

/* FNV-1a, to compare states by. */
UNUSED static uint64_t digest(uint64_t hash, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
