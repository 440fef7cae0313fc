# SPDX-License-Identifier: MIT
"""Finds card numbers and IBANs, and tries their check digits under the usual misreadings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from .misread import DIGITS_READ_AS, LETTERS_READ_AS, OTHER_DIGITS
from .spans import Span

#: Separates the groups of a number.
GAP = r"[ \n.\-\u2010-\u2015\u00b7]"

# Cards.

_CARD = range(12, 20)
#: Characters that may be digits of a card number.
_LIKE_DIGITS = "".join(re.escape(character) for character in DIGITS_READ_AS)
#: Digits, also next to letters, but not those in the middle of a hash.
_DIGITS = re.compile(r"(?<![^\W_]{9})(?<!\d)\d+(?![^\W_]{9})")
_WORDS_LIKE_DIGITS = re.compile(rf"(?<![^\W_])[\d{_LIKE_DIGITS}]+(?![^\W_])")
_BETWEEN = re.compile(rf"{GAP}{{1,3}}")
#: The most letters that may be digits of one card number.
_MOST_LETTERS = 3


#: The card networks: the range of the first four digits, and the numbers of digits.
_NETWORKS = (
    (4000, 4999, (13, 16, 19)),  # Visa
    (5100, 5599, (16,)),  # Mastercard
    (2221, 2720, (16,)),
    (3400, 3499, (15,)),  # American Express
    (3700, 3799, (15,)),
    (3000, 3059, range(14, 20)),  # Diners Club
    (3095, 3095, range(14, 20)),
    (3600, 3699, range(14, 20)),
    (3800, 3999, range(14, 20)),
    (3528, 3589, range(16, 20)),  # JCB
    (2200, 2204, range(16, 20)),  # Mir
    (5000, 5099, _CARD),  # Maestro, Verve, RuPay, Elo
    (5600, 6999, _CARD),  # Maestro, Discover, UnionPay, RuPay
    (8100, 8299, (16,)),  # RuPay, UnionPay
    (8600, 8600, (16,)),  # Uzcard
    (9000, 9999, (16,)),  # networks of single countries: Troy, Humo, ArCa, Belkart
)


def luhn(digits: str) -> bool:
    """Whether the check digit of ISO/IEC 7812-1 is correct."""
    from stdnum import luhn as standard

    return standard.checksum(digits) == 0


def _is_card(digits: str) -> bool:
    first = int(digits[:4])
    known = any(low <= first <= high and len(digits) in lengths for low, high, lengths in _NETWORKS)
    return known and len(set(digits)) > 1 and luhn(digits)


def _usual_groups(sizes: list[int], separators: list[str]) -> bool:
    """Whether a card number is printed in groups of such sizes.

    tesseract may join groups, and may separate one group with a space.
    """
    length, borders, place = sum(sizes), set(), 0
    for size in sizes[:-1]:
        place += size
        borders.add(place)
    usual = [set(range(4, length, 4))]
    usual += [{4, 10}] if length in (14, 15) else [{6}] if length > 16 else []
    if any(borders <= one for one in usual):
        return True
    if any(len(borders - one) == 1 and len(borders) <= len(one) + 1 for one in usual) and "\n" not in "".join(separators):
        return separators.count(" ") > 0
    return len(set(separators)) == 1 and "\n" not in separators[0] and len(set(sizes[:-1])) == 1 and 3 <= sizes[0] >= sizes[-1]


def _card_runs(text: str, word: re.Pattern[str]) -> Iterator[list[Span]]:
    """Yields the groups of digits between which are only separators."""
    run: list[Span] = []
    for match in word.finditer(text):
        if run and not _BETWEEN.fullmatch(text, run[-1][1], match.start()):
            yield run
            run = []
        run.append(match.span())
    yield run


def _readings(characters: str) -> Iterable[str]:
    """The digits that the characters may stand for."""
    if characters.isdecimal():
        return [characters]
    if sum(not character.isdecimal() for character in characters) > _MOST_LETTERS:
        return []
    return map("".join, product(*(DIGITS_READ_AS.get(character, character) for character in characters)))


def cards(text: str) -> Iterator[Span]:
    """Finds sequences of digit groups, 12 to 19 digits together, whose check digit is correct.

    A sequence is found even if it overlaps another one. Digits next to a card number form a correct number with part of
    it by chance, and must not hide the real one.
    """
    # Their groups have the size of a card's groups.
    accounts = list(iban_shapes(text))
    for word in (_DIGITS, _WORDS_LIKE_DIGITS):
        for groups in _card_runs(text, word):
            covered = 0
            for first in range(len(groups)):
                fitting = []
                characters = ""
                for last in range(first, len(groups)):
                    characters += text[slice(*groups[last])]
                    if len(characters) > _CARD[-1]:
                        break
                    fitting.append((last, characters))
                # The longest first, because a sequence inside another one needs no separate box.
                for last, characters in reversed(fitting):
                    if groups[last][1] <= covered:
                        break
                    if len(characters) not in _CARD or word is not _DIGITS and characters.isdecimal():
                        continue
                    sizes = [end - start for start, end in groups[first : last + 1]]
                    separators = [text[groups[at][1] : groups[at + 1][0]] for at in range(first, last)]
                    if any(start <= groups[first][0] and groups[last][1] <= end for start, end in accounts):
                        continue
                    if _usual_groups(sizes, separators) and any(map(_is_card, _readings(characters))):
                        covered = groups[last][1]
                        yield groups[first][0], covered
                        break


# IBANs.

_IBAN_START = re.compile(r"(?<![^\W_])(?:(?:IBAN|iban)[:.]?)?(?=[A-Za-z0-9£€$|!]{2})")
_IBAN_SHAPE = re.compile(r"(?<![^\W_])[A-Z]{2}\d\d(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?(?![^\W_])")
_IBAN_GAP = re.compile(rf"{GAP}{{0,2}}")
_LONGEST_IBAN = 34
#: The most characters that may be read as another one in an IBAN.
_MOST_MISREAD = 8
#: The most of them if one more character is changed to make the check digits correct.
_MOST_MISREAD_AND_CHANGED = 3


def mod97(iban: str) -> bool:
    """Whether the check digits of ISO 13616 are correct."""
    from stdnum.iso7064 import mod_97_10

    return mod_97_10.checksum(iban[4:] + iban[:4]) == 1


@cache
def _structure(country: str) -> str:
    """The kind of each character of a country's IBAN: n for a digit, a for a letter, c for both. Empty for an unknown country."""
    from stdnum import numdb

    [(_, info), *_] = numdb.get("iban").info(country)
    parts = re.findall(r"(\d+)!([nac])", info.get("bban", ""))
    return "aann" + "".join(int(count) * kind for count, kind in parts) if parts else ""


def _iban_characters(text: str, start: int) -> list[int]:
    """The places of the characters that may belong to an IBAN, and of one more."""
    places: list[int] = []
    while len(places) <= _LONGEST_IBAN:
        gap = _IBAN_GAP.match(text, start)
        start = gap.end() if gap and places else start
        if start == len(text) or not (text[start].isascii() and text[start].isalnum() or text[start] in LETTERS_READ_AS):
            break
        places.append(start)
        start += 1
    return places


def _as_kind(character: str, kind: str) -> str:
    """The characters of a kind that may have been read as this one. Empty if there are none."""
    if kind == "n":
        return character if character.isdecimal() else DIGITS_READ_AS.get(character, "")
    upper = character.upper()
    if kind == "a":
        return upper if upper.isalpha() else LETTERS_READ_AS.get(character, "")
    if upper.isalnum():
        return upper + (DIGITS_READ_AS.get(character, "") or LETTERS_READ_AS.get(upper, ""))[:1]
    return DIGITS_READ_AS.get(character, "")[:1] + LETTERS_READ_AS.get(character, "")


def _is_iban(characters: str, kinds: str, whole: bool) -> bool:
    """Whether the characters are an IBAN, as they are or if some were misread. `whole` says that a word ends after them."""
    choices = [_as_kind(character, kind) for character, kind in zip(characters, kinds, strict=True)]
    if not all(choices):
        return False
    best = "".join(choice[0] for choice in choices)
    changed = sum(one != other for one, other in zip(best, characters.upper(), strict=True))
    if changed > _MOST_MISREAD or 3 * sum(character.isdecimal() for character in best) < len(best):
        return False
    if mod97(best):
        return True
    if not whole or changed > _MOST_MISREAD_AND_CHANGED:
        return False
    others = [(place, other) for place, choice in enumerate(choices) for other in choice[1:]]
    if changed <= 1:
        others += [(place, other) for place, digit in enumerate(best) if place > 1 for other in OTHER_DIGITS.get(digit, "")]
    return any(mod97(best[:place] + other + best[place + 1 :]) for place, other in others)


def _iban_lengths(text: str, places: list[int]) -> Iterator[int]:
    """The number of characters of each IBAN that may begin with these."""
    characters = "".join(text[place] for place in places)
    borders = [at for at in range(1, len(places)) if places[at] > places[at - 1] + 1]
    # The country and the check digits are one word, or two words in capitals. Otherwise it is a word of prose (de 12 …).
    if borders and borders[0] < 4 and (borders[0] != 2 or 3 in borders or not re.match(r"[A-Z]{2}\d\d", characters)):
        return

    def ends(count: int) -> bool:
        return count == len(places) or count in borders or not text[places[count - 1] + 1].isalnum()

    def grouped(count: int, odd: int) -> bool:
        """Whether at most so many words end where a group of four characters does not end."""
        return sum(at < count and at % 4 > 0 for at in borders) <= odd and text.count("\n", places[0], places[count - 1]) <= 2

    first, second = (_as_kind(character, "a") for character in characters[:2])
    for country in (one + other for one in first for other in second):
        kinds = _structure(country)
        count = len(kinds)
        if not 0 < count <= len(places) or not grouped(count, 4):
            continue
        # Hexadecimal digits in small letters begin with some countries.
        if characters[:2].islower() and not ends(count):
            continue
        if _is_iban(country + characters[2:count], kinds, ends(count) and grouped(count, 2)):
            yield count
        # tesseract sometimes reads one character as two.
        elif count < len(places) and ends(count + 1) and not ends(count) and grouped(count, 2):
            longer = country + characters[2 : count + 1]
            if any(_is_iban(longer[:at] + longer[at + 1 :], kinds, False) for at in range(2, count + 1)):
                yield count + 1
    # For a country that is not in the registry, the longest correct one counts.
    if re.match(r"[A-Z]{2}\d\d", characters) and not _structure(characters[:2]):
        for count in range(min(_LONGEST_IBAN, len(places)), 14, -1):
            number = characters[:count]
            if grouped(count, 0) and ends(count) and re.fullmatch("[A-Z0-9]+", number):
                if 2 * sum(map(str.isdecimal, number)) >= count and mod97(number):
                    yield count
                    break


def ibans(text: str) -> Iterator[Span]:
    """Finds IBANs: their country's structure and check digits are correct, perhaps after one or a few misread characters are changed."""
    done = 0
    for match in _IBAN_START.finditer(text):
        places = _iban_characters(text, match.end())
        if len(places) >= 15 and places[0] >= done:
            for count in _iban_lengths(text, places):
                done = places[count - 1] + 1
                yield places[0], done
                break


def iban_shapes(text: str) -> Iterator[Span]:
    """Finds what has the structure of a country's IBAN in groups of four characters. Its check digits may be wrong."""
    for match in _IBAN_SHAPE.finditer(text):
        kinds = _structure(match[0][:2])
        characters = match[0].replace(" ", "")
        if len(kinds) == len(characters) and all(_as_kind(c, kind)[:1] == c for c, kind in zip(characters, kinds, strict=True)):
            yield match.span()
