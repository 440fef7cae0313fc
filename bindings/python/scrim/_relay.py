# SPDX-License-Identifier: MIT
"""Carries the exceptions of callbacks to the calls that caused them.

An exception cannot pass through the C code in between, so it is kept until the call has returned. A callback runs on the thread of its
call, so each thread keeps its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class _Thread(threading.local):
    error: BaseException | None = None


_thread = _Thread()


def raise_kept() -> None:
    """Raises the exception of a callback. Called after every call that may have called back."""
    error, _thread.error = _thread.error, None
    try:
        if error is not None:
            raise error
    finally:
        del error  # its traceback refers to this frame


@contextmanager
def relayed() -> Iterator[None]:
    """Raises the exception of a callback at the end of a block of calls, even if another error ended the block."""
    try:
        yield
    finally:
        raise_kept()


def apart(function: Callable[..., object], *arguments: Any) -> None:
    """Calls a function that may call the library, inside another call. Does not touch the exception that the outer call keeps."""
    earlier = _thread.error
    try:
        _thread.error = None
        function(*arguments)
        raise_kept()
    finally:
        _thread.error = earlier
        del earlier


def keep(function: Callable[..., object], *arguments: Any) -> bool:
    """Calls a function inside a callback, and keeps its exception. Returns whether there was none."""
    try:
        apart(function, *arguments)
        return True
    except BaseException as error:
        # If several callbacks raise in one call, the first exception is the cause.
        if _thread.error is None:  # not `or`: an exception can be false, or refuse to say
            _thread.error = error
        return False
