# SPDX-License-Identifier: MIT
"""scrim video takes its margins from the input's codec, and refuses a region that covers nothing."""

from pathlib import Path

import pytest
from cli_run import scrim_command

pytest.importorskip("av")
import av  # noqa: E402
import numpy as np  # noqa: E402


def clip(path: Path, codec: str, pixel_format: str = "yuv420p") -> Path:
    with av.open(str(path), "w") as output:
        stream = output.add_stream(codec, rate=5)
        stream.width, stream.height, stream.pix_fmt = 320, 240, pixel_format
        for level in (60, 70, 80):
            frame = av.VideoFrame.from_ndarray(np.full((240, 320, 3), level, np.uint8))
            output.mux(stream.encode(frame.reformat(format=pixel_format)))
        output.mux(stream.encode())
    return path


@pytest.mark.parametrize(
    ("codec", "pixel_format", "margin"),
    [
        ("libx264", "yuv420p", (32, 16)),
        ("libvpx-vp9", "yuv420p", (32, 16)),
        ("mjpeg", "yuvj420p", (0, 16)),
        ("ffv1", "yuv444p", (0, 0)),
        ("ffv1", "yuv420p", (8, 0)),
        ("rawvideo", "nv12", (8, 0)),
    ],
)
def test_the_margin_is_that_of_the_codec(tmp_path: Path, codec: str, pixel_format: str, margin: tuple[int, int]) -> None:
    source = clip(tmp_path / "in.mkv", codec, pixel_format)
    ran = scrim_command("video", source, tmp_path / "out.mkv", "--rect", "150,100,20,20", "--json")
    assert ran.code == 0 and (ran.json["dilation"], ran.json["codec_block"]) == margin
    low, high = 150 - margin[0], 170 + margin[0]
    if margin[1]:
        low, high = low // 16 * 16 - 1, -(-high // 16) * 16 + 1
    top, bottom = 100 - margin[0], 120 + margin[0]
    if margin[1]:
        top, bottom = top // 16 * 16 - 1, -(-bottom // 16) * 16 + 1
    assert ran.json["pixels"] == 3 * (high - low) * (bottom - top)
    ran = scrim_command("video", source, tmp_path / "out.mkv", "--rect", "150,100,20,20", "--json", "--dilation", "3", "--codec-block", "0")
    assert (ran.json["dilation"], ran.json["codec_block"], ran.json["pixels"]) == (3, 0, 3 * 26 * 26)


@pytest.mark.parametrize("pixel_format", ["yuv420p", "yuv422p", "yuv420p10le", "yuv444p"])
@pytest.mark.parametrize("interpolation", ["BICUBIC", "LANCZOS"])
def test_nothing_is_left_in_what_a_conversion_has_spread(tmp_path: Path, pixel_format: str, interpolation: str) -> None:
    """A screen is in RGB. A recorder that reduces its chroma spreads colors, and a codec without loss keeps that."""
    made = []
    for seed in (1, 2):
        values = np.full((96, 144, 3), 230, np.uint8)
        values[33:55, 41:73, 1:] = np.random.default_rng(seed).integers(0, 2, (22, 32, 1)) * 200  # red and white
        with av.open(str(tmp_path / "in.mkv"), "w") as output:
            stream = output.add_stream("ffv1", rate=5)
            stream.width, stream.height, stream.pix_fmt = 144, 96, pixel_format
            frame = av.VideoFrame.from_ndarray(values)
            output.mux(stream.encode(frame.reformat(format=pixel_format, interpolation=interpolation)))
            output.mux(stream.encode())
        ran = scrim_command("video", tmp_path / "in.mkv", tmp_path / "out.mkv", "--rect", "41,33,32,22", "--codec", "ffv1")
        assert ran.code == 0
        made.append((tmp_path / "out.mkv").read_bytes())
    assert made[0] == made[1]


def test_each_region_must_cover_a_pixel_of_a_frame(tmp_path: Path) -> None:
    source, target = clip(tmp_path / "in.mkv", "ffv1", "yuv444p"), tmp_path / "out.mkv"
    regions = tmp_path / "regions.json"
    late = '{"rect": [9, 9, 9, 9], "from": 7, "to": 8}'
    moving = '{"keyframes": [{"time": 0, "rect": [-90, 0, 9, 9]}, {"time": 0.4, "rect": [30, 0, 9, 9]}]}'
    regions.write_text(f'{{"regions": [{moving}, {{"rect": [300, 230, 90, 90]}}]}}')
    assert scrim_command("video", source, target, "--regions", regions).code == 0
    target.unlink()
    for outside in ('{"rect": [320, 0, 9, 9]}', late):
        regions.write_text(f'{{"regions": [{moving}, {outside}]}}')
        ran = scrim_command("video", source, target, "--regions", regions)
        assert ran.code == 4 and "tracks[1] covers no pixel of any frame (320 × 240 pixels, 0.4 s)" in ran.err
        assert "--allow-nothing" in ran.err and not target.exists()
        assert scrim_command("video", source, target, "--regions", regions, "--allow-nothing").code == 0
        target.unlink()
    ran = scrim_command("video", source, target, "--rect", "400,0,9,9")
    assert ran.code == 4 and "no region covers a pixel of any frame" in ran.err
