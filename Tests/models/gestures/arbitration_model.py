# SPDX-License-Identifier: MIT
"""Which recognizers are recognized, by looks at all pairs of them: a second implementation, slow and plain.

It has taps, long presses, pans and swipes that need one finger. The caller passes the views that a finger hits. Nothing is
private. Each finger that comes down gets a new number, so two gestures want the same fingers if their sets of numbers
overlap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

BEGAN, CHANGED, ENDED, CANCELLED = 1, 2, 3, 4
NEVER = math.inf
Point = tuple[float, float]


@dataclass
class Finger:
    number: int
    views: list[int]
    down: Point
    point: Point


@dataclass
class Recognizer:
    id: int
    view: int
    depth: int
    kind: str
    simultaneous: bool
    taps: int = 1
    slop: float = 10.3
    tap_slop: float = 40.2
    distance: float = 30.4
    press: int = 500
    longest: int = 0
    pause: int = 300

    enabled: bool = True
    #: The host does not let it begin.
    refused: bool = False
    #: idle, pursuing, candidate or active
    standing: str = "idle"
    #: All fingers on its view, the ones that it follows, and the ones of its gesture.
    fingers: set[int] = field(default_factory=set)
    followed: set[int] = field(default_factory=set)
    claim: set[int] = field(default_factory=set)
    news: int = 0
    start: int = 0
    # Taps: how many are done, where the first one was, and when the last one was lifted. Pressed: a finger is down.
    done: int = 0
    pressed: bool = False
    origin: Point = (0, 0)
    up: int = 0
    # The others: how far the center of their fingers has moved.
    way: Point = (0, 0)

    def fail(self) -> None:
        self.standing, self.followed, self.done, self.pressed = "idle", set(), 0, False

    @property
    def deadline(self) -> float:
        if self.standing != "pursuing":
            return NEVER
        if self.kind == "tap":
            if not self.pressed:
                return self.up + self.pause + 1
            return self.start + self.longest if self.longest else NEVER
        if self.kind == "press":
            return self.start + self.press
        return self.start + self.longest + 1 if self.kind == "swipe" else NEVER

    def expire(self) -> None:
        if self.kind == "press":
            self.standing = "candidate"
        else:
            self.fail()

    def make_way(self, point: Point, now: int) -> None:
        if self.kind == "tap" and self.standing == "pursuing":
            if self.pressed or math.dist(self.origin, point) > self.tap_slop or now < self.up:
                self.fail()

    def begin(self, finger: Finger, now: int) -> None:
        is_alone = not self.fingers
        self.fingers.add(finger.number)
        if self.kind == "tap":
            if self.standing == "candidate" or not is_alone:
                return
            if self.standing == "idle":
                self.origin = finger.point
            self.standing, self.pressed, self.start = "pursuing", True, now
            self.followed, self.claim = {finger.number}, {finger.number}
        elif self.standing == "idle":
            if is_alone:
                self.standing, self.start, self.way = "pursuing", now, (0, 0)
                self.followed, self.claim = {finger.number}, {finger.number}
        elif self.kind == "pan":
            self.followed.add(finger.number)
            self.claim.add(finger.number)
        elif self.standing == "pursuing":
            self.fail()

    def move(self, finger: Finger, old: Point) -> None:
        if finger.number not in self.followed:
            return
        self.follow(finger, old)
        if self.standing == "active":
            self.news = CHANGED
        elif self.standing == "pursuing":
            self.evaluate(finger)

    def follow(self, finger: Finger, old: Point) -> None:
        # A swipe that is a candidate is over.
        if self.kind != "tap" and not (self.kind == "swipe" and self.standing == "candidate"):
            (x, y), (new, count) = self.way, (finger.point, len(self.followed))
            self.way = (x + (new[0] - old[0]) / count, y + (new[1] - old[1]) / count)

    def evaluate(self, finger: Finger) -> None:
        if self.kind in ("tap", "press"):
            if math.dist(finger.down, finger.point) > self.slop:
                self.fail()
        elif self.kind == "pan":
            if math.hypot(*self.way) > self.slop:
                self.standing = "candidate"
        elif math.hypot(*self.way) >= self.distance:
            self.standing = "candidate"

    def lift(self, finger: Finger, old: Point, now: int) -> None:
        if finger.number in self.followed:
            if self.kind == "tap":
                self.lift_tap(finger, now)
            else:
                self.lift_other(finger, old)
        self.fingers.discard(finger.number)

    def lift_tap(self, finger: Finger, now: int) -> None:
        if math.dist(finger.down, finger.point) > self.slop:
            return self.fail()
        self.done, self.up, self.pressed, self.followed = self.done + 1, now, False, set()
        if self.done == self.taps:
            self.standing = "candidate"

    def lift_other(self, finger: Finger, old: Point) -> None:
        if self.kind == "swipe":
            self.move(finger, old)
            if self.standing == "pursuing":
                self.fail()
            self.followed.discard(finger.number)
        elif len(self.followed) > 1:
            # A pan begins when a finger moves, but not when one of several is lifted.
            self.follow(finger, old)
            self.followed.discard(finger.number)
            if self.standing == "active":
                self.news = CHANGED
        elif self.standing == "active":
            self.fail()
            self.news = ENDED
        else:
            self.fail()

    def cancel(self, finger: Finger) -> None:
        if finger.number in self.followed:
            if self.standing == "active":
                self.news = CANCELLED
            self.fail()
        self.fingers.discard(finger.number)

    def recognize(self) -> None:
        if self.kind in ("tap", "swipe"):
            self.fail()
            self.news = ENDED
        else:
            self.standing, self.news = "active", BEGAN


class Engine:
    """A gesture engine: `all` is in the order of events, the deepest views first."""

    def __init__(self, all: list[Recognizer], waits: set[tuple[int, int]], together: set[tuple[int, int]]) -> None:
        self.all = sorted(all, key=lambda r: (-r.depth, r.view, r.id))
        self.waits, self.together = waits, together
        self.fingers: dict[int, Finger] = {}
        self.count = 0
        self.events: list[tuple[int, int]] = []
        self.asked: list[int] = []

    # ---- Relations ----

    def are_simultaneous(self, one: Recognizer, other: Recognizer) -> bool:
        pair = (one.id, other.id)
        return one.simultaneous or other.simultaneous or pair in self.together or pair[::-1] in self.together

    def requires(self, one: Recognizer, other: Recognizer) -> bool:
        lower = one.kind == other.kind == "tap" and one.view == other.view and one.taps < other.taps
        return (lower and not self.are_simultaneous(one, other)) or (one.id, other.id) in self.waits

    def excludes(self, one: Recognizer, other: Recognizer) -> bool:
        return bool(one.claim & other.claim) and not self.are_simultaneous(one, other)

    def others(self, one: Recognizer, *standings: str) -> Iterator[Recognizer]:
        return (other for other in self.all if other is not one and other.standing in standings)

    def is_held_back(self, one: Recognizer, *standings: str) -> bool:
        return any(self.requires(one, other) for other in self.others(one, *standings))

    def is_outranked(self, one: Recognizer) -> bool:
        return any(other.depth > one.depth and self.excludes(other, one) for other in self.others(one, "candidate"))

    # ---- The contest ----

    def resolve(self) -> None:
        moves: list[Callable[[], bool]] = [self.drop_left_over, self.break_tie]
        while any([self.attempt(one) for one in self.all]) or any(move() for move in moves):
            pass

    def attempt(self, one: Recognizer) -> bool:
        self.send(one)
        if one.standing != "candidate":
            return False
        if any(self.excludes(other, one) for other in self.others(one, "active")):
            one.fail()
            return True
        if self.is_held_back(one, "pursuing", "candidate") or self.is_outranked(one):
            return False
        self.recognize(one)
        return True

    def recognize(self, one: Recognizer) -> None:
        self.asked.append(one.id)
        if one.refused:
            one.fail()
            return
        for other in list(self.others(one, "pursuing", "candidate")):
            if other.standing == "idle":
                continue
            if self.requires(other, one):
                self.fail_outranked(other, one)
                other.fail()
            elif self.excludes(one, other):
                other.fail()
        one.recognize()
        self.send(one)

    def fail_outranked(self, deeper: Recognizer, winner: Recognizer) -> None:
        """Those that a candidate outranks fail with it: the winner has their fingers."""
        if deeper.standing == "candidate":
            for other in list(self.others(deeper, "candidate")):
                if other is not winner and not self.are_simultaneous(other, winner):
                    if deeper.depth > other.depth and self.excludes(deeper, other):
                        other.fail()

    def drop_left_over(self) -> bool:
        for one in self.all:
            if one.standing == "candidate" and one.kind != "tap" and not one.followed:
                one.fail()
                return True
        return False

    def break_tie(self) -> bool:
        candidates = [one for one in self.all if one.standing == "candidate"]
        if any(self.is_held_back(one, "pursuing") for one in candidates):
            return False
        for one in candidates:
            if not self.is_held_back(one, "candidate"):
                self.recognize(one)
                return True
        return False

    def send(self, one: Recognizer) -> None:
        if one.news:
            self.events.append((one.id, one.news))
            one.news = 0

    # ---- Samples ----

    def advance(self, now: int) -> None:
        while (deadline := min((one.deadline for one in self.all), default=NEVER)) <= now:
            for one in self.all:
                if one.deadline <= deadline:
                    one.expire()
            self.resolve()

    def begin(self, id: int, views: list[int], point: Point, now: int) -> None:
        self.count += 1
        finger = self.fingers[id] = Finger(self.count, views, point, point)
        for one in self.all:
            if one.view in views:
                one.make_way(point, now)
        self.resolve()
        # A tap that waits for one on a deeper view could not follow the new press.
        for one in self.all:
            if one.standing == "candidate" and one.kind == "tap" and one.view in views and self.is_outranked(one):
                one.fail()
        for one in self.all:
            if one.view in views and one.enabled:
                one.begin(finger, now)
        self.resolve()

    def move(self, id: int, point: Point) -> None:
        finger = self.fingers[id]
        old, finger.point = finger.point, point
        for one in self.all:
            one.move(finger, old)
        self.resolve()

    def lift(self, id: int, point: Point, now: int) -> None:
        finger = self.fingers.pop(id)
        old, finger.point = finger.point, point
        for one in self.all:
            one.lift(finger, old, now)
        self.resolve()

    def set_enabled(self, one: Recognizer, enabled: bool) -> None:
        if one.enabled and not enabled:
            one.fingers.clear()
            if one.standing == "active":
                one.news = CANCELLED
            one.fail()
            one.enabled = False
            self.resolve()
        one.enabled = enabled

    def cancel(self, id: int) -> None:
        finger = self.fingers.pop(id)
        for one in self.all:
            one.cancel(finger)
        self.resolve()
