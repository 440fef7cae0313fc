# SPDX-License-Identifier: MIT
"""The rows as tables: one line for a style, what was read of it in the columns."""

from __future__ import annotations

from .frames import FRAMES
from .geometry import NAMES
from .run import QUALITY, Row

# Heading, attack, ground, JPEG quality.
COLUMNS = (
    ("search", "search", "panels", None),
    (f"search, JPEG {QUALITY}", "search", "panels", QUALITY),
    ("fit", "fit", "panels", None),
    (f"fit, JPEG {QUALITY}", "fit", "panels", QUALITY),
    ("one noisy frame", "one frame", "panels", QUALITY),
    (f"{FRAMES} frames", f"{FRAMES} frames", "panels", QUALITY),
    ("fit, on a photo", "fit", "photo", None),
    ("tesseract", "tesseract", "panels", None),
    ("identical", "identical", "all", None),
)


def cell(rows: list[Row]) -> str:
    if not rows:
        return ""
    row = rows[0]
    text = ("yes" if row.value else "no") if row.attack == "identical" else f"{100 * row.value:.0f} %"
    if not row.ok:
        return f"{text} MISSED"
    return text


def lines(rows: list[Row]) -> list[list[str]]:
    """A heading, and a line for each style; columns in which nothing stands are left out."""
    styles = list(dict.fromkeys(row.style for row in rows if row.attack != "geometry"))
    found = {(row.style, row.attack, row.ground, row.quality): row for row in rows}
    columns = [column for column in COLUMNS if any((style, *column[1:]) in found for style in styles)]
    table = [["style", *(heading for heading, *_ in columns)]]
    for style in styles:
        cells = [found.get((style, *key)) for _, *key in columns]
        table.append([style, *(cell([row] if row else []) for row in cells)])
    return table


def geometry_lines(rows: list[Row]) -> list[str]:
    return [
        f"The width of a box, {row.style}: {row.value:.1f} of {len(NAMES)} names are left."
        for row in rows
        if row.attack == "geometry"
    ]


def text(rows: list[Row]) -> str:
    table = lines(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    shown = ["  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip() for line in table]
    return "\n".join([*shown, "", *geometry_lines(rows)])


def markdown(rows: list[Row]) -> str:
    head, *body = (f"| {' | '.join(line)} |" for line in lines(rows))
    rule = "|" + "---|" * len(lines(rows)[0])
    return "\n".join([head, rule, *body, "", *geometry_lines(rows)])
