# SPDX-License-Identifier: MIT
"""Random scenes, rules and taps: the library and the model agree on every check, and on what a record says."""

from __future__ import annotations

import collections
from collections.abc import Iterator

import collector_model as model
from collector_model import Gesture, View
from hypothesis import example, given, settings
from hypothesis import strategies as st

import scrim
from scrim import (
    BuiltinActionScope,
    BuiltinActionRule,
    CheckOutcome,
    ClassRule,
    Collector,
    DecisionResult,
    ViewMetadata,
    EventTypes,
    Host,
    Match,
    Phase,
    Reason,
    Record,
    RetargetRule,
    Rules,
    Tap,
    Touch,
    ViewFlags,
)

MS = 1_000_000

NAMES = st.sampled_from("ABC")
ACTIONS = st.sampled_from("xy")
classes = st.sampled_from([("A",), ("B", "A"), ("C", "B", "A"), ("A", "C"), ("B",), ()])
rare = st.sampled_from([False] * 9 + [True])
# Coarse, so that points often lie on edges.
places, sizes = st.sampled_from([-10, 0, 10, 20]), st.sampled_from([10, 20, 40, 60])
frames = st.tuples(places, places, sizes, sizes)
indices = st.lists(st.integers(0, 12), max_size=2).map(tuple)


def views(depth: int) -> st.SearchStrategy[View]:
    return st.builds(
        View,
        frame=st.sampled_from([(0, 0, 60, 60), (0, 0, 60, 60), (0, 0, 10, 10)]) | frames,
        classes=classes,
        content=st.none() | st.sampled_from(["", "a", "é", "long words"]),
        hidden=rare,
        ignored=st.sampled_from([False, False, True]),
        secure=rare,
        interactive=st.sampled_from([True, True, False]),
        screen=st.sampled_from(["", "", "", "A", "S"]),
        screen_classes=st.just(()) | st.just(()) | classes,
        indices=st.just(()) | indices,
        views=st.lists(views(depth - 1), max_size=3) if depth else st.just([]),
    )


windows = st.builds(
    View,
    frame=st.just((0, 0, 60, 60)),
    tool=rare,
    screen=st.sampled_from(["", "A", "B"]),
    views=st.lists(views(2), min_size=1, max_size=3),
)
class_rules = st.sampled_from([(), (), *((ClassRule(name, match),) for name in "ABC" for match in Match)])
cell_rules = [(BuiltinActionRule(name, action, where),) for name in "ABC" for action in "xy" for where in BuiltinActionScope]
some_rules = st.builds(
    Rules,
    off=rare,
    event_types=st.sampled_from([EventTypes.CLICK] * 9 + [EventTypes.START]),
    server_event_types=st.sampled_from([None] * 6 + [EventTypes(15), EventTypes(4), EventTypes(3)]),
    recognizers=st.sampled_from([(), (), ("Tap",), ("A", "Tap"), ("A",)]),
    gesture_views=class_rules,
    ignored_types=class_rules,
    ignored_screens=class_rules,
    retargets=st.lists(st.builds(RetargetRule, NAMES, NAMES, st.sampled_from(["", "Menu"])), max_size=2).map(tuple),
    builtin_actions=st.sampled_from([(), *cell_rules, *(a + b for a in cell_rules for b in cell_rules)]),
)


def flags_of(view: View) -> ViewFlags:
    names = [name for name in ("hidden", "ignored", "secure", "tool", "interactive") if getattr(view, name)]
    return ViewFlags(sum(ViewFlags[name.upper()] for name in names))


def add(scene: scrim.Scene, view: View, parent: View | None = None) -> Iterator[View]:
    view.parent = parent
    flags = flags_of(view)
    if parent is None:
        view.id = scene.add_window(view.frame, flags=flags, screen=view.screen)
    else:
        view.id = scene.add_view(parent.id, view.frame, flags=flags, classes=view.classes, content=view.content)
        scene.set_metadata(
            view.id, ViewMetadata(indices=view.indices, screen=view.screen, screen_classes=view.screen_classes)
        )
    yield view
    for inside in view.views:
        yield from add(scene, inside, view)


def box(x: int, y: int, *, secure: bool = False, interactive: bool = False) -> View:
    return View((x, y, 20, 20), ("B",), secure=secure, interactive=interactive)


seen: collections.Counter[object] = collections.Counter()


@given(
    windows,
    some_rules,
    st.tuples(st.sampled_from([0, 10, 19, 20, 30, 50]), st.sampled_from([0, 10, 19, 20, 30, 50])),
    st.sampled_from(["Tap", "Tap", "Control", "Host"]),
    st.sampled_from([("Tap",), ("Tap",), ("A", "Tap"), ()]),
    st.dictionaries(ACTIONS, st.sampled_from([True, True, False]), min_size=1),
    st.sampled_from([True] * 9 + [False]),
    st.integers(0, 9),
)
@example(
    View((0, 0, 60, 60), views=[View((0, 0, 60, 60), ("A",), views=[box(10, 0), box(30, 0)])]),
    Rules(retargets=(RetargetRule("A", "B"),)),
    *((30, 0), "Tap", ("Tap",), {"x": True}, True, 9),
)
@example(
    View((0, 0, 60, 60), views=[View((0, 0, 60, 60), views=[box(0, 0, secure=True), box(30, 30, interactive=True)])]),
    Rules(),
    *((40, 40), "Tap", ("Tap",), {"x": True}, True, 9),
)
@settings(max_examples=600)
def test_the_library_decides_as_the_model(
    window: View,
    rules: Rules,
    point: tuple[int, int],
    kind: str,
    recognizer_classes: tuple[str, ...],
    actions: dict[str, bool],
    is_there: bool,
    hides: int,
) -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, Collector(gestures, rules=rules) as collector:
        by_id = {view.id: view for view in add(scene, window)}
        hit = scene.hit_test(*point)
        if not hit.window:
            return
        view = by_id[hit.view or hit.window]
        if kind == "Tap":
            recognizer = gestures.add(Tap(view=view.id, classes=recognizer_classes))
        else:
            recognizer = gestures.add(Host(view=view.id, control=kind == "Control", classes=recognizer_classes))
        for action, live in actions.items():
            gestures.add_action(recognizer, 1, action)
            gestures.set_target_available(live, recognizer=recognizer, action=action)
        events = gestures.feed([Touch(1000 * MS, 1, Phase.BEGAN, *point), Touch(1050 * MS, 1, Phase.ENDED, *point)])
        if kind != "Tap":
            assert not events  # the engine sends none for the host's recognizers
            events = [gestures.host_event(recognizer, 1050 * MS, *point, window=hit.window, view=hit.view)]
        (event,) = events
        is_private = scene.is_secure_at(*point)
        if not is_there:
            gestures.remove(recognizer)
        chain = [each for each in view.around if each.parent]
        if hides < len(chain) and not chain[hides].hidden:
            # Hidden after the touch, before the application acts on it.
            hidden = chain[hides]
            hidden.hidden = True
            scene.update_view(
                hidden.id, hidden.frame, flags=flags_of(hidden), classes=hidden.classes, content=hidden.content
            )
        gesture = Gesture(
            view,
            *point,
            type=recognizer_classes[0] if recognizer_classes else kind,
            is_there=is_there,
            actions={action for action, live in actions.items() if live},
            is_private=is_private,
        )
        expected = model.explain(gesture, rules)
        assert [tuple(check) for check in collector.explain(event)] == expected
        first = next((reason for reason, outcome in expected if outcome == CheckOutcome.FAILED), Reason.NONE)
        (verdict,) = collector.decide([event])
        assert verdict == (DecisionResult.DROPPED if first else DecisionResult.PENDING, first)
        seen.update(reason for reason, outcome in expected if outcome == CheckOutcome.FAILED)
        seen[Reason.NONE] += first == Reason.NONE
        records = list(collector.records())
        assert len(records) == (first == Reason.NONE)
        for record in records:
            assert isinstance(record, Record)
            target, type = model.target_of(gesture, rules)
            assert target
            screen = model.screen_of(target)
            assert (record.view, record.type) == (target.id, type)
            assert record.screen == (screen.screen_name if screen else None)
            assert record.content == model.content_of(target, rules)
            assert (record.position, record.path) == (model.position_of(target), model.path_of(target))


def test_the_random_ones_are_not_all_alike() -> None:
    """Of the fourteen that a tap alone can have, some may be missing in one run."""
    assert not seen or len(seen) >= 11, seen
