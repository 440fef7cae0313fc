# SPDX-License-Identifier: MIT
"""The committed table of traps only shrinks."""

import platform
import warnings
from collections import Counter
from pathlib import Path

import pytest

from traps import TABLE, Kind, compare, count, find_traps, read, write

A, B = Kind("f(_:)", "Index out of range"), Kind("g()", "arithmetic overflow")


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the table is for x86-64")
def test_no_trap_is_added(library: Path) -> None:
    traps = find_traps(library)
    assert traps, "the runtime alone has some: the search does not work"
    grown, shrunk = compare(read(TABLE.read_text()), count(traps))
    if shrunk:
        warnings.warn("fewer traps than in the table; run script/traps --update:\n" + "\n".join(shrunk))
    assert grown == []


def test_a_table_is_read_as_it_was_written() -> None:
    counts = Counter({A: 3, B: 1})
    assert read(write(counts)) == counts


@pytest.mark.parametrize(
    ("now", "grown", "shrunk"),
    [({A: 1}, 0, 0), ({A: 2}, 1, 0), ({}, 0, 1), ({A: 1, B: 1}, 1, 0), ({B: 2}, 1, 1)],
)
def test_growth_is_told_from_shrinking(now: dict[Kind, int], grown: int, shrunk: int) -> None:
    result = compare(Counter({A: 1}), Counter(now))
    assert list(map(len, result)) == [grown, shrunk]
