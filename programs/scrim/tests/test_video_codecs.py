# SPDX-License-Identifier: MIT
"""Videos keep their codec, or the change is announced."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path
from typing import Any

import pytest
from cli_run import PYTHONPATH, scrim_command
from video_files import encode, ffmpeg, ffprobe, scene
from video_fixtures import secret_track

from scrim import InvalidArgumentError
from scrim_tools.video import VideoOptions, codecs, frame_times, redact_video, target

#: How another build of FFmpeg makes a video of each codec.
MADE = {
    "h264": ["-c:v", "libx264"],
    "hevc": ["-c:v", "libx265", "-x265-params", "log-level=none"],
    "hevc of 10 bits": ["-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p10le"],
    "av1": ["-c:v", "libsvtav1", "-preset", "12"],
    "vp9": ["-c:v", "libvpx-vp9", "-deadline", "realtime"],
    "vp8": ["-c:v", "libvpx"],
    "mjpeg": ["-c:v", "mjpeg"],
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sources")
    return {name: encode(folder / f"{name}.mkv", scene(3, 1), *["-pix_fmt", "yuv420p", *how]) for name, how in MADE.items()}


def stream_of(path: Path) -> Any:
    return ffprobe(path, "-show_streams", "-select_streams", "v:0")["streams"][0]


@pytest.mark.parametrize(
    ("name", "suffix", "codec", "tag"),
    [
        ("h264", "mp4", "h264", "avc1"),
        ("hevc", "mp4", "hevc", "hvc1"),
        ("hevc", "mov", "hevc", "hvc1"),
        ("hevc", "mkv", "hevc", None),
        ("hevc of 10 bits", "mp4", "hevc", "hvc1"),
        ("av1", "mp4", "av1", "av01"),
        ("av1", "webm", "av1", None),
        ("vp9", "mp4", "vp9", "vp09"),
        ("vp9", "webm", "vp9", None),
        ("vp8", "webm", "vp8", None),
    ],
)
def test_a_codec_stays(name: str, suffix: str, codec: str, tag: str | None, sources: dict[str, Path], tmp_path: Path) -> None:
    target = tmp_path / f"out.{suffix}"
    ran = scrim_command("video", sources[name], target, "--rect=100,50,92,44", "--json")
    assert ran.code == 0 and (ran.json["source_codec"], ran.json["changed_codec"]) == (codec, None)
    assert not [warning for warning in ran.json["warnings"] if "codec" in warning]
    found = stream_of(target)
    assert found["codec_name"] == codec and found["pix_fmt"] == ("yuv420p10le" if "10" in name else "yuv420p")
    assert tag is None or found["codec_tag_string"] == tag


@pytest.mark.parametrize(
    ("name", "suffix", "words"),
    [
        ("hevc", "webm", "from hevc to vp9 (libvpx-vp9)"),
        ("av1", "mov", "from av1 to h264 (libx264)"),
        ("vp8", "mp4", "from vp8 to h264 (libx264)"),
        ("mjpeg", "mkv", "from mjpeg to h264 (libx264)"),
    ],
)
def test_a_change_is_announced(name: str, suffix: str, words: str, sources: dict[str, Path], tmp_path: Path) -> None:
    target = tmp_path / f"out.{suffix}"
    ran = scrim_command("video", sources[name], target, "--rect=100,50,92,44")
    assert ran.code == 0 and f"warning: the codec was changed {words}; --codec chooses another\n" in ran.err
    assert stream_of(target)["codec_name"] == words.split()[3]


def test_an_encoder_that_ffmpeg_lacks_is_announced(sources: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codecs._ENCODERS, "hevc", ("libnone",))
    ran = scrim_command("video", sources["hevc"], tmp_path / "out.mp4", "--rect=100,50,92,44")
    assert ran.code == 0 and "the codec was changed from hevc to h264 (libx264)" in ran.err


def test_an_encoder_that_is_asked_for_needs_no_warning(sources: dict[str, Path], tmp_path: Path) -> None:
    options = VideoOptions(codec="libx264", preset="ultrafast")
    report = redact_video(sources["hevc"], tmp_path / "out.mp4", [secret_track()], options)
    assert (report.source_codec, report.changed_codec, report.codec) == ("hevc", None, "libx264")
    assert stream_of(tmp_path / "out.mp4")["codec_name"] == "h264"


@pytest.mark.parametrize("name", ["hevc", "av1"])
def test_encoders_say_nothing_of_themselves(name: str, sources: dict[str, Path], tmp_path: Path) -> None:
    """They write to the descriptor of standard error, which only another process shows."""

    environment = {key: value for key, value in os.environ.items() if key != "SVT_LOG"} | {"PYTHONPATH": PYTHONPATH}

    def run(*more: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "scrim_tools", "video", sources[name], tmp_path / "out.mkv", "--rect=100,50,92,44", *more]
        return subprocess.run(command, capture_output=True, text=True, env=environment)

    done = run("--json")
    assert (done.returncode, done.stderr) == (0, "")
    failed = run("--preset", "hasty")
    assert failed.returncode == 1 and "out.mkv: codec lib" in failed.stderr and "refused its options" in failed.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's threads become real-time threads")
def test_no_encoder_makes_real_time_threads(monkeypatch: pytest.MonkeyPatch, sources: dict[str, Path], tmp_path: Path) -> None:
    seen: list[int] = []
    opened = codecs.same_scheduling

    @contextmanager
    def looked_at() -> Iterator[None]:
        with opened():
            yield
        seen.extend(os.sched_getscheduler(int(thread)) for thread in os.listdir("/proc/self/task"))

    monkeypatch.setattr("scrim_tools.video.target.same_scheduling", looked_at)
    redact_video(sources["av1"], tmp_path / "out.mkv", [secret_track()], VideoOptions())
    assert set(seen) == {os.SCHED_OTHER}


def test_videos_are_made_where_nothing_tells_the_scheduling(
    monkeypatch: pytest.MonkeyPatch, sources: dict[str, Path], tmp_path: Path
) -> None:
    def without(*_: object) -> int:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(os, "sched_getscheduler", without)
    redact_video(sources["hevc"], tmp_path / "out.mp4", [secret_track()], VideoOptions(preset="ultrafast"))
    assert stream_of(tmp_path / "out.mp4")["codec_name"] == "hevc"


@pytest.mark.parametrize("suffix", ["mp4", "mkv", "ts"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_few_frames_of_hevc_are_the_same_each_time(count: int, suffix: str, tmp_path: Path) -> None:
    """x265 leaves decoding times undefined if it is given fewer frames than it delays."""
    source, target = encode(tmp_path / "in.mkv", scene(count, 1), "-c:v", "ffv1"), tmp_path / f"out.{suffix}"
    made = set()
    for _ in range(4):
        redact_video(source, target, [secret_track()], VideoOptions(codec="libx265", preset="medium"))
        made.add(target.read_bytes())
    assert len(made) == 1
    found = ffprobe(target, "-show_packets", "-select_streams", "v:0")["packets"]
    decoded = [float(packet["pts_time"]) - float(packet.get("dts_time", packet["pts_time"])) for packet in found]
    assert len(decoded) == count and all(0 <= ahead < 0.2 for ahead in decoded)
    assert list(frame_times(target)) == pytest.approx([number / 25 for number in range(count)], abs=0.001)


@pytest.mark.parametrize("size", ["16x200", "48x48", "64x16", "200x16"])
def test_small_frames_of_hevc(size: str, tmp_path: Path) -> None:
    """For narrow frames, x265 overruns a buffer. MALLOC_CHECK_ lets glibc end the process whenever that happens, and not only sometimes."""
    source, target = tmp_path / "in.mkv", tmp_path / "out.mkv"
    ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={size}:r=10:d=0.8", "-pix_fmt", "yuv420p", "-c:v", "ffv1", source)
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "MALLOC_CHECK_": "3"}
    if library := find_library("c_malloc_debug"):
        environment["LD_PRELOAD"] = library
    command = [sys.executable, "-m", "scrim_tools", "video", source, target, "--rect=1,1,9,9", "--codec", "libx265"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert len(frame_times(target)) == 8 and stream_of(target)["codec_name"] == "hevc"


def test_parameters_of_the_user_stay_in_small_frames() -> None:
    own = VideoOptions(encoder={"x265-params": "cutree=1:qcomp=0.5"})
    assert own.encoder_options("libx265", (64, 200))["x265-params"] == "log-level=error:cutree=1:qcomp=0.5:no-cutree=1"
    assert own.encoder_options("libx265", (66, 66))["x265-params"] == "log-level=error:cutree=1:qcomp=0.5"
    assert own.encoder_options("libx264", (16, 16))["x265-params"] == "cutree=1:qcomp=0.5"


@pytest.mark.parametrize("option", ["codec", "preset"])
def test_names_that_are_not_unicode(option: str, sources: dict[str, Path], tmp_path: Path) -> None:
    ran = scrim_command("video", sources["h264"], tmp_path / "out.mkv", "--rect=100,50,92,44", f"--{option}", "x\udcff")
    assert ran.code == 2 and ran.err == f"scrim video: {option} must be valid Unicode (got 'x\\udcff')\n"
    assert not list(tmp_path.iterdir())


def test_an_option_of_an_encoder_that_is_not_unicode() -> None:
    for encoder in {"tune": "x\ud800"}, {"x\ud800": "1"}:
        with pytest.raises(InvalidArgumentError, match="encoder must be valid Unicode"):
            VideoOptions(encoder=encoder)


class _Wrong:
    """An encoder that gives its packets other decoding times."""

    def __init__(self, stream: Any, change: Callable[[Any], int]) -> None:
        self._stream, self._change = stream, change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def encode(self, frame: Any) -> Any:
        packets = self._stream.encode(frame)
        for packet in packets:
            packet.dts = self._change(packet)
        return packets


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda packet: packet.pts + 1, "codec libx264 let a frame be decoded after it is shown"),
        (lambda packet: packet.pts - (1 << 40), "FFmpeg cannot write this video: "),
    ],
)
def test_wrong_times_of_an_encoder_are_errors_of_the_output(
    change: Callable[[Any], int], message: str, sources: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = target.Target._encoder
    monkeypatch.setattr(target.Target, "_encoder", lambda self, *given: _Wrong(encoder(self, *given), change))
    ran = scrim_command("video", sources["h264"], tmp_path / "out.mp4", "--rect=100,50,92,44")
    assert ran.code == 1 and ran.err.startswith(f"scrim video: {tmp_path / 'out.mp4'}: {message}")
    assert not list(tmp_path.iterdir())
