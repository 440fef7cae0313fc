# SPDX-License-Identifier: MIT
"""The traps in the built library: every place where the compiler ends the process instead of going on.

A trap that input can reach kills the host, so each is counted by the function it stands in and its reason, and the counts may
only shrink. The committed table is traps.txt; script/traps shows and updates it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("traps.txt")
HEADING = """\
# SPDX-License-Identifier: MIT
# Traps in libscrim.so as CMake builds it for x86-64: how many, why, and in which function. Counts may only shrink.
# Written by script/traps --update; script/traps --list names each line of source.
"""

TRAP = re.compile(r"^\s*([0-9a-f]+):\s+(?:ud2|brk)\b", re.MULTILINE)
REASON = "Swift runtime failure: "
OURS = re.compile(r"\$[es](?:5Scrim|8ScrimABI)")  # a mangled name of one of our two modules


class Kind(NamedTuple):
    function: str
    reason: str


class Trap(NamedTuple):
    kind: Kind
    address: str
    chain: list[str]
    """The functions around the trap, from the innermost inlined one outwards, each with its place in the source."""


def tool(name: str) -> Path:
    """A tool of the Swift toolchain: Debian's own may not read its debug information."""
    info = json.loads(run("swiftc", "-print-target-info"))
    return Path(info["paths"]["runtimeResourcePath"]).parents[1] / "bin" / name


def run(*command: str | Path, text: str | None = None) -> str:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def find_traps(library: Path) -> list[Trap]:
    addresses = TRAP.findall(run(tool("llvm-objdump"), "--disassemble", "--no-show-raw-insn", library))
    if not addresses:
        return []
    lines = run(
        *(tool("llvm-symbolizer"), "--inlines", "--output-style=JSON", f"--obj={library}"),
        text="".join(f"0x{address}\n" for address in addresses),
    )
    readable = run(tool("swift-demangle"), "--simplified", text=lines).splitlines()
    pairs = zip(map(json.loads, lines.splitlines()), map(json.loads, readable), strict=True)
    return [describe(mangled["Symbol"], demangled["Symbol"], mangled["Address"]) for mangled, demangled in pairs]


def describe(mangled: list[dict], demangled: list[dict], address: str) -> Trap:
    reason = "no reason recorded"
    if mangled[0]["FunctionName"].startswith(REASON):
        reason = mangled[0]["FunctionName"].removeprefix(REASON)
        mangled, demangled = mangled[1:], demangled[1:]
    ours = (i for i, frame in enumerate(mangled) if is_ours(frame))
    function = demangled[next(ours, -1)]["FunctionName"]
    chain = [f"{frame['FunctionName']} at {frame['FileName']}:{frame['Line']}" for frame in demangled]
    return Trap(Kind(function, reason), address, chain)


def is_ours(frame: dict) -> bool:
    return bool(OURS.match(frame["FunctionName"])) or "Sources/Scrim" in frame["FileName"]


def count(traps: list[Trap]) -> Counter[Kind]:
    return Counter(trap.kind for trap in traps)


def write(counts: Counter[Kind]) -> str:
    rows = (f"{number} | {kind.reason} | {kind.function}\n" for kind, number in sorted(counts.items()))
    return HEADING + "".join(rows)


def read(table: str) -> Counter[Kind]:
    counts: Counter[Kind] = Counter()
    for line in table.splitlines():
        if line and not line.startswith("#"):
            number, reason, function = line.split(" | ", 2)
            counts[Kind(function, reason)] = int(number)
    return counts


def compare(was: Counter[Kind], now: Counter[Kind]) -> tuple[list[str], list[str]]:
    """What grew and what shrank, in words."""
    grown, shrunk = [], []
    for kind in sorted(was | now):
        line = f"{was[kind]} -> {now[kind]} | {kind.reason} | {kind.function}"
        if now[kind] > was[kind]:
            grown.append(line)
        elif now[kind] < was[kind]:
            shrunk.append(line)
    return grown, shrunk


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/traps", description="Compares the library's traps with traps.txt.")
    parser.add_argument("--library", type=Path, default=ROOT / "build/libscrim.so", help="a library with debug information")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--update", action="store_true", help="write traps.txt anew")
    action.add_argument("--list", action="store_true", help="show each trap with the functions around it")
    options = parser.parse_args()

    traps = find_traps(options.library)
    counts = count(traps)
    if options.list:
        for trap in sorted(traps):
            print(f"{trap.address} {trap.kind.reason}", *trap.chain, sep="\n    ")
    elif options.update:
        TABLE.write_text(write(counts))
    else:
        grown, shrunk = compare(read(TABLE.read_text()), counts)
        for title, lines in ("more than in traps.txt", grown), ("fewer; run script/traps --update", shrunk):
            if lines:
                print(f"{title}:", *lines, sep="\n    ")
        if grown:
            return 1
    print(f"{counts.total()} traps of {len(counts)} kinds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
