# SPDX-License-Identifier: MIT
"""Files that appear complete or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

#: The most links that lead to a file, as in Linux.
_MOST_LINKS = 40
#: The extended attribute with the access control list of a file.
_ACCESS = "system.posix_acl_access"


class ForeignLinkError(PermissionError):
    """A symbolic link of another user, in a folder such as /tmp, must not choose which file is replaced."""


def exists(path: str | Path) -> bool:
    """Whether a path leads to a file. Raises OSError if the system does not say, for example because it refuses to follow a link."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@contextmanager
def fresh_file(target: str | Path, folder: Path | None = None) -> Iterator[Path]:
    """Yields the path of a new, empty file, which replaces `target` when the block ends without an error.

    If the block raises, the new file is removed and `target` stays as it was. So nobody sees half a file, and no bytes
    of an older file remain. The new file has the suffix of `target`. It is created in the same folder, or in `folder`,
    which must be on the same file system.

    The bytes are on the disk before the file gets its name. If `target` is a symbolic link, the link stays and the file
    that it leads to is replaced. The new file takes over the permissions of the file that it replaces: see `give_permissions`.

    Raises OSError with the name `target`, as the caller wrote it, if the file cannot be created or written. Raises
    ForeignLinkError for a link of another user in a folder in which everybody may create files.
    """
    with named(target):
        yield from _fresh_file(_resolved(target), folder)


def _resolved(target: str | Path) -> Path:
    """Returns the file that a path leads to, which need not exist."""
    # The kernel may refuse to follow a link (fs.protected_symlinks). readlink() would go around that.
    with suppress(FileNotFoundError):
        os.stat(target)
    path = Path(target).absolute()
    for _ in range(_MOST_LINKS):
        try:
            file = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return path
        try:
            if not stat.S_ISLNK(os.fstat(file).st_mode):
                return path
            _check_owner(os.fstat(file), os.stat(path.parent), target)
            path = path.parent / os.readlink("", dir_fd=file)
        finally:
            os.close(file)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(target))


def _check_owner(link: os.stat_result, folder: os.stat_result, target: str | Path) -> None:
    """Raises ForeignLinkError for a link that the kernel may refuse. It is checked here too, because another user can create the
    link after the kernel was asked."""
    everybody = stat.S_ISVTX | stat.S_IWOTH
    if folder.st_mode & everybody == everybody and link.st_uid not in (os.geteuid(), folder.st_uid):
        message = "this is a symbolic link of another user, in a folder in which everybody may create files"
        raise ForeignLinkError(errno.EACCES, message, str(target))


@contextmanager
def named(target: str | Path) -> Iterator[None]:
    """Lets errors about a temporary file, or about no file, name the file that the caller wants."""
    try:
        yield
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.errno is None or (error.filename and ".scrim-" not in str(error.filename)):
            raise
        raise OSError(error.errno, error.strerror, str(target)) from error


def _fresh_file(target: Path, folder: Path | None) -> Iterator[Path]:
    temporary = (folder or target.parent) / f".scrim-{secrets.token_hex(8)}{target.suffix}"
    # A file that only its owner may read is never replaced by one that others can read, not even while it is written.
    permissions = permissions_of(target)
    first = 0o666 if permissions is None else 0o600
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, first))
    try:
        yield temporary
        if permissions is not None:
            give_permissions(temporary, permissions)
        _to_disk(temporary, os.O_RDONLY)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    # The folder's entry is written to the disk too. Some file systems do not support that.
    with suppress(OSError):
        _to_disk(target.parent, os.O_RDONLY | os.O_DIRECTORY)


class Permissions(NamedTuple):
    """Who may read and write a file."""

    group: int
    mode: int
    #: The access control list, if there is one.
    access: bytes | None


def permissions_of(file: Path) -> Permissions | None:
    """Returns the permissions of a file, or None if it does not exist."""
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return Permissions(found.st_gid, stat.S_IMODE(found.st_mode) & 0o777, _access_list(file))


def give_permissions(file: Path, permissions: Permissions) -> None:
    """Gives a new file the permissions of the file that it will replace.

    If its group or its access control list cannot be taken over, the group gets no permissions, so that nobody gets more than before.
    """
    group, mode, access = permissions
    if _access_list(file) is not None:
        os.removexattr(file, _ACCESS)  # the default of the folder
    has_group = _has_group(file, group)
    # In the mode of a file with a list, the bits of the group say what all in the list may do. The list sets them again.
    file.chmod(mode if has_group and access is None else mode & ~stat.S_IRWXG)
    if has_group and access is not None:
        with suppress(OSError):
            os.setxattr(file, _ACCESS, access)


def _has_group(file: Path, group: int) -> bool:
    """Gives a file to a group, and returns whether it has it then."""
    if os.stat(file).st_gid != group:
        with suppress(OSError):  # not permitted, or unknown in a user namespace or to the file system
            os.chown(file, -1, group)
    return os.stat(file).st_gid == group


def _access_list(file: Path) -> bytes | None:
    try:
        return os.getxattr(file, _ACCESS)
    except OSError:  # there is none, or the file system has no such lists
        return None


def _to_disk(path: Path, flags: int) -> None:
    file = os.open(path, flags | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
