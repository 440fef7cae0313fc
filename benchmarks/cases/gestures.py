# SPDX-License-Identifier: MIT
"""Samples of touches that go to eight recognizers on a scene of 1,000 views, from C and from Python, and to many."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scrim
from measure import Measure, Row, Times

HERE = Path(__file__).resolve().parent
SAMPLES = 100_000


def run(measure: Measure) -> list[Row]:
    return from_c(measure) + of_many(measure) + from_python(measure)


def output(measure: Measure, name: str, turns: int) -> list[str]:
    """The lines that a program in C writes."""
    program = measure.folder / name
    source = HERE / f"{name}.c"
    include = HERE.parents[1] / "include"
    # Not inlined, nor known to the compiler: the allocators are to be counted, not to be reasoned away.
    command = ["gcc", "-O2", "-fno-builtin", "-Wall", "-Werror", f"-I{include}", "-o", program, source, measure.library]
    subprocess.run([*command, "-lm", "-ldl", f"-Wl,-rpath,{measure.library.parent}"], check=True)
    return subprocess.run([program, str(turns)], check=True, capture_output=True, text=True).stdout.splitlines()


def from_c(measure: Measure) -> list[Row]:
    told = output(measure, "gestures", measure.warm_up + measure.repetitions)
    rows = [[float(number) / 1e9 for number in line.split()] for line in told[measure.warm_up : -1]]
    one, fast, two = (Times(list(column)) for column in zip(*rows, strict=True))
    warm, more, grown = (int(number) for number in told[-1].split())
    return [
        Row("gestures: a sample, 8 recognizers, 1,000 views", round(one.best * 1e6, 4), "µs", 0.12, str(one)),
        Row("gestures: the same at 1,000 samples a second", round(fast.best * 1e6, 4), "µs", None, str(fast)),
        Row("gestures: of two fingers, three gestures at once", round(two.best * 1e6, 4), "µs", None, str(two)),
        Row("gestures: allocations once warm", warm, "calls", 0, "by an interposed malloc"),
        Row("gestures: allocations in ten million samples", more, "calls", 0, "by an interposed malloc"),
        Row("gestures: growth in ten million samples", grown, "bytes", 0, "VmData"),
    ]


def of_many(measure: Measure) -> list[Row]:
    """For each case the step that grows most from 100 recognizers to 1,000."""
    *lines, allocations = output(measure, "recognizers", measure.warm_up + measure.repetitions)
    steps: dict[str, list[tuple[float, str]]] = {}
    for line in lines:
        case, step, few, many = line.split(";")
        note = f"{step}: {float(few) / 1e3:.1f} and {float(many) / 1e3:.1f} µs"
        steps.setdefault(case, []).append((float(many) / (10 * float(few)), note))
    rows = [
        Row(f"gestures: {case}, 1,000 against ten times 100", round(max(found)[0], 3), "ratio", 2, max(found)[1])
        for case, found in steps.items()
    ]
    return [*rows, Row("gestures: allocations of many", int(allocations), "calls", 0, "by an interposed malloc")]


def from_python(measure: Measure) -> list[Row]:
    """The limits of two million and of 500,000 samples a second, as microseconds a sample."""
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures:
        window = scene.add_window((0, 0, 2000, 1000))
        canvas = scene.add_view(window, (0, 0, 1000, 1000))
        for number in range(998):
            scene.add_view(window, (1000 + number, 0, 1, 1000))
        for recognizer in (
            *(scrim.Tap(view=canvas, taps=taps) for taps in (1, 2)),
            scrim.LongPress(view=canvas),
            *(kind(view=canvas, simultaneous=True) for kind in (scrim.Pan, scrim.Pinch, scrim.Rotation)),
            scrim.Swipe(view=window),
            scrim.EdgePan(view=window),
        ):
            gestures.add(recognizer)
        turns = Turns()
        array = turns.timed(measure, turns.samples, gestures.feed_array)
        tuples = turns.timed(measure, turns.rows, gestures.feed_array)
        events = turns.timed(measure, turns.rows, gestures.feed)
    return [
        Row("gestures: a sample from a numpy array", round(array.best * 1e6, 4), "µs", 0.5, str(array)),
        Row("gestures: a sample from a list of tuples", round(tuples.best * 1e6, 4), "µs", 2.0, str(tuples)),
        Row("gestures: the same, and events as tuples", round(events.best * 1e6, 4), "µs", None, str(events)),
    ]


class Turns:
    """One finger that draws circles; it comes down and goes up once in a thousand samples. Each turn is later."""

    def __init__(self) -> None:
        number = np.arange(SAMPLES)
        self._samples = np.zeros(SAMPLES, dtype=scrim.TOUCH_DTYPE)
        self._samples["time_ns"] = number * 8_333_333
        self._samples["phase"] = scrim.Phase.MOVED
        self._samples["phase"][::1000] = scrim.Phase.BEGAN
        self._samples["phase"][999::1000] = scrim.Phase.ENDED
        self._samples["x"] = 500 + 300 * np.cos(0.02 * number)
        self._samples["y"] = 500 + 300 * np.sin(0.02 * number)

    def samples(self) -> np.ndarray:
        self._samples["time_ns"] += SAMPLES * 8_333_333 + 1_000_000_000
        return self._samples

    def rows(self) -> list[tuple]:
        return self.samples()[["time_ns", "id", "phase", "x", "y"]].tolist()

    def timed(self, measure: Measure, make: Callable[[], Any], call: Callable[[Any], Any]) -> Times:
        seconds = []
        for turn in range(max(measure.repetitions // 10, 3) + 1):
            made = make()
            start = time.perf_counter_ns()
            found = call(made)
            if turn:
                seconds.append((time.perf_counter_ns() - start) / 1e9 / SAMPLES)
            assert len(found) > SAMPLES * 0.9
        return Times(seconds)
