# SPDX-License-Identifier: MIT
"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def fresh_file(target: str | Path, folder: Path | None = None) -> Iterator[Path]:
    """A new, empty file, which takes the place of `target` where the block ends well, and is removed where it does not:
    nobody sees half a file, and nothing of an older one is left in it. Its suffix is that of `target`; it stands beside
    that, or in a `folder` of the same file system."""
    target = Path(os.path.realpath(target))
    temporary = (folder or target.parent) / f".scrim-{secrets.token_hex(8)}{target.suffix}"
    # The user's mask gives the permissions, as for any new file.
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o666))
    try:
        yield temporary
        _to_disk(temporary)
        os.replace(temporary, target)
    except BaseException:
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise


def _to_disk(path: Path) -> None:
    """A power cut shall not leave the new name with no contents."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
