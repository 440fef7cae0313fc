# SPDX-License-Identifier: MIT
"""A C++ exception that leaves a callback: the text can be wiped afterwards."""

import os
import subprocess
from pathlib import Path

from headers import INCLUDE, ROOT

BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
SOURCE = Path(__file__).with_name("exception.cpp")


def test_a_text_is_wiped_after_an_exception(tmp_path: Path) -> None:
    program = tmp_path / "exception"
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", str(INCLUDE)]
    library = ["-L", str(BUILD), "-lscrim", f"-Wl,-rpath,{BUILD}"]
    subprocess.run(["g++", *flags, str(SOURCE), "-o", str(program), *library], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert done.stdout == "caught 1, insert -7, wipe 0, count 0: 0, equal 0: 1\n"
