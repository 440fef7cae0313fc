# SPDX-License-Identifier: MIT
"""Which of many recognizers are recognized, compared with a second implementation that looks at all pairs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import scrim
from arbitration_model import Engine, Point, Recognizer
from scrim import Phase, Relation, Touch

MS = 1_000_000
#: The areas of a window and three views, and the views above each: a list with a row in it, and another view.
FRAMES = [(0, 0, 400, 400), (0, 0, 200, 400), (20, 20, 150, 150), (220, 0, 150, 400)]
PARENTS = [None, 0, 1, 0]
PLACES = [(60, 60), (70, 65), (100, 100), (100, 300), (110, 290), (300, 50), (300, 60), (210, 390)]
KINDS = ["tap", "tap", "tap", "press", "pan", "pan", "swipe"]


def path(number: int | None) -> list[int]:
    return [] if number is None else [*path(PARENTS[number]), number]


def path_at(point: Point) -> list[int]:
    """The numbers of the views under a point, from the window on. Later views are in front, and children before parents."""
    x, y = point
    inside = [n for n, (left, top, width, height) in enumerate(FRAMES) if 0 <= x - left < width and 0 <= y - top < height]
    return max((path(n) for n in inside), key=lambda found: (len(found), found))


def add(gestures: scrim.Gestures, one: Recognizer) -> int:
    common: dict[str, Any] = {"view": one.view, "simultaneous": one.simultaneous}
    if one.kind == "tap":
        return gestures.add(
            scrim.Tap(
                **common,
                taps=one.taps,
                touch_slop=one.slop,
                tap_slop=one.tap_slop,
                max_duration_ns=one.longest,
                min_interval_ns=0,
                max_interval_ns=one.pause,
            )
        )
    if one.kind == "press":
        return gestures.add(scrim.LongPress(**common, touch_slop=one.slop, min_duration_ns=one.press))
    if one.kind == "pan":
        return gestures.add(scrim.Pan(**common, touch_slop=one.slop))
    every = scrim.SwipeDirection.LEFT | scrim.SwipeDirection.RIGHT | scrim.SwipeDirection.UP | scrim.SwipeDirection.DOWN
    return gestures.add(
        scrim.Swipe(
            **common, swipe_distance=one.distance, min_velocity=0, max_duration_ns=one.longest, directions=every
        )
    )


class Run:
    """A scene with random recognizers and relations, in both implementations."""

    def __init__(self, random: Random, gestures: scrim.Gestures, views: list[int]) -> None:
        self.random, self.gestures, self.views = random, gestures, views
        # Each run has habits of its own, so that rare situations come about in some of them.
        self.places = random.sample(PLACES, random.choice([1, 2, 4]))
        self.pauses = random.choice([[0, 5, 20, 40], [5, 20, 100, 250, 600]])
        self.fingers = random.choice([[1], [1, 2], [1, 1, 2, 3]])
        self.kinds = random.choice([KINDS, ["tap"], ["tap", "swipe"]])
        self.slack = random.choice([0, 0.3, 0.7])
        share, self.refusals = random.choice([0, 0, 0.2, 0.6]), random.choice([0, 0, 0.3])
        every = [self.recognizer(random.random() < share) for _ in range(random.choice([2, 4, 8, 20]))]
        waits: set[tuple[int, int]] = set()
        together: set[tuple[int, int]] = set()
        for _ in range(random.choice([0, 1, len(every) // 2, 2 * len(every)])):
            one, other = random.choice(every).id, random.choice(every).id
            relation = random.choice([Relation.REQUIRE_FAILURE, Relation.SIMULTANEOUS])
            try:
                gestures.relate(one, relation, other)
            except scrim.ScrimError:
                # It is the same one, or each would wait for the other.
                continue
            (waits if relation == Relation.REQUIRE_FAILURE else together).add((one, other))
        self.engine = Engine(every, waits, together)
        self.asked: list[int] = []
        refused = {one.id for one in every if one.refused}
        if refused:
            gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=lambda event: self.ask(event, refused)))
        self.now = 10_000 * MS
        self.down: dict[int, Point] = {}

    def recognizer(self, simultaneous: bool) -> Recognizer:
        random = self.random
        number = random.randrange(len(FRAMES))
        new = Recognizer(0, self.views[number], len(path(number)), random.choice(self.kinds), simultaneous)
        new.refused = random.random() < self.refusals
        new.taps = random.choice([1, 1, 2, 3])
        new.press, new.pause = random.choice([200, 500]) * MS, 300 * MS
        new.longest = random.choice([250, 2000]) * MS
        if new.kind in ("tap", "swipe") and random.random() < self.slack:
            new.slop, new.distance = 500.0, 12.1
        new.id = add(self.gestures, new)
        return new

    def ask(self, event: scrim.Event, refused: set[int]) -> bool:
        self.asked.append(event.recognizer)
        return event.recognizer not in refused

    def step(self) -> None:
        """Feeds one sample to both, or lets time pass, and compares the events."""
        random = self.random
        self.now += random.choice(self.pauses) * MS + random.randrange(3)
        self.engine.events.clear()
        self.engine.advance(self.now)
        what = random.random()
        if what < 0.12:
            found = self.gestures.advance(self.now)
        else:
            found = self.gestures.feed([self.sample(random.choice(self.fingers))])
        if what < 0.04:
            one, enabled = random.choice(self.engine.all), random.random() < 0.5
            self.engine.set_enabled(one, enabled)
            found += self.gestures.set_enabled(one.id, enabled, self.now)
        assert [(event.recognizer, int(event.state)) for event in found] == self.engine.events
        if self.asked:
            assert self.asked == self.engine.asked

    def sample(self, id: int) -> Touch:
        random, engine = self.random, self.engine
        if id not in self.down:
            x, y = random.choice(self.places)
            self.down[id] = (x, y)
            engine.begin(id, [self.views[n] for n in path_at((x, y))], (x, y), self.now)
            return Touch(self.now, id, Phase.BEGAN, x, y)
        x, y = self.down[id]
        reach = random.choice([0, 3, 30])
        x, y = x + random.randint(-reach, reach), y + random.randint(-reach, reach)
        what = random.choices(["move", "lift", "cancel"], [5, 4, 1])[0]
        if what == "cancel":
            del self.down[id]
            engine.cancel(id)
            return Touch(self.now, id, Phase.CANCELLED, x, y)
        if what == "lift":
            del self.down[id]
            engine.lift(id, (x, y), self.now)
            return Touch(self.now, id, Phase.ENDED, x, y)
        self.down[id] = (x, y)
        engine.move(id, (x, y))
        return Touch(self.now, id, Phase.MOVED, x, y)


def scene_views(scene: scrim.Scene) -> list[int]:
    views = [scene.add_window(FRAMES[0])]
    for frame, parent in zip(FRAMES[1:], PARENTS[1:], strict=True):
        left, top, _, _ = FRAMES[parent or 0]
        views.append(scene.add_view(views[parent or 0], (frame[0] - left, frame[1] - top, *frame[2:])))
    return views


@pytest.mark.parametrize("seed", range(40))
def test_the_recognized_ones_are_those_of_the_second_implementation(seed: int) -> None:
    for number in range(10):
        with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
            run = Run(Random(1000 * seed + number), gestures, scene_views(scene))
            for _ in range(60):
                run.step()


@pytest.mark.parametrize("moves", [False, True])
def test_a_loser_does_not_leave_its_fingers_to_those_that_it_outranked(moves: bool) -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        views = scene_views(scene)
        outer, inner, awaited = (gestures.add(scrim.Tap(view=views[n])) for n in (1, 2, 3))
        gestures.relate(inner, Relation.REQUIRE_FAILURE, awaited)
        x = 300.0 if moves else 230.0
        samples = [
            Touch(10 * MS, 1, Phase.BEGAN, 60, 60),
            Touch(20 * MS, 2, Phase.BEGAN, 230, 60),
            Touch(30 * MS, 1, Phase.ENDED, 60, 60),
            Touch(40 * MS, 2, Phase.ENDED, x, 60),
        ]
        assert [event.recognizer for event in gestures.feed(samples)] == [inner if moves else awaited]
        assert outer not in [event.recognizer for event in gestures.advance(10_000 * MS)]
