# SPDX-License-Identifier: MIT
"""Where a command reads, and where it writes: files that are whole and new, or a pipe."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from ..fresh_file import fresh_file
from .errors import CommandError, UsageError


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input: "-"."""
    if name == "-":
        if sys.stdin is None:
            raise CommandError("standard input is closed", "pipe a picture in, or name a file")
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def check_target(source: str, target: str, overwrite_input: bool = False) -> None:
    """Refuses, before any work, what cannot become a new file, or is the input itself."""
    if target == "-":
        if sys.stdout is None:
            raise CommandError("standard output is closed", "name a file, or pipe it on")
        if sys.stdout.isatty():
            raise UsageError("a picture would be written to the terminal", "name a file, or pipe it on")
        return
    path = Path(target)
    if not path.exists():
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder", "make it first")
        return
    if not stat.S_ISREG(path.stat().st_mode):
        raise UsageError(f"{target} is not a file", "for a pipe write - and redirect it")
    if source != "-" and not overwrite_input and path.samefile(source):
        raise UsageError(f"{target} is the input itself", "name another file, or say --overwrite-input")


def write_output(target: str, data: bytes) -> None:
    """Writes a whole result: a fresh file, or standard output."""
    if target != "-":
        with fresh_file(target) as path:
            path.write_bytes(data)
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"standard output: {error.strerror}") from error
