#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes exactly what somebody learns of a PIN who sees where it is touched, but not what the keys show.

Prints the table of docs/explanation/keypad-privacy.md. PINs are uniform over 10 digits, and so are layouts. A fixed pad reveals the PIN.
One layout for an entry reveals only which touches are of the same key: k different keys leave 10 · 9 · … (10 − k + 1) equally likely
PINs. A new layout for each touch reveals nothing.
"""

from fractions import Fraction
from math import floor, log2, log10, perm

DIGITS = 10
GUESSES = 3
LENGTHS = 4, 5, 6, 8


def patterns(length: int) -> list[int]:
    """For each number of different keys, how many patterns of equal touches have it (Stirling numbers of the second kind)."""
    row = [1]
    for _ in range(length):
        row = [(row[k - 1] if k else 0) + k * (row[k] if k < len(row) else 0) for k in range(len(row) + 1)]
    return row


def leaked_bits(length: int) -> float:
    """The entropy of the pattern that one layout for the entry shows."""
    total = DIGITS**length
    shares = [(count, Fraction(perm(DIGITS, keys), total)) for keys, count in enumerate(patterns(length)) if count]
    return -sum(count * float(share) * log2(share) for count, share in shares)


def success(length: int) -> Fraction:
    """The chance to be right within so many guesses, having seen the pattern, at best."""
    total = DIGITS**length
    return sum(
        (count * Fraction(min(GUESSES, perm(DIGITS, keys)), total) for keys, count in enumerate(patterns(length))),
        Fraction(0),
    )


def blind(length: int) -> Fraction:
    """The chance of so many guesses at a PIN of which nothing is known."""
    return Fraction(GUESSES, DIGITS**length)


def percent(chance: Fraction) -> str:
    number = float(chance * 100)
    return f"{number:.{max(0, 1 - floor(log10(number)))}f}".rstrip("0") + " %"


def table() -> str:
    lines = [
        "| digits | bits of the PIN | fixed pad: bits, 3 guesses | one layout an entry | a layout a touch |",
        "|---|---|---|---|---|",
    ]
    for length in LENGTHS:
        bits = length * log2(DIGITS)
        lines.append(
            f"| {length} | {bits:.2f} | {bits:.2f}, 100 % | {leaked_bits(length):.2f}, {percent(success(length))} "
            f"| 0.00, {percent(blind(length))} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
