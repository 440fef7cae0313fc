/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Includes all headers of Scrim.
 *
 * Scrim keeps passwords, PINs and private content out of screenshots, recordings, logs and memory
 * dumps. The rules that hold for every function are at the top of scrim/base.h.
 *
 * These headers define the interface completely. Anything that they do not mention may change in
 * any release.
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
#include "scrim/feed.h"
#include "scrim/gesture.h"
#include "scrim/scroll.h"
#include "scrim/collector.h"

#endif
