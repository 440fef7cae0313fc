# SPDX-License-Identifier: MIT
"""Keypad: shuffled keys on the screen, whose touches go straight into a Text."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Iterable
from typing import NamedTuple

from . import _abi as s
from ._convert import rect, string, uint32, uint64
from ._ffi import lib
from ._geometry import Rect, Touch
from ._handle import Handle
from .errors import InvalidArgumentError, _check
from .text import Text

MAX_KEYS = 128
#: A time that never comes.
NEVER = 2**64 - 1


class Layout(enum.IntEnum):
    """Layouts that are built in."""

    #: 1 2 3 / 4 5 6 / 7 8 9 / delete 0 done.
    PIN = 0
    #: As PIN, with a decimal point, and done across the bottom.
    PIN_DECIMAL = 1
    #: Four columns: digits and a point, hide, and tall delete and done keys.
    PAYMENT = 2
    HEXADECIMAL = 3
    QWERTY = 4
    QWERTZ = 5
    AZERTY = 6


class Shuffle(enum.IntEnum):
    """Which keys change places, on each page among themselves."""

    DIGITS = 0
    NONE = 1
    #: Keys that insert, each within its row.
    ROWS = 2
    #: Keys that insert.
    ALL = 3


class Reshuffle(enum.IntEnum):
    """When keys change places."""

    #: At each show.
    ON_SHOW = 0
    #: At each show, and whenever a key that inserts has been pressed.
    ON_PRESS = 1
    #: At the first show, and when shuffle() is called.
    MANUAL = 2


class KeyKind(enum.IntEnum):
    INSERT = 1
    DELETE = 2
    DONE = 3
    CLEAR = 4
    #: Hides the keypad.
    DISMISS = 5
    #: Shows another page for one character.
    SHIFT = 6
    #: Shows another page.
    PAGE = 7
    #: Does nothing.
    BLANK = 8
    #: Switches shuffling off for this entry, where the keypad was made with `allow_unshuffled`.
    TOGGLE_SHUFFLE = 9


class KeyOrder(enum.IntEnum):
    """Orders in which keys can be listed, say, for a screen reader."""

    ROWS = 0
    COLUMNS = 1
    #: 1 2 3 …, wherever they are.
    UNSHUFFLED = 2


class KeySpec(NamedTuple):
    """A key of a custom layout: cells of a grid that it covers, and what it does."""

    label: str
    column: int
    row: int
    kind: KeyKind = KeyKind.INSERT
    columns: int = 1
    rows: int = 1
    page: int = 0
    #: The page that a SHIFT or PAGE key shows.
    target: int = 0
    #: It keeps its place, whatever is shuffled.
    fixed: bool = False

    def _struct(self) -> s.scrim_key_spec:
        cells = (uint32(getattr(self, name), name) for name in ("page", "target", "column", "row", "columns", "rows"))
        return s.scrim_key_spec(uint32(self.kind, "kind"), int(self.fixed), *cells, string(self.label))


class Key(NamedTuple):
    """A key to draw."""

    rect: Rect
    kind: KeyKind
    label: str


class KeypadResult(enum.IntEnum):
    """What a touch did. Nothing here tells one key that inserts from another."""

    NONE = 0
    INSERTED = 1
    DELETED = 2
    DONE = 3
    #: A touch was not accepted, or the text did not take the key: it is full, or none is attached.
    REJECTED = 4
    CLEARED = 5
    #: A key has hidden the keypad.
    DISMISSED = 6


class Keypad(Handle):
    """A keypad inside `bounds`, in points. It is made hidden; show() shuffles and shows it.

    `layout` is one that is built in, or the keys of one's own. `blank_keys_per_row` adds so many blank keys to each row of keys
    that change places; `allow_unshuffled` allows set_shuffle_enabled().
    """

    def __init__(
        self,
        bounds: Iterable[float] = (0, 0, 300, 400),
        *,
        layout: Layout | Iterable[KeySpec] = Layout.PIN,
        shuffle: Shuffle = Shuffle.DIGITS,
        reshuffle: Reshuffle = Reshuffle.ON_SHOW,
        column_spacing: float = 0,
        row_spacing: float = 0,
        blank_keys_per_row: int = 0,
        allow_unshuffled: bool = False,
    ) -> None:
        caps = [] if isinstance(layout, int) else [KeySpec(*cap)._struct() for cap in layout]
        if not caps and not isinstance(layout, int):
            raise InvalidArgumentError("a layout needs a key")
        options = s.scrim_keypad_options(
            c.sizeof(s.scrim_keypad_options),
            uint32(layout, "layout") if isinstance(layout, int) else 0,
            uint32(shuffle, "shuffle"),
            uint32(reshuffle, "reshuffle"),
            rect(bounds, "bounds"),
            column_spacing,
            row_spacing,
            uint32(blank_keys_per_row, "blank_keys_per_row"),
            int(allow_unshuffled),
            (s.scrim_key_spec * len(caps))(*caps) if caps else None,
            len(caps),
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

    def shuffle(self) -> None:
        """Shuffles the keypad that is shown."""
        _check(lib.scrim_keypad_shuffle(self._handle))

    def set_shuffle_enabled(self, enabled: bool) -> None:
        """Switches shuffling off or on for the current entry. The next entry is shuffled again."""
        _check(lib.scrim_keypad_set_shuffle_enabled(self._handle, int(enabled)))

    @property
    def generation(self) -> int:
        """The number of the layout: it changes whenever the keys do."""
        generation = c.c_uint64()
        _check(lib.scrim_keypad_generation(self._handle, generation))
        return generation.value

    def presented(self, time_ns: int, generation: int | None = None) -> None:
        """Tells that the keys of a generation, of this one by default, are on the screen since `time_ns`.

        Until then, and for 100 ms after, every touch is refused.
        """
        number = self.generation if generation is None else uint64(generation, "generation")
        _check(lib.scrim_keypad_presented(self._handle, number, uint64(time_ns, "time_ns")))

    def keys(self, order: KeyOrder = KeyOrder.ROWS) -> list[Key]:
        """The keys of the page, by default in visual order: rows from the top, each from the left; none while hidden."""
        keys = (s.scrim_key * MAX_KEYS)()
        count = c.c_size_t()
        _check(lib.scrim_keypad_keys(self._handle, uint32(order, "order"), keys, MAX_KEYS, count))
        return [
            Key(Rect(k.rect.x, k.rect.y, k.rect.width, k.rect.height), KeyKind(k.kind), k.label.decode())
            for k in keys[: count.value]
        ]

    def touch(self, touch: Touch | tuple[int, int, int, float, float]) -> KeypadResult:
        """Takes one sample of a touch, in the space of `bounds`.

        A key is pressed when the finger goes up on it. Where `generation` is another one afterwards, draw the keys anew.
        """
        time_ns, id, phase, x, y = touch
        sample = s.scrim_touch(uint64(time_ns, "time_ns"), uint64(id, "id"), uint32(phase, "phase"), 0, x, y)
        result = c.c_uint32()
        status = lib.scrim_keypad_touch(self._handle, sample, result)
        if isinstance(self._needs, Text):
            self._needs._relay.check(status)  # a touch may call the text's callbacks
        _check(status)
        return KeypadResult(result.value)

    def advance(self, now_ns: int) -> KeypadResult:
        """Tells the time: a delete key that is held down deletes again."""
        result = c.c_uint32()
        _check(lib.scrim_keypad_advance(self._handle, uint64(now_ns, "now_ns"), result))
        return KeypadResult(result.value)

    @property
    def next_deadline(self) -> int | None:
        """When advance() is to be called next; None: no need."""
        deadline = c.c_uint64()
        _check(lib.scrim_keypad_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value
