# SPDX-License-Identifier: MIT
"""The memory of secrets, for the whole process."""

from __future__ import annotations

import ctypes as c
import enum
from dataclasses import dataclass

from . import _abi as s
from ._ffi import lib
from .errors import _check


class Unprotected(enum.IntEnum):
    """Why memory is not better protected; `message` says it in a sentence."""

    #: Nothing is lacking, or nothing has been asked for yet.
    NONE = 0
    #: The kernel does not provide this protection. memfd_secret may also be switched off.
    UNAVAILABLE = 1
    #: A filter of system calls or a security policy forbids a call that this protection needs.
    DENIED = 2
    #: The limit of locked memory is reached, and the process lacks CAP_IPC_LOCK.
    LIMIT = 3
    #: The process may lock nothing: its limit is 0 and it lacks CAP_IPC_LOCK.
    PRIVILEGE = 4
    #: The process or the system has no file descriptor left.
    DESCRIPTORS = 5
    #: The kernel could not provide the pages, or not lock them.
    MEMORY = 6
    #: The limit of file sizes is too small. It applies to memfd_secret too.
    FILE_SIZE = 7
    #: `configure_memory` or the environment variable SCRIM_DISABLE_MEMFD_SECRET disabled memfd_secret.
    DISABLED = 8

    @property
    def message(self) -> str:
        return str(lib.scrim_unprotected_message(self).decode())


@dataclass(frozen=True, slots=True)
class MemoryUsage:
    """The memory of all secrets of the process, in bytes, and why what was asked for last is not better protected."""

    #: Mappings that secrets share.
    arenas: int
    mapped: int
    #: Of those mapped: kept out of swap.
    locked: int
    #: Of those locked: from memfd_secret.
    secret: int
    #: Of those mapped: taken by secrets, with the guard bytes beside each.
    used: int
    #: What the process may lock; None: no limit.
    lock_limit: int | None
    #: Why the pages asked for last are not from memfd_secret.
    secretmem_unprotected: Unprotected
    #: Why they are not locked.
    locked_unprotected: Unprotected
    #: Why core dumps contain them.
    no_dump_unprotected: Unprotected
    #: Why forked children inherit them.
    no_fork_unprotected: Unprotected


def configure_memory(*, disable_memfd_secret: bool = False) -> None:
    """Sets how the memory of secrets is made, for the whole process. Call it before the first text or keypad is created.

    With `disable_memfd_secret` the library never calls memfd_secret: some filters of system calls end a process that does. The
    environment variable SCRIM_DISABLE_MEMFD_SECRET=1 disables it too, and False does not undo that.

    Raises InvalidStateError if the process has asked for memory for a secret already. The settings are then unchanged.
    """
    options = s.scrim_memory_options(c.sizeof(s.scrim_memory_options), bool(disable_memfd_secret))
    _check(lib.scrim_memory_configure(options))


def memory_usage() -> MemoryUsage:
    """Reports on the memory of all secrets of the process."""
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
    """Forbids core dumps and debuggers for the whole process, for good: opt-in, best before the first secret."""
    _check(lib.scrim_process_harden())
