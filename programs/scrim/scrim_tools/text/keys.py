# SPDX-License-Identifier: MIT
"""Finds blocks with private keys, and JSON Web Tokens."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

from .misread import similar
from .spans import Span


def _like(words: str) -> str:
    """A regular expression of what tesseract may read for words in capitals."""
    return r"[ \n]?".join("".join(similar(character) for character in word) for word in words.split())


_DASHES = r"[\-\u2010-\u2015_=~.+ ]*"
_KINDS = r"(?:[A-Z0-9|][A-Za-z0-9|]{1,9}[ \n]?){0,3}?"
_KEY = rf"{_like('PRIVATE')}[ \n]?{_like('KEY')}(?:[ \n]?{_like('BLOCK')})?"
_BEGIN = re.compile(rf"{_DASHES}{_like('BEGIN')}[ \n]?{_KINDS}{_KEY}{_DASHES}|PuTTY-User-Key-File-\d")
_END = re.compile(rf"{_DASHES}{_like('END')}[ \n]?{_KINDS}{_KEY}{_DASHES}|Private-MAC: ?[0-9a-f]+")
#: How the Base64 of private keys begins: PKCS #1, PKCS #8 and SEC 1 (RFC 8017, RFC 5208, RFC 5915), and OpenSSH's own format.
_CONTENT = re.compile(
    rf"(?<![^\s\"'])(?:{_like('MII')}[A-Za-z]{{1,2}}[A-Za-z0-9|]{{2,4}}[\w|]*{_like('BAAKC')}|{_like('MII')}[A-Z]{{1,2}}[\w|]{{0,4}}"
    rf"{_like('IBADANBgkq')}|{_like('MIGHAgEAMBMG')}|{_like('MHcCAQEE')}|{_like('MC4CAQAwBQYDK2V')}|{_like('b3BlbnNzaC1rZXktdj')})"
)
_HEADERS = ("Proc-Type", "DEK-Info", "Version", "Comment", "Encryption", "Public-Lines", "Private-Lines", "Key-Derivation")
_HEADER = re.compile(rf"(?:{'|'.join(_HEADERS)}|Argon2-\w+)\b ?:")
#: Numbers of lines in an editor, and marks of a quotation or of a difference.
_MARGIN = re.compile(r"(?:\d{1,4}|[|>+\-\u2502])[ |\u2502]+(?=\S)")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/=|]")


def private_keys(text: str) -> Iterator[Span]:
    """Finds private keys from the line BEGIN to the line END.

    If one of these lines was cut off or misread, the lines of Base64 after or before the other one are found. A key
    without both is found by its first characters.
    """
    done = 0
    begins = list(_BEGIN.finditer(text))
    for index, begin in enumerate(begins):
        if begin.start() < done:
            continue
        limit = begins[index + 1].start() if index + 1 < len(begins) else len(text)
        end = _END.search(text, begin.end(), limit)
        lines = _lines_after(text, begin.end())
        # Between the lines of a key there is no other text, so a far END line belongs to another key.
        done = end.end() if end and _NOT_FAR >= end.start() - lines else max(lines, begin.end())
        yield _trimmed(text, begin.start(), done)
    for end in _END.finditer(text):
        if end.start() >= done or not any(begin.start() <= end.start() for begin in begins):
            start = _lines_before(text, end.start())
            if start < end.start():
                yield _trimmed(text, start, end.end())
    for content in _CONTENT.finditer(text):
        if content.start() >= done or not begins:
            yield content.start(), max(content.end(), _lines_after(text, content.start()))


#: How many characters may be between the last line of Base64 and the END line: a few misread lines.
_NOT_FAR = 400


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _base64(line: str, neighbor: bool) -> bool:
    """Whether a line belongs to a key. After other lines of the key (`neighbor`), the last one may be short."""
    line = _MARGIN.sub("", line, count=1)
    if _HEADER.match(line):
        return True
    words = line.split()
    together = "".join(words)
    if not together or len(_NOT_BASE64.findall(together)) > len(together) // 10:
        return False
    if neighbor and len(words) == 1 and not together.isalpha():
        return True
    mixed = bool(re.search(r"[a-z]", together) and re.search(r"[A-Z]", together)) or "=" in together
    # tesseract separates a few times in a line, and prose has a space after five letters.
    return mixed and (len(together) >= 16 and len(together) / len(words) >= 10 or max(map(len, words)) >= 20)


def _lines_after(text: str, start: int) -> int:
    """The end of the lines of Base64 from here on. The rest of the line where it starts always belongs to them."""
    lines = text[start:].split("\n")
    end, place, missed = start, start, 0
    for index, line in enumerate(lines):
        place_end = place + len(line)
        if not line.strip() or index == 0 and len(line) < 3:
            pass
        elif _base64(line, index > 0) or index == 0 and _base64(line, True):
            end, missed = place_end, 0
        else:
            missed += 1
            if missed > 1:
                break
        place = place_end + 1
    return end


def _lines_before(text: str, end: int) -> int:
    """The start of the lines of Base64 before this place."""
    start = place = end
    for index, line in enumerate(reversed(text[:end].split("\n"))):
        place -= len(line)
        if _base64(line, index == 1):
            start = place
        elif line.strip():
            break
        place -= 1
    return start


#: A character of the token. tesseract reads J as a parenthesis.
_URL = r"(?:[A-Za-z0-9_\-|]|[)\]](?=[A-Za-z0-9]{3}))"
#: The header begins with {" in Base64, which tesseract may read in these ways.
_JWT = re.compile(rf"(?<![\w\-])[e€c¢][yvVY] ?[Jj)\]IlU1]{_URL}{{6,}}")
_MOST = 6000


def jwts(text: str) -> Iterator[Span]:
    """Finds JSON Web Tokens in their compact form (RFC 7519), also if they are wrapped or cut off."""
    done = 0
    for match in _JWT.finditer(text):
        if match.start() < done:
            continue
        end, dots = _jwt_end(text, match.start())
        token = re.sub(r"[ \n]", "", text[match.start() : end])
        # Without the second dot, the token was cut off. Then its header must be one.
        if dots >= 2 or dots == 1 and _is_header(token):
            done = end
            yield match.start(), end


def _jwt_end(text: str, start: int) -> tuple[int, int]:
    """The end of a token, and how many dots it has. Chunks of it are separated by spaces, line feeds and dots."""
    end = start
    dots = 0
    for match in re.finditer(rf"([ \n]?)([.,]?)([ \n]?)((?:e[yvY] (?=[JI)]))?{_URL}*)", text[start : start + _MOST]):
        space, dot, other, chunk = match.groups()
        if start + match.start() != end or not match[0]:
            break
        if end > start:
            if dot:
                if not chunk and dots >= 2 or dots >= 4 or (other or dot == ",") and not _like_chunk(chunk):
                    break
                dots += 1
            elif not (space or other) or not _like_chunk(chunk) and not (space == "\n" and _wrapped(text, end, start + match.end())):
                break
        end = start + match.end()
    return end, dots


def _wrapped(text: str, end: int, after: int) -> bool:
    """Whether a line of the token ends here, and the next one begins with its last characters."""
    return text[after : after + 1] in ("\n", ".", "") and after - end > 2 and " " not in text[max(0, end - 20) : end]


def _like_chunk(chunk: str) -> bool:
    """Whether a word looks like a part of a token, and not like prose."""
    return len(chunk) >= 4 and bool(re.search(r"\d|[a-z][A-Z]|[_\-]", chunk)) or len(chunk) >= 24


def _is_header(token: str) -> bool:
    """Whether the first part of a token names an algorithm, as the headers of JWS and JWE do."""
    part = token.split(".")[0]
    try:
        header = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode(errors="replace")
    except ValueError:
        return False
    return any(name in header for name in ('"alg"', '"typ"', '"kid"', '"enc"', '"jku"'))
