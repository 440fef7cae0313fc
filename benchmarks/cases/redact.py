# SPDX-License-Identifier: MIT
"""Reversible styles on whole frames, and frost and tiles on regions, beside memcpy of the same pixels and three image
libraries. Solid covers are in fill.py.

memcpy copies from one ring of frames to another. Scrim's work is in place; the libraries write to another frame, which
is how they are quickest.
"""

import random
from collections.abc import Callable, Iterator

import frames as f
import numpy as np
import peers
from measure import Measure, Row
from memory import Memory, Place
from scrim import StyleKind

SIGMAS = (6, 12, 15, 24, 60)
# Beside a Gaussian, which takes the longer the wider it is. These limits are for the build without AVX2.
NARROW_SIGMAS = ((0.5, 1), (1, 1), (2, 0.55), (3, 0.35), (4, 0.35), (5, 0.35))
BLOCK = 16
# The limits are in memcpy of the region.
SYNTHETIC = (("frost", StyleKind.FROST, 1.25), ("tiles", StyleKind.TILES, 1))
SMALL = 20  # the side of a small region
# The side of the three boxes of a preset (scrim/redact.h): ⌊radius · 3√(2π)/4 + ½⌋, and 1 more where that is even.
PRESETS = (("light", StyleKind.LIGHT, 57), ("extra light", StyleKind.EXTRA_LIGHT, 39), ("dark", StyleKind.DARK, 39))
# The amount of an effect, the side of its boxes, and its limit beside memcpy: boxes of 39 pixels and more are made on a grid.
EFFECTS = ((10, 19, 14), (30, 57, 6))
SLOW = 5  # repetitions of what takes up to a second


class Bench:
    """The frames of one surface: `ring` for ours and to copy from, `other` to copy to."""

    def __init__(self, measure: Measure, surface: f.Surface) -> None:
        self.measure, self.surface = measure, surface
        turns = measure.warm_up + measure.repetitions
        self.ring, self.other = f.Ring(surface, turns), f.Ring(surface, turns)
        self.whole = f.array([f.region(0, 0, surface.width, surface.height)])

    def covers(self, kind: StyleKind, amount: float = 0) -> f.Covers:
        """The whole of frame after frame."""
        style = f.style(kind, amount)
        return f.Covers.of(self.ring, self.whole, style, self.surface.pixels, restores=kind >= StyleKind.BLUR)

    def squares(self, kind: StyleKind, side: int) -> f.Covers:
        """A square region in frame after frame."""
        covers = [
            f.Cover(self.ring, turn, f.array([f.region(x, y, side, side)]), f.style(kind))
            for turn, x, y in self.places(side)
        ]
        return f.Covers(covers, side * side)

    def copied_squares(self, side: int) -> Callable[[], object]:
        """Copies as much, row by row as a region lies in memory."""
        pairs = [
            list(zip(self.other.part(turn, x, y, side, side), self.ring.part(turn, x, y, side, side), strict=True))
            for turn, x, y in self.places(side)
        ]

        def copy(turn: int) -> None:
            for target, source in pairs[turn]:
                np.copyto(target, source)

        return f.in_turn(copy, len(pairs))

    def places(self, side: int) -> list[tuple[int, int, int]]:
        """For every turn its frame, and a place in it: another one in each round of the ring."""
        free = list(spots(self.surface, side, side, gap=12))
        turns = self.measure.warm_up + self.measure.repetitions
        return [(turn, *free[turn // self.ring.count % len(free)]) for turn in range(turns)]

    def memcpy(self) -> Callable[[], object]:
        size = self.surface.bytes
        return self.peer(lambda turn: f.memcpy(self.other.address(turn), self.ring.address(turn), size))

    def pictures(self, call: Callable[..., object], *arguments: float, out: bool = True) -> Callable[[], object]:
        """A library's call on frame after frame; `out`: it takes the frame to write to."""
        ring, other = self.ring, self.other
        if out:
            return self.peer(lambda turn: call(ring.picture(turn), other.picture(turn), *arguments))
        return self.peer(lambda turn: call(ring.picture(turn), *arguments))

    def peer(self, call: Callable[[int], object]) -> Callable[[], object]:
        return f.in_turn(call, self.ring.count)

    def row(
        self,
        case: str,
        limit: float | None,
        make: Callable[[], f.Covers],
        peer: tuple[str, Callable[[], object]],
        repetitions: int | None = None,
    ) -> Row:
        measure = self.measure if repetitions is None else self.measure.fewer(repetitions)
        case, (name, call) = self.case(case), peer
        figure = measure.steady if name == "memcpy" else measure.ratio
        try:
            covers = make()
        except f.NotThereError:
            return missing(case, f"× {name}", limit)
        return figure(case, limit, covers, name, call, covers.after)

    def case(self, what: str) -> str:
        return f"redact: {what}, {self.surface.name}"


def missing(case: str, unit: str, limit: float | None) -> Row:
    return Row(case, None, unit, limit, "not there: scrim_redact answers UNSUPPORTED")


def spots(surface: f.Surface, width: int, height: int, gap: int) -> Iterator[tuple[int, int]]:
    """Places for regions that do not touch, row by row."""
    for y in range(0, surface.height - height + 1, height + gap):
        for x in range(0, surface.width - width + 1, width + gap):
            yield x, y


def whole_frames(bench: Bench) -> Iterator[Row]:
    """What memory bounds, on every surface."""
    memcpy = ("memcpy", bench.memcpy())
    for sigma in SIGMAS:
        yield bench.row(f"blur σ {sigma}", 2.5, lambda: bench.covers(StyleKind.BLUR, sigma), memcpy)
    yield from pixelated(bench)
    for name, kind, limit in SYNTHETIC:
        yield bench.row(f"{name}, the whole frame", limit, lambda: bench.covers(kind), memcpy)


def pixelated(bench: Bench) -> Iterator[Row]:
    memory, size = Memory(bench.measure), bench.surface.bytes
    change = bench.peer(lambda turn: memory.pass_(bench.ring.address(turn), size))
    for name, call, limit in (("memcpy", bench.memcpy(), 1.1), ("pass", change, None)):
        yield bench.row(f"pixelate {BLOCK}", limit, lambda: bench.covers(StyleKind.PIXELATE, BLOCK), (name, call))


def squares(bench: Bench, sides: tuple[int, ...]) -> Iterator[Row]:
    for name, kind, limit in SYNTHETIC:
        for side in sides:
            copy = ("memcpy", bench.copied_squares(side))
            yield bench.row(f"{name}, {side} × {side}", limit, lambda: bench.squares(kind, side), copy)


def libraries(bench: Bench) -> Iterator[Row]:
    """Image libraries beside the same work; a blur of matching strength each."""
    for sigma in SIGMAS:

        def blur() -> f.Covers:
            return bench.covers(StyleKind.BLUR, sigma)

        box = bench.pictures(peers.opencv_box, peers.box_side(sigma))
        yield bench.row(f"blur σ {sigma}", 0.5, blur, ("cv2.blur", box))
        pillow = bench.pictures(peers.pillow_gaussian, sigma, out=False)
        yield bench.row(f"blur σ {sigma}", None, blur, ("Pillow GaussianBlur", pillow), SLOW)
        if sigma > 24:
            continue  # seconds a frame: --plot shows them
        libvips = bench.pictures(peers.libvips_gaussian, sigma, out=False)
        yield bench.row(f"blur σ {sigma}", None, blur, ("libvips gaussblur", libvips), SLOW)
    for sigma, limit in NARROW_SIGMAS:
        gaussian = bench.pictures(peers.opencv_gaussian, sigma)
        pair = ("cv2.GaussianBlur", gaussian)
        yield bench.row(f"blur σ {sigma}", limit, lambda: bench.covers(StyleKind.BLUR, sigma), pair, repetitions=30)
    gaussian = bench.pictures(peers.opencv_gaussian, 15)
    yield bench.row(
        "blur σ 15", 1 / 40, lambda: bench.covers(StyleKind.BLUR, 15), ("cv2.GaussianBlur", gaussian), repetitions=20
    )
    for limit, name, call in (
        (0.25, "cv2.resize pair", peers.opencv_pixelate),
        (None, "cv2.resize pair of whole blocks", peers.opencv_pixelate_whole_blocks),
    ):
        pair = (name, bench.pictures(call, BLOCK))
        yield bench.row(f"pixelate {BLOCK}", limit, lambda: bench.covers(StyleKind.PIXELATE, BLOCK), pair)
    for name, kind, side in PRESETS:
        boxes = bench.pictures(peers.opencv_three_boxes, side)
        yield bench.row(name, None, lambda: bench.covers(kind), (f"three cv2.blur of {side}", boxes), repetitions=20)
    for amount, side, _ in EFFECTS:
        boxes = bench.pictures(peers.opencv_three_boxes, side)
        pair = (f"three cv2.blur of {side}", boxes)
        yield bench.row(f"effect r {amount}", 1, lambda: bench.covers(StyleKind.EFFECT, amount), pair, repetitions=20)


def effects(bench: Bench) -> Iterator[Row]:
    """Presets and effects beside memcpy."""
    memcpy = ("memcpy", bench.memcpy())
    for name, kind, _ in PRESETS:
        yield bench.row(name, 6, lambda: bench.covers(kind), memcpy)
    for amount, _, limit in EFFECTS:
        yield bench.row(f"effect r {amount}", limit, lambda: bench.covers(StyleKind.EFFECT, amount), memcpy)


def many(bench: Bench) -> Iterator[Row]:
    """1,000 regions of the size of a word cost ten times what 100 do, and no more."""
    width, height = 100, 24
    places = list(spots(bench.surface, width, height, gap=6))
    random.Random(1).shuffle(places)  # a caller's regions are in any order
    listed = [f.region(x, y, width, height, number) for number, (x, y) in enumerate(places[:1000])]
    for name, kind, _ in SYNTHETIC:
        case, unit = bench.case(f"{name}, 1,000 regions of 100 × 24"), "× 100 of them, a pixel"
        try:
            thousand = f.Covers.of(bench.ring, f.array(listed), f.style(kind), 1000 * width * height)
            hundred = f.Covers.of(bench.other, f.array(listed[:100]), f.style(kind), 100 * width * height)
        except f.NotThereError:
            yield missing(case, unit, 1.2)
            continue
        ours, less = bench.measure.by_turns(thousand, hundred, thousand.after)
        yield Row(case, round(ours.best / less.best / 10, 4), unit, 1.2, f"{ours}; 100 of them: {less}")
        yield Row(case, round(ours.best * 1e9 / (1000 * width * height), 3), "ns a pixel", None, str(ours))


def small(bench: Bench) -> Iterator[Row]:
    """1,000 small regions, against a loop in C that copies their pixels row by row."""
    surface, copy_rectangles = bench.surface, Memory(bench.measure).copy_rectangles
    spread = list(spots(surface, SMALL, SMALL, gap=6))
    random.Random(1).shuffle(spread)
    spread = spread[:1000]
    regions = f.array([f.region(x, y, SMALL, SMALL, number) for number, (x, y) in enumerate(spread)])
    places = (Place * len(spread))(*((4 * x, y) for x, y in spread))

    def copy(turn: int) -> None:
        to, source = bench.other.address(turn), bench.ring.address(turn)
        copy_rectangles(to, source, 4 * surface.width, places, len(places), 4 * SMALL, SMALL)

    pair = ("memcpy", bench.peer(copy))
    for name, kind in (("solid", StyleKind.SOLID), ("frost", StyleKind.FROST), ("tiles", StyleKind.TILES)):
        pixels = 1000 * SMALL * SMALL

        def covers() -> f.Covers:
            return f.Covers.of(bench.ring, regions, f.style(kind), pixels)

        yield bench.row(f"{name}, 1,000 regions of {SMALL} × {SMALL}", 2, covers, pair)


def run(measure: Measure) -> list[Row]:
    peers.note_versions(measure)
    bench = Bench(measure, f.RGBA_1080P)
    rows = [*whole_frames(bench), *effects(bench), *libraries(bench), *squares(bench, (256, 512)), *small(bench)]
    del bench
    for surface in f.OTHERS_1080P:
        rows += pixelated(Bench(measure, surface))
    for surface in (f.NV12_1080P, f.NV12_4K, f.RGBA_4K):
        bench = Bench(measure, surface)
        rows += [*whole_frames(bench), *squares(bench, (256,))]
    return [*rows, *many(bench)]
