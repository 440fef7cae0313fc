# SPDX-License-Identifier: MIT
"""Texts that are not secret: they show themselves, and a host can format them."""

from __future__ import annotations

import os

import pytest

import scrim
from scrim import Change, Policy, TextCallbacks, TouchPrivacy, ViewFlags


def drawn(text: scrim.Text) -> list[tuple[str, int, bool]]:
    parts: list[tuple[str, int, bool]] = []
    text.display(0, lambda octets, count, revealed: parts.append((bytes(octets).decode(), count, revealed)))
    return parts


def test_it_shows_itself_and_reveals_nothing() -> None:
    with scrim.Text(visible=True) as text:
        assert text.visible and text.masked == "" and drawn(text) == []
        assert text.protection == scrim.Protection(0)
        text.insert("René 12.50")
        assert text.masked == "René 12.50" and drawn(text) == [("René 12.50", 1, False)]
        text.reveal(5)
        text.conceal()
        assert text.next_deadline is None
        assert text.masked == "René 12.50" and drawn(text) == [("René 12.50", 1, False)]
        text.wipe()
        assert text.masked == ""
    with scrim.Text() as secret:
        assert not secret.visible


def test_everything_else_is_as_with_a_secret() -> None:
    with scrim.Text(8, visible=True, max_clusters=6, allowed=scrim.Allowed.DIGITS, idle_timeout_ns=10) as text:
        text.advance(1)
        text.insert("123456")
        with pytest.raises(scrim.FullError):
            text.insert("7")
        with pytest.raises(scrim.RefusedError):
            text.set("x")
        text.select(1, 3)
        text.delete_backward()
        with scrim.Text() as secret:
            secret.insert("1456")
            assert text.equals(secret) and secret.equals(text)
            assert secret.verify(text.hash(scrim.HashPreset.LOW_MEMORY))
        read, write = os.pipe()
        text.write_fd(write)
        os.close(write)
        assert os.read(read, 100) == b"1456"
        os.close(read)
        text.advance(11)
        assert text.masked == ""


def test_a_change_lends_what_is_inserted_into_a_visible_text() -> None:
    changes: list[Change] = []
    callbacks = TextCallbacks(should_change=lambda change: (changes.append(change), True)[1])
    for visible in (True, False):
        changes.clear()
        with scrim.Text(visible=visible) as text:
            text.set_callbacks(callbacks)
            text.insert("a\0é")
            text.replace(0, 1, "12")
            text.delete_backward()
            texts = ["a\0é", "12", ""] if visible else [None] * 3
            assert changes == [Change(0, 0, 3, texts[0]), Change(0, 1, 2, texts[1]), Change(1, 1, 0, texts[2])]


def test_a_secret_is_lent_to_no_host() -> None:
    changes: list[Change] = []
    with scrim.Text() as text:
        text.set_callbacks(TextCallbacks(should_change=lambda change: (changes.append(change), True)[1]))
        for typed in ("ab", "99", "é€"):
            text.wipe()
            text.insert(typed)
    assert changes == [Change(0, 0, 2)] * 3 and changes[0].replacement is None


def test_a_host_formats_after_the_edit() -> None:
    """A host cannot edit in a callback, so it refuses the edit and sets its own text, or accepts and sets it."""
    busy: list[bool] = []

    def should_change(change: Change) -> bool:
        assert change.replacement is not None
        with pytest.raises(scrim.BusyError):
            text.set("1")
        busy.append(True)
        return change.replacement.isdigit()

    with scrim.Text(visible=True) as text:
        text.set_callbacks(TextCallbacks(should_change=should_change))
        for digit in "1234":
            text.insert(digit)
            text.set(f"{int(text.masked.replace(',', '')):,}")
        assert text.masked == "1,234" and text.selection == (5, 5)
        with pytest.raises(scrim.RefusedError):
            text.insert("x")
        assert text.masked == "1,234" and len(busy) == 5


def test_a_view_does_not_become_secure() -> None:
    with scrim.Scene() as scene, scrim.Text(visible=True) as amount, scrim.Text() as pin:
        window = scene.add_window((0, 0, 100, 100))
        view = scene.add_view(window, (0, 0, 10, 10))
        scene.attach_text(view, amount)
        assert not scene.is_secure(view)
        scene.set_policy(Policy.ALLOW_LIST)
        assert scene.is_secure(view)
        scene.set_policy(Policy.EXPLICIT)
        assert not scene.is_secure(view)
        scene.detach_text(view)
        scene.attach_text(view, pin)
        assert scene.is_secure(view)
        scene.set_policy(Policy.DEFAULT)
        field = scene.add_view(window, (0, 20, 10, 10), flags=ViewFlags.TEXT_INPUT)
        scene.attach_text(field, amount)
        assert scene.is_secure(field)  # by the policy, because of its flag
        shown = ViewFlags.TEXT_INPUT | ViewFlags.PUBLIC
        scene.update_view(field, (0, 20, 10, 10), flags=shown, touch_privacy=TouchPrivacy.SHOW)
        assert not scene.is_secure(field)
