# SPDX-License-Identifier: MIT
"""What a secret is for: hashing, verifying, sealing to somebody's key, and passing through file descriptors."""

from __future__ import annotations

import ctypes as c
import enum
import select
from collections.abc import Iterator
from contextlib import contextmanager

from ._buffer import borrow
from ._convert import int32, take_bytes, take_string, uint32
from ._ffi import lib
from .errors import _check

BytesLike = bytes | bytearray | memoryview

HASH_KEY_SIZE = 32
HASH_MAX_LENGTH = 128
SEAL_OVERHEAD = 64


class HashPreset(enum.IntEnum):
    """What it costs to hash a secret once."""

    #: 19 MiB, 2 passes: small devices.
    LOW_MEMORY = 1
    #: 64 MiB, 2 passes: somebody waits for the answer.
    INTERACTIVE = 2
    #: 256 MiB, 3 passes: some seconds on a slow machine.
    MODERATE = 3


def needs_rehash(hash: str, preset: HashPreset = HashPreset.INTERACTIVE) -> bool:
    """Whether the cost of a stored hash differs from a preset's. If so, hash the secret anew after it was verified.

    A hash of another kind of Argon2, or of another length, needs a new hash too. A string that is not a hash of Argon2
    raises InvalidArgumentError.
    """
    string = hash.encode("utf-8", "surrogatepass")
    needed = c.c_uint32()
    with _lend(string) as (start, length):
        _check(lib.scrim_hash_needs_rehash(start, length, uint32(preset, "preset"), needed))
    return needed.value == 1


class FdFlags(enum.IntFlag):
    """How a secret goes through a file descriptor."""

    #: Reading stops after the first newline, which is dropped; writing adds one.
    LINE = 1


@contextmanager
def _lend(octets: BytesLike | None) -> Iterator[tuple[int | None, int]]:
    """Address and length of bytes, uncopied; None is NULL."""
    if octets is None:
        yield None, 0
        return
    with borrow(octets) as buffer:
        yield buffer.buf, buffer.len


class Consumer:
    """What Text can do with its secret but show it."""

    _handle: int | None

    def hash(self, preset: HashPreset = HashPreset.INTERACTIVE, *, pepper: BytesLike | None = None) -> str:
        """Hashes the secret with Argon2id and a fresh salt, for storing: "$argon2id$v=19$…".

        `pepper`: 32 bytes that are stored elsewhere. Without them nobody can test guesses against the hash.
        """
        number = uint32(preset, "preset")
        with _lend(pepper) as (address, size):
            return take_string(
                lambda *out: int(lib.scrim_text_hash(self._handle, number, address, size, *out)), HASH_MAX_LENGTH
            )

    def verify(self, hash: str, *, pepper: BytesLike | None = None) -> bool:
        """Whether the secret is the one that a hash was made of. What keeps it from being known raises."""
        string = hash.encode("utf-8", "surrogatepass")
        matches = c.c_uint32()
        with _lend(string) as (start, length), _lend(pepper) as (address, size):
            _check(lib.scrim_text_verify(self._handle, start, length, address, size, matches))
        return matches.value == 1

    def seal(self, public_key: BytesLike, context: BytesLike = b"") -> bytes:
        """Seals the secret to an X25519 public key (32 bytes), for nacl.public.SealedBox to open.

        Inside are "SCR", 1, and three little-endian numbers of four bytes (the lengths of context and secret, the
        capacity), then the context, then the secret, padded with zeroes to the capacity.
        """
        with _lend(public_key) as (key, size), _lend(context) as (start, length):
            return take_bytes(
                lambda *out: int(lib.scrim_text_seal(self._handle, key, size, start, length, *out)),
                SEAL_OVERHEAD + 256 + length,
            )

    def read_fd(self, fd: int, *, line: bool = False) -> None:
        """Inserts what a file descriptor gives up to its end, or up to a newline: whole, or not at all.

        No copy of it is left in Python. Until the first byte comes other threads run, and signals are handled; from then
        on they wait for the end, so that what writes must be another process.
        """
        poll = select.poll()
        poll.register(int32(fd, "fd"), select.POLLIN)
        poll.poll()
        _check(lib.scrim_text_read_fd(self._handle, fd, FdFlags.LINE if line else 0))

    def write_fd(self, fd: int, *, line: bool = False) -> None:
        """Writes the secret to a file descriptor, and a newline after it if `line`. Other threads wait meanwhile."""
        _check(lib.scrim_text_write_fd(self._handle, int32(fd, "fd"), FdFlags.LINE if line else 0))
