# SPDX-License-Identifier: MIT
"""redact() on frames of PyAV: their own planes, copies and decoders that predict from what was covered."""

import io
import mmap
import tempfile
from fractions import Fraction
from typing import Any

import av
import numpy as np
import pytest
from av.video.reformatter import ColorRange, Colorspace

import scrim
from scrim import ColorMatrix, Outcome, Style

SIZES = [(64, 48), (101, 33), (1, 1)]
BOX = (11, 7, 30, 12)
SIXTEEN = ("p010le", "yuv420p10le", "yuv422p10le", "yuv444p10le", "gray16le", "rgba64le")
NAMES = {
    "yuv420p": "I420", "yuv422p": "I422", "yuv444p": "I444", "gray": "GRAY8", "rgb0": "RGBX", "bgr0": "BGRX", "rgb24": "RGB",
    "bgr24": "BGR", "p010le": "P010", "yuv420p10le": "I010", "yuv422p10le": "I210", "yuv444p10le": "I410",
    "gray16le": "GRAY16", "rgba64le": "RGBA16", "x2rgb10le": "XRGB2101010", "x2bgr10le": "XBGR2101010",
}  # fmt: skip


def filled(width: int, height: int, format: str, seed: int = 1) -> Any:
    frame = av.VideoFrame(width, height, format)
    random = np.random.default_rng(seed)
    for plane in frame.planes:
        plane.update(random.integers(0, 256, plane.buffer_size, np.uint8).tobytes())
    return frame


def planes(frame: Any) -> tuple[Any, ...]:
    """What is shown of each plane, read by numpy."""
    rows = []
    for index, plane in enumerate(frame.planes):
        values = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
        name, chroma = frame.format.name, index > 0
        across = 2 if chroma and "444" not in name else 1
        down = 2 if chroma and "422" not in name and "444" not in name else 1
        height, width = -(-frame.height // down), -(-frame.width // across)
        per_pixel = {"nv12": 2 if chroma else 1, "p010le": 4 if chroma else 2, "rgb24": 3, "bgr24": 3, "rgb565le": 2, "rgba64le": 8, "gray16le": 2}.get(
            name, 2 if "p10le" in name else 4 if len(frame.planes) == 1 and name != "gray" else 1
        )
        shown = np.ascontiguousarray(values[:height, : width * per_pixel])
        rows.append(shown.view(np.uint16) if name in SIXTEEN else shown)
    return tuple(rows)


def equal(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all((a == b).all() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "name",
    [
        "nv12", "yuv420p", "rgb24", "bgr24", "rgba", "bgra", "argb", "abgr", "rgb0", "bgr0", "gray", "yuv422p", "yuv444p",
        "x2rgb10le", "x2bgr10le", *SIXTEEN,
    ],
)  # fmt: skip
@pytest.mark.parametrize("style", [Style.solid("#307050"), Style.frost(3)])
def test_the_planes_are_covered_as_those_of_arrays(size: tuple[int, int], name: str, style: Style) -> None:
    frame = filled(*size, name)
    before = planes(frame)
    expected = tuple(plane.copy() for plane in before)
    chosen = NAMES.get(name, name.upper())
    if len(expected) > 1:
        scrim.redact_in_place(expected, [BOX], style=style, pixel_format=chosen, color_matrix=ColorMatrix.BT601, allow_nothing=True)
    else:
        scrim.redact_in_place(
            memoryview(expected[0]).cast("B"), [BOX], style=style, pixel_format=chosen, width=size[0], height=size[1],
            allow_nothing=True,
        )  # fmt: skip
    copy = scrim.redact(frame, [BOX], style=style, allow_nothing=True)
    assert equal(planes(frame), before) and equal(planes(copy), expected)
    assert copy.format.name == name and (copy.width, copy.height) == size
    report = scrim.redact_in_place(frame, [BOX], style=style, allow_nothing=True)
    assert equal(planes(frame), expected) and report.outcome == Outcome.OK


def test_a_copy_keeps_its_time_and_colours_and_nothing_in_its_padding() -> None:
    frame = filled(101, 33, "yuv420p")
    frame.pts, frame.time_base = 4711, Fraction(1, 90000)
    frame.color_range, frame.colorspace = ColorRange.JPEG, Colorspace.ITU601
    copy = scrim.redact(frame, [BOX])
    for name in ("pts", "time_base", "color_range", "colorspace"):
        assert getattr(copy, name) == getattr(frame, name)
    for plane, width in zip(copy.planes, (101, 51, 51), strict=True):
        assert not np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:, width:].any()


@pytest.mark.parametrize(
    ("height", "range", "space", "luma"),
    [
        # Green of 255: luma is 219 · Kg + 16, or 255 · Kg, by ITU-R BT.601, BT.709 and BT.2020.
        (48, ColorRange.MPEG, Colorspace.ITU601, 145),
        (48, ColorRange.MPEG, Colorspace.ITU709, 173),
        (48, ColorRange.JPEG, Colorspace.ITU601, 150),
        (48, ColorRange.JPEG, Colorspace.ITU709, 182),
        (48, ColorRange.UNSPECIFIED, 2, 145),
        (576, ColorRange.UNSPECIFIED, 2, 145),
        (578, ColorRange.UNSPECIFIED, 2, 173),
        (720, ColorRange.UNSPECIFIED, 2, 173),
        (48, ColorRange.MPEG, Colorspace.BT2020, 164),
    ],
)
def test_a_colour_means_what_the_frame_says(height: int, range: Any, space: Any, luma: int) -> None:
    frame = filled(64, height, "nv12")
    frame.color_range, frame.colorspace = range, space
    copy = scrim.redact(frame, [(0, 0, 64, 48)], style=Style.solid("#00ff00"))
    assert abs(int(planes(copy)[0][5, 5]) - luma) <= 1


def test_an_error_covers_it_in_place_and_gives_no_copy() -> None:
    frame = filled(64, 48, "yuv420p")
    before = planes(frame)
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.redact(frame, [(float("nan"), 0, 1, 1)])
    assert caught.value.report.outcome == Outcome.COVERED and equal(planes(frame), before)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact_in_place(frame, [(float("nan"), 0, 1, 1)])
    assert (planes(frame)[0] == 16).all() and (planes(frame)[1] == 128).all()


def test_other_formats_are_refused() -> None:
    with pytest.raises(scrim.UnsupportedError, match="reformat"):
        scrim.redact(filled(64, 48, "yuv440p"), [BOX])
    with pytest.raises(scrim.InvalidArgumentError, match="knows"):
        scrim.redact(filled(64, 48, "nv12"), [BOX], pixel_format="NV12")


def test_into_another_frame() -> None:
    source, target = filled(64, 48, "nv12"), filled(64, 48, "nv12", 2)
    assert scrim.redact_into(source, target, [BOX]).outcome == Outcome.OK
    assert equal(planes(target), planes(scrim.redact(source, [BOX])))
    with pytest.raises(scrim.ScrimError):
        scrim.redact_into(source, filled(64, 40, "nv12"), [BOX])


def test_read_only_memory_is_refused() -> None:
    """PyAV considers every array writable that a frame is made of."""
    with tempfile.TemporaryFile() as file:
        file.write(bytes([200]) * 64 * 64 * 3)
        file.flush()
        memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
    array = np.frombuffer(memory, np.uint8).reshape(64, 64, 3)
    scene = scrim.Scene()
    scene.add_window((0, 0, 64, 64), flags=scrim.ViewFlags.SECURE)
    for call in (
        lambda frame: scrim.redact_in_place(frame, [BOX]),
        lambda frame: scrim.redact_into(filled(64, 64, "rgb24"), frame, [BOX]),
        lambda frame: scene.redact(frame),
    ):
        with pytest.raises(scrim.InvalidArgumentError, match="must be writable .got a VideoFrame over read-only memory") as caught:
            call(av.VideoFrame.from_numpy_buffer(array, format="rgb24"))
        assert caught.value.report is not None and caught.value.report.outcome == Outcome.DISCARD
    scene.close()
    assert (array == 200).all()
    copy = scrim.redact(av.VideoFrame.from_numpy_buffer(array, format="rgb24"), [(0, 0, 64, 64)])
    assert not copy.to_ndarray().any()


def test_the_array_of_a_frame_is_covered() -> None:
    array = np.random.default_rng(1).integers(1, 256, (3000, 300, 3), np.uint8)
    before = array.copy()
    scrim.redact_in_place(av.VideoFrame.from_numpy_buffer(array, format="rgb24"), [(0, 0, 300, 1000)])
    assert not array[:1000].any() and (array[1032:] == before[1032:]).all()


def video() -> bytes:
    out = io.BytesIO()
    with av.open(out, "w", "mp4") as container:
        stream = container.add_stream("h264", 30, {"tune": "zerolatency"})
        stream.width, stream.height, stream.pix_fmt = 128, 96, "yuv420p"
        stream.codec_context.gop_size = 30  # all but the first are predicted
        picture = np.random.default_rng(5).integers(0, 256, (96, 256, 3), np.uint8)
        picture = np.repeat(np.repeat(picture[::8, ::8], 8, 0), 8, 1)
        for index in range(24):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture[:, 4 * index : 4 * index + 128]), "rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return out.getvalue()


def test_a_decoder_does_not_predict_from_what_was_covered() -> None:
    data = video()
    box = (40, 24, 48, 40)

    def decoded(cover: bool) -> list[tuple[Any, ...]]:
        found = []
        with av.open(io.BytesIO(data)) as container:
            # One frame at a time: each is handed out before the next one is predicted from it.
            container.streams.video[0].thread_type = "NONE"
            for frame in container.decode(video=0):
                if cover:
                    scrim.redact_in_place(frame, [box], dilation=0, codec_block=0)
                found.append(planes(frame))
        return found

    for (covered, *_), (plain, *_) in zip(decoded(True), decoded(False), strict=True):
        assert (covered[24:64, 40:88] == 16).all()
        plain = plain.copy()
        plain[24:64, 40:88] = 16
        assert (covered == plain).all()
