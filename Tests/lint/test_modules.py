# SPDX-License-Identifier: MIT
"""script/modules finds each kind of reference, and the folders of Sources use each other in the order that script/modules lists."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load() -> ModuleType:
    loader = SourceFileLoader("modules", str(ROOT / "script/modules"))
    module = module_from_spec(spec_from_loader("modules", loader))
    loader.exec_module(module)
    return module


modules = load()


def test_the_folders_use_each_other_in_the_order() -> None:
    assert modules.find_faults(*modules.read_tree(ROOT)) == []


def test_the_drawing_is_that_of_the_code() -> None:
    _, arrows = modules.read_tree(ROOT)
    assert (ROOT / modules.DRAWING).read_text() == modules.render(arrows), "run script/modules"



# What an invented tree declares: a support type with generics, a scene, and members of the scene that other folders add.
DECLARED = {
    "Scrim/Support/Row.swift": """
        package struct Row<Element> {
            package var count = 0
            package subscript(index: Int) -> Element { get { blank } }
            package func read<Result>(_ index: Int, _ body: (Element) -> Result) -> Result { body(self[index]) }
            package func take(at index: Int) {}
        }
        package enum Failure: Error { case limit, closed }
        package func clamp(_ value: Int) -> Int { value }
        """,
    "Scrim/Text/Secret.swift": """
        package final class Secret {
            package static let longest = 9
            package func wipe() {}
            package func insert(_ byte: UInt8) {}
            package func take(from start: Int) {}
        }
        package typealias Bytes = Row<UInt8>
        package enum Motion { case start, wordward }
        """,
    "Scrim/Scene/Scene.swift": """
        package struct Node {
            package var parent = 0
            package var secret = 0
        }
        package final class Scene {
            package var nodes = Row<Node>()
            package static func make() -> Scene { Scene() }
        }
        """,
    "Scrim/Capture/Scene+Pixels.swift": """
        extension Scene {
            package func expose() -> Int { 0 }
        }
        """,
    "ScrimABI/Exports.swift": """
        import Scrim
        public func close(_ scene: Scene) {}
        """,
}


def references(tree: Path, user: str, code: str) -> set[tuple[str, str]]:
    """What a file with this code, put into a folder, refers to in other folders: folder and name."""
    for path, text in {**DECLARED, f"Scrim/{user}/User.swift": code}.items():
        (tree / "Sources" / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / "Sources" / path).write_text(text)
    _, arrows = modules.read_tree(tree)
    return {(used, one.name) for (by, used), found in arrows.items() if by == user for one in found
            if one.path.endswith("User.swift")}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("func f(_ secret: Secret) {}", {("Text", "Secret")}),
        ("func f() throws(Failure) {}", {("Support", "Failure")}),
        ("struct S { var row: Row<Node>? }", {("Support", "Row"), ("Scene", "Node")}),
        ("struct S { let bytes: Bytes }", {("Text", "Bytes")}),
        ("extension Secret {}", {("Text", "Secret")}),
        ("func f() -> Int { Secret.longest }", {("Text", "Secret"), ("Text", "Secret.longest")}),
        ("func f() -> Int { clamp(3) }", {("Support", "clamp")}),
        ("func f() throws(Failure) { throw .limit }", {("Support", "Failure"), ("Support", "Failure.limit")}),
        ("func f() -> Motion { return .start }", {("Text", "Motion"), ("Text", "Motion.start")}),
        ("func f(_ m: Motion) { switch m { case .start: break } }", {("Text", "Motion"), ("Text", "Motion.start")}),
        ("func f(_ m: Motion) -> Bool { m == .start }", {("Text", "Motion"), ("Text", "Motion.start")}),
        # A member counts for the folder of the file that declares it, not for the folder of its type.
        ("func f(_ s: Scene) -> Int { s.expose() }", {("Scene", "Scene"), ("Capture", "Scene.expose")}),
        ("extension Scene { func f() -> Int { expose() } }", {("Scene", "Scene"), ("Capture", "Scene.expose")}),
        # The types of properties, subscripts, results and closures are followed.
        ("func f(_ s: Scene) -> Int { s.nodes[1].parent }",
         {("Scene", "Scene"), ("Scene", "Scene.nodes"), ("Support", "Row.subscript"), ("Scene", "Node.parent")}),
        ("func f(_ s: Scene) -> Int { s.nodes.read(1) { $0.parent } }",
         {("Scene", "Scene"), ("Scene", "Scene.nodes"), ("Support", "Row.read"), ("Scene", "Node.parent")}),
        ("func f() { let s = Scene.make()\n guard s.nodes.count > 0 else { return } }",
         {("Scene", "Scene"), ("Scene", "Scene.make"), ("Scene", "Scene.nodes"), ("Support", "Row.count")}),
        # The labels of a call tell functions of one name apart.
        ("func f(_ s: Scene) { s.nodes.take(at: 1) }",
         {("Scene", "Scene"), ("Scene", "Scene.nodes"), ("Support", "Row.take")}),
        # If the type is unknown, a name that a single folder declares counts, with the same labels.
        ("func f() { unknown().wipe() }", {("Text", "Secret.wipe")}),
        ("func f() { unknown().take(from: 1) }", {("Text", "Secret.take")}),
    ],
)  # fmt: skip
def test_references_are_found(tmp_path: Path, code: str, expected: set[tuple[str, str]]) -> None:
    assert references(tmp_path, "Keypad", code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "// Secret\n/* Secret */ let text: StaticString = \"Secret\"",
        "func f(wipe: Int) -> Int { let clamp = wipe; return clamp }",
        # A type of one's own is not that of another folder.
        "struct Own { var parent = 0 }\nfunc f(_ own: Own) -> Int { own.parent }",
        "private struct Secret { func wipe() {} }\nfunc f(_ own: Secret) { own.wipe() }",
        "func f(_ number: Int) -> Bool { number.wipe() }",
        # Members of the standard library are no reference to a type that is unknown.
        "func f() { unknown().insert(3) }",
        # The core cannot see the exports.
        "func f() { close(3) }",
    ],
)
def test_what_is_no_reference_is_not_found(tmp_path: Path, code: str) -> None:
    assert references(tmp_path, "Keypad", code) == set()


def test_a_name_that_several_folders_declare_does_not_count_alone(tmp_path: Path) -> None:
    code = "struct Other { func wipe() {} }\nfunc f() { unknown().wipe() }"
    assert references(tmp_path, "Keypad", code) == set()


@pytest.mark.parametrize(
    ("user", "used", "allowed"),
    [
        ("Keypad", "Text", True),
        ("Text", "Keypad", False),
        ("Gestures", "Keypad", False),
        ("Keypad", "Gestures", False),
        ("Redaction/Pixels", "Text", False),
        ("Redaction", "Redaction/Styles", True),
        ("Redaction/Regions", "Redaction/Pixels", False),
        ("Redaction/Regions", "Support", True),
        ("Elsewhere", "Support", False),
    ],
)
def test_the_order(user: str, used: str, allowed: bool) -> None:
    assert modules.is_allowed(user, used) is allowed


def test_a_drawing_that_is_stale_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    references(tmp_path, "Keypad", "func f(_ secret: Secret) {}")
    (tmp_path / "docs").mkdir()
    assert modules.main([], tmp_path) == 0
    assert modules.main(["--check"], tmp_path) == 0
    references(tmp_path, "Keypad", "func f(_ scene: Scene) {}")
    assert modules.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().err == "docs/modules.svg is not what script/modules writes\n"


def test_an_arrow_against_the_order_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    references(tmp_path, "Text", "\nextension Secret { func show(on scene: Scene) {} }")
    (tmp_path / "docs").mkdir()
    modules.main([], tmp_path)
    assert 'class="wrong"' in (tmp_path / modules.DRAWING).read_text()
    assert modules.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().err == "Text may not use Scene:\n  Sources/Scrim/Text/User.swift:2 Scene\n"
    modules.main(["--why", "Text", "Scene"], tmp_path)
    assert capsys.readouterr().out == "Sources/Scrim/Text/User.swift:2 Scene\n"


def test_a_folder_that_the_order_lacks_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    references(tmp_path, "Elsewhere", "struct S {}")
    (tmp_path / "docs").mkdir()
    modules.main([], tmp_path)
    assert modules.main(["--check"], tmp_path) == 1
    assert "Elsewhere is not in the order" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SyntaxError, match=r"Sources/Scrim/Keypad/User\.swift"):
        references(tmp_path, "Keypad", "struct S { func f( }")
