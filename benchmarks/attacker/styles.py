# SPDX-License-Identifier: MIT
"""The styles under attack, and the one place where the attack calls the library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import scrim

from .picture import Box

SEED = 2026  # of frost and tiles: not a secret, and the attacker knows it
ID = 1  # the same texture in every region


@runtime_checkable
class Redacts(Protocol):
    """A style that is not Scrim's."""

    def redacted(self, pixels: np.ndarray, regions: Iterable[Box]) -> np.ndarray: ...


@dataclass(frozen=True)
class Style:
    """A style, and what must be read of it on the panels: that share of digits, or no more than chance."""

    name: str
    method: str  # of scrim.Style, which makes it
    arguments: tuple[float, ...] = ()
    irreversible: bool = False
    block: int = 1  # px: the grid within which a digit's picture ends
    reach: float = 0  # px: how far a digit's picture spreads, as a standard deviation
    floor: float | None = None
    floor_of: str = "search"
    floor_after_jpeg: bool = True
    around: bool = False  # it looks around the box, and is tried on snug boxes too


STYLES = (
    Style("blur 4", "blur", (4,), reach=4, floor=0.95),
    Style("blur 8", "blur", (8,), reach=8, floor=0.95),
    Style("blur 16", "blur", (16,), reach=16, floor=0.5, floor_of="fit", floor_after_jpeg=False),
    Style("blur 24", "blur", (24,), reach=24),
    Style("pixelate 8", "pixelate", (8,), block=8, floor=0.95),
    Style("pixelate 16", "pixelate", (16,), block=16, floor=0.95),
    Style("light", "light", reach=28),
    Style("extra light", "extra_light", reach=20),
    Style("dark", "dark", reach=20),
    Style("solid", "solid", irreversible=True),
    Style("frost", "frost", (SEED,), irreversible=True),
    Style("tiles", "tiles", (SEED,), irreversible=True),
)


def redact(pixels: np.ndarray, regions: Iterable[Box], style: Style, size_multiple: int = 0) -> np.ndarray:
    """A copy of a picture with regions redacted."""
    if isinstance(style, Redacts):
        return style.redacted(pixels, regions)
    items = [scrim.Region(region, id=ID) for region in np.asarray(regions).tolist()]
    made = getattr(scrim.Style, style.method)(*style.arguments)
    return scrim.redact(pixels, items, style=made, size_multiple=size_multiple)
