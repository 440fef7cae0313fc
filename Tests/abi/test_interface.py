# SPDX-License-Identifier: MIT
"""Programs that were built with the baseline's headers run with this library; and the check sees what would break them."""

import os
import shutil
from pathlib import Path

import pytest

import interface
from interface import BASELINE, ROOT, Incompatible, check, run, update

LIBRARY = ROOT / os.environ.get("SCRIM_BUILD", "build") / "libscrim.so"
VERSION_SCRIPT = "Sources/ScrimABI/scrim.map"
BASE, TEXT = "include/scrim/base.h", "include/scrim/text.h"


def test_nothing_changed_that_old_programs_use() -> None:
    check(ROOT)


def test_library_has_every_symbol_of_the_baseline() -> None:
    names = run("nm", "--dynamic", "--defined-only", LIBRARY).stdout.split()
    wanted = interface.symbols(BASELINE / interface.INTERFACE)
    assert len(wanted) > 100
    assert wanted - {name.split("@")[0] for name in names} == set()


def test_the_baseline_is_that_of_its_commit(old_source: Path, tmp_path: Path) -> None:
    update(old_source, tmp_path)
    for name in interface.INTERFACE, interface.CONSTANTS:
        assert (tmp_path / name).read_text() == (BASELINE / name).read_text(), f"{name} was not written by script/abi"


# ---- The check itself, on copies of the headers with one thing changed ----


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A baseline of the headers as they are, so that these tests see one change alone."""
    folder = tmp_path_factory.mktemp("baseline")
    update(ROOT, folder)
    return folder


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "include", tmp_path / "include")
    (tmp_path / VERSION_SCRIPT).parent.mkdir(parents=True)
    shutil.copy(ROOT / VERSION_SCRIPT, tmp_path / VERSION_SCRIPT)
    return tmp_path


def edit(copy: Path, file: str, old: str, new: str) -> None:
    text = (copy / file).read_text()
    assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
    (copy / file).write_text(text.replace(old, new))


DECLARATION = "SCRIM_API uint32_t scrim_abi_number(void);"
COMPATIBLE = {
    "nothing": [],
    "a comment": [(BASE, " * A point. `x` grows", " * A place. `x` grows")],
    "a new function": [
        (BASE, DECLARATION, f"{DECLARATION}\nSCRIM_API uint32_t scrim_abi_new(uint32_t x);"),
        (VERSION_SCRIPT, "    scrim_abi_number;\n", "    scrim_abi_number;\n    scrim_abi_new;\n"),
    ],
    "a new constant": [(BASE, "SCRIM_OK = 0,", "SCRIM_OK = 0,\n    SCRIM_ERROR_NEW = -100,")],
    "options that grew at their end": [(TEXT, "} scrim_text_options;", "    uint64_t added;\n} scrim_text_options;")],
}
# Each with a word that the check says of it, the header, and what is put in place of what.
COUNT = "scrim_text_count(const scrim_text *text, size_t"
BUSY = "SCRIM_ERROR_BUSY = -7,"
LAST_SHOWN = "    uint64_t mask_delay_ns;"
BREAKING = {
    "a parameter of another type": ("scrim_status_name", BASE, "_name(scrim_status s", "_name(int64_t s"),
    "a parameter more": ("scrim_live_handles", BASE, "_handles(uint32_t kind)", "_handles(uint32_t kind, int32_t x)"),
    "another result": ("scrim_abi_number", BASE, DECLARATION, DECLARATION.replace("uint32_t", "uint64_t")),
    "a pointer to another type": ("scrim_text_count", TEXT, COUNT, COUNT.replace("size_t", "int32_t")),
    "a callback of another type": ("scrim_free_fn", BASE, "(*scrim_free_fn)(void", "(*scrim_free_fn)(int32_t x, void"),
    "a field of another type": ("mask_delay_ns", TEXT, LAST_SHOWN, LAST_SHOWN.replace("uint64_t", "double")),
    "a field in the middle": ("mask_delay_ns", TEXT, LAST_SHOWN, f"    uint64_t x;\n{LAST_SHOWN}"),
    "a frozen struct that grew": ("scrim_touch", BASE, "} scrim_touch;", "    uint64_t added;\n} scrim_touch;"),
    "another value of a constant": ("SCRIM_ERROR_BUSY", BASE, BUSY, BUSY.replace("-7", "-107")),
    "a constant that is gone": ("SCRIM_ERROR_BUSY", BASE, BUSY, ""),
    "another soname": ("SONAME", BASE, "#define SCRIM_ABI_NUMBER 0", "#define SCRIM_ABI_NUMBER 1"),
}


@pytest.mark.parametrize("edits", COMPATIBLE.values(), ids=COMPATIBLE.keys())
def test_what_old_programs_do_not_see_may_change(fresh: Path, copy: Path, edits: list[tuple[str, str, str]]) -> None:
    for change in edits:
        edit(copy, *change)
    check(copy, fresh)


@pytest.mark.parametrize(("said", "file", "old", "new"), BREAKING.values(), ids=BREAKING.keys())
def test_what_breaks_old_programs_is_seen(fresh: Path, copy: Path, said: str, file: str, old: str, new: str) -> None:
    edit(copy, file, old, new)
    with pytest.raises(Incompatible, match=said):
        check(copy, fresh)


def test_a_function_that_is_gone_is_seen(fresh: Path, copy: Path) -> None:
    edit(copy, BASE, DECLARATION, "")
    edit(copy, VERSION_SCRIPT, "    scrim_abi_number;\n", "")
    with pytest.raises(Incompatible, match="scrim_abi_number"):
        check(copy, fresh)


def test_options_that_grew_and_changed_are_seen(fresh: Path, copy: Path) -> None:
    # abidiff, told that they may grow, says nothing of the change: that is what the layouts in words are for.
    edit(copy, TEXT, "    uint64_t mask_delay_ns;", "    double mask_delay_ns;")
    edit(copy, TEXT, "} scrim_text_options;", "    uint64_t added;\n} scrim_text_options;")
    with pytest.raises(Incompatible, match=r"mask_delay_ns: uint64_t at \d+, 8 bytes -> double at"):
        check(copy, fresh)
