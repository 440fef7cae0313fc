# SPDX-License-Identifier: MIT
"""Files of regions for the command line: what they say, and how their errors read."""

import json
import math
from typing import Any

import numpy as np
import pytest

import scrim
from scrim.styles import Style
from scrim_tools.errors import UsageError
from scrim_tools.regions import Place, load_regions, parse_regions
from scrim_tools.style_words import parse_style


def parsed(**top: Any) -> Any:
    return parse_regions(json.dumps(top))


def test_every_shape_and_style() -> None:
    file = parsed(
        style="frost:7",
        regions=[
            {"rect": [1, 2, 3, 4]},
            {"rounded_rect": [1, 2, 30, 40], "radius": 5, "style": "solid:#102030"},
            {"ellipse": [1, 2, 3, 4], "id": 9},
            {"polygon": [[0, 0], [9, 0], [0, 9.5]], "style": "solid:#102030"},
        ],
    )
    assert file.styles == [Style.frost(7), Style.solid("#102030")]
    assert file.still((100, 100)) == [
        scrim.Region((1, 2, 3, 4), id=0),
        scrim.Region.rounded_rect(1, 2, 30, 40, 5, style=1, id=1),
        scrim.Region.ellipse(1, 2, 3, 4, id=9),
        scrim.Region.polygon([(0, 0), (9, 0), (0, 9.5)], style=1, id=3),
    ]


@pytest.mark.parametrize(
    ("format", "rect", "point"),
    [
        ("xywh", [4, 2, 8, 5], [12, 7]),
        ("xyxy", [4, 2, 12, 7], [12, 7]),
        ("normalized", [0.2, 0.2, 0.6, 0.7], [0.6, 0.7]),
    ],
)
def test_formats_are_those_of_redact(format: Any, rect: Any, point: Any) -> None:
    picture = np.full((10, 20), 9, np.uint8)
    expected = scrim.redact(picture, [rect], format=format)
    zero = [0.2, 0.2] if format == "normalized" else [4, 2]
    polygon = [zero, [point[0], zero[1]], point, [zero[0], point[1]]]
    for region in ({"rect": rect}, {"polygon": polygon}):
        regions = parsed(format=format, regions=[region]).still((20, 10))
        assert (scrim.redact(picture, regions) == expected).all()


def test_keyframes_move_in_straight_lines_and_stand_at_the_ends() -> None:
    (region,) = parsed(
        regions=[
            {
                "from": 1,
                "to": 9.5,
                "keyframes": [
                    {"time": 2, "rect": [0, 0, 40, 40]},
                    {"time": 6, "rect": [80, 8, 40, 20]},
                    {"time": 7, "rect": [80, 8, 40, 20]},
                ],
            }
        ]
    ).regions
    assert region.moves and region.is_timed
    assert [region.at(time).numbers for time in (-5, 2, 3, 6, 6.5, 99)] == [
        (0, 0, 40, 40),
        (0, 0, 40, 40),
        (20, 2, 40, 35),
        (80, 8, 40, 20),
        (80, 8, 40, 20),
        (80, 8, 40, 20),
    ]
    assert [region.alive(*span) for span in ((0, 0.9), (0, 1), (9.5, 12), (9.6, 12), (0, 99))] == [
        False,
        True,
        True,
        False,
        True,
    ]
    assert [place.time for place in region.during(1, 6.5)] == [1, 2, 6, 6.5]
    assert region.during(3, 3) == [Place(3, (20, 2, 40, 35))]


def test_a_region_without_times_is_always_there() -> None:
    (region,) = parsed(regions=[{"rect": [0, 0, 1, 1]}]).regions
    assert not region.is_timed and region.alive(-math.inf, -1e9) and region.alive(1e9, math.inf)


RECT = {"rect": [0, 0, 1, 1]}
FRAME = {"time": 1, **RECT}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1, column 2: invalid JSON"),
        (b"\xff\xfe\xfa", "not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", r"must be an object \{…\} \(got \[\]\)"),
        ('{"regions": [], "regions": []}', "'regions' appears twice"),
        ('{"regions": [{"rect": [0, 0, NaN, 1]}]}', r"must be finite \(got NaN\)"),
        ({}, r"regions: must be a list of regions \(it is missing\)"),
        ({"regions": {}}, r"regions: must be a list of regions \(got \{\}\)"),
        ({"regions": [], "styel": "solid"}, "unknown name 'styel'; did you mean 'style'\\?"),
        ({"regions": [], "format": "cxcywh"}, "format: must be xywh, xyxy or normalized"),
        ({"regions": [], "format": ["xywh"]}, "format: must be"),
        ({"regions": [], "style": "fog"}, r"style must be one of solid, frost, .*, tint, some with a value, .* \(got 'fog'\)"),
        ({"regions": [], "style": 3}, r"style: must be a style such as \"frost:7\" \(got 3\)"),
        ({"regions": [RECT, 5]}, r"regions\[1\]: must be an object \{…\} \(got 5\)"),
        ({"regions": [{**RECT, "colour": "red"}]}, r"regions\[0\]: unknown name 'colour'"),
        ({"regions": [{}]}, r"exactly one of rect, .* \(got none\)"),
        ({"regions": [{**RECT, "ellipse": [0, 0, 1, 1]}]}, r"exactly one of rect, .* \(got rect, ellipse\)"),
        ({"regions": [{"rect": [0, 0, 1]}]}, r"regions\[0\].rect: must be a list of four numbers \(got \[0, 0, 1\]\)"),
        ({"regions": [{"rect": [0, 0, "1", 1]}]}, r"rect: must be a finite number \(got \"1\"\)"),
        ({"regions": [{"rect": [0, 0, True, 1]}]}, r"must be a finite number \(got true\)"),
        ({"regions": [{"rect": [0, 0, 10**400, 1]}]}, "must be a finite number"),
        ({"regions": [{"rect": [-(10**400), 0, 1, 1]}]}, "must be a finite number"),
        ('{"regions": [{"rect": [%s, 0, 1, 1]}]}' % ("9" * 5000), "must be a finite number"),
        ('{"regions": [{"rect": [-1e999, 0, 1, 1]}]}', "must be a finite number"),
        ('{"regions": [{"rect": [0, 0, 1, 1], "id": %s}]}' % ("9" * 5000), "id: must be a whole number from 0"),
        ({"regions": [{"rect": [2**30 - 1, 0, 2, 1]}]}, "coordinates must be from -1073741824 to 1073741824"),
        ({"regions": [{"polygon": [[0, 0], [-(2**31), 1], [1, 1]]}]}, "coordinates must be from -1073741824 to 1073741824"),
        ({"format": "normalized", "regions": [{"rect": [0, 0, 2**15, 1]}]}, "must be from -16384 to 16384"),
        ({"regions": [], "style": "blur:257"}, "greater than 0 and at most 256"),
        ({"regions": [], "style": "pixelate:2.5"}, "a whole number from 2 to 4096"),
        ({"regions": [{"rect": [0, 0, 0, 1]}]}, r"regions\[0\].rect: width must be greater than 0 \(got 0\)"),
        ({"format": "xyxy", "regions": [{"rect": [5, 5, 4, 9]}]}, r"second x must be greater than the first \(got 4 and 5, as xyxy\)"),
        ({"regions": [{**RECT, "radius": 3}]}, "only a rounded_rect has a radius"),
        ({"regions": [{"rounded_rect": [0, 0, 9, 9], "radius": -1}]}, r"radius: must be a number that is 0 or greater \(got -1\)"),
        ({"regions": [{"polygon": [[0, 0], [1, 1]]}]}, "three or more points"),
        ({"regions": [{"polygon": [[0, 0], [1, 1], [1]]}]}, r"polygon\[2\]: must be a point \[x, y\] \(got \[1\]\)"),
        ({"regions": [{**RECT, "id": -1}]}, "id: must be a whole number from 0"),
        ({"regions": [{**RECT, "from": 2, "to": 1}]}, r"to must not be less than from \(got from 2 to 1\)"),
        ({"regions": [{**RECT, "keyframes": [FRAME]}]}, "must not have a shape"),
        ({"regions": [{"keyframes": []}]}, r"keyframes: must be a list of one or more keyframes \(got \[\]\)"),
        ({"regions": [{"keyframes": [RECT]}]}, r"keyframes\[0\]: a keyframe must have a time"),
        ({"regions": [{"keyframes": [FRAME, FRAME]}]}, r"keyframes\[1\].time: must be later than the keyframe before \(got 1 after 1\)"),
        ({"regions": [{"keyframes": [FRAME, {"time": 2, "ellipse": [0, 0, 1, 1]}]}]}, "must have the same shape"),
    ],
)
def test_what_is_wrong_is_named_and_placed(text: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_regions(text if isinstance(text, str | bytes) else json.dumps(text))


@pytest.mark.parametrize("timed", [{"keyframes": [FRAME, {**FRAME, "time": 2}]}, {**RECT, "from": 1}])
def test_times_are_for_videos(timed: Any) -> None:
    with pytest.raises(UsageError, match=r"regions\[0\]: .* videos"):
        parsed(regions=[timed]).still((9, 9))


def test_the_file_is_named(tmp_path: Any) -> None:
    path = tmp_path / "regions.json"
    path.write_text('{"regions": [{"rect": 4}]}')
    with pytest.raises(UsageError, match=r"regions\.json: regions\[0\]\.rect"):
        load_regions(path)


@pytest.mark.parametrize(
    ("word", "style"),
    [
        ("solid", Style.solid()),
        ("solid:#102030", Style.solid("#102030")),
        ("frost:0x10", Style.frost(16)),
        ("tiles", Style.tiles()),
        ("blur:8.5", Style.blur(8.5)),
        ("pixelate:16", Style.pixelate(16)),
        ("extra-light", Style.extra_light()),
        ("tint:#aabbcc", Style.tint("#aabbcc")),
        ("effect:20", Style.effect(20)),
    ],
)
def test_words_of_styles(word: str, style: Style) -> None:
    assert parse_style(word) == style


@pytest.mark.parametrize(
    "word", ["", "fog", "Solid", "solid:red", "solid:", "blur", "blur:", "blur:-1", "blur:nan", "frost:-1", "light:3"]
)
def test_words_of_no_style(word: str) -> None:
    with pytest.raises(UsageError):
        parse_style(word)
