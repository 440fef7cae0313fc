# SPDX-License-Identifier: MIT
"""Secrets that are passed to a text: the traceback of an error does not show them in the package's own frames."""

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import scrim


PEPPER = bytes(range(65, 97))
ERRORS: dict[str, Callable[[scrim.Text], object]] = {
    "insert": lambda text: text.insert("1234"),
    "replace": lambda text: text.replace(9, 0, b"1234"),
    "replace at a wrong place": lambda text: text.replace("x", 0, "1234"),  # type: ignore[arg-type]
    "set": lambda text: text.set("1234"),
    "an interrupted string": lambda text: text.insert(Interrupted("1234")),
    "an array that is not contiguous": lambda text: text.insert(np.frombuffer(b"1.2.3.4.", np.uint8)[::2]),
    "a view that is not contiguous": lambda text: text.equals(memoryview(b"1.2.3.4.")[::2]),
    "a pepper that is not contiguous": lambda text: text.verify("$argon2id$x", pepper=np.repeat(np.frombuffer(PEPPER, np.uint8), 2)[::2]),
    "a list": lambda text: text.set(["1234"]),  # type: ignore[arg-type]
    "equals": lambda text: text.equals(["1234"]),  # type: ignore[arg-type]
    "verify": lambda text: text.verify("$argon2id$x", pepper=PEPPER),
    "a pepper that is too short": lambda text: text.verify("$argon2id$x", pepper=PEPPER[:9]),
    "a pepper of another type": lambda text: text.hash(pepper=list(PEPPER)),  # type: ignore[arg-type]
    "a preset of another type": lambda text: text.hash("x", pepper=PEPPER),  # type: ignore[arg-type]
}


OTHERS = (TypeError, ValueError, BufferError, KeyboardInterrupt)


class Interrupted(str):
    """As if a signal handler raised while the string is encoded."""

    def __iter__(self) -> Iterator[str]:
        yield self[0]
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ERRORS)
def test_no_frame_of_the_package_keeps_what_was_passed(name: str) -> None:
    with scrim.Text(2) as text, pytest.raises((scrim.ScrimError, *OTHERS)) as caught:
        ERRORS[name](text)
    errors: list[BaseException | None] = [caught.value, caught.value.__context__]
    frames = [frame for error in errors if error for frame, _ in traceback.walk_tb(error.__traceback__)]
    ours = [frame for frame in frames if Path(frame.f_code.co_filename).parent == Path(scrim.__file__).parent]
    assert ours
    for frame in ours:
        shown = repr({name: value.tobytes() if hasattr(value, "tobytes") else value for name, value in frame.f_locals.items()})
        assert "1234" not in shown and "ABCD" not in shown and "65, 66" not in shown, frame.f_code.co_name
