/* SPDX-License-Identifier: MIT */
#include "scroller.h"

#include <math.h>

/* A fling loses 0.2 % of its velocity each millisecond: after t seconds, the velocity is v·exp(-t / 0.5 s). Its last points
 * would look like creeping, so it ends at 10 points per second. It has then traveled 0.5 s · (v - 10). */
static const double fling_s = 0.5, slowest = 10;
/* A critically damped spring, which does not swing. The position is within 0.1 % of the target after 0.75 s. */
static const double stiffness = 14, spring_s = 0.75;
/* The farthest that content can be dragged beyond its end. */
static const double reach = 120;

static double seconds(uint64_t from_ns, uint64_t to_ns) { return to_ns > from_ns ? (double)(to_ns - from_ns) / 1e9 : 0; }

static double clamped(const struct scroller *scroller, double position) {
    return fmax(scroller->low, fmin(position, scroller->high));
}

/* A movement of x points beyond the end shows as x·r / (x + r): all of it at first, and never more than r. */
static double resisted(double beyond) { return beyond * reach / (fabs(beyond) + reach); }

static double unresisted(double shown) { return shown * reach / fmax(reach - fabs(shown), 1); }

void scroller_set(struct scroller *scroller, double position) {
    scroller->state = SCROLLER_RESTS;
    scroller->position = clamped(scroller, position);
}

void scroller_grab(struct scroller *scroller, uint64_t now_ns) {
    scroller_step(scroller, now_ns);
    double inside = clamped(scroller, scroller->position);
    scroller->held = inside + unresisted(scroller->position - inside);
    scroller->state = SCROLLER_DRAGGED;
}

void scroller_drag(struct scroller *scroller, double distance) {
    scroller->held += distance;
    double inside = clamped(scroller, scroller->held);
    scroller->position = inside + resisted(scroller->held - inside);
}

void scroller_limit(struct scroller *scroller) {
    scroller->held = scroller->position = clamped(scroller, scroller->held);
}

void scroller_spring(struct scroller *scroller, double target, double velocity, uint64_t now_ns) {
    scroller->state = SCROLLER_SPRINGS;
    scroller->since_ns = now_ns;
    scroller->from = scroller->position;
    scroller->velocity = velocity;
    scroller->target = target;
}

void scroller_release(struct scroller *scroller, double velocity, uint64_t now_ns) {
    double inside = clamped(scroller, scroller->position);
    scroller_spring(scroller, inside, velocity, now_ns);
    if (scroller->position == inside) {
        scroller->state = fabs(velocity) > slowest ? SCROLLER_FLUNG : SCROLLER_RESTS;
    }
}

bool scroller_stop(struct scroller *scroller, uint64_t now_ns) {
    scroller_step(scroller, now_ns);
    bool flung = scroller->state == SCROLLER_FLUNG;
    if (flung) {
        scroller->state = SCROLLER_RESTS;
    }
    return flung;
}

/* If a fling reaches an end, it continues as a spring from there, with the velocity that is left. */
static void step_fling(struct scroller *scroller, uint64_t now_ns) {
    double length_s = fling_s * log(fabs(scroller->velocity) / slowest);
    double t = fmin(seconds(scroller->since_ns, now_ns), length_s);
    double position = scroller->from + scroller->velocity * fling_s * (1 - exp(-t / fling_s));
    double inside = clamped(scroller, position);
    if (position != inside) {
        double left = 1 - (inside - scroller->from) / (scroller->velocity * fling_s); /* of the velocity, at the end */
        scroller->since_ns += (uint64_t)(-fling_s * log(left) * 1e9);
        scroller->velocity *= left;
        scroller->state = SCROLLER_SPRINGS;
        scroller->from = scroller->target = inside;
    } else {
        scroller->position = position;
        scroller->state = t < length_s ? SCROLLER_FLUNG : SCROLLER_RESTS;
    }
}

static void step_spring(struct scroller *scroller, uint64_t now_ns) {
    double t = seconds(scroller->since_ns, now_ns), offset = scroller->from - scroller->target;
    if (t < spring_s) {
        double swing = offset + (scroller->velocity + stiffness * offset) * t;
        scroller->position = scroller->target + swing * exp(-stiffness * t);
    } else {
        scroller->position = scroller->target;
        scroller->state = SCROLLER_RESTS;
    }
}

void scroller_step(struct scroller *scroller, uint64_t now_ns) {
    if (scroller->state == SCROLLER_FLUNG) {
        step_fling(scroller, now_ns);
    }
    if (scroller->state == SCROLLER_SPRINGS) {
        step_spring(scroller, now_ns);
    }
}

bool scroller_moves(const struct scroller *scroller) {
    return scroller->state == SCROLLER_FLUNG || scroller->state == SCROLLER_SPRINGS;
}
