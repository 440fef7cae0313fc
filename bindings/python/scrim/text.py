# SPDX-License-Identifier: MIT
"""Text: a secret that is typed, edited, compared and lent inside protected memory."""

from __future__ import annotations

import ctypes as c
import enum
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from . import _structs as s
from ._buffer import Loan, borrow
from ._convert import integer, size, take_string, uint32
from ._ffi import lib
from ._handle import Handle
from .errors import InvalidArgumentError, _check

Result = TypeVar("Result")
BytesLike = bytes | bytearray | memoryview

MAX_CAPACITY = 65536


class Protection(enum.IntFlag):
    """How the memory of a secret is protected."""

    #: Between pages that cannot be touched, with guard bytes beside each secret.
    GUARDED = 1
    #: Kept out of swap.
    LOCKED = 2
    #: Left out of core dumps.
    NO_DUMP = 4
    #: Not there in a forked child.
    NO_FORK = 8
    #: Absent from the kernel's own map of memory too.
    SECRET = 16


class Allowed(enum.IntEnum):
    """What a text accepts; RefusedError answers the rest."""

    #: Any well-formed Unicode, control characters too.
    ANY = 0
    #: 0 to 9 of ASCII.
    DIGITS = 1
    #: Printable ASCII.
    ASCII = 2


class Motion(enum.IntEnum):
    """Ways to move the caret."""

    #: Over one grapheme cluster; where something is selected, to its start instead.
    BACKWARD = 1
    #: Over one grapheme cluster; where something is selected, to its end instead.
    FORWARD = 2
    #: To the start of the text.
    START = 3
    #: To its end.
    END = 4


def _encode(text: str) -> tuple[bytearray, int]:
    """UTF-8 of a secret, and its length, in memory that can be wiped: str.encode() would leave a copy that cannot."""
    octets = bytearray(4 * len(text))  # never resized, for that would leave a copy behind as well
    end = 0
    for character in text:
        code = ord(character)
        tail = 0 if code < 0x80 else 1 if code < 0x800 else 2 if code < 0x10000 else 3
        for place in range(tail):
            octets[end + tail - place] = 0x80 | code >> 6 * place & 0x3F
        octets[end] = (0x00, 0xC0, 0xE0, 0xF0)[tail] | code >> 6 * tail
        end += tail + 1
    return octets, end


@contextmanager
def _octets(secret: str | BytesLike) -> Iterator[tuple[int | None, int]]:
    """Address and length of a secret's bytes, uncopied. Those of a str are made for the call, and wiped after it."""
    if not isinstance(secret, str):
        with borrow(secret) as buffer:
            yield buffer.buf, buffer.len
        return
    octets, length = _encode(secret)
    with borrow(octets) as buffer:
        try:
            yield buffer.buf, length
        finally:
            c.memset(buffer.buf, 0, buffer.len)


class Text(Handle):
    """A buffer for one secret of at most `capacity` bytes of UTF-8, empty at first.

    Neither this class nor its repr shows or copies the secret. A `str` given to it cannot be wiped by anybody: where
    that matters, give a `bytearray`, and wipe it.

    Threads: a text, and what it is attached to, is used by one thread at a time.
    """

    def __init__(
        self,
        capacity: int = 256,
        *,
        required_protection: int = 0,
        mask: str = "●",
        max_clusters: int | None = None,
        allowed: Allowed = Allowed.ANY,
    ) -> None:
        if len(mask) != 1:
            raise InvalidArgumentError(f"mask must be one character, not {len(mask)}")
        options = s.scrim_text_options(
            c.sizeof(s.scrim_text_options),
            uint32(required_protection, "required_protection"),
            integer(capacity, "capacity", 1, MAX_CAPACITY),
            integer(ord(mask), "the code of mask", 1, 0x10FFFF),
            0 if max_clusters is None else integer(max_clusters, "max_clusters", 1, MAX_CAPACITY),
            uint32(allowed, "allowed"),
        )
        super().__init__(lib.scrim_text_create, lib.scrim_text_destroy, options)
        self._capacity = options.capacity

    @property
    def capacity(self) -> int:
        """The most bytes of UTF-8 it holds."""
        return int(self._capacity)

    # ---- Editing ----

    def insert(self, secret: str | BytesLike) -> None:
        """Inserts a string, or bytes of UTF-8, at the caret, in place of what is selected: whole, or not at all."""
        with _octets(secret) as (address, length):
            _check(lib.scrim_text_insert(self._handle, address, length))

    def replace(self, location: int, count: int, secret: str | BytesLike) -> None:
        """Replaces `count` grapheme clusters from position `location`."""
        place, number = size(location, "location"), size(count, "count")
        with _octets(secret) as (address, length):
            _check(lib.scrim_text_replace(self._handle, place, number, address, length))

    def set(self, secret: str | BytesLike) -> None:
        """Replaces the whole text: for an initial one."""
        with _octets(secret) as (address, length):
            _check(lib.scrim_text_set(self._handle, address, length))

    def delete_backward(self) -> None:
        """Deletes what is selected or the grapheme cluster before the caret: what a person sees as one character."""
        _check(lib.scrim_text_delete_backward(self._handle))

    def delete_forward(self) -> None:
        """Deletes what is selected or the grapheme cluster behind the caret."""
        _check(lib.scrim_text_delete_forward(self._handle))

    def delete_to_start(self) -> None:
        """Deletes what is selected or all that stands before the caret."""
        _check(lib.scrim_text_delete_to_start(self._handle))

    def delete_to_end(self) -> None:
        """Deletes what is selected or all that stands behind the caret."""
        _check(lib.scrim_text_delete_to_end(self._handle))

    def move(self, motion: Motion, *, extend: bool = False) -> None:
        """Moves the caret; with `extend` the anchor stays, so that the selection grows or shrinks."""
        _check(lib.scrim_text_move(self._handle, uint32(motion, "motion"), int(extend)))

    def select(self, anchor: int, caret: int | None = None) -> None:
        """Selects from one position to another, counted in grapheme clusters; with one only, sets the caret."""
        last = anchor if caret is None else caret
        _check(lib.scrim_text_select(self._handle, size(anchor, "anchor"), size(last, "caret")))

    @property
    def selection(self) -> tuple[int, int]:
        """Where the selection begins, and where the caret is; equal where nothing is selected."""
        anchor, caret = c.c_size_t(), c.c_size_t()
        _check(lib.scrim_text_selection(self._handle, anchor, caret))
        return anchor.value, caret.value

    def clear(self) -> None:
        """Empties the text and wipes its memory."""
        _check(lib.scrim_text_clear(self._handle))

    def wipe(self) -> None:
        """As clear(), whatever state the text is in: for time-outs and emergencies."""
        _check(lib.scrim_text_wipe(self._handle))

    # ---- What may be shown ----

    @property
    def count(self) -> int:
        """The number of grapheme clusters; len() is the same."""
        count = c.c_size_t()
        _check(lib.scrim_text_count(self._handle, count))
        return count.value

    def __len__(self) -> int:
        return self.count

    @property
    def mask(self) -> str:
        """The text to show: the mask character once for each grapheme cluster."""
        return take_string(lambda *out: int(lib.scrim_text_mask(self._handle, *out)), 64)

    @property
    def protection(self) -> Protection:
        """How the memory of this text is protected."""
        protection = c.c_uint32()
        _check(lib.scrim_text_protection(self._handle, protection))
        return Protection(protection.value)

    def equals(self, other: Text | str | BytesLike) -> bool:
        """Whether the other text, string or bytes are the same; the time does not depend on where they differ."""
        equal = c.c_uint32()
        if isinstance(other, Text):
            _check(lib.scrim_text_equal(self._handle, other._handle, equal))
        else:
            with _octets(other) as (address, length):
                _check(lib.scrim_text_equal_bytes(self._handle, address, length, equal))
        return equal.value == 1

    def read(self, callback: Callable[[memoryview], Result]) -> Result:
        """Lends the secret to a callback as a read-only memoryview, and returns what the callback returns.

        The view is released when the callback returns. Where a slice of it was kept, BufferError is raised: it must not
        be used. Where `protection` has SECRET, the kernel cannot read the view: os.write() of it fails with EFAULT. If
        the callback raises, the local variables of its frames are cleared, lest the traceback keep parts of the secret.
        """
        results: list[Result] = []
        errors: list[BaseException] = []

        def lend(address: int | None, length: int, _: int | None) -> None:
            try:
                loan = Loan(address, length)
                try:
                    results.append(callback(loan.view))
                except BaseException as error:
                    traceback.clear_frames(error.__traceback__)
                    raise
                finally:
                    loan.end()
            except BaseException as error:
                errors.append(error)

        status = lib.scrim_text_read(self._handle, s.scrim_text_read_fn(lend), None)
        if errors:
            raise errors.pop()
        _check(status)
        return results.pop()
