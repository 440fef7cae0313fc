# SPDX-License-Identifier: MIT
"""The screenshot that is attacked: a light panel, a dark panel and a photo, each with two fields of six digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIZE = (640, 400)
PLACES = 6
TEXT_SIZE = 24  # px
GRID = 16  # what JPEG with halved chroma works in
FRINGE = 8  # px around a region that an irreversible style may look at: guard 2, depth 6

FONTS = {
    "DejaVu Sans": "DejaVuSans.ttf",
    "Liberation Sans": "LiberationSans-Regular.ttf",
}
LIGHT, DARK = (250, 250, 252), (32, 36, 50)
PHOTO_CELL = 40  # px: the finest detail of the photo
Color = tuple[int, int, int]
Box = tuple[int, int, int, int]  # x, y, width, height


@cache
def font(name: str, size: int = TEXT_SIZE) -> ImageFont.FreeTypeFont:
    """Without Raqm, whose presence would move glyphs by fractions of a pixel."""
    return ImageFont.truetype(FONTS[name], size, layout_engine=ImageFont.Layout.BASIC)


@dataclass(frozen=True)
class Field:
    """Where six digits stand, in what font and colours: what the attacker is taken to know."""

    font: str
    x: int
    y: int
    color: Color
    paper: Color | None  # the colour below; none where it is a photo, which the attacker has not seen

    @property
    def advance(self) -> int:
        """The width of a digit; the fonts here have one for all."""
        return int(font(self.font).getlength("0"))

    @property
    def region(self) -> Box:
        """What is redacted: the digits and some pixels around them."""
        _, top, _, bottom = font(self.font).getbbox("0123456789")
        return self.x - 6, self.y + int(top) - 6, PLACES * self.advance + 12, int(bottom - top) + 12

    @property
    def box(self) -> Box:
        """The region and its fringe, outward to the grid of a JPEG."""
        x, y, width, height = self.region
        left, top = (x - FRINGE) // GRID * GRID, (y - FRINGE) // GRID * GRID
        right, bottom = x + width + FRINGE, y + height + FRINGE
        return left, top, -(-(right - left) // GRID) * GRID, -(-(bottom - top) // GRID) * GRID

    def in_box(self, shift: tuple[int, int] = (0, 0)) -> Box:
        """The region, maybe moved, as it lies in the box."""
        (x, y, width, height), (left, top, _, _) = self.region, self.box
        return x - left + shift[0], y - top + shift[1], width, height

    def draw(self, image: Image.Image, digits: str, place: int = 0, origin: tuple[int, int] = (0, 0)) -> None:
        at = self.x + place * self.advance - origin[0], self.y - origin[1]
        ImageDraw.Draw(image).text(at, digits, font=font(self.font), fill=self.color)


FIELDS = (
    Field("DejaVu Sans", 41, 109, (15, 18, 30), LIGHT),
    Field("Liberation Sans", 41, 203, (15, 18, 30), LIGHT),
    Field("DejaVu Sans", 355, 109, (120, 220, 160), DARK),
    Field("Liberation Sans", 355, 203, (240, 240, 245), DARK),
    Field("DejaVu Sans", 42, 327, (250, 250, 250), None),
    Field("Liberation Sans", 355, 327, (250, 250, 250), None),
)
LABELS = ("Customer", "Sort code", "One-time code", "Terminal", "Till", "Seat")


def photo() -> Image.Image:
    """A gradient with soft, irregular shapes, out of focus as a wallpaper is."""
    width, height = SIZE
    y, x = np.mgrid[0:height, 0:width] / np.array([height, width])[:, None, None]
    shades = np.stack([40 + 60 * x + 20 * y, 70 + 60 * y, 120 + 80 * (1 - x)], axis=-1)
    random = np.random.default_rng(5)
    cells = height // PHOTO_CELL, width // PHOTO_CELL
    noise = random.normal(128, 16, (*cells, 1)) + random.normal(0, 4, (*cells, 3))
    soft = Image.fromarray(np.uint8(noise.clip(0, 255))).resize(SIZE, Image.Resampling.BICUBIC)
    return Image.fromarray(np.uint8((shades + np.asarray(soft) - 128).clip(0, 255)))


@cache
def without_digits() -> Image.Image:
    image = photo()
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], 40), fill=(24, 28, 38))
    draw.text((16, 9), "First Harbour Bank", font=font("DejaVu Sans", 18), fill=(240, 240, 245))
    draw.rounded_rectangle((20, 60, 310, 262), 12, fill=LIGHT)
    draw.rounded_rectangle((334, 60, 620, 262), 12, fill=DARK)
    for field, label in zip(FIELDS, LABELS, strict=True):
        shade = (110, 116, 130) if field.paper == LIGHT else (200, 204, 214)
        draw.text((field.x, field.y - 27), label, font=font(field.font, 15), fill=shade)
    for x, shade in ((40, (225, 228, 235)), (354, (70, 76, 92))):
        draw.line((x, 168, x + 240, 168), fill=shade)
    return image


def screenshot(strings: list[str]) -> np.ndarray:
    """The picture with a string in each field."""
    image = without_digits().copy()
    for field, digits in zip(FIELDS, strings, strict=True):
        field.draw(image, digits)
    return np.array(image)


def cut(pixels: np.ndarray, box: Box) -> np.ndarray:
    """The part of pictures (…, height, width, channels) in a box."""
    x, y, width, height = box
    return pixels[..., y : y + height, x : x + width, :]
