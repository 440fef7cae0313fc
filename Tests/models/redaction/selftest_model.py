# SPDX-License-Identifier: MIT
"""The redactions of selftest.inc by the models of this folder: what the library must have drawn, in every format and style."""

from typing import Any, NamedTuple

import blur_model
import frost_model
import numpy as np
from reversible_model import Effect, expand565, pack565
from scipy.ndimage import gaussian_filter  # type: ignore[import-untyped]
from test_formats import CHROMA, Colors, pixel, samples

import scrim
from scrim import ColorMatrix, ColorRange, Format, Style, StyleKind
from scrim_tools import checks
from scrim_tools.selftest_table import FORMATS, STYLES, Redaction

VIDEO = Colors(ColorRange.LIMITED, ColorMatrix.BT709)
LUMA = (54, 183, 19)
PRESETS = {
    "effect": Effect(9, 2.25, (0x99 / 255, 0x44 / 255, 0x11 / 255), 0x55 / 255),
    "light": Effect(30, 1.8, (1, 1, 1), 0.30),
    "extra_light": Effect(20, 1.8, (0.97, 0.97, 0.97), 0.82),
    "dark": Effect(20, 1.8, (0.11, 0.11, 0.11), 0.73),
    "tint": Effect(10, -1.0, (0x20 / 255, 0x60 / 255, 0xA0 / 255), 0.6),
}


class Numbers(NamedTuple):
    """How a plane stores its numbers, as the comments of scrim/redact.h say."""

    bits: int
    #: The type of an element, and how many elements a pixel has.
    kind: Any
    elements: int
    #: Where red, green and blue (or luma, or chroma) are: an element each, or a lowest bit each.
    places: tuple[int, ...]
    #: All bits of a pixel that are not a color, and their values in a covered pixel.
    rest: tuple[int, int] | None = None


def numbers_of(format: Format, index: int) -> Numbers:
    name, pair = format.name, (0, 1) if index and FORMATS[format].planes == 2 else (0,)
    if format in (Format.P010, Format.I010, Format.I210, Format.I410):
        return Numbers(10, np.uint16, len(pair), pair)
    if name in CHROMA or format == Format.GRAY8:
        return Numbers(8, np.uint8, len(pair), pair)
    if format == Format.GRAY16:
        return Numbers(16, np.uint16, 1, (0,))
    if format == Format.RGBA16:
        return Numbers(16, np.uint16, 4, (0, 1, 2), (3, 65535))
    if format == Format.RGB565:
        return Numbers(8, np.uint8, 2, (0, 1, 2))
    if len(name) > 4:  # numbers of 32 bits, whose names begin with the highest bits
        widths = [2, 10, 10, 10] if name.endswith("2101010") else [10, 10, 10, 2]
        lowest = {color: sum(widths[at + 1 :]) for at, color in enumerate(name[:4])}
        rest = "A" if "A" in lowest else "X"
        return Numbers(10, np.uint32, 1, tuple(lowest[color] for color in "RGB"), (lowest[rest], 3 if rest == "A" else 0))
    rest = "A" if "A" in name else "X"
    return Numbers(8, np.uint8, len(name), tuple(name.index(c) for c in "RGB"), (name.find(rest), 255 if rest == "A" else 0))


class Plane:
    """A plane of a picture, and the part of it that the region covers."""

    def __init__(self, case: Redaction, index: int, rows: Any) -> None:
        layout = FORMATS[case.format]
        self.format, self.index, self.how = case.format, index, numbers_of(case.format, index)
        self.shift = (layout.shift_x, layout.shift_y) if index else (0, 0)
        self.pixels = rows.view(self.how.kind).reshape(rows.shape[0], -1, self.how.elements)
        x, y, across, down = case.rect
        self.left, self.top = max(x, 0), max(y, 0)
        self.right, self.bottom = min(x + across, case.width), min(y + down, case.height)
        sx, sy = self.shift
        self.window = np.s_[self.top >> sy : (self.bottom + sy) >> sy, self.left >> sx : (self.right + sx) >> sx]
        self.cut = (self.left - x + sx) >> sx, (self.top - y + sy) >> sy

    def numbers(self) -> Any:
        """Rows × columns × channels, without alpha and unused bits."""
        if self.format == Format.RGB565:
            return expand565(self.pixels).astype(np.int64)
        if self.how.elements == 1 and self.how.kind == np.uint32:
            return np.stack([self.pixels[..., 0] >> np.uint32(bit) & 1023 for bit in self.how.places], -1).astype(np.int64)
        found = self.pixels[..., list(self.how.places)].astype(np.int64)
        if self.how.bits == 10:
            return found >> 6 if self.format == Format.P010 else found & 1023
        return found

    def rest_is_right(self) -> bool:
        """Whether alpha and unused bits inside are as in every covered pixel."""
        part = self.pixels[self.window]
        if self.how.kind == np.uint32:
            bit, value = self.how.rest or (0, 0)
            return bool((part >> np.uint32(bit) & 3 == value).all())
        if self.how.rest and self.how.rest[0] >= 0 and self.how.elements == 4:
            return bool((part[..., self.how.rest[0]] == self.how.rest[1]).all())
        if self.how.bits == 10:
            return not (part & (0x3F if self.format == Format.P010 else 0xFC00)).any()
        return True


def is_unread(case: Redaction, shift: tuple[int, int]) -> Any:
    """The samples that frost and tiles do not read: two pixels around the region."""
    x, y, across, down = case.rect
    mask = np.zeros((case.height, case.width), bool)
    mask[max(y - 2, 0) : max(y + down + 2, 0), max(x - 2, 0) : max(x + across + 2, 0)] = True
    columns, rows = 1 << shift[0], 1 << shift[1]
    padded = np.pad(mask, ((0, -case.height % rows), (0, -case.width % columns)))
    return padded.reshape(padded.shape[0] // rows, rows, -1, columns).any((1, 3))


def textured(case: Redaction, plane: Plane, style: Style) -> tuple[Any, float]:
    (sx, sy), (rows, columns) = plane.shift, plane.window
    video, chroma = case.format.name in CHROMA, plane.index > 0
    area = frost_model.Area(
        columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start, case.rect[2:], plane.cut, (sx, sy), chroma, 6
    )  # fmt: skip
    weights = LUMA if len(plane.how.places) == 3 else (256,)
    ink = frost_model.Ink(style.seed, 0, weights, *((16, 235) if video else (0, 255)))
    how = frost_model.Numbers(plane.how.bits, video, chroma)
    draw = frost_model.frost if style.kind == StyleKind.FROST else frost_model.tiles
    made = draw(plane.numbers(), is_unread(case, plane.shift), area, ink, numbers=how)
    if plane.how.bits > 8:  # rounded to nearest, frost within a twentieth of a number
        return made, 0.55 if style.kind == StyleKind.FROST else 0.5
    return made, 0


def of_565(levels: Any) -> Any:
    """The levels that a pixel of 16 bits keeps, rounded to nearest."""
    return expand565(pack565(levels)).astype(np.int64)


def blurred(plane: Plane, before: Any, sigma: float) -> tuple[Any, float]:
    sigma /= 1 << plane.shift[0]
    if sigma < blur_model.GRID_END:
        return blur_model.blur(before, sigma), 0
    # What test_blur.py allows for a noise of black and white pixels.
    return gaussian_filter(before.astype(float), (sigma, sigma, 0), mode="nearest", truncate=6), 3.5


def own_blur(case: Redaction, number: int, radius: float) -> list[Plane]:
    """The library's blur of an effect without its colors. `check` compares it with exact boxes."""
    packed, options = checks.picture(number, case), {"pixel_format": case.format, "dilation": 0, "codec_block": 0}
    style, planes = Style.effect(radius), checks.planes_of(case, packed)
    if len(planes) > 1:
        scrim.redact_in_place(tuple(planes), [case.rect], style=style, **options)  # type: ignore[arg-type]
    else:
        scrim.redact_in_place(memoryview(packed), [case.rect], style=style, width=case.width, height=case.height, **options)  # type: ignore[arg-type]
    return [Plane(case, index, rows) for index, rows in enumerate(checks.planes_of(case, packed))]


def with_effect(case: Redaction, number: int, plane: Plane, before: Any) -> tuple[Any, float]:
    effect, (sx, sy) = PRESETS[case.style], plane.shift
    if case.format == Format.RGB565:
        # A blur in 16 bits is rounded, so the colors are computed from the exact boxes: one level, and what the matrix makes of it.
        wide = Effect.colors(effect, before.astype(np.uint8), "RGB", 1)
        return of_565(wide), 17
    blur = own_blur(case, number, effect.radius)[plane.index]
    own = blur.numbers()[plane.window].astype(np.uint8)
    exact = effect.blurred(before.astype(np.uint8), 1 / (1 << sx), 1 / (1 << sy))
    assert abs(own.astype(int) - exact).max() <= 1, f"{case.name}: boxes"
    still = effect.unblurred()
    if case.format == Format.GRAY8:
        return still.gray(own[..., 0], 1)[..., None], 0
    if case.format.name in CHROMA and plane.index == 0:
        return still.luma(own[..., 0], 1, "LIMITED", "BT709")[..., None], 0
    if case.format.name in CHROMA and len(plane.how.places) == 2:
        return still.chroma(own, 1, "LIMITED", "BT709"), 0
    if case.format.name in CHROMA:
        pair = np.repeat(own, 2, -1)
        return still.chroma(pair, 1, "LIMITED", "BT709")[..., [plane.index - 1]], 0
    return still.colors(own, "RGB", 1), 0


def expected(case: Redaction, number: int, plane: Plane) -> tuple[Any, float]:
    """What is inside of the region on a plane, and by how much a number may differ: 0 if the model is exact."""
    style, before = STYLES[case.style], plane.numbers()[plane.window]
    if style.kind in (StyleKind.FROST, StyleKind.TILES):
        made, most = textured(case, plane, style)
    elif style.kind == StyleKind.PIXELATE:
        return means(case, plane), 0
    elif style.kind == StyleKind.BLUR:
        made, most = blurred(plane, before, style.amount)
    else:
        return with_effect(case, number, plane, before)
    if case.format == Format.RGB565:
        # A step of 5 bits is 8.2 levels.
        return (of_565(made.astype(np.uint8)), 0) if most == 0 else (made, most + 4.2)
    return made, most


def means(case: Redaction, plane: Plane) -> Any:
    """Blocks of pixelation. RGB565 has means of its numbers of 5 and 6 bits."""
    side, (sx, sy) = int(STYLES[case.style].amount), plane.shift
    rows, columns = plane.window
    numbers = plane.numbers()[plane.window]
    if case.format == Format.RGB565:
        number = plane.pixels[plane.window][..., 0].astype(int) | plane.pixels[plane.window][..., 1].astype(int) << 8
        numbers = np.stack([number >> 11, number >> 5 & 63, number & 31], -1)
    across = (np.arange(columns.stop - columns.start) + plane.cut[0] << sx) // side
    down = (np.arange(rows.stop - rows.start) + plane.cut[1] << sy) // side
    made = numbers.copy()
    for row in np.unique(down):
        for column in np.unique(across):
            block = np.ix_(down == row, across == column)
            count = numbers[block].shape[0] * numbers[block].shape[1]
            made[block] = (2 * numbers[block].sum((0, 1)) + count) // (2 * count)
    if case.format == Format.RGB565:
        return np.stack([(made[..., i] * 510 + top) // (2 * top) for i, top in enumerate((31, 63, 31))], -1)
    return made


def check(number: int, case: Redaction, pixels: Any) -> bool:
    """Fails if redacted bytes do not agree with the models. Returns whether the models give every byte."""
    exact = True
    before = checks.planes_of(case, checks.picture(number, case))
    for index, (old, new) in enumerate(zip(before, checks.planes_of(case, pixels), strict=True)):
        source, made = Plane(case, index, old), Plane(case, index, new)
        outside = np.ones(source.pixels.shape[:2], bool)
        outside[source.window] = False
        assert (made.pixels[outside] == source.pixels[outside]).all(), f"{case.name}: outside"
        if STYLES[case.style].kind == StyleKind.SOLID:
            color = STYLES[case.style].color
            assert isinstance(color, int)
            rgb = (color >> 24, color >> 16 & 255, color >> 8 & 255)
            value = samples(case.format, rgb, VIDEO)[index] if case.format.name in CHROMA else pixel(case.format, rgb)
            wanted = np.frombuffer(value, made.pixels.dtype)
            assert (made.pixels[made.window] == wanted).all(), f"{case.name}: color"
            continue
        levels, most = expected(case, number, source)
        difference = abs(made.numbers()[made.window] - levels)
        assert difference.max() <= most, f"{case.name}: plane {index} differs by {difference.max()} of {most}"
        assert made.rest_is_right(), f"{case.name}: alpha or unused bits"
        exact = exact and most == 0 and STYLES[case.style].kind < StyleKind.EFFECT
    return exact
