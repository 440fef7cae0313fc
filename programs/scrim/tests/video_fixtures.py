# SPDX-License-Identifier: MIT
"""The videos that the tests of redacting them share, and how these call it."""

from __future__ import annotations

from pathlib import Path

import pytest
from video_files import SECRET, lossless

from scrim import Region
from scrim_tools.video import Track, VideoError, VideoOptions, redact_video

SUBTITLES = "1\n00:00:01,000 --> 00:00:03,000\nIt stays\n\n2\n00:00:06,500 --> 00:00:08,000\nas it is\n"
QUICK = VideoOptions(preset="ultrafast")


def options(**values: object) -> VideoOptions:
    return VideoOptions(**{"preset": "ultrafast", **values})  # type: ignore[arg-type]


def secret_track() -> Track:
    return Track.still(Region(SECRET))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("videos")


@pytest.fixture(scope="module")
def pair(folder: Path) -> tuple[Path, Path]:
    """Two videos of ten seconds with sound and subtitles that differ in the secret alone."""
    (folder / "words.srt").write_text(SUBTITLES)
    more = [
        "-f",
        "lavfi",
        "-i",
        "sine=440:d=10",
        "-i",
        folder / "words.srt",
        "-map",
        "0:v",
        "-map",
        "1:a",
        "-map",
        "2:s",
    ]
    more += ["-c:a", "aac", "-c:s", "srt", "-metadata:s:a", "language=deu", "-bf", "2"]
    first, second = (lossless(folder / f"{seed}.mkv", 250, seed, *more) for seed in (1, 2))
    return first, second


@pytest.fixture(scope="module")
def short(folder: Path) -> Path:
    return lossless(folder / "short.mp4", 30, 3)


@pytest.fixture
def refused(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs a redaction that must fail, with a file in its way that must stay."""

    def run(source: Path, match: str, error: type[Exception] = VideoError, **values: object) -> None:
        target = tmp_path / "out.mp4"
        target.write_bytes(b"older")
        tracks = values.pop("tracks", [secret_track()])
        with pytest.raises(error, match=match):
            redact_video(source, target, tracks, options(**values))  # type: ignore[arg-type]
        assert target.read_bytes() == b"older"
        assert not list(tmp_path.glob(".scrim-*"))

    return run
