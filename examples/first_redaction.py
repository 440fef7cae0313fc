# SPDX-License-Identifier: MIT
import numpy
import scrim

picture = numpy.full((480, 640, 3), 240, numpy.uint8)
covered = scrim.redact(picture, [(90, 190, 320, 50)], style=scrim.Style.frost(seed=7))
print((covered != picture).any(axis=2).sum(), "pixels are covered")
