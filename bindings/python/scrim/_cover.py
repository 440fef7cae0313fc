# SPDX-License-Identifier: MIT
"""What Scene.set_cover() takes: a color, a style or a picture."""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral
from typing import Any

from . import _abi as s
from ._explain import of_style
from ._explain_scene import INVALID, LIMIT, NOT_FOUND, missing
from ._frame import frame_of
from ._layout import Layout
from ._pictures import pixels_of
from .errors import ReversibleStyleError
from .styles import Color, Style, StyleKind, rgba, style_struct

COLOR, STYLE, PICTURE = 0, 1, 2
MAX_PIXELS = 1 << 24
_TEXTURES = "Style.frost(base='#204060')"


def _is_color(cover: Any) -> bool:
    """Whether a value can only be a color. A tuple of arrays is a picture."""
    if isinstance(cover, tuple | list):
        return all(isinstance(level, Integral) for level in cover)
    return isinstance(cover, int | str)


@contextmanager
def cover_struct(cover: Any, color: Color, layout: Layout) -> Iterator[s.scrim_cover | None]:
    """Describes a cover. The memory of a picture is held until the block ends."""
    if cover is None:
        yield None
        return
    made = s.scrim_cover(c.sizeof(s.scrim_cover), COLOR, rgba(color), style=style_struct(Style()))
    if isinstance(cover, Style):
        made.kind, made.style = STYLE, style_struct(cover, "cover")
        yield made
    elif _is_color(cover):
        made.color = rgba(cover)
        yield made
    else:
        pixels, layout = pixels_of(cover, layout)
        with frame_of(pixels, layout, name="cover", writable=False) as frame:
            made.kind, made.picture = PICTURE, c.pointer(frame)
            yield made


def reasons(cover: s.scrim_cover | None, output: int) -> Callable[[], Mapping[int, Iterable[str]]]:
    """Returns what may be wrong with a call, for its error message."""
    return lambda: {
        INVALID: _of_cover(cover) if cover else (),
        ReversibleStyleError.status: [f"cover must be an irreversible style: {_TEXTURES} or a color"],
        LIMIT: [f"cover must have at most {MAX_PIXELS} pixels (got {_pixels(cover)})"],
        NOT_FOUND: missing("output", "an output", output),
    }


def _of_cover(cover: s.scrim_cover) -> Iterator[str]:
    if cover.kind != STYLE:
        if cover.color & 0xFF != 0xFF:
            yield f"color must be opaque, with an alpha of 255 (got {cover.color & 0xFF})"
        return
    for reason in of_style(cover.style, 1.0):
        yield f"cover: {reason}"
    kind = StyleKind(cover.style.kind)
    if kind in (StyleKind.FROST, StyleKind.TILES) and not cover.style.flags:
        yield f"cover must have a base, for example {_TEXTURES}, because nothing around a frame has a color"


def _pixels(cover: s.scrim_cover | None) -> int:
    return int(cover.picture[0].width * cover.picture[0].height) if cover and cover.kind == PICTURE else 0
