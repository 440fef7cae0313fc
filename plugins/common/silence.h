/* SPDX-License-Identifier: MIT */
/* How long a publisher may be silent. */
#ifndef SCRIM_PLUGIN_SILENCE_H
#define SCRIM_PLUGIN_SILENCE_H

#include <stdint.h>

#include <scrim.h>

/* How often a publisher publishes while nothing changes, in nanoseconds. */
#define PLUGIN_HEARTBEAT_NS 50000000u

/* The longest silence after which the newest snapshot is still used, in nanoseconds: one heartbeat, late by the longest latency. */
static inline uint64_t plugin_max_silence(uint64_t max_latency_ns) {
    if (max_latency_ns >= SCRIM_FEED_MAX_SILENCE_NS - PLUGIN_HEARTBEAT_NS)
        return SCRIM_FEED_MAX_SILENCE_NS;
    return max_latency_ns + PLUGIN_HEARTBEAT_NS;
}

#endif
