# SPDX-License-Identifier: MIT
"""The command warns of content that crosses a border, and --auto-dilate enlarges all regions by the same step."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_run import noise, saved, scrim_command
from PIL import Image

import scrim

RECTS = ["--rect", "60,60,20,12", "--rect", "150,100,20,12"]
WARNING = "content crosses the border of rect 150,100,20,12 (command line)"


@pytest.fixture
def crossed_below(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the library report that content crosses the border of the last region if the dilation is less than a number."""
    used: list[int] = []

    def replace(limit: int) -> list[int]:
        def call(*arguments: Any, real: Any = scrim._ffi.redact_copy) -> int:
            status = int(real(*arguments))
            options, out = arguments[-2:]
            used.append(options.dilation)
            out.regions_crossed = int(options.dilation < limit)
            if out.regions_crossed:
                out.crossed[0] = arguments[3] - 1
            return status

        monkeypatch.setattr(scrim._ffi, "redact_copy", call)
        return used

    return replace


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return saved(tmp_path / "in.png", Image.fromarray(noise(200, 240, 3)))


def test_a_crossed_border_is_told_with_its_box(crossed_below: Any, source: Path, tmp_path: Path) -> None:
    crossed_below(1)
    ran = scrim_command("redact", source, tmp_path / "out.png", *RECTS)
    assert ran.code == 0 and f"{WARNING}: if it belongs to what the region hides," in ran.err
    assert "--auto-dilate or --dilation N (N replaces the dilation of 0 that was used)" in ran.err and not {"safe", "leak"} & set(ran.err.split())
    ran = scrim_command("redact", source, tmp_path / "out.png", *RECTS, "--json")
    assert ran.json["crossed"] == [1] and any(WARNING in told for told in ran.json["warnings"])
    ran = scrim_command("redact", source, tmp_path / "out.png", *RECTS, "--json", "--dilation", "1")
    assert ran.json["crossed"] == [] and not ran.json["warnings"]


@pytest.mark.parametrize(("limit", "used", "crossed"), [(0, 0, []), (1, 16, []), (17, 32, []), (99, 32, [1])])
def test_all_boxes_of_a_picture_grow_by_one_step(
    crossed_below: Any, source: Path, tmp_path: Path, limit: int, used: int, crossed: list[int]
) -> None:
    steps = crossed_below(limit)
    ran = scrim_command("redact", source, tmp_path / "out.png", *RECTS, "--auto-dilate", "--json")
    assert (ran.json["dilation"], ran.json["crossed"]) == (used, crossed) and steps == list(range(0, used + 1, 16))
    told = [warning for warning in ran.json["warnings"] if "crosses" in warning]
    assert told == ([f"{WARNING}, also after --auto-dilate: look at the output, and enlarge the regions with --dilation N if needed (N replaces the dilation of 32 that was used)"] if crossed else [])
    with Image.open(source) as image, Image.open(tmp_path / "out.png") as made:
        boxes = [(60, 60, 20, 12), (150, 100, 20, 12)]
        assert (np.asarray(made) == np.asarray(scrim.redact(np.asarray(image), boxes, dilation=used))).all()


def test_all_frames_of_an_animation_grow_by_one_step(crossed_below: Any, tmp_path: Path) -> None:
    frames = [Image.fromarray(noise(90, 120, 3, seed=seed)) for seed in (1, 2, 3)]
    frames[0].save(tmp_path / "in.png", save_all=True, append_images=frames[1:])
    steps = crossed_below(16)
    ran = scrim_command("redact", tmp_path / "in.png", tmp_path / "out.png", "--rect", "50,40,9,9", "--auto-dilate", "--json")
    assert ran.code == 0 and steps == [0, 0, 0, 16, 16, 16] and ran.json["pixels"] == 3 * 41 * 41


def test_many_boxes_are_not_all_named(tmp_path: Path) -> None:
    from scrim_tools.cli.image_job import crossed_warning

    assert crossed_warning([str(n) for n in range(9)], False, 0).startswith("content crosses the border of 0; 1; 2; and 6 more: if")


def test_a_batch_counts_files_and_lists_regions_in_its_journal(crossed_below: Any, source: Path, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("a.png", "b.png"):
        source.rename(tmp_path / "src" / name) if name == "b.png" else (tmp_path / "src" / name).write_bytes(source.read_bytes())
    rule: dict[str, Any] = {"files": "*", "regions": [{"rect": [60, 60, 20, 12]}]}
    crossed_below(99)
    for auto, dilation in ((False, 0), (True, 32)):
        (tmp_path / "rules.json").write_text(json.dumps({"rules": [{**rule, "auto_dilate": auto}]}))
        ran = scrim_command("batch", tmp_path / "src", tmp_path / "dst", "--rules", tmp_path / "rules.json", "--workers", "0", "--json")
        assert ran.code == 0 and [told.split(":")[0] for told in ran.json["warnings"]] == [
            "content crosses the border of regions, which the journal lists"
        ]
        assert ran.json["warnings"][0].endswith("(2 files)")
        lines = [json.loads(line) for line in Path(ran.json["journal"]).read_text().splitlines()][-2:]
        assert [line["crossed"] for line in lines] == [["rect 60,60,20,12 (rule)"]] * 2
        assert [line["dilation"] for line in lines] == [dilation] * 2


@pytest.mark.parametrize(("limit", "used", "crossed"), [(0, 0, []), (1, 16, []), (17, 32, []), (99, 32, [1])])
def test_all_frames_of_a_video_grow_by_one_step(
    crossed_below: Any, tmp_path: Path, limit: int, used: int, crossed: list[int]
) -> None:
    av = pytest.importorskip("av")
    with av.open(str(tmp_path / "in.mkv"), "w") as output:
        stream = output.add_stream("ffv1", rate=5)
        stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv444p"
        for seed in (1, 2, 3):
            frame = av.VideoFrame.from_ndarray(noise(240, 320, 3, seed=seed))
            output.mux(stream.encode(frame.reformat(format="yuv444p")))
        output.mux(stream.encode())
    steps = crossed_below(limit)
    command = ["video", tmp_path / "in.mkv", tmp_path / "out.mkv", *RECTS, "--json"]
    ran = scrim_command(*command, "--auto-dilate")
    assert (ran.json["dilation"], ran.json["crossed"]) == (used, crossed)
    # The frames are examined with both sizes, and stop when both are crossed. Then each is covered once.
    examined = {0: [0, 16] * 3, 16: [0, 16, 16, 16], 32: [0, 16]}[used]
    assert steps == [*examined, *[used] * 3] and ran.json["pixels"] == 3 * (2 * (20 + 2 * used) * (12 + 2 * used))
    assert any("content crosses the border of rect 150,100,20,12, also after --auto-dilate" in told for told in ran.json["warnings"]) == bool(crossed)
    del steps[:]
    ran = scrim_command(*command)
    assert steps == [0, 0, 0] and ran.json["crossed"] == ([1] if limit else [])


def test_the_warning_tells_the_dilation_that_a_number_would_replace(crossed_below: Any, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    with av.open(str(tmp_path / "in.mp4"), "w") as output:
        stream = output.add_stream("libx264", rate=5)
        stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
        output.mux(stream.encode(av.VideoFrame.from_ndarray(noise(240, 320, 3)).reformat(format="yuv420p")))
        output.mux(stream.encode())
    crossed_below(99)
    for more, used in ([], 32), (["--dilation", "5"], 5), (["--auto-dilate"], 64):
        ran = scrim_command("video", tmp_path / "in.mp4", tmp_path / "out.mp4", *RECTS, "--json", *more)
        told = [warning for warning in ran.json["warnings"] if "crosses" in warning]
        assert ran.json["dilation"] == used and f"(N replaces the dilation of {used} that was used)" in told[0]


def test_a_box_that_cuts_digits(tmp_path: Path) -> None:
    """With the library's own check."""
    from PIL import ImageDraw

    image = Image.new("RGB", (300, 160), "#e8e8e8")
    ImageDraw.Draw(image).text((60, 70), "4000 1234 5678", fill="#202020", font_size=20)
    image.save(tmp_path / "in.png")
    command = ["redact", tmp_path / "in.png", tmp_path / "out.png", "--rect", "60,75,100,10", "--json"]
    ran = scrim_command(*command)
    assert ran.json["crossed"] == [0] and "content crosses the border of rect 60,75,100,10" in ran.json["warnings"][0]
    ran = scrim_command(*command[:-2], "60,60,160,40", "--json")
    assert ran.json["crossed"] == [] and not ran.json["warnings"]
    ran = scrim_command(*command[:-2], "60,75,150,10", "--auto-dilate", "--json")
    assert (ran.json["dilation"], ran.json["crossed"], ran.json["warnings"]) == (16, [], [])
