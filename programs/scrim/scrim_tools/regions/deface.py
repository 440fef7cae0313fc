# SPDX-License-Identifier: MIT
"""Tables with the detections of deface: left, top, right, bottom and score of each face.

deface 1.5 writes no file of its detections itself. Its detector returns `x1, y1, x2, y2, score` for each face. This reader
takes tables of these numbers, whose first line names the columns:

- `frame`, the number of the frame from 0, or `time` in seconds, or `time (ms)`, or `file`, the name of a picture,
- `x1`, `y1`, `x2` and `y2` in pixels,
- `score`, `class` and `track`, which may be missing. Other columns are not read.

The columns are separated by commas or tabs. The table of blur_faces() in the package musicalgestures, which contains the
code of deface, is of this kind.
"""

from __future__ import annotations

import csv
import io
import math

from .boxes import Boxes, Detection, rect
from .model import fail, meant

_TIMES = {"time": 1.0, "time (s)": 1.0, "time (ms)": 0.001}
_NAMES = {"frame", "file", "x1", "y1", "x2", "y2", "score", "class", "track", *_TIMES}
_HINT = "write a first line such as frame,x1,y1,x2,y2,score"


def read_deface(text: str) -> Boxes:
    """Returns the boxes of a table. Raises RegionsError."""
    delimiter = "\t" if "\t" in text.partition("\n")[0] else ","
    # Strict: a quotation mark that is never closed would otherwise make all lines after it one text.
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [word.strip().lower() for word in next(lines, [])]
        _check(header)
        boxes = [
            _box(dict(zip(header, words, strict=False)), len(words), len(header), f"line {lines.line_num}")
            for words in lines
            if any(word.strip() for word in words)
        ]
    except csv.Error as error:
        fail(f"line {lines.line_num}", f"this is not a table: {error}")
    return Boxes(
        tuple(boxes),
        tuple(dict.fromkeys(box.label for box in boxes if box.label)),
        pictures=dict.fromkeys(box.picture for box in boxes if box.picture),
    )


def _check(header: list[str]) -> None:
    for name in header:
        if name and header.count(name) > 1:
            fail("line 1", f"the column {name!r} appears twice")
    for name in ("x1", "y1", "x2", "y2"):
        if name not in header:
            fail("line 1", f"there must be a column {name!r}{meant(name, header)} (got {', '.join(header)[:60]!r})", _HINT)
    places = [name for name in header if name in ("frame", "file", *_TIMES)]
    if not places or "file" in places and len(places) > 1:
        fail("line 1", f"there must be a column frame or time, or else a column file (got {', '.join(header)[:60]!r})", _HINT)


def _box(cells: dict[str, str], count: int, wanted: int, path: str) -> Detection:
    cells = {name: cell.strip() for name, cell in cells.items()}
    if count < len([name for name in cells if name in _NAMES]) or any(not cells.get(name) for name in ("x1", "y1", "x2", "y2")):
        fail(path, f"must have a value in each column (got {count} of {wanted})")
    if count > wanted:
        hint = "write decimal numbers with a point, and texts that contain a comma in quotes"
        fail(path, f"must have as many values as the first line has columns, {wanted} (got {count})", hint)

    def number(name: str) -> float:
        try:
            value = float(cells[name])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            fail(f"{path}, {name}", f"must be a finite number (got {cells[name][:40]!r})")
        return value

    frame = time = None
    for name, unit in _TIMES.items():
        if cells.get(name):
            time = number(name) * unit
    if time is None and "frame" in cells:
        frame = number("frame")
        if frame % 1 or frame < 0:
            fail(f"{path}, frame", f"must be a whole number that is 0 or greater (got {cells['frame'][:40]!r})")
    picture = cells.get("file", "")
    if frame is None and time is None and not picture:
        fail(path, "must have a frame, a time or a file")
    return Detection(
        rect(number("x1"), number("y1"), number("x2"), number("y2"), path),
        label=cells.get("class", ""),
        track=cells.get("track", ""),
        frame=None if frame is None else int(frame),
        time=time,
        picture=picture,
        confidence=number("score") if cells.get("score") else None,
        path=path,
    )
