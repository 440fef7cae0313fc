# SPDX-License-Identifier: MIT
"""Videos whose codec cuts off borders: regions are counted from the corner that players show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from video_files import ffmpeg
from video_fixtures import QUICK

from scrim import Region
from scrim_tools.video import Track, VideoError, VideoOptions, frame_times, probe, redact_video
from scrim_tools.video.source import main_video, opened
from scrim_tools.video.text_frames import FrameVideo

#: The stored frame, and where players show the secret in it.
WIDTH, HEIGHT, FRAMES = 320, 64, 6  # with fewer frames, x265 makes up time stamps
SECRET = (120, 20, 24, 24)
GRAY, GREEN, RED = (200, 200, 200), (0, 200, 0), (255, 0, 0)
CODECS = {
    "h264": ("-c:v", "libx264", "-preset", "ultrafast"),
    "hevc": ("-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"),
}
ENCODERS = ("libx264", "libx265", "libvpx-vp9", "mpeg4", "ffv1")


def cropped(path: Path, codec: str, left: int, top: int = 0) -> Path:
    """Gray frames with a red secret. Players cut off a green border at the left and at the top."""
    x, y = left + SECRET[0], top + SECRET[1]
    boxes = [(0, 0, left, HEIGHT, GREEN), (0, 0, WIDTH, top, GREEN), (x, y, *SECRET[2:], RED)]
    drawn = [
        f"drawbox={x}:{y}:{width}:{height}:0x{red:02x}{green:02x}{blue:02x}:fill"
        for x, y, width, height, (red, green, blue) in boxes
        if width and height
    ]
    source = f"color=0x{bytes(GRAY).hex()}:s={WIDTH}x{HEIGHT}:r=10:d=0.6,format=rgb24,{','.join(drawn)},format=yuv420p"
    ffmpeg("-f", "lavfi", "-i", source, *CODECS[codec], "-crf", "10", path.with_suffix(".whole.mp4"))
    crop = f"{codec}_metadata=crop_left={left}:crop_top={top}"
    ffmpeg("-i", path.with_suffix(".whole.mp4"), "-c", "copy", "-bsf:v", crop, path)
    return path


def near(frames: np.ndarray, color: tuple[int, int, int]) -> int:
    """The number of pixels with nearly this color."""
    return int((np.abs(frames.astype(int) - color).max(-1) < 70).sum())


def shown(path: Path) -> np.ndarray:
    """The frames of a file that cuts off nothing."""
    info = probe(path)
    raw = ffmpeg("-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
    return np.frombuffer(raw, np.uint8).reshape(-1, info.height, info.width, 3)


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(("left", "top"), [(62, 0), (6, 0), (130, 6)])
def test_what_the_codec_cuts_off_at_the_left_stays_cut_off(codec: str, left: int, top: int, tmp_path: Path) -> None:
    """FFmpeg cuts off a multiple of 64 pixels only, unless it is asked for all of them."""
    source = cropped(tmp_path / "in.mp4", codec, left, top)
    assert probe(source).stored_size == (WIDTH - left, HEIGHT - top)
    report = redact_video(source, tmp_path / "out.mp4", [Track.still(Region(SECRET))], QUICK)
    frames = shown(tmp_path / "out.mp4")
    assert report.frames == len(frames) == len(frame_times(source)) == FRAMES
    assert frames.shape[1:3] == (HEIGHT - top, WIDTH - left)
    assert near(frames, RED) == near(frames, GREEN) == 0
    x, y, width, height = SECRET
    assert frames[:, y : y + height, x : x + width].max() < 20


@pytest.mark.parametrize("codec", CODECS)
def test_text_is_searched_in_what_players_show(codec: str, tmp_path: Path) -> None:
    video = FrameVideo(cropped(tmp_path / "in.mp4", codec, 62))
    x, y, width, height = SECRET
    frames = [*video.frames(), *video.span(0, FRAMES - 1)]
    assert [(frame.shape, near(frame, GREEN)) for frame in frames] == [((HEIGHT, WIDTH - 62, 3), 0)] * (2 * FRAMES)
    assert all(near(frame[y : y + height, x : x + width], RED) > 0.9 * width * height for frame in frames)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_cut_off_frames_work_with_all_encoders(encoder: str, tmp_path: Path) -> None:
    """The rows of such frames begin anywhere in memory, and vector instructions of encoders cannot read all of these."""
    source = cropped(tmp_path / "in.mp4", "h264", 6)
    redact_video(source, tmp_path / "out.mkv", [Track.still(Region(SECRET))], VideoOptions(codec=encoder, convert=True))
    frames = shown(tmp_path / "out.mkv")
    assert frames.shape == (FRAMES, HEIGHT, WIDTH - 6, 3) and near(frames, RED) == near(frames, GREEN) == 0


def test_a_decoder_that_cuts_off_less_than_the_file_says_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = cropped(tmp_path / "in.mp4", "h264", 62)
    with opened(source) as container:
        assert main_video(container).codec_context.width == WIDTH - 62
    monkeypatch.setattr("scrim_tools.video.source._cut_off_exactly", lambda stream: None)
    told = rf"the first frame is {WIDTH} × {HEIGHT}, but the file says {WIDTH - 62} × {HEIGHT}"
    for call in (probe, FrameVideo, lambda path: redact_video(path, tmp_path / "out.mp4", [Track.still(Region(SECRET))], QUICK)):
        with pytest.raises(VideoError, match=told):
            call(source)
    assert not (tmp_path / "out.mp4").exists()
