# SPDX-License-Identifier: MIT
"""Objects: closed in any order, by anybody, more than once; forked."""

from __future__ import annotations

import copy
import gc
import itertools
import multiprocessing
import pickle
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Activity, HandleKind, Phase


def make() -> dict[str, Any]:
    text, pad, scene = scrim.Text(), scrim.Keypad(), scrim.Scene()
    pad.attach(text)
    pad.show()
    gestures = scrim.Gestures(scene)
    return dict(text=text, pad=pad, scene=scene, gestures=gestures, collector=scrim.Collector(gestures))


CALLS: dict[str, list[Callable[[Any], object]]] = {
    "text": [
        lambda t: t.insert("x"),
        lambda t: t.delete_backward(),
        lambda t: t.clear(),
        lambda t: t.wipe(),
        lambda t: len(t),
        lambda t: t.masked,
        lambda t: t.protection,
        lambda t: t.equals("x"),
        lambda t: t.equals(t),
        lambda t: t.with_bytes(len),
    ],
    "pad": [
        lambda p: p.attach(scrim.Text()),
        lambda p: p.detach(),
        lambda p: p.show(),
        lambda p: p.hide(),
        lambda p: p.keys(),
        lambda p: p.touch((0, 1, Phase.BEGAN, 1, 1)),
    ],
    "scene": [
        lambda s: s.add_window((0, 0, 1, 1)),
        lambda s: s.update_window(1, (0, 0, 1, 1)),
        lambda s: s.add_view(1, (0, 0, 1, 1)),
        lambda s: s.update_view(1, (0, 0, 1, 1)),
        lambda s: s.remove(1),
        lambda s: s.hit_test(0, 0),
        lambda s: s.is_secure_at(0, 0),
        lambda s: s.set_activity(Activity.ACTIVE),
        lambda s: s.frame_ready(),
        lambda s: s.is_covered(),
        lambda s: s.on_cover(print),
        lambda s: s.redact(np.zeros((2, 2), np.uint8)),
        lambda s: s.set_metadata(1, scrim.ViewMetadata()),
        lambda s: scrim.Gestures(s),
    ],
    "gestures": [
        lambda g: g.add(scrim.Tap(view=1)),
        lambda g: g.remove(1),
        lambda g: g.add_action(1, 1, "x"),
        lambda g: g.remove_action(1),
        lambda g: g.feed([]),
        lambda g: g.feed_array([(0, 1, Phase.BEGAN, 0, 0)]),
        lambda g: g.advance(0),
        lambda g: g.next_deadline,
        lambda g: g.set_target_available(True),
        lambda g: g.sequence,
        lambda g: scrim.Collector(g),
    ],
    "collector": [
        lambda c: c.decide([scrim.Event(*[0] * len(scrim.Event._fields))]),
        lambda c: c.set_rules(scrim.Rules()),
        lambda c: c.explain(scrim.Event(*[0] * len(scrim.Event._fields))),
        lambda c: c.note_response(),
        lambda c: c.advance(0),
        lambda c: c.next_deadline,
        lambda c: c.next(),
        lambda c: c.next_json(),
        lambda c: list(c.records()),
        lambda c: list(c.json_records()),
    ],
}


@pytest.mark.parametrize("kind", CALLS)
def test_every_call_on_a_closed_object_is_an_error(kind: str) -> None:
    objects = make()
    objects[kind].close()
    for call in CALLS[kind]:
        with pytest.raises(scrim.InvalidHandleError):
            call(objects[kind])
    for each in objects.values():
        each.close()


@pytest.mark.parametrize("order", list(itertools.permutations(["text", "pad", "scene", "gestures", "collector"])))
def test_closing_in_any_order_twice(order: tuple[str, ...]) -> None:
    objects = make()
    for name in order + order:
        objects[name].close()
        assert objects[name].closed
    assert scrim.live_handles() == 0


@pytest.mark.parametrize("order", list(itertools.permutations(["text", "pad", "scene", "gestures", "collector"], 3)))
def test_dropping_in_any_order(order: tuple[str, ...]) -> None:
    objects = make()
    for name in order:
        del objects[name]
    del objects
    assert scrim.live_handles() == 0


def test_what_depends_on_a_closed_object_says_so() -> None:
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
        scene.close()
        with pytest.raises(scrim.ClosedError):
            gestures.feed([(0, 1, Phase.BEGAN, 1, 1)])
        with pytest.raises(scrim.ClosedError):
            gestures.advance(5)
        with pytest.raises(scrim.ClosedError):
            collector.decide([scrim.Event(*[0] * len(scrim.Event._fields))])


def test_an_object_stays_open_while_another_needs_it() -> None:
    pad = scrim.Keypad()
    pad.attach(scrim.Text())
    collector = scrim.Collector(scrim.Gestures(scrim.Scene()))
    gc.collect()
    pad.show()
    key = pad.keys()[0].rect
    pad.presented(0)
    pad.touch((100_000_000, 1, Phase.BEGAN, key.x, key.y))
    assert pad.touch((100_000_001, 1, Phase.ENDED, key.x, key.y)) == scrim.KeypadResult.INSERTED
    assert scrim.live_handles(HandleKind.SCENE) == scrim.live_handles(HandleKind.GESTURES) == 1
    assert collector.decide([]) == []
    pad.detach()
    assert scrim.live_handles(HandleKind.TEXT) == 0
    collector.close()
    assert scrim.live_handles(HandleKind.SCENE) == scrim.live_handles(HandleKind.GESTURES) == 0


def test_a_callback_that_knows_its_scene_does_not_keep_it_open() -> None:
    scene = scrim.Scene()
    scene.on_cover(lambda output: scene.is_covered(output))
    del scene
    gc.collect()
    assert scrim.live_handles() == 0


def test_live_handles_counts_each_kind() -> None:
    objects = make()
    assert [scrim.live_handles(kind) for kind in HandleKind] == [5, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    for each in objects.values():
        each.close()
    assert [scrim.live_handles(kind) for kind in HandleKind] == [0] * 10


@pytest.mark.parametrize("spread", [copy.copy, copy.deepcopy, pickle.dumps])
def test_objects_are_neither_copied_nor_pickled(spread: Callable[[object], object]) -> None:
    with scrim.Text() as text, pytest.raises(TypeError, match="scrim.Text"):
        spread(text)


def test_objects_of_another_kind_are_refused() -> None:
    with scrim.Text() as text, scrim.Keypad() as pad:
        with pytest.raises(TypeError, match=r"text must be a scrim\.Text \(got str\)"):
            pad.attach("text")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"text must be a scrim\.Text \(got Keypad\)"):
            pad.attach(pad)  # type: ignore[arg-type]
        pad.attach(text)


def test_errors_tell_status_name_and_message() -> None:
    with pytest.raises(scrim.ScrimError) as caught:
        with scrim.Scene() as scene:
            scene.remove(5)
    error = caught.value
    assert isinstance(error, scrim.NotFoundError) and isinstance(error, LookupError)
    assert (error.status, error.name) == (-15, "SCRIM_ERROR_NOT_FOUND")
    assert len(str(error)) > 10


def test_threads_each_with_their_own_objects() -> None:
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for n in range(100):
                with scrim.Text(64) as text, scrim.Keypad() as pad:
                    pad.attach(text)
                    pad.show()
                    text.insert(f"{number}-{n}")
                    assert text.equals(f"{number}-{n}")
                picture = np.full((20, 20), 9, np.uint8)
                scrim.redact_in_place(picture, [(0, 0, 10, 20)])
                assert picture.sum() == 9 * 200
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# ---- fork ----


def _in_child(objects: dict[str, Any], results: Any) -> None:
    answers: list[str] = []
    for kind, calls in CALLS.items():
        for call in calls:
            try:
                call(objects[kind])
                answers.append(f"{kind}: no error")
            except scrim.ForkedError:
                pass
            except Exception as error:
                answers.append(f"{kind}: {error!r}")
    inherited = scrim.live_handles()
    for each in objects.values():
        each.close()
    new = make()
    new["text"].insert("new")
    new_works = new["text"].equals("new") and scrim.live_handles() == 5
    for each in new.values():
        each.close()
    results.send((answers, inherited, new_works, scrim.live_handles()))


def test_a_forked_child_has_none_of_the_objects_but_can_make_new_ones() -> None:
    objects = make()
    objects["text"].insert("secret")
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_in_child, args=(objects, theirs))
    child.start()
    assert ours.poll(30), "the child has said nothing"
    assert ours.recv() == ([], 0, True, 0)
    child.join()
    assert child.exitcode == 0
    assert objects["text"].equals("secret") and scrim.live_handles() == 5
    for each in objects.values():
        each.close()


def interrupted(after: int, function: Callable[[], object]) -> bool:
    """Whether the function was interrupted. As if Ctrl-C were pressed before an instruction, counted over all functions of Python."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal count
        frame.f_trace_opcodes = True
        if event == "opcode":
            count += 1
            if count > after:
                raise KeyboardInterrupt
        return trace

    try:
        sys.settrace(trace)
        function()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def test_an_interrupted_creation_leaves_nothing_open() -> None:
    made: list[scrim.Scene] = []
    after = 0
    while interrupted(after, lambda: made.append(scrim.Scene())):
        made.clear()
        if scrim.live_handles() != 0:  # in the exception's traceback
            gc.collect()
        assert scrim.live_handles() == 0, after
        after += 1
    assert after > 50


def test_an_interrupted_close_can_be_repeated() -> None:
    again, after = True, 0
    while again:
        text = scrim.Text()
        text.insert("secret")
        again = interrupted(after, text.close)
        text.close()
        assert text.closed and scrim.live_handles() == 0, after
        after += 1
    assert after > 20
