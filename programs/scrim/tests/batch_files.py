# SPDX-License-Identifier: MIT
"""What the tests of scrim batch share: sources, rules, a run, and what stands in the destination."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_run import Ran, noise, pixels, scrim_command
from PIL import Image

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
