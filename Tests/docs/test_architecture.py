# SPDX-License-Identifier: MIT
"""The order of the core's parts is the one that docs/architecture.md states, whatever the compiler, to which they are
one module, allows.
"""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "Sources/Scrim"
DOCUMENT = (ROOT / "docs/architecture.md").read_text()
ORDER = re.search(r"The order inside the core: ([\w, ]+)\.", DOCUMENT)[1].split(", ")

NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TYPE = re.compile(
    r"^(?!.*\b(?:file)?private\b)(?:@?[\w()]+ )*(?:struct|class|enum|protocol|typealias) (\w+)", re.MULTILINE
)


def sources() -> dict[str, str]:
    """The code of each part."""
    return {
        folder.name: "\n".join(NO_CODE.sub("", path.read_text()) for path in sorted(folder.rglob("*.swift")))
        for folder in CORE.iterdir()
        if folder.is_dir()
    }


def uses(parts: dict[str, str]) -> dict[tuple[str, str], set[str]]:
    """Which part names which types of another."""
    declared = defaultdict(set)
    for part, code in parts.items():
        for name in TYPE.findall(code):
            declared[name].add(part)
    found = defaultdict(set)
    for part, code in parts.items():
        for name in set(re.findall(r"\b[A-Z]\w+", code)):
            if part not in declared[name] and len(declared[name]) == 1:
                found[part, next(iter(declared[name]))].add(name)
    return found


def test_the_order_names_every_part():
    assert sorted(ORDER) == sorted(sources())


def test_each_part_uses_those_before_it():
    wrong = {edge: names for edge, names in uses(sources()).items() if ORDER.index(edge[1]) > ORDER.index(edge[0])}
    assert wrong == {}


def test_a_use_of_what_comes_later_is_found():
    parts = sources()
    parts["Redaction"] += "\nfunc look(at scene: Scene) {}\n"
    assert uses(parts)["Redaction", "Scene"] == {"Scene"}
    assert uses(parts)["Scene", "Redaction"]


def test_every_part_is_in_the_picture():
    picture = (ROOT / "docs/architecture.svg").read_text()
    heads = re.findall(r'class="head"[^>]*>([^<]+)<', picture)
    assert set(ORDER) <= set(heads)
    assert {"libsodium", "utf8proc"} <= set(heads)
