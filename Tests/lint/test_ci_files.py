# SPDX-License-Identifier: MIT
"""The files for the continuous integration of GitHub and GitLab run only scripts of script/, with arguments that these know."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any, Iterator

import pytest
import yaml

FILES = [".github/workflows/tests.yml", ".gitlab-ci.yml"]
#: What a job of GitHub and a job of GitLab may contain. Other keys could contain commands, such as before_script.
STEP = {"uses", "with", "run"}
JOB = {"script", "variables", "artifacts", "rules", "timeout"}
GLOBAL = {"default", "variables"}


def github_lines(document: Any) -> Iterator[str]:
    for job in document["jobs"].values():
        for step in job["steps"]:
            assert set(step) <= STEP and re.match(r"actions/[\w-]+@v\d+$", step.get("uses", "actions/any@v1"))
            yield from step.get("run", "").splitlines()


def gitlab_lines(document: Any) -> Iterator[str]:
    assert set(document["default"]) == {"image"}
    for name in set(document) - GLOBAL:
        assert set(document[name]) <= JOB, name
        yield from document[name]["script"]


def lines(document: Any) -> list[str]:
    return list(github_lines(document) if "jobs" in document else gitlab_lines(document))


def wrong(root: Path, line: str) -> str:
    """Why a line is not a script with arguments that it knows, or nothing."""
    command, *arguments = line.split()
    script = root / command
    if not re.fullmatch(r"script/[\w-]+", command) or not os.access(script, os.X_OK):
        return f"{command} is not a script"
    text = script.read_text()
    # The comment or docstring at the beginning, which names all options.
    head = text[: re.search(r'^(?!#|""")', text, re.MULTILINE).start()] if text.startswith("#!/usr/bin/env bash") else text.split('"""')[1]
    known = set(re.findall(r"[\w-]+", head))
    for stages in re.findall(r"^(?:stages=\((.+)\)|alone='(.+)')", text, re.MULTILINE):
        known |= set(" ".join(stages).split())
    for argument in arguments:
        # A number is for a word in capitals, such as MINUTES.
        if argument not in known and not (argument.isdigit() and re.search(rf"{command} \[?[A-Z]{{3,}}", head)):
            return f"{command} does not know {argument}"
    return ""


@pytest.mark.parametrize("name", FILES)
def test_each_line_is_a_script_with_known_arguments(root: Path, name: str) -> None:
    found = lines(yaml.safe_load((root / name).read_text()))
    assert "script/test" in found and "script/wheel" in found
    assert [problem for line in found if (problem := wrong(root, line))] == []


def test_both_hosts_run_the_same(root: Path) -> None:
    assert len({frozenset(lines(yaml.safe_load((root / name).read_text()))) for name in FILES}) == 1


@pytest.mark.parametrize("name", FILES)
def test_packages_name_the_repository_that_builds_them(root: Path, name: str) -> None:
    """Each host puts the address of the repository into its own variables."""
    document = yaml.safe_load((root / name).read_text())
    address = (document.get("env") or document["variables"])["SCRIM_HOMEPAGE"]
    assert address in ("${{ github.server_url }}/${{ github.repository }}", "$CI_PROJECT_URL")


def test_git_reads_the_checkout_of_another_user(root: Path, tmp_path: Path) -> None:
    """In a container of GitHub, scripts run as root, but the checkout belongs to another user."""
    document = yaml.safe_load((root / ".github/workflows/tests.yml").read_text())
    other = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    subprocess.run(["git", "init", "--quiet", tmp_path], env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)}, check=True)
    listing = ["git", "-C", tmp_path, "ls-files"]
    assert subprocess.run(listing, env=other, capture_output=True).returncode != 0
    subprocess.run(listing, env=other | document["env"], check=True)


@pytest.mark.parametrize(
    "line",
    ["make test", "script/nosuch", "script/README.md", "script/test nosuch", "script/package --nosuch", "script/wheel 3", "./script/test", "script/test; true"],
)
def test_other_lines_are_found(root: Path, line: str) -> None:
    assert wrong(root, line)


@pytest.mark.parametrize("key", ["before_script", "after_script", "extends"])
def test_other_keys_are_found(root: Path, key: str) -> None:
    document = yaml.safe_load((root / ".gitlab-ci.yml").read_text())
    document["tests"][key] = ["make test"]
    with pytest.raises(AssertionError):
        lines(document)
