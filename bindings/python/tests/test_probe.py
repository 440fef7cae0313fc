# SPDX-License-Identifier: MIT
"""How the package finds out whether memory can be written."""

import builtins
import ctypes as c
import errno
import mmap
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Outcome, _probe

av = pytest.importorskip("av")

PAGE = mmap.PAGESIZE


@pytest.fixture(params=["advice", "mappings"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The second way is that of kernels before 5.14."""

    def refuse(*_: int) -> int:
        c.set_errno(errno.EINVAL)
        return -1

    if request.param == "mappings":
        monkeypatch.setattr(_probe, "_madvise", refuse)
    return str(request.param)


@pytest.fixture
def memory() -> Iterator[int]:
    """Nine pages of a file. The middle three cannot be written."""
    libc = c.CDLL(None)
    with tempfile.TemporaryFile() as file:
        file.truncate(9 * PAGE)
        mapped = mmap.mmap(file.fileno(), 0)
    first = c.c_char.from_buffer(mapped)
    start = c.addressof(first)
    assert libc.mprotect(c.c_void_p(start + 3 * PAGE), 3 * PAGE, mmap.PROT_READ) == 0
    yield start
    del first
    mapped.close()


def test_every_page_counts(way: str, memory: int) -> None:
    page = lambda number: memory + number * PAGE  # noqa: E731
    assert _probe.is_writable(page(0), 3 * PAGE)
    assert _probe.is_writable(page(1) - 1, 2)
    assert _probe.is_writable(page(6), 3 * PAGE)
    assert not _probe.is_writable(page(4), 1)
    assert not _probe.is_writable(page(2), PAGE + 1)
    assert not _probe.is_writable(page(6) - 1, 2)
    assert not _probe.is_writable(page(0), 9 * PAGE)
    assert not _probe.is_writable(PAGE, 1)
    heap = np.zeros(100 * PAGE, np.uint8)
    heap.setflags(write=False)
    assert _probe.is_writable(heap.ctypes.data, heap.nbytes)


def test_what_another_thread_writes_stays(way: str) -> None:
    pixels, is_over, has_result = np.zeros(500 * PAGE, np.uint8), threading.Event(), threading.Event()
    results: list[bool] = []

    def probe() -> None:
        while not is_over.is_set():
            results.append(_probe.is_writable(pixels.ctypes.data, pixels.nbytes))
            has_result.set()

    start = -pixels.ctypes.data % PAGE
    thread = threading.Thread(target=probe)
    thread.start()
    has_result.wait(60)
    lost = 0
    for value in range(50):
        pixels[start::PAGE] = value
        is_over.wait(0.001)
        lost += int((pixels[start::PAGE] != value).sum())
    is_over.set()
    thread.join()
    assert lost == 0 and results and all(results)


def test_a_mapped_file_may_have_any_name(way: str, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff - w"
    with open(path, "wb+") as file:
        file.truncate(PAGE)
        for access in (mmap.ACCESS_READ, mmap.ACCESS_WRITE):
            with mmap.mmap(file.fileno(), PAGE, access=access) as mapped:
                start = np.frombuffer(mapped, np.uint8).ctypes.data
                assert _probe.is_writable(start, PAGE) == (access == mmap.ACCESS_WRITE)


def test_too_many_open_files(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the list of mappings is a file."""

    def fail(*_: Any) -> Any:
        raise OSError(errno.EMFILE, "Too many open files")

    frame = av.VideoFrame(64, 48, "rgb24")
    monkeypatch.setattr(builtins, "open", fail)
    if way == "advice":
        assert scrim.redact_in_place(frame, [(0, 0, 9, 9)]).outcome == Outcome.OK
        return
    with pytest.raises(scrim.IoError, match="needs /proc/self/maps .got 'Too many open files'") as caught:
        scrim.redact_in_place(frame, [(0, 0, 9, 9)])
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD
