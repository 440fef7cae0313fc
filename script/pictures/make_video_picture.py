#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/gallery/video.png: a video before and after `scrim video`. Needs PyAV, Pillow, numpy and the font Inter.

PYTHONPATH=bindings/python:programs/scrim SCRIM_LIBRARY=build/libscrim.so script/pictures/make_video_picture.py [FILE]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import av
from PIL import Image, ImageDraw, ImageFont
from scrim import Region, Style
from scrim_tools.video import Track, VideoOptions, redact_video

FONTS = Path("/usr/share/fonts/opentype/inter")
PAPER, INK, FAINT = "#f6f8f8", "#1c2b33", "#6d7d84"
WIDTH, HEIGHT, RATE, COUNT = 640, 360, 25, 75
SHOWN = (6, 36, 66)
MARGIN, GAP, HEAD = 40, 20, 92

#: Where the van's back is when the video begins, and pixels that it drives in a picture.
START, STEP = 60.0, 4.4
PLATE = (22, 112, 86, 22)
DOOR = (536, 150, 36, 26)


def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"Inter-{weight}.otf", size)


def street(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((0, 0, WIDTH, 120), "#cfe0e6")
    for x, top, color in (
        (0, 40, "#b9a48f"),
        (150, 70, "#a5938a"),
        (270, 30, "#c4b09a"),
        (420, 60, "#8f9aa0"),
        (520, 48, "#bfa58c"),
    ):
        draw.rectangle((x, top, x + 148, 216), color)
        for row in range(top + 18, 130, 38):
            for column in range(x + 16, x + 130, 36):
                draw.rectangle((column, row, column + 18, row + 24), "#e9eff0", outline="#7c8387")
    draw.rectangle((530, 140, 578, 216), "#4c5b52")
    draw.rounded_rectangle((DOOR[0], DOOR[1], DOOR[0] + DOOR[2], DOOR[1] + DOOR[3]), 4, "#f4f1e6")
    draw.text((DOOR[0] + DOOR[2] / 2, DOOR[1] + DOOR[3] / 2), "47b", "#26302c", inter(16, "Bold"), anchor="mm")
    draw.rectangle((0, 216, WIDTH, 240), "#aeb3b2")
    draw.rectangle((0, 240, WIDTH, HEIGHT), "#6b7276")
    for x in range(0, WIDTH, 120):
        draw.rectangle((x + 20, 322, x + 80, 328), "#dfe3e3")


def van(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    """Seen from behind and from the side; `x`, `y` is the upper corner of its back."""
    draw.rounded_rectangle((x, y, x + 250, y + 150), 14, "#2f6f8f")
    draw.rectangle((x, y + 20, x + 130, y + 140), "#3a86ab")
    draw.rectangle((x + 14, y + 22, x + 116, y + 66), "#d7e7ee")
    draw.line((x + 65, y + 22, x + 65, y + 140), "#2a6482", 3)
    draw.rectangle((x + 196, y + 26, x + 238, y + 66), "#d7e7ee")
    draw.text((x + 188, y + 100), "Marlowe\nFlowers", "#eef6f8", inter(19, "Bold"), anchor="mm", align="center")
    for wheel in (x + 24, x + 190):
        draw.ellipse((wheel, y + 124, wheel + 44, y + 168), "#22282b")
        draw.ellipse((wheel + 13, y + 137, wheel + 31, y + 155), "#9aa3a6")
    left, top, width, height = PLATE
    draw.rounded_rectangle((x + left, y + top, x + left + width, y + top + height), 4, "#f3d23c")
    draw.text((x + left + width / 2, y + top + height / 2), "KX24 RWD", "#191f22", inter(14, "Bold"), anchor="mm")


def picture(index: int) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    street(draw)
    van(draw, START + STEP * index, 146)
    return image


def write(path: Path) -> None:
    with av.open(str(path), "w") as output:
        stream = output.add_stream("libx264", rate=RATE, options={"crf": "16"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for index in range(COUNT):
            output.mux(stream.encode(av.VideoFrame.from_image(picture(index))))
        output.mux(stream.encode())


def read(path: Path) -> list[Image.Image]:
    with av.open(str(path)) as container:
        return [frame.to_image() for index, frame in enumerate(container.decode(video=0)) if index in SHOWN]


def plate(index: int) -> Region:
    left, top, width, height = PLATE
    return Region((START + STEP * index + left - 4, 146 + top - 4, width + 8, height + 8))


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "in.mp4"), Path(folder, "out.mp4")
        write(source)
        tracks = [
            Track([(0.0, plate(0)), ((COUNT - 1) / RATE, plate(COUNT - 1))]),
            # Until the van stands before it.
            Track.still(Region((DOOR[0] - 4, DOOR[1] - 4, DOOR[2] + 8, DOOR[3] + 8), style=1), end=2.36),
        ]
        options = VideoOptions(styles=[Style.solid("#24343c"), Style.tiles(4)], codec_block=8, dilation=0, crf=16)
        redact_video(source, output, tracks, options)
        rows = [
            ("Before", read(source)),
            ("After", read(output)),
        ]
    small = (WIDTH * 3 // 4, HEIGHT * 3 // 4)
    image = Image.new(
        "RGB", (2 * MARGIN + 3 * small[0] + 2 * GAP, 2 * MARGIN + 2 * (small[1] + HEAD) - HEAD + 2 * 44), PAPER
    )
    draw = ImageDraw.Draw(image)
    y = MARGIN
    for title, pictures in rows:
        draw.text((MARGIN, y + 22), title, INK, inter(20, "Bold"), anchor="ls")
        for column, (index, shown) in enumerate(zip(SHOWN, pictures, strict=True)):
            x = MARGIN + column * (small[0] + GAP)
            image.paste(shown.resize(small, Image.Resampling.LANCZOS), (x, y + 36))
            draw.text((x + small[0], y + 22), f"{index / RATE:.2f} s", FAINT, inter(15), anchor="rs")
        y += small[1] + HEAD
    image.crop((0, 0, image.width, y - HEAD + 36 + MARGIN)).quantize(192, dither=Image.Dither.NONE).save(
        target, optimize=True
    )


if __name__ == "__main__":
    default = Path(__file__).resolve().parents[2] / "docs" / "gallery" / "video.png"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
