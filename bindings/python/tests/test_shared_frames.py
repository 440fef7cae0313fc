# SPDX-License-Identifier: MIT
"""redact() with several threads gives the same bytes as with one."""

from __future__ import annotations

import _thread
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interruptions import Interruption

import scrim
from scrim import Outcome, Region, Style
from scrim._abi import scrim_redact_options, scrim_redact_report
from scrim.report import crossed_in, list_crossed

STYLES = [Style.solid("#102030"), Style.frost(3), Style.tiles(4), Style.blur(2.5), Style.blur(9), Style.pixelate(7), Style.light()]
IRREVERSIBLE = STYLES[:3]


def planes(height: int, width: int, format: str, seed: int = 1) -> Any:
    random = np.random.default_rng(seed)
    if format in ("NV12", "I420"):
        half = ((height + 1) // 2, (width + 1) // 2)
        shapes = [(height, width), *([(half[0], half[1] * 2)] if format == "NV12" else [half, half])]
        return tuple(random.integers(0, 256, shape, np.uint8) for shape in shapes)
    channels = {"GRAY8": (), "RGB": (3,), "RGBA": (4,)}[format]
    return random.integers(0, 256, (height, width, *channels), np.uint8)


def same(one: Any, other: Any) -> bool:
    pairs = zip(one, other, strict=True) if isinstance(one, tuple) else [(one, other)]
    return all((a == b).all() for a, b in pairs)


def copied(picture: Any) -> Any:
    return tuple(plane.copy() for plane in picture) if isinstance(picture, tuple) else picture.copy()


@settings(max_examples=80)
@given(
    st.tuples(st.integers(1, 150), st.integers(1, 90)),
    st.sampled_from(["GRAY8", "RGB", "RGBA", "NV12", "I420"]),
    st.lists(st.tuples(st.integers(-20, 90), st.integers(-20, 150), st.integers(1, 90), st.integers(1, 150), st.integers(0, 2)), max_size=5),
    st.lists(st.sampled_from(STYLES), min_size=3, max_size=3),
    st.sampled_from([2, 3, 5, 256]),
)
def test_threads_change_no_byte(size: Any, format: str, boxes: Any, styles: Any, threads: int) -> None:
    regions = [Region(tuple(map(float, box[:4])), style=box[4]) if box[4] else Region.ellipse(*box[:4]) for box in boxes]
    options: Any = {"pixel_format": format, "allow_nothing": True}
    source, alone = planes(*size, format), planes(*size, format, 2)
    expected = scrim.redact_into(source, alone, regions, styles=styles, **options)
    shared = planes(*size, format, 3)
    report = scrim.redact_into(source, shared, regions, styles=styles, threads=threads, **options)
    assert same(shared, alone) and report == expected
    assert same(scrim.redact(source, regions, styles=styles, threads=threads, **options), alone)
    in_place = copied(source)
    if any(styles[region.style] not in IRREVERSIBLE for region in regions):
        with pytest.raises(scrim.UnsupportedError, match="threads must be 1 for a reversible style in place") as caught:
            scrim.redact_in_place(in_place, regions, styles=styles, threads=threads, **options)
        assert caught.value.report.outcome == Outcome.COVERED
        black = copied(source)
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.redact_in_place(black, [(0, 0, -1, 0)], pixel_format=format)
        assert same(in_place, black)
    else:
        assert scrim.redact_in_place(in_place, regions, styles=styles, threads=threads, **options) == expected
        assert same(in_place, alone)


def test_pillow_images_and_frames_of_pyav() -> None:
    pixels, style = planes(200, 90, "RGB"), Style.blur(3)
    expected = scrim.redact(pixels, [(5, 9, 70, 150)], style=style)
    image = pytest.importorskip("PIL.Image").fromarray(pixels)
    assert scrim.redact(image, [(5, 9, 70, 150)], style=style, threads=3).tobytes() == expected.tobytes()
    scrim.redact_in_place(image, [(5, 9, 70, 150)], style=style, threads=3)  # it is copied anyway
    assert image.tobytes() == expected.tobytes()
    frame = pytest.importorskip("av").VideoFrame.from_ndarray(pixels)
    assert (scrim.redact(frame, [(5, 9, 70, 150)], style=style, threads=3).to_ndarray() == expected).all()
    scrim.redact_in_place(frame, [(5, 9, 70, 150)], threads=3)
    assert (frame.to_ndarray() == scrim.redact(pixels, [(5, 9, 70, 150)])).all()


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_one_band_that_fails_covers_the_whole_frame(monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    real, slow = scrim._ffi.redact, threading.Event()

    def redact(frame: Any, regions: Any, count: int, options: Any, out: Any) -> int:
        if options is not None and options.first_row == 32 * failing:
            out.outcome = Outcome.COVERED
            return -3
        if options is not None and failing != 2 and options.first_row == 64:
            slow.wait(0.2)  # it ends after the others
        return int(real(frame, regions, count, options, out))

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    picture = planes(90, 50, "RGB")
    with pytest.raises(scrim.OutOfMemoryError) as caught:
        scrim.redact_in_place(picture, [(0, 0, 50, 90)], style=Style.solid("#ffffff"), threads=3)
    assert not picture.any() and caught.value.report.outcome == Outcome.COVERED


def test_no_more_threads_than_the_system_allows() -> None:
    picture = planes(90, 50, "RGB")
    expected = scrim.redact(picture, [(3, 3, 40, 80)], style=Style.frost(1))
    before = threading.stack_size(1 << 47)  # more than the address space
    try:
        with pytest.raises(RuntimeError):
            threading.Thread().start()
        assert (scrim.redact(picture, [(3, 3, 40, 80)], style=Style.frost(1), threads=4) == expected).all()
    finally:
        threading.stack_size(before)


def test_an_exception_of_a_signal_handler_is_no_lack_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that raises RuntimeError right after a thread has started."""
    starts: list[object] = []

    def start(*arguments: Any) -> None:
        starts.append(_thread.start_new_thread(*arguments))
        raise RuntimeError("stop")

    monkeypatch.setattr(scrim._bands, "start_new_thread", start)
    picture = planes(90, 50, "RGB")
    with pytest.raises(RuntimeError, match="stop"):
        scrim.redact_in_place(picture, [(3, 3, 40, 80)], threads=4)
    assert len(starts) == 1 and not picture.any()


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_a_number_of_threads_that_is_out_of_range(threads: int) -> None:
    picture = planes(9, 9, "RGB")
    with pytest.raises(scrim.InvalidArgumentError, match=rf"threads must be from 1 to 256 \(got {threads}\)"):
        scrim.redact_in_place(picture, [(0, 0, 4, 4)], threads=threads)
    assert not picture.any()


def test_an_interruption_waits_for_the_other_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the first band: the picture is returned, black, after the other bands have ended."""
    real: Any = scrim._ffi.redact
    running: list[int] = []

    def redact(*arguments: Any) -> int:
        options = arguments[3]
        if options is None or not options.row_count:
            return int(real(*arguments))  # the cover
        if options.first_row == 0:
            raise KeyboardInterrupt
        running.append(options.first_row)
        time.sleep(0.1)
        status = int(real(*arguments))
        running.remove(options.first_row)
        return status

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    picture = np.full((160, 20, 4), 99, np.uint8)
    with pytest.raises(KeyboardInterrupt):
        scrim.redact_in_place(picture, [(2, 2, 10, 150)], threads=4, allow_nothing=True)
    assert not running and not picture[..., :3].any()


@pytest.mark.parametrize("failure", [MemoryError, LookupError, SystemExit])
def test_an_exception_on_another_thread_is_raised_after_the_cover(monkeypatch: pytest.MonkeyPatch, failure: type[BaseException]) -> None:
    real: Any = scrim._ffi.redact
    main = threading.get_ident()
    running: list[int] = []

    def redact(*arguments: Any) -> int:
        options = arguments[3]
        if options is not None and threading.get_ident() != main:
            if options.first_row == 16:
                raise failure
            running.append(options.first_row)
            time.sleep(0.2)
            running.remove(options.first_row)
        elif options is not None:
            time.sleep(0.1)  # meanwhile, the other threads begin
        return int(real(*arguments))

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    picture = np.full((64, 20, 4), 99, np.uint8)
    with pytest.raises(failure):
        scrim.redact_in_place(picture, [(2, 2, 10, 50)], threads=4)
    assert not running and not picture[..., :3].any()


def slow_bands(monkeypatch: pytest.MonkeyPatch, seconds: float, *, is_first_interrupted: bool = False) -> list[int]:
    """Makes the bands of other threads last long. Returns a list of those that are running."""
    real: Any = scrim._ffi.redact
    running: list[int] = []
    main = threading.get_ident()

    def redact(*arguments: Any) -> int:
        options = arguments[3]
        if is_first_interrupted and options is not None and options.row_count and not options.first_row:
            raise KeyboardInterrupt
        if threading.get_ident() == main:
            time.sleep(0.002)  # meanwhile, the other threads begin
            return int(real(*arguments))
        running.append(options.first_row)
        try:
            time.sleep(seconds)
            return int(real(*arguments))
        finally:
            running.remove(options.first_row)

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    return running


#: The modules that start and await bands.
FILES = (scrim._bands.__file__, threading.__file__)


@pytest.mark.parametrize("is_second", [False, True])
def test_an_interruption_at_any_place_waits_for_the_other_bands(monkeypatch: pytest.MonkeyPatch, is_second: bool) -> None:
    running = slow_bands(monkeypatch, 0.01, is_first_interrupted=is_second)
    for place in range(1000):
        picture, interruption = np.full((48, 20, 4), 99, np.uint8), Interruption(place, FILES)
        still_running: list[int] = []
        is_interrupted = False
        sys._getframe().f_trace_opcodes = True  # Python 3.12 asks this frame whether to trace instructions
        sys.settrace(interruption)
        try:
            scrim.redact_in_place(picture, [(2, 2, 10, 40)], threads=3, allow_nothing=True)
        except KeyboardInterrupt:
            still_running, is_interrupted = running[:], True
        finally:
            sys.settrace(None)
        assert still_running == [], place
        assert is_interrupted or (interruption.left >= 0 and not is_second), place
        if interruption.left >= 0:
            break
    assert 20 < place < 999


#: Sends signals as fast as the system can.
HAMMER = "import os, signal, sys\nwhile True: os.kill(int(sys.argv[1]), signal.SIGUSR1)"


def test_interruptions_one_after_the_other_wait_for_the_other_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    running = slow_bands(monkeypatch, 0.02)
    still_running, interrupted = [], 0

    here = sys._getframe().f_code

    def interrupt(_: int, frame: FrameType) -> None:
        if running and frame.f_code is not here:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)  # where objects are freed, Python ignores interruptions
    before = signal.signal(signal.SIGUSR1, interrupt)
    hammer = subprocess.Popen([sys.executable, "-c", HAMMER, str(os.getpid())])
    try:
        end = time.monotonic() + 2
        # On a busy machine, no signal may come in this time.
        while not still_running and (time.monotonic() < end or not interrupted):
            try:
                scrim.redact_in_place(np.zeros((48, 20, 4), np.uint8), [(2, 2, 10, 40)], threads=3, allow_nothing=True)
            except KeyboardInterrupt:
                still_running, interrupted = running[:], interrupted + 1
                while running:
                    time.sleep(0.001)
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        hammer.kill()
        hammer.wait()
        signal.signal(signal.SIGUSR1, before)
    assert interrupted and not still_running


def test_a_band_runs_once() -> None:
    calls: list[Any] = []

    def call(*arguments: Any) -> int:
        calls.append(arguments)
        return 5

    band = scrim._bands._Band(call, scrim_redact_options(), (0, 16), 0, [])
    band.run()
    band.run()
    assert len(calls) == 1 and band.status == 5


def test_each_band_holds_the_memory_that_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this thread could not wait, nothing is freed before the bands have ended."""
    running = slow_bands(monkeypatch, 0.3)

    def interrupted(works: list[Any]) -> None:
        for work in works:
            work.start()
        raise KeyboardInterrupt

    monkeypatch.setattr(scrim._bands, "_run_all", interrupted)
    picture = bytearray(160 * 20 * 4)
    with pytest.raises(KeyboardInterrupt):
        scrim.redact_in_place(picture, [(2, 2, 10, 150)], threads=4, pixel_format="RGBA", width=20, height=160)
    with pytest.raises(BufferError):
        picture.clear()
    end = time.monotonic() + 10
    while picture and time.monotonic() < end:
        time.sleep(0.01)
        with suppress(BufferError):
            picture.clear()
    assert not picture and not running


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_the_lists_of_bands_take_memory_only_where_they_are_written() -> None:
    before, reports = resident(), [scrim_redact_report() for _ in range(64)]
    for index, report in enumerate(reports):
        list_crossed(report, 1_000_000)
        report.crossed[0] = report.crossed[999_999] = index
        report.regions_crossed = 1
    assert resident() - before < 8_000_000
    assert [crossed_in(report) for report in reports] == [[index] for index in range(64)]
