# SPDX-License-Identifier: MIT
"""scrim batch: covers many pictures and videos, by rules."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

from .batch_rules import Rules, load_rules
from .batch_run import Journal, Summary, run_here, run_on_dask
from .batch_source import Item, items_of, root_of
from .batch_work import Job, done_before, take_away
from .errors import UsageError, add_json_option, tell, warn
from .progress_bar import ProgressBar

_DESCRIPTION = """\
Covers pictures and videos by rules, on all processors of this machine or on the workers of a Dask cluster. Outputs have
the paths of their sources, below DEST. A file that is broken, or that no rule is for, is reported and never copied. Run
again after an interruption it goes on; sources, rules and files of regions that have changed since are done anew."""

_EPILOG = """\
SOURCE is a folder, a text file with a path on each line, or a Parquet file with a column of paths.

examples:
  scrim batch screenshots safe --rules rules.json
  scrim batch corpus.parquet /mnt/shared/safe --rules rules.json --scheduler tcp://10.0.0.5:8786
  scrim batch videos safe --rules rules.json --workers 2 --json"""


def _count(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 1024:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 1024 is needed, not {text}")
    return value


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "batch",
        help="cover many pictures and videos",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("source", metavar="SOURCE", help="what to cover")
    parser.add_argument("destination", metavar="DEST", help="a folder for the outputs; it is made if need be")
    parser.add_argument("--rules", required=True, metavar="FILE", help="a JSON file: which regions are for which files")
    parser.add_argument("--column", default="path", metavar="NAME", help="of a Parquet file (default: path)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, whose workers see the same files")
    where.add_argument(
        "--workers",
        type=_count,
        metavar="N",
        help="processes on this machine (default: one a processor); 0: this one alone",
    )
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    source, destination = Path(args.source), Path(os.path.abspath(args.destination))
    rules = load_rules(args.rules)
    source.stat()  # tells that it is not there
    root = Path(os.path.abspath(root_of(source)))
    if root == destination or destination in root.parents:
        raise UsageError(f"{destination} holds the sources", "choose a folder beside or below them")
    items = items_of(source, destination, args.column)
    summary = Summary()
    with (
        Journal(destination) as journal,
        ProgressBar("files", len(items), show=not args.json) as bar,
        # Workers end before the journal does, an interruption too.
        closing(_results(args, items, rules, root, journal)) as results,
    ):
        for result in results:
            summary.add(result)
            journal.add(result)
            bar.update(summary.files)
    _tell(args, summary, journal)
    return summary.exit()


def _results(
    args: argparse.Namespace, items: list[Item], rules: Rules, root: Path, journal: Journal
) -> Generator[dict[str, Any], None, None]:
    jobs: list[Job] = []
    for item in items:
        rule = rules.rule_for(item.path)
        if (rule is None or rule.skips) and os.path.exists(item.source):
            take_away(journal.destination, item.path)
        if os.path.isdir(item.source) and not (rule is not None and rule.skips):
            hint = f'make a batch of what it leads to, or leave it out: {{"files": "/{item.path}", "skip": true}}'
            error = "it is a folder, or a link to one, which is not followed"
            yield {"path": item.path, "status": "failed", "error": error, "hint": hint}
        elif rule is None:
            hint = f'a rule {{"files": "*{Path(item.path).suffix}", "skip": true}} leaves them out'
            yield {"path": item.path, "status": "unmatched", "error": "no rule is for it", "hint": hint}
        elif rule.skips:
            yield {"path": item.path, "status": "skipped"}
        else:
            job = Job(item.path, item.source, str(root), str(journal.destination), rule.said, journal.run)
            kept = done_before(job)
            if kept is None:
                jobs.append(job)
            else:
                yield kept
    workers = (os.cpu_count() or 1) if args.workers is None else args.workers
    if not jobs or (args.scheduler is None and workers == 0):
        yield from run_here(jobs)
    else:
        yield from run_on_dask(jobs, args.scheduler, min(workers, len(jobs)))


def _tell(args: argparse.Namespace, summary: Summary, journal: Journal) -> None:
    for warning, count in summary.warnings.items():
        warn(args, f"{warning} ({count} files)" if count > 1 else warning)
    if not args.json:
        for failure in summary.failures:
            print(_printable(f"scrim batch: {failure['path']}: {failure['error']}"), file=sys.stderr)
            if failure["hint"]:
                print(_printable(f"  {failure['hint']}"), file=sys.stderr)
    result = summary.as_dict()
    text = (
        f"{result['files']} files in {result['seconds']:.1f} s: {summary.done} done ({result['files_per_second']:g}/s),"
        f" {summary.kept} done before, {summary.skipped} skipped, {summary.failed} failed, {summary.unmatched} without"
        f" a rule; {summary.pixels} pixels are covered; journal: {journal.path}"
    )
    tell(args, {**result, "journal": str(journal.path)}, text)


def _printable(text: str) -> str:
    """A text with the names of strangers in it: none may steer the terminal, or look like a line of ours."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)
