# SPDX-License-Identifier: MIT
"""Text: a secret that is typed, edited, compared and lent inside protected memory."""

from __future__ import annotations

import ctypes as c
import enum
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _abi as s
from ._buffer import Loan, borrow
from ._convert import integer, size, take_string, uint32, uint64
from ._ffi import callback as called_back
from ._ffi import lib
from ._handle import Handle, Relay
from .errors import InvalidArgumentError, ScrimError, _check
from .verify import BytesLike, Consumer

Result = TypeVar("Result")

MAX_CAPACITY = 65536


class Protection(enum.IntFlag):
    """How the memory of a secret is protected."""

    #: Between pages that cannot be touched, with guard bytes beside each secret.
    GUARDED = 1
    #: Kept out of swap.
    LOCKED = 2
    #: Left out of core dumps.
    NO_DUMP = 4
    #: Absent or zero in a forked child. Lacking only if the kernel refuses madvise: a child then inherits the secret.
    NO_FORK = 8
    #: Absent from the kernel's own map of memory too.
    SECRETMEM = 16


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


class MaskKind(enum.IntEnum):
    """What stands for the secret on a screen."""

    #: The mask character for each grapheme cluster.
    PER_CLUSTER = 0
    #: The mask character a fixed number of times, whatever the text holds.
    FIXED = 1
    #: Nothing.
    NONE = 2


@dataclass(frozen=True, slots=True)
class Change:
    """An edit that is about to be made, in grapheme clusters; never its contents."""

    #: Where what is replaced begins; None with `hide_length`.
    location: int | None
    #: How much is replaced; None with `hide_length`.
    length: int | None
    #: How much is put there.
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCallbacks:
    """What a text asks and tells, whoever edits it. What a question answers is taken as true or false: false refuses.

    A callback can read and wipe the text, but not change it otherwise. If a callback raises an exception, that refuses,
    and the call that caused the callback raises the exception.
    """

    should_change: Callable[[Change], object] | None = None
    did_change: Callable[[], object] | None = None
    should_clear: Callable[[], object] | None = None
    should_return: Callable[[], object] | None = None
    done: Callable[[], object] | None = None
    should_begin: Callable[[], object] | None = None
    did_begin: Callable[[], object] | None = None
    should_end: Callable[[], object] | None = None
    did_end: Callable[[], object] | None = None
    display_changed: Callable[[], object] | None = None


UNKNOWN = 2**64 - 1
NEVER = 2**64 - 1


def _change(told: Any) -> Change:
    change = told.contents
    hidden = change.location == UNKNOWN
    return Change(None if hidden else change.location, None if hidden else change.length, change.count)


def _trampoline(relay: Relay, name: str, function: Callable[..., object]) -> Callable[..., int | None]:
    """What the library calls: it knows the relay, not the text, lest they keep each other alive."""

    def call(*arguments: Any) -> int | None:
        answers: list[bool] = []
        given = (_change(arguments[0]),) if name == "should_change" else ()
        relay.guard(lambda: answers.append(bool(function(*given))))()
        return int(answers == [True]) if name.startswith("should") else None

    return call


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


def _lend(
    address: int | None, length: int, callback: Callable[[memoryview], object], errors: list[BaseException]
) -> None:
    """Lends memory to a callback, and takes it back. What goes wrong is added to the errors."""
    try:
        loan = Loan(address, length)
        try:
            callback(loan.view)
        except BaseException as error:
            traceback.clear_frames(error.__traceback__)
            raise
        finally:
            loan.end()
    except BaseException as error:
        errors.append(error)


class Text(Consumer, Handle):
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
        mask_kind: MaskKind = MaskKind.PER_CLUSTER,
        mask_count: int = 0,
        hide_length: bool = False,
        reveal_keypad: bool = False,
        mask_delay_ns: int = 0,
        idle_timeout_ns: int = 0,
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
            uint32(mask_kind, "mask_kind"),
            uint32(mask_count, "mask_count"),
            int(hide_length),
            int(reveal_keypad),
            uint64(mask_delay_ns, "mask_delay_ns"),
            uint64(idle_timeout_ns, "idle_timeout_ns"),
        )
        super().__init__(lib.scrim_text_create, lib.scrim_text_destroy, options)
        self._capacity = options.capacity
        self._relay = Relay()
        self._callbacks: s.scrim_text_callbacks | None = None

    @property
    def capacity(self) -> int:
        """The most bytes of UTF-8 it holds."""
        return int(self._capacity)

    # ---- Editing ----

    def insert(self, secret: str | BytesLike) -> None:
        """Inserts a string, or bytes of UTF-8, at the caret, in place of what is selected: whole, or not at all."""
        with _octets(secret) as (address, length):
            self._call(lib.scrim_text_insert, address, length)

    def replace(self, location: int, count: int, secret: str | BytesLike) -> None:
        """Replaces `count` grapheme clusters from position `location`."""
        place, number = size(location, "location"), size(count, "count")
        with _octets(secret) as (address, length):
            self._call(lib.scrim_text_replace, place, number, address, length)

    def set(self, secret: str | BytesLike) -> None:
        """Replaces the whole text: for an initial one."""
        with _octets(secret) as (address, length):
            self._call(lib.scrim_text_set, address, length)

    def delete_backward(self) -> None:
        """Deletes what is selected or the grapheme cluster before the caret: what a person sees as one character."""
        self._call(lib.scrim_text_delete_backward)

    def delete_forward(self) -> None:
        """Deletes what is selected or the grapheme cluster behind the caret."""
        self._call(lib.scrim_text_delete_forward)

    def delete_to_start(self) -> None:
        """Deletes what is selected or all that stands before the caret."""
        self._call(lib.scrim_text_delete_to_start)

    def delete_to_end(self) -> None:
        """Deletes what is selected or all that stands behind the caret."""
        self._call(lib.scrim_text_delete_to_end)

    def move(self, motion: Motion, *, extend: bool = False) -> None:
        """Moves the caret; with `extend` the anchor stays, so that the selection grows or shrinks."""
        self._call(lib.scrim_text_move, uint32(motion, "motion"), int(extend))

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
        self._call(lib.scrim_text_clear)

    def wipe(self) -> None:
        """As clear(), whatever state the text is in: for time-outs and emergencies.

        It also works inside callbacks of the text, and then calls no callback. An edit, read() or display() whose callback
        wiped the text raises RefusedError, and does nothing more to it.
        """
        self._call(lib.scrim_text_wipe)

    # ---- Events ----

    def set_callbacks(self, callbacks: TextCallbacks | None) -> None:
        """Sets what the text asks and tells, in place of what was set before; None: nothing."""
        new = s.scrim_text_callbacks(c.sizeof(s.scrim_text_callbacks))
        for name, kind, *_ in s.scrim_text_callbacks._fields_[2:]:
            function = getattr(callbacks, name, None)
            if function is not None:
                setattr(new, name, called_back(kind, _trampoline(self._relay, name, function)))
        # The old ones must live on for as long as they may be called, and so must the new ones.
        old, self._callbacks = self._callbacks, new
        try:
            self._call(lib.scrim_text_set_callbacks, new, None, s.scrim_free_fn())
        except ScrimError:
            self._callbacks = old
            raise

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        self._relay.check(function(self._handle, *arguments))

    def begin_editing(self) -> None:
        """Begins editing, say when the field gets the focus; nothing where it has begun."""
        self._call(lib.scrim_text_begin_editing)

    def end_editing(self) -> None:
        """Ends editing, say when the field loses the focus; nothing where it has not begun."""
        self._call(lib.scrim_text_end_editing)

    def done(self) -> None:
        """The user is done, say by the return key: ends editing, if nobody refuses."""
        self._call(lib.scrim_text_done)

    @property
    def is_editing(self) -> bool:
        editing = c.c_uint32()
        _check(lib.scrim_text_is_editing(self._handle, editing))
        return editing.value == 1

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
    def masked(self) -> str:
        """The text to show: the mask character once for each grapheme cluster."""
        return take_string(lambda *out: int(lib.scrim_text_copy_masked(self._handle, *out)), 64)

    # ---- Reveals and time ----

    def display(self, now_ns: int, callback: Callable[[memoryview, int, bool], object]) -> None:
        """Lends what is to be drawn at a time, part by part: the bytes, how often they are repeated, whether they are the
        secret's own. The views end like that of read().
        """
        errors: list[BaseException] = []

        def lend(address: int | None, length: int, count: int, revealed: int, _: int | None) -> None:
            if not errors:
                _lend(address, length, lambda view: callback(view, count, bool(revealed)), errors)

        function = called_back(s.scrim_text_display_fn, lend)
        status = lib.scrim_text_display(self._handle, uint64(now_ns, "now_ns"), function, None)
        if errors:
            raise errors.pop()
        _check(status)

    def reveal(self, now_ns: int) -> None:
        """Reveals the whole text for ten seconds: display() then lends the secret itself."""
        self._call(lib.scrim_text_reveal, uint64(now_ns, "now_ns"))

    def conceal(self) -> None:
        """Ends every reveal."""
        self._call(lib.scrim_text_conceal)

    def advance(self, now_ns: int) -> None:
        """Tells the time: ends reveals that are over, and wipes a text that was idle too long."""
        self._call(lib.scrim_text_advance, uint64(now_ns, "now_ns"))

    @property
    def next_deadline(self) -> int | None:
        """The time at which advance() is to be called next; None: no need."""
        deadline = c.c_uint64()
        _check(lib.scrim_text_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

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

    def with_bytes(self, callback: Callable[[memoryview], Result]) -> Result:
        """Lends the secret to a callback as a read-only memoryview, and returns what the callback returns.

        The view is released when the callback returns. Where a slice of it was kept, BufferError is raised: it must not
        be used. Where `protection` has SECRETMEM, the kernel cannot read the view: os.write() of it fails with EFAULT. If
        the callback raises, the local variables of its frames are cleared, lest the traceback keep parts of the secret.
        """
        results: list[Result] = []
        errors: list[BaseException] = []

        def lend(address: int | None, length: int, _: int | None) -> None:
            _lend(address, length, lambda view: results.append(callback(view)), errors)

        status = lib.scrim_text_with_bytes(self._handle, called_back(s.scrim_text_bytes_fn, lend), None)
        if errors:
            raise errors.pop()
        _check(status)
        return results.pop()
