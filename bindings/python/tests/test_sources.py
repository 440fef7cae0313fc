# SPDX-License-Identifier: MIT
"""source_of() and margin_of(), and redact() with the margin of the picture's source."""

import io
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Source, margin_for_source

Image = pytest.importorskip("PIL.Image")
LOSSLESS, PREDICTED, JPEG_444, JPEG_420, CHANGED = (
    Source.LOSSLESS,
    Source.PREDICTED,
    Source.JPEG_444,
    Source.JPEG_SUBSAMPLED,
    Source.JPEG_CHANGED,
)


def picture(seed: int = 1, size: tuple[int, int] = (97, 143)) -> np.ndarray:
    """Gradients, and a square of noise at 41, 33 that is another one for each seed."""
    values = (np.add.outer(np.arange(size[0]), np.arange(size[1]))[..., None] * np.array([1, 1, 1])).astype(np.uint8)
    values[33:47, 41:63] = np.random.default_rng(seed).integers(0, 256, (14, 22, 3))
    return values


def through(format: str, seed: int = 1, pixels: np.ndarray | None = None, **options: Any) -> Any:
    """The picture as Pillow opens it."""
    file = io.BytesIO()
    Image.fromarray(picture(seed) if pixels is None else pixels).save(file, format, **options)
    return Image.open(io.BytesIO(file.getvalue()))


FORMATS: list[tuple[str, dict[str, Any], Source]] = [
    ("PNG", {}, LOSSLESS),
    ("BMP", {}, LOSSLESS),
    ("GIF", {}, LOSSLESS),
    ("TIFF", {}, LOSSLESS),
    ("TIFF", {"compression": "tiff_lzw"}, LOSSLESS),
    ("TIFF", {"compression": "jpeg"}, JPEG_420),
    ("JPEG", {"subsampling": "4:4:4"}, JPEG_444),
    ("JPEG", {"subsampling": "4:2:2"}, JPEG_420),
    ("JPEG", {"subsampling": "4:2:0"}, JPEG_420),
    ("JPEG", {}, JPEG_420),
    ("MPO", {}, JPEG_420),
    ("MPO", {"subsampling": "4:4:4"}, JPEG_444),
    ("WEBP", {"quality": 80}, PREDICTED),
    ("WEBP", {"lossless": True}, PREDICTED),
    ("AVIF", {"quality": 80}, PREDICTED),
    ("JPEG2000", {"irreversible": True}, PREDICTED),
    ("DDS", {}, LOSSLESS),
    ("DDS", {"pixel_format": "DXT1"}, JPEG_444),
]


@pytest.mark.parametrize(("format", "options", "source"), FORMATS, ids=lambda one: one if isinstance(one, str) else "")
def test_the_source_is_that_of_the_format(format: str, options: dict[str, Any], source: Source) -> None:
    image = through(format, **options)
    assert scrim.source_of(image) == source and scrim.margin_of(image) == margin_for_source(source)
    image.load()
    # A loaded texture no longer says whether it was compressed.
    assert scrim.source_of(image) == (JPEG_444 if format == "DDS" else source)


def test_the_file_shows_whether_a_webp_lost_anything() -> None:
    for lossless, source in [(True, LOSSLESS), (False, PREDICTED)]:
        file = io.BytesIO()
        Image.fromarray(picture()).save(file, "WEBP", lossless=lossless)
        assert scrim.source_of(Image.open(file), file.getvalue()) == source


def test_gray_has_no_chroma() -> None:
    assert scrim.source_of(through("JPEG", pixels=picture()[..., 0])) == JPEG_444


@pytest.mark.parametrize(
    ("factors", "margin"), [(0x41, (16, 16)), (0x14, (16, 16)), (0x22, (0, 16)), (0x11, (0, 8)), (0x31, (24, 16))]
)
def test_coarse_chroma_of_a_jpeg(factors: int, margin: tuple[int, int]) -> None:
    data = bytearray(through("JPEG").fp.getvalue())
    head = data.index(b"\xff\xc0")
    data[head + 11] = factors
    assert scrim.margin_of(Image.open(io.BytesIO(data))) == margin


def test_a_jpeg_that_is_known_to_be_smaller_than_it_was() -> None:
    image = through("JPEG", pixels=np.zeros((400, 400, 3), np.uint8))
    image.draft("RGB", (100, 100))
    assert image.size == (100, 100) and scrim.source_of(image) == CHANGED
    image = through("JPEG")
    image.thumbnail((90, 90))
    assert scrim.source_of(image) == CHANGED
    for width, height, source in [(143, 97, JPEG_420), (97, 143, JPEG_420), (1430, 970, CHANGED), (160, 97, CHANGED)]:
        exif = Image.Exif()
        exif.get_ifd(0x8769).update({0xA002: width, 0xA003: height})
        assert scrim.source_of(through("JPEG", exif=exif)) == source


def test_nothing_is_known_after_a_change() -> None:
    image = through("JPEG")
    changed = [image.copy(), image.convert("L"), image.resize((9, 9)), image.crop((0, 0, 9, 9)), image.rotate(90), image.transpose(0)]
    for made in [*changed, picture(), bytes(9), (picture()[..., 0],), None]:
        assert scrim.source_of(made) is None and scrim.margin_of(made) == (0, 0)


def test_a_format_that_a_program_has_set() -> None:
    """Programs do so to save a changed picture in the format that it had."""
    image = through("JPEG").copy()
    for format, source in [("JPEG", JPEG_420), ("WEBP", PREDICTED), ("PNG", LOSSLESS), ("ANY", LOSSLESS), ("TIFF", LOSSLESS)]:
        image.format = format
        assert scrim.source_of(image) == source and scrim.margin_of(image) == margin_for_source(source)


@pytest.mark.parametrize(
    ("format", "options"),
    [("JPEG", {"subsampling": s, "quality": 40}) for s in ("4:4:4", "4:2:2", "4:2:0")] + [("MPO", {"quality": 40}), ("PNG", {})],
)
def test_a_snug_box_leaves_nothing_of_what_it_covers(format: str, options: dict[str, Any]) -> None:
    """Two pictures that differ in the box only are the same when they have been covered. Without a margin they are not."""
    box = [(41, 33, 22, 14)]
    first, second = (through(format, seed, **options) for seed in (1, 2))
    margin = scrim.margin_of(first)
    for redacted in (scrim.redact, _in_place, _into):
        assert redacted(first, box).tobytes() == redacted(second, box).tobytes()
    images = (through(format, seed, **options) for seed in (1, 2))
    bare = [scrim.redact(image, box, dilation=0, codec_block=0).tobytes() for image in images]
    assert (bare[0] == bare[1]) == (margin == (0, 0))


def _in_place(image: Any, box: Any) -> Any:
    image = image.copy() if image.format is None else image
    report = scrim.redact_in_place(image, box)
    assert (report.dilation, report.codec_block) == scrim.margin_of(image)
    return image


def _into(image: Any, box: Any) -> Any:
    # Neither may be a Pillow image, so the margin is the caller's here.
    margin = scrim.margin_of(image)
    target = np.zeros_like(np.asarray(image))
    scrim.redact_into(np.asarray(image), target, box, dilation=margin.dilation, codec_block=margin.codec_block)
    return target


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ({}, (32, 16)),
        ({"dilation": 0}, (0, 16)),
        ({"codec_block": 8}, (32, 8)),
        ({"dilation": 5, "codec_block": 0}, (5, 0)),
        ({"dilation": None, "codec_block": None}, (32, 16)),
    ],
)
def test_the_callers_numbers_win(given: dict[str, Any], used: tuple[int, int]) -> None:
    image = through("WEBP", quality=80)
    report = scrim.redact_in_place(image, [(70, 50, 2, 2)], **given)
    assert (report.dilation, report.codec_block) == used
    plain = through("WEBP", quality=80)
    plain.load()
    expected = scrim.redact(plain.convert("RGB"), [(70, 50, 2, 2)], dilation=used[0], codec_block=used[1])
    assert image.tobytes() == expected.tobytes()


def test_frames_of_a_video() -> None:
    av = pytest.importorskip("av")
    made = av.VideoFrame.from_ndarray(picture(size=(96, 144)))
    assert scrim.source_of(made) is None
    for codec, container, format, of_stream in [
        ("libx264", "matroska", "yuv420p", PREDICTED),
        ("libvpx-vp9", "matroska", "yuv420p", PREDICTED),
        ("mjpeg", "matroska", "yuvj420p", JPEG_420),
        ("mjpeg", "matroska", "yuvj444p", JPEG_444),
        ("ffv1", "matroska", "yuv420p", LOSSLESS),
        ("rawvideo", "nut", "yuv420p", LOSSLESS),
    ]:
        file = io.BytesIO()
        with av.open(file, "w", format=container) as output:
            stream = output.add_stream(codec, rate=5)
            stream.width, stream.height, stream.pix_fmt = 144, 96, format
            for frame in (made, made, None):
                output.mux(stream.encode(frame if frame is None else frame.reformat(format=format)))
        file.seek(0)
        with av.open(file) as source:
            stream = source.streams.video[0]
            assert scrim.source_of(stream) == scrim.source_of(stream.codec_context) == of_stream, codec
            for frame in source.decode(stream):
                assert scrim.source_of(frame) == PREDICTED
                if format == "yuv420p":
                    assert scrim.redact_in_place(frame, [(60, 40, 9, 9)]).dilation == 32
