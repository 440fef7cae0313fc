# SPDX-License-Identifier: MIT
"""What the built library loads, shows, and promises to the loader."""

import re
from pathlib import Path

import pytest

from traps import run

MAX_STRIPPED_BYTES = 768 * 1024
NEWEST_GLIBC = (2, 34)
MAY_LOAD = {"libsodium", "libutf8proc", "libm", "libc"}


@pytest.fixture(scope="module")
def dynamic(library: Path) -> str:
    return run("readelf", "--dynamic", "--wide", library)


@pytest.fixture(scope="module")
def undefined(library: Path) -> list[str]:
    return [line.split()[-1] for line in run("nm", "--dynamic", "--undefined-only", library).splitlines()]


@pytest.fixture(scope="module")
def disassembly(library: Path) -> str:
    return run("objdump", "--disassemble", "--no-show-raw-insn", library)


def test_loads_only_its_two_dependencies_and_the_c_library(dynamic: str) -> None:
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    assert {name.split(".so")[0] for name in needed} <= MAY_LOAD
    assert any(name.startswith("libc.") for name in needed)


def test_soname_has_the_abi_number(dynamic: str, root: Path) -> None:
    header = (root / "include/scrim/base.h").read_text()
    number = re.search(r"^#define SCRIM_ABI_NUMBER (\d+)$", header, re.MULTILINE)[1]
    assert re.findall(r"\(SONAME\).*\[(.*)\]", dynamic) == [f"libscrim.so.{number}"]


def test_is_bound_at_load_stays_loaded_and_looks_nowhere_else(dynamic: str, library: Path) -> None:
    assert "BIND_NOW" in re.search(r"\(FLAGS\)\s+(.*)", dynamic)[1].split()
    flags = re.search(r"\(FLAGS_1\)\s+Flags:\s+(.*)", dynamic)[1].split()
    assert {"NOW", "NODELETE"} <= set(flags)
    assert "RUNPATH" not in dynamic and "RPATH" not in dynamic
    assert "GNU_RELRO" in run("readelf", "--program-headers", "--wide", library)


def test_has_no_executable_stack(library: Path) -> None:
    stack = re.search(r"GNU_STACK.*", run("readelf", "--program-headers", "--wide", library))[0].split()
    assert "RWE" not in stack


def test_shows_only_scrim_and_no_test_door(library: Path) -> None:
    lines = run("nm", "--dynamic", "--defined-only", library).splitlines()
    symbols = {name.split("@")[0] for _, kind, name in map(str.split, lines) if kind != "A"}
    assert symbols
    assert {name for name in symbols if not name.startswith("scrim_")} == set()
    assert {name for name in symbols if name.startswith("scrim_test_")} == set()


def test_needs_no_newer_c_library(undefined: list[str]) -> None:
    versions = {name: tuple(map(int, m[1].split("."))) for name in undefined if (m := re.search(r"@GLIBC_([\d.]+)", name))}
    assert versions
    assert {name for name, version in versions.items() if version > NEWEST_GLIBC} == set()


def test_needs_no_unicode_tables(undefined: list[str]) -> None:
    assert [name for name in undefined if name.startswith("_swift_stdlib_")] == []


def test_never_calls_swift_once(disassembly: str) -> None:
    # swift_once spins: a child forked while another thread is inside it hangs.
    assert re.search(r"<scrim_\w+>:", disassembly), "the library has no names for its functions"
    assert re.findall(r"^.*\b(?:call|jmp|bl?)\s.*<swift_once.*$", disassembly, re.MULTILINE) == []


def test_has_no_lazy_global(library: Path, disassembly: str) -> None:
    # The optimiser puts swift_once in line: what is left are an initialiser (WZ) or code that looks at a token (Wz).
    # A token that no code looks at belongs to a global whose value the compiler knew.
    assert re.findall(r"^\S+ [tT] (\$[es].*WZ)$", run("nm", library), re.MULTILINE) == []
    assert re.findall(r"^.*<\$[es]\w*W[zZ][>+].*$", disassembly, re.MULTILINE) == []


def test_stripped_size(library: Path, tmp_path: Path) -> None:
    stripped = tmp_path / "libscrim.so"
    run("strip", "-o", stripped, library)
    assert stripped.stat().st_size <= MAX_STRIPPED_BYTES


def references(disassembly: str) -> dict[str, set[str]]:
    """The functions that each function calls, jumps to, or takes the address of.

    What is called within another function is a function without a name behind it, and stands here under its offset.
    """
    nameless = set(re.findall(r"\bcall\s+[0-9a-f]+ <([^>]+\+0x[0-9a-f]+)>$", disassembly, re.MULTILINE))
    found: dict[str, set[str]] = {}
    here: set[str] = set()
    name, begin = "", 0
    for line in disassembly.splitlines():
        if start := re.match(r"([0-9a-f]+) <(.+)>:$", line):
            name, begin = start[2], int(start[1], 16)
            here = found.setdefault(name, set())
            continue
        if (at := re.match(r"\s*([0-9a-f]+):", line)) and (own := f"{name}+{int(at[1], 16) - begin:#x}") in nameless:
            here = found.setdefault(own, set())
        if target := re.search(r"<([^>]+?)(?:@plt)?(\+0x[0-9a-f]+)?>$", line):
            whole = target[1] + (target[2] or "")
            # A jump within a function is to what it is in itself.
            here.add(whole if whole in nameless else target[1] if target[1] != name or not target[2] else "")
    return found


def reaches(references: dict[str, set[str]], start: str, name: str) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        new = references.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return any(re.search(name, function) for function in seen)


def test_objects_are_made_on_a_claim_alone(disassembly: str, library: Path) -> None:
    # Where swift_allocObject gets no memory it ends the process, unless the call has claimed cells of the reserve.
    calls = references(disassembly)
    exports = [line.split()[-1].split("@")[0] for line in run("nm", "--dynamic", "--defined-only", library).splitlines()]
    makers = {name for name in exports if reaches(calls, name, r"swift_allocObject|swift_slowAlloc|posix_memalign")}
    assert "scrim_scene_create" in makers
    assert {name for name in makers if not reaches(calls, name, r"ScrimABI7ReserveO5claim")} == set()
    # Few calls make objects: one that joins these must say NO_MEMORY in its header.
    assert {name for name in makers if not name.endswith("_create")} <= {
        "scrim_collector_load_rules",
        "scrim_collector_set_rules",
        "scrim_gestures_set_callbacks",
        "scrim_keypad_set_callbacks",
        "scrim_scene_set_cover",
        "scrim_scene_snapshot",
        "scrim_snapshot_decode",
        "scrim_subscriber_snapshot",
        "scrim_text_set_callbacks",
    }


def test_only_redactions_have_frames_of_a_page_or_more(disassembly: str, root: Path) -> None:
    # Such a frame could jump over the guard page of the stack. All redactions begin at one place, which touches the stack first.
    begins = [path.name for path in (root / "Sources").rglob("*.swift") for _ in re.findall(r"Redaction\.failingClosed\(", path.read_text())]
    assert begins == ["Redact.swift"]
    large, name = set(), ""
    for line in disassembly.splitlines():
        if start := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            name = start[1]
        elif (size := re.search(r"\bsub +\$0x([0-9a-f]+),%rsp$", line)) and 4096 <= int(size[1], 16) < 1 << 31:
            large.add(name)
    in_redactions = r"Scrim(9RedactionV|7CaptureC6redact|5SceneC6redact|6BufferV4sort)"
    assert large
    assert {name for name in large if not re.search(in_redactions, name)} == set()
