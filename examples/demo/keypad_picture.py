# SPDX-License-Identifier: MIT
"""Draws keypads from the rectangles, kinds and labels that the library returns."""

import scrim
from fonts import dejavu, inter
from PIL import Image, ImageDraw, ImageFilter

SCALE = 4  # pixels per point while drawing; half as many in the picture, for smooth edges
WIDTH, HEIGHT, MARGIN, PADDING, HEAD = 356, 556, 36, 28, 144
DESK, PANEL, SHADOW = "#d5dfe2", "#ffffff", "#9fb0b6"
INK, FAINT, KEY, DONE, EDGE = "#1c2b33", "#6d7d84", "#f1f5f5", "#17705c", "#dde6e8"
DOTS = 6


def scaled(*points: float) -> tuple[float, ...]:
    return tuple(point * SCALE for point in points)


def draw_key(draw: ImageDraw.ImageDraw, key: scrim.Key, left: float, top: float) -> None:
    x, y = left + key.rect.x, top + key.rect.y
    done = key.kind is scrim.KeyKind.DONE
    frame = scaled(x, y, x + key.rect.width - 1 / SCALE, y + key.rect.height - 1 / SCALE)
    fill = {scrim.KeyKind.INSERT: KEY, scrim.KeyKind.DELETE: PANEL, scrim.KeyKind.DONE: DONE}[key.kind]
    draw.rounded_rectangle(frame, 14 * SCALE, fill=fill, outline=DONE if done else EDGE, width=SCALE)
    font = inter(30 * SCALE, "Medium") if key.kind is scrim.KeyKind.INSERT else dejavu((32 if done else 25) * SCALE)
    center = scaled(x + key.rect.width / 2, y + key.rect.height / 2)
    draw.text(center, key.label, "#ffffff" if done else INK, font, anchor="mm")


def draw_mask(draw: ImageDraw.ImageDraw, mask: str, center: float, y: float) -> None:
    """Draws a ring for each digit of the PIN, filled for each character of the mask."""
    for place in range(DOTS):
        x = center + (place - (DOTS - 1) / 2) * 26
        frame = scaled(x - 7, y - 7, x + 7, y + 7)
        if place < len(mask):
            draw.ellipse(frame, fill=INK)
        else:
            draw.ellipse(frame, outline="#b9c6cb", width=SCALE + 1)


def keypad_picture(panels: list[tuple[str, list[scrim.Key], str]]) -> Image.Image:
    """Draws panels side by side, each with a caption, the keys and the mask of the typed PIN."""
    count = len(panels)
    size = scaled(count * WIDTH + (count + 1) * MARGIN, HEIGHT + 2 * MARGIN + 36)
    picture = Image.new("RGB", tuple(map(int, size)), DESK)
    lefts = [MARGIN + place * (WIDTH + MARGIN) for place in range(count)]
    shade = ImageDraw.Draw(picture)
    for left in lefts:
        shade.rounded_rectangle(scaled(left, MARGIN + 6, left + WIDTH, MARGIN + HEIGHT + 6), 26 * SCALE, fill=SHADOW)
    picture = picture.filter(ImageFilter.GaussianBlur(11 * SCALE))

    draw = ImageDraw.Draw(picture)
    for left, (caption, keys, mask) in zip(lefts, panels, strict=True):
        draw.rounded_rectangle(scaled(left, MARGIN, left + WIDTH, MARGIN + HEIGHT), 26 * SCALE, fill=PANEL)
        middle = left + WIDTH / 2
        draw.text(scaled(middle, MARGIN + 56), "Enter your PIN", INK, inter(22 * SCALE, "Bold"), anchor="ms")
        draw_mask(draw, mask, middle, MARGIN + 96)
        for key in keys:
            draw_key(draw, key, left + PADDING, MARGIN + HEAD)
        draw.text(scaled(middle, MARGIN + HEIGHT + 40), caption, FAINT, inter(16 * SCALE, "Medium"), anchor="ms")
    return picture.reduce(2)
