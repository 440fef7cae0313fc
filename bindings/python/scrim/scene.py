# SPDX-License-Identifier: MIT
"""Scene: windows, views and what is private in them; the cover of an inactive application."""

from __future__ import annotations

import contextlib
import ctypes as c
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _abi as s
from . import _building
from . import preview as _preview
from ._convert import rect, uint32, uint64
from ._ffi import callback as called_back
from ._ffi import lib
from ._geometry import Rect, Touch
from ._handle import Handle, Relay
from ._layout import Format, Layout
from .description import TouchPrivacy, ViewMetadata
from .errors import BufferTooSmallError, _check
from .redact import cover_frame
from .report import Report
from .snapshot import Snapshot
from .styles import Style, style_struct
from .text import Text
from .views import Activity, Affine, Hit, InputRegion, Look, Outsets, Policy, SecureRegion, ViewFlags, window_struct

if TYPE_CHECKING:
    from PIL.Image import Image


def _ids(call: Callable[[c.Array[c.c_uint64], int, c.c_size_t], int]) -> list[int]:
    """The ids that a call lists, with a second try where the first room is too small."""
    count, capacity = c.c_size_t(), 64
    while True:
        room = (c.c_uint64 * capacity)()
        try:
            _check(call(room, capacity, count))
        except BufferTooSmallError:
            capacity = count.value
        else:
            return list(room[: count.value])


class Scene(Handle):
    """The windows of an application, its outputs (screens, streams), and whether it is active.

    A new scene is inactive, and every output covered, until set_activity() and frame_ready() say otherwise. Windows and
    views are known by ids, which are never 0 and never used again.
    """

    def __init__(self, outputs: int = 1) -> None:
        options = s.scrim_scene_options(c.sizeof(s.scrim_scene_options), uint32(outputs, "outputs"))
        self._relay = Relay()
        # Held until another takes its place: the library has its address.
        self._cover = s.scrim_cover_fn()
        # For previews: the library lists no windows.
        self._windows: dict[int, _preview.Window] = {}
        # By the views that show them: a text that only this scene knows stays open, and its callbacks may raise.
        self._texts: dict[int, Text] = {}
        super().__init__(lib.scrim_scene_create, lib.scrim_scene_destroy, options)

    def close(self) -> None:
        super().close()
        self._texts.clear()

    def _settle(self, status: int) -> None:
        self._relay.check(status, *(text._relay for text in self._texts.values()))

    def add_window(
        self,
        frame: Iterable[float],
        *,
        level: int = 0,
        flags: int = ViewFlags.INTERACTIVE,
        screen: str = "",
        title: str = "",
        owner: int = 0,
        touch_privacy: TouchPrivacy = TouchPrivacy.DEFAULT,
    ) -> int:
        """Adds a window at a place of the screen; of equal levels the later one is nearer. Returns its id.

        `owner` is the view that it belongs to, 0: none: a menu or a list of suggestions is secure where that is.
        """
        id = c.c_uint64()
        properties = window_struct(frame, level, flags, screen, title, owner, touch_privacy)
        self._settle(lib.scrim_scene_add_window(self._handle, properties, id))
        self._keep(id.value, properties, title)
        return id.value

    def update_window(
        self,
        window: int,
        frame: Iterable[float],
        *,
        level: int = 0,
        flags: int = ViewFlags.INTERACTIVE,
        screen: str = "",
        title: str = "",
        owner: int = 0,
        touch_privacy: TouchPrivacy = TouchPrivacy.DEFAULT,
    ) -> None:
        """Gives a window new properties: all of them."""
        properties = window_struct(frame, level, flags, screen, title, owner, touch_privacy)
        self._settle(lib.scrim_scene_update_window(self._handle, uint64(window, "window"), properties))
        self._keep(window, properties, title)

    def _keep(self, id: int, window: s.scrim_window, title: str) -> None:
        frame = (window.frame.x, window.frame.y, window.frame.width, window.frame.height)
        hidden = bool(window.flags & ViewFlags.HIDDEN)
        self._windows[id] = _preview.Window(frame, window.level, title, window.owner, hidden)

    def build(self, windows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
        """Adds windows and the views in them from nested dicts, and returns the ids of those that have a `name`.

        A dict has the arguments of add_window() or add_view(), a `name` if it is to be found again, and its `views`, a list
        of such dicts, from the farthest to the nearest. An `owner` may be a name that came before. Where one is wrong
        this raises, and the scene is as before.

            ids = scene.build([{"frame": (0, 0, 320, 480), "views": [
                {"name": "PIN", "frame": (20, 20, 280, 40), "flags": ViewFlags.SECURE}]}])
        """
        return _building.build(windows, self.add_window, self.add_view, self.remove)

    def preview(self, size: tuple[int, int], *, origin: tuple[float, float] = (0, 0), scale: float = 1.0) -> Image:
        """A picture, for whoever builds the scene, as a Pillow image of a width and height: the windows with their levels
        and titles, what is private in red, and a blue line from each window to what it belongs to."""
        return _preview.draw(size, self._windows, self.secure_regions(), origin, scale)

    def add_view(
        self,
        parent: int,
        frame: Iterable[float],
        *,
        flags: int = ViewFlags.INTERACTIVE,
        alpha: float = 1.0,
        classes: Iterable[str] = (),
        content: str | None = None,
        content_offset: tuple[float, float] = (0.0, 0.0),
        transform: Affine = Affine(),
        overflow: Outsets = Outsets(),
        touch_privacy: TouchPrivacy = TouchPrivacy.DEFAULT,
    ) -> int:
        """Adds a view in front of the others of its parent, a window or a view, from whose origin its frame counts.

        `classes` is its class chain, most derived first; `content` what a record may say of it, None: not known, and a
        record has that of what is inside it; `content_offset` how far it is scrolled; `transform` how it is turned and
        scaled about the top left corner of its frame; `overflow` how far it shows beyond that. Returns its id.
        """
        id = c.c_uint64()
        view = Look(
            flags, alpha, classes, content, content_offset, transform, overflow, touch_privacy
        ).struct(frame)
        self._settle(lib.scrim_scene_add_view(self._handle, uint64(parent, "parent"), view, id))
        return id.value

    def update_view(
        self,
        view: int,
        frame: Iterable[float],
        *,
        flags: int = ViewFlags.INTERACTIVE,
        alpha: float = 1.0,
        classes: Iterable[str] = (),
        content: str | None = None,
        content_offset: tuple[float, float] = (0.0, 0.0),
        transform: Affine = Affine(),
        overflow: Outsets = Outsets(),
        touch_privacy: TouchPrivacy = TouchPrivacy.DEFAULT,
    ) -> None:
        """Gives a view new properties: all of them."""
        properties = Look(
            flags, alpha, classes, content, content_offset, transform, overflow, touch_privacy
        ).struct(frame)
        self._settle(lib.scrim_scene_update_view(self._handle, uint64(view, "view"), properties))

    def set_metadata(self, id: int, metadata: ViewMetadata) -> None:
        """Describes a window or view for records, in place of what was said before."""
        self._settle(lib.scrim_scene_set_metadata(self._handle, uint64(id, "id"), metadata._struct()))

    def remove(self, id: int) -> None:
        """Removes a window or view and everything inside it."""
        status = lib.scrim_scene_remove(self._handle, uint64(id, "id"))
        try:
            self._settle(status)
        finally:
            if status == 0:
                self._windows.pop(id, None)
                self._texts = {view: text for view, text in self._texts.items() if self._contains(view)}

    def _contains(self, id: int) -> bool:
        return bool(lib.scrim_scene_is_secure(self._handle, id, c.c_uint32()) == 0)

    def hit_test(self, x: float, y: float) -> Hit:
        """What a touch at a point of the screen hits."""
        window, view = c.c_uint64(), c.c_uint64()
        _check(lib.scrim_scene_hit_test(self._handle, x, y, window, view))
        return Hit(window.value, view.value)

    def is_secure_at(self, x: float, y: float) -> bool:
        """Whether what shows at a point of the screen is private, whatever lies in front of it."""
        secure = c.c_uint32()
        _check(lib.scrim_scene_is_secure_at(self._handle, x, y, secure))
        return secure.value == 1

    def is_secure(self, id: int) -> bool:
        """Whether a window or view, what it is in, or what its window belongs to, is secure, hidden or not."""
        secure = c.c_uint32()
        _check(lib.scrim_scene_is_secure(self._handle, uint64(id, "id"), secure))
        return secure.value == 1

    def set_policy(self, policy: Policy) -> None:
        """Says what is secure without being marked so."""
        self._settle(lib.scrim_scene_set_policy(self._handle, uint32(policy, "policy")))

    def attach_text(self, view: int, text: Text) -> None:
        """Says that a view shows a text: it is secure, and the text reveals nothing while anybody else may see the view.

        What raises in a callback of the text raises out of the call on the scene that caused it.
        """
        status = lib.scrim_scene_attach_text(self._handle, uint64(view, "view"), text._handle)
        if status == 0:
            self._texts[view] = text
        self._settle(status)

    def detach_text(self, view: int) -> None:
        """Says that a view shows no text any more."""
        status = lib.scrim_scene_detach_text(self._handle, uint64(view, "view"))
        try:
            self._settle(status)
        finally:
            if status == 0:
                self._texts.pop(view, None)

    def set_captured(self, captured: bool) -> None:
        """Says whether the screen is shared, recorded or about to be photographed: while it is, texts reveal nothing."""
        self._settle(lib.scrim_scene_set_captured(self._handle, int(captured)))

    def secure_regions(self) -> list[SecureRegion]:
        """What is private, region by region, in no order; between begin and commit also what was before."""
        count, capacity = c.c_size_t(), 16
        while True:
            room = (s.scrim_secure_region * capacity)()
            try:
                _check(lib.scrim_scene_secure_regions(self._handle, room, capacity, count))
            except BufferTooSmallError:
                capacity = count.value
            else:
                break
        return [
            SecureRegion(region.view, tuple((p.x, p.y) for p in region.corners[: region.corner_count]))
            for region in room[: count.value]
        ]

    @property
    def generation(self) -> int:
        """Counts what changed of windows and views, the focus, the policy, and changes begun and committed."""
        generation = c.c_uint64()
        _check(lib.scrim_scene_generation(self._handle, generation))
        return generation.value

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """A change of several calls that the screen will show at once: `with scene.change(): …`.

        Inside, what was private stays private where it was, beside where it is by now. Leave it when the screen shows
        the new state. Where the body raises, the change ends too.
        """
        self._settle(lib.scrim_scene_begin(self._handle))
        try:
            yield
        finally:
            self._settle(lib.scrim_scene_commit(self._handle))

    def snapshot(self, now_ns: int) -> Snapshot:
        """Says what time it is, and takes a snapshot of what is private, and was, for a Capture."""
        now = uint64(now_ns, "now_ns")

        def create(out: c.c_void_p) -> int:
            return int(lib.scrim_scene_snapshot(self._handle, now, out))

        snapshot = Snapshot(create)
        self._settle(0)  # raises what texts raised when they were concealed
        return snapshot

    def set_input_region(self, id: int, regions: Iterable[Iterable[float]]) -> int:
        """Says where a LIMITED window or view is hit, from its own origin. Returns the number of this set of regions."""
        structs = [rect(region, "region") for region in regions]
        room, generation = (s.scrim_rect * len(structs))(*structs), c.c_uint64()
        self._settle(
            lib.scrim_scene_set_input_region(self._handle, uint64(id, "id"), room, len(structs), generation)
        )
        return generation.value

    def input_region(self, id: int) -> InputRegion:
        """The input region of a window or view, to be given to the compositor where its generation is new."""
        count, generation = c.c_size_t(), c.c_uint64()
        room = (s.scrim_rect * 256)()  # SCRIM_SCENE_MAX_INPUT_REGION_RECTS
        _check(lib.scrim_scene_input_region(self._handle, uint64(id, "id"), room, len(room), count, generation))
        regions = tuple(Rect(r.x, r.y, r.width, r.height) for r in room[: count.value])
        return InputRegion(regions, generation.value)

    def route_touch(self, touch: Touch) -> Hit:
        """Where a touch goes: to the window that it hit when it began, and the view of that under the finger now."""
        time, id, phase, x, y = touch
        sample = s.scrim_touch(uint64(time, "time_ns"), uint64(id, "id"), uint32(phase, "phase"), 0, x, y)
        window, view = c.c_uint64(), c.c_uint64()
        self._settle(lib.scrim_scene_route_touch(self._handle, sample, window, view))
        return Hit(window.value, view.value)

    def responders(self, id: int) -> list[int]:
        """What a touch that nobody takes is offered to: a view, what that is in, and so on up to the window."""
        id = uint64(id, "id")
        return _ids(lambda room, capacity, count: lib.scrim_scene_responders(self._handle, id, room, capacity, count))

    def focus(self, window: int) -> None:
        """Gives a window the focus, until another asks for it."""
        self._settle(lib.scrim_scene_focus(self._handle, uint64(window, "window")))

    def resign_focus(self, window: int) -> None:
        """Takes a window out of those that wait for the focus."""
        self._settle(lib.scrim_scene_resign_focus(self._handle, uint64(window, "window")))

    @property
    def focused(self) -> int:
        """The window that has the focus; 0: none."""
        window = c.c_uint64()
        _check(lib.scrim_scene_focused(self._handle, window))
        return window.value

    def views_at(self, x: float, y: float, *, everything: bool = False) -> list[int]:
        """The windows and views at a point, interactive or not: parents before children, what is nearest last."""
        return _ids(
            lambda room, capacity, count: lib.scrim_scene_views_at(
                self._handle, x, y, int(everything), room, capacity, count
            )
        )

    def select(self, x: float, y: float) -> int:
        """Selects the deepest view at a point; again within 10 points, the one around that, and so on in a circle."""
        view = c.c_uint64()
        self._settle(lib.scrim_scene_select(self._handle, x, y, view))
        return view.value

    @property
    def selected(self) -> int:
        """What is selected; 0: nothing, or it is gone."""
        view = c.c_uint64()
        _check(lib.scrim_scene_selected(self._handle, view))
        return view.value

    def set_transition(self, in_transition: bool) -> None:
        """Says whether the screen shows something between two states: then every output is covered."""
        self._settle(lib.scrim_scene_set_transition(self._handle, int(in_transition)))

    def add_output(self) -> int:
        """Adds an output, which is covered until it has drawn while all is active. Returns its number."""
        output = c.c_uint32()
        self._settle(lib.scrim_scene_add_output(self._handle, output))
        return output.value

    def remove_output(self, output: int) -> None:
        """Removes an output; its number may be given out again."""
        self._settle(lib.scrim_scene_remove_output(self._handle, uint32(output, "output")))

    def set_activity(self, activity: Activity, window: int = 0) -> None:
        """Says how active the application, or a window, is. Anything less than active covers every output at once."""
        status = lib.scrim_scene_set_activity(self._handle, uint64(window, "window"), uint32(activity, "activity"))
        self._settle(status)

    def frame_ready(self, output: int = 0) -> None:
        """Says that a new frame is ready on an output: uncovers it if all is active."""
        self._settle(lib.scrim_scene_frame_ready(self._handle, uint32(output, "output")))

    def is_covered(self, output: int = 0) -> bool:
        covered = c.c_uint32()
        _check(lib.scrim_scene_is_covered(self._handle, uint32(output, "output"), covered))
        return covered.value == 1

    def on_cover(self, callback: Callable[[int], object] | None) -> None:
        """Sets the callback that is told the number of each output that has just been covered; None: no callback.

        In the callback the scene can be asked, but not changed. What it raises, the call that caused the cover raises.
        """
        guarded = self._relay.guard(lambda output, _: callback(output)) if callback else None
        cover = called_back(s.scrim_cover_fn, guarded) if guarded else s.scrim_cover_fn()
        _check(lib.scrim_scene_set_cover_callback(self._handle, cover, None, s.scrim_free_fn()))
        self._cover = cover

    def redact(
        self,
        pixels: Any,
        *,
        pixel_format: Format | str | None = None,
        output: int = 0,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        style: Style = Style(),
        width: SupportsIndex | None = None,
        height: SupportsIndex | None = None,
        stride: SupportsIndex | None = None,
    ) -> Report:
        """Makes one frame safe to hand on, in place: covers what is private in it, or all while its output is covered.

        `origin` is the screen's point at the frame's top left pixel, `scale` the pixels of a point. The frame is
        given, and errors cover it, as in redact_in_place().
        """

        def prepare(_: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
            options = s.scrim_scene_redact_options(
                c.sizeof(s.scrim_scene_redact_options),
                uint32(output, "output"),
                s.scrim_point(*origin),
                scale,
                style_struct(style),
            )
            return lambda frame, out: int(lib.scrim_scene_redact(self._handle, frame, options, out))

        layout = Layout(pixel_format, width, height, stride)
        return cover_frame(pixels, layout, prepare)
