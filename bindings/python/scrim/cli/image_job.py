# SPDX-License-Identifier: MIT
"""One picture from bytes to bytes: read, covered, written. No file is touched here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..redact import Report
from ..regions import Region
from ..styles import Style
from . import attack_rates
from .errors import CommandError, Exit
from .image_files import MAX_PIXELS, Source, read_image
from .image_modes import Cover, cover_image, total
from .image_preview import preview
from .image_write import encode, output_format
from .ocr import Box, read_words, snapped
from .regions_file import Regions
from .style_words import is_cosmetic, style_word
from .text_patterns import pattern

#: To what the width of a box around words is rounded, where nothing is said.
TEXT_SNAP = 32


@dataclass(frozen=True)
class ImageJob:
    """What is to be done to a picture, or to many."""

    #: Regions, with the words that tell where they are from.
    regions: tuple[tuple[str, Regions], ...] = ()
    #: Patterns of text to look for, and how they are covered.
    texts: tuple[str, ...] = ()
    style: Style = field(default_factory=Style)
    language: str = "eng"
    guard: int = 2
    dilation: int = 0
    #: None: 0, and TEXT_SNAP for the boxes of texts.
    snap: int | None = None
    #: None: 16 where the picture was compressed in blocks, else 0.
    source_block: int | None = None
    format: str | None = None
    quality: int | None = None
    keep_icc: bool = False
    all_pages: bool = False
    #: Where nothing is covered, write the picture all the same.
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
    found, words = _regions(source, job, warnings)
    for style in dict.fromkeys(item.style for item in found):
        if is_cosmetic(style):
            warnings.append(attack_rates.warning(style))
    block = source.block if job.source_block is None else job.source_block
    styles = list(dict.fromkeys(item.style for item in found))
    options = {
        "styles": styles,
        "guard": job.guard,
        "dilation": job.dilation,
        "snap": job.snap or 0,
        "source_block": block,
    }
    regions = [replace(item.region, style=styles.index(item.style)) for item in found]
    cover = Cover(regions, options, source.block_offset if block else (0, 0))
    covered = [cover_image(frame, cover) for frame in source.frames]
    report = total([report for _, report in covered])
    _check(report, job, warnings)
    if job.preview:
        warnings.append("this is a preview: it shows what is to be covered")
        frames = [preview(frame, cover) for frame in source.frames]
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
    if not source.lossless and source.format != "JPEG":
        warnings.append(
            f"a lossy {source.format} predicts each part from others: a faint trace of the inside may stand outside"
            " (docs/command.md); redact what it was made from, if you can"
        )
    if source.pages_left:
        warnings.append(f"further pages were left out: {source.pages_left} (--all-pages)")


def _regions(source: Source, job: ImageJob, warnings: list[str]) -> tuple[list[_Found], int]:
    """The regions of all frames, and how many words were read."""
    found: list[_Found] = []
    for origin, regions in job.regions:
        styles = regions.styles
        found += [_Found(region, styles[region.style], origin) for region in regions.still(source.size)]
    if not job.texts:
        return found, 0
    # What was read in one frame is covered in all: in others it may have been there, and not been read.
    readings = [read_words(frame, job.language) for frame in _distinct(source.frames)]
    snap = TEXT_SNAP if job.snap is None else job.snap
    for text in job.texts:
        boxes: dict[Box, None] = dict.fromkeys(box for reading in readings for box in reading.find(pattern(text)))
        if not boxes:
            warnings.append(f"no text was found for {text}")
        for box in boxes:
            region = Region(snapped(box, source.size, snap))
            found.append(_Found(region, job.style, f"text:{text}"))
    return found, sum(reading.word_count for reading in readings)


def _distinct(frames: list[Any]) -> list[Any]:
    seen: dict[bytes, Any] = {}
    for frame in frames:
        seen.setdefault(frame.tobytes(), frame)
    return list(seen.values())


def _check(report: Report, job: ImageJob, warnings: list[str]) -> None:
    missed = report.regions - report.regions_inside
    if report.regions_inside == 0 and not job.allow_nothing:
        what = "all regions are outside of the picture" if report.regions else "nothing was found to cover"
        raise CommandError(what, "look at it with --preview; --allow-nothing writes it uncovered", Exit.NOTHING)
    if missed:
        warnings.append(f"{missed} of {report.regions} regions are outside of the picture")


def _report(
    source: Source, format: str, block: int, report: Report, found: list[_Found], words: int, job: ImageJob
) -> dict[str, Any]:
    return {
        "outcome": report.outcome.name.lower(),
        "strength": report.strength.name.lower(),
        "format": format,
        "source_format": source.format,
        "width": source.size[0],
        "height": source.size[1],
        "frames": len(source.frames),
        "orientation": source.orientation,
        "source_block": block,
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
