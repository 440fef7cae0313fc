#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/styles.png: one screenshot, covered in every style. Needs Pillow, numpy and the font Inter.

    PYTHONPATH=bindings/python SCRIM_LIBRARY=build/libscrim.so script/pictures/make_styles.py [FILE]
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scrim
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scrim import Region, Style

FONTS = Path("/usr/share/fonts/opentype/inter")
WIDTH, HEIGHT = 288, 386
MARGIN, GAP, HEAD, COLUMNS = 40, 20, 56, 5
PAPER, INK, FAINT, LINE = "#f6f8f8", "#1c2b33", "#6d7d84", "#d3dcdf"
SMOOTH = 4  # what has curves is drawn this much larger

STYLES = [
    ("Solid", "irreversible", Style.solid("#24343c")),
    ("Frost", "irreversible", Style.frost(4)),
    ("Tiles", "irreversible", Style.tiles(4)),
    ("Blur", "can be read back", Style.blur(5)),
    ("Pixelate", "can be read back", Style.pixelate(8)),
    ("Light", "can be read back", Style.light()),
    ("Extra light", "can be read back", Style.extra_light()),
    ("Dark", "can be read back", Style.dark()),
    ("Tint", "can be read back", Style.tint("#1f7a6b")),
]

#: Name, number, code, face, and a line of the message: what a screenshot should not show.
REGIONS = [
    Region((30, 47, 150, 22)),
    Region((30, 93, 204, 20)),
    Region((28, 166, 144, 38)),
    Region.ellipse(165, 233, 77, 93),
    Region((22, 339, 154, 18)),
]


def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"Inter-{weight}.otf", size)


def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * SMOOTH, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


def gradient(size: tuple[int, int], top: tuple[int, ...], bottom: tuple[int, ...], slant: float = 0.0) -> Image.Image:
    x, y = np.meshgrid(np.linspace(0, 1, size[0]), np.linspace(0, 1, size[1]))
    part = np.clip(y * (1 - slant) + x * slant, 0, 1)[..., None]
    return Image.fromarray((np.array(top) * (1 - part) + np.array(bottom) * part + 0.5).astype(np.uint8))


def noise(size: tuple[int, int], cells: int, random: np.random.Generator) -> np.ndarray:
    """Soft noise, -1 … 1."""
    small = Image.fromarray(random.uniform(-1, 1, (max(2, cells * size[1] // size[0]), cells)).astype(np.float32))
    return np.asarray(small.resize(size, Image.Resampling.BICUBIC))


def landscape(size: tuple[int, int]) -> Image.Image:
    """Evening light on ranges of hills, with the grain of a small camera."""
    random = np.random.default_rng(11)
    width, height = size
    x, y = np.meshgrid(np.arange(width) / width, np.arange(height) / height)
    sky = np.array([120, 158, 196]) * (1 - y[..., None]) + np.array([250, 205, 150]) * y[..., None]
    glow = np.exp(-(((x - 0.24) / 0.2) ** 2 + ((y - 0.42) / 0.22) ** 2))[..., None]
    sky = sky + glow * np.array([60, 42, 8]) + noise(size, 9, random)[..., None] * 7
    picture = sky
    for depth, (base, color) in enumerate([(0.5, (142, 138, 158)), (0.62, (98, 112, 118)), (0.76, (58, 82, 70))]):
        waves = sum(np.sin(x[0] * f + p) * a for f, p, a in [(5 + 3 * depth, depth, 0.05), (17, 2 * depth, 0.018)])
        rough = noise((width, 2), 40, random)[0] * 0.012
        hill = np.clip((y - (base + waves + rough)) * height, 0, 1)[..., None]
        shade = np.array(color) + noise(size, 30 + 20 * depth, random)[..., None] * (6 + 5 * depth) + glow * 26
        picture = picture * (1 - hill) + shade * hill
    picture = picture + random.normal(0, 2.2, (height, width, 1))
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def portrait(photo: Image.Image, center: tuple[int, int]) -> None:
    """Somebody in front of it."""
    big = Image.new("RGBA", (photo.width * SMOOTH, photo.height * SMOOTH))
    draw = ImageDraw.Draw(big)
    cx, cy = (c * SMOOTH for c in center)

    def oval(dx: float, dy: float, rx: float, ry: float, fill: str) -> None:
        x, y, w, h = cx + dx * SMOOTH, cy + dy * SMOOTH, rx * SMOOTH, ry * SMOOTH
        draw.ellipse((x - w, y - h, x + w, y + h), fill)

    oval(0, 70, 50, 38, "#b5523f")
    oval(0, -6, 31, 36, "#33241f")
    oval(-22, 22, 10, 26, "#33241f")
    oval(22, 22, 10, 26, "#33241f")
    oval(0, 34, 11, 18, "#c88f6c")
    oval(0, 0, 22, 28, "#dba684")
    oval(7, 2, 15, 23, "#e6b592")
    oval(0, -27, 23, 11, "#33241f")
    for side in (-1, 1):
        oval(side * 9, -4, 4.4, 2.6, "#f7efe8")
        oval(side * 9, -4, 2.3, 2.5, "#3a2a22")
        oval(side * 9, -10.5, 5.5, 1.3, "#402c24")
    oval(0, 6, 2.6, 3, "#cf9674")
    oval(0, 15, 7.5, 3, "#a9544b")
    oval(0, 13.4, 7.5, 2.4, "#e0ad8b")
    figure = big.resize(photo.size, Image.Resampling.LANCZOS).filter(ImageFilter.GaussianBlur(0.6))
    photo.paste(figure, (0, 0), figure)


def screenshot() -> Image.Image:
    """Two cards, a photo and a message."""
    screen = gradient((WIDTH, HEIGHT), (226, 234, 236), (205, 217, 222), 0.3)
    draw = ImageDraw.Draw(screen)

    def card(top: int, height: int, face: Image.Image, radius: int = 12) -> None:
        shadow = Image.new("L", screen.size)
        ImageDraw.Draw(shadow).rounded_rectangle((14, top + 3, WIDTH - 14, top + height + 3), radius, fill=46)
        screen.paste("#3c5560", (0, 0), shadow.filter(ImageFilter.GaussianBlur(5)))
        screen.paste(face, (14, top), rounded(face.size, radius))

    def text(x: int, y: int, words: str, color: str, size: float, weight: str = "Regular") -> None:
        draw.text((x, y), words, color, inter(size, weight), anchor="ls")

    card(14, 116, Image.new("RGB", (WIDTH - 28, 116), "#ffffff"))
    text(32, 38, "Account holder", "#7a8a91", 11.5)
    text(32, 64, "Mara Okafor", "#17262e", 18, "SemiBold")
    text(32, 87, "IBAN", "#7a8a91", 11.5)
    text(32, 108, "DE89 3704 0044 0532 0130", "#17262e", 14.5, "Medium")

    card(142, 76, gradient((WIDTH - 28, 76), (38, 46, 66), (24, 29, 44), 0.4))
    text(32, 161, "One-time code", "#a3adc2", 11.5)
    text(31, 197, "482 916", "#7fe0b0", 34, "Bold")
    draw.ellipse((232, 168, 256, 192), outline="#4b5876", width=3)
    draw.arc((232, 168, 256, 192), -90, 130, "#7fe0b0", 3)

    photo = landscape((WIDTH - 28, 96))
    portrait(photo, (189, 50))
    card(230, 96, photo)

    text(24, 352, "Mara: call 0171 555 0186", "#22323a", 12.5, "Medium")
    text(24, 370, "see you at the lake at nine", "#5b6d75", 12.5)
    return screen


def covered(screen: Image.Image) -> Iterator[tuple[str, str, Image.Image]]:
    """The picture in each style that this library knows."""
    yield "Original", "", screen
    for name, kind, style in STYLES:
        try:
            yield name, kind, scrim.redact(screen, REGIONS, style=style)
        except scrim.UnsupportedError:
            print(f"{name}: not in this library", file=sys.stderr)


def sheet() -> Image.Image:
    pictures = list(covered(screenshot()))
    columns = min(COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    page = Image.new(
        "RGB",
        (2 * MARGIN + columns * (WIDTH + GAP) - GAP, 2 * MARGIN - 12 + rows * (HEIGHT + HEAD) + (rows - 1) * GAP),
        PAPER,
    )
    draw = ImageDraw.Draw(page)
    mask = rounded((WIDTH, HEIGHT), 14)
    edge = rounded((WIDTH + 2, HEIGHT + 2), 15)
    for index, (name, kind, picture) in enumerate(pictures):
        x = MARGIN + index % columns * (WIDTH + GAP)
        y = MARGIN - 12 + index // columns * (HEIGHT + HEAD + GAP)
        title = inter(23, "Bold")
        draw.text((x + 1, y + 34), name, INK, title, anchor="ls")
        color = "#17705b" if kind == "irreversible" else "#a35a1f"
        draw.text((x + WIDTH - 2, y + 34), kind, color, inter(15, "Medium"), anchor="rs")
        page.paste(LINE, (x - 1, y + HEAD - 8 - 1), edge)
        page.paste(picture, (x, y + HEAD - 8), mask)
    return page


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "docs" / "styles.png"
    sheet().save(target, optimize=True)
