# SPDX-License-Identifier: MIT
"""Hit tests and secure pixels of a scene, against a model that walks the tree in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Activity, Outcome, ViewFlags

SIDE = 24
rects = st.tuples(st.integers(-4, SIDE), st.integers(-4, SIDE), st.integers(0, SIDE), st.integers(0, SIDE))
flags = st.lists(
    st.sampled_from([ViewFlags.INTERACTIVE] * 5 + [ViewFlags.HIDDEN, ViewFlags.CLIPS, ViewFlags.SECURE]), max_size=3
).map(lambda found: sum(set(found), ViewFlags(0)))
points = st.tuples(*[st.integers(-8, 2 * SIDE).map(lambda n: n / 2)] * 2)


@dataclass
class Node:
    frame: tuple[int, int, int, int]
    flags: int
    alpha: float = 1.0
    level: int = 0
    children: list[Node] = field(default_factory=list)
    id: int = 0

    def holds(self, x: float, y: float) -> bool:
        return self.frame[0] <= x < self.frame[0] + self.frame[2] and self.frame[1] <= y < self.frame[1] + self.frame[3]


views = st.recursive(
    st.builds(Node, rects, flags, st.sampled_from([1.0, 1.0, 0.5, 0.01, 0.0])),
    lambda inner: st.builds(
        Node, rects, flags, st.sampled_from([1.0, 0.0]), st.just(0), st.lists(inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)
windows = st.lists(
    st.builds(Node, rects, flags, st.just(1.0), st.integers(-1, 1), st.lists(views, max_size=4)), min_size=1, max_size=3
)


def build(scene: scrim.Scene, windows: list[Node]) -> None:
    def add(parent: int, nodes: list[Node]) -> None:
        for node in nodes:
            node.id = scene.add_view(parent, node.frame, flags=node.flags, alpha=node.alpha)
            add(node.id, node.children)

    for window in windows:
        window.id = scene.add_window(window.frame, flags=window.flags, level=window.level)
        add(window.id, window.children)


def can_be_hit(node: Node, x: float, y: float) -> bool:
    shown = not node.flags & ViewFlags.HIDDEN and node.alpha > 0.01
    return bool(shown and node.flags & ViewFlags.INTERACTIVE and node.holds(x, y))


def deepest(nodes: list[Node], x: float, y: float) -> int:
    for node in reversed(nodes):
        if can_be_hit(node, x, y):
            return deepest(node.children, x - node.frame[0], y - node.frame[1]) or node.id
    return 0


def model_hit(windows: list[Node], x: float, y: float) -> tuple[int, int]:
    for window in sorted(reversed(windows), key=lambda window: -window.level):
        if can_be_hit(window, x, y):
            return window.id, deepest(window.children, x - window.frame[0], y - window.frame[1])
    return 0, 0


def model_secure(nodes: list[Node], x: float, y: float, inside: bool = False) -> bool:
    for node in nodes:
        if node.flags & ViewFlags.HIDDEN:
            continue
        secure = inside or bool(node.flags & ViewFlags.SECURE)
        if secure and node.holds(x, y):
            return True
        clipped_away = node.flags & ViewFlags.CLIPS and not node.holds(x, y)
        if not clipped_away and model_secure(node.children, x - node.frame[0], y - node.frame[1], secure):
            return True
    return False


@given(windows, st.lists(points, min_size=1, max_size=30))
def test_hit_test_agrees_with_a_model(windows: list[Node], points: list[tuple[float, float]]) -> None:
    with scrim.Scene() as scene:
        build(scene, windows)
        for x, y in points:
            assert scene.hit_test(x, y) == model_hit(windows, x, y)


@given(windows)
def test_secure_points_and_protected_pixels_agree_with_a_model(windows: list[Node]) -> None:
    with scrim.Scene() as scene:
        build(scene, windows)
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        picture = np.full((SIDE, SIDE), 200, np.uint8)
        expected = np.array([[model_secure(windows, x, y) for x in range(SIDE)] for y in range(SIDE)])
        for x, y in np.ndindex(SIDE, SIDE):
            assert scene.is_secure_at(x + 0.5, y + 0.5) == expected[y, x]
        report = scene.redact(picture)
        assert ((picture == 0) == expected).all() and ((picture == 200) == ~expected).all()
        assert (report.outcome, report.pixels) == (Outcome.OK, expected.sum())


@given(windows, st.data())
def test_updates_and_removals_leave_what_a_new_scene_would_be(windows: list[Node], data: st.DataObject) -> None:
    with scrim.Scene() as scene:
        build(scene, windows)
        everything: list[tuple[list[Node], Node]] = []

        def walk(nodes: list[Node]) -> None:
            for node in nodes:
                everything.append((nodes, node))
                walk(node.children)

        walk(windows)
        siblings, removed = data.draw(st.sampled_from(everything))
        changed = data.draw(st.sampled_from([node for _, node in everything]))
        changed.frame, changed.flags = data.draw(rects), data.draw(flags)
        if changed in windows:
            scene.update_window(changed.id, changed.frame, flags=changed.flags, level=changed.level)
        else:
            scene.update_view(changed.id, changed.frame, flags=changed.flags, alpha=changed.alpha)
        scene.remove(removed.id)
        siblings[:] = [node for node in siblings if node is not removed]
        with pytest.raises(scrim.NotFoundError):
            scene.remove(removed.id)
        for x, y in np.ndindex(SIDE, SIDE):
            assert scene.hit_test(x, y) == model_hit(windows, x, y)
            assert scene.is_secure_at(x, y) == model_secure(windows, x, y)


# ---- Selecting ----


def listed_inside(nodes: list[Node], x: float, y: float, everything: bool) -> list[int]:
    found = []
    for node in nodes:
        if not everything and (node.flags & ViewFlags.HIDDEN or node.alpha <= 0.01):
            continue
        if node.holds(x, y) and not node.flags & ViewFlags.NOT_SELECTABLE:
            found.append(node.id)
        if node.holds(x, y) or not node.flags & ViewFlags.CLIPS:
            found += listed_inside(node.children, x - node.frame[0], y - node.frame[1], everything)
    return found


def listed(windows: list[Node], x: float, y: float, everything: bool = False) -> list[int]:
    """Windows from the furthest to the nearest: those that were added later are nearer on one level."""
    near = [node for node in sorted(windows, key=lambda node: node.level) if node.holds(x, y)]
    return [id for node in near if not node.flags & ViewFlags.TOOL for id in listed_inside([node], x, y, everything)]


def selectable(windows: list[Node], focused: int, x: float, y: float) -> list[int]:
    own = [node for node in reversed(sorted(windows, key=lambda node: node.level)) if not node.flags & ViewFlags.TOOL]
    chosen = [node for node in own if can_be_hit(node, x, y)] or [node for node in own if node.id == focused]
    return listed(chosen[:1], x, y)


selecting_flags = st.lists(
    st.sampled_from([ViewFlags.INTERACTIVE] * 4 + [ViewFlags.HIDDEN, ViewFlags.CLIPS, ViewFlags.NOT_SELECTABLE]), max_size=3
).map(lambda found: sum(set(found), ViewFlags(0)))
selecting_views = st.recursive(
    st.builds(Node, rects, selecting_flags, st.sampled_from([1.0, 1.0, 0.02, 0.01])),
    lambda inner: st.builds(
        Node, rects, selecting_flags, st.just(1.0), st.just(0), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
selecting_windows = st.lists(
    st.builds(
        Node,
        st.just((0, 0, SIDE, SIDE)) | rects,
        st.tuples(selecting_flags, st.sampled_from([ViewFlags(0)] * 4 + [ViewFlags.TOOL])).map(lambda two: two[0] | two[1]),
        st.just(1.0),
        st.integers(-1, 1),
        st.lists(selecting_views, max_size=4),
    ),
    min_size=1,
    max_size=4,
)


@given(selecting_windows, st.lists(points, min_size=1, max_size=6), st.integers(0, 3))
def test_select_takes_from_views_at_in_its_order(
    windows: list[Node], points: list[tuple[float, float]], focused: int
) -> None:
    """The model: the list at the point, one window of it, from its last entry to its first."""
    with scrim.Scene() as scene:
        build(scene, windows)
        window = windows[focused % len(windows)]
        if not window.flags & ViewFlags.TOOL:
            scene.focus(window.id)
        last, selected = (math.inf, math.inf), 0
        for x, y in [each for point in points for each in [point] * 4]:
            for everything in (False, True):
                assert scene.views_at(x, y, everything=everything) == listed(windows, x, y, everything)
            entries = selectable(windows, scene.focused, x, y)
            if math.dist(last, (x, y)) <= 10 and selected in entries:
                expected = entries[entries.index(selected) - 1]  # −1, the last one, for the first
            else:
                expected = entries[-1] if entries else 0
            selected, last = scene.select(x, y), (x, y)
            assert selected == scene.selected == expected
            assert selected == 0 or selected in scene.views_at(x, y)
