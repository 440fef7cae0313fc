# SPDX-License-Identifier: MIT
"""Private touches leave no mark on what a collector hands out, and when, but for what may be told of them.

A script is what everybody may know: touches of what is not private, changes of the scene and of the rules, and the
moments at which the host asks. A secret is what is done in private places. Two runs of a script with different secrets
must hand out the same bytes at the same moments, once what may be told, as a second implementation has it, is taken away.

Each test of an engine that leaks on purpose expects that the property is found not to hold.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from touch_model import Model
from touch_fixture import (
    AREAS,
    AT_ONCE,
    BEGAN,
    CANCELLED,
    COUNT,
    ENDED,
    FINGER,
    HOVER,
    JOIN,
    LIBRARY,
    MOVED,
    MS,
    NEVER,
    PALM,
    SECRECY,
    STYLUS,
    TOUCHPAD,
    UNBOUND,
    WHEEL,
    Output,
    Sample,
    Scroll,
    Fixture,
)

pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason="needs the library with test hooks")

#: What is common to both runs happens at even milliseconds, what is secret at odd ones.
POINTS = [(50.0, 50.0), (60.0, 50.0), (95.0, 95.0), (150.0, 50.0), (199.0, 50.0), (50.0, 250.0)]
SEGMENTS = st.one_of(
    st.tuples(st.just("taps"), st.sampled_from(POINTS), st.integers(1, 3), st.sampled_from([40, 100, 240])),
    st.tuples(st.just("press"), st.sampled_from(POINTS)),
    st.tuples(st.just("drag"), st.sampled_from(POINTS), st.sampled_from(POINTS)),
    st.tuples(
        st.just("after_a_tap"),
        st.sampled_from(POINTS),
        st.sampled_from([60, 200, 340, 500, 580, 620]),
        st.sampled_from(["", "fill", "poll", "dart"]),
        st.sampled_from(["press", "drag"]),
    ),
    st.tuples(st.just("stray"), st.sampled_from(POINTS), st.booleans()),
    st.tuples(st.just("astride"), st.sampled_from(POINTS)),
    st.tuples(st.just("turn"), st.sampled_from([500, 950])),
    st.tuples(st.just("wheel"), st.sampled_from(POINTS), st.integers(1, 3)),
    st.tuples(st.just("touchpad"), st.sampled_from(POINTS), st.booleans()),
    st.tuples(st.just("wheel_then_finger"), st.sampled_from(POINTS)),
    st.tuples(st.just("gap"), st.sampled_from([60, 100, 200, 400, 1000, 4000, 11_000])),
    st.tuples(st.just("gap"), st.sampled_from([4000, 8000, 11_000])),
    st.tuples(st.just("tell"), st.booleans(), st.booleans()),
    st.tuples(st.just("note_response")),
)
SCRIPTS = st.lists(st.tuples(SEGMENTS, st.booleans()), min_size=2, max_size=14)

#: Fingers, a pen, palms and tools that hover. All of them may be secret.
TOOLS = (FINGER, FINGER, FINGER, STYLUS, PALM, HOVER)

Step = tuple[int, str, tuple]


class Play:
    """Makes the steps of a run, in order: what, when."""

    def __init__(self, secret: Random | None) -> None:
        self.secret = secret
        self.steps: list[Step] = []
        self.start = 20_000

    def add(self, time: int, what: str, *arguments: object) -> None:
        self.steps.append((time, what, arguments))

    def touch(self, time: int, finger: int, phase: int, point: tuple[float, float], tool: int = FINGER) -> None:
        self.add(time, "feed", Sample(time, finger, phase, *point, tool))

    def scroll(self, time: int, source: int, point: tuple[float, float], step: float = 15) -> None:
        self.add(time, "scroll", Scroll(time, source, *point, step))

    def odd(self, low: int, high: int) -> int:
        """A secret moment between two; the middle one where there is no secret."""
        low, high = (self.start + low) // 2, (self.start + high) // 2 - 1
        return 2 * (self.secret.randint(low, max(low, high)) if self.secret else (low + high) // 2) + 1

    def hidden_point(self) -> tuple[float, float]:
        if not self.secret:
            return (250.0, 50.0)
        left, top, _, _ = AREAS[self.secret.choice(sorted(SECRECY))]
        x, y = self.secret.choice([(0, 0), (50, 50), (55, 50), (75, 50), (99, 99)])
        return (left + float(x), top + float(y))

    def hidden_finger(self, finger: int, begin: int, end: int, *, tools: tuple[int, ...] = (FINGER,)) -> None:
        """A finger in private places, down at one moment and up at another."""
        assert self.secret
        point = self.hidden_point()
        self.touch(begin, finger, BEGAN, point, self.secret.choice(tools))
        for _ in range(self.secret.choice([0, 0, 1, 3])):
            time = 2 * self.secret.randint(begin // 2, end // 2) + 1
            self.touch(min(time, end), finger, MOVED, self.secret.choice([point, self.hidden_point()]), self.secret.choice(tools))
        phase = self.secret.choice([ENDED, ENDED, ENDED, CANCELLED])
        self.touch(end, finger, phase, self.secret.choice([point, point, self.hidden_point()]), self.secret.choice(tools))

    def hidden_scroll(self, begin: int, end: int) -> None:
        """A wheel or touchpad in private places. A wheel's scroll may go on for half a second."""
        assert self.secret
        source, point = self.secret.choice([WHEEL, TOUCHPAD]), self.hidden_point()
        self.scroll(begin, source, point)
        for _ in range(self.secret.choice([0, 1, 3])):
            time = 2 * self.secret.randint(begin // 2, end // 2) + 1
            self.scroll(min(time, end), source, self.secret.choice([point, point, self.hidden_point()]))
        if source == TOUCHPAD or self.secret.choice([True, False]):
            self.scroll(end, source, self.secret.choice([point, self.hidden_point()]), 0)

    def fill(self, length: int) -> None:
        """Sequences in a pause: nothing, taps in a row, presses, several fingers."""
        if not self.secret or length < 20:
            return
        time, end = self.start + 3, self.start + length - 5
        for _ in range(self.secret.choice([0, 1, 1, 2, 3])):
            length = self.secret.choice([0, 20, 100, 520, 700])
            pause = self.secret.choice([2, 30, 80, 300, 900, 2500, 5100])
            count = self.secret.choice([1, 1, 3, 4])
            point = self.hidden_point()
            for _ in range(count):
                if time + length > end:
                    return
                if count > 1:
                    self.touch(time | 1, 1, BEGAN, point)
                    self.touch((time + length) | 1, 1, ENDED, point)
                elif self.secret.choice([True, False, False]):
                    self.hidden_scroll(time | 1, (time + length) | 1)
                else:
                    for finger in range(1, 1 + self.secret.choice([1, 1, 1, 2, 3])):
                        self.hidden_finger(finger, time | 1, (time + length) | 1, tools=TOOLS)
                time += length + pause

    # ---- Segments: each answers how long it takes ----

    def taps(self, point: tuple[float, float], count: int, pause: int) -> int:
        for i in range(count):
            self.touch(self.start + i * pause, 1, BEGAN, point)
            self.touch(self.start + i * pause + 20, 1, ENDED, point)
        return count * pause

    def press(self, point: tuple[float, float]) -> int:
        self.touch(self.start, 1, BEGAN, point)
        self.touch(self.start + 640, 1, ENDED, point)
        return 660

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> int:
        self.touch(self.start, 1, BEGAN, start)
        self.touch(self.start + 20, 1, MOVED, end)
        self.touch(self.start + 40, 1, ENDED, end)
        return 60

    def after_a_tap(self, point: tuple[float, float], pause: int, between: str, then: str) -> int:
        """A tap, something private or a moment at which the host asks, and a press or a drag that may require the tap."""
        start = self.start
        self.start += self.taps(point, 1, 20)
        if between == "fill":
            self.fill(pause)
        if between == "poll":
            self.fill(pause // 2)
            self.add(self.start + pause // 4 * 2, "poll")
        if between == "dart" and pause >= 200:
            self.touch(self.start + 20, 1, BEGAN, (150.0, 90.0))
            for time in sorted(self.odd(22, 100) for _ in range(self.secret.randint(1, 2) if self.secret else 1)):
                self.touch(time, 1, MOVED, self.hidden_point())
            self.touch(self.odd(104, 180), 1, ENDED, self.hidden_point())
        self.start += pause
        end = self.start + (self.press(point) if then == "press" else self.drag(point, (point[0] + 20, point[1])))
        self.start = start
        return end - start

    def stray(self, point: tuple[float, float], returns: bool) -> int:
        """A finger that comes down where nothing is private, and goes where something is: when, is secret."""
        self.touch(self.start, 1, BEGAN, point)
        times = sorted(self.odd(22, 880) for _ in range(self.secret.randint(1, 4) if self.secret else 1))
        for time in times:
            self.touch(time, 1, MOVED, self.hidden_point())
        if returns:
            self.touch(self.start + 900, 1, MOVED, point)
            self.touch(self.start + 920, 1, ENDED, point)
        else:
            self.touch(self.odd(884, 920), 1, ENDED, self.hidden_point())
        return 940

    def astride(self, point: tuple[float, float]) -> int:
        """One finger where nothing is private, and others where something is, before it, after it, or both."""
        self.touch(self.start + 200, 1, BEGAN, point)
        self.touch(self.start + 700, 1, ENDED, point)
        if not self.secret:
            self.touch(self.odd(10, 690), 2, BEGAN, (250.0, 50.0))
            self.touch(self.odd(704, 900), 2, ENDED, (250.0, 50.0))
            return 940
        self.hidden_finger(2, self.odd(10, 690), self.odd(704, 900))
        for finger in range(3, 3 + self.secret.choice([0, 0, 1, 2])):
            begin = self.odd(10, 800)
            self.hidden_finger(finger, begin, self.odd(begin - self.start + 2, 900), tools=TOOLS)
        return 940

    def turn(self, back: int) -> int:
        """A view under a finger turns private, and some time later is shown again."""
        self.touch(self.start, 1, BEGAN, (350.0, 50.0))
        self.add(self.start + 100, "flip", True)
        self.add(self.start + back, "flip", False)
        for time in sorted(self.odd(104, 890) for _ in range(self.secret.randint(0, 3) if self.secret else 0)):
            self.touch(time, 1, MOVED, (350.0 + (time % 7), 50.0))
        self.touch(self.odd(892, 930), 1, ENDED, (350.0, 50.0))
        return 980

    def wheel(self, point: tuple[float, float], clicks: int) -> int:
        for i in range(clicks):
            self.scroll(self.start + 40 * i, WHEEL, point)
        return 40 * clicks + 520

    def touchpad(self, point: tuple[float, float], strays: bool) -> int:
        """Two fingers on a touchpad, and a pointer that may reach something private: when, is secret."""
        for i in range(4):
            self.scroll(self.start + 10 * i, TOUCHPAD, point)
        if strays:
            self.scroll(self.odd(42, 180), TOUCHPAD, self.hidden_point())
        self.scroll(self.start + 200, TOUCHPAD, point, 0)
        return 220

    def wheel_then_finger(self, point: tuple[float, float]) -> int:
        """A finger that comes down in a private place while a scroll lasts, or after the pause that should have ended it: when, is
        secret.
        """
        self.scroll(self.start, WHEEL, point)
        begin = self.odd(10, 900)
        end = self.odd(max(504, begin - self.start + 2), 960)
        if self.secret:
            self.hidden_finger(1, begin, end)
        else:
            self.touch(begin, 1, BEGAN, (250.0, 50.0))
            self.touch(end, 1, ENDED, (250.0, 50.0))
        return 980

    def gap(self, length: int) -> int:
        self.fill(length)
        self.add(self.start + length // 4 * 2, "poll")
        return length

    def tell(self, coarse: bool, silent: bool) -> int:
        self.add(self.start, "tell", coarse, silent)
        return 2

    def note_response(self) -> int:
        self.add(self.start, "note_response")
        return 2


def steps(script: list, secret: Random | None) -> list[Step]:
    play = Play(secret)
    for (name, *arguments), polls in script:
        play.start += getattr(play, name)(*arguments)
        if polls:
            play.add(play.start, "poll")
            play.start += 2
    for later in (400, 11_000, 21_000):
        play.add(play.start + later, "poll")
    return sorted(play.steps, key=lambda step: step[0])


def run(made: list[Step], leaks: int) -> tuple[Output, Model]:
    """What the library hands out, and what it may tell."""
    fixture, model = Fixture(leaks), Model()
    try:
        for time, what, arguments in made:
            if what == "feed":
                fixture.feed(*arguments)
                model.feed(*arguments)
            elif what == "scroll":
                fixture.scroll(*arguments)
                model.scroll(*arguments)
            elif what == "poll":
                fixture.poll(time)
                model.poll(time)
            else:
                fixture.advance(time)
                getattr(fixture, what)(*arguments)
                fixture.advance(time)
                model.settle(time)
                getattr(model, what)(time, *arguments)
    finally:
        fixture.close()
    return fixture.output, model


def holds(script: list, secrets: list[Random | None], leaks: int = 0) -> None:
    first = None
    for secret in secrets:
        output, model = run(steps(script, secret), leaks)
        assert output.hidden() == model.told
        for _, records, _ in output.polls:
            is_hidden = [b'"private"' in record for record in records]
            assert is_hidden == sorted(is_hidden), "what is told of private touches comes last"
        first = first or output.visible()
        assert output.visible() == first


PROPERTY = settings(
    max_examples=250, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), print_blob=False
)
FOUND = settings(PROPERTY, max_examples=2000, phases=[Phase.generate], report_multiple_bugs=False)
RANDOM = st.builds(Random, st.integers(0, 2**32))
RULES = st.tuples(st.just("tell"), st.booleans(), st.booleans())


@PROPERTY
@given(RULES, SCRIPTS, RANDOM, RANDOM)
def test_private_touches_leave_no_mark(rules: tuple, script: list, one: Random, other: Random) -> None:
    holds([(rules, False), *script], [None, one, other])


@pytest.mark.parametrize("leak", [JOIN, COUNT, AT_ONCE, UNBOUND])
def test_a_leak_is_found(leak: int) -> None:
    @FOUND
    @given(SCRIPTS, RANDOM, RANDOM)
    def leaks(script: list, one: Random, other: Random) -> None:
        holds([(("tell", True, True), False), *script], [None, one, other], leak)

    with pytest.raises(AssertionError):
        leaks()


def test_a_keypad_typed_on_is_at_most_one_interaction() -> None:
    fixture, model = Fixture(), Model()
    fixture.tell(True, True)
    model.tell(0, True, True)
    for key in range(6):
        for phase, time in ((BEGAN, 0), (ENDED, 60)):
            fixture.feed(Sample(1000 + 400 * key + time, 1, phase, 210 + 15 * key, 150))
    for time in (5000, 10_000, 20_000, 30_000):
        fixture.poll(time)
    polls = fixture.output.polls
    fixture.close()
    told = b'{"v":1,"t":0,"kind":"private","what":["interaction"]}'
    assert [(time, records) for time, records, _ in polls] == [(5000, []), (10_000, [told]), (20_000, []), (30_000, [])]
    assert [deadline for _, _, deadline in polls] == [10_000 * MS, 20_000 * MS, 30_000 * MS, 40_000 * MS]


def test_nothing_is_told_unless_asked_for() -> None:
    fixture = Fixture()
    for i in range(4):
        fixture.feed(Sample(1000 + 100 * i, 1, BEGAN, 250, 250))
        fixture.feed(Sample(1010 + 100 * i, 1, ENDED, 250, 250))
    fixture.poll(40_000)
    polls = fixture.output.polls
    fixture.close()
    assert polls == [(40_000, [], NEVER)]
