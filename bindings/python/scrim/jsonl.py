# SPDX-License-Identifier: MIT
"""Records in files of JSON Lines (UTF-8, one object a line): appended, whole after a crash, rotated by size.

    with scrim.jsonl.Writer("touches.jsonl", max_bytes=1 << 20, keep=4) as writer:
        writer.write_all(collector.json_records())
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from ._convert import integer
from .errors import InvalidArgumentError, InvalidStateError

_BLOCK = 1 << 16
#: More than any record has: what is longer is no line that lacks its end alone.
_LONGEST = 1 << 26


class Writer:
    """Appends records to a file, which this object alone writes to: a lock (flock) keeps another Writer out.

    A line is written by one call of the system, but a process that is killed, or a machine that fails, can leave the
    beginning of one at the end: it is cut off when the file is opened again, and readers are to pass over a last line
    without a line break. Not for several threads at once.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int | None = None,
        keep: int = 4,
        fsync: bool = False,
    ) -> None:
        """Opens or makes a file, mode 0600.

        `max_bytes`: before a line would make the file longer it is renamed to PATH.1, and that to PATH.2, and so on up
        to `keep`, beyond which the oldest is deleted; None: never. A line longer than that has a file to itself.
        `fsync`: each call of write() returns once the lines are on the disk.

        Raises BlockingIOError where another Writer has the file, InvalidArgumentError where the file's end shows that it
        is no file of JSON Lines: it is then as it was.
        """
        self.path = Path(path)
        self._most = None if max_bytes is None else integer(max_bytes, "max_bytes", 1, 2**63 - 1)
        self._keep = integer(keep, "keep", 0, 1000)
        self._fsync = fsync
        #: Bytes that were cut off the end when the file was opened.
        self.recovered = 0
        #: The record that a call failed to write. A collector has forgotten it: write() it again, or count it as lost.
        self.unwritten: str | None = None
        self._file = self._open(os.O_CREAT)
        try:
            self._size = self._recover()
        except BaseException:
            self.close()
            raise

    def write(self, record: str) -> None:
        """Appends a record, an object of JSON without a line break.

        OSError: it could not be written, and the file is as before.
        """
        self.write_all((record,))

    def write_all(self, records: Iterable[str]) -> int:
        """Appends records, one call of the system each; returns how many.

        OSError: those before are written; where a new file could not be made, the Writer is closed then.
        """
        count = 0
        try:
            for record in records:
                line = _line(record)
                self.unwritten = record
                self._append(line)
                self.unwritten = None
                count += 1
        finally:
            if self._fsync and count and self._file >= 0:
                os.fdatasync(self._file)
        return count

    def close(self) -> None:
        """Closes the file; a second time does nothing."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", -1) >= 0:
            self.close()

    def _open(self, flags: int) -> int:
        file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK | flags, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise InvalidArgumentError(f"{self.path} is no regular file")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(file), os.stat(self.path)):
                raise BlockingIOError(errno.EAGAIN, "it was renamed by another Writer", str(self.path))
            if self._fsync:
                self._sync_folder()
        except BaseException:
            os.close(file)
            raise
        return file

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _recover(self) -> int:
        """Cuts off the beginning of a line at the end, and ends a line that lacks nothing else; answers the size."""
        size = os.fstat(self._file).st_size
        end = start = size
        while start > 0:
            start = max(0, end - _BLOCK)
            block = os.pread(self._file, end - start, start)
            if (found := block.rfind(b"\n")) >= 0:
                start += found + 1
                break
            end = start
        # What is left of a line is its beginning, or zeros in place of what did not reach the disk.
        if start == size:
            return size
        rest = os.pread(self._file, min(size - start, _LONGEST), start)
        if rest[:1] not in (b"{", b"\0"):
            raise InvalidArgumentError(f"{self.path} does not end in a line of JSON: it is left as it is")
        if len(rest) == size - start and _is_whole(rest):
            os.write(self._file, b"\n")
            return size + 1
        os.ftruncate(self._file, start)
        self.recovered = size - start
        return start

    def _append(self, line: bytes) -> None:
        if self._file < 0:
            raise InvalidStateError("the file is closed")
        if self._most is not None and self._size > 0 and self._size + len(line) > self._most:
            self._rotate()
        done = 0
        try:
            # Once, but where a full disk or a limit of the file's size lets a part in; the next call says which it is.
            while done < len(line):
                done += os.write(self._file, line[done:])
        except BaseException:
            os.ftruncate(self._file, self._size)
            raise
        self._size += done

    def _rotate(self) -> None:
        """Renames the file, and opens another. Wherever it is ended, no record is lost but those of the oldest file."""
        if self._fsync:
            os.fdatasync(self._file)
        names = [self.path, *(Path(f"{self.path}.{number}") for number in range(1, self._keep + 1))]
        # Up to the first that is free, so that after a crash between two renames none is pushed out too early.
        last = next((place for place, name in enumerate(names) if not name.exists()), self._keep)
        if self._keep == 0:
            os.unlink(self.path)
        for place in range(last, 0, -1):
            os.replace(names[place - 1], names[place])
        old, self._file = self._file, -1
        try:
            self._file = self._open(os.O_CREAT | os.O_EXCL)
        finally:
            os.close(old)
        self._size = 0


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _line(record: str) -> bytes:
    if not record.startswith("{") or "\n" in record or "\r" in record:
        raise InvalidArgumentError("a record must be an object of JSON in one line")
    try:
        return record.encode() + b"\n"
    except UnicodeEncodeError as error:
        raise InvalidArgumentError(f"a record must be text: {error}") from None
