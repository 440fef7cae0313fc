# SPDX-License-Identifier: MIT
import numpy
import scrim

scene = scrim.Scene()
window = scene.add_window((0, 0, 640, 480))  # x, y, width, height
scene.add_view(window, (200, 160, 240, 40), flags=scrim.ViewFlags.SECURE)  # a password field
scene.set_activity(scrim.Activity.ACTIVE)  # an inactive application is covered completely
scene.frame_ready()  # the application has drawn its window
frame = numpy.full((480, 640, 4), 255, numpy.uint8)  # a screenshot in RGBA
print(scene.redact(frame).pixels, "pixels are covered")
print(scene.is_secure_at(300, 180))  # True: a touch at this point must not be recorded
