# SPDX-License-Identifier: MIT
"""The command `scrim selftest`, which checks the library, its protection of secrets and its speed on this machine."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrim import (
    KeyKind,
    Keypad,
    Outcome,
    Protection,
    KeyOrder,
    ScrimError,
    Unprotected,
    Style,
    Text,
    abi_number,
    library_path,
    library_version,
    memory_usage,
    redact,
    redact_in_place,
)

from ..errors import Exit, add_json_option, tell

_LOCKING = (
    "128 KiB are enough for a PIN pad, and 24 MiB if it hashes in locked memory; CAP_IPC_LOCK lifts no limit in a user namespace,"
    " such as a rootless container"
)
_ADVICE = {
    Unprotected.UNAVAILABLE: "use Linux 5.14 or later. If secretmem is disabled, boot with secretmem.enable=1. In a container, allow"
    " memfd_secret (447) in the system call filter",
    Unprotected.DENIED: "allow memfd_secret (447), mlock, madvise, pipe2, ftruncate and mremap in the system call filter of the container"
    " or service",
    Unprotected.LIMIT: _LOCKING,
    Unprotected.PRIVILEGE: _LOCKING,
    Unprotected.DESCRIPTORS: "close file descriptors, or raise RLIMIT_NOFILE with ulimit -n",
    Unprotected.MEMORY: "free memory, or add more",
    Unprotected.FILE_SIZE: "raise RLIMIT_FSIZE with ulimit -f, or with LimitFSIZE= in the service's unit",
    Unprotected.DISABLED: "unset SCRIM_DISABLE_MEMFD_SECRET, and allow memfd_secret (447) in the system call filter",
}
_LEVELS = {"guarded": Protection.GUARDED, "locked": Protection.LOCKED, "secret": Protection.SECRETMEM}
_PACKAGES = ("pillow", "numpy", "av", "dask")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "selftest",
        help="check this installation",
        description="Checks that the library works on this machine. Reports how well secrets in memory are protected and"
        " how to improve that, the versions in use, and how fast redaction is.",
    )
    parser.add_argument("--require", choices=_LEVELS, help="fail if the protection of secrets is weaker than this")
    parser.add_argument("--no-speed", action="store_true", help="do not measure speed")
    add_json_option(parser)


def protection() -> dict[str, Any]:
    """Returns the protection of a new secret, and what is missing for a better one."""
    with Text() as text:
        flags = text.protection
        usage = memory_usage()
    level = "secret" if Protection.SECRETMEM in flags else "locked" if Protection.LOCKED in flags else "guarded"
    lacks = []
    for what, shortfall in (
        ("memfd_secret", usage.secretmem_unprotected),
        ("locked memory", usage.locked_unprotected),
        ("protection from core dumps", usage.no_dump_unprotected),
        ("protection from forked children", usage.no_fork_unprotected),
    ):
        if shortfall != Unprotected.NONE:
            lacks.append({"lacks": what, "because": shortfall.message, "help": _ADVICE[shortfall]})
    return {
        "level": level,
        "flags": [flag.name.lower() for flag in Protection if flag in flags and flag.name],
        "lock_limit_bytes": usage.lock_limit,
        "lacks": lacks,
    }


def _picture(seed: int, width: int, height: int) -> bytearray:
    """Returns pixels with bytes of all values, computed with Knuth's multiplier."""
    return bytearray((n * 2654435761 + seed * 40503 >> 13) & 255 for n in range(width * height * 4))


_SIZE = {"pixel_format": "RGBA", "width": 64, "height": 48}
_BOX = (10, 6, 30, 20)


def _inside(n: int) -> bool:
    x, y = n // 4 % 64, n // 256
    return 10 <= x < 40 and 6 <= y < 26


def _covers() -> bool:
    before = _picture(1, 64, 48)
    after = redact(before, [_BOX], style=Style.solid("#102030"), **_SIZE)  # type: ignore[arg-type]
    return all(after[n] == ((0x10, 0x20, 0x30, 0xFF)[n % 4] if _inside(n) else before[n]) for n in range(len(before)))


def _holds_nothing() -> bool:
    one = _picture(1, 64, 48)
    other = bytearray(value ^ 0x5A if _inside(n) else value for n, value in enumerate(one))
    return all(
        redact(one, [_BOX], style=style, **_SIZE) == redact(other, [_BOX], style=style, **_SIZE)  # type: ignore[arg-type]
        for style in (Style.solid(), Style.frost(3), Style.tiles(3))
    )


def _fails_closed() -> bool:
    pixels = _picture(1, 64, 48)
    try:
        redact_in_place(pixels, [(float("nan"), 0, 1, 1)], **_SIZE)  # type: ignore[arg-type]
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


CHECKS: dict[str, Callable[[], bool]] = {
    "redaction covers exactly the pixels of a region": _covers,
    "solid, frost and tiles do not depend on the covered pixels": _holds_nothing,
    "an error covers the whole picture": _fails_closed,
    "a keypad shows each digit once, in a new order each time": _shuffles,
    "a text compares its content and can be wiped": _keeps_secrets,
}


def _passes(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except ScrimError:
        return False


def versions() -> dict[str, str]:
    found = {
        "library": f"{library_version()} (interface {abi_number()})",
        "file": library_path(),
        "python": platform.python_version(),
        "kernel": platform.release(),
    }
    for package in _PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    found["tesseract"] = _tesseract()
    return found


def _tesseract() -> str:
    program = shutil.which("tesseract")
    if program is None:
        return "not installed"
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return "does not run"
    return (done.stdout or done.stderr).split("\n")[0].removeprefix("tesseract ").strip()


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.machine()


def speeds() -> list[dict[str, Any]]:
    """Measures the best times of one thread, for a frame of 1920 × 1080 pixels in RGBA."""
    width, height = 1920, 1080
    frame = bytearray(os.urandom(65536) * (width * height * 4 // 65536 + 1))[: width * height * 4]
    whole, part = (0, 0, width, height), (480, 270, 960, 540)
    measured = []
    for what, box, style in (
        ("solid, the whole frame", whole, Style.solid()),
        ("solid, a quarter", part, Style.solid()),
        ("frost, a quarter", part, Style.frost()),
        ("tiles, a quarter", part, Style.tiles()),
        ("blur 16, a quarter", part, Style.blur(16)),
    ):
        best, until = float("inf"), time.perf_counter() + 0.15
        while time.perf_counter() < until:
            start = time.perf_counter()
            redact_in_place(frame, [box], style=style, pixel_format="RGBA", width=width, height=height)
            best = min(best, time.perf_counter() - start)
        pixels = box[2] * box[3]
        measured.append({"what": what, "ms": round(best * 1e3, 3), "megapixels_per_second": round(pixels / best / 1e6)})
    return measured


def _text(result: dict[str, Any]) -> str:
    guard = result["protection"]
    lines = [f"{'ok  ' if passed else 'FAIL'}  {what}" for what, passed in result["checks"].items()]
    lines += ["", f"protection of secrets: {guard['level']} ({', '.join(guard['flags'])})"]
    lines += [f"  no {lack['lacks']}: {lack['because']}\n    {lack['help']}" for lack in guard["lacks"]]
    lines += ["", f"{result['cpu']}, {result['cpus']} CPUs"]
    lines += [f"  {name:<10} {version}" for name, version in result["versions"].items()]
    if result["speeds"]:
        lines += ["", "speed for a frame of 1920 × 1080 pixels in RGBA, one thread:"]
    for speed in result["speeds"]:
        lines.append(f"  {speed['what']:<22} {speed['ms']:8.3f} ms  {speed['megapixels_per_second']:6} megapixels/s")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    guard = protection()
    checks = {what: _passes(check) for what, check in CHECKS.items()}
    result = {
        "checks": checks,
        "protection": guard,
        "cpu": processor(),
        "cpus": os.cpu_count(),
        "versions": versions(),
        "speeds": [] if args.no_speed else speeds(),
    }
    levels = list(_LEVELS)
    enough = args.require is None or levels.index(guard["level"]) >= levels.index(args.require)
    passed = enough and all(checks.values())
    tell(args, {"passed": passed, **result}, _text(result))
    if not enough and not args.json:
        print(f"scrim selftest: --require: protection is {guard['level']}, but {args.require} is required", file=sys.stderr)
    return Exit.DONE if passed else Exit.FAILED
