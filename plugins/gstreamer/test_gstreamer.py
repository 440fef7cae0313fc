# SPDX-License-Identifier: MIT
"""Compares scrimredact with scrim.redact(), byte by byte, and runs it in gst-launch-1.0 as users do."""

import json
import os
import re
import shutil
import subprocess

import numpy as np
import pytest
import scrim
from scrim._layout import Layout
from scrim._video_frames import video_layout

pytest.importorskip("gi", reason="to use GStreamer there is no PyGObject: run script/bootstrap")
LAUNCH = shutil.which("gst-launch-1.0")
try:
    import gst_host
    from gst_host import FORMATS, SECOND, Gst, GstVideo, Host, Kind
except ValueError as error:
    pytest.skip(f"GStreamer's bindings are incomplete: {error}", allow_module_level=True)
if Gst.ElementFactory.find("scrimredact") is None:
    pytest.skip("the GStreamer plugin was not built", allow_module_level=True)

REGION = scrim.Region
SHAPES = "20x10+5+6/ellipse@15x12+20+3/rounded-rect@17.5x9+2.25+12.5+3/polygon@30+2+36+20+28+22/50x3+30+19"
REGIONS = [
    REGION((5, 6, 20, 10), id=0),
    REGION((20, 3, 15, 12), shape=scrim.Shape.ELLIPSE, id=1),
    REGION((2.25, 12.5, 17.5, 9), shape=scrim.Shape.ROUNDED_RECT, radius=3, id=2),
    REGION.polygon([(30, 2), (36, 20), (28, 22)], id=3),
    REGION((30, 19, 50, 3), id=4),
]
STYLES = {
    "solid": scrim.Style.solid(),
    "solid:#c02040": scrim.Style.solid("#c02040"),
    "frost:7": scrim.Style.frost(7),
    "tiles:3": scrim.Style.tiles(3),
}
SD, HD = scrim.ColorMatrix.BT601, scrim.ColorMatrix.BT709


def different(got, wanted):
    """The number of bytes that differ, or what is missing."""
    if got is None or len(got) != len(wanted):
        return f"{None if got is None else len(got)} of {len(wanted)} bytes"
    return int((np.frombuffer(got, np.uint8) != np.frombuffer(wanted, np.uint8)).sum())


# ---- The same bytes as scrim.redact() ----


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("size", [(64, 48), (37, 23), (1, 1), (41, 130)])
def test_every_format_has_the_same_bytes(format, size):
    kind = Kind(format, *size)
    frame = kind.noise(1)
    for word, style in STYLES.items():
        wanted = kind.redacted(frame, REGIONS, style=style, color_matrix=SD)
        for threads in (1, 3):
            with Host(kind, regions=SHAPES, style=word, threads=threads) as host:
                assert different(host.run(frame), wanted) == 0, (word, threads, host.messages())
                assert host.messages() == []
        if size != (1, 1):
            assert wanted != frame


def test_no_other_format_is_taken():
    template = Gst.ElementFactory.find("scrimredact").get_static_pad_templates()[0].get_caps()
    formats = set(map(str, re.findall(r"\w+", re.search(r"format=\(string\)\{([^}]*)\}", template.to_string())[1])))
    assert formats == set(FORMATS)


def test_the_remaining_formats_of_scrim_are_known():
    """GStreamer 1.22 has none of these. Unused bits exist only in bytes there, and alpha of 2 bits only above the colors."""
    missing = {format.name for format in scrim.Format} - set(FORMATS.values())
    assert missing == {"XRGB2101010", "XBGR2101010", "RGBX1010102", "BGRX1010102", "RGBA1010102", "BGRA1010102"}


def random_shape(random, size):
    width, height = size
    numbers = [round(float(value), 2) for value in random.uniform(1, 30, 2)]
    place = [round(float(value), 2) for value in random.uniform(0, [width, height])]
    shape = random.integers(4)
    text = f"{numbers[0]}x{numbers[1]}+{place[0]}+{place[1]}"
    box = (*place, *numbers)
    if shape == 0:
        return text, {"rect": box}
    if shape == 1:
        return "ellipse@" + text, {"rect": box, "shape": scrim.Shape.ELLIPSE}
    if shape == 2:
        return f"rounded-rect@{text}+2.5", {"rect": box, "shape": scrim.Shape.ROUNDED_RECT, "radius": 2.5}
    points = [round(float(value), 2) for value in random.uniform(0, 60, 8)]
    return "polygon@" + "+".join(map(str, points)), {"points": list(zip(points[::2], points[1::2], strict=True))}


def test_random_regions_have_the_same_bytes():
    random = np.random.default_rng(5)
    formats = list(FORMATS)
    for round in range(120):
        kind = Kind(formats[round % len(formats)], int(random.integers(1, 90)), int(random.integers(1, 90)))
        shapes = [random_shape(random, (kind.width, kind.height)) for _ in range(random.integers(1, 7))]
        regions = [
            REGION.polygon(how["points"], id=index) if "points" in how else REGION(id=index, **how)
            for index, (_, how) in enumerate(shapes)
        ]
        word, style = list(STYLES.items())[round % len(STYLES)]
        options = {"sampling_gap": int(random.integers(0, 9)), "dilation": int(random.integers(0, 5))}
        options |= {"size_multiple": int(random.choice([0, 0, 7])), "codec_block": int(random.choice([0, 0, 8, 16]))}
        text = "/".join(text for text, _ in shapes)
        with Host(kind, regions=text, style=word, threads=int(random.integers(1, 5)), **options) as host:
            frame = kind.noise(round)
            assert different(host.run(frame), kind.redacted(frame, regions, style=style, color_matrix=SD, **options)) == 0, text


@pytest.mark.parametrize("format", FORMATS)
def test_rows_and_planes_may_be_anywhere(format):
    kind = Kind(format, 37, 23)
    form = kind.info.finfo
    for pieces in (False, True):
        offsets, strides, at = [], [], 0
        for plane in range(form.n_planes):
            rows = max(place.rows for place in kind.planes() if place.offset == kind.info.offset[plane])
            strides.append(kind.info.stride[plane] + 12)
            offsets.append(at if pieces else at + 6)
            at = offsets[-1] + rows * strides[-1]
        data = np.random.default_rng(3).integers(0, 256, at + 5, np.uint8).tobytes()
        buffer = Gst.Buffer.new()
        ends = [*offsets[1:], len(data)] if pieces else [len(data)]
        for start, end in zip(offsets if pieces else [0], ends, strict=True):
            part = Gst.Buffer.new_wrapped(data[start:end])
            buffer.append_memory(part.get_memory(0))
        assert buffer.n_memory() == len(ends)
        more = [0] * (4 - form.n_planes)
        GstVideo.buffer_add_video_meta_full(
            buffer, GstVideo.VideoFrameFlags.NONE, form.format, 37, 23, form.n_planes, offsets + more, strides + more
        )
        with Host(kind, regions=SHAPES, style="frost:7") as host:
            wanted = kind.redacted(data, REGIONS, kind.planes(offsets, strides), style=STYLES["frost:7"], color_matrix=SD)
            assert different(host.run(buffer), wanted) == 0, (pieces, host.messages())


@pytest.mark.parametrize(("colorimetry", "height", "range", "matrix"), [
    ("bt601", 24, "LIMITED", SD),
    ("bt709", 24, "LIMITED", HD),
    ("bt2020", 24, "LIMITED", scrim.ColorMatrix.BT2020),
    ("1:4:0:0", 24, "FULL", SD),
    ("1:3:0:0", 24, "FULL", HD),
    (None, 24, "LIMITED", SD),
    (None, 720, "LIMITED", HD),
])  # fmt: skip
@pytest.mark.parametrize("format", ["NV12", "I420", "Y444", "P010_10LE", "I422_10LE"])
def test_colors_follow_the_colorimetry(format, colorimetry, height, range, matrix):
    kind = Kind(format, 40, height, **({"colorimetry": colorimetry} if colorimetry else {}))
    frame = kind.noise(2)
    color_range = scrim.ColorRange[range]
    with Host(kind, regions="20x10+5+6", style="solid:#c02040") as host:
        wanted = kind.redacted(
            frame, REGIONS[:1], style=scrim.Style.solid("#c02040"), color_matrix=matrix, color_range=color_range
        )
        assert different(host.run(frame), wanted) == 0


@pytest.mark.parametrize(("width", "height", "matrix"), [
    (720, 576, SD),
    (40, 578, HD),
    (960, 720, HD),
    (1280, 544, SD),  # a film without its black bars
    (1280, 720, HD),
])  # fmt: skip
def test_a_stream_without_a_matrix_has_that_of_its_size(width, height, matrix):
    """GStreamer chooses it for its own elements, and `scrim video` chooses the same."""
    style = scrim.Style.solid("#c02040")
    kind = Kind("I420", width, height)
    frame = kind.noise(2)
    with Host(kind, regions="20x10+5+6", style="solid:#c02040") as host:
        assert different(host.run(frame), kind.redacted(frame, REGIONS[:1], style=style, color_matrix=matrix)) == 0
    video = pytest.importorskip("av").VideoFrame(width, height, "yuv420p")
    assert video_layout(video, Layout()).color_matrix == matrix


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("color", ["#c02040", "#00ff80", "#ffffff"])
def test_colors_are_those_of_videoconvert(format, color):
    """A second implementation of the formats: it converts a frame of one color."""
    red, green, blue = bytes.fromhex(color[1:])
    kind = Kind(format, 16, 8, colorimetry="bt709" if FORMATS[format][0] in "NIP" else "sRGB")
    if FORMATS[format].startswith("GRAY"):
        kind = Kind(format, 16, 8, colorimetry="1:3:5:1")
    source = Gst.parse_launch(
        "appsrc name=in format=time caps=video/x-raw,format=RGBA,width=16,height=8,framerate=25/1,colorimetry=sRGB"
        f" ! videoconvert dither=none ! {kind.caps.to_string().replace(' ', '')} ! appsink name=out sync=false"
    )
    source.set_state(Gst.State.PLAYING)
    buffer = Gst.Buffer.new_wrapped(bytes((red, green, blue, 255)) * 128)
    buffer.pts = 0
    source.get_by_name("in").push_buffer(buffer)
    sample = source.get_by_name("out").try_pull_sample(5 * Gst.SECOND)
    wanted = sample.get_buffer().extract_dup(0, kind.size)
    source.set_state(Gst.State.NULL)
    with Host(kind, regions="16x8+0+0", style=f"solid:{color}") as host:
        got = host.run(kind.noise(4))
    for place in kind.planes():
        for component, (shift, depth) in enumerate(parts(format, place, kind)):
            one, two = (levels(data, place, format, component, shift, depth) for data in (got, wanted))
            # In 16 bits, videoconvert multiplies with numbers of 8 bits.
            assert np.abs(one - two).max() <= (1 + (depth == 16)) << max(depth - 8, 0), (place, component, one[0], two[0])


def parts(format, place, kind):
    """The shift and depth of the numbers in a pixel of a plane, apart from unused bits and alpha."""
    if format == "RGB16":
        return [(11, 5), (5, 6), (0, 5)]
    if "10A2" in format:
        return [(0, 10), (10, 10), (20, 10)]
    if format == "P010_10LE":
        return [(6, 10)]
    if format.endswith("_10LE"):
        return [(0, 10)]
    if "16" in format or "64" in format:
        return [(0, 16)]
    return [(0, 8)]


def levels(data, place, format, component, shift, depth):
    size = 4 if "10A2" in format else 1 if depth == 8 else 2
    rows = [data[place.offset + row * place.stride :][: place.row_bytes] for row in range(place.rows)]
    numbers = np.frombuffer(b"".join(rows), f"<u{size}").astype(np.int64)
    if format in ("RGBx", "BGRx", "xRGB", "xBGR"):  # what an unused byte is depends on the program
        numbers = np.delete(numbers.reshape(-1, 4), 0 if format[0] == "x" else 3, axis=1).ravel()
    return numbers >> shift & ((1 << depth) - 1)


# ---- Other ways to say what is covered ----


def test_files_of_regions_are_read(tmp_path):
    content = {
        "style": "frost:7",
        "regions": [
            {"rect": [5, 6, 20, 10]},
            {"ellipse": [20, 3, 15, 12], "style": "solid:#c02040", "id": 9},
        ],
    }
    path = tmp_path / "regions.json"
    path.write_text(json.dumps(content))
    kind = Kind("NV12", 64, 48)
    frame = kind.noise(1)
    regions = [REGION((5, 6, 20, 10), style=0, id=0), REGION((20, 3, 15, 12), style=1, id=9, shape=scrim.Shape.ELLIPSE)]
    wanted = kind.redacted(frame, regions, styles=[STYLES["frost:7"], STYLES["solid:#c02040"]], color_matrix=SD)
    for value in (str(path), json.dumps(content)):
        host = Host(kind)
        host.redact.set_property("regions", value)
        with host:
            assert different(host.run(frame), wanted) == 0, host.messages()


def test_normalized_regions_follow_the_size(tmp_path):
    path = tmp_path / "regions.json"
    path.write_text(json.dumps({"format": "normalized", "regions": [{"rect": [0.25, 0.5, 0.75, 1]}]}))
    for size in ((64, 48), (40, 30)):
        kind = Kind("RGB", *size)
        frame = kind.noise(1)
        with Host(kind, regions=path) as host:
            wanted = kind.redacted(frame, [(0.25, 0.5, 0.75, 1)], format="normalized")
            assert different(host.run(frame), wanted) == 0


def test_regions_of_interest_have_the_same_bytes():
    random = np.random.default_rng(6)
    kind = Kind("I420", 61, 47)
    with Host(kind, regions="9x9+1+1", style="frost:7", threads=2) as host:
        for round in range(20):
            frame = kind.noise(round)
            buffer = Gst.Buffer.new_wrapped(frame)
            regions = [REGION((1, 1, 9, 9), id=0)]
            for _ in range(random.integers(0, 6)):
                x, y, width, height = map(int, random.integers(0, 60, 4))
                meta = GstVideo.buffer_add_video_region_of_interest_meta(buffer, "face", x, y, width, height)
                meta.id = int(random.integers(0, 1000))
                regions.append(REGION((x, y, width, height), id=meta.id))
            wanted = kind.redacted(frame, regions, style=STYLES["frost:7"], color_matrix=SD)
            assert different(host.run(buffer), wanted) == 0


@pytest.mark.parametrize(("word", "style"), [
    ("blur:4", scrim.Style.blur(4)),
    ("pixelate:8", scrim.Style.pixelate(8)),
    ("light", scrim.Style.light()),
])  # fmt: skip
@pytest.mark.parametrize("format", ["RGBA", "BGRx", "NV12", "I420", "GRAY8"])
def test_reversible_styles_warn(format, word, style):
    kind = Kind(format, 64, 48)
    frame = kind.noise(1)
    with Host(kind, regions="20x10+5+6", style=word, threads=4) as host:
        assert different(host.run(frame), kind.redacted(frame, REGIONS[:1], style=style, color_matrix=SD)) == 0
        (message,) = host.messages()
        assert "style is reversible" in message


# ---- gst-launch-1.0 ----


def launch(*words, **environment):
    return subprocess.run(
        [LAUNCH, *words], capture_output=True, text=True, env={**os.environ, "LANG": "C.UTF-8", **environment}, timeout=60
    )


needs_launch = pytest.mark.skipif(LAUNCH is None, reason="there is no gst-launch-1.0")
SOURCE = ("videotestsrc", "num-buffers=5", "!", "video/x-raw,width=64,height=48", "!")


@needs_launch
@pytest.mark.parametrize(("values", "message"), [
    (["regions=20x10"], "regions: "),
    (["regions=20x10+5+6", "style=black"], "style: must be one of solid"),
    (["regions=20x10+5+6", "codec-block=4"], "codec-block must be 0, 8 or 16 (got 4)"),
    (["regions=/nonexistent/file"], "/nonexistent/file: No such file or directory"),
    (["feed=/tmp/x.feed", "style=blur:4"], "style must be irreversible with a feed"),
    (["regions=20x10+5+6", "dilation=5000"], "dilation must be at most 4096 (got 5000)"),
    (["feed=/tmp/x.feed", "max-latency=1500000000"], "max-latency must be at most 1000000000 (got 1500000000)"),
    (["feed=/tmp/x.feed", "scale=nan"], "scale must be from 0.015625 to 64 (got 0)"),  # GObject makes 0 of it
    (["feed=/tmp/x.feed", "delay=1"], "delay must be at least max-latency, which is 100000000 ns (got 1 ns)"),
    (["feed=/tmp/x.feed", "delay=750000001"], "must be at most 950 ms together, because a scene remembers one second (got 950000001 ns)"),
])  # fmt: skip
def test_wrong_values_are_errors(values, message):
    done = launch(*SOURCE, "scrimredact", *values, "!", "fakesink")
    assert done.returncode != 0
    assert message in done.stderr, done.stderr


@needs_launch
@pytest.mark.parametrize("values", [["regions=20x10+5+6"], ["regions=20x10+5+6", "style=frost", "threads=2"], ["roi-types=face"]])
def test_nothing_leaks(values):
    tracer = {"GST_TRACERS": "leaks", "GST_DEBUG": "GST_TRACER:7", "GST_DEBUG_NO_COLOR": "1"}
    done = launch(*SOURCE, "scrimredact", *values, "!", "fakesink", **tracer)
    assert done.returncode == 0, done.stderr
    assert "object-alive, type-name=(string)%s" in done.stderr  # the tracer runs
    assert "object-alive, type-name=(string)Gst" not in done.stderr, done.stderr


@needs_launch
def test_an_unset_element_covers_and_warns(tmp_path):
    path = tmp_path / "out"
    format = "video/x-raw,format=GRAY8,width=64,height=48"
    words = ["videotestsrc", "num-buffers=2", "pattern=white", "!", format, "!"]
    done = launch(*words, "scrimredact", "!", "filesink", f"location={path}")
    assert "frames are covered: nothing to cover is set" in done.stderr + done.stdout
    assert not any(path.read_bytes())


def test_a_stream_that_changes_its_size_is_covered():
    """As in a playlist, or if a sender adapts to the network."""
    sources = " ".join(
        f"videotestsrc pattern=white num-buffers=2 ! video/x-raw,{size},framerate=10/1,format=RGB ! c."
        for size in ("width=320,height=240", "width=160,height=120", "width=320,height=240")
    )
    pipeline = Gst.parse_launch(f"concat name=c ! scrimredact regions=100x40+200+150 ! appsink name=out sync=false {sources}")
    bus, sink, frames = pipeline.get_bus(), pipeline.get_by_name("out"), []
    pipeline.set_state(Gst.State.PLAYING)
    while sample := sink.try_pull_sample(20 * SECOND):
        buffer = sample.get_buffer()
        frames.append(buffer.extract_dup(0, buffer.get_size()))
    warnings = []
    while message := bus.pop_filtered(Gst.MessageType.WARNING | Gst.MessageType.ERROR):
        warnings.append(message.parse_warning()[0].message)
    pipeline.set_state(Gst.State.NULL)
    assert [frame.count(0) // 3 for frame in frames] == [4000, 4000, 160 * 120, 160 * 120, 4000, 4000]
    assert [warning.split(":")[1] for warning in warnings] == [" regions belong to frames of 320 × 240 pixels (got 160 × 120)"]


@needs_launch
def test_conversions_around_it_are_negotiated(tmp_path):
    """A format that Scrim does not have, on both sides."""
    path = tmp_path / "out"
    words = ["videotestsrc", "num-buffers=2", "!", "video/x-raw,format=YUY2,width=64,height=48", "!", "videoconvert", "!"]
    end = ["!", "videoconvert", "!", "video/x-raw,format=UYVY", "!", "filesink", f"location={path}"]
    done = launch(*words, "scrimredact", "regions=64x48+0+0", *end)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == bytes((128, 16)) * (64 * 48 * 2)


def test_other_programs_can_read_the_description():
    """gst-inspect-1.0 and graphical editors show these texts."""
    element = Gst.ElementFactory.make("scrimredact")
    assert element.get_name().startswith("scrimredact")
    own = [spec for spec in type(element).list_properties() if spec.owner_type.name == "ScrimRedact"]
    assert len(own) == 22
    for spec in own:
        assert spec.blurb and not spec.blurb.endswith("."), spec.name
        assert spec.blurb[0].isupper(), spec.name
    assert gst_host.Gst.Registry.get().find_plugin("scrim").get_license() == "MIT/X11"
