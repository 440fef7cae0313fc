/* SPDX-License-Identifier: MIT */
/* Frames that wait until the scene has learned of what they show.

   A frei0r filter must return a frame for each frame that it gets, and cannot hold frames back. So it keeps a ring of frames and
   returns the newest one that is old enough. Until there is one, it returns black. */
#ifndef SCRIM_FREI0R_HELD_H
#define SCRIM_FREI0R_HELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scrim.h>

#include "regions.h"

/* How much memory the frames may take, in bytes. Two frames are held even if they are larger. */
#define HELD_MAX_BYTES 536870912u
/* The largest number of frames. */
#define HELD_MAX_FRAMES 1024u

/* Regions, and how they are covered. They do not change, because the frames that came while they were set share them. */
struct held_regions {
    size_t users;
    plugin_regions *regions;
    scrim_redact_options options;
};

/* What the user has set. Times are in nanoseconds. */
struct held_options {
    const char *feed;
    uint64_t delay;
    uint64_t age;
    uint64_t since; /* CLOCK_MONOTONIC when these options replaced others. Frames that may be from before are black. 0: the first ones */
    scrim_capture_options capture;
};

struct held {
    scrim_subscriber *subscriber;
    scrim_capture *capture;
    uint64_t delay, age, since;
    uint32_t width, height;
    uint32_t output;
    uint32_t reported; /* the states of the feed that were reported: one bit for each */
    bool is_cover_reported; /* whether it was reported that frames are covered although the feed is live */
    struct held_frame {
        uint32_t *pixels;
        uint64_t arrival;
        struct held_regions *regions; /* those that were set when the frame arrived */
    } *frames;
    size_t capacity, first, count;
};

/* Takes over `regions`, with one user. If memory is short, frees them and returns NULL. */
struct held_regions *held_regions_create(plugin_regions *regions);

/* Removes a user. The last one frees the regions. Does nothing for NULL. */
void held_regions_release(struct held_regions *regions);

/* Subscribes to a feed. If it fails, writes a message, and `held` is empty. `held` must be empty before: all zero, or closed. */
bool held_open(struct held *held, const struct held_options *options, uint32_t width, uint32_t height, char *error,
               size_t error_size);

/* Takes in a frame and returns the one that is shown now. Each frame is covered with the `regions` of the call that took it in,
   unless they were NULL. `now` is the time of CLOCK_MONOTONIC. If it returns false, there is none: show black. The message is empty
   if that is as it should be. */
bool held_update(struct held *held, uint64_t now, struct held_regions *regions, const uint32_t *in, uint32_t *out, char *error,
                 size_t error_size);

/* Ends the subscription and frees the frames. Does nothing if `held` is empty. */
void held_close(struct held *held);

#endif
