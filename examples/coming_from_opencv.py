# SPDX-License-Identifier: MIT
import cv2
import numpy
import scrim

screen = numpy.full((480, 640, 3), 240, numpy.uint8)  # BGR, as cv2.imread() returns it
cv2.putText(screen, "482 916", (100, 230), cv2.FONT_HERSHEY_SIMPLEX, 1, (40, 20, 20), 2, cv2.LINE_AA)

# OpenCV: both corners belong to the rectangle, and the color is blue, green, red.
theirs = screen.copy()
cv2.rectangle(theirs, (90, 200), (249, 239), (48, 32, 16), cv2.FILLED)

# numpy: rows first, and the ends do not belong to the rectangle.
sliced = screen.copy()
sliced[200:240, 90:250] = (48, 32, 16)

# Scrim: x, y, width, height, and the color is red, green, blue.
box = (90, 200, 160, 40)
ours = scrim.redact(screen, [box], style=scrim.Style.solid("#102030"), pixel_format="BGR")
assert numpy.array_equal(ours, theirs) and numpy.array_equal(ours, sliced)

# A blur of one region. Neither of these hides the digits.
theirs = screen.copy()
theirs[200:240, 90:250] = cv2.GaussianBlur(screen[200:240, 90:250], (0, 0), 8, borderType=cv2.BORDER_REPLICATE)
ours = scrim.redact(screen, [box], style=scrim.Style.blur(8), pixel_format="BGR")
print("largest difference of the blurs:", numpy.abs(ours.astype(int) - theirs).max())

# Pixelation of one region. Neither of these hides the digits.
small = cv2.resize(screen[200:240, 90:250], (160 // 8, 40 // 8), interpolation=cv2.INTER_AREA)
theirs = screen.copy()
theirs[200:240, 90:250] = cv2.resize(small, (160, 40), interpolation=cv2.INTER_NEAREST)
ours = scrim.redact(screen, [box], style=scrim.Style.pixelate(8), pixel_format="BGR")
print("largest difference of the pixelations:", numpy.abs(ours.astype(int) - theirs).max())

# Frost looks like the blur, and tiles look like the pixelation. Both hide the digits.
soft = scrim.redact(screen, [box], style=scrim.Style.frost(), pixel_format="BGR")
blocks = scrim.redact(screen, [box], style=scrim.Style.tiles(), pixel_format="BGR")
