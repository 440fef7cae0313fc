# SPDX-License-Identifier: MIT
"""scrim batch: links and other unexpected things in the folder in which it keeps its state."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from batch_files import batch, counts, is_covered, outputs, picture  # noqa: F401

from scrim_tools.cli.batch_work import marker_of


@pytest.fixture
def state(tmp_path: Path, batch: Any) -> Path:
    """The state of a batch that is done."""
    picture(tmp_path / "src" / "a.png")
    assert counts(batch()) == {"done": 1}
    return tmp_path / "dst" / ".scrim-batch"


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """A folder of the user."""
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("thesis")
    return tmp_path / "precious"


@pytest.fixture
def patience() -> Iterator[None]:
    """Ends a call that hangs."""

    def late(*_: object) -> None:
        raise TimeoutError("the batch hangs")

    before = signal.signal(signal.SIGALRM, late)
    # Repeated, because the batch reports the first error and may hang again.
    signal.setitimer(signal.ITIMER_REAL, 30, 1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def refused(ran: Any, path: Path, wanted: str, found: str) -> bool:
    message = f"{path}: must be a {wanted}, but this is {found}"
    return bool(ran.code == 2 and ran.json["error"]["message"] == message and ran.json["error"]["hint"])


def move_away(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.parametrize("name", ["", "tmp", "done"])
def test_links_to_folders_are_refused(name: str, state: Path, precious: Path, batch: Any) -> None:
    """Otherwise the batch would remove and write files there."""
    move_away(state / name)
    (state / name).symlink_to(precious)
    assert refused(batch(), state / name, "folder", "a symbolic link")
    assert os.listdir(precious) == ["thesis.txt"]
    (state / name).unlink()
    (state / name).write_text("x")
    assert refused(batch(), state / name, "folder", "a file")
    (state / name).unlink()
    assert batch().code == 0


@pytest.mark.parametrize("name", ["lock", "run", "journal.jsonl"])
def test_links_to_files_are_refused(name: str, state: Path, precious: Path, batch: Any) -> None:
    """Otherwise the batch would overwrite the file, append to it, or create it."""
    (state / name).unlink()
    for target in ("thesis.txt", "absent"):
        (state / name).symlink_to(precious / target)
        assert refused(batch(), state / name, "regular file", "a symbolic link")
        (state / name).unlink()
    assert os.listdir(precious) == ["thesis.txt"] and (precious / "thesis.txt").read_text() == "thesis"
    (state / name).mkdir()
    assert refused(batch(), state / name, "regular file", "a folder")
    (state / name).rmdir()
    assert batch().code == 0


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("has_reader", [False, True])
@pytest.mark.parametrize("name", ["lock", "run", "journal.jsonl"])
def test_pipes_are_refused(name: str, has_reader: bool, state: Path, batch: Any) -> None:
    (state / name).unlink()
    os.mkfifo(state / name)
    reader = os.open(state / name, os.O_RDONLY | os.O_NONBLOCK) if has_reader else None
    try:
        assert refused(batch(), state / name, "regular file", "a named pipe")
    finally:
        if reader is not None:
            os.close(reader)


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("kind", ["folder that is a link", "link", "pipe"])
def test_markers_that_are_not_files_fail_their_file(kind: str, state: Path, precious: Path, batch: Any) -> None:
    marker = marker_of(state.parent, "a.png")
    before = marker.read_bytes()
    path, wanted, found = marker, "regular file", "a symbolic link"
    if kind == "folder that is a link":
        path, wanted = marker.parent, "folder"
        (precious / marker.name).write_bytes(before)
    move_away(path)
    if kind == "pipe":
        found = "a named pipe"
        os.mkfifo(path)
    else:
        path.symlink_to(precious / ("" if kind != "link" else "thesis.txt"))
    contents = {each.name: each.read_bytes() for each in precious.iterdir()}
    picture(state.parents[1] / "src" / "a.png", 7)  # another source, so the older output and its marker are removed
    (failure,) = batch().json["failures"]
    assert failure["error"] == f"{path}: must be a {wanted}, but this is {found}" and failure["hint"]
    assert {each.name: each.read_bytes() for each in precious.iterdir()} == contents


def test_marker_that_is_nested_deeply(state: Path, batch: Any) -> None:
    marker_of(state.parent, "a.png").write_text("[" * 200_000)
    source = state.parents[1] / "src" / "a.png"
    assert counts(batch()) == {"done": 1} and outputs(source.parents[1]) == ["a.png"]
    assert is_covered(source, state.parent / "a.png")


def test_lock_is_released_when_a_batch_cannot_begin(state: Path, batch: Any) -> None:
    (state / "run").unlink()
    (state / "run").mkdir()
    for _ in range(2):
        assert refused(batch(), state / "run", "regular file", "a folder")
