# SPDX-License-Identifier: MIT
"""Callbacks: what the library calls while objects are closed, and while callbacks are set. What callbacks raise."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import scrim
from scrim import KeypadCallbacks, TextCallbacks

Run = Callable[..., Any]

# A crash must not end the tests, so these programs run in processes of their own. If the memory of a function is freed, other functions
# take it, so that a call of it is seen.
BEGIN = """
import ctypes, gc, sys
import scrim
def foreign(*_):
    print("FREED", flush=True)
    return 1
taken = []
def take():
    gc.collect()
    for count in (1, 2):
        kind = ctypes.CFUNCTYPE(ctypes.c_uint32, *[ctypes.c_void_p] * count)
        taken.extend(kind(foreign) for _ in range(300))
"""


def output(result: Any) -> str:
    assert (result.returncode, result.stderr) == (0, "")
    return str(result.stdout)


@pytest.mark.parametrize("name", ["should_end", "did_end"])
def test_a_screen_that_is_closed_by_its_callback(python: Run, name: str) -> None:
    program = f"""
class Screen:
    def __init__(self):
        self.text, self.pad = scrim.Text(), scrim.Keypad((0, 0, 300, 400), shuffle="none")
        names = scrim.TextCallbacks.__dataclass_fields__
        self.text.set_callbacks(scrim.TextCallbacks(**{{name: (lambda *_, name=name: call(name)) for name in names}}))
        self.pad.attach(self.text)
        self.text.begin_editing()
        self.pad.show()
        self.pad.presented(0)
def call(name):
    print(name)
    if name == "{name}":
        state.pop().pad.close()
        take()
    return True
state = [Screen()]
touch = state[0].pad.touch
rect = next(key.rect for key in state[0].pad.keys() if key.kind == scrim.KeyKind.DONE)
print("touch")
for time, phase in ((200_000_000, 1), (300_000_000, 3)):
    touch((time, 1, phase, rect.x + 5, rect.y + 5))
assert scrim.live_handles(scrim.HandleKind.TEXT) == 0
"""
    lines = output(python(BEGIN + program)).split()
    assert lines[lines.index("touch") + 1 :] == ["should_return", "should_end", "did_end"][: 2 + (name == "did_end")]


def test_texts_that_a_scene_closes_in_a_callback(python: Run) -> None:
    program = """
scene = scrim.Scene()
window = scene.add_window((0, 0, 500, 500))
scene.set_activity(scrim.Activity.ACTIVE)
scene.frame_ready()
armed = []
def redraw():
    if armed:
        print("redraw")
        scene.close()
        take()
for number in range(4):
    text = scrim.Text()
    text.insert("123")
    text.set_callbacks(scrim.TextCallbacks(display_changed=redraw))
    scene.attach_text(scene.add_view(window, (0, 60 * number, 100, 40)), text)
    text.reveal(1000)
del text
armed.append(1)
scene.set_captured(True)
assert scrim.live_handles() == 0
"""
    assert output(python(BEGIN + program)) == "redraw\n"


def test_callbacks_stay_if_one_raises_while_they_are_set(python: Run) -> None:
    program = """
text = scrim.Text()
def redraw():
    text.insert("x")  # BusyError
for number in range(2):
    try:
        text.set_callbacks(scrim.TextCallbacks(display_changed=redraw, should_change=lambda _: False))
    except scrim.BusyError:
        print("busy")
    take()
    try:
        text.insert("2")
    except (scrim.RefusedError, scrim.BusyError) as error:
        print(type(error).__name__)
"""
    assert output(python(BEGIN + program)) == "busy\nRefusedError\n" * 2


@pytest.mark.parametrize("kind", ["text", "cover"])
def test_an_interrupted_call_sets_callbacks_or_does_not(python: Run, kind: str) -> None:
    program = f"""
sys.unraisablehook = lambda _: None
text, scene, called = scrim.Text(), scrim.Scene(), []
scene.set_activity(scrim.Activity.ACTIVE)
def make(mark):
    def call(*_):
        called.append(mark)
        return True
    return call
def put(mark):
    scene.on_cover(make(mark)) if {kind == "cover"} else text.set_callbacks(scrim.TextCallbacks(should_change=make(mark)))
def interrupted(after):
    def trace(frame, event, _):
        nonlocal after
        frame.f_trace_opcodes = True
        if event == "opcode":
            after -= 1
            if after < 0:
                raise KeyboardInterrupt
        return trace
    try:
        sys.settrace(trace)
        put("new")
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return after < 0  # it was raised in a callback
if {kind == "cover"}:
    FOREIGN = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_void_p)
else:
    FOREIGN = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)
after, seen = 0, set()
gc.freeze()  # so that collecting takes little time
while True:
    put("old")
    again = interrupted(after)
    gc.collect()
    freed = [FOREIGN(foreign) for _ in range(20)]
    called.clear()
    scene.frame_ready()
    scene.set_transition(True)
    scene.set_transition(False)
    text.insert("1")
    text.wipe()
    assert called in (["old"], ["new"]), (after, called)
    seen.update(called)
    if not again:
        break
    after += 1
print(after > 50, sorted(seen))
"""
    assert output(python(BEGIN + program)) == "True ['new', 'old']\n"


def test_functions_are_kept_for_as_long_as_they_may_be_called() -> None:
    class Function:
        def __call__(self, *_: object) -> bool:
            return True

    def held(functions: list[weakref.ref[Function]]) -> list[bool]:
        return [function() is not None for function in functions]

    functions: list[weakref.ref[Function]] = []

    def put(text: scrim.Text) -> None:
        function = Function()
        functions.append(weakref.ref(function))
        text.set_callbacks(TextCallbacks(should_change=function, did_change=lambda: refused(text)))

    def refused(text: scrim.Text) -> None:
        with pytest.raises(scrim.BusyError):
            text.set_callbacks(TextCallbacks(should_change=Function()))

    gc.collect()
    gc.disable()
    try:
        text = scrim.Text()
        put(text)
        put(text)
        assert held(functions) == [False, True]
        text.insert("1")
        assert held(functions) == [False, True] and len(text._callbacks._tables) == 1
        text.set_callbacks(None)
        assert held(functions) == [False, False]
        put(text)
        text.close()
        assert held(functions) == [False, False, False]
    finally:
        gc.enable()


def test_no_callback_follows_the_one_that_closes_its_object() -> None:
    called: list[str] = []
    text = scrim.Text()

    def did_change() -> None:
        called.append("did_change")
        text.close()

    text.set_callbacks(TextCallbacks(did_change=did_change, display_changed=lambda: called.append("display_changed")))
    called.clear()
    text.insert("1")
    assert called == ["did_change"] and text.closed and scrim.live_handles() == 0


def test_callbacks_work_while_the_interpreter_ends(python: Run) -> None:
    program = """
import atexit
class Late:
    def __del__(self):
        self.text.insert("1")
@atexit.register  # run after the finalizers
def make():
    Late.kept = late = Late()
    late.kept = late  # only the end of the interpreter frees it
    late.text = scrim.Text()
    late.text.set_callbacks(scrim.TextCallbacks(did_change=lambda: print("called")))
scrim.Text()
"""
    assert python(BEGIN + program).returncode == 0


# ---- exceptions ----


def fail(*_: object) -> None:
    raise ValueError("callback")


def revealed() -> tuple[scrim.Scene, scrim.Text]:
    """A scene with a text that is revealed, and whose callback raises an exception when it is concealed."""
    scene, text = scrim.Scene(), scrim.Text()
    window = scene.add_window((0, 0, 100, 100))
    scene.set_activity(scrim.Activity.ACTIVE)
    scene.frame_ready()
    scene.attach_text(scene.add_view(window, (0, 0, 100, 100)), text)
    text.insert("1")
    text.reveal(5)
    with pytest.raises(ValueError, match="callback"):
        text.set_callbacks(TextCallbacks(display_changed=fail))
    return scene, text


def test_read_fd_raises_what_a_callback_raised() -> None:
    reader, writer = os.pipe()
    with open(reader), open(writer, "wb") as file, scrim.Text() as text:
        text.set_callbacks(TextCallbacks(did_change=fail))
        file.write(b"12")
        file.close()
        with pytest.raises(ValueError, match="callback"):
            text.read_fd(reader)
        text.move(scrim.Motion.START)
        assert text.equals("12")


def test_closing_a_scene_raises_what_a_callback_raised() -> None:
    scene, text = revealed()
    with pytest.raises(ValueError, match="callback"):
        scene.close()
    assert scene.closed
    text.conceal()
    text.close()


def test_a_scene_that_is_collected_reports_what_a_callback_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: reported.append(str(what.exc_value)))
    scene, text = revealed()
    del scene
    gc.collect()
    assert reported == ["callback"]
    text.conceal()
    text.close()


def test_a_scene_that_is_closed_inside_a_callback() -> None:
    """It is closed at the end of the call that called back, and conceals its texts then."""
    scene, text = revealed()
    with scrim.Text() as other:
        scene.attach_text(scene.add_view(scene.add_window((0, 0, 9, 9)), (0, 0, 9, 9)), other)
        other.set_callbacks(TextCallbacks(did_change=scene.close))
        with pytest.raises(ValueError, match="callback"):
            other.insert("1")
        assert scene.closed
        text.conceal()
    text.close()


def test_a_keypad_that_is_closed_by_a_callback_that_raises() -> None:
    def did_change() -> None:
        pad.close()
        raise ValueError("callback")

    with scrim.Text() as text:
        pad = scrim.Keypad()
        pad.attach(text)
        pad.show()
        text.set_callbacks(TextCallbacks(did_change=did_change))
        rect = next(key.rect for key in pad.keys() if key.kind == scrim.KeyKind.INSERT)
        pad.presented(0)
        pad.touch((100_000_000, 1, scrim.Phase.BEGAN, rect.x + 1, rect.y + 1))
        with pytest.raises(ValueError, match="callback"):
            pad.touch((100_000_001, 1, scrim.Phase.ENDED, rect.x + 1, rect.y + 1))
        text.move(scrim.Motion.START)


@pytest.mark.parametrize("inside", ["a call", "a finalizer"])
def test_a_call_inside_a_callback_raises_nothing_of_another_callback(inside: str) -> None:
    texts = [scrim.Text()]

    def use_another() -> None:
        if inside == "a call":
            texts[0].insert("1")
        texts.clear()

    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.set_callbacks(KeypadCallbacks(will_show=fail, did_show=lambda _: use_another()))
        pad.attach(text)
        with pytest.raises(ValueError, match="callback"):
            pad.show()
        assert not texts


def test_lent_bytes_and_other_callbacks_in_one_call() -> None:
    scene, text = revealed()
    with pytest.raises(ValueError, match="callback"):
        text.with_bytes(lambda _: scene.close())
    text.conceal()
    text.close()
