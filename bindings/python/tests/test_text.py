# SPDX-License-Identifier: MIT
"""Text, against a plain string that a second implementation of grapheme clusters edits."""

import array
import gc
from typing import Any

import numpy
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import scrim

PIECES = [*map(chr, range(128)), *"üñ€漢", *"👍👩💻❤🇩🇪🇫", "\u200d", "\ufe0f", "\u0301", "🏽", "👩‍💻", "1️⃣", "e\u0301"]
strings = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
edits = st.lists(st.one_of(strings, st.sampled_from([b"delete", b"clear", b"wipe"])), max_size=25)


def clusters(text: str) -> list[str]:
    found: list[str] = regex.findall(r"\X", text)
    return found


@given(edits, st.integers(8, 80))
def test_edits_agree_with_a_model(edits: list[str | bytes], capacity: int) -> None:
    model = ""
    with scrim.Text(capacity) as text:
        for edit in edits:
            if isinstance(edit, str):
                if len((model + edit).encode()) <= capacity:
                    text.insert(edit)
                    model += edit
                else:
                    with pytest.raises(scrim.FullError):
                        text.insert(edit)
            elif edit == b"delete":
                text.delete_backward()
                model = "".join(clusters(model)[:-1])
            else:
                text.clear() if edit == b"clear" else text.wipe()
                model = ""
            assert len(text) == text.count == len(clusters(model))
            assert text.masked == "●" * len(clusters(model))
            assert text.with_bytes(bytes) == model.encode()
            assert text.equals(model)


@given(strings, strings)
def test_equality(left: str, right: str) -> None:
    with scrim.Text(200) as one, scrim.Text(300) as other:
        one.insert(left)
        other.insert(right)
        assert one.equals(other) == other.equals(one) == one.equals(right.encode()) == (left == right)
        assert one.equals(left) and one.equals(bytearray(left.encode())) and one.equals(memoryview(left.encode()))
        assert not one.equals(left + "x") and not one.equals(b"\xff")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_a_str_goes_in_as_its_utf8(secret: str) -> None:
    with scrim.Text(200) as text:
        text.insert(secret)
        assert text.with_bytes(bytes) == secret.encode()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda b: numpy.frombuffer(b, numpy.uint8),
                                  lambda b: array.array("B", b), lambda b: memoryview(b"x" + b)[1:]])
def test_bytes_like_secrets(kind) -> None:  # type: ignore[no-untyped-def]
    with scrim.Text() as text:
        text.insert(kind("pässword".encode()))
        assert text.count == 8
        assert text.equals(kind("pässword".encode()))


@pytest.mark.parametrize("bad", [b"\xff", b"abc\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", "a\ud800"])
def test_malformed_utf8_is_refused_whole(bad: str | bytes) -> None:
    with scrim.Text() as text:
        text.insert("before")
        with pytest.raises(scrim.InvalidUTF8Error) as caught:
            text.insert(bad)
        assert isinstance(caught.value, UnicodeError)
        assert text.equals("before")


def test_a_buffer_with_gaps_is_refused() -> None:
    with scrim.Text() as text:
        with pytest.raises(BufferError):
            text.insert(memoryview(b"abcdef")[::2])
        with pytest.raises(TypeError):
            text.insert(5)  # type: ignore[arg-type]
        assert not text


@pytest.mark.parametrize("mask, shown", [("*", "**"), ("●", "●●"), ("🔒", "🔒🔒")])
def test_mask(mask: str, shown: str) -> None:
    with scrim.Text(mask=mask) as text:
        text.insert("ab")
        assert text.masked == shown


def test_a_long_mask_takes_a_second_call() -> None:
    with scrim.Text(1000) as text:
        text.insert("x" * 1000)
        assert text.masked == "●" * 1000


@pytest.mark.parametrize("mask", ["", "ab", "\ud800"])
def test_a_mask_is_one_character(mask: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.Text(mask=mask)


@pytest.mark.parametrize("capacity", [-1, 65537, 2**32 + 8, 2**64])
def test_a_capacity_is_never_wrapped(capacity: int) -> None:
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.Text(capacity)


def test_zero_is_the_default_of_every_number() -> None:
    with scrim.Text() as text, scrim.Text(0, max_clusters=0) as zero:
        assert text.capacity == zero.capacity == 256
        zero.insert("x" * 256)
        with pytest.raises(scrim.FullError):
            zero.insert("x")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mask": "ab"}, "mask must be one character (got 2 characters)"),
        ({"mask": "\ud800"}, "mask must be a Unicode character (got the surrogate U+D800)"),
        ({"required_protection": 33}, "required_protection must be a combination of Protection.GUARDED"),
        ({"required_protection": 33}, "(got 33)"),
        ({"allowed": 3}, "allowed must be one of Allowed.ANY, Allowed.DIGITS, Allowed.ASCII (got 3)"),
        ({"mask_kind": 3}, "mask_kind must be one of MaskKind.PER_CLUSTER, MaskKind.FIXED, MaskKind.NONE (got 3)"),
        ({"mask_kind": 1}, "mask_count must be from 1 to 64 with MaskKind.FIXED (got 0)"),
        ({"mask_count": 4}, "mask_count must be 0 without MaskKind.FIXED (got 4)"),
        ({"hide_length": True}, "hide_length needs MaskKind.FIXED or MaskKind.NONE"),
        ({"mask_kind": 2, "mask_delay_ns": 5}, "mask_delay_ns must be 0 without MaskKind.PER_CLUSTER (got 5)"),
        ({"mask_delay_ns": 10**10 + 1}, "mask_delay_ns must be from 0 to 10000000000 (got 10000000001)"),
        ({"visible": True, "required_protection": 1}, "required_protection is for secret texts, so it must not be set"),
        ({"visible": True, "mask": "*"}, "mask is for secret texts, so it must not be set with visible=True (got U+002A)"),
        ({"visible": True, "mask_kind": 2}, "mask_kind is for secret texts, so it must not be set with visible=True"),
        ({"visible": True, "mask_kind": 2}, "(got MaskKind.NONE)"),
        ({"visible": True, "mask_count": 4}, "mask_count is for secret texts, so it must not be set"),
        ({"visible": True, "hide_length": True}, "hide_length is for secret texts, so it must not be set"),
        ({"visible": True, "reveal_keypad": True}, "reveal_keypad is for secret texts, so it must not be set"),
        ({"visible": True, "mask_delay_ns": 5}, "mask_delay_ns is for secret texts, so it must not be set with visible=True (got 5)"),
    ],
)
def test_a_message_names_the_option(options: dict[str, Any], message: str) -> None:
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.Text(**options)
    assert message in str(caught.value)


def test_a_message_names_the_position() -> None:
    with scrim.Text() as text:
        text.insert("12")
        for call, message in (
            (lambda: text.select(3), "anchor must be inside the text (got 3)"),
            (lambda: text.select(0, 4), "anchor and caret must be inside the text (got 0 and 4)"),
            (lambda: text.replace(1, 2, "x"), "location and count must name a range inside the text (got 1 and 2)"),
            (lambda: text.move(7), "motion must be one of Motion.BACKWARD"),  # type: ignore[arg-type]
        ):
            with pytest.raises(scrim.InvalidArgumentError) as caught:
                call()
            assert message in str(caught.value)


def test_a_callback_s_own_error_keeps_its_message() -> None:
    def should_change(_: scrim.Change) -> bool:
        raise scrim.InvalidArgumentError("mine")

    with scrim.Text() as text:
        text.set_callbacks(scrim.TextCallbacks(should_change=should_change))
        with pytest.raises(scrim.InvalidArgumentError, match="mine"):
            text.replace(0, 0, "x")


def test_capacity_is_an_integer() -> None:
    with pytest.raises(TypeError):
        scrim.Text(8.0)  # type: ignore[arg-type]
    with scrim.Text(numpy.int16(8)) as text:  # type: ignore[arg-type]
        assert text.capacity == 8
        text.insert(b"12345678")
        with pytest.raises(scrim.FullError):
            text.insert(b"9")


def test_protection_can_be_asked_and_required() -> None:
    with scrim.Text() as text:
        there_is = text.protection
    assert scrim.Protection.GUARDED in there_is
    with scrim.Text(required_protection=there_is) as text:
        assert there_is in text.protection
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.Text(required_protection=1 << 20)


def test_read_lends_a_view_that_ends() -> None:
    lent: list[memoryview] = []
    with scrim.Text() as text:
        text.insert("secret")
        assert text.with_bytes(lambda view: (lent.append(view), view.readonly, len(view), view[0]))[1:] == (True, 6, ord("s"))
        with pytest.raises(ValueError):
            lent[0][0]
        text.clear()
        assert text.with_bytes(len) == 0


@pytest.mark.parametrize("keep", [
    lambda view: view[1:], lambda view: numpy.frombuffer(view, numpy.uint8), memoryview,
    lambda view: view.obj[:], lambda view: memoryview(view.obj), lambda view: view.obj.cast("b"),
])  # fmt: skip
def test_a_kept_part_of_the_view_is_an_error(keep) -> None:  # type: ignore[no-untyped-def]
    with scrim.Text() as text:
        text.insert("secret")
        with pytest.raises(BufferError, match="kept"):
            text.with_bytes(keep)
        gc.collect()
        assert text.with_bytes(len) == 6


def test_what_the_callback_raises_comes_out_without_its_locals() -> None:
    def callback(view: memoryview) -> None:
        part = view[:3]
        raise KeyError(len(part))

    with scrim.Text() as text:
        text.insert("secret")
        with pytest.raises(KeyError, match="3") as caught:
            text.with_bytes(callback)
        assert [entry.frame.f_locals for entry in caught.traceback if entry.name == "callback"] == [{}]
        assert text.count == 6


def test_the_text_can_be_asked_but_not_changed_while_it_is_lent() -> None:
    with scrim.Text() as text:
        text.insert("secret")
        assert text.with_bytes(lambda view: (text.count, text.masked)) == (6, "●" * 6)
        with pytest.raises(scrim.BusyError):
            text.with_bytes(lambda view: text.clear())
        assert text.equals("secret")
        text.with_bytes(lambda view: text.close())
        with pytest.raises(scrim.InvalidHandleError):
            text.count


def test_nothing_shows_the_secret() -> None:
    with scrim.Text() as text:
        text.insert("hunter2")
        shown = repr(text) + str(text) + format(text) + repr(vars(text))
        assert "hunter2" not in shown
        assert repr(text) == "<scrim.Text>"
    assert repr(text) == "<scrim.Text closed>"
