# SPDX-License-Identifier: MIT
import scrim

MS = 1_000_000  # nanoseconds in a millisecond

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 800, 480))
    chart = scene.add_view(window, (100, 100, 600, 300), content_offset=(1000, 2000))  # a map that is scrolled
    select = gestures.add(scrim.Tap(view=chart, view_coordinates=True))
    enlarge = gestures.add(scrim.Tap(view=chart, taps=2, view_coordinates=True))
    zoom = gestures.add(scrim.Pan(view=chart, taps=1, view_coordinates=True))  # a tap, then a drag
    scroll = gestures.add(scrim.Pan(view=chart, view_coordinates=True))
    gestures.relate(scroll, scrim.Relation.REQUIRE_FAILURE, zoom)  # scroll only if no tap came before the drag
    names = {select: "select", enlarge: "enlarge", zoom: "zoom", scroll: "scroll"}

    def tap(time):
        return gestures.feed([(time, 1, scrim.Phase.BEGAN, 400, 250), (time + 80 * MS, 1, scrim.Phase.ENDED, 400, 250)])

    def drag(time):
        moves = [(time + i * 20 * MS, 1, scrim.Phase.MOVED, 400, 250 + 25 * i) for i in range(1, 5)]
        return gestures.feed([(time, 1, scrim.Phase.BEGAN, 400, 250), *moves, (time + 100 * MS, 1, scrim.Phase.ENDED, 400, 350)])

    events = tap(0) + gestures.advance(1000 * MS)
    events += tap(2000 * MS) + tap(2200 * MS)
    events += tap(4000 * MS) + drag(4200 * MS)
    events += drag(6000 * MS)

    for event in events:
        if event.recognizer == zoom:
            x, y = event.view_x - event.view_translation_x, event.view_y - event.view_translation_y
            print(f"zoom around ({x:g}, {y:g}): {2 ** (event.translation_y / 100):.2f} {event.state.name}")
        elif event.state == scrim.GestureState.ENDED:
            print(f"{names[event.recognizer]} at ({event.view_x:g}, {event.view_y:g})")
