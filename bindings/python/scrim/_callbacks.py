# SPDX-License-Identifier: MIT
"""The callbacks of objects.

An object that is closed inside a callback exists until the outermost call returns, and the library may call it back until then. So the
functions that the library calls are never freed: there is one for each entry of each table. It finds the program's function by the
number that the library passes as `user_data`. If the object is closed or collected, there is nothing to find.

The numbers refer to an object weakly. Otherwise an object whose callbacks refer to it would stay open.
"""

from __future__ import annotations

import ctypes as c
import functools
import itertools
import weakref
from collections.abc import Callable, Mapping
from typing import Any

from . import _abi as s
from ._ffi import callback
from ._relay import keep

Function = Callable[..., object]

#: Never used twice, because the library may pass the number of an object that no longer exists.
_numbers = itertools.count(1)
_owners: weakref.WeakValueDictionary[int, Callbacks] = weakref.WeakValueDictionary()


class Callbacks:
    """The functions that the library calls for one object."""

    def __init__(self) -> None:
        # By number, and then by name. Replaced functions stay until the library no longer needs them.
        self._tables: dict[int, Mapping[str, Function]] = {}

    def clear(self) -> None:
        """Removes all functions. Later callbacks do nothing, and `should_` callbacks refuse."""
        self._tables.clear()

    def set(
        self,
        call: Callable[..., int],
        handle: int | None,
        struct: type[c.Structure],
        given: object,
        adapted: Callable[[str, Function], Function],
    ) -> int:
        """Passes a table of functions to the library, and returns the status.

        `given` has the program's functions as attributes. `adapted` returns a function that takes the arguments of C.
        """
        table = struct(c.sizeof(struct))
        functions = {}
        for name, kind, *_ in struct._fields_[2:]:
            function = getattr(given, name, None)
            if function is not None:
                if not callable(function):
                    raise TypeError(f"{name} must be a function or None (got {function!r})")
                functions[name] = adapted(name, function)
                setattr(table, name, entry(kind, name))
        return self.hand_over(call, handle, table, functions)

    def hand_over(self, call: Callable[..., int], handle: int | None, table: Any, functions: Mapping[str, Function]) -> int:
        """Registers a table with the library, and returns the status. `table` contains the entry() of each function."""
        number = next(_numbers)
        _owners[number] = self
        # If a signal handler raises, nobody knows whether the library has accepted the number. So it stays until the object is closed.
        self._tables[number] = functions
        status = int(call(handle, table, number, _FREE))
        if status:
            _forget(number)
        return status

    def find(self, number: int, name: str) -> Function | None:
        functions = self._tables.get(number)
        return None if functions is None else functions[name]


def _forget(number: int) -> None:
    """The library no longer needs the functions with this number."""
    owner = _owners.pop(number, None)
    if owner is not None:
        owner._tables.pop(number, None)


def _forever(kind: Any, function: Callable[..., Any]) -> Any:
    """Returns a function that the library can call at any time, even while the interpreter ends."""
    made = callback(kind, function)
    c.pythonapi.Py_IncRef(c.py_object(made))
    return made


_FREE = _forever(s.scrim_free_fn, _forget)


@functools.cache
def entry(kind: Any, name: str) -> Any:
    """Returns the function that the library calls for an entry of this type and name, of any object."""
    is_question = kind._restype_ is not None

    def call(*arguments: Any) -> int:
        answers: list[bool] = []

        def run() -> None:
            *rest, number = arguments
            owner = _owners.get(number)
            function = None if owner is None else owner.find(number, name)
            if function is not None:
                answer = function(*rest)
                answers.append(is_question and bool(answer))

        keep(run)
        return int(answers == [True])

    return _forever(kind, call)
