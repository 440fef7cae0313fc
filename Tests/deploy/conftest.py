# SPDX-License-Identifier: MIT
"""The probe: a program that uses the library as its arguments say, run with the limits and rights of a service or a container."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from probing import AS_NOBODY, LIBRARY, ROOT


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """The probe with its library, in a folder that every user can read."""
    with tempfile.TemporaryDirectory(prefix="scrim-deploy-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copy(LIBRARY, folder / "libscrim.so.0")
        source = Path(__file__).with_name("probe.c")
        link = [folder / "libscrim.so.0", "-Wl,-rpath,$ORIGIN"]
        subprocess.run(["cc", "-O1", f"-I{ROOT / 'include'}", source, "-o", folder / "probe", *link], check=True)
        yield folder


@pytest.fixture(scope="session")
def has_secretmem(folder: Path) -> bool:
    """Whether this kernel has memfd_secret. Without it, the best level is 15: locked."""
    return "texts OK 31" in subprocess.run([folder / "probe", "texts=1"], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def secretmem(has_secretmem: bool) -> None:
    if not has_secretmem:
        pytest.skip("this kernel has no memfd_secret, or it is switched off")


@pytest.fixture
def run(folder: Path) -> Callable[..., str]:
    """Runs the probe as nobody, who may lock so many bytes, and returns its lines."""

    def run(memlock: int, *words: str) -> str:
        command = ["prlimit", f"--memlock={memlock}:{memlock}", *AS_NOBODY, folder / "probe", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout

    return run
