# SPDX-License-Identifier: MIT
"""Limits the attempts at a secret."""

from __future__ import annotations

import ctypes as c
import enum
from typing import NamedTuple, Self

from . import _abi as s
from ._convert import integer, uint64
from ._ffi import lib
from .errors import InvalidArgumentError, InvalidStateError, _check

ATTEMPTS_DEFAULT_LIMIT = 10
ATTEMPTS_MAX_LIMIT = 1000


class Attempt(enum.IntEnum):
    """Results of `Attempts.begin`."""

    #: The attempt has begun. Verify the secret now.
    ALLOWED = 1
    #: It is too early. The attempt has not begun, so do not verify.
    WAIT = 2
    #: All attempts are used. Only a new `Attempts` allows more.
    LOCKED = 3


class AttemptResult(NamedTuple):
    """The result of `Attempts.begin`."""

    result: Attempt
    #: The time at which to try again if the result is WAIT, otherwise 0.
    retry_at_ns: int


class Attempts:
    """A counter of attempts at one secret.

    Store `bytes(attempts)` with the hash after each `begin`, and before you verify. Otherwise, cutting the power refunds
    the attempt. Verify only if the attempt is allowed.

    `limit` is the number of attempts without a success after which the counter is locked, from 1 to 1,000.
    """

    def __init__(self, limit: int = ATTEMPTS_DEFAULT_LIMIT) -> None:
        self._count = s.scrim_attempts()
        _check(lib.scrim_attempts_init(self._count, integer(limit, "limit", 1, ATTEMPTS_MAX_LIMIT)))

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """Restores a counter from what bytes() returned. Damaged bytes become a locked counter.

        Raises InvalidArgumentError if `stored` has another length.
        """
        if len(stored) != c.sizeof(s.scrim_attempts):
            raise InvalidArgumentError(f"stored must have {c.sizeof(s.scrim_attempts)} bytes (got {len(stored)})")
        attempts = cls.__new__(cls)
        attempts._count = s.scrim_attempts.from_buffer_copy(stored)
        return attempts

    def __bytes__(self) -> bytes:
        return bytes(self._count)

    def begin(self, now_ns: int) -> AttemptResult:
        """Begins an attempt, if one is allowed now. Call it, and store the counter, before you verify the secret.

        The first three attempts need no wait. Each later one must wait after the attempt before it: the fourth for 1
        second, the fifth for 5 seconds, the sixth for 30 seconds, and the seventh and all others for 60 seconds.

        `now_ns` is the time of your clock. Use one that continues while the process does not run. If it goes backwards,
        the current wait starts again.
        """
        result, retry_at = c.c_uint32(), c.c_uint64()
        _check(lib.scrim_attempts_begin(self._count, uint64(now_ns, "now_ns"), result, retry_at))
        return AttemptResult(Attempt(result.value), retry_at.value)

    def succeed(self) -> None:
        """Resets the counter to zero attempts. Call it after the secret matched, and store the counter.

        Raises InvalidStateError if the counter is locked or damaged, or if no attempt was begun.
        """
        status = lib.scrim_attempts_succeed(self._count)
        if status == InvalidStateError.status:
            raise InvalidStateError("no attempt was begun with begin(), or the counter is locked or damaged")
        _check(status)
