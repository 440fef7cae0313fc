# SPDX-License-Identifier: MIT
"""scrim batch: which files, by which rules; what is done again, and what never stands in the destination."""

from __future__ import annotations

import fcntl
import glob
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from PIL import Image
from scrim.cli.batch_rules import Rule, load_rules
from scrim.cli.errors import UsageError
from scrim.cli.regions_file import load_regions, parse_regions

from conftest import ROOT
from cli_run import Ran, noise, pixels, scrim_command
from video_files import lossless

BOX = (10, 8, 20, 12)
RULES: list[dict[str, Any]] = [{"files": "*.png", "regions": [{"rect": list(BOX)}]}]


def picture(path: Path, seed: int = 1, size: tuple[int, int] = (40, 60)) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(noise(*size, 3, seed=seed)).save(path)
    return path


def rules(path: Path, value: list[dict[str, Any]] = RULES) -> Path:
    path.write_text(json.dumps({"rules": value}))
    return path


def is_covered(source: Path, output: Path, box: tuple[int, int, int, int] = BOX) -> bool:
    x, y, width, height = box
    expected = pixels(source).copy()
    expected[y : y + height, x : x + width] = 0
    return bool((pixels(output) == expected).all())


@pytest.fixture
def batch(tmp_path: Path) -> Any:
    """Runs a batch of tmp_path/src in this process."""
    (tmp_path / "src").mkdir()
    rules(tmp_path / "rules.json")

    def run(*more: object, source: str = "src") -> Ran:
        return scrim_command(
            "batch",
            tmp_path / source,
            tmp_path / "dst",
            "--rules",
            tmp_path / "rules.json",
            "--workers",
            0,
            *more,
            "--json",
        )

    return run


def outputs(tmp_path: Path) -> list[str]:
    destination = tmp_path / "dst"
    found = (path.relative_to(destination) for path in destination.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if path.parts[0] != ".scrim-batch")


def counts(ran: Ran) -> dict[str, int]:
    return {name: ran.json[name] for name in ("done", "kept", "failed", "skipped", "unmatched") if ran.json[name]}


def test_folder_is_covered_below_the_destination(tmp_path: Path, batch: Any) -> None:
    for index, name in enumerate(["a.png", "deep/er/b.png", "ü x.png", "mit {Klammer}.png"]):
        picture(tmp_path / "src" / name, index)
    ran = batch()
    assert (ran.code, counts(ran)) == (0, {"done": 4})
    assert ran.json["pixels"] == 4 * 20 * 12 and ran.json["files_per_second"] > 0
    for name in outputs(tmp_path):
        assert is_covered(tmp_path / "src" / name, tmp_path / "dst" / name)
    assert len(outputs(tmp_path)) == 4
    assert not list((tmp_path / "dst" / ".scrim-batch" / "tmp").iterdir())
    lines = (tmp_path / "dst" / ".scrim-batch" / "journal.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["path"] for line in lines) == outputs(tmp_path)


def test_broken_and_unknown_files_are_told_and_never_there(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "good.png")
    data = picture(tmp_path / "src" / "cut.png").read_bytes()
    (tmp_path / "src" / "cut.png").write_bytes(data[: len(data) // 2])
    (tmp_path / "src" / "empty.png").touch()
    (tmp_path / "src" / "notes.txt").write_text("x")
    os.mkfifo(tmp_path / "src" / "skipped.pipe")
    os.mkfifo(tmp_path / "src" / "pipe.png")
    rules(tmp_path / "rules.json", [*RULES, {"files": "*.pipe", "skip": True}])
    ran = batch()
    assert (ran.code, counts(ran)) == (5, {"done": 1, "failed": 3, "skipped": 1, "unmatched": 1})
    assert sorted(item["path"] for item in ran.json["failures"]) == ["cut.png", "empty.png", "notes.txt", "pipe.png"]
    assert outputs(tmp_path) == ["good.png"]
    (tmp_path / "src" / "good.png").unlink()
    assert batch().code == 1


def test_what_is_done_is_kept_and_what_changed_is_done_again(tmp_path: Path, batch: Any) -> None:
    for name in ("a.png", "b.png", "c.png"):
        picture(tmp_path / "src" / name)
    batch()
    first = {name: (tmp_path / "dst" / name).stat().st_ino for name in outputs(tmp_path)}
    assert counts(batch()) == {"kept": 3}
    picture(tmp_path / "src" / "a.png", 7)  # another source
    (tmp_path / "dst" / "b.png").write_bytes(b"somebody else's")  # another output
    (tmp_path / "dst" / "c.png").unlink()
    assert counts(batch()) == {"done": 3}
    assert counts(batch()) == {"kept": 3}
    assert all(is_covered(tmp_path / "src" / name, tmp_path / "dst" / name) for name in first)
    rules(tmp_path / "rules.json", [{"files": "*.png", "regions": [{"rect": [0, 0, 5, 5]}]}])
    assert counts(batch()) == {"done": 3}
    assert is_covered(tmp_path / "src" / "b.png", tmp_path / "dst" / "b.png", (0, 0, 5, 5))


def test_older_output_does_not_stay_where_a_file_fails(tmp_path: Path, batch: Any) -> None:
    source = picture(tmp_path / "src" / "a.png")
    batch()
    source.write_bytes(b"broken now")
    assert counts(batch()) == {"failed": 1} and outputs(tmp_path) == []
    picture(source)
    batch()
    rules(tmp_path / "rules.json", [{"files": "*.png", "regions": [{"rect": [500, 0, 5, 5]}]}])
    assert counts(batch()) == {"failed": 1} and outputs(tmp_path) == []


def test_marker_that_is_damaged_is_not_believed(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png")
    batch()
    (marker,) = (tmp_path / "dst" / ".scrim-batch" / "done").rglob("*.json")
    for text in ("", "[]", "{}", '{"path": "a.png"}'):
        marker.write_text(text)
        assert counts(batch()) == {"done": 1}


def test_regions_beside_each_file(tmp_path: Path, batch: Any) -> None:
    for name, x in {"a": 3, "b": 20}.items():
        picture(tmp_path / "src" / "sub" / f"{name}.png")
        (tmp_path / "src" / "sub" / f"{name}.json").write_text(json.dumps({"regions": [{"rect": [x, 4, 10, 10]}]}))
    picture(tmp_path / "src" / "sub" / "none.png")
    said = {"files": "*.png", "regions_file": "{folder}/{stem}.json"}
    rules(tmp_path / "rules.json", [said, {"files": "*.json", "skip": True}])
    ran = batch()
    assert counts(ran) == {"done": 2, "failed": 1, "skipped": 2}
    assert "none.json" in ran.json["failures"][0]["error"]
    assert is_covered(tmp_path / "src/sub/a.png", tmp_path / "dst/sub/a.png", (3, 4, 10, 10))
    assert is_covered(tmp_path / "src/sub/b.png", tmp_path / "dst/sub/b.png", (20, 4, 10, 10))
    (tmp_path / "src/sub/a.json").write_text(json.dumps({"regions": [{"rect": [0, 0, 10, 10]}]}))
    assert counts(batch()) == {"done": 1, "kept": 1, "failed": 1, "skipped": 2}
    (tmp_path / "src/sub/a.json").unlink()
    assert counts(batch()) == {"kept": 1, "failed": 2, "skipped": 1}
    assert outputs(tmp_path) == ["sub/b.png"]


def test_video_and_picture_in_one_batch(tmp_path: Path, batch: Any) -> None:
    lossless(tmp_path / "src" / "v.mp4", 10, 1)
    (tmp_path / "src" / "broken.mp4").write_bytes(b"no video")
    picture(tmp_path / "src" / "p.png")
    said = {"files": "*.mp4", "regions": [{"rect": [0, 0, 9, 9]}], "preset": "ultrafast", "source_block": 0}
    rules(tmp_path / "rules.json", [*RULES, said])
    ran = batch()
    assert counts(ran) == {"done": 2, "failed": 1} and ran.json["pixels"] == 20 * 12 + 10 * 81
    assert outputs(tmp_path) == ["p.png", "v.mp4"]


@pytest.mark.parametrize("kind", ["list", "parquet"])
def test_lists_of_paths(kind: str, tmp_path: Path, batch: Any) -> None:
    names = ["src/a.png", "src/./b.png", str(tmp_path / "elsewhere" / "c.png"), "src/a.png", "src/gone.png"]
    for name in ("src/a.png", "src/b.png", "elsewhere/c.png", "src/not listed.png"):
        picture(tmp_path / name)
    if kind == "list":
        (tmp_path / "work").mkdir()
        source = tmp_path / "work" / "list"
        source.write_text("\n".join(f"../{name}" if name[0] != "/" else name for name in names) + "\n\n")
        where = str(tmp_path)[1:] + "/"
    else:
        source = tmp_path / "list.parquet"
        pyarrow.parquet.write_table(pyarrow.table({"path": ["nothing"] * 5, "file": names}), source)
        where = ""
    ran = batch("--column", "file", source=str(source))
    assert counts(ran) == {"done": 3, "failed": 1}
    assert outputs(tmp_path) == sorted([f"{where}src/a.png", f"{where}src/b.png", f"{where}elsewhere/c.png"])


def test_what_cannot_begin(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png")
    assert batch(source="nowhere").code == 1
    (tmp_path / "src" / "list").write_bytes(b"\xff\xfe\x00")
    assert batch(source="src/list").code == 2
    (tmp_path / "no.parquet").write_bytes(b"PAR1 not")
    assert batch(source="no.parquet").code == 2
    pyarrow.parquet.write_table(pyarrow.table({"x": ["a"]}), tmp_path / "x.parquet")
    ran = batch(source="x.parquet")
    assert ran.code == 2 and "no column path" in ran.json["error"]["message"]
    ran = scrim_command("batch", tmp_path / "src", tmp_path, "--rules", tmp_path / "rules.json", "--workers", 0)
    assert ran.code == 2 and "holds the sources" in ran.err
    batch()
    with open(tmp_path / "dst" / ".scrim-batch" / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another batch" in batch().json["error"]["message"]


def test_destination_inside_of_the_source(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png")
    command = [
        "batch",
        tmp_path / "src",
        tmp_path / "src" / "out",
        "--rules",
        tmp_path / "rules.json",
        "--workers",
        0,
        "--json",
    ]
    assert counts(scrim_command(*command)) == {"done": 1}
    assert counts(scrim_command(*command)) == {"kept": 1}


def test_output_that_is_the_source(tmp_path: Path, batch: Any) -> None:
    source = picture(tmp_path / "src" / "a.png")
    before = source.read_bytes()
    (tmp_path / "dst").mkdir()
    (tmp_path / "dst" / "a.png").symlink_to(source)
    assert counts(batch()) == {"failed": 1} and source.read_bytes() == before


def test_empty_folder(batch: Any) -> None:
    assert batch().code == 4


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"files": "*.png"}, "covers nothing"),
        ({"files": "*.png", "regions": []}, "covers nothing"),
        ({"regions": [{"rect": [0, 0, 1, 1]}]}, "files"),
        ({"files": [], "skip": True}, "files"),
        ({"files": "*", "skip": "yes"}, "wrong type"),
        ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], "guard": True}, "wrong type"),
        ({"files": "*", "regoins": []}, "'regoins' is not known"),
        ({"files": "*", "regions": [{"rect": [0, 0, 0, 1]}]}, "no area"),
        ({"files": "*", "regions_file": "{stam}.json"}, "not known"),
        ({"files": "*", "text": ["card", 3]}, "words"),
        ({"files": "*", "text": ["("]}, "("),
        ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], "style": "glass"}, "no style"),
        ([], "an object"),
        *(
            ({"files": "*", "regions": [{"rect": [0, 0, 1, 1]}], name: value}, name)
            for name, value in (
                ("hold", float("nan")),
                ("hold", -1),
                ("max_speed", float("inf")),
                ("crf", -1),
                ("guard", -1),
                ("dilation", 10**20),
                ("snap", 4097),
                ("source_block", 7),
                ("quality", 0),
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


def test_the_documents_rules_and_regions_can_be_read(tmp_path: Path) -> None:
    def shown(document: str) -> str:
        (text,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / document).read_text(), re.DOTALL)
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


def test_source_that_changes_while_it_is_read(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrim.cli import batch_work

    source = picture(tmp_path / "src" / "a.png")
    inner = batch_work._make

    def slow(job: Any, target: Path) -> dict[str, Any]:
        told = inner(job, target)
        os.utime(source, ns=(1, 1))
        return told

    monkeypatch.setattr(batch_work, "_make", slow)
    ran = batch()
    assert "changed while" in ran.json["failures"][0]["error"] and outputs(tmp_path) == []


def test_unexpected_error_is_of_one_file(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrim.cli import batch_work

    def fails(*_: object) -> Any:
        raise RuntimeError("out of luck")

    picture(tmp_path / "src" / "a.png")
    monkeypatch.setattr(batch_work, "cover_picture", fails)
    assert batch().json["failures"][0]["error"] == "RuntimeError: out of luck"
    assert np.size(outputs(tmp_path)) == 0


# ---- What a source is made of ----


def test_two_files_with_one_output_are_an_error(tmp_path: Path, batch: Any) -> None:
    """One below the list's folder, and one elsewhere whose whole path is the same: neither may be lost."""
    outside = picture(tmp_path / "elsewhere" / "a.png")
    inside = picture(tmp_path / "src" / outside.relative_to("/"))
    listed = tmp_path / "src" / "list.txt"
    listed.write_text(f"{outside}\n{inside}\n")
    ran = batch(source="src/list.txt")
    assert ran.code == 2 and "both" in ran.json["error"]["message"]
    listed.write_text(f"{outside}\n{outside}\n")
    assert counts(batch(source="src/list.txt")) == {"done": 1}


def test_lines_of_a_list_end_where_files_of_text_say(tmp_path: Path, batch: Any) -> None:
    """Names may hold what Python, too, takes for the end of a line."""
    names = ["a\x0b.png", "b\x85.png", "c\u2028.png", "d .png"]
    for name in names:
        picture(tmp_path / "src" / name)
    (tmp_path / "src" / "list.txt").write_bytes("\ufeff".encode() + "\r\n".join([*names, ""]).encode())
    assert counts(batch(source="src/list.txt")) == {"done": 4}


def test_links_to_folders_are_told(tmp_path: Path, batch: Any) -> None:
    """They may lead in a circle, or anywhere: what they lead to is not done, which nobody shall overlook."""
    picture(tmp_path / "src" / "a.png")
    picture(tmp_path / "elsewhere" / "b.png")
    (tmp_path / "src" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "src" / "circle").symlink_to(tmp_path / "src")
    ran = batch()
    assert (ran.code, counts(ran)) == (5, {"done": 1, "failed": 2})
    assert [failure["path"] for failure in ran.json["failures"]] == ["circle", "link"]
    assert "a link to one" in ran.json["failures"][0]["error"] and ran.json["failures"][0]["hint"]
    rules(tmp_path / "rules.json", [{"files": ["link", "circle"], "skip": True}, *RULES])
    assert (batch().code, outputs(tmp_path)) == (0, ["a.png"])


def test_what_a_batch_keeps_for_itself_is_no_source(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "sub" / "a.png")
    assert batch().code == 0
    (tmp_path / "dst").rename(tmp_path / "src" / "older")
    ran = batch()
    assert (ran.code, counts(ran)) == (0, {"done": 2})


def test_paths_do_not_depend_on_the_folder_that_a_worker_runs_in(
    tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scrim.cli.batch_source import items_of

    picture(tmp_path / "src" / "a.png")
    monkeypatch.chdir(tmp_path)
    assert [item.source for item in items_of(Path("src"), tmp_path / "dst", "path")] == [str(tmp_path / "src/a.png")]


# ---- What must not stay, and what must not be taken away ----


@pytest.mark.parametrize("said", [[], [{"files": "a.png", "skip": True}]])
def test_older_output_does_not_stay_where_no_rule_covers_it_now(said: list[Any], tmp_path: Path, batch: Any) -> None:
    for name in ("a.png", "b.png"):
        picture(tmp_path / "src" / name)
    batch()
    (tmp_path / "dst" / "notes.txt").write_text("of another")
    (tmp_path / "src" / "notes.txt").write_text("x")
    rules(tmp_path / "rules.json", [*said, {"files": "b.png", "regions": [{"rect": list(BOX)}]}])
    assert counts(batch())["done"] == 1
    assert outputs(tmp_path) == ["b.png", "notes.txt"]
    rules(tmp_path / "rules.json")
    assert counts(batch()) == {"done": 2, "unmatched": 1}


def test_work_of_an_older_run_takes_no_place(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client of a batch ends, a worker goes on; meanwhile another batch covers the file by stricter rules."""
    from scrim.cli import batch_work

    source = picture(tmp_path / "src" / "a.png")
    strict = [{"files": "*.png", "regions": [{"rect": [0, 0, 60, 40]}]}]
    inner, late = batch_work._make, []

    def slow(*job: Any) -> Any:
        told = inner(*job)
        if not late:
            late.append(True)
            # What the end of a client does to its lock.
            monkeypatch.setattr("scrim.cli.batch_run.fcntl.flock", lambda *_: None)
            rules(tmp_path / "rules.json", strict)
            assert counts(batch()) == {"done": 1}
        return told

    monkeypatch.setattr(batch_work, "_make", slow)
    ran = batch()
    assert "another batch" in ran.json["failures"][0]["error"]
    assert is_covered(source, tmp_path / "dst" / "a.png", (0, 0, 60, 40))
    monkeypatch.undo()
    assert counts(batch()) == {"kept": 1}
    assert not list((tmp_path / "dst" / ".scrim-batch" / "tmp").iterdir())


def test_folder_of_the_destination_that_is_a_link(tmp_path: Path, batch: Any) -> None:
    """It might lead to sources, or to where nobody looks."""
    picture(tmp_path / "src" / "x" / "a.png")
    precious = picture(tmp_path / "precious" / "a.png", 7)
    before = precious.read_bytes()
    (tmp_path / "dst").mkdir()
    (tmp_path / "dst" / "x").symlink_to(tmp_path / "precious")
    ran = batch()
    assert counts(ran) == {"failed": 1} and "is a link" in ran.json["failures"][0]["error"]
    assert precious.read_bytes() == before


def test_names_do_not_write_to_the_terminal(tmp_path: Path, batch: Any) -> None:
    """Whoever may name files in a folder of uploads could clear what was told, or worse."""
    (tmp_path / "src" / "\x1b]0;x\x07\nscrim: done.png").write_bytes(b"broken")
    ran = scrim_command(
        "batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--workers", 0
    )
    assert r"\x1b]0;x\x07\nscrim: done.png: " in ran.err and "\x1b" not in ran.err + ran.out


def test_number_that_is_too_long_to_read(tmp_path: Path, batch: Any) -> None:
    long = "9" * 5000
    (tmp_path / "rules.json").write_text(f'{{"rules": [{{"files": "*", "guard": {long}}}]}}')
    assert batch().code == 2
    rules(tmp_path / "rules.json", [{"files": "*.png", "regions_file": "{stem}.json"}])
    picture(tmp_path / "src" / "a.png")
    (tmp_path / "src" / "a.json").write_text(f'{{"regions": [{{"rect": [0, 0, {long}, 9]}}]}}')
    assert "a.json: " in batch().json["failures"][1]["error"]
    with pytest.raises(UsageError):
        load_regions(tmp_path / "src" / "a.json")
