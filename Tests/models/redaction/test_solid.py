# SPDX-License-Identifier: MIT
"""Solid rectangles, against a model in plain numpy: the pixels, and what the report says."""

from math import ceil, floor
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Outcome, Region, StyleClass, Style

GREYS = [0x000000FF, 0xFFFFFFFF, 0x808080FF, 0x030303FF]

quarters = st.integers(-40, 120).map(lambda n: n / 4)
sides = st.integers(0, 80).map(lambda n: n / 4)
rects = st.tuples(quarters, quarters, sides, sides)
steps = st.sampled_from([1, 2, -1, -3])


def pixel(format: str, color: int) -> list[int]:
    channels = dict(zip("RGBA", color.to_bytes(4, "big")))
    return [channels["R"]] if format == "GRAY8" else [channels[c] for c in format]


def model(
    picture: np.ndarray, regions: list[Region], format: str, styles: list[Style], scale: float
) -> tuple[int, int]:
    """Covers as documented; returns the regions that cover something, and the pixels covered."""
    height, width = picture.shape[:2]
    touched = np.zeros((height, width), bool)
    inside = 0
    for region in regions:
        (x, y, w, h), style = region.rect, region.style
        left, right = max(0, floor(x * scale)), min(width, ceil((x + w) * scale))
        top, bottom = max(0, floor(y * scale)), min(height, ceil((y + h) * scale))
        if w > 0 and h > 0 and left < right and top < bottom:
            color = pixel(format, styles[style].color if styles else 0x000000FF)
            picture[top:bottom, left:right] = color if picture.ndim == 3 else color[0]
            touched[top:bottom, left:right] = True
            inside += 1
    return inside, int(touched.sum())


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, np.ndarray, tuple[Any, ...], list[Style], list[Region], float]:
    format = draw(st.sampled_from(["RGBA", "BGRA", "RGB", "GRAY8"]))
    rows, columns = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    shape = (rows, columns) if format == "GRAY8" else (rows, columns, len(format))
    memory = np.random.default_rng(draw(st.integers(0, 9))).integers(0, 256, shape, np.uint8)
    start = draw(st.integers(0, columns - 1))
    window = (slice(None, None, draw(steps)), slice(start, draw(st.integers(start + 1, columns))))
    colors = st.sampled_from(GREYS) if format == "GRAY8" else st.integers(0, 0xFFFFFF).map(lambda c: c << 8 | 0xFF)
    styles = draw(st.lists(colors.map(Style), max_size=3))
    index = st.integers(0, max(0, len(styles) - 1))
    regions = draw(st.lists(st.builds(Region, rects, index, st.integers(0, 2**64 - 1)), max_size=12))
    return format, memory, window, styles, regions, draw(st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.0]))


@given(cases())
def test_pixels_and_report_agree_with_a_model(case: Any) -> None:
    format, memory, window, styles, regions, scale = case
    expected = memory.copy()
    inside, pixels = model(expected[window], regions, format, styles, scale)
    report = scrim.redact_in_place(memory[window], regions, pixel_format=format, styles=styles, scale=scale, allow_nothing=True)
    assert (memory == expected).all()  # what lies outside the window included
    weakest_class = StyleClass.SOLID if pixels else StyleClass.NONE
    assert report[:4] == (Outcome.OK, weakest_class, len(regions), inside) and report.pixels == pixels
