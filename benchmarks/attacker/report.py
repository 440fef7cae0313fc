# SPDX-License-Identifier: MIT
"""The rows as tables: one line for a style, what was read of it in the columns."""

from __future__ import annotations

from collections.abc import Sequence

from .around import NEVER, Around
from .border import Border
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
    ("snug box, learned", "learned", "snug", None),
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


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def around_lines(rows: Sequence[Around]) -> list[list[str]]:
    """A heading, and a line for each source."""
    table = [["source", "default", "codec block 16", "stopped by dilation", "margin", "with the margin"]]
    for row in rows:
        margin = ""
        if row.margin is not None:
            margin = f"dilation {row.margin.dilation}, codec block {row.margin.codec_block}"
        kept = "" if row.with_margin is None else percent(row.with_margin)
        block = "" if row.block is None else percent(row.block)
        stopped = "more than 32" if row.stopped == NEVER else str(row.stopped)
        cells = [row.source, percent(row.default), block, stopped, margin, kept]
        table.append([*cells[:-1], cells[-1] if row.ok else f"{cells[-1]} MISSED"])
    return table


def reported_lines(border: Border) -> list[list[str]]:
    """How many boxes were reported, for each ground."""
    table = [["ground", "leaky pictures", "of them reported", "safe pictures", "of them reported"]]
    for ground, found in border.reported.items():
        leaky = percent(found.leaky_reported / found.leaky) if found.leaky else ""
        safe = percent(found.safe_reported / found.safe) if found.safe else ""
        table.append([ground, str(found.leaky), leaky, str(found.safe), safe])
    return table


def grown_lines(border: Border) -> list[list[str]]:
    """What growing did to leaky snug boxes."""
    table = [["growth", "safe", "read from the size", "bits of the size, mean (most)", "area"]]
    for way, found in border.grown.items():
        if found.safe:
            mean = found.as_json()
            size = f"{mean['bits']:.2f} ({mean['most_bits']:.1f})"
            table.append([way, percent(mean["safe"]), percent(mean["read_by_size"]), size, f"× {mean['area']:.1f}"])
    return table


def plain(table: list[list[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    shown = ["  ".join(part.ljust(width) for part, width in zip(line, widths, strict=True)).rstrip() for line in table]
    return "\n".join(shown)


def marked(table: list[list[str]]) -> str:
    """As Markdown."""
    head, *body = (f"| {' | '.join(line)} |" for line in table)
    return "\n".join([head, "|" + "---|" * len(table[0]), *body])


def text(rows: list[Row]) -> str:
    return "\n".join([plain(lines(rows)), "", *geometry_lines(rows)])


def markdown(rows: list[Row]) -> str:
    return "\n".join([marked(lines(rows)), "", *geometry_lines(rows)])
