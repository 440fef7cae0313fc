# SPDX-License-Identifier: MIT
"""Removes secrets from the tracebacks of exceptions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType


class Handled:
    """The exception that the caller handles at this moment, and those that led to it, with their tracebacks."""

    def __init__(self) -> None:
        handled = sys.exception()
        self._known = [] if handled is None else list(_chain(handled))
        #: By the id, because an exception may have no hash.
        self._tracebacks = {id(one): one.__traceback__ for one in self._known}

    def clear_later(self, error: BaseException) -> None:
        """Clears the local variables of an exception's frames, and the objects that Python itself stores in exceptions.

        Does the same for the exceptions that led to it. If one of them was handled, only the frames in which it was raised again
        are cleared.
        """
        for one in _chain(error):
            _clear_frames(one.__traceback__, self._tracebacks.get(id(one)))
            if id(one) not in self._tracebacks:
                _clear_objects(one)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yields an exception and those that led to it, each once."""
    pending, seen = [error], set()
    while pending:
        one = pending.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            parts = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
            pending += [cause for cause in (one.__cause__, one.__context__, *parts) if cause is not None]


def _clear_frames(entry: TracebackType | None, end: TracebackType | None) -> None:
    """Clears the frames of a traceback that come before `end`."""
    while entry is not None and entry is not end:
        with suppress(RuntimeError):  # the frame is still running
            entry.tb_frame.clear()
        entry = entry.tb_next


def _clear_objects(error: BaseException) -> None:
    if isinstance(error, UnicodeError) and hasattr(error, "object"):
        empty = type(error.object)()
        error.args = tuple(empty if part is error.object else part for part in error.args)
        error.object = empty
    if isinstance(error, AttributeError):
        error.obj = None
