#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares estimators of the velocity at which a finger is lifted.

Prints two tables of docs/explanation/velocity.md, `--devices` prints the third, and `--plot FILE` draws its picture. Strokes are simulated: a finger moves with minimum jerk,
which is how people move their hands, and is lifted at a phase of the stroke. So the true velocity is known. The strokes in
Tests/models/gestures/strokes.json were recorded by others. For these, the truth is a polynomial through the samples before *and after*.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from estimators import CANDIDATES, LIBRARY, Array, Estimator

ROOT = Path(__file__).resolve().parents[1]
RECORDED = ROOT / "Tests/models/gestures/strokes.json"
DEVICES = {"3m": "3M, 200 Hz", "bcm5974": "bcm5974, 125 Hz"}
PHASES = 0.3, 0.5, 0.6, 0.7, 0.9
FAST = 200  # points per second; the sign must be right above
FLING = 50  # points per second, the least fling of most platforms
COUNT = 1500  # strokes for a phase


@dataclass
class Stroke:
    ages: Array  # seconds, the newest first
    points: Array
    velocity: Array


@dataclass
class Kind:
    """The values from which strokes are drawn."""

    durations: tuple[float, ...] = (0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6)
    lengths: tuple[float, ...] = (80, 150, 300, 600)
    rates: tuple[float, ...] = (60, 90, 120, 240)
    noises: tuple[float, ...] = (0, 0.25, 0.5, 1)
    rests: tuple[float, ...] = (0, 0.05, 0.15)
    jitters: tuple[float, ...] = (0, 0.001)
    drops: tuple[float, ...] = (0, 0.1)
    reversals: tuple[bool, ...] = (False, False, True)


KINDS = {
    "all": Kind(),
    "clean": Kind(noises=(0,), jitters=(0,), drops=(0,), reversals=(False,)),
    "60 Hz": Kind(rates=(60,)),
    "240 Hz": Kind(rates=(240,)),
    "noise of 1 point": Kind(noises=(1,)),
    "jitter and drops": Kind(jitters=(0.001,), drops=(0.1,)),
    "pulled back": Kind(reversals=(True,)),
    "short": Kind((0.15, 0.25, 0.35), (200, 400, 600), (60,), (0.5,), (0.02,), (0,), (0,), (False,)),
}


def position(share: Array) -> Array:
    share = np.clip(share, 0, 1)
    return share**3 * (10 - 15 * share + 6 * share**2)


def simulate(random: np.random.Generator, kind: Kind, phase: float) -> Stroke:
    """A stroke, at the moment of its newest sample."""
    duration, length = random.choice(kind.durations), random.choice(kind.lengths)
    rate, noise = random.choice(kind.rates), random.choice(kind.noises)
    rest, jitter, drop = random.choice(kind.rests), random.choice(kind.jitters), random.choice(kind.drops)
    back, back_duration = (random.uniform(0.4, 1) * length, random.uniform(0.2, 0.4)) if random.choice(kind.reversals) else (0, 0)
    since = duration * phase
    ages = np.arange(int((since + rest + back_duration) * rate) + 1) / rate
    kept = random.random(len(ages)) >= drop
    kept[0] = True
    ages = ages[kept]
    way = length * position((since - ages) / duration)
    if back:
        way = way + back * (1 - position((since - ages + back_duration) / back_duration))
    angle = random.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    points = way[:, None] * along + random.normal(0, 1, (len(ages), 2)) * noise
    ages = ages + np.clip(random.normal(0, 1, len(ages)) * jitter, -0.3 / rate, 0.3 / rate)
    speed = 30 * phase**2 * (1 - phase) ** 2 * length / duration
    return Stroke(ages - ages[0], points, along * speed)


def strokes(kind: Kind, count: int) -> dict[float, list[Stroke]]:
    random = np.random.default_rng(21)
    return {phase: [simulate(random, kind, phase) for _ in range(count)] for phase in PHASES}


def slow(count: int) -> list[Stroke]:
    """Strokes whose speed at the end is little above the one at which the sign must be right."""
    random, found = np.random.default_rng(22), []
    kind = Kind((0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8), (40, 80, 150, 300, 600))
    while len(found) < count:
        stroke = simulate(random, kind, random.choice([*PHASES, 0.8]))
        if FAST < np.hypot(*stroke.velocity) < 3 * FAST:
            found.append(stroke)
    return found


def at_rest(noise: float, speed: float, rest: float, count: int) -> list[Stroke]:
    """A finger that moved evenly and has then been still, while its samples went on."""
    random, found = np.random.default_rng(23), []
    for _ in range(count):
        rate = random.choice([60, 120, 240])
        ages = np.arange(int(0.25 * rate)) / rate + 0.0
        points = np.stack([np.minimum(0, rest - ages) * speed, 0 * ages], axis=1)
        found.append(Stroke(ages, points + random.normal(0, 1, points.shape) * noise, np.zeros(2)))
    return found


def inside(times: Array, points: Array, pause: float) -> list[Stroke]:
    """Every sample with enough samples on both sides and a speed above FAST."""
    found = []
    for index in range(4, len(times) - 4):
        near = slice(index - 4, index + 5)
        if np.diff(times[near]).max() <= pause:
            truth = np.polyfit(times[near] - times[index], points[near], 4)[-2]
            if np.hypot(*truth) > FAST:
                found.append(Stroke((times[index] - times[: index + 1])[::-1], points[: index + 1][::-1], truth))
    return found


def recorded() -> list[Stroke]:
    """The strokes on phones."""
    found = []
    document = json.loads(RECORDED.read_text())
    raw = [(np.array(s["samples"], float), 1e-3, 3.5) for s in document["flutter"]]
    raw += [(np.array(s["samples"], float), 1e-9, 1.0) for s in document["android"]]
    for samples, unit, density in raw:
        times, points = samples[:, 0] * unit, samples[:, 1:] / density
        # Android adds resampled positions; they are no measurements.
        kept = np.array([True, *(np.diff(times) > 0.0035)])
        found += inside(times[kept], points[kept], 0.020)
    return found


def device(name: str) -> list[Stroke]:
    """Fingers on a device that evemu recorded; script/recordings downloads them. Needs the library."""
    sys.path.insert(0, str(ROOT / "bindings/python"))
    import scrim

    folder, found = ROOT / ".recordings", []
    for recording in scrim.load_recordings(folder / f"{name}.event", folder / f"{name}.prop"):
        fingers: dict[int, list[tuple[float, float, float]]] = {}
        for touch in recording.touches(screen=(0, 0, 800, 480)):
            finger = fingers.setdefault(touch.id, [])
            if not finger or touch.time_ns * 1e-9 > finger[-1][0]:
                finger.append((touch.time_ns * 1e-9, touch.x, touch.y))
        for finger in fingers.values():
            samples = np.array(finger)
            found += inside(samples[:, 0] - samples[0, 0], samples[:, 1:], 0.030)
    return found[:: max(1, len(found) // 1500)]


# ---- Figures ----


def errors(estimator: Estimator, samples: list[Stroke]) -> Array:
    """The size of each error, as a share of the true speed."""
    return np.array([np.hypot(*(estimator(s.ages, s.points) - s.velocity)) / np.hypot(*s.velocity) for s in samples])


def rms(values: Array) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def wrong(estimator: Estimator, samples: list[Stroke]) -> int:
    return sum(estimator(s.ages, s.points) @ s.velocity < 0 for s in samples if np.hypot(*s.velocity) > FAST)


def speeds(estimator: Estimator, samples: list[Stroke]) -> Array:
    return np.array([np.hypot(*estimator(s.ages, s.points)) for s in samples])


def by_phase(estimator: Estimator, kind: dict[float, list[Stroke]]) -> list[float]:
    return [100 * rms(errors(estimator, kind[phase])) for phase in PHASES]


def candidates_table(count: int, candidates: dict[str, Estimator] = CANDIDATES) -> str:
    everything, slowly, real = strokes(KINDS["all"], count), slow(4 * count), recorded()
    still = at_rest(0.5, 0, 1, count)
    stopped = at_rest(0, 1000, 0.040, 30)
    lines = [
        "| estimator | 0.3 | 0.5 | 0.6 | 0.7 | 0.9 | recorded | wrong sign | fling at rest | after a stop |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, estimator in candidates.items():
        figures = [f"{value:.0f}" for value in by_phase(estimator, everything)]
        share = 1000 * wrong(estimator, slowly) / len(slowly)
        figures += [
            f"{100 * rms(errors(estimator, real)):.0f}",
            f"{share:.1f} ‰" if share else "0",
            f"{100 * np.mean(speeds(estimator, still) >= FLING):.0f} %",
            f"{speeds(estimator, stopped).max():.0f}",
        ]
        lines.append(f"| {name} | {' | '.join(figures)} |")
    return "\n".join(lines)


def kinds_table(count: int) -> str:
    lines = ["| strokes | line | degree 2 | Scrim's |", "|---|---|---|---|"]
    for name, kind in KINDS.items():
        drawn = strokes(kind, count)
        cells = [
            " ".join(f"{value:.0f}" for value in by_phase(LIBRARY[key], drawn)) for key in ("LINE", "QUADRATIC", "DEFAULT")
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def devices_table() -> str:
    found = {title: device(name) for name, title in DEVICES.items()}
    lines = ["| estimator | " + " | ".join(found) + " |", "|---|" + "---|" * len(found)]
    for name, estimator in LIBRARY.items():
        cells = [f"{100 * rms(errors(estimator, samples)):.0f}, {wrong(estimator, samples)}" for samples in found.values()]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares estimators of a finger's velocity when it is lifted.")
    parser.add_argument("--count", type=int, default=COUNT, help="strokes for each phase (default: %(default)s)")
    parser.add_argument("--plot", metavar="FILE", help="draw the picture instead of printing the tables")
    parser.add_argument("--devices", action="store_true", help="print the table of recorded devices instead; needs the library")
    options = parser.parse_args()
    if options.devices:
        print(devices_table())
    elif options.plot:
        import velocity_plot

        velocity_plot.draw(options.plot, options.count)
    else:
        print(candidates_table(options.count), kinds_table(options.count), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
