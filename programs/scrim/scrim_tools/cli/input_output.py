# SPDX-License-Identifier: MIT
"""The input and the output of a command: files, or standard input and output."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from ..errors import CommandError, UsageError, writing_to_standard_output
from ..fresh_file import exists, fresh_file
from ..spool import spooled, write_all


def read_input(name: str) -> bytes:
    """Returns the bytes of a file, or of standard input if the name is "-"."""
    if name == "-":
        return b"".join(_standard_input("picture"))
    return Path(name).read_bytes()


@contextmanager
def input_path(name: str) -> Iterator[str]:
    """Yields the path of a file that can be read several times. Standard input, "-", is copied to one without a name first."""
    if name != "-":
        yield name
        return
    with spooled(_standard_input("video")) as path:
        yield path


def _standard_input(what: str) -> Iterator[bytes]:
    """Yields everything that can be read from standard input."""
    if sys.stdin is None:
        raise CommandError("standard input is closed", f"pipe a {what} into the command, or name a file")
    if sys.stdin.isatty():
        raise UsageError("IN is -, but standard input is a terminal", f"pipe a {what} into the command, or name a file")
    # Another program may have made it non-blocking. A pause would then look like the end.
    with suppress(OSError, ValueError):  # it may not be a file
        os.set_blocking(sys.stdin.fileno(), True)
    while (part := sys.stdin.buffer.read(1 << 20)) != b"":
        if part is None:  # the other program has done it again
            raise CommandError("standard input is in non-blocking mode, so its end is unknown", "save it to a file, and name the file")
        yield part


def check_target(source: str, target: str, overwrite_input: bool = False) -> None:
    """Raises UsageError, before any work, if the output cannot become a new file or is the input."""
    if target == "-":
        if sys.stdout is None:
            raise CommandError("standard output is closed", "name a file, or pipe the output into a program")
        if sys.stdout.isatty():
            raise UsageError("OUT is -, which would write to the terminal", "name a file, or redirect standard output")
        if is_input(source, target):
            # In the file, the output would follow the input.
            raise UsageError("standard output is the same file as the input", "redirect it to another file")
        return
    path, target = Path(target), target or "''"
    if not exists(path):
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            # Through a link the folder is another one than the user wrote.
            shown = folder if path.is_symlink() else path.parent
            wrong = "is not a folder" if shown.exists() else "is a folder that does not exist"
            raise UsageError(f"{target}: {shown} {wrong}", "create it first, or name another file")
        return
    if path.is_dir():
        raise UsageError(f"{target}: the output must be a file, but this is a folder", "add a file name")
    if not stat.S_ISREG(path.stat().st_mode):
        raise UsageError(
            f"{target}: the output must be a regular file, but this is a device or a pipe",
            "to write into a pipe, name the output - and redirect it",
        )
    if not overwrite_input and is_input(source, target):
        raise UsageError(f"{target}: the output is the same file as the input", "name another file, or add --overwrite-input")


def is_input(source: str, target: str) -> bool:
    """Whether the output is the same regular file as the input. The shell may have opened it as standard input or output."""
    one, other = _state(source, sys.stdin), _state(target, sys.stdout)
    return one is not None and other is not None and stat.S_ISREG(one.st_mode) and os.path.samestat(one, other)


def _state(name: str, stream: Any) -> os.stat_result | None:
    if name != "-":
        return os.stat(name) if exists(name) else None
    try:
        return os.fstat(stream.fileno())
    except (OSError, ValueError, AttributeError):  # the stream may be closed, or not a file
        return None


def write_output(target: str, data: bytes) -> None:
    """Writes a result as a new file, or to standard output if `target` is "-"."""
    if target != "-":
        with fresh_file(target) as path:
            path.write_bytes(data)
        return
    with writing_to_standard_output():
        write_all(sys.stdout.buffer, data)
        sys.stdout.buffer.flush()


class _StandardOutput(io.RawIOBase):
    """Standard output as a stream. Its errors are CommandErrors."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with writing_to_standard_output():
            write_all(sys.stdout.buffer, data)
        return memoryview(data).nbytes

    def flush(self) -> None:
        with writing_to_standard_output():
            sys.stdout.buffer.flush()


def standard_output() -> IO[bytes]:
    """Returns standard output as a binary stream. Its errors are CommandErrors."""
    return cast(IO[bytes], _StandardOutput())
