# SPDX-License-Identifier: MIT
"""benchmarks/builds.py, with the library in place of both builds, and with one that covers nothing."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))
sys.path.insert(0, str(ROOT / "bindings/python"))

import builds  # noqa: E402  (it opens the library)
from scrim import _ffi  # noqa: E402


def test_a_build_is_equal_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert builds.main([_ffi.library_path(), "1"]) == 0
    rows = capsys.readouterr().out.splitlines()[4:]
    assert len(rows) == len(builds.STYLES)
    assert all(row.endswith("| equal |") for row in rows)


def test_a_difference_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(builds, "opened", lambda path: lambda *arguments: 0)
    assert builds.main(["", "1"]) == 1
    assert capsys.readouterr().out.count("| different |") == len(builds.STYLES)
