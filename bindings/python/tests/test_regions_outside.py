# SPDX-License-Identifier: MIT
"""A region that covers no pixel of the picture is an error, and nothing is written then."""

import mmap
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scrim
from scrim import NothingCoveredError, Outcome, Region, Style

OUTSIDE = (500, 0, 20, 20)
MESSAGE = (
    "regions[1] must cover a pixel of the picture, which has 60 × 40 pixels (got x = 500, y = 0, width = 20 and height = 20):"
    " if this is intended, pass allow_nothing=True"
)
REGIONS: list[Any] = [(1, 2, 3, 4), OUTSIDE, (5, 6, 7, 8)]


def _array() -> np.ndarray:
    return np.full((40, 60, 3), 7, np.uint8)


def _map() -> mmap.mmap:
    memory = mmap.mmap(-1, 40 * 60)
    memory[:] = b"\x07" * (40 * 60)
    return memory


def _image() -> Any:
    return pytest.importorskip("PIL.Image").fromarray(_array())


def _frame() -> Any:
    return pytest.importorskip("av").VideoFrame.from_ndarray(_array())


PICTURES: dict[str, tuple[Callable[[], Any], dict[str, Any], Callable[[Any], bytes]]] = {
    "array": (_array, {}, lambda picture: picture.tobytes()),
    "planes": (lambda: (np.full((40, 60), 7, np.uint8), np.full((20, 60), 7, np.uint8)), {}, lambda ps: b"".join(p.tobytes() for p in ps)),
    "mmap": (_map, {"pixel_format": "GRAY8", "width": 60, "height": 40}, bytes),
    "Pillow": (_image, {}, lambda picture: picture.tobytes()),
    "PyAV": (_frame, {}, lambda picture: picture.to_ndarray().tobytes()),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("make", "arguments", "content"), PICTURES.values(), ids=PICTURES)
def test_no_picture_is_changed_or_returned(make: Any, arguments: dict[str, Any], content: Any, threads: int) -> None:
    picture = make()
    before = content(picture)
    for call in (scrim.redact, scrim.redact_in_place):
        with pytest.raises(NothingCoveredError) as caught:
            call(picture, REGIONS, threads=threads, **arguments)
        assert str(caught.value) == MESSAGE and content(picture) == before
        assert caught.value.report.outcome == Outcome.DISCARD
        assert isinstance(caught.value, scrim.InvalidArgumentError)
    report = scrim.redact_in_place(picture, REGIONS, allow_nothing=True, threads=threads, **arguments)
    assert (report.regions, report.regions_inside) == (3, 2) and content(picture) != before


def test_a_target_is_not_written() -> None:
    source, target = _array(), np.full((40, 60, 3), 9, np.uint8)
    with pytest.raises(NothingCoveredError):
        scrim.redact_into(source, target, REGIONS)
    assert (target == 9).all() and (source == 7).all()
    scrim.redact_into(source, target, REGIONS, allow_nothing=True)
    assert (target == scrim.redact(source, [REGIONS[0], REGIONS[2]])).all()


@pytest.mark.parametrize(
    ("region", "told"),
    [
        ((10, 10, 0, 5), "x = 10, y = 10, width = 0 and height = 5"),
        ((60, 0, 5, 5), "x = 60, y = 0, width = 5 and height = 5"),
        ((-5, 0, 5, 5), "x = -5, y = 0, width = 5 and height = 5"),
        (Region.ellipse(-9, -9, 10, 10), "x = -9, y = -9, width = 10 and height = 10 of the ellipse"),
        (Region.rounded_rect(-9, -9, 10, 10, 5), "x = -9, y = -9, width = 10 and height = 10 of the rounded rect"),
        (Region.quad([(60, 0), (70, 0), (70, 5), (61, 5)]), "a quad with x from 60 to 70 and y from 0 to 5"),
        (Region.polygon([(0, -3), (9, -3), (9, -1)]), "a polygon with x from 0 to 9 and y from -3 to -1"),
    ],
)
def test_the_message_names_the_region(region: Any, told: str) -> None:
    with pytest.raises(NothingCoveredError) as caught:
        scrim.redact(_array(), [region])
    assert f"regions[0] must cover a pixel of the picture, which has 60 × 40 pixels (got {told})" in str(caught.value)
    with pytest.raises(NothingCoveredError, match=r"at scale 0\.5\)"):
        scrim.redact(_array(), [(120, 0, 5, 5)], scale=0.5)


def test_an_empty_list_covers_nothing_and_is_no_error() -> None:
    assert (scrim.redact(_array(), []) == 7).all()


def test_dilation_can_bring_a_region_inside() -> None:
    with pytest.raises(NothingCoveredError):
        scrim.redact(_array(), [(62, 0, 5, 5)], dilation=2)
    assert scrim.redact_in_place(_array(), [(62, 0, 5, 5)], dilation=3).regions_inside == 1
    assert scrim.redact_in_place(_array(), [(62, 0, 5, 5)], codec_block=16).regions_inside == 1


def test_other_errors_still_cover_the_picture() -> None:
    picture = _array()
    with pytest.raises(scrim.InvalidArgumentError, match=r"regions\[2\]: width must not be negative") as caught:
        scrim.redact_in_place(picture, [(0, 0, 5, 5), OUTSIDE, (0, 0, -1, 5)])
    assert not picture.any() and caught.value.report.outcome == Outcome.COVERED


@settings(max_examples=150)
@given(st.data())
def test_it_is_raised_exactly_if_a_region_covers_nothing(data: Any) -> None:
    """The truth is the report of a call for each region alone."""
    size, scale = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9))), data.draw(st.sampled_from([1, 0.3, 7]))
    number = st.sampled_from([-9, -2, -1, -0.5, -0.0, 0, 1e-300, 0.25, 1, 2, 3.5, 8, 9, 30, 1e8]).map(lambda n: n / scale)
    length = number.map(abs)
    boxes = st.tuples(number, number, length, length)
    shapes = st.one_of(boxes.map(Region), boxes.map(lambda box: Region.ellipse(*box)))
    points = st.lists(st.tuples(number, number), min_size=4, max_size=4).map(Region.quad)
    regions = data.draw(st.lists(st.one_of(boxes, shapes, points), max_size=data.draw(st.sampled_from([1, 3, 40]))))
    options: Any = {"scale": scale, "dilation": data.draw(st.integers(0, 3)), "codec_block": data.draw(st.sampled_from([0, 8]))}
    alone = [
        scrim.redact_in_place(np.zeros(size, np.uint8), [region], allow_nothing=True, **options).regions_inside for region in regions
    ]
    picture = np.full(size, 7, np.uint8)
    if all(alone):
        assert scrim.redact_in_place(picture, regions, **options).regions_inside == len(regions)
    else:
        with pytest.raises(NothingCoveredError, match=rf"^regions\[{alone.index(0)}\] "):
            scrim.redact_in_place(picture, regions, **options)
        assert (picture == 7).all()


def test_the_first_of_many() -> None:
    inside = [(x % 50, x % 30, 4, 4) for x in range(1000)]
    for place in (0, 1, 499, 500, 998, 999):
        regions = inside.copy()
        regions[place] = OUTSIDE
        regions[random.Random(place).randrange(place, 1000)] = OUTSIDE
        with pytest.raises(NothingCoveredError, match=rf"^regions\[{place}\] "):
            scrim.redact(_array(), regions, style=Style.frost(1))
