# SPDX-License-Identifier: MIT
"""The command line of benchmarks/compare: chooses cases, runs them on one CPU, and prints what they found.

A case is a file cases/NAME.py with a function run(measure) that returns a list of Row.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from machine import caption, describe
from measure import Measure, Row

ATTEMPTS = 3
#: Cases that a name in --only brings with it: solid covers are redaction too.
WITH = {"redact": ["fill"]}
Case = Callable[[Measure], list[Row]]


def load(path: Path) -> Case:
    spec = importlib.util.spec_from_file_location(f"case_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.run


def attempt(run: Case, measure: Measure, log: list[str], name: str) -> list[Row]:
    """Runs a case; where it misses a limit, up to three times, for the machine may be busy with something else."""
    for number in range(1, ATTEMPTS + 1):
        rows = run(measure)
        missed = [row for row in rows if not row.ok]
        if not missed:
            if number > 1:
                log.append(f"{name}: the limits are met by attempt {number} of {ATTEMPTS}")
            return rows
        found = ", ".join(told(row) for row in missed)
        log.append(f"{name}: attempt {number} of {ATTEMPTS} misses {found}")
        if all(row.value is None for row in missed):
            break
    return rows


def told(row: Row) -> str:
    return f"{row.case} (not there)" if row.value is None else f"{row.case} {row.value:g} > {row.limit:g}"


def table(rows: list[Row]) -> str:
    lines = [("", "case", "value", "limit", "unit", "")]
    for row in rows:
        limit = "" if row.limit is None else f"{row.limit:g}"
        value = "-" if row.value is None else f"{row.value:.3f}"
        lines.append(("ok" if row.ok else "MISSED", row.case, value, limit, row.unit, row.note))
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    right = (False, False, True, True, False, False)
    return "\n".join(
        "  ".join(
            text.rjust(width) if flush else text.ljust(width)
            for text, width, flush in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in lines
    )


def parse(arguments: list[str], names: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/compare", description="Measures Scrim beside its peers.")
    parser.add_argument("--only", metavar="NAME[,NAME…]", help="only these cases, of: " + ", ".join(names))
    parser.add_argument("--json", metavar="FILE|-", help="write JSON; -: to standard output")
    parser.add_argument("--plot", metavar="FILE", help="also draw redaction's curves beside its peers': PNG or SVG")
    parser.add_argument("--repetitions", metavar="N", type=int, default=Measure.repetitions, help="default %(default)s")
    options = parser.parse_args(arguments)
    options.chosen = options.only.split(",") if options.only is not None else names
    unknown = [name for name in options.chosen if name not in names]
    if unknown:
        parser.error(f"no case {', '.join(map(repr, unknown))}; there are: {', '.join(names)}")
    if options.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    brought = [each for name in options.chosen for each in (*WITH.get(name, ()), name) if each in names]
    options.chosen = list(dict.fromkeys(brought))
    return options


def write_json(rows: list[Row], target: str) -> None:
    """Writes the figures that are held to a limit; those for information stand in the table alone."""
    text = json.dumps([row.as_json() for row in rows if row.limit is not None], indent=2, ensure_ascii=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")


def plot_to(path: str, measure: Measure) -> None:
    import peers
    import plot  # loads matplotlib, which the figures do without

    peers.note_versions(measure)
    plot.draw(path, caption(measure))


def main(arguments: list[str], root: Path, cases: Path | None = None) -> int:
    paths = {path.stem: path for path in sorted((cases or root / "benchmarks/cases").glob("*.py"))}
    options = parse(arguments, list(paths))
    out = sys.stderr if options.json == "-" else sys.stdout

    library = Path(os.environ.setdefault("SCRIM_LIBRARY", str(root / "build/libscrim.so")))
    if not library.exists():
        print(f"{library} is not there: run script/build first.", file=sys.stderr)
        return 2

    os.sched_setaffinity(0, [max(os.sched_getaffinity(0))])
    rows: list[Row] = []
    log: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        measure = Measure(library.resolve(), Path(folder), options.repetitions)
        for name in options.chosen:
            rows += attempt(load(paths[name]), measure, log, name)
        if options.plot is not None:
            plot_to(options.plot, measure)
    print(describe(measure), file=out)
    print(f"\n{table(rows)}\n", file=out)
    for line in log:
        print(line, file=out)
    if options.json is not None:
        write_json(rows, options.json)
    missed = sum(not row.ok for row in rows)
    print(f"{len(rows)} figures, {missed} beyond their limit", file=out)
    return 1 if missed else 0
