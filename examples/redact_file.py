# SPDX-License-Identifier: MIT
"""Redacts a JPEG file with Pillow: the margins follow from the file."""

import numpy
import scrim
from PIL import Image

Image.fromarray(numpy.full((480, 640, 3), 200, numpy.uint8)).save("photo.jpg")  # a photograph, as an example

photo = Image.open("photo.jpg")
margin = scrim.margin_of(photo)  # of the file, before the conversion forgets it
gray = photo.convert("L")
covered = scrim.redact(gray, [(90, 190, 320, 50)], dilation=margin.dilation, codec_block=margin.codec_block)

print(margin.codec_block, covered.getpixel((300, 200)))
covered = scrim.redact(photo, [(90, 190, 320, 50)], style=scrim.Style.frost(seed=7), threads=2)
print(covered.size)
