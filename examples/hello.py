# SPDX-License-Identifier: MIT
import numpy
import scrim

scene = scrim.Scene()
window = scene.add_window((0, 0, 640, 480))
scene.add_view(window, (200, 160, 240, 40), flags=scrim.ViewFlags.SECURE)  # say, a password field
scene.set_activity(scrim.Activity.ACTIVE)
scene.frame_ready()
frame = numpy.full((480, 640, 4), 255, numpy.uint8)  # a screenshot, RGBA
print(scene.redact(frame).pixels, "pixels are covered, in place")
print(scene.is_secure_at(300, 180))  # and a touch there is told to nobody
