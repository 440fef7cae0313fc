# SPDX-License-Identifier: MIT
"""scrim video: covers regions of a video."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrim import Region, Style

from . import attack_rates
from .errors import CommandError, Exit, UsageError, add_json_option, need, tell, warn
from .progress_bar import ProgressBar
from .regions_file import FileRegion, Place, Regions, load_regions
from .style_words import HELP, is_reversible, parse_style

if TYPE_CHECKING:
    from ..video import Track, VideoInfo, VideoOptions, VideoReport

_DESCRIPTION = """\
Covers regions of a video. Every picture is decoded, covered and encoded anew, at the time that it had; audio and
subtitles are copied as they are, and nothing else is. Regions are pixels of the picture as it is shown, turned if the
file says so; times are seconds from the first picture. Where anything fails, no file is written."""

_EPILOG = """\
examples:
  scrim video call.mp4 safe.mp4 --regions faces.json
  scrim video call.mp4 safe.mkv --rect 40,60,300,48 --style frost:7 --crf 20
  scrim video street.mp4 safe.mp4 --regions plates.json --hold 0.5 --max-speed 400"""


def _numbers(text: str) -> tuple[float, ...]:
    numbers = tuple(float(word) for word in text.split(","))
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)) or min(numbers[2:]) <= 0:
        raise argparse.ArgumentTypeError(f"X,Y,WIDTH,HEIGHT is needed, not {text!r}")
    return numbers


def _from_zero(text: str) -> float:
    value = float(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"a number from 0 is needed, not {text}")
    return value


def _pixels(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 4096:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 4096 is needed, not {text}")
    return value


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "video",
        help="cover regions of a video",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("input", metavar="IN", help="a video that FFmpeg reads")
    parser.add_argument("output", metavar="OUT", help="a new file: its suffix says of which kind (.mp4, .mkv, .webm …)")
    what = parser.add_argument_group("what to cover")
    what.add_argument(
        "--regions", action="append", default=[], metavar="FILE", help="a JSON file of regions, which may move"
    )
    what.add_argument(
        "--rect", type=_numbers, action="append", default=[], metavar="X,Y,W,H", help="a rectangle, all the time"
    )
    add_covering_options(parser.add_argument_group("how to cover it"))
    add_encoding_options(parser.add_argument_group("what to write"))
    add_json_option(parser)


def add_covering_options(how: argparse._ArgumentGroup) -> None:
    how.add_argument("--style", default="solid", metavar="STYLE", help=f"of --rect: {HELP}")
    how.add_argument(
        "--hold", type=_from_zero, default=0.15, metavar="SECONDS",
        help="cover regions that come and go so much longer, before and after (default: 0.15)",
    )  # fmt: skip
    how.add_argument(
        "--max-speed", type=_from_zero, default=0.0, metavar="PIXELS",
        help="how far what is covered may move in a second: regions grow by that, away from keyframes (default: 0)",
    )  # fmt: skip
    how.add_argument("--dilation", type=_pixels, default=0, metavar="N", help="grow regions by N pixels")
    how.add_argument(
        "--size-multiple", type=_pixels, default=0, metavar="N", help="round the size of regions outward (default: 0)"
    )
    how.add_argument(
        "--sampling-gap", type=_pixels, default=2, metavar="N", help="pixels around that are not used (default: 2)"
    )
    how.add_argument(
        "--codec-block", type=int, choices=(0, 8, 16), default=16,
        help="round regions outward to the blocks of IN's codec (default: 16)",
    )  # fmt: skip
    how.add_argument(
        "--convert", action="store_true", help="make pictures of other formats (10 bits, 4:2:2 …) 8-bit 4:2:0 first"
    )


def add_encoding_options(out: argparse._ArgumentGroup) -> None:
    out.add_argument("--codec", metavar="NAME", help="an encoder of FFmpeg (default: libx264; for .webm libvpx-vp9)")
    out.add_argument("--crf", type=_from_zero, metavar="N", help="the encoder's constant quality (libx264: default 18)")
    out.add_argument("--preset", metavar="NAME", help="the encoder's preset (libx264: default medium)")
    out.add_argument("--no-audio", action="store_true", help="leave audio out: it may tell what pictures no longer do")
    out.add_argument("--no-subtitles", action="store_true", help="leave subtitles out")


def run(args: argparse.Namespace) -> int:
    video = need("scrim_tools.video", "PyAV", "video")
    regions = _regions(args)
    for style in dict.fromkeys(region.style for given in regions for region in given.regions):
        if is_reversible(style):
            warn(args, attack_rates.warning(style))
    try:
        info = video.probe(args.input)
        tracks, styles = tracks_of(regions, info)
        options: VideoOptions = video.VideoOptions(
            styles=styles,
            hold=args.hold,
            max_speed=args.max_speed,
            sampling_gap=args.sampling_gap,
            dilation=args.dilation,
            size_multiple=args.size_multiple,
            codec_block=args.codec_block,
            codec=args.codec,
            crf=args.crf,
            preset=args.preset,
            audio=not args.no_audio,
            subtitles=not args.no_subtitles,
            convert=args.convert,
        )
        with ProgressBar("frames", info.frames, show=not args.json) as bar:
            report: VideoReport = video.redact_video(
                args.input, args.output, tracks, options, lambda progress: bar.update(progress.frames)
            )
    except video.NothingCoveredError as error:
        raise CommandError(f"{args.input}: {error}", error.hint, Exit.NOTHING) from error
    except video.VideoError as error:
        raise CommandError(f"{args.input}: {error}", error.hint) from error
    for message in warnings_of(report):
        warn(args, message)
    result = {"input": args.input, "output": args.output, **report.as_dict()}
    rate = report.frames / max(report.elapsed, 1e-9)
    text = f"{args.output}: {report.frames} frames, {report.frames_covered} with something covered, {rate:.1f} frames/s"
    tell(args, result, text)
    return Exit.DONE


def _regions(args: argparse.Namespace) -> list[Regions]:
    given = [load_regions(name) for name in args.regions]
    if args.rect:
        style = parse_style(args.style)
        places = [FileRegion(Region().shape, style, index, (Place(0.0, rect),)) for index, rect in enumerate(args.rect)]
        given.append(Regions(tuple(places)))
    if not any(regions.regions for regions in given):
        raise UsageError("there is nothing to cover", "say --regions FILE or --rect X,Y,W,H")
    if not Path(args.output).suffix:
        raise UsageError(f"{args.output} has no suffix that says what kind of file it is to be", "say OUT.mp4")
    folder = Path(args.output).resolve().parent
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder", "make it first")
    return given


def tracks_of(given: list[Regions], info: VideoInfo) -> tuple[list[Track], list[Style]]:
    """The regions of files as tracks of a video, and the styles that they choose from."""
    from ..video import Track

    size = (info.width, info.height)
    styles = list(dict.fromkeys(style for regions in given for style in regions.styles))
    tracks = []
    for regions in given:
        for region in regions.regions:
            keyframes = [(place.time, _region(regions, region, place, size, styles)) for place in region.places]
            tracks.append(Track(keyframes, region.start, region.end, region.held))
    return tracks, styles


def _region(regions: Regions, region: FileRegion, place: Place, size: tuple[int, int], styles: list[Style]) -> Region:
    return replace(regions.region(region, place, size), style=styles.index(region.style))


def warnings_of(report: Any) -> list[str]:
    """What of a video's report somebody should see who does not read reports."""
    found = []
    if report.dropped:
        found.append(f"left out: {', '.join(report.dropped)}")
    if report.converted_before:
        found.append(f"pictures were converted from {report.pixel_format} to {report.converted_before} first")
    if report.converted_after:
        found.append(f"pictures were converted to {report.converted_after} for {report.codec}")
    if report.alpha_dropped:
        found.append("transparency was left out: what it hid is seen now, unless a region covers it")
    if report.missing:
        found.append(f"the file says that it is {report.missing:.1f} s longer: it may have been cut off")
    if not report.exact_times:
        found.append("this kind of file cannot hold the times of all pictures exactly: they were rounded")
    return found
