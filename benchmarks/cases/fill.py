# SPDX-License-Identifier: MIT
"""Solid covers: a whole frame against memset of the same memory, and many rectangles against one.

A pass reads, changes and writes each byte of a frame in place (memory.c).

What the same rectangles cost in a frame that never leaves the cache, where the work on regions shows more, is a figure
without a limit. So is what a report of crossed borders adds on a frame of noise, in which every border is crossed.
"""

import random

import frames as f
from measure import Measure, Row
from memory import Memory
from scrim import StyleKind

# 1,000 rectangles of the size of a word, none of which touches another, and one of as many pixels.
MANY = 1000
WORD_WIDTH, WORD_HEIGHT, COLUMNS, PITCH_X, PITCH_Y = 64, 24, 26, 73, 27
ONE_WIDTH, ONE_HEIGHT = 1536, 1000
BOX_WIDTH, BOX_HEIGHT = 100, 24


def words() -> list:
    places = [divmod(number, COLUMNS) for number in range(MANY)]
    random.Random(1).shuffle(places)  # a caller's regions are in any order
    return [f.region(column * PITCH_X, row * PITCH_Y, WORD_WIDTH, WORD_HEIGHT) for row, column in places]


def whole(measure: Measure, ring: f.Ring) -> list[Row]:
    surface = ring.surface
    regions = f.array([f.region(0, 0, surface.width, surface.height)])
    covers = f.Covers.of(ring, regions, f.style(StyleKind.SOLID), surface.pixels)
    fill = f.in_turn(lambda turn: f.memset(ring.address(turn), 0x24, surface.bytes), ring.count)
    memory = Memory(measure)
    change = f.in_turn(lambda turn: memory.pass_(ring.address(turn), surface.bytes), ring.count)
    case = f"fill: frame of {surface.name}"
    return [
        measure.steady(case, 1.1, covers, "memset", fill, covers.after),
        measure.steady(case, None, covers, "pass", change, covers.after),
    ]


def rectangles(measure: Measure, ring: f.Ring) -> list[Row]:
    style, many, one = f.style(StyleKind.SOLID), f.array(words()), f.array([f.region(0, 0, ONE_WIDTH, ONE_HEIGHT)])
    pixels, name = MANY * WORD_WIDTH * WORD_HEIGHT, "one of the same area"
    covers = f.Covers.of(ring, many, style, pixels)
    # Half the ring away, so that these two never meet in one frame, fresh in the cache.
    peer = f.Covers([f.Cover(ring, turn + ring.count // 2, one, style) for turn in range(ring.count)], pixels)
    cached, cached_peer = f.Cover(ring, 0, many, style), f.Cover(ring, 0, one, style)
    return [
        measure.steady("fill: 1,000 rectangles", 1.2, covers, name, peer, covers.after),
        measure.ratio("fill: 1,000 rectangles, cached", None, cached, name, cached_peer),
    ]


def borders(measure: Measure, flat: bool) -> Row:
    """Text boxes in 4K, each of which has no other near it, with a report and without one."""
    ring = f.Ring(f.RGBA_4K, measure.warm_up + measure.repetitions)
    if flat:
        ring.first[:] = 255
        ring.frames[:] = 255
    boxes = f.array([f.region(20 + 150 * (i % 25), 20 + 53 * (i // 25), BOX_WIDTH, BOX_HEIGHT) for i in range(MANY)])
    pixels, style = MANY * BOX_WIDTH * BOX_HEIGHT, f.style(StyleKind.SOLID)
    reported = f.Covers.of(ring, boxes, style, pixels, borders=True)
    # Half the ring away, so that these two never meet in one frame, fresh in the cache.
    peer = f.Covers([f.Cover(ring, turn + ring.count // 2, boxes, style) for turn in range(ring.count)], pixels)
    name, limit = "flat" if flat else "noise", None
    return measure.steady(f"fill: 1,000 borders, {name}", limit, reported, "no report", peer, reported.after)


def run(measure: Measure) -> list[Row]:
    turns = measure.warm_up + measure.repetitions
    ring = f.Ring(f.RGBA_1080P, turns)
    rows = [*whole(measure, ring), *rectangles(measure, ring)]
    del ring
    for surface in (f.NV12_1080P, f.RGBA_4K, f.NV12_4K):
        rows += whole(measure, f.Ring(surface, turns))
    return rows + [borders(measure, flat=True), borders(measure, flat=False)]
