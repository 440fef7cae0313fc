# SPDX-License-Identifier: MIT
"""The exceptions of Scrim: one class for each status, which is also the builtin exception nearest in meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from . import _ffi
from ._ffi import IncompatibleLibraryError, LibraryNotFoundError

if TYPE_CHECKING:
    from .report import Report

__all__ = [
    "BufferTooSmallError",
    "BusyError",
    "ClosedError",
    "CorruptedError",
    "IoError",
    "EntropyError",
    "ForkedError",
    "FullError",
    "LengthHiddenError",
    "IncompatibleLibraryError",
    "InvalidArgumentError",
    "InvalidHandleError",
    "InvalidStateError",
    "InvalidUTF8Error",
    "LibraryNotFoundError",
    "LimitError",
    "NotFoundError",
    "OutOfMemoryError",
    "ProtectionError",
    "RefusedError",
    "ReversibleStyleError",
    "ScrimError",
    "UnsupportedError",
]


class ScrimError(Exception):
    """An error that the library answered, or that this package found before calling it."""

    #: The scrim_status of this error.
    status: int = 0
    #: What became of the frame, on errors of redact() and Scene.redact().
    report: Report | None = None

    _by_status: ClassVar[dict[int, type[ScrimError]]] = {}

    def __init_subclass__(cls) -> None:
        ScrimError._by_status.setdefault(cls.status, cls)

    @property
    def name(self) -> str:
        """The name of the status, say "SCRIM_ERROR_BUSY"."""
        return str(_ffi.lib.scrim_status_name(self.status).decode())


class InvalidArgumentError(ScrimError, ValueError):
    status = -1


class InvalidHandleError(ScrimError, ValueError):
    """The object is closed."""

    status = -2


class OutOfMemoryError(ScrimError, MemoryError):
    status = -3


class BufferTooSmallError(ScrimError, BufferError):
    status = -4


class EntropyError(ScrimError, RuntimeError):
    status = -5


class ProtectionError(ScrimError, RuntimeError):
    status = -6


class BusyError(ScrimError, RuntimeError):
    status = -7


class ClosedError(ScrimError, ValueError):
    """An object that this one depends on is closed."""

    status = -8


class ForkedError(ScrimError, RuntimeError):
    status = -9


class UnsupportedError(ScrimError, NotImplementedError):
    status = -10


class LimitError(ScrimError, RuntimeError):
    status = -11


class FullError(ScrimError, BufferError):
    status = -12


class InvalidUTF8Error(ScrimError, UnicodeError):
    status = -13


class InvalidStateError(ScrimError, RuntimeError):
    status = -14


class NotFoundError(ScrimError, LookupError):
    status = -15


class CorruptedError(ScrimError, RuntimeError):
    status = -16


class RefusedError(ScrimError, ValueError):
    """A rule of the text, or one of its callbacks, refused it."""

    status = -17


class LengthHiddenError(ScrimError, RuntimeError):
    """The text hides its length, and the call would tell it."""

    status = -18


class IoError(ScrimError, OSError):
    status = -19


class ReversibleStyleError(ScrimError, ValueError):
    """The style is reversible, so the private regions were covered in solid black instead. `report` describes that cover."""

    status = -20


def _error(status: int) -> ScrimError:
    """The exception of a status, with the library's message."""
    error = ScrimError._by_status.get(status, ScrimError)(_ffi.lib.scrim_status_message(status).decode())
    error.status = status
    return error


def _check(status: int) -> None:
    if status:
        raise _error(status)
