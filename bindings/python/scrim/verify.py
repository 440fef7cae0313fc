# SPDX-License-Identifier: MIT
"""Hashes and verifies secrets, seals them to public keys, and passes them through file descriptors."""

from __future__ import annotations

import ctypes as c
import enum
import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._buffer import borrow
from ._convert import member, int32, take_bytes, take_string
from ._ffi import lib
from ._relay import raise_kept
from .errors import InvalidArgumentError, IoError, LimitError, UnsupportedError, _check

BytesLike = bytes | bytearray | memoryview

HASH_KEY_SIZE = 32
HASH_MAX_LENGTH = 128
SEAL_KEY_SIZE = 32
SEAL_MAX_CONTEXT = 4096
SEAL_OVERHEAD = 64


class HashPreset(enum.IntEnum):
    """The cost of one hash: the memory and the passes of Argon2id."""

    #: 19 MiB and 2 passes, for small devices.
    LOW_MEMORY = 1
    #: 64 MiB and 2 passes, if a user waits for the result.
    INTERACTIVE = 2
    #: 256 MiB and 3 passes. This takes some seconds on a slow machine.
    MODERATE = 3


@contextmanager
def _explained(hash: str) -> Iterator[None]:
    """Adds to an error about a hash what was expected. A message never contains the hash."""
    try:
        yield
    except InvalidArgumentError:
        shape = "a string of Argon2, '$argon2id$v=19$m=…,t=…,p=1$salt$hash'"
        raise InvalidArgumentError(f"hash must be {shape} (got {len(hash)} other characters)") from None
    except UnsupportedError:
        raise UnsupportedError("hash must be of Argon2id version 19, with a salt of 16 bytes and a hash of 32 bytes") from None
    except LimitError:
        raise LimitError("hash must cost at most 262144 KiB (m), 6 passes (t) and 1 lane (p)") from None


def _hash_bytes(hash: str) -> bytes:
    if not isinstance(hash, str):
        raise TypeError(f"hash must be a string, as Text.hash() returns it (got {type(hash).__name__})")
    return hash.encode("utf-8", "surrogatepass")


def needs_rehash(hash: str, preset: HashPreset = HashPreset.INTERACTIVE) -> bool:
    """Returns whether a stored hash should be replaced, because it differs from what a preset makes.

    Call it after the secret was verified, while the text still contains the secret. If it returns True, store a new
    `Text.hash`. It is also True for a hash that costs more than the preset, and for one that `Text.verify` does not accept.

    Raises InvalidArgumentError for a string that is not a hash of Argon2.
    """
    string = _hash_bytes(hash)
    number = member(preset, "preset", HashPreset)
    needed = c.c_uint32()
    with _lend(string) as (start, length), _explained(hash):
        _check(lib.scrim_hash_needs_rehash(start, length, number, needed))
    return needed.value == 1


class FdFlags(enum.IntFlag):
    """Flags for file descriptors."""

    #: Reading stops after the first newline and drops it. Writing adds a newline.
    LINE = 1


@contextmanager
def _lend(octets: BytesLike | None) -> Iterator[tuple[int | None, int]]:
    """Yields the address and length of bytes without a copy. None becomes NULL."""
    if octets is None:
        yield None, 0
        return
    try:
        with borrow(octets) as buffer:
            yield buffer.buf, buffer.len
    finally:
        del octets


def _check_bytes(octets: BytesLike, name: str) -> int:
    """Returns the length of bytes. A message never contains them."""
    try:
        with memoryview(octets) as view:
            return view.nbytes
    except TypeError:
        raise TypeError(f"{name} must be bytes, a bytearray or a memoryview (got {type(octets).__name__})") from None
    finally:
        del octets


def _check_size(octets: BytesLike | None, size: int, name: str) -> None:
    """Checks the length of a key. A message never contains the key."""
    try:
        if octets is not None and (length := _check_bytes(octets, name)) != size:
            raise InvalidArgumentError(f"{name} must have {size} bytes (got {length})")
    finally:
        del octets


def _io_error(message: str, reason: int) -> IoError:
    error = IoError(f"{message}: {os.strerror(reason)}")
    error.errno = reason
    return error


class Consumer:
    """The methods of `Text` that use the secret without showing it."""

    if TYPE_CHECKING:  # Handle has it

        @property
        def _handle(self) -> int | None: ...

    def hash(self, preset: HashPreset = HashPreset.INTERACTIVE, *, pepper: BytesLike | None = None) -> str:
        """Hashes the secret with Argon2id and a new random salt, for storage. Returns "$argon2id$v=19$…".

        `pepper` is a second secret of 32 bytes that you store elsewhere. Somebody who has the hash but not the pepper
        cannot test guesses against it. The string does not show that a pepper was used.

        Raises ProtectionError if the working memory lacks a protection that the text requires, OutOfMemoryError if memory
        is short, and FullError if the text hides its length and input was dropped.
        """
        try:
            number = member(preset, "preset", HashPreset)
            _check_size(pepper, HASH_KEY_SIZE, "pepper")
            with _lend(pepper) as (address, size):
                return take_string(
                    lambda *out: int(lib.scrim_text_hash(self._handle, number, address, size, *out)), HASH_MAX_LENGTH
                )
        finally:
            del pepper

    def verify(self, hash: str, *, pepper: BytesLike | None = None) -> bool:
        """Returns whether the secret is the one that a hash was made from, by Scrim or another implementation.

        An error never looks like a wrong secret. If the check cannot be made, an exception is raised:
        InvalidArgumentError for a string that is not a hash of Argon2, UnsupportedError for another kind of Argon2,
        LimitError for a hash that costs more than 256 MiB, 6 passes or 1 lane, and otherwise the errors of `hash`.
        """
        try:
            string = _hash_bytes(hash)
            _check_size(pepper, HASH_KEY_SIZE, "pepper")
            matches = c.c_uint32()
            with _lend(string) as (start, length), _lend(pepper) as (address, size), _explained(hash):
                _check(lib.scrim_text_verify(self._handle, start, length, address, size, matches))
            return matches.value == 1
        finally:
            del pepper

    def seal(self, public_key: BytesLike, context: BytesLike = b"") -> bytes:
        """Seals the secret to an X25519 public key of 32 bytes. `nacl.public.SealedBox` can open it.

        The message begins with "SCR" and a byte of 1. Three little-endian numbers of four bytes follow: the length of the
        context, the length of the secret, and the capacity. Then come the context, and the secret with zeroes up to the
        capacity.

        `context` says what the secret was sealed for, at most 4,096 bytes. The opener can refuse a box for something else.

        Raises InvalidArgumentError if a length is wrong or nothing can be sealed to the key, and FullError if the text
        hides its length and input was dropped.
        """
        _check_size(public_key, SEAL_KEY_SIZE, "public_key")
        _check_bytes(context, "context")
        with _lend(public_key) as (key, size), _lend(context) as (start, length):
            if length > SEAL_MAX_CONTEXT:
                raise InvalidArgumentError(f"context must have at most {SEAL_MAX_CONTEXT} bytes (got {length})")
            try:
                return take_bytes(
                    lambda *out: int(lib.scrim_text_seal(self._handle, key, size, start, length, *out)),
                    SEAL_OVERHEAD + 256 + length,
                )
            except InvalidArgumentError:
                raise InvalidArgumentError("public_key must not be a point of low order") from None

    def read_fd(self, fd: int, *, line: bool = False) -> None:
        """Inserts the bytes that a file descriptor delivers, up to its end, or up to a newline if `line`.

        Either all bytes are inserted or none, as by `insert`. No copy of them is left in Python. Other threads run, and
        signals are handled, until the first byte arrives. From then on they wait for the end, so the writer must be
        another process.

        Raises IoError if reading fails, and otherwise the errors of `insert`. The bytes that were read are then lost. `errno`
        of an IoError has the reason.
        """
        fd = int32(fd, "fd")
        handle = self._handle
        if fd >= 0:  # poll refuses others, and the library returns the error
            poll = select.poll()
            poll.register(fd, select.POLLIN)
            poll.poll()
            handle = self._handle  # another thread may have closed the text
        status = lib.scrim_text_read_fd(handle, fd, FdFlags.LINE if line else 0)
        reason = c.get_errno()
        raise_kept()
        if status == IoError.status:
            raise _io_error(f"fd {fd} cannot be read", reason)
        _check(status)

    def write_fd(self, fd: int, *, line: bool = False) -> None:
        """Writes the secret to a file descriptor, and a newline after it if `line`. Other threads wait meanwhile.

        Raises IoError if writing fails, and FullError if the text hides its length and input was dropped. `errno` of an IoError
        has the reason.
        """
        fd = int32(fd, "fd")
        status = lib.scrim_text_write_fd(self._handle, fd, FdFlags.LINE if line else 0)
        reason = c.get_errno()
        raise_kept()
        if status == IoError.status:
            raise _io_error(f"fd {fd} cannot be written", reason)
        _check(status)
