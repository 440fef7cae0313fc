# SPDX-License-Identifier: MIT
"""Fingers that are lifted, in each of the ways in which devices report it.

Made-up fingers are written as events, and must be read as they were made. libmtdev reads protocol A as a second implementation.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import mtdev
import pytest

from scrim import Phase, Touch, TouchTool
from scrim.recordings import (
    ABS_DISTANCE,
    ABS_MT_DISTANCE,
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_PRESSURE,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TOUCH_MAJOR,
    ABS_MT_TRACKING_ID,
    ABS_PRESSURE,
    ABS_X,
    ABS_Y,
    BTN_TOOL_PEN,
    BTN_TOOL_RUBBER,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    InputEvent,
    Recording,
    load_recordings,
)

REAL = Path(__file__).resolve().parents[3] / ".recordings"
real = pytest.mark.skipif(not REAL.exists(), reason="script/recordings has not been run")
needs_mtdev = pytest.mark.skipif(mtdev.LIBRARY is None, reason="libmtdev is not installed")
MS = 1_000_000
BTN_LEFT = 0x110
#: SYN_REPORT and SYN_MT_REPORT.
REPORT, MT_REPORT = (EV_SYN, 0, 0), (EV_SYN, 2, 0)

Event = tuple[int, int, int]
#: The fingers that are down in a frame: their numbers and positions.
Frame = dict[int, tuple[int, int]]
#: What a finger did: time in ms, phase, x and y.
Track = list[tuple[int, Phase, float, float]]


def tracks(touches: list[Touch]) -> list[Track]:
    """The samples of each finger, without the ids."""
    found: dict[int, Track] = defaultdict(list)
    for touch in touches:
        found[touch.id].append((touch.time_ns // MS, touch.phase, touch.x, touch.y))
    return sorted(found.values())


def sequences(touches: list[Touch]) -> int:
    """How often a finger came down while no other was down."""
    down = count = 0
    for touch in touches:
        count += down == 0
        down += (touch.phase == Phase.BEGAN) - (touch.phase in (Phase.ENDED, Phase.CANCELLED))
    return count


# ---- Real devices ----


@real
@pytest.mark.parametrize(("name", "count"), [("3m", 11), ("wetab", 11), ("bcm5974", 5), ("ntrig-dell-xt2", 1)])
def test_sequences_are_those_of_btn_touch(name: str, count: int) -> None:
    """Each of these drivers reports with BTN_TOUCH that a first finger came down."""
    (recording,) = load_recordings(REAL / f"{name}.event", REAL / f"{name}.prop")
    reported = sum((each.type, each.code, each.value) == (EV_KEY, BTN_TOUCH, 1) for each in recording.events)
    assert sequences(recording.touches()) == reported == count


@real
@needs_mtdev
@pytest.mark.parametrize(("name", "fingers"), [("bcm5974", 14), ("ntrig-dell-xt2", 4)])
def test_libmtdev_finds_the_same_touches(name: str, fingers: int) -> None:
    (recording,) = load_recordings(REAL / f"{name}.event", REAL / f"{name}.prop")
    found = tracks(recording.touches())
    assert len(found) == fingers
    assert found == tracks(mtdev.convert(recording).touches())


# ---- Made-up fingers ----


def fingers(seed: int, most: int, allows_replacement: bool) -> list[Frame]:
    """Frames of fingers that come down, move in areas of their own, and are lifted.

    Without replacement no finger comes down in a frame in which another is lifted: devices without tracking ids cannot report that.
    """
    generator = random.Random(seed)
    frames: list[Frame] = []
    now: dict[int, tuple[int, int]] = {}
    number = 0
    for _ in range(120):
        lifted = [finger for finger in now if generator.random() < 0.1]
        for finger in lifted:
            del now[finger]
        for finger, (x, y) in now.items():
            center = x // 1000 * 1000 + 500
            now[finger] = (
                max(center - 300, min(center + 300, x + generator.randint(-90, 90))),
                max(0, min(900, y + generator.randint(-90, 90))),
            )
        if allows_replacement or not lifted:
            free = [area for area in range(most) if area not in {x // 1000 for x, _ in now.values()}]
            for area in free:
                if generator.random() < 0.15:
                    number += 1
                    now[number] = (area * 1000 + 500, generator.randint(0, 900))
        frames.append(dict(now))
    return [*frames, {}]


def made(frames: list[Frame]) -> list[Track]:
    found: dict[int, Track] = defaultdict(list)
    before: Frame = {}
    for index, frame in enumerate(frames):
        for finger in before.keys() - frame.keys():
            found[finger].append((index * 8, Phase.ENDED, *before[finger]))
        for finger, point in frame.items():
            if finger not in before:
                found[finger].append((index * 8, Phase.BEGAN, *point))
            elif before[finger] != point:
                found[finger].append((index * 8, Phase.MOVED, *point))
        before = frame
    return sorted(found.values())


def block(point: tuple[int, int], *more: Event) -> list[Event]:
    return [(EV_ABS, ABS_MT_POSITION_X, point[0]), (EV_ABS, ABS_MT_POSITION_Y, point[1]), *more]


def listed(frame: Frame, has_ids: bool = False) -> Iterator[Event]:
    """The blocks of protocol A. Their order says nothing."""
    for finger in sorted(frame, key=lambda finger: hash((finger, frame[finger]))):
        yield from block(frame[finger], *([(EV_ABS, ABS_MT_TRACKING_ID, finger)] if has_ids else []))
        yield MT_REPORT


Way = Callable[[Frame, Frame], Iterator[Event]]


def a_plain(frame: Frame, before: Frame) -> Iterator[Event]:
    yield from listed(frame) if frame else [MT_REPORT]


def a_with_ids(frame: Frame, before: Frame) -> Iterator[Event]:
    yield from listed(frame, has_ids=True) if frame else [MT_REPORT]


def a_with_button(frame: Frame, before: Frame) -> Iterator[Event]:
    """Without fingers, only BTN_TOUCH is reported."""
    if bool(frame) != bool(before):
        yield EV_KEY, BTN_TOUCH, int(bool(frame))
    yield from listed(frame)


def a_with_pressure(frame: Frame, before: Frame) -> Iterator[Event]:
    yield from listed(frame)
    yield EV_ABS, ABS_PRESSURE, 40 * len(frame)


def a_with_nothing(frame: Frame, before: Frame) -> Iterator[Event]:
    """The frame without fingers is empty."""
    yield from listed(frame)


def a_without_last_report(frame: Frame, before: Frame) -> Iterator[Event]:
    yield EV_KEY, BTN_TOUCH, int(bool(frame))
    yield from list(listed(frame))[:-1]


def a_that_lists_lifted(code: int) -> Way:
    """A finger is listed in the frame in which it is lifted, without size or pressure. bcm5974 reports it so."""

    def way(frame: Frame, before: Frame) -> Iterator[Event]:
        for finger in sorted({**before, **frame}, reverse=True):
            yield from block(frame.get(finger) or before[finger], (EV_ABS, code, 50 * (finger in frame)))
            yield MT_REPORT
        yield EV_KEY, BTN_TOUCH, int(bool(frame))

    return way


def b(frame: Frame, before: Frame) -> Iterator[Event]:
    """Slots are areas. A finger that takes the place of another is reported without -1 in between."""
    areas_before = {x // 1000: finger for finger, (x, _) in before.items()}
    areas = {x // 1000: finger for finger, (x, _) in frame.items()}
    for area in areas_before.keys() | areas.keys():
        yield EV_ABS, ABS_MT_SLOT, area
        if areas_before.get(area) != areas.get(area):
            yield EV_ABS, ABS_MT_TRACKING_ID, areas.get(area, -1)
        if area in areas:
            yield from block(frame[areas[area]])


def single(frame: Frame, before: Frame) -> Iterator[Event]:
    for x, y in frame.values():
        yield from [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
    yield EV_KEY, BTN_TOUCH, int(bool(frame))


def single_with_pressure(frame: Frame, before: Frame) -> Iterator[Event]:
    for x, y in frame.values():
        yield from [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
    yield EV_ABS, ABS_PRESSURE, int(bool(frame))


def pen(frame: Frame, before: Frame) -> Iterator[Event]:
    """The pen leaves the tablet at once, and reports 0 as its position."""
    for x, y in frame.values():
        yield from [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_KEY, BTN_TOOL_PEN, 1)]
    yield EV_KEY, BTN_TOUCH, int(bool(frame))
    if not frame:
        yield from [(EV_ABS, ABS_X, 0), (EV_ABS, ABS_Y, 0), (EV_KEY, BTN_TOOL_PEN, 0)]


A = {code: (0, 10000) for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y)}
#: The axes, how to write a frame, how many fingers there are, and whether one can take the place of another in a frame.
WAYS: dict[str, tuple[dict[int, tuple[int, int]], Way, int, bool]] = {
    "A": (A, a_plain, 5, False),
    "A with ids": ({**A, ABS_MT_TRACKING_ID: (0, 999)}, a_with_ids, 5, True),
    "A with BTN_TOUCH": (A, a_with_button, 5, False),
    "A with pressure": (A, a_with_pressure, 5, False),
    "A with empty frames": (A, a_with_nothing, 5, False),
    "A without the last report": (A, a_without_last_report, 5, False),
    "A that lists lifted fingers by size": ({**A, ABS_MT_TOUCH_MAJOR: (0, 99)}, a_that_lists_lifted(ABS_MT_TOUCH_MAJOR), 5, False),
    "A that lists lifted fingers by pressure": ({**A, ABS_MT_PRESSURE: (0, 99)}, a_that_lists_lifted(ABS_MT_PRESSURE), 5, False),
    "B": ({**A, ABS_MT_SLOT: (0, 9), ABS_MT_TRACKING_ID: (0, 999)}, b, 5, True),
    "a single finger": ({ABS_X: (0, 999), ABS_Y: (0, 999)}, single, 1, False),
    "a single finger with pressure": ({ABS_X: (0, 999), ABS_Y: (0, 999)}, single_with_pressure, 1, False),
    "a pen": ({ABS_X: (0, 999), ABS_Y: (0, 999)}, pen, 1, False),
}
#: libmtdev knows neither of these.
UNKNOWN_TO_MTDEV = ("A with pressure", "A with empty frames", "A without the last report", "A that lists lifted fingers by pressure")


def recorded(name: str, frames: list[Frame]) -> Recording:
    axes, way, _, _ = WAYS[name]
    events: list[InputEvent] = []
    before: Frame = {}
    for index, frame in enumerate(frames):
        events += [InputEvent(index * 8 * MS, *each) for each in (*way(frame, before), REPORT)]
        before = frame
    return Recording(name, axes, events)


@pytest.mark.parametrize("name", WAYS)
def test_fingers_are_read_as_they_were_made(name: str) -> None:
    count = 0
    for seed in range(25):
        frames = fingers(seed, *WAYS[name][2:])
        wanted = made(frames)
        touches = recorded(name, frames).touches()
        assert tracks(touches) == wanted, seed
        assert {touch.tool for touch in touches} == {TouchTool.STYLUS if name == "a pen" else TouchTool.FINGER}
        count += len(wanted)
    assert count > 100


@needs_mtdev
@pytest.mark.parametrize("name", [name for name in WAYS if name.startswith("A") and name not in UNKNOWN_TO_MTDEV])
def test_libmtdev_reads_the_same_fingers(name: str) -> None:
    for seed in range(25):
        recording = recorded(name, fingers(seed, *WAYS[name][2:]))
        assert tracks(mtdev.convert(recording).touches()) == tracks(recording.touches()), seed


@pytest.mark.parametrize("name", WAYS)
def test_three_taps_are_three_sequences(name: str) -> None:
    frames: list[Frame] = [{}]
    for finger in range(1, 4):
        frames += [{finger: (500, 500)}, {finger: (510, 500)}, {}]
    assert sequences(recorded(name, frames).touches()) == 3


def read(axes: dict[int, tuple[int, int]], *frames: list[Event]) -> list[tuple[int, int, str, str]]:
    events = [InputEvent(index * MS, *each) for index, frame in enumerate(frames) for each in (*frame, REPORT)]
    touches = Recording("", axes, events).touches()
    return [(touch.time_ns // MS, touch.id, touch.phase.name, touch.tool.name) for touch in touches]


def test_a_button_of_a_touchpad_lifts_no_finger() -> None:
    down = [*block((5, 5)), MT_REPORT]
    click = [(EV_KEY, BTN_LEFT, 1)]
    for touch in [], [(EV_KEY, BTN_TOUCH, 1)], [(EV_ABS, ABS_PRESSURE, 30)]:
        assert read(A, [*touch, *down], click, down) == [(0, 1, "BEGAN", "FINGER")]
    # If nothing touches the surface, it lifts fingers that were listed for no reason.
    assert read(A, down, [(EV_KEY, BTN_TOUCH, 0)], down) == [(0, 1, "BEGAN", "FINGER"), (1, 1, "ENDED", "FINGER")]


def test_a_block_without_a_position_is_no_finger() -> None:
    assert read(A, [(EV_ABS, ABS_MT_TOUCH_MAJOR, 9), MT_REPORT], [(EV_ABS, ABS_MT_POSITION_X, 9), MT_REPORT]) == []


# ---- Tools ----

B = {**A, ABS_MT_SLOT: (0, 9), ABS_MT_TRACKING_ID: (0, 999), ABS_MT_TOOL_TYPE: (0, 15), ABS_MT_DISTANCE: (0, 9)}
SINGLE = {ABS_X: (0, 999), ABS_Y: (0, 999)}
FINGER, PEN, PALM = ((EV_ABS, ABS_MT_TOOL_TYPE, value) for value in range(3))


def near(key: int, value: int = 1) -> Event:
    return (EV_KEY, key, value)


def test_a_late_palm_is_reported_even_if_it_rests() -> None:
    down = [(EV_ABS, ABS_MT_TRACKING_ID, 7), *block((5, 5)), FINGER]
    assert read(B, down, [PALM], [(EV_ABS, ABS_MT_TRACKING_ID, -1)]) == [
        (0, 1, "BEGAN", "FINGER"), (1, 1, "MOVED", "PALM"), (2, 1, "ENDED", "PALM")
    ]
    a = {**A, ABS_MT_TOOL_TYPE: (0, 15)}
    assert read(a, [*block((5, 5), FINGER), MT_REPORT], [*block((5, 5), PALM), MT_REPORT], [MT_REPORT]) == [
        (0, 1, "BEGAN", "FINGER"), (1, 1, "MOVED", "PALM"), (2, 1, "ENDED", "PALM")
    ]


def test_the_tool_of_a_slot() -> None:
    for code, name in (FINGER, "FINGER"), (PEN, "STYLUS"), (PALM, "PALM"), ((EV_ABS, ABS_MT_TOOL_TYPE, 10), "FINGER"):
        assert read(B, [(EV_ABS, ABS_MT_TRACKING_ID, 7), *block((5, 5)), code]) == [(0, 1, "BEGAN", name)]
    rubber = [near(BTN_TOOL_RUBBER), near(BTN_TOUCH), (EV_ABS, ABS_MT_TRACKING_ID, 7), *block((5, 5)), PEN]
    assert read(B, rubber) == [(0, 1, "BEGAN", "ERASER")]


def test_a_finger_that_hovers_has_a_touch_of_its_own() -> None:
    above, on = (EV_ABS, ABS_MT_DISTANCE, 3), (EV_ABS, ABS_MT_DISTANCE, 0)
    wanted = [
        (0, 1, "BEGAN", "HOVER"), (1, 1, "MOVED", "HOVER"),
        (2, 1, "ENDED", "HOVER"), (2, 2, "BEGAN", "FINGER"),
        (3, 2, "ENDED", "FINGER"), (3, 3, "BEGAN", "HOVER"), (4, 3, "ENDED", "HOVER"),
    ]
    gone = [(EV_ABS, ABS_MT_TRACKING_ID, -1)]
    assert read(B, [(EV_ABS, ABS_MT_TRACKING_ID, 7), *block((5, 5)), above], [*block((6, 5))], [on], [above], gone) == wanted
    a = {**A, ABS_MT_DISTANCE: (0, 9)}
    frames = [[*block(point, distance), MT_REPORT] for point, distance in [((5, 5), above), ((6, 5), above), ((6, 5), on), ((6, 5), above)]]
    assert read(a, *frames, [MT_REPORT]) == wanted


@pytest.mark.parametrize(("key", "name"), [(BTN_TOOL_PEN, "STYLUS"), (BTN_TOOL_RUBBER, "ERASER"), (0x143, "STYLUS")])
def test_a_pen_hovers_and_taps(key: int, name: str) -> None:
    at = [(EV_ABS, ABS_X, 5), (EV_ABS, ABS_Y, 6)]
    found = read(
        SINGLE,
        [*at, (EV_ABS, ABS_DISTANCE, 9), near(key)],
        [(EV_ABS, ABS_X, 7)],
        [near(BTN_TOUCH), (EV_ABS, ABS_DISTANCE, 0), (EV_ABS, ABS_PRESSURE, 80)],
        [near(BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0)],
        [(EV_ABS, ABS_X, 0), (EV_ABS, ABS_Y, 0), near(key, 0)],
        # Then a finger on the same device.
        [*at, near(BTN_TOUCH)],
        [near(BTN_TOUCH, 0)],
    )
    assert found == [
        (0, 1, "BEGAN", "HOVER"), (1, 1, "MOVED", "HOVER"), (2, 1, "ENDED", "HOVER"),
        (2, 2, "BEGAN", name), (3, 2, "ENDED", name),
        (3, 3, "BEGAN", "HOVER"), (4, 3, "ENDED", "HOVER"),
        (5, 4, "BEGAN", "FINGER"), (6, 4, "ENDED", "FINGER"),
    ]


def test_an_eraser_that_comes_as_a_pen() -> None:
    """Some drivers report BTN_TOOL_RUBBER without taking BTN_TOOL_PEN back."""
    at = [(EV_ABS, ABS_X, 7086), (EV_ABS, ABS_Y, 4153)]
    assert read(SINGLE, [near(BTN_TOOL_PEN), *at], [near(BTN_TOOL_RUBBER), near(BTN_TOUCH), (EV_ABS, ABS_X, 7077)]) == [
        (0, 1, "BEGAN", "HOVER"), (1, 1, "ENDED", "HOVER"), (1, 2, "BEGAN", "ERASER")
    ]


def test_a_pen_without_a_key_hovers_by_its_distance() -> None:
    at = [(EV_ABS, ABS_X, 5), (EV_ABS, ABS_Y, 6)]
    found = read(SINGLE, [*at, (EV_ABS, ABS_DISTANCE, 9)], [near(BTN_TOUCH), (EV_ABS, ABS_DISTANCE, 0)], [near(BTN_TOUCH, 0)])
    assert [(time, name, tool) for time, _, name, tool in found] == [
        (0, "BEGAN", "HOVER"), (1, "ENDED", "HOVER"), (1, "BEGAN", "FINGER"), (2, "ENDED", "FINGER")
    ]
