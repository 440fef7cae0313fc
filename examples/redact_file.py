# SPDX-License-Identifier: MIT
"""Redacts files with Pillow: the margin follows from the file, and boxes that are too tight grow."""

import numpy
import scrim
from PIL import Image, ImageDraw

Image.fromarray(numpy.full((480, 640, 3), 200, numpy.uint8)).save("photo.jpg")  # a photograph, as an example

photo = Image.open("photo.jpg")
margin = scrim.margin_of(photo)  # of the file, before the conversion forgets it
gray = photo.convert("L")
covered = scrim.redact(gray, [(90, 190, 320, 50)], dilation=margin.dilation, codec_block=margin.codec_block)

print(margin.codec_block, covered.getpixel((300, 200)))
covered = scrim.redact(photo, [(90, 190, 320, 50)], style=scrim.Style.frost(seed=7), threads=2)
print(covered.size)

card = Image.new("L", (400, 220), 240)  # a screenshot, as an example
ImageDraw.Draw(card).text((100, 98), "4000 1234 5678", fill=20, font_size=20)
card.save("card.png")

tight = numpy.array(Image.open("card.png"))
report = scrim.redact_in_place(tight, [(96, 104, 180, 8)])
print(report.crossed)  # (0,): the box cuts the digits
report = scrim.redact_in_place(numpy.array(Image.open("card.png")), [(96, 104, 180, 8)], auto_dilate=True)
print(report.dilation, report.crossed)  # 16 ()
