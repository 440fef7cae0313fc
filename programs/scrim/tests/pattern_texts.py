# SPDX-License-Identifier: MIT
"""What the tests of text patterns share."""

from random import Random

from scrim_tools.text import pattern

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALPHANUMERIC = LETTERS + LETTERS.lower() + "0123456789"


def found(name: str, text: str, language: str = "") -> list[str]:
    return [text[start:end] for start, end in pattern(name, language)(text)]


def covered(name: str, text: str, secret: str, language: str = "") -> bool:
    """Whether everything of a secret in the text is found."""
    start = text.index(secret)
    places = {place for first, last in pattern(name, language)(text) for place in range(first, last)}
    return places >= {start + index for index, character in enumerate(secret) if not character.isspace()}


def pick(random: Random, characters: str, count: int) -> str:
    return "".join(random.choices(characters, k=count))


def digits(random: Random, count: int) -> str:
    return pick(random, "0123456789", count)


def log_lines(random: Random, count: int) -> list[str]:
    """Lines of logs, with times, sizes, hashes, versions and identifiers, and without anything private."""

    def line() -> str:
        time = f"{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}"
        day = f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        return random.choice(
            (
                f"{day} {time}.{digits(random, 3)} INFO worker-{digits(random, 1)} took {digits(random, 3)} ms",
                f"{time} {random.randint(1, 999)} {random.randint(1, 999)} GET /items/{digits(random, 5)} {random.choice(('200', '404', '500'))}",
                f"[{day}T{time}Z] commit {pick(random, '0123456789abcdef', 40)}",
                f"{day} {time},{digits(random, 3)} order {digits(random, 10)} shipped, {random.randint(1, 9)},{digits(random, 3)}.{digits(random, 2)}",
                f"{time} cache {random.randint(1, 9999)} {random.randint(1, 99999)} hits {random.randint(1, 999999)} bytes",
                f"{day} release {random.randint(0, 9)}.{random.randint(0, 30)}.{random.randint(0, 30)} build {digits(random, 8)}",
                f"{random.uniform(-90, 90):.6f}, {random.uniform(-180, 180):.6f} at {int(random.uniform(1.6e12, 1.8e12))}",
                f"sha256:{pick(random, '0123456789abcdef', 64)} {digits(random, 7)}",
                f"{pick(random, ALPHANUMERIC + '+/', 60)}=",
                f"{day} ticket ABC-{digits(random, 4)} {pick(random, LETTERS, 3)}{digits(random, 6)} pid {digits(random, 5)}",
            )
        )

    return [line() for _ in range(count)]
