# SPDX-License-Identifier: MIT
"""What a text asks and tells in Python, masks, and texts that hide their length."""

import gc
import traceback
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import scrim
from scrim import Change, MaskKind, TextCallbacks


def recorder(refuse: str = "") -> tuple[list[object], TextCallbacks]:
    """Callbacks that write down what they are asked and told, and refuse the question of one name."""
    events: list[object] = []

    def ask(name: str):  # type: ignore[no-untyped-def]
        return lambda: (events.append(name), name != refuse)[1]

    def tell(name: str):  # type: ignore[no-untyped-def]
        return lambda: events.append(name)

    return events, TextCallbacks(
        should_change=lambda change: (events.append(change), refuse != "should_change")[1],
        did_change=tell("did_change"), should_clear=ask("should_clear"), should_return=ask("should_return"),
        done=tell("done"), should_begin=ask("should_begin"), did_begin=tell("did_begin"),
        should_end=ask("should_end"), did_end=tell("did_end"), display_changed=tell("display_changed"),
    )  # fmt: skip


def test_events_in_order() -> None:
    events, callbacks = recorder()
    with scrim.Text() as text:
        text.set_callbacks(callbacks)
        assert events == ["display_changed"]
        events.clear()
        text.insert("ab👩‍💻")
        text.delete_backward()
        assert events == [Change(0, 0, 3), "did_change", "display_changed",
                          Change(2, 1, 0), "did_change", "display_changed"]  # fmt: skip
        events.clear()
        text.begin_editing()
        assert text.is_editing
        text.done()
        assert not text.is_editing
        text.clear()
        assert events == ["should_begin", "did_begin", "should_return", "should_end", "did_end", "done",
                          "should_clear", "did_change", "display_changed"]  # fmt: skip
        events.clear()
        text.set_callbacks(None)
        text.insert("x")
        assert events == []


@pytest.mark.parametrize("refuse, act", [
    ("should_change", lambda text: text.insert("x")), ("should_change", scrim.Text.delete_backward),
    ("should_clear", scrim.Text.clear), ("should_return", scrim.Text.done), ("should_begin", scrim.Text.begin_editing),
])  # fmt: skip
def test_vetoes(refuse: str, act) -> None:  # type: ignore[no-untyped-def]
    with scrim.Text() as text:
        text.set("secret")
        text.set_callbacks(recorder(refuse)[1])
        with pytest.raises(scrim.RefusedError):
            act(text)
        assert text.equals("secret") and not text.is_editing


def test_what_a_callback_raises_refuses_and_comes_out() -> None:
    def should_change(_: Change) -> bool:
        raise KeyError("no")

    with scrim.Text() as text, scrim.Keypad(bounds=(0, 0, 300, 400)) as keypad:
        text.set_callbacks(TextCallbacks(should_change=should_change))
        with pytest.raises(KeyError):
            text.insert("x")
        keypad.attach(text)
        keypad.show()
        key = next(key for key in keypad.keys() if key.kind == scrim.KeyKind.INSERT)
        middle = key.rect.x + key.rect.width / 2, key.rect.y + key.rect.height / 2
        keypad.presented(0)
        keypad.touch((100_000_000, 1, scrim.Phase.BEGAN, *middle))
        with pytest.raises(KeyError):
            keypad.touch((100_000_001, 1, scrim.Phase.ENDED, *middle))
        assert not text


def test_a_text_may_be_asked_but_not_changed_by_its_callbacks() -> None:
    counts: list[int] = []
    with scrim.Text() as text:
        text.set_callbacks(TextCallbacks(did_change=lambda: counts.append(text.count)))
        text.insert("ab")
        text.set_callbacks(TextCallbacks(did_change=text.clear))
        with pytest.raises(scrim.BusyError):
            text.insert("c")
        assert counts == [2] and text.equals("abc")


@pytest.mark.parametrize("name", ["should_change", "did_change", "display_changed"])
def test_a_callback_may_wipe_the_text(name: str) -> None:
    with scrim.Text() as text:
        text.insert("1234")
        text.set_callbacks(TextCallbacks(**{name: lambda *_: (text.wipe(), True)[1] if len(text) else None}))
        if name != "display_changed":
            with pytest.raises(scrim.RefusedError):
                text.insert("5")
        assert len(text) == 0 and text.with_bytes(bytes) == b""


def test_done_is_the_place_to_check_and_wipe() -> None:
    checked = []

    def done() -> None:
        checked.append(text.equals("1234"))
        text.wipe()

    with scrim.Text() as text:
        text.insert("1234")
        text.set_callbacks(TextCallbacks(done=done))
        text.done()
        assert checked == [True] and text.equals("")


def test_bytes_that_are_lent_are_zero_once_the_text_is_wiped() -> None:
    seen: list[bool] = []

    def look(view: memoryview) -> None:
        text.wipe()
        seen.append(not any(view))

    with scrim.Text() as text:
        text.insert("1234")
        with pytest.raises(scrim.RefusedError):
            text.with_bytes(look)
        assert seen == [True] and len(text) == 0


def test_callbacks_do_not_keep_a_text_alive() -> None:
    text = scrim.Text()
    text.set_callbacks(recorder()[1])
    reference = weakref.ref(text)
    gc.disable()
    try:
        del text
        assert reference() is None and scrim.live_handles() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("kind, count, empty, two", [(MaskKind.PER_CLUSTER, 0, "", "**"), (MaskKind.FIXED, 5, "*****", "*****"),
                                                     (MaskKind.NONE, 0, "", "")])  # fmt: skip
def test_masks(kind: MaskKind, count: int, empty: str, two: str) -> None:
    with scrim.Text(mask="*", mask_kind=kind, mask_count=count) as text:
        assert text.masked == empty
        text.insert("ab")
        assert text.masked == two


def test_a_hidden_length() -> None:
    events, callbacks = recorder()
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.Text(hide_length=True)
    with scrim.Text(4, mask_kind=MaskKind.NONE, hide_length=True) as text:
        text.set_callbacks(callbacks)
        events.clear()
        text.delete_backward()
        text.insert("abcd")
        assert events == [Change(None, None, 0), "did_change", "display_changed",
                          Change(None, None, 4), "did_change", "display_changed"]  # fmt: skip
        assert text.equals("abcd") and text.with_bytes(bytes) == b"abcd"
        for ask in (lambda: text.count, lambda: text.selection, lambda: text.select(0), lambda: text.replace(0, 0, "x")):
            with pytest.raises(scrim.LengthHiddenError):
                ask()
        text.insert("e")
        assert not text.equals("abcd")
        text.set("abcd")
        events.clear()
        text.insert("much longer than the text")
        assert events == [Change(None, None, 25), "did_change", "display_changed"]
        assert not text.equals("abcd")
        with pytest.raises(scrim.FullError):
            text.insert("7" * 65537)
        with pytest.raises(scrim.FullError):
            text.with_bytes(bytes)


def test_an_exception_that_counts_as_false_comes_out_of_a_keypad_with_a_text() -> None:
    class Empty(Exception):
        def __len__(self) -> int:
            return 0

    def will_show(_: scrim.Rect) -> None:
        raise Empty

    with scrim.Text() as text, scrim.Keypad(bounds=(0, 0, 300, 400)) as keypad:
        keypad.attach(text)
        keypad.set_callbacks(scrim.KeypadCallbacks(will_show=will_show))
        with pytest.raises(Empty):
            keypad.show()


def test_an_interrupted_call_wipes_the_bytes_of_a_string(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a signal handler raised while the string is encoded."""
    copies: list[bytearray] = []

    class Kept(bytearray):
        def __init__(self, size: int) -> None:
            super().__init__(size)
            copies.append(self)

    class Interrupted(str):
        def __iter__(self) -> Iterator[str]:
            yield from "12"
            assert copies[-1][:2] == b"12"
            raise KeyboardInterrupt

    monkeypatch.setattr(scrim.text, "bytearray", Kept, raising=False)
    with scrim.Text() as text:
        for call in (text.insert, text.set, text.equals):
            with pytest.raises(KeyboardInterrupt):
                call(Interrupted("1234"))
    assert len(copies) == 3 and not any(map(any, copies))


def test_an_interrupted_call_gives_the_bytes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a signal handler raised right after the bytes were borrowed."""
    get = scrim._buffer._get

    def interrupted(*arguments: Any) -> None:
        get(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(scrim._buffer, "_get", interrupted)
    secret = bytearray(b"1234")
    with scrim.Text() as text, pytest.raises(KeyboardInterrupt):
        text.insert(secret)
    secret.append(5)  # BufferError if it is still borrowed


def raise_chained(view: memoryview, how: str) -> None:
    def read() -> None:
        copy = bytes(view)
        raise LookupError(len(copy))

    try:
        read()
    except LookupError as error:
        if how == "cause":
            raise ValueError("chained") from error
        raise ExceptionGroup("chained", [error]) if how == "group" else ValueError("chained")


def locals_of(error: BaseException | None, name: str) -> list[dict[str, Any]]:
    assert error is not None
    return [frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code.co_name == name]


@pytest.mark.parametrize("how", ["cause", "context", "group"])
def test_no_exception_that_led_to_another_keeps_the_secret(how: str) -> None:
    with scrim.Text() as text:
        text.insert("1234")
        with pytest.raises((ValueError, ExceptionGroup)) as caught:
            text.with_bytes(lambda view: raise_chained(view, how))
    assert locals_of(caught.value.__context__, "read") == [{}]


def test_what_the_caller_was_handling_keeps_its_locals() -> None:
    def fail() -> None:
        mark = 1
        raise OSError(mark)

    try:
        fail()
    except OSError as handled:
        with scrim.Text() as text, pytest.raises(ValueError, match="chained"):
            text.with_bytes(lambda view: raise_chained(view, "context"))
        assert locals_of(handled, "fail") == [{"mark": 1}]


def raise_again(how: str, handled: BaseException) -> None:
    if how == "bare":
        raise
    if how == "named":
        raise handled
    if how == "older":
        raise handled.__context__ or handled
    try:
        raise LookupError
    except LookupError:
        if how == "context":
            raise handled
        raise ValueError("chained") from handled


@pytest.mark.parametrize("how", ["bare", "named", "older", "context", "cause"])
def test_a_handled_exception_that_is_raised_again_keeps_no_secret(how: str) -> None:
    def fail() -> None:
        mark = 1
        raise OSError(mark)

    def fail_again() -> None:
        mark = 2
        try:
            fail()
        except OSError:
            raise KeyError(mark) from None

    def read(view: memoryview) -> int:
        copy = bytes(view)
        raise_again(how, known)
        return len(copy)

    with scrim.Text() as text, pytest.raises((OSError, KeyError, ValueError)) as caught:
        text.insert("1234")
        try:
            fail_again()
        except KeyError as handled:
            known, older = handled, handled.__context__
            text.with_bytes(read)
    assert locals_of(caught.value, "read") == [{}]
    assert locals_of(older, "fail") == [{"mark": 1}]
    assert locals_of(known, "fail_again")[0]["mark"] == 2


def test_a_result_is_not_kept_if_a_slice_was() -> None:
    kept: list[memoryview] = []

    def keep(view: memoryview) -> bytes:
        kept.append(view[:1])
        return bytes(view)

    with scrim.Text() as text, pytest.raises(BufferError, match="kept") as caught:
        text.insert("1234")
        text.with_bytes(keep)
    frames = [frame.f_locals for frame, _ in traceback.walk_tb(caught.value.__traceback__)]
    assert not any(b"1234" in value for frame in frames for value in frame.values() if isinstance(value, list))


@pytest.mark.parametrize(
    "use",
    [
        lambda view: str(view, "ascii"),
        lambda view: str(view, "utf-8").encode("ascii"),
        lambda view: bytes(view).nothing,  # type: ignore[attr-defined]
    ],
)
def test_python_stores_no_secret_in_an_exception(use: Callable[[memoryview], object]) -> None:
    def read(view: memoryview) -> object:
        try:
            return use(view)
        except Exception as error:
            raise LookupError from error

    with scrim.Text() as text:
        text.insert("1234é")
        with pytest.raises(LookupError) as caught:
            text.with_bytes(lambda view: read(view))
    cause = caught.value.__cause__
    assert "1234" not in f"{cause} {cause!r} {vars(cause)} {getattr(cause, 'object', '')} {getattr(cause, 'obj', '')}"
