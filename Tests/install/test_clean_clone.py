# SPDX-License-Identifier: MIT
"""A clone in which script/bootstrap has not run: CMake builds it all the same, and says what is left out."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest


def cmake(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    outside = {name: value for name, value in os.environ.items() if name != "CMAKE_GENERATOR"}
    return subprocess.run(["cmake", *arguments], env=outside | environment, capture_output=True, text=True)


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


def test_no_test_is_left_out(build: Path, configured: str) -> None:
    assert "left out" not in configured
    listed = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True).stdout
    assert "test_contract" in listed


def test_nothing_that_is_built_needs_bootstrap(build: Path, configured: str) -> None:
    commands = ["ninja", "-C", build, "-t", "commands", "all"]
    listed = subprocess.run(commands, check=True, capture_output=True, text=True).stdout
    assert "test_boundary_versions.c" in listed and ".venv" not in listed


def test_what_needs_no_library_is_built(build: Path, configured: str) -> None:
    # test_install.py builds the library of the same clone, within another project.
    built = cmake("--build", build, "--target", "scrim_man", "deny", "faults")
    assert built.returncode == 0, built.stdout


def test_without_cmocka_the_rest_is_built(clone: Path, tmp_path: Path) -> None:
    result = cmake("-G", "Ninja", "-S", clone, "-B", tmp_path, PKG_CONFIG_LIBDIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert "Tests/C: left out, cmocka was not found: run script/bootstrap, then cmake again" in result.stderr
