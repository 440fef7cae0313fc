/* SPDX-License-Identifier: MIT */
/* What each front end does: a window that shows a pad until it ends. */
#ifndef SCRIM_PAD_FRONT_H
#define SCRIM_PAD_FRONT_H

#include "pad.h"

struct front_options {
    const char *title;
    const char *screenshot; /* where the key F12 puts a protected picture; NULL: nowhere */
    int watched;            /* a descriptor: when its other end is closed, the prompt is cancelled; -1: none */
    int kiosk;              /* 1: without a frame */
};

/* Runs until the pad has a result. 0, or 1 where there is no display to show it on. */
int front_run(struct pad *pad, const struct front_options *options);

#endif
