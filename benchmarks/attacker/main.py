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
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from machine import processor

from . import around, border, filters, geometry, report
from .around import Around
from .border import Border
from .run import FULL, QUICK, Row, Size, attack, original
from .filters import FILTERS
from .sources import SOURCES, Source
from .styles import STYLES, Style

PROCESSES = 2
BORDER = 1  # times that the border is measured with each source on each ground


PARTS = {
    "styles": "what is read inside of boxes",
    "sources": "what is read around boxes",
    "filters": "what is read under filters of ffmpeg and GStreamer, Scrim's plugins among them; not measured without this option",
    "border": "how reliably crossed borders are reported, and what growth does; not measured without this option",
}


def parse(arguments: list[str]) -> argparse.Namespace:
    names = [each.name for each in (*STYLES, *FILTERS, *SOURCES)]
    parser = argparse.ArgumentParser(prog="benchmarks/attack", description="Reads digits back from redacted pictures.")
    parser.add_argument("--only", metavar="NAME[,NAME…]", help="only these styles, filters and sources, of: " + ", ".join(names))
    what = "; ".join(f"{part}: {purpose}" for part, purpose in PARTS.items())
    parser.add_argument("--part", choices=PARTS, help=f"only this. {what}")
    parser.add_argument("--json", metavar="FILE|-", help="write JSON; -: to standard output")
    parser.add_argument("--markdown", action="store_true", help="print the tables as docs/explanation/attacks.md has them")
    parser.add_argument("--processes", type=int, default=PROCESSES, metavar="N", help="how many at a time (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="few digits and no videos: to see that it works")
    options = parser.parse_args(arguments)
    chosen = names if options.only is None else options.only.split(",")
    unknown = [name for name in chosen if name not in names]
    if unknown:
        parser.error(f"no style, filter or source {', '.join(map(repr, unknown))}; there are: {', '.join(names)}")
    options.styles = [style for style in STYLES if style.name in chosen]
    options.sources = [source for source in SOURCES if source.name in chosen]
    if options.quick and options.only is None:
        options.sources = [source for source in SOURCES if source.name in around.QUICK_SOURCES]
    if options.part == "styles":
        options.sources = []
    if options.part in ("sources", "border"):
        options.styles = []
    if options.part == "filters":
        options.styles, options.sources = [each for each in FILTERS if each.name in chosen], []
    if options.part == "border":
        options.processes = 1
        options.sources = options.sources if options.only else list(SOURCES)
    return options


@dataclass
class Found:
    """All that one run has found out."""

    rows: list[Row] = field(default_factory=list)
    around: list[Around] = field(default_factory=list)
    border: Border | None = None

    def missed(self) -> list[str]:
        """What is out of bounds, one line each."""
        lines = []
        for row in self.rows:
            if not row.ok:
                low = row.least is not None and row.value < row.least
                wanted = f"at least {row.least}" if low else f"at most {row.most}"
                lines.append(f"{row.style}, {row.attack}, JPEG {row.quality}: {row.value:.3f}, not {wanted}")
        for source in self.around:
            if not source.ok:
                kept = "nothing" if source.with_margin is None else f"{source.with_margin:.3f}"
                lines.append(
                    f"{source.source}: {source.default:.3f} by default and {kept} with the margin, "
                    f"not more and at most {around.LIMIT}"
                )
        if self.border is not None and not self.border.ok:
            lines.append(f"border: {self.border.as_json()}")
        return lines

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "ok": not self.missed(),
            "rows": [row.as_json() for row in self.rows],
            "around": [row.as_json() for row in self.around],
        }
        return found if self.border is None else {**found, "border": self.border.as_json()}


def boxes() -> list[Row]:
    """The geometry attack, tight and snapped."""
    return [
        Row(name, "geometry", "white", None, 0, geometry.candidates_left(size_multiple))
        for name, size_multiple in (("tight", 0), (f"snapped to {geometry.SNAP} px", geometry.SNAP))
    ]


def mapped(call: Callable[[Any], Any], items: Iterable[Any], processes: int) -> list[Any]:
    """The results of a call on each item, computed by some processes."""
    if processes == 1:
        return [call(item) for item in items]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        return pool.map(call, items, chunksize=1)


def attacked(styles: list[Style], size: Size, processes: int) -> list[Row]:
    """The rows of all styles, the slow ones begun first."""
    order = sorted(styles, key=lambda style: not style.irreversible)
    done = mapped(partial(attack, size=size), order, processes)
    rows = dict(zip((style.name for style in order), done, strict=True))
    return [row for style in styles for row in rows[style.name]]


def surrounded(sources: list[Source], size: around.Size, processes: int) -> list[Around]:
    """The rows of all sources, the slow ones, which come last, begun first."""
    done: list[Around] = mapped(partial(around.attack, size=size), sources[::-1], processes)
    return done[::-1]


def run(options: argparse.Namespace) -> Found:
    if options.part == "border":
        each, count = (1, 120) if options.quick else (BORDER, 400)
        return Found(border=border.measure(options.sources, each, count))
    found = Found()
    if options.part == "filters":
        size = filters.QUICK if options.quick else filters.FULL
        found.rows = attacked(options.styles, size, options.processes)
    elif options.styles:
        size = QUICK if options.quick else FULL
        found.rows = original(size) + attacked(options.styles, size, options.processes) + boxes()
    if options.sources:
        found.around = surrounded(options.sources, around.QUICK if options.quick else around.FULL, options.processes)
    return found


def show(found: Found, as_markdown: bool, out: TextIO) -> None:
    if found.rows:
        print(report.markdown(found.rows) if as_markdown else report.text(found.rows), file=out)
    tables = [report.around_lines(found.around)] if found.around else []
    if found.border is not None:
        tables += [report.reported_lines(found.border), report.grown_lines(found.border)]
    for table in tables:
        print("\n" + (report.marked if as_markdown else report.plain)(table), file=out)


def write_json(found: Found, target: str) -> None:
    written = json.dumps(found.as_json(), indent=2, ensure_ascii=False) + "\n"
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
    found = run(options)
    out = sys.stderr if options.json == "-" else sys.stdout
    show(found, options.markdown, out)
    missed = found.missed()
    for line in missed:
        print(f"MISSED: {line}", file=out)
    figures = f"{len(found.rows) + len(found.around)} figures"
    if found.border is not None:
        figures = f"{found.border.settings} settings, {found.border.leaky_settings} of them leaky when snug"
    print(
        f"\n{datetime.datetime.now(datetime.UTC):%Y-%m-%d}, {processor()}, {options.processes} processes, "
        f"{time.monotonic() - start:.0f} s; {figures}, {len(missed)} out of bounds",
        file=out,
    )
    if options.json is not None:
        write_json(found, options.json)
    return 1 if missed else 0
