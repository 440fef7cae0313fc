# SPDX-License-Identifier: MIT
"""Handles in languages whose garbage collectors look at pointers: each program makes and destroys 200,000 of them while it collects.

SCRIM_BUILD names another build folder than build/.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
LIBRARY = BUILD / "libscrim.so"
JNA = Path("/usr/share/java/jna.jar")
PASSED = "200000 cycles, 0 live handles\n"


def need(*tools: str | Path) -> None:
    """Skips the test where a tool is missing. `script/bootstrap` installs all of them."""
    missing = [str(tool) for tool in tools if not shutil.which(tool) and not Path(tool).is_file()]
    if missing:
        pytest.skip(f"{' and '.join(missing)} missing: script/bootstrap installs what this test needs")


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=600)


def passes(*command: str | Path, **environment: str) -> str:
    result = run(*command, **environment)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def go_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("go", "gcc")
    program = tmp_path_factory.mktemp("go") / "handles"
    passes(
        "go", "build", "-o", program, HERE / "handles.go",
        CGO_ENABLED="1", CGO_CFLAGS=f"-I{ROOT / 'include'}", CGO_LDFLAGS=f"-L{BUILD} -lscrim",
        GO111MODULE="off", GOCACHE=str(BUILD / "go-cache"), GOFLAGS="",
    )  # fmt: skip
    return program


def test_go_keeps_handles_in_pointers(go_program: Path) -> None:
    assert passes(go_program, LD_LIBRARY_PATH=str(BUILD)) == PASSED


def test_go_aborts_where_a_handle_could_be_an_address(go_program: Path) -> None:
    """The same program finds handles that lack the top bit, so it would have found them in the library."""
    result = run(go_program, "addresses", LD_LIBRARY_PATH=str(BUILD))
    assert result.returncode == 2
    # The garbage collector comes upon the value, or printing does, whichever is first.
    assert re.search("found bad pointer in Go heap|invalid notinheap pointer", result.stderr), result.stderr


def test_luajit_keeps_handles_in_pointers() -> None:
    need("luajit")
    assert passes("luajit", HERE / "handles.lua", LIBRARY) == PASSED


def test_java_keeps_handles_in_pointers(tmp_path: Path) -> None:
    need("java", "javac", JNA)
    passes("javac", "-cp", JNA, "-d", tmp_path, HERE / "Handles.java")
    assert passes("java", "-cp", f"{JNA}:{tmp_path}", "Handles", LIBRARY) == PASSED
