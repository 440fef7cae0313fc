# SPDX-License-Identifier: MIT
"""Frames of PyAV whose planes move while the caller's regions are read, as they do if the caller gives the frame to a filter."""

import ctypes as c
import signal
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from PIL import Image

import scrim
from scrim import Outcome

av = pytest.importorskip("av")

WIDTH, HEIGHT = 640, 360
BOX = (0, 0, WIDTH, HEIGHT)


def picture() -> Any:
    return av.VideoFrame.from_ndarray(np.full((HEIGHT, WIDTH, 4), 99, np.uint8), format="rgba")


class Filter:
    """Shares the planes of a frame. Then they are copied, and the ones before are freed at the end."""

    def __init__(self) -> None:
        self._graph = av.filter.Graph()
        source = self._graph.add_buffer(width=WIDTH, height=HEIGHT, format="rgba", time_base=Fraction(1, 30))
        sink = self._graph.add("buffersink")
        source.link_to(sink)
        self._graph.configure()

    def move(self, frame: Any, *, free: bool = True) -> None:
        before = frame.planes[0].buffer_ptr
        self._graph.push(frame)
        frame.make_writable()
        assert frame.planes[0].buffer_ptr != before
        if free:
            self._graph.pull()


def is_black(frame: Any) -> bool:
    return not frame.to_ndarray()[..., :3].any()


@pytest.fixture
def scene() -> Iterator[scrim.Scene]:
    with scrim.Scene() as scene:
        scene.set_activity(scrim.Activity.ACTIVE)
        scene.frame_ready(0)
        scene.add_window(BOX, flags=scrim.ViewFlags.SECURE)
        yield scene


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_planes_that_are_shown_are_covered(free: bool, threads: int) -> None:
    frame, filter = picture(), Filter()

    def boxes() -> Iterator[Any]:
        filter.move(frame, free=free)
        yield BOX

    report = scrim.redact_in_place(frame, boxes(), threads=threads)
    assert report.outcome == Outcome.OK and is_black(frame)


def test_an_error_covers_the_planes_that_are_shown() -> None:
    frame, filter = picture(), Filter()

    def boxes() -> Iterator[Any]:
        filter.move(frame)
        raise LookupError
        yield

    with pytest.raises(LookupError):
        scrim.redact_in_place(frame, boxes())
    assert is_black(frame)


class Mover:
    """A number whose conversion runs a function."""

    def __init__(self, value: int, inside: Callable[[], None]) -> None:
        self._value, self._inside = value, inside

    def __index__(self) -> int:
        self._inside()
        return self._value


def test_scenes_and_captures_cover_the_planes_that_are_shown(scene: scrim.Scene) -> None:
    filter = Filter()
    frame = picture()
    scene.redact(frame, first_row=Mover(0, lambda: filter.move(frame)))
    assert is_black(frame)
    scene.snapshot(0).close()
    frame = picture()
    with scene.snapshot(10**9) as snapshot, scrim.Capture() as capture:
        capture.redact(frame, snapshot, 10**9, first_row=Mover(0, lambda: filter.move(frame)))
        assert is_black(frame)


def test_the_source_of_a_copy_may_move() -> None:
    source, target, filter = picture(), picture(), Filter()

    def boxes() -> Iterator[Any]:
        filter.move(source)
        filter.move(target)
        yield (0, 0, WIDTH, 100)

    scrim.redact_into(source, target, boxes())
    assert not target.to_ndarray()[:100, :, :3].any() and (target.to_ndarray()[132:] == 99).all()


@pytest.mark.parametrize("failure", [0, scrim.OutOfMemoryError.status])
def test_planes_that_move_during_the_call_are_noticed(monkeypatch: pytest.MonkeyPatch, failure: int) -> None:
    """Another thread may run then."""
    frame, filter, real = picture(), Filter(), scrim._ffi.redact

    def redact(*arguments: Any) -> int:
        status = int(real(*arguments))
        if arguments[1] is None:
            return status  # the cover
        frame.planes[0].update(bytes([99]) * frame.planes[0].buffer_size)
        filter.move(frame, free=False)
        arguments[4].outcome = Outcome.COVERED
        return failure or status

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    with pytest.raises(scrim.ScrimError, match=None if failure else "the picture must not be changed during the call") as caught:
        scrim.redact_in_place(frame, [BOX])
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.COVERED
    assert is_black(frame)


def signals_at_once(count: int) -> None:
    """Simulates signals during one call of C code, so that their handlers run one after the other."""
    list(map(c.pythonapi.PyErr_SetInterruptEx, range(signal.SIGRTMIN, signal.SIGRTMIN + count)))


class Interrupted(Exception):
    pass


@pytest.fixture
def armed() -> Iterator[list[bool]]:
    """While the list is not empty, the handlers raise."""
    armed = [True]

    def interrupt(*_: object) -> None:
        if armed:
            raise Interrupted

    own = range(signal.SIGRTMIN, signal.SIGRTMIN + 20)
    before = [signal.signal(number, interrupt) for number in own]
    yield armed
    for number, handler in zip(own, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("kind", ["array", "frame", "moved frame", "Pillow"])
def test_no_number_of_signals_prevents_the_cover(armed: list[bool], kind: str, count: int) -> None:
    filter = Filter()
    frame: Any = np.full((HEIGHT, WIDTH, 4), 99, np.uint8) if kind in ("array", "Pillow") else picture()
    if kind == "Pillow":
        frame = Image.fromarray(frame)

    def boxes() -> Iterator[Any]:
        if kind == "moved frame":
            filter.move(frame)
        signals_at_once(count)
        yield (0, 0, 1, 1)

    try:
        scrim.redact_in_place(frame, boxes())
    except Interrupted:
        armed.clear()
    assert not armed
    assert is_black(frame) if isinstance(frame, av.VideoFrame) else not np.asarray(frame)[..., :3].any()


def test_a_frame_that_cannot_be_covered_must_be_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    def redact(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    with pytest.raises(scrim.OutOfMemoryError, match="the picture cannot be covered after an error") as caught:
        scrim.redact_in_place(picture(), [(0, 0, -1, 0)])
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD
