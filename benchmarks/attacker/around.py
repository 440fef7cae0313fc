# SPDX-License-Identifier: MIT
"""The attack on the surroundings: a learned reader gets the whole redacted picture, and reads what lies outside the box.

For each source it finds what is read with the default options, the smallest dilation that stops it, and what is read with
the margin of `scrim.margin_for_source`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scrim

from .picture import PLACES
from .reader import CHANCE, LIMIT, readable
from .sources import Scene, Setting, Source

STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
NEVER = 99  # the dilation that stops it, where 32 does not
CODEC_BLOCK = 16
UNLIMITED = "PREDICTED"  # its margin is not always enough

SETTINGS = (
    Setting("flat", "DejaVuSans.ttf", 20, False, 1),
    Setting("flat", "LiberationSerif-Italic.ttf", 26, True, 2),
    Setting("gradient", "LiberationSans-Bold.ttf", 14, False, 3),
    Setting("photo", "DejaVuSansMono.ttf", 18, False, 4),
)
ITALIC = "LiberationSans-Italic.ttf"
NOTHING = scrim.Margin(dilation=0, codec_block=0)  # the default


@dataclass(frozen=True)
class Around:
    """What was read of one source: the worst over all settings."""

    source: str
    margin: scrim.Margin | None
    pictures: int
    default: float
    block: float | None  # with the codec block of a JPEG, and no dilation
    stopped: int
    with_margin: float | None
    limited: bool
    control: bool

    @property
    def ok(self) -> bool:
        """Whether the margin stops the reader, and the reader reads where there is none."""
        held = not self.limited or self.with_margin is None or self.with_margin <= LIMIT
        return held and (not self.control or self.default > LIMIT)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok}


def margin_of(source: Source) -> scrim.Margin | None:
    """What the library recommends for a source."""
    if source.margin is None:
        return None
    return scrim.margin_for_source(scrim.Source[source.margin])


def settings(source: Source, count: int) -> list[Setting]:
    """Only italics overhang their layout."""
    chosen = SETTINGS[:count]
    return [Setting(each.ground, ITALIC, each.size, each.dark, each.seed) for each in chosen] if source.layout else list(chosen)


class Target:
    """Numbers in one setting, whose redacted pictures the reader gets."""

    def __init__(self, source: Source, setting: Setting, count: int) -> None:
        self.scene = Scene(source, setting)
        self.numbers = np.random.default_rng(100 + setting.seed).integers(0, 10, (count, PLACES))
        self.shown = self.scene.pictures(self.numbers)

    def redacted(self, margin: scrim.Margin) -> np.ndarray:
        options = {"scale": self.scene.source.scale, "dilation": margin.dilation, "codec_block": margin.codec_block}
        return np.stack([scrim.redact(each, [self.scene.box], **options) for each in self.shown])

    def read(self, margin: scrim.Margin, network: bool = True) -> float:
        return readable(self.redacted(margin), self.numbers, network)

    def stopped(self) -> int:
        """The smallest dilation that stops the reader."""
        for step in STEPS:
            if self.read(scrim.Margin(step, 0), network=False) <= LIMIT and self.read(scrim.Margin(step, 0)) <= LIMIT:
                return step
        return NEVER


@dataclass(frozen=True)
class Size:
    """How much is tried."""

    pictures: int  # in each setting
    settings: int


FULL = Size(pictures=400, settings=len(SETTINGS))
QUICK = Size(pictures=120, settings=1)
QUICK_SOURCES = ("screenshot × 1.5", "JPEG 85 4:2:0")


def attack(source: Source, size: Size) -> Around:
    """Reads the pictures of a source in each setting."""
    margin = margin_of(source)
    default, block, kept, stopped = CHANCE, CHANCE, CHANCE, 0
    for setting in settings(source, size.settings):
        target = Target(source, setting, size.pictures)
        default = max(default, target.read(NOTHING))
        stopped = max(stopped, target.stopped())
        if source.codec:
            block = max(block, target.read(scrim.Margin(0, CODEC_BLOCK)))
        if margin is not None:
            kept = max(kept, target.read(margin))
    return Around(
        source=source.name,
        margin=margin,
        pictures=size.pictures * size.settings,
        default=default,
        block=block if source.codec else None,
        stopped=stopped,
        with_margin=None if margin is None else kept,
        limited=source.margin not in (None, UNLIMITED),
        control=source.spreads,
    )
