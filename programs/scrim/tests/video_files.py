# SPDX-License-Identifier: MIT
"""Videos made by the program ffmpeg, and what it says of videos: another build than the one inside PyAV."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

WIDTH, HEIGHT, RATE = 320, 180, 25
#: The private content. The two clips of a pair differ in nothing else. Its edges are not at multiples of a block.
SECRET = (101, 51, 90, 43)


def ffmpeg(*arguments: str | Path, stdin: bytes = b"") -> bytes:
    command = [
        "ffmpeg",
        "-hide_banner",
        "-loglevel",
        "error",
        "-nostdin" if not stdin else "-y",
        "-y",
        *map(str, arguments),
    ]
    done = subprocess.run(command, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def ffprobe(path: Path, *arguments: str) -> Any:
    command = ["ffprobe", "-v", "error", "-of", "json", *arguments, str(path)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def scene(count: int, seed: int, secret: bool = True) -> Pixels:
    """Pictures, RGB, in which things move behind and beside the secret, which is noise of a seed."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    frames = np.empty((count, HEIGHT, WIDTH, 3), np.uint8)
    noise = np.random.default_rng(seed)
    for n in range(count):
        frames[n] = np.stack([x * 255 // WIDTH, (y * 2 + 3 * n) % 256, (x + y + 5 * n) % 256], -1)
        left = 10 + n * 5 % (WIDTH - 60)
        frames[n, 70:110, left : left + 40] = (250, 240, 20)
        if secret:
            sx, sy, width, height = SECRET
            frames[n, sy : sy + height, sx : sx + width] = noise.integers(0, 256, (height, width, 3), np.uint8)
    return frames


def planar_scene(count: int, seed: int) -> bytes:
    """The scene as yuv420p, without a filter that would carry the secret out of its place."""
    plain, noise = scene(count, 0, secret=False), np.random.default_rng(seed)
    x, y, width, height = SECRET
    out = []
    for frame in plain:
        for plane in range(3):
            step = 2 if plane else 1
            numbers = frame[::step, ::step, plane].copy()
            place = numbers[y // step : -(-(y + height) // step), x // step : -(-(x + width) // step)]
            place[:] = noise.integers(16, 236, place.shape, np.uint8)
            out.append(numbers.tobytes())
    return b"".join(out)


def yuv_planes(raw: bytes, width: int = WIDTH, height: int = HEIGHT) -> tuple[Pixels, Pixels, Pixels]:
    """Luma, Cb and Cr of all frames of yuv420p."""
    size = width * height
    frames = np.frombuffer(raw, np.uint8).reshape(-1, size * 3 // 2)
    chroma = (-1, height // 2, width // 2)
    return (
        frames[:, :size].reshape(-1, height, width),
        frames[:, size : size * 5 // 4].reshape(chroma),
        frames[:, size * 5 // 4 :].reshape(chroma),
    )


def encode(path: Path, frames: Pixels, *arguments: str | Path, rate: int = RATE) -> Path:
    """A file of RGB pictures. `arguments` are further inputs and the encoder's."""
    size = f"{frames.shape[2]}x{frames.shape[1]}"
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", str(rate), "-i", "-"]
    ffmpeg(*raw, *arguments, path, stdin=frames.tobytes())
    return path


LOSSLESS = ("-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-g", "50")


def lossless(path: Path, count: int, seed: int, *arguments: str | Path) -> Path:
    """H.264 that keeps every number of yuv420p: what differs between two seeds differs in the secret alone."""
    raw = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE), "-i", "-"]
    ffmpeg(*raw, *arguments, *LOSSLESS, path, stdin=planar_scene(count, seed))
    return path


def decoded(path: Path, format: str = "yuv420p", *arguments: str) -> bytes:
    return ffmpeg("-i", path, *arguments, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", format, "-")


def packets(path: Path, stream: str) -> list[str]:
    """Times and digests of the packets of a stream, as they lie in the file."""
    text = ffmpeg("-i", path, "-map", f"0:{stream}", "-c", "copy", "-f", "framemd5", "-").decode()
    return [line for line in text.splitlines() if not line.startswith("#")]


def times(path: Path) -> list[str]:
    """When pictures are shown."""
    entries = ffprobe(path, "-select_streams", "v:0", "-show_entries", "packet=pts_time")["packets"]
    return sorted((entry["pts_time"] for entry in entries), key=float)
