# SPDX-License-Identifier: MIT
"""scrim video - -: a video comes from a pipe, and another goes to one."""

from __future__ import annotations

import io
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_run import PYTHONPATH
from video_files import decoded, ffmpeg, lossless

from scrim import Region
from scrim_tools.video import OutputError, Track, VideoOptions, redact_video

RECT = "--rect=100,50,92,44"
COMMAND = [sys.executable, "-m", "scrim_tools", "video"]


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lossless(tmp_path_factory.mktemp("pipes") / "in.mp4", 26, 1)


def piped(data: bytes, *arguments: object, **more: Any) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, **more.pop("env", {})}
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, env=environment, timeout=100, **more)


def probed(data: bytes) -> Any:
    """What ffprobe says of a video that it reads from a pipe."""
    command = ["ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-count_frames", "-"]
    return json.loads(subprocess.run(command, input=data, capture_output=True, check=True).stdout)


def test_programs_of_a_shell(clip: Path, tmp_path: Path) -> None:
    scrim = shlex.join([*COMMAND, "-", "-", RECT, "--dilation", "0", "--crf", "0"])
    line = f"ffmpeg -v error -i {clip} -c copy -f matroska - | {scrim} | tee piped | ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames -of csv -"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": PYTHONPATH}, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "stream,h264,26\n"), done.stderr
    assert "-: 26 frames, 26 of them with covered pixels" in done.stderr
    # The same pixels as in a file.
    assert piped(b"", clip, tmp_path / "file.mkv", RECT, "--dilation", "0", "--crf", "0").returncode == 0
    assert decoded(tmp_path / "piped") == decoded(tmp_path / "file.mkv") != decoded(clip)


@pytest.mark.parametrize(
    ("container", "more", "format"),
    [
        ("matroska", (), "matroska,webm"),
        ("mp4", (), "mov,mp4,m4a,3gp,3g2,mj2"),
        ("mpegts", (), "mpegts"),
        ("avi", (), "matroska,webm"),
        ("mp4", ("--format", "mkv"), "matroska,webm"),
        ("matroska", ("--format", "mov"), "mov,mp4,m4a,3gp,3g2,mj2"),
        ("matroska", ("--format", "webm", "--crf", "50"), "matroska,webm"),
    ],
)
def test_the_kind_of_file(container: str, more: tuple[str, ...], format: str, clip: Path, tmp_path: Path) -> None:
    source = tmp_path / "in"
    ffmpeg("-i", clip, "-c", "copy", "-bsf:v", "null", "-f", container, source)
    done = piped(source.read_bytes(), "-", "-", RECT, "--json", *more)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stderr)["frames"] == 26
    found = probed(done.stdout)
    assert found["format"]["format_name"] == format and found["streams"][0]["nb_read_frames"] == "26"
    # A program that cannot seek needs the table of an MP4 before the frames.
    assert "mp4" not in format or -1 < done.stdout.find(b"moov") < done.stdout.find(b"mdat")


def test_format_names_a_file_without_a_suffix(clip: Path, tmp_path: Path) -> None:
    assert piped(clip.read_bytes(), "-", tmp_path / "out", RECT, "--format", "mkv").returncode == 0
    assert probed((tmp_path / "out").read_bytes())["format"]["format_name"] == "matroska,webm"


@pytest.mark.parametrize(
    ("data", "more", "code", "message"),
    [
        (None, ["--rect=4000,1,5,5"], 4, "standard input: no region covers a pixel of any frame"),
        (b"no video", [RECT], 1, "standard input: FFmpeg cannot read this file: it is not a video, or it is damaged"),
        (b"", [RECT], 1, "standard input: FFmpeg cannot read this file"),
        (None, [RECT, "--codec", "ffv2"], 1, "standard output: codec: FFmpeg has no encoder 'ffv2'"),
        (None, [RECT, "--codec", "libx265", "--format", "webm"], 1, "standard output: "),
    ],
)
def test_an_error_writes_nothing(data: bytes | None, more: list[str], code: int, message: str, clip: Path, tmp_path: Path) -> None:
    done = piped(clip.read_bytes() if data is None else data, "-", "-", *more, env={"TMPDIR": str(tmp_path)})
    assert (done.returncode, done.stdout) == (code, b"") and f"scrim video: {message}" in done.stderr.decode()
    assert b"Traceback" not in done.stderr and b"/proc/" not in done.stderr and list(tmp_path.iterdir()) == []


def test_a_pipe_that_is_closed_is_an_error(clip: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    with open(write, "wb") as closed:
        done = subprocess.run([*COMMAND, clip, "-", RECT], stdout=closed, stderr=subprocess.PIPE, env=environment)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == "scrim video: standard output was closed before everything was written"
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, clip, "-", RECT], stdout=full, stderr=subprocess.PIPE, env=environment)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines()[-1] == "scrim video: standard output cannot be written: No space left on device"


def test_a_video_needs_no_standard_streams(clip: Path, tmp_path: Path) -> None:
    command = [*COMMAND, clip, tmp_path / "out.mkv", RECT]
    closed = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command]
    assert subprocess.run(closed, env={**os.environ, "PYTHONPATH": PYTHONPATH}).returncode == 0
    assert probed((tmp_path / "out.mkv").read_bytes())["streams"][0]["nb_read_frames"] == "26"


def small_files(size: int) -> Callable[[], None]:
    """Limits files as a full disk does: writing fails with an error of the system."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_names_the_folder_of_temporary_files(clip: Path, tmp_path: Path) -> None:
    for arguments, data in ((("-", tmp_path / "out.mp4"), clip.read_bytes()), ((clip, "-", "--codec", "ffv1"), b"")):
        done = piped(data, *arguments, RECT, env={"TMPDIR": str(tmp_path)}, preexec_fn=small_files(20_000))
        said = f"a temporary file cannot be written in {tmp_path}: File too large\n"
        assert (done.returncode, done.stdout) == (1, b"") and said in done.stderr.decode()
        assert "TMPDIR" in done.stderr.decode() and list(tmp_path.iterdir()) == []


def test_a_folder_of_temporary_files_that_is_not_there(clip: Path, tmp_path: Path) -> None:
    """No other folder is taken in its place: this one may be an encrypted one."""
    missing = tmp_path / "missing"
    done = piped(clip.read_bytes(), "-", tmp_path / "out.mp4", RECT, env={"TMPDIR": str(missing)})
    assert done.returncode == 1 and f"a temporary file cannot be written in {missing}: No such file" in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []
    done = piped(b"", clip, "-", RECT, env={"TMPDIR": str(missing)})
    assert done.returncode == 1 and f"standard output: a temporary file cannot be written in {missing}: No such file" in done.stderr.decode()


def test_a_temporary_file_that_cannot_be_written_is_an_output_error(clip: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers of redact_video() expect no error of the command line."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    with pytest.raises(OutputError, match="a temporary file cannot be written in .*missing: No such file") as told:
        redact_video(clip, io.BytesIO(), [Track.still(Region((100, 50, 92, 44)))], VideoOptions(format="mkv"))
    assert "TMPDIR" in told.value.hint


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_copy_of_the_input_does_not_remain(number: signal.Signals, clip: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([*COMMAND, "-", "-", RECT], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as run:
        assert run.stdin is not None
        run.stdin.write(clip.read_bytes())
        run.stdin.flush()

        def copies() -> list[str]:
            links = [os.readlink(link) for link in Path(f"/proc/{run.pid}/fd").iterdir() if link.exists() or link.is_symlink()]
            return [link for link in links if link.startswith(str(tmp_path))]

        end = time.monotonic() + 60
        while not copies() and time.monotonic() < end:
            time.sleep(0.01)
        # The file is open, but it has no name, and only its owner could read it.
        assert copies() and list(tmp_path.iterdir()) == []
        run.send_signal(number)
        run.stdin.close()
        run.wait(timeout=60)
    assert list(tmp_path.iterdir()) == []
