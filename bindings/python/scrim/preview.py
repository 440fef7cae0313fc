# SPDX-License-Identifier: MIT
"""Draws scenes: the windows with their levels, what is private in them, and to what they belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

    from .views import SecureRegion

Place = tuple[float, float]

BACKGROUND, PAPER, LINE, TEXT = (232, 232, 236), (255, 255, 255), (120, 120, 128), (40, 40, 48)
PRIVATE, OWNER = (214, 40, 40), (30, 90, 200)


class Window(NamedTuple):
    """The properties of a window that a preview shows."""

    frame: tuple[float, float, float, float]
    level: int
    title: str
    owner: int
    hidden: bool


def draw(
    size: tuple[int, int],
    windows: Mapping[int, Window],
    regions: Iterable[SecureRegion],
    origin: Place,
    scale: float,
) -> Image:
    """Draws the windows from the lowest to the nearest, the private regions on top, and a line from each window to its owner."""
    from PIL import Image, ImageDraw  # nothing else in this module needs Pillow

    regions = list(regions)

    def place(point: Place) -> Place:
        return ((point[0] - origin[0]) * scale, (point[1] - origin[1]) * scale)

    picture = Image.new("RGB", size, BACKGROUND)
    pen = ImageDraw.Draw(picture)
    shown = sorted((window.level, id) for id, window in windows.items() if not window.hidden)
    for _, id in shown:
        x, y, width, height = windows[id].frame
        pen.rectangle([place((x, y)), place((x + width, y + height))], fill=PAPER, outline=LINE)
    tint = Image.new("RGB", size, PRIVATE)
    mask = Image.new("L", size, 0)
    for region in regions:
        ImageDraw.Draw(mask).polygon([place(corner) for corner in region.corners], fill=96)
    picture.paste(tint, mask=mask)
    for region in regions:
        pen.polygon([place(corner) for corner in region.corners], outline=PRIVATE)
    centres = {region.view: _centre(region.corners) for region in regions if region.view}
    for id, window in windows.items():
        x, y, width, height = window.frame
        centres.setdefault(id, (x + width / 2, y + height / 2))
    for _, id in shown:
        window = windows[id]
        x, y, _, _ = window.frame
        if window.owner in centres:
            pen.line([place((x, y)), place(centres[window.owner])], fill=OWNER, width=2)
        label = f"level {window.level}" + (f" · {window.title}" if window.title else "")
        pen.text((place((x, y))[0] + 3, place((x, y))[1] + 2), label, fill=TEXT)
    return picture


def _centre(corners: tuple[Place, ...]) -> Place:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
