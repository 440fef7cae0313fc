# SPDX-License-Identifier: MIT
"""Files of boxes from detectors, trackers and annotation tools: what they say, and how their errors read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrim import Style
from scrim_tools.errors import UsageError
from scrim_tools.regions import Choice, Clip, Regions, load_regions
from scrim_tools.regions.coco import read_coco
from scrim_tools.regions.cvat import read_cvat
from scrim_tools.regions.deface import read_deface
from scrim_tools.regions.mot import read_mot
from scrim_tools.regions.timeline import regions_of_video

SIZE = (640, 480)
#: As in gt.txt of MOT17, and as in det.txt.
GT = "1,2,101,51,30,40,1,1,0.9\n2,2,103,51,30,40,0,1,0.5\n2,5,11,21,5,6,1,3,1\n"
DET = "3,-1,101,51,30,40,0.75\n4,-1,-20.5,51,30,40,12.5,-1,-1,-1\n"
COCO: dict[str, Any] = {
    "images": [
        {"id": 7, "file_name": "shots/a.png", "width": 640, "height": 480},
        {"id": 9, "file_name": "shots/b.png", "width": 64, "height": 48},
        {"id": 10, "file_name": "more/b.png", "width": 64, "height": 48},
    ],
    "categories": [{"id": 1, "name": "face"}, {"id": 2, "name": "license plate"}, {"id": 3, "name": "unused"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 1, "bbox": [10, 20, 30, 40], "score": 0.4},
        {"id": 2, "image_id": 7, "category_id": 2, "bbox": [100, 100, 10, 10], "segmentation": [[95, 101, 120, 105, 99, 130]]},
        {"id": 3, "image_id": 9, "category_id": 1, "bbox": [1, 2, 3, 4]},
        {"id": 4, "image_id": 10, "category_id": 2, "bbox": [5, 6, 7, 8]},
    ],
}
META = """<version>1.1</version><meta><task><labels><label><name>face</name></label><label><name>car</name></label></labels>
<original_size><width>640</width><height>480</height></original_size></task></meta>"""
IMAGES = f"""<?xml version="1.0" encoding="utf-8"?>
<annotations>{META}
<image id="0" name="a.png" width="640" height="480">
<box label="face" source="manual" occluded="0" xtl="10.00" ytl="20.00" xbr="40.00" ybr="60.00" z_order="0"></box>
<box label="face" occluded="1" xtl="100" ytl="100" xbr="200" ybr="140" rotation="90.00"><attribute name="age">9</attribute></box>
<ellipse label="car" cx="300" cy="200" rx="30" ry="10"/>
<polygon label="car" points="10.00,300.00;50.00,310.00;30.00,350.00"/>
<mask label="car" rle="3, 2, 4" left="400" top="100" width="50" height="20"/>
<cuboid label="car" xtl1="1" ytl1="2" xbl1="1" ybl1="30" xtr1="20" ytr1="2" xbr1="20" ybr1="30"
 xtl2="5" ytl2="4" xbl2="5" ybl2="33" xtr2="25" ytr2="4" xbr2="25" ybr2="33"/>
</image>
<image id="1" name="empty.png" width="640" height="480"></image>
</annotations>"""
VIDEO = f"""<annotations>{META}
<track id="0" label="face"><box frame="2" outside="0" keyframe="1" xtl="10" ytl="10" xbr="20" ybr="20"/>
<box frame="6" outside="0" keyframe="1" xtl="50" ytl="10" xbr="60" ybr="20"/>
<box frame="7" outside="1" keyframe="1" xtl="60" ytl="10" xbr="70" ybr="20"/>
<box frame="12" outside="0" keyframe="1" xtl="90" ytl="10" xbr="99" ybr="20"/></track>
<track id="1" label="car"><polygon frame="0" outside="0" keyframe="1" points="300,200;340,220;310,260"/></track>
</annotations>"""
DEFACE = "frame,x1,y1,x2,y2,score\n0,10.5,20,40,60,0.9\n0,200,20,240,60,0.3\n5,12,20,42,60,0.8\n"


def saved(folder: Path, content: Any, name: str = "boxes") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def places(regions: Regions) -> list[tuple[float, ...]]:
    return [region.places[0].numbers for region in regions.regions]


# ---- What the files say ----


def test_ground_truth_of_mot() -> None:
    boxes = read_mot(GT)
    assert boxes.classes == ("1", "3") and boxes.first == 1
    # Pixels count from 1 or from 0: both are inside. A confidence of 0 says nothing about what is visible.
    assert [box.rect for box in boxes.boxes] == [(100, 50, 131, 91), (102, 50, 133, 91), (10, 20, 16, 27)]
    assert [(box.frame, box.track, box.label) for box in boxes.boxes] == [(1, "2", "1"), (2, "2", "1"), (2, "5", "3")]


def test_detections_of_mot() -> None:
    boxes = read_mot(DET)
    assert [(box.track, box.label, box.confidence) for box in boxes.boxes] == [("", "", 0.75), ("", "", 12.5)]
    assert read_mot(DET.replace(",", " ")).boxes == boxes.boxes
    assert read_mot("0,1,5,5,5,5\n1,1,5,5,5,5").first == 0


def test_annotations_of_coco() -> None:
    boxes = read_coco(COCO)
    assert boxes.classes == ("face", "license plate", "unused")
    assert [box.rect for box in boxes.boxes[:2]] == [(10, 20, 40, 60), (95, 100, 120, 130)]
    assert boxes.pictures["shots/a.png"] == SIZE


def test_results_of_coco(tmp_path: Path) -> None:
    results = [{"image_id": 139, "category_id": 1, "bbox": [10, 20, 30, 40], "score": 0.9}, {"image_id": 140, "bbox": [9, 9, 9, 9]}]
    boxes = read_coco(results)
    assert [(box.picture, box.frame, box.label) for box in boxes.boxes] == [("139", 139, "1"), ("140", 140, "")]
    found = load_regions(saved(tmp_path, results), picture=Path("/data/000000000139.jpg"), whole_path=True)
    assert places(found) == [(10, 20, 30, 40)]


# Made with encode() and toBbox() of pycocotools 2.0.11, except for the last, which is not compressed.
MASKS = [
    ({"size": [20, 30], "counts": "i25>2N2O000000000001N2NT9"}, [4, 7, 11, 9]),
    ({"size": [20, 30], "counts": "T3X1\\>"}, [5, 0, 2, 20]),
    ({"size": [40, 50], "counts": "k81Ra02S@000000000000000000000000000000000000000Z:"}, [7, 3, 34, 30]),
    ({"size": [4, 3], "counts": [5, 2, 5]}, [1, 1, 1, 2]),
]


@pytest.mark.parametrize(("mask", "bbox"), MASKS)
def test_masks_of_coco(mask: Any, bbox: list[int]) -> None:
    image = {"id": 1, "file_name": "a.png"}
    boxes = read_coco({"images": [image], "annotations": [{"image_id": 1, "segmentation": mask, "iscrowd": 1}]})
    left, top, width, height = bbox
    assert boxes.boxes[0].rect == (left, top, left + width, top + height)


def test_a_rotated_box_of_coco_covers_both() -> None:
    item = {"image_id": 1, "bbox": [100, 100, 40, 20], "attributes": {"rotation": 90.0, "track_id": 3}}
    (box,) = read_coco({"images": [{"id": 1, "file_name": "a.png"}], "annotations": [item]}).boxes
    assert box.rect == pytest.approx((100, 90, 140, 130)) and box.track == "3"


def test_images_of_cvat() -> None:
    boxes = read_cvat(IMAGES.encode())
    assert boxes.classes == ("face", "car") and boxes.pictures == {"a.png": SIZE, "empty.png": SIZE} and not boxes.complete
    wanted = [(10, 20, 40, 60), (130, 70, 170, 170), (270, 190, 330, 210), (10, 300, 50, 350), (400, 100, 450, 120), (1, 2, 25, 33)]
    assert [box.rect for box in boxes.boxes] == [pytest.approx(rect) for rect in wanted]


def test_tracks_of_cvat() -> None:
    boxes = read_cvat(VIDEO.encode())
    assert boxes.complete and boxes.size == SIZE
    assert [(box.frame, box.track, box.ends) for box in boxes.boxes] == [
        (2, "1", False), (6, "1", False), (7, "1", True), (12, "1", False), (0, "2", False),
    ]  # fmt: skip
    assert boxes.boxes[-1].rect == (300, 200, 340, 260)


def test_tables_of_deface() -> None:
    boxes = read_deface(DEFACE)
    assert [(box.frame, box.confidence) for box in boxes.boxes] == [(0, 0.9), (0, 0.3), (5, 0.8)]
    assert boxes.boxes[0].rect == (10.5, 20, 40, 60)
    # As blur_faces() of musicalgestures 1.3 writes it, with a tab at the end of the first line.
    (box,) = read_deface("time (ms)\tx1\ty1\tx2\ty2\t\n40\t10\t20\t40\t60\n").boxes
    assert (box.time, box.rect) == (0.04, (10, 20, 40, 60))
    named = read_deface('file,X1,Y1,X2,Y2,class\n"a,b.png",1,2,30,40,face\n')
    assert (named.boxes[0].picture, named.classes) == ("a,b.png", ("face",))


def test_a_box_without_a_width_gets_a_pixel() -> None:
    assert read_deface("frame,x1,y1,x2,y2\n0,10,20,10,60").boxes[0].rect == (10, 20, 11, 60)


@pytest.mark.parametrize("text", [GT, COCO, IMAGES, DEFACE, {"regions": [{"rect": [1, 2, 3, 4]}]}, "\ufeff" + GT])
def test_the_format_is_recognized(text: Any, tmp_path: Path) -> None:
    clip = lambda: Clip(tuple(index / 25 for index in range(20)), SIZE)  # noqa: E731
    video = isinstance(text, str) and not text.startswith("<?xml")
    found = load_regions(saved(tmp_path, text), picture=Path("a.png"), clip=clip if video else None)
    assert found.regions


boxes_of_frames = st.dictionaries(
    st.integers(0, 19), st.tuples(st.integers(2, 99), st.integers(2, 99), st.integers(2, 50), st.integers(2, 50)), min_size=1
)


@given(boxes_of_frames, st.floats(0, 1), st.floats(0, 500))
def test_all_readers_agree(boxes: dict[int, tuple[int, ...]], lost: float, speed: float) -> None:
    rows = [(frame, x, y, x + w, y + h, w, h) for frame, (x, y, w, h) in sorted(boxes.items())]
    images = [{"id": frame, "file_name": f"frame_{frame:06}.png", "frame_id": frame} for frame in range(20)]
    annotations = [{"image_id": f, "bbox": [x, y, w, h], "track_id": 1} for f, x, y, _, _, w, h in rows]
    deface = "".join(f"{f},{x},{y},{r},{b},1\n" for f, x, y, r, b, _, _ in rows)
    read = [
        read_mot("".join(f"{f + 1},1,{x + 1},{y + 1},{w - 1},{h - 1},1\n" for f, x, y, _, _, w, h in rows)),
        read_coco({"images": images, "annotations": annotations}),
        read_deface("frame,x1,y1,x2,y2,track\n" + deface),
        read_deface("time,x1,y1,x2,y2,track\n" + "".join(f"{f / 25},{x},{y},{r},{b},1\n" for f, x, y, r, b, _, _ in rows)),
    ]
    clip, choice = Clip(tuple(index / 25 for index in range(20)), SIZE), Choice(lost=lost, max_speed=speed)
    first, *others = [regions_of_video(each, choice, clip).regions for each in read]
    assert all(each == first for each in others)


# ---- Which boxes are covered ----


def test_classes_and_styles(tmp_path: Path) -> None:
    path = saved(tmp_path, COCO)
    picture = Path("/x/shots/a.png")
    assert len(load_regions(path, picture=picture).regions) == 2
    (face,) = load_regions(path, Choice(classes=("face",), style=Style.tiles()), picture=picture).regions
    assert face.style == Style.tiles()
    styled = load_regions(path, Choice(class_styles=(("face", Style.frost(7)),)), picture=picture)
    assert [region.style for region in styled.regions] == [Style.frost(7), Style.solid()]
    # A box without a confidence stays.
    assert places(load_regions(path, Choice(min_confidence=0.5), picture=picture)) == [(95, 100, 25, 30)]


@pytest.mark.parametrize("choice", [Choice(classes=("fcae",)), Choice(class_styles=(("fcae", Style.tiles()),))])
def test_an_unknown_class_is_an_error(choice: Choice, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no class 'fcae'; did you mean 'face'") as error:
        load_regions(saved(tmp_path, COCO), choice, picture=Path("a.png"))
    assert "face, license plate, unused" in error.value.hint
    with pytest.raises(UsageError, match="the file has no classes"):
        load_regions(saved(tmp_path, DET), choice, clip=lambda: Clip((0.0, 1.0, 2.0, 3.0), SIZE))


@pytest.mark.parametrize(
    ("picture", "whole_path", "found"),
    [
        ("/data/shots/a.png", True, (10, 20, 30, 40)),
        ("/data/shots/b.png", True, (1, 2, 3, 4)),
        ("/data/more/b.png", False, (5, 6, 7, 8)),
        ("/elsewhere/a.png", False, (10, 20, 30, 40)),
    ],
)
def test_the_picture_is_found_by_its_name(picture: str, whole_path: bool, found: Any, tmp_path: Path) -> None:
    assert places(load_regions(saved(tmp_path, COCO), picture=Path(picture), whole_path=whole_path))[0] == found


@pytest.mark.parametrize(
    ("picture", "whole_path", "message"),
    [
        ("/data/b.png", False, "2 pictures have the name 'b.png'"),
        ("/data/c.png", False, r"no picture has the name 'c.png' \(of 3\)"),
        ("/elsewhere/a.png", True, "no picture has the name 'a.png'"),
        (None, False, "the file has 3 pictures, and the name of the input is unknown"),
    ],
)
def test_an_ambiguous_or_missing_picture_is_an_error(picture: Any, whole_path: bool, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        load_regions(saved(tmp_path, COCO), picture=picture and Path(picture), whole_path=whole_path)


@pytest.mark.parametrize("kind", [int, float])
def test_a_picture_of_another_size_is_an_error(kind: type[int] | type[float], tmp_path: Path) -> None:
    # A table of data, from which a program has made the file, may have changed the numbers.
    images = [{**image, "width": kind(image["width"]), "height": kind(image["height"])} for image in COCO["images"]]
    found = load_regions(saved(tmp_path, {**COCO, "images": images}), picture=Path("shots/a.png"))
    assert len(found.still(SIZE)) == 2
    with pytest.raises(UsageError, match=r"made for 640 × 480 pixels \(got 480 × 640\)"):
        found.still((480, 640))


# ---- Errors ----


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">%s]><annotations>&%s;</annotations>""" % (
    "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(20)), chr(117),
)  # fmt: skip


def annotation(**values: Any) -> dict[str, Any]:
    return {"images": [{"id": 1, "file_name": "a.png"}], "annotations": [{"image_id": 1, "bbox": [1, 2, 30, 40], **values}]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2,3,4,5", r"line 1: must have 6 to 10 columns: .* \(got 5\)"),
        ("1,2,3,4,5,6\n1,x,3,4,5,6", r"line 2, column 2: must be a finite number \(got 'x'\)"),
        ("1,2,3,nan,5,6", "line 1, column 4: must be a finite number"),
        ("1;1;100,5;200,5;50,0;60,0", r"line 1, column 3: must be a finite number \(got '100,5'\)"),
        ("1 1 100,5 200,5 50,0 60,0", r"must have 6 to 10 columns: .* \(got 5\)"),
        ("1.5,2,3,4,5,6", r"line 1, column 1: the frame must be a whole number .* \(got '1.5'\)"),
        ("-1,2,3,4,5,6", "the frame must be a whole number"),
        ("1,2,3,4,-5,6", r"line 1: the width must be 0 or greater \(got -5\)"),
        ("1,2,3,4,5,1e12", "coordinates must be from"),
        ("1,1,0.2,0.2,0.1,0.1", "line 1: the boxes must be in pixels"),
        ("frame,x1,y1,x2\n", "line 1: there must be a column 'y2'"),
        ("x1,y1,x2,y2\n", "there must be a column frame or time"),
        ("frame,frame,x1,y1,x2,y2\n", "the column 'frame' appears twice"),
        ("frame,x1,y1,x2,y2\n0,1,2,3\n", r"line 2: must have a value in each column \(got 4 of 5\)"),
        ("frame,x1,y1,x2,y2\n0,1,2,,4\n", "line 2: must have a value in each column"),
        # A decimal comma shifts the columns.
        ("frame,x1,y1,x2,y2\n0,10,5,20,40,60\n", r"line 2: must have as many values as the first line has columns, 5 \(got 6\)"),
        # A quotation mark that is not closed would hide the lines after it.
        ('frame,x1,y1,x2,y2,class\n0,1,2,3,4,"a\n1,1,2,3,4,b\n', "this is not a table: unexpected end of data"),
        ("frame,x1,y1,x2,y2\n0,1,2,3,inf\n", r"line 2, y2: must be a finite number \(got 'inf'\)"),
        ("frame,x1,y1,x2,y2\n0,9,2,3,4\n", r"line 2: the width must be 0 or greater \(got -6\)"),
        ("frame,x1,y1,x2,y2\n-1,9,2,13,4\n", "line 2, frame: must be a whole number"),
        ("file,x1,y1,x2,y2\n,9,2,13,4\n", "line 2: must have a frame, a time or a file"),
        ("PK\x03\x04", "this is a ZIP archive"),
        ("", "the format is unknown"),
        ("%PDF", "the format is unknown"),
        ({"images": []}, r"annotations: must be a list \(it is missing\)"),
        ({"images": {}, "annotations": []}, r"images: must be a list \(got \{\}\)"),
        ({"images": [{"id": 1}], "annotations": []}, r"images\[0\].file_name: must be a whole number or a word \(it is missing\)"),
        ({"images": [{"id": 1, "file_name": "a"}, {"id": 1, "file_name": "b"}], "annotations": []}, "two images have this id"),
        ({"images": [{"id": 1, "file_name": "a"}, {"id": 2, "file_name": "a"}], "annotations": []}, "two images have this name"),
        ({"images": [{"id": 1, "file_name": "a", "width": "640", "height": 480}], "annotations": []}, r"images\[0\].width: must be a number that is 1"),
        ({"images": [{"id": 1, "file_name": "a", "width": 640.5, "height": 480}], "annotations": []}, "width and height must be whole numbers"),
        ({"images": [], "annotations": [{"image_id": 3}]}, r"annotations\[0\].image_id: there is no image with this id \(got 3\)"),
        ({**annotation(category_id=4), "categories": []}, r"annotations\[0\].category_id: there is no category"),
        (annotation(bbox=[1, 2, 3]), r"annotations\[0\].bbox: must be a list of four numbers"),
        (annotation(bbox=[1, 2, "3", 4]), r"annotations\[0\].bbox: must be a finite number"),
        (annotation(bbox=[1, 2, -3, 4]), r"annotations\[0\].bbox: the width must be 0 or greater \(got -3\)"),
        (annotation(bbox=[]), r"annotations\[0\]: must have a bbox or a segmentation"),
        (annotation(bbox=[0.1, 0.2, 0.3, 0.4]), r"annotations\[0\]: the boxes must be in pixels"),
        (annotation(segmentation=[[1, 2, 3]]), r"annotations\[0\].segmentation\[0\]: must be a list of numbers"),
        (annotation(segmentation={"size": [4, 3], "counts": [5, 2, 4]}), r"segmentation.counts: must be counts .* 4 × 3"),
        (annotation(segmentation={"size": [4, 3], "counts": "\x7f"}), "must be compressed counts"),
        (annotation(segmentation={"size": [4, 3], "counts": [12]}), "the mask has no pixel"),
        ('{"images": [], "annotations": [], "annotations": []}', "'annotations' appears twice"),
        ("<annotations>", "line 1, column 14: invalid XML: no element found"),
        ("<svg/>", r"line 1: must begin with the element annotations, .* \(got 'svg'\)"),
        (BOMB, "line 1: the file must not have a document type"),
        ("<annotations><image id='0'/></annotations>", "line 1: an image must have a name"),
        ("<annotations><image name='a'/><image name='a'/></annotations>", "two images have the name 'a'"),
        (IMAGES.replace('xbr="40.00"', ""), r"line 5: xbr must be a finite number \(it is missing\)"),
        (IMAGES.replace('xbr="40.00"', 'xbr="4"'), r"line 5: the width must be 0 or greater \(got -6\)"),
        (IMAGES.replace("<ellipse", "<circle"), "line 7: unknown shape 'circle'"),
        (IMAGES.replace("50.00,310.00", "50.00"), "line 8: points must be numbers"),
        (IMAGES.replace("<ellipse", "<points"), "line 7: points of the class 'car' has no area to cover"),
        (IMAGES.replace('label="car"', ""), "line 7: a shape must have a label"),
    ],
)
def test_what_is_wrong_is_named_and_placed(text: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"boxes: .*" + message):
        load_regions(saved(tmp_path, text), picture=Path("a.png"))


def test_shapes_without_area_do_not_matter_in_other_classes(tmp_path: Path) -> None:
    path = saved(tmp_path, IMAGES.replace("<ellipse", "<points"))
    assert len(load_regions(path, Choice(classes=("face",)), picture=Path("a.png")).regions) == 2


def test_boxes_of_frames_are_not_for_pictures(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the frames of a video, not to pictures"):
        load_regions(saved(tmp_path, DET), picture=Path("a.png"))


def test_a_named_format_is_used(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there must be a column"):
        load_regions(saved(tmp_path, DET), Choice(format="deface"))
    with pytest.raises(UsageError, match="invalid JSON"):
        load_regions(saved(tmp_path, DET), Choice(format="coco"))
