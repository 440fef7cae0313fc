# SPDX-License-Identifier: MIT
"""The command `scrim shot`, which takes a screenshot without the secure regions of a feed."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from scrim import InvalidArgumentError, Subscriber

from ..errors import CommandError, Exit, UsageError, add_json_option, naming, need, printable, shown, tell, warn
from ..shot import MOST_LATENCY_NS, FeedReader, Shot, ShotError, covered_shot
from ..style_words import parse_style
from .image_files import Source
from .image_write import encode, output_format
from .input_output import check_target, write_output
from .option_types import number, whole_number
from .screens import open_screen

_DESCRIPTION = """\
Takes a screenshot and covers the secure regions of a feed: with scrim-watch, password fields and what its rules name.
The command reads the secure regions before and after the picture, and covers both. If they differ by more than the
dilation, or if nothing publishes the feed, nothing is written."""

_EPILOG = """\
examples:
  scrim shot desktop.png
  scrim shot window.png --crop 100,50,640,480 --style frost
  scrim shot - --feed bank > screen.png"""


def _crop(word: str) -> tuple[int, int, int, int]:
    try:
        x, y, width, height = (int(part) for part in word.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be four whole numbers X,Y,W,H (got {shown(word)})") from None
    if min(x, y) < 0 or min(width, height) < 1:
        raise argparse.ArgumentTypeError(f"X and Y must be 0 or greater, W and H 1 or greater (got {shown(word)})")
    return x, y, width, height


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "shot",
        help="take a screenshot without secrets",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("output", metavar="OUT", help="the new file; - is standard output")
    parser.add_argument("--feed", default="watch", metavar="NAME", help="the feed that publishes the secure regions (default: watch)")
    told = "the screen (default: sway if SWAYSOCK is set, or else x11)"
    parser.add_argument("--screen", choices=("x11", "sway"), help=told)
    parser.add_argument("--crop", type=_crop, metavar="X,Y,W,H", help="write only this part of the screen")
    told = "how to cover: solid[:#RRGGBB], frost[:SEED] or tiles[:SEED] (default: solid)"
    parser.add_argument("--style", default="solid", metavar="STYLE", help=told)
    told = "enlarge regions by N pixels on each side, which they may also move (default: 8)"
    parser.add_argument("--dilation", type=whole_number(0, 4096), default=8, metavar="N", help=told)
    told = "longest time from a change on the screen until the feed reports it (default: 0.1)"
    parser.add_argument("--max-latency", type=number(0, MOST_LATENCY_NS / 1e9), default=0.1, metavar="SECONDS", help=told)
    told = "how often to try while something moves (default: 5)"
    parser.add_argument("--tries", type=whole_number(1, 1000), default=5, metavar="N", help=told)
    parser.add_argument("--format", metavar="FORMAT", help="png, jpeg, webp … (default: by OUT's suffix, or else png)")
    parser.add_argument("--quality", type=whole_number(1, 100), metavar="N", help="quality of a JPEG, WebP or AVIF (default: 90)")
    add_json_option(parser)


def _taken(args: argparse.Namespace) -> Shot:
    style = parse_style(args.style, "--style")
    if style.kind.is_reversible:
        raise UsageError(f"--style must be solid, frost or tiles (got {shown(args.style)})", "other styles do not hide the content")
    need("numpy", "numpy")
    screen = open_screen(args.screen)
    latency = math.ceil(args.max_latency * 1e9)
    try:
        with Subscriber(args.feed) as subscriber:
            reader = FeedReader(subscriber, args.feed, origin=screen.origin, max_latency_ns=latency, whole_screen=True)
            return covered_shot(reader.read, screen.take, style=style, dilation=args.dilation, tries=args.tries)
    except InvalidArgumentError as error:
        raise UsageError(f"--feed: {error}") from error
    except ShotError as error:
        raise CommandError(str(error), error.hint) from error


def _cropped(picture: Any, crop: tuple[int, int, int, int] | None) -> Any:
    if crop is None:
        return picture
    x, y, width, height = crop
    if x + width > picture.width or y + height > picture.height:
        told = ",".join(map(str, crop))
        raise UsageError(f"--crop must be inside the screen of {picture.width} × {picture.height} pixels (got {told})")
    return picture.crop((x, y, x + width, y + height))


def run(args: argparse.Namespace) -> int:
    check_target("-", args.output)
    format = output_format(args.output, args.format, "PNG")
    shot = _taken(args)
    picture = _cropped(shot.picture, args.crop)
    warnings: list[str] = []
    with naming(args.output):
        data = encode(Source(format, [picture]), [picture], format, args.quality, warnings.append)
    write_output(args.output, data)
    for message in warnings:
        warn(args, message)
    pixels = shot.report.pixels
    report = {
        "output": args.output,
        "format": format,
        "width": picture.width,
        "height": picture.height,
        "feed": args.feed,
        "pixels": pixels,
        "dilation": args.dilation,
        "tries": shot.tries,
    }
    text = f"{printable(args.output)}: {picture.width} × {picture.height} pixels; {pixels} pixel{'s' * (pixels != 1)} of the screen covered"
    tell(args, report, text, sys.stderr if args.output == "-" else sys.stdout)
    return Exit.DONE
