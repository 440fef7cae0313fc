# SPDX-License-Identifier: MIT
"""The command `scrim video`, which covers regions of a video."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrim import Region, Shape, Style

from ..errors import CommandError, Exit, UsageError, add_json_option, naming, need, printable, shown, tell, warn
from ..regions import FileRegion, Place, Regions, load_regions, wrong_place
from ..style_words import HELP, parse_style
from ..text import check_language, pattern
from . import attack_rates
from .image_job import TEXT_SNAP, crossed_warning
from .input_output import check_target, input_path, is_input, standard_output
from .option_types import number, whole_number
from .progress_bar import ProgressBar
from .region_options import add_lost_option, add_region_options, add_text_options, check_choice, choice_of, clip_of
from .video_text import search_video

if TYPE_CHECKING:
    from ..video import Progress, Track, VideoInfo, VideoOptions, VideoReport

_DESCRIPTION = """\
Covers regions of a video and writes a new file. Every frame is decoded, covered and encoded again, and keeps its time.
Audio and subtitles are copied unchanged; everything else is left out. Regions are given in pixels of the frame as
players show it, after rotation. Times are in seconds from the first frame. Text is found by reading some of the frames,
and followed through the others. If anything fails, nothing is written."""

_EPILOG = """\
examples:
  scrim video call.mp4 safe.mp4 --regions faces.json
  scrim video call.mp4 safe.mkv --rect 40,60,300,48 --style frost:7 --crf 20
  scrim video street.mp4 safe.mp4 --regions plates.json --hold 0.5 --max-speed 400

examples with text and pipes:
  scrim video screen.mp4 safe.mp4 --text email --text card
  ffmpeg -i call.mov -f matroska - | scrim video - - --rect 40,60,300,48 > safe.mkv"""


_from_zero = number(0)
_pixels = whole_number(0, 4096)


def _numbers(text: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(word) for word in text.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        raise argparse.ArgumentTypeError(f"must be four finite numbers X,Y,W,H (got {shown(text)})")
    wrong = wrong_place(Shape.RECT, numbers, "xywh")
    if wrong:
        raise argparse.ArgumentTypeError(f"{text}: {wrong}")
    return numbers


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "video",
        help="cover regions of a video",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("input", metavar="IN", help="the video, in any format that FFmpeg reads; - is standard input")
    parser.add_argument("output", metavar="OUT", help="the new file, in the format of its suffix (.mp4, .mkv, .webm …); - is standard output")
    what = parser.add_argument_group("what to cover")
    what.add_argument(
        "--regions",
        action="append",
        default=[],
        metavar="FILE",
        help="cover the regions or boxes in a file, in which they may move; may be repeated",
    )
    add_region_options(what)
    what.add_argument(
        "--rect",
        type=_numbers,
        action="append",
        default=[],
        metavar="X,Y,W,H",
        help="cover a rectangle in all frames; may be repeated",
    )
    add_text_options(what)
    told = "read every Nth frame, and content that disappears sooner; 1 reads all frames (default: the frame rate)"
    what.add_argument("--text-every", type=whole_number(1, 100_000), metavar="N", help=told)
    told = "write the video even if a region covers no pixel of any frame, or a pattern finds nothing"
    what.add_argument("--allow-nothing", action="store_true", help=told)
    add_covering_options(parser.add_argument_group("how to cover it"))
    add_encoding_options(parser.add_argument_group("what to write"))
    add_json_option(parser)


def add_covering_options(how: argparse._ArgumentGroup) -> None:
    how.add_argument("--style", default="solid", metavar="STYLE", help=f"{HELP}. It applies to --rect, --text and boxes")
    how.add_argument(
        "--hold", type=_from_zero, default=0.15, metavar="SECONDS",
        help="cover regions this much earlier and longer than their times say (default: 0.15)",
    )  # fmt: skip
    add_lost_option(how)
    how.add_argument(
        "--max-speed", type=_from_zero, default=0.0, metavar="PIXELS",
        help="enlarge moving regions between keyframes, for content that moves at most PIXELS per second (default: 0)",
    )  # fmt: skip
    told = "enlarge regions by N pixels on each side (default: 32, or 0 if IN's codec is lossless or Motion JPEG)"
    how.add_argument("--dilation", type=_pixels, metavar="N", help=told)
    told = "enlarge all regions by 16 pixels more, or by 32, if content crosses a border in any frame; decodes IN twice"
    how.add_argument("--auto-dilate", action="store_true", help=told)
    how.add_argument(
        "--size-multiple",
        type=_pixels,
        metavar="N",
        help=f"round widths and heights of regions up to a multiple of N (default: 0; width of found text: {TEXT_SNAP})",
    )
    how.add_argument(
        "--sampling-gap",
        type=whole_number(0, 64),
        default=2,
        metavar="N",
        help="take no colors for frost and tiles from the N pixels around a region (default: 2)",
    )
    how.add_argument(
        "--codec-block", type=int, choices=(0, 8, 16),
        help="round regions outward to the blocks of IN's codec, of this size (default: as IN's codec needs)",
    )  # fmt: skip
    how.add_argument(
        "--convert", action="store_true",
        help="convert frames to 8-bit 4:2:0 first if Scrim (12 bits, 4:1:1 …) or the style (blur in 10 bits …) needs it",
    )  # fmt: skip


def add_encoding_options(out: argparse._ArgumentGroup) -> None:
    told = "the kind of file (default: by OUT's suffix; for standard output: mp4 or ts if IN is one, or else mkv)"
    out.add_argument("--format", choices=("mkv", "webm", "mp4", "mov", "ts", "avi", "nut"), help=told)
    told = "the FFmpeg encoder (default: one that keeps H.264, HEVC, AV1, VP9 and VP8, or else libx264, for .webm libvpx-vp9)"
    out.add_argument("--codec", metavar="NAME", help=told)
    out.add_argument("--crf", type=_from_zero, metavar="N", help="the encoder's constant rate factor (default for libx264: 18)")
    out.add_argument("--preset", metavar="NAME", help="the encoder's preset (default for libx264: medium)")
    out.add_argument("--no-audio", action="store_true", help="leave audio out, which may contain what the frames no longer show")
    out.add_argument("--no-subtitles", action="store_true", help="leave subtitles out")


def run(args: argparse.Namespace) -> int:
    video = need("scrim_tools.video", "PyAV", "video")
    with ExitStack() as stack:
        # Errors in the options are reported before standard input is read.
        source = cache(lambda: stack.enter_context(input_path(args.input)))
        with naming(_name(args)):
            regions = _regions(args, source)
        check_language(args.language, "--language")
        for text in args.text:
            pattern(text)
        found = [parse_style(args.style, "--style")] if args.text else []
        for style in dict.fromkeys([*(region.style for given in regions for region in given.regions), *found]):
            if style.kind.is_reversible:
                warn(args, attack_rates.warning(style))
        return _redact(args, video, regions, source())


def _name(args: argparse.Namespace) -> str:
    """Returns the name of the input for messages."""
    return "standard input" if args.input == "-" else args.input


def _redact(args: argparse.Namespace, video: Any, regions: list[Regions], source: str) -> int:
    name = _name(args)
    out = "standard output" if args.output == "-" else args.output
    from ..video.source import check_unchanged, looks

    try:
        before = looks(os.stat(source))

        def step(progress: Progress) -> None:
            if progress.frames == 1:
                check_unchanged(source, before)
            bar.update(progress.frames)

        info = video.probe(source)
        tracks, styles = tracks_of(regions, info)
        with naming(name), ProgressBar("frames searched", info.frames, show=not args.json) as bar:
            text = search_video(
                source,
                args.text,
                styles,
                style=parse_style(args.style, "--style"),
                language=args.language,
                every=args.text_every,
                size_multiple=args.size_multiple,
                allow_nothing=args.allow_nothing,
                progress=bar.update,
            )
        tracks += text.tracks
        options: VideoOptions = video.VideoOptions(
            styles=styles,
            hold=args.hold,
            max_speed=args.max_speed,
            sampling_gap=args.sampling_gap,
            dilation=args.dilation,
            auto_dilate=args.auto_dilate,
            size_multiple=args.size_multiple or 0,
            codec_block=args.codec_block,
            allow_nothing=args.allow_nothing,
            format=args.format,
            codec=args.codec,
            crf=args.crf,
            preset=args.preset,
            audio=not args.no_audio,
            subtitles=not args.no_subtitles,
            convert=args.convert,
        )
        with ProgressBar("frames", info.frames, show=not args.json) as bar:
            report: VideoReport = video.redact_video(
                source, standard_output() if args.output == "-" else args.output, tracks, options, step
            )
    except video.NothingCoveredError as error:
        raise CommandError(f"{name}: {error}", error.hint, Exit.NOTHING) from error
    except video.OutputError as error:
        raise CommandError(f"{out}: {error}", error.hint) from error
    except video.VideoError as error:
        raise CommandError(f"{name}: {error}", error.hint) from error
    for message in [*text.warnings, *warnings_of(report)]:
        warn(args, message)
    if report.crossed:
        warn(args, crossed_warning(crossed_tracks(report, tracks), args.auto_dilate, report.dilation))
    result = {"input": args.input, "output": args.output, **report.as_dict(), **text.report}
    rate = report.frames / max(report.elapsed, 1e-9)
    told = f"{printable(args.output)}: {report.frames} frames, {report.frames_covered} of them with covered pixels, {rate:.1f} frames/s"
    if args.text:
        told += (
            f"; tesseract read {text.report['words_read']} words in {text.report['frames_read']} frames."
            " Watch the video: text that was not read is not covered."
        )
    tell(args, result, told, sys.stderr if args.output == "-" else sys.stdout)
    return Exit.DONE


def _regions(args: argparse.Namespace, source: Callable[[], str]) -> list[Regions]:
    """Returns the given regions. `source` returns the path of the video; it is only called for files of boxes."""
    _check_output(args)
    style = parse_style(args.style, "--style")
    choice, clip = choice_of(args, style), clip_of(source)
    given = [load_regions(name, choice, clip=clip) for name in args.regions]
    check_choice(choice, given)
    if args.rect:
        places = [FileRegion(Region().shape, style, index, (Place(0.0, rect),)) for index, rect in enumerate(args.rect)]
        given.append(Regions(tuple(places)))
    if not any(regions.regions for regions in given) and not args.text and not args.allow_nothing:
        raise UsageError("no region is given", "add --rect X,Y,W,H, --regions FILE or --text PATTERN")
    return given


def _check_output(args: argparse.Namespace) -> None:
    """Raises UsageError if the output cannot have its name. The frames of a long video are read after that."""
    if args.output == "-":
        check_target(args.input, args.output)
        return
    if is_input(args.input, args.output):
        raise UsageError(f"{args.output}: the output is the same file as the input", "name another file")
    if not Path(args.output).suffix and args.format is None:
        raise UsageError(f"{args.output}: the name needs a suffix, which chooses the format", "add .mp4, .mkv or .webm, or --format")
    if not Path(args.output).resolve().parent.is_dir():
        folder = Path(args.output).parent
        raise UsageError(f"{args.output}: the folder {folder} does not exist", "create it first, or name another file")


def tracks_of(given: list[Regions], info: VideoInfo) -> tuple[list[Track], list[Style]]:
    """Returns the regions of files as tracks of a video, and the styles to which they refer."""
    from ..video import Track

    size = (info.width, info.height)
    styles = list(dict.fromkeys(style for regions in given for style in regions.styles))
    tracks = []
    for regions in given:
        for region in regions.regions:
            keyframes = [(place.time, _region(regions, region, place, size, styles)) for place in region.places]
            tracks.append(Track(keyframes, region.start, region.end, region.held, region.measured))
    return tracks, styles


def _region(regions: Regions, region: FileRegion, place: Place, size: tuple[int, int], styles: list[Style]) -> Region:
    return replace(regions.region(region, place, size), style=styles.index(region.style))


def crossed_tracks(report: Any, tracks: list[Track]) -> list[str]:
    """Returns the tracks whose border content crosses, each with its first place, for a message."""
    found = []
    for index in report.crossed:
        time, region = tracks[index].keyframes[0]
        numbers = [f"{x:g},{y:g}" for x, y in region.points] or [",".join(f"{number:g}" for number in region.rect)]
        at = f" at {time:g} s" if tracks[index].moves else ""
        found.append(f"{region.shape.name.lower().replace('_', '-')} {' '.join(numbers)}{at}")
    return found


def warnings_of(report: Any) -> list[str]:
    """Returns the warnings for the parts of a report that every user should see."""
    found = []
    if report.changed_codec:
        found.append(
            f"the codec was changed from {report.source_codec} to {report.changed_codec} ({report.codec}); --codec chooses another"
        )
    if report.dropped:
        found.append(f"streams were left out: {', '.join(report.dropped)}")
    if report.converted_before:
        found.append(f"frames were converted from {report.pixel_format} to {report.converted_before} before they were covered")
    if report.converted_after:
        found.append(f"frames were converted to {report.converted_after}, because {report.codec} needs that")
    if report.alpha_dropped:
        found.append("transparency was left out, so content that it hid is visible now unless a region covers it")
    if report.spherical:
        found.append(
            "players show this video on a sphere, but regions are counted in the frames as they are stored, and the output is not on a sphere"
        )
    if report.missing:
        found.append(f"the video is {report.missing:.1f} s shorter than the file says; the file may have been cut off")
    if not report.exact_times:
        found.append("the times of frames may have been rounded, because this kind of file cannot store each of them exactly")
    return found
