# SPDX-License-Identifier: MIT
"""Shapes, against exact fractions: no pixel that a shape touches is missed, and none is covered that it stays clear of.

A pixel counts where the shape, border included, reaches into its inside; of a line or a point, where that lies in the
pixel with its left and top borders. Covered too may be what is nearer than `NEAR`.
"""

from collections.abc import Callable
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import scrim

Point = tuple[F, F]
Square = tuple[F, F, F, F]
NEAR = F(1, 10**6)
SIZE = (9, 7)
SCALES = [1 / 64, 0.3, 1.0, 1.5, 64.0]


def covered(region: scrim.Region, scale: float) -> np.ndarray:
    picture = np.full((SIZE[1], SIZE[0]), 255, np.uint8)
    report = scrim.redact_in_place(picture, [region], scale=scale, allow_nothing=True)
    assert report.pixels == int((picture == 0).sum())
    return picture == 0


def check(region: scrim.Region, scale: float, must: Callable[[Square], bool], may: Callable[[Square], bool]) -> None:
    cover = covered(region, scale)
    for (y, x), is_covered in np.ndenumerate(cover):
        if is_covered:
            assert may((x - NEAR, y - NEAR, x + 1 + NEAR, y + 1 + NEAR)), f"{x}, {y} is clear of it"
        else:
            assert not must((F(x), F(y), F(x + 1), F(y + 1))), f"{x}, {y} is missed"


def pixel(value: float, scale: float) -> F:
    """A coordinate in pixels: as documented, the product rounded to a double."""
    return F(value * scale)


def turn(a: Point, b: Point, c: Point) -> F:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def clip(a: Point, b: Point, square: Square) -> tuple[F, F] | None:
    """The part of a line within a closed square, as fractions of its length."""
    low, high = F(0), F(1)
    for axis in (0, 1):
        start, step = a[axis], b[axis] - a[axis]
        near, far = square[axis], square[axis + 2]
        if step == 0:
            if not near <= start <= far:
                return None
            continue
        ends = sorted(((near - start) / step, (far - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def along(a: Point, b: Point, part: F) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def meets(a: Point, b: Point, square: Square, *, half_open: bool) -> bool:
    """Whether a line meets the inside of a square, or that with its left and top borders."""
    part = clip(a, b, square)
    if part is None:
        return False
    # What is inside is convex: of a line that reaches it, the middle of what the closed square holds is in it.
    places = [along(a, b, (part[0] + part[1]) / 2)]
    if half_open:
        places += [along(a, b, p) for p in part]
        return any(square[0] <= x < square[2] and square[1] <= y < square[3] for x, y in places)
    return any(square[0] < x < square[2] and square[1] < y < square[3] for x, y in places)


def winding(path: list[Point], place: Point) -> int:
    total = 0
    for a, b in zip(path, path[1:] + path[:1]):
        if a[1] <= place[1] < b[1]:
            total += turn(a, b, place) > 0
        elif b[1] <= place[1] < a[1]:
            total -= turn(a, b, place) < 0
    return total


def touches(path: list[Point], square: Square, *, half_open: bool = False) -> bool:
    middle = (square[0] + square[2]) / 2, (square[1] + square[3]) / 2
    edges = zip(path, path[1:] + path[:1])
    return any(meets(a, b, square, half_open=half_open) for a, b in edges) or winding(path, middle) != 0


def is_line(path: list[Point]) -> bool:
    return all(turn(a, b, c) == 0 for a, b, c in combinations(path, 3))


def hull(points: list[Point]) -> list[Point]:
    """Andrew's monotone chain."""

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in ordered:
            while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1]) if len(ordered) > 1 else ordered


numbers = st.one_of(
    st.integers(-4, 12).map(float),
    st.integers(-16, 48).map(lambda n: n / 4),
    st.floats(-10, 20),
    st.floats(-1e9, 1e9),
    st.sampled_from([0.0, 1e-300, -1e-300, 1e9, -1e9, 3.0000000000000004, 2.9999999999999996]),
)
points = st.tuples(numbers, numbers)
scales = st.sampled_from(SCALES)
FAR = [(-1e9, -1e9), (1e9, 1e9), (-1e9, 1e9)]


@given(st.lists(points, min_size=3, max_size=9), scales)
@example([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], 1.0)
@example([(1.0, 1.0), (5.0, 5.0), (5.0, 1.0), (1.0, 5.0)], 1.0)
@example([(3.0, 3.0), (3.0, 3.0), (3.0, 3.0)], 1.0)
@example([(2.0, 1.0), (2.0, 6.0), (2.0, 3.0)], 1.0)
@example(FAR, 1.5)
@example([(-1e9, -1e9 + 2**-23), (1e9, 1e9), (-1e9, 1e9)], 1.0)
def test_polygons(corners: list[tuple[float, float]], scale: float) -> None:
    path = [(pixel(x, scale), pixel(y, scale)) for x, y in corners]
    half_open = is_line(path)
    check(
        scrim.Region.polygon(corners),
        scale,
        lambda square: touches(path, square, half_open=half_open),
        lambda square: touches(path, square, half_open=True),
    )


@given(st.lists(points, min_size=4, max_size=4), scales)
@example([(1.0, 1.0), (5.0, 5.0), (5.0, 1.0), (1.0, 5.0)], 1.0)
def test_quads_are_hulls(corners: list[tuple[float, float]], scale: float) -> None:
    path = hull([(pixel(x, scale), pixel(y, scale)) for x, y in corners])
    half_open = is_line(path)
    check(
        scrim.Region.quad(corners),
        scale,
        lambda square: touches(path, square, half_open=half_open),
        lambda square: touches(path, square, half_open=True),
    )


origins = st.one_of(st.integers(-8, 8).map(float), st.integers(-32, 32).map(lambda n: n / 4), st.floats(-1e3, 20))
sides = st.one_of(st.integers(1, 20).map(float), st.integers(1, 60).map(lambda n: n / 4), st.floats(1e-6, 1e4))


def box(x: float, y: float, width: float, height: float, scale: float) -> tuple[F, F, F, F]:
    return pixel(x, scale), pixel(y, scale), pixel(x + width, scale), pixel(y + height, scale)


def gap(low: F, high: F, first: F, last: F) -> F:
    """How far two intervals are apart."""
    return max(low - last, first - high, F(0))


@given(origins, origins, sides, sides, scales)
def test_ellipses(x: float, y: float, width: float, height: float, scale: float) -> None:
    left, top, right, bottom = box(x, y, width, height, scale)
    across, down = (right - left) / 2, (bottom - top) / 2

    def reaches(square: Square) -> bool:
        # The point of the square that is nearest, for an ellipse too, as both axes are those of the square.
        dx = gap(left + across, left + across, square[0], square[2]) / across
        dy = gap(top + down, top + down, square[1], square[3]) / down
        return dx * dx + dy * dy < 1

    check(scrim.Region.ellipse(x, y, width, height), scale, reaches, reaches)


@given(origins, origins, sides, sides, st.one_of(st.just(0.0), st.floats(0, 1e4), sides), scales)
def test_rounded_rectangles(
    x: float, y: float, width: float, height: float, radius: float, scale: float
) -> None:
    left, top, right, bottom = box(x, y, width, height, scale)
    r = min(pixel(radius, scale), (right - left) / 2, (bottom - top) / 2)

    def reaches(square: Square) -> bool:
        if r == 0:
            return left < square[2] and right > square[0] and top < square[3] and bottom > square[1]
        dx = gap(left + r, right - r, square[0], square[2])
        dy = gap(top + r, bottom - r, square[1], square[3])
        return dx * dx + dy * dy < r * r

    check(scrim.Region.rounded_rect(x, y, width, height, radius), scale, reaches, reaches)


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_what_is_aligned_covers_nothing_beside_it(scale: float) -> None:
    corners = [(2 / scale, 1 / scale), (6 / scale, 1 / scale), (6 / scale, 5 / scale), (2 / scale, 5 / scale)]
    for region in (scrim.Region.polygon(corners), scrim.Region.quad(corners[::2] + corners[1::2])):
        cover = covered(region, scale)
        assert cover[1:5, 2:6].all() and cover.sum() == 16
