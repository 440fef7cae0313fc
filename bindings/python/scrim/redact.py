# SPDX-License-Identifier: MIT
"""Covers regions of pictures: redact(), redact_in_place() and redact_into()."""

from __future__ import annotations

import ctypes as c
import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any, NamedTuple, SupportsIndex, TypeAlias, TypedDict, TypeVar, Unpack

from . import _abi as s
from . import _ffi
from ._bands import MAX_THREADS, in_bands, reversible
from ._convert import integer, real, truth
from ._explain import LIMITS, error_of
from ._frame import frame_of, is_in_place, locate, location_steps, owners_of, scratch_like
from ._inside import check_inside
from ._layout import ColorMatrix, ColorRange, Format, Layout
from ._pictures import check_picture, empty_like, finished, is_pillow, pillow_black_steps, pillow_layout, pixels_of
from .errors import BusyError, InvalidArgumentError, NothingCoveredError, OutOfMemoryError, ScrimError, UnsupportedError, _error
from .margins import AUTO_DILATE_STEPS
from .regions import BoxFormat, Region, box_reader, region_array
from .report import Outcome, Report, list_crossed, report_of
from .sources import default_margin
from .styles import Style, style_struct

Picture = TypeVar("Picture")


class RedactOptions(TypedDict, total=False):
    """The keyword arguments of redact(), redact_in_place() and redact_into(). All are optional."""

    #: How boxes of four numbers are read: "xywh" (the default), "xyxy" or "normalized".
    format: BoxFormat
    #: The style of all regions: a Style, or a word such as "frost:7". Solid black if neither `style` nor `styles` is given.
    style: Style | str | None
    #: The styles that regions refer to by their index. Give either this or `style`.
    styles: Iterable[Style | str]
    #: Pixels per point, 1/64 … 64. The default is 1.
    scale: float
    #: Distance around regions in which frost and tiles read no pixels, 0 … 64 pixels. The default is 2, for soft edges of text.
    sampling_gap: SupportsIndex
    #: Extends regions to each side, 0 … 4096 pixels. The default, None, is what margin_of() returns for the picture.
    dilation: SupportsIndex | None
    #: Rounds the width and height of regions up to a multiple, 0 … 4096 pixels. The default, 0, changes nothing.
    size_multiple: SupportsIndex
    #: Extends regions to the blocks of a codec: 0, 8 or 16. The default, None, is what margin_of() returns for the picture.
    codec_block: SupportsIndex | None
    #: Whether a region may lie outside the picture. By default, a region that covers no pixel raises NothingCoveredError.
    allow_nothing: bool
    #: Whether regions are extended further if content crosses a border: all of them by 16 pixels, or by 32 if one of them is then still
    #: crossed. Fixed steps are used because the size of a box that follows its content gives the content away. The report says what
    #: is crossed in the end.
    auto_dilate: bool
    #: Number of threads that share the picture, 1 (the default) … 256. Each of them writes a band of rows. While this thread waits for
    #: the others, signal handlers do not run, so Ctrl-C has to wait too.
    threads: SupportsIndex
    #: How a pixel is stored, for arrays and buffers: a Format, or its name, such as "BGR".
    pixel_format: Format | str | None
    #: Width in pixels, for a flat buffer.
    width: SupportsIndex | None
    #: Height in pixels, for a flat buffer.
    height: SupportsIndex | None
    #: Bytes from one row to the next, for a flat buffer. Negative if the bottom row comes first. The default has no padding.
    stride: SupportsIndex | None
    #: Range of luma and chroma, for formats with planes of chroma. The default is limited.
    color_range: ColorRange
    #: How luma and chroma are computed, for formats with planes of chroma. The default is BT.709.
    color_matrix: ColorMatrix


def _whole(value: SupportsIndex, name: str, low: int = -(2**63), high: int = 2**63) -> int:
    if isinstance(value, bool):  # an int to Python, but a mistake here
        raise TypeError(f"{name} must be an integer (got {value})")
    return integer(value, name, low, high)


def _pixels(value: SupportsIndex, name: str, most: int) -> int:
    number = _whole(value, name)
    if not 0 <= number <= most:
        raise InvalidArgumentError(f"{name} must be from 0 to {most} pixels (got {number})")
    return number


def _codec_block(value: SupportsIndex | None) -> int:
    block = _whole(0 if value is None else value, "codec_block")
    if block not in (0, 8, 16):
        raise InvalidArgumentError(f"codec_block must be 0, 8 or 16 (got {block})")
    return block


class _Plan(NamedTuple):
    """The caller's regions and options, not yet converted."""

    regions: Iterable[Region | Iterable[float]]
    format: BoxFormat = "xywh"
    style: Style | str | None = None
    styles: Iterable[Style | str] = ()
    scale: float = 1.0
    sampling_gap: SupportsIndex = 2
    dilation: SupportsIndex | None = None
    size_multiple: SupportsIndex = 0
    codec_block: SupportsIndex | None = None
    allow_nothing: bool = False
    auto_dilate: bool = False
    threads: SupportsIndex = 1

    def following(self, picture: Any) -> _Plan:
        """Returns the plan with the margins that a picture needs, unless the caller has given them."""
        if self.dilation is not None and self.codec_block is not None:
            return self
        margin = default_margin(picture)
        return self._replace(
            dilation=margin.dilation if self.dilation is None else self.dilation,
            codec_block=margin.codec_block if self.codec_block is None else self.codec_block,
        )

    def prepare(self, size: tuple[int, int]) -> tuple[Any, int, s.scrim_redact_options]:
        """Returns the regions, their number and the options. `size` is the picture's width and height."""
        if isinstance(self.styles, Style | str) or not isinstance(self.styles, Iterable):
            raise TypeError(f"styles must be a list of Styles; use style for one (got {type(self.styles).__name__})")
        items = [style_struct(style, f"styles[{index}]") for index, style in enumerate(self.styles)]
        if self.style is not None:
            if items:
                raise InvalidArgumentError("give either style, for all regions, or styles, to which each region refers (got both)")
            items = [style_struct(self.style)]
        scale = real(self.scale, "scale")
        # If the scale is out of range, any size will do: the library refuses the call, and the message names the scale.
        array, count = region_array(self.regions, box_reader(self.format, size, scale or 1.0))
        options = s.scrim_redact_options(
            c.sizeof(s.scrim_redact_options),
            len(items),
            (s.scrim_style * len(items))(*items) if items else None,
            scale,
            *(_pixels(getattr(self, name), name, most) for name, most in LIMITS.items()),
            _codec_block(self.codec_block),
        )
        return array, count, options


def _discarded() -> s.scrim_redact_report:
    """Returns the report of a picture that is not covered yet."""
    return s.scrim_redact_report(c.sizeof(s.scrim_redact_report), Outcome.DISCARD)


@contextmanager
def _reported(out: s.scrim_redact_report) -> Iterator[None]:
    """Attaches the report to a ScrimError of the block."""
    try:
        yield
    except ScrimError as error:
        error.report = report_of(out)
        raise


def cover(frame: s.scrim_frame, out: s.scrim_redact_report) -> None:
    """Makes the whole frame black."""
    _ffi.redact(frame, None, 1, None, out)  # one region, but no list: this error covers the frame


def _fail_closed(work: Callable[[s.scrim_redact_report], Report], blacken: Callable[[s.scrim_redact_report], object], name: str) -> Report:
    """Runs `work`, which covers a picture and fills in a report. Every call that changes a picture of the caller goes through here.

    A ScrimError gets the report. After any other exception, such as an interruption, makes the picture black, even if `work` has
    done so. If that fails, the exception becomes a ScrimError, except for interruptions.

    `blacken` makes the picture black and fills in a report. It raises TypeError if the caller's arguments are of a kind with which
    the picture must not change.
    """
    # Nothing may come before this, because Python runs signal handlers after calls.
    try:
        out = _discarded()
        with _reported(out):
            return work(out)
    except ScrimError:
        raise
    except BaseException as error:
        out, is_refused = _discarded(), False
        try:
            blacken(out)
        except TypeError:
            is_refused = True
        except Exception:
            pass
        if is_refused or out.outcome != Outcome.DISCARD or not isinstance(error, Exception):
            raise
        kind = OutOfMemoryError if isinstance(error, MemoryError) else InvalidArgumentError
        with _reported(out):
            raise kind(f"{name} cannot be covered after an error: {error!r}") from error


def _blacken_frame(pixels: Any, layout: Layout, name: str, out: s.scrim_redact_report) -> None:
    with _described(pixels, layout, name) as frame:
        cover(frame, out)


#: Converts the caller's values and returns the call. If it raises an error, the whole frame is covered before the error is raised
#: again, because nobody knows what should have been covered.
Prepare: TypeAlias = Callable[[s.scrim_frame], Callable[[s.scrim_frame, s.scrim_redact_report], int]]


def redact_frame(pixels: Any, described: tuple[Any, ...], prepare: Prepare) -> Report:
    """Runs a call of a scene or a capture on a frame. `described` are the first fields of its layout."""
    name = "the picture"
    return _fail_closed(
        lambda out: _cover_frame(pixels, Layout(*described), prepare, name, out),
        lambda out: _blacken_frame(pixels, Layout(*described), name, out),
        name,
    )


def _cover_frame(pixels: Any, layout: Layout, prepare: Prepare, name: str, out: s.scrim_redact_report) -> Report:
    """Runs a call on a frame, and fails closed as the library does."""
    with _described(pixels, layout, name) as frame:
        status = _call(frame, out, prepare, name)
    if status:
        raise _error(status)
    return report_of(out)


def _call(frame: s.scrim_frame, out: s.scrim_redact_report, prepare: Prepare, name: str) -> int:
    """Prepares the call and makes it. If something else than the library fails, covers the frame."""
    # Python runs signal handlers after calls, at backward jumps and at the beginning of functions. In the handlers of exceptions
    # below, there is none of these before the frame is covered. So pending signals cannot prevent it.
    cover_steps = _cover_steps(frame, out)
    try:
        call = prepare(frame)
    except BaseException:
        list(cover_steps)
        raise
    try:
        locate(frame)
        status = call(frame, out)
        if not is_in_place(frame):
            raise BusyError(f"{name} must not be changed during the call (got a VideoFrame whose planes were replaced)")
        return status
    except ScrimError as error:
        # The library has covered the frame where it was, unless it cannot be written.
        if not isinstance(error, NothingCoveredError) and not is_in_place(frame):
            list(cover_steps)
        raise
    except BaseException:  # such as an interruption
        list(cover_steps)
        raise


def _cover_steps(frame: s.scrim_frame, out: s.scrim_redact_report) -> Iterator[object]:
    """Returns an iterator that locates the frame and makes it black. Iterating runs no Python code, so no signal handler runs."""
    unknown = map(setattr, (out,), ("outcome",), (Outcome.DISCARD,))
    return chain(unknown, location_steps(frame), map(_ffi.redact, (frame,), (None,), (1,), (None,), (out,)))


@contextmanager
def _described(pixels: Any, layout: Layout, name: str) -> Iterator[s.scrim_frame]:
    """Describes the frame to cover. If that is impossible, the error must say that the frame is not covered."""
    with ExitStack() as stack:
        try:
            frame = stack.enter_context(frame_of(pixels, layout, name=name))
        except (ScrimError, TypeError):
            raise
        except MemoryError as error:
            raise OutOfMemoryError(f"there must be memory to describe {name} (got a {type(pixels).__name__})") from error
        except Exception as error:
            raise InvalidArgumentError(f"{name} must lend its memory (got a {type(pixels).__name__}): {error!r}") from error
        yield frame


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
    """Splits the options into those that describe the picture and those that say what to do."""
    for name in how.keys() - set(_Plan._fields):
        known = sorted(RedactOptions.__optional_keys__)
        close = difflib.get_close_matches(name, known, 1)
        meant = f"; did you mean {close[0]!r}?" if close else ""
        raise TypeError(f"unknown keyword argument {name!r}{meant} (valid ones are {', '.join(known)})")
    return Layout(pixel_format, width, height, stride, color_range, color_matrix), _Plan(regions, **how)


class _Job:
    """One call, for a frame whose size is known by now."""

    def __init__(self, plan: _Plan, frame: s.scrim_frame, in_place: bool) -> None:
        self._size = (frame.width, frame.height)
        self._regions, self._count, self.options = plan.prepare(self._size)
        self._allow_nothing = truth(plan.allow_nothing, "allow_nothing")
        self._auto_dilate = truth(plan.auto_dilate, "auto_dilate")
        if self._auto_dilate and self.options.dilation > LIMITS["dilation"] - AUTO_DILATE_STEPS[-1]:
            most = LIMITS["dilation"] - AUTO_DILATE_STEPS[-1]
            raise InvalidArgumentError(f"dilation must be from 0 to {most} pixels with auto_dilate (got {self.options.dilation})")
        self._threads = _whole(plan.threads, "threads", 1, MAX_THREADS)
        if in_place and self._threads > 1 and reversible(self._regions, self._count, self.options):
            raise UnsupportedError(
                f"threads must be 1 for a reversible style in place (got {self._threads}): redact() and redact_into() make a copy"
            )

    def run(self, source: s.scrim_frame | None, frame: s.scrim_frame, out: s.scrim_redact_report) -> None:
        """Covers the frame in place, or writes a covered copy of `source` into it."""
        regions, count = self._regions, self._count
        list_crossed(out, count)
        if not self._allow_nothing:
            check_inside(self._size, regions, count, self.options)
        status = self._dilate(source or frame) if self._auto_dilate else 0
        if status:
            cover(frame, out)
        else:
            status = self._call(source, frame, out)
            # The library covers what a call writes, which may be a band.
            if status and out.outcome != Outcome.DISCARD and self._threads > 1:
                cover(frame, out)
        if status and source is not None and not _are_alike(source, frame):
            raise InvalidArgumentError(f"target must be like source: {_text(source)} (got {_text(frame)})")
        if status:
            raise error_of(status, regions, count, self.options, frame)

    def _call(self, source: s.scrim_frame | None, frame: s.scrim_frame, out: s.scrim_redact_report) -> int:
        regions, count = self._regions, self._count

        def call(options: s.scrim_redact_options, out: s.scrim_redact_report) -> int:
            if source is None:
                return int(_ffi.redact(frame, regions, count, options, out))
            return int(_ffi.redact_copy(source, frame, regions, count, options, out))

        if self._threads == 1:
            return call(self.options, out)
        return in_bands(call, self._size[1], self.options, out, self._threads, owners_of(source, frame))

    def _dilate(self, source: s.scrim_frame) -> int:
        """Adds dilation while content crosses a border. Returns the status of the last call.

        Examines copies. A frame that was covered in place cannot be covered again with more dilation, and others may read the
        target of a copy at any moment.
        """
        least = self.options.dilation
        out = _discarded()  # a report on a copy says nothing about the frame
        list_crossed(out, self._count)
        with scratch_like(source) as copy:
            for step in (0, *AUTO_DILATE_STEPS):
                self.options.dilation = least + step
                status = self._call(source, copy, out)
                if status or not out.regions_crossed:
                    return status
        return 0


#: The source of a call that covers its target in place. None would be a source that a caller may pass by mistake.
_TARGET = object()


def _run(out: s.scrim_redact_report, plan: _Plan, layout: Layout, target: Any, source: Any = _TARGET) -> Report:
    """Covers `target` in place, or writes a covered copy of `source` into it."""
    jobs: list[_Job] = []

    def prepare(frame: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
        job = _Job(plan, frame, in_place=source is _TARGET)
        jobs.append(job)

        def call(frame: s.scrim_frame, out: s.scrim_redact_report) -> int:
            if source is _TARGET:
                job.run(None, frame, out)
            else:
                with frame_of(source, layout, name="source", writable=False) as original:
                    locate(frame)
                    job.run(original, frame, out)
            return 0

        return call

    report = _cover_frame(target, layout, prepare, "the picture" if source is _TARGET else "target", out)
    options = jobs[0].options
    return report._replace(dilation=options.dilation, codec_block=options.codec_block)


def _are_alike(one: s.scrim_frame, other: s.scrim_frame) -> bool:
    fields = ("format", "width", "height", "color_range", "color_matrix")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


def _text(frame: s.scrim_frame) -> str:
    return f"{frame.width} × {frame.height} pixels of {Format(frame.format).name}"


def redact(
    image: Picture,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Picture:
    """Returns a copy of a picture in which regions are covered. The picture itself does not change.

    `image` is one of these:

    - a numpy array, height × width (× channels). Rows may have any stride. Without `pixel_format`, uint8 is GRAY8, RGB or RGBA,
      and uint16 is GRAY16 or RGBA16, by the number of channels. Pictures of OpenCV need `pixel_format="BGR"`.
    - a Pillow image of mode L, RGB, RGBA, RGBX or I;16.
    - a VideoFrame of PyAV, in one of PYAV_FORMATS. Its planes are covered without conversion.
    - a tuple of arrays, the planes of a format with planes of chroma. Without `pixel_format`, uint8 is NV12, I420, I422 or I444,
      and uint16 is P010, I010, I210 or I410, by the number and the size of the planes.
    - a flat buffer, such as bytes or mmap, with `pixel_format`, `width`, `height` and, if rows are padded, `stride`.

    The copy has the same type: an array for an array, bytes for bytes, and a bytearray for other buffers.

    `regions` is a list of Regions, or of boxes: four numbers that are read as `format` says. Coordinates are points, which are
    pixels divided by `scale`. RedactOptions describes the keyword arguments.

    Regions are extended by what margin_of() returns for the picture, unless you pass `dilation` and `codec_block`. So a JPEG is
    covered in whole blocks, and 32 pixels more are covered of a WebP, an AVIF and a decoded frame of a video. For these three, even
    that is not always enough: redact the picture before it is encoded. Nothing is known of an array, or of a Pillow image that was
    converted or resized. Pass `dilation` and `codec_block` for it if it was compressed with loss.

    Raises NothingCoveredError if a region covers no pixel of the picture, unless `allow_nothing` is true. An empty list is not an error.
    Raises InvalidArgumentError, UnsupportedError or another ScrimError if anything else is wrong. No picture is returned then.
    """
    layout, plan = _parts(regions, **options)
    source, layout = pixels_of(image, layout)
    target = empty_like(source)
    out = _discarded()
    with _reported(out):
        _run(out, plan.following(image), layout, target, source)
    copy: Picture = finished(target, image)
    return copy


def redact_in_place(
    image: Any,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Report:
    """Covers regions of a picture in place and returns a report. The arguments are the same as for redact().

    The picture must be writable. It is not copied, with two exceptions: a Pillow image does not lend its memory, so it is copied
    and written back. The planes of a VideoFrame are copied if others refer to them too, for example the decoder.

    A Pillow image keeps its metadata, which may contain a thumbnail of what was covered. Save a copy that redact() returns instead.

    After an error, the whole picture is black or must not be used. A ScrimError has a `report`, whose outcome says which. If it is
    COVERED, the picture is black. If it is DISCARD, the picture may be unchanged and must not be used. Other exceptions, for example
    one raised by your list of regions, leave a black picture too. If another thread has PyAV replace the planes of a VideoFrame during
    the call, the frame is black, and BusyError is raised. Two errors change nothing: NothingCoveredError, and a TypeError
    without a report, if the object is not a picture, or a keyword argument is unknown or describes the picture wrongly.

    A signal handler may raise an exception too, as Python's handler of Ctrl-C does. Do not use the picture after that. It is black in
    almost all cases. But it may be unchanged if the exception comes before this call has begun its work, or if another one comes
    while the picture is made black. If the exception comes at the very end, the picture is redacted.
    """
    name = "the picture"

    def blacken(out: s.scrim_redact_report) -> None:
        layout, _ = _parts((), **options)
        if is_pillow(image):
            list(pillow_black_steps(image)[1])
            out.outcome = Outcome.COVERED
        else:
            _blacken_frame(image, layout, name, out)

    return _fail_closed(lambda out: _in_place(out, image, *_parts(regions, **options)), blacken, name)


def _in_place(out: s.scrim_redact_report, image: Any, layout: Layout, plan: _Plan) -> Report:
    plan = plan.following(image)
    if is_pillow(image):
        return _in_pillow(out, image, pillow_layout(image, layout), plan)
    check_picture(image)
    return _run(out, plan, layout, image)


def _in_pillow(out: s.scrim_redact_report, image: Any, layout: Layout, plan: _Plan) -> Report:
    """Covers regions of a Pillow image by way of copies. After an error, makes it black."""
    memory, black_steps = pillow_black_steps(image)
    # As in _call(), no signal handler runs between an exception and the end of the steps.
    cover_steps = chain(black_steps, map(setattr, (out,), ("outcome",), (Outcome.COVERED,)))
    try:
        source = image.tobytes()
        target = empty_like(source)
        report = _run(_discarded(), plan, layout, target, source)
        image.paste(finished(target, image))
        return report
    except NothingCoveredError:
        raise
    except BaseException:
        list(cover_steps)
        if image.im is not memory:  # the caller's code has replaced it
            out.outcome = Outcome.DISCARD
            list(pillow_black_steps(image)[1])
            out.outcome = Outcome.COVERED
        raise


def redact_into(
    source: Any,
    target: Any,
    regions: Iterable[Region | Iterable[float]],
    **options: Unpack[RedactOptions],
) -> Report:
    """Writes a redacted copy of `source` into `target` and returns a report. The other arguments are the same as for redact().

    `target` has the same size and format as `source`, for example an array over shared memory. Neither may be a Pillow image. A pixel that is to be covered is
    never written there, not even for a moment. Errors and signal handlers leave `target` as redact_in_place() leaves its picture.
    """
    name = "target"

    def work(out: s.scrim_redact_report) -> Report:
        layout, plan = _parts(regions, **options)
        return _run(out, plan.following(source), layout, target, source)

    return _fail_closed(work, lambda out: _blacken_frame(target, _parts((), **options)[0], name, out), name)
