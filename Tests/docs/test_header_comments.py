# SPDX-License-Identifier: MIT
"""The headers read as a manual: each function says what it does, what each parameter is, and when each error is returned."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
API = json.loads((ROOT / "bindings/scrim-api.json").read_text())
FUNCTIONS = [pytest.param(function, id=function["name"]) for function in API["functions"]]


def faults(function: dict) -> list[str]:
    found = []
    brief = function["documentation"].split("\n\n")[0]
    if not re.match(r"[A-Z][a-z]+s\b", brief):
        found.append("the first sentence begins with what the function does, for example 'Returns'")
    if not brief.endswith("."):
        found.append("the first paragraph ends with a full stop")
    found += [f"{each['name']} lacks an @param" for each in function["parameters"] if not each.get("documentation")]
    named = [each["name"] for each in function["parameters"]]
    in_order = [name for name in re.findall(r"^@param +(\w+)", function["documentation"], re.MULTILINE)]
    if in_order != named:
        found.append("the @params are not the parameters in their order")
    for error in function.get("errors", []):
        if len(error["documentation"].split()) < 3 or not error["documentation"].endswith("."):
            found.append(f"{error['name']} lacks its cause")
    return found


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_says_what_it_does_takes_and_returns(function):
    assert faults(function) == []


def test_a_fault_is_found():
    parameters = [{"name": "text", "documentation": "The text."}, {"name": "size", "documentation": ""}]
    errors = [{"name": "SCRIM_ERROR_FULL", "documentation": "always"}]
    function = {"documentation": "Of the text the size\n\n@param text  The text.", "parameters": parameters, "errors": errors}
    assert len(faults(function)) == 5
