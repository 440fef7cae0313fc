# SPDX-License-Identifier: MIT
"""Takes pictures of a page that scrolls, and covers its password field."""

import numpy

from scrim import Region
from scrim_tools.shot import Reading, ShotError, covered_shot

field = [40, 60, 200, 30]  # x, y, width and height


def read() -> Reading:
    return Reading([Region(tuple(field))])  # ask your browser or program here


def take_while_scrolling(pixels: int) -> numpy.ndarray:
    field[1] += pixels
    return numpy.full((240, 320, 3), 255, numpy.uint8)  # the screenshot


shot = covered_shot(read, lambda: take_while_scrolling(3))
print(shot.report.pixels, "pixels are covered")
try:
    covered_shot(read, lambda: take_while_scrolling(20), pause=0.01)
except ShotError as error:
    print("No picture:", error)
