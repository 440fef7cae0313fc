# SPDX-License-Identifier: MIT
"""Messages of errors in arguments: each names the argument, what was expected and what was given."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import scrim

MESSAGES: list[tuple[Callable[[scrim.Scene], object], type[Exception], str]] = [
    (
        lambda scene: scene.add_window((0, 0, -4, 10)),
        scrim.InvalidArgumentError,
        "frame: width must not be negative (got -4)",
    ),
    (
        lambda scene: scene.add_window((0, float("nan"), 4, 10)),
        scrim.InvalidArgumentError,
        "frame: y must be finite (got nan)",
    ),
    (
        lambda scene: scene.add_window((1, 2, 3)),
        scrim.InvalidArgumentError,
        "frame must be four numbers: x, y, width and height (got 3)",
    ),
    (
        lambda scene: scene.add_window(("a", 0, 1, 1)),  # type: ignore[arg-type]
        scrim.InvalidArgumentError,
        "frame must be four numbers: x, y, width and height (got ['a', 0, 1, 1])",
    ),
    (
        lambda scene: scene.frame_ready(-1),
        scrim.InvalidArgumentError,
        "output must be from 0 to 4294967295 (got -1)",
    ),
    (
        lambda scene: scene.frame_ready("first"),  # type: ignore[arg-type]
        TypeError,
        "output must be an integer (got str)",
    ),
    (
        lambda scene: scene.build([{"frame": (0, 0, 9, 9), "owner": "menu"}]),
        scrim.InvalidArgumentError,
        "owner must be the name of an earlier window or view (got 'menu')",
    ),
    (
        lambda scene: scene.build([{"name": "a", "frame": (0, 0, 9, 9)}, {"name": "a", "frame": (0, 0, 9, 9)}]),
        scrim.InvalidArgumentError,
        "name must be different for each window and view (got 'a' twice)",
    ),
    (
        lambda scene: scene.add_view(scene.add_window((0, 0, 9, 9)), (0, 0, 9, 9), classes="Button"),
        TypeError,
        "classes must be a list of strings, not one string (got 'Button')",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), MESSAGES, ids=[message for *_, message in MESSAGES])
def test_the_message_names_what_was_expected_and_given(
    call: Callable[[scrim.Scene], object], error: type[Exception], message: str
) -> None:
    with scrim.Scene() as scene, pytest.raises(error, match=f"^{re.escape(message)}$"):
        call(scene)
