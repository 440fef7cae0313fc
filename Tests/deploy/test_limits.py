# SPDX-License-Identifier: MIT
"""The limits of locked memory in docs/how-to/deploy.md: each is enough, and a page less is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from probing import ROOT, needs_root, usage

pytestmark = [needs_root, pytest.mark.usefixtures("secretmem")]

PAGE = (ROOT / "docs/how-to/deploy.md").read_text()
KIB = 1024
SECRETMEM, LOCKED = 30, 14

#: The uses of the table in the document, and what the probe does for them.
USES = {
    "a PIN pad: a text of 12 bytes and a keypad": "capacity=12 texts=1 keypad",
    "100 texts of 64 bytes": "texts=100",
    "1,000 texts of 64 bytes": "texts=1000",
    "`scrim_text_read_fd`": "capacity=25 texts=1 descriptors",  # with 8 bytes more, it has slots of another size
    "`scrim_text_write_fd`": "texts=1 descriptors",
}


def limit_of(use: str) -> int:
    match = re.search(rf"^\| {re.escape(use)} \| (?:up to )?(?:64 \+ )?([\d,]+) KiB", PAGE, re.MULTILINE)
    assert match, f"the document has no row: {use}"
    number = int(match[1].replace(",", ""))
    return (number + 64 if "64 + " in match[0] else number) * KIB


def is_enough(said: str) -> bool:
    """Whether each call was possible, and all memory of the process is locked."""
    return all(" OK" in line for line in said.splitlines() if not line.startswith("usage")) and usage(said)["locked"] == usage(said)["mapped"]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("required", [SECRETMEM, LOCKED])
def test_the_limit_is_enough_and_a_page_less_is_not(run: Callable[..., str], use: str, required: int) -> None:
    limit = limit_of(use)
    assert is_enough(run(limit, f"require={required}", *USES[use].split(), "usage"))
    assert not is_enough(run(limit - 4096, f"require={required}", *USES[use].split(), "usage"))


def test_hashing_takes_its_memory_and_two_pages(run: Callable[..., str]) -> None:
    """Other sizes than those of the presets, because a machine may forbid such limits. The table has the sums for the presets."""
    for required in (SECRETMEM, LOCKED):
        for kib in (1024, 4096):
            words = [f"require={required}", "texts=1", f"verify={kib}"]
            assert "verify OK" in run((64 + kib + 8) * KIB, *words)
            assert "verify PROTECTION" in run((64 + kib + 8) * KIB - 4096, *words)
    for mib, preset in ((19, "LOW_MEMORY"), (64, "INTERACTIVE"), (256, "MODERATE")):
        assert f"`{preset}`" in PAGE and f"| 64 + {mib * KIB + 8:,} KiB |" in PAGE


def test_hashing_needs_no_limit_if_nothing_locked_is_required(run: Callable[..., str]) -> None:
    assert "verify OK" in run(0, "require=12", "texts=1", "verify=4096")
