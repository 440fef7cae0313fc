# SPDX-License-Identifier: MIT
"""What records may contain about a window or view, apart from its class and content."""

from __future__ import annotations

import ctypes as c
import dataclasses
import enum
from collections.abc import Mapping

from . import _abi as s
from ._convert import real, string, strings, uint32
from .errors import InvalidArgumentError


class TouchPrivacy(enum.IntEnum):
    """What records may contain about the touches of a window or view and everything inside it.

    If several levels apply, the strictest one counts. They come from the view, from everything that it is inside, and from
    the view that its window belongs to.
    """

    #: COARSE on secure views, SILENT on text inputs and keypads. Touches of other views are not private.
    DEFAULT = 0
    #: Touches of this text input or keypad are not private, unless it is secure.
    SHOW = 1
    #: Records contain that there were touches and of which kinds, at most once in ten seconds.
    COARSE = 2
    #: Records contain that the view was used, or nothing.
    SILENT = 3


class ValueKind(enum.IntEnum):
    """How the value of a view appears in records. It replaces the content."""

    #: The view has no value.
    NONE = 0
    #: A switch: "unchecked" if the value is 0, otherwise "checked".
    SWITCH = 1
    #: A stepper: the value as C's %g prints it.
    NUMBER = 2
    #: A slider: the value as C's %f prints it.
    FRACTION = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class ViewMetadata:
    """Metadata of a window or view for records, set by Scene.set_metadata().

    Records never contain it while the window or view is private.
    """

    #: A name that the program gives the view.
    id: str = ""
    #: The position in a list: (row,), also for a segment or tab, or (section, row). It also applies to everything inside
    #: the view that has no position.
    indices: tuple[int, ...] = ()
    #: The value of a switch, stepper or slider.
    value: float = 0.0
    value_kind: ValueKind = ValueKind.NONE
    #: The name of the screen that begins at this view. If it is empty, the screen around the view applies, or the screen of
    #: the view that its window belongs to.
    screen: str = ""
    #: The title of the screen.
    title: str = ""
    #: The class chain of the screen, the most derived class first. A screen that has classes and no name is named after the
    #: first class.
    screen_classes: tuple[str, ...] = ()
    #: Properties that are added to records. They precede the properties of the views around this one and of its screen.
    properties: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def _struct(self) -> s.scrim_view_metadata:
        if not isinstance(self.indices, tuple | list):
            raise TypeError(f"indices must be (row,) or (section, row) (got {self.indices!r})")
        if len(self.indices) > 2:
            raise InvalidArgumentError(f"indices must be (row,) or (section, row) (got {len(self.indices)} numbers)")
        try:
            kind = ValueKind(self.value_kind)
        except ValueError:
            known = ", ".join(f"ValueKind.{one}" for one in ValueKind.__members__)
            raise InvalidArgumentError(f"value_kind must be one of {known} (got {self.value_kind!r})") from None
        struct = s.scrim_view_metadata(c.sizeof(s.scrim_view_metadata), len(self.indices))
        for place, index in enumerate(self.indices):
            struct.indices[place] = uint32(index, f"indices[{place}]")
        struct.value_kind, struct.value = kind, real(self.value, "value")
        for name in ("id", "screen", "title"):
            setattr(struct, name, string(getattr(self, name), name))
        struct.screen_classes, struct.screen_class_count = strings(self.screen_classes, "screen_classes")
        items = [
            s.scrim_property(string(key, "a key of properties"), string(value, f"properties[{key!r}]"))
            for key, value in self.properties.items()
        ]
        struct.properties = (s.scrim_property * len(items))(*items) if items else None
        struct.property_count = len(items)
        return struct
