# SPDX-License-Identifier: MIT
"""From Python values to C ones. ctypes silently wraps an integer that does not fit, so ranges are checked here."""

from __future__ import annotations

import ctypes as c
import operator
from collections.abc import Callable, Iterable
from typing import SupportsIndex

from ._abi import scrim_rect, scrim_string
from .errors import BufferTooSmallError, InvalidArgumentError, _check


def integer(value: SupportsIndex, name: str, low: int, high: int) -> int:
    number = operator.index(value)
    if not low <= number <= high:
        raise InvalidArgumentError(f"{name} must be from {low} to {high}, not {number}")
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
    numbers = [float(number) for number in value]
    if len(numbers) != 4:
        raise InvalidArgumentError(f"{name} must be x, y, width and height, not {len(numbers)} numbers")
    return scrim_rect(*numbers)


def string(value: str) -> scrim_string:
    """UTF-8 of a string that is no secret; a lone surrogate goes through as it is, for the library to refuse."""
    octets = value.encode("utf-8", "surrogatepass")
    return scrim_string(octets, len(octets))


def strings(values: Iterable[str], name: str = "classes") -> tuple[c.Array[scrim_string] | None, int]:
    if isinstance(values, str):
        raise TypeError(f"{name} must be several strings, not one")
    items = [string(value) for value in values]
    return ((scrim_string * len(items))(*items) if items else None), len(items)


def take_string(call: Callable[[c.Array[c.c_char], int, c.c_size_t], int], capacity: int) -> str:
    """The string that a call writes into (buffer, capacity, length), with a second try where the first is too small."""
    return take_bytes(call, capacity).decode()


def take_bytes(call: Callable[[c.Array[c.c_char], int, c.c_size_t], int], capacity: int) -> bytes:
    length = c.c_size_t()
    while True:
        buffer = c.create_string_buffer(capacity)
        try:
            _check(call(buffer, capacity, length))
        except BufferTooSmallError:
            capacity = length.value
        else:
            return memoryview(buffer)[: length.value].tobytes()
