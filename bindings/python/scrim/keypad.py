# SPDX-License-Identifier: MIT
"""Keypad: shuffled keys on the screen, whose touches go straight into a Text."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Iterable
from typing import NamedTuple

from . import _structs as s
from ._convert import rect, uint32, uint64
from ._ffi import lib
from ._geometry import Rect, Touch
from ._handle import Handle
from .errors import _check
from .text import Text

MAX_KEYS = 128


class Layout(enum.IntEnum):
    #: 1 2 3 / 4 5 6 / 7 8 9 / delete 0 done.
    PIN = 0


class Shuffle(enum.IntEnum):
    """Which keys change places at each show."""

    DIGITS = 0
    NONE = 1


class KeyKind(enum.IntEnum):
    INSERT = 1
    DELETE = 2
    DONE = 3


class Key(NamedTuple):
    """A key to draw."""

    rect: Rect
    kind: KeyKind
    label: str


class Answer(enum.IntEnum):
    """What a touch did. Nothing here tells one digit from another."""

    NOTHING = 0
    INSERTED = 1
    DELETED = 2
    DONE = 3
    #: A key was pressed, but the text did not take it: it is full, or none is attached.
    REFUSED = 4


class Keypad(Handle):
    """A keypad inside `bounds`, in points. It is made hidden; show() shuffles and shows it."""

    def __init__(
        self,
        bounds: Iterable[float] = (0, 0, 300, 400),
        *,
        layout: Layout = Layout.PIN,
        shuffle: Shuffle = Shuffle.DIGITS,
        column_spacing: float = 0,
        row_spacing: float = 0,
    ) -> None:
        options = s.scrim_keypad_options(
            c.sizeof(s.scrim_keypad_options),
            uint32(layout, "layout"),
            uint32(shuffle, "shuffle"),
            0,
            rect(bounds, "bounds"),
            column_spacing,
            row_spacing,
        )
        super().__init__(lib.scrim_keypad_create, lib.scrim_keypad_destroy, options)

    def attach(self, text: Text) -> None:
        """Attaches the text that the keys edit, in place of another."""
        _check(lib.scrim_keypad_attach(self._handle, text._handle))
        self._needs = text

    def detach(self) -> None:
        """Detaches the text, if there is one."""
        _check(lib.scrim_keypad_detach(self._handle))
        self._needs = None

    def show(self) -> None:
        """Shuffles and shows the keypad; shown already, it is shuffled anew. Every order is exactly as likely."""
        _check(lib.scrim_keypad_show(self._handle))

    def hide(self) -> None:
        """Hides the keypad and wipes its layout."""
        _check(lib.scrim_keypad_hide(self._handle))

    def keys(self) -> list[Key]:
        """The keys in visual order: rows from the top, each from the left; none while the keypad is hidden."""
        keys = (s.scrim_key * MAX_KEYS)()
        count = c.c_size_t()
        _check(lib.scrim_keypad_keys(self._handle, keys, MAX_KEYS, count))
        return [
            Key(Rect(k.rect.x, k.rect.y, k.rect.width, k.rect.height), KeyKind(k.kind), k.label.decode())
            for k in keys[: count.value]
        ]

    def touch(self, touch: Touch | tuple[int, int, int, float, float]) -> Answer:
        """Takes one sample of a touch, in the space of `bounds`. A key counts when the finger goes up on it."""
        time_ns, id, phase, x, y = touch
        sample = s.scrim_touch(uint64(time_ns, "time_ns"), uint64(id, "id"), uint32(phase, "phase"), 0, x, y)
        answer = c.c_uint32()
        status = lib.scrim_keypad_touch(self._handle, sample, answer)
        if isinstance(self._needs, Text):
            self._needs._relay.check(status)  # a touch may call the text's callbacks
        _check(status)
        return Answer(answer.value)
