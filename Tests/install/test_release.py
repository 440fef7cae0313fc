# SPDX-License-Identifier: MIT
"""The bill of materials of a release. Tests/install/try-archives tries a whole release, and script/release has it validated."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from test_install import ROOT, run

VERSIONS = "1.2.3", "1.0.18", "2.8.0", "6.3.1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "release"
    (made / "lib").mkdir(parents=True)
    (made / "lib/libscrim.so.0").write_bytes(b"\x7fELF")
    (made / "lib/libscrim.so").symlink_to("libscrim.so.0")
    (made / "README.md").write_text("Scrim\n")
    return made


def bill(folder: Path) -> str:
    return run(ROOT / "script/make_sbom.py", folder, "scrim-1.2.3-linux-amd64", *VERSIONS, SOURCE_DATE_EPOCH="1700000000")


def test_lists_every_file_with_its_sums(folder: Path) -> None:
    listed = {entry["fileName"]: entry["checksums"] for entry in json.loads(bill(folder))["files"]}
    assert set(listed) == {"./README.md", "./lib/libscrim.so.0"}
    for name, sums in listed.items():
        for entry in sums:
            expected = run(f"{entry['algorithm'].lower()}sum", folder / name).split()[0]
            assert entry["checksumValue"] == expected


def test_the_verification_code_is_that_of_the_specification(folder: Path) -> None:
    command = "find . -type f -exec sha1sum {} + | cut -c1-40 | sort | tr -d '\\n' | sha1sum | cut -c1-40"
    expected = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
    code = json.loads(bill(folder))["packages"][0]["packageVerificationCode"]
    assert code["packageVerificationCodeValue"] == expected
    # script/release adds the document to the folder. A verifier must leave it out.
    assert code["packageVerificationCodeExcludedFiles"] == ["./share/doc/scrim/scrim.spdx.json"]


def test_names_what_is_compiled_in(folder: Path) -> None:
    made = json.loads(bill(folder))
    assert {entry["name"]: entry["versionInfo"] for entry in made["packages"]} == {
        "scrim": "1.2.3", "libsodium": "1.0.18", "utf8proc": "2.8.0", "swift-runtime": "6.3.1"}
    linked = {entry["relatedSpdxElement"] for entry in made["relationships"] if entry["relationshipType"] == "STATIC_LINK"}
    assert linked == {entry["SPDXID"] for entry in made["packages"][1:]}


def test_depends_on_nothing_but_the_files(folder: Path) -> None:
    first = bill(folder)
    (folder / "README.md").touch()
    assert bill(folder) == first and json.loads(first)["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
    (folder / "README.md").write_text("other\n")
    assert json.loads(bill(folder))["documentNamespace"] != json.loads(first)["documentNamespace"]
