# SPDX-License-Identifier: MIT
"""Finds addresses of machines: IPv4, IPv6 and MAC addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from .misread import DIGITS_READ_AS
from .spans import Span

#: Letters that tesseract reads for digits, and that are not hexadecimal digits themselves.
_MISREAD = {character: digits[0] for character, digits in DIGITS_READ_AS.items() if character in "OoQIl|!ZzSs$GTgq"}
_AS_DIGITS = str.maketrans(_MISREAD)
_HEX = r"[0-9A-Fa-fOoQIl|!ZzSsGgq]"

_OCTET = r"[\dOoIl|SsB]{1,3}"
#: tesseract puts spaces around dots, and reads some as commas.
_DOT = r"(?: ?[.,] ?)"
#: A fifth number follows in other numbers, but also in the output of tcpdump, as the port: 10.0.0.1.443 > 10.0.0.2.51514:
_FIFTH = r"\.\d(?!\d{0,4}(?: ?>|:(?!\S)))"
_IPV4 = re.compile(rf"(?<![\w.])({_OCTET})({_DOT})({_OCTET})({_DOT})({_OCTET})({_DOT})({_OCTET})(?!\w)(?!{_FIFTH})(?:/\d\d?(?!\d))?")
#: Four numbers are a version, and not an address, after one of these words.
_VERSION = re.compile(r"(?:\b(?:version|versión|versione|wersja|ver|v|release|rev|build|firmware|fw)[.:]? ?=? ?)$", re.IGNORECASE)

_COLON = r"(?: ?: ?)"
_IPV6 = re.compile(
    rf"(?<![\w.])(?:{_HEX}{{1,4}}|(?=::))(?:{_COLON}{_HEX}{{0,4}}){{2,8}}(?:\.\d{{1,3}}){{0,3}}(?![\w:])(?:%\w+)?(?:/\d{{1,3}}(?!\d))?"
)
#: Before an address, these are a part of a longer number. Other words, such as "MAC:", are labels.
_GROUP = re.compile(r"(?:(?<!\w)[0-9A-Fa-f]{1,16} ?|[:.]):$")
_PAIR = rf"{_HEX}{{2}}"
_MAC = re.compile(
    rf"(?<![\w\-])(?:{_PAIR}(?:{_COLON}{_PAIR}){{5}}(?:(?:{_COLON}{_PAIR}){{2}})?(?!:{_PAIR}(?!\w)| ?: ?{_PAIR} ?:)"
    rf"|{_PAIR}(?: ?[\-\u2010-\u2015] ?{_PAIR}){{5}}(?:(?: ?[\-\u2010-\u2015] ?{_PAIR}){{2}})?"
    rf"|{_HEX}{{4}}(?: ?\. ?{_HEX}{{4}}){{2}})(?![\w\-])"
)


def ips(text: str) -> Iterator[Span]:
    """Finds IPv4 and IPv6 addresses, with the length of their network's prefix."""
    for match in _IPV4.finditer(text):
        octets = match.group(1, 3, 5, 7)
        dots = "".join(match.group(2, 4, 6))
        if _is_ipv4(octets, dots) and not _VERSION.search(text, max(0, match.start() - 20), match.start()):
            yield match.span()
    for match in _IPV6.finditer(text):
        start = match.start()
        if _is_inside(text, start):
            continue
        # With spaces after its colons, a list of words looks like the beginning of an address. A colon may follow an address.
        for candidate in (match[0], match[0].split(" ")[0]):
            if candidate.endswith(":") and not candidate.endswith("::") and not text[start + len(candidate) :][:1].strip():
                candidate = candidate[:-1].rstrip(" ")
            if _is_ipv6(candidate):
                yield start, start + len(candidate)
                break


def _is_inside(text: str, start: int) -> bool:
    """Whether what begins here is a part of a longer number with colons."""
    return _GROUP.search(text[max(0, start - 20) : start]) is not None


def _is_ipv4(octets: tuple[str, ...], dots: str) -> bool:
    read = [octet.translate(_AS_DIGITS).replace("B", "8") for octet in octets]
    letters = sum(not character.isdecimal() for character in "".join(octets))
    # Numbers in a list have commas or spaces between them too.
    unsure = letters + len(dots) - dots.count(".")
    if unsure > 2 or unsure and max(map(len, octets)) < 3 or dots.count(",") > 1:
        return False
    try:
        # A screen may show leading zeros, which ipaddress refuses.
        ipaddress.IPv4Address(".".join(str(int(octet)) for octet in read))
    except ValueError:
        return False
    return True


def _is_ipv6(text: str) -> bool:
    address = text.partition("/")[0].partition("%")[0].replace(" ", "")
    read = address.translate(_AS_DIGITS)
    try:
        ipaddress.IPv6Address(read)
    except ValueError:
        return False
    digits = sum(map(str.isalnum, read))
    if any(map(str.isdecimal, address)):
        return digits >= 5
    # Short ones are names in C++ (a::b) and slices in Python ([::2]). The address ::1 says nothing about anybody.
    return address == read and (digits >= 8 or digits >= 5 and len(address.split(":")[0]) == 4)


def macs(text: str) -> Iterator[Span]:
    """Finds MAC addresses of 6 or 8 bytes."""
    for match in _MAC.finditer(text):
        read = match[0].translate(_AS_DIGITS)
        letters = sum(one != other for one, other in zip(read, match[0], strict=True))
        if letters <= 4 and any(map(str.isdecimal, match[0])) and not _is_inside(text, match.start()):
            yield match.span()
