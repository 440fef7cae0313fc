# SPDX-License-Identifier: MIT
"""A screen and a scene that learns late what it shows, in plain Python. No frame shows a pixel of a secure view."""

from __future__ import annotations

import dataclasses
import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import Activity, Capture, Outcome, Snapshot, ViewFlags

SIDE = 64
VIEW = 4
END = 220
#: Nanoseconds in a tick of the clock. Times below are in ticks.
TICK = 1_000_000
#: Frames reach back to here at most, so the history must begin earlier.
FIRST = 80


@dataclasses.dataclass
class World:
    """Where the screen shows the view at each tick (None: it is hidden), and when the scene learns of which."""

    shown: list[tuple[float, float] | None]
    learns: dict[int, list[int]]
    latency: int
    interval: int
    hold: int
    speed: float


def any_world(random: Random, *, jumps: bool) -> World:
    """A view that jumps at any time, or one that moves on a path with a highest speed.

    The scene learns of each jump, or of one position in each interval. It learns of them in order, at most `hold` before
    the screen shows them and at most `latency` after.
    """
    latency, hold = random.randint(0, 30), random.randint(0, 20)
    interval = 1 if jumps else random.randint(1, 20)
    speed = 0.0 if jumps else random.choice([0.1, 0.3, 0.7])

    def spot() -> tuple[float, float]:
        return random.uniform(0, SIDE - VIEW), random.uniform(0, SIDE - VIEW)

    shown: list[tuple[float, float] | None] = []
    place: tuple[float, float] | None = spot()
    target, left, step = spot(), 0, speed
    for _ in range(END):
        if left == 0:
            left = random.randint(1, 60)
            if jumps:
                place = spot() if random.random() < 0.8 else None
            else:
                target, step = spot(), random.choice([speed, speed, speed / 2])
        elif place and not jumps:
            across, down = target[0] - place[0], target[1] - place[1]
            part = min(1, step / max(math.hypot(across, down), 1e-9))
            place = (place[0] + across * part, place[1] + down * part)
        left -= 1
        shown.append(place)
    learns: dict[int, list[int]] = {}
    position, arrives = 0, 0
    while position < END:
        arrives = max(arrives, position + random.choice([-hold, latency, random.randint(-hold, latency)]))
        learns.setdefault(arrives, []).append(position)
        position += 1 if jumps else random.choice([interval, random.randint(1, interval)])
    return World(shown, learns, latency, interval, hold, speed)


@dataclasses.dataclass
class Frame:
    start: int
    end: int
    redacted: int


def any_frames(random: Random, wait: int) -> list[Frame]:
    """Frames in the order in which they are captured and redacted, each at least some ticks after it was captured."""
    found: list[Frame] = []
    start = FIRST
    while True:
        start += random.randint(0, 25)
        end = start + random.randint(0, 6)
        redacted = max(end + wait + random.randint(0, 20), found[-1].redacted if found else 0)
        if redacted >= END:
            return found
        found.append(Frame(start, end, redacted))


def leaks(world: World, queue: list[Frame], options: dict[str, object], every: int, *, by_bytes: bool) -> tuple[int, int]:
    """Returns how many frames show a pixel of the view, and how many were covered as a whole."""
    leaking, covered, queue = 0, 0, list(queue)
    with scrim.Scene() as scene, Capture(max_latency_ns=world.latency * TICK, hold_ns=world.hold * TICK, **options) as capture:
        scene.set_activity(Activity.ACTIVE)
        scene.frame_ready()
        id = scene.add_window((0, 0, VIEW, VIEW), flags=ViewFlags.SECURE)
        newest = scene.snapshot(0)
        for now in range(END):
            for position in world.learns.get(now, ()):
                place = world.shown[position]
                hidden = ViewFlags(0) if place else ViewFlags.HIDDEN
                scene.update_window(id, (*(place or (0, 0)), VIEW, VIEW), flags=ViewFlags.SECURE | hidden)
            if now % every == 0:
                newest.close()
                newest = scene.snapshot(now * TICK)
                if by_bytes:
                    with newest as original:
                        newest = Snapshot.decode(original.encode())
            while queue and queue[0].redacted == now:
                frame = queue.pop(0)
                picture = np.full((SIDE, SIDE), 200, np.uint8)
                report = capture.redact(picture, newest, frame.start * TICK, frame.end * TICK)
                covered += report.outcome == Outcome.COVERED
                leaking += any(shows(picture, world.shown[time]) for time in range(frame.start, frame.end + 1))
        newest.close()
    return leaking, covered


def shows(picture: np.ndarray, place: tuple[float, float] | None) -> bool:
    """Whether a picture shows a pixel that a view at a place has a part of."""
    if place is None:
        return False
    (left, right), (top, bottom) = ((math.floor(low), math.ceil(low + VIEW)) for low in place)
    return bool(picture[top:bottom, left:right].any())


@given(st.integers(0, 2**64), st.booleans())
def test_delayed_frames_need_no_speed(seed: int, by_bytes: bool) -> None:
    random = Random(seed)
    world, every = any_world(random, jumps=True), random.randint(1, 10)
    queue = any_frames(random, world.latency + every)
    assert leaks(world, queue, {"delayed": True}, every, by_bytes=by_bytes) == (0, 0)


@given(st.integers(0, 2**64), st.booleans(), st.booleans())
def test_the_margin_is_enough_for_snapshots_of_any_age(seed: int, by_bytes: bool, delayed: bool) -> None:
    """The snapshot may be older than the frame, or newer by any time. What is too early for a delayed frame is covered."""
    random = Random(seed)
    world, every = any_world(random, jumps=False), random.randint(1, 10)
    options = {
        "delayed": delayed,
        "max_speed": world.speed * 10**9 / TICK,
        "update_interval_ns": world.interval * TICK,
    }
    assert leaks(world, any_frames(random, 0), options, every, by_bytes=by_bytes)[0] == 0


def jumping(latency: int) -> World:
    """A view that jumps from one corner to the next every 30 ticks, of which the scene learns as late as it may."""
    corners = [(2.0, 2.0), (50.0, 2.0), (50.0, 50.0), (2.0, 50.0)]
    shown: list[tuple[float, float] | None] = [corners[time // 30 % 4] for time in range(END)]
    return World(shown, {time + latency: [time] for time in range(END)}, latency, 1, 0, 0)


@pytest.mark.parametrize(("wait", "delayed", "leaks_any"), [(0, False, True), (10, False, True), (20, False, False), (20, True, False), (10, True, False)])
def test_what_the_tests_see_if_frames_are_not_held(wait: int, delayed: bool, leaks_any: bool) -> None:
    world = jumping(20)
    queue = [Frame(time, time, time + wait) for time in range(FIRST, 180)]
    leaking, covered = leaks(world, queue, {"delayed": delayed}, 1, by_bytes=False)
    assert (leaking > 0) == leaks_any
    # A frame that comes too early is covered.
    assert covered == (len(queue) if delayed and wait < 20 else 0)


def moving(latency: int, interval: int, speed: float) -> World:
    """A view that moves as fast as it may, of which the scene learns as late and as seldom as it may."""
    way = SIDE - VIEW
    shown: list[tuple[float, float] | None] = [(way - abs(time * speed % (2 * way) - way), 20.0) for time in range(END)]
    return World(shown, {time + latency: [time] for time in range(0, END, interval)}, latency, interval, 0, speed)


@pytest.mark.parametrize("newer", range(-10, 31, 5))
def test_a_smaller_margin_is_not_enough(newer: int) -> None:
    """Without the interval, some frame shows a pixel, and before the latency has passed also without the latency."""
    world = moving(20, 20, 0.5)
    queue = [Frame(time, time, time + newer) for time in range(FIRST, 180)]

    def leaking(interval: int, missing: int) -> bool:
        options = {"max_speed": world.speed * 10**9 / TICK, "update_interval_ns": interval * TICK}
        told = dataclasses.replace(world, latency=world.latency - missing)
        return leaks(told, queue, options, 1, by_bytes=False)[0] > 0

    assert not leaking(world.interval, 0)
    assert leaking(0, 0)
    assert leaking(world.interval, 10) == (newer < 20)
