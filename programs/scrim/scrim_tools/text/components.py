# SPDX-License-Identifier: MIT
"""Connected components of masks: sets of pixels that touch each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy


class Components(NamedTuple):
    """The connected components of a mask. Every member is an array."""

    #: The runs of pixels in the rows, as index of the row, first column and column after the last.
    rows: Any
    starts: Any
    ends: Any
    #: The component of each run.
    labels: Any
    #: The boxes of the components, as left, top, right and bottom, and their numbers of pixels.
    boxes: Any
    areas: Any


def components(mask: Any, diagonal: bool) -> Components:
    """Returns the connected components of a two-dimensional array of bool."""
    height, width = mask.shape
    wide = numpy.zeros((height, width + 2), numpy.int8)
    wide[:, 1:-1] = mask
    steps = numpy.diff(wide, axis=1)
    rows, starts = numpy.nonzero(steps == 1)
    ends = numpy.nonzero(steps == -1)[1]
    labels = _labels(rows, starts, ends, width, diagonal)
    count = int(labels.max()) + 1 if labels.size else 0
    boxes = numpy.empty((count, 4), numpy.int64)
    boxes[:, :2], boxes[:, 2:] = max(width, height), 0
    for column, values in enumerate((starts, rows)):
        numpy.minimum.at(boxes[:, column], labels, values)
    for column, values in enumerate((ends, rows + 1), start=2):
        numpy.maximum.at(boxes[:, column], labels, values)
    areas = numpy.bincount(labels, ends - starts, minlength=count).astype(numpy.int64)
    return Components(rows, starts, ends, labels, boxes, areas)


def painted(found: Components, values: Any, shape: tuple[int, int], empty: int) -> Any:
    """Returns an array in which each pixel of a component has its value of `values`, and all others are `empty`."""
    flat = numpy.full(shape[0] * shape[1], empty, numpy.int32)
    lengths = found.ends - found.starts
    offsets = numpy.repeat(found.rows * shape[1] + found.starts - (numpy.cumsum(lengths) - lengths), lengths)
    flat[offsets + numpy.arange(len(offsets))] = numpy.repeat(values[found.labels], lengths)
    return flat.reshape(shape)


def _labels(rows: Any, starts: Any, ends: Any, width: int, diagonal: bool) -> Any:
    """Returns the component of each run, counted from 0 in the order of their first runs."""
    if not len(rows):
        return rows
    # Runs are sorted by row and column. The runs of the next row that touch a run are therefore neighbors in this order.
    pitch = width + 3
    first_keys, last_keys = rows * pitch + starts, rows * pitch + ends
    reach = 0 if diagonal else 1
    low = numpy.searchsorted(last_keys, first_keys + pitch + reach, "left")
    high = numpy.searchsorted(first_keys, last_keys + pitch - reach, "right")
    counts = numpy.maximum(high - low, 0)
    upper = numpy.repeat(numpy.arange(len(rows)), counts)
    lower = numpy.arange(len(upper)) - numpy.repeat(numpy.cumsum(counts) - counts, counts) + numpy.repeat(low, counts)
    parents = numpy.arange(len(rows))
    while True:
        # Every root takes the smallest root that it touches. Then all runs point at their roots.
        above, below = parents[upper], parents[lower]
        differ = above != below
        if not differ.any():
            break
        upper, lower = upper[differ], lower[differ]
        above, below = above[differ], below[differ]
        numpy.minimum.at(parents, numpy.maximum(above, below), numpy.minimum(above, below))
        while (parents[parents] != parents).any():
            parents = parents[parents]
    return numpy.unique(parents, return_inverse=True)[1].reshape(-1)
