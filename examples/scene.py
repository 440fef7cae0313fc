# SPDX-License-Identifier: MIT
"""Describes a sign-in window to a scene, and asks the scene what is private. docs/how-to/scene.md explains the steps."""

import numpy

import scrim

scene = scrim.Scene()
window = scene.add_window((0, 0, 640, 480))

flags = scrim.ViewFlags
search = scene.add_view(window, (20, 20, 200, 40), flags=flags.INTERACTIVE | flags.TEXT_INPUT | flags.PUBLIC)
card = scene.add_view(window, (20, 100, 300, 40), flags=flags.INTERACTIVE | flags.TEXT_INPUT)
balance = scene.add_view(window, (20, 180, 300, 40), flags=flags.INTERACTIVE | flags.SECURE)
amount = scene.add_view(balance, (10, 10, 100, 20))
for name, view in ("search field", search), ("card number", card), ("balance", balance), ("amount in the balance", amount):
    print(f"{name}: {'secure' if scene.is_secure(view) else 'not secure'}")

pin = scrim.Text()
pin_field = scene.add_view(window, (20, 240, 300, 40))
scene.attach_text(pin_field, pin)
print(f"PIN: {'secure' if scene.is_secure(pin_field) else 'not secure'}")

suggestions = scene.add_window((20, 140, 300, 200), owner=card)
print(f"suggestions for the card number: {'secure' if scene.is_secure(suggestions) else 'not secure'}")
scene.remove(suggestions)

print(len(scene.secure_regions()), "regions before the change")
with scene.change():
    scene.update_view(balance, (320, 300, 300, 40), flags=flags.INTERACTIVE | flags.SECURE)
    print(len(scene.secure_regions()), "regions during the change")
print(len(scene.secure_regions()), "regions after the change")

frame = numpy.full((480, 640, 4), 255, numpy.uint8)
scene.set_activity(scrim.Activity.ACTIVE)
scene.frame_ready()
print(scene.redact(frame).pixels, "pixels covered while active")

scene.set_cover(scrim.Style.frost(base="#204060"))
scene.set_activity(scrim.Activity.INACTIVE)
print(scene.redact(frame).pixels, "pixels covered while inactive")

logo = numpy.zeros((90, 160, 4), numpy.uint8)  # RGBA, for example of a PNG file; transparent
logo[20:70, 30:130] = 0xF0, 0xA0, 0x20, 0xFF
scene.set_cover(logo, color="#204060")
scene.redact(frame)
print("the cover's middle:", frame[240, 320], "and its corner:", frame[0, 0])
