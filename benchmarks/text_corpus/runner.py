# SPDX-License-Identifier: MIT
"""The command line of benchmarks/text: draws the pictures, runs the tools on them, and prints the figures."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from .draw import Picture, draw, missing_fonts
from .plan import HALVES, plans
from .report import Result, as_json, missed_limits, table
from .score import Box, score
from .values import COMPARED, OTHERS

PEERS = "build-peers/bin/python"
#: The languages as tesseract names them. Each is read together with English, because the Spanish data alone does not know
#: the character @.
TESSERACT = {"en": "eng", "de": "deu+eng", "fr": "fra+eng", "es": "spa+eng", "pl": "pol+eng", "it": "ita+eng"}


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/text", description=__doc__)
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both", help="by default both")
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="only pictures whose name contains this, such as chat"
    )
    parser.add_argument(
        "--tool", choices=("scrim", "presidio"), action="append", help="only this tool; may be repeated"
    )
    parser.add_argument(
        "--language", help="what tesseract reads all pictures in, by default the language of each and English"
    )
    parser.add_argument(
        "--keep", metavar="FOLDER", type=Path, help="write the pictures there, with the truth and the boxes drawn"
    )
    parser.add_argument(
        "--misses", action="store_true", help="list the secrets that were not found, and the boxes that are wrong"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there too")
    parser.add_argument(
        "--peers", metavar="PYTHON", type=Path, help=f"the Python that has Presidio, by default {PEERS}"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str], root: Path) -> int:
    options = _arguments(arguments)
    tools = options.tool or ["scrim", "presidio"]
    peers = options.peers or root / PEERS
    if "presidio" in tools and not peers.exists():
        print(f"benchmarks/text: {peers} is missing: run script/peers, or give --tool scrim", file=sys.stderr)
        return 2
    if fonts := missing_fonts():
        print(f"benchmarks/text: fonts are missing: {', '.join(fonts)}. Run script/bootstrap.", file=sys.stderr)
        return 2
    if languages := _missing_languages([options.language] if options.language else list(TESSERACT.values())):
        print(f"benchmarks/text: tesseract lacks {', '.join(languages)}. Run script/bootstrap.", file=sys.stderr)
        return 2
    wanted = [
        plan for half in HALVES if options.half in (half, "both") for plan in plans(half) if options.only in plan.name
    ]
    if not wanted:
        print(f"benchmarks/text: no picture has {options.only!r} in its name", file=sys.stderr)
        return 2
    pictures = list(draw(wanted))
    results: list[Result] = []
    for tool in tools:
        with _scrim() if tool == "scrim" else _presidio(peers) as (versions, find):
            for picture in pictures:
                boxes, seconds = find(picture, options.language or TESSERACT[picture.plan.language])
                result = Result(
                    tool, picture, boxes, score(picture, boxes, COMPARED), score(picture, boxes, OTHERS), seconds
                )
                results.append(result)
                if options.misses:
                    _print_misses(result)
                if options.keep:
                    _keep(options.keep, result)
            print(f"{tool}: {versions}", file=sys.stderr)
    figures = as_json(results)
    print(table(figures))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    # A part of the pictures says nothing about the limits.
    missed = [] if options.only else missed_limits(figures)
    for text in missed:
        print(f"FAIL: {text}")
    return 1 if missed else 0


def _missing_languages(wanted: list[str]) -> list[str]:
    listed = subprocess.run(("tesseract", "--list-langs"), capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    return sorted({part for language in wanted for part in language.split("+")} - set(listed))


@contextmanager
def _scrim() -> Iterator[Any]:
    from .scrim_boxes import scrim_boxes

    version = subprocess.run(("tesseract", "--version"), capture_output=True, text=True, check=True).stdout.split("\n")[
        0
    ]
    yield version, lambda picture, language: scrim_boxes(picture.pixels, language)


@contextmanager
def _presidio(python: Path) -> Iterator[Any]:
    # One thread for each tool.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"}
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        environment.pop(name, None)
    script = Path(__file__).with_name("presidio_boxes.py")
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            (python, script),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        ) as process,
    ):
        assert process.stdin and process.stdout

        def answer() -> Any:
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                raise RuntimeError(f"{script.name} ended: run it with {python} to see why")
            return json.loads(line)

        def find(picture: Picture, language: str) -> tuple[list[Box], float]:
            path = Path(folder) / "picture.png"
            Image.fromarray(picture.pixels).save(path)
            print(language, path, file=process.stdin, flush=True)
            told = answer()
            return [Box(kind, tuple(rect)) for kind, *rect in told["boxes"]], told["seconds"]

        versions = answer()
        yield ", ".join(f"{name} {version}" for name, version in versions.items()), find
        process.stdin.close()


def _print_misses(result: Result) -> None:
    plan = result.picture.plan
    about = (
        f"{result.tool} {plan.name} ({plan.font}, {plan.size} px × {plan.scale}, {plan.theme.name}, {plan.language})"
    )
    for scored in (result.compared, result.others):
        for outcome in scored.outcomes:
            if not outcome.found:
                print(f"{about}: missed {outcome.secret.kind} {outcome.secret.text!r}, {outcome.share:.0%} covered")
        for box in scored.wrong:
            print(f"{about}: wrong {box.kind} at {', '.join(f'{edge:.0f}' for edge in box.rect)}")


def _keep(folder: Path, result: Result) -> None:
    """Writes a picture, and one with the truth in green, right boxes in blue and wrong ones in red."""
    folder.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(result.picture.pixels)
    image.save(folder / f"{result.picture.plan.name}.png")
    pen = ImageDraw.Draw(image)
    for secret in result.picture.secrets:
        for rect in secret.rects:
            pen.rectangle(rect, outline="#00c000")
    for scored in (result.compared, result.others):
        for color, boxes in (("#2060ff", scored.right), ("#ff0000", scored.wrong)):
            for box in boxes:
                pen.rectangle(box.rect, outline=color)
    image.save(folder / f"{result.picture.plan.name}-{result.tool}.png")
