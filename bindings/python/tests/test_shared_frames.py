# SPDX-License-Identifier: MIT
"""redact() with several threads gives the same bytes as with one."""

from __future__ import annotations

import dis
import linecache
import resource
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import Outcome, Region, Style
from scrim._abi import scrim_redact_report
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


def test_no_more_threads_than_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: Any) -> None:
        raise RuntimeError("can't start new thread")

    picture = planes(90, 50, "RGB")
    expected = scrim.redact(picture, [(3, 3, 40, 80)], style=Style.frost(1))
    monkeypatch.setattr(threading.Thread, "start", start)
    assert (scrim.redact(picture, [(3, 3, 40, 80)], style=Style.frost(1), threads=4) == expected).all()


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


def slow_bands(monkeypatch: pytest.MonkeyPatch, seconds: float, *, is_first_interrupted: bool = False) -> list[int]:
    """Makes all bands but the first last long. Returns a list of those that are running."""
    real: Any = scrim._ffi.redact
    running: list[int] = []

    def redact(*arguments: Any) -> int:
        options = arguments[3]
        if is_first_interrupted and options is not None and options.row_count and not options.first_row:
            raise KeyboardInterrupt
        if options is not None and options.first_row:
            running.append(options.first_row)
            time.sleep(seconds)
        status = int(real(*arguments))
        if options is not None and options.first_row:
            running.remove(options.first_row)
        return status

    monkeypatch.setattr(scrim._ffi, "redact", redact)
    return running


def is_interruptible(frame: FrameType) -> bool:
    """Whether Python may run a signal handler at a traced line.

    It runs none at the beginning of a try block, which is an instruction without effect, and none between the end of a with
    statement, which is traced as the line of the statement, and the release of its lock.
    """
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).lstrip()
    start = min(offset for offset, number in dis.findlinestarts(frame.f_code) if number == frame.f_lineno)
    is_end = line.startswith("with ") and frame.f_lasti > start
    return not is_end and dis.opname[frame.f_code.co_code[frame.f_lasti]] != "NOP"


class Interruption:
    """Raises KeyboardInterrupt before one line of the module that starts and awaits bands."""

    def __init__(self, line: int) -> None:
        self.left = line

    def __call__(self, frame: FrameType, event: str, _: object) -> Interruption:
        if event == "line" and frame.f_code.co_filename == scrim._bands.__file__ and is_interruptible(frame):
            self.left -= 1
            if self.left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


@pytest.mark.parametrize("is_second", [False, True])
def test_an_interruption_at_any_line_waits_for_the_other_bands(monkeypatch: pytest.MonkeyPatch, is_second: bool) -> None:
    running = slow_bands(monkeypatch, 0.01, is_first_interrupted=is_second)
    for line in range(1000):
        picture, interruption = np.full((48, 20, 4), 99, np.uint8), Interruption(line)
        still_running: list[int] = []
        sys.settrace(interruption)
        try:
            scrim.redact_in_place(picture, [(2, 2, 10, 40)], threads=3, allow_nothing=True)
        except KeyboardInterrupt:
            still_running = running[:]
        finally:
            sys.settrace(None)
        assert still_running == [], line
        if interruption.left >= 0:
            break
    assert 20 < line < 999


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
    while running or threading.active_count() > 1:
        time.sleep(0.01)
    picture.clear()


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
