# SPDX-License-Identifier: MIT
"""The figures: by tool and half, for each kind and each class of sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .draw import Picture
from .plan import HALVES
from .score import CLASSES, Box, Score, size_class
from .values import COMPARED, OTHERS


@dataclass(frozen=True)
class Result:
    """What one tool did with one picture."""

    tool: str
    picture: Picture
    boxes: list[Box]
    compared: Score
    others: Score
    seconds: float


#: The least shares that are required of Scrim, in the half that is not tuned on.
LIMITS = (("8-10", "recall", 0.90), ("11-22", "recall", 0.98), ("11-22", "precision", 0.95))


def as_json(results: Sequence[Result]) -> list[dict[str, Any]]:
    """The counts of each tool and half: a row for each kind, and the processor time."""
    figures: list[dict[str, Any]] = []
    for tool in dict.fromkeys(result.tool for result in results):
        for half in HALVES:
            some = [result for result in results if result.tool == tool and result.picture.plan.half == half]
            for name, kinds in (("compared", COMPARED), ("others", OTHERS)):
                for kind, members in ((name, kinds), *((kind, (kind,)) for kind in kinds)):
                    scores = [(one, one.compared if name == "compared" else one.others) for one in some]
                    counts = {size: _counts(scores, members, (size,)) for size in CLASSES}
                    row = {
                        "tool": tool,
                        "half": half,
                        "kind": kind,
                        **counts,
                        "all": _counts(scores, members, tuple(CLASSES)),
                    }
                    if some and row["all"] != _NOTHING:
                        figures.append(row)
            if some:
                figures.append(
                    {"tool": tool, "half": half, "pictures": len(some), "seconds": sum(one.seconds for one in some)}
                )
    return figures


_NOTHING = dict.fromkeys(("secrets", "found", "covered", "right", "wrong"), 0)


def _counts(scores: Sequence[tuple[Result, Score]], kinds: Sequence[str], sizes: Sequence[str]) -> dict[str, int]:
    """Counts the secrets of these sizes, and the boxes in pictures whose text has these sizes."""
    outcomes = [
        outcome
        for _, scored in scores
        for outcome in scored.outcomes
        if outcome.secret.kind in kinds and size_class(outcome.secret.size) in sizes
    ]
    sized = [scored for one, scored in scores if size_class(one.picture.plan.size * one.picture.plan.scale) in sizes]
    return {
        "secrets": len(outcomes),
        "found": sum(outcome.found for outcome in outcomes),
        "covered": sum(outcome.covered for outcome in outcomes),
        "right": sum(box.kind in kinds for scored in sized for box in scored.right),
        "wrong": sum(box.kind in kinds for scored in sized for box in scored.wrong),
    }


def _share(part: int, whole: int) -> str:
    return f"{part / whole:6.1%} {f'({part}/{whole})':>9}" if whole else f"{'-':>16}"


def table(figures: Sequence[dict[str, Any]]) -> str:
    lines: list[str] = []
    last = None
    for figure in figures:
        sizes = (*CLASSES, "all")
        if (figure["tool"], figure["half"]) != last:
            last = (figure["tool"], figure["half"])
            heads = [f"recall {size}" for size in sizes] + ["by any kind"] + [f"precision {size}" for size in sizes]
            lines += ["", "{}, {} half".format(*last), f"{'':12}" + "".join(f" {head:>16}" for head in heads)]
        if "seconds" in figure:
            lines.append(f"{figure['seconds']:.1f} processor seconds for {figure['pictures']} pictures")
            continue
        cells = [
            *(_share(figure[size]["found"], figure[size]["secrets"]) for size in sizes),
            _share(figure["all"]["covered"], figure["all"]["secrets"]),
            *(_share(figure[size]["right"], figure[size]["right"] + figure[size]["wrong"]) for size in sizes),
        ]
        lines.append(f"{figure['kind']:12}" + "".join(f" {cell}" for cell in cells))
    return "\n".join(lines[1:])


def missed_limits(figures: Sequence[dict[str, Any]]) -> list[str]:
    """The limits that Scrim misses in the reporting half, all compared kinds together."""
    told = []
    for figure in figures:
        if (figure["tool"], figure["half"], figure.get("kind")) == ("scrim", HALVES[1], "compared"):
            for size, what, least in LIMITS:
                counts = figure[size]
                boxes = counts["right"] + counts["wrong"]
                part, whole = (counts["found"], counts["secrets"]) if what == "recall" else (counts["right"], boxes)
                if part < least * whole:
                    told.append(f"{what} at {size} px is {part / whole:.1%}, at least {least:.0%} is required")
    return told
