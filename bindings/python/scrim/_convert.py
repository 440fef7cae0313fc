# SPDX-License-Identifier: MIT
"""Converts Python values to C values.

ctypes silently wraps an integer that does not fit, so the ranges are checked here. The messages name the argument.
"""

from __future__ import annotations

import ctypes as c
import operator
from collections.abc import Callable, Iterable
from typing import SupportsIndex

from ._abi import scrim_rect, scrim_string
from .errors import BufferTooSmallError, InvalidArgumentError, _check


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


def rect(value: Iterable[float], name: str) -> scrim_rect:
    """Returns a rectangle from x, y, width and height. The library checks their ranges."""
    given = list(value)
    try:
        numbers = [float(number) for number in given]
    except TypeError:
        raise TypeError(f"{name} must be four numbers: x, y, width and height (got {given!r})") from None
    except ValueError:
        raise InvalidArgumentError(f"{name} must be four numbers: x, y, width and height (got {given!r})") from None
    if len(numbers) != 4:
        raise InvalidArgumentError(f"{name} must be four numbers: x, y, width and height (got {len(numbers)})")
    return scrim_rect(*numbers)


def string(value: str) -> scrim_string:
    """Returns the UTF-8 of a string that is not secret.

    A lone surrogate is passed on unchanged. The library then returns the error.
    """
    octets = value.encode("utf-8", "surrogatepass")
    return scrim_string(octets, len(octets))


def strings(values: Iterable[str], name: str = "classes") -> tuple[c.Array[scrim_string] | None, int]:
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of strings, not one string (got {values!r})")
    items = [string(value) for value in values]
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
