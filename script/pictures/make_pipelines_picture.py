#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/gallery/pipelines.png: a number under filters of ffmpeg and GStreamer, and a screen with its recording. Needs the
plugins, ffmpeg, GStreamer, Xvfb, Pillow, numpy and the font Inter.

PYTHONPATH=bindings/python SCRIM_LIBRARY=build/libscrim.so script/pictures/make_pipelines_picture.py [FILE]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("benchmarks", "examples/demo", "plugins")]

FONTS = Path("/usr/share/fonts/opentype/inter")
PAPER, INK, FAINT, LINE, SAFE, UNSAFE = "#f6f8f8", "#1c2b33", "#6d7d84", "#d3dcdf", "#17705b", "#a35a1f"
MARGIN, GAP, HEAD = 40, 24, 36
REGION = (16, 36, 170, 36)
#: Names in docs/explanation/attacks.md, and what the picture says.
SHOWN = {
    "boxblur=10": "boxblur=10",
    "avgblur=10": "avgblur=10",
    "gaussianblur sigma=8": "gaussianblur",
    "frei0r=scrim solid": "frei0r=scrim solid",
    "frei0r=scrim frost": "frei0r=scrim frost",
    "scrimredact tiles": "scrimredact tiles",
}
LATE_MS, LATENCY_MS = 80, 150
FRAMES, FRAME_WIDTH = 3, 304


def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"Inter-{weight}.otf", size)


def number() -> Image.Image:
    """A number of 24 pixels' height, as those that the attacks read. The sides are multiples of 16, for frei0r."""
    image = Image.new("RGB", (304, 96), "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.text((20, 26), "One-time code", FAINT, inter(13), anchor="ls")
    draw.text((20, 62), "482 916 073", INK, inter(24, "Medium"), anchor="ls")
    draw.text((280, 62), "valid 5 min", FAINT, inter(13), anchor="rs")
    return image


def best(name: str) -> int:
    """The largest percentage in a filter's line of the table in attacks.md."""
    for line in (ROOT / "docs/explanation/attacks.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0] == name:
            return max(int(cell.removesuffix(" %")) for cell in cells[1:] if cell.endswith(" %"))
    raise SystemExit(f"attacks.md has no line {name!r}")


def recorded(folder: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Pairs of frames: the screen as it is, and as a protected recording shows the same moment."""
    import recorders
    import screen

    with screen.virtual_screen((recorders.WIDTH, recorders.HEIGHT)) as display:
        environment = {**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
        environment["GST_PLUGIN_PATH"] = str(Path(os.environ["SCRIM_LIBRARY"]).resolve().parent / "plugins/gstreamer")
        window = [sys.executable, str(ROOT / "plugins/late_window.py"), "secrets", str(LATE_MS), "60", "3"]
        with recorders.running(window, environment, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            with recorders.recording("gstreamer", folder / "safe.rgb", environment, "secrets", LATENCY_MS):
                with recorders.recording("ffmpeg", folder / "plain.rgb", environment, None, LATENCY_MS):
                    time.sleep(4)
    plain, safe = (recorders.frames(folder / name) for name in ("plain.rgb", "safe.rgb"))

    def clocks(frames: np.ndarray) -> dict[int, np.ndarray]:
        """Frames by the place of the square that never rests."""
        squares = [(np.flatnonzero((frame[10] == recorders.CLOCK).all(axis=-1)), frame) for frame in frames[30:]]
        return {int(columns[0]): frame for columns, frame in squares if len(columns) == 20}

    before, after = clocks(plain), clocks(safe)
    same = [(before[key], after[key]) for key in before if key in after and recorders.shows([before[key]], recorders.SECRET)[0]]
    if len(same) < FRAMES:
        raise SystemExit("the two recordings have too few moments in common: run this again")
    return same[:: len(same) // FRAMES][:FRAMES]


def draw_filters(image: Image.Image, draw: ImageDraw.ImageDraw, top: int) -> int:
    from attacker.filters import FILTERS

    plain = number()
    filters = {each.name: each for each in FILTERS}
    for index, (name, title) in enumerate(SHOWN.items()):
        x, y = MARGIN + index % 3 * (plain.width + GAP), top + index // 3 * (plain.height + HEAD + GAP)
        chosen = filters[name]
        text = "nothing left of the inside" if chosen.irreversible else f"{best(name)} % of digits read back"
        draw.text((x, y + 20), title, INK, inter(16, "Bold"), anchor="ls")
        draw.text((x + plain.width, y + 20), text, SAFE if chosen.irreversible else UNSAFE, inter(12, "Medium"), anchor="rs")
        image.paste(Image.fromarray(chosen.redacted(np.array(plain), [REGION])), (x, y + HEAD - 6))
        draw.rectangle((x - 1, y + HEAD - 7, x + plain.width, y + HEAD - 6 + plain.height), outline=LINE)
    return top + 2 * (plain.height + HEAD + GAP)


def draw_recording(image: Image.Image, draw: ImageDraw.ImageDraw, top: int, pairs: list[tuple[np.ndarray, np.ndarray]]) -> None:
    titles = ("A screen: everything pink is secret, and moves, jumps and opens", "Its recording by ximagesrc ! scrimredact feed=secrets")
    height = FRAME_WIDTH * 9 // 16
    for row, title in enumerate(titles):
        y = top + row * (height + HEAD + GAP)
        draw.text((MARGIN, y + 20), title, INK, inter(16, "Bold"), anchor="ls")
        for column, pair in enumerate(pairs):
            small = Image.fromarray(pair[row]).resize((FRAME_WIDTH, height), Image.Resampling.LANCZOS)
            x = MARGIN + column * (FRAME_WIDTH + GAP)
            image.paste(small, (x, y + HEAD - 6))
            draw.rectangle((x - 1, y + HEAD - 7, x + FRAME_WIDTH, y + HEAD - 6 + height), outline=LINE)


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pairs = recorded(Path(folder))
    height = 2 * MARGIN + 2 * (96 + HEAD + GAP) + 16 + 2 * (FRAME_WIDTH * 9 // 16 + HEAD) + GAP - 6
    image = Image.new("RGB", (2 * MARGIN + 3 * 304 + 2 * GAP, height), PAPER)
    draw = ImageDraw.Draw(image)
    bottom = draw_filters(image, draw, MARGIN)
    draw_recording(image, draw, bottom + 16, pairs)
    image.save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/gallery/pipelines.png")
