# SPDX-License-Identifier: MIT
"""Opens the library and declares its functions, which _abi lists.

A call holds Python's global lock. Otherwise a finalizer that the garbage collector runs on another thread could enter a group of
handles that is in use. If Python has no such lock, a lock of this package replaces it (_one_at_a_time). Only scrim_redact and
scrim_redact_copy release the lock, because they take no handle.
"""

from __future__ import annotations

import ctypes as c
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ._abi import ABI_NUMBER, PROTOTYPES, VERSION
from ._one_at_a_time import OneAtATime, interpreter_locks
from ._processor import has_v3

SONAME = f"libscrim.so.{ABI_NUMBER}"


class LibraryNotFoundError(ImportError):
    """The shared library could not be opened."""


class IncompatibleLibraryError(ImportError):
    """The shared library has another binary interface, is too old, or is not Scrim."""


def library_path() -> str:
    """Returns SCRIM_LIBRARY if it is set, else the path of the library in this package, else the soname.

    The package may have a second build, for x86-64-v3, where the loader would look for it. The loader itself looks there only if
    it searches for a library, not if it gets a path.
    """
    named = os.environ.get("SCRIM_LIBRARY")
    if named:
        return named
    package = Path(__file__).parent
    fast, bundled = package / "glibc-hwcaps/x86-64-v3" / SONAME, package / SONAME
    if fast.exists() and has_v3():
        return str(fast)
    return str(bundled) if bundled.exists() else SONAME


def open_library(path: str) -> c.PyDLL:
    try:
        library = c.PyDLL(path, use_errno=True)
    except OSError as error:
        raise LibraryNotFoundError(
            f"cannot open the shared library of Scrim: {error}. Install libscrim0, or set SCRIM_LIBRARY to the path of libscrim.so"
        ) from error
    missing = [name for name in PROTOTYPES if not hasattr(library, name)]
    if missing:
        raise IncompatibleLibraryError(f"{path} is not a library that this package can use: it lacks {', '.join(missing)}")
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

#: The functions of the library, for all modules.
lib: Any = _alone or _library


def callback(kind: Any, function: Callable[..., Any]) -> Any:
    """Returns a function that the library can call. `kind` is one of the callback types of _abi."""
    return kind(_alone.outside(function) if _alone is not None else function)


# These two functions release the lock, so that several threads can redact frames at the same time.
_unlocked = c.CDLL(_library._name, handle=_library._handle)
redact = _unlocked.scrim_redact
redact.restype, redact.argtypes = PROTOTYPES["scrim_redact"]
redact_copy = _unlocked.scrim_redact_copy
redact_copy.restype, redact_copy.argtypes = PROTOTYPES["scrim_redact_copy"]
