# SPDX-License-Identifier: MIT
"""Part 4: replays recorded touches, recognizes gestures, and shows which of them may be collected.

The recording touches.jsonl begins with the screen: a window, its views, and the gesture recognizers. Then come the
touches. A sentence before each gesture says what the hand does.
"""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import scrim

RECORDING = Path(__file__).with_name("touches.jsonl")
KEYPAD = "keypad"
WORDS = {
    scrim.Reason.PRIVATE: "a finger touched something private",
    scrim.Reason.STATE: "the gesture has not ended yet",
    scrim.Reason.NO_ACTION: "the gesture has no action",
    scrim.Reason.VIEW_IGNORED: "the view is marked as ignored",
}
EXPECTED_RECORDS = [("tap", "Rye bread"), ("long_press", "Coffee, 250 g"), ("tap", "Help")]


class Terminal:
    """The screen of a recording: its scene, its recognizers, and a secure keypad."""

    def __init__(self) -> None:
        self.scene = scrim.Scene()
        self.gestures = scrim.Gestures(self.scene)
        self.collector = scrim.Collector(self.gestures)
        self.text = scrim.Text(capacity=64)
        self.views: dict[str, int] = {}
        self.names: dict[int, str] = {}  # of recognizers
        self.frames: dict[str, list[float]] = {}

    def lay_out(self, line: dict[str, Any]) -> None:
        """Adds the window, view or recognizer of a line."""
        if "window" in line:
            id = self.scene.add_window(line["frame"], screen=line["screen"], title=line["title"])
            self._remember(line["window"], id, line["frame"])
        elif "view" in line:
            flags = scrim.ViewFlags.INTERACTIVE
            flags |= scrim.ViewFlags.SECURE if line.get("secure") else 0
            flags |= scrim.ViewFlags.IGNORED if line.get("ignored") else 0
            parent = self.views[line["parent"]]
            id = self.scene.add_view(
                parent, line["frame"], flags=flags, classes=line["classes"], content=line.get("content")
            )
            self._remember(line["view"], id, line["frame"])
        else:
            name = line.get("tap") or line["press"]
            kind = scrim.Tap if "tap" in line else scrim.LongPress
            recognizer = self.gestures.add(kind(view=self.views[name]))
            if "action" in line:
                self.gestures.add_action(recognizer, self.views["terminal"], line["action"])
            self.names[recognizer] = name

    def _remember(self, name: str, id: int, frame: list[float]) -> None:
        self.views[name], self.frames[name] = id, frame

    def show_keypad(self) -> scrim.Keypad:
        keypad = scrim.Keypad(self.frames[KEYPAD])
        keypad.attach(self.text)
        keypad.show()
        keypad.presented(0)
        return keypad


class Replay:
    """Feeds touches one by one, as a touch screen would, and counts the results."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.keypad = terminal.show_keypad()
        self.is_keypad_shown = True
        self.down: set[int] = set()
        self.waiting = 0
        self.dropped = 0
        self.records: list[dict[str, Any]] = []
        self.reasons: list[scrim.Reason] = []
        self.lines: list[str] = []

    def take(self, touch: scrim.Touch) -> None:
        if self.is_keypad_shown:
            self.is_keypad_shown = self.keypad.touch(touch) is not scrim.KeypadResult.DONE
        self._decide(self.terminal.gestures.feed([touch]))
        if touch.phase is scrim.Phase.BEGAN:
            self.down.add(touch.id)
        elif touch.phase is not scrim.Phase.MOVED:
            self.down.discard(touch.id)
        if not self.down:
            self._drain()

    def tell(self) -> None:
        """Prints the lines since the last call. Equal lines in a row are printed once, with their number."""
        for line, equal in groupby(self.lines):
            times = sum(1 for _ in equal)
            print(f"      {line}{f', {times} times' if times > 1 else ''}")
        self.lines.clear()

    def finish(self) -> None:
        while (deadline := self.terminal.gestures.next_deadline) is not None:
            self._decide(self.terminal.gestures.advance(deadline))
        self._drain()
        self.tell()

    def _decide(self, events: list[scrim.Event]) -> None:
        for event, (answer, reason) in zip(events, self.terminal.collector.decide(events), strict=True):
            name = self.terminal.names[event.recognizer]
            kind = event.kind.name.lower().replace("_", " ")
            what = f"{kind} {event.state.name.lower()} on “{name}”"
            if answer is scrim.DecisionResult.PENDING:
                self.waiting += 1
                self.lines.append(f"{what}: pending until all fingers are up")
            else:
                self.reasons.append(reason)
                self.lines.append(f"{what}: not collected ({reason.name}): {WORDS.get(reason, 'another reason')}")

    def _drain(self) -> None:
        """Reads the records of a touch sequence that has ended.

        A pending gesture without a record was dropped, because a finger touched something private later.
        """
        while (text := self.terminal.collector.next_json()) is not None:
            self.records.append(json.loads(text))
            self.waiting -= 1
            self.lines.append(f"collected: {text}")
        if self.waiting:
            self.lines.append("dropped: later in the same touch sequence, a finger touched something private")
        self.dropped += self.waiting
        self.waiting = 0


def run(_: Path) -> bool:
    terminal = Terminal()
    replay: Replay | None = None
    print("This replays touches on a payment terminal with a basket, a button and a secure keypad.")
    with RECORDING.open() as recording:
        for line in map(json.loads, recording):
            if "say" in line:
                replay = replay or Replay(terminal)
                replay.tell()
                print(f"   {line['say']}")
            elif "t" in line and replay:
                phase = scrim.Phase[line["phase"].upper()]
                replay.take(scrim.Touch(line["t"], line["id"], phase, line["x"], line["y"]))
            else:
                terminal.lay_out(line)
    if not replay:
        return False
    replay.finish()

    mask = terminal.text.masked
    collected, refused = len(replay.records), len(replay.reasons)
    print(f"{collected} gestures were collected. {refused} events were not, and {replay.dropped} pending gesture was dropped.")
    print(f"No record contains the touches on the keypad, which typed {mask}.")
    print("The keypad is shuffled each time it is shown, so the same touches would type other digits next time.")
    found = [(record["kind"], record["view"]["content"]) for record in replay.records]
    hidden = replay.reasons.count(scrim.Reason.PRIVATE)
    right = found == EXPECTED_RECORDS and set(replay.reasons) == set(WORDS)
    return right and hidden >= 5 and replay.dropped == 1 and mask == "●●●●"
