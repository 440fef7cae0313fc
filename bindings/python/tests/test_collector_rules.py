# SPDX-License-Identifier: MIT
"""What each rule of a Collector does, from Python."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from gesture_world import MS, PENDING, Clock, World, refused, tap, verdicts
from hypothesis import given
from hypothesis import strategies as st

import scrim
from scrim import (
    BuiltinActionScope,
    BuiltinActionRule,
    ClassRule,
    Collector,
    DecisionResult,
    ViewMetadata,
    EventTypes,
    GestureKind,
    Host,
    LongPress,
    Match,
    Phase,
    Reason,
    Record,
    RetargetRule,
    Rules,
    GestureState,
    Touch,
    ViewFlags,
)


def test_rules_from_json(world: World, tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{"version": 1,\n "gesture_views": [{"name": "Button", "match": "exact"}]}')
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        world.tapped(world.button)
        for document in (path, str(path), path.read_bytes()):
            collector.load_rules(document)
            assert clock.tap() == refused(Reason.GESTURE_VIEW)
            collector.load_rules(b'{"version": 1}')
            assert clock.tap() == PENDING
        path.write_text('{"version": 1,\n "gesture_views": [{"name": "é", "match": "Exact"}]}')
        with pytest.raises(scrim.InvalidRulesError) as caught:
            collector.load_rules(path)
        message = 'gesture_views[0].match must be one of "exact", "inherits" (got "Exact")'
        assert str(caught.value) == f"{path}:2:43: {message}"
        assert caught.value.offset == path.read_bytes().index(b'"Exact"')
        with pytest.raises(scrim.InvalidRulesError) as caught:
            collector.load_rules(path.read_bytes())
        assert str(caught.value) == message
        # Python has no offset for this, so it is the library's.
        with pytest.raises(scrim.InvalidRulesError, match="NaN is not a JSON number") as caught:
            collector.load_rules(b'{"version": 1, "max_content": NaN}')
        assert caught.value.offset == 30
        assert clock.tap() == PENDING  # the old rules
        for wrong in (tmp_path / "other.json", "gtk4", '{"version": 1}', '{"version": 1}' + " " * 5000):
            with pytest.raises(OSError) as no_file:
                collector.load_rules(wrong)
            assert "For a toolkit, use Rules.for_toolkit(). Pass a document as bytes" in no_file.value.__notes__[0]
        with pytest.raises(TypeError, match="document must be a path, or a JSON document as bytes"):
            collector.load_rules(Rules())  # type: ignore[arg-type]
    with pytest.raises(scrim.InvalidHandleError):
        collector.load_rules(b"[")
    assert str(scrim.RulesMistake.TYPE) == "the value has the wrong type"


MISTAKE = scrim.RulesMistake


@pytest.mark.parametrize(
    "document, mistake, at, message",
    [
        # The library stops at the first mistake. Rules.loads() finds that the document is not JSON, further on.
        (b'{"version": 1, "colour": 2, "off": tru}', MISTAKE.UNKNOWN_MEMBER, b'"colour"', "unknown member name"),
        (b'{"version": 1, "colour": 2, "max_content": NaN}', MISTAKE.UNKNOWN_MEMBER, b'"colour"', "unknown member name"),
        (b'{"version": 2, "recognizers": ["\xff"]}', MISTAKE.VERSION, b"2", "unsupported version of the format"),
        # The schema asks for required members before it looks at the others.
        (b'{"off": 1}', MISTAKE.TYPE, b"1", "the value has the wrong type"),
        (b"[" * 10**5, MISTAKE.TYPE, b"[", "the value has the wrong type"),
        # Both find the same mistake.
        (b'{"version": 1, "off": 1, "colour": 2}', MISTAKE.TYPE, b'1, "colour"', "off must be true or false (got 1)"),
        (b'{"version": 1, "off": NaN, "colour": 2}', MISTAKE.SYNTAX, b"NaN", "NaN is not a JSON number"),
    ],
    ids=range(7),
)
def test_the_error_is_about_the_first_mistake(world: World, document: bytes, mistake: MISTAKE, at: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_bytes(b"\n" + document)
    with Collector(world.gestures) as collector:
        for source, before in [(document, 0), (path, 1)]:
            with pytest.raises(scrim.InvalidRulesError) as caught:
                collector.load_rules(source)
            assert (caught.value.mistake, caught.value.offset) == (mistake, document.index(at) + before)
            assert str(caught.value).endswith(message)
            assert str(caught.value).startswith(f"{path}:2:{document.index(at) + 1}: ") == (source is path)


def test_each_reason_has_a_sentence() -> None:
    assert len({reason.message for reason in Reason}) == len(Reason)
    assert "scrim_gestures_add_action" in Reason.NO_ACTION.message


def test_rules_are_all_given_to_the_library(world: World) -> None:
    """Each field by itself is refused, or is not, as the header says."""
    with Collector(world.gestures) as collector:
        collector.set_rules(Rules.for_toolkit("uikit"))
        collector.set_rules(Rules(max_content=4096, server_event_types=EventTypes(15), control_interval_ns=2**64 - 1))
        name = "x" * 256
        collector.set_rules(
            Rules(
                recognizers=(name,) * 1024,
                builtin_actions=(BuiltinActionRule(name, name, BuiltinActionScope.VIEW),) * 1024,
            )
        )
        for wrong in [
            Rules(max_content=4097),
            Rules(max_content=-1),
            Rules(event_types=EventTypes(16)),
            Rules(control_interval_ns=-1),
            Rules(server_event_types=16),  # type: ignore[arg-type]
            Rules(recognizers=("",)),
            Rules(recognizers=("x" * 257,)),
            Rules(recognizers=("x",) * 1025),
            Rules(gesture_views=(ClassRule("x", 3),)),  # type: ignore[arg-type]
            Rules(ignored_types=(ClassRule("", Match.INHERITS),)),
            Rules(ignored_screens=(ClassRule("x", Match.INHERITS),) * 1025),
            Rules(retargets=(RetargetRule("", "x"),)),
            Rules(retargets=(RetargetRule("x", ""),)),
            Rules(retargets=(RetargetRule("x", "x"),) * 1025),
            Rules(builtin_actions=(BuiltinActionRule("x", "y", 3),)),  # type: ignore[arg-type]
            Rules(builtin_actions=(BuiltinActionRule("x", "", BuiltinActionScope.VIEW),)),
        ]:
            with pytest.raises((scrim.InvalidArgumentError, scrim.LimitError)):
                collector.set_rules(wrong)
        with pytest.raises(scrim.InvalidUTF8Error):
            collector.set_rules(Rules(recognizers=("\ud800",)))
        with pytest.raises(TypeError):
            collector.set_rules(Rules(recognizers="Tap"))  # type: ignore[arg-type]
    with pytest.raises(scrim.InvalidArgumentError):
        Collector(world.gestures, rules=Rules(max_content=5000))


long_names = ["", "x" * 256, "x" * 257, "é" * 128, "é" * 129, "\ud800", "a\0b"]
some_names = st.text(max_size=5) | st.sampled_from(long_names)
some_classes = st.lists(st.builds(ClassRule, some_names, st.sampled_from([*Match, 0, 3])), max_size=2).map(tuple)
perhaps_rules = st.builds(
    Rules,
    event_types=st.sampled_from([0, 4, 15, 16, -1]),
    server_event_types=st.sampled_from([None, 0, 4, 15, 16, 2**31, -1]),
    control_interval_ns=st.sampled_from([0, 2**64 - 1, 2**64, -1]),
    max_content=st.sampled_from([0, 1, 4096, 4097, -1]),
    recognizers=st.lists(some_names, max_size=2).map(tuple),
    gesture_views=some_classes,
    ignored_types=some_classes,
    ignored_screens=some_classes,
    retargets=st.lists(st.builds(RetargetRule, some_names, some_names, some_names), max_size=2).map(tuple),
    builtin_actions=st.lists(
        st.builds(BuiltinActionRule, some_names, some_names, st.sampled_from([*BuiltinActionScope, 0, 3])), max_size=2
    ).map(tuple),
)
NAMES_OF_FIELDS = [field.name for field in dataclasses.fields(Rules)]


@given(perhaps_rules, st.sampled_from(NAMES_OF_FIELDS))
def test_documents_hold_just_what_the_library_takes(rules: Rules, field: str) -> None:
    """The limits of the schema are the library's own. One field alone, so that about a half is right."""
    rules = dataclasses.replace(Rules(), **{field: getattr(rules, field)})
    taken = []
    with World().collector() as collector:
        for call in (rules.to_json, lambda: collector.set_rules(rules)):
            try:
                call()
                taken.append(True)
            except (ValueError, scrim.LimitError):
                taken.append(False)
    assert taken[0] == taken[1]


def test_only_recognizers_that_are_named(world: World) -> None:
    world.tapped(world.button, classes=("FancyTap", "Tap"))
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        assert clock.tap() == refused(Reason.CLASS)
        collector.set_rules(Rules(recognizers=("FancyTap",)))
        assert clock.tap() == PENDING


def test_only_the_end_of_a_long_press(world: World) -> None:
    press = world.gestures.add(LongPress(view=world.button, min_duration_ns=100 * MS))
    world.gestures.add_action(press, 1, "held")
    with Collector(world.gestures) as collector:
        found = verdicts(world, collector, [Touch(0, 1, Phase.BEGAN, 5, 5), Touch(500 * MS, 1, Phase.ENDED, 5, 5)])
        assert found == [refused(Reason.STATE), PENDING]
        found = verdicts(
            world, collector, [Touch(1000 * MS, 1, Phase.BEGAN, 5, 5), Touch(1500 * MS, 1, Phase.CANCELLED, 5, 5)]
        )
        assert found == [refused(Reason.STATE), PENDING]
        records = [record for record in collector.records() if isinstance(record, Record)]
        assert [(record.kind, record.state) for record in records] == [
            (GestureKind.LONG_PRESS, GestureState.ENDED),
            (GestureKind.LONG_PRESS, GestureState.CANCELLED),
        ]


def test_pairs_come_go_and_live(world: World) -> None:
    gestures = world.gestures
    recognizer = world.tapped(world.button, action=None)
    with Collector(gestures) as collector:
        clock = Clock(world, collector)
        nobody = refused(Reason.NO_ACTION)
        assert clock.tap() == nobody
        gestures.add_action(recognizer, 1, "a")
        gestures.add_action(recognizer, 2, "b")
        gestures.set_target_available(False, target=1)
        assert clock.tap() == PENDING
        gestures.set_target_available(False, recognizer=recognizer, action="b")
        assert clock.tap() == nobody
        gestures.set_target_available(True)
        assert clock.tap() == PENDING
        gestures.remove_action(recognizer, 1)
        gestures.remove_action(recognizer, action="b")
        assert clock.tap() == nobody
        gestures.add_action(recognizer, 1, "a")
        assert clock.tap() == PENDING
        gestures.remove_action(recognizer)
        assert clock.tap() == nobody
    with pytest.raises(scrim.NotFoundError):
        gestures.set_target_available(True, recognizer=10**6)
    with pytest.raises(scrim.InvalidArgumentError):
        gestures.set_target_available(2, recognizer=recognizer)  # type: ignore[arg-type]


def test_gesture_views(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures, rules=Rules.for_toolkit("uikit")) as collector:
        clock = Clock(world, collector)
        for classes, verdict in [
            (("MyText", "UITextView", "UIView"), refused(Reason.GESTURE_VIEW)),
            (("WKContentView", "UIView"), refused(Reason.GESTURE_VIEW)),
            (("MyWK", "WKContentView"), PENDING),
            (("UIButton", "UIControl", "UIView"), PENDING),
        ]:
            world.scene.update_view(world.button, (0, 0, 20, 20), classes=classes)
            assert clock.tap() == verdict, classes


def test_alerts_and_menus_are_about_what_is_inside(world: World) -> None:
    container = "_UIAlertControllerInterfaceActionGroupView"
    inner = "_UIInterfaceActionCustomViewRepresentationView"
    group = world.scene.add_view(world.window, (0, 20, 100, 60), classes=(container,))
    buttons = [world.scene.add_view(group, (0, y, 100, 20), flags=0, classes=(inner,)) for y in (0, 20)]
    world.tapped(group)
    with Collector(world.gestures, rules=Rules.for_toolkit("uikit")) as collector:
        clock = Clock(world, collector)
        for y, view in [(29.0, buttons[0]), (40.0, buttons[1])]:
            record = clock.record(50, y)
            assert (record.view, record.type) == (view, "UIAlertController")
        assert clock.tap(50, 60) == refused(Reason.NO_INNER_VIEW)
        collector.set_rules(Rules(retargets=(RetargetRule(container, inner),)))
        assert clock.record(50, 39).type == inner


def test_overlays_of_tools(world: World) -> None:
    tool = world.scene.add_window((50, 50, 50, 50), level=1, flags=ViewFlags.INTERACTIVE | ViewFlags.TOOL)
    world.tapped(tool)
    with Collector(world.gestures) as collector:
        assert Clock(world, collector).tap(60, 60) == refused(Reason.TOOL_WINDOW)


def test_cells(world: World) -> None:
    recognizer = world.tapped(world.button, action="_longPressGestureRecognized:")
    world.scene.update_view(world.button, (0, 0, 20, 20), classes=("UITableViewCellContentView",))
    cell = world.scene.add_view(world.window, (0, 40, 20, 20), classes=("MyCell", "UICollectionViewCell"))
    inside = world.scene.add_view(cell, (0, 0, 20, 20), classes=("UIView",))
    menu = world.tapped(inside, action="_handleMenuGesture:")
    with Collector(world.gestures, rules=Rules.for_toolkit("uikit")) as collector:
        clock = Clock(world, collector)
        assert clock.tap() == clock.tap(5, 45) == refused(Reason.BUILTIN_ACTION)
        world.gestures.add_action(recognizer, 1, "own")
        world.gestures.add_action(menu, 1, "own")
        assert clock.tap() == clock.tap(5, 45) == PENDING


def test_ignored_types_and_screens(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        collector.set_rules(Rules(ignored_types=(ClassRule("UIControl", Match.INHERITS),)))
        for classes, verdict in [
            (("UIButton", "UIControl", "UIView"), refused(Reason.TYPE_IGNORED)),
            (("UIControl", "UIView"), refused(Reason.TYPE_IGNORED)),
            (("UIView",), PENDING),
        ]:
            world.scene.update_view(world.button, (0, 0, 20, 20), classes=classes)
            assert clock.tap() == verdict
        for match, verdict in [(Match.EXACT, PENDING), (Match.INHERITS, refused(Reason.SCREEN_IGNORED))]:
            collector.set_rules(Rules(ignored_screens=(ClassRule("A", match),)))
            world.scene.set_metadata(world.window, ViewMetadata(screen="A", screen_classes=("A",)))
            assert clock.tap() == refused(Reason.SCREEN_IGNORED)
            world.scene.set_metadata(world.window, ViewMetadata(screen="B", screen_classes=("B", "A")))
            assert clock.tap() == verdict


@pytest.mark.parametrize("name", ["café", "CAFÉ", "Cafe\u0301", "C\u0430fé", "Café ", "Café.", "Café\0", "Caf", "C*", ".*"])
def test_names_are_compared_byte_for_byte(world: World, name: str) -> None:
    world.tapped(world.button)
    world.scene.update_view(world.button, (0, 0, 20, 20), classes=("Café",))
    world.scene.set_metadata(world.window, ViewMetadata(screen="Café"))
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        for list_name in ("ignored_types", "gesture_views", "ignored_screens"):
            collector.set_rules(Rules(**{list_name: (ClassRule(name, Match.INHERITS),)}))
            assert clock.tap() == PENDING
            collector.set_rules(Rules(**{list_name: (ClassRule("Café", Match.INHERITS),)}))
            assert clock.tap() != PENDING


def test_switches_and_flags(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        for rules, verdict in [
            (Rules(off=True), refused(Reason.OFF)),
            (Rules(event_types=EventTypes.START | EventTypes.SCREEN), refused(Reason.OFF)),
            (Rules(server_event_types=EventTypes(0)), refused(Reason.OFF)),
            (Rules(server_event_types=EventTypes(11)), refused(Reason.OFF)),
            (Rules(server_event_types=EventTypes.CLICK, event_types=EventTypes(0)), PENDING),
            (Rules(), PENDING),
        ]:
            collector.set_rules(rules)
            assert clock.tap() == verdict, rules
        events = world.gestures.feed(tap(90_000 * MS))
        world.scene.update_view(world.button, (0, 0, 20, 20), flags=ViewFlags.HIDDEN)
        assert collector.decide(events) == [refused(Reason.VIEW_HIDDEN)]
        world.scene.update_view(world.button, (0, 0, 20, 20), flags=ViewFlags.INTERACTIVE | ViewFlags.IGNORED)
        clock.now = 100_000 * MS
        assert clock.tap() == refused(Reason.VIEW_IGNORED)


@pytest.mark.parametrize("control, expected", [(True, [1, 0, 1]), (False, [1, 1, 1])])
def test_a_control_s_actions_have_an_interval(world: World, control: bool, expected: list[int]) -> None:
    recognizer = world.gestures.add(Host(view=world.button, control=control, classes=("Control",)))
    world.gestures.add_action(recognizer, 1, "pressed")
    with Collector(world.gestures, rules=Rules(recognizers=("Control",))) as collector:
        found = []
        for start, end in [(900, 1000), (1050, 1099), (1099, 1100)]:
            began = Touch(start * MS, 1, Phase.BEGAN, 5, 5)
            world.gestures.feed([began, began._replace(time_ns=end * MS, phase=Phase.ENDED)])
            event = world.gestures.host_event(recognizer, end * MS, 5, 5, window=world.window, view=world.button)
            found += collector.decide([event])
        assert [verdict.result == DecisionResult.PENDING for verdict in found] == [bool(one) for one in expected]
        assert {verdict.reason for verdict in found} <= {Reason.NONE, Reason.INTERVAL}
        records = [record for record in collector.records() if isinstance(record, Record)]
        assert {record.kind for record in records} == {GestureKind.HOST}


def test_events_of_the_host_need_a_sequence_that_is_known(world: World) -> None:
    recognizer = world.gestures.add(Host(view=world.button, classes=("Tap",)))
    world.gestures.add_action(recognizer, 1, "pressed")
    assert world.gestures.sequence == 0
    with Collector(world.gestures) as collector:

        def decide(**arguments: Any) -> tuple[Decision, Reason]:
            event = world.gestures.host_event(recognizer, 0, 5, 5, window=world.window, view=world.button, **arguments)
            return tuple(collector.decide([event])[0])

        assert decide() == refused(Reason.PRIVATE)
        world.gestures.feed(tap(0))
        first = world.gestures.sequence
        assert first > 0
        assert decide() == PENDING
        world.gestures.feed(tap(1000 * MS, x=45))
        assert world.gestures.sequence == first + 1
        assert decide() == refused(Reason.PRIVATE)
        assert decide(sequence=first + 9) == refused(Reason.PRIVATE)
        assert decide(sequence=first, state=GestureState.CHANGED) == refused(Reason.STATE)
        assert world.gestures.feed(tap(2000 * MS)) == []  # the engine sends none of it


def test_one_record_of_one_touch(world: World) -> None:
    world.tapped(world.button, simultaneous=True)
    world.tapped(world.button, simultaneous=True)
    for deduplicate, second in [(True, refused(Reason.DUPLICATE)), (False, PENDING)]:
        with Collector(world.gestures, rules=Rules(deduplicate=deduplicate)) as collector:
            assert verdicts(world, collector, tap((5 + deduplicate) * 1000 * MS)) == [PENDING, second]


def test_max_content_cuts_between_graphemes(world: World) -> None:
    world.scene.update_view(world.button, (0, 0, 20, 20), content="ab\U0001f469‍\U0001f469cd")
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        clock = Clock(world, collector)
        for most, content in [(2, "ab"), (12, "ab"), (13, "ab\U0001f469‍\U0001f469"), (14, "ab\U0001f469‍\U0001f469c")]:
            collector.set_rules(Rules(max_content=most))
            assert clock.record().content == content


def test_rules_hold_for_what_begins_after_them(world: World) -> None:
    world.tapped(world.button)
    with Collector(world.gestures) as collector:
        world.gestures.feed([Touch(0, 1, Phase.BEGAN, 5, 5)])
        collector.set_rules(Rules(off=True))
        assert verdicts(world, collector, [Touch(50 * MS, 1, Phase.ENDED, 5, 5)]) == [refused(Reason.OFF)]
        world.gestures.feed([Touch(1000 * MS, 1, Phase.BEGAN, 5, 5)])
        collector.set_rules(Rules())
        assert verdicts(world, collector, [Touch(1050 * MS, 1, Phase.ENDED, 5, 5)]) == [refused(Reason.OFF)]
        assert verdicts(world, collector, tap(2000 * MS)) == [PENDING]
