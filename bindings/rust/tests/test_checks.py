# SPDX-License-Identifier: MIT
"""What cargo's own tools say of the crate: no lint, no other formatting, and a package that compiles without the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from test_programs import CRATE, ENVIRONMENT

# Clippy of Rust 1.63 finds a constant in the standard library's macro thread_local.
LINTS = ["-D", "warnings", "-A", "clippy::declare-interior-mutable-const"]
CHECKS = {
    "clippy": ["clippy", "--quiet", "--offline", "--all-targets", "--", *LINTS],
    "fmt": ["fmt", "--check"],
    "package": ["package", "--quiet", "--offline", "--allow-dirty"],
}


@pytest.mark.parametrize("check", CHECKS)
def test_cargo(check: str, tmp_path: Path) -> None:
    # The packaged copy needs a folder of its own, because cargo would compile it again for each path.
    environment = ENVIRONMENT | ({"CARGO_TARGET_DIR": str(tmp_path)} if check == "package" else {})
    done = subprocess.run(["cargo", *CHECKS[check]], cwd=CRATE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
