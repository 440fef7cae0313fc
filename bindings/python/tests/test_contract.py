# SPDX-License-Identifier: MIT
"""What the package repeats of the headers, other than names, types and numbers, which the contract tests of the tree compare."""

import ast
import ctypes
from pathlib import Path

import numpy
import pytest

import scrim
from scrim import _abi, _ffi


def test_the_library_is_of_this_version() -> None:
    assert scrim.library_version() == scrim.__version__


def test_error_classes_are_named_as_their_statuses() -> None:
    names = {status: error.__name__ for status, error in scrim.ScrimError._by_status.items() if status}
    assert names.pop(scrim.OutOfMemoryError.status) == "OutOfMemoryError"  # not NoMemoryError, which reads badly
    for status, name in names.items():
        known = _ffi.lib.scrim_status_name(status).decode()
        assert name.removesuffix("Error").upper() == known.removeprefix("SCRIM_ERROR_").replace("_", "")


@pytest.mark.parametrize("reason", scrim.Reason)
def test_reasons_are_named_as_the_library_names_them(reason: scrim.Reason) -> None:
    assert _ffi.lib.scrim_reason_name(reason).decode() == f"SCRIM_REASON_{reason.name}"


@pytest.mark.parametrize("number", [1, -9999, -(2**31)])
def test_a_status_of_a_later_version_is_an_error_too(number: int) -> None:
    with pytest.raises(scrim.ScrimError) as caught:
        scrim.errors._check(number)
    assert (caught.value.status, caught.value.name) == (number, "unknown status")


INITIALIZERS = sorted(name for name in _abi.PROTOTYPES if name.endswith("_init") and name != "scrim_attempts_init")


@pytest.mark.parametrize("name", INITIALIZERS)
def test_structs_can_be_initialized_without_macros(name: str) -> None:
    pointer = _abi.PROTOTYPES[name][1][0]
    struct = pointer._type_()  # type: ignore[attr-defined]
    size = ctypes.sizeof(struct)
    assert getattr(_ffi.lib, name)(ctypes.byref(struct), size) == 0
    if struct._fields_[0][0] == "struct_size":
        assert struct.struct_size == size
    assert getattr(_ffi.lib, name)(ctypes.byref(struct), size - 1) == scrim.InvalidArgumentError.status


@pytest.mark.parametrize(
    "dtype, struct",
    [
        (scrim.TOUCH_DTYPE, _abi.scrim_touch),
        (scrim.SCROLL_DTYPE, _abi.scrim_scroll),
        (scrim.EVENT_DTYPE, _abi.scrim_gesture_event),
    ],
    ids=["touch", "scroll", "event"],
)
def test_dtypes_have_the_offsets_of_the_structs(dtype: list[tuple[str, str]], struct: type[ctypes.Structure]) -> None:
    array = numpy.dtype(dtype)
    assert array.itemsize == ctypes.sizeof(struct)
    assert [(name, array.fields[name][1]) for name in array.names] == [
        (name, getattr(struct, name).offset) for name, _ in struct._fields_
    ]


#: What has an attribute `data` that is not a string of the library.
NO_STRINGS = {"plane", "events.ctypes"}


def test_no_module_reads_the_data_of_a_string() -> None:
    """ctypes reads a copy that ends at the first NUL, but `length` is that of the whole string."""
    found = []
    for path in sorted(Path(scrim.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr == "data" and ast.unparse(node.value) not in NO_STRINGS:
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []
