# SPDX-License-Identifier: MIT
"""What a call of redact() may cost: limits that end in a covered picture, and regions that lie hidden and cost nothing."""

import resource

import numpy as np
import pytest

import scrim
from scrim import Outcome, Region, Style


@pytest.mark.long
def test_points_of_all_polygons_together() -> None:
    points = [(float(i % 7), float(i % 5)) for i in range(62500)]
    picture = np.full((8, 8), 9, np.uint8)
    assert scrim.redact_in_place(picture, [Region.polygon(points)] * 16).outcome == Outcome.OK
    picture[:] = 9
    with pytest.raises(scrim.LimitError) as caught:
        scrim.redact_in_place(picture, [Region.polygon(points)] * 16 + [Region.polygon(points[:3])])
    assert caught.value.report.outcome == Outcome.COVERED and not picture.any()


def test_points_of_one_polygon() -> None:
    picture = np.full((8, 8), 9, np.uint8)
    with pytest.raises(scrim.LimitError):
        scrim.redact_in_place(picture, [Region.polygon([(0.0, 0.0)] * 65537)])
    assert not picture.any()


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_quad_has_four_points(count: int) -> None:
    picture = np.full((8, 8), 9, np.uint8)
    with pytest.raises(scrim.InvalidArgumentError):
        scrim.redact_in_place(picture, [Region.quad([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (1.0, 1.0)][:count])])
    assert not picture.any()


def peak() -> int:
    """The most memory this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_memory_that_overlapping_covers_take_is_limited() -> None:
    picture = np.full((1080, 1920, 4), 9, np.uint8)
    # Each shows a column that no later one covers.
    regions = [Region((-step, 0, 1920, 1080)) for step in range(200)]
    before = peak()
    with pytest.raises(scrim.LimitError) as caught:
        scrim.redact_in_place(picture, regions, style=Style.blur(2))
    assert caught.value.report.outcome == Outcome.COVERED
    assert (picture == (0, 0, 0, 255)).all()
    assert peak() - before < 268435456 + 33 * picture.nbytes


@pytest.mark.parametrize("style", [Style.blur(2), Style.light(), Style.pixelate(4), Style.frost(1), Style.tiles(1)])
def test_regions_that_lie_hidden_cost_no_memory(style: Style) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (540, 960, 4), np.uint8)
    once = scrim.redact(picture, [Region((0, 0, 960, 540), id=7)], style=style)
    before = peak()
    often = scrim.redact(picture, [Region((0, 0, 960, 540), id=i) for i in range(300)] + [Region((0, 0, 960, 540), id=7)],
                         style=style)  # fmt: skip
    assert (often == once).all()
    assert peak() - before < 8 * picture.nbytes
    # Neither do those under a solid one.
    covered = scrim.redact(picture, [Region((0, 0, 960, 540), id=i) for i in range(300)] + [Region((0, 0, 960, 540), 1)],
                           styles=[style, Style.solid("#123456")])  # fmt: skip
    assert (covered == (0x12, 0x34, 0x56, 255)).all()


@pytest.mark.parametrize("format, second", [("NV12", 0), ("I420", 0), ("I420", 1)])
def test_planes_that_begin_at_one_address(format: str, second: int) -> None:
    luma, chroma = np.full((8, 8), 9, np.uint8), np.full((4, 4), 9, np.uint8)
    shared = luma[:4, :4] if second == 0 else chroma
    planes = (luma, luma[:4, :8]) if format == "NV12" else (luma, chroma, shared)
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        scrim.redact_in_place(planes, [(0, 0, 4, 4)], pixel_format=format)
    assert caught.value.report.outcome == Outcome.DISCARD
    assert (luma == 9).all() and (chroma == 9).all()


def test_rows_of_two_planes_may_lie_side_by_side() -> None:
    memory = np.full((12, 8), 9, np.uint8)
    planes = (memory[:8], memory[8:, :4], memory[8:, 4:])
    scrim.redact_in_place(planes, [(0, 0, 8, 8)], style=Style.solid("#ffffff"))
    assert (memory[:8] == 235).all() and (memory[8:] == 128).all()
