# SPDX-License-Identifier: MIT
"""Arrays of frozen structs: tuples are packed in one go, and the memory of a numpy array is used without a copy."""

from __future__ import annotations

import ctypes as c
import itertools
import operator
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._buffer import Py_buffer, PyBUF_FORMAT, PyBUF_STRIDES, borrow
from .errors import InvalidArgumentError

# The codes of numpy's buffers. "L" and "Q" are one type on the 64-bit platforms of the library; numpy writes either.
_CODES = {"<u8": "L", "<u4": "I", "<f8": "d"}


class RecordLayout:
    """How a struct is stored: by its numpy dtype, by a format of the module `struct`, and by its ctypes type."""

    def __init__(self, dtype: list[tuple[str, str]], struct_type: type[c.Structure], what: str, dtype_name: str) -> None:
        # A reserved field is zero. It has no value in the tuples.
        codes = ("4x" if name == "reserved" else _CODES[type].replace("L", "Q") for name, type in dtype)
        self.packer = struct.Struct("=" + "".join(codes))
        self.size = self.packer.size
        self._format = "T{" + "".join(f"{_CODES[type]}:{name}:" for name, type in dtype) + "}"
        self._pointer_type = c.POINTER(struct_type)
        # For messages: what an item is, and the name of the dtype.
        self._what, self._dtype_name = what, dtype_name
        self._fields = [(name, type) for name, type in dtype if name != "reserved"]
        # How many fields a tuple must have, and what packs them.
        self._least = len(self._fields)
        self._pack_row: Callable[..., bytes] = self.packer.pack

    def pointer(self, address: int, index: int = 0) -> Any:
        """Returns a pointer to one struct of an array."""
        return c.cast(address + index * self.size, self._pointer_type)

    @contextmanager
    def memory(self, items: Any) -> Iterator[tuple[int, int]]:
        """Yields the address and the number of structs. `items` is a structured array, or tuples of the fields."""
        try:
            memoryview(items).release()
        except TypeError:
            try:
                rows = items if isinstance(items, list) else list(items)
            except TypeError:
                wanted = f"a list of tuples, or a numpy array of {self._dtype_name}"
                raise TypeError(f"{self._what}s must be {wanted} (got {type(items).__name__})") from None
            packed = self._pack(rows)
            with borrow(packed) as view:
                yield view.buf or 0, len(packed) // self.size
            return
        with borrow(items, PyBUF_STRIDES | PyBUF_FORMAT) as view:
            yield self._checked(view)

    def _pack(self, rows: list[tuple[Any, ...]]) -> bytearray:
        try:
            return bytearray().join(itertools.starmap(self._pack_row, rows))
        except (struct.error, TypeError):
            pass
        for index, values in enumerate(rows):
            try:
                self._pack_row(*values)
            except (struct.error, TypeError):
                raise InvalidArgumentError(f"{self._what} {index}: {self._problem(values)}") from None
        raise InvalidArgumentError(f"the {self._what}s must be tuples")

    def _problem(self, values: Any) -> str:
        """Explains why a tuple cannot be packed. Does not repeat positions, which may be private."""
        names = [name for name, _ in self._fields]
        if not isinstance(values, tuple | list):
            return f"must be a tuple of {', '.join(names)} (got {type(values).__name__})"
        if not self._least <= len(values) <= len(names):
            count = f"{len(names)}" if self._least == len(names) else f"{self._least} or {len(names)}"
            return f"must have {count} items: {', '.join(names)} (got {len(values)})"
        for (name, type_code), value in zip(self._fields, values, strict=False):
            if type_code == "<f8":
                if not isinstance(value, int | float):
                    return f"{name} must be a number (got {type(value).__name__})"
                continue
            most = 2 ** (64 if type_code == "<u8" else 32) - 1
            try:
                number = operator.index(value)
            except TypeError:
                return f"{name} must be an integer (got {type(value).__name__})"
            if not 0 <= number <= most:
                return f"{name} must be from 0 to {most} (got {number})"
        return f"must be a tuple of {', '.join(names)}"

    def _checked(self, view: Py_buffer) -> tuple[int, int]:
        found = (view.format or b"B").decode().translate({ord(mark): None for mark in "@=<"}).replace("Q:", "L:")
        if found != self._format:
            wanted = f"have the dtype scrim.{self._dtype_name}" if self._dtype_name != "EVENT_DTYPE" else "be an array of feed_array()"
            raise InvalidArgumentError(f"the array must {wanted} (got items of the format {found!r})")
        if view.ndim != 1 or (view.shape[0] > 1 and view.strides[0] != self.size):
            raise InvalidArgumentError("the array must have one dimension and be contiguous")
        if (view.buf or 0) % 8:
            raise InvalidArgumentError("the array must begin at a multiple of 8 bytes")
        return view.buf or 0, view.shape[0]


class TouchLayout(RecordLayout):
    """Touches. In the tuples the tool comes last, and may be missing."""

    def __init__(self, dtype: list[tuple[str, str]], struct_type: type[c.Structure]) -> None:
        super().__init__(dtype, struct_type, "sample", "TOUCH_DTYPE")
        self._fields.sort(key=lambda field: field[0] == "tool")
        self._least = len(self._fields) - 1
        pack = self.packer.pack
        self._pack_row = lambda time_ns, id, phase, x, y, tool=0: pack(time_ns, id, phase, tool, x, y)
