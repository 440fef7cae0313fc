/* SPDX-License-Identifier: MIT */
/* The position of scrolled content along one axis, and how it moves on when the finger has let go.
 *
 * A scroller needs only numbers and times, so it works with every toolkit. Its movements are functions of time. They do
 * not depend on how often a program draws. So a recording of touches gives the same pictures on every machine. */
#ifndef PHOTOS_SCROLLER_H
#define PHOTOS_SCROLLER_H

#include <stdbool.h>
#include <stdint.h>

enum scroller_state {
    SCROLLER_RESTS,
    SCROLLER_DRAGGED,
    SCROLLER_FLUNG,
    SCROLLER_SPRINGS
};

struct scroller {
    double low, high; /* the positions of both ends of the content */
    double position;  /* at the time of the last call */
    enum scroller_state state;
    double held;             /* dragged: where the position would be if the ends did not resist */
    uint64_t since_ns;       /* flung or springing: since when, */
    double from, velocity;   /* from which position, with which velocity in points per second, */
    double target;           /* and where a spring comes to rest */
};

/* A finger takes hold of the content, which stops. */
void scroller_grab(struct scroller *scroller, uint64_t now_ns);
/* The finger drags it. Beyond an end the content follows less and less, by 120 points at most. */
void scroller_drag(struct scroller *scroller, double distance);
/* Takes back what was dragged beyond an end. */
void scroller_limit(struct scroller *scroller);
/* The finger lets go. The velocity is 0 unless the finger flung the content. */
void scroller_release(struct scroller *scroller, double velocity, uint64_t now_ns);
/* Moves to a position like a spring, for example to the next page. */
void scroller_spring(struct scroller *scroller, double target, double velocity, uint64_t now_ns);
/* A finger comes down on flung content, and stops it. Returns whether it moved. */
bool scroller_stop(struct scroller *scroller, uint64_t now_ns);
/* Moves to a position at once. */
void scroller_set(struct scroller *scroller, double position);
/* Computes the position at a time. */
void scroller_step(struct scroller *scroller, uint64_t now_ns);
bool scroller_moves(const struct scroller *scroller);

#endif
