# SPDX-License-Identifier: MIT
import scrim

MS = 1_000_000  # nanoseconds in a millisecond

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 400, 800))
    mails = [scene.add_view(window, (0, 80 * i, 400, 80)) for i in range(10)]
    scroll = gestures.add(scrim.Pan(view=window, axis=scrim.Axis.VERTICAL))
    pulls = {gestures.add(scrim.Pan(view=mail, axis=scrim.Axis.HORIZONTAL)): i for i, mail in enumerate(mails)}

    def should_begin(event):
        # The first mail is pinned, and mails are only pulled to the left.
        if event.recognizer in pulls:
            return pulls[event.recognizer] != 0 and event.translation_x < 0
        return True

    gestures.set_callbacks(scrim.GesturesCallbacks(should_begin=should_begin))

    def drag(name, start, x, y, dx, dy):
        samples = [(start, 1, scrim.Phase.BEGAN, x, y)]
        samples += [(start + 10 * MS * i, 1, scrim.Phase.MOVED, x + dx * i / 5, y + dy * i / 5) for i in range(1, 6)]
        events = gestures.feed([*samples, (start + 60 * MS, 1, scrim.Phase.ENDED, x + dx, y + dy)])
        what = "nothing"
        if events:
            end = events[-1]
            number = pulls.get(end.recognizer)
            what = f"scrolls by {end.translation_y:g}" if number is None else f"pulls mail {number} by {end.translation_x:g}"
        print(f"{name}: {what}")

    drag("up, on mail 3", 0, 200, 280, 20, -120)
    drag("left, on mail 3", 1000 * MS, 200, 280, -120, 20)
    drag("right, on mail 3", 2000 * MS, 200, 280, 120, 20)
    drag("left, on mail 0", 3000 * MS, 200, 40, -120, 20)
    drag("down, on mail 0", 4000 * MS, 200, 40, 20, 120)
