# SPDX-License-Identifier: MIT
"""What the package repeats of the headers beside names, types and numbers, which the contract tests of the tree compare."""

import ctypes
import re

import numpy
import pytest
from conftest import BINDING, ROOT

import scrim
from scrim import _ffi, _structs

HEADERS = "".join(path.read_text() for path in sorted((ROOT / "include" / "scrim").glob("*.h")))


def test_the_comment_above_each_prototype_is_the_header_s() -> None:
    declared = {" ".join(found.split()) for found in re.findall(r"^SCRIM_API (.*?;)", HEADERS, re.S | re.M)}
    body = (BINDING / "scrim" / "_ffi.py").read_text().split("PROTOTYPES", 1)[1].split("\n}\n", 1)[0]
    entries = re.findall(r"((?:    # (?!----).*\n)+)    \"(\w+)\"", body)
    written = {" ".join(line.strip(" #") for line in comment.splitlines()): name for comment, name in entries}
    assert set(written) == declared
    assert set(written.values()) == set(_ffi.PROTOTYPES)
    assert all(f" {name}(" in prototype.replace("*", " ") for prototype, name in written.items())


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


@pytest.mark.parametrize(
    "dtype, struct",
    [(scrim.TOUCH_DTYPE, _structs.scrim_touch), (scrim.EVENT_DTYPE, _structs.scrim_gesture_event)],
    ids=["touch", "event"],
)
def test_dtypes_have_the_offsets_of_the_structs(dtype: list[tuple[str, str]], struct: type[ctypes.Structure]) -> None:
    array = numpy.dtype(dtype)
    assert array.itemsize == ctypes.sizeof(struct)
    assert [(name, array.fields[name][1]) for name in array.names] == [
        (name, getattr(struct, name).offset) for name, _ in struct._fields_
    ]
