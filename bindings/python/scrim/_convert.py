# SPDX-License-Identifier: MIT
"""Converts Python values to C values.

ctypes silently wraps an integer that does not fit, so the ranges are checked here. The messages name the argument.
"""

from __future__ import annotations

import ctypes as c
import enum
import operator
from collections.abc import Callable, Iterable
from typing import Any, SupportsIndex

from ._abi import scrim_rect, scrim_string
from .errors import BufferTooSmallError, InvalidArgumentError, ScrimError, _check


def integer(value: SupportsIndex, name: str, low: int, high: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer (got {type(value).__name__})") from None
    if not low <= number <= high:
        raise InvalidArgumentError(f"{name} must be from {low} to {high} (got {number})")
    return number


def uint32(value: SupportsIndex, name: str) -> int:
    return integer(value, name, 0, 2**32 - 1)


def uint64(value: SupportsIndex, name: str) -> int:
    return integer(value, name, 0, 2**64 - 1)


def size(value: SupportsIndex, name: str) -> int:
    return uint64(value, name)


def int32(value: SupportsIndex, name: str) -> int:
    return integer(value, name, -(2**31), 2**31 - 1)


def truth(value: Any, name: str) -> bool:
    """Returns True or False. Others are refused, because a word such as "no" would count as true."""
    kind = type(value)
    if kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
        return bool(value)
    raise TypeError(f"{name} must be True or False (got {value!r})")


def real(value: Any, name: str) -> float:
    try:
        if isinstance(value, str):  # float() would read it
            raise TypeError
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number (got {value!r})") from None


def words(kind: type[enum.IntEnum | enum.IntFlag]) -> str:
    """Lists the constants of an enum, for messages."""
    return ", ".join(f"{kind.__name__}.{name}" for name in kind.__members__)


def member(
    value: Any,
    name: str,
    kind: type[enum.IntEnum | enum.IntFlag],
    error: type[ScrimError] = InvalidArgumentError,
    *,
    least: int = 0,
) -> int:
    """Returns the number of a constant, or of a combination of flags. With `least` 1, one flag must be set.

    If the value is something else, raises an error that lists the constants.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if issubclass(kind, enum.IntFlag):
        wanted, is_valid = "one or more of" if least else "a combination of", least <= number <= sum(kind)
    else:
        wanted, is_valid = "one of", number in [int(one) for one in kind]
    if not is_valid:
        # Bytes may be a key that was passed in the wrong place.
        got = type(value).__name__ if isinstance(value, (bytes, bytearray, memoryview)) else repr(value)
        raise error(f"{name} must be {wanted} {words(kind)} (got {got})")
    return number


def word(constant: enum.IntEnum) -> str:
    """Returns the word of a constant, as the command line names it: "pin-decimal" for Layout.PIN_DECIMAL."""
    return constant.name.lower().replace("_", "-")


def member_or_word(value: Any, name: str, kind: type[enum.IntEnum], also: str = "") -> int:
    """As member(), but the constant may also be given as its word. `also` says what else may be given, for messages."""
    by_word = {word(constant): int(constant) for constant in kind}
    if isinstance(value, str):
        if value not in by_word:
            raise InvalidArgumentError(f"{name} must be one of {', '.join(map(repr, by_word))}{also} (got {value!r})")
        return by_word[value]
    return member(value, name, kind)


def rect(value: Iterable[float], name: str) -> scrim_rect:
    """Returns a rectangle from x, y, width and height. The library checks their ranges."""
    try:
        given = list(value)
    except TypeError:
        raise TypeError(f"{name} must be four numbers: x, y, width and height (got {value!r})") from None
    try:
        numbers = [float(number) for number in given]
    except TypeError:
        raise TypeError(f"{name} must be four numbers: x, y, width and height (got {given!r})") from None
    except ValueError:
        raise InvalidArgumentError(f"{name} must be four numbers: x, y, width and height (got {given!r})") from None
    if len(numbers) != 4:
        raise InvalidArgumentError(f"{name} must be four numbers: x, y, width and height (got {len(numbers)})")
    return scrim_rect(*numbers)


def utf8(value: str, name: str) -> bytes:
    """Returns the UTF-8 of a string that is not secret.

    A lone surrogate is passed on unchanged. The library then returns the error.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string (got {type(value).__name__})")
    return value.encode("utf-8", "surrogatepass")


def string(value: str, name: str) -> scrim_string:
    """Returns the struct of a string that is not secret. Its `data` is for the library only: in Python it ends at the first NUL."""
    octets = utf8(value, name)
    return scrim_string(octets, len(octets))


def lent_string(field: scrim_string) -> str | None:
    """Returns a copy of a string that the library lends, or None for NULL."""
    # ctypes would stop at the first NUL, and would return None for an empty string.
    address = c.c_void_p.from_buffer(field).value
    return None if address is None else c.string_at(address, field.length).decode()


def strings(values: Iterable[str], name: str = "classes") -> tuple[c.Array[scrim_string] | None, int]:
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of strings, not one string (got {values!r})")
    items = [string(value, f"{name}[{index}]") for index, value in enumerate(values)]
    return ((scrim_string * len(items))(*items) if items else None), len(items)


def take_string(call: Callable[[c.Array[c.c_char], int, c.c_size_t], int], capacity: int) -> str:
    """Returns the string that a call writes into (buffer, capacity, length).

    If the buffer is too small, the call is repeated with a larger one.
    """
    return take_bytes(call, capacity).decode()


def take_bytes(call: Callable[[c.Array[c.c_char], int, c.c_size_t], int], capacity: int) -> bytes:
    """Like take_string(), but returns the bytes."""
    length = c.c_size_t()
    while True:
        buffer = c.create_string_buffer(capacity)
        try:
            _check(call(buffer, capacity, length))
        except BufferTooSmallError:
            capacity = length.value
        else:
            return memoryview(buffer)[: length.value].tobytes()
