# SPDX-License-Identifier: MIT
"""Collector, from events to records."""

from __future__ import annotations

import json

import pytest
from gesture_world import MS, PENDING, Clock, World, as_array, refused, tap, verdicts
from hypothesis import example, given
from hypothesis import strategies as st

import scrim
from scrim import (
    Check,
    CheckOutcome,
    ClassRule,
    Collector,
    ViewMetadata,
    GestureKind,
    PrivateRecord,
    Match,
    Phase,
    Reason,
    Record,
    Rules,
    GestureState,
    Touch,
    ValueKind,
    ViewFlags,
)


def test_a_record(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        assert collector.next() is None
        assert collector.next_json() is None
        assert verdicts(world, collector, tap(1150 * MS)) == [PENDING]
        record = collector.next()
        assert record == Record(
            number=1,
            time_ns=1200 * MS,
            kind=GestureKind.TAP,
            state=GestureState.ENDED,
            view=world.button,
            screen="Accounts",
            title="Bank",
            id=None,
            type="Button",
            content="Transfer",
            position=None,
            path="Button",
            properties={},
        )
        assert isinstance(record, Record) and isinstance(record.kind, GestureKind) and isinstance(record.state, GestureState)
        assert collector.next() is None
        verdicts(world, collector, tap(5000 * MS) + tap(9000 * MS))
        assert [json.loads(record)["seq"] for record in collector.json_records()] == [2, 3]


def test_a_record_as_json(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        verdicts(world, collector, tap(1150 * MS))
        assert collector.next_json() == (
            '{"v":1,"seq":1,"t":1200000000,"kind":"tap","state":"ended","screen":"Accounts","title":"Bank",'
            '"view":{"id":null,"type":"Button","content":"Transfer","position":null,"path":"Button"},"props":{}}'
        )


def test_a_sequence_with_something_private_has_no_record(world: World) -> None:
    world.tapped(world.button)
    world.tapped(world.field)
    with Collector(world.gestures) as collector:
        assert verdicts(world, collector, tap(0, x=45)) == [refused(Reason.PRIVATE)]
        # A tap on the button, while another finger is still down that then touches the field.
        assert verdicts(world, collector, [Touch(1000 * MS, 9, Phase.BEGAN, 80, 80), *tap(1100 * MS)]) == [PENDING]
        assert collector.next() is None
        world.gestures.feed([Touch(1300 * MS, 9, Phase.MOVED, 45, 5), Touch(1400 * MS, 9, Phase.ENDED, 45, 5)])
        assert collector.next() is None
        assert verdicts(world, collector, tap(3000 * MS)) == [PENDING]
        assert len(list(collector.records())) == 1


def test_capacity(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures, capacity=2) as collector:
        samples = [s for n in range(3) for s in tap(n * 1000 * MS)]
        assert verdicts(world, collector, samples) == [PENDING, PENDING, refused(Reason.CAPACITY)]
        assert len(list(collector.records())) == 2
        assert verdicts(world, collector, tap(9000 * MS)) == [PENDING]
    for capacity in (0, -1, 65537, 2**32 + 1):
        with pytest.raises(scrim.InvalidArgumentError):
            Collector(world.gestures, capacity)


def test_events_as_an_array(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        events = world.gestures.feed_array(as_array(tap(0) + tap(1000 * MS)))
        assert collector.decide(events) == [PENDING, PENDING]
        assert collector.decide([]) == []


def test_explain_tells_each_check_and_changes_nothing(world: World) -> None:
    world.tapped(world.button, action=None)
    with Collector(world.gestures, rules=Rules(ignored_types=(ClassRule("Control", Match.INHERITS),))) as collector:
        (event,) = world.gestures.feed(tap(0))
        for _ in range(2):
            checks = collector.explain(event)
            assert [check.reason for check in checks] == list(Reason)[1:]
            failed = {check.reason for check in checks if check.outcome == CheckOutcome.FAILED}
            assert failed == {Reason.NO_ACTION, Reason.TYPE_IGNORED}
            assert {c.reason for c in checks if c.outcome == CheckOutcome.SKIPPED} == {Reason.BUILTIN_ACTION}
        assert collector.decide([event]) == [refused(Reason.NO_ACTION)]
        world.tapped(world.field)
        (private,) = world.gestures.feed(tap(1000 * MS, x=45))
        assert collector.explain(private) == [Check(Reason.PRIVATE, CheckOutcome.FAILED)]
        assert collector.next() is None


# ---- What a record says ----


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.booleans())
@example("\0a\0", False)
@example("\0", True)
def test_records_carry_any_text(content: str, as_json: bool) -> None:
    world = World()
    world.scene.update_view(world.button, (0, 0, 20, 20), classes=(content[:20] or "x",), content=content)
    world.scene.set_metadata(world.button, ViewMetadata(id=content[:20], properties={content[:20] or "x": content}))
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        verdicts(world, collector, tap(0))
        if as_json:
            view = json.loads(collector.next_json() or "")
            found = (view["view"]["content"], view["view"]["type"], view["view"]["id"], view["props"])
        else:
            record = collector.next()
            assert isinstance(record, Record)
            found = (record.content, record.type, record.id, record.properties)
    name = content[:20] or "x"
    assert found == (content, name, content[:20] or None, {name: content})


def test_what_is_not_known_and_what_is_empty(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        for content in (None, "", "a"):
            world.scene.update_view(world.button, (0, 0, 20, 20), content=content)
            record = clock.record()
            assert (record.content, record.type) == (content, None)
        unnamed = world.scene.add_window((0, 0, 50, 50), level=1)
        world.tapped(unnamed)
        record = clock.record(50 - 1, 50 - 1)
        assert (record.view, record.screen, record.title, record.path) == (unnamed, None, None, None)


def test_a_long_record_takes_a_second_call(world: World) -> None:
    world.scene.update_view(world.button, (0, 0, 20, 20), content="ä" * 2048)
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        verdicts(world, collector, tap(0))
        assert json.loads(collector.next_json() or "")["view"]["content"] == "ä" * 2048


def test_a_description(world: World) -> None:
    scene = world.scene
    world.tapped(world.button)
    inside = scene.add_view(world.button, (0, 0, 9, 9), flags=0, content="inside")
    assert inside
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        scene.set_metadata(world.window, ViewMetadata(properties={"plan": "gold", "tab": "1"}))
        scene.set_metadata(
            world.button,
            ViewMetadata(id="transfer", indices=(2, 5), screen="Pay", title="Transfer", properties={"tab": "2"}),
        )
        record = clock.record()
        assert (record.id, record.position, record.screen, record.title) == ("transfer", "2:5", "Pay", "Transfer")
        assert record.properties == {"tab": "2", "plan": "gold"}
        scene.set_metadata(world.button, ViewMetadata())
        record = clock.record()
        assert (record.id, record.position, record.screen) == (None, None, "Accounts")
    for wrong in [
        ViewMetadata(indices=(1, 2, 3)),
        ViewMetadata(indices=(-1,)),
        ViewMetadata(indices=(2**32,)),
        ViewMetadata(value=float("nan"), value_kind=ValueKind.NUMBER),
        ViewMetadata(value_kind=4),  # type: ignore[arg-type]
        ViewMetadata(id="x" * 257),
        ViewMetadata(properties={"": "x"}),
    ]:
        with pytest.raises((scrim.InvalidArgumentError, scrim.LimitError)):
            scene.set_metadata(world.button, wrong)
    with pytest.raises(TypeError):
        scene.set_metadata(world.button, ViewMetadata(screen_classes="Pay"))  # type: ignore[arg-type]
    with pytest.raises(scrim.NotFoundError):
        scene.set_metadata(10**6, ViewMetadata())


def test_content_of_what_is_inside(world: World) -> None:
    box = world.scene.add_view(world.window, (0, 40, 60, 20), classes=("Box",))
    for x, (content, flags) in enumerate([("A", 0), ("", 0), ("B", ViewFlags.HIDDEN), ("C", 0)]):
        world.scene.add_view(box, (x * 5, 0, 5, 5), content=content, flags=flags, classes=("Label",))
    world.tapped(box)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        assert clock.record(50, 55).content == "A-C"
        world.scene.add_view(box, (30, 0, 5, 5), content="1234", flags=ViewFlags.SECURE, classes=("Label",))
        assert clock.record(50, 55).content == "A-C"
        assert clock.tap(31, 41) == refused(Reason.PRIVATE)


def test_paths(world: World) -> None:
    root = world.scene.add_view(world.window, (0, 40, 100, 60), classes=("UIView",))
    scroll = world.scene.add_view(root, (0, 0, 100, 20), classes=("UIScrollView",))
    button = world.scene.add_view(scroll, (0, 0, 100, 20), classes=("UIButton", "UIControl"))
    table = world.scene.add_view(root, (0, 20, 100, 20), classes=("UITableView",))
    cell = world.scene.add_view(table, (0, 0, 100, 20), classes=("UITableViewCell",))
    world.scene.set_metadata(cell, ViewMetadata(indices=(0, 2)))
    for view in (button, cell):
        world.tapped(view)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        assert clock.record(50, 50).path == "UIView/UIScrollView[0]/UIButton[0]"
        record = clock.record(50, 70)
        assert (record.path, record.position) == ("UIView/UITableView[0]/UITableViewCell[0][-]", "0:2")


@pytest.mark.parametrize(
    "kind, value, content",
    [
        (ValueKind.NUMBER, 99, "99"),
        (ValueKind.SWITCH, 1, "checked"),
        (ValueKind.SWITCH, 0, "unchecked"),
        (ValueKind.FRACTION, 0.5555, "0.555500"),
        (ValueKind.NONE, 0, "Transfer"),
    ],
)
def test_values(world: World, kind: ValueKind, value: float, content: str) -> None:
    world.tapped(world.button)
    world.scene.set_metadata(world.button, ViewMetadata(value_kind=kind, value=value, indices=(1,)))
    with Collector(world.gestures) as collector:
        record = Clock(world, collector).record()
        assert (record.content, record.position) == (content, "1")


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([ValueKind.NUMBER, ValueKind.FRACTION]))
def test_values_are_printed_as_python_prints_them(value: float, kind: ValueKind) -> None:
    """Python's % is one more implementation of C's."""
    world = World()
    world.tapped(world.button)
    world.scene.set_metadata(world.button, ViewMetadata(value_kind=kind, value=value))
    with Collector(world.gestures) as collector:
        assert Clock(world, collector).record().content == ("%g" if kind == ValueKind.NUMBER else "%f") % value


def test_of_no_hidden_touches_nothing_is_told(world: World) -> None:
    with Collector(world.gestures) as collector:
        assert collector.next_deadline is None
        collector.advance(10**12)
        collector.note_response()
        assert not [record for record in collector.records() if isinstance(record, PrivateRecord)]
        with pytest.raises(scrim.InvalidArgumentError):
            collector.advance(-1)
