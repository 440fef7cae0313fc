/* SPDX-License-Identifier: MIT */
/* The interface of a front end: a window that shows a pad until it ends. */
#ifndef SCRIM_PAD_FRONT_H
#define SCRIM_PAD_FRONT_H

#include "pad.h"

struct front_options {
    const char *title;
    const char *screenshot; /* the file for a redacted picture when F12 is pressed; NULL: none */
    int watched;            /* the prompt is cancelled when the other end of this descriptor is closed; -1: none */
    int kiosk;              /* 1: a window without a frame */
};

/* Runs until the pad has a result. Returns 0, or 1 if there is no display. */
int front_run(struct pad *pad, const struct front_options *options);

#endif
