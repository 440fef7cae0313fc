# SPDX-License-Identifier: MIT
"""scrim batch: which files a source is made of."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from batch_files import RULES, batch, counts, is_covered, outputs, picture, rules  # noqa: F401
from cli_run import scrim_command

from scrim_tools.cli import batch_work


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


@pytest.mark.parametrize("kind", ["list", "link", "folder with two names"])
def test_sources_in_the_destination_are_refused(kind: str, tmp_path: Path, batch: Any) -> None:
    """The output of one file would replace another file before it is read."""
    other, precious = picture(tmp_path / "src" / "a.png"), picture(tmp_path / "dst" / "a.png", 7)
    listed = tmp_path / "src" / "b.png" if kind == "link" else precious
    source, destination = "src", tmp_path / "dst"
    if kind == "link":
        listed.symlink_to(precious)
    else:
        source = "src/list.txt"
        (tmp_path / source).write_text(f"a.png\n{precious}\n")
    if kind == "folder with two names":
        destination = tmp_path / "link"
        destination.symlink_to(tmp_path / "dst")
    before = precious.read_bytes()
    command = ["batch", tmp_path / source, destination, "--rules", tmp_path / "rules.json", "--workers", 0, "--json"]
    ran = scrim_command(*command)
    assert ran.code == 2 and f"DEST must not contain the sources, but contains {precious}" in ran.json["error"]["message"]
    assert ran.json["error"]["message"].endswith(f", to which {listed} leads") is (kind == "link")
    assert precious.read_bytes() == before and os.listdir(tmp_path / "dst") == ["a.png"]
    # The hint names a rule that helps.
    rules(tmp_path / "rules.json", [json.loads(ran.json["error"]["hint"].partition("the rule ")[2]), *RULES])
    assert counts(scrim_command(*command)) == {"done": 1, "skipped": 1}
    assert is_covered(other, tmp_path / "dst" / "a.png")


def test_source_that_is_a_hard_link_to_an_output_stays(tmp_path: Path, batch: Any) -> None:
    """The output becomes a new file, so the link keeps what it had."""
    picture(tmp_path / "src" / "a.png")
    precious = picture(tmp_path / "src" / "b.png", 7)
    before = precious.read_bytes()
    (tmp_path / "dst").mkdir()
    (tmp_path / "dst" / "a.png").hardlink_to(precious)
    assert counts(batch()) == {"done": 2} and precious.read_bytes() == before


def test_nul_in_a_list(tmp_path: Path, batch: Any) -> None:
    (tmp_path / "src" / "list.txt").write_text("a\0.png\n")
    ran = batch(source="src/list.txt")
    assert ran.code == 2 and "must not contain the character NUL" in ran.json["error"]["message"]


@pytest.mark.parametrize("kind", ["not UTF-8", "nanoseconds"])
def test_column_that_contains_no_paths(kind: str, tmp_path: Path, batch: Any) -> None:
    values = pyarrow.array([b"a\xff.png"]).view(pyarrow.string()) if kind == "not UTF-8" else pyarrow.array([1], pyarrow.timestamp("ns"))
    pyarrow.parquet.write_table(pyarrow.table({"path": values}), tmp_path / "list.parquet")
    ran = batch(source="list.parquet")
    assert ran.code == 2 and "the column 'path' must contain paths" in ran.json["error"]["message"]


def test_empty_folder(batch: Any) -> None:
    assert batch().code == 4


def test_source_that_changes_while_it_is_read(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrim_tools.cli import batch_work

    source = picture(tmp_path / "src" / "a.png")
    inner = batch_work._make

    def slow(job: Any, target: Path) -> dict[str, Any]:
        told = inner(job, target)
        os.utime(source, ns=(1, 1))
        return told

    monkeypatch.setattr(batch_work, "_make", slow)
    ran = batch()
    assert "changed while" in ran.json["failures"][0]["error"] and outputs(tmp_path) == []


def test_two_files_with_one_output_are_an_error(tmp_path: Path, batch: Any) -> None:
    """One below the list's folder, and one elsewhere whose whole path is the same: neither may be lost."""
    outside = picture(tmp_path / "elsewhere" / "a.png")
    inside = picture(tmp_path / "src" / outside.relative_to("/"))
    listed = tmp_path / "src" / "list.txt"
    listed.write_text(f"{outside}\n{inside}\n")
    ran = batch(source="src/list.txt")
    assert ran.code == 2 and "would have the same output" in ran.json["error"]["message"]
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
    from scrim_tools.cli.batch_source import items_of

    picture(tmp_path / "src" / "a.png")
    monkeypatch.chdir(tmp_path)
    assert [item.source for item in items_of(Path("src"), tmp_path / "dst", "path")] == [str(tmp_path / "src/a.png")]


class TestNamesThatDifferInCase:
    """A link stands for a file system that ignores case: both names lead to the same file."""

    @pytest.fixture(autouse=True)
    def both(self, tmp_path: Path, batch: Any) -> None:
        for index, name in enumerate(("IMG.png", "img.png")):
            picture(tmp_path / "src" / name, index)
        (tmp_path / "dst").mkdir()
        (tmp_path / "dst" / "img.png").symlink_to("IMG.png")

    def is_first(self, tmp_path: Path) -> bool:
        return is_covered(tmp_path / "src" / "IMG.png", tmp_path / "dst" / "IMG.png") and (tmp_path / "dst" / "img.png").is_symlink()

    def test_the_first_output_stays(self, tmp_path: Path, batch: Any) -> None:
        for first in ("done", "kept"):
            ran = batch()
            assert (ran.code, counts(ran)) == (5, {first: 1, "failed": 1}) and self.is_first(tmp_path)
            assert [failure["path"] for failure in ran.json["failures"]] == ["img.png"]
            assert "the output would replace the output of IMG.png" in ran.json["failures"][0]["error"]
            assert "from elsewhere" not in ran.json["failures"][0]["error"] and ran.json["failures"][0]["hint"]
        # Without the first file, nothing is replaced that belongs to this run.
        (tmp_path / "src" / "IMG.png").unlink()
        assert counts(batch()) == {"done": 1}

    def test_a_worker_that_ends_later(self, tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        make, jobs, first = batch_work._make, [], []

        def slow(job: batch_work.Job, whole: Path) -> dict[str, Any]:
            told = make(job, whole)
            if job.path == "img.png":
                # Meanwhile another worker does the first file.
                first.append(batch_work.cover_file(jobs[0]))
            return told

        def reverse(given: Any) -> Any:
            jobs.extend(given)
            return map(batch_work.cover_file, jobs[:0:-1])

        monkeypatch.setattr(batch_work, "_make", slow)
        monkeypatch.setattr("scrim_tools.cli.batch.run_here", reverse)
        ran = batch()
        assert first[0]["status"] == "done" and counts(ran) == {"failed": 1} and self.is_first(tmp_path)

    def test_a_file_from_elsewhere_is_replaced(self, tmp_path: Path, batch: Any) -> None:
        (tmp_path / "dst" / "IMG.png").write_text("from elsewhere")
        assert counts(batch()) == {"done": 1, "failed": 1} and self.is_first(tmp_path)

    def test_other_file_systems_have_both(self, tmp_path: Path, batch: Any) -> None:
        (tmp_path / "dst" / "img.png").unlink()
        assert counts(batch()) == {"done": 2} and counts(batch()) == {"kept": 2}
        for name in ("IMG.png", "img.png"):
            assert is_covered(tmp_path / "src" / name, tmp_path / "dst" / name)
