# SPDX-License-Identifier: MIT
"""Draws two pictures side by side: before and after."""

import numpy as np
from fonts import inter
from PIL import Image, ImageDraw

MARGIN, GAP, HEAD, RADIUS = 40, 32, 74, 14
PAPER, INK, FAINT, LINE = "#f6f8f8", "#1c2b33", "#6d7d84", "#c4d0d5"
SMOOTH = 4  # the mask of the corners is drawn larger by this factor, then scaled down


def rounded(size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), RADIUS * SMOOTH, fill=255)
    return mask.resize(size, Image.Resampling.LANCZOS)


def before_and_after(before: np.ndarray, after: np.ndarray) -> Image.Image:
    height, width = before.shape[:2]
    page = Image.new("RGB", (2 * width + 2 * MARGIN + GAP, height + HEAD + 2 * MARGIN), PAPER)
    draw = ImageDraw.Draw(page)
    labels = (
        ("Before", "what the screen shows", before),
        ("After", "what is handed on", after),
    )
    for column, (title, subtitle, pixels) in enumerate(labels):
        x, y = MARGIN + column * (width + GAP), MARGIN
        title_font = inter(30, "Bold")
        draw.text((x, y + 32), title, INK, title_font, anchor="ls")
        draw.text((x + title_font.getlength(title) + 14, y + 32), subtitle, FAINT, inter(20), anchor="ls")
        y += HEAD
        frame = (x - 1, y - 1, x + width, y + height)
        draw.rounded_rectangle(frame, RADIUS + 1, fill=LINE)
        page.paste(Image.fromarray(pixels), (x, y), rounded((width, height)))
    return page
