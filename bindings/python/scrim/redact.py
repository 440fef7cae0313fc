# SPDX-License-Identifier: MIT
"""redact(): covers regions of a picture, so that nothing of their interior is left."""

from __future__ import annotations

import ctypes as c
import enum
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, SupportsIndex

from . import _ffi
from . import _structs as s
from ._convert import rect, uint32, uint64
from ._frame import Format, frame_of
from ._geometry import Rect
from .errors import ScrimError, _error

SHAPE_RECT = 1


class StyleKind(enum.IntEnum):
    #: One opaque colour. Irreversible: nothing of the interior is left.
    SOLID = 1


class Style(NamedTuple):
    """How a region is covered: `color` is 0xRRGGBBAA, and opaque."""

    color: int = 0x000000FF
    kind: StyleKind = StyleKind.SOLID


class Region(NamedTuple):
    """A rectangle to cover, with the index of its style."""

    rect: Rect | tuple[float, float, float, float]
    style: int = 0
    id: int = 0


class Outcome(enum.IntEnum):
    """What became of a frame."""

    #: Every region is covered: the frame may be handed on.
    OK = 1
    #: The whole frame is black, because of an error or of a cover: it may be handed on, it shows nothing.
    COVERED = 2
    #: Nothing could be written safely: the frame must not be used.
    DISCARD = 3


class Strength(enum.IntEnum):
    """How strong the weakest style used is."""

    NONE = 0
    IRREVERSIBLE = 1


class Report(NamedTuple):
    """What a call did to a frame."""

    outcome: Outcome
    strength: Strength
    #: Regions given, and those of them that cover a pixel of the frame.
    regions: int
    regions_inside: int
    #: Pixels covered, each counted once.
    pixels: int


def style_struct(style: Style) -> s.scrim_style:
    color, kind = style
    return s.scrim_style(uint32(kind, "kind"), uint32(color, "color"), 0.0, 0)


def _region_struct(region: Region | Iterable[float]) -> s.scrim_region:
    area, style, id = region if isinstance(region, Region) else (region, 0, 0)
    return s.scrim_region(
        shape=SHAPE_RECT, style=uint32(style, "style"), rect=rect(area, "a region"), id=uint64(id, "id")
    )


def _options(scale: float, styles: Iterable[Style]) -> s.scrim_redact_options:
    items = [style_struct(style) for style in styles]
    array = (s.scrim_style * len(items))(*items) if items else None
    return s.scrim_redact_options(c.sizeof(s.scrim_redact_options), len(items), array, scale)


def cover_frame(
    pixels: Any,
    shape: tuple[Format | str | None, SupportsIndex | None, SupportsIndex | None, SupportsIndex | None],
    prepare: Callable[[], Callable[[s.scrim_frame, s.scrim_redact_report], int]],
) -> Report:
    """Runs a call on a frame, and fails closed as the library does.

    `prepare` turns the caller's values into the call. If that raises, the whole frame is covered before the error
    goes on: what should have been covered is not known then.
    """
    out = s.scrim_redact_report(c.sizeof(s.scrim_redact_report), Outcome.DISCARD)
    try:
        with frame_of(pixels, *shape) as frame:
            try:
                call = prepare()
            except BaseException:
                _ffi.redact(frame, None, 1, None, out)  # a region that is not there: an error, which covers
                raise
            status = call(frame, out)
        if status:
            raise _error(status)
    except ScrimError as error:
        error.report = _report(out)
        raise
    return _report(out)


def _report(out: s.scrim_redact_report) -> Report:
    return Report(Outcome(out.outcome), Strength(out.strength), out.regions, out.regions_inside, out.pixels)


def redact(
    pixels: Any,
    regions: Iterable[Region | Iterable[float]],
    *,
    format: Format | str | None = None,
    styles: Iterable[Style] = (),
    scale: float = 1.0,
    width: SupportsIndex | None = None,
    height: SupportsIndex | None = None,
    stride: SupportsIndex | None = None,
) -> Report:
    """Covers regions of a picture in place.

    `pixels` is a numpy array of uint8, height × width (× channels) with any row stride, or any writable buffer with
    `width`, `height` and, where rows are padded or stand bottom-up, `stride`. `format` names the order of the channels;
    an array without it is GRAY8, RGB or RGBA by their number. A region is a Region, or x, y, width, height in points,
    which are pixels divided by `scale`. Without `styles` regions are solid black.

    An error never leaves a pixel that was to be covered: a ScrimError has a `report`, whose outcome is COVERED
    (the whole picture is black) or DISCARD (the picture must not be used). Other exceptions cover the picture too.
    """

    def prepare() -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
        items = [_region_struct(region) for region in regions]
        array = (s.scrim_region * len(items))(*items)
        options = _options(scale, styles)
        return lambda frame, out: int(_ffi.redact(frame, array, len(items), options, out))

    return cover_frame(pixels, (format, width, height, stride), prepare)
