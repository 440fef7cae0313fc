# SPDX-License-Identifier: MIT
"""A lock in the place of the interpreter's, for a Python that runs without that ("free-threaded").

Handles that were joined may not be used by two threads at once, and a finaliser may run on any thread at any time. The
interpreter's lock, which a call of the library keeps, sees to both; where there is none, this one does the same.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any


def interpreter_locks() -> bool:
    """Whether this interpreter runs one thread at a time. It is never switched off later."""
    enabled: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)
    return enabled()


class OneAtATime:
    """The functions of a library, one call at a time: the others wait.

    The lock is one that a thread can take again: the garbage collector may run a finaliser, which is a call too,
    between a thread's taking it and its call.
    """

    def __init__(self, library: Any, names: Iterable[str]) -> None:
        self._lock = threading.RLock()
        for name in names:
            setattr(self, name, self._alone(getattr(library, name)))

    def _alone(self, function: Callable[..., Any]) -> Callable[..., Any]:
        lock = self._lock

        def call(*arguments: Any) -> Any:
            with lock:
                return function(*arguments)

        return call

    def outside(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """For what the library calls back: meanwhile other threads may enter it, as they do where the interpreter
        switches threads. A callback that waits for one of them waits for ever else."""
        lock = self._lock

        def call(*arguments: Any) -> Any:
            lock.release()
            try:
                return function(*arguments)
            finally:
                lock.acquire()

        return call
