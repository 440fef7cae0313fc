/* SPDX-License-Identifier: MIT */
/*
 * The test doors: functions that only libscrim-testdoors.so has, all called scrim_test_*. That library is built for the tests, is
 * never installed, and otherwise holds the same code as libscrim.so.
 */
#ifndef SCRIM_DOORS_H
#define SCRIM_DOORS_H

#include <scrim.h>

#endif
