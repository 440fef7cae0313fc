# SPDX-License-Identifier: MIT
import scrim

MS = 1_000_000  # nanoseconds in a millisecond

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 800, 480))
    photo = scene.add_view(window, (100, 100, 300, 200))
    show = gestures.add(scrim.Tap(view=photo))
    zoom = gestures.add(scrim.Tap(view=photo, taps=2))  # `show` waits for `zoom`: the same view and number of fingers
    scroll = gestures.add(scrim.Pan(view=window))
    close = gestures.add(scrim.Swipe(view=photo, directions=scrim.SwipeDirection.DOWN))
    gestures.relate(scroll, scrim.Relation.REQUIRE_FAILURE, close)  # scroll only if the finger does not close the photo
    names = {show: "show", zoom: "zoom", scroll: "scroll", close: "close"}

    # One tap. The engine waits for a second one, and reports until when.
    events = gestures.feed([(0, 1, scrim.Phase.BEGAN, 200, 150), (80 * MS, 1, scrim.Phase.ENDED, 201, 150)])
    print(len(events), "events so far; call advance() at", gestures.next_deadline / MS, "ms")
    events = gestures.advance(gestures.next_deadline)

    # Two taps, then a fast movement down.
    for time in (1000 * MS, 1200 * MS):
        events += gestures.feed([(time, 2, scrim.Phase.BEGAN, 200, 150), (time + 80 * MS, 2, scrim.Phase.ENDED, 200, 150)])
    phases = [scrim.Phase.BEGAN, *[scrim.Phase.MOVED] * 10, scrim.Phase.ENDED]
    down = [(3000 * MS + i * 10 * MS, 3, phase, 200, 150 + 12 * i) for i, phase in enumerate(phases)]
    events += gestures.feed(down)

    for event in events:
        print(f"{names[event.recognizer]} at {event.time_ns / MS:g} ms: {event.state.name}")
