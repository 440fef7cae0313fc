# SPDX-License-Identifier: MIT
"""A lock that replaces the interpreter's lock in a Python that runs without it ("free-threaded").

Two threads must not use joined handles at the same time, and a finalizer may run on any thread at any time. A call of the library
holds the interpreter's lock, which prevents both problems. If the interpreter has no lock, this one has the same effect.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any


def interpreter_locks() -> bool:
    """Returns whether this interpreter runs one thread at a time. The answer does not change later."""
    enabled: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)
    return enabled()


def lock_for_forks() -> Any:
    """Returns an RLock. In a forked child it is free, unless the thread that forked had it: the other threads are gone."""
    lock: Any = threading.RLock()

    def renew() -> None:
        if lock.acquire(blocking=False):
            lock.release()
        else:
            # In place, because the forking thread may be inside a block that will use the lock again.
            lock._at_fork_reinit()

    os.register_at_fork(after_in_child=renew)
    return lock


#: Held during each call in an interpreter without a lock, and while a collector lends a record.
LOCK = lock_for_forks()


class OneAtATime:
    """The functions of a library, of which only one runs at a time. Other calls wait.

    A thread can take the lock a second time. This is necessary because the garbage collector may run a finalizer, which is also a
    call, between the moment when a thread takes the lock and its own call.
    """

    def __init__(self, library: Any, names: Iterable[str], lock: Any = LOCK) -> None:
        self._lock = lock
        for name in names:
            setattr(self, name, self._alone(getattr(library, name)))

    def _alone(self, function: Callable[..., Any]) -> Callable[..., Any]:
        lock = self._lock

        def call(*arguments: Any) -> Any:
            with lock:
                return function(*arguments)

        return call

    def outside(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a function that the library can call back, and that releases the lock while it runs.

        Otherwise a callback that waits for another thread's call would wait forever. An interpreter with a lock switches threads
        during a callback in the same way.
        """
        lock = self._lock

        def call(*arguments: Any) -> Any:
            lock.release()
            try:
                return function(*arguments)
            finally:
                lock.acquire()

        return call
