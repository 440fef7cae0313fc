# SPDX-License-Identifier: MIT
"""The journeys in docs/explanation/architecture.md are those of the code: each step is there, is called by the step before it, and is
in the same folder or in one below it.
"""

import re
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/explanation/architecture.md").read_text()
ROW = re.compile(r"^\| `(Sources/[\w/+.]+)` \| `([\w.]+)` \| .+ \|$", re.MULTILINE)
JOURNEYS = 3

loader = SourceFileLoader("modules", str(ROOT / "script/modules"))
modules = module_from_spec(spec_from_loader("modules", loader))
loader.exec_module(modules)


@dataclass(frozen=True)
class Step:
    path: str
    function: str


def calls(page: str) -> dict[str, list[list[Step]]]:
    """The calls that each journey consists of, each as its steps."""
    journeys = re.findall(r"^### (.+?)$(.*?)(?=^##)", page + "\n##", re.MULTILINE | re.DOTALL)
    tables = {name: re.split(r"^\| file .+\n", text, flags=re.MULTILINE)[1:] for name, text in journeys}
    return {name: [[Step(*row) for row in ROW.findall(text)] for text in texts] for name, texts in tables.items()}


def faults(steps: list[Step], declared: set[Step], called: set[tuple[Step, Step]]) -> list[str]:
    """What is wrong with the steps of one call."""
    found = [f"{step.function} is not in {step.path}" for step in steps if step not in declared]
    if not steps or not steps[0].path.startswith("Sources/ScrimABI/"):
        found.append("a call begins with an export")
    for one, next_one in zip(steps, steps[1:], strict=False):
        if (one, next_one) not in called:
            found.append(f"{one.function} does not call {next_one.function}")
        user, used = modules.folder_of(one.path), modules.folder_of(next_one.path)
        if user != used and not modules.is_allowed(user, used):
            found.append(f"from {user} to {used} it turns back")
    return found


@pytest.fixture(scope="module")
def code() -> tuple[set[Step], set[tuple[Step, Step]]]:
    """The functions of the sources, and which of them calls which."""
    files = sorted(ROOT.glob("Sources/**/*.swift"))
    names = [str(path.relative_to(ROOT)) for path in files]
    index, references = modules.read(
        (name, modules.folder_of(name), path.read_text()) for name, path in zip(names, files, strict=True)
    )
    members = [one for found in index.members.values() for one in found]
    declared = {Step(one.path, one.qualified) for one in members}
    return declared, {
        (Step(one.path, one.caller), Step(one.declaration.path, one.declaration.qualified)) for one in references
    }


def test_there_are_three_journeys():
    journeys = calls(PAGE)
    assert len(journeys) == JOURNEYS
    assert all(steps for tables in journeys.values() for steps in tables)
    assert all(tables for tables in journeys.values())
    # No row is missed, say for a cell that is written differently.
    assert sum(len(steps) for tables in journeys.values() for steps in tables) == len(ROW.findall(PAGE))


@pytest.mark.parametrize("journey", calls(PAGE))
def test_a_journey_is_that_of_the_code(journey, code):
    assert [fault for steps in calls(PAGE)[journey] for fault in faults(steps, *code)] == []


def test_wrong_steps_are_found():
    export, keypad = Step("Sources/ScrimABI/Keypad.swift", "scrim_x"), Step("Sources/Scrim/Keypad/A.swift", "A.f")
    text, gone = Step("Sources/Scrim/Text/B.swift", "B.g"), Step("Sources/Scrim/Text/B.swift", "B.gone")
    declared = {export, keypad, text}
    called = {(export, keypad), (keypad, text), (text, keypad)}
    assert faults([export, keypad, text], declared, called) == []
    assert faults([export, text], declared, called) == ["scrim_x does not call B.g"]
    assert faults([keypad, text], declared, called) == ["a call begins with an export"]
    assert faults([export, keypad, text, keypad], declared, called) == ["from Text to Keypad it turns back"]
    assert faults([export, keypad, gone], declared, called) == [
        "B.gone is not in Sources/Scrim/Text/B.swift",
        "A.f does not call B.gone",
    ]
