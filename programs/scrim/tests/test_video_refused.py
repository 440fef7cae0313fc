# SPDX-License-Identifier: MIT
"""Videos: what cannot be done, or is not sure, is not written, and an older file stays."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
import video_files as files
from video_files import ffmpeg, ffprobe
from video_fixtures import QUICK, folder, options, pair, refused, secret_track, short  # noqa: F401

from scrim import InvalidArgumentError, Region, ScrimError
from scrim_tools.video import NothingCoveredError, OutputError, Track, VideoError, redact_video

# ---- What cannot be done ----


def test_damage_is_not_written(short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """What is in the wrong bytes, and what has lost bytes: decoders show something of other pictures there."""
    whole = tmp_path / "whole.mkv"
    ffmpeg("-i", short, "-c:v", "libx264", "-g", "50", "-bf", "0", "-x264-params", "slices=4", whole)
    data = bytearray(whole.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 60] = np.random.default_rng(1).bytes(60)
    (tmp_path / "in.mkv").write_bytes(data)
    refused(tmp_path / "in.mkv", r"frame \d+ is damaged")
    ffmpeg("-i", whole, "-c", "copy", tmp_path / "whole.ts")
    packets = (tmp_path / "whole.ts").read_bytes()
    middle = len(packets) // 376 * 188
    (tmp_path / "in.ts").write_bytes(packets[:middle] + packets[middle + 3 * 188 :])
    refused(tmp_path / "in.ts", r"damaged after frame \d+")
    (tmp_path / "in.mp4").write_bytes(b"no video at all" * 100)
    refused(tmp_path / "in.mp4", "FFmpeg")
    (tmp_path / "in.mp4").write_bytes(b"")
    refused(tmp_path / "in.mp4", "FFmpeg")


def test_interlaced_is_not_written(short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    ffmpeg("-i", short, "-vf", "interlace", "-c:v", "libx264", "-flags", "+ildct", tmp_path / "in.mp4")
    refused(tmp_path / "in.mp4", "interlaced")


def test_change_of_size_is_not_written(short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    small = tmp_path / "small.ts"
    ffmpeg("-i", short, "-vf", "scale=160:90", *files.LOSSLESS, small)
    ffmpeg("-i", short, "-c", "copy", tmp_path / "large.ts")
    (tmp_path / "list").write_text("file large.ts\nfile small.ts\n")
    ffmpeg("-f", "concat", "-i", tmp_path / "list", "-c", "copy", tmp_path / "in.ts")
    refused(tmp_path / "in.ts", r"differs from the first frame in size.*got 160 × 90")


def test_what_cannot_be_done_is_not_written(short: Path, folder: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    refused(short, "no region covers", NothingCoveredError, tracks=[Track.still(Region((1000, 0, 10, 10)))])
    refused(short, "codec: FFmpeg has no encoder 'x265x'", OutputError, codec="x265x")
    refused(short, "has no option preset", OutputError, codec="ffv1")
    refused(short, "refused its options", OutputError, preset="hasty")
    refused(short, r"crf must be from 0 to 51 for libx264 .got 99", OutputError, crf=99)
    refused(short, "codec must be a video encoder .got 'aac'", OutputError, codec="aac")
    refused(short, "finite", ScrimError, tracks=[Track.still(Region((float("nan"), 0, 10, 10)))])
    refused(tmp_path / "none.mp4", "No such file", FileNotFoundError)
    sound = tmp_path / "sound.m4a"
    ffmpeg("-f", "lavfi", "-i", "sine=440:d=1", sound)
    refused(sound, "no video")


def test_input_is_not_overwritten(short: Path, tmp_path: Path) -> None:
    source = tmp_path / "in.mp4"
    shutil.copy(short, source)
    (tmp_path / "link.mp4").symlink_to(source)
    with pytest.raises(VideoError, match="the same file as the input"):
        redact_video(source, tmp_path / "link.mp4", [secret_track()], QUICK)
    assert source.read_bytes() == short.read_bytes()


def test_unknown_suffix_and_streams_that_do_not_fit(pair: tuple[Path, Path], short: Path, tmp_path: Path) -> None:
    with pytest.raises(VideoError, match="suffix"):
        redact_video(short, tmp_path / "out.frob", [secret_track()], QUICK)
    with pytest.raises(VideoError, match="srt"):
        redact_video(pair[0], tmp_path / "out.mp4", [secret_track()], QUICK)
    redact_video(pair[0], tmp_path / "out.mp4", [secret_track()], options(subtitles=False, audio=False))
    assert len(ffprobe(tmp_path / "out.mp4", "-show_streams")["streams"]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.mp4"]


def test_speed_that_keyframes_contradict(short: Path, tmp_path: Path) -> None:
    track = Track([(0, Region((0, 0, 10, 10))), (1, Region((200, 0, 10, 10)))])
    with pytest.raises(InvalidArgumentError, match="must be 200 or greater, .* .got 100"):
        redact_video(short, tmp_path / "out.mp4", [track], options(max_speed=100))


# ---- Files that are none, or not the ones that were named ----


def test_output_that_would_be_many_files_or_a_pipe(short: Path, tmp_path: Path) -> None:
    """Playlists have their pictures in further files, which would have other names and stay where something fails."""
    for name in ("out.m3u8", "out.mpd", "out.ffmeta"):  # the last one contains no video at all
        with pytest.raises(VideoError, match="suffix"):
            redact_video(short, tmp_path / name, [secret_track()], QUICK)
    os.mkfifo(tmp_path / "out.mp4")
    with pytest.raises(VideoError, match="regular file"):
        redact_video(short, tmp_path / "out.mp4", [secret_track()], QUICK)
    assert [path.name for path in tmp_path.iterdir()] == ["out.mp4"]


def test_input_that_is_no_file(short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """It is read more than once: a pipe would be waited for without end."""
    os.mkfifo(tmp_path / "in.mp4")
    refused(tmp_path / "in.mp4", "regular file")


def test_name_that_looks_like_a_protocol(short: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(short, "12:30.mp4")
    assert redact_video("12:30.mp4", "out:1.mp4", [secret_track()], QUICK).frames == 30


@pytest.mark.parametrize("name", ["in.ts", "in.mp4"])
def test_list_that_names_other_files_is_not_read(name: str, short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """Who may write into a folder of uploads could have another's video covered by regions that were made for his."""
    ffmpeg("-i", short, "-c", "copy", tmp_path / "other.ts")
    lists = {
        "in.ts": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.2,\nother.ts\n#EXT-X-ENDLIST\n",
        "in.mp4": "ffconcat version 1.0\nfile other.ts\n",
    }
    (tmp_path / name).write_text(lists[name])
    refused(tmp_path / name, "names other files|FFmpeg")


# ---- Damage that decoders do not report ----


@pytest.mark.parametrize("codec", ["mjpeg", "libx265"])
def test_damage_that_must_be_asked_for(codec: str, short: Path, tmp_path: Path, refused) -> None:  # type: ignore[no-untyped-def]
    """These go on after an error, and mark no picture; HEVC with its sums in the file."""
    more = {
        "mjpeg": ["-pix_fmt", "yuvj420p"],
        "libx265": ["-x265-params", "hash=1:log-level=none"],
    }[codec]
    whole = tmp_path / "whole.mkv"
    ffmpeg("-i", short, "-c:v", codec, *more, whole)
    assert redact_video(whole, tmp_path / "out.mkv", [secret_track()], QUICK).frames == 30
    data = bytearray(whole.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 60] = np.random.default_rng(1).bytes(60)
    (tmp_path / "in.mkv").write_bytes(data)
    refused(tmp_path / "in.mkv", "FFmpeg|damaged")
