# SPDX-License-Identifier: MIT
"""The report of a redaction."""

from __future__ import annotations

import ctypes as c
import enum
import mmap
from typing import NamedTuple

from ._abi import scrim_redact_report


class Outcome(enum.IntEnum):
    """The state of a picture after a call."""

    #: Every region is covered. The picture may be shown or stored.
    OK = 1
    #: The whole picture is covered: black after an error, or as Scene.set_cover() says. It may be shown or stored.
    COVERED = 2
    #: The picture could not be covered. It may still show everything and must not be used.
    DISCARD = 3


class StyleClass(enum.IntEnum):
    """Classes of styles, from the strongest to the weakest."""

    #: No region covers a pixel of the picture.
    NONE = 0
    #: Solid: nothing is left of the pixels inside.
    SOLID = 1
    #: Frost, tiles, or the picture of a cover: nothing is left of the pixels inside, but a viewer may think that the texture shows something real.
    SYNTHETIC = 2
    #: Computed from the pixels inside, which can be read back.
    REVERSIBLE = 3


class Report(NamedTuple):
    """Describes what a call did to a picture."""

    #: The state of the picture.
    outcome: Outcome
    #: The weakest class of the styles that were used.
    weakest_class: StyleClass
    #: Number of regions that the call was given.
    regions: int
    #: Number of those regions that cover at least one pixel of the picture.
    regions_inside: int
    #: Number of regions that cover a pixel of the picture and also extend beyond its edges.
    regions_clipped: int
    #: Number of covered pixels. A pixel in several regions counts once.
    pixels: int
    #: Number of regions whose border content crosses. What crosses may show what the region hides, for example a soft edge or a trace
    #: of a codec. 0 does not prove that the regions are large enough: on a photo, the check finds little.
    regions_crossed: int = 0
    #: The indices of these regions in the list that the call was given, in increasing order. A scene or a capture leaves it empty.
    crossed: tuple[int, ...] = ()
    #: The distance by which redact_in_place() or redact_into() extended regions to each side, in pixels.
    dilation: int = 0
    #: The side of the blocks to which they extended regions, in pixels: 0, 8 or 16.
    codec_block: int = 0


#: From this number of regions on, a list has separate pages.
_LONG = 4096


def list_crossed(out: scrim_redact_report, regions: int) -> None:
    """Makes room for the indices of all regions that a call may report.

    Each band of a frame may report all of them. Of a long list, only the pages that are written take memory.
    """
    array = c.c_uint64 * regions
    out.crossed = array.from_buffer(mmap.mmap(-1, c.sizeof(array), mmap.MAP_PRIVATE)) if regions > _LONG else array()
    out.crossed_capacity = regions


def crossed_in(out: scrim_redact_report) -> list[int]:
    """Returns the indices that a call has listed."""
    return out.crossed[: min(out.regions_crossed, out.crossed_capacity)]  # type: ignore[no-any-return]


def report_of(out: scrim_redact_report) -> Report:
    return Report(
        Outcome(out.outcome),
        StyleClass(out.weakest_class),
        out.regions,
        out.regions_inside,
        out.regions_clipped,
        out.pixels,
        out.regions_crossed,
        tuple(crossed_in(out)),
    )
