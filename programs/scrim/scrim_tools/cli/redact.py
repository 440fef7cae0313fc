# SPDX-License-Identifier: MIT
"""scrim redact: covers regions of a picture."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from scrim import Shape, Style

from .errors import Exit, UsageError, add_json_option, tell, warn
from .image_files import MAX_PIXELS
from .image_job import TEXT_SNAP, ImageJob, cover_picture
from .input_output import check_target, read_input, write_output
from .ocr import check_language
from .regions_file import FORMATS, FileRegion, Place, Regions, load_regions, wrong_place
from .style_words import HELP, parse_style
from .text_patterns import NAMED

_DESCRIPTION = """\
Covers regions of a picture, of any kind that Pillow reads, and writes a new file that holds pixels alone: what a
camera or an editor wrote beside them is left out, and a turned photograph is written upright. Regions are pixels of
the upright picture. Of animations every frame is covered. Where anything fails, nothing is written."""

_EPILOG = """\
A number that begins with a minus is written with an equals sign: --rect=-5,0,40,20.

examples:
  scrim redact shot.png safe.png --rect 90,190,320,50
  scrim redact photo.jpg safe.jpg --ellipse 300,190,110,150 --style frost:7
  scrim redact receipt.png safe.png --text card --text email --report
  scrim redact form.png safe.png --text 're:Account \\d+'
  grim - | scrim redact - - --regions panel.json > safe.png"""


class _Drawn(argparse.Action):
    """A region: they keep the order in which they are given, whatever their shapes."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        shape = Shape[str(option_string).removeprefix("--").replace("-", "_").upper()]
        try:
            drawn = _drawn(shape, values)
        except ValueError as error:
            parser.error(f"argument {option_string}: {error}")
        namespace.drawn = [*(namespace.drawn or []), drawn]


def _drawn(shape: Shape, text: str) -> tuple[Shape, tuple[float, ...], float]:
    """A shape with its numbers and its radius."""
    try:
        numbers = tuple(float(word) for word in text.replace(";", ",").replace(" ", ",").split(",") if word)
    except ValueError:
        raise ValueError(f"{text!r} are no numbers with commas between") from None
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{text!r}: every number must be finite")
    if shape == Shape.POLYGON:
        if len(numbers) < 6 or len(numbers) % 2:
            raise ValueError(f"three points or more are needed, X,Y each, not {len(numbers)} numbers")
        return shape, numbers, 0.0
    wanted = 5 if shape == Shape.ROUNDED_RECT else 4
    if len(numbers) != wanted:
        raise ValueError(f"{wanted} numbers are needed, not {len(numbers)}")
    return shape, numbers[:4], numbers[4] if wanted == 5 else 0.0


def _whole(low: int, high: int) -> Any:
    def read(word: str) -> int:
        value = int(word)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is not from {low} to {high}")
        return value

    read.__name__ = "whole number"
    return read


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "redact",
        help="cover regions of a picture",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("input", metavar="IN", help="a picture; - is standard input")
    parser.add_argument("output", metavar="OUT", help="a new file, in the format of its ending; - is standard output")
    what = parser.add_argument_group("what to cover")
    for name, numbers in {
        "rect": "X,Y,W,H",
        "ellipse": "X,Y,W,H",
        "rounded-rect": "X,Y,W,H,R",
        "polygon": "X,Y,X,Y,X,Y…",
    }.items():
        article = "an" if name == "ellipse" else "a"
        told = f"{article} {name.replace('-', ' ').replace('rect', 'rectangle')}; may be given again"
        what.add_argument(f"--{name}", action=_Drawn, dest="drawn", metavar=numbers, help=told)
    what.add_argument("--boxes", choices=FORMATS, default="xywh", help="what the four numbers are (default: xywh)")
    what.add_argument("--regions", action="append", default=[], metavar="FILE", help="a JSON file of regions")
    names = ", ".join(NAMED)
    what.add_argument(
        "--text",
        action="append",
        default=[],
        metavar="PATTERN",
        help=f"text that tesseract reads: {names}, or re: and a regular expression; may be given again",
    )
    what.add_argument("--language", default="eng", metavar="LANG", help="what tesseract reads (default: eng)")
    what.add_argument("--all-pages", action="store_true", help="keep all pages of a TIFF, covered alike")
    what.add_argument("--allow-nothing", action="store_true", help="write the picture even if something was not found")
    how = parser.add_argument_group("how to cover it")
    how.add_argument("--style", default="solid", metavar="STYLE", help=HELP)
    how.add_argument("--dilation", type=_whole(0, 4096), default=0, metavar="N", help="grow regions by N pixels")
    told = f"round the size of regions outward (default: 0; texts' width: {TEXT_SNAP})"
    how.add_argument("--size-multiple", type=_whole(0, 4096), metavar="N", help=told)
    how.add_argument("--sampling-gap", type=_whole(0, 64), default=2, metavar="N", help="pixels around that are not used")
    told = "round regions outward to a codec's blocks (default: 16 for JPEG and the like)"
    how.add_argument("--codec-block", type=int, choices=(0, 8, 16), help=told)
    out = parser.add_argument_group("what to write")
    out.add_argument("--format", metavar="FORMAT", help="png, jpeg, webp … (default: OUT's ending, else IN's format)")
    out.add_argument("--quality", type=_whole(1, 100), metavar="N", help="of JPEG, WebP and AVIF (default: as IN)")
    out.add_argument("--keep-icc", action="store_true", help="keep the colour profile")
    out.add_argument("--overwrite-input", action="store_true", help="allow OUT to be IN")
    out.add_argument("--preview", action="store_true", help="draw the regions instead of covering them")
    told = f"of all frames, at the most (default: {MAX_PIXELS})"
    out.add_argument("--max-pixels", type=_whole(1, 2**40), default=MAX_PIXELS, metavar="N", help=told)
    add_json_option(out, "--report")


def _job(args: argparse.Namespace) -> ImageJob:
    style = parse_style(args.style)
    regions = [(name, load_regions(name)) for name in args.regions]
    if args.drawn:
        regions.append(("command line", _drawn_regions(args.drawn, style, args.boxes)))
    if not any(given.regions for _, given in regions) and not args.text and not args.allow_nothing:
        raise UsageError("there is nothing to cover", "say --rect X,Y,W,H, --regions FILE or --text PATTERN")
    return ImageJob(
        regions=tuple(regions),
        texts=tuple(args.text),
        style=style,
        language=check_language(args.language),
        sampling_gap=args.sampling_gap,
        dilation=args.dilation,
        size_multiple=args.size_multiple,
        codec_block=args.codec_block,
        format=args.format,
        quality=args.quality,
        keep_icc=args.keep_icc,
        all_pages=args.all_pages,
        allow_nothing=args.allow_nothing,
        preview=args.preview,
        max_pixels=args.max_pixels,
    )


def _drawn_regions(drawn: list[tuple[Shape, tuple[float, ...], float]], style: Style, format: Any) -> Regions:
    places = [(shape, Place(0.0, numbers, radius)) for shape, numbers, radius in drawn]
    for shape, place in places:
        wrong = wrong_place(shape, place.numbers, format)
        if wrong or not 0 <= place.radius <= 2.0**30:
            told = ",".join(f"{number:g}" for number in place.numbers)
            name = shape.name.lower().replace("_", "-")
            raise UsageError(f"--{name} {told} {wrong or 'has no such radius'}", "see --boxes for what the numbers are")
    return Regions(
        tuple(FileRegion(shape, style, index, (place,)) for index, (shape, place) in enumerate(places)), format
    )


def run(args: argparse.Namespace) -> int:
    job = _job(args)
    check_target(args.input, args.output, args.overwrite_input)
    done = cover_picture(read_input(args.input), job, args.output)
    write_output(args.output, done.data)
    for message in done.warnings:
        warn(args, message)
    report = {"input": args.input, "output": args.output, **done.report}
    covered = len(report["regions"])
    text = f"{args.output}: {covered} region{'s' * (covered != 1)}, {report['pixels']} pixels"
    if args.text:
        text += f", of {report['words_read']} words that were read: look at it, what is not read is not covered"
    tell(args, report, text, sys.stderr if args.output == "-" else sys.stdout)
    return Exit.DONE
