# SPDX-License-Identifier: MIT
"""The command `scrim batch`, which redacts many pictures and videos by rules."""

from __future__ import annotations

import argparse
import os
import unicodedata
from collections import defaultdict
from collections.abc import Generator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import Exit, UsageError, add_json_option, printable, say, tell, warn
from .batch_rules import Rules, load_rules
from .batch_processes import run_in_processes
from .batch_run import Journal, Summary, run_here, run_on_dask
from .batch_source import Item, items_of, root_of
from .batch_work import Job, done_before, take_away
from .option_types import whole_number
from .progress_bar import ProgressBar

_DESCRIPTION = """\
Redacts pictures and videos by rules, on all processors of this machine or on the workers of a Dask cluster. Each output
has the path of its source, below DEST. A file that is damaged, or that no rule matches, is reported and never copied. A
second run continues after an interruption, and repeats files whose source, rule or file of regions has changed."""

_EPILOG = """\
SOURCE is a folder, a text file with one path per line, or a Parquet file with a column of paths.

examples:
  scrim batch screenshots safe --rules rules.json
  scrim batch corpus.parquet /mnt/shared/safe --rules rules.json --scheduler tcp://10.0.0.5:8786
  scrim batch videos safe --rules rules.json --workers 2 --json"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "batch",
        help="redact many pictures and videos",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("source", metavar="SOURCE", help="the files to redact")
    parser.add_argument("destination", metavar="DEST", help="the folder for the outputs; it is created if it does not exist")
    parser.add_argument("--rules", required=True, metavar="FILE", help="a JSON file that says what to cover in which files")
    parser.add_argument("--column", default="path", metavar="NAME", help="the column of a Parquet file with the paths (default: path)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="use this Dask scheduler; its workers must see the same files")
    where.add_argument(
        "--workers",
        type=whole_number(0, 1024),
        metavar="N",
        help="use N processes of this machine (default: one per processor); 0 means this process alone",
    )
    add_json_option(parser)


def run(args: argparse.Namespace) -> int:
    source, destination = Path(args.source), Path(os.path.abspath(args.destination))
    rules = load_rules(args.rules)
    source.stat()  # raises an error if it does not exist
    if destination.exists() and not destination.is_dir():
        raise UsageError(f"{args.destination}: DEST must be a folder, but this is a file", "choose another folder")
    root = Path(os.path.abspath(root_of(source)))
    if root == destination or destination in root.parents:
        raise UsageError(f"{args.destination}: DEST must not contain the sources", "choose another folder")
    items = items_of(source, destination, args.column)
    _check_sources(items, rules, destination)
    summary = Summary()
    with (
        Journal(destination) as journal,
        ProgressBar("files", len(items), show=not args.json) as bar,
        # The workers end before the journal is closed, also after an interruption.
        closing(_results(args, items, rules, root, journal)) as results,
    ):
        for result in results:
            summary.add(result)
            journal.add(result)
            bar.update(summary.files)
    _tell(args, summary, journal)
    return summary.exit()


def _check_sources(items: list[Item], rules: Rules, destination: Path) -> None:
    """Raises UsageError if DEST contains a file that is read. An output could replace it before or after that."""
    whole = Path(os.path.realpath(destination))

    @cache
    def is_destination(folder: Path) -> bool:
        # A folder has a second name if it is mounted twice, or if its file system ignores case.
        return folder == whole or (os.path.exists(folder) and os.path.exists(whole) and os.path.samefile(folder, whole))

    for item in items:
        real = Path(os.path.realpath(item.source))
        if not any(map(is_destination, real.parents)) or real.is_dir():
            continue
        rule = rules.rule_for(item.path)
        if rule is not None and not rule.skips:
            leads = "" if str(real) == item.source else f", to which {item.source} leads"
            raise UsageError(
                f"{destination}: DEST must not contain the sources, but contains {real}{leads}",
                f'choose another folder, or add the rule {{"files": "/{item.path}", "skip": true}}',
            )


def _results(
    args: argparse.Namespace, items: list[Item], rules: Rules, root: Path, journal: Journal
) -> Generator[dict[str, Any], None, None]:
    jobs: list[Job] = []
    alike = defaultdict[str, list[str]](list)
    for item in items:
        alike[_without_case(item.path)].append(item.path)
    for item in items:
        rule = rules.rule_for(item.path)
        if (rule is None or rule.skips) and os.path.exists(item.source):
            take_away(journal.destination, item.path)
        if os.path.isdir(item.source) and not (rule is not None and rule.skips):
            hint = f'run a batch on that folder, or add the rule {{"files": "/{item.path}", "skip": true}}'
            error = "this is a folder, or a link to one, and links to folders are not followed"
            yield {"path": item.path, "status": "failed", "error": error, "hint": hint}
        elif rule is None:
            hint = f'the rule {{"files": "*{Path(item.path).suffix}", "skip": true}} skips such files'
            yield {"path": item.path, "status": "unmatched", "error": "no rule matches this file", "hint": hint}
        elif rule.skips:
            yield {"path": item.path, "status": "skipped"}
        else:
            others = tuple(path for path in alike[_without_case(item.path)] if path != item.path)
            job = Job(item.path, item.source, str(root), str(journal.destination), rule.said, journal.run, others)
            kept = done_before(job)
            if kept is None:
                jobs.append(job)
            else:
                yield kept
    workers = len(os.sched_getaffinity(0)) if args.workers is None else args.workers
    if args.scheduler is not None and jobs:
        yield from run_on_dask(jobs, args.scheduler)
    elif workers:
        yield from run_in_processes(jobs, workers)
    else:
        yield from run_here(jobs)


def _without_case(path: str) -> str:
    """Returns a key that paths share if a file system may treat them as the same."""
    return unicodedata.normalize("NFC", path.casefold())


def _tell(args: argparse.Namespace, summary: Summary, journal: Journal) -> None:
    for warning, count in summary.warnings.items():
        warn(args, f"{warning} ({count} files)" if count > 1 else warning)
    if not args.json:
        for failure in summary.failures:
            say(printable(f"scrim batch: {failure['path']}: {failure['error']}"))
            if failure["hint"]:
                say(printable(f"  {failure['hint']}"))
    result = summary.as_dict()
    text = (
        f"{result['files']} files in {result['seconds']:.1f} s: {summary.done} done ({result['files_per_second']:g}/s),"
        f" {summary.kept} done before, {summary.skipped} skipped, {summary.failed} failed, {summary.unmatched} without"
        f" a rule\n{summary.pixels} pixel{'s' * (summary.pixels != 1)} covered\njournal: {journal.path}"
    )
    tell(args, {"ok": summary.exit() == Exit.DONE, **result, "journal": str(journal.path)}, text)
