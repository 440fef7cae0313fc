# SPDX-License-Identifier: MIT
"""The C tests of the baseline's commit, built with its headers, pass with the library as it is now.

Nothing of the old library is needed: the programs are linked with the stub of the old headers, and loaded with the new
library. Each test of that commit is so a program of somebody who has not compiled anew.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import git
from interface import BASELINE, COMMIT, ROOT, build_stub, run

BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")

# What these look at is the inside of a library, and the tests of today hold it; a program learns nothing of it.
LEFT_OUT = {
    "test_boundary_failing_allocations": "each allocation fails in turn, for a minute: how many there are is no promise",
    "test_feed_kills": "kills hundreds of publishers: the files are those of today's library",
    "test_memory_hash_traces": "looks for traces of hashing in all memory",
    "test_memory_secret_copies": "looks for secrets in all memory, for a minute",
    "test_scene_activity": "every order of what can cover, for half a minute: the model in it is what is tested",
    "test_text_hash_wiped": "looks at what the library gives to libsodium: that is no promise",
}
# These compute for one to six seconds. What they call is declared in headers that other programs here use as well.
LONG = {
    "test_boundary_host_process",
    "test_capture_threads",
    "test_collector_late_host",
    "test_collector_record_locale",
    "test_redaction_bands",
    "test_redaction_failing_allocations",
    "test_redaction_formats",
    "test_redaction_limits",
    "test_text_hash",
    "test_text_hash_forks",
    "test_text_wiped_jumps",
}
TESTS = "Tests/C"


def programs() -> list[str]:
    """The sources of the tests of that commit."""
    commit = (BASELINE / COMMIT).read_text().strip()
    listed = git("ls-tree", "-r", "--name-only", commit, f"{TESTS}/").stdout.decode().split()
    tests = [name for name in listed if Path(name).match("test_*.c") and not re.search("_hooks_", name)]
    return tests or ["without_history"]


@pytest.fixture(scope="session")
def old_library(old_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_stub(old_source, tmp_path_factory.mktemp("stub"))


@pytest.fixture(scope="session")
def new_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the loader finds this library and no other."""
    folder = tmp_path_factory.mktemp("new")
    for library in BUILD.glob("libscrim.so.*"):
        (folder / library.name).symlink_to(library.resolve())
    return folder


def marked(source: str) -> Any:
    name = Path(source).stem
    return pytest.param(source, id=name, marks=[pytest.mark.long] if name in LONG else [])


@pytest.mark.parametrize("source", [marked(source) for source in programs()])
def test_an_old_program_runs(source: str, old_source: Path, old_library: Path, new_library: Path, tmp_path: Path) -> None:
    name = Path(source).stem
    if name in LEFT_OUT:
        pytest.skip(LEFT_OUT[name])
    program = tmp_path / name
    libraries = "-lscrim", "-lcmocka", "-lsodium", "-lm", "-pthread", "-ldl"
    link = f"-L{old_library.parent}", "-Wl,--as-needed", "-Wl,--allow-shlib-undefined"
    folders = "-I", old_source / "include", "-I", old_source / TESTS
    run("gcc", "-std=gnu11", "-O1", *folders, old_source / source, "-o", program, *link, *libraries)
    environment = os.environ | {"LD_LIBRARY_PATH": str(new_library)}
    done = subprocess.run([program], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    if done.returncode == 77:
        pytest.skip("it cannot do its work here")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
