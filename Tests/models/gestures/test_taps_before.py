# SPDX-License-Identifier: MIT
"""Long presses and pans that require taps first, alone and with taps on their view, against a model of one finger.

The times of the presses lie on both sides of each limit. All sequences of up to three presses are tried, and longer ones at random.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import GestureState, Phase

MS = 1_000_000
SECOND = 1000 * MS
SLOP, TAP_SLOP = 8.0, 100.0


class Limits(NamedTuple):
    max_duration: int = 400 * MS
    min_interval: int = 40 * MS
    max_interval: int = 300 * MS
    min_duration: int = 400 * MS


class Press(NamedTuple):
    """A finger that comes down `pause` after it was last lifted, `x` points from the first place."""

    pause: int
    length: int
    x: float = 0.0
    #: When it moves, after it came down, and how far. None: it rests.
    drag: tuple[int, float] | None = None


Told = tuple[str, str, int]


# ---- The model ----


@dataclass
class Machine:
    name: str
    taps: int
    limits: Limits
    state: str = "idle"
    count: int = 0
    origin: float = 0.0
    down: int = 0
    up: int = 0
    press: int = 0

    @property
    def is_tap(self) -> bool:
        return self.name == "tap"

    def waits_for(self, other: Machine) -> bool:
        return self.is_tap and (other.taps > self.taps if other.is_tap else other.taps >= self.taps)

    def due(self) -> int:
        if self.state == "pressing":
            return self.down + self.limits.max_duration
        if self.state == "between":
            return self.up + self.limits.max_interval + 1
        if self.state == "held" and self.name == "press":
            return self.down + self.limits.min_duration
        return 2**63


class Model:
    def __init__(self, machines: list[Machine]) -> None:
        self.machines = machines
        self.told: list[Told] = []
        self.press = 0

    def tell(self, machine: Machine, state: str, time: int) -> None:
        self.told.append((f"{machine.name} {machine.taps}", state, time))

    def wait(self, time: int) -> None:
        while (due := min(machine.due() for machine in self.machines)) <= time:
            for machine in self.machines:
                if machine.due() <= due:
                    machine.state = "ready" if machine.state == "held" else "idle"
            self.decide(due)

    def decide(self, time: int) -> None:
        while True:
            pending = [one for one in self.machines if one.state not in ("idle", "active")]
            candidates = [one for one in pending if one.state in ("ready", "complete")]
            free = [one for one in candidates if not any(one.waits_for(other) for other in pending)]
            if not free:
                return
            winner = free[0]
            for other in pending:
                if other is not winner and (other.waits_for(winner) or other.press == winner.press):
                    other.state = "idle"
            if winner.is_tap:
                self.tell(winner, "ended", winner.up)
                winner.state = "idle"
            else:
                self.tell(winner, "began", time)
                winner.state = "active"

    def begin(self, time: int, x: float) -> None:
        self.wait(time)
        self.press += 1
        for one in self.machines:
            if one.state == "between" and (time - one.up < one.limits.min_interval or abs(x - one.origin) > TAP_SLOP):
                one.state = "idle"
        self.decide(time)
        for one in self.machines:
            if one.state == "idle":
                one.count, one.origin = 0, x
            if one.state in ("idle", "between"):
                one.state = "held" if one.count == one.taps else "pressing"
                one.down, one.press = time, self.press

    def move(self, time: int, way: float) -> None:
        self.wait(time)
        for one in self.machines:
            if one.state == "active":
                self.tell(one, "changed", time)
            elif abs(way) > SLOP and one.state in ("pressing", "held"):
                one.state = "ready" if one.state == "held" and one.name == "pan" else "idle"
        self.decide(time)

    def end(self, time: int) -> None:
        self.wait(time)
        for one in self.machines:
            if one.state == "active":
                self.tell(one, "ended", time)
            if one.state in ("active", "held", "ready"):
                one.state = "idle"
            if one.state == "pressing":
                one.count += 1
                one.up = time
                one.state = "complete" if one.is_tap and one.count == one.taps else "between"
        self.decide(time)

    def play(self, start: int, presses: Iterable[Press]) -> None:
        time = start
        for press in presses:
            time += press.pause
            self.begin(time, press.x)
            if press.drag:
                self.move(time + press.drag[0], press.drag[1])
            time += press.length
            self.end(time)
        self.wait(time + 5 * SECOND)


# ---- The library ----


class Library:
    """Adds the recognizers in the order of the machines, and plays presses on them."""

    def __init__(self, machines: list[Machine]) -> None:
        self.scene = scrim.Scene()
        self.gestures = scrim.Gestures(self.scene)
        window = self.scene.add_window((0, 0, 1000, 1000))
        self.names: dict[int, str] = {}
        for machine in machines:
            common = dict(
                view=window, taps=machine.taps, touch_slop=SLOP, tap_slop=TAP_SLOP,
                max_duration_ns=machine.limits.max_duration, min_interval_ns=machine.limits.min_interval,
                max_interval_ns=machine.limits.max_interval,
            )  # fmt: skip
            recognizer: scrim.Recognizer
            if machine.name == "tap":
                recognizer = scrim.Tap(**common)
            elif machine.name == "press":
                recognizer = scrim.LongPress(min_duration_ns=machine.limits.min_duration, **common)
            else:
                recognizer = scrim.Pan(**common)
            self.names[self.gestures.add(recognizer)] = f"{machine.name} {machine.taps}"

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.gestures.close()
        self.scene.close()

    def play(self, start: int, presses: Iterable[Press]) -> list[Told]:
        samples, time = [], start
        for press in presses:
            time += press.pause
            x = 500.0 + press.x
            samples.append((time, 1, Phase.BEGAN, x, 500.0))
            if press.drag:
                x += press.drag[1]
                samples.append((time + press.drag[0], 1, Phase.MOVED, x, 500.0))
            time += press.length
            samples.append((time, 1, Phase.ENDED, x, 500.0))
        events = self.gestures.feed(samples) + self.gestures.advance(time + 5 * SECOND)
        assert self.gestures.next_deadline is None
        return [(self.names[e.recognizer], GestureState(e.state).name.lower(), e.time_ns) for e in events]


def machines(wanted: str, limits: Limits = Limits()) -> list[Machine]:
    """For example "tap1 pan2"."""
    return [Machine(word[:-1], int(word[-1]), limits) for word in wanted.split()]


def compare(wanted: str, sequences: Iterable[tuple[Press, ...]], limits: Limits = Limits()) -> int:
    """Plays all sequences on one engine, each long after the one before. Returns how many events there were."""
    start = count = 0
    with Library(machines(wanted, limits)) as library:
        for presses in sequences:
            start += 60 * SECOND
            model = Model(machines(wanted, limits))
            model.play(start, presses)
            found = library.play(start, presses)
            assert found == model.told, (wanted, presses)
            count += len(found)
    return count


LIMITS = Limits()
FIRST = [
    Press(0, 10 * MS),
    Press(0, LIMITS.max_duration - 1),
    Press(0, LIMITS.max_duration),
    Press(0, 30 * MS, drag=(20 * MS, SLOP)),
    Press(0, 30 * MS, drag=(20 * MS, SLOP + 1)),
    Press(0, LIMITS.max_duration + 9, drag=(LIMITS.max_duration + 5, SLOP + 1)),
]
PAUSES = [LIMITS.min_interval - 1, LIMITS.min_interval, LIMITS.max_interval, LIMITS.max_interval + 1]
NEXT = [press._replace(pause=pause) for press in FIRST for pause in PAUSES]
NEXT += [press._replace(pause=LIMITS.min_interval, x=x) for press in FIRST for x in (TAP_SLOP, TAP_SLOP + 1)]
WORLDS = ["press1", "pan2", "tap1 tap2 pan1", "pan1 tap2 tap1", "tap1 tap2 press1", "tap1 press2 tap3", "tap1 pan1 press1"]


@pytest.mark.parametrize("wanted", WORLDS)
def test_every_short_sequence(wanted: str) -> None:
    sequences = [
        presses for length in range(3) for presses in itertools.product(FIRST, *[NEXT] * length)
    ]
    assert len(sequences) == len(FIRST) * (1 + len(NEXT) + len(NEXT) ** 2)
    assert compare(wanted, sequences) > 300


times = st.sampled_from(sorted({0, 1, *(limit + more for limit in LIMITS for more in (-1, 0, 1))}))
presses = st.builds(
    Press,
    times,
    times,
    st.sampled_from([0.0, 0.0, 50.0, TAP_SLOP, TAP_SLOP + 1]),
    st.none() | st.tuples(st.integers(0, 500).map(lambda n: n * MS), st.sampled_from([1.0, SLOP, SLOP + 1, 60.0])),
).map(lambda press: press if not press.drag or press.drag[0] <= press.length else press._replace(drag=None))
limits = st.builds(
    Limits,
    st.sampled_from([100, 400, 600]).map(lambda n: n * MS),
    st.sampled_from([0, 40]).map(lambda n: n * MS),
    st.sampled_from([200, 300]).map(lambda n: n * MS),
    st.sampled_from([50, 400, 500]).map(lambda n: n * MS),
)
worlds = st.lists(
    st.builds("{}{}".format, st.sampled_from(["tap", "press", "pan"]), st.integers(1, 4)), min_size=1, max_size=5, unique=True
).map(" ".join)


@given(worlds, limits, st.lists(presses, max_size=9))
@settings(max_examples=1500)
def test_random_sequences(wanted: str, limits: Limits, sequence: list[Press]) -> None:
    compare(wanted, [tuple(sequence)], limits)


def test_the_gestures_of_a_map() -> None:
    """A tap, a double tap, and a tap that is followed by a drag are three gestures."""
    tap, drag = Press(0, 50 * MS), Press(100 * MS, 90 * MS, drag=(40 * MS, 30.0))
    with Library(machines("tap1 tap2 pan1")) as library:
        (one,) = library.play(0, [tap])
        (two,) = library.play(10 * SECOND, [tap, tap._replace(pause=100 * MS)])
        dragged = library.play(20 * SECOND, [tap, drag])
    assert (one[0], two[0]) == ("tap 1", "tap 2")
    assert [event[:2] for event in dragged] == [("pan 1", "began"), ("pan 1", "ended")]
