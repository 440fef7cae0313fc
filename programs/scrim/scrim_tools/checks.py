# SPDX-License-Identifier: MIT
"""The checks of `scrim selftest`. programs/selftest/ makes the same ones in C, from the same table (selftest_table.py)."""

from __future__ import annotations

import os
import re
import signal
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scrim import (
    Format,
    InvalidStateError,
    Keypad,
    KeyKind,
    KeyOrder,
    Outcome,
    Protection,
    ScrimError,
    Style,
    Text,
    Unprotected,
    configure_memory,
    harden_process,
    library_path,
    memory_usage,
    redact,
    redact_in_place,
)

from .selftest_table import ADVICE, CHECKS, FLAGS, FORMATS, KILLED, LACKS, LEVELS, REDACTIONS, STYLES, Redaction


def noise(size: int, number: int) -> Any:
    """Returns bytes that rise slowly, with noise. The C program makes the same ones."""
    mixed = np.arange(size, dtype=np.uint32) * np.uint32(2654435761) + np.uint32(number * 40503)
    mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(2246822519)
    return ((mixed >> np.uint32(25)) + np.arange(size, dtype=np.uint32) * np.uint32(128) // np.uint32(size)).astype(np.uint8)


def planes_of(case: Redaction, pixels: Any) -> list[Any]:
    """Returns the planes of a picture in one array of bytes: rows of bytes or of 16-bit numbers."""
    layout, planes, start = FORMATS[case.format], [], 0
    for index in range(layout.planes):
        shift_x, shift_y = (layout.shift_x, layout.shift_y) if index else (0, 0)
        size = layout.chroma_bytes if index else layout.bytes
        rows, row = case.height + shift_y >> shift_y, (case.width + shift_x >> shift_x) * size
        plane = pixels[start : start + rows * row].reshape(rows, row)
        planes.append(plane.view(np.uint16) if layout.planes > 1 and case.format.sample_size == 2 else plane)
        start += rows * row
    return planes


def picture(number: int, case: Redaction) -> Any:
    """Returns the bytes of all planes before the redaction."""
    layout = FORMATS[case.format]
    chroma = (case.width + layout.shift_x >> layout.shift_x) * (case.height + layout.shift_y >> layout.shift_y)
    return noise(case.width * case.height * layout.bytes + (layout.planes - 1) * chroma * layout.chroma_bytes, number)


def redacted(number: int, case: Redaction) -> Any:
    """Returns the bytes of all planes after the redaction."""
    pixels = picture(number, case)
    options: dict[str, Any] = {"style": STYLES[case.style], "pixel_format": case.format, "dilation": 0, "codec_block": 0}
    planes = planes_of(case, pixels)
    if len(planes) > 1:
        redact_in_place(tuple(planes), [case.rect], **options)
    else:
        redact_in_place(memoryview(pixels), [case.rect], width=case.width, height=case.height, **options)
    return pixels


def wrong_redactions() -> list[Redaction]:
    """Returns the redactions of the table whose checksums differ, or that fail."""

    def is_wrong(number: int, case: Redaction) -> bool:
        try:
            return zlib.crc32(redacted(number, case)) != case.crc
        except ScrimError:
            return True

    return [case for number, case in enumerate(REDACTIONS) if is_wrong(number, case)]


# ---- Checks ----

_SIZE: dict[str, Any] = {"pixel_format": "RGBA", "width": 64, "height": 48}
_BOX = (10, 6, 30, 20)
_INSIDE = np.zeros((48, 64), bool)
_INSIDE[6:26, 10:40] = True


def _picture() -> Any:
    return noise(64 * 48 * 4, 0).reshape(48, 64, 4)


def _redacted(pixels: Any, style: Style) -> Any:
    return np.frombuffer(redact(pixels.tobytes(), [_BOX], style=style, **_SIZE), np.uint8).reshape(48, 64, 4)


def _covers() -> bool:
    before = _picture()
    after = _redacted(before, Style.solid("#102030"))
    return bool((after[_INSIDE] == (0x10, 0x20, 0x30, 0xFF)).all() and (after[~_INSIDE] == before[~_INSIDE]).all())


def _holds_nothing() -> bool:
    one, other = _picture(), _picture()
    other[_INSIDE] ^= 0x5A
    styles = (Style.solid(), Style.frost(3), Style.tiles(3))
    return all((_redacted(one, style) == _redacted(other, style)).all() for style in styles)


def _fails_closed() -> bool:
    pixels = bytearray(_picture().tobytes())
    try:
        redact_in_place(pixels, [(float("nan"), 0, 1, 1)], **_SIZE)
    except ScrimError as error:
        black = all(value == 0 for n, value in enumerate(pixels) if n % 4 != 3)
        return error.report is not None and error.report.outcome == Outcome.COVERED and black
    return False


def _shuffles() -> bool:
    orders = set()
    with Keypad() as pad:
        for _ in range(8):
            pad.show()
            labels = [key.label for key in pad.keys(KeyOrder.ROWS) if key.kind == KeyKind.INSERT]
            if sorted(labels) != list("0123456789"):
                return False
            orders.add("".join(labels))
    return len(orders) > 1  # eight equal orders have a probability of 1 in 10!^7


def _keeps_secrets() -> bool:
    with Text() as text:
        text.insert("24680")
        same = text.equals("24680") and not text.equals("24681")
        text.wipe()
        return bool(same) and not text.equals("24680")


def _status_of_child(work: Callable[[], object]) -> int:
    """Runs `work` in a forked child, because it may end the process or change it for good. Returns the status of waitpid."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numpy's threads have no part in what the child does
        child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except ScrimError:
            pass
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def _hardens() -> bool:
    return _status_of_child(harden_process) == 0


_FUNCTIONS: dict[str, Callable[[], bool]] = {
    "covers": _covers,
    "holds_nothing": _holds_nothing,
    "fails_closed": _fails_closed,
    "shuffles": _shuffles,
    "keeps_secrets": _keeps_secrets,
    "hardens": _hardens,
}


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except ScrimError:
        return False


class Findings(NamedTuple):
    """What the checks found."""

    #: Whether each check passed, by its sentence.
    checks: dict[str, bool]
    #: The redactions that are wrong.
    wrong: list[Redaction]
    #: The formats in which all redactions are right.
    formats: list[Format]
    protection: dict[str, Any]


def run_checks() -> Findings:
    """Runs all checks."""
    killed = os.WIFSIGNALED(status := _status_of_child(Text)) and os.WTERMSIG(status) == signal.SIGSYS
    if killed:
        try:
            configure_memory(disable_memfd_secret=True)
        except InvalidStateError:
            pass  # this process had no such filter when it created its first secret
    wrong = wrong_redactions()
    known = {"survives": not os.WIFSIGNALED(status), "redacts": not wrong}
    checks = {sentence: known[key] if key in known else _passes(_FUNCTIONS[key]) for key, sentence in CHECKS.items()}
    bad = {case.format for case in wrong}
    return Findings(checks, wrong, [format for format in FORMATS if format not in bad], protection(killed))


# ---- The machine ----


def protection(killed: bool = False) -> dict[str, Any]:
    """Returns the protection of a new secret, and what is missing for a better one.

    `killed` says that a filter of system calls ends processes that call memfd_secret.
    """
    flags = Protection(0)
    try:
        with Text() as text:
            flags = text.protection
            usage = memory_usage()
    except ScrimError:
        usage = memory_usage()
    level = LEVELS[sum(flag in flags for flag in (Protection.GUARDED, Protection.LOCKED, Protection.SECRETMEM))]
    lacks = []
    for field, (name, unavailable) in LACKS.items():
        reason: Unprotected = getattr(usage, field)
        if killed and name == KILLED[0]:
            lacks.append(dict(zip(("lacks", "because", "help"), KILLED)))
        elif reason != Unprotected.NONE:
            lacks.append({"lacks": name, "because": reason.message, "help": ADVICE.get(reason.name, unavailable)})
    return {
        "level": level,
        "flags": [name for bit, name in FLAGS.items() if Protection[bit] in flags],
        "lock_limit_bytes": usage.lock_limit,
        "lacks": lacks,
    }


def library_file() -> str:
    """Returns the file of the library that is loaded, without symbolic links."""
    path = library_path()
    if "/" in path:
        return os.path.realpath(path)
    found = re.search(r"(/.*/libscrim\.so\S*)$", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return found[1] if found else path


_MACHINES = {"x86_64": "x86-64", "aarch64": "arm64"}
#: What x86-64-v3 adds, as the kernel names it. LZCNT is called abm.
_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}


def builds() -> tuple[str, str]:
    """Returns the build of the library that is loaded, and the best one that the processor runs."""
    machine = os.uname().machine
    machine = best = _MACHINES.get(machine, machine)
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    if machine == "x86-64" and flags and set(flags[1].split()) >= _V3:
        best = "x86-64-v3"
    return "x86-64-v3" if "/x86-64-v3/" in library_file() else machine, best
