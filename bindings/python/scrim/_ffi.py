# SPDX-License-Identifier: MIT
"""Opens the library and declares its functions, which _abi lists.

A call keeps Python's global lock, so that a finaliser run by the garbage collector of another thread can never enter a
group of handles that is in use; where Python has no such lock, one of this package is kept (_one_at_a_time). Only
scrim_redact and scrim_redact_copy, which take no handle, give it up.
"""

from __future__ import annotations

import ctypes as c
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._abi import ABI_NUMBER, PROTOTYPES, VERSION
from ._one_at_a_time import OneAtATime, interpreter_locks

SONAME = f"libscrim.so.{ABI_NUMBER}"


class LibraryNotFoundError(ImportError):
    """The shared library could not be opened."""


class IncompatibleLibraryError(ImportError):
    """The shared library is not one that this package can work with."""


def library_path() -> str:
    """The path in SCRIM_LIBRARY if there is one, else the library beside this package, else the soname."""
    named = os.environ.get("SCRIM_LIBRARY")
    if named:
        return named
    beside = Path(__file__).with_name(SONAME)
    return str(beside) if beside.exists() else SONAME


def open_library(path: str) -> c.PyDLL:
    try:
        library = c.PyDLL(path)
    except OSError as error:
        raise LibraryNotFoundError(
            f"Scrim's library could not be opened: {error}. Install it, or set SCRIM_LIBRARY to its path."
        ) from error
    missing = [name for name in PROTOTYPES if not hasattr(library, name)]
    if missing:
        raise IncompatibleLibraryError(f"{path} lacks {', '.join(missing)}")
    for name, (restype, argtypes) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = restype, argtypes
    major, minor, patch = VERSION
    abi, number = library.scrim_abi_number(), library.scrim_version_number()
    if abi != ABI_NUMBER or number < major * 1_000_000 + minor * 1_000 + patch:
        raise IncompatibleLibraryError(
            f"{path} is version {library.scrim_version_string().decode()} with binary interface {abi}; this package"
            f" needs version {major}.{minor}.{patch} or later with binary interface {ABI_NUMBER}"
        )
    return library


_library = open_library(library_path())
_alone = None if interpreter_locks() else OneAtATime(_library, PROTOTYPES)

#: What all modules call.
lib: Any = _alone or _library


def callback(kind: Any, function: Callable[..., Any]) -> Any:
    """A function for the library to call, of a type of _abi."""
    return kind(_alone.outside(function) if _alone is not None else function)


#: Without a lock: frames of several threads are covered side by side.
_unlocked = c.CDLL(_library._name, handle=_library._handle)
redact = _unlocked.scrim_redact
redact.restype, redact.argtypes = PROTOTYPES["scrim_redact"]
redact_copy = _unlocked.scrim_redact_copy
redact_copy.restype, redact_copy.argtypes = PROTOTYPES["scrim_redact_copy"]
