# SPDX-License-Identifier: MIT
"""The documents: what they link to and name is there, each can be found, and none claims what must not be claimed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / folder / "README.md" for folder in ("Tests", "benchmarks", "script")]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *FOLDERS, *sorted(ROOT.glob("docs/**/*.md"))]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# `Tests/C/boundary/test_boundary_versions.c`, `docs/styles.png`, `benchmarks/attack --markdown`
FILE = re.compile(r"`((?:docs|include|Sources|Tests|benchmarks|bindings|examples|programs|script|cmake)/[\w./*+-]+)")
# What is no file but a place for one: CONTRIBUTING's "Add a function".
PLACES = re.compile(r"AREA")

# Words that promise what nobody has proved or examined, and the one that needs its scope beside it.
CLAIMS = re.compile(
    r"\b(?:PCI|ISO 9564|FIPS|GDPR|HIPAA|WCAG|certified|bank-grade|constant[- ]time|zero leakage|unbreakable"
    r"|(?:camera|thermal|root)-proof)\b|never learns",
    re.IGNORECASE,
)
UNDONE = re.compile(r"cannot be undone|can not be undone", re.IGNORECASE)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", CODE.sub("", path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(path: Path) -> list[str]:
    """The links of a document that lead nowhere. What is on the net is not asked."""
    found = []
    for target in LINK.findall(CODE.sub("", path.read_text())):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        if not file.exists() or (anchor and anchor not in anchors(file)):
            found.append(target)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document):
    assert broken(document) == []


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "there.md").write_text("# A head: with marks\n")
    good = "[a](there.md) [b](there.md#a-head-with-marks) [c](https://example.org)"
    (tmp_path / "page.md").write_text(f"{good} [d](gone.md) [e](there.md#gone) [f](#gone)")
    assert broken(tmp_path / "page.md") == ["gone.md", "there.md#gone", "#gone"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_files_that_are_named_are_there(document):
    named = [name.rstrip("./") for name in FILE.findall(document.read_text()) if not PLACES.search(name)]
    assert [name for name in named if not any(ROOT.glob(name))] == []


def test_every_document_can_be_found():
    index = ROOT / "docs/index.md"
    linked = {(index.parent / target).resolve() for target in LINK.findall(index.read_text())}
    assert {path for path in ROOT.glob("docs/**/*.md") if path != index} - linked == set()
    assert "docs/index.md" in LINK.findall((ROOT / "README.md").read_text())


def test_every_script_and_benchmark_is_listed():
    commands = [*ROOT.glob("script/*"), *(path for path in ROOT.glob("benchmarks/*") if path.is_file() and not path.suffix)]
    listed = "".join(path.read_text() for path in FOLDERS)
    assert [path for path in map(name, commands) if f"`{path}" not in listed and not path.endswith(("README.md", "__pycache__"))] == []


def test_every_picture_has_its_command():
    releasing = (ROOT / "docs/contributing/releasing.md").read_text()
    pictures = [path for kind in ("png", "svg") for path in (ROOT / "docs").glob(f"*.{kind}")]
    assert pictures and [path.name for path in pictures if f"| `docs/{path.name}` |" not in releasing] == []


@pytest.mark.parametrize("document", [*DOCUMENTS, *sorted(ROOT.glob("include/**/*.h"))], ids=name)
def test_nothing_is_claimed_that_must_not_be(document):
    text = document.read_text()
    assert CLAIMS.findall(text) == []
    for paragraph in re.split(r"\n\s*\n|\n- |\n\| ", text):
        assert not UNDONE.search(paragraph) or "inside" in paragraph, f"not said of what: {paragraph}"


def test_every_promise_names_its_tests():
    rows = re.findall(r"^\| (\d) \| .+? \| (.+) \|$", (ROOT / "docs/explanation/threat-model.md").read_text(), re.MULTILINE)
    assert [number for number, _ in rows] == list("12345678")
    assert all("`Tests/" in tests or "`bindings/python/tests/" in tests for _, tests in rows)
