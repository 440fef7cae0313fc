# SPDX-License-Identifier: MIT
"""Text: an editable buffer for one secret in protected memory, or for a text that is not secret."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _abi as s
from ._buffer import Loan, borrow
from ._convert import integer, lent_string, member, size, take_string, uint32, uint64
from ._ffi import callback as called_back
from ._ffi import lib
from ._handle import Handle
from ._relay import keep, raise_kept
from ._tracebacks import Handled
from .errors import InvalidArgumentError, ProtectionError, _check
from .memory import memory_usage
from .verify import BytesLike, Consumer, _check_bytes

Result = TypeVar("Result")

MAX_CAPACITY = 65536
DEFAULT_CAPACITY = 256
DEFAULT_MASK = 0x25CF
MAX_MASK_COUNT = 64
MAX_REVEAL_NS = 10_000_000_000


class Protection(enum.IntFlag):
    """Bits that describe how the memory of a secret is protected."""

    #: The memory lies between guard pages. Guard bytes before and after each secret are checked at every use.
    GUARDED = 1
    #: The memory is never swapped out.
    LOCKED = 2
    #: Core dumps do not contain the memory. The bit is missing only if the kernel refuses madvise.
    NO_DUMP = 4
    #: The memory is absent or zero in a forked child. The bit is missing only if the kernel refuses madvise. A child then
    #: inherits the secret.
    NO_FORK = 8
    #: The kernel's own memory map does not contain the memory (memfd_secret). Neither /proc/PID/mem nor another process can read it.
    SECRETMEM = 16


class Allowed(enum.IntEnum):
    """Classes of characters that a text accepts. Other input raises RefusedError."""

    #: Any well-formed Unicode, including control characters.
    ANY = 0
    #: Decimal digits of every script, for example "7", "٧" or "७". Texts compare bytes, so "١٢" does not equal "12".
    DIGITS = 1
    #: Printable ASCII.
    ASCII = 2


class Motion(enum.IntEnum):
    """Caret motions, for `Text.move`."""

    #: One grapheme cluster back. If something is selected and is not extended: to the start of the selection.
    BACKWARD = 1
    #: One grapheme cluster forward. If something is selected and is not extended: to the end of the selection.
    FORWARD = 2
    #: To the start of the text.
    START = 3
    #: To the end of the text.
    END = 4


class MaskKind(enum.IntEnum):
    """What is shown in place of the secret."""

    #: One mask character for each grapheme cluster.
    PER_CLUSTER = 0
    #: Always `mask_count` mask characters, even if the text is empty.
    FIXED = 1
    #: Nothing.
    NONE = 2


@dataclass(frozen=True, slots=True)
class Change:
    """An edit that is about to happen, in grapheme clusters. It never contains the secret."""

    #: The position of the first replaced cluster. None with `hide_length`.
    location: int | None
    #: The number of replaced clusters. None with `hide_length`.
    length: int | None
    #: The number of inserted clusters.
    count: int
    #: The inserted text if the text is visible. None if the text is secret.
    replacement: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCallbacks:
    """The callbacks of a text. Each may be None.

    The text calls them whether a method, a keypad or a time-out makes the change. A change calls `should_change`,
    `did_change` and `display_changed`, in this order. If a `should_` callback returns a false value, it refuses.

    A callback can read and wipe the text. Other changes raise BusyError. If a callback raises an exception, the method that
    caused the callback raises it too. An exception in a `should_` callback also refuses. A callback may close the text.
    After that, no callback is called, and a pending `should_` callback counts as refused.

    To format a visible text while the user types, let `should_change` accept or refuse, and call `set` after the edit.
    """

    #: Before an insertion, a replacement or a deletion.
    should_change: Callable[[Change], object] | None = None
    #: After each change, including those by `set`, `clear`, `wipe` and time-outs.
    did_change: Callable[[], object] | None = None
    #: Before `clear` empties the text.
    should_clear: Callable[[], object] | None = None
    #: Before `done` ends editing.
    should_return: Callable[[], object] | None = None
    #: At the end of `done`.
    done: Callable[[], object] | None = None
    #: Before editing begins.
    should_begin: Callable[[], object] | None = None
    #: After editing began.
    did_begin: Callable[[], object] | None = None
    #: Before editing ends.
    should_end: Callable[[], object] | None = None
    #: After editing ended.
    did_end: Callable[[], object] | None = None
    #: The text must be redrawn. Also called once right after the callbacks were set.
    display_changed: Callable[[], object] | None = None


UNKNOWN = 2**64 - 1
NEVER = 2**64 - 1


def _change(told: Any) -> Change:
    change = told.contents
    hidden = change.location == UNKNOWN
    location, length = (None, None) if hidden else (change.location, change.length)
    return Change(location, length, change.count, lent_string(change.replacement))


def _adapted(name: str, function: Callable[..., object]) -> Callable[..., object]:
    return (lambda told: function(_change(told))) if name == "should_change" else function


def _encode(text: str, octets: bytearray) -> int:
    """Writes the UTF-8 of a secret to memory that can be wiped, and returns its length. A copy by str.encode() could not be wiped."""
    end, character, code = 0, "", 0
    try:
        for character in text:
            code = ord(character)
            tail = 0 if code < 0x80 else 1 if code < 0x800 else 2 if code < 0x10000 else 3
            for place in range(tail):
                octets[end + tail - place] = 0x80 | code >> 6 * place & 0x3F
            octets[end] = (0x00, 0xC0, 0xE0, 0xF0)[tail] | code >> 6 * tail
            end += tail + 1
        return end
    finally:
        del text, character, code  # a signal handler may raise, and the traceback keeps this frame


@contextmanager
def _octets(secret: str | BytesLike) -> Iterator[tuple[int | None, int]]:
    """Yields the address and length of a secret's bytes without a copy. The bytes of a str exist for the call and are wiped."""
    try:
        if not isinstance(secret, str):
            try:
                _check_bytes(secret, "the secret")
            except TypeError as error:
                raise TypeError(str(error).replace("must be ", "must be a string, ")) from None
            with borrow(secret) as buffer:
                yield buffer.buf, buffer.len
            return
        octets = bytearray(4 * len(secret))  # never resized, because resizing leaves a copy behind too
        with borrow(octets) as buffer:
            try:  # around _encode too, because a signal handler may raise in the middle of it
                yield buffer.buf, _encode(secret, octets)
            finally:
                c.memset(buffer.buf, 0, buffer.len)
    finally:
        del secret  # as all functions do that get a secret, because the traceback of an error keeps their frames


def _lend(address: int | None, length: int, callback: Callable[[memoryview], object]) -> None:
    """Lends memory to a callback and takes it back."""
    handled = Handled()
    loan = Loan(address, length)
    try:
        callback(loan.view)
    except BaseException as error:
        handled.clear_later(error)
        raise
    finally:
        loan.end()


def _secret_options(options: s.scrim_text_options) -> dict[str, tuple[bool, object]]:
    """Returns, for each option that is for secrets, whether it differs from the default, and its value."""
    mask = options.mask_character
    return {
        "required_protection": (options.required_protection != 0, Protection(options.required_protection)),
        "mask": (mask != DEFAULT_MASK, f"U+{mask:04X}"),
        "mask_kind": (options.mask != MaskKind.PER_CLUSTER, f"MaskKind.{MaskKind(options.mask).name}"),
        "mask_count": (options.mask_count != 0, options.mask_count),
        "hide_length": (options.hide_length != 0, bool(options.hide_length)),
        "reveal_keypad": (options.reveal_keypad != 0, bool(options.reveal_keypad)),
        "mask_delay_ns": (options.mask_delay_ns != 0, options.mask_delay_ns),
    }


def _wrong_option(options: s.scrim_text_options) -> str | None:
    """Explains why the library refuses options. It reports only that an argument is wrong."""
    is_each = options.mask == MaskKind.PER_CLUSTER
    if options.visible:
        for name, (is_given, given) in _secret_options(options).items():
            if is_given:
                return f"{name} is for secret texts, so it must not be set with visible=True (got {given})"
    if 0xD800 <= options.mask_character <= 0xDFFF:
        return f"mask must be a Unicode character (got the surrogate U+{options.mask_character:04X})"
    if options.mask == MaskKind.FIXED and not 1 <= options.mask_count <= MAX_MASK_COUNT:
        return f"mask_count must be from 1 to {MAX_MASK_COUNT} with MaskKind.FIXED (got {options.mask_count})"
    if options.mask != MaskKind.FIXED and options.mask_count:
        return f"mask_count must be 0 without MaskKind.FIXED (got {options.mask_count})"
    if options.hide_length and is_each:
        return "hide_length needs MaskKind.FIXED or MaskKind.NONE, because MaskKind.PER_CLUSTER shows the length"
    if options.mask_delay_ns and not is_each:
        return f"mask_delay_ns must be 0 without MaskKind.PER_CLUSTER (got {options.mask_delay_ns})"
    if options.mask_delay_ns > MAX_REVEAL_NS:
        return f"mask_delay_ns must be from 0 to {MAX_REVEAL_NS} (got {options.mask_delay_ns})"
    return None


def _missing_protection(required: int) -> str:
    """Explains which required protection is unavailable, and why."""
    usage = memory_usage()
    reasons = {
        Protection.LOCKED: usage.locked_unprotected,
        Protection.NO_DUMP: usage.no_dump_unprotected,
        Protection.NO_FORK: usage.no_fork_unprotected,
        Protection.SECRETMEM: usage.secretmem_unprotected,
    }
    missing = [f"{bit.name}: {reason.message}" for bit, reason in reasons.items() if required & bit and reason]
    return f"required_protection is unavailable ({'; '.join(missing)})" if missing else "required_protection is unavailable"


class Text(Consumer, Handle):
    """An editable buffer for one secret, or for a text that is not secret. It is empty at first.

    Neither this class nor its `repr` shows or copies the secret. Nobody can wipe a `str` that you pass to it. If that
    matters, pass a `bytearray` and wipe it afterwards.

    Only one thread at a time may use a text and the objects that it is attached to.

    `capacity` is the size in bytes of UTF-8, at most 65,536. 0 means 256. The buffer never grows.
    `required_protection` is a combination of `Protection`. If a bit is unavailable, ProtectionError is raised.
    `mask` is the mask character.
    `max_clusters` is the largest number of grapheme clusters. None or 0 means that only the capacity limits the text.
    `allowed` is the class of characters that the text accepts.
    `mask_kind` is what is shown in place of the secret.
    `mask_count` is the number of mask characters with MaskKind.FIXED, from 1 to 64.
    `hide_length`: True if nothing may reveal the length. Input that does not fit is then dropped silently.
    `reveal_keypad`: True if characters that were typed on a keypad may be revealed too.
    `mask_delay_ns` is how long the last typed character is shown, at most ten seconds. 0 means never.
    `idle_timeout_ns`: the text is wiped after this time without an edit or a caret motion. 0 means never.
    `visible`: True if the text is not secret, for example an amount or a name. Everybody may see it, and its memory is
    ordinary. The options for secrets must then have their defaults: `required_protection`, all that begin with `mask`,
    `hide_length` and `reveal_keypad`.

    Raises InvalidArgumentError if an argument is wrong, and OutOfMemoryError if memory is short.
    """

    def __init__(
        self,
        capacity: int = DEFAULT_CAPACITY,
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
        visible: bool = False,
    ) -> None:
        if not isinstance(mask, str):
            raise TypeError(f"mask must be a string of one character (got {type(mask).__name__})")
        if len(mask) != 1:
            raise InvalidArgumentError(f"mask must be one character (got {len(mask)} characters)")
        options = s.scrim_text_options(
            c.sizeof(s.scrim_text_options),
            member(required_protection, "required_protection", Protection),
            integer(capacity, "capacity", 0, MAX_CAPACITY),
            integer(ord(mask), "the code point of mask", 1, 0x10FFFF),
            0 if max_clusters is None else integer(max_clusters, "max_clusters", 0, MAX_CAPACITY),
            member(allowed, "allowed", Allowed),
            member(mask_kind, "mask_kind", MaskKind),
            uint32(mask_count, "mask_count"),
            int(hide_length),
            int(reveal_keypad),
            uint64(mask_delay_ns, "mask_delay_ns"),
            uint64(idle_timeout_ns, "idle_timeout_ns"),
            int(visible),
        )
        try:
            super().__init__(lib.scrim_text_create, lib.scrim_text_destroy, options)
        except InvalidArgumentError as error:
            raise InvalidArgumentError(_wrong_option(options) or str(error)) from None
        except ProtectionError:
            raise ProtectionError(_missing_protection(options.required_protection)) from None
        self._capacity = options.capacity or DEFAULT_CAPACITY
        self._is_visible = bool(visible)

    @property
    def capacity(self) -> int:
        """The size of the buffer in bytes of UTF-8."""
        return int(self._capacity)

    @property
    def visible(self) -> bool:
        """Whether the text is not secret, so that everybody may see it."""
        return self._is_visible

    # ---- Editing ----

    def insert(self, secret: str | BytesLike) -> None:
        """Inserts a string, or bytes of UTF-8, at the caret and replaces the selection.

        Raises FullError if the text would exceed its capacity or `max_clusters`, RefusedError if `allowed` or
        `should_change` refuses, and InvalidUTF8Error for bytes that are not UTF-8. Nothing is inserted then.
        """
        try:
            with _octets(secret) as (address, length):
                self._call(lib.scrim_text_insert, address, length)
        finally:
            del secret

    def replace(self, location: int, count: int, secret: str | BytesLike) -> None:
        """Replaces `count` grapheme clusters from position `location`.

        Raises InvalidArgumentError if the range is not inside the text, LengthHiddenError with `hide_length`, and
        otherwise the errors of `insert`.
        """
        try:
            place, number = size(location, "location"), size(count, "count")
            with _octets(secret) as (address, length):
                wrong = f"location and count must name a range inside the text (got {place} and {number})"
                self._call(lib.scrim_text_replace, place, number, address, length, wrong=wrong)
        finally:
            del secret

    def set(self, secret: str | BytesLike) -> None:
        """Replaces the whole text, for example with an initial value. Does not call `should_change`."""
        try:
            with _octets(secret) as (address, length):
                self._call(lib.scrim_text_set, address, length)
        finally:
            del secret

    def delete_backward(self) -> None:
        """Deletes the selection or, if it is empty, the grapheme cluster before the caret."""
        self._call(lib.scrim_text_delete_backward)

    def delete_forward(self) -> None:
        """Deletes the selection or, if it is empty, the grapheme cluster after the caret."""
        self._call(lib.scrim_text_delete_forward)

    def delete_to_start(self) -> None:
        """Deletes the selection or, if it is empty, everything before the caret."""
        self._call(lib.scrim_text_delete_to_start)

    def delete_to_end(self) -> None:
        """Deletes the selection or, if it is empty, everything after the caret."""
        self._call(lib.scrim_text_delete_to_end)

    def move(self, motion: Motion, *, extend: bool = False) -> None:
        """Moves the caret. With `extend` the anchor stays in place, so that the selection changes."""
        self._call(lib.scrim_text_move, member(motion, "motion", Motion), int(extend))

    def select(self, anchor: int, caret: int | None = None) -> None:
        """Selects from position `anchor` to position `caret`, in grapheme clusters. Without `caret`, only sets the caret.

        Raises InvalidArgumentError if a position is beyond the end, and LengthHiddenError with `hide_length`.
        """
        last = anchor if caret is None else caret
        given = f"anchor must be inside the text (got {anchor})"
        wrong = given if caret is None else f"anchor and caret must be inside the text (got {anchor} and {caret})"
        self._call(lib.scrim_text_select, size(anchor, "anchor"), size(last, "caret"), wrong=wrong)

    @property
    def selection(self) -> tuple[int, int]:
        """The positions of the anchor and of the caret. They are equal if nothing is selected."""
        anchor, caret = c.c_size_t(), c.c_size_t()
        _check(lib.scrim_text_selection(self._handle, anchor, caret))
        return anchor.value, caret.value

    def clear(self) -> None:
        """Empties the text and wipes its whole buffer. Raises RefusedError if `should_clear` refuses."""
        self._call(lib.scrim_text_clear)

    def wipe(self) -> None:
        """Empties the text and wipes its whole buffer, without asking any callback. For time-outs and emergencies.

        It also works if other methods raise CorruptedError, and inside callbacks of the text. There it calls no callback.
        An edit, `with_bytes` or `display` whose callback wiped the text raises RefusedError, and does nothing more to it.
        """
        self._call(lib.scrim_text_wipe)

    # ---- Events ----

    def set_callbacks(self, callbacks: TextCallbacks | None) -> None:
        """Sets the callbacks and replaces earlier ones. None removes all of them."""
        if not isinstance(callbacks, TextCallbacks | None):
            raise TypeError(f"callbacks must be a scrim.TextCallbacks or None (got {type(callbacks).__name__})")
        call = lib.scrim_text_set_callbacks
        _check(self._callbacks.set(call, self._handle, s.scrim_text_callbacks, callbacks, _adapted))

    def _call(self, function: Callable[..., int], *arguments: Any, wrong: str | None = None) -> None:
        """Calls the library. `wrong` is the message if it refuses an argument."""
        status = function(self._handle, *arguments)
        raise_kept()
        if wrong and status == InvalidArgumentError.status:
            raise InvalidArgumentError(wrong)
        _check(status)

    def begin_editing(self) -> None:
        """Begins editing, for example when the field gets the focus. Does nothing if editing has begun.

        Raises RefusedError if `should_begin` refuses.
        """
        self._call(lib.scrim_text_begin_editing)

    def end_editing(self) -> None:
        """Ends editing, for example when the field loses the focus. Does nothing if editing has not begun.

        Raises RefusedError if `should_end` refuses.
        """
        self._call(lib.scrim_text_end_editing)

    def done(self) -> None:
        """Handles the user's "done", for example the Return key. Ends editing, and then calls the callback `done`.

        Raises RefusedError if `should_return` or `should_end` refuses.
        """
        self._call(lib.scrim_text_done)

    @property
    def is_editing(self) -> bool:
        """Whether editing has begun."""
        editing = c.c_uint32()
        _check(lib.scrim_text_is_editing(self._handle, editing))
        return editing.value == 1

    # ---- What may be shown ----

    @property
    def count(self) -> int:
        """The number of grapheme clusters, like `len`. Raises LengthHiddenError with `hide_length`."""
        count = c.c_size_t()
        _check(lib.scrim_text_count(self._handle, count))
        return count.value

    def __len__(self) -> int:
        return self.count

    @property
    def masked(self) -> str:
        """The text as everybody may see it: mask characters, for example "●●●●", or the text itself if it is visible."""
        return take_string(lambda *out: int(lib.scrim_text_copy_masked(self._handle, *out)), 64)

    # ---- Reveals and time ----

    def display(self, now_ns: int, callback: Callable[[memoryview, int, bool], object]) -> None:
        """Passes what is to be drawn at a time to a callback, part by part.

        The callback receives a memoryview of UTF-8, how many times to draw it, and True if it is a part of a secret. Each
        view is released like that of `with_bytes`. A visible text is one part.
        """
        continues = True

        def lend(address: int | None, length: int, count: int, revealed: int, _: int | None) -> None:
            nonlocal continues
            if continues:
                continues = keep(_lend, address, length, lambda view: callback(view, count, bool(revealed)))

        function = called_back(s.scrim_text_display_fn, lend)
        _check(lib.scrim_text_display(self._handle, uint64(now_ns, "now_ns"), function, None))

    def reveal(self, now_ns: int) -> None:
        """Reveals the whole text for ten seconds. During this time `display` passes the secret itself.

        Does nothing if the text is visible.

        Raises RefusedError if a part was typed on a keypad and `reveal_keypad` is False, or if a scene forbids it. Raises
        LengthHiddenError with `hide_length`.
        """
        self._call(lib.scrim_text_reveal, uint64(now_ns, "now_ns"))

    def conceal(self) -> None:
        """Ends every reveal of the text. Does nothing if the text is visible."""
        self._call(lib.scrim_text_conceal)

    def advance(self, now_ns: int) -> None:
        """Advances the text's clock: ends reveals that are over, and wipes a text that was idle too long."""
        self._call(lib.scrim_text_advance, uint64(now_ns, "now_ns"))

    @property
    def next_deadline(self) -> int | None:
        """The time at which `advance` must be called next, or None."""
        deadline = c.c_uint64()
        _check(lib.scrim_text_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value

    @property
    def protection(self) -> Protection:
        """How the memory of this text is protected. No bit is set if the text is visible."""
        protection = c.c_uint32()
        _check(lib.scrim_text_protection(self._handle, protection))
        return Protection(protection.value)

    def equals(self, other: Text | str | BytesLike) -> bool:
        """Returns whether another text, a string or bytes equal this text. The time does not depend on where they differ."""
        equal = c.c_uint32()
        try:
            if isinstance(other, Text):
                _check(lib.scrim_text_equal(self._handle, other._handle, equal))
            else:
                with _octets(other) as (address, length):
                    _check(lib.scrim_text_equal_bytes(self._handle, address, length, equal))
            return equal.value == 1
        finally:
            del other

    def with_bytes(self, callback: Callable[[memoryview], Result]) -> Result:
        """Lends the secret to a callback as a read-only memoryview, and returns what the callback returns.

        The view is released when the callback returns. If the callback kept a slice of it, BufferError is raised, and the
        slice must not be used. If the callback raises, the local variables of its frames are cleared, so that the
        traceback keeps no part of the secret. `object` of a UnicodeError and `obj` of an AttributeError are cleared too.
        The same is done for the exceptions that led to the raised one. All other attributes and messages are kept. They
        can contain the secret: `doc` of a JSONDecodeError does, and so does the message of `int()`.

        If `protection` contains SECRETMEM, the kernel cannot read the view, so os.write() fails with EFAULT. Use
        `write_fd` instead. Raises FullError if the text hides its length and input was dropped.
        """
        results: list[Result] = []

        def lend(address: int | None, length: int, _: int | None) -> None:
            keep(_lend, address, length, lambda view: results.append(callback(view)))

        try:
            _check(lib.scrim_text_with_bytes(self._handle, called_back(s.scrim_text_bytes_fn, lend), None))
            return results.pop()
        except BaseException:  # a result may contain the secret, and the traceback keeps the list
            results.clear()
            raise
