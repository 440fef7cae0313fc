# SPDX-License-Identifier: MIT
"""Corrects what tesseract often misreads in small letters, so that the patterns find it.

In letters of 8 pixels, no way of reading may get every digit of a number right, or the character @.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from .boxes import Word
from .contacts import USUAL_TOP
from .numbers import iban_shapes, luhn, mod97

#: The highest line of small letters, in pixels.
SMALL = 12
#: Characters that are read in place of @ between a name and a domain, and the domains in which they are corrected.
_AT = r"(?:[gqQ9©®€&§¢>}\])]|\(?[fﬁ][il1]|ff|\([\w@}]?\)?|[gqdafGPD][>)}])"
_ADDRESS = re.compile(
    rf"(?<![\w.%+\-@/])([\w.%+\-]{{2,}}?[^\W_])({_AT})((?:[a-z][a-z\-]{{2,}}\.){{1,2}}{USUAL_TOP})(?![\w\-@])"
)
#: The end of a domain whose dot was read as a space. Ends that are words of a language are missing.
_TOP = re.compile(r"(?:com|org|net|edu|gov|info|dev)(?![\w\-])")
_CARD = re.compile(r"(?<![\d+])(?:[2-6]\d{3}(?: ?\d{4}){3}|3[47]\d\d ?\d{6} ?\d{5})(?!\d)")
_IBAN = re.compile(r"(?<![^\W_])[A-Z]{2}\d\d[A-Z0-9]{11,30}(?![^\W_])")


def mended(passes: list[list[Word]]) -> list[list[Word]]:
    """Returns the words of each way of reading, and again those in which small letters were corrected.

    The last digit of a card number and the check digits of an IBAN become correct if the ways of reading disagree
    about the number. If they agree, it is another number. What was read stays, for regular expressions.
    """
    lines = [_small(words) for words in passes]
    made = [_mended(words, own, [one for one in lines if one is not own]) for words, own in zip(passes, lines, strict=True)]
    return [*passes, *(words for words, before in zip(made, passes, strict=True) if words != before)]


#: The words of each line.
_Lines = dict[tuple[int, ...], list[Word]]


def _small(words: list[Word]) -> _Lines:
    found: _Lines = defaultdict(list)
    for word in words:
        if word.box.bottom - word.box.top <= SMALL:
            found[word.line].append(word)
    return {line: sorted(row, key=lambda word: word.box.left) for line, row in found.items()}


def _mended(words: list[Word], own: _Lines, others: list[_Lines]) -> list[Word]:
    changed: dict[Word, str] = {}
    for line, row in own.items():
        for index, word in enumerate(row):
            top = _TOP.match(row[index + 1].text) if index + 1 < len(row) and word.text[-1:].isalpha() else None
            text = _ADDRESS.sub(r"\1@\3", f"{word.text}.{top[0]}" if top else word.text)
            if top and "@" in text:
                text = text.removesuffix(top[0])
            elif top:
                text = word.text
            if text != word.text:
                changed[word] = text
        text = " ".join(word.text for word in row)
        starts = [sum(len(word.text) + 1 for word in row[:index]) for index in range(len(row))]
        for start, end, place, right in _wrong(text):
            first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
            left_end, right_end = row[first].box.left, row[last].box.right
            number = _plain(text[starts[first] : starts[last] + len(row[last].text)])
            for other in others:
                inside = [w for w in other.get(line, ()) if left_end <= (w.box.left + w.box.right) / 2 <= right_end]
                read = _plain("".join(word.text for word in inside))
                if len(read) == len(number) and read != number:
                    index = bisect_right(starts, place) - 1
                    at = place - starts[index]
                    before = changed.get(row[index], row[index].text)
                    changed[row[index]] = before[:at] + right + before[at + len(right) :]
                    break
    return [word._replace(text=changed[word]) if word in changed else word for word in words]


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _wrong(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Yields the start and end of numbers with wrong check digits, where these are, and the correct ones."""
    accounts = [*iban_shapes(text), *(match.span() for match in _IBAN.finditer(text))]
    for start, end in accounts:
        number = text[start:end].replace(" ", "")
        if not mod97(number):
            from stdnum.iso7064 import mod_97_10

            yield start, end, start + 2, mod_97_10.calc_check_digits(number[4:] + number[:2])
    for match in _CARD.finditer(text):
        digits = match[0].replace(" ", "")
        if not luhn(digits) and not any(start < match.end() and match.start() < end for start, end in accounts):
            right = next(digit for digit in "0123456789" if luhn(digits[:-1] + digit))
            yield match.start(), match.end(), match.end() - 1, right
