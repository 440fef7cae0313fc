# SPDX-License-Identifier: MIT
"""The case redact of benchmarks/compare on small frames: each row comes about, and can fail."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parent
ROOT = BENCHMARKS.parent
LIBRARY = Path(os.environ.get("SCRIM_LIBRARY", ROOT / "build/libscrim.so"))

# Squares of 512 and 1,000 regions of 20 × 20 fit the first; 1,000 regions of 100 × 24 the last.
RUN = """
import sys, pathlib, frames as f, runner
f.RGBA_1080P = f.Surface("1080p RGBA", f.Format.RGBA, 840, 850)
f.NV12_1080P = f.Surface("1080p NV12", f.Format.NV12, 272, 260)
f.NV12_4K = f.Surface("4K NV12", f.Format.NV12, 272, 260)
f.OTHERS_1080P = tuple(surface._replace(width=272, height=260) for surface in f.OTHERS_1080P)
f.RGBA_4K = f.Surface("4K RGBA", f.Format.RGBA, 2120, 1530)
runner.WITH = {{}}  # the rectangles of fill need a whole frame
{change}
sys.exit(runner.main(["--only", "redact", "--repetitions", "1", *sys.argv[2:]], pathlib.Path(sys.argv[1])))
"""
ABSENT = """
redact = f._ffi.redact
unsupported = next(n for n in range(-64, 0) if f._ffi.lib.scrim_status_name(n) == b"SCRIM_ERROR_UNSUPPORTED")
def without_tiles(frame, regions, count, options, report):
    is_tiles = options._obj.styles[0].kind == f.StyleKind.TILES
    return unsupported if is_tiles else redact(frame, regions, count, options, report)
f._ffi.redact = without_tiles
"""
INSTANT_MEMCPY = "f.memcpy = lambda *_: None"
WHOLE = [*[("blur", 2.5)] * 5, ("pixelate", 1.1), ("frost", 1.25), ("tiles", 1)]


def compare(*arguments, change=""):
    return subprocess.run(
        [sys.executable, "-c", RUN.format(change=change), ROOT, *arguments],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": f"{BENCHMARKS}:{ROOT / 'bindings/python'}",
            "SCRIM_LIBRARY": str(LIBRARY),
            "VIPS_CONCURRENCY": "1",
        },
    )


def test_every_row_has_its_figure():
    done = compare("--json", "-")
    assert done.returncode in (0, 1), done.stderr  # whether so small frames meet the limits is not asked here
    rows = json.loads(done.stdout)
    assert [(row["case"].split()[1].rstrip(","), row["limit"]) for row in rows] == [
        *WHOLE,
        ("light", 6),
        ("extra", 6),
        ("dark", 6),
        ("effect", 14),
        ("effect", 6),
        *[("blur", 0.5)] * 5,
        *[("blur", 1)] * 2,
        ("blur", 0.55),
        *[("blur", 0.35)] * 3,
        ("blur", 0.025),
        ("pixelate", 0.25),
        *[("effect", 1)] * 2,
        *[("frost", 1.25)] * 2,
        *[("tiles", 1)] * 2,
        *[("solid", 2), ("frost", 2), ("tiles", 2)],
        *[("pixelate", 1.1)] * 4,
        *[*WHOLE, ("frost", 1.25), ("tiles", 1)] * 3,
        ("frost", 1.2),
        ("tiles", 1.2),
    ]
    assert all(row["value"] > 0 and row["ok"] == (row["value"] <= row["limit"]) for row in rows)
    for peer in ("Pillow GaussianBlur", "libvips gaussblur", "three cv2.blur of 57", "OpenCV", "Pillow", "libvips"):
        assert peer in done.stderr


@pytest.mark.long
def test_a_style_that_is_not_there_is_not_ok():
    done = compare("--json", "-", change=ABSENT)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    rows = [row for row in json.loads(done.stdout) if "tiles" in row["case"]]
    assert len(rows) == 11
    assert all(row["value"] is None and row["ok"] is False for row in rows)
    assert "not there: scrim_redact answers UNSUPPORTED" in done.stderr


@pytest.mark.long
def test_a_limit_that_cannot_be_met_fails_the_run():
    done = compare("--json", "-", change=INSTANT_MEMCPY)
    assert done.returncode == 1, done.stderr
    rows = [row for row in json.loads(done.stdout) if row["unit"] == "× memcpy" and "frost, the whole" in row["case"]]
    assert len(rows) == 4
    assert all(row["value"] > row["limit"] and not row["ok"] for row in rows)


@pytest.mark.parametrize("kind", [pytest.param("png", marks=pytest.mark.long), "svg"])
def test_the_plot_names_its_curves(tmp_path, kind):
    target = tmp_path / f"curves.{kind}"
    fewer = "import curves; curves.SIGMAS, curves.COUNTS, curves.TURNS, curves.SECONDS = (1, 12), (1, 10), 2, 0"
    fewer += "; curves.SIZES, curves.MOST_FRAMES, curves.ROUNDS = curves.SIZES[:2], 2, 1"
    done = compare("--plot", target, change=f"{fewer}; runner.attempt = lambda *_: []")
    assert done.returncode == 0, done.stderr
    data = target.read_bytes()
    if kind == "png":
        assert data.startswith(b"\x89PNG\r\n")
        return
    text = data.decode()
    for name in ("Scrim blur", "Scrim solid", "Scrim frost", "memcpy", "cv2.stackBlur", "libvips gaussblur", "numpy", "Scrim light"):
        assert name in text
    assert "scrim 0." in text
