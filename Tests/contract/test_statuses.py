# SPDX-License-Identifier: MIT
"""Every status that a function returns in the contract tests is one that its header lists."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from headers.model import Headers
import pytest

#: The top of base.h lists these for all functions.
GENERAL = {"INVALID_ARGUMENT", "INVALID_HANDLE", "FORKED", "BUSY", "CLOSED"}
#: Matches a comment that takes over the errors of the functions that it names.
TAKES_OVER = re.compile(r"errors(?: are)?:? as|errors of scrim_\w+\(\)|^as scrim_\w+\(\)|what scrim_\w+\(\) answers", re.IGNORECASE)


def listed(model: Headers, name: str, seen: tuple[str, ...] = ()) -> set[str]:
    comment = model.functions[name].documentation
    statuses = {status.removeprefix("SCRIM_ERROR_") for status in model.group("scrim_status_code")} - {"SCRIM_OK"}
    found = statuses & set(re.findall(r"[A-Z][A-Z0-9_]+", comment.replace("SCRIM_ERROR_", "")))
    if TAKES_OVER.search(comment):
        for other in set(re.findall(r"scrim_\w+(?=\(\))", comment)) - {name, *seen}:
            found |= listed(model, other, (*seen, name))
    return found


@pytest.fixture(scope="module")
def returned(build_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    statuses = tmp_path_factory.mktemp("contract") / "statuses"
    program = build_dir / "Tests/contract/test_contract"
    environment = os.environ | {"SCRIM_CONTRACT_STATUSES": str(statuses)}
    ran = subprocess.run([program], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: dict[str, set[str]] = {}
    for function, status in re.findall(r"^(scrim_\w+)\S* .*SCRIM_ERROR_(\w+)$", statuses.read_text(), re.MULTILINE):
        found.setdefault(function, set()).add(status)
    return found


def test_the_headers_list_every_status(model: Headers, returned: dict[str, set[str]]) -> None:
    missing = {name: sorted(found - GENERAL - listed(model, name)) for name, found in returned.items()}
    assert {name: statuses for name, statuses in missing.items() if statuses} == {}


def test_most_functions_were_seen_to_fail(model: Headers, returned: dict[str, set[str]]) -> None:
    """So the test above has something to compare."""
    fallible = [name for name, function in model.functions.items() if function.returns.base == "scrim_status"]
    assert len(returned) > 0.9 * len(fallible)
    assert sum(len(found - GENERAL) for found in returned.values()) > 50
