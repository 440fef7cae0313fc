# SPDX-License-Identifier: MIT
"""How documents and messages say to install the Python package: from the wheel that script/wheel makes.

On PyPI the name scrim belongs to another project.
"""

import os
import re
import runpy
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "bindings/python/pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]

# pip, pipx and uv with a requirement of that name, at any place behind; and the name with one of our extras.
NAME = r"""(?<![\w/.*-])scrim(?![\w/.*-])"""
INSTALLER = r"\b(?:pip[x3]?|uv|uvx|poetry|conda)\s+(?:(?:pip|tool|run|install|add|download)\s+)+"
WRONG = re.compile(rf"{INSTALLER}(?:[^\s`;|&,]+\s+)*?['\"]?{NAME}|{NAME}\[\{{?(?:extra|{'|'.join(EXTRAS)})")
# pip install "$(echo build-wheel/scrim-*.whl)"'[cli]'
RIGHT = re.compile(r"""pip install "\$\(echo build-wheel/scrim-\*\.whl\)"'\[(\w+)\]'""")
# The changelog may tell of what was.
EXEMPT = {"CHANGELOG.md"}


def texts() -> dict[str, str]:
    """Every tracked text file."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    found = {}
    for name in listed.split("\0"):
        data = (ROOT / name).read_bytes() if name and (ROOT / name).is_file() else b"\0"
        if b"\0" not in data and name not in EXEMPT:
            found[name] = data.decode("utf-8", "replace")
    return found


def test_nothing_names_another_projects_package():
    wrong = {name: [match[0] for match in WRONG.finditer(text)] for name, text in texts().items()}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "text",
    [
        "pip install {}",
        "pip install '{}[cli]'",
        "pip3 install --user {}",
        "python3 -m pip install numpy {}==0.1",
        "pipx install\n{}",
        "uv pip install {}",
        "uv add {}",
        "`install {}[otel]`",
        "the extra {}[otel]",
        'f"pip install \'{}[{{extra}}]\'"',
    ],
)
def test_a_wrong_name_is_found(text):
    assert WRONG.search(text.format("scrim"))


@pytest.mark.parametrize(
    "text",
    [
        "pip install build-wheel/{}-0.1.0-py3-none-any.whl",
        """pip install "$(echo build-wheel/{}-*.whl)"'[cli]'""",
        "pip install numpy, and {} redact works",
        "cmake --install build; {}",
        "{}[0]",
    ],
)
def test_other_uses_of_the_name_are_not_found(text):
    assert not WRONG.search(text.format("scrim"))


def message(extra: str) -> str:
    """What the package says if something is missing."""
    return runpy.run_path(str(ROOT / "bindings/python/scrim/_extras.py"))["how_to_install"](extra)


def test_documents_and_messages_say_it_in_one_way():
    assert [RIGHT.findall(message(extra)) for extra in EXTRAS] == [[extra] for extra in EXTRAS]
    for document, extra in {"command": "cli", "video": "video", "batch": "batch", "export": "otel"}.items():
        assert extra in RIGHT.findall((ROOT / f"docs/{document}.md").read_text())


@pytest.fixture
def folder(tmp_path):
    """Where script/wheel has left a wheel: of the package's name and extras, which is all that pip looks at here."""
    info = f"scrim-{PROJECT['version']}.dist-info"
    lines = ["Metadata-Version: 2.1", "Name: scrim", f"Version: {PROJECT['version']}"]
    for extra, needed in EXTRAS.items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {each}; extra == "{extra}"' for each in needed)]
    (tmp_path / "build-wheel").mkdir()
    with zipfile.ZipFile(tmp_path / "build-wheel" / f"scrim-{PROJECT['version']}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return tmp_path


def install(shell: str, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command as a reader would, but without the net, and nothing is changed."""
    own = {"PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}", "PIP_NO_INDEX": "1", "PIP_DRY_RUN": "1"}
    return subprocess.run(
        [shell, "-c", command],
        cwd=folder,
        env={**os.environ, **own, "HOME": str(folder), "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("shell", ["sh", "bash", "zsh", "fish"])
def test_the_form_works(shell, folder):
    assert shutil.which(shell), "script/bootstrap installs it"
    # One command for all extras takes as long as one for one.
    done = install(shell, RIGHT.search(message("cli"))[0].replace("[cli]", f"[{','.join(EXTRAS)}]"), folder)
    assert done.returncode == 0, done.stderr
    assert f"Would install scrim-{PROJECT['version']}" in done.stdout and "does not provide" not in done.stderr


def test_an_extra_that_does_not_exist_is_seen(folder):
    done = install("sh", RIGHT.search(message("cli"))[0].replace("[cli]", "[none]"), folder)
    assert "does not provide the extra" in done.stderr
