# SPDX-License-Identifier: MIT
import scrim
from PIL import Image, ImageChops, ImageDraw, ImageFilter

screen = Image.new("RGB", (640, 480), "#f0f0f0")
ImageDraw.Draw(screen).text((100, 210), "482 916", fill="#141428")

# Pillow: ImageDraw.rectangle() covers both corners, in place.
theirs = screen.copy()
ImageDraw.Draw(theirs).rectangle((90, 200, 249, 239), fill="#102030")

# Scrim: the second corner does not belong to the box, as with crop() and paste().
ours = scrim.redact(screen, [(90, 200, 250, 240)], format="xyxy", style=scrim.Style.solid("#102030"))
assert ImageChops.difference(ours, theirs).getbbox() is None

# A blur of one region. Neither of these hides the digits.
box = (90, 200, 250, 240)
theirs = screen.copy()
theirs.paste(screen.crop(box).filter(ImageFilter.GaussianBlur(8)), box)
ours = scrim.redact(screen, [box], format="xyxy", style=scrim.Style.blur(8))
levels = ImageChops.difference(ours, theirs).getextrema()
print("largest difference of the blurs:", max(high for _, high in levels))

# Frost looks like the blur and hides the digits. This call works in place.
scrim.redact_in_place(screen, [box], format="xyxy", style=scrim.Style.frost())
