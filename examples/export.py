# SPDX-License-Identifier: MIT
import scrim
import scrim.jsonl

RULES = """{
  "version": 1,
  "report_coarse": true,
  "gesture_views": [{"name": "TextView", "match": "inherits"}],
  "ignored_screens": [{"name": "Settings", "match": "exact"}]
}"""
SECOND = 1_000_000_000


def tap(second: int, x: float) -> list[scrim.Touch]:
    began = scrim.Touch(second * SECOND, 1, scrim.Phase.BEGAN, x, 30)
    return [began, began._replace(time_ns=began.time_ns + SECOND // 20, phase=scrim.Phase.ENDED)]


with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
    window = scene.add_window((0, 0, 640, 100), screen="Accounts", title="Bank")
    button = scene.add_view(window, (20, 10, 200, 60), classes=("Button",), content="Transfer")
    scene.add_view(window, (400, 10, 200, 60), classes=("Balance",), flags=scrim.ViewFlags.SECURE)
    scene.set_metadata(button, scrim.ViewMetadata(id="transfer", properties={"plan": "gold"}))
    gestures.add_action(gestures.add(scrim.Tap(view=button)), target=1, action="pressed")

    rules = scrim.Rules.loads(RULES)  # or scrim.Rules.load(path)
    with (
        scrim.Collector(gestures, rules=rules) as collector,
        scrim.jsonl.Writer("touches.jsonl", max_bytes=1 << 20, keep=4) as file,
    ):
        for touches in (tap(1, 100), tap(3, 500)):  # the second is on what is private
            collector.decide(gestures.feed(touches))
            file.write_all(collector.json_records())
        collector.advance(10 * SECOND)  # as its next_deadline says
        file.write_all(collector.json_records())

with open("touches.jsonl") as lines:
    print(lines.read(), end="")
