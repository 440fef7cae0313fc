# SPDX-License-Identifier: MIT
"""The rules of which ranges.py says where they hold: what is right for a parameter or a field, and what is not."""
from __future__ import annotations

import dataclasses

INVALID = "ERROR(INVALID_ARGUMENT)"
NOT_FOUND = "ERROR(NOT_FOUND)"
UNSUPPORTED = "ERROR(UNSUPPORTED)"
LIMIT = "ERROR(LIMIT)"


@dataclasses.dataclass(frozen=True)
class Free:
    """Every value is right."""


@dataclasses.dataclass(frozen=True)
class Integer:
    """An integer from `low` to `high`; both ends are accepted unless other fields forbid it (`ends` False). `also` is another good value."""

    low: int
    high: int
    refused: str = INVALID
    ends: bool = True
    also: int | None = None


@dataclasses.dataclass(frozen=True)
class Real:
    """A finite double. Outside `low` … `high` it gets `refused`; with `above` the lower end itself is wrong."""

    low: str = "-SCRIM_MAX_COORDINATE"
    high: str = "SCRIM_MAX_COORDINATE"
    above: bool = False
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Constant:
    """One of the constants of a group: the tag of an enum, or a prefix of #defines."""

    group: str
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Flags:
    """Bits of the constants of a group."""

    group: str
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Reserved:
    """0, or NULL."""


@dataclasses.dataclass(frozen=True)
class Id:
    """An id of the scene or engine. `others` are ids that exist, but not of this sort, or do no longer."""

    others: tuple[str, ...] = ()
    zero: bool = True  # 0 is refused too


@dataclasses.dataclass(frozen=True)
class String:
    """A scrim_string of at most `longest` bytes."""

    longest: str


@dataclasses.dataclass(frozen=True)
class Name(String):
    """One that must not be empty."""


@dataclasses.dataclass(frozen=True)
class Array:
    """A pointer to `count` elements, the field or parameter of that name. Valid calls pass one element, `valid`."""

    count: str
    valid: str
    most: str | None = None  # more than that many answer `too_many`
    too_many: str = f"{LIMIT} | {INVALID}"
    null_at_zero: bool = True  # NULL with a count of 0 is fine
    empty: str = "OK"  # the answer to another pointer with a count of 0


@dataclasses.dataclass(frozen=True)
class Bytes:
    """A pointer to `length` bytes. The answers to no bytes, with NULL and without, and to lengths that are too long."""

    length: str
    valid: str
    null_at_zero: str = "OK"
    empty: str = "OK"
    huge: str = INVALID


@dataclasses.dataclass(frozen=True)
class Room:
    """An output buffer of `capacity` elements. `produced` says how many were written or are needed."""

    capacity: str
    produced: str
    valid: int  # elements that are surely enough
    unconsumed: str | None = None  # this output is 0 when the buffer is too small
    bound: bool = False  # what is needed is the most that may be written, not what will be


@dataclasses.dataclass(frozen=True)
class Written:
    """A struct with a size that is written whole: nothing that was in it is wrong."""


@dataclasses.dataclass(frozen=True)
class Results:
    """An output buffer of as many elements as the input of that count has."""

    count: str


@dataclasses.dataclass(frozen=True)
class Length:
    """The count of another parameter, which deals with it. `valid` is what a right call passes."""

    valid: str


def default_rule(name: str, base: str) -> object | None:
    """What holds where the table is silent: reserved fields are 0, coordinates finite and not beyond the largest."""
    if name == "reserved":
        return Reserved()
    if base == "double":
        return Real()
    return None


SIDE = Real("0.0")
OPEN_SIDE = Real("0.0", above=True)
# A sample may lie anywhere; of a point beyond the largest coordinate the headers do not say that it is an error.
POINT = Real(refused=f"OK | {INVALID}")

HASH_KEY = '"0123456789abcdef0123456789ABCDEF"'
HASH = f'"$argon2id$v=19$m=8,t=1,p=1${22 * "A"}${43 * "A"}"'
