# SPDX-License-Identifier: MIT
import numpy
import scrim

screen = numpy.full((480, 640, 3), 240, numpy.uint8)  # this would be a screenshot, in RGB
screen[200:230] = 20  # with a line of text

covered = scrim.redact(screen, [(90, 190, 320, 50)], style=scrim.Style.frost(seed=7))

styles = [scrim.Style.solid("#102030"), scrim.Style.tiles()]
regions = [
    scrim.Region((90, 190, 160, 50), style=0),
    scrim.Region.ellipse(300, 190, 110, 50, style=1),
    scrim.Region.quad([(430, 60), (600, 90), (590, 140), (420, 110)], style=0),
]
report = scrim.redact_in_place(screen, regions, styles=styles)

print(f"{report.regions_inside} of {report.regions} regions cover {report.pixels} pixels")
if report.weakest_class == scrim.StyleClass.REVERSIBLE:
    print("a style can be read back")

scrim.redact_in_place(
    screen,
    [(90, 190, 320, 50)],
    style=scrim.Style.frost(seed=7),
    dilation=3,  # the boxes were drawn too tight
    size_multiple=32,  # the size of a box must not give away the word
    codec_block=16,  # the picture was a JPEG with subsampled chroma
)

scrim.redact_in_place(screen, [(45, 95, 160, 25)], scale=2)  # pixels per point

shared = numpy.empty_like(screen)  # memory that another process reads
scrim.redact_into(screen, shared, [(90, 190, 410, 240)], format="xyxy")

try:
    scrim.redact_in_place(screen, [(float("nan"), 0, 10, 10)])
except scrim.ScrimError as error:
    print(error)
    if error.report.outcome == scrim.Outcome.COVERED:
        print("the whole picture is black")
    else:
        print("the picture must not be used")
