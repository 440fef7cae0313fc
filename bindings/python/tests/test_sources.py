# SPDX-License-Identifier: MIT
"""source_of() and margin_of(), and redact() with the margin of the picture's source."""

import io
import pathlib
import struct
import zlib
from typing import Any

import numpy as np
import pytest

import scrim
from scrim import Source, margin_for_source

Image = pytest.importorskip("PIL.Image")
ImageOps = pytest.importorskip("PIL.ImageOps")
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


def test_only_a_whole_file_shows_that_a_webp_lost_nothing() -> None:
    file, lossless, png = io.BytesIO(), io.BytesIO(), io.BytesIO()
    Image.fromarray(picture()).save(file, "WEBP", quality=80)
    Image.fromarray(picture()).save(lossless, "WEBP", lossless=True)
    Image.fromarray(picture()).save(png, "PNG")
    image, whole = Image.open(file), lossless.getvalue()
    last_is_cut = whole[:4] + (len(whole) - 10).to_bytes(4, "little") + whole[8:-2]
    for data in (b"", file.read(), png.getvalue(), whole[12:], whole[:-2], last_is_cut, bytes(20), b"RIFF" + whole[4:8] + b"WAVE" + whole[12:]):
        assert scrim.source_of(image, data) == PREDICTED and scrim.margin_of(image, data) == (32, 16), data[:16]
    assert scrim.margin_of(Image.open(lossless), whole + b"more") == (0, 0)


def test_only_a_whole_file_shows_that_an_icon_lost_nothing() -> None:
    file = io.BytesIO()
    Image.fromarray(picture(size=(64, 64))).save(file, "ICNS")
    image, whole = Image.open(file), file.getvalue()
    assert scrim.source_of(image) == PREDICTED and scrim.source_of(image, whole) == LOSSLESS
    for data in (b"", whole[8:], whole[:-2], whole[:8], b"\x89PNG" + whole[4:], whole + b"\xff\x4f\xff\x51"):
        assert scrim.margin_of(image, data) == (32, 16), data[:16]


@pytest.mark.parametrize("data", ["in.webp", 3, [82, 73], bytearray(9), io.BytesIO()], ids=lambda data: type(data).__name__)
def test_data_must_be_bytes(data: Any) -> None:
    for image in (through("WEBP"), through("PNG"), picture()):
        for call in (scrim.source_of, scrim.margin_of):
            with pytest.raises(TypeError, match=rf"data must be bytes, all of the picture's file \(got {type(data).__name__}\)"):
                call(image, data)


@pytest.mark.parametrize("given", ["a.png", pathlib.Path("a.png"), None, 3, Ellipsis, [3], (None, None)], ids=repr)
def test_what_is_not_a_picture_is_refused(given: Any) -> None:
    for call in (scrim.source_of, scrim.margin_of):
        with pytest.raises(TypeError, match=r"must be a numpy array, a Pillow image, a PyAV VideoFrame or video stream, a tuple of"):
            call(given)


@pytest.mark.parametrize("given", ["a.png", pathlib.Path("a.png"), 3, Ellipsis, [3]], ids=repr)
def test_a_source_that_is_not_a_picture_leaves_a_black_target(given: Any) -> None:
    target = np.ones((4, 4), np.uint8)
    with pytest.raises(TypeError):
        scrim.redact_into(given, target, [(0, 0, 1, 1)])
    assert not target.any()


def test_a_container_or_a_packet_is_not_a_picture() -> None:
    av = pytest.importorskip("av")
    file = io.BytesIO()
    with av.open(file, "w", format="matroska") as output:
        stream = output.add_stream("ffv1", rate=5)
        assert scrim.source_of(stream) == LOSSLESS
        sound = output.add_stream("pcm_s16le", rate=8000)
        for given, hint in [
            (output, r"pass container.streams.video\[0\]"),
            (av.Packet(9), "pass packet.stream"),
            (sound, "a PyAV VideoFrame or video stream, "),
            (sound.codec_context, "a PyAV VideoFrame or video stream, "),
        ]:
            for call in (scrim.source_of, scrim.margin_of):
                with pytest.raises(TypeError, match=hint):
                    call(given)
    for plane in av.VideoFrame(16, 16, "gray").planes:
        assert scrim.margin_of(plane) == (0, 0)  # a buffer


def test_the_hint_to_convert_keeps_the_margin() -> None:
    image = through("JPEG", pixels=None)
    file = io.BytesIO()
    image.convert("CMYK").save(file, "JPEG")
    image = Image.open(file)
    with pytest.raises(scrim.UnsupportedError, match=r"pass image.convert\('RGBA'\) with \*\*margin_of\(image\)._asdict\(\)"):
        scrim.redact(image, [(70, 50, 2, 2)])
    report = scrim.redact_in_place(image.convert("RGBA"), [(70, 50, 2, 2)], **scrim.margin_of(image)._asdict())
    assert (report.dilation, report.codec_block) == scrim.margin_of(image) != (0, 0)
    with pytest.raises(TypeError, match=r"pass numpy.array\(image\), and extend regions as margin_of\(image\) says"):
        scrim.redact_into(through("JPEG"), picture(), [(70, 50, 2, 2)])


def test_the_hint_to_convert_a_frame_keeps_the_margin() -> None:
    av = pytest.importorskip("av")
    with pytest.raises(scrim.UnsupportedError, match=r"pass frame.reformat\(format='nv12'\) with \*\*margin_of\(frame\)._asdict\(\)"):
        scrim.redact(av.VideoFrame(16, 16, "yuv411p"), [(0, 0, 2, 2)])


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


def first_scans(jpeg: bytes, count: int) -> bytes:
    """The first scans of a progressive JPEG with a correct end, so that decoders report no damage."""
    place, found = 2, 0
    while jpeg[place + 1] != 0xD9 and found < count:
        found += jpeg[place + 1] == 0xDA
        place += 2 + int.from_bytes(jpeg[place + 2 : place + 4], "big")
        while jpeg[place] != 0xFF or jpeg[place + 1] == 0:  # coded numbers
            place += 1
    return jpeg[:place] + b"\xff\xd9"


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:0"])
@pytest.mark.parametrize("scans", [1, 3, 6, 10])
def test_an_unfinished_progressive_jpeg(subsampling: str, scans: int) -> None:
    """Pillow's decoder estimates what is missing from blocks up to two blocks away."""
    unit, made = 8 if subsampling == "4:4:4" else 16, []
    for seed in (1, 2):
        pixels = picture(seed)
        pixels[33:47, 41:63] = pixels[33, 41]  # in one color, which the first scan contains
        data = first_scans(through("JPEG", pixels=pixels, subsampling=subsampling, progressive=True).fp.getvalue(), scans)
        margin = scrim.margin_of(Image.open(io.BytesIO(data)), data)
        assert margin == (2 * unit if scans < 10 else 0, unit)
        made.append(np.asarray(scrim.redact(Image.open(io.BytesIO(data)), [(41, 33, 22, 14)], **margin._asdict())))
    assert (made[0] == made[1]).all()


def test_a_progressive_jpeg_that_cannot_be_followed() -> None:
    data = bytearray(through("JPEG", progressive=True).fp.getvalue())
    data[data.index(b"\xff\xda") + 5] = 77  # no component of the frame
    image = through("JPEG", progressive=True)
    assert scrim.margin_of(image, bytes(data)) == (32, 16)
    assert scrim.margin_of(image, bytes(data[:-2])) == (32, 16)
    assert scrim.margin_of(image) == (0, 16)


def ycbcr_tiff(strip: bytes, size: tuple[int, int], factors: tuple[int, int] | None, compression: int = 7) -> bytes:
    """A TIFF of one strip, a JPEG as TIFF Technical Note 2 describes it by default. Pillow cannot write one with subsampled chroma."""
    tags = {256: (4, size[0]), 257: (4, size[1]), 259: (3, compression), 262: (3, 6), 277: (3, 3)}
    tags |= {278: (4, size[1]), 279: (4, len(strip)), 284: (3, 1)}
    if factors:
        tags[530] = 3, factors[0] | factors[1] << 16
    begin = 8 + 2 + 12 * (len(tags) + 2) + 4
    tags |= {258: (3, begin), 273: (4, begin + 6)}
    counts = {258: 3, 530: 2}
    entries = b"".join(struct.pack("<HHII", tag, kind, counts.get(tag, 1), value) for tag, (kind, value) in sorted(tags.items()))
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4) + struct.pack("<3H", 8, 8, 8) + strip


@pytest.mark.parametrize(
    ("factors", "tag", "margin"),
    [(0x411111, (4, 1), (16, 16)), (0x411111, None, (16, 16)), (0x211111, (2, 1), (0, 16)), (0x221111, (2, 2), (0, 16)), (0x111111, (1, 1), (0, 16))],
)
def test_coarse_chroma_of_a_tiff(factors: int, tag: tuple[int, int] | None, margin: tuple[int, int]) -> None:
    cv2 = pytest.importorskip("cv2")
    made = []
    for seed in (1, 2):
        options = [cv2.IMWRITE_JPEG_QUALITY, 60, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, factors]
        jpeg = cv2.imencode(".jpg", picture(seed, (96, 144)), options)[1].tobytes()
        image = Image.open(io.BytesIO(ycbcr_tiff(jpeg, (144, 96), tag)))
        assert scrim.margin_of(image) == margin
        made.append(np.asarray(scrim.redact(image, [(41, 33, 22, 14)])))
    assert (made[0] == made[1]).all()


@pytest.mark.parametrize("loads", [False, True])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_blocks_of_a_turned_tiff(orientation: int, loads: bool) -> None:
    """Pillow turns it upright, and takes the tag away. The blocks then begin at another corner."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    made = []
    for seed in (1, 2):
        stored, file = picture(1, (92, 140)), io.BytesIO()
        stored[36:44, 44:60] = picture(seed)[33:41, 41:57]
        Image.fromarray(stored).save(file, "TIFF", compression="jpeg", quality=30, exif=exif)
        image = Image.open(file)
        if loads:
            image.load()
        mask = Image.new("L", (140, 92))
        mask.paste(1, (44, 36, 60, 44))
        mask.getexif()[0x0112] = orientation
        left, top, right, bottom = ImageOps.exif_transpose(mask).getbbox()
        assert scrim.margin_of(image) == ((15, 16) if loads or orientation > 1 else (0, 16))
        made.append(np.asarray(scrim.redact(image, [(left, top, right - left, bottom - top)])))
    assert (made[0] == made[1]).all()


def test_blocks_of_a_turned_tiff_that_ends_with_a_block() -> None:
    file = io.BytesIO()
    Image.fromarray(picture(1, (96, 144))).save(file, "TIFF", compression="jpeg")
    image = Image.open(file)
    image.load()
    assert scrim.margin_of(image) == (0, 16)


@pytest.mark.parametrize(
    ("factors", "tag", "dilation"),
    [((1, 1), (1, 1), 0), ((2, 1), (2, 1), 8), ((2, 2), (2, 2), 8), ((2, 2), None, 8), ((4, 1), (4, 1), 16), ((4, 4), (4, 4), 16)],
)
def test_coarse_chroma_of_a_lossless_tiff(factors: tuple[int, int], tag: tuple[int, int] | None, dilation: int) -> None:
    box, (across, down) = [(41, 33, 22, 14)], factors
    images = []
    for seed in (1, 2):
        ycbcr = np.asarray(Image.fromarray(picture(seed, (96, 144))).convert("YCbCr"))
        # Each block of pixels has its luma first, and then a sample of both kinds of chroma.
        blocks = ycbcr.reshape(96 // down, down, 144 // across, across, 3).swapaxes(1, 2).reshape(-1, across * down, 3)
        chroma = blocks[..., 1:].mean(1).astype(np.uint8)
        strip = zlib.compress(np.concatenate([blocks[..., 0], chroma], 1).tobytes())
        images.append(Image.open(io.BytesIO(ycbcr_tiff(strip, (144, 96), tag, compression=8))))
        assert scrim.source_of(images[-1]) == LOSSLESS and scrim.margin_of(images[-1]) == (dilation, 0)
    for options, is_safe in [({}, True), ({"dilation": 0}, dilation == 0)]:
        made = [np.asarray(scrim.redact(image, box, **options)) for image in images]
        assert (made[0] == made[1]).all() == is_safe


@pytest.mark.parametrize(("format", "dilation"), [("yuv444p", 0), ("gbrp", 0), ("yuv422p", 8), ("nv12", 8), ("yuv411p", 16), ("yuv410p", 16)])
def test_coarse_chroma_of_a_lossless_video(format: str, dilation: int) -> None:
    av = pytest.importorskip("av")
    context = av.CodecContext.create("rawvideo", "r")
    context.pix_fmt = format
    assert scrim.margin_of(context) == (dilation, 0)


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
    for made in [*changed, picture(), bytes(9), (picture()[..., 0],)]:
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
