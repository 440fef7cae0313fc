# SPDX-License-Identifier: MIT
"""The references have everything that the headers and the Python package have, on the site and as man pages."""

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import comments
import pytest
from headers.declarations import Function, read

ROOT = Path(__file__).resolve().parents[2]
HEADERS = [read(comments.INCLUDE / "scrim" / f"{name}.h") for name in comments.headers()]
HPP = [comments.INCLUDE / "scrim.hpp", *comments.INCLUDE.glob("scrim/cpp/*.hpp")]
FUNCTIONS = [function for header in HEADERS for function in header.functions()]


@pytest.fixture(scope="session")
def described(docs: Path) -> dict[str, str]:
    """Every name that the references describe, and its page: {"scrim_redact": "reference/c/redact.html"}."""
    inventory = zlib.decompress((docs / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    return dict(re.findall(r"(?m)^(.+) (?:c|cpp|py):\S+ \S+ ([^ #]+)", inventory))


# ---- Comments ----


def test_a_comment_is_taken_apart():
    comment = comments.parse(
        "Copies it.\n\nIn a paragraph\nof two lines.\n\n@param text    The text\n               itself.\n@param length  Receives the length.\n\n"
        "@return SCRIM_ERROR_FULL if it\n        is full.\n@return The number.\n\nThread-safe. Always.\n\nTime: O(n).\n"
    )
    assert comment.body == "Copies it.\n\nIn a paragraph\nof two lines."
    assert comment.parameters == [("text", "The text\nitself."), ("length", "Receives the length.")]
    assert comment.errors == [("SCRIM_ERROR_FULL", "if it\nis full.")] and comment.returns == ["The number."]
    assert comment.notes == [("Threads", "Thread-safe. Always."), ("Time", "O(n).")]


def test_blocks_of_a_comment():
    found = comments.blocks("It does:\n - one thing\n   at a time\n - another\nAnd this:\n\n    a();\n\n    b();\n")
    assert [kind for kind, _ in found] == ["text", "list", "text", "code"]
    assert comments.items(found[1][1]) == ["one thing\n   at a time\n", "another"] and found[3][1] == "a();\n\nb();"


def test_everything_in_the_headers_has_a_comment(model):
    assert [function.name for function in FUNCTIONS if not function.comment] == []
    assert [name for name, struct in model.structs.items() if not struct.documentation] == []
    assert [f"{s.name}.{f.name}" for s in model.structs.values() for f in s.fields if not f.documentation] == []
    assert [name for name, constant in model.constants.items() if not constant.documentation] == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_parameter_is_described(function: Function, model):
    parts = comments.parse(function.comment)
    declared = [re.split(r"\W+", parameter.partition("[")[0])[-1] for parameter in function.parameters]
    assert [name for name, _ in parts.parameters] == declared
    assert [name for name, _ in parts.errors if name not in model.constants] == []


# ---- The site ----


def test_every_function_is_on_the_page_of_its_header(model, described):
    pages = {name: f"reference/c/{function.header.removesuffix('.h')}.html" for name, function in model.functions.items()}
    assert {name: described.get(name) for name in pages} == pages


def test_whatever_else_is_public_in_c_is_described(model, described):
    public = {*model.structs, *model.constants, *model.initializers, *model.callbacks, *model.aliases, *model.handles, *model.enums}
    public |= {f"{struct.name}.{field.name}" for struct in model.structs.values() for field in struct.fields}
    assert public - set(described) == set()


def test_everything_public_is_in_the_python_reference(described):
    exported = re.findall(r'^    "(\w+)",$', (ROOT / "bindings/python/scrim/__init__.py").read_text(), re.MULTILINE)
    assert len(exported) > 50
    assert [name for name in exported if f"scrim.{name}" not in described] == []


def test_everything_public_in_cpp_is_described_on_the_page_of_its_header(described, tmp_path):
    doxygen(tmp_path, *HPP)
    public = {}
    for compound in (ElementTree.parse(path).getroot()[0] for path in tmp_path.glob("xml/*scrim*.xml")):
        scope = re.sub(r"::with_exceptions|<.*>", "", compound.findtext("compoundname"))
        if compound.get("kind") == "file" or "detail" in scope or not scope.startswith("scrim"):
            continue
        if compound.get("kind") in ("class", "struct"):
            public[scope] = compound.find("location").get("file")
        for member in compound.iterfind("sectiondef/memberdef[@prot='public']"):
            name = f"{scope}::{member.findtext('name')}"
            names = name, *(f"{name}::{value.findtext('name')}" for value in member.iterfind("enumvalue"))
            public |= dict.fromkeys(names, member.find("location").get("file"))
    assert {"scrim::text::insert", "scrim::status::full", "scrim::redact", "scrim::record::path", "scrim::rect"} <= set(public)
    pages = {name: f"reference/cpp/{Path(file).stem}.html" for name, file in public.items()}
    assert {name: described.get(name) for name in pages} == pages


def test_a_function_of_cpp_links_to_the_function_of_c(docs):
    page = (docs / "reference/cpp/text.html").read_text()
    entry = page[page.index('<span class="pre">with_bytes</span>') :].partition('<dl class="cpp function">')[0]
    assert re.search(r'Calls <a [^>]*href="../c/text.html#c.scrim_text_with_bytes"', entry)


def test_errors_are_a_list(docs):
    page = (docs / "reference/c/memory.html").read_text()
    field = page[page.index('id="c.scrim_memory_configure"') :].partition("Errors")[2].partition("</dd>")[0]
    assert re.findall(r"<li>.*?>(SCRIM_ERROR_\w+)<", field, re.DOTALL) == [
        name for function in FUNCTIONS if function.name == "scrim_memory_configure" for name, _ in comments.parse(function.comment).errors
    ]


# ---- Man pages ----


def test_every_function_has_a_manual_page(model, manual):
    for name, function in model.functions.items():
        page = f"scrim_{function.header.removesuffix('.h')}"
        text = (manual / f"{page}.3").read_text()
        assert f".Fo {name}\n" in text, f"{page}(3) has no synopsis of {name}"
        described = re.search(rf"^\.It Fn {name}\b.*\n(?!\.(?:It|El))", text, re.MULTILINE)
        assert described, f"{page}(3) does not describe {name}"
        if name != page:
            assert (manual / f"{name}.3").read_text() == f".so man3/{page}.3\n"


def test_constants_and_fields_are_in_manual_pages(model, manual):
    pages = "".join(path.read_text() for path in manual.glob("*.3"))
    assert [name for name in (*model.constants, *model.initializers) if f".It Dv {name}" not in pages] == []
    fields = {(struct.name, field.name) for struct in model.structs.values() for field in struct.fields}
    described = set()
    struct, depth = "", 0
    for line in pages.splitlines():
        if found := re.fullmatch(r'\.It Vt "struct (\w+)"', line):
            struct, depth = found[1], 0
        elif line.startswith((".Bl", ".El")):  # a struct's description may contain a list
            depth += 1 if line.startswith(".Bl") else -1
            struct = struct if depth >= 0 else ""
        elif struct and (found := re.fullmatch(r'\.It Vt "[^"]*?(\w+)(?:\[\w+\])?"', line)):
            described.add((struct, found[1]))
    assert fields == described


def test_manual_pages_are_clean(manual):
    pages = [path for path in sorted(manual.iterdir()) if not path.read_text().startswith(".so ")]
    linted = subprocess.run(["mandoc", "-Tlint", *pages], capture_output=True, text=True).stdout
    # mandoc looks for other pages among those that are installed. Below, the pages that were written are searched instead.
    assert [line for line in linted.splitlines() if "referenced manual not found" not in line] == []
    for page in pages:
        done = subprocess.run(["man", "--warnings", "-l", "-Tutf8", "-Z", page], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        others = re.findall(r"^\.(?:It )?Xr (\w+) 3", page.read_text(), re.MULTILINE)
        assert [name for name in others if not (manual / f"{name}.3").exists()] == []


def test_manual_pages_are_the_same_each_time(manual, tmp_path):
    for folder in "one", "two":
        command = [sys.executable, "-B", "script/reference/man.py", tmp_path / folder]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}, check=True)
    one, two = ({path.name: path.read_text() for path in (tmp_path / folder).iterdir()} for folder in ("one", "two"))
    assert one == two and set(one) == {path.name for path in manual.iterdir()}
    assert ".Dd November 14, 2023\n" in one["libscrim.3"]


# ---- Other tools that read the headers ----


def doxygen(folder: Path, *inputs: Path) -> str:
    """The mistakes that Doxygen finds in the comments of headers."""
    settings = f"""
        INPUT = {" ".join(map(str, inputs))}
        OUTPUT_DIRECTORY = {folder}
        GENERATE_HTML = NO
        GENERATE_LATEX = NO
        GENERATE_XML = YES
        QUIET = YES
        WARN_IF_UNDOCUMENTED = {"YES" if inputs[0].suffix == ".hpp" else "NO"}
        MACRO_EXPANSION = YES
        EXPAND_ONLY_PREDEF = YES
        PREDEFINED = SCRIM_API= "SCRIM_ENUM(tag)=enum tag" SCRIM_CPP_EXCEPTIONS=1 SCRIM_CPP_VARIANT=with_exceptions "SCRIM_CPP_EC=class... Ec"
        EXCLUDE_SYMBOLS = *::detail*
        OPTIMIZE_OUTPUT_FOR_C = {"NO" if inputs[0].suffix == ".hpp" else "YES"}
        JAVADOC_AUTOBRIEF = YES
    """
    done = subprocess.run(["doxygen", "-"], input=settings, cwd=ROOT, capture_output=True, text=True)
    return done.stderr


def test_doxygen_reads_the_headers(tmp_path):
    """Editors and programs of users show the comments by it."""
    assert doxygen(tmp_path, *comments.INCLUDE.glob("*.h"), *comments.INCLUDE.glob("scrim/*.h")) == ""


def test_everything_public_in_the_cpp_headers_has_a_comment(tmp_path):
    warnings = doxygen(tmp_path, *HPP).splitlines()
    # Links lead to the C headers, which Doxygen does not read here.
    assert [line for line in warnings if not re.search(r"explicit link request|\(macro definition\)|scope for class std::", line)] == []


def test_doxygen_would_miss_a_comment(tmp_path):
    header = tmp_path / "wrong.hpp"
    header.write_text("/** @file Wrong. */\n/** Does nothing. */\nstruct nothing {\n    void call();\n};\n")
    assert "call() (function) of struct nothing is not documented" in doxygen(tmp_path, header)


@pytest.mark.parametrize(
    ("comment", "warning"),
    [("See #SCRIM_NOWHERE.", "could not be resolved"), ("@param y  A number.", "not found in the argument list"), ("@retrun It.", "unknown command")],
)
def test_doxygen_would_complain(tmp_path, comment, warning):
    header = tmp_path / "wrong.h"
    header.write_text(f"/** @file Wrong. */\n/** Does it. {comment} */\nSCRIM_API void scrim_nothing(int x);\n")
    assert re.search(warning, doxygen(tmp_path, header), re.IGNORECASE)
