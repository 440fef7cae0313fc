# SPDX-License-Identifier: MIT
"""The exceptions of Scrim. Each status has a class, which also derives from the builtin exception with the closest meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from . import _ffi
from ._ffi import IncompatibleLibraryError, LibraryNotFoundError
from ._relay import raise_kept

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
    "NothingCoveredError",
    "OutOfMemoryError",
    "ProtectionError",
    "RefusedError",
    "ReversibleStyleError",
    "ScrimError",
    "UnsupportedError",
]


class ScrimError(Exception):
    """An error that the library returned, or that this package found before it called the library."""

    #: The scrim_status of this error.
    status: int = 0
    #: What happened to the frame, for errors of calls that redact one. None for other errors.
    report: Report | None = None

    _by_status: ClassVar[dict[int, type[ScrimError]]] = {}

    def __init_subclass__(cls) -> None:
        ScrimError._by_status.setdefault(cls.status, cls)

    @property
    def name(self) -> str:
        """The name of the status, for example "SCRIM_ERROR_BUSY"."""
        return str(_ffi.lib.scrim_status_name(self.status).decode())


class InvalidArgumentError(ScrimError, ValueError):
    """An argument is out of range, not finite or not one of the allowed values."""

    status = -1


class NothingCoveredError(InvalidArgumentError):
    """A region covers no pixel of the picture. Nothing was written, and the picture must not be used as a redacted one."""


class InvalidHandleError(ScrimError, ValueError):
    """The object has been closed."""

    status = -2


class OutOfMemoryError(ScrimError, MemoryError):
    """An allocation failed. The state is the same as before the call."""

    status = -3


class BufferTooSmallError(ScrimError, BufferError):
    """A buffer is too small for the result."""

    status = -4


class EntropyError(ScrimError, RuntimeError):
    """The kernel provided no random bytes. Do not ask the user for a secret. A keypad stays hidden."""

    status = -5


class ProtectionError(ScrimError, RuntimeError):
    """Memory with the required protection is not available. memory_usage() reports the reason."""

    status = -6


class BusyError(ScrimError, RuntimeError):
    """A callback of the object, or of an object joined to it, is running. Or another publisher has the feed."""

    status = -7


class ClosedError(ScrimError, ValueError):
    """An object that this object depends on has been closed."""

    status = -8


class ForkedError(ScrimError, RuntimeError):
    """The object was created before this process was forked. Create a new one."""

    status = -9


class UnsupportedError(ScrimError, NotImplementedError):
    """The request is valid, but this version does not support it."""

    status = -10


class LimitError(ScrimError, RuntimeError):
    """A documented limit is reached, for example the number of views. The state is the same as before the call."""

    status = -11


class FullError(ScrimError, BufferError):
    """The text has no room for the characters. Nothing was inserted."""

    status = -12


class InvalidUTF8Error(ScrimError, UnicodeError):
    """The bytes or the string cannot be read as well-formed UTF-8."""

    status = -13


class InvalidStateError(ScrimError, RuntimeError):
    """The object's state does not allow the call, for example a touch on a hidden keypad."""

    status = -14


class NotFoundError(ScrimError, LookupError):
    """No window, view, output, recognizer or record has that id or number, or the folder of the file does not exist."""

    status = -15


class CorruptedError(ScrimError, RuntimeError):
    """Guard bytes next to a secret were overwritten, and the secrets near it have been wiped. Or the bytes of a snapshot are damaged."""

    status = -16


class RefusedError(ScrimError, ValueError):
    """A rule of the text or one of its callbacks refused the call, or the file of a feed is not one that only this user may open."""

    status = -17


class LengthHiddenError(ScrimError, RuntimeError):
    """The text hides its length, and the result would reveal it."""

    status = -18


class IoError(ScrimError, OSError):
    """A file could not be opened, read or written."""

    status = -19


class ReversibleStyleError(ScrimError, ValueError):
    """The style is reversible. Secure regions of a frame were covered in solid black instead, as `report` says."""

    status = -20


def _error(status: int) -> ScrimError:
    """Returns the exception of a status, with the library's message."""
    error = ScrimError._by_status.get(status, ScrimError)(_ffi.lib.scrim_status_message(status).decode())
    error.status = status
    return error


def _check(status: int) -> None:
    """Raises the exception of a callback. If there is none, raises the error of the status."""
    raise_kept()
    if status:
        raise _error(status)
