# SPDX-License-Identifier: MIT
"""The command line of benchmarks/batch: draws pictures, redacts them with each tool by turns, and prints the rates.

Every program runs on the same two processors. Its time includes its start. The processor time is that of all its
processes. The best of several rounds counts, because other work of the machine can only make a round worse. The gain of
two processes is the median of the gains of the rounds, because other work slows all programs of a round.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from machine import describe
from measure import Measure

#: How many times as many pictures in a second two processes redact as one does.
LEAST_GAIN = 1.8
#: How many pictures of screens are drawn.
SCREENS = 40
#: What Scrim and Presidio find, in Scrim's words.
TEXT = ["card", "email", "iban", "phone"]

ONE, TWO = "boxes: scrim, 1 process", "boxes: scrim, 2 processes"


@dataclass
class Case:
    """What is measured: a command, and how many pictures it redacts."""

    name: str
    pictures: int
    command: Sequence[object]
    #: Seconds on the clock and of the processors in each round.
    times: list[tuple[float, float]] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return self.pictures / min(clock for clock, _ in self.times)

    @property
    def seconds(self) -> float:
        """Processor seconds for a picture."""
        return min(worked for _, worked in self.times) / self.pictures


def main(arguments: list[str], root: Path) -> int:
    options = _arguments(arguments)
    peers = options.peers or root / "build-peers/bin/python"
    if not options.no_peers and not peers.exists():
        print(f"benchmarks/batch: {peers} is missing: run script/peers, or give --no-peers", file=sys.stderr)
        return 2
    processors = sorted(os.sched_getaffinity(0))[:2]
    if len(processors) < 2:
        print("benchmarks/batch: two processors are needed", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, processors)
    os.environ.setdefault("SCRIM_LIBRARY", str(root / "build/libscrim.so"))
    # tesseract in one thread, for all tools: its threads mostly wait for each other.
    os.environ |= {"PYTHONPATH": os.pathsep.join(sys.path[:3]), "OMP_THREAD_LIMIT": "1"}
    measure = Measure(Path(os.environ["SCRIM_LIBRARY"]).resolve(), root, options.rounds, 0)
    with tempfile.TemporaryDirectory(prefix="scrim-batch-") as name:
        cases = _boxes(Path(name, "boxes"), options.pictures) + _text(Path(name, "text"), None if options.no_peers else peers)
        if not options.no_peers:
            told = subprocess.run((peers, root / "benchmarks/batch_peers.py", "versions"), capture_output=True, check=True)
            measure.versions |= json.loads(told.stdout)
            cases += _faces(Path(name, "faces"), peers)
        cases = [case for case in cases if options.only in case.name]
        busy, began = _busy(processors), time.monotonic()
        for _ in range(options.rounds):
            for case in cases:
                _run(case, Path(name))
        took = (time.monotonic() - began) * len(processors)
        others = (_busy(processors) - busy - sum(worked for case in cases for _, worked in case.times)) / took
    print(describe(measure, "two", "the best of each case, with the start of its programs"))
    print(f"others       took {max(0.0, others):.0%} of the two processors meanwhile")
    print(f"\n{table(cases)}\n")
    if options.json is not None:
        figures = [{"case": case.name, "pictures": case.pictures, "times": case.times} for case in cases]
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    gain, told = verdict(cases)
    print(told)
    return 1 if gain is not None and gain < LEAST_GAIN else 0


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks/batch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", metavar="N", type=int, default=3, help="default %(default)s")
    parser.add_argument(
        "--pictures", metavar="N", type=int, default=1000, help="how many files with given boxes, default %(default)s"
    )
    parser.add_argument("--only", metavar="TEXT", default="", help="only cases whose name contains this, such as boxes")
    parser.add_argument("--no-peers", action="store_true", help="only scrim")
    parser.add_argument(
        "--peers", metavar="PYTHON", type=Path, help="the Python that has Presidio and deface, by default in build-peers"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the times of all rounds there too")
    return parser.parse_args(arguments)


def _scrim(folder: Path, target: str, processes: int) -> list[object]:
    command = [sys.executable, "-m", "scrim_tools", "batch", folder / "src", f"TARGET/{target}"]
    return [*command, "--rules", folder / "rules.json", "--workers", processes]


def _boxes(folder: Path, count: int) -> list[Case]:
    """Screens with a box that is given. Each of them has several names."""
    drawn = _screens(folder / "drawn")
    (folder / "src").mkdir()
    for index in range(count):
        os.link(drawn[index % len(drawn)], folder / "src" / f"{index:04}.png")
    _rules(folder, {"regions": [{"rect": [24, 60, 300, 28]}]})
    return [Case(ONE, count, _scrim(folder, "one", 0)), Case(TWO, count, _scrim(folder, "two", 2))]


def _text(folder: Path, peers: Path | None) -> list[Case]:
    """Screens in which text is found. Scrim and Presidio read them with tesseract, and write a PNG each."""
    drawn = _screens(folder / "src", "en")
    _rules(folder, {"text": TEXT, "allow_nothing": True})
    cases = [Case(f"text: scrim, {count or 1} process{'es' * (count > 1)}", len(drawn), _scrim(folder, f"text{count}", count))
             for count in (0, 2)]  # fmt: skip
    if peers is not None:
        program = Path(__file__).with_name("batch_peers.py")
        cases.append(Case("text: Presidio", len(drawn), (peers, program, "presidio", folder / "src", "TARGET")))
    return cases


def _faces(folder: Path, peers: Path) -> list[Case]:
    """Photos with two faces each. deface finds and covers them; Scrim covers what deface finds."""
    program, source = Path(__file__).with_name("batch_peers.py"), folder / "src"
    source.mkdir(parents=True)
    subprocess.run((peers, program, "faces", source), check=True)
    subprocess.run((peers, program, "find", source), check=True)
    count = len(list(source.glob("*.png")))
    _rules(folder, {"regions_file": "{stem}.json"})
    deface = [peers, "-m", "deface.deface", "TARGET/faces", "--boxes", "--replacewith", "solid"]
    copied = ["sh", "-c", 'mkdir "$1" && cp "$2"/*.png "$1" && shift 2 && exec "$@"', "sh", "TARGET/faces", source]
    return [
        Case("faces: scrim, boxes from deface, 1 process", count, _scrim(folder, "faces1", 0)),
        Case("faces: scrim, boxes from deface, 2 processes", count, _scrim(folder, "faces2", 2)),
        Case("faces: deface", count, [*copied, *deface]),
        Case("faces: deface's detector alone", count, (peers, program, "find", source)),
    ]


def _screens(folder: Path, language: str | None = None) -> list[Path]:
    """Draws pictures of screens in Chromium, or only those in one language."""
    from PIL import Image
    from text_corpus.draw import draw
    from text_corpus.plan import HALVES, plans

    folder.mkdir(parents=True)
    wanted = [plan for half in HALVES for plan in plans(half) if language in (None, plan.language)][:SCREENS]
    paths = [folder / f"{plan.name}.png" for plan in wanted]
    for path, picture in zip(paths, draw(wanted), strict=True):
        Image.fromarray(picture.pixels).save(path)
    return paths


def _rules(folder: Path, said: dict[str, Any]) -> None:
    rules = [{"files": "*.png", **said}, {"files": "*.json", "skip": True}]
    (folder / "rules.json").write_text(json.dumps({"rules": rules}))


def _run(case: Case, folder: Path) -> None:
    """Runs the command of a case in an empty folder TARGET."""
    with tempfile.TemporaryDirectory(dir=folder) as target:
        command = [str(word).replace("TARGET", target) for word in case.command]
        log = Path(target, "log")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        with open(log, "wb") as output:
            failed = subprocess.run(command, stdout=output, stderr=output).returncode
        took = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if failed:
            raise SystemExit(f"benchmarks/batch: failed: {command}\n{log.read_text(errors='replace')[-2000:]}")
    case.times.append((took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def _busy(processors: Sequence[int]) -> float:
    """The seconds that these processors have worked since the machine started."""
    lines = [line.split() for line in Path("/proc/stat").read_text().splitlines()]
    wanted = {f"cpu{number}" for number in processors}
    # Ticks in user programs, in nice ones, in the kernel, idle, waiting for the disk, in interrupts, taken by other machines.
    worked = sum(int(ticks) for line in lines if line[0] in wanted for ticks in (*line[1:4], *line[6:9]))
    return worked / os.sysconf("SC_CLK_TCK")


def table(cases: Sequence[Case]) -> str:
    width = max(len(case.name) for case in cases)
    lines = [f"{'case':{width}}  pictures  pictures/s  processor ms/picture"]
    lines += [f"{case.name:{width}}  {case.pictures:8}  {case.rate:10.2f}  {case.seconds * 1e3:20.1f}" for case in cases]
    return "\n".join(lines)


def verdict(cases: Sequence[Case]) -> tuple[float | None, str]:
    """Returns how much faster two processes are, or None if that was not measured, and a sentence about it."""
    clocks = {case.name: [clock for clock, _ in case.times] for case in cases}
    if not {ONE, TWO} <= clocks.keys():
        return None, "the gain of two processes was not measured"
    gains = [one / two for one, two in zip(clocks[ONE], clocks[TWO], strict=True)]
    gain, each = median(gains), ", ".join(f"{gain:.2f}" for gain in gains)
    return gain, f"two processes redact {gain:.2f} × as many pictures in a second as one (limit: {LEAST_GAIN}; rounds: {each})"
