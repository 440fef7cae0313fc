# SPDX-License-Identifier: MIT
import numpy
import scrim

picture = numpy.full((480, 640, 3), 240, numpy.uint8)  # RGB; "BGR" pictures of OpenCV say pixel_format="BGR"
picture[200:230, 100:400] = 20  # a line of text, say

covered = scrim.redact(picture, [(90, 190, 320, 50)], style=scrim.Style.frost(seed=7))  # a copy
scrim.redact_in_place(  # or in place, each region with a style of its own
    picture,
    [scrim.Region((90, 190, 160, 50)), scrim.Region.ellipse(300, 190, 110, 50, style=1)],
    styles=[scrim.Style.solid("#102030"), scrim.Style.tiles()],
)
try:
    scrim.redact_in_place(picture, [(float("nan"), 0, 10, 10)])
except scrim.ScrimError as error:
    print(error.report.outcome.name)  # COVERED: the whole picture is black
