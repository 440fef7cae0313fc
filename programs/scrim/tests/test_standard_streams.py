# SPDX-License-Identifier: MIT
"""Standard streams that accept or give only a part at once, or that cannot be written: no picture or video is cut off without an error."""

from __future__ import annotations

import errno
import fcntl
import io
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from batch_files import picture, rules
from cli_run import PYTHONPATH, noise
from PIL import Image
from video_files import lossless

from scrim import Region
from scrim_tools.cli.progress_bar import ProgressBar
from scrim_tools.spool import write_all
from scrim_tools.video import Track, VideoOptions, redact_video

ENVIRONMENT = {**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONUNBUFFERED": ""}
#: Standard output is then written without a buffer.
UNBUFFERED = {**ENVIRONMENT, "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    Image.fromarray(noise(120, 160, 3)).save(folder / "in.png")
    lossless(folder / "in.mkv", 5, 1)
    return folder


def command(line: str, sources: Path) -> list[str]:
    return [sys.executable, "-m", "scrim_tools", *line.replace("SRC", str(sources)).split()]


LINES = ["redact SRC/in.png - --rect 1,1,5,5", "video SRC/in.mkv - --rect 1,1,50,50 --codec ffv1"]


class TestOutput:
    def test_a_disk_that_takes_a_part(self, sources: Path, tmp_path: Path) -> None:
        # The first call writes these bytes, and only the second one fails.
        limit = 10_000
        with open(tmp_path / "out.png", "wb") as file:
            done = subprocess.run(
                command(LINES[0], sources), stdout=file, stderr=subprocess.PIPE, env=UNBUFFERED, timeout=60,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
            )  # fmt: skip
        assert (done.returncode, (tmp_path / "out.png").stat().st_size) == (1, limit)
        assert b"scrim redact: standard output cannot be written: File too large\n" in done.stderr

    @pytest.mark.parametrize("line", LINES)
    @pytest.mark.parametrize("environment", [ENVIRONMENT, UNBUFFERED], ids=["buffered", "unbuffered"])
    def test_a_pipe_that_does_not_block(self, line: str, environment: dict[str, str], sources: Path) -> None:
        read, write = os.pipe()
        with open(read, "rb"), open(write, "wb") as pipe:
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
            os.set_blocking(write, False)
            done = subprocess.run(command(line, sources), stdout=pipe, stderr=subprocess.PIPE, env=environment, timeout=60)
        assert done.returncode == 1 and b": standard output cannot be written: " in done.stderr, done
        assert b"Traceback" not in done.stderr and b"None" not in done.stderr

    @pytest.mark.parametrize("line", LINES)
    def test_a_pipe_that_is_read(self, line: str, sources: Path) -> None:
        outputs = [
            subprocess.run(command(line, sources), capture_output=True, env=environment, timeout=60, check=True).stdout
            for environment in (ENVIRONMENT, UNBUFFERED)
        ]
        assert outputs[0] == outputs[1] and len(outputs[0]) > 4096

    def test_a_stream_of_a_program(self, sources: Path) -> None:
        class Slow(io.RawIOBase):
            def __init__(self) -> None:
                self.data = bytearray()

            def writable(self) -> bool:
                return True

            def write(self, data: Any) -> int:
                self.data += data[:1000]
                return min(1000, len(data))

        slow, whole = Slow(), io.BytesIO()
        for stream in (slow, whole):
            redact_video(sources / "in.mkv", stream, [Track.still(Region((1, 1, 50, 50)))], VideoOptions(format="mkv", codec="ffv1"))
        assert slow.data == whole.getvalue()

    def test_streams_that_return_no_count(self) -> None:
        class Blocked(io.RawIOBase):
            def write(self, data: Any) -> None:
                return None

        class Uncounted:
            written = b""

            def write(self, data: Any) -> None:
                self.written += data

        with pytest.raises(BlockingIOError) as caught:
            write_all(Blocked(), b"abc")  # type: ignore[arg-type]
        assert caught.value.errno == errno.EAGAIN
        stream: Any = Uncounted()
        write_all(stream, b"abc")
        assert stream.written == b"abc"


@pytest.mark.parametrize("line", ["redact - - --rect 1,1,5,5 --style blur:8", "video - - --rect 1,1,50,50 --codec ffv1"])
def test_a_pause_of_standard_input_is_not_its_end(line: str, sources: Path) -> None:
    """Another program may have made the pipe non-blocking."""
    data = (sources / ("in.png" if line.startswith("redact") else "in.mkv")).read_bytes()
    wanted = subprocess.run(command(line, sources), input=data, capture_output=True, env=ENVIRONMENT, timeout=60, check=True).stdout
    read, write = os.pipe()
    os.set_blocking(read, False)
    with subprocess.Popen(command(line, sources), stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as run:
        os.close(read)
        with open(write, "wb", buffering=0) as pipe, suppress(BrokenPipeError):
            pipe.write(data[:5000])
            # Until all of it has been read, and a moment longer.
            end = time.monotonic() + 60
            while int.from_bytes(fcntl.ioctl(pipe, 0x541B, bytes(4)), sys.byteorder) and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(0.3)
            pipe.write(data[5000:])
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (0, wanted), err


class TestMessages:
    @pytest.fixture(params=["full", "closed"])
    def unwritable(self, request: pytest.FixtureRequest) -> Iterator[BinaryIO]:
        if request.param == "full":
            with open("/dev/full", "wb") as full:
                yield full
            return
        read, write = os.pipe()
        os.close(read)
        with open(write, "wb") as closed:
            yield closed

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            # A blur causes a warning.
            ("redact SRC/in.png out.png --rect 1,1,5,5 --style blur:8", 0),
            ("redact SRC/in.png out.png --rect 1,1,5,5 --style blur:8 --json", 0),
            ("redact SRC/in.png - --rect 1,1,5,5", 0),
            ("redact SRC/in.png - --rect 1,1,5,5 --json", 0),
            ("video SRC/in.mkv out.mkv --rect 1,1,50,50 --style blur:8", 0),
            ("video SRC/in.mkv - --rect 1,1,50,50", 0),
            ("redact SRC/in.png out.png --rect 999,999,5,5", 4),
            ("redact SRC/in.png - --rect 999,999,5,5 --json", 4),
            ("redact SRC/in.png out.png --rect 1,1,5,5 --style fog", 2),
        ],
    )
    def test_a_message_that_cannot_be_written_changes_no_result(
        self, line: str, code: int, unwritable: BinaryIO, sources: Path, tmp_path: Path
    ) -> None:
        done = subprocess.run(command(line, sources), stdout=subprocess.PIPE, stderr=unwritable, env=ENVIRONMENT, cwd=tmp_path, timeout=60)
        assert done.returncode == code
        assert [path.name for path in tmp_path.iterdir()] == ([line.split()[2]] if code == 0 and " - " not in line else [])
        assert bool(done.stdout) == (code == 0)

    def test_a_batch(self, unwritable: BinaryIO, tmp_path: Path) -> None:
        picture(tmp_path / "src/a.png")
        (tmp_path / "src/b.png").write_text("damaged")
        rules(tmp_path / "rules.json")
        line = "batch src dst --rules rules.json --workers 0"
        done = subprocess.run(command(line, tmp_path), stdout=subprocess.PIPE, stderr=unwritable, env=ENVIRONMENT, cwd=tmp_path, timeout=60)
        assert done.returncode == 5 and b"1 done" in done.stdout and (tmp_path / "dst/a.png").exists()

    def test_the_progress_bar(self) -> None:
        class Gone(io.StringIO):
            calls = 0

            def isatty(self) -> bool:
                return True

            def write(self, text: str) -> int:
                self.calls += 1
                raise OSError(errno.EIO, "Input/output error")

        gone = Gone()
        with ProgressBar("frames", 200, stream=gone) as bar:
            bar.update(50)
            bar.update(60)
        with ProgressBar("frames", 200, stream=gone):
            pass
        assert gone.calls == 2
