# SPDX-License-Identifier: MIT
"""The command `scrim redact`, which covers regions of a picture."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from scrim import Shape, Style

from ..errors import Exit, UsageError, add_json_option, naming, printable, shown, tell, warn
from ..regions import FORMATS, FileRegion, Place, Regions, load_regions, wrong_place
from ..style_words import HELP, parse_style
from ..text import check_language
from .image_files import MAX_PIXELS
from .image_job import TEXT_SNAP, ImageJob, cover_picture, crossed_warning
from .input_output import check_target, read_input, write_output
from .option_types import whole_number
from .region_options import add_region_options, add_text_options, check_choice, choice_of, picture_name

_DESCRIPTION = """\
Covers regions of a picture and writes a new file. Pillow must be able to read the picture. The new file contains only
pixels: metadata, thumbnails and comments are left out. A rotated photograph is written upright, and regions are given
in pixels of the upright picture. Every frame of an animation is covered. If anything fails, nothing is written."""

_EPILOG = """\
If the first number of a region is negative, write an equals sign: --rect=-5,0,40,20.

examples:
  scrim redact shot.png safe.png --rect 90,190,320,50
  scrim redact photo.jpg safe.jpg --ellipse 300,190,110,150 --style frost:7

examples with text and pipes:
  scrim redact receipt.png safe.png --text card --text email --report
  scrim redact form.png safe.png --text 're:Account \\d+'
  grim - | scrim redact - - --regions panel.json > safe.png"""


class _Drawn(argparse.Action):
    """Collects the regions of all shapes in the order in which they are given."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        shape = Shape[str(option_string).removeprefix("--").replace("-", "_").upper()]
        try:
            drawn = _drawn(shape, values)
        except ValueError as error:
            parser.error(f"argument {option_string}: {error}")
        namespace.drawn = [*(namespace.drawn or []), drawn]


def _drawn(shape: Shape, text: str) -> tuple[Shape, tuple[float, ...], float]:
    """Returns a shape with its numbers and its radius. Raises ValueError."""
    try:
        numbers = tuple(float(word) for word in text.replace(";", ",").replace(" ", ",").split(",") if word)
    except ValueError:
        raise ValueError(f"must be numbers separated by commas (got {shown(text)})") from None
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"all numbers must be finite (got {shown(text)})")
    if shape == Shape.POLYGON:
        if len(numbers) < 6 or len(numbers) % 2:
            raise ValueError(f"must be three or more points X,Y (got {len(numbers)} numbers)")
        return shape, numbers, 0.0
    wanted = 5 if shape == Shape.ROUNDED_RECT else 4
    if len(numbers) != wanted:
        raise ValueError(f"must be {wanted} numbers separated by commas (got {len(numbers)}: {shown(text)})")
    return shape, numbers[:4], numbers[4] if wanted == 5 else 0.0


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "redact",
        help="cover regions of a picture",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("input", metavar="IN", help="the picture; - is standard input")
    parser.add_argument("output", metavar="OUT", help="the new file; - is standard output")
    what = parser.add_argument_group("what to cover")
    for name, numbers in {
        "rect": "X,Y,W,H",
        "ellipse": "X,Y,W,H",
        "rounded-rect": "X,Y,W,H,R",
        "polygon": "X,Y,X,Y,X,Y…",
    }.items():
        article = "an" if name == "ellipse" else "a"
        told = f"cover {article} {name.replace('-', ' ').replace('rect', 'rectangle')}; may be repeated"
        what.add_argument(f"--{name}", action=_Drawn, dest="drawn", metavar=numbers, help=told)
    what.add_argument("--boxes", choices=FORMATS, default="xywh", help="meaning of the four numbers of a box (default: xywh)")
    what.add_argument("--regions", action="append", default=[], metavar="FILE", help="cover the regions or boxes in a file; may be repeated")
    add_region_options(what)
    add_text_options(what)
    what.add_argument("--all-pages", action="store_true", help="keep all pages of a TIFF; each is covered in the same places")
    told = "write the picture even if a region covers no pixel, or a pattern finds nothing"
    what.add_argument("--allow-nothing", action="store_true", help=told)
    how = parser.add_argument_group("how to cover it")
    how.add_argument("--style", default="solid", metavar="STYLE", help=HELP)
    told = "enlarge regions by N pixels on each side (default: as far as IN's codec spreads pixels, or else 0)"
    how.add_argument("--dilation", type=whole_number(0, 4096), metavar="N", help=told)
    told = "enlarge all regions by 16 pixels more, or by 32, if content crosses the border of one of them"
    how.add_argument("--auto-dilate", action="store_true", help=told)
    told = f"round widths and heights of regions up to a multiple of N (default: 0; width of found text: {TEXT_SNAP})"
    how.add_argument("--size-multiple", type=whole_number(0, 4096), metavar="N", help=told)
    told = "take no colors for frost and tiles from the N pixels around a region (default: 2)"
    how.add_argument("--sampling-gap", type=whole_number(0, 64), default=2, metavar="N", help=told)
    told = "round regions outward to the blocks of IN's codec, of this size (default: as IN's codec needs)"
    how.add_argument("--codec-block", type=int, choices=(0, 8, 16), help=told)
    out = parser.add_argument_group("what to write")
    out.add_argument("--format", metavar="FORMAT", help="png, jpeg, webp … (default: by OUT's suffix, or else IN's format)")
    told = "quality of a JPEG, WebP or AVIF (default: as in IN, or else 90)"
    out.add_argument("--quality", type=whole_number(1, 100), metavar="N", help=told)
    out.add_argument("--keep-icc", action="store_true", help="keep the color profile")
    out.add_argument("--overwrite-input", action="store_true", help="allow OUT to be the same file as IN")
    out.add_argument("--preview", action="store_true", help="show the regions instead of covering them")
    told = f"refuse pictures of more pixels, all frames together (default: {MAX_PIXELS})"
    out.add_argument("--max-pixels", type=whole_number(1, 2**40), default=MAX_PIXELS, metavar="N", help=told)
    add_json_option(out, "--report")


def _job(args: argparse.Namespace) -> ImageJob:
    style = parse_style(args.style, "--style")
    choice, picture = choice_of(args, style), picture_name(args.input)
    regions = [(name, load_regions(name, choice, picture=picture)) for name in args.regions]
    check_choice(choice, (given for _, given in regions))
    if args.drawn:
        regions.append(("command line", _drawn_regions(args.drawn, style, args.boxes)))
    if not any(given.regions for _, given in regions) and not args.text and not args.allow_nothing:
        raise UsageError("no region is given", "add --rect X,Y,W,H, --regions FILE or --text PATTERN")
    return ImageJob(
        regions=tuple(regions),
        texts=tuple(args.text),
        style=style,
        language=check_language(args.language, "--language"),
        sampling_gap=args.sampling_gap,
        dilation=args.dilation,
        auto_dilate=args.auto_dilate,
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
        hint = f"these are numbers for --boxes {format}; the others are xywh, xyxy and normalized" if "greater than" in wrong else ""
        if not wrong and not 0 <= place.radius <= 2.0**30:
            wrong = f"the radius must be from 0 to {2**30} (got {place.radius:g})"
        if wrong:
            numbers = [*place.numbers, *([place.radius] if shape == Shape.ROUNDED_RECT else [])]
            told = ",".join(f"{number:g}" for number in numbers)
            name = shape.name.lower().replace("_", "-")
            raise UsageError(f"--{name} {told}: {wrong}", hint)
    return Regions(
        tuple(FileRegion(shape, style, index, (place,)) for index, (shape, place) in enumerate(places)), format
    )


def run(args: argparse.Namespace) -> int:
    job = _job(args)
    check_target(args.input, args.output, args.overwrite_input)
    with naming("standard input" if args.input == "-" else args.input):
        done = cover_picture(read_input(args.input), job, args.output)
    write_output(args.output, done.data)
    for message in done.warnings:
        warn(args, message)
    if done.crossed:
        warn(args, crossed_warning(done.crossed, args.auto_dilate, done.report["dilation"]))
    report = {"input": args.input, "output": args.output, **done.report}
    covered = len(report["regions"])
    text = f"{printable(args.output)}: {covered} region{'s' * (covered != 1)}, {report['pixels']} pixel{'s' * (report['pixels'] != 1)} covered"
    if args.text:
        text += (
            f"; tesseract read {report['words_read']} words. Check the picture: text that was not read is not covered."
        )
    tell(args, report, text, sys.stderr if args.output == "-" else sys.stdout)
    return Exit.DONE
