# SPDX-License-Identifier: MIT
"""One picture from bytes to bytes: read, covered, written. No file is touched here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from scrim import Region, Report, Style

from . import attack_rates
from .errors import CommandError, Exit
from .image_files import MAX_PIXELS, Grid, Source, read_image
from .image_modes import Cover, cover_image, total, widened
from .image_preview import preview
from .image_write import encode, output_format
from .ocr import read_words, snapped
from .regions_file import Regions
from .style_words import is_reversible, style_word
from .text_patterns import pattern

#: To what the width of a box around words is rounded, where nothing is said.
TEXT_SNAP = 32
#: Formats that do not say whether they are lossless.
_UNSURE = {"JPEG2000", "ICNS"}
#: What to do if nothing is found.
_HINT = """\
look at it with --preview --allow-nothing; --allow-nothing, or "allow_nothing": true in a rule, writes the picture \
anyway"""


@dataclass(frozen=True)
class ImageJob:
    """What is to be done to a picture, or to many."""

    #: Regions, with the words that tell where they are from.
    regions: tuple[tuple[str, Regions], ...] = ()
    #: Patterns of text, each of which must be found, and how they are covered.
    texts: tuple[str, ...] = ()
    style: Style = field(default_factory=Style)
    language: str = "eng"
    sampling_gap: int = 2
    dilation: int = 0
    #: None: 0, and TEXT_SNAP for the boxes of texts.
    size_multiple: int | None = None
    #: None: 16 where the picture was compressed in blocks, else 0.
    codec_block: int | None = None
    format: str | None = None
    quality: int | None = None
    keep_icc: bool = False
    all_pages: bool = False
    #: Write the picture even if nothing is covered, or a pattern finds nothing.
    allow_nothing: bool = False
    #: Instead of covering, show what would be.
    preview: bool = False
    #: Of all frames, at the most.
    max_pixels: int = MAX_PIXELS

    def __post_init__(self) -> None:
        for text in self.texts:
            pattern(text)


class Done(NamedTuple):
    """A finished picture."""

    data: bytes
    #: For --json.
    report: dict[str, Any]
    warnings: list[str]


class _Found(NamedTuple):
    """A region, with what the report says of it."""

    region: Region
    style: Style
    origin: str


def cover_picture(data: bytes, job: ImageJob, target: str = "-") -> Done:
    """Covers a picture of a file's bytes. `target` gives the format by its ending, where the job gives none."""
    warnings: list[str] = []
    source = read_image(data, all_pages=job.all_pages, max_pixels=job.max_pixels)
    format = output_format(target, job.format, source.format)
    _keep(source, job, warnings)
    texts, words = _texts(source, job, warnings)
    found = [*_drawn(source.size, job), *texts]
    for style in dict.fromkeys(item.style for item in found):
        if is_reversible(style):
            warnings.append(attack_rates.warning(style))
    block = source.block if job.codec_block is None else job.codec_block
    styles = list(dict.fromkeys(item.style for item in found))
    options = {
        "styles": styles,
        "sampling_gap": job.sampling_gap,
        "dilation": job.dilation,
        "size_multiple": job.size_multiple or 0,
        "codec_block": block,
    }

    def cover(frame: Any, grid: Grid) -> Cover:
        # Pages may have sizes of their own, of which regions may be parts.
        of_frame = found if frame.size == source.size else [*_drawn(frame.size, job), *texts]
        regions = [replace(item.region, style=styles.index(item.style)) for item in of_frame]
        if job.codec_block is None and max(grid.unit) > 16:
            regions = [widened(region, grid, job.dilation) for region in regions]
        return Cover(regions, options, grid.offset if block else (0, 0))

    covers = [cover(frame, grid) for frame, grid in zip(source.frames, source.grids, strict=True)]
    covered = [cover_image(frame, cover) for frame, cover in zip(source.frames, covers, strict=True)]
    report = total([report for _, report in covered])
    _check(report, job, warnings)
    if job.preview:
        warnings.append("this is a preview: it shows what is to be covered")
        frames = [preview(frame, cover) for frame, cover in zip(source.frames, covers, strict=True)]
    else:
        frames = [image for image, _ in covered]
    encoded = encode(source, frames, format, job.quality, warnings.append)
    return Done(encoded, _report(source, format, block, report, found, words, job), list(dict.fromkeys(warnings)))


def _keep(source: Source, job: ImageJob, warnings: list[str]) -> None:
    """Takes out what is not to be kept, and tells of what may be missed."""
    if source.icc and not job.keep_icc:
        source.icc = None
        warnings.append("a colour profile was left out, so colours may look a little different (--keep-icc)")
    if job.keep_icc and "icc" in source.metadata:
        source.metadata.remove("icc")
    if source.spreads:
        unsure = source.format in _UNSURE
        told = f"{source.format}, if it is not a lossless one," if unsure else f"a lossy {source.format}"
        warnings.append(
            f"{told} makes each part from others: a trace of the inside may stand outside"
            " (docs/reference/command.md); redact what it was made from, if you can"
        )
    if source.pages_left:
        warnings.append(f"further pages were left out: {source.pages_left} (--all-pages)")


def _drawn(size: tuple[int, int], job: ImageJob) -> list[_Found]:
    """The regions of a frame of a size, as far as they are given."""
    found: list[_Found] = []
    for origin, regions in job.regions:
        styles = regions.styles
        found += [_Found(region, styles[region.style], origin) for region in regions.still(size)]
    return found


def _texts(source: Source, job: ImageJob, warnings: list[str]) -> tuple[list[_Found], int]:
    """The regions of what is read in any frame, and how many words were."""
    if not job.texts:
        return [], 0
    found: list[_Found] = []
    missing: list[str] = []
    # What was read in one frame is covered in all: in others it may have been there, and not been read.
    readings = [(frame.size, read_words(frame, job.language)) for frame in _distinct(source.frames)]
    size_multiple = TEXT_SNAP if job.size_multiple is None else job.size_multiple
    for text in job.texts:
        boxes = [snapped(box, size, size_multiple) for size, reading in readings for box in reading.find(pattern(text))]
        if not boxes:
            missing.append(text)
        found += [_Found(Region(box), job.style, f"text:{text}") for box in dict.fromkeys(boxes)]
    if missing:
        told = f"no text was found for {', '.join(dict.fromkeys(missing))}"
        if not job.allow_nothing:
            raise CommandError(told, _HINT, Exit.NOTHING)
        warnings.append(told)
    return found, sum(reading.word_count for _, reading in readings)


def _distinct(frames: list[Any]) -> list[Any]:
    seen: dict[tuple[tuple[int, int], bytes], Any] = {}
    for frame in frames:
        seen.setdefault((frame.size, frame.tobytes()), frame)
    return list(seen.values())


def _check(report: Report, job: ImageJob, warnings: list[str]) -> None:
    missed = report.regions - report.regions_inside
    if report.regions_inside == 0 and not job.allow_nothing:
        what = "all regions are outside of the picture" if report.regions else "nothing was found to cover"
        raise CommandError(what, _HINT, Exit.NOTHING)
    if missed:
        warnings.append(f"{missed} of {report.regions} regions are outside of the picture")


def _report(
    source: Source, format: str, block: int, report: Report, found: list[_Found], words: int, job: ImageJob
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
        "codec_block": block,
        "pixels": report.pixels,
        "regions": [_told(item) for item in found],
        "words_read": words,
        "left_out": source.metadata,
        "preview": job.preview,
    }


def _told(item: _Found) -> dict[str, Any]:
    """A region in the report. What was read there is not told."""
    region = item.region
    place: dict[str, Any] = (
        {"points": [list(point) for point in region.points]} if region.points else {"box": list(region.rect)}
    )
    return {"from": item.origin, "shape": region.shape.name.lower(), **place, "style": style_word(item.style)}
