# SPDX-License-Identifier: MIT
"""Bounds how often a secret may be tried."""

from __future__ import annotations

import ctypes as c
import enum
from typing import NamedTuple, Self

from . import _abi as s
from ._convert import integer, uint64
from ._ffi import lib
from .errors import InvalidArgumentError, _check

ATTEMPTS_DEFAULT_LIMIT = 10
ATTEMPTS_MAX_LIMIT = 1000


class Attempt(enum.IntEnum):
    """What becomes of an attempt."""

    #: It has begun: verify now.
    ALLOWED = 1
    #: Too early.
    WAIT = 2
    #: Never again.
    LOCKED = 3


class AttemptResult(NamedTuple):
    result: Attempt
    #: When to try again, if the result is WAIT.
    retry_at_ns: int


class Attempts:
    """Counts attempts at one secret. Store `bytes(attempts)` after each begin(), and verify only what was allowed.

    The clock is the caller's, in nanoseconds: one that goes on while the process does not run.
    """

    def __init__(self, limit: int = ATTEMPTS_DEFAULT_LIMIT) -> None:
        self._count = s.scrim_attempts()
        _check(lib.scrim_attempts_init(self._count, integer(limit, "limit", 1, ATTEMPTS_MAX_LIMIT)))

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """What bytes() gave. Damaged bytes are a count that is locked."""
        if len(stored) != c.sizeof(s.scrim_attempts):
            raise InvalidArgumentError(f"stored attempts have {c.sizeof(s.scrim_attempts)} bytes, not {len(stored)}")
        attempts = cls.__new__(cls)
        attempts._count = s.scrim_attempts.from_buffer_copy(stored)
        return attempts

    def __bytes__(self) -> bytes:
        return bytes(self._count)

    def begin(self, now_ns: int) -> AttemptResult:
        """Begins an attempt. Call it, and store the count, before the secret is verified."""
        result, retry_at = c.c_uint32(), c.c_uint64()
        _check(lib.scrim_attempts_begin(self._count, uint64(now_ns, "now_ns"), result, retry_at))
        return AttemptResult(Attempt(result.value), retry_at.value)

    def succeed(self) -> None:
        """Starts the count anew, after a secret that was right."""
        _check(lib.scrim_attempts_succeed(self._count))
