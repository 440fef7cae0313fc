# SPDX-License-Identifier: MIT
"""redact(): covers regions of a picture, so that nothing of their interior is left."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, SupportsIndex, TypedDict, TypeVar, Unpack

from . import _abi as s
from . import _ffi
from ._convert import uint32
from ._frame import frame_of
from ._layout import ColorMatrix, ColorRange, Format, Layout
from ._pictures import empty_like, finished, is_pillow, pixels_of
from .errors import InvalidArgumentError, ScrimError, _error
from .regions import BoxFormat, Region, box_reader, region_array
from .report import Outcome, Report, report_of
from .styles import Style, style_struct

Picture = TypeVar("Picture")


class RedactOptions(TypedDict, total=False):
    """What redact(), redact_in_place() and redact_into() take beside the picture and the regions."""

    #: What four numbers are: "xywh", "xyxy" or "normalized".
    format: BoxFormat
    #: Of all regions; or those that each chooses from.
    style: Style | None
    styles: Iterable[Style]
    #: Pixels per point.
    scale: float
    #: Pixels: 2, 0, 0 and 0 where nothing is said. scrim/redact.h tells what they do.
    sampling_gap: SupportsIndex
    dilation: SupportsIndex
    size_multiple: SupportsIndex
    codec_block: SupportsIndex
    #: What the picture does not tell itself.
    pixel_format: Format | str | None
    width: SupportsIndex | None
    height: SupportsIndex | None
    stride: SupportsIndex | None
    color_range: ColorRange
    color_matrix: ColorMatrix


class _Plan(NamedTuple):
    """What is to be done, as the caller says it."""

    regions: Iterable[Region | Iterable[float]]
    format: BoxFormat = "xywh"
    style: Style | None = None
    styles: Iterable[Style] = ()
    scale: float = 1.0
    sampling_gap: SupportsIndex = 2
    dilation: SupportsIndex = 0
    size_multiple: SupportsIndex = 0
    codec_block: SupportsIndex = 0

    def prepare(self, size: tuple[int, int]) -> tuple[Any, int, s.scrim_redact_options]:
        """Regions, their number and the options; `size` is the picture's."""
        items = [style_struct(style) for style in self.styles]
        if self.style is not None:
            if items:
                raise InvalidArgumentError("style is for all regions, styles are chosen from by each: give one of them")
            items = [style_struct(self.style)]
        array, count = region_array(self.regions, box_reader(self.format, size, self.scale))
        options = s.scrim_redact_options(
            c.sizeof(s.scrim_redact_options),
            len(items),
            (s.scrim_style * len(items))(*items) if items else None,
            self.scale,
            uint32(self.sampling_gap, "sampling_gap"),
            uint32(self.dilation, "dilation"),
            uint32(self.size_multiple, "size_multiple"),
            uint32(self.codec_block, "codec_block"),
        )
        return array, count, options


def cover_frame(
    pixels: Any,
    layout: Layout,
    prepare: Callable[[s.scrim_frame], Callable[[s.scrim_frame, s.scrim_redact_report], int]],
) -> Report:
    """Runs a call on a frame, and fails closed as the library does.

    `prepare` turns the caller's values into the call. If that raises, the whole frame is covered before the error
    goes on: what should have been covered is not known then.
    """
    out = s.scrim_redact_report(c.sizeof(s.scrim_redact_report), Outcome.DISCARD)
    try:
        with frame_of(pixels, layout) as frame:
            try:
                call = prepare(frame)
            except BaseException:
                _ffi.redact(frame, None, 1, None, out)  # a region that is not there: an error, which covers
                raise
            status = call(frame, out)
        if status:
            raise _error(status)
    except ScrimError as error:
        error.report = report_of(out)
        raise
    return report_of(out)


def _parts(
    regions: Iterable[Region | Iterable[float]],
    *,
    pixel_format: Format | str | None = None,
    width: SupportsIndex | None = None,
    height: SupportsIndex | None = None,
    stride: SupportsIndex | None = None,
    color_range: ColorRange = ColorRange.LIMITED,
    color_matrix: ColorMatrix = ColorMatrix.BT709,
    **how: Any,
) -> tuple[Layout, _Plan]:
    """The options, as far as they are about the picture, and as far as they are about what is done to it."""
    return Layout(pixel_format, width, height, stride, color_range, color_matrix), _Plan(regions, **how)


def _in_place(pixels: Any, layout: Layout, plan: _Plan) -> Report:
    def prepare(frame: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
        regions, count, options = plan.prepare((frame.width, frame.height))
        return lambda frame, out: int(_ffi.redact(frame, regions, count, options, out))

    return cover_frame(pixels, layout, prepare)


def _into(source: Any, target: Any, layout: Layout, plan: _Plan) -> Report:
    def prepare(frame: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
        regions, count, options = plan.prepare((frame.width, frame.height))

        def call(frame: s.scrim_frame, out: s.scrim_redact_report) -> int:
            with frame_of(source, layout, writable=False) as original:
                return int(_ffi.redact_copy(original, frame, regions, count, options, out))

        return call

    return cover_frame(target, layout, prepare)


def redact(
    image: Picture,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Picture:
    """A copy of a picture in which regions are covered; the picture itself stays as it is. `options` are RedactOptions.

    `image` is a Pillow image of mode L, RGB, RGBA or RGBX; a numpy array of uint8, height × width (× channels) with any
    row stride; a tuple of such arrays, the planes of NV12 or I420; a VideoFrame of PyAV, whose planes are covered without
    conversion; or a flat buffer with `width`, `height` and, where rows are padded or stand bottom-up, `stride`.
    `pixel_format` names the order of the channels; an array without it is
    GRAY8, RGB or RGBA by their number (OpenCV's pictures are "BGR"). The copy is of the same kind: bytes for bytes, a
    bytearray for other buffers.

    A region is a Region, or four numbers as `format` says: x, y, width, height; the corners x0, y0, x1, y1; or these
    corners as parts of the width and height ("normalized"). They are points, which are pixels divided by `scale`.
    `style` is for all regions, or `styles` are what each chooses from; without either regions are solid black.
    `sampling_gap`, `dilation`, `size_multiple` and `codec_block` are pixels: scrim/redact.h tells what they do.

    An error raises, and returns no picture.
    """
    layout, plan = _parts(regions, **options)
    source, layout = pixels_of(image, layout)
    target = empty_like(source)
    _into(source, target, layout, plan)
    copy: Picture = finished(target, image)
    return copy


def redact_in_place(
    image: Any,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Report:
    """Covers regions of a picture in place, without a copy (a Pillow image, which does not lend its memory, is copied
    and written back; so are the planes of a VideoFrame that others refer to as well). The arguments are those of redact().

    An error never leaves a pixel that was to be covered: a ScrimError has a `report`, whose outcome is COVERED
    (the whole picture is black) or DISCARD (the picture must not be used). Other exceptions cover the picture too.
    """
    layout, plan = _parts(regions, **options)
    if not is_pillow(image):
        return _in_place(image, layout, plan)
    source, layout = pixels_of(image, layout)
    target = empty_like(source)
    try:
        return _into(source, target, layout, plan)
    finally:
        # On errors too: the copy is black then.
        image.paste(finished(target, image))


def redact_into(
    source: Any,
    target: Any,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Report:
    """Writes a picture with regions covered into another one of the same size and format, such as shared memory. No
    pixel that is to be covered ever stands there. Arguments as of redact(), errors as of redact_in_place()."""
    layout, plan = _parts(regions, **options)
    return _into(source, target, layout, plan)
