# SPDX-License-Identifier: MIT
"""The memory that holds secrets, for the whole process."""

from __future__ import annotations

import ctypes as c
import enum
from dataclasses import dataclass

from . import _abi as s
from ._ffi import lib
from .errors import InvalidStateError, _check


class Unprotected(enum.IntEnum):
    """Reasons why memory lacks a protection."""

    #: Nothing is missing, or the library has not asked for memory yet.
    NONE = 0
    #: The kernel does not provide this protection, it is switched off, or a container's filter of system calls hides it.
    UNAVAILABLE = 1
    #: A filter of system calls or a security policy forbids a call that this protection needs.
    DENIED = 2
    #: RLIMIT_MEMLOCK, the limit of locked memory, is reached, and CAP_IPC_LOCK does not lift it.
    LIMIT = 3
    #: The process may lock no memory. RLIMIT_MEMLOCK is 0, and CAP_IPC_LOCK does not lift it.
    PRIVILEGE = 4
    #: The process or the system has no file descriptor left.
    DESCRIPTORS = 5
    #: The kernel could not provide the pages, or could not lock them.
    MEMORY = 6
    #: RLIMIT_FSIZE, the limit of file sizes, is too small. It applies to memfd_secret too.
    FILE_SIZE = 7
    #: `configure_memory` or the environment variable SCRIM_DISABLE_MEMFD_SECRET disabled memfd_secret.
    DISABLED = 8

    @property
    def message(self) -> str:
        """An English sentence about the reason."""
        return str(lib.scrim_unprotected_message(self).decode())


@dataclass(frozen=True, slots=True)
class MemoryUsage:
    """The memory of all secrets of the process. Sizes are in bytes."""

    #: The number of arenas. An arena is a mapping between two guard pages that secrets share.
    arenas: int
    #: The size of all arenas, without guard pages.
    mapped: int
    #: The part of `mapped` that is locked.
    locked: int
    #: The part of `locked` that comes from memfd_secret.
    secret: int
    #: The part of `mapped` that secrets and their guard bytes occupy.
    used: int
    #: RLIMIT_MEMLOCK. None if there is no limit, or if CAP_IPC_LOCK lifts it. In a user namespace, that capability has no effect.
    lock_limit: int | None
    #: Why the newest pages are not from memfd_secret.
    secretmem_unprotected: Unprotected
    #: Why the newest pages are not locked.
    locked_unprotected: Unprotected
    #: Why core dumps contain the newest pages.
    no_dump_unprotected: Unprotected
    #: Why forked children inherit the newest pages.
    no_fork_unprotected: Unprotected


def configure_memory(*, disable_memfd_secret: bool = False) -> None:
    """Sets which kind of memory the library uses for secrets. Call it before you create the first text or keypad.

    With `disable_memfd_secret` the library never calls memfd_secret. Use it under a filter of system calls that ends a
    process for that call. The environment variable SCRIM_DISABLE_MEMFD_SECRET=1 disables it too, and False does not
    override the variable.

    Raises InvalidStateError if the process has asked for memory for a secret already. The settings are then unchanged.
    """
    options = s.scrim_memory_options(c.sizeof(s.scrim_memory_options), bool(disable_memfd_secret))
    status = lib.scrim_memory_configure(options)
    if status == InvalidStateError.status:
        raise InvalidStateError("configure_memory() must be called before the first Text or Keypad is created")
    _check(status)


def memory_usage() -> MemoryUsage:
    """Reports on the memory of all secrets of the process. If a call raised ProtectionError, the report has the reasons."""
    report = s.scrim_memory_report(c.sizeof(s.scrim_memory_report))
    _check(lib.scrim_memory_usage(report))
    return MemoryUsage(
        arenas=report.arenas,
        mapped=report.mapped_bytes,
        locked=report.locked_bytes,
        secret=report.secretmem_bytes,
        used=report.used_bytes,
        lock_limit=None if report.lock_limit_bytes == 2**64 - 1 else report.lock_limit_bytes,
        secretmem_unprotected=Unprotected(report.secretmem_unprotected),
        locked_unprotected=Unprotected(report.locked_unprotected),
        no_dump_unprotected=Unprotected(report.no_dump_unprotected),
        no_fork_unprotected=Unprotected(report.no_fork_unprotected),
    )


def harden_process() -> None:
    """Forbids core dumps and debuggers for the whole process, which is the interpreter with all its modules.

    Call it as early as possible: before the first secret exists, and after the program has changed its user.

    Crash reporters and profilers find nothing any more. Without privileges, the process cannot read its
    /proc/self/environ or write files in /proc/self. Children inherit both settings, and only a privileged process can
    raise the limit of core dumps again. exec lifts the ban on debuggers, so a program that subprocess starts must call
    this function itself.

    Raises ProtectionError if the kernel refuses.
    """
    _check(lib.scrim_process_harden())
