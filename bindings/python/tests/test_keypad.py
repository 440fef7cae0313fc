# SPDX-License-Identifier: MIT
"""Keypad: layouts, shuffling, and touches that end up in a text."""

import itertools
from typing import Any

import pytest

import scrim
from scrim import KeypadResult, Key, KeyKind, Phase, Shuffle, Touch


MS = 1_000_000
clock = itertools.count(1000 * MS, 40 * MS)


def show(pad: scrim.Keypad) -> None:
    """Shows the keypad long enough for touches to count."""
    pad.show()
    pad.presented(next(clock) - 100 * MS)


def press(pad: scrim.Keypad, key: Key) -> KeypadResult:
    x, y = key.rect.x + key.rect.width / 2, key.rect.y + key.rect.height / 2
    assert pad.touch(Touch(next(clock), 1, Phase.BEGAN, x, y)) == KeypadResult.NONE
    return pad.touch(Touch(next(clock), 1, Phase.ENDED, x, y))


def key(pad: scrim.Keypad, label: str) -> Key:
    return next(key for key in pad.keys() if key.label == label)


def digits(pad: scrim.Keypad) -> str:
    return "".join(key.label for key in pad.keys() if key.kind == KeyKind.INSERT)


@pytest.mark.parametrize("shuffle", Shuffle)
def test_a_pin_is_typed(shuffle: Shuffle) -> None:
    with scrim.Text(4) as text, scrim.Keypad(shuffle=shuffle) as pad:
        pad.attach(text)
        show(pad)
        by_label = {key.label: key for key in pad.keys()}
        delete, done = (next(k for k in pad.keys() if k.kind == kind) for kind in (KeyKind.DELETE, KeyKind.DONE))
        assert [press(pad, by_label[digit]) for digit in "90214"] == [KeypadResult.INSERTED] * 4 + [KeypadResult.REJECTED]
        assert text.equals("9021") and text.masked == "●●●●"
        assert press(pad, delete) == KeypadResult.DELETED
        assert press(pad, by_label["7"]) == KeypadResult.INSERTED
        assert press(pad, done) == KeypadResult.DONE
        assert text.equals("9027")


def test_without_shuffle_the_digits_stand_as_on_a_telephone() -> None:
    with scrim.Keypad(shuffle=Shuffle.NONE) as pad:
        assert pad.keys() == []
        pad.show()
        kinds = [key.kind for key in pad.keys()]
        assert digits(pad) == "1234567890"
        assert kinds == [KeyKind.INSERT] * 9 + [KeyKind.DELETE, KeyKind.INSERT, KeyKind.DONE]
        pad.hide()
        assert pad.keys() == []


def test_fingers() -> None:
    with scrim.Text() as text, scrim.Keypad(shuffle=Shuffle.NONE) as pad:
        pad.attach(text)
        show(pad)
        touches = [
            (1, Phase.BEGAN, 50, KeypadResult.NONE),
            (1, Phase.ENDED, 150, KeypadResult.NONE),  # slid off
            (1, Phase.BEGAN, 50, KeypadResult.NONE),
            (2, Phase.BEGAN, 150, KeypadResult.INSERTED),  # presses the first finger's key
            (1, Phase.ENDED, 50, KeypadResult.NONE),
            (2, Phase.ENDED, 150, KeypadResult.INSERTED),
            (1, Phase.BEGAN, 50, KeypadResult.NONE),
            (1, Phase.CANCELLED, 50, KeypadResult.NONE),
        ]
        assert [pad.touch((next(clock), id, phase, x, 50)) for id, phase, x, _ in touches] == [t[3] for t in touches]
        assert text.equals("12")


def test_nothing_is_accepted_before_it_is_presented() -> None:
    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.attach(text)
        pad.show()
        generation = pad.generation
        assert pad.touch((1000 * MS, 1, Phase.BEGAN, 50, 50)) == KeypadResult.REJECTED
        pad.presented(1000 * MS)
        assert pad.touch((1099 * MS, 1, Phase.BEGAN, 50, 50)) == KeypadResult.REJECTED
        assert pad.touch((1100 * MS, 1, Phase.BEGAN, 50, 50)) == KeypadResult.NONE
        pad.shuffle()
        assert pad.generation > generation
        assert pad.touch((1200 * MS, 1, Phase.ENDED, 50, 50)) == KeypadResult.REJECTED
        pad.presented(0, generation)
        assert pad.touch((1300 * MS, 1, Phase.BEGAN, 50, 50)) == KeypadResult.REJECTED
        with pytest.raises(scrim.InvalidArgumentError):
            pad.presented(0, pad.generation + 1)


def test_delete_repeats() -> None:
    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.attach(text)
        text.insert("12345")
        pad.show()
        pad.presented(0)
        assert pad.next_deadline is None
        pad.touch((100 * MS, 1, Phase.BEGAN, 50, 350))
        assert pad.next_deadline == 600 * MS
        assert pad.advance(599 * MS) == KeypadResult.NONE
        assert [pad.advance(time * MS) for time in (600, 650, 700)] == [KeypadResult.DELETED, KeypadResult.NONE, KeypadResult.DELETED]
        assert text.equals("123")


def test_reshuffled_after_each_press() -> None:
    with scrim.Text() as text, scrim.Keypad(reshuffle=scrim.Reshuffle.ON_PRESS) as pad:
        pad.attach(text)
        show(pad)
        orders = set()
        for digit in "271828":
            assert press(pad, key(pad, digit)) == KeypadResult.INSERTED
            pad.presented(next(clock) - 100 * MS)
            orders.add(digits(pad))
        assert text.equals("271828") and len(orders) == 6


def test_the_switch_lasts_one_entry() -> None:
    with scrim.Keypad(allow_unshuffled=True) as pad, scrim.Keypad() as other:
        pad.show()
        pad.set_shuffle_enabled(False)
        assert digits(pad) == "1234567890"
        pad.show()
        assert digits(pad) != "1234567890"
        other.show()
        with pytest.raises(scrim.UnsupportedError):
            other.set_shuffle_enabled(False)


def test_a_password_on_a_keyboard() -> None:
    with scrim.Text() as text, scrim.Keypad(layout=scrim.Layout.QWERTZ) as pad:
        pad.attach(text)
        show(pad)
        for label in ["k", "⇧", "Z", "123", "7", "=<", "€", "abc", " ", "a"]:
            generation = pad.generation
            assert press(pad, key(pad, label)) in (KeypadResult.INSERTED, KeypadResult.NONE)
            if pad.generation != generation:
                pad.presented(next(clock) - 100 * MS)
        assert text.equals("kZ7€ a")


def test_a_layout_of_ones_own() -> None:
    flags = ["🇩🇪", "🇫🇷", "🇳🇱", "🇵🇱"]
    caps = [scrim.KeySpec(flag, column, 0) for column, flag in enumerate(flags)]
    caps += [scrim.KeySpec("ok", 0, 1, KeyKind.DONE, columns=4)]
    with scrim.Text() as text, scrim.Keypad((0, 0, 400, 100), layout=caps, blank_keys_per_row=1) as pad:
        pad.attach(text)
        show(pad)
        assert [key.label for key in pad.keys(scrim.KeyOrder.UNSHUFFLED)] == [*flags, "", "ok"]
        for flag in flags:
            assert press(pad, key(pad, flag)) == KeypadResult.INSERTED
        assert press(pad, key(pad, "")) == KeypadResult.NONE
        assert press(pad, key(pad, "ok")) == KeypadResult.DONE
        assert text.equals("".join(flags)) and text.count == 4


ONE = scrim.KeySpec("1", 0, 0)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ([], "layout must be a Layout or at least one KeySpec (got no keys)"),
        ([scrim.KeySpec("12", 0, 0)], "key 0: label of an INSERT key must be one character (got '12')"),
        ([ONE, scrim.KeySpec("x", 1, 0, KeyKind.BLANK)], "key 1: label of a BLANK key must be empty (got 'x')"),
        ([scrim.KeySpec("1", 0, 0, name="x" * 64)], "key 0: name must have at most 63 bytes of UTF-8 (got 64)"),
        ([ONE, scrim.KeySpec("", 1, 0, KeyKind.BLANK, name="x")], "key 1: name of a BLANK key must be empty (got 'x')"),
        ([scrim.KeySpec("x" * 32, 0, 0, KeyKind.DONE)], "key 0: label must have at most 31 bytes of UTF-8 (got 32)"),
        ([scrim.KeySpec("a\n", 0, 0, KeyKind.DONE)], "key 0: label must not have control characters or lone surrogates (got 'a\\n')"),
        ([ONE, scrim.KeySpec("2", 0, 0)], "key 1 overlaps key 0: both cover column 0, row 0 of page 0"),
        ([scrim.KeySpec("1", 63, 0, columns=2)], "key 0: column and columns must stay within 64 columns (got 63 and 2)"),
        ([scrim.KeySpec("1", 0, 0, rows=0)], "key 0: rows must be at least 1 (got 0)"),
        ([scrim.KeySpec("1", 0, 0, page=8)], "key 0: page must be from 0 to 7 (got 8)"),
        ([scrim.KeySpec("1", 0, 0, page=1)], "page 0 must have a key, because page 1 has one"),
        ([scrim.KeySpec("2", 0, 0, KeyKind.PAGE, target=1)], "key 0: target must be a page of the layout, from 0 to 0 (got 1)"),
        ([scrim.KeySpec("1", 0, 0, target=1)], "key 0: target must be 0 unless kind is SHIFT or PAGE (got 1)"),
    ],
)  # fmt: skip
def test_a_layout_that_is_wrong_is_explained(keys: list[scrim.KeySpec], message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as error:
        scrim.Keypad(layout=keys)
    assert str(error.value) == message


def test_a_layout_that_is_too_large_is_explained() -> None:
    keys = [scrim.KeySpec("1", number % 60, number // 60) for number in range(127)]
    with pytest.raises(scrim.LimitError, match="at most 128 keys .got 127, and 2 blank ones for each shuffled row"):
        scrim.Keypad(layout=keys, blank_keys_per_row=2)
    with pytest.raises(scrim.InvalidArgumentError, match="blank_keys_per_row must keep the grid within 64 columns"):
        scrim.Keypad(layout=[scrim.KeySpec("1", 61, 0)], blank_keys_per_row=4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bounds": (0, 0, 0, 10)}, "bounds: width must be larger than 0 (got 0)"),
        ({"bounds": (0, 0, 10, -4)}, "bounds: height must not be negative (got -4)"),
        ({"bounds": (0, 0, float("inf"), 10)}, "bounds: width must be finite (got inf)"),
        ({"column_spacing": -1}, "column_spacing must be from 0 to 2^30 (got -1)"),
        ({"row_spacing": 200}, "column_spacing and row_spacing must leave room for every key inside bounds (got 0 and 200)"),
        ({"shuffle": 7}, "shuffle must be one of Shuffle.AUTO, Shuffle.NONE, Shuffle.ROWS, Shuffle.ALL, Shuffle.DIGITS (got 7)"),
    ],
)
def test_options_that_are_wrong_are_explained(options: dict[str, Any], message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as error:
        scrim.Keypad(**options)
    assert str(error.value) == message


ADVICE = "Use Shuffle.AUTO or Shuffle.ALL, or Shuffle.NONE if keys must keep their order"


@pytest.mark.parametrize(
    ("layout", "shuffle", "message"),
    [
        (scrim.Layout.QWERTY, Shuffle.DIGITS, "shuffle=Shuffle.DIGITS would leave page 0 of Layout.QWERTY unshuffled: it has no digits."),
        (
            [scrim.KeySpec("a", 0, 0), scrim.KeySpec("b", 0, 1)],
            Shuffle.ROWS,
            "shuffle=Shuffle.ROWS would leave page 0 of layout unshuffled: of its 2 inserting keys that are not fixed, no two are in one row.",
        ),
        (
            [ONE, scrim.KeySpec("2", 1, 0), scrim.KeySpec("1", 0, 0, page=1), scrim.KeySpec("a", 1, 0, page=1)],
            Shuffle.DIGITS,
            "shuffle=Shuffle.DIGITS would leave page 1 of layout unshuffled: of its 2 inserting keys that are not fixed, fewer than two"
            " insert a digit.",
        ),
    ],
)
def test_a_shuffle_that_would_leave_a_page_as_it_is_is_explained(layout: Any, shuffle: Shuffle, message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as error:
        scrim.Keypad(layout=layout, shuffle=shuffle)
    assert str(error.value) == f"{message} {ADVICE}"
    for accepted in (Shuffle.AUTO, Shuffle.ALL, Shuffle.NONE):
        scrim.Keypad(layout=layout, shuffle=accepted).close()


def spoken(pad: scrim.Keypad) -> list[str]:
    return [key.name or key.label for key in pad.keys(scrim.KeyOrder.UNSHUFFLED)]


def test_function_keys_have_names_to_speak() -> None:
    with scrim.Keypad(layout=scrim.Layout.PAYMENT) as pad:
        pad.show()
        assert spoken(pad) == [*"123", "delete", *"456789", "done", ".", "0", "dismiss"]
    with scrim.Keypad((0, 0, 600, 220), layout=scrim.Layout.QWERTY) as pad:
        show(pad)
        assert spoken(pad)[-6:] == ["delete", "digits and symbols", ",", "space", ".", "done"]
        press(pad, key(pad, "123"))
        assert spoken(pad)[-5:] == ["letters", ",", "space", ".", "done"] and "more symbols" in spoken(pad)


def test_labels_and_names_in_another_language() -> None:
    labels = [
        scrim.KeyLabel(KeyKind.DELETE, name="Löschen"),
        scrim.KeyLabel(KeyKind.DONE, "Fertig"),
        scrim.KeyLabel(KeyKind.PAGE, "?!", "Zeichen"),
        scrim.KeyLabel(KeyKind.PAGE, "Aa", "Buchstaben", target=0),
    ]
    with scrim.Text() as text, scrim.Keypad((0, 0, 600, 220), layout=scrim.Layout.QWERTZ, labels=labels) as pad:
        pad.attach(text)
        show(pad)
        shown = {kind: (label, name, target) for _, kind, label, name, target in pad.keys()}
        assert shown[KeyKind.DELETE] == ("⌫", "Löschen", 0)
        assert shown[KeyKind.DONE] == ("Fertig", "", 0)
        assert shown[KeyKind.SHIFT] == ("⇧", "shift", 1)
        assert shown[KeyKind.PAGE] == ("?!", "Zeichen", 2)
        press(pad, key(pad, "?!"))
        assert key(pad, "Aa")[3:] == ("Buchstaben", 0)
        pad.presented(next(clock) - 100 * MS)
        assert press(pad, key(pad, "Fertig")) == KeypadResult.DONE


def test_names_move_with_their_keys() -> None:
    names = {".": "decimal point", "1": "one", "2": "", "3": "the number three"}
    layout = [scrim.KeySpec(label, column, 0, name=name) for column, (label, name) in enumerate(names.items())]
    layout += [scrim.KeySpec("*", 4, 0, fixed=True, name="star"), scrim.KeySpec("", 5, 0, KeyKind.BLANK)]
    places = set()
    with scrim.Text(allowed=scrim.Allowed.DIGITS) as text, scrim.Keypad(layout=layout, shuffle=Shuffle.ALL) as pad:
        for _ in range(60):
            pad.show()
            found = pad.keys()
            assert {k.label: k.name for k in found} == {**names, "*": "star", "": ""}
            assert found[4].name == "star"
            places.add([k.label for k in found].index("."))
        assert places == {0, 1, 2, 3, 5}
        pad.attach(text)  # keys that it refuses become blank, and lose their names
        assert {k.label: k.name for k in pad.keys()} == {label: names[label] for label in "123"} | {"": ""}


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (scrim.KeyLabel(KeyKind.INSERT, "x"), "kind must be a function key, because INSERT and BLANK keys keep their labels (got INSERT)"),
        (scrim.KeyLabel(KeyKind.DONE), "label or name must be given (got neither)"),
        (scrim.KeyLabel(KeyKind.DONE, "x" * 32), "label must have at most 31 bytes of UTF-8 (got 32)"),
        (scrim.KeyLabel(KeyKind.DONE, name="é" * 32), "name must have at most 63 bytes of UTF-8 (got 64)"),
        (scrim.KeyLabel(KeyKind.DONE, name="a\x7f"), "name must not have control characters or lone surrogates (got 'a\\x7f')"),
        (scrim.KeyLabel(KeyKind.DONE, name="\x9b2J"), "name must not have control characters or lone surrogates (got '\\x9b2J')"),
        (scrim.KeyLabel(KeyKind.DONE, "x", target=1), "target must be None unless kind is SHIFT or PAGE (got 1)"),
        (scrim.KeyLabel(KeyKind.PAGE, "x", target=8), "target must be from 0 to 7 (got 8)"),
        (scrim.KeyLabel(KeyKind.PAGE, "x", target=1), "the layout has no PAGE key that shows page 1"),
        (scrim.KeyLabel(KeyKind.CLEAR, "x"), "the layout has no CLEAR key"),
    ],
)
def test_labels_that_are_wrong_are_explained(label: scrim.KeyLabel, message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as error:
        scrim.Keypad(layout=scrim.Layout.QWERTY, labels=[scrim.KeyLabel(KeyKind.DELETE, "x"), label])
    assert str(error.value) == f"labels[1]: {message}"
    with pytest.raises(TypeError, match="labels.0. must be a KeyLabel"):
        scrim.Keypad(labels=["delete"])  # type: ignore[list-item]
    with pytest.raises(scrim.LimitError, match="labels must have at most 1024 entries .got 1025"):
        scrim.Keypad(labels=[scrim.KeyLabel(KeyKind.DONE, "x")] * 1025)


def test_labels_without_a_target_apply_to_all_keys_of_a_kind() -> None:
    labels = [scrim.KeyLabel(KeyKind.PAGE, "…", "another page"), scrim.KeyLabel(KeyKind.DONE, "OK")]
    with scrim.Keypad((0, 0, 600, 220), layout=scrim.Layout.QWERTY, labels=labels) as pad:
        show(pad)
        assert press(pad, key(pad, "…")) == KeypadResult.NONE
        assert [k.target for k in pad.keys() if k.label == "…"] == [3, 0] and key(pad, "OK").name == ""


@pytest.mark.parametrize("raises", [False, True])
def test_a_text_is_attached_or_detached_even_if_the_layout_was_damaged(raises: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    lib = scrim.keypad.lib
    with scrim.Text() as text, scrim.Keypad() as pad:
        for name, change, needs in (("attach", lambda: pad.attach(text), text), ("detach", pad.detach, None)):
            call = getattr(lib, f"scrim_keypad_{name}")

            def damaged(*arguments: object, call: Any = call) -> int:
                assert call(*arguments) == 0
                if raises:
                    scrim._relay.keep(lambda: 1 / 0)
                return scrim.CorruptedError.status

            monkeypatch.setattr(lib, f"scrim_keypad_{name}", damaged)
            with pytest.raises(ZeroDivisionError if raises else scrim.CorruptedError):
                change()
            assert pad._needs is needs


def test_without_a_text_keys_are_refused() -> None:
    with scrim.Text() as text, scrim.Keypad() as pad:
        show(pad)
        assert press(pad, pad.keys()[0]) == KeypadResult.REJECTED
        pad.attach(text)
        assert press(pad, pad.keys()[0]) == KeypadResult.INSERTED
        pad.detach()
        assert press(pad, pad.keys()[0]) == KeypadResult.REJECTED
        assert text.count == 1


def test_states_and_arguments() -> None:
    with scrim.Keypad() as pad:
        with pytest.raises(scrim.InvalidStateError, match="the keypad is hidden: call show"):
            pad.touch((0, 1, Phase.BEGAN, 1, 1))
        with pytest.raises(scrim.InvalidStateError, match="the keypad was never shown: call show"):
            pad.presented(0)
        show(pad)
        for bad in [(-1, 1, 1, 0, 0), (2**64, 1, 1, 0, 0), (0, -1, 1, 0, 0), (0, 1, 2**32 + 1, 0, 0), (0, 1, 9, 0, 0)]:
            with pytest.raises(scrim.InvalidArgumentError):
                pad.touch(bad)
        with pytest.raises(scrim.InvalidArgumentError) as error:
            pad.touch((0, 1, 1, float("nan"), 43.25))
        assert str(error.value) == "x and y must be finite, and at most 2^30"  # and not where the finger is
    for bounds in [(0, 0, 0, 10), (0, 0, float("inf"), 10), (0, 0, 10), (0, 0, -5, 5)]:
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.Keypad(bounds)
    with pytest.raises(scrim.ScrimError):
        scrim.Keypad(layout=99)  # type: ignore[arg-type]


def test_a_closed_text_is_noticed() -> None:
    with scrim.Keypad() as pad:
        text = scrim.Text()
        pad.attach(text)
        show(pad)
        text.close()
        first = pad.keys()[0].rect
        with pytest.raises(scrim.ClosedError):
            pad.touch((next(clock), 1, Phase.BEGAN, first.x, first.y))
        pad.detach()
        assert press(pad, pad.keys()[0]) == KeypadResult.REJECTED


def done(pad: scrim.Keypad) -> KeypadResult:
    return press(pad, next(k for k in pad.keys() if k.kind == KeyKind.DONE))


def test_done_hides_the_keypad_and_ends_editing() -> None:
    told: list[str] = []
    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.attach(text)
        text.set_callbacks(scrim.TextCallbacks(done=lambda: told.append("done"), should_return=lambda: bool(text.count)))
        text.begin_editing()
        show(pad)
        assert done(pad) == KeypadResult.REJECTED and pad.keys() and text.is_editing
        press(pad, key(pad, "1"))
        press(pad, key(pad, "2"))
        assert done(pad) == KeypadResult.DONE
        assert (pad.keys(), text.is_editing, told) == ([], False, ["done"])
        with pytest.raises(scrim.InvalidStateError):
            pad.touch((next(clock), 1, Phase.BEGAN, 50, 50))
        assert text.equals("12")


def test_done_can_keep_the_keypad() -> None:
    with scrim.Text() as text, scrim.Keypad(keep_on_done=True) as pad:
        pad.attach(text)
        orders = set()
        show(pad)
        for _ in range(5):
            generation = pad.generation
            assert done(pad) == KeypadResult.DONE
            assert pad.generation == generation + 1
            assert pad.touch((next(clock), 1, Phase.BEGAN, 50, 50)) == KeypadResult.REJECTED
            pad.touch((next(clock), 1, Phase.CANCELLED, 50, 50))
            pad.presented(next(clock) - 100 * MS)
            orders.add(digits(pad))
        assert len(orders) == 5


def test_dismiss_ends_editing_and_conceals() -> None:
    shown: list[bool] = []
    with scrim.Text() as text, scrim.Keypad(layout=scrim.Layout.PAYMENT) as pad:
        pad.attach(text)
        text.insert("12")
        text.begin_editing()
        show(pad)
        text.reveal(next(clock))
        assert press(pad, next(k for k in pad.keys() if k.kind == KeyKind.DISMISS)) == KeypadResult.DISMISSED
        text.display(next(clock), lambda _view, _count, revealed: shown.append(revealed))
        assert (pad.keys(), text.is_editing, any(shown)) == ([], False, False)


class CallbackLog:
    """Callbacks that note their names, and how many keys the keypad has."""

    def __init__(self, pad: scrim.Keypad) -> None:
        self.events: list[tuple[str, int]] = []
        self.bounds: set[scrim.Rect] = set()
        for name in ("will_show", "did_show", "will_hide", "did_hide"):
            setattr(self, name, lambda bounds, name=name: self.note(pad, name, bounds))
        pad.set_callbacks(scrim.KeypadCallbacks(**{n: getattr(self, n) for n in ("will_show", "did_show", "will_hide", "did_hide")}))

    def note(self, pad: scrim.Keypad, name: str, bounds: scrim.Rect) -> None:
        self.events.append((name, len(pad.keys())))
        self.bounds.add(bounds)
        with pytest.raises(scrim.BusyError):
            pad.hide()


def test_a_keypad_reports_that_it_shows_and_hides() -> None:
    with scrim.Keypad((5, 6, 300, 400)) as pad:
        log = CallbackLog(pad)
        show(pad)
        pad.shuffle()
        pad.show()
        pad.hide()
        pad.hide()
        assert log.events == [("will_show", 0), ("did_show", 12), ("will_hide", 12), ("did_hide", 0)]
        assert log.bounds == {(5, 6, 300, 400)}
        show(pad)
        done(pad)
        assert log.events[4:] == log.events[:4]
        pad.set_callbacks(None)
        pad.show()
        assert len(log.events) == 8


@pytest.mark.parametrize("name", ["will_show", "did_show", "will_hide", "did_hide"])
def test_exceptions_of_callbacks_arrive_at_the_caller(name: str) -> None:
    def fail(_: scrim.Rect) -> None:
        raise RuntimeError(name)

    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.attach(text)
        if name.endswith("hide"):
            show(pad)
        pad.set_callbacks(scrim.KeypadCallbacks(**{name: fail}))
        with pytest.raises(RuntimeError, match=name):
            pad.show() if name.endswith("show") else done(pad)
        assert bool(pad.keys()) == name.endswith("show")  # in spite of the exception


def test_a_keypad_that_is_closed_inside() -> None:
    for name, error in (("will_show", True), ("did_show", False)):
        pad = scrim.Keypad()
        pad.set_callbacks(scrim.KeypadCallbacks(**{name: lambda _: pad.close()}))  # noqa: B023
        if error:
            with pytest.raises(scrim.ClosedError):
                pad.show()
        else:
            pad.show()
        assert pad.closed
    assert scrim.live_handles() == 0


def test_exceptions_of_the_text_arrive_from_a_repeated_key() -> None:
    def fail() -> None:
        raise RuntimeError("redraw")

    with scrim.Text() as text, scrim.Keypad() as pad:
        pad.attach(text)
        text.insert("12")
        pad.show()
        pad.presented(0)
        pad.touch((100 * MS, 1, Phase.BEGAN, 50, 350))
        text.set_callbacks(scrim.TextCallbacks(did_change=fail))
        with pytest.raises(RuntimeError, match="redraw"):
            pad.advance(600 * MS)
        assert text.count == 1
