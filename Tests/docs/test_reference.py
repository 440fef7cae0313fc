# SPDX-License-Identifier: MIT
"""The references come about without a warning, and have everything that the headers and the Python package have."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: object, **environment: str) -> str:
    """What a command says, which ends well."""
    parts = [str(part) for part in command]
    done = subprocess.run(parts, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="session")
def docs(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    run("script/docs", folder)
    return folder


@pytest.fixture(scope="session")
def manual(docs: Path) -> Path:
    return docs / "man" / "man3"


@pytest.fixture(scope="session")
def groups(docs: Path) -> dict[str, set[str]]:
    """What stands in each group of the C reference: functions, constants, types."""
    tree = ET.parse(docs / "c" / "scrim.tag")
    found = {}
    for compound in tree.findall("compound[@kind='group']"):
        names = {member.findtext("name") for member in compound.findall("member")}
        found[compound.findtext("name")] = names | {each.text for each in compound.findall("class")}
    return found


def test_every_function_has_a_comment(model):
    assert [name for name, function in model.functions.items() if not function.documentation] == []


def test_every_function_is_in_the_group_of_its_header(model, groups):
    of_headers = {name: function.header.removesuffix(".h") for name, function in model.functions.items()}
    of_groups = {name: group for group, names in groups.items() for name in names if name in model.functions}
    assert of_groups == of_headers


def test_whatever_else_is_public_is_in_a_group(model, groups):
    public = {*model.structs, *model.constants, *model.initializers, *model.callbacks, *model.aliases, *model.handles}
    assert public - set().union(*groups.values()) == set()


def test_every_function_has_a_manual_page(model, manual):
    for name, function in model.functions.items():
        page = f"scrim_{function.header.removesuffix('.h')}"
        text = (manual / f"{page}.3").read_text()
        assert f".Fo {name}\n" in text, f"{page}(3) has no synopsis of {name}"
        described = re.search(rf"^\.It Fn {name}\b.*\n(?!\.(?:It|El))", text, re.MULTILINE)
        assert described, f"{page}(3) says nothing of {name}"
        if name != page:
            assert (manual / f"{name}.3").read_text() == f".so man3/{page}.3\n"


def test_constants_and_fields_are_in_manual_pages(model, manual):
    pages = "".join(path.read_text() for path in manual.glob("*.3"))
    assert [name for name in (*model.constants, *model.initializers) if f".It Dv {name}" not in pages] == []
    fields = {(struct.name, field.name) for struct in model.structs.values() for field in struct.fields}
    described = set()
    for struct, body in re.findall(r'^\.It Vt "struct (\w+)"\n(.*?)^\.El$', pages, re.MULTILINE | re.DOTALL):
        described |= {(struct, name) for name in re.findall(r'^\.It Vt "[^"]*?(\w+)(?:\[\w+\])?"$', body, re.MULTILINE)}
    assert fields == described


def test_manual_pages_are_clean(manual):
    pages = [path for path in sorted(manual.iterdir()) if not path.read_text().startswith(".so ")]
    linted = subprocess.run(["mandoc", "-Tlint", *pages], capture_output=True, text=True).stdout
    # mandoc looks among what is installed; below it is looked for among what was written.
    assert [line for line in linted.splitlines() if "referenced manual not found" not in line] == []
    for page in pages:
        done = subprocess.run(["man", "--warnings", "-l", "-Tutf8", "-Z", page], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        others = re.findall(r"^\.(?:It )?Xr (\w+) 3", page.read_text(), re.MULTILINE)
        assert [name for name in others if not (manual / f"{name}.3").exists()] == []


def test_manual_pages_are_the_same_each_time(manual, tmp_path):
    for folder in "one", "two":
        run(sys.executable, "-B", "script/reference/man.py", tmp_path / folder, SOURCE_DATE_EPOCH="1700000000")
    one, two = ({path.name: path.read_text() for path in (tmp_path / folder).iterdir()} for folder in ("one", "two"))
    assert one == two and set(one) == {path.name for path in manual.iterdir()}
    assert ".Dd November 14, 2023\n" in one["libscrim.3"]


def test_everything_public_is_in_the_python_reference(docs):
    inventory = (docs / "python" / "objects.inv").read_bytes().split(b"\n", 4)[4]
    described = {line.split()[0] for line in zlib.decompress(inventory).decode().splitlines()}
    exported = re.findall(r'^    "(\w+)",$', (ROOT / "bindings/python/scrim/__init__.py").read_text(), re.MULTILINE)
    assert len(exported) > 50
    assert [name for name in exported if f"scrim.{name}" not in described] == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a function without a comment", "SCRIM_API void scrim_nothing(void);\n"),
        ("a link that leads nowhere", "/** See #SCRIM_NOWHERE. */\nSCRIM_API void scrim_nothing(void);\n"),
        ("a field without a comment", "/** A thing. */\ntypedef struct scrim_it {\n    int32_t x;\n} scrim_it;\n"),
    ],
)
def test_doxygen_would_complain(tmp_path, what, text):
    """Of a header with one mistake: else the tests above prove little."""
    end = "#ifdef __cplusplus\n}\n"
    header = (ROOT / "include/scrim/memory.h").read_text().replace(end, text + end)
    (tmp_path / "memory.h").write_text(header)
    settings = (ROOT / "script/reference/Doxyfile").read_text()
    for line in (f"INPUT = {tmp_path / 'memory.h'}", "USE_MDFILE_AS_MAINPAGE =", f"OUTPUT_DIRECTORY = {tmp_path}"):
        settings += line + "\n"
    done = subprocess.run(["doxygen", "-"], input=settings, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0 and re.search("not documented|could not be resolved", done.stderr), what
