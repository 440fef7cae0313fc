# SPDX-License-Identifier: MIT
"""What no reader can get past: pictures that are the same, byte for byte, whatever is covered."""

from __future__ import annotations

import numpy as np

from .frames import recorded
from .picture import PLACES, Field
from .styles import Style
from .templates import Drawing, View, seen

AT_ONCE = 1_000


def pins(count: int) -> np.ndarray:
    """The first `count` PINs of four digits, in a field of six places."""
    strings = np.full((count, PLACES), -1)
    strings[:, :4] = np.arange(count)[:, None] // 10 ** np.arange(3, -1, -1) % 10
    return strings


def same(pictures: np.ndarray, first: np.ndarray) -> bool:
    return pictures.tobytes() == first.tobytes()


def candidates_alike(drawing: Drawing, field: Field, style: Style, count: int) -> bool:
    """Whether all candidates in a field, with what is around it, give one picture."""
    first = None
    for start in range(0, count, AT_ONCE):
        strings = pins(min(start + AT_ONCE, count))[start:]
        canvas = seen(drawing.tiles(strings), field, style, View(), whole=True)
        first = canvas[:1] if first is None else first
        if not same(canvas, np.repeat(first, len(canvas), axis=0)):
            return False
    return True


def videos_alike(drawing: Drawing, field: Field, style: Style) -> bool:
    """Whether two videos with the same noise, but other digits, are the same."""
    one, other = (recorded(drawing.tiles(pins(count)[-8:]), field, style, whole=True) for count in (8, 9_999))
    return all(same(frame, first) for frame, first in zip(one, other, strict=True))
