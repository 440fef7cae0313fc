# SPDX-License-Identifier: MIT
import scrim

(recording,) = scrim.load_recordings("swipe.yml")  # made by evemu-record or `libinput record`
with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 800, 480))
    gestures.add(scrim.Swipe(view=window))
    for event in gestures.feed(recording.touches(screen=(0, 0, 800, 480))):
        print(event.state.name, event.direction, event.velocity_x)
