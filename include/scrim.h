/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scrim keeps what a screen shows and what a finger types private. This header includes all the others.
 *
 * These headers are the authority: what is not in them is not part of Scrim's interface. What holds for every function
 * stands at the top of scrim/base.h.
 */
#ifndef SCRIM_H
#define SCRIM_H

#include "scrim/base.h"
#include "scrim/memory.h"
#include "scrim/text.h"
#include "scrim/verify.h"
#include "scrim/transfer.h"
#include "scrim/keypad.h"
#include "scrim/redact.h"
#include "scrim/scene.h"
#include "scrim/capture.h"
#include "scrim/gesture.h"
#include "scrim/collector.h"

#endif
