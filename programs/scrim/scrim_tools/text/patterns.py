# SPDX-License-Identifier: MIT
"""Text patterns: names for card numbers, IBANs, e-mail addresses and telephone numbers, and regular expressions.

A regular expression has the prefix "re:". A pattern finds spans of a text. In this text the words of a line are
separated by spaces, and the lines by line feeds.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..errors import UsageError

Span: TypeAlias = tuple[int, int]
Pattern: TypeAlias = Callable[[str], Iterator[Span]]

#: Separates the groups of a number.
_GAP = r"[ \n.\-\u2010-\u2015\u00b7]"
_DIGITS = re.compile(rf"(?<!\d)\d(?:{_GAP}{{0,2}}\d){{11,}}(?!\d)")
_CARD = range(12, 20)

#: The length of an IBAN by country, from SWIFT's IBAN Registry, release 98 (2024).
_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in {
        "15": "NO", "16": "BE", "18": "DK FI FO GL NL SD FK", "19": "MK SI",
        "20": "AT BA EE KZ LT LU MN XK", "21": "CH CR HR LI LV", "22": "BG BH DE GB GE IE ME RS VA",
        "23": "AE GI IL IQ OM SO TL", "24": "AD CZ ES MD PK RO SA SE SK TN VG", "25": "LY PT ST",
        "26": "IS TR", "27": "BI DJ FR GR IT MC MR SM", "28": "AL AZ BY CY DO GT HN HU LB NI PL SV",
        "29": "BR EG PS QA UA", "30": "JO KW MU YE", "31": "MT SC", "32": "LC", "33": "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[ \n]?\d{2}(?:[ \n\-]?[A-Z0-9]){11,30}")
_EMAIL = re.compile(r"[\w.%+\-]+\s?@\s?[\w\-]+(?:\.[\w\-]+)+")
_PHONE = re.compile(
    r"(?<![\w+])(?:"
    r"(?:\+|00)[1-9](?:[ \n\-./()\u2010-\u2015]{0,2}\d){6,14}"  # with a country code
    r"|\(0?\d{1,5}\)(?:[ \n\-/]?\d){4,11}"  # an area code in parentheses
    r"|0\d(?:[ \n\-/\u2010-\u2015]?\d){5,12}|0\d(?:\.\d\d){4}"  # with a trunk prefix
    r"|\d{3}[ .\-]\d{3}[ .\-]\d{4}"  # North America
    r")(?!\d)"
)
_DATE = re.compile(r"\d{1,2}[./\-]\d{1,2}[./\-](?:\d\d){1,2}|\d{4}[./\-]\d\d[./\-]\d\d")


def luhn(digits: str) -> bool:
    """Whether the check digit of ISO/IEC 7812-1 is correct."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def mod97(iban: str) -> bool:
    """Whether the check digits of ISO 13616 are correct."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def _cards(text: str) -> Iterator[Span]:
    """Finds sequences of digit groups, 12 to 19 digits together, whose check digit is correct.

    A sequence is found even if it overlaps another one. Digits next to a card number form a correct number with part of
    it by chance in one case of ten, and must not hide the real one.
    """
    for run in _DIGITS.finditer(text):
        groups = [(match.start() + run.start(), match.end() + run.start()) for match in re.finditer(r"\d+", run[0])]
        covered = 0
        for first in range(len(groups)):
            # The longest first, because a sequence inside another one needs no separate box.
            for last in range(len(groups) - 1, first - 1, -1):
                digits = re.sub(r"\D", "", text[groups[first][0] : groups[last][1]])
                if groups[last][1] <= covered:
                    break
                if len(digits) in _CARD and luhn(digits) and len(set(digits)) > 1:
                    covered = groups[last][1]
                    yield groups[first][0], covered
                    break


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        places = [index for index in range(match.start(), match.end()) if text[index].isalnum()]
        characters = "".join(text[index] for index in places)
        length = _IBAN_LENGTHS.get(characters[:2])
        # For a country that is not in the table, the longest correct one counts.
        for count in [length] if length else range(min(34, len(characters)), 14, -1):
            if count <= len(characters) and mod97(characters[:count]):
                yield match.start(), places[count - 1] + 1
                break


def _phones(text: str) -> Iterator[Span]:
    for match in _PHONE.finditer(text):
        if not _DATE.fullmatch(match[0]):
            yield match.span()


def _expression(expression: re.Pattern[str]) -> Pattern:
    def find(text: str) -> Iterator[Span]:
        # An empty match has no text to cover.
        return (match.span() for match in expression.finditer(text) if match.end() > match.start())

    return find


#: The named patterns.
NAMED: dict[str, Pattern] = {
    "card": _cards,
    "iban": _ibans,
    "email": _expression(_EMAIL),
    "phone": _phones,
    # For numbers of all kinds. It also finds card numbers in which tesseract misread a digit.
    "digits": _expression(re.compile(rf"\d(?:{_GAP}?\d){{5,}}")),
}


#: The prefix of a regular expression. Without it, a mistyped name would be an expression that finds nothing.
_OWN = "re:"


def pattern(text: str) -> Pattern:
    """Returns the pattern for a name, or for a regular expression after "re:". Raises UsageError for any other word."""
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
        return _expression(re.compile(own))
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"invalid regular expression {own[:80]!r}: {error}") from None
