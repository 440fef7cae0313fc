# SPDX-License-Identifier: MIT
"""Files of boxes in the commands for pictures and batches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_run import BOX, MASK, SIZE, noise, pixels, same_outside, saved, scrim_command
from PIL import Image
from video_files import lossless

BOXES: dict[str, Any] = {
    "images": [{"id": n, "file_name": f"{folder}/a.png", "width": SIZE[0], "height": SIZE[1]} for n, folder in enumerate("xy")],
    "categories": [{"id": 5, "name": "face"}, {"id": 6, "name": "plate"}],
    "annotations": [
        {"image_id": 0, "category_id": 5, "bbox": list(BOX), "score": 0.7},
        {"image_id": 1, "category_id": 6, "bbox": [1, 1, 4, 4]},
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in "xy":
        (tmp_path / "in" / name).mkdir(parents=True)
        saved(tmp_path / "in" / name / "a.png", Image.fromarray(noise(SIZE[1], SIZE[0], 3)))
    (tmp_path / "boxes.json").write_text(json.dumps(BOXES))
    return tmp_path


def test_a_picture_gets_its_own_boxes(folder: Path) -> None:
    source, target = folder / "in/x/a.png", folder / "out.png"
    command = ["redact", source, target, "--regions", folder / "boxes.json", "--sampling-gap", "0", "--json"]
    done = scrim_command(*command, "--style", "tiles:3", "--class-style", "face=solid")
    assert done.code == 0, done
    assert (pixels(target)[MASK] == 0).all() and same_outside(MASK, pixels(source), pixels(target))
    assert done.json["regions"][0]["box"] == list(BOX) and done.json["weakest_class"] == "solid"
    # A file of one's own may add regions to boxes, but has no classes itself.
    (folder / "own.json").write_text('{"regions": [{"rect": [0, 0, 2, 2]}]}')
    assert scrim_command(*command, "--regions", folder / "own.json", "--class", "face").code == 0
    assert (pixels(target)[:2, :2] == 0).all()
    target.unlink()
    done = scrim_command("redact", source, target, "--regions", folder / "own.json", "--class", "face")
    assert done.code == 2 and "own format has no classes" in done.err
    for wrong, code in [(["--class", "fase"], 2), (["--class", "plate"], 2), (["--min-confidence", "0.8"], 2), (["--regions-format", "mot"], 2)]:
        assert scrim_command(*command, *wrong).code == code
    assert not target.exists()
    assert scrim_command("redact", source, target, "--rect", "1,1,5,5", "--min-confidence", "1").code == 2


def run(folder: Path, **rule: Any) -> Any:
    (folder / "rules.json").write_text(json.dumps({"rules": [{"files": "*", **rule}]}))
    return scrim_command("batch", folder / "in", folder / "out", "--rules", folder / "rules.json", "--workers", "0", "--json")


def test_a_batch_finds_the_pictures_of_one_file(folder: Path) -> None:
    more = {"regions_file": "../boxes.json", "class_styles": {"face": "solid", "plate": "solid:#ffffff"}}
    done = run(folder, **more)
    assert done.code == 0 and done.json["done"] == 2, done
    assert (pixels(folder / "out/x/a.png")[MASK] == 0).all()
    assert (pixels(folder / "out/y/a.png")[1:5, 1:5] == 255).all()
    # A picture that the file does not have fails. One with the same name in another folder is another picture.
    (folder / "in/z").mkdir()
    saved(folder / "in/z/a.png", Image.fromarray(noise(SIZE[1], SIZE[0], 3)))
    done = run(folder, **more)
    assert done.code == 5 and "no picture has the name 'a.png'" in done.json["failures"][0]["error"]
    assert not (folder / "out/z/a.png").exists()


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"regions_format": "yolo"}, "regions_format: must be one of scrim, mot, coco, cvat, deface"),
        ({"classes": []}, "classes: must be a list of one or more words"),
        ({"classes": [3]}, "classes: must be a list of one or more words"),
        ({"class_styles": {"face": "fog"}}, "class_styles: the style of face must be one of solid"),
        ({"class_styles": {"face": 3}}, "class_styles: the style of face must be a word in quotes"),
        ({"class_styles": []}, "class_styles: must be an object"),
        ({"min_confidence": float("nan")}, "min_confidence: must be from"),
        ({"lost": -1}, "lost: must be from 0"),
        ({"classes": ["face"], "regions_file": None}, "classes: the rule must also have a regions_file"),
    ],
)
def test_wrong_rules(rule: dict[str, Any], message: str, folder: Path) -> None:
    said = {"regions_file": "../boxes.json", "text": ["card"], **rule}
    done = run(folder, **{name: value for name, value in said.items() if value is not None})
    assert done.code == 2 and message in done.json["error"]["message"], done


def test_a_batch_of_videos(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    lossless(tmp_path / "in/a.mp4", 25, 1)
    (tmp_path / "a.txt").write_text("".join(f"{n},-1,50,50,40,40,0.9\n" for n in range(5, 8)))
    more = {"regions_file": "../{stem}.txt", "preset": "ultrafast", "hold": 0}
    assert run(tmp_path, **more, lost=0).json["pixels"] * 3 < run(tmp_path, **more, lost=0.5).json["pixels"]
