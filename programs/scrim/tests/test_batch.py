# SPDX-License-Identifier: MIT
"""scrim batch: what is done and done again, and what never stands in the destination."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from batch_files import BOX, RULES, batch, counts, is_covered, outputs, picture, rules  # noqa: F401
from cli_run import scrim_command
from video_files import lossless


def test_folder_is_covered_below_the_destination(tmp_path: Path, batch: Any) -> None:
    for index, name in enumerate(["a.png", "deep/er/b.png", "ü x.png", "mit {Klammer}.png", "no UTF-8 \udcff.png"]):
        picture(tmp_path / "src" / name, index)
    ran = batch()
    assert (ran.code, counts(ran)) == (0, {"done": 5})
    assert ran.json["pixels"] == 5 * 20 * 12 and ran.json["files_per_second"] > 0
    for name in outputs(tmp_path):
        assert is_covered(tmp_path / "src" / name, tmp_path / "dst" / name)
    assert len(outputs(tmp_path)) == 5
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


@pytest.mark.parametrize("written", [False, True], ids=["never written by a batch", "changed since"])
def test_file_from_elsewhere_stays_where_a_file_fails(written: bool, tmp_path: Path, batch: Any) -> None:
    source, target = tmp_path / "src" / "a.png", tmp_path / "dst" / "a.png"
    if written:
        picture(source)
        batch()
    picture(target, 7)
    before = target.read_bytes()
    source.write_bytes(b"broken")
    for _ in range(2):
        (failure,) = batch().json["failures"]
        assert failure["error"].endswith(f"; {target} is from elsewhere or was changed, so it was not removed")
        assert target.read_bytes() == before
    picture(source)
    assert counts(batch()) == {"done": 1} and is_covered(source, target)
    source.write_bytes(b"broken")
    assert target.name not in batch().json["failures"][0]["error"] and outputs(tmp_path) == []


def test_worker_that_ends_when_the_output_has_its_name(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later run knows that a batch wrote the output, and removes it if its file fails."""
    from scrim_tools.cli import batch_work

    class KilledError(BaseException):
        pass

    def killed(folder: Path) -> None:
        if folder == tmp_path / "dst":
            raise KilledError

    source = picture(tmp_path / "src" / "a.png")
    monkeypatch.setattr(batch_work, "_sync_folder", killed)
    with pytest.raises(KilledError):
        batch()
    monkeypatch.undo()
    assert is_covered(source, tmp_path / "dst" / "a.png")
    source.write_bytes(b"broken")
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
    said = {"files": "*.mp4", "regions": [{"rect": [0, 0, 9, 9]}], "preset": "ultrafast", "codec_block": 0, "dilation": 0}
    rules(tmp_path / "rules.json", [*RULES, said])
    ran = batch()
    assert counts(ran) == {"done": 2, "failed": 1} and ran.json["pixels"] == 20 * 12 + 10 * 81
    assert outputs(tmp_path) == ["p.png", "v.mp4"]


def test_what_cannot_begin(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png")
    assert batch(source="nowhere").code == 1
    (tmp_path / "src" / "list").write_bytes(b"\xff\xfe\x00")
    assert batch(source="src/list").code == 2
    (tmp_path / "no.parquet").write_bytes(b"PAR1 not")
    assert batch(source="no.parquet").code == 2
    pyarrow.parquet.write_table(pyarrow.table({"x": ["a"]}), tmp_path / "x.parquet")
    ran = batch(source="x.parquet")
    assert ran.code == 2 and "no column 'path'" in ran.json["error"]["message"]
    ran = scrim_command("batch", tmp_path / "src", tmp_path, "--rules", tmp_path / "rules.json", "--workers", 0)
    assert ran.code == 2 and "must not contain the sources" in ran.err
    batch()
    with open(tmp_path / "dst" / ".scrim-batch" / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another batch" in batch().json["error"]["message"]


def test_unexpected_error_is_of_one_file(tmp_path: Path, batch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrim_tools.cli import batch_work

    def fails(*_: object) -> Any:
        raise RuntimeError("out of luck")

    picture(tmp_path / "src" / "a.png")
    monkeypatch.setattr(batch_work, "cover_picture", fails)
    assert batch().json["failures"][0]["error"] == "unexpected error: RuntimeError: out of luck"
    assert np.size(outputs(tmp_path)) == 0


def test_ok_agrees_with_the_exit_status(tmp_path: Path, batch: Any) -> None:
    (tmp_path / "src" / "bad.png").write_bytes(b"x")
    ran = batch()
    assert (ran.code, ran.json["ok"]) == (1, False)
    picture(tmp_path / "src" / "a.png")
    ran = batch()
    assert (ran.code, ran.json["ok"]) == (5, False)
    (tmp_path / "src" / "bad.png").unlink()
    ran = batch()
    assert (ran.code, ran.json["ok"]) == (0, True)


def test_message_about_a_suffix_names_the_output(tmp_path: Path, batch: Any) -> None:
    picture(tmp_path / "src" / "a.png").rename(tmp_path / "src" / "a.png.bak")
    rules(tmp_path / "rules.json", [{**RULES[0], "files": "*"}])
    (failure,) = batch().json["failures"]
    assert f"{tmp_path / 'dst' / 'a.png.bak'}" in failure["error"] and ".scrim-batch" not in failure["error"]


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
    from scrim_tools.cli import batch_work

    source = picture(tmp_path / "src" / "a.png")
    strict = [{"files": "*.png", "regions": [{"rect": [0, 0, 60, 40]}]}]
    inner, late = batch_work._make, []

    def slow(*job: Any) -> Any:
        told = inner(*job)
        if not late:
            late.append(True)
            # The client has ended, which released its lock.
            monkeypatch.setattr("scrim_tools.cli.batch_run.fcntl.flock", lambda *_: None)
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
    assert counts(ran) == {"failed": 1} and "is a symbolic link" in ran.json["failures"][0]["error"]
    assert precious.read_bytes() == before


def test_names_do_not_write_to_the_terminal(tmp_path: Path, batch: Any) -> None:
    """Whoever may name files in a folder of uploads could clear what was told, or worse."""
    (tmp_path / "src" / "\x1b]0;x\x07\nscrim: done.png").write_bytes(b"broken")
    ran = scrim_command(
        "batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--workers", 0
    )
    assert r"\x1b]0;x\x07\nscrim: done.png: " in ran.err and "\x1b" not in ran.err + ran.out
