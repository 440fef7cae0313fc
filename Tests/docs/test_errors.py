# SPDX-License-Identifier: MIT
"""docs/reference/errors.md has every status of the header, with its number and its exception, in the header's order."""

import builtins
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (−\d+) \| `(\w+)` \| (.+?) \| `(\w+)`, `(\w+)` \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs/reference/errors.md").read_text())


def test_every_error_is_there_with_its_number(model):
    errors = {name: value for name, value in model.group("scrim_status_code").items() if name != "SCRIM_OK"}
    assert [(f"SCRIM_ERROR_{name}", int(number.replace("−", "-"))) for number, name, *_ in ROWS] == list(errors.items())


def test_each_says_what_to_do():
    assert [name for _, name, advice, *_ in ROWS if len(advice.split()) < 3] == []


def test_the_exceptions_are_those_of_the_package(monkeypatch):
    monkeypatch.setenv("SCRIM_LIBRARY", os.environ.get("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so")))
    monkeypatch.syspath_prepend(str(ROOT / "bindings/python"))
    import scrim

    for number, _, _, exception, builtin in ROWS:
        raised = getattr(scrim, exception)
        assert raised.status == int(number.replace("−", "-"))
        assert issubclass(raised, scrim.ScrimError) and issubclass(raised, getattr(builtins, builtin))
