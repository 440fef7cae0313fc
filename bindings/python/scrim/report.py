# SPDX-License-Identifier: MIT
"""What a call did to a frame."""

from __future__ import annotations

import enum
from typing import NamedTuple

from ._abi import scrim_redact_report


class Outcome(enum.IntEnum):
    """What became of a frame."""

    #: Every region is covered: the frame may be handed on.
    OK = 1
    #: The whole frame is black, because of an error or of a cover: it may be handed on, it shows nothing.
    COVERED = 2
    #: Nothing could be written safely: the frame must not be used.
    DISCARD = 3


class StyleClass(enum.IntEnum):
    """How strong the weakest style used is."""

    NONE = 0
    SOLID = 1
    #: Frost or tiles: irreversible, but a viewer may take the texture for something real.
    SYNTHETIC = 2
    #: Made from what it covers, which can be read back from it.
    REVERSIBLE = 3


class Report(NamedTuple):
    """What a call did to a frame."""

    outcome: Outcome
    weakest_class: StyleClass
    #: Regions given; those of them that cover a pixel of the frame; and those of these that the frame cuts off.
    regions: int
    regions_inside: int
    regions_clipped: int
    #: Pixels covered, each counted once.
    pixels: int


def report_of(out: scrim_redact_report) -> Report:
    return Report(
        Outcome(out.outcome),
        StyleClass(out.weakest_class),
        out.regions,
        out.regions_inside,
        out.regions_clipped,
        out.pixels,
    )
