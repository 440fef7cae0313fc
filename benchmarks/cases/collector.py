# SPDX-License-Identifier: MIT
"""Decisions of a collector by 100 rules in a scene of 1,000 views, from C and from Python."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import scrim
from measure import Measure, Row, Times

HERE = Path(__file__).resolve().parent
TAPS = 200


def run(measure: Measure) -> list[Row]:
    return from_c(measure) + from_python(measure)


def from_c(measure: Measure) -> list[Row]:
    program = measure.folder / "collector"
    source = HERE / "collector.c"
    include = HERE.parents[1] / "include"
    # Not inlined, nor known to the compiler: the allocators are to be counted, not to be reasoned away.
    command = ["gcc", "-O2", "-fno-builtin", "-Wall", "-Werror", f"-I{include}", "-o", program, source, measure.library]
    subprocess.run([*command, "-ldl", f"-Wl,-rpath,{measure.library.parent}"], check=True)
    turns = measure.warm_up + measure.repetitions
    told = subprocess.run([program, str(turns)], check=True, capture_output=True, text=True).stdout.splitlines()
    lines = [[float(number) for number in line.split()] for line in told[measure.warm_up : -1]]
    decided, handed_out, json, undecided, explained, *others = (
        Times([number / 1e9 for number in column]) for column in zip(*lines, strict=True)
    )
    # The others: the number of a reason, and its times.
    reasons = [scrim.Reason(int(number)) for number in lines[0][5::2]]
    refused = dict(zip(reasons, others[1::2], strict=True))
    slowest = max(refused, key=lambda reason: refused[reason].best)
    each = ", ".join(f"{reason.name} {times.best * 1e6:.2f}" for reason, times in refused.items())
    of_refused, of_collected, of_many, grown = (int(number) for number in told[-1].split())
    return [
        row("all checks of a decision, 100 rules, 1,000 views", explained, 1.0),
        row("a decision, refused for the slowest reason", refused[slowest], 1.0, each),
        row("a decision, refused as PRIVATE", refused[scrim.Reason.PRIVATE], 1.0),
        row("a decision, collected, its record written", decided),
        row("the same, and its record handed out", handed_out),
        row("a decision, 100 records waiting for the end of its sequence", undecided),
        row("a record as JSON", json),
        Row("collector: allocations by refused gestures", of_refused, "calls", 0, "by an interposed malloc"),
        Row("collector: allocations by collected ones once warm", of_collected, "calls", 0, "by an interposed malloc"),
        Row("collector: allocations in a million more", of_many, "calls", 0, "by an interposed malloc"),
        Row("collector: growth in a million more", grown, "bytes", 0, "VmData"),
    ]


def row(case: str, times: Times, limit: float | None = None, note: str = "") -> Row:
    return Row(f"collector: {case}", round(times.best * 1e6, 4), "µs", limit, note or str(times))


def from_python(measure: Measure) -> list[Row]:
    """What a call costs from Python, for information: most of it is Python's."""
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
        window = scene.add_window((0, 0, 1000, 1000), screen="Accounts", title="Bank")
        view = scene.add_view(window, (0, 0, 1000, 1000), classes=["Button", "View"], content="Transfer")
        tap = gestures.add(scrim.Tap(view=view))
        gestures.add_action(tap, 1, "pay")
        turns = Turns(measure, gestures, collector)
        one = turns.timed(lambda event: collector.decide([event])[0].reason == 0, decided=False)
        text = turns.timed(lambda _: collector.next_json() is not None)
        record = turns.timed(lambda _: collector.next() is not None)
        explained = turns.timed(lambda event: len(collector.explain(event)) == 17)
    return [
        row("a decision from Python, a call for each", one),
        row("a record as JSON from Python", text),
        row("a record from Python", record),
        row("an explanation from Python", explained),
    ]


class Turns:
    """Taps, each half a second after the one before."""

    def __init__(self, measure: Measure, gestures: scrim.Gestures, collector: scrim.Collector) -> None:
        self._count = max(measure.repetitions // 10, 3)
        self._gestures = gestures
        self._collector = collector
        self._now = 0

    def _taps(self) -> list[scrim.Event]:
        touches = []
        for _ in range(TAPS):
            self._now += 500_000_000
            touches.append((self._now, 1, scrim.Phase.BEGAN, 10.0, 10.0))
            touches.append((self._now + 10_000_000, 1, scrim.Phase.ENDED, 10.0, 10.0))
        return self._gestures.feed(touches)

    def timed(self, call: Callable[[scrim.Event], bool], decided: bool = True) -> Times:
        """Times a call for each of the taps, which the collector has decided on or not."""
        seconds = []
        for turn in range(self._count + 1):
            events = self._taps()
            assert len(events) == TAPS
            if decided:
                self._collector.decide(events)
            start = time.perf_counter_ns()
            is_right = all([call(event) for event in events])
            if turn:
                seconds.append((time.perf_counter_ns() - start) / 1e9 / TAPS)
            assert is_right
            for _ in self._collector.records():
                pass
        return Times(seconds)
