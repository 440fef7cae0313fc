# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def fresh_file(target: str | Path, folder: Path | None = None) -> Iterator[Path]:
    """A new, empty file, which takes the place of `target` where the block ends well, and is removed where it does not:
    nobody sees half a file, and nothing of an older one is left in it. Its suffix is that of `target`; it stands beside
    that, or in a `folder` of the same file system.

    The bytes are on the disk before the name is theirs. A symbolic link stays one; a file that is replaced gives its
    permissions to the new one, which else has those of any new file.
    """
    target = Path(os.path.realpath(target))
    temporary = (folder or target.parent) / f".scrim-{secrets.token_hex(8)}{target.suffix}"
    permissions = _permissions(target)
    # Until it is whole, nobody else reads what takes the place of a file that they may not read.
    first = 0o666 if permissions is None else 0o600
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, first))
    try:
        yield temporary
        if permissions is not None:
            temporary.chmod(permissions)
        _to_disk(temporary, os.O_RDONLY)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    # The name is in the folder; some file systems cannot be asked to write that down at once.
    with suppress(OSError):
        _to_disk(target.parent, os.O_RDONLY | os.O_DIRECTORY)


def _permissions(target: Path) -> int | None:
    try:
        return stat.S_IMODE(target.stat().st_mode) & 0o777
    except FileNotFoundError:
        return None


def _to_disk(path: Path, flags: int) -> None:
    file = os.open(path, flags | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
