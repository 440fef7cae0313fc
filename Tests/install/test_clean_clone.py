# SPDX-License-Identifier: MIT
"""A clone in which script/bootstrap has not run: CMake builds it all the same, and says what is left out."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def cmake(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name != "CMAKE_GENERATOR"}
    return subprocess.run(["cmake", *arguments], env=outside | environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows or would add, and nothing else."""
    folder = tmp_path_factory.mktemp("clone")
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.split(b"\0")
    there = b"\0".join(name for name in names if name and (ROOT / os.fsdecode(name)).is_file())
    packed = subprocess.run(["tar", "--null", "-T", "-", "-cf", "-"], cwd=ROOT, check=True, input=there, capture_output=True)
    subprocess.run(["tar", "-xf", "-", "-C", folder], check=True, input=packed.stdout)
    return folder


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("build")


@pytest.fixture(scope="module")
def without_ninja(clone: Path, build: Path) -> subprocess.CompletedProcess[str]:
    return cmake("-S", clone, "-B", build)


@pytest.fixture(scope="module")
def configured(clone: Path, without_ninja: subprocess.CompletedProcess[str]) -> str:
    """What CMake says when it runs by the command that the error names."""
    command = next(line for line in without_ninja.stderr.splitlines() if line.strip().startswith("cmake "))
    result = cmake(*shlex.split(command)[1:])
    assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr


def test_error_without_ninja_names_what_to_pass(without_ninja: subprocess.CompletedProcess[str]) -> None:
    assert without_ninja.returncode != 0
    assert "pass -G Ninja:" in without_ninja.stderr
    assert "CMAKE_Swift_COMPILER" not in without_ninja.stderr  # the error that hides the cause


def test_what_needs_bootstrap_is_left_out_and_says_so(build: Path, configured: str) -> None:
    reason = "test_contract: left out, there is no .venv: run script/bootstrap, then cmake again"
    assert reason in configured
    ctest = subprocess.run(["ctest", "--test-dir", build, "-R", "^test_contract"], capture_output=True, text=True)
    assert f"{reason} (Skipped)" in ctest.stdout


def test_nothing_that_is_built_needs_bootstrap(build: Path, configured: str) -> None:
    commands = ["ninja", "-C", build, "-t", "commands", "all"]
    listed = subprocess.run(commands, check=True, capture_output=True, text=True).stdout
    assert "test_base.c" in listed and ".venv" not in listed


def test_a_source_folder_is_not_written_to(clone: Path, build: Path, configured: str) -> None:
    # A packager's build may not be able to.
    before = {path: path.stat().st_mtime_ns for path in clone.rglob("*")}
    built = cmake("--build", build, "--target", "scrim", "scrim_man", "test_base")
    assert built.returncode == 0, built.stdout
    subprocess.run([build / "Tests/C/test_base"], check=True, capture_output=True)
    assert {path: path.stat().st_mtime_ns for path in clone.rglob("*")} == before


def test_without_cmocka_the_rest_is_built(clone: Path, tmp_path: Path) -> None:
    result = cmake("-G", "Ninja", "-S", clone, "-B", tmp_path, PKG_CONFIG_LIBDIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert "Tests/C: left out, there is no cmocka: run script/bootstrap, then cmake again" in result.stderr
