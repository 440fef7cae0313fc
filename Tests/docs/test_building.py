# SPDX-License-Identifier: MIT
"""docs/how-to/building.md and Containerfile install what script/bootstrap does, and build with the same commands."""

from __future__ import annotations

import re

from samples import ROOT, blocks

PAGE = "docs/how-to/building.md"
LINES = [line for block in blocks(PAGE) for line in block.text.replace("\\\n", " ").splitlines()]
CONTAINERFILE = (ROOT / "Containerfile").read_text().replace("\\\n", " ")


def packages(line: str) -> set[str]:
    """The packages that a command installs."""
    return {word for word in line.split(" && ")[-1 if "update" in line else 0].split() if word not in ("apt", "apt-get", "install") and word[0] != "-"}


def bootstrap() -> set[str]:
    """The packages in script/bootstrap that the build and the toolchain need."""
    listed = (ROOT / "script/bootstrap").read_text().partition("packages=(")[2].partition("  # the tests\n")[0]
    return set(" ".join(line for line in listed.splitlines() if "#" not in line).split())


def test_debian_12_has_the_packages_of_bootstrap() -> None:
    [debian_12, debian_13, ubuntu] = [packages(line) for line in LINES if line.startswith("apt install")]
    assert debian_12 == bootstrap() | {"python3"}
    # The packages whose names contain a version of another one.
    assert debian_12 ^ debian_13 == {"libcurl4", "libcurl4t64", "libstdc++-12-dev", "libstdc++-14-dev"}
    assert debian_13 ^ ubuntu == {"libstdc++-13-dev", "libstdc++-14-dev"}


def test_the_container_builds_as_the_page_says() -> None:
    steps = re.findall(r"^RUN (.+)$", CONTAINERFILE, re.MULTILINE)
    # The image of Swift has what the toolchain needs.
    assert packages(steps[0]) < bootstrap() | {"python3"}
    [configure, build, install] = [line.split(" && ")[0] for line in LINES if line.startswith("cmake")]
    assert steps[1].startswith(configure) and steps[2] == build and steps[3] == f"DESTDIR=/installed {install}"


def test_the_page_says_what_was_tried() -> None:
    rows = re.findall(r"^\| (.+?) \| .+? \| (.+?) \|$", (ROOT / PAGE).read_text().partition("## ")[0], re.MULTILINE)
    tried = {system: word for system, word in rows if system not in ("System", "---")}
    assert set(tried) == {"Debian 12", "Debian 13", "Ubuntu 24.04", "Fedora", "Arch Linux", "Container"}
    assert all(re.match("yes|no$|the steps in", word) for word in tried.values())
