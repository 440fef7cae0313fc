# SPDX-License-Identifier: MIT
"""The base class of all objects of the library."""

from __future__ import annotations

import ctypes as c
import weakref
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn, Self

from ._callbacks import Callbacks
from ._relay import apart, raise_kept
from .errors import InvalidHandleError, _check


class Handle:
    """The base class of all objects of the library.

    An object is closed by close(), by a `with` block, or when nothing refers to it any more. After that, its methods raise
    InvalidHandleError, and its callbacks are not called. Objects can be closed in any order.
    """

    def __init__(self, create: Callable[..., int], destroy: Callable[[int | None], None], *arguments: Any) -> None:
        out = c.c_void_p()
        # A signal handler may raise at any time, as Python's handler of Ctrl-C does. Nobody could then close the object.
        try:
            _check(create(*arguments, out))
            self._number = out.value
            self._destroy = destroy
            self._finalizer = weakref.finalize(self, apart, destroy, out.value)
        except BaseException:
            destroy(out.value)
            raise
        # Another object that must stay open while this one uses it.
        self._needs: Handle | None = None
        self._callbacks = Callbacks()

    def close(self) -> None:
        """Closes the object. Does nothing if it is closed already."""
        # The finalizer would forget the object before it destroys it. If a signal handler raised in between, the secret would stay in
        # memory. This way the object counts as open until it is destroyed, and can be closed again.
        if not self.closed:
            self._destroy(self._number)
            self._finalizer.detach()
        self._needs = None
        self._callbacks.clear()
        raise_kept()

    @property
    def closed(self) -> bool:
        """Whether the object has been closed."""
        return not self._finalizer.alive

    @property
    def _handle(self) -> int | None:
        """The handle, for calls of the library. The library recognizes a stale one too, but cannot name the object."""
        if self.closed:
            raise InvalidHandleError(f"the {type(self).__name__} is closed")
        return self._number

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<scrim.{type(self).__name__}{' closed' if self.closed else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"scrim.{type(self).__name__} objects cannot be pickled or copied")


def handle_of(value: Any, kind: type[Handle], name: str) -> int | None:
    """Returns the handle of an argument. Raises TypeError if the argument is another object."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a scrim.{kind.__name__} (got {type(value).__name__})")
    return value._handle
