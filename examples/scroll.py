# SPDX-License-Identifier: MIT
"""A wheel scrolls a list, and a touchpad flings it."""

import scrim

MS = 1_000_000  # nanoseconds in a millisecond
LINE = 40  # points for one click of the wheel

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 800, 480))
    gestures.add(scrim.Pan(view=window, axis=scrim.Axis.VERTICAL))
    pointer = (400, 240)

    # Two clicks of the wheel. libinput reports 120 for a click.
    wheel = scrim.ScrollSource.WHEEL
    events = gestures.scroll(
        scrim.Scroll(time * MS, wheel, scrim.Phase.MOVED, *pointer, delta_y=v120 / 120 * LINE)
        for time, v120 in [(0, 120), (90, 120)]
    )
    events += gestures.advance(gestures.next_deadline)  # half a second after the last click

    # Two fingers on the touchpad. The last event has no movement: the fingers are lifted.
    finger = scrim.ScrollSource.FINGER
    events += gestures.scroll(
        scrim.Scroll(time * MS, finger, scrim.Phase.MOVED, *pointer, delta_y=dy)
        for time, dy in [(2000, 12), (2007, 12), (2014, 12), (2021, 12), (2024, 0)]
    )

    for event in events:
        fling = ", a fling" if event.velocity_y and event.state == scrim.GestureState.ENDED else ""
        print(f"{event.time_ns / MS:g} ms: {event.state.name}, moved by {event.translation_y:g}{fling}")
