# SPDX-License-Identifier: MIT
"""Files of records as JSON Lines: UTF-8, with one JSON object in each line.

Lines are appended, files are rotated by size, and a crash leaves no incomplete line behind.

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
#: No record is longer than this. A longer rest is not a line that only lacks its line break.
_LONGEST = 1 << 26


class Writer:
    """Appends records to a file. A lock (flock) keeps other Writers away from it.

    A line is written by one system call. Still, a process that is killed or a machine that fails can leave an incomplete
    line at the end. It is removed when the file is opened again. Readers should ignore a last line without a line break.
    Do not use a Writer in several threads at the same time.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int | None = None,
        keep: int = 4,
        fsync: bool = False,
    ) -> None:
        """Opens a file, or creates it with mode 0600.

        If a line would make the file longer than `max_bytes`, the file is first renamed to PATH.1, that file to PATH.2,
        and so on up to `keep`. The oldest file is deleted. If `max_bytes` is None, the file is never renamed. A line that
        is longer than `max_bytes` gets a file for itself. With `fsync`, each line is on the disk before the next record is
        taken, which takes some milliseconds for each record.

        Raises BlockingIOError if another Writer has the file open. Raises InvalidArgumentError if the end of the file
        shows that it does not contain JSON Lines. The file is unchanged then.
        """
        self.path = Path(path)
        self._most = None if max_bytes is None else integer(max_bytes, "max_bytes", 1, 2**63 - 1)
        self._keep = integer(keep, "keep", 0, 1000)
        self._fsync = fsync
        #: Number of bytes that were removed from the end when the file was opened.
        self.recovered = 0
        #: The record that a call took and did not write, because of an error or Ctrl-C. It is None after a record was written.
        #: The collector no longer has it: write() it again, or count it as lost.
        self.unwritten: str | None = None
        self._file = self._open(os.O_CREAT)
        try:
            self._size = self._recover()
        except BaseException:
            self.close()
            raise

    def write(self, record: str) -> None:
        """Appends a record, which is a JSON object without a line break.

        Raises OSError if it could not be written, or not be synchronized with the disk. The line is removed from the file
        then. If even that fails, for example because the file can only be appended to, the Writer is closed.
        """
        self.write_all((record,))

    def write_all(self, records: Iterable[str]) -> int:
        """Appends records, each by one system call, and returns their number.

        Raises OSError if a record could not be written. The records before it are written. If a new file could not be
        created, or the line of the record could not be removed, the Writer is closed.
        """
        if isinstance(records, str):
            raise TypeError("records must be a list of strings; for one record, call write() (got str)")
        count = 0
        for record in records:
            # Before anything else, because Ctrl-C may come at any place.
            earlier, self.unwritten = self.unwritten, record
            try:
                line = _line(record)
            except (TypeError, InvalidArgumentError):
                self.unwritten = earlier
                raise
            self._append(line)
            count += 1
        return count

    def close(self) -> None:
        """Closes the file. Calling it again does nothing."""
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
                raise InvalidArgumentError(f"path must name a regular file (got {str(self.path)!r})")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BlockingIOError(errno.EAGAIN, "another Writer has the file open", str(self.path)) from None
            if not os.path.samestat(os.fstat(file), os.stat(self.path)):
                raise BlockingIOError(errno.EAGAIN, "the file was renamed by another Writer", str(self.path))
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
        """Removes an incomplete line at the end, or completes a line that lacks only its line break. Returns the size."""
        size = os.fstat(self._file).st_size
        end = start = size
        while start > 0:
            start = max(0, end - _BLOCK)
            block = os.pread(self._file, end - start, start)
            if (found := block.rfind(b"\n")) >= 0:
                start += found + 1
                break
            end = start
        # An incomplete line is its beginning, or zeros that replace bytes which did not reach the disk.
        if start == size:
            return size
        rest = os.pread(self._file, min(size - start, _LONGEST), start)
        if rest[:1] not in (b"{", b"\0"):
            raise InvalidArgumentError(f"{self.path} does not end with a line of JSON, so nothing is appended to it")
        if len(rest) == size - start and _is_whole(rest):
            os.write(self._file, b"\n")
            return size + 1
        os.ftruncate(self._file, start)
        self.recovered = size - start
        return start

    def _append(self, line: bytes) -> None:
        if self._file < 0:
            raise InvalidStateError(f"the Writer of {self.path} is closed")
        if self._most is not None and self._size > 0 and self._size + len(line) > self._most:
            self._rotate()
        done = 0
        try:
            # Usually one write. If the disk is full or the file has reached its limit, only a part is written, and the next
            # write raises the error.
            while done < len(line):
                done += os.write(self._file, line[done:])
            if self._fsync:
                os.fdatasync(self._file)
        except BaseException:
            # After a failed fdatasync(), the kernel may never write these bytes to the disk, and does not report it again.
            try:
                os.ftruncate(self._file, self._size)
            except BaseException:
                # A beginning of the line may remain. Another line must not follow it.
                self.close()
                raise
            raise
        # Python handles signals at calls. There are none here, so Ctrl-C does not come in between.
        self._size += done
        self.unwritten = None

    def _rotate(self) -> None:
        """Renames the file, and opens another. If the process ends meanwhile, only records of the oldest file are lost."""
        if self._fsync:
            os.fdatasync(self._file)
        names = [self.path, *(Path(f"{self.path}.{number}") for number in range(1, self._keep + 1))]
        # Stop at the first free name, so that no file is deleted too early after a crash between two renames.
        last = next((place for place, name in enumerate(names) if not name.exists()), self._keep)
        if self._keep == 0:
            os.unlink(self.path)
        for place in range(last, 0, -1):
            os.replace(names[place - 1], names[place])
        old, self._file = self._file, -1
        try:
            self._file, self._size = self._open(os.O_CREAT | os.O_EXCL), 0
        finally:
            os.close(old)


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _line(record: str) -> bytes:
    if not isinstance(record, str):
        raise TypeError(f"record must be a string, as Collector.next_json() returns it (got {type(record).__name__})")
    if not record.startswith("{") or "\n" in record or "\r" in record:
        raise InvalidArgumentError("record must be a JSON object without a line break (got " + repr(record[:40]) + ")")
    try:
        return record.encode() + b"\n"
    except UnicodeEncodeError as error:
        raise InvalidArgumentError(f"record must be valid Unicode text: {error}") from None
