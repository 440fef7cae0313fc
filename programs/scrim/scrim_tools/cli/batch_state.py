# SPDX-License-Identifier: MIT
"""The folder DEST/.scrim-batch, in which a batch keeps its state.

DEST may come from elsewhere, for example from an archive. If links in its state were followed, they would choose which
files of the user a batch removes or overwrites.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import UsageError

#: The name of the folder below the destination.
STATE = ".scrim-batch"
_NO_LINKS = os.O_NOFOLLOW | os.O_CLOEXEC
#: The errors of open() for a link, for a folder, and for a pipe or socket that nobody reads.
_WRONG_KIND = (errno.ELOOP, errno.EMLINK, errno.ENOTDIR, errno.EISDIR, errno.ENXIO)
_KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFDIR: "a folder",
    stat.S_IFREG: "a file",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def state_folder(destination: Path, *names: str, create: bool = False) -> Iterator[int]:
    """Yields a descriptor of the state of a destination, or of the folder in it to which `names` lead.

    If `create` is true, the folders are created if they do not exist. Raises UsageError if one of them is a link or not a folder.
    """
    path = destination
    folder = os.open(path, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for name in (STATE, *names):
            path /= name
            below = _opened_folder(path, folder, create)
            os.close(folder)
            folder = below
        yield folder
    finally:
        os.close(folder)


def _opened_folder(path: Path, parent: int, create: bool) -> int:
    try:
        if create:
            with suppress(FileExistsError):
                os.mkdir(path.name, dir_fd=parent)
        return os.open(path.name, os.O_RDONLY | os.O_DIRECTORY | _NO_LINKS, dir_fd=parent)
    except OSError as error:
        raise _explained(error, path, "folder") from None


def open_state_file(path: Path, folder: int, flags: int) -> int:
    """Opens a file of the state, which is in the open folder `folder`, and returns its descriptor. `path` is for errors.

    Raises UsageError if it is not a regular file.
    """
    try:
        file = os.open(path.name, flags | os.O_NONBLOCK | _NO_LINKS, 0o666, dir_fd=folder)
    except OSError as error:
        raise _explained(error, path, "regular file") from None
    mode = os.fstat(file).st_mode
    if not stat.S_ISREG(mode):
        os.close(file)
        raise _wrong_kind(path, "regular file", mode)
    return file


def _explained(error: OSError, path: Path, wanted: str) -> Exception:
    if error.errno in _WRONG_KIND:
        with suppress(OSError):
            return _wrong_kind(path, wanted, os.lstat(path).st_mode)
    return OSError(error.errno, error.strerror, str(path))


def _wrong_kind(path: Path, wanted: str, mode: int) -> UsageError:
    found = _KINDS.get(stat.S_IFMT(mode), "something else")
    return UsageError(f"{path}: must be a {wanted}, but this is {found}", "remove it, or choose another destination")
