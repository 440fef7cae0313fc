# SPDX-License-Identifier: MIT
"""Types of options for argparse. Their errors say what was expected and what was given."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from ..errors import shown


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Returns a type for whole numbers from `low` to `high`."""

    def read(word: str) -> int:
        value: int | None
        try:
            value = int(word)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high} (got {shown(word)})")
        return value

    return read


def number(low: float, high: float = math.inf) -> Callable[[str], float]:
    """Returns a type for finite numbers from `low` to `high`."""

    def read(word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not (low <= value <= high and math.isfinite(value)):
            wanted = f"{low:g} or greater" if high == math.inf else f"from {low:g} to {high:g}"
            raise argparse.ArgumentTypeError(f"must be a number {wanted} (got {shown(word)})")
        return value

    return read
