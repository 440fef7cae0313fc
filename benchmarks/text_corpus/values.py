# SPDX-License-Identifier: MIT
"""Makes secrets and decoys from a random generator: nothing here belongs to anybody.

Telephone numbers are from ranges that regulators keep free for films, if libphonenumber accepts these. All e-mail
addresses have domains of RFC 2606. Card numbers and IBANs have correct check digits. Keys are random.
"""

from __future__ import annotations

import base64
import json
import string
import zlib
from collections.abc import Callable
from random import Random

#: The kinds that are compared with Presidio, and those that are scored separately.
COMPARED = ("card", "iban", "email", "phone")
OTHERS = ("api-key", "jwt", "private-key", "ip", "mac")
KINDS = (*COMPARED, *OTHERS)

LANGUAGES = ("en", "de", "fr", "es", "pl", "it")

_ALPHANUMERIC = string.ascii_letters + string.digits
_BASE64URL = _ALPHANUMERIC + "-_"


def pick(random: Random, characters: str, count: int) -> str:
    return "".join(random.choice(characters) for _ in range(count))


def filled(random: Random, template: str) -> str:
    """Replaces each # by a random digit."""
    return "".join(random.choice(string.digits) if character == "#" else character for character in template)


# Cards.

#: The first digits and the lengths of Visa, Mastercard, American Express, Discover and JCB.
_CARDS = (
    ("4", 16), ("4", 16), ("4", 16), ("51", 16), ("53", 16), ("55", 16), ("2221", 16), ("37", 15), ("6011", 16), ("3528", 16),
)  # fmt: skip


def check_digit(digits: str) -> str:
    """The check digit of ISO/IEC 7812-1 that follows the digits."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 - index % 2)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def grouped(text: str, sizes: tuple[int, ...], gap: str) -> str:
    parts, start = [], 0
    for size in sizes:
        parts.append(text[start : start + size])
        start += size
    return gap.join(part for part in (*parts, text[start:]) if part)


def _card_digits(random: Random) -> str:
    prefix, length = random.choice(_CARDS)
    body = prefix + pick(random, string.digits, length - 1 - len(prefix))
    return body + check_digit(body)


def card(random: Random, language: str = "en", *, gap: str | None = None) -> str:
    digits = _card_digits(random)
    if gap is None:
        gap = random.choice((" ", " ", " ", "-", ""))
    return grouped(digits, (4, 6) if len(digits) == 15 else (4, 4, 4), gap)


# IBANs.


def iban_check(country: str, account: str) -> str:
    """The check digits of ISO 13616."""
    number = int("".join(str(int(character, 36)) for character in account + country + "00"))
    return f"{98 - number % 97:02}"


def _spanish_digit(digits: str) -> str:
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    rest = 11 - sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True)) % 11
    return {10: "1", 11: "0"}.get(rest, str(rest))


def _spanish(random: Random) -> str:
    bank, account = pick(random, string.digits, 8), pick(random, string.digits, 10)
    return bank + _spanish_digit("00" + bank) + _spanish_digit(account) + account


def _french(random: Random) -> str:
    bank, branch, account = (pick(random, string.digits, count) for count in (5, 5, 11))
    return f"{bank}{branch}{account}{97 - (89 * int(bank) + 15 * int(branch) + 3 * int(account)) % 97:02}"


_ITALIAN_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21)


def _italian(random: Random) -> str:
    digits = pick(random, string.digits, 22)
    total = sum(int(digit) if index % 2 else _ITALIAN_ODD[int(digit)] for index, digit in enumerate(digits))
    return string.ascii_uppercase[total % 26] + digits


def _belgian(random: Random) -> str:
    digits = random.choice(("001", "068", "143", "363", "635", "733")) + pick(random, string.digits, 7)
    return digits + f"{int(digits) % 97 or 97:02}"


def _polish(random: Random) -> str:
    bank = pick(random, string.digits, 7)
    weights = (3, 9, 7, 1, 3, 9, 7)
    check = -sum(int(digit) * weight for digit, weight in zip(bank, weights, strict=True)) % 10
    return f"{bank}{check}{pick(random, string.digits, 16)}"


_ACCOUNTS: dict[str, Callable[[Random], str]] = {
    "DE": lambda random: pick(random, string.digits, 18),
    "GB": lambda random: random.choice(("NWBK", "BARC", "MIDL", "LOYD")) + pick(random, string.digits, 14),
    "NL": lambda random: random.choice(("ABNA", "INGB", "RABO")) + pick(random, string.digits, 10),
    "AT": lambda random: pick(random, string.digits, 16),
    "CH": lambda random: pick(random, string.digits, 17),
    "FR": _french,
    "ES": _spanish,
    "IT": _italian,
    "BE": _belgian,
    "PL": _polish,
}
_OWN_COUNTRY = {"en": "GB", "de": "DE", "fr": "FR", "es": "ES", "pl": "PL", "it": "IT"}


def iban(random: Random, language: str = "en", *, gap: str | None = None) -> str:
    country = _OWN_COUNTRY[language] if random.random() < 0.5 else random.choice(list(_ACCOUNTS))
    account = _ACCOUNTS[country](random)
    if gap is None:
        gap = random.choice((" ", " ", " ", ""))
    return grouped(country + iban_check(country, account) + account, (4,) * 8, gap)


# E-mail addresses.

_FIRST = "anna ben carla david elena felix greta hugo irene jonas katarzyna luca marie nils olga paul rosa sofia tomasz vera".split()
_LAST = "weber martin garcia nowak rossi smith kowalski dubois fischer moreno ricci taylor lewis keller petit ortiz wozniak".split()
_DOMAINS = (
    "example.com example.org example.net mail.example.com shop.example.org post.example.net north.example.com".split()
)


def email(random: Random, language: str = "en") -> str:
    first, last = random.choice(_FIRST), random.choice(_LAST)
    local = random.choice(
        (
            f"{first}.{last}", f"{first}.{last}", f"{first[0]}.{last}", f"{first}_{last}", f"{first}{random.randint(1, 99)}",
            f"{last}-{first}", f"{first}.{last}+{random.choice(('news', 'shop', 'bank'))}", "invoice", "k.support", f"{first}",
        )
    )  # fmt: skip
    return f"{local}@{random.choice(_DOMAINS)}"


# Telephone numbers.

_NATIONAL = {
    "en": ("(212) 555-01##", "312-555-01##", "415.555.01##", "020 7946 0###", "07400 123###", "(0131) 496 0###"),
    "de": ("030 23125 ###", "030/23125###", "(089) 99998-###", "0171 39200##", "069 90009-###", "0221 4710###"),
    "fr": ("01 99 00 ## ##", "06 12 34 ## ##", "04.65.71.##.##", "02 61 91 ## ##"),
    "es": ("612 34 ## ##", "91 234 ## ##", "654 32# ###", "93 456 ## ##"),
    "pl": ("22 678 ## ##", "601 2## ###", "12 345 ## ##", "58 712 ## ##"),
    "it": ("06 6982 ####", "02 8646 ####", "347 12# ####", "055 234 ####"),
}
_INTERNATIONAL = (
    "+1 212 555 01##", "+1 (312) 555-01##", "+1-415-555-01##", "+44 20 7946 0###", "+44 7400 123###", "+44 (0)131 496 0###",
    "+49 30 23125 ###", "+49 171 39200##", "+49 (0)89 99998-###", "0049 69 90009 ###", "+33 1 99 00 ## ##", "+33 6 12 34 ## ##",
    "+33 (0)4 65 71 ## ##", "+34 612 34 ## ##", "+34 912 34 ## ##", "+48 22 678 ## ##", "+48 601 2## ###", "+39 06 6982 ####",
    "+39 347 12# ####", "+41 44 668 ## ##", "+43 1 514 44 ###", "+31 20 570 ####", "+4930231250##", "+12125550#1#",
)  # fmt: skip


def phone(random: Random, language: str = "en") -> str:
    """A number with the code of a country in two cases of three, else as people of the language write it."""
    return filled(random, random.choice(_INTERNATIONAL if random.random() < 0.65 else _NATIONAL[language]))


# Keys and addresses of machines.


def _github(random: Random) -> str:
    body = pick(random, _ALPHANUMERIC, 30)
    checksum, digits = zlib.crc32(body.encode()), ""
    base62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
    for _ in range(6):
        checksum, rest = divmod(checksum, 62)
        digits = base62[rest] + digits
    return f"{random.choice(('ghp', 'gho', 'ghs'))}_{body}{digits}"


_API_KEYS: tuple[Callable[[Random], str], ...] = (
    lambda random: "AKIA" + pick(random, string.ascii_uppercase + "234567", 16),
    _github,
    lambda random: "glpat-" + pick(random, _BASE64URL, 20),
    lambda random: "xoxb-{}-{}-{}".format(
        pick(random, string.digits, 12), pick(random, string.digits, 12), pick(random, _ALPHANUMERIC, 24)
    ),
    lambda random: "sk_live_" + pick(random, _ALPHANUMERIC, 24),
    lambda random: "AIza" + pick(random, _BASE64URL, 35),
    lambda random: f"SG.{pick(random, _BASE64URL, 22)}.{pick(random, _BASE64URL, 43)}",
    lambda random: "npm_" + pick(random, _ALPHANUMERIC, 36),
    lambda random: "hf_" + pick(random, string.ascii_letters, 34),
    lambda random: "dop_v1_" + pick(random, "0123456789abcdef", 64),
)


def api_key(random: Random, language: str = "en") -> str:
    return random.choice(_API_KEYS)(random)


def jwt(random: Random, language: str = "en") -> str:
    def part(content: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(content, separators=(",", ":")).encode()).decode().rstrip("=")

    claims: dict[str, object] = {
        "sub": str(random.randint(1000, 99999)),
        "exp": 1_790_000_000 + random.randint(0, 9_999_999),
    }
    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part(claims)}.{pick(random, _BASE64URL, 43)}"


def private_key(random: Random, language: str = "en") -> str:
    kind = random.choice(("OPENSSH PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY"))
    content = base64.b64encode(random.randbytes(random.randint(110, 230))).decode()
    lines = [content[start : start + 64] for start in range(0, len(content), 64)]
    return "\n".join((f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"))


def ip(random: Random, language: str = "en") -> str:
    if random.random() < 0.25:
        groups = [f"{random.randint(1, 0xFFFF):x}" for _ in range(random.choice((2, 6)))]
        return "2001:db8:" + ("::".join(groups) if len(groups) == 2 else ":".join(groups))
    network = random.choice(
        ("203.0.113.", "198.51.100.", "192.0.2.", f"10.{random.randint(0, 99)}.{random.randint(0, 99)}.", "192.168.1.")
    )
    return network + str(random.randint(2, 254))


def mac(random: Random, language: str = "en") -> str:
    gap = random.choice((":", ":", "-"))
    text = gap.join(f"{random.randint(0, 255):02x}" for _ in range(6))
    return text.upper() if gap == "-" or random.random() < 0.3 else text


MAKERS: dict[str, Callable[..., str]] = {
    "card": card, "iban": iban, "email": email, "phone": phone, "api-key": api_key, "jwt": jwt, "private-key": private_key,
    "ip": ip, "mac": mac,
}  # fmt: skip


# Decoys: what looks like a secret and is none.


def wrong_card(random: Random) -> str:
    """Sixteen digits that begin like a card number and end with a wrong check digit."""
    digits = "4" + pick(random, string.digits, 14)
    return grouped(
        digits + str((int(check_digit(digits)) + random.randint(1, 9)) % 10), (4, 4, 4), random.choice((" ", ""))
    )


def wrong_iban(random: Random) -> str:
    account = pick(random, string.digits, 18)
    check = (int(iban_check("DE", account)) + random.randint(1, 90)) % 97
    return grouped(f"DE{check:02}{account}", (4,) * 8, " ")


def isbn(random: Random) -> str:
    digits = "978" + pick(random, string.digits, 9)
    check = -sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10
    return grouped(digits + str(check), (3, 1, 5, 3), "-")


def clock(random: Random) -> str:
    return f"{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}"


def date(random: Random, language: str = "en") -> str:
    day, month, year = random.randint(1, 28), random.randint(1, 12), random.randint(2019, 2026)
    styles = {"en": f"{month}/{day}/{year}", "de": f"{day:02}.{month:02}.{year}", "pl": f"{day:02}.{month:02}.{year}"}
    return random.choice((f"{year}-{month:02}-{day:02}", styles.get(language, f"{day:02}/{month:02}/{year}")))


def price(random: Random, language: str = "en", most: int = 4) -> str:
    whole = random.randint(1, 10 ** random.randint(1, most))
    if language == "en":
        return f"{random.choice('$£€')}{whole:,}.{random.randint(0, 99):02}"
    return (
        f"{whole:,}".replace(",", "\u202f" if language in ("fr", "pl") else ".")
        + f",{random.randint(0, 99):02} "
        + ("zł" if language == "pl" else "€")
    )


def number(random: Random, most: int = 5) -> str:
    return str(random.randint(1, 10 ** random.randint(1, most)))


def version(random: Random) -> str:
    return random.choice(
        (
            f"{random.randint(0, 20)}.{random.randint(0, 30)}.{random.randint(0, 20)}",
            f"v{random.randint(1, 9)}.{random.randint(0, 30)}.{random.randint(0, 9)}-rc.{random.randint(1, 5)}",
            f"10.0.{random.randint(10000, 29999)}.{random.randint(1000, 4000)}",
        )
    )


def order(random: Random) -> str:
    return filled(
        random,
        random.choice(
            ("A-2025-####", "#### ####", "ORD-#######", "2026-0####", "#####-##", "RE 2025/####", "##########")
        ),
    )


def digest(random: Random) -> str:
    return pick(random, "0123456789abcdef", random.choice((7, 12, 40, 64)))


def coordinates(random: Random) -> str:
    return f"{random.uniform(-89, 89):.4f}, {random.uniform(-179, 179):.4f}"


def uuid(random: Random) -> str:
    return "-".join(pick(random, "0123456789abcdef", count) for count in (8, 4, 4, 4, 12))
