# SPDX-License-Identifier: MIT
"""The examples. redact_stream is run on frames of ffmpeg, and its output is compared with scrim.redact()."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import scrim

CRATE = Path(__file__).resolve().parents[1]
ROOT = CRATE.parents[1]
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).absolute().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "build/rust"))
ENVIRONMENT = {**os.environ, "SCRIM_LIB_DIR": str(LIBRARY), "LD_LIBRARY_PATH": str(LIBRARY), "CARGO_TARGET_DIR": str(TARGET)}
BOXES = [(3, 5, 20, 9), (30.5, 20, 40, 40)]
FORMATS = {
    "rgba": "RGBA", "bgr0": "BGRX", "rgb24": "RGB", "gray": "GRAY8", "nv12": "NV12", "yuv420p": "I420", "yuv422p": "I422",
    "yuv444p": "I444", "p010le": "P010", "rgba64le": "RGBA16",
}


@pytest.fixture(scope="module")
def program() -> Path:
    subprocess.run(["cargo", "build", "--quiet", "--offline", "--examples"], cwd=CRATE, env=ENVIRONMENT, check=True)
    return TARGET / "debug/examples/redact_stream"


def test_hello(program: Path) -> None:
    assert run(program.with_name("hello")).stdout.decode().splitlines() == ["●●●●●●●", "8000 pixels are covered"]


def test_recorder(program: Path) -> None:
    assert run(program.with_name("recorder")).stdout.decode() == "pixels covered: [2000, 2000, 0]\n"


def frames(pixel_format: str) -> bytes:
    """Three frames of 63 × 47 pixels."""
    source = "testsrc2=size=64x48:rate=1:duration=3,format=rgb24,crop=63:47:0:0"
    command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", pixel_format, "-f", "rawvideo", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def run(program: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([program, *arguments], input=stdin, capture_output=True, env=ENVIRONMENT)


@pytest.mark.parametrize("style", ["102030", "frost", "tiles"])
@pytest.mark.parametrize("pixel_format", FORMATS)
def test_frames_are_those_of_python(program: Path, pixel_format: str, style: str) -> None:
    stream = frames(pixel_format)
    length = len(stream) // 3
    styles = {"102030": scrim.Style.solid("#102030"), "frost": scrim.Style.frost(seed=1), "tiles": scrim.Style.tiles(seed=1)}
    options = {"pixel_format": FORMATS[pixel_format], "width": 63, "height": 47, "style": styles[style]}
    try:
        expected = b"".join(scrim.redact(stream[at : at + length], BOXES, **options) for at in range(0, len(stream), length))
    except scrim.UnsupportedError:
        expected = None
    done = run(program, "63x47", pixel_format, style, *(",".join(map(str, box)) for box in BOXES), stdin=stream)
    if expected is None:
        assert (done.returncode, done.stdout) == (1, b"")
    else:
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout == expected
        assert done.stdout != stream


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "usage: redact_stream"),
        (["4x4", "rgba"], "usage: redact_stream"),
        (["4by4", "rgba", "0,0,1,1"], "invalid size '4by4'"),
        (["0x4", "rgba", "0,0,1,1"], "invalid size '0x4'"),
        (["4294967295x4294967295", "rgba", "0,0,1,1"], "invalid size '4294967295x4294967295'"),
        (["4x4", "cmyk", "0,0,1,1"], "unknown format 'cmyk'"),
        (["4x4", "rgba", "fog", "0,0,1,1"], "invalid style 'fog'"),
        (["4x4", "rgba", "0,0,1"], "invalid box '0,0,1'"),
        (["4x4", "rgba", "0,0,1,wide"], "invalid box '0,0,1,wide'"),
    ],
)
def test_errors_name_the_argument(program: Path, arguments: list[str], message: str) -> None:
    done = run(program, *arguments)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith(f"redact_stream: {message}")


def test_a_frame_that_is_cut_off(program: Path) -> None:
    done = run(program, "4x4", "rgba", "0,0,1,1", stdin=bytes(64 + 3))
    assert (done.returncode, len(done.stdout)) == (1, 64)
    assert done.stderr == b"redact_stream: the stream ends after 3 of 64 bytes of a frame\n"


def test_a_region_that_is_not_finite_stops_the_stream(program: Path) -> None:
    done = run(program, "4x4", "rgba", "nan,0,1,1", stdin=bytes(64))
    assert (done.returncode, done.stdout) == (1, b"")


def test_a_closed_pipe_is_no_error(program: Path) -> None:
    command = f"head -c 20000000 /dev/zero | {program} 100x100 rgba 0,0,9,9 | head -c 40000 | wc -c; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.stdout.split(), done.stderr) == (["40000", "0"], "")
