# SPDX-License-Identifier: MIT
"""Video of 10 bits, 4:2:2 and 4:4:4 keeps its pixel format, and all numbers outside the regions."""

from pathlib import Path

import numpy as np
import pytest
from video_files import HEIGHT, SECRET, WIDTH, decoded, encode, scene
from video_fixtures import options, secret_track

from scrim import Style
from scrim_tools.video import VideoError, probe, redact_video
from scrim_tools.video.target import _candidates

#: How many pixels share a sample of chroma, across and down.
CHROMA = {"yuv420p10le": (2, 2), "yuv422p": (2, 1), "yuv444p": (1, 1), "yuv422p10le": (2, 1), "yuv444p10le": (1, 1)}
#: In 10 bits, the rate factor 0 of libx264 is not lossless.
LOSSLESS = {"ffv1": {"preset": None}, "libx264": {"encoder": {"crf": "-1", "qp": "0"}}}


def planes(path: Path, name: str) -> list[np.ndarray]:
    """Luma, Cb and Cr of all frames."""
    across, down = CHROMA[name]
    numbers = np.frombuffer(decoded(path, name), "<u2" if name.endswith("10le") else np.uint8)
    sizes = [(HEIGHT, WIDTH), *[(HEIGHT // down, WIDTH // across)] * 2]
    frames = numbers.reshape(-1, sum(rows * columns for rows, columns in sizes))
    ends = np.cumsum([rows * columns for rows, columns in sizes])
    parts = np.split(frames, ends[:-1], axis=1)
    return [part.reshape(-1, *size) for part, size in zip(parts, sizes, strict=True)]


@pytest.mark.parametrize("codec", LOSSLESS)
@pytest.mark.parametrize("name", CHROMA)
def test_lossless_video_keeps_its_numbers(name: str, codec: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.mkv", tmp_path / "out.mkv"
    encode(source, scene(3, 7), "-c:v", "ffv1", "-pix_fmt", name)
    white = options(codec=codec, styles=[Style.solid("#ffffff")], dilation=0, codec_block=0, **LOSSLESS[codec])
    report = redact_video(source, target, [secret_track()], white)
    assert report.converted_before is None and report.converted_after is None
    assert report.pixel_format == name == probe(target).pixel_format
    x, y, width, height = SECRET
    unit = 4 if name.endswith("10le") else 1
    for index, (before, after) in enumerate(zip(planes(source, name), planes(target, name), strict=True)):
        across, down = CHROMA[name] if index else (1, 1)
        inside = np.zeros(before.shape[1:], bool)
        inside[y // down : -(-(y + height) // down), x // across : -(-(x + width) // across)] = True
        assert (before[:, ~inside] == after[:, ~inside]).all()
        assert (after[:, inside] == (128 if index else 235) * unit).all()
        assert (before[:, inside] != after[:, inside]).any()


@pytest.mark.parametrize("style", [Style.frost(3), Style.tiles(3)], ids=["frost", "tiles"])
@pytest.mark.parametrize("name", CHROMA)
def test_two_interiors_give_one_file(name: str, style: Style, tmp_path: Path) -> None:
    # The picture of ffmpeg's own conversion would carry the interior out of its place.
    files = []
    for seed in (1, 2):
        path = tmp_path / f"{seed}.mkv"
        encode(path, scene(2, seed), "-c:v", "ffv1", "-pix_fmt", name)
        redact_video(path, tmp_path / f"{seed}.out.mkv", [secret_track()], options(codec="ffv1", preset=None, styles=[style], dilation=8, codec_block=0))
        files.append((tmp_path / f"{seed}.out.mkv").read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize("name", ["yuv420p", "yuvj444p", "yuv444p", "yuv422p", "yuv420p10le", "gray"])
def test_a_blur_names_the_video_it_needs(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.mkv", tmp_path / "out.mkv"
    encode(source, scene(1, 7), "-c:v", "mjpeg" if "j" in name else "ffv1", "-pix_fmt", name)
    styles = [Style(), Style.blur(8)]
    if name not in ("yuv422p", "yuv420p10le"):
        assert redact_video(source, target, [secret_track()], options(styles=styles)).converted_before is None
        return
    with pytest.raises(VideoError) as caught:
        redact_video(source, target, [secret_track()], options(styles=styles))
    assert str(caught.value) == f"the style blur does not work in the pixel format {name}"
    assert caught.value.hint.startswith("--convert converts the frames to yuv420p first; ") and not target.exists()
    report = redact_video(source, target, [secret_track()], options(styles=styles, convert=True))
    assert report.converted_before == probe(target).pixel_format == "yuv420p" and report.dilation == 8 + 8
    # A style that needs no conversion gets none.
    assert redact_video(source, target, [secret_track()], options(styles=[Style.pixelate(8)], convert=True)).converted_before is None


@pytest.mark.parametrize(
    "own, chosen",
    [("p010le", ["p010le", "yuv420p10le", "yuv420p"]), ("rgba64le", ["rgba64le", "yuv420p10le", "yuv420p"]), ("bgr0", ["bgr0", "yuv420p"])],
)
def test_encoders_get_as_many_bits_as_they_take(own: str, chosen: list[str]) -> None:
    assert _candidates(own) == chosen


def test_good_quality_stays_close(tmp_path: Path) -> None:
    source, target = tmp_path / "in.mkv", tmp_path / "out.mp4"
    encode(source, scene(3, 7), "-c:v", "ffv1", "-pix_fmt", "yuv422p10le")
    report = redact_video(source, target, [secret_track()], options(dilation=0, codec_block=0, crf=10))
    assert report.converted_after is None and probe(target).pixel_format == "yuv422p10le"
    x, y, width, height = SECRET
    before, after = (planes(path, "yuv422p10le")[0].astype(int) for path in (source, target))
    far = np.ones((HEIGHT, WIDTH), bool)
    far[y - 16 : y + height + 16, x - 16 : x + width + 16] = False
    assert abs(before - after)[:, far].mean() < 4  # one level of 8 bits
