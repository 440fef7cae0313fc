# SPDX-License-Identifier: MIT
"""scrim batch: what its rules say, and which files they are for."""

from __future__ import annotations

import glob
import re
from pathlib import Path
from typing import Any

import pytest
from batch_files import RULES, batch, counts, is_covered, picture, rules  # noqa: F401
from cli_run import ROOT

from scrim_tools.cli.batch_rules import Rule, load_rules
from scrim_tools.errors import UsageError
from scrim_tools.regions import load_regions, parse_regions


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"files": "*.png"}, "covers nothing"),
        ({"files": "*.png", "regions": []}, "covers nothing"),
        ({"regions": [{"rect": [0, 0, 1, 1]}]}, "files"),
        ({"files": [], "skip": True}, "files"),
        ({"files": "*", "skip": "yes"}, 'skip: must be true or false (got "yes")'),
        ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], "sampling_gap": True}, "sampling_gap: must be a whole number (got true)"),
        ({"files": "*", "regoins": []}, "unknown name 'regoins'; did you mean 'regions'?"),
        ({"files": "*", "regions": [{"rect": [0, 0, 0, 1]}]}, "regions[0].rect: width must be greater than 0 (got 0)"),
        ({"files": "*", "regions_file": "{stam}.json"}, "regions_file: unknown name in braces (got '{stam}.json')"),
        *(
            ({"files": "*", "regions_file": name}, f"regions_file: unknown name in braces (got '{name}')")
            for name in ("{stem.x}", "{stem[a]}", "{folder.parent}/a.json", "{name:>9}", "{name!r}", "{}", "{0}", "{stem")
        ),
        ({"files": "*", "regions_file": "x\0.json"}, "regions_file: must not contain NUL"),
        ({"files": "*", "regions_file": "x\ud800.json"}, "regions_file: must not contain NUL"),
        ({"files": "*", "text": ["card", 3]}, "words"),
        ({"files": "*", "text": ["re:("]}, "expression"),
        ({"files": "*", "text": ["card"], "language": "../x"}, "language must be languages of tesseract (got '../x')"),
        ({"files": "[z-a]", "text": ["card"]}, "files: invalid pattern '[z-a]'"),
        ({"files": "*", "text": ["card", "emial"]}, "unknown pattern 'emial'; did you mean 'email'?"),
        ({"files": "*", "text": ["emial"], "allow_nothing": True}, "unknown pattern 'emial'"),
        ({"files": "*", "text": ["emial"], "skip": True}, "unknown pattern 'emial'"),
        ({"files": "*.mp4", "text": ["emial"], "regions_file": "{stem}.json"}, "unknown pattern 'emial'"),
        ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], "style": "glass"}, "style must be one of solid, frost, tiles, blur,"),
        ([], "must be an object {…} (got [])"),
        *(
            ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], name: value}, name)
            for name, value in (
                ("hold", float("nan")),
                ("hold", -1),
                ("max_speed", float("inf")),
                ("crf", -1),
                ("sampling_gap", -1),
                ("sampling_gap", 65),
                ("dilation", 10**20),
                ("size_multiple", 4097),
                ("codec_block", 7),
                ("quality", 0),
                ("max_pixels", 0),
            )
        ),
    ],
)
def test_rules_that_say_nothing_clear(said: Any, message: str, tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png")
    rules(tmp_path / "rules.json", [*RULES, said])
    ran = batch()
    assert ran.code == 2 and "rules[1]" in ran.json["error"]["message"] and message in ran.json["error"]["message"]
    assert not (tmp_path / "dst").exists()
    (tmp_path / "rules.json").write_text('{"rules": [], "rules": []}')
    assert batch().code == 2


def test_a_rule_limits_the_size_of_pictures(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "small.png")
    picture(tmp_path / "src" / "large.png", size=(41, 60))
    rules(tmp_path / "rules.json", [{**RULES[0], "max_pixels": 40 * 60}])
    ran = batch()
    (failure,) = ran.json["failures"]
    assert ran.code == 5 and ran.json["done"] == 1 and failure["path"] == "large.png"
    assert failure["error"] == "the picture is too large: 60 × 41 pixels (limit: 2400)" and '"max_pixels"' in failure["hint"]


def test_the_documents_rules_and_regions_can_be_read(tmp_path: Path) -> None:
    def shown(document: str) -> str:
        (text,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs/how-to" / document).read_text(), re.DOTALL)
        return str(text)

    (tmp_path / "rules.json").write_text(shown("batch.md"))
    assert [rule.skips for rule in load_rules(tmp_path / "rules.json").rules] == [False, False, True]
    assert [region.is_timed for region in parse_regions(shown("video.md")).regions] == [False, True, True]


NAMES = [
    "a.png",
    "b.jpg",
    "x/a.png",
    "x/y/a.png",
    "x/y/b.jpeg",
    "xy/a.png",
    "[1].png",
    "x/[1].png",
    "a!b.png",
    "x/c-d.txt",
]


PATTERNS = ["x/*.png", "x/**/*.png", "**/*.png", "*/a.png", "x/?/*", "**/[ab].*", "**/[!a]*", "x/**", "**/[[]1].png"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_are_those_of_glob(pattern: str, tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    expected = {name for name in glob.glob(pattern, root_dir=tmp_path, recursive=True) if (tmp_path / name).is_file()}
    assert {name for name in NAMES if Rule({"files": pattern}).matches(name)} == expected


def test_pattern_without_a_slash_is_of_names_and_the_first_rule_counts(tmp_path: Path, batch: Any) -> None:
    assert [name for name in NAMES if Rule({"files": "a*"}).matches(name)] == [
        "a.png",
        "x/a.png",
        "x/y/a.png",
        "xy/a.png",
        "a!b.png",
    ]
    assert [name for name in NAMES if Rule({"files": "/a*"}).matches(name)] == ["a.png", "a!b.png"]
    assert not Rule({"files": "*.png"}).matches("a.PNG")
    for name in ("a.png", "x/a.png"):
        picture(tmp_path / "src" / name)
    rules(tmp_path / "rules.json", [{"files": "x/*", "regions": [{"rect": [1, 1, 3, 3]}]}, *RULES])
    assert counts(batch()) == {"done": 2}
    assert is_covered(tmp_path / "src/x/a.png", tmp_path / "dst/x/a.png", (1, 1, 3, 3))
    assert is_covered(tmp_path / "src/a.png", tmp_path / "dst/a.png")


def test_number_that_is_too_long_to_read(tmp_path: Path, batch: Any) -> None:
    long = "9" * 5000
    (tmp_path / "rules.json").write_text(f'{{"rules": [{{"files": "*", "sampling_gap": {long}}}]}}')
    assert batch().code == 2
    rules(tmp_path / "rules.json", [{"files": "*.png", "regions_file": "{stem}.json"}])
    picture(tmp_path / "src" / "a.png")
    (tmp_path / "src" / "a.json").write_text(f'{{"regions": [{{"rect": [0, 0, {long}, 9]}}]}}')
    assert "a.json: " in batch().json["failures"][1]["error"]
    with pytest.raises(UsageError):
        load_regions(tmp_path / "src" / "a.json")
