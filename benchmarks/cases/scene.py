# SPDX-License-Identifier: MIT
"""Questions to a scene of 10,000 views, ten children each: what is hit, and what is private after a change and without;
and frames of a scene with twenty secure views, against one rectangle of as many pixels."""

from __future__ import annotations

import ctypes as c
import itertools
import random

import frames as f
import scrim
from measure import Measure, Row, Times
from scrim import _abi as s
from scrim._ffi import lib
from scrim.styles import StyleKind
from scrim.views import Look

SCREEN = (0.0, 0.0, 1920.0, 1080.0)
CALLS = 1000
# Twenty text fields in a frame of 1080p, and one rectangle of as many pixels.
FIELDS, FIELD_WIDTH, FIELD_HEIGHT = 20, 360, 60
ONE_WIDTH, ONE_HEIGHT = 720, 600


class Tree:
    """Views in a grid of 5 × 2 in each of their parents; of the leaves one in `nth` is secure."""

    def __init__(self, size: int, nth: int) -> None:
        self.scene = scrim.Scene()
        window = self.scene.add_window(SCREEN)
        self.top = self.scene.add_view(window, SCREEN)
        parents, count, number = [(self.top, SCREEN)], 1, itertools.count()
        while count < size:
            parent, (_, _, width, height) = parents.pop(0)
            is_leaf = count > size // 10
            for place in range(min(10, size - count)):
                frame = (place % 5 * width / 5, place // 5 * height / 2, width / 5, height / 2)
                is_secure = is_leaf and next(number) % nth == 0
                flags = scrim.ViewFlags.INTERACTIVE | (scrim.ViewFlags.SECURE if is_secure else 0)
                parents.append((self.scene.add_view(parent, frame, flags=flags), frame))
                count += 1
        self.scrolled = [c.byref(Look(content_offset=(x, 0.0)).struct(SCREEN)) for x in (0.0, 1.0)]
        self.count = c.c_size_t()

    def regions(self) -> int:
        """How many regions there are: the list is there, and not copied."""
        lib.scrim_scene_secure_regions(self.scene._handle, None, 0, c.byref(self.count))
        return self.count.value

    def scroll(self) -> None:
        """A change of everything, and back."""
        for look in self.scrolled:
            lib.scrim_scene_update_view(self.scene._handle, self.top, look)
            self.regions()

    def ask(self) -> None:
        for _ in range(CALLS):
            self.regions()


def hits(tree: Tree) -> tuple[list[tuple[float, float]], list[int]]:
    """Points, and the views there, which are leaves."""
    rng = random.Random(5)
    points = [(rng.uniform(0, 1920), rng.uniform(0, 1080)) for _ in range(CALLS)]
    return points, [tree.scene.hit_test(x, y).view for x, y in points]


def hit_all(tree: Tree, points: list[tuple[float, float]], view: c.c_uint64) -> None:
    handle, window, out = tree.scene._handle, c.byref(c.c_uint64()), c.byref(view)
    for x, y in points:
        lib.scrim_scene_hit_test(handle, x, y, window, out)


class Form:
    """A scene with twenty secure views, and a stream of it."""

    def __init__(self) -> None:
        self.scene, self.capture, self.now = scrim.Scene(), scrim.Capture(), 0
        window = self.scene.add_window(SCREEN)
        for number in range(FIELDS):
            place = (100 + number % 2 * 900, 40 + number // 2 * 100, FIELD_WIDTH, FIELD_HEIGHT)
            self.scene.add_view(window, place, flags=scrim.ViewFlags.SECURE)
        self.scene.set_activity(scrim.Activity.ACTIVE)
        self.scene.frame_ready()
        self.scene.snapshot(0).close()
        self.now = 10**9

    def redact(self, frame: object, report: object) -> int:
        return int(lib.scrim_scene_redact(self.scene._handle, frame, None, report))

    def stream(self, frame: object, report: object) -> int:
        """As a recorder does each frame: a snapshot, and the frame by it."""
        snapshot = c.c_void_p()
        self.now += 10**6
        lib.scrim_scene_snapshot(self.scene._handle, self.now, c.byref(snapshot))
        status = lib.scrim_capture_redact(self.capture._handle, snapshot, frame, self.now, self.now, report)
        lib.scrim_snapshot_destroy(snapshot)
        return int(status)


def frames(measure: Measure) -> list[Row]:
    ring = f.Ring(f.RGBA_1080P, measure.warm_up + measure.repetitions)
    style, pixels = f.style(StyleKind.SOLID), FIELDS * FIELD_WIDTH * FIELD_HEIGHT
    one = f.array([f.region(0, 0, ONE_WIDTH, ONE_HEIGHT)])
    rows = []
    for name, call in (("redact", (form := Form()).redact), ("snapshot and redact", form.stream)):

        class Redact(f.Cover):
            def __call__(self, call=call) -> int:
                return call(self._arguments[0], self._arguments[-1])

        covers = f.Covers([Redact(ring, turn, one, style) for turn in range(ring.count)], pixels)
        peer = f.Covers([f.Cover(ring, turn + ring.count // 2, one, style) for turn in range(ring.count)], pixels)
        case = f"scene: {name}, 1080p with 20 secure views"
        rows.append(measure.steady(case, 1.3, covers, "one of the same area", peer, covers.after))
    return rows


def each(times: Times, calls: int) -> float:
    return round(times.best / calls * 1e6, 3)


def run(measure: Measure) -> list[Row]:
    # Structs and prototypes are the binding's: what is measured includes a call of ctypes each.
    assert s.scrim_view.transform
    large, small = Tree(10_000, 100), Tree(1_000, 100)
    many, secret = Tree(10_000, 10), Tree(10_000, 1)
    points, views = hits(large)
    assert len(set(views)) > CALLS // 2
    hit, unchanged = measure.by_turns(lambda: hit_all(large, points, c.c_uint64()), large.ask)
    rows = [Row("scene: hit test, 10,000 views", each(hit, CALLS), "µs", 5.0, str(hit))]
    # A screen has some ten secure views. Of more the figures are for information.
    scrolled, many_scrolled = measure.by_turns(large.scroll, many.scroll)
    _, all_scrolled = measure.by_turns(large.scroll, secret.scroll)
    for tree, times, limit in ((large, scrolled, 100.0), (many, many_scrolled, None), (secret, all_scrolled, None)):
        name = f"scene: secure regions after a scroll, 10,000 views, {tree.regions():,} secure"
        rows.append(Row(name, each(times, 2), "µs", limit, str(times)))
    rows += [
        Row("scene: secure regions, nothing changed", each(unchanged, CALLS), "µs", 5.0, str(unchanged)),
        measure.ratio(
            "scene: nothing changed, 10,000 views by 1,000", 1.2, large.ask, "1,000 views", small.ask
        ),
    ]
    for tree in (large, small, many, secret):
        tree.scene.close()
    return rows + frames(measure)
