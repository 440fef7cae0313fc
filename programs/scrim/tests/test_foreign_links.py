# SPDX-License-Identifier: MIT
"""Outputs that are symbolic links of another user, in a folder in which everybody may create files."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_run import RECT, noise, scrim_command
from PIL import Image
from video_files import lossless

from scrim_tools import fresh_file
from scrim_tools.testing import assert_screenshot
from scrim_tools.video import redact_video

MESSAGE = "this is a symbolic link of another user, in a folder in which everybody may create files"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


def foreign(link: Path, target: Path) -> Path:
    link.symlink_to(target)
    if os.geteuid() != 0:
        pytest.skip("only root can create links of another user")
    os.lchown(link, 65534, 65534)
    return link


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Lets the kernel refuse to follow a link, as with fs.protected_symlinks. lstat() and readlink() stay allowed."""
    real = os.stat

    def refuse(link: Path) -> None:
        def stat(path: object, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
            if follow_symlinks and isinstance(path, str | Path) and os.fspath(path) == str(link):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return real(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)  # type: ignore[arg-type]

        monkeypatch.setattr(os, "stat", stat)

    return refuse


@pytest.mark.parametrize("is_there", [True, False])
def test_the_kernel_is_asked(is_there: bool, tmp_path: Path, shared: Path, refused: Callable[[Path], None]) -> None:
    source, link = lossless(tmp_path / "in.mp4", 3, 1), shared / "out.mp4"
    victim = tmp_path / "victim.mp4"
    if is_there:
        victim.write_bytes(b"private")
    link.symlink_to(victim)  # our own link, so that only the kernel refuses it
    refused(link)
    ran = scrim_command("video", source, link, "--rect", RECT)
    assert ran.code == 1 and ran.err == f"scrim video: {link}: permission denied\n"
    with pytest.raises(PermissionError):
        redact_video(source, link, [])
    with pytest.raises(PermissionError):
        assert_screenshot(Image.fromarray(noise(33, 48, 3)), link)
    with pytest.raises(PermissionError), fresh_file.fresh_file(link):
        pass
    assert link.is_symlink() and victim.exists() == is_there and (not is_there or victim.read_bytes() == b"private")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_foreign_link_chooses_no_file(is_there: bool, tmp_path: Path, shared: Path, png: Path) -> None:
    victim = tmp_path / "victim.png"
    if is_there:
        victim.write_bytes(b"private")
    link = foreign(shared / "out.png", victim)
    own = shared / "own.png"
    own.symlink_to("out.png")
    for target in (link, own):
        ran = scrim_command("redact", png, target, "--rect", RECT)
        assert ran.code == 1 and ran.err == f"scrim redact: {target}: {MESSAGE}\n"
    with pytest.raises(fresh_file.ForeignLinkError):
        assert_screenshot(Image.fromarray(noise(33, 48, 3)), link, update=True)
    assert victim.exists() == is_there and (not is_there or victim.read_bytes() == b"private")
    # In a folder in which only its owner may create files, the owner chose the link.
    shared.chmod(0o755)
    assert scrim_command("redact", png, own, "--rect", RECT).code == 0
    assert link.is_symlink() and own.is_symlink() and Image.open(victim).format == "PNG"


def test_own_links_and_links_of_the_owner_are_followed(tmp_path: Path, shared: Path, png: Path) -> None:
    (shared / "own.png").symlink_to("../out.png")
    assert scrim_command("redact", png, shared / "own.png", "--rect", RECT).code == 0
    link = foreign(shared / "theirs.png", tmp_path / "other.png")
    os.chown(shared, 65534, 65534)
    assert scrim_command("redact", png, link, "--rect", RECT).code == 0
    assert (tmp_path / "out.png").read_bytes() == (tmp_path / "other.png").read_bytes()


def test_a_circle_of_links_is_an_error(tmp_path: Path, png: Path) -> None:
    (tmp_path / "a.png").symlink_to("b.png")
    (tmp_path / "b.png").symlink_to("a.png")
    ran = scrim_command("redact", png, tmp_path / "a.png", "--rect", RECT)
    assert ran.code == 1 and ran.err == f"scrim redact: {tmp_path / 'a.png'}: Too many levels of symbolic links\n"
