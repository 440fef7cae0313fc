# SPDX-License-Identifier: MIT
"""Finds telephone numbers, which the numbering plans of libphonenumber know (the package phonenumbers).

A number with a country code is unmistakable. Other numbers look like dates, prices and order numbers.
They must be valid in a country. They must also be written in its groups, be alone, or follow a word such as "Tel.".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .numbers import cards, iban_shapes, ibans
from .spans import Span

#: Countries whose national numbers are found in every text, if they begin with 0 or have their area code in parentheses.
_REGIONS = (
    *("US", "DE", "GB", "FR", "IT", "CA", "ES", "NL", "BE", "CH", "AT", "PL", "PT", "IE", "SE", "NO", "DK", "FI", "CZ", "SK"),
    *("HU", "RO", "BG", "GR", "HR", "SI", "UA", "RU", "TR", "IL", "IN", "CN", "JP", "KR", "TW", "SG", "AU", "NZ", "ZA", "BR"),
    *("MX", "AR", "CO", "CL", "PE", "NG", "KE", "EG", "MA", "AE", "SA", "ID", "MY", "PH", "TH", "VN", "PK", "BD"),
)
#: Large countries, whose national numbers are found even without groups, or in a row of other numbers.
_LARGE = ("GB", "DE", "FR", "IT", "NL", "BE", "CH", "AT", "IE", "SE", "AU", "JP")
#: Countries whose national numbers begin with other digits, and are found in every text if their groups are correct.
_WITHOUT_ZERO = ("US", "ES", "IT", "PL", "PT", "CZ", "GR", "MX", "CN", "RU")
#: Countries by language of tesseract. Their numbers are found with fewer groups.
_OF_LANGUAGE = {
    "ara": "EG SA AE MA", "bul": "BG", "cat": "ES", "ces": "CZ", "chi_sim": "CN SG", "chi_tra": "TW HK", "dan": "DK", "deu": "DE AT CH",
    "ell": "GR CY", "est": "EE", "fin": "FI", "fra": "FR BE CH", "heb": "IL", "hrv": "HR", "hun": "HU", "isl": "IS",
    "ita": "IT CH", "jpn": "JP", "kor": "KR", "lav": "LV", "lit": "LT", "nld": "NL BE", "nor": "NO", "pol": "PL", "por": "PT BR", "ron": "RO MD",
    "rus": "RU KZ", "slk": "SK", "slv": "SI", "spa": "ES MX CO CL PE AR", "srp": "RS", "swe": "SE", "tur": "TR", "ukr": "UA", "vie": "VN",
}  # fmt: skip

_BETWEEN = r"[ .\-/()\u00a0\u2010-\u2015\u2212\u00b7]{0,3}"
_RUN = re.compile(rf"(?<![\w+])[+(]{{0,2}}\d(?:{_BETWEEN}\d)*(?!\w)")
_WRAPPED = re.compile(rf"(?<![\w+])\+\d(?:{_BETWEEN}\d)*\n\d(?:{_BETWEEN}\d)*")
_ATOM = re.compile(r"[^ ]+")

#: Numbers that are never part of a telephone number.
_OTHER = re.compile(
    r"""
    (?<!\d)(?:19|20)\d\d([\-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)   # dates
  | (?<!\d)\d{4}-\d\d-\d\d(?!\d|-\d)                                              # with misread digits
  | (?<!\d)(?<!\d[./\-])\d{1,2}([./\-])\d{1,2}\2\d{4}(?!\d|[./\-]\d)
  | (?<!\d)(?<!\d[./\-])(?:0?[1-9]|[12]\d|3[01])([./\-])(?:0?[1-9]|[12]\d|3[01])\3\d\d(?!\d|\3\d)
  | (?<![\d:])\d{1,2}(?:\ ?:\ ?\d\d){1,2}(?:[.,]\d+)?                                   # times
  | (?<!\d)[0-2]\d[\ .]\d\d[\ .]\d\d[\ .,]\d{3}(?!\ ?\d)                     # times that lost their colons
  | (?<![\d.])\d+,\d+                                                               # decimal numbers, and groups of thousands
  | (?<![\d.+/\-])\d{1,3}\.\d{4,}(?![.\-/]\d)
  | (?<![\d.+])(?!0\d|1\.\d{3}\.\d{3}\.\d{4})\d+(?:\.\d+){3}(?!\.\d)                # IPv4 addresses, and versions
  | (?<!\d)97[89][\- ]\d[\d\- ]{9,13}\d(?!\d)                                       # ISBN
  | \b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b
  | (?<=[A-Za-z_])[\-/.]\d+(?:-\d+)*                                                 # identifiers such as A-2025-1001
  | \#\d+
    """,
    re.VERBOSE,
)
#: Behind a country code, digits that look like a date are none.
_COUNTRY = re.compile(r"\+\d[\d ()\-]{0,8}$")
#: Letters that tesseract reads for digits, in words that mostly have digits.
_MISREAD = re.compile(r"(?<![^\W_])(?=[OoIl|S]?\d)[\dOoIl|S]{3,}(?![^\W_])")
_AS_DIGITS = str.maketrans("OoIl|S", "001115")

_PHONE_WORD = re.compile(
    r"(?:\b(?:tel|télé?|fon|mobi|móvil|movil|cel[lu]|handy|fax|call|sms|whatsapp|anruf|joindre|appel|llam|chiam|komórk|zadzwo|dzwo)|phone"
    r"|\u260e|\u2706|\U0001f4de|\U0001f4f1)[^\d\n]{0,30}$",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"(?:\b(?:order|bestell|auftrag|commande|pedido|zamów|ordine|invoice|rechnung|factur|faktur|fattur|ref|parcel|paket|colis|paquete|paczka"
    r"|pacco|tracking|isbn|ean|gtin|sku|vat|tax|steuer|iban|bic|konto|account|serial|s/n|imei|imsi|version|build|pid|[iu]?id|issue"
    r"|ticket|case|customer|kunde|seq|offset|size|bytes|time|port)|№|\bn[or][.°º]?:?|n\.º|n°|[#=$€£])[^\d\n]{0,16}$",
    re.IGNORECASE,
)
_UNIT = re.compile(r" ?(?:[%°€$£¥]|(?:EUR|USD|GBP|CHF|PLN|CZK|zł|Kč|kr|kg|km|ms|[kMG]i?B|bytes?|px|rows?|items?)\b|[,.:]\d)")


def phones(text: str, language: str = "") -> Iterator[Span]:
    """Finds telephone numbers. `language` has the languages of the text, as tesseract names them."""
    plain = _MISREAD.sub(lambda match: match[0].translate(_AS_DIGITS), text)
    covered = [match.span() for match in _OTHER.finditer(plain) if not _COUNTRY.search(plain, max(0, match.start() - 10), match.start())]
    # One in ten numbers with a country code has the check digit of a card by chance.
    covered += [span for find in (cards, ibans, iban_shapes) for span in find(text) if not _has_country(plain, span)]
    for start, end in covered:
        plain = plain[:start] + re.sub(r"[^\n]", "\0", plain[start:end]) + plain[end:]
    regions = tuple(region for name in language.split("+") for region in _OF_LANGUAGE.get(name, "").split())
    for run in _WRAPPED.finditer(plain):
        # The first line alone may be a whole number.
        if not _international(run[0].partition("\n")[0], True) and _international(run[0].replace("\n", " "), True):
            yield run.span()
    for run in _RUN.finditer(plain):
        yield from _in_run(plain, run, regions)


def _has_country(text: str, span: Span) -> bool:
    """Whether a number follows a plus, or two zeroes that no digit precedes, and is valid with its country code."""
    before = re.search(r"(?:\+|(?<!\d)00)$", text[max(0, span[0] - 3) : span[0]])
    number = f"+{text[slice(*span)]}" if before else text[slice(*span)].replace("00", "+", 1)
    return bool(before or number.startswith("+")) and _international(number.replace("\n", " "), True)


def _in_run(text: str, run: re.Match[str], regions: tuple[str, ...]) -> Iterator[Span]:
    """Finds the numbers in a sequence of digits and separators. It may be several cells of a table."""
    atoms = [(run.start() + match.start(), run.start() + match.end()) for match in _ATOM.finditer(run[0])]
    done = run.start()
    for first, (start, _) in enumerate(atoms):
        if start < done or text[start] not in "+(0123456789":
            continue
        ends = [end for _, end in atoms[first : first + 8] if sum(map(str.isdigit, text[start:end])) <= 17]
        spans = [(start, end) for end in reversed(ends)]
        alone = (run.start(), run.end())
        found = next((span for span in spans if _is_phone(text, span, span == alone, regions)), None)
        if found is None and text[start] == "+":
            found = next((span for span in spans if _international(text[slice(*span)], False)), None)
        if found:
            yield found
            done = found[1]


def _is_phone(text: str, span: Span, alone: bool, regions: tuple[str, ...]) -> bool:
    number = text[slice(*span)]
    if ")" not in number:
        number = number.removeprefix("(")
    digits = re.sub(r"\D", "", number)
    if not 7 <= len(digits) or len(set(digits)) < 3:
        return False
    if number.startswith(("+", "(+")):
        return _international(number, True)
    line = text[max(0, span[0] - 48) : span[0]].rpartition("\n")[2]
    called = bool(_PHONE_WORD.search(line))
    if called and _valid(number, _REGIONS + regions):
        return True
    bare = number == digits
    other = not called and bool(_OTHER_WORD.search(line) or _UNIT.match(text, span[1]))
    if number.startswith("00"):
        return not other and _international("+" + number[2:], True)
    if other and (bare or number[0] not in "(0"):
        return False
    groups = re.findall(r"\d+", number)
    large = _LARGE + regions
    if number[0] in "(0":
        if min(map(len, groups)) < 2 and number[0] == "0":
            return False
        if bare:
            return alone and len(digits) >= 10 and _valid(number, large)
        if not alone:
            # Numbers of cards and accounts have groups of the same size too.
            row = {len(word) for word in [*text[: span[0]].split(" ")[-2:-1], *number.split(" ")]}
            return len(digits) >= 9 and len(row) > 1 and _usual(number, large)
        # Films and documents use numbers that nobody has, so they are not valid.
        return len(digits) >= 9 and _valid(number, _REGIONS + regions) or len(digits) in (10, 11) and _possible(number)
    if bare:
        return False
    if alone or " " not in number:
        if len(groups) >= 3 and len(digits) >= 9 and _usual(number, _WITHOUT_ZERO):
            return True
    return alone and len(digits) >= 8 and _usual(number, regions)


@lru_cache(4096)
def _international(number: str, valid: bool) -> bool:
    """Whether a number with a country code is valid, or written in groups and possible."""
    import phonenumbers

    number = number.lstrip("(")
    try:
        parsed = phonenumbers.parse(number, None)
    except phonenumbers.NumberParseException:
        return False
    if valid:
        return phonenumbers.is_valid_number(parsed)
    return phonenumbers.is_possible_number(parsed) and sum(map(str.isdigit, number)) >= 8 and not number[1:].isdecimal()


@lru_cache(4096)
def _valid(number: str, regions: tuple[str, ...]) -> bool:
    """Whether a number is valid in one of the regions."""
    import phonenumbers

    def valid(region: str) -> bool:
        try:
            return phonenumbers.is_valid_number_for_region(phonenumbers.parse(number, region), region)
        except phonenumbers.NumberParseException:
            return False

    return any(map(valid, regions))


@lru_cache(4096)
def _possible(number: str) -> bool:
    """Whether a number that begins with 0 has a possible length in a large country."""
    import phonenumbers

    def possible(region: str) -> bool:
        try:
            return phonenumbers.is_possible_number(phonenumbers.parse(number, region))
        except phonenumbers.NumberParseException:
            return False

    return any(map(possible, ("GB", "FR", "DE")))


@lru_cache(4096)
def _usual(number: str, regions: tuple[str, ...]) -> bool:
    """Whether a number is valid in one of the regions, and written in groups that are usual there."""
    from phonenumbers import Leniency, PhoneNumberMatcher

    def usual(region: str) -> bool:
        found = PhoneNumberMatcher(number, region, Leniency.STRICT_GROUPING)
        return any(match.end - match.start == len(number) for match in found)

    return any(_valid(number, (region,)) and usual(region) for region in regions)
