# SPDX-License-Identifier: MIT
"""A new output has the permissions of the file that it replaces, and never more."""

import errno
import os
import struct
from pathlib import Path
from typing import Any

import pytest
from batch_files import batch, picture, rules  # noqa: F401
from cli_run import RECT, scrim_command

ACCESS = "system.posix_acl_access"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to other groups")


def access_list(group: int = 4, mask: int = 6, user: int = 6) -> bytes:
    """The owner may read and write, the user 1234 and the group as given, and all others nothing."""
    everybody = 0xFFFFFFFF
    entries = ((1, 6, everybody), (2, user, 1234), (4, group, everybody), (16, mask, everybody), (32, 0, everybody))
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def set_list(path: Path, content: bytes, name: str = ACCESS) -> None:
    try:
        os.setxattr(path, name, content)
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            pytest.skip("the file system has no access control lists")
        raise


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def redacted(png: Path, target: Path) -> Path:
    assert scrim_command("redact", png, target, "--rect", RECT).code == 0
    assert target.read_bytes().startswith(b"\x89PNG")
    return target


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "out.png"
    path.touch(0o640)
    path.chmod(0o640)
    return path


@needs_root
def test_the_group_stays(png: Path, old: Path) -> None:
    os.chown(old, -1, 4242)
    assert redacted(png, old).stat().st_gid == 4242 and mode(old) == 0o640


@needs_root
@pytest.mark.parametrize("number", [errno.EPERM, errno.EINVAL, errno.ENOTSUP])
def test_another_group_gets_nothing(png: Path, old: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    os.chown(old, -1, 4242)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "chown", refuse)
    monkeypatch.setattr(os, "fchown", refuse)
    assert redacted(png, old).stat().st_gid != 4242 and mode(old) == 0o600


def test_an_access_control_list_stays(png: Path, old: Path) -> None:
    set_list(old, access_list())
    assert mode(old) == 0o660
    assert os.getxattr(redacted(png, old), ACCESS) == access_list() and mode(old) == 0o660


def test_a_list_that_cannot_be_set_gives_the_group_nothing(png: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_list(old, access_list(group=0))

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(os, "setxattr", refuse)
    assert mode(redacted(png, old)) == 0o600


def test_the_default_list_of_the_folder_is_not_added(tmp_path: Path, png: Path, old: Path) -> None:
    set_list(tmp_path, access_list(), "system.posix_acl_default")
    assert ACCESS not in os.listxattr(redacted(png, old)) and mode(old) == 0o640


@pytest.mark.parametrize("bits", [0o600, 0o664])
def test_a_batch_keeps_the_mode(bits: int, tmp_path: Path, batch: Any) -> None:  # noqa: F811
    picture(tmp_path / "src" / "a.png")
    assert batch().code == 0
    target = tmp_path / "dst" / "a.png"
    assert mode(target) == 0o666 & ~_umask()
    target.chmod(bits)
    rules(tmp_path / "rules.json", [{"files": "*.png", "regions": [{"rect": [1, 2, 3, 4]}]}])
    before = target.read_bytes()
    assert batch().code == 0
    assert target.read_bytes() != before and mode(target) == bits


def _umask() -> int:
    umask = os.umask(0o022)
    os.umask(umask)
    return umask
