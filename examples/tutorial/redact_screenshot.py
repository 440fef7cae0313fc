# SPDX-License-Identifier: MIT
"""The program of docs/tutorial/redact-a-screenshot.md. Usage: redact_screenshot.py SCREEN BLACK FROST"""

import sys

import numpy as np
import scrim
from PIL import Image

# Each region: x and y of its top left corner, width and height, in pixels.
CARD = (40, 104, 232, 28)
OWNER = (40, 168, 144, 24)


def cover(picture, regions, style=None):
    try:
        return scrim.redact_in_place(picture, regions, style=style)
    except scrim.ScrimError as error:
        sys.exit(f"not redacted: {error}")  # the picture is not written


def check_report(report):
    if report.regions_clipped:
        sys.exit("a region is partly outside the screenshot")


def inside_matters(screen, style):
    """Covers the card number in one style, in two pictures that differ only there. Returns whether the results differ."""
    one, other = screen.copy(), screen.copy()
    x, y, width, height = CARD
    other[y : y + height, x : x + width] = 255  # white

    cover(one, [CARD], style)
    cover(other, [CARD], style)
    return bool((one != other).any())


if len(sys.argv) != 4:
    sys.exit("Usage: redact_screenshot.py SCREEN BLACK FROST")
screen = np.array(Image.open(sys.argv[1]).convert("RGB"))

black = screen.copy()
report = cover(black, [CARD])

check_report(report)
print(f"black: {report.pixels} pixels are covered")
Image.fromarray(black).save(sys.argv[2])

style = scrim.Style.frost()
frost = screen.copy()
report = cover(frost, [CARD, OWNER], style)
check_report(report)
print(f"frost: {report.pixels} pixels are covered")
Image.fromarray(frost).save(sys.argv[3])

blur = scrim.Style.blur(8)  # the standard deviation, in pixels
print("frost depends on the pixels inside:", "yes" if inside_matters(screen, style) else "no")
print("blur depends on the pixels inside:", "yes" if inside_matters(screen, blur) else "no")

try:
    scrim.redact_in_place(black, [(40, 104, -1, 28)])
except scrim.ScrimError as error:
    covered = error.report.outcome == scrim.Outcome.COVERED
    print(f"a wrong region: {error.name}, and the picture is {'all black' if covered else 'not usable'}")
