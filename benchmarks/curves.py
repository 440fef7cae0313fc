# SPDX-License-Identifier: MIT
"""Times of redaction as one number grows, for benchmarks/compare --plot: σ of a blur, the number of rectangles, and the
size of a frame."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import frames as f
import numpy as np
import peers
from PIL import Image, ImageDraw
from scrim import StyleKind

SIGMAS = (0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
COUNTS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000)
SIDE = 8  # pixels; 100,000 squares of that size, one pixel apart, just fit a 4K frame
COLOR = (0x24, 0x34, 0x3B, 0xFF)

SIZES = ((64, 64), (128, 128), (256, 256), (512, 512), (1024, 1024), (1920, 1080), (3840, 2160), (7680, 4320))
ROUND_BYTES = 64 << 20  # of the frames of one round: more than the caches that belong to a processor alone
MOST_FRAMES = 512
ROUNDS = 5

TURNS = 15
LEAST_TURNS = 2
SECONDS = 0.5  # after so long a contender has had its turns


@dataclass
class Curve:
    name: str
    ours: bool = False
    x: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


Call = Callable[[], object]


def best_times(calls: dict[str, Call]) -> dict[str, float]:
    """The best of some turns that all take one after the other; what is slow takes fewer."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(TURNS):
        for name, call in calls.items():
            if turn >= LEAST_TURNS and sum(times[name]) > SECONDS:
                continue
            start = time.process_time()
            call()
            times[name].append(time.process_time() - start)
            if isinstance(call, f.Covers):
                call.after()
    return {name: min(seconds) for name, seconds in times.items()}


def collect(steps: tuple[float, ...], calls_at: Callable[[float], dict[str, Call]], ours: set[str]) -> list[Curve]:
    curves: dict[str, Curve] = {}
    for x in steps:
        for name, seconds in best_times(calls_at(x)).items():
            curve = curves.setdefault(name, Curve(name, name in ours))
            curve.x.append(x)
            curve.seconds.append(seconds)
    return list(curves.values())


def add_cover(calls: dict[str, Call], name: str, make: Callable[[], f.Covers]) -> None:
    """A style that is not there has no curve."""
    try:
        calls[name] = make()
    except f.NotThereError:
        print(f"plot: {name} is not there")


def blurs() -> list[Curve]:
    """Whole 1080p RGBA frames; each peer blurs as much as a Gaussian of that σ does, as near as it can."""
    surface = f.RGBA_1080P
    ring, other = f.Ring(surface, TURNS * 2), f.Ring(surface, TURNS * 2)
    whole = f.array([f.region(0, 0, surface.width, surface.height)])

    def turns(call: Callable[..., object], *arguments: float, out: bool = True) -> Call:
        if out:
            return f.in_turn(lambda turn: call(ring.picture(turn), other.picture(turn), *arguments), ring.count)
        return f.in_turn(lambda turn: call(ring.picture(turn), *arguments), ring.count)

    def calls(sigma: float) -> dict[str, Call]:
        found: dict[str, Call] = {}
        style = f.style(StyleKind.BLUR, sigma)
        add_cover(found, "Scrim blur", lambda: f.Covers.of(ring, whole, style, surface.pixels, restores=True))
        found["memcpy"] = f.in_turn(
            lambda turn: f.memcpy(other.address(turn), ring.address(turn), surface.bytes), ring.count
        )
        found["cv2.GaussianBlur"] = turns(peers.opencv_gaussian, sigma)
        side = peers.stack_side(sigma)
        if side is not None:
            found["cv2.stackBlur"] = turns(peers.opencv_stack, side)
        found["Pillow GaussianBlur"] = turns(peers.pillow_gaussian, sigma, out=False)
        found["libvips gaussblur"] = turns(peers.libvips_gaussian, sigma, out=False)
        return found

    return collect(SIGMAS, calls, {"Scrim blur"})


def numpy_fill(picture: np.ndarray, places: list[tuple[int, int]]) -> None:
    color = np.array(COLOR, np.uint8)
    for x, y in places:
        picture[y : y + SIDE, x : x + SIDE] = color


def opencv_fill(picture: np.ndarray, places: list[tuple[int, int]]) -> None:
    for x, y in places:
        cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), COLOR, cv2.FILLED)


def pillow_fill(image: Image.Image, places: list[tuple[int, int]]) -> None:
    draw = ImageDraw.Draw(image)
    for x, y in places:
        draw.rectangle((x, y, x + SIDE - 1, y + SIDE - 1), fill=COLOR)


def rectangles() -> list[Curve]:
    """Squares in a 4K RGBA frame, in random order; the libraries are called from a loop, once for each."""
    surface = f.RGBA_4K
    ring, other = f.Ring(surface, TURNS), f.Ring(surface, TURNS)
    image = Image.fromarray(other.picture(0))
    pitch = SIDE + 1
    places = [(x, y) for y in range(0, surface.height - SIDE, pitch) for x in range(0, surface.width - SIDE, pitch)]
    random.Random(1).shuffle(places)
    kinds = {"solid": StyleKind.SOLID, "frost": StyleKind.FROST, "tiles": StyleKind.TILES}
    styles = {f"Scrim {name}": f.style(kind) for name, kind in kinds.items()}
    styles["Scrim pixelate"] = f.style(StyleKind.PIXELATE, 4)

    def calls(count: float) -> dict[str, Call]:
        chosen = places[: int(count)]
        regions = f.array([f.region(x, y, SIDE, SIDE, number) for number, (x, y) in enumerate(chosen)])
        found: dict[str, Call] = {}
        for name, style in styles.items():
            pixels = len(chosen) * SIDE * SIDE
            add_cover(found, name, lambda style=style, pixels=pixels: f.Covers.of(ring, regions, style, pixels))
        found["numpy slices"] = f.in_turn(lambda turn: numpy_fill(other.picture(turn), chosen), other.count)
        found["cv2.rectangle"] = f.in_turn(lambda turn: opencv_fill(other.picture(turn), chosen), other.count)
        found["Pillow rectangle"] = lambda: pillow_fill(image, chosen)
        return found

    return collect(COUNTS, calls, set(styles))


def frame_sizes() -> list[Curve]:
    """How fast each style covers whole RGBA frames, in hundredths of memcpy's speed, against the pixels of a frame."""
    styles = {
        "Scrim solid": f.style(StyleKind.SOLID),
        "Scrim frost": f.style(StyleKind.FROST),
        "Scrim tiles": f.style(StyleKind.TILES),
        "Scrim pixelate": f.style(StyleKind.PIXELATE, 16),
        "Scrim blur σ 2": f.style(StyleKind.BLUR, 2),
        "Scrim blur σ 15": f.style(StyleKind.BLUR, 15),
        "Scrim light": f.style(StyleKind.LIGHT),
    }
    curves = {name: Curve(name, ours=True) for name in styles}
    for width, height in SIZES:
        surface = f.Surface(f"{width} × {height}", f.Format.RGBA, width, height)
        turns = max(2, min(ROUND_BYTES // surface.bytes, MOST_FRAMES))
        ring, other = f.Ring(surface, turns), f.Ring(surface, turns)
        whole = f.array([f.region(0, 0, width, height)])
        copied: list[float] = []
        seconds: dict[str, list[float]] = {name: [] for name in styles}
        covers = {name: f.Covers.of(ring, whole, style, surface.pixels) for name, style in styles.items()}
        for _ in range(ROUNDS):
            copied.append(round_of(lambda turn: f.memcpy(other.address(turn), ring.address(turn), surface.bytes), turns))
            for name in styles:
                seconds[name].append(round_of(lambda _, name=name: covers[name](), turns))
        for name, curve in curves.items():
            curve.x.append(surface.pixels)
            curve.seconds.append(min(copied) / min(seconds[name]))
    return list(curves.values())


def round_of(call: Callable[[int], object], turns: int) -> float:
    """The time of one call for each frame."""
    start = time.process_time()
    for turn in range(turns):
        call(turn)
    return time.process_time() - start
