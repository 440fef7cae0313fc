# SPDX-License-Identifier: MIT
"""What is told of private touches, from Python: the flags of views, the rules that ask, time, and the records."""

from __future__ import annotations

import json

import pytest
from gesture_world import MS, World, tap

import scrim
from scrim import Collector, PrivateTouch, PrivateRecord, Phase, Reason, Record, Rules, Touch, TouchPrivacy, ViewFlags

S = 1000 * MS


def feed(world: World, collector: Collector, samples: list[Touch]) -> None:
    collector.decide(world.gestures.feed(samples))


def told(collector: Collector, now: int) -> list[Record | PrivateRecord]:
    collector.advance(now)
    return list(collector.records())


def test_nothing_is_told_unless_the_rules_ask_for_it(world: World) -> None:
    with Collector(world.gestures) as collector:
        assert collector.next_deadline is None
        feed(world, collector, tap(1 * S, x=45))
        assert told(collector, 100 * S) == []


def test_of_a_secure_view_the_sort_at_the_end_of_ten_seconds(world: World) -> None:
    with Collector(world.gestures, rules=Rules(report_coarse=True)) as collector:
        collector.advance(0)
        assert collector.next_deadline == 10 * S
        for number in range(3):
            feed(world, collector, tap(1 * S + number * 3 * S, x=45))
            collector.note_response()
        assert told(collector, 10 * S - 1) == []
        assert told(collector, 10 * S) == [PrivateRecord(0, PrivateTouch.INTERACTION)]
        assert collector.next_deadline == 20 * S
        feed(world, collector, [Touch(11 * S, 1, Phase.BEGAN, 45, 5), Touch(12 * S, 1, Phase.ENDED, 45, 5)])
        collector.advance(20 * S)
        record = json.loads(collector.next_json() or "")
        assert (record["v"], record["t"], record["kind"]) == (1, 10 * S, "private")
        assert {"interaction", "long_press"} <= set(record["what"]) and set(record) == {"v", "t", "kind", "what"}
        assert collector.next_json() is None


def test_dead_taps_unless_the_application_says_that_it_reacted(world: World) -> None:
    for number, reacted in enumerate([False, True]):
        start = number * 100 * S
        with Collector(world.gestures, rules=Rules(report_coarse=True)) as collector:
            collector.advance(start)
            feed(world, collector, tap(start + 1 * S, x=45))
            if reacted:
                collector.note_response()
            what = PrivateTouch.INTERACTION if reacted else PrivateTouch.INTERACTION | PrivateTouch.DEAD
            assert told(collector, start + 10 * S) == [PrivateRecord(start, what)]


def test_three_taps_in_anger(world: World) -> None:
    with Collector(world.gestures, rules=Rules(report_coarse=True)) as collector:
        collector.advance(0)
        for number in range(3):
            feed(world, collector, tap(1 * S + number * 200 * MS, x=45))
        (record,) = told(collector, 10 * S)
        assert isinstance(record, PrivateRecord) and PrivateTouch.RAGE in record.what


@pytest.mark.parametrize(
    "privacy, flags, rules, what",
    [
        (TouchPrivacy.COARSE, 0, Rules(report_coarse=True, report_silent=True), PrivateTouch.INTERACTION),
        (TouchPrivacy.COARSE, 0, Rules(report_silent=True), None),
        (TouchPrivacy.SILENT, 0, Rules(report_coarse=True, report_silent=True), PrivateTouch.INTERACTION),
        (TouchPrivacy.SILENT, 0, Rules(report_coarse=True), None),
        (TouchPrivacy.DEFAULT, ViewFlags.TEXT_INPUT, Rules(report_silent=True), PrivateTouch.INTERACTION),
        (TouchPrivacy.DEFAULT, ViewFlags.KEYPAD, Rules(report_coarse=True), None),
    ],
)
def test_touch_privacy_of_a_view(
    world: World, privacy: TouchPrivacy, flags: int, rules: Rules, what: PrivateTouch | None
) -> None:
    """An episode, of what is silent, has ended within the ten seconds, so that it is told at their end."""
    world.tapped(world.button)
    world.scene.update_view(world.button, (0, 0, 20, 20), flags=ViewFlags.INTERACTIVE | flags, touch_privacy=privacy)
    with Collector(world.gestures, rules=rules) as collector:
        collector.advance(0)
        (verdict,) = collector.decide(world.gestures.feed(tap(1 * S)))
        assert verdict.reason == Reason.PRIVATE
        collector.note_response()
        found = told(collector, 30 * S)
        assert found == ([] if what is None else [PrivateRecord(0, what)])


def test_a_window_and_what_is_lifted(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        for privacy, flags, reason in [
            (TouchPrivacy.DEFAULT, ViewFlags.TEXT_INPUT, Reason.PRIVATE),
            (TouchPrivacy.SHOW, ViewFlags.TEXT_INPUT | ViewFlags.PUBLIC, Reason.NONE),
            (TouchPrivacy.SHOW, ViewFlags.SECURE, Reason.PRIVATE),
        ]:
            flags |= ViewFlags.INTERACTIVE
            world.scene.update_view(world.button, (0, 0, 20, 20), flags=flags, touch_privacy=privacy)
            (verdict,) = collector.decide(world.gestures.feed(tap(int(flags) * S)))
            assert verdict.reason == reason, privacy
        world.scene.update_view(world.button, (0, 0, 20, 20))
        world.scene.update_window(world.window, (0, 0, 100, 100), touch_privacy=TouchPrivacy.COARSE)
        (verdict,) = collector.decide(world.gestures.feed(tap(1000 * S)))
        assert verdict.reason == Reason.PRIVATE
    for wrong in (4, -1, 2**32):
        with pytest.raises(scrim.InvalidArgumentError):
            world.scene.add_view(world.window, (0, 0, 1, 1), touch_privacy=wrong)  # type: ignore[arg-type]
        with pytest.raises(scrim.InvalidArgumentError):
            world.scene.add_window((0, 0, 1, 1), touch_privacy=wrong)  # type: ignore[arg-type]
