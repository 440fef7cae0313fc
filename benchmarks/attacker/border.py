# SPDX-License-Identifier: MIT
"""Whether the report of content that crosses a border can be relied on, and whether fixed steps of growth help.

A setting is drawn with many numbers. Its boxes are labeled by the reader: leaky if it reads a digit outside of them, else
safe. Then the library says of single pictures whether content crosses. It never sees the labels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import scrim

from .picture import PLACES
from .reader import LIMIT, readable
from .sources import Scene, Setting, Source

GROUNDS = ("flat", "gradient", "photo")
STEPS = (-2, -1, 0, 1, 2, 3, 4, 6, 8, 10, 12, 16)  # px that a box extends beyond the ink
ASKED = 4  # pictures of a setting whose report is asked for
SAFE = 0.2  # read of a grown box: at most this
FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSansMono.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSans-Bold.ttf",
    "LiberationSerif-Italic.ttf",
)
SIZES = (10, 12, 14, 16, 20, 24, 28)
MARK = (255, 0, 255)  # the cover, which no picture here contains
Box = tuple[int, int, int, int]  # x, y, width, height


def wider(box: Box, step: int) -> Box:
    x, y, width, height = box
    return x - step, y - step, width + 2 * step, height + 2 * step


def snug(scene: Scene) -> Box:
    """The box of a scene, in pixels."""
    x, y, width, height = (each * scene.source.scale for each in scene.box)
    left, top = math.floor(x), math.floor(y)
    return left, top, math.ceil(x + width) - left, math.ceil(y + height) - top


def covered(picture: np.ndarray, box: Box, **options: Any) -> np.ndarray:
    """A copy of a picture, whose cover can be told from all else."""
    return scrim.redact(picture, [box], style=scrim.Style.solid(MARK), **options)


def crossed(picture: np.ndarray, box: Box) -> bool:
    """What the library reports."""
    return scrim.redact_into(picture, np.empty_like(picture), [box]).regions_crossed > 0


def outside(pictures: np.ndarray, box: Box) -> np.ndarray:
    """What pictures (n, height, width, 3) show around a box: their bytes that differ, as vectors (n, …)."""
    x, y, width, height = box
    differs = (pictures != pictures[0]).any(axis=0)
    differs[y : y + height, x : x + width] = False
    return pictures[:, differs]


def found_box(picture: np.ndarray) -> Box:
    """Where the cover is: what an onlooker measures."""
    red, green, blue = (picture[..., channel] == value for channel, value in enumerate(MARK))
    marked = red & green & blue
    rows, columns = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    return columns[0], rows[0], columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]


# Options of redact() that grow a box.
WAYS: dict[str, dict[str, Any]] = {
    "always by 16": {"dilation": 16},
    "always by 32": {"dilation": 32},
    "auto_dilate": {"auto_dilate": True},
}


def bits(boxes: np.ndarray) -> float:
    """How much the size of boxes (n, 4) tells, at most."""
    shares = np.unique(boxes, axis=0, return_counts=True)[1] / len(boxes)
    return float((shares * np.log2(1 / shares)).sum())


@dataclass
class Grown:
    """What one way of growth made of the leaky snug boxes."""

    safe: list[bool] = field(default_factory=list)
    by_size: list[float] = field(default_factory=list)  # read from the size alone
    bits: list[float] = field(default_factory=list)
    area: list[float] = field(default_factory=list)

    def add(self, pictures: np.ndarray, numbers: np.ndarray, before: Box) -> None:
        boxes = np.array([found_box(each) for each in pictures])
        self.safe.append(readable(pictures, numbers, network=False) <= SAFE)
        self.by_size.append(readable(boxes, numbers, network=False))
        self.bits.append(bits(boxes))
        self.area.append(float((boxes[:, 2] * boxes[:, 3]).mean() / (before[2] * before[3])))

    def as_json(self) -> dict[str, Any]:
        return {
            "safe": float(np.mean(self.safe)),
            "read_by_size": float(np.mean(np.array(self.by_size) > SAFE)),
            "bits": float(np.mean(self.bits)),
            "most_bits": float(np.max(self.bits)),
            "area": float(np.mean(self.area)),
        }


@dataclass
class Reported:
    """Reports on boxes of one ground: how many pictures, and how many were reported."""

    leaky: int = 0
    leaky_reported: int = 0
    safe: int = 0
    safe_reported: int = 0

    def add(self, leaky: bool, reports: list[bool]) -> None:
        if leaky:
            self.leaky += len(reports)
            self.leaky_reported += sum(reports)
        else:
            self.safe += len(reports)
            self.safe_reported += sum(reports)


@dataclass
class Border:
    """All that was measured."""

    settings: int = 0
    leaky_settings: int = 0  # whose snug box is leaky
    reported: dict[str, Reported] = field(default_factory=lambda: {ground: Reported() for ground in GROUNDS})
    grown: dict[str, Grown] = field(default_factory=lambda: {way: Grown() for way in WAYS})

    @property
    def ok(self) -> bool:
        """On flat ground most leaky boxes are reported and no safe one, and a size that grows in steps reveals nothing."""
        flat, grown = self.reported["flat"], self.grown["auto_dilate"]
        found = not flat.leaky or flat.leaky_reported >= 0.85 * flat.leaky
        return found and flat.safe_reported == 0 and (not grown.safe or grown.as_json()["read_by_size"] <= 0.1)

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "settings": self.settings,
            "leaky_settings": self.leaky_settings,
            "reported": {ground: asdict(found) for ground, found in self.reported.items()},
            "grown": {way: found.as_json() for way, found in self.grown.items() if found.safe},
        }


def evaluate(border: Border, source: Source, setting: Setting, count: int) -> None:
    """Labels the boxes of one setting, asks for reports, and lets a leaky snug box grow."""
    scene = Scene(source, setting)
    numbers = np.random.default_rng(setting.seed).integers(0, 10, (count, PLACES))
    shown = scene.pictures(numbers)
    box = snug(scene)
    border.settings += 1
    for step in STEPS:
        reports = [crossed(each, wider(box, step)) for each in shown[:ASKED]]
        read = readable(outside(shown, wider(box, step)), numbers, network=False)
        border.reported[setting.ground].add(read > LIMIT, reports)
        if step == 0 and read > SAFE:
            border.leaky_settings += 1
            for way, options in WAYS.items():
                border.grown[way].add(np.stack([covered(each, box, **options) for each in shown]), numbers, box)


def settings(sources: Sequence[Source], each: int) -> list[tuple[Source, Setting]]:
    """Sources on all grounds, `each` times with other fonts, sizes and colors."""
    random = np.random.default_rng(5)
    found = []
    for seed in range(each):
        for source in sources:
            for ground in GROUNDS:
                font, size = random.choice(FONTS), float(random.choice(SIZES))
                dark = bool(random.random() < 0.4)
                found.append((source, Setting(ground, str(font), size, dark, 1000 * (seed + 1) + len(found))))
    return found


def measure(sources: Sequence[Source], each: int, count: int) -> Border:
    border = Border()
    for source, setting in settings(sources, each):
        evaluate(border, source, setting, count)
    return border
