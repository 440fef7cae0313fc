# SPDX-License-Identifier: MIT
"""The modules of the Python packages import one another without circles.

Every import counts: those inside functions, which only postpone a circle, and those for type checkers alone, because readers follow them
too.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGES = ["bindings/python/scrim", "programs/scrim/scrim_tools"]


def modules(package: Path) -> dict[str, Path]:
    """The files of a package by the names of their modules."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: set[str]) -> set[str]:
    """The modules of the same package that a module imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            source = ".".join(filter(None, [above, node.module]))
            inside = {f"{source}.{alias.name}" for alias in node.names}
            # What is no module is a name in the module itself.
            found |= (inside & known) | ({source} if inside - known else set())
    return found & known


def circles(package: Path) -> list[list[str]]:
    """The groups of modules that import one another."""
    files = modules(package)
    graph = {name: imported(name, path, set(files)) for name, path in files.items()}
    reached = {name: set(targets) for name, targets in graph.items()}
    for middle in graph:
        for targets in reached.values():
            if middle in targets:
                targets |= reached[middle]
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in graph}
    return sorted(sorted(group) for group in groups if group)


def test_only_the_command_imports_its_parts(root: Path) -> None:
    """scrim_tools/cli reads options and prints. Programs that import the rest do neither."""
    files = modules(root / "programs/scrim/scrim_tools")
    found = {name: {other for other in imported(name, path, set(files)) if other.startswith("scrim_tools.cli")} for name, path in files.items()}
    outside = {name for name, others in found.items() if others and not name.startswith("scrim_tools.cli")}
    assert outside == {"scrim_tools.__main__"}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_one_another(root: Path, package: str) -> None:
    assert len(modules(root / package)) > 20
    assert circles(root / package) == []


@pytest.mark.parametrize(
    "line",
    [
        "from .second import name",
        "from . import second",
        "import package.second",
        "from package import second",
        "from package.second import name",
        "def late() -> None:\n    from .second import name",
        "if TYPE_CHECKING:\n    from .second import name",
    ],
)
def test_a_circle_is_found(tmp_path: Path, line: str) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("from .first import name\n")
    (package / "first.py").write_text(line + "\n")
    (package / "second.py").write_text("from .third import name\n")
    (package / "third.py").write_text("from .first import name\n")
    assert circles(package) == [["package.first", "package.second", "package.third"]]


def test_a_module_that_imports_its_package_is_a_circle(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("from .first import name\n")
    (package / "first.py").write_text("from . import name\n")
    assert circles(package) == [["package", "package.first"]]
