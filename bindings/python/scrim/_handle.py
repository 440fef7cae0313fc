# SPDX-License-Identifier: MIT
"""What the objects of the library have in common, and the way of an exception out of a callback."""

from __future__ import annotations

import ctypes as c
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn, Self

from .errors import _check


class Handle:
    """An object of the library. It is closed by close(), by a `with` block, or when nothing refers to it any more.

    A closed object answers every call with InvalidHandleError. Objects can be closed in any order.
    """

    def __init__(self, create: Callable[..., int], destroy: Callable[[int | None], None], *arguments: Any) -> None:
        out = c.c_void_p()
        _check(create(*arguments, out))
        # Handles are not addresses: the library recognizes a stale one, so it is kept and passed after close() too.
        self._handle = out.value
        self._finalizer = weakref.finalize(self, destroy, out.value)
        # An object that only this one knows stays open for it.
        self._needs: Handle | None = None

    def close(self) -> None:
        """Closes the object; a second time does nothing."""
        self._finalizer()
        self._needs = None

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<scrim.{type(self).__name__}{' closed' if self.closed else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a scrim.{type(self).__name__} can be neither pickled nor copied")


class Relay:
    """Carries an exception over the C frames between a callback and the call that caused it."""

    def __init__(self) -> None:
        self._error: BaseException | None = None

    def guard(self, function: Callable[..., object]) -> Callable[..., None]:
        def call(*arguments: Any) -> None:
            try:
                function(*arguments)
            except BaseException as error:
                # Of several callbacks that raise in one call, the first tells why.
                self._error = self._error or error

        return call

    def check(self, status: int, *others: Relay) -> None:
        """Raises what a callback raised, here or of the others, else the error of the status."""
        error = None
        for relay in (self, *others):
            error, relay._error = error or relay._error, None
        if error is not None:
            raise error
        _check(status)
