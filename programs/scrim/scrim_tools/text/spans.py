# SPDX-License-Identifier: MIT
"""What a pattern is: a function that finds spans of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
Pattern: TypeAlias = Callable[[str], Iterator[Span]]


def expression(own: re.Pattern[str]) -> Pattern:
    """Returns the pattern that finds the matches of a regular expression."""

    def find(text: str) -> Iterator[Span]:
        # An empty match has no text to cover.
        return (match.span() for match in own.finditer(text) if match.end() > match.start())

    return find
