/* SPDX-License-Identifier: MIT */
/* Replays a recording of touches with their times as the clock, so that the result is the same on every machine.
 *
 * A recording has one JSON object on each line, with its members in this order. Times are nanoseconds since the start:
 *
 *   {"t": 500000000, "id": 1, "phase": "began", "x": 250.5, "y": 180.0}
 *   {"t": 600000000, "scroll": "wheel", "phase": "moved", "x": 100, "y": 80, "dx": 0, "dy": 40}
 *   {"t": 650000000, "shot": "dragged"}
 *   {"say": "A finger drags the second row."}
 *
 * The first is a touch, which began, moved, ended or was cancelled. The second is a movement of a wheel, or with "finger"
 * of fingers on a touchpad. The third asks for a screenshot, dragged.bmp. The last is a comment. touches.py writes such
 * files. */
#ifndef PHOTOS_REPLAY_H
#define PHOTOS_REPLAY_H

#include "draw.h"

/* Prints a line of JSON for each gesture that begins or ends, and for each screenshot. Stores screenshots in the folder
 * `shots`, unless it is NULL. Returns 1 after an error, which is printed. */
int replay(struct photos *photos, struct drawing *drawing, const char *recording, const char *shots);

#endif
