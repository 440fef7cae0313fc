# SPDX-License-Identifier: MIT
"""Fingers that belong together: swipes whose fingers move alike, spans of pinches, and taps of one hand.

The models compute with numpy what the engine must find at each sample. The published cases are those of Chromium's
gesture_provider_unittest.cc and of Android's ScaleGestureDetectorTest.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strokes import MS, line, moved, play, positions, samples, summary

import scrim
from scrim import Event, GestureState, Phase, SwipeDirection, Touch

DIRECTIONS = {
    SwipeDirection.LEFT: (-1, 0),
    SwipeDirection.RIGHT: (1, 0),
    SwipeDirection.UP: (0, -1),
    SwipeDirection.DOWN: (0, 1),
    SwipeDirection.UP_LEFT: (-1, -1),
    SwipeDirection.UP_RIGHT: (1, -1),
    SwipeDirection.DOWN_LEFT: (-1, 1),
    SwipeDirection.DOWN_RIGHT: (1, 1),
}
FOUR, EIGHT = SwipeDirection(15), SwipeDirection(255)
way = st.tuples(st.floats(-160, 160), st.floats(-160, 160))


# ---- Swipes ----


def angle_to(vector: np.ndarray, direction: SwipeDirection) -> float:
    aim = np.array(DIRECTIONS[direction], dtype=float)
    return float(abs(np.angle(complex(*vector) / complex(*aim))))


def swipe_of(
    touches: list[Touch], fingers: int, directions: SwipeDirection, distance: float, slack: float
) -> tuple[int, SwipeDirection] | None:
    """The time and direction of the swipe, or None. With `slack` 0, borders would depend on rounding."""
    sector = (math.pi / 4 if directions == FOUR else math.pi / 8) + slack
    distance -= slack
    starts: dict[int, np.ndarray] = {}
    for touch, places in positions(touches):
        if len(places) < fingers:
            if starts:
                return None
            continue
        if not starts:
            starts = places
        ways = [places[id] - starts[id] for id in places]
        mean = np.mean(ways, axis=0)
        if touch.phase == Phase.BEGAN or np.linalg.norm(mean) < distance:
            continue
        best = sorted((d for d in DIRECTIONS if d & directions), key=lambda d: angle_to(mean, d))
        # Between two sectors, the engine may choose either. So the two runs of this model choose both.
        is_between = angle_to(mean, best[1]) - angle_to(mean, best[0]) < abs(slack)
        found = best[1 if is_between and slack < 0 else 0]
        aim = np.array(DIRECTIONS[found]) / np.linalg.norm(DIRECTIONS[found])
        if all(angle_to(way, found) <= sector and way @ aim >= distance / 2 for way in ways):
            return touch.time_ns, found
    return None


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(way, st.lists(way, min_size=n, max_size=n))), st.booleans(), st.floats(0, 1))
@settings(max_examples=300)
def test_a_swipe_needs_that_every_finger_moves_alike(
    ways: tuple[tuple[float, float], list[tuple[float, float]]], has_diagonals: bool, own: float
) -> None:
    """From fingers that all go the same way to fingers that each go their own."""
    common, others = ways
    directions = EIGHT if has_diagonals else FOUR
    paths = [
        line((40 * n, 7 * n), [(1 - own) * c + own * o for c, o in zip(common, other, strict=True)])
        for n, other in enumerate(others)
    ]
    touches = samples(paths)
    events = play(
        [lambda view: scrim.Swipe(view=view, min_fingers=len(others), directions=directions, min_velocity=0.0)], touches
    )
    expected = swipe_of(touches, len(others), directions, 50, 1e-9)
    if expected == swipe_of(touches, len(others), directions, 50, -1e-9):
        assert [(event.time_ns, event.direction) for event in events] == ([expected] if expected else [])


def test_fingers_that_came_down_earlier_are_measured_from_the_last() -> None:
    """One person drags, and another one swipes: the first finger rests from then on."""
    before = [Touch(0, 0, Phase.BEGAN, 0, 0), *(Touch(n * MS, 0, Phase.MOVED, 2 * n, 0) for n in range(1, 60))]
    second = samples([lambda t: (118 - 0 * t, 0), line((0, 200), (120, 0))], start=60 * MS)
    touches = before + second[1:]
    assert play([lambda view: scrim.Swipe(view=view, min_fingers=2)], touches) == []
    both = before + samples([line((118, 0), (120, 0)), line((0, 200), (120, 0))], start=60 * MS)[1:]
    (swiped,) = play([lambda view: scrim.Swipe(view=view, min_fingers=2)], both)
    assert swiped.direction == SwipeDirection.RIGHT


#: The velocities of the fingers, in Chromium's lowest one, and the direction that it finds.
CHROMIUM_SWIPES = [
    ([(2, 0)], SwipeDirection.RIGHT),
    ([(-2, 0)], SwipeDirection.LEFT),
    ([(0, 2)], SwipeDirection.DOWN),
    ([(0, -2)], SwipeDirection.UP),
    ([(2, 0), (2, 0)], SwipeDirection.RIGHT),
    ([(-2, 0), (-2, 0)], SwipeDirection.LEFT),
    ([(2, 0), (-2, 0)], None),
    ([(-1, 4), (-1, 4)], SwipeDirection.DOWN),
    ([(1, -4), (1, -4)], SwipeDirection.UP),
    ([(0.5, 0), (0, 0)], None),
    ([(0.5, 0.5), (0, 2)], SwipeDirection.DOWN),
    ([(2, 0), (0, 7)], None),
    ([(2, 0), (3, 0), (4, 0)], SwipeDirection.RIGHT),
    ([(2, 0), (0, 3), (4, 0)], None),
]


@pytest.mark.parametrize(("velocities", "direction"), CHROMIUM_SWIPES)
def test_swipes_of_chromium(velocities: list[tuple[float, float]], direction: SwipeDirection | None) -> None:
    paths = [line((20.0 * n, 0), (60 * x, 60 * y)) for n, (x, y) in enumerate(velocities)]
    events = play([lambda view: scrim.Swipe(view=view, min_fingers=len(velocities))], samples(paths))
    assert [event.direction for event in events] == ([direction] if direction else [])


# ---- Separation ----


#: With 32 bits, because the library compares squares, and the squares of the smallest numbers with 64 bits are 0.
PLACES = st.floats(0, 900, width=32)


@given(
    st.integers(1, 5).flatmap(lambda n: st.lists(st.tuples(PLACES, PLACES), min_size=n, max_size=n)),
    st.floats(0, 400, width=32) | st.just(0.0),
)
@settings(max_examples=300)
def test_fingers_that_come_down_too_far_apart(places: list[tuple[float, float]], limit: float) -> None:
    n = len(places)
    widest = max((math.dist(*pair) for pair in combinations(places, 2)), default=0.0)
    fits = limit == 0 or n == 1 or widest <= (n - 1) * limit
    common = {"min_fingers": n, "max_separation": limit}
    tap = samples([line(place, (3, 3)) for place in places])
    assert len(play([lambda view: scrim.Tap(view=view, **common)], tap)) == fits
    press = samples([line(place, (3, 3)) for place in places], milliseconds=900)
    states = {event.state for event in play([lambda view: scrim.LongPress(view=view, **common)], press)}
    assert (GestureState.BEGAN in states) == fits
    swipe = samples([line(place, (120, 3)) for place in places])
    assert len(play([lambda view: scrim.Swipe(view=view, **common)], swipe)) == fits


def test_profiles_have_chromiums_separation() -> None:
    """Chromium's limit is itself too far, and Scrim's is the largest distance that is accepted."""
    for profile in scrim.Profile:
        for distance, is_tap in [(150, True), (299.9, True), (300.1, False), (1000, False)]:
            touches = samples([line((0, 0), (0, 0)), line((distance, 0), (0, 0))], milliseconds=50)
            tap = lambda view: scrim.Tap(view=view, min_fingers=2, profile=profile)  # noqa: E731, B023
            assert len(play([tap], touches)) == is_tap


def test_chromiums_two_finger_tap() -> None:
    """TwoFingerTap, and the cases in which it is cancelled by movement, by delay and by distance."""
    slop, far = 8.0, 300.0
    tap = lambda view: scrim.Tap(view=view, min_fingers=2, touch_slop=slop, max_separation=far)  # noqa: E731

    def taps(first: tuple[float, float], second: tuple[float, float], way: tuple[float, float], ms: float = 50) -> int:
        return len(play([tap], samples([line(first, (0, -slop / 2)), line(second, way)], milliseconds=ms)))

    assert taps((0, 0), (far / 2, 0), (slop / 2, 0)) == 1
    assert taps((0, 0), (0, 0), (slop + 0.1, 0)) == 0
    assert taps((0, 0), (far / 2, 0), (0, 0), ms=1000) == 0
    assert taps((0, 0), (math.nextafter(far, 999), 0), (0, 0)) == 0


# ---- Spans ----


def span(places: dict[int, np.ndarray]) -> float:
    points = np.array(list(places.values()))
    return max(1.0, float(2 * np.mean(np.linalg.norm(points - points.mean(axis=0), axis=1))))


def turn(before: dict[int, np.ndarray], after: dict[int, np.ndarray]) -> float:
    """The angle of the best rotation between two sets of points, from the singular value decomposition (Kabsch)."""
    p, q = (np.array([places[id] for id in sorted(places)]) for places in (before, after))
    u, _, vt = np.linalg.svd((p - p.mean(axis=0)).T @ (q - q.mean(axis=0)))
    flip = np.diag([1, np.sign(np.linalg.det(vt.T @ u.T))])
    rotation = vt.T @ flip @ u.T
    return math.atan2(rotation[1, 0], rotation[0, 0])


def begins(touches: list[Touch], fingers: int, slop: float, min_span: float, of_turn: bool) -> int | None:
    first: dict[int, np.ndarray] = {}
    last: dict[int, np.ndarray] = {}
    turned = 0.0
    for touch, places in positions(touches):
        if len(places) < fingers:
            if first:
                return None
            continue
        first = first or places
        if last:
            turned += turn(last, places)
        last = places
        change = abs(turned) if of_turn else abs(span(places) - span(first))
        if touch.phase == Phase.MOVED and change > slop and span(places) >= min_span:
            return touch.time_ns
    return None


point = st.tuples(st.integers(0, 300).map(float), st.integers(0, 300).map(float))


@given(
    st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(point, point), min_size=n, max_size=n)),
    st.floats(0, 300),
    st.booleans(),
)
@settings(max_examples=300)
def test_a_pinch_and_a_rotation_begin_at_their_least_span(
    ends: list[tuple[tuple[float, float], tuple[float, float]]], min_span: float, of_turn: bool
) -> None:
    n = len(ends)
    touches = samples([line(a, (b[0] - a[0], b[1] - a[1])) for a, b in ends])
    nearest = min(math.dist(*pair) for _, places in positions(touches) for pair in combinations(places.values(), 2))
    assume(nearest > 4 or not of_turn)  # fingers at one point have no angle
    if of_turn:
        events = play([lambda view: scrim.Rotation(view=view, min_fingers=n, min_span=min_span, angle=0.3)], touches)
    else:
        events = play([lambda view: scrim.Pinch(view=view, min_fingers=n, min_span=min_span, touch_slop=16.0)], touches)
    slop = 0.3 if of_turn else 16.0
    expected = begins(touches, n, slop + 1e-9, min_span + 1e-9, of_turn)
    if expected != begins(touches, n, slop - 1e-9, min_span - 1e-9, of_turn):
        return  # rounding decides
    assert [event.time_ns for event in events if event.state == GestureState.BEGAN] == ([expected] if expected else [])


def test_the_android_profile_has_27_millimeters() -> None:
    """At Android's 160 points to an inch. Below that, a pinch of any length does not begin."""
    least = 27 / 25.4 * 160
    for start, end, begins in [(20, least - 1, False), (20, least + 0.001, True), (least, least - 40, False)]:
        for profile, always in [(scrim.Profile.ANDROID, False), (scrim.Profile.UIKIT, True), (scrim.Profile.GTK, True)]:
            touches = samples([line((0, 0), (0, 0)), line((start, 0), (end - start, 0))])
            pinch = lambda view: scrim.Pinch(view=view, profile=profile)  # noqa: E731, B023
            assert bool(play([pinch], touches)) == (begins or always)


def pinch_of_android(*paths: list[tuple[float, float]]) -> list[Event]:
    """Each finger's places, one after the other. The numbers are those of a density of 1."""
    touches = []
    for step in range(max(map(len, paths))):
        for id, path in enumerate(paths):
            if step < len(path):
                touches.append(Touch(step * 10 * MS, id, Phase.MOVED if step else Phase.BEGAN, *path[step]))
    return play([lambda view: scrim.Pinch(view=view, min_span=MIN_SPAN, touch_slop=SLOP)], touches)


MIN_SPAN, SLOP = 170.0, 16.0


def test_scale_gestures_of_android() -> None:
    a = (100.0, 200.0)

    def at(dx: float, dy: float) -> tuple[float, float]:
        return (a[0] + dx, a[1] + dy)

    # twoFingers_spanGreaterThanMinSpan_initialMoveGreaterThanSpanSlop_startsStream
    (began,) = pinch_of_android([a], [at(MIN_SPAN, 0), at(MIN_SPAN + SLOP, 1)])
    assert (began.x, began.y) == (a[0] + (MIN_SPAN + SLOP) / 2, a[1] + 0.5)
    # twoFingers_spanLessThanMinSpan_doesNotStartStream
    assert pinch_of_android([a], [at(0, MIN_SPAN - SLOP - 2), at(0, MIN_SPAN - 1)]) == []
    # twoFingers_pinchIn_… and twoFingers_pinchOut_…: the ratio of two scales is that of the spans.
    for dx, dy in [(-2, -3), (2, 3)]:
        first = (MIN_SPAN + 5 * SLOP, 4 * SLOP)
        second = (first[0] + dx * SLOP, first[1] + dy * SLOP)
        began, changed = pinch_of_android([a], [at(MIN_SPAN, 0), at(*first), at(*second)])
        assert changed.scale / began.scale == pytest.approx(math.hypot(*second) / math.hypot(*first), rel=1e-12)
    # threeFingers_calculatesFocusAndSpan: the focus is the center. Scrim defines the span of three differently.
    r = MIN_SPAN
    corners = [(0, -r), (-math.cos(math.pi / 6) * r, r / 2), (math.cos(math.pi / 6) * r, r / 2)]
    (began,) = pinch_of_android([(500, 500 - 2 * r), (500, 500 - r)], *[[(500 + x, 500 + y)] for x, y in corners[1:]])
    assert (began.x, began.y) == pytest.approx((500, 500))
    assert began.scale == pytest.approx(2 * r / span({n: np.array(c) for n, c in enumerate([(0, -2 * r), *corners[1:]])}))


def test_a_pinch_that_has_begun_continues_with_a_smaller_span() -> None:
    """Android ends it. Scrim does not, because the fingers are known by then."""
    touches = samples([line((0, 0), (0, 0)), lambda t: (200 + 80 * t if t < 0.5 else 240 - 400 * (t - 0.5), 0)])
    events = play([lambda view: scrim.Pinch(view=view, min_span=MIN_SPAN)], touches)
    assert [event.state for event in events[:1]] == [GestureState.BEGAN]
    assert events[-1].state == GestureState.ENDED and events[-1].scale == pytest.approx(40 / 200)


# ---- Properties ----

TURNS = {
    "quarter": (lambda x, y: (-y, x), lambda x, y: (-y, x)),
    "half": (lambda x, y: (-x, -y), lambda x, y: (-x, -y)),
    "mirror": (lambda x, y: (-x, y), lambda x, y: (-x, y)),
    "diagonal": (lambda x, y: (y, x), lambda x, y: (y, x)),
}


@given(st.lists(st.tuples(point, way), min_size=2, max_size=3), st.sampled_from(sorted(TURNS)), st.integers(0, 40))
@settings(max_examples=150)
def test_turning_mirroring_and_splitting(fingers: list[tuple[tuple[float, float], tuple[float, float]]], name: str, cut: int) -> None:
    n = len(fingers)
    touches = samples([line(start, way) for start, way in fingers], rate=90)
    recognizers = [
        lambda view: scrim.Swipe(view=view, min_fingers=n, directions=EIGHT, simultaneous=True, min_velocity=0.0),
        lambda view: scrim.Tap(view=view, min_fingers=n, simultaneous=True),
        lambda view: scrim.Pinch(view=view, min_span=90.0, simultaneous=True),
    ]
    events = play(recognizers, touches)
    assert play(recognizers, touches, cut) == events
    place, of_way = TURNS[name]
    elsewhere = play(recognizers, moved(touches, place))
    if any(abs(abs(x) - abs(y)) < 1e-6 or 0 in (x, y) for _, (x, y) in fingers):
        return  # on the border of two sectors, one of them is chosen
    assert summary(elsewhere) == summary(events)
    for one, other in zip(events, elsewhere, strict=True):
        assert one.scale == pytest.approx(other.scale)
        if one.direction:
            turned = tuple(int(v) for v in of_way(*DIRECTIONS[SwipeDirection(one.direction)]))
            assert DIRECTIONS[SwipeDirection(other.direction)] == turned
