# SPDX-License-Identifier: MIT
import scrim

MS = 1_000_000

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
    window = scene.add_window((0, 0, 640, 100), screen="Accounts")
    view = scene.add_view(window, (20, 10, 200, 60), classes=("Button",), content="Transfer")

    button = gestures.add(scrim.Host(view=view, control=True))
    gestures.add_action(button, target=1, action="pressed")

    def button_pressed(now_ns: int, x: float, y: float) -> None:  # the toolkit calls this function
        event = gestures.host_event(button, now_ns, x, y, window=window, view=view)
        collector.decide([event])  # before the button acts
        transfer()

    def transfer() -> None:
        print("the button acts")

    # Stands in for the toolkit: it reports the touches, and that its button has recognized a tap.
    down = scrim.Touch(1000 * MS, 1, scrim.Phase.BEGAN, 100, 30)
    gestures.feed([down, down._replace(time_ns=1050 * MS, phase=scrim.Phase.ENDED)])
    button_pressed(1050 * MS, 100, 30)

    for record in collector.json_records():
        print(record)
