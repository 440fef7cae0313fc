# SPDX-License-Identifier: MIT
"""The description of the interface, and what is generated from it, are those of the headers as they are now."""

import json

import headers
from headers import run


def test_generated_files_are_up_to_date(root):
    run(root / "script/api", "--check")


def test_description_and_headers_are_the_same_data(model):
    parsed = headers.parse()
    assert headers.to_json(model) == headers.to_json(parsed)
    assert model.functions.keys() == parsed.functions.keys() and model.initializers == parsed.initializers


def test_description_names_everything_for_other_languages(model):
    data = json.loads(headers.DESCRIPTION.read_text())
    assert {f["name"] for f in data["functions"]} == set(model.functions)
    for struct in data["structs"]:
        last = struct["fields"][-1]
        assert last["offset"] + last["size"] <= struct["size"] and struct["size"] % struct["alignment"] == 0
        assert struct["growing"] == (struct["fields"][0]["name"] == "struct_size")
    for function in data["functions"]:
        for parameter in function["parameters"]:
            assert isinstance(parameter["nullable"], bool), (function["name"], parameter["name"])
