# SPDX-License-Identifier: MIT
"""A full disk and a folder that nobody may write to: errors name the user's file, and nothing remains."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from batch_files import rules
from cli_run import PYTHONPATH, RECT, noise
from PIL import Image
from video_files import lossless

#: Each file is larger than this, and nothing else that the commands write is.
LIMIT = 10_000


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    (folder / "src").mkdir()
    Image.fromarray(noise(90, 120, 3)).save(folder / "src" / "in.png")
    lossless(folder / "src" / "in.mp4", 10, 1)
    rules(folder / "rules.json", [{"files": "*", "regions": [{"rect": [10, 6, 20, 9]}]}])
    return folder


def limited(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs the command with a limit for the size of files. Writing more fails, as it does on a full disk."""
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "scrim_tools", *arguments],
        cwd=folder, capture_output=True, text=True, env=environment, timeout=100,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)),
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "redact SRC/in.png out.png --rect RECT",
        "redact SRC/in.png out.bmp --rect RECT",
        "video SRC/in.mp4 out.mp4 --rect RECT",
        "video SRC/in.mp4 out.mkv --rect RECT",
        "keypad --output out.bmp",
    ],
)
def test_a_full_disk(line: str, sources: Path, tmp_path: Path) -> None:
    done = limited(tmp_path, *line.replace("SRC", str(sources / "src")).replace("RECT", RECT).split())
    name = line.split("out.")[1].split()[0]
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == f"scrim {line.split()[0]}: out.{name}: File too large"
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_of_a_batch(sources: Path, tmp_path: Path) -> None:
    command = ["batch", str(sources / "src"), "dst", "--rules", str(sources / "rules.json"), "--workers", "0", "--json"]
    done = limited(tmp_path, *command)
    told = {failure["path"]: failure["error"] for failure in json.loads(done.stdout)["failures"]}
    assert told == {name: f"{tmp_path}/dst/{name}: File too large" for name in ("in.png", "in.mp4")}
    assert [path.name for path in (tmp_path / "dst").iterdir()] == [".scrim-batch"]
    assert not list((tmp_path / "dst/.scrim-batch/tmp").iterdir())


def test_a_full_disk_of_a_journal(sources: Path, tmp_path: Path) -> None:
    journal = tmp_path / "dst/.scrim-batch/journal.jsonl"
    journal.parent.mkdir(parents=True)
    journal.write_text("{}\n" * (LIMIT // 3))
    done = limited(tmp_path, "batch", str(sources / "src"), "dst", "--rules", str(sources / "rules.json"), "--workers", "0")
    assert done.returncode == 1 and f"scrim batch: {journal}: File too large\n" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "redact SRC/in.png /sys/out.png --rect RECT",
        "video SRC/in.mp4 /sys/out.mp4 --rect RECT",
        "keypad --output /sys/out.png",
        "batch SRC /sys/out --rules RULES --workers 0",
    ],
)
def test_a_folder_that_nobody_may_write_to(line: str, sources: Path, tmp_path: Path) -> None:
    """Not even root may create files in /sys."""
    line = line.replace("SRC", str(sources / "src")).replace("RULES", str(sources / "rules.json")).replace("RECT", RECT)
    done = limited(tmp_path, *line.split())
    assert done.returncode == 1 and re.search(
        r"^scrim \w+: /sys/out[.\w]*: (permission denied|Read-only file system|Operation not permitted)$", done.stderr, re.MULTILINE
    ), done.stderr
    assert list(tmp_path.iterdir()) == []
