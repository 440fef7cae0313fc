# SPDX-License-Identifier: MIT
"""How documents and messages say to install the Python packages: by the names of our distributions, libscrim and scrim-tools.

On PyPI the name scrim belongs to another project.
"""

import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

from scrim_tools.errors import CommandError, need

ROOT = Path(__file__).resolve().parents[2]
PROJECTS = [
    tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]
    for folder in ("bindings/python", "programs/scrim")
]
EXTRAS = {project["name"]: set(project["optional-dependencies"]) for project in PROJECTS}

# pip, pipx and uv with a requirement of that name, at any place behind; and the name with an extra.
NAME = r"""(?<![\w/.*-])scrim(?![\w/.*-])"""
INSTALLER = r"\b(?:(?:pip[x3]?|uv|poetry|pdm|conda|mamba)\s+(?:(?:pip|tool|run|install|add|download|wheel)\s+)+|uvx\s+)"
WRONG = re.compile(
    "|".join(
        [
            rf"{INSTALLER}(?:[^\s`;|&,]+\s+)*?['\"]?{NAME}",
            rf"{NAME}\[\{{?(?:extra|cli|{'|'.join(sorted(set().union(*EXTRAS.values())))})",
            # a requirement with a version or an address
            rf"{NAME}(?:[=~]=|>=)\d|{NAME} @ (?:git|https?|file)",
            # lists of requirements in TOML, YAML, JSON and Python, but not Swift's, whose items are calls
            r"""(?:dependencies|requires|requirements)["']?\s*[:=]\s*\[(?:[^\]()]*,)?\s*["']?scrim["']?\s*[,\]]""",
            # the words of a command in a list
            r"""["']install["'],\s*(?:["'][^"']*["'],\s*)*["']scrim["']""",
            rf"Requires-Dist: {NAME}",
            r"pypi\.org/(?:project|simple|pypi)/scrim(?![\w-])",
            # the metadata of an installed distribution
            r"""\b(?:version|distribution|requires|metadata)\(["']scrim["']\)""",
        ]
    )
)
#: What imports an optional package says with which extra to install it.
NEEDED = re.compile(r"""\bneed\(\s*"[\w.]+",\s*"[^"]+",\s*"(\w+)"\s*\)""")
# pip install 'scrim-tools[video]'
RIGHT = re.compile(rf"pip install '?({'|'.join(EXTRAS)})(?:\[(\w+)\])?'?")
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
    files = texts()
    wrong = {name: [match[0] for match in WRONG.finditer(text)] for name, text in files.items()}
    assert {name: found for name, found in wrong.items() if found} == {}
    for name, text in files.items():
        if Path(name).name.startswith("requirements"):
            assert "scrim" not in text.split(), name


def test_messages_name_an_extra_that_exists():
    found = {extra for name, text in texts().items() if name.startswith("programs/scrim/scrim_tools/") for extra in NEEDED.findall(text)}
    assert {"video", "batch"} <= found <= EXTRAS["scrim-tools"]
    for extra in sorted(found):
        with pytest.raises(CommandError) as caught:
            need("scrim_none", "a package", extra)
        assert RIGHT.fullmatch(caught.value.hint).groups() == ("scrim-tools", extra)
    with pytest.raises(CommandError) as caught:
        need("scrim_none", "a package")
    assert RIGHT.fullmatch(caught.value.hint).groups() == ("scrim-tools", None)


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
        "uvx {} redact in.png out.png",
        "uv run --with {} python",
        "uv tool install '{}[video]'",
        "RUN pip install --no-cache-dir \\\n    {} && rm -rf /root/.cache",
        "%pip install {}",
        "pdm add {}",
        "{}==1.2.3",
        "{} @ git+https://example.org/x",
        'dependencies = ["numpy", "{}"]',
        "install_requires=['{}', 'numpy']",
        "additional_dependencies: [{}]",
        '["pip", "install", "-q", "{}"]',
        "Requires-Dist: {}",
        "https://pypi.org/project/{}/",
        'importlib.metadata.version("{}")',
        "python3 -m pip install -U '{}[batch]'",
        "`install {}[otel]`",
        "the extra {}[otel]",
        "f\"pip install '{}[{{extra}}]'\"",
    ],
)
def test_a_wrong_name_is_found(text):
    assert WRONG.search(text.format("scrim"))


@pytest.mark.parametrize(
    "text",
    [
        "pip install lib{}",
        "pip install '{}-tools[video]'",
        "pip install build-wheel/lib{}-1.2.3-py3-none-any.whl",
        "pip install numpy, and {} redact works",
        "cmake --install build; {}",
        "{}[0]",
        "pip install '{}-tools[video,batch]' and run a video",
        'dependencies: [.package(name: "{}", path: "../../..")]',
        "Requires-Dist: {}-tools",
        'dependencies = ["lib{}==1.2.3", "numpy"]',
        "pkg-config --exists '{} >= 1.2'",
        "find_package({} 1.2)",
    ],
)
def test_other_uses_of_the_name_are_not_found(text):
    assert not WRONG.search(text.format("scrim"))


def test_what_they_name_exists():
    found = {match for text in texts().values() for match in RIGHT.findall(text)}
    assert {(name, extra) for name, extra in found if extra and extra not in EXTRAS[name]} <= {("scrim-tools", "none")}
    assert {name for name, _ in found} == set(EXTRAS)
    for document, wanted in {
        "reference/command": ("scrim-tools", ""),
        "how-to/video": ("scrim-tools", "video"),
        "how-to/batch": ("scrim-tools", "batch"),
        "how-to/export": ("libscrim", "otel"),
    }.items():
        assert wanted in RIGHT.findall((ROOT / f"docs/{document}.md").read_text())


@pytest.fixture
def folder(tmp_path):
    """Wheels with the names, versions, extras and dependencies of ours, which is all that pip looks at here."""
    for project in PROJECTS:
        name = project["name"].replace("-", "_")
        info = f"{name}-{project['version']}.dist-info"
        lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}"]
        lines += [f"Requires-Dist: {each}" for each in project.get("dependencies", [])]
        for extra, needed in project["optional-dependencies"].items():
            lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {each}; extra == "{extra}"' for each in needed)]
        with zipfile.ZipFile(tmp_path / f"{name}-{project['version']}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
    return tmp_path


def install(shell: str, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command as a reader would, but pip sees only the wheels in a folder, and nothing is changed."""
    own = {"PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}", "PIP_NO_INDEX": "1", "PIP_DRY_RUN": "1"}
    return subprocess.run(
        [shell, "-c", command],
        cwd=folder,
        env={
            **os.environ,
            **own,
            "HOME": str(folder),
            "PIP_FIND_LINKS": str(folder),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        },
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("shell", ["sh", "bash", "zsh", "fish"])
def test_the_form_works(shell, folder):
    assert shutil.which(shell), "script/bootstrap installs it"
    # One command for all extras takes as long as one for one.
    wanted = " ".join(f"'{name}[{','.join(sorted(extras))}]'" for name, extras in EXTRAS.items())
    done = install(shell, f"pip install {wanted}", folder)
    assert done.returncode == 0, done.stderr
    assert all(
        f"{project['name'].replace('-', '_')}-{project['version']}" in done.stdout.replace("scrim-tools", "scrim_tools")
        for project in PROJECTS
    )
    assert "does not provide" not in done.stderr


def test_an_extra_that_does_not_exist_is_seen(folder):
    done = install("sh", "pip install 'scrim-tools[none]'", folder)
    assert "does not provide the extra" in done.stderr
