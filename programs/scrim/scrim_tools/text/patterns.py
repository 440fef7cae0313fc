# SPDX-License-Identifier: MIT
"""Text patterns: names for card numbers, telephone numbers, keys and so on, and regular expressions.

A regular expression has the prefix "re:". A pattern finds spans of a text. In this text the words of a line are
separated by spaces, and the lines by line feeds.
"""

from __future__ import annotations

import difflib
import re
from functools import partial

from ..errors import UsageError
from .contacts import emails
from .keys import jwts, private_keys
from .network import ips, macs
from .numbers import GAP, cards, ibans, luhn, mod97
from .phones import phones
from .spans import Pattern, Span, expression
from .tokens import api_keys

__all__ = ["NAMED", "Pattern", "Span", "luhn", "mod97", "pattern"]

#: The named patterns.
NAMED: dict[str, Pattern] = {
    "card": cards,
    "iban": ibans,
    "email": emails,
    "phone": phones,
    "ip": ips,
    "mac": macs,
    "api-key": api_keys,
    "private-key": private_keys,
    "jwt": jwts,
    # For numbers of all kinds. It also finds card numbers in which tesseract misread a digit.
    "digits": expression(re.compile(rf"\d(?:{GAP}?\d){{5,}}")),
}

#: The prefix of a regular expression. Without it, a mistyped name would be an expression that finds nothing.
_OWN = "re:"


def pattern(text: str, language: str = "") -> Pattern:
    """Returns the pattern for a name, or for a regular expression after "re:".

    In texts of some languages, as tesseract names them, more telephone numbers are found. Raises UsageError for any
    other word.
    """
    if text == "phone":
        return partial(phones, language=language)
    if text in NAMED:
        return NAMED[text]
    if not text.startswith(_OWN):
        near = difflib.get_close_matches(text.lower(), NAMED, 1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        names = ", ".join(NAMED)
        raise UsageError(
            f"unknown pattern {text!r}{meant}",
            f"the patterns are {names}; a regular expression is written {_OWN + text!r}",
        )
    own = text.removeprefix(_OWN)
    if not own:
        raise UsageError(f"the regular expression after {_OWN!r} is missing", f"write {_OWN}[A-Z]+, for example")
    try:
        return expression(re.compile(own, re.MULTILINE))
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"invalid regular expression {own[:80]!r}: {error}") from None
