# SPDX-License-Identifier: MIT
"""What a text shows in Python, and when it stops."""

import pytest

import scrim

SECOND = 10**9


def drawn(text: scrim.Text, now: int) -> str:
    """What is to be drawn at a time, the secret's own between angle brackets."""
    parts: list[str] = []
    text.display(now, lambda view, count, revealed: parts.append(
        f"<{bytes(view).decode()}>" if revealed else bytes(view).decode() * count))  # fmt: skip
    return "".join(parts)


def test_a_whole_reveal() -> None:
    with scrim.Text(mask="*") as text:
        text.insert("Röse")
        assert drawn(text, 0) == "****" and text.next_deadline is None
        text.reveal(SECOND)
        assert drawn(text, SECOND) == "<Röse>" and text.next_deadline == 11 * SECOND
        assert text.masked == "****"
        assert drawn(text, 11 * SECOND) == "****"
        text.advance(11 * SECOND)
        assert text.next_deadline is None
        text.reveal(0)
        text.conceal()
        assert drawn(text, 0) == "****"


def test_the_last_character() -> None:
    with scrim.Text(mask="*", mask_delay_ns=SECOND) as text:
        text.advance(5)
        text.insert("a")
        text.insert("👩‍💻")
        assert drawn(text, 5) == "*<👩‍💻>"
        assert drawn(text, 5 + SECOND) == "**"


def test_an_idle_text_is_wiped_and_its_host_told() -> None:
    told: list[str] = []
    with scrim.Text(idle_timeout_ns=30 * SECOND) as text:
        text.advance(0)
        text.insert("secret")
        text.set_callbacks(scrim.TextCallbacks(did_change=lambda: told.append("changed")))
        text.advance(30 * SECOND - 1)
        assert text.count == 6 and text.next_deadline == 30 * SECOND
        text.advance(30 * SECOND)
        assert text.count == 0 and told == ["changed"]


def test_a_view_ends_with_its_part_and_errors_come_out() -> None:
    kept: list[memoryview] = []
    with scrim.Text() as text:
        text.insert("secret")
        text.reveal(0)
        text.display(0, lambda view, count, revealed: kept.append(view))
        with pytest.raises(ValueError):
            kept[0][0]
        with pytest.raises(ZeroDivisionError):
            text.display(0, lambda view, count, revealed: 1 // 0)
        with pytest.raises(scrim.InvalidArgumentError):
            text.reveal(-1)
