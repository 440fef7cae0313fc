# SPDX-License-Identifier: MIT
"""Files that are either whole and new, or not there. No old file is written into: no tail of it is left."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from .errors import CommandError, UsageError


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input: "-"."""
    if name == "-":
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def check_target(source: str, target: str, overwrite_input: bool = False) -> None:
    """Refuses, before any work, what cannot become a new file, or is the input itself."""
    if target == "-":
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


def write_fresh(target: str | Path, data: bytes) -> None:
    """Makes a file of these bytes under a name, in place of what stood there: on an error nothing has changed.

    The bytes are on the disk before the name is theirs. A symbolic link stays one; a file that was replaced gives its
    permissions to the new one.
    """
    path = Path(os.path.realpath(target))
    descriptor, name = tempfile.mkstemp(prefix=".scrim-", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), _mode(path))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    # The name is in the folder; some file systems cannot be asked to write that down at once.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_output(target: str, data: bytes) -> None:
    """Writes a whole result: a fresh file, or standard output."""
    if target != "-":
        write_fresh(target, data)
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"standard output: {error.strerror}") from error


def _mode(path: Path) -> int:
    with suppress(OSError):
        return stat.S_IMODE(path.stat().st_mode) & 0o777
    return 0o666 & ~_umask()


def _umask() -> int:
    """The process's mask of permissions, read without setting it: other threads may be making files."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("Umask:"):
                return int(line.split()[1], 8)
    return 0o077
