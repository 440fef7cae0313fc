# SPDX-License-Identifier: MIT
"""Entries on a keypad against a model: what done, dismiss and the host's calls do to the keypad and to the text, and what both tell."""

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import Key, KeyKind, KeypadResult, Phase, Reshuffle

MS = 1_000_000
DIGITS = "123456789"
LAYOUT = [scrim.KeySpec(digit, place % 3, place // 3) for place, digit in enumerate(DIGITS)] + [
    scrim.KeySpec("delete", 0, 3, KeyKind.DELETE),
    scrim.KeySpec("ok", 1, 3, KeyKind.DONE),
    scrim.KeySpec("away", 2, 3, KeyKind.DISMISS),
]


@dataclass
class Model:
    """What a keypad and its text should be, by the words of the header alone."""

    reshuffle: Reshuffle
    keep_on_done: bool
    shown: bool = False
    presented: bool = False
    generation: int = 0
    attached: bool = True
    text: str = ""
    editing: bool = False
    revealed: bool = False
    refused: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)

    def show(self) -> None:
        if not self.shown:
            self.told += ["will_show", "did_show"]
        self.shown, self.presented = True, False
        self.generation += 1

    def hide(self) -> None:
        if self.shown:
            self.told += ["will_hide", "did_hide"]
            self.shown = self.presented = False
            self.generation += 1

    def asks(self, question: str) -> bool:
        self.told.append(question)
        return question not in self.refused

    def end_editing(self) -> bool:
        if self.editing:
            if not self.asks("should_end"):
                return False
            self.editing = self.revealed = False
            self.told.append("did_end")
        return True

    def press(self, label: str) -> KeypadResult:
        if not self.presented:
            return KeypadResult.REJECTED
        if label == "ok":
            if self.attached:
                if not self.asks("should_return") or not self.end_editing():
                    return KeypadResult.REJECTED
                self.revealed = False
                self.told.append("done")
            if self.keep_on_done:
                self.show()
            else:
                self.hide()
            return KeypadResult.DONE
        if label == "away":
            if self.attached:
                if not self.end_editing():
                    return KeypadResult.REJECTED
                self.revealed = False
            self.hide()
            return KeypadResult.DISMISSED
        if label == "delete":
            if not self.attached:
                return KeypadResult.REJECTED
            if self.text:
                self.text = self.text[:-1]
                self.told.append("did_change")
                self.revealed = self.revealed and bool(self.text)
            return KeypadResult.DELETED
        if self.attached:
            self.text += label
            self.told.append("did_change")
        if self.reshuffle == Reshuffle.ON_PRESS:
            self.show()
        return KeypadResult.INSERTED if self.attached else KeypadResult.REJECTED


class Subject:
    """The keypad and the text that the model describes, and what they told."""

    def __init__(self, reshuffle: Reshuffle, keep_on_done: bool) -> None:
        self.now = 1000 * MS
        self.told: list[str] = []
        self.refused: set[str] = set()
        self.text = scrim.Text(reveal_keypad=True)
        self.pad = scrim.Keypad(layout=LAYOUT, reshuffle=reshuffle, keep_on_done=keep_on_done)
        self.pad.attach(self.text)
        questions = {name: self.question(name) for name in ("should_return", "should_end")}
        self.text.set_callbacks(scrim.TextCallbacks(**questions, **{name: self.event(name) for name in ("done", "did_end", "did_change")}))
        names = ("will_show", "did_show", "will_hide", "did_hide")
        self.pad.set_callbacks(scrim.KeypadCallbacks(**{name: self.keypad_event(name) for name in names}))

    def question(self, name: str) -> Callable[[], bool]:
        def ask() -> bool:
            self.told.append(name)
            return name not in self.refused

        return ask

    def event(self, name: str) -> Callable[[], None]:
        return lambda: self.told.append(name)

    def keypad_event(self, name: str) -> Callable[[scrim.Rect], None]:
        def tell(bounds: scrim.Rect) -> None:
            self.told.append(name)
            assert bounds == (0, 0, 300, 400)
            assert bool(self.pad.keys()) == (name in ("did_show", "will_hide"))

        return tell

    def is_revealed(self) -> bool:
        seen: list[bool] = []
        self.text.display(self.now, lambda _view, _count, revealed: seen.append(revealed))
        return any(seen)

    def press(self, key: Key) -> KeypadResult:
        self.now += 40 * MS
        x, y = key.rect.x + key.rect.width / 2, key.rect.y + key.rect.height / 2
        began = self.pad.touch((self.now, 1, Phase.BEGAN, x, y))
        self.now += 1
        ended = self.pad.touch((self.now, 1, Phase.ENDED, x, y))
        return began if began == KeypadResult.REJECTED else ended

    def order(self) -> str:
        return "".join(key.label for key in self.pad.keys() if key.kind == KeyKind.INSERT)


steps = st.sampled_from(
    ["show", "hide", "present", "present", "present", "begin", "end", "reveal", "attach", "detach", "refuse", *"1234", "delete"]
    + ["ok"] * 4
    + ["away"] * 2
)


@settings(deadline=None)
@given(st.sampled_from(Reshuffle), st.booleans(), st.lists(steps, min_size=10, max_size=60))
def test_entries(reshuffle: Reshuffle, keep_on_done: bool, plan: list[str]) -> None:
    model, subject = Model(reshuffle, keep_on_done), Subject(reshuffle, keep_on_done)
    order = ""
    with subject.pad as pad, subject.text as text:
        for step in plan:
            before, was = pad.generation, subject.order()
            if step == "show":
                pad.show(), model.show()
            elif step == "hide":
                pad.hide(), model.hide()
            elif step == "present":
                if model.shown:
                    pad.presented(subject.now)
                    subject.now += 100 * MS
                    model.presented = True
            elif step == "begin":
                text.begin_editing()
                model.editing = True
            elif step == "end":
                refused = "should_end" in model.refused and model.editing
                try:
                    text.end_editing()
                    assert not refused
                except scrim.RefusedError:
                    assert refused
                model.end_editing()
            elif step == "reveal":
                text.reveal(subject.now)
                model.revealed = True
            elif step == "attach":
                pad.attach(text)
                model.attached = True
            elif step == "detach":
                pad.detach()
                model.attached = False
            elif step == "refuse":
                model.refused = subject.refused = {"should_return", "should_end"} if not model.refused else set()
            elif not model.shown:
                try:
                    pad.touch((subject.now, 1, Phase.BEGAN, 1, 1))
                    raise AssertionError("a hidden keypad takes a touch")
                except scrim.InvalidStateError:
                    pass
            else:
                key = next(key for key in pad.keys() if key.label == step)
                assert subject.press(key) == model.press(step), step
            assert (subject.told, pad.generation) == (model.told, model.generation), step
            assert bool(pad.keys()) == model.shown
            assert text.equals(model.text) and text.is_editing == model.editing
            assert subject.is_revealed() == (model.revealed and bool(model.text)), step
            now = subject.order()
            if model.generation == before:
                assert now == was
            if now:
                assert sorted(now) == sorted(DIGITS)
                # With MANUAL, it is the same order for ever, because nothing here asks for another.
                assert reshuffle != Reshuffle.MANUAL or order in ("", now)
                order = now
