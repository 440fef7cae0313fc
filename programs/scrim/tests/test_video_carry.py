# SPDX-License-Identifier: MIT
"""Boxes of text are carried through drawn frames, in which the ink is known. The frames come from no codec."""

from __future__ import annotations

import numpy as np
import pytest
from text_videos import Mask, Shown, ticker, zoom

from scrim_tools.text import Box
from scrim_tools.video.text_carry import Carried
from scrim_tools.video.text_frames import Frame


def around(ink: Mask) -> Box:
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return Box(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))


def color(shown: Shown) -> Frame:
    return np.repeat(shown.frame[..., None], 3, axis=2)


def left(shown: list[Shown], start: int, step: int, end: int) -> list[int]:
    """Carries a box from a frame on, and returns the frames in which ink is more than 2 pixels outside. Places are rounded."""
    carried, found = Carried.of(color(shown[start]), around(shown[start].ink), 15), []
    for index in range(start + step, end, step):
        assert carried.step(color(shown[index - step]), color(shown[index])), index
        box, ink = carried.box, around(shown[index].ink)
        if min(ink.left - box.left, ink.top - box.top, box.right - ink.right, box.bottom - ink.bottom) < -2:
            found.append(index)
        assert box.bottom - box.top < 60, index
    return found


@pytest.mark.parametrize("start", [20, 30, 40])
def test_text_that_grows_out_of_the_frame_is_followed(start: int) -> None:
    assert left(zoom(0.03), start, 1, 75) == []


def test_text_that_leaves_the_frame_is_followed_while_a_part_is_visible() -> None:
    assert left(ticker(), 49, -1, 0) == []
