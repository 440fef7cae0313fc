# SPDX-License-Identifier: MIT
"""redact_in_place(): what it takes as a picture, and its way of failing."""

import ctypes
import mmap
from collections.abc import Iterator
from multiprocessing.sharedctypes import RawArray
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Format, Outcome, Region, Style

ORDER = {"RGBA": "RGBA", "BGRA": "BGRA", "RGB": "RGB"}


@pytest.mark.parametrize(
    "shape, format", [((5, 7), "GRAY8"), ((5, 7, 1), "GRAY8"), ((5, 7, 3), "RGB"), ((5, 7, 4), "RGBA")]
)
def test_the_format_of_an_array_is_its_channels(shape: tuple[int, ...], format: str) -> None:
    picture = np.full(shape, 9, np.uint8)
    named = picture.copy()
    red = [Style(0xFF0000FF)]
    assert scrim.redact_in_place(picture, [(1, 1, 2, 2)], styles=red) == scrim.redact_in_place(
        named, [(1, 1, 2, 2)], styles=red, pixel_format=Format[format]
    )
    assert (picture == named).all() and picture.ravel()[0] == 9 and picture[1, 1].max() > 9


def test_luma_of_a_colour() -> None:
    for color, luma in [(0xFF0000FF, 54.2), (0x00FF00FF, 182.4), (0x0000FFFF, 18.4)]:
        picture = np.zeros((1, 1), np.uint8)
        scrim.redact_in_place(picture, [(0, 0, 1, 1)], styles=[Style(color)])
        assert abs(float(picture[0, 0]) - luma) < 1.5


@pytest.mark.parametrize("make", [bytearray, lambda n: memoryview(bytearray(n)), lambda n: mmap.mmap(-1, n)])
@pytest.mark.parametrize("stride", [None, 12, 17, -12, -20])
def test_flat_buffers(make: Any, stride: int | None) -> None:
    step = abs(stride or 12)
    pixels = make(5 * step)
    pixels[:] = b"\x07" * (5 * step)
    expected = np.full((5, step), 7, np.uint8)
    rows = expected[::-1] if stride is not None and stride < 0 else expected
    rows[1:3, 2 * 3 : 4 * 3] = 0
    scrim.redact_in_place(pixels, [(2, 1, 2, 2)], pixel_format="RGB", width=4, height=5, stride=stride)
    assert bytes(pixels) == expected.tobytes()


def test_many_regions() -> None:
    picture = np.full((100, 100), 255, np.uint8)
    report = scrim.redact_in_place(picture, ((x, y, 1, 1) for x in range(100) for y in range(0, 100, 2)))
    assert report[2:6] == (5000, 5000, 0, 5000)
    assert (picture[::2] == 0).all() and (picture[1::2] == 255).all()


def test_a_single_pixel_whose_strides_mean_nothing() -> None:
    column = np.full((6, 4), 9, np.uint8)[:, ::4]
    scrim.redact_in_place(column, [(0, 2, 1, 1)])
    assert column[:, 0].tolist() == [9, 9, 0, 9, 9, 9]
    row = np.lib.stride_tricks.as_strided(np.full(8, 9, np.uint8), (1, 8), (1, 1))
    scrim.redact_in_place(row, [(0, 0, 8, 1)])
    assert not row.any()


def _read_only() -> np.ndarray:
    array = np.ones((4, 4), np.uint8)
    array.flags.writeable = False
    return array


UNUSABLE = {
    "read-only": (_read_only(), {}),
    "bytes": (bytes(16), dict(pixel_format="GRAY8", width=4, height=4)),
    "int8": (np.ones((4, 4), np.int8), {}),
    "bool": (np.ones((4, 4), bool), {}),
    "int16": (np.ones((4, 4), np.int16), {}),
    "uint32": (np.ones((4, 4), np.uint32), {}),
    "uint16 of another format": (np.ones((4, 4), np.uint16), dict(pixel_format="GRAY8")),
    "numbers of 16 bits apart": (np.ones((4, 8), np.uint16)[:, ::2], {}),
    "a buffer of 16 bits of another format": (np.ones(16, np.uint16), dict(pixel_format="GRAY8", width=4, height=4)),
    "float": (np.ones((4, 4, 3), np.float32), {}),
    "pixels apart": (np.ones((4, 8), np.uint8)[:, ::2], {}),
    "mirrored": (np.ones((4, 8), np.uint8)[:, ::-1], {}),
    "planar": (np.ones((3, 4, 4), np.uint8).transpose(1, 2, 0), {}),
    "channels reversed": (np.ones((4, 4, 3), np.uint8)[:, :, ::-1], {}),
    "one row repeated": (np.lib.stride_tricks.as_strided(np.ones(4, np.uint8), (4, 4), (0, 1)), {}),
    "two channels": (np.ones((4, 4, 2), np.uint8), {}),
    "other channels": (np.ones((4, 4, 4), np.uint8), dict(pixel_format="RGB")),
    "unknown format": (np.ones((4, 4, 3), np.uint8), dict(pixel_format="CMY")),
    "one dimension": (np.ones(16, np.uint8), {}),
    "four dimensions": (np.ones((1, 4, 4, 3), np.uint8), {}),
    "empty": (np.ones((0, 4), np.uint8), {}),
    "too wide": (np.ones((1, 65537), np.uint8), {}),
    "size twice": (np.ones((4, 4), np.uint8), dict(width=4, height=4)),
    "no format": (bytearray(16), dict(width=4, height=4)),
    "too short": (bytearray(15), dict(pixel_format="GRAY8", width=4, height=4)),
    "short stride": (bytearray(16), dict(pixel_format="GRAY8", width=4, height=4, stride=3)),
    "huge height": (bytearray(16), dict(pixel_format="GRAY8", width=4, height=2**32 + 4)),
    "huge stride": (bytearray(16), dict(pixel_format="GRAY8", width=4, height=4, stride=2**63)),
    "gaps": (memoryview(bytearray(32))[::2], dict(pixel_format="GRAY8", width=4, height=4)),
}


@pytest.mark.parametrize("pixels, arguments", UNUSABLE.values(), ids=UNUSABLE)
def test_an_unusable_picture_is_to_be_discarded(pixels: Any, arguments: dict[str, Any]) -> None:
    before = bytes(pixels)
    with pytest.raises((scrim.InvalidArgumentError, scrim.UnsupportedError)) as caught:
        scrim.redact_in_place(pixels, [(0, 0, 2, 2)], **arguments)
    assert caught.value.report.outcome == Outcome.DISCARD
    assert bytes(pixels) == before


def test_what_is_no_picture_at_all() -> None:
    with pytest.raises(TypeError):
        scrim.redact_in_place(5, [])


def _raising() -> Iterator[tuple[int, int, int, int]]:
    yield 0, 0, 1, 1
    raise ZeroDivisionError


NAN, INF = float("nan"), float("inf")
BROKEN: dict[str, tuple[Any, dict[str, Any], type[Exception]]] = {
    "not a number": ([(NAN, 0, 1, 1)], {}, scrim.InvalidArgumentError),
    "infinite": ([(0, 0, INF, 1)], {}, scrim.InvalidArgumentError),
    "negative side": ([(0, 0, -1, 1)], {}, scrim.InvalidArgumentError),
    "style that is not there": ([Region((0, 0, 1, 1), style=1)], {}, scrim.InvalidArgumentError),
    "style out of range": ([Region((0, 0, 1, 1), style=2**32)], {}, scrim.InvalidArgumentError),
    "see-through": ([(0, 0, 1, 1)], dict(styles=[Style(0x00000080)]), scrim.InvalidArgumentError),
    "unknown style": ([(0, 0, 1, 1)], dict(styles=[Style(kind=77)]), scrim.UnsupportedError),  # type: ignore[arg-type]
    "scale": ([(0, 0, 1, 1)], dict(scale=0.0), scrim.InvalidArgumentError),
    "three numbers": ([(0, 0, 1)], {}, scrim.InvalidArgumentError),
    "words": ([("a", "b", "c", "d")], {}, ValueError),
    "no list": (5, {}, TypeError),
    "regions that raise": (_raising, {}, ZeroDivisionError),
}


@pytest.mark.parametrize("regions, arguments, error", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("channels", [3, 4])
def test_every_error_covers_the_picture(regions: Any, arguments: Any, error: type[Exception], channels: int) -> None:
    memory = np.full((6, 9, channels), 7, np.uint8)
    picture = memory[1:-1, 2:-2]
    with pytest.raises(error) as caught:
        scrim.redact_in_place(picture, regions() if callable(regions) else regions, **arguments)
    assert (picture == [0, 0, 0, 255][:channels]).all()
    if isinstance(caught.value, scrim.ScrimError):
        assert caught.value.report.outcome == Outcome.COVERED
    memory[1:-1, 2:-2] = 7
    assert (memory == 7).all()


@pytest.mark.parametrize("make", [lambda: (ctypes.c_uint8 * 300)(), lambda: RawArray(ctypes.c_uint8, 300)], ids=["ctypes", "RawArray"])
def test_arrays_of_ctypes(make: Any) -> None:
    """They give no strides."""
    array = make()
    ctypes.memset(array, 200, 300)
    report = scrim.redact_in_place(array, [(0, 0, 10, 5)], pixel_format="RGB", width=10, height=10)
    assert report.outcome == Outcome.OK and bytes(array) == bytes(150) + bytes([200]) * 150
    with scrim.Scene() as scene:
        ctypes.memset(array, 200, 300)
        assert scene.redact(array, pixel_format="RGB", width=10, height=10).outcome == Outcome.COVERED
    assert not any(bytes(array))


def test_a_ctypes_array_of_rows() -> None:
    array = ((ctypes.c_uint8 * 3 * 10) * 10)()
    ctypes.memset(array, 200, 300)
    assert scrim.redact_in_place(array, [(0, 0, 10, 5)]).outcome == Outcome.OK
    assert bytes(array) == bytes(150) + bytes([200]) * 150


def test_an_object_that_fails_to_lend_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise OSError("no memory for you")

    monkeypatch.setattr(scrim._frame, "borrow", fail)
    with pytest.raises(scrim.InvalidArgumentError, match="the picture must lend its memory .got a bytearray.: OSError") as caught:
        scrim.redact_in_place(bytearray(300), [], pixel_format="RGB", width=10, height=10)
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD


def test_memory_that_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(scrim._frame, "borrow", fail)
    with pytest.raises(scrim.OutOfMemoryError, match="memory to describe the picture .got a bytearray") as caught:
        scrim.redact_in_place(bytearray(300), [], pixel_format="RGB", width=10, height=10)
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD


@pytest.mark.parametrize("wrong", [{"width": "10"}, {"widht": 10}, {"height": 1.5}])
def test_a_type_error_about_the_picture_changes_nothing(wrong: Any) -> None:
    picture = bytearray(b"\x09" * 300)
    with pytest.raises(TypeError) as caught:
        scrim.redact_in_place(picture, [], **{"pixel_format": "RGB", "width": 10, "height": 10} | wrong)
    assert not hasattr(caught.value, "report") and picture == b"\x09" * 300
