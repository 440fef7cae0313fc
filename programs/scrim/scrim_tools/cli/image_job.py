# SPDX-License-Identifier: MIT
"""Redacts one picture in memory: reads it, covers regions, and encodes it again. No file is read or written here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scrim import AUTO_DILATE_STEPS, Region, Report, Style

from ..errors import Exit, FileError
from ..image_modes import Cover, cover_image, regions_inside, total
from ..regions import Regions, RegionsError
from ..style_words import style_word
from ..text import pattern, read_words, snapped
from . import attack_rates
from .image_files import MAX_PIXELS, Source, read_image
from .image_preview import preview
from .image_write import encode, output_format

#: The width of a box around words is rounded up to a multiple of this, unless size_multiple says otherwise.
TEXT_SNAP = 32
#: Formats that do not say whether they are lossless.
_UNSURE = {"JPEG2000", "ICNS"}
#: The number of regions that a message lists.
_MOST_TOLD = 3
#: The hint if nothing is found.
_HINT = """\
to see what is found, use --preview --allow-nothing; to write the picture anyway, use --allow-nothing, or \
"allow_nothing": true in a rule"""


@dataclass(frozen=True)
class ImageJob:
    """How to redact a picture, or many."""

    #: Regions, each with the name of their source for the report.
    regions: tuple[tuple[str, Regions], ...] = ()
    #: Text patterns. Each of them must find something.
    texts: tuple[str, ...] = ()
    #: The style of found text.
    style: Style = field(default_factory=Style)
    language: str = "eng"
    sampling_gap: int = 2
    #: None means as far as the picture's codec spreads pixels.
    dilation: int | None = None
    #: Whether all regions are enlarged by 16 pixels more if content crosses the border of one, and by 32 if it still does.
    auto_dilate: bool = False
    #: None means 0 for regions, and TEXT_SNAP for the boxes of found text.
    size_multiple: int | None = None
    #: None means the blocks of the picture's codec.
    codec_block: int | None = None
    format: str | None = None
    quality: int | None = None
    keep_icc: bool = False
    all_pages: bool = False
    #: Whether the picture is written even if a region covers nothing, or a pattern finds nothing.
    allow_nothing: bool = False
    #: Whether the regions are shown instead of covered.
    preview: bool = False
    #: The limit for the pixels of all frames together.
    max_pixels: int = MAX_PIXELS

    def __post_init__(self) -> None:
        for text in self.texts:
            pattern(text)


class Done(NamedTuple):
    """A redacted picture."""

    data: bytes
    #: The report, for --json.
    report: dict[str, Any]
    warnings: list[str]
    #: The regions whose border content crosses, for a message.
    crossed: list[str]


class _Found(NamedTuple):
    """A region with its style, and its source for the report."""

    region: Region
    style: Style
    origin: str


def cover_picture(data: bytes, job: ImageJob, target: str = "-") -> Done:
    """Redacts the picture in the bytes of a file.

    If the job names no format, the suffix of `target` chooses it. Raises FileError if the picture cannot be redacted,
    and UsageError if the job is wrong.
    """
    warnings: list[str] = []
    source = read_image(data, all_pages=job.all_pages, max_pixels=job.max_pixels)
    format = output_format(target, job.format, source.format)
    _keep(source, job, warnings)
    texts, words = _texts(source, job, warnings)
    found = [*_drawn(source.size, job), *texts]
    for style in dict.fromkeys(item.style for item in found):
        if style.kind.is_reversible:
            warnings.append(attack_rates.warning(style))
    block = source.margin.codec_block if job.codec_block is None else job.codec_block
    dilation = source.margin.dilation if job.dilation is None else job.dilation
    styles = list(dict.fromkeys(item.style for item in found))
    options = {
        "styles": styles,
        "sampling_gap": job.sampling_gap,
        "size_multiple": job.size_multiple or 0,
        "codec_block": block,
        "allow_nothing": True,  # a region may lie in one of several frames
    }

    def cover(frame: Any, offset: tuple[int, int], step: int) -> Cover:
        # Pages may differ in size, and normalized regions are fractions of it.
        of_frame = found if frame.size == source.size else [*_drawn(frame.size, job), *texts]
        regions = [replace(item.region, style=styles.index(item.style)) for item in of_frame]
        return Cover(regions, {**options, "dilation": dilation + step}, offset if block else (0, 0))

    for step in (0, *AUTO_DILATE_STEPS) if job.auto_dilate else (0,):
        covers = [cover(frame, offset, step) for frame, offset in zip(source.frames, source.offsets, strict=True)]
        covered = [cover_image(frame, cover) for frame, cover in zip(source.frames, covers, strict=True)]
        reports = [report for _, report in covered]
        report = total(reports)
        if not report.crossed:
            break
    _check(reports, covers, found, source, job, warnings)
    if job.preview:
        warnings.append("this is a preview: it shows the regions and covers nothing")
        frames = [preview(frame, cover) for frame, cover in zip(source.frames, covers, strict=True)]
    else:
        frames = _without_opaque_alpha([image for image, _ in covered])
    encoded = encode(source, frames, format, job.quality, warnings.append)
    crossed = [_words(found[index]) for index in report.crossed]
    return Done(encoded, _report(source, format, report, found, words, job), list(dict.fromkeys(warnings)), crossed)


def _without_opaque_alpha(frames: list[Any]) -> list[Any]:
    """Returns the frames without alpha if all of their pixels are opaque.

    Whether a file has alpha can depend on pixels that are covered now: encoders leave it out if every pixel is opaque, and encoders
    of animations use it where a frame repeats the one before.
    """
    if all(frame.mode == "RGBA" and frame.getextrema()[3][0] == 255 for frame in frames):
        return [frame.convert("RGB") for frame in frames]
    return frames


def _keep(source: Source, job: ImageJob, warnings: list[str]) -> None:
    """Removes the color profile if it is not kept, and warns of what is lost or left."""
    if source.icc and not job.keep_icc:
        source.icc = None
        warnings.append("the color profile was left out, so colors may look slightly different (keep it with --keep-icc)")
    if job.keep_icc and "icc" in source.metadata:
        source.metadata.remove("icc")
    if source.spreads:
        unsure = source.format in _UNSURE
        told = f"{source.format}, unless it is lossless," if unsure else f"lossy {source.format}"
        warnings.append(
            f"{told} computes parts of a picture from other parts, so traces of the covered content may remain outside"
            " the regions (see docs/reference/command.md); redact the original picture if you have it"
        )
    if source.dithered:
        warnings.append(
            "the picture seems to be dithered, and dots right of a region and below may show what it covers"
            " (see docs/reference/command.md); redact the original picture if you have it"
        )
    if source.narrowed:
        warnings.append(
            "colors of 16 bits were reduced to 8 bits: an animation cannot keep them, and a still picture needs PyAV"
            " (pip install 'scrim-tools[video]')"
        )
    if source.browser_size:
        shown, own = (f"{width} × {height} pixels" for width, height in (source.browser_size, source.size))
        warnings.append(f"browsers show the picture with {shown}, because its Exif data say so, but regions are counted in its {own}")
    if source.upright_in_firefox:
        told = "Firefox does not rotate the picture, because its first APP1 segment contains no Exif data"
        warnings.append(f"{told}, but regions are counted in the rotated picture ({source.size[0]} × {source.size[1]} pixels)")
    if source.made_opaque:
        warnings.append("transparency was left out, so content that it hid is visible now unless a region covers it")
    if source.pages_left:
        hint = " (keep them with --all-pages)" * (source.format == "TIFF")
        warnings.append(f"further pages were left out: {source.pages_left}{hint}")
    sizes = dict.fromkeys(f"{width} × {height}" for width, height in (frame.size for frame in source.frames))
    if len(sizes) > 1 and any(regions.regions and regions.format != "normalized" for _, regions in job.regions):
        told = f"the pages differ in size ({listed(list(sizes))} pixels), and regions in pixels are at the same place on each"
        warnings.append(f"{told}: look at every page, or give normalized regions, which are fractions of each page")


def _drawn(size: tuple[int, int], job: ImageJob) -> list[_Found]:
    """Returns the given regions in a frame of this size."""
    found: list[_Found] = []
    for origin, regions in job.regions:
        styles = regions.styles
        try:
            found += [_Found(region, styles[region.style], origin) for region in regions.still(size)]
        except RegionsError as error:
            raise RegionsError(f"{origin}: {error}", error.hint) from None
    return found


def _texts(source: Source, job: ImageJob, warnings: list[str]) -> tuple[list[_Found], int]:
    """Returns the regions of the text that the patterns find, and how many words were read."""
    if not job.texts:
        return [], 0
    found: list[_Found] = []
    missing: list[str] = []
    # Text that is read in one frame is covered in all frames: tesseract may have missed it in the others.
    readings = [(frame.size, read_words(frame, job.language)) for frame in _distinct(source.frames)]
    size_multiple = TEXT_SNAP if job.size_multiple is None else job.size_multiple
    for text in job.texts:
        boxes = [snapped(box, size, size_multiple) for size, reading in readings for box in reading.find(pattern(text, job.language))]
        if not boxes:
            missing.append(text)
        found += [_Found(Region(box), job.style, f"text:{text}") for box in dict.fromkeys(boxes)]
    if missing:
        told = f"no text was found for {', '.join(dict.fromkeys(missing))}"
        if not job.allow_nothing:
            raise FileError(told, _HINT, Exit.NOTHING)
        warnings.append(told)
    return found, sum(reading.word_count for _, reading in readings)


def _distinct(frames: list[Any]) -> list[Any]:
    seen: dict[tuple[tuple[int, int], bytes], Any] = {}
    for frame in frames:
        seen.setdefault((frame.size, frame.tobytes()), frame)
    return list(seen.values())


def _check(
    reports: list[Report], covers: list[Cover], found: list[_Found], source: Source, job: ImageJob, warnings: list[str]
) -> None:
    """Raises FileError, or warns, if a region covers no pixel of any frame."""
    if not found and not job.allow_nothing:
        raise FileError("the file of regions lists no region for this picture", _HINT, Exit.NOTHING)
    outside = set(range(len(found)))
    for size, cover, report in {
        (frame.size, cover.offset): (frame.size, cover, report)
        for frame, cover, report in zip(source.frames, covers, reports, strict=True)
    }.values():
        if report.regions_inside == report.regions:
            return
        outside -= regions_inside(size, cover)
    if not outside:
        return
    size = f"{source.size[0]} × {source.size[1]} pixels"
    told = listed([_words(found[index]) for index in sorted(outside)])
    message = f"{len(outside)} of {len(found)} regions cover no pixel of the picture ({size}): {told}"
    if not job.allow_nothing:
        raise FileError(message, _HINT, Exit.NOTHING)
    warnings.append(message)


def listed(names: list[str]) -> str:
    """Returns the first of many names for a message."""
    return "; ".join(names[:_MOST_TOLD]) + f"; and {len(names) - _MOST_TOLD} more" * (len(names) > _MOST_TOLD)


def crossed_warning(names: list[str], auto_dilate: bool, dilation: int) -> str:
    """Returns the warning about regions whose border content crosses. It names the dilation that was used, because N replaces it."""
    told = f"content crosses the border of {listed(names)}"
    used = f"(N replaces the dilation of {dilation} that was used)"
    if auto_dilate:
        return f"{told}, also after --auto-dilate: look at the output, and enlarge the regions with --dilation N if needed {used}"
    return f"{told}: if it belongs to what the region hides, enlarge the regions with --auto-dilate or --dilation N {used}"


def _words(item: _Found) -> str:
    """Returns a region for a message."""
    region = item.region
    numbers = [f"{x:g},{y:g}" for x, y in region.points] or [",".join(f"{number:g}" for number in region.rect)]
    return f"{region.shape.name.lower().replace('_', '-')} {' '.join(numbers)} ({item.origin})"


def _report(
    source: Source, format: str, report: Report, found: list[_Found], words: int, job: ImageJob
) -> dict[str, Any]:
    return {
        "outcome": report.outcome.name.lower(),
        "weakest_class": report.weakest_class.name.lower(),
        "format": format,
        "source_format": source.format,
        "width": source.size[0],
        "height": source.size[1],
        "frames": len(source.frames),
        "orientation": source.orientation,
        "dilation": report.dilation,
        "codec_block": report.codec_block,
        "pixels": report.pixels,
        "crossed": list(report.crossed),
        "regions": [_told(item) for item in found],
        "words_read": words,
        "left_out": source.metadata,
        "preview": job.preview,
    }


def _told(item: _Found) -> dict[str, Any]:
    """Returns a region for the report. The text that was read there is not included."""
    region = item.region
    place: dict[str, Any] = (
        {"points": [list(point) for point in region.points]} if region.points else {"box": list(region.rect)}
    )
    return {"from": item.origin, "shape": region.shape.name.lower(), **place, "style": style_word(item.style)}
