# SPDX-License-Identifier: MIT
"""What records may say of a window or view beside its class and content."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
from collections.abc import Mapping

from . import _abi as s
from ._convert import string, strings, uint32
from .errors import InvalidArgumentError


class TouchPrivacy(enum.IntEnum):
    """What may be told of the touches of a window or view and everything inside it; the strictest counts.

    Nothing is told by itself of what is secure (COARSE), nor of text inputs and keypads (SILENT), secure or not.
    """

    DEFAULT = 0
    #: Not private: lifts what is so by itself of this very text input or keypad, unless it is secure.
    SHOW = 1
    #: That there were some, and of which sort, at most once in ten seconds.
    COARSE = 2
    #: That it was used, or nothing.
    SILENT = 3


class ValueKind(enum.IntEnum):
    """What a view's value is, and so how a record has it in place of the content."""

    NONE = 0
    #: "checked", or for 0 "unchecked".
    SWITCH = 1
    #: A stepper: as C's %g prints it.
    NUMBER = 2
    #: A slider: as C's %f prints it.
    FRACTION = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class ViewMetadata:
    """What records may say of a window or view; nothing of it is told of what is private."""

    #: The caller's own.
    id: str = ""
    #: (row,), also of a segment or tab, or (section, row): the position of the view, and of all inside that has none.
    indices: tuple[int, ...] = ()
    value: float = 0.0
    value_kind: ValueKind = ValueKind.NONE
    #: The screen that begins with it, and its title; "": those of what it is in, or that its window belongs to.
    screen: str = ""
    title: str = ""
    #: The screen's class chain, most derived first; none: the screen's name alone.
    screen_classes: tuple[str, ...] = ()
    #: They go before those of what it is in, and of its screen.
    properties: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def _struct(self) -> s.scrim_view_metadata:
        if len(self.indices) > 2:
            raise InvalidArgumentError(f"indices must be a row, or section and row, not {len(self.indices)} numbers")
        struct = s.scrim_view_metadata(c.sizeof(s.scrim_view_metadata), len(self.indices))
        for place, index in enumerate(self.indices):
            struct.indices[place] = uint32(index, "indices")
        struct.value_kind, struct.value = uint32(self.value_kind, "value_kind"), self.value
        struct.id, struct.screen, struct.title = string(self.id), string(self.screen), string(self.title)
        struct.screen_classes, struct.screen_class_count = strings(self.screen_classes, "screen_classes")
        items = [s.scrim_property(string(key), string(value)) for key, value in self.properties.items()]
        struct.properties = (s.scrim_property * len(items))(*items) if items else None
        struct.property_count = len(items)
        return struct
