# SPDX-License-Identifier: MIT
"""What the Swift sources may not say, and that both builds compile the same ones."""

import json
import re
import statistics
from fnmatch import fnmatch
from pathlib import Path

import pytest

from traps import run

# The files of the core that may say `unsafe`, by folder: they work on raw memory, or call C.
MAY_SAY_UNSAFE = {
    "Capture": """
        GridSmoothing
    """,
    "Feed": """
        FeedFile FeedPath
    """,
    "Memory": """
        Arenas Argon2 Descriptor Mapping ProcessEpoch SealedBox SecretBytes SecretOperations Wiping
    """,
    "Redaction/Pixels": """
        ChannelSums Frame HostPicture Pattern PictureScaler PixelReader PixelSteps Plane Ring RingSums RowWriter
        SampleScale UInt16Row Workspace
    """,
    "Redaction/Regions": """
        CrossedList PixelMask
    """,
    "Redaction/Styles": """
        BaseGrid BlockSums BlurColumns BlurExpander BlurExpander+Slope BlurOutput BlurReducer BlurTaps BoxChain
        BoxGrid BoxGridRows BoxPass BoxStream BoxWeights ChannelRows ChannelRows+Effect ClampedInput ColorMap
        DirectBlur EffectColors EffectStream FrostCover FrostTexture HalfGridBlur HalfGridExpander Lattice
        PictureCover PixelExpansion PixelateStream RowBlend RowBlend+Wide RowSums Surface TilesCover WideBlockSums
        WideGridBlur
    """,
    "Support": """
        Buffer ByteWriter CheckedAccess Decimal Entropy GraphemeBreaker Literals Lock RadixSort Strings
    """,
}
UNSAFE_FILES = tuple(
    f"Sources/Scrim/{folder}/{name}.swift" for folder, names in MAY_SAY_UNSAFE.items() for name in names.split()
)

# Each ends the host process, needs tables or a runtime the library does not have, or differs from run to run.
FORBIDDEN = {
    r"\bString\b": "text is bytes or StaticString: String needs Unicode tables",
    r"\b(?:Dictionary|Set)\b": "use a sorted row: their order varies by process",
    r"\b(?:Foundation|Dispatch|CommandLine|Regex|Mutex)\b": "not in Embedded Swift",
    r"\b(?:Task|async|await)\b": "a forked child that uses concurrency hangs",
    r"\b(?:fatalError|precondition|preconditionFailure|assert|assertionFailure)\s*\(": "a trap kills the host",
    r"\b(?:try|as)!": "a trap kills the host",
    r"[\w)\]]!(?!=)": "unwrapping nil kills the host",
    r"(?<![.\w])print\s*\(": "a library does not write to its host's output",
    r"@_optimize\b": "the library is built with -O; find out why a function is slow",
}

# A file has one topic. Half of the files have no more lines than this, and no file has more than that.
MEDIAN_LINES = 90
MOST_LINES = 350

# What is no code: comments and the text of literals.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)

# A parameter as C declares it may be NULL; saying so unwraps nothing.
C_PARAMETER = re.compile(r"\b(_ \w+: [\w<>]+)!")


def code(text: str) -> list[str]:
    """The lines of a source file without what is no code."""
    text = NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    return C_PARAMETER.sub(r"\1", text).split("\n")


def find(root: Path, pattern: str, allowed: tuple[str, ...] = ()) -> list[str]:
    found = []
    for path in sorted(root.glob("Sources/**/*.swift")):
        name = str(path.relative_to(root))
        if not any(fnmatch(name, glob) for glob in allowed):
            lines = enumerate(code(path.read_text()), 1)
            found += [f"{name}:{number}: {line.strip()}" for number, line in lines if re.search(pattern, line)]
    return found


def test_there_are_sources(root: Path) -> None:
    assert find(root, r"\bfunc\b")


def test_unsafe_stays_in_its_places(root: Path) -> None:
    assert find(root, r"\bunsafe\b", (*UNSAFE_FILES, "Sources/ScrimABI/*")) == []


def test_each_file_that_may_say_unsafe_says_it(root: Path) -> None:
    said = {line.split(":")[0] for line in find(root, r"\bunsafe\b")}
    assert sorted(set(UNSAFE_FILES) - said) == []


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_forbidden(root: Path, pattern: str) -> None:
    assert find(root, pattern) == [], FORBIDDEN[pattern]


def test_files_are_short(root: Path) -> None:
    lengths = {str(path.relative_to(root)): path.read_text().count("\n") for path in root.glob("Sources/**/*.swift")}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}
    assert statistics.median(lengths.values()) <= MEDIAN_LINES


def test_both_builds_compile_the_same_files(root: Path, build_dir: Path) -> None:
    inputs = run("ninja", "-C", build_dir, "-t", "inputs", "libscrim.so").splitlines()
    cmake = {name for name in (relative(root, line) for line in inputs) if fnmatch(name, "Sources/*.swift")}
    package = json.loads(run("swift", "package", "--package-path", root, "describe", "--type", "json"))
    targets = [target for target in package["targets"] if target["name"] in {"Scrim", "ScrimABI"}]
    swiftpm = {f"{target['path']}/{source}" for target in targets for source in target["sources"]}
    assert cmake == swiftpm
    assert cmake == {str(path.relative_to(root)) for path in root.glob("Sources/**/*.swift")}


def test_the_exports_are_compiled_again_if_the_core_has_changed(build_dir: Path) -> None:
    """The objects of the exports contain most of the core, so that a library of old ones is an old library."""
    query = run("ninja", "-C", build_dir, "-t", "query", "modules/scrim/core.swift")
    assert "\n    libscrim_core.a\n" in query.partition("outputs:")[0]
    assert "modules/scrim/core.swift" in run("ninja", "-C", build_dir, "-t", "inputs", "libscrim_abi.a")


def relative(root: Path, name: str) -> str:
    return name.strip().removeprefix(f"{root}/")
