# SPDX-License-Identifier: MIT
"""redact() on Pillow images, buffers and numpy arrays: what comes back, and what stays as it was."""

import io
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from PIL import Image, TiffImagePlugin, TiffTags

import scrim
from scrim import Outcome, Region, Style

COVERED = (slice(1, 3), slice(2, 4))  # rows and columns of the region that the tests cover
REGION = (2, 1, 2, 2)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "RGBX", "I;16"])
class TestPillow:
    def picture(self, mode: str) -> Any:
        channels = {"L": 1, "I;16": 2, "RGB": 3}.get(mode, 4)
        return Image.frombytes(mode, (6, 5), bytes(range(1, 6 * 5 * channels + 1)))

    def test_a_copy(self, mode: str) -> None:
        image = self.picture(mode)
        before = image.tobytes()
        copy = scrim.redact(image, [REGION])
        assert image.tobytes() == before
        assert copy.mode == mode and copy.size == image.size
        pixels, original = np.asarray(copy), np.asarray(image)
        assert not pixels[COVERED].reshape(4, -1)[:, :3].any()
        changed = (pixels != original).reshape(5, 6, -1).any(2)
        changed[COVERED] = False
        assert not changed.any()
        # It is an image like any other.
        copy.putpixel((0, 0), 0 if mode in ("L", "I;16") else (0,) * len(mode))
        assert copy.resize((3, 3)).size == (3, 3)

    def test_in_place(self, mode: str) -> None:
        image = self.picture(mode)
        expected = scrim.redact(image, [REGION])
        report = scrim.redact_in_place(image, [REGION])
        assert image.tobytes() == expected.tobytes()
        assert report.outcome == Outcome.OK and report.pixels == 4

    def test_an_error_covers_it_in_place_and_gives_no_copy(self, mode: str) -> None:
        image = self.picture(mode)
        before = image.tobytes()
        with pytest.raises(scrim.InvalidArgumentError) as caught:
            scrim.redact(image, [Region(REGION, style=9)])
        assert caught.value.report.outcome == Outcome.COVERED and image.tobytes() == before
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.redact_in_place(image, [Region(REGION, style=9)])
        assert not np.asarray(image).reshape(30, -1)[:, :3].any()


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "RGBX", "I;16"])
@pytest.mark.parametrize("step", ["tobytes", "paste", "finished", "empty_like"])
def test_an_image_is_black_if_memory_is_short(monkeypatch: pytest.MonkeyPatch, step: str, mode: str) -> None:
    image = Image.frombytes(mode, (6, 5), bytes([99] * 6 * 5 * {"L": 1, "I;16": 2, "RGB": 3}.get(mode, 4)))
    owner: Any = image if step in ("tobytes", "paste") else sys.modules["scrim.redact"]
    real = getattr(owner, step)
    fails = iter([True])

    def fail(*arguments: Any) -> Any:
        if next(fails, False):
            raise MemoryError
        return real(*arguments)

    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(MemoryError):
        scrim.redact_in_place(image, [REGION])
    pixels = np.asarray(image).reshape(30, -1)
    assert not pixels[:, :3].any() and (mode != "RGBA" or (pixels[:, 3] == 255).all())


@pytest.mark.parametrize("change", [lambda image: setattr(image, "im", image.im.copy()), lambda image: image.putalpha(9)])
def test_an_error_covers_memory_that_the_regions_gave_an_image(change: Callable[[Any], Any]) -> None:
    image = Image.new("RGB", (6, 5), (9, 9, 9))

    def boxes() -> Iterator[Any]:
        change(image)
        raise LookupError
        yield

    with pytest.raises(LookupError):
        scrim.redact_in_place(image, boxes())
    assert not np.asarray(image)[..., :3].any()


def test_an_image_that_shares_memory_is_covered_after_an_error() -> None:
    memory = bytes([99] * 30)
    image = Image.frombuffer("L", (6, 5), memory, "raw", "L", 0, 1)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact_in_place(image, [(0, 0, -1, 0)])
    assert not np.asarray(image).any() and memory == bytes([99] * 30)


def test_an_image_that_cannot_be_covered_must_be_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    image = Image.frombuffer("L", (6, 5), bytes([99] * 30), "raw", "L", 0, 1)  # it shares the memory, so it must be copied first
    monkeypatch.setattr(image, "paste", fail)
    with pytest.raises(scrim.OutOfMemoryError, match="the picture cannot be covered after an error") as caught:
        scrim.redact_in_place(image, [REGION])
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD


@pytest.mark.parametrize("mode", ["1", "P", "CMYK", "I", "F", "LA"])
def test_other_modes_are_refused(mode: str) -> None:
    image = Image.new(mode, (4, 4))
    with pytest.raises(scrim.UnsupportedError, match="convert"):
        scrim.redact(image, [REGION])
    with pytest.raises(scrim.UnsupportedError, match="convert") as caught:
        scrim.redact_in_place(image, [REGION])
    assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD


def test_all_frames_are_saved_from_the_file() -> None:
    """docs/how-to/redact.md says so, and warns of it."""
    frames, file = [Image.new("L", (6, 5), level) for level in (50, 90)], io.BytesIO()
    frames[0].save(file, "TIFF", save_all=True, append_images=frames[1:])
    image, saved = Image.open(file), io.BytesIO()
    image.seek(1)
    scrim.redact_in_place(image, [(0, 0, 6, 5)])
    assert image.getpixel((0, 0)) == 0
    image.save(saved, "TIFF", save_all=True)
    copy = Image.open(saved)
    copy.seek(1)
    assert copy.getpixel((0, 0)) == 90


def test_only_a_copy_is_without_metadata() -> None:
    """docs/how-to/redact.md says so: Pillow writes XMP and Photoshop's thumbnails of a TIFF back."""
    tags, file = TiffImagePlugin.ImageFileDirectory_v2(), io.BytesIO()
    for tag, kind in ((700, TiffTags.BYTE), (34377, TiffTags.UNDEFINED)):
        tags[tag], tags.tagtype[tag] = b"thumbnail", kind
    Image.new("RGB", (6, 5)).save(file, "TIFF", tiffinfo=tags)
    image = Image.open(file)
    copy = scrim.redact(image, [REGION])
    scrim.redact_in_place(image, [REGION])
    for picture, count in ((copy, 0), (image, 2)):
        saved = io.BytesIO()
        picture.save(saved, "TIFF")
        assert saved.getvalue().count(b"thumbnail") == count


def test_a_pillow_image_knows_its_format() -> None:
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact(Image.new("RGB", (4, 4)), [], pixel_format="BGR")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_buffers_come_back_as_their_kind(kind: type) -> None:
    pixels = kind(bytes([9]) * 20)
    copy: Any = scrim.redact(pixels, [(1, 1, 2, 2)], pixel_format="GRAY8", width=4, height=5)
    assert isinstance(copy, bytes if kind is bytes else bytearray)
    assert bytes(pixels) == bytes([9]) * 20
    assert list(copy) == [9] * 5 + [0, 0] + [9] * 2 + [0, 0] + [9] * 9


def test_a_view_of_two_dimensions() -> None:
    copy = scrim.redact(memoryview(bytes([9]) * 20).cast("B", (5, 4)), [(0, 0, 1, 1)])
    assert copy.shape == (5, 4) and copy[0, 0] == 0 and copy[4, 3] == 9


def test_padding_of_a_copy_holds_nothing() -> None:
    pixels = bytes([9]) * 30
    copy = scrim.redact(pixels, [], pixel_format="GRAY8", width=4, height=5, stride=6)
    assert copy == (bytes([9]) * 4 + bytes(2)) * 5


def test_arrays_of_any_stride_are_copied_tight() -> None:
    memory = np.arange(160, dtype=np.uint8).reshape(8, 20)
    view = memory[::-2, 3:9]
    copy = scrim.redact(view, [(0, 0, 1, 1)])
    assert copy.flags.c_contiguous and copy.flags.owndata
    assert copy[0, 0] == 0 and (copy.ravel()[1:] == view.ravel()[1:]).all()
    read_only = memory.copy()
    read_only.flags.writeable = False
    assert scrim.redact(read_only, [(0, 0, 1, 1)])[0, 0] == 0


class TestBoxes:
    """The ways to write a box."""

    picture = np.full((10, 20), 9, np.uint8)

    @pytest.mark.parametrize(
        "format, box, scale",
        [
            ("xywh", (4, 2, 8, 5), 1.0),
            ("xyxy", (4, 2, 12, 7), 1.0),
            ("normalized", (0.2, 0.2, 0.6, 0.7), 1.0),
            ("xywh", (2, 1, 4, 2.5), 2.0),
            ("xyxy", (2, 1, 6, 3.5), 2.0),
            ("normalized", (0.2, 0.2, 0.6, 0.7), 2.0),
        ],
    )
    def test_all_mean_the_same(self, format: Any, box: Any, scale: float) -> None:
        expected = self.picture.copy()
        expected[2:7, 4:12] = 0
        assert (scrim.redact(self.picture, [box], format=format, scale=scale) == expected).all()

    @pytest.mark.parametrize("box", [(12, 2, 4, 7), (4, 7, 12, 2)])
    def test_crossed_corners_are_an_error(self, box: Any) -> None:
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.redact(self.picture, [box], format="xyxy")

    def test_another_format_is_an_error(self) -> None:
        with pytest.raises(scrim.InvalidArgumentError):
            scrim.redact(self.picture, [(0, 0, 1, 1)], format="cxcywh")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "color", [0x112233FF, "#112233", "#112233ff", (0x11, 0x22, 0x33), (0x11, 0x22, 0x33, 0xFF)]
)
def test_the_ways_to_write_a_colour(color: Any) -> None:
    picture = np.zeros((2, 2, 3), np.uint8)
    assert scrim.redact(picture, [(0, 0, 1, 1)], style=Style.solid(color))[0, 0].tolist() == [0x11, 0x22, 0x33]


@pytest.mark.parametrize("color", ["112233", "#11223", "#gg2233", (1, 2), (1, 2, 300), -1, 2**32])
def test_what_is_no_colour(color: Any) -> None:
    picture = np.ones((2, 2, 3), np.uint8)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact_in_place(picture, [(0, 0, 1, 1)], style=Style.solid(color))
    assert not picture.any()


def test_threads_cover_pictures_side_by_side() -> None:
    """redact() lets other threads of Python run: what each makes is what it makes alone."""
    pictures = [np.random.default_rng(seed).integers(0, 256, (200, 300, 3), np.uint8) for seed in range(16)]
    styles = [Style.solid("#102030"), Style.frost(3), Style.tiles(5), Style.blur(6)]

    def cover(number: int) -> Any:
        return scrim.redact(pictures[number], [(20, 30, 200, 100)], style=styles[number % 4]).tobytes()

    alone = [cover(number) for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            assert list(pool.map(cover, range(16))) == alone


def test_one_style_or_several_not_both() -> None:
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact(np.ones((2, 2), np.uint8), [(0, 0, 1, 1)], style=Style(), styles=[Style()])
