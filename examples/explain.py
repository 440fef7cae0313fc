# SPDX-License-Identifier: MIT
import scrim

MS = 1_000_000

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
    window = scene.add_window((0, 0, 640, 100))
    view = scene.add_view(window, (20, 10, 200, 60), classes=("Button",))
    gestures.add(scrim.Tap(view=view))  # and no gestures.add_action(), which is a mistake
    for event in gestures.feed([(0, 1, scrim.Phase.BEGAN, 100, 30), (80 * MS, 1, scrim.Phase.ENDED, 100, 30)]):
        print([check.reason.name for check in collector.explain(event) if check.outcome == scrim.CheckOutcome.FAILED])
        (decision,) = collector.decide([event])
        print(decision.reason.message)
