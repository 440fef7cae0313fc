# SPDX-License-Identifier: MIT
"""Files without a name, for what comes from a pipe or goes to one and must be read or written out of order."""

from __future__ import annotations

import errno
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from .errors import CommandError


@contextmanager
def spool() -> Iterator[IO[bytes]]:
    """Opens a new file that has no name, so that nobody else opens it and nothing remains when this process ends or is killed.

    It is in the folder that TMPDIR names, or else in /tmp. Raises CommandError if it cannot be created.
    """
    try:
        file = tempfile.TemporaryFile(dir=_folder())
    except OSError as error:
        raise _failed(error) from error
    with file:
        yield file


@contextmanager
def spooled(parts: Iterable[bytes]) -> Iterator[str]:
    """Copies what comes from a pipe to such a file, and yields a path of it for this process."""
    with spool() as file:
        for part in parts:
            with filling():
                file.write(part)
        with filling():
            file.flush()
        yield path_of(file)


@contextmanager
def filling() -> Iterator[None]:
    """Lets errors of writing to such a file inside the block name its folder."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise _failed(error) from error


def write_all(stream: IO[bytes], data: bytes | memoryview) -> None:
    """Writes all bytes to a stream.

    A stream without a buffer, such as standard output of `python -u`, may write only the first bytes in one call. Raises
    BlockingIOError if such a stream is in non-blocking mode and does not accept more bytes now.
    """
    left: bytes | memoryview = data
    while left:
        count = stream.write(left)
        if count is None and not isinstance(stream, io.RawIOBase):
            return  # some classes of programs return no count
        if not count:
            raise BlockingIOError(errno.EAGAIN, "the stream is in non-blocking mode and does not accept more data now")
        left = memoryview(left)[count:]


def copy_all(source: IO[bytes], target: IO[bytes]) -> None:
    """Copies a file from its current position to a stream."""
    while part := source.read(1 << 20):
        write_all(target, part)
    target.flush()


def path_of(file: IO[bytes]) -> str:
    """Returns a path that leads this process to an open file."""
    return f"/proc/self/fd/{file.fileno()}"


def _failed(error: OSError) -> CommandError:
    message = f"a temporary file cannot be written in {_folder()}: {error.strerror or error}"
    return CommandError(message, "name another folder in the environment variable TMPDIR")


def _folder() -> str:
    # tempfile takes another folder without a word if this one cannot be used.
    if named := os.environ.get("TMPDIR"):
        return named
    try:
        return tempfile.gettempdir()
    except OSError:  # it found no folder
        return "/tmp"
