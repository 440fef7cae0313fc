# SPDX-License-Identifier: MIT
"""A lock that can be awaited without running signal handlers."""

from __future__ import annotations

import ctypes as c
from typing import Any

#: More than a pthread_mutex_t has on any 64-bit architecture of Linux. Zeros are PTHREAD_MUTEX_INITIALIZER there.
_MUTEX_SIZE = 64

# The one that waits lets other threads run Python code. Unlike Python's locks, it ignores signals.
_wait: Any = c.CFUNCTYPE(c.c_int, c.c_void_p)(("pthread_mutex_lock", c.CDLL(None)))
_try: Any = c.PYFUNCTYPE(c.c_int, c.c_void_p)(("pthread_mutex_trylock", c.pythonapi))
_release: Any = c.PYFUNCTYPE(c.c_int, c.c_void_p)(("pthread_mutex_unlock", c.pythonapi))


class Turn:
    """Belongs to one thread at a time.

    The main thread must never release a turn that it has acquired, because a signal handler could raise before the release.
    """

    def __init__(self) -> None:
        self._mutex = c.create_string_buffer(_MUTEX_SIZE)

    def try_acquire(self) -> bool:
        return bool(_try(self._mutex) == 0)

    def release(self) -> None:
        _release(self._mutex)


def waits(turns: list[Turn]) -> map[int]:
    """Returns an iterator that waits for each turn and acquires it. Iterating runs no Python code, so no signal handler runs."""
    return map(_wait, [turn._mutex for turn in turns])
