# SPDX-License-Identifier: MIT
"""The command line of benchmarks/attack."""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import os
import sys
import time
from functools import partial
from pathlib import Path

from machine import processor

from . import geometry, report
from .run import FULL, QUICK, Row, Size, attack, original
from .styles import STYLES, Style

PROCESSES = 2


def parse(arguments: list[str]) -> argparse.Namespace:
    names = [style.name for style in STYLES]
    parser = argparse.ArgumentParser(prog="benchmarks/attack", description="Reads digits back from redacted pictures.")
    parser.add_argument("--only", metavar="STYLE[,STYLE…]", help="only these, of: " + ", ".join(names))
    parser.add_argument("--json", metavar="FILE|-", help="write JSON; -: to standard output")
    parser.add_argument("--markdown", action="store_true", help="print the table as docs/explanation/attacks.md has it")
    parser.add_argument("--quick", action="store_true", help="few digits and no videos: to see that it works")
    options = parser.parse_args(arguments)
    chosen = options.only.split(",") if options.only is not None else names
    unknown = [name for name in chosen if name not in names]
    if unknown:
        parser.error(f"no style {', '.join(map(repr, unknown))}; there are: {', '.join(names)}")
    options.styles = [style for style in STYLES if style.name in chosen]
    return options


def boxes() -> list[Row]:
    """The geometry attack, tight and snapped."""
    return [
        Row(name, "geometry", "white", None, 0, geometry.candidates_left(size_multiple))
        for name, size_multiple in (("tight", 0), (f"snapped to {geometry.SNAP} px", geometry.SNAP))
    ]


def attacked(styles: list[Style], size: Size) -> list[Row]:
    """The rows of all styles, the slow ones begun first."""
    order = sorted(styles, key=lambda style: not style.irreversible)
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        done = pool.map(partial(attack, size=size), order, chunksize=1)
    rows = dict(zip((style.name for style in order), done, strict=True))
    return [row for style in styles for row in rows[style.name]]


def write_json(rows: list[Row], target: str) -> None:
    found = {"ok": all(row.ok for row in rows), "rows": [row.as_json() for row in rows]}
    written = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    if target == "-":
        sys.stdout.write(written)
    else:
        Path(target).write_text(written, encoding="utf-8")


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    library = Path(os.environ.get("SCRIM_LIBRARY", ""))
    if not library.is_file():
        print(f"{library} is not there: run script/build first.", file=sys.stderr)
        return 2
    start = time.monotonic()
    size = QUICK if options.quick else FULL
    rows = original(size) + attacked(options.styles, size) + boxes()
    out = sys.stderr if options.json == "-" else sys.stdout
    print(report.markdown(rows) if options.markdown else report.text(rows), file=out)
    missed = [row for row in rows if not row.ok]
    for row in missed:
        wanted = f"at least {row.least}" if row.least is not None and row.value < row.least else f"at most {row.most}"
        print(f"MISSED: {row.style}, {row.attack}, JPEG {row.quality}: {row.value:.3f}, not {wanted}", file=out)
    print(
        f"\n{datetime.datetime.now(datetime.UTC):%Y-%m-%d}, {processor()}, {PROCESSES} processes, "
        f"{time.monotonic() - start:.0f} s; {len(rows)} figures, {len(missed)} out of bounds",
        file=out,
    )
    if options.json is not None:
        write_json(rows, options.json)
    return 1 if missed else 0
