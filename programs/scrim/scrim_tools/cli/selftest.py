# SPDX-License-Identifier: MIT
"""The command `scrim selftest`, which checks the library, its protection of secrets and its speed on this machine."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrim import Style, abi_number, library_version, redact_in_place

from ..errors import Exit, add_json_option, need, say, tell
from ..selftest_table import CHECKS, LEVELS, REDACTIONS

if TYPE_CHECKING:
    from ..checks import Findings

_PACKAGES = ("pillow", "numpy", "av", "dask")
#: How many wrong redactions the text names. JSON names all.
_MOST_LISTED = 8


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "selftest",
        help="check this installation",
        description="Checks that the library works on this machine. Reports how well secrets in memory are protected and"
        " how to improve that, the versions in use, and how fast redaction is.",
    )
    parser.add_argument("--require", choices=LEVELS[1:], help="fail if the protection of secrets is weaker than this")
    parser.add_argument("--no-speed", action="store_true", help="do not measure speed")
    add_json_option(parser)


def versions() -> dict[str, str]:
    found = {
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


def library() -> dict[str, Any]:
    from ..checks import builds, library_file

    build, processor = builds()
    return {"version": library_version(), "interface": abi_number(), "file": library_file(), "build": build, "processor": processor}


def _shared_text(findings: Findings) -> str:
    """Returns what scrim-selftest prints."""
    lines = []
    for sentence, passed in findings.checks.items():
        lines.append(f"{'ok  ' if passed else 'FAIL'}  {sentence}")
        if sentence == CHECKS["redacts"]:
            lines += [f"      wrong: {case.name}" for case in findings.wrong[:_MOST_LISTED]]
            if (more := len(findings.wrong) - _MOST_LISTED) > 0:
                lines.append(f"      and {more} more")
    guard, about = findings.protection, library()
    flags = f" ({', '.join(guard['flags'])})" if guard["flags"] else ""
    lines += ["", "formats: " + " ".join(format.name for format in findings.formats)]
    lines.append(f"protection of secrets: {guard['level']}{flags}")
    lines += [f"  no {lack['lacks']}: {lack['because']}\n    {lack['help']}" for lack in guard["lacks"]]
    lines.append(f"library: {about['version']} (interface {about['interface']}), {about['file']}")
    lines.append(f"  build for {about['build']}, on a processor for {about['processor']}")
    return "\n".join(lines)


def _text(findings: Findings, result: dict[str, Any]) -> str:
    lines = [_shared_text(findings), "", f"{result['cpu']}, {result['cpus']} CPUs"]
    lines += [f"  {name:<10} {version}" for name, version in result["versions"].items()]
    if result["speeds"]:
        lines += ["", "speed for a frame of 1920 × 1080 pixels in RGBA, one thread:"]
    for speed in result["speeds"]:
        lines.append(f"  {speed['what']:<22} {speed['ms']:8.3f} ms  {speed['megapixels_per_second']:6} megapixels/s")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    need("numpy", "numpy")
    from ..checks import run_checks

    findings = run_checks()
    level = findings.protection["level"]
    result = {
        "checks": findings.checks,
        "redactions": {"count": len(REDACTIONS), "wrong": [case.name for case in findings.wrong]},
        "formats": [format.name for format in findings.formats],
        "protection": findings.protection,
        "library": library(),
        "cpu": processor(),
        "cpus": os.cpu_count(),
        "versions": versions(),
        "speeds": [] if args.no_speed else speeds(),
    }
    enough = args.require is None or LEVELS.index(level) >= LEVELS.index(args.require)
    passed = enough and all(findings.checks.values())
    lacking = f"--require: protection is {level}, but {args.require} is required"
    told: dict[str, Any] = {"passed": passed, **result}
    if not passed:
        message = "a check failed" if enough else lacking
        told = {"ok": False, "error": {"code": int(Exit.FAILED), "kind": "failed", "message": message, "hint": ""}, **told}
    tell(args, told, _text(findings, result))
    if not enough and not args.json:
        say(f"scrim selftest: {lacking}")
    return Exit.DONE if passed else Exit.FAILED
