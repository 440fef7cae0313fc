# SPDX-License-Identifier: MIT
"""Error messages of Scene and Capture. The library reports only that an argument is wrong; this module says which one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from . import _abi as s
from ._explain import coordinate, of_rect, of_rows, of_style
from .errors import InvalidArgumentError, LimitError, NotFoundError, ScrimError, UnsupportedError, _error

INVALID, LIMIT, NOT_FOUND = InvalidArgumentError.status, LimitError.status, NotFoundError.status
UNSUPPORTED = UnsupportedError.status
#: The largest lengths in bytes of names and contents, and the largest number of classes.
MAX_NAME, MAX_CONTENT, MAX_CLASSES = 256, 4096, 32

#: Messages for some statuses, the most important first. A call makes them only after an error.
Reasons: TypeAlias = Callable[[], Mapping[int, Iterable[str]]]


def error_of(status: int, reasons: Reasons | None = None) -> ScrimError:
    """Returns the exception of a status, with the first of its reasons as the message."""
    error = _error(status)
    known = reasons().get(status, ()) if reasons else ()
    reason = next(iter(known), None)
    if reason is not None:
        error.args = (reason,)
    return error


def missing(name: str, what: str, id: int) -> list[str]:
    """Returns the message for an id that the scene does not know."""
    return [f"{name} must be {what} of the scene (got {id})"]


def of_point(**coordinates: float) -> Iterator[str]:
    for name, value in coordinates.items():
        yield from coordinate(name, value)


def of_window(window: s.scrim_window) -> Iterator[str]:
    yield from of_rect(window.frame, "frame: ")
    yield from _of_length("screen", window.screen, MAX_NAME)
    yield from _of_length("title", window.title, MAX_NAME)


def of_view(view: s.scrim_view) -> Iterator[str]:
    yield from of_rect(view.frame, "frame: ")
    if not 0 <= view.alpha <= 1:
        yield f"alpha must be from 0 to 1 (got {view.alpha:g})"
    if view.class_count > MAX_CLASSES:
        yield f"classes must be at most {MAX_CLASSES} names (got {view.class_count})"
    for index in range(view.class_count):
        yield from _of_length(f"classes[{index}]", view.classes[index], MAX_NAME)
    yield from _of_length("content", view.content, MAX_CONTENT)
    yield from of_point(**{f"content_offset: {name}": getattr(view.content_offset, name) for name in ("x", "y")})
    names = ("xx", "yx", "xy", "yy", "x0", "y0")
    yield from of_point(**{f"transform: {name}": getattr(view.transform, name) for name in names})
    if not any(getattr(view.transform, name) for name in names[:4]):
        yield "transform: xx, yx, xy and yy must not all be 0"
    for side in ("left", "top", "right", "bottom"):
        yield from coordinate(f"overflow: {side}", getattr(view.overflow, side))
        if getattr(view.overflow, side) < 0:
            yield f"overflow: {side} must not be negative (got {getattr(view.overflow, side):g})"


def of_metadata(metadata: s.scrim_view_metadata) -> Iterator[str]:
    if abs(metadata.value) == float("inf") or metadata.value != metadata.value:
        yield f"value must be finite (got {metadata.value:g})"
    for name in ("id", "screen", "title"):
        yield from _of_length(name, getattr(metadata, name), MAX_NAME)
    if metadata.screen_class_count > MAX_CLASSES:
        yield f"screen_classes must be at most {MAX_CLASSES} names (got {metadata.screen_class_count})"
    for index in range(metadata.screen_class_count):
        yield from _of_length(f"screen_classes[{index}]", metadata.screen_classes[index], MAX_NAME)
    for index in range(metadata.property_count):
        item = metadata.properties[index]
        if item.key.length == 0:
            yield "properties: a key must not be empty"
        yield from _of_length("properties: a key", item.key, MAX_NAME)
        yield from _of_length("properties: a value", item.value, MAX_CONTENT)


def of_frame_options(options: s.scrim_scene_redact_options, frame: s.scrim_frame) -> Iterator[str]:
    yield from _of_view(options)
    yield from of_rows(options.first_row, options.row_count, frame)


def _of_view(options: s.scrim_scene_redact_options | s.scrim_capture_options) -> Iterator[str]:
    yield from of_point(**{f"origin: {name}": getattr(options.origin, name) for name in ("x", "y")})
    if not 1 / 64 <= options.scale <= 64:
        yield f"scale must be from 1/64 to 64 pixels per point (got {options.scale:g})"
    for reason in of_style(options.style, options.scale):
        yield f"style: {reason}"


def of_capture(options: s.scrim_capture_options) -> Iterator[str]:
    yield from _of_view(options)
    yield from coordinate("max_speed", options.max_speed)
    if options.max_speed < 0:
        yield f"max_speed must not be negative (got {options.max_speed:g})"
    most = {"max_latency_ns": 10**9, "update_interval_ns": 10**9, "hold_ns": 5 * 10**8, "smoothing_ns": 4 * 10**9}
    for name, limit in most.items():
        if getattr(options, name) > limit:
            yield f"{name} must be from 0 to {limit} (got {getattr(options, name)})"


def _of_length(name: str, string: s.scrim_string, most: int) -> Iterator[str]:
    if string.length > most:
        yield f"{name} must be at most {most} bytes of UTF-8 (got {string.length})"
