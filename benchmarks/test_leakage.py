# SPDX-License-Identifier: MIT
"""The table of what touches tell: computed by another way, and held equal to the document."""

from collections import Counter
from itertools import product
from math import log2, perm
from pathlib import Path

import leakage
import pytest

DOCUMENT = Path(__file__).resolve().parent.parent / "docs/explanation/keypad-privacy.md"


def pattern(pin: tuple[int, ...]) -> tuple[int, ...]:
    """What one layout for the entry shows of a PIN: which touch is where which earlier one was."""
    first: dict[int, int] = {}
    return tuple(first.setdefault(digit, len(first)) for digit in pin)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_figures_are_those_of_all_pins(length: int) -> None:
    seen = Counter(map(pattern, product(range(10), repeat=length)))
    total = 10**length
    assert leakage.leaked_bits(length) == pytest.approx(-sum(n / total * log2(n / total) for n in seen.values()))
    assert float(leakage.success(length)) == pytest.approx(sum(min(3, n) for n in seen.values()) / total)
    assert all(n == perm(10, max(shape) + 1) for shape, n in seen.items())


def test_known_figures() -> None:
    assert {n: round(leakage.leaked_bits(n), 2) for n in leakage.LENGTHS} == {4: 2.58, 5: 4.11, 6: 5.92, 8: 10.18}
    assert round(float(leakage.success(4)) * 100, 2) == 0.45
    assert float(leakage.blind(4)) * 100 == pytest.approx(0.03)


def test_the_document_has_the_table() -> None:
    assert leakage.table() in DOCUMENT.read_text()
