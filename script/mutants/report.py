# SPDX-License-Identifier: MIT
"""Counts what the tests noticed, by folder, and lists what they did not."""

from __future__ import annotations

import datetime
import platform
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from .judge import Verdict
from .sample import Mutant

PAGE, REASONS = "docs/contributing/testing.md", "Tests/mutants/survivors.txt"
BEGIN, END = "<!-- written by script/mutate -->\n", "<!-- end of what script/mutate writes -->\n"
# Changes of the first two classes cannot make a test fail, so they do not count.
CLASSES = ("equivalent", "speed", "accepted")


def read_reasons(root: Path) -> dict[str, tuple[str, str]]:
    """The class and the reason of each change that may survive, by its name. A line `[class] reason` holds for the names below it."""
    reasons: dict[str, tuple[str, str]] = {}
    path = root / REASONS
    current = ("", "")
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        heading = re.fullmatch(r"\[(\w+)\] (.+)", line)
        if heading:
            current = heading[1], heading[2]
            if current[0] not in CLASSES:
                raise SystemExit(f"{path}:{number}: the class must be one of {', '.join(CLASSES)}")
        elif line and not line.startswith("#"):
            reasons[line] = current
    return reasons


def describe_processor() -> str:
    """The processor's name as Linux knows it."""
    match = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return match[1] if match else platform.machine()


def make_table(mutants: Iterable[Mutant], verdicts: Mapping[str, Verdict], reasons: Mapping[str, tuple[str, str]]) -> list[str]:
    """The rows of the table: a folder each, and all."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        verdict = verdicts.get(mutant.name)
        if verdict is None:
            continue
        which = "noticed" if verdict.test else reasons.get(mutant.name, ("open", ""))[0]
        for folder in (mutant.folder, ""):
            counts[folder]["tried"] += 1
            counts[folder][which] += 1
            if which == "noticed" and verdict.asked == "python":
                counts[folder]["python"] += 1
    rows = [
        "| Folder | Changes | Noticed by C tests | by Python tests only | Without effect on results | Survived | Score |",
        "|---|---|---|---|---|---|---|",
    ]
    for folder, count in sorted(counts.items(), key=lambda one: one[0] or "~"):
        without = count["equivalent"] + count["speed"]
        able = count["tried"] - without
        title = f"`Scrim/{folder}`" if folder else "**all**"
        rows.append(
            f"| {title} | {count['tried']:,} | {count['noticed'] - count['python']:,} | {count['python']:,} | {without:,} |"
            f" {able - count['noticed']:,} | {100 * count['noticed'] / max(able, 1):.1f} % |"
        )
    return rows


def write_report(
    root: Path, mutants: list[Mutant], refused: int, total: int,
    verdicts: Mapping[str, Verdict], reasons: Mapping[str, tuple[str, str]],
) -> int:  # fmt: skip
    """Writes the table into the page, and prints it with the list of survivors. Returns the number for the shell."""
    rows = make_table(mutants, verdicts, reasons)
    tried = sum(mutant.name in verdicts for mutant in mutants)
    how = Counter(verdict.how.partition(" ")[0] for verdict in verdicts.values() if verdict.test)
    text = (
        f"Measured on {datetime.date.today()} on {describe_processor()}: {tried:,} of {total:,} possible changes. The compiler refused"
        f" {refused} more.\nOf those noticed, {how['failed']:,} made a test fail, {how['signal']:,} ended it by a signal, and {how['time']:,}"
        " exceeded its time limit.\n\n" + "\n".join(rows) + "\n"
    )
    page = root / PAGE
    before, found, rest = page.read_text().partition(BEGIN)
    if found:
        page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.partition(END)[2])
    print(text)
    return list_survivors(mutants, verdicts, reasons)


def list_survivors(
    mutants: list[Mutant], verdicts: Mapping[str, Verdict], reasons: Mapping[str, tuple[str, str]]
) -> int:  # fmt: skip
    """Prints what survived and has no reason, how many were tried, and the reasons that are not needed. Returns the number for the shell."""
    open_ones = [one for one in mutants if one.name in verdicts and not verdicts[one.name].test and one.name not in reasons]
    for mutant in open_ones:
        reached = "" if verdicts[mutant.name].reached else " (makes no difference in any test)"
        print(f"Sources/Scrim/{mutant.path}:{mutant.line}: {mutant.kind}: {mutant.text}: {mutant.change}{reached}")
    stale = sorted(name for name in reasons if name in verdicts and verdicts[name].test)
    for name in stale:
        print(f"has a reason, but a test notices it: {name}")
    tried = [verdicts[one.name] for one in mutants if one.name in verdicts]
    print(f"{len(tried)} changes, {sum(bool(one.test) for one in tried)} noticed, {len(open_ones)} without a reason")
    return int(bool(open_ones or stale))
