# SPDX-License-Identifier: MIT
"""Events in the coordinates of views that are scrolled, rotated, scaled and mirrored, against numpy's matrices."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import Affine, Phase, ViewFlags

MS = 1_000_000
SIZE = 100.0


@dataclass
class Level:
    """A view: its place in the content around it, and how far its own content is scrolled."""

    origin: tuple[float, float]
    transform: Affine
    offset: tuple[float, float]

    @property
    def matrix(self) -> np.ndarray:
        """From the content of the view to the content around it."""
        a = self.transform
        moved = np.array([[1, 0, self.origin[0]], [0, 1, self.origin[1]], [0, 0, 1]])
        own = np.array([[a.xx, a.xy, a.x0], [a.yx, a.yy, a.y0], [0, 0, 1]])
        scrolled = np.array([[1, 0, -self.offset[0]], [0, 1, -self.offset[1]], [0, 0, 1]])
        return moved @ own @ scrolled


@dataclass
class Shape:
    """What is random of a level. The point at which it is touched decides its place."""

    turn: float
    scales: tuple[float, float]
    moved: tuple[float, float]
    offset: tuple[float, float]
    #: The touched point, from the top left corner of the view.
    touched: tuple[float, float]

    @property
    def transform(self) -> Affine:
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        (across, down), (x, y) = self.scales, self.moved
        return Affine(cos * across, sin * across, -sin * down, cos * down, x, y)


def levels(shapes: list[Shape], start: np.ndarray) -> list[Level]:
    """The views of the shapes, each inside the one before, all at one point of the screen."""
    found, around = [], start
    for shape in shapes:
        a = shape.transform
        x, y = shape.touched
        origin = (around[0] - (a.xx * x + a.xy * y + a.x0), around[1] - (a.yx * x + a.yy * y + a.y0))
        found.append(Level(origin, a, shape.offset))
        around = np.array([x + shape.offset[0], y + shape.offset[1]])
    return found


numbers = st.floats(-500, 500)
scales = st.sampled_from([1.0, -1.0]) | st.floats(0.2, 5) | st.floats(-5, -0.2)
SHAPES = st.builds(
    Shape,
    st.sampled_from([0.0, math.pi / 2]) | st.floats(-4, 4),
    st.tuples(scales, scales),
    st.tuples(numbers, numbers),
    st.tuples(numbers, numbers),
    st.tuples(st.floats(1, SIZE - 1), st.floats(1, SIZE - 1)),
)
chains = st.lists(SHAPES, min_size=1, max_size=6)
ways = st.lists(st.tuples(st.floats(-300, 300), st.floats(-300, 300)), min_size=1, max_size=5)


class Screen:
    def __init__(self, chain: list[Level], make: type[scrim.Recognizer]) -> None:
        self.scene = scrim.Scene()
        self.gestures = scrim.Gestures(self.scene)
        self.window = parent = self.scene.add_window((0, 0, 4000, 4000))
        self.chain, self.views = chain, []
        for level in chain:
            frame = (*level.origin, SIZE, SIZE)
            look = dict(flags=ViewFlags.INTERACTIVE, transform=level.transform, content_offset=level.offset)
            parent = self.scene.add_view(parent, frame, **look)
            self.views.append(parent)
        for view in self.views:
            self.gestures.add(make(view=view, simultaneous=True, view_coordinates=True))

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.gestures.close()
        self.scene.close()

    def change(self, depth: int, level: Level) -> None:
        self.chain[depth] = level
        self.scene.update_view(
            self.views[depth], (*level.origin, SIZE, SIZE), flags=ViewFlags.INTERACTIVE, transform=level.transform,
            content_offset=level.offset,
        )  # fmt: skip

    def check(self, event: scrim.Event) -> None:
        depth = self.views.index(event.view)
        matrix = np.linalg.multi_dot([np.eye(3), np.eye(3), *[level.matrix for level in self.chain[: depth + 1]]])
        straight = matrix[:2, :2]
        point = np.linalg.solve(matrix, [event.x, event.y, 1])[:2]
        way = np.linalg.solve(straight, [event.translation_x, event.translation_y])
        speed = np.linalg.solve(straight, [event.velocity_x, event.velocity_y])
        slack = 1e-10 * np.linalg.cond(matrix)
        assert np.allclose([event.view_x, event.view_y], point, rtol=1e-9, atol=slack)
        assert np.allclose([event.view_translation_x, event.view_translation_y], way, rtol=1e-9, atol=slack)
        assert np.allclose([event.view_velocity_x, event.view_velocity_y], speed, rtol=1e-9, atol=100 * slack)


@given(chains, ways, st.data())
@settings(max_examples=300)
def test_a_pan_in_any_tree(shapes: list[Shape], ways: list[tuple[float, float]], data: st.DataObject) -> None:
    start = np.array([2000.0, 2000.0])
    chain = levels(shapes, start)
    with Screen(chain, scrim.Pan) as screen:
        events = screen.gestures.feed([(0, 1, Phase.BEGAN, *start)])
        for n, (x, y) in enumerate([(20.0, 0.0), *ways]):
            events = screen.gestures.feed([(10 * MS * (n + 1), 1, Phase.MOVED, start[0] + x, start[1] + y)])
            assert len(events) == len(chain)
            for event in events:
                screen.check(event)
            # The next event finds the views where they are then: scrolled on, or turned.
            depth = data.draw(st.integers(0, len(chain) - 1))
            other = data.draw(SHAPES)
            screen.change(depth, Level(chain[depth].origin, other.transform, other.offset))


@given(chains)
@settings(max_examples=100)
def test_a_tap_in_any_tree(shapes: list[Shape]) -> None:
    start = np.array([2000.0, 2000.0])
    with Screen(levels(shapes, start), scrim.Tap) as screen:
        samples = [(0, 1, Phase.BEGAN, *start), (MS, 1, Phase.ENDED, start[0] + 3, start[1] - 2)]
        events = screen.gestures.feed(samples)
        assert len(events) == len(shapes)
        for event in events:
            screen.check(event)
        # Where it came down, which is how the views were placed.
        deepest, shape = events[0], shapes[-1]
        down = (deepest.view_x - deepest.view_translation_x, deepest.view_y - deepest.view_translation_y)
        expected = np.array(shape.touched) + np.array(shape.offset)
        assert np.allclose(down, expected, rtol=1e-6, atol=1e-5)


@given(chains, st.integers(0, 5), st.sampled_from([(1, 0), (0, 1), (0.5, 0.25)]), st.floats(-2, 2))
@settings(max_examples=100)
def test_a_view_that_is_flattened_has_no_coordinates(
    shapes: list[Shape], flat: int, line: tuple[float, float], factor: float
) -> None:
    start = np.array([2000.0, 2000.0])
    flat %= len(shapes)
    with Screen(levels(shapes, start), scrim.Pan) as screen:
        screen.gestures.feed([(0, 1, Phase.BEGAN, *start)])
        # Both columns are multiples of one.
        factor = round(factor * 8) / 8
        other = Affine(line[0], line[1], factor * line[0], factor * line[1], 3, 4)
        screen.change(flat, Level(screen.chain[flat].origin, other, (5, 6)))
        events = screen.gestures.feed([(10 * MS, 1, Phase.MOVED, start[0] + 50, start[1] + 10)])
        assert len(events) == len(shapes)
        for event in events:
            inside = screen.views.index(event.view) >= flat
            assert event.translation_x == 50
            assert (event[-6:] == (0.0,) * 6) == inside
