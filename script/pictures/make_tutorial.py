#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of docs/tutorial/redact-a-screenshot.md: a screenshot, and what its program makes of it. Needs the font Inter.

    PYTHONPATH=bindings/python SCRIM_LIBRARY=build/libscrim.so script/pictures/make_tutorial.py
"""

import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[2]
FONTS = Path("/usr/share/fonts/opentype/inter")
PAPER, INK, FAINT, LINE, GREEN = "#f6f8f8", "#1c2b33", "#6d7d84", "#d3dcdf", "#1f7a6b"


def inter(size: float, weight: str = "Regular") -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"Inter-{weight}.otf", size)


def screenshot() -> Image.Image:
    """A window of an imaginary bank, 480 × 272."""
    picture = Image.new("RGB", (480, 272), PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 479, 47), GREEN)
    draw.text((24, 24), "Linden Bank", "#ffffff", inter(18, "SemiBold"), "lm")
    draw.text((456, 24), "Log out", "#ffffff", inter(13), "rm")
    draw.rounded_rectangle((24, 64, 455, 208), 10, "#ffffff", LINE)
    for y, label in ((88, "Card number"), (152, "Owner")):
        draw.text((44, y), label, FAINT, inter(12), "lm")
    draw.text((44, 118), "5105 1051 0510 5100", INK, inter(21, "Medium"), "lm")
    draw.text((44, 180), "Anna Lindqvist", INK, inter(17, "Medium"), "lm")
    for y, label, value in ((118, "Valid until", "11/29"), (180, "Limit", "€ 2,500")):
        draw.text((300, y - 30), label, FAINT, inter(12), "lm")
        draw.text((300, y), value, INK, inter(17), "lm")
    draw.rounded_rectangle((24, 222, 148, 256), 8, GREEN)
    draw.text((86, 239), "Block the card", "#ffffff", inter(13, "Medium"), "mm")
    return picture


def main() -> None:
    before, *after = (ROOT / f"docs/tutorial/screen-{name}.png" for name in ("before", "black", "frost"))
    screenshot().save(before, optimize=True)
    program = ROOT / "examples/tutorial/redact_screenshot.py"
    subprocess.run([sys.executable, program, before, *after], check=True, stdout=subprocess.DEVNULL)


main()
