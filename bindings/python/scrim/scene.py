# SPDX-License-Identifier: MIT
"""Scene: the windows and views on the screen, what is private in them, and the cover of an inactive application."""

from __future__ import annotations

import contextlib
import ctypes as c
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _abi as s
from . import _building, _cover, _explain_scene
from . import preview as _preview
from ._callbacks import entry
from ._convert import integer, member, real, rect, uint32, uint64
from ._explain import of_rect
from ._explain_scene import INVALID, LIMIT, NOT_FOUND, Reasons, missing
from ._ffi import lib
from ._geometry import Rect, Touch, touch_sample
from ._handle import Handle, handle_of
from ._layout import ColorMatrix, ColorRange, Format, Layout
from ._relay import raise_kept
from .description import TouchPrivacy, ViewMetadata
from .errors import BufferTooSmallError, InvalidStateError, RefusedError, _check
from .redact import redact_frame
from .report import Report
from .snapshot import Snapshot
from .styles import Color, Style, style_struct
from .text import Text
from .views import (
    Activity,
    Affine,
    Hit,
    InputRegion,
    Look,
    Outsets,
    Policy,
    SecureRegion,
    ViewFlags,
    point,
    window_struct,
)

if TYPE_CHECKING:
    from PIL.Image import Image


_ANY, _WINDOW = "a window or view", "a window"
_MAX_INPUT_RECTS = 256


def _ids(call: Callable[[c.Array[c.c_uint64], int, c.c_size_t], int], reasons: Reasons) -> list[int]:
    """Returns the ids that a call lists. Calls it again if the first buffer is too small."""
    count, capacity = c.c_size_t(), 64
    while True:
        room = (c.c_uint64 * capacity)()
        status = call(room, capacity, count)
        if status == BufferTooSmallError.status:
            capacity = count.value
        else:
            _require(status, reasons)
            return list(room[: count.value])


def _require(status: int, reasons: Reasons | None = None) -> None:
    """Raises what a callback raised, or the error of a status."""
    raise_kept()
    if status:
        raise _explain_scene.error_of(status, reasons)


class Scene(Handle):
    """The windows of an application, its outputs (screens or streams), and whether it is active.

    The application is inactive at first, and every output is covered. Call set_activity() and frame_ready() when the scene
    is complete. Windows and views are identified by ids, which are never 0 and never reused.

    Calls that name a window or view raise NotFoundError if it does not exist.
    """

    def __init__(self, outputs: int = 1) -> None:
        """Creates an empty scene with 1 to 32 `outputs`, which are numbered from 0."""
        options = s.scrim_scene_options(c.sizeof(s.scrim_scene_options), integer(outputs, "outputs", 1, 32))
        # For previews, because the library does not list windows.
        self._windows: dict[int, _preview.Window] = {}
        # By the views that show them. A text that only this scene knows stays open.
        self._texts: dict[int, Text] = {}
        super().__init__(lib.scrim_scene_create, lib.scrim_scene_destroy, options)

    def close(self) -> None:
        try:
            super().close()
        finally:
            if self.closed:
                self._texts.clear()

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
        """Adds a window, and returns its id.

        `frame` is its x, y, width and height on the screen, in points. A window with a higher `level` is nearer to the
        user. Of equal levels, the window that was added later is nearer. `screen` and `title` are names for records, at
        most 256 bytes each. `owner` is the view that a pop-up window belongs to, or 0. If the owner is secure or was
        removed, the whole window is secure.

        Raises InvalidArgumentError if a value is out of range, NotFoundError if the owner does not exist, and LimitError if
        the scene has 100,000 windows and views.
        """
        id = c.c_uint64()
        properties = window_struct(frame, level, flags, screen, title, owner, touch_privacy)
        _require(
            lib.scrim_scene_add_window(self._handle, properties, id),
            lambda: {
                INVALID: _explain_scene.of_window(properties),
                NOT_FOUND: missing("owner", _ANY, properties.owner),
                LIMIT: ["the scene has 100000 windows and views, and cannot have more"],
            },
        )
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
        """Replaces all properties of a window. Takes the same arguments as add_window()."""
        window = uint64(window, "window")
        properties = window_struct(frame, level, flags, screen, title, owner, touch_privacy)
        _require(
            lib.scrim_scene_update_window(self._handle, window, properties),
            lambda: {
                INVALID: _explain_scene.of_window(properties),
                NOT_FOUND: missing("owner", _ANY, owner) if window in self._windows else missing("window", _WINDOW, window),
            },
        )
        self._keep(window, properties, title)

    def _keep(self, id: int, window: s.scrim_window, title: str) -> None:
        frame = (window.frame.x, window.frame.y, window.frame.width, window.frame.height)
        hidden = bool(window.flags & ViewFlags.HIDDEN)
        self._windows[id] = _preview.Window(frame, window.level, title, window.owner, hidden)

    def build(self, windows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
        """Adds windows and their views from nested dicts, and returns the ids of those that have a `name`.

        A dict contains the arguments of add_window() or add_view(). It may also contain a `name`, and `views`, a list of
        dicts from the farthest to the nearest view. An `owner` may be the name of an earlier dict. After an error the scene
        is as it was before. After an exception of a signal handler, such as KeyboardInterrupt, windows may remain.

            ids = scene.build([{"frame": (0, 0, 320, 480), "views": [
                {"name": "PIN", "frame": (20, 20, 280, 40), "flags": ViewFlags.SECURE}]}])
        """
        return _building.build(windows, self.add_window, self.add_view, self.remove)

    def preview(self, size: tuple[int, int], *, origin: tuple[float, float] = (0, 0), scale: float = 1.0) -> Image:
        """Draws the scene as a Pillow image, to check while you build a scene.

        The picture shows the windows with their levels and titles, everything private in red, and a blue line from each
        window to its owner. `size` is the width and height in pixels, `origin` the point of the screen at the top left
        corner, and `scale` the number of pixels per point.
        """
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
        """Adds a view in front of the other views of its parent, and returns its id.

        `parent` is a window or view, and `frame` is in its coordinates. The other arguments are:

        - `alpha`: the opacity, 0 to 1. A view with 0.01 or less is not hit. Alpha does not make a view less private.
        - `classes`: the class chain for records, the most derived class first. At most 32 names.
        - `content`: text that records may contain about the view. None means that it is not known. A record then contains
          the contents of the views inside this one.
        - `content_offset`: how far the view is scrolled.
        - `transform`: how the view and everything inside it are rotated, scaled and moved. The origin of the map is the top
          left corner of the frame.
        - `overflow`: how far the view draws beyond its frame.

        Raises InvalidArgumentError if a value is out of range, NotFoundError if the parent does not exist, and LimitError if
        there are 100,000 windows and views, more than 256 nested views or too many different class names.
        """
        id = c.c_uint64()
        view = Look(
            flags, alpha, classes, content, content_offset, transform, overflow, touch_privacy
        ).struct(frame)
        _require(
            lib.scrim_scene_add_view(self._handle, uint64(parent, "parent"), view, id),
            lambda: {INVALID: _explain_scene.of_view(view), NOT_FOUND: missing("parent", _ANY, parent)},
        )
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
        """Replaces all properties of a view. Takes the same arguments as add_view().

        Call this when a view moves, scrolls or changes its flags. The views inside it move with it and need no call. Pass
        the flags again, because a view without ViewFlags.SECURE is no longer secure.
        """
        properties = Look(
            flags, alpha, classes, content, content_offset, transform, overflow, touch_privacy
        ).struct(frame)
        _require(
            lib.scrim_scene_update_view(self._handle, uint64(view, "view"), properties),
            lambda: {INVALID: _explain_scene.of_view(properties), NOT_FOUND: missing("view", "a view", view)},
        )

    def set_metadata(self, id: int, metadata: ViewMetadata) -> None:
        """Replaces the metadata of a window or view for records."""
        if not isinstance(metadata, ViewMetadata):
            raise TypeError(f"metadata must be a scrim.ViewMetadata (got {type(metadata).__name__})")
        struct = metadata._struct()
        _require(
            lib.scrim_scene_set_metadata(self._handle, uint64(id, "id"), struct),
            lambda: {
                INVALID: _explain_scene.of_metadata(struct),
                NOT_FOUND: missing("id", _ANY, id),
                LIMIT: [f"properties must be at most 16 (got {struct.property_count})"] * (struct.property_count > 16),
            },
        )

    def remove(self, id: int) -> None:
        """Removes a window or view and everything inside it. Windows that belong to a removed view become secure."""
        id = uint64(id, "id")
        status = lib.scrim_scene_remove(self._handle, id)
        try:
            _require(status, lambda: {NOT_FOUND: missing("id", _ANY, id)})
        finally:
            if status == 0:
                self._windows.pop(id, None)
                self._texts = {view: text for view, text in self._texts.items() if self._contains(view)}

    def _contains(self, id: int) -> bool:
        return bool(lib.scrim_scene_is_secure(self._handle, id, c.c_uint32()) == 0)

    def hit_test(self, x: float, y: float) -> Hit:
        """Returns what a touch at a point of the screen hits: the nearest window, and the deepest view in it."""
        window, view = c.c_uint64(), c.c_uint64()
        x, y = real(x, "x"), real(y, "y")
        _require(
            lib.scrim_scene_hit_test(self._handle, x, y, window, view),
            lambda: {INVALID: _explain_scene.of_point(x=x, y=y)},
        )
        return Hit(window.value, view.value)

    def is_secure_at(self, x: float, y: float) -> bool:
        """Returns whether a point of the screen is in a secure region. It makes no difference what lies in front of it."""
        secure = c.c_uint32()
        x, y = real(x, "x"), real(y, "y")
        _require(
            lib.scrim_scene_is_secure_at(self._handle, x, y, secure),
            lambda: {INVALID: _explain_scene.of_point(x=x, y=y)},
        )
        return secure.value == 1

    def is_secure(self, id: int) -> bool:
        """Returns whether a window or view is secure.

        It is also secure if it is inside something secure, or if its window belongs to something secure. It makes no
        difference whether it is hidden.
        """
        secure = c.c_uint32()
        _require(
            lib.scrim_scene_is_secure(self._handle, uint64(id, "id"), secure),
            lambda: {NOT_FOUND: missing("id", _ANY, id)},
        )
        return secure.value == 1

    def set_policy(self, policy: Policy) -> None:
        """Sets which windows and views are secure without ViewFlags.SECURE. A new scene has Policy.DEFAULT."""
        _require(lib.scrim_scene_set_policy(self._handle, member(policy, "policy", Policy)))

    def attach_text(self, view: int, text: Text) -> None:
        """Declares that a view shows a text.

        Unless the text is visible, the view is secure until the text is detached or the view is removed. The text reveals
        nothing while others may see the view: scrim_scene_attach_text() in scrim/scene.h lists the cases. If a callback of
        the text raises an exception, the call on the scene that caused it raises that exception.

        Raises InvalidStateError if the view already shows a text, or if a view already shows this text.
        """
        view = uint64(view, "view")
        status = lib.scrim_scene_attach_text(self._handle, view, handle_of(text, Text, "text"))
        if status == 0:
            self._texts[view] = text
        _require(
            status,
            lambda: {
                NOT_FOUND: missing("view", _ANY, view),
                InvalidStateError.status: [f"view {view} already shows a text, or the text is already shown by a view"],
                LIMIT: ["the scene has 256 views that show a text, and cannot have more"],
            },
        )

    def detach_text(self, view: int) -> None:
        """Declares that a view no longer shows a text. Does nothing if it shows none."""
        view = uint64(view, "view")
        status = lib.scrim_scene_detach_text(self._handle, view)
        try:
            _require(status, lambda: {NOT_FOUND: missing("view", _ANY, view)})
        finally:
            if status == 0:
                self._texts.pop(view, None)

    def set_captured(self, captured: bool) -> None:
        """Declares whether the screen is shared, recorded or about to be photographed by other means than Scrim.

        While it is, attached texts reveal nothing. Secure views are secure in either state.
        """
        _require(lib.scrim_scene_set_captured(self._handle, int(captured)))

    def secure_regions(self) -> list[SecureRegion]:
        """Returns the secure regions, in no particular order. Inside change(), those from before the change are included."""
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
        """A number that changes whenever windows, views, the focus or the policy change, or a change begins or ends."""
        generation = c.c_uint64()
        _check(lib.scrim_scene_generation(self._handle, generation))
        return generation.value

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """Brackets several calls whose result the screen will show all at once: `with scene.change(): …`.

        Inside the block, regions that were secure before the change stay secure, in addition to those that are secure now.
        Leave the block when the screen shows the new state. The change also ends if the block raises an exception.

        Raises InvalidStateError if a change is already in progress.
        """
        handle, began = self._handle, [-1]
        try:
            # Python runs signal handlers after calls. When it does so here, the status is already stored.
            began[:] = map(lib.scrim_scene_begin, (handle,))
            _require(began[0], lambda: {InvalidStateError.status: ["a change is already in progress"]})
            yield
        finally:
            if began[0] == 0:
                _require(lib.scrim_scene_commit(handle))

    def snapshot(self, now_ns: int) -> Snapshot:
        """Advances the scene's clock to `now_ns`, and returns a snapshot of the current and recent secure regions.

        Capture.redact() needs it. `now_ns` is on the clock that also times the frames. The call ends everything that
        attached texts reveal.
        """
        now = uint64(now_ns, "now_ns")

        def create(out: c.c_void_p) -> int:
            return int(lib.scrim_scene_snapshot(self._handle, now, out))

        return Snapshot(create)

    def set_input_region(self, id: int, regions: Iterable[Iterable[float]]) -> int:
        """Sets where a window or view with ViewFlags.INPUT_REGION can be hit. Returns the generation of the region.

        `regions` are up to 256 rectangles in the coordinates of the window or view.
        """
        structs = [rect(region, f"regions[{index}]") for index, region in enumerate(regions)]
        room, generation = (s.scrim_rect * len(structs))(*structs), c.c_uint64()
        _require(
            lib.scrim_scene_set_input_region(self._handle, uint64(id, "id"), room, len(structs), generation),
            lambda: {
                INVALID: (
                    reason for index, one in enumerate(structs) for reason in of_rect(one, f"regions[{index}]: ")
                ),
                NOT_FOUND: missing("id", _ANY, id),
                LIMIT: [f"regions must be at most {_MAX_INPUT_RECTS} rectangles (got {len(structs)})"],
            },
        )
        return generation.value

    def input_region(self, id: int) -> InputRegion:
        """Returns the input region of a window or view. Pass it to the compositor if its generation is new."""
        count, generation = c.c_size_t(), c.c_uint64()
        room = (s.scrim_rect * _MAX_INPUT_RECTS)()
        _require(
            lib.scrim_scene_input_region(self._handle, uint64(id, "id"), room, len(room), count, generation),
            lambda: {NOT_FOUND: missing("id", _ANY, id)},
        )
        regions = tuple(Rect(r.x, r.y, r.width, r.height) for r in room[: count.value])
        return InputRegion(regions, generation.value)

    def route_touch(self, touch: Touch) -> Hit:
        """Returns the window that receives a touch sample, and the view of that window under the finger.

        A touch belongs to the window that it hit when it began, until it ends. Pass all its samples up to the end. The
        window is 0 if the touch hit none, if its beginning was not passed, or if the window was removed.

        Raises LimitError if 64 other touches are down.
        """
        window, view = c.c_uint64(), c.c_uint64()
        _require(
            lib.scrim_scene_route_touch(self._handle, touch_sample(touch), window, view),
            lambda: {
                # Does not name the position, which may be private.
                INVALID: ["x and y of the touch must be finite, and at most 2^30 points from 0"],
                LIMIT: ["64 touches are down, and the scene cannot route more"],
            },
        )
        return Hit(window.value, view.value)

    def responders(self, id: int) -> list[int]:
        """Returns the views that may handle a touch: a view, the views that it is inside, and the window last.

        Views with ViewFlags.PASS_THROUGH are left out.
        """
        id = uint64(id, "id")
        return _ids(
            lambda room, capacity, count: lib.scrim_scene_responders(self._handle, id, room, capacity, count),
            lambda: {NOT_FOUND: missing("id", _ANY, id)},
        )

    def focus(self, window: int) -> None:
        """Gives a window the focus. If another window gets it and gives it back, this window has it again.

        Raises RefusedError if the window has ViewFlags.TOOL and not ACCEPTS_FOCUS.
        """
        _require(
            lib.scrim_scene_focus(self._handle, uint64(window, "window")),
            lambda: {
                NOT_FOUND: missing("window", _WINDOW, window),
                RefusedError.status: [f"window {window} is a TOOL window without ACCEPTS_FOCUS, so it cannot have the focus"],
            },
        )

    def resign_focus(self, window: int) -> None:
        """Takes the focus from a window, and removes it from the windows that wait for the focus."""
        _require(
            lib.scrim_scene_resign_focus(self._handle, uint64(window, "window")),
            lambda: {NOT_FOUND: missing("window", _WINDOW, window)},
        )

    @property
    def focused(self) -> int:
        """The window that has the focus, or 0."""
        window = c.c_uint64()
        _check(lib.scrim_scene_focused(self._handle, window))
        return window.value

    def views_at(self, x: float, y: float, *, everything: bool = False) -> list[int]:
        """Returns the windows and views at a point, parents before children and the nearest last.

        Views that touches cannot hit are included. With `everything`, hidden and almost transparent ones are too. Windows
        and views with ViewFlags.NOT_SELECTABLE are left out, and tool windows with everything inside them.
        """
        x, y = real(x, "x"), real(y, "y")
        return _ids(
            lambda room, capacity, count: lib.scrim_scene_views_at(
                self._handle, x, y, int(everything), room, capacity, count
            ),
            lambda: {INVALID: _explain_scene.of_point(x=x, y=y)},
        )

    def select(self, x: float, y: float) -> int:
        """Selects the deepest view at a point, and returns it, or 0 if there is none.

        It selects from one window's part of views_at(): the nearest window that a touch would hit, or else the one with the
        focus. Another call within 10 points of the last one selects the entry before, usually the view around it. After
        the window itself, the deepest view is selected again.
        """
        view = c.c_uint64()
        x, y = real(x, "x"), real(y, "y")
        _require(
            lib.scrim_scene_select(self._handle, x, y, view), lambda: {INVALID: _explain_scene.of_point(x=x, y=y)}
        )
        return view.value

    @property
    def selected(self) -> int:
        """The selected window or view. 0 if nothing is selected or it was removed."""
        view = c.c_uint64()
        _check(lib.scrim_scene_selected(self._handle, view))
        return view.value

    def set_transition(self, in_transition: bool) -> None:
        """Declares whether the screen is in transition between two states. During a transition every output is covered."""
        _require(lib.scrim_scene_set_transition(self._handle, int(in_transition)))

    def add_output(self) -> int:
        """Adds an output, and returns its number. It is covered until frame_ready() is called for it while everything is
        active."""
        output = c.c_uint32()
        _require(
            lib.scrim_scene_add_output(self._handle, output),
            lambda: {LIMIT: ["the scene has 32 outputs, and cannot have more"]},
        )
        return output.value

    def remove_output(self, output: int) -> None:
        """Removes an output. A new output may get its number."""
        number = uint32(output, "output")
        _require(
            lib.scrim_scene_remove_output(self._handle, number), lambda: {NOT_FOUND: missing("output", "an output", number)}
        )

    def set_activity(self, activity: Activity, window: int = 0) -> None:
        """Sets how active a window is, or the application if `window` is 0.

        If anything is less than active, every output is covered at once. Becoming active uncovers nothing: each output is
        uncovered by its next frame_ready().
        """
        level = member(activity, "activity", Activity)
        status = lib.scrim_scene_set_activity(self._handle, uint64(window, "window"), level)
        _require(status, lambda: {NOT_FOUND: missing("window", _WINDOW, window)})

    def frame_ready(self, output: int = 0) -> None:
        """Declares that an output shows a frame which was drawn since everything became active, and uncovers the output.

        Does nothing while anything is not active or in transition.
        """
        number = uint32(output, "output")
        _require(
            lib.scrim_scene_frame_ready(self._handle, number), lambda: {NOT_FOUND: missing("output", "an output", number)}
        )

    def is_covered(self, output: int = 0) -> bool:
        """Returns whether an output is covered."""
        covered, number = c.c_uint32(), uint32(output, "output")
        _require(
            lib.scrim_scene_is_covered(self._handle, number, covered),
            lambda: {NOT_FOUND: missing("output", "an output", number)},
        )
        return covered.value == 1

    def set_cover(
        self,
        cover: Color | Style | Any,
        output: int = 0,
        *,
        color: Color = "#000000",
        pixel_format: Format | str | None = None,
        width: SupportsIndex | None = None,
        height: SupportsIndex | None = None,
        stride: SupportsIndex | None = None,
        color_range: ColorRange = ColorRange.LIMITED,
        color_matrix: ColorMatrix = ColorMatrix.BT709,
    ) -> None:
        """Sets what redact() and captures show in place of a frame while its output is covered.

        `cover` is one of these:

        - a color, or None for black.
        - `Style.frost()` or `Style.tiles()` with a `base`.
        - a picture as for scrim.redact(), with the same keywords for its layout. It is copied, and scaled to fit into each
          frame, in its own proportions. `color` is around it and under its transparent pixels.

        After errors, frames are black as ever. A snapshot keeps the covers of the moment when it was taken.

        Raises ReversibleStyleError for a reversible style, and LimitError if the picture has more than 16,777,216 pixels. The
        earlier cover then stays.
        """
        number = uint32(output, "output")
        layout = Layout(pixel_format, width, height, stride, color_range, color_matrix)
        with _cover.cover_struct(cover, color, layout) as made:
            _require(lib.scrim_scene_set_cover(self._handle, number, made), _cover.reasons(made, number))

    def on_cover(self, callback: Callable[[int], object] | None) -> None:
        """Sets a callback that is called with the number of each output when it has been covered. None removes it.

        The callback may query the scene, but not change it. If it raises an exception, the call that caused the cover raises
        that exception.
        """
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be a function or None (got {callback!r})")
        cover = entry(s.scrim_cover_fn, "cover") if callback else s.scrim_cover_fn()
        functions = {"cover": callback} if callback else {}
        _check(self._callbacks.hand_over(lib.scrim_scene_set_cover_callback, self._handle, cover, functions))

    def redact(
        self,
        pixels: Any,
        *,
        pixel_format: Format | str | None = None,
        output: int = 0,
        origin: tuple[float, float] = (0, 0),
        scale: float = 1.0,
        style: Style | str = Style(),
        width: SupportsIndex | None = None,
        height: SupportsIndex | None = None,
        stride: SupportsIndex | None = None,
        first_row: SupportsIndex = 0,
        row_count: SupportsIndex = 0,
    ) -> Report:
        """Redacts a frame in place: covers every secure region, or the whole frame while its output is covered.

        Use this for frames that the program itself draws. Frames that are read from a screen show an earlier state: redact
        those with a Capture.

        `pixels` is a picture as for redact_in_place(), but not a Pillow image. `origin` is the point of the screen at the frame's top left corner, and
        `scale` the number of pixels per point. `style` must be irreversible. `first_row` and `row_count` name a band of rows
        to redact. A `row_count` of 0 stands for all rows from the first one on.

        After an error, the band is black, or the whole frame without one. If the band itself is wrong, or after an
        exception that is not a ScrimError, the whole frame is black. Do not use the frame after an exception of a signal handler,
        such as KeyboardInterrupt: redact_in_place() names the cases in which the frame is not black.
        Raises NotFoundError if the output does not exist, and ReversibleStyleError if the style is reversible. With that last
        error, only the secure regions are black.
        """

        def prepare(_: s.scrim_frame) -> Callable[[s.scrim_frame, s.scrim_redact_report], int]:
            handle = self._handle  # here, so that the error of a closed scene covers the frame
            options = s.scrim_scene_redact_options(
                c.sizeof(s.scrim_scene_redact_options),
                uint32(output, "output"),
                point(origin, "origin"),
                real(scale, "scale"),
                style_struct(style),
                uint32(first_row, "first_row"),
                uint32(row_count, "row_count"),
            )

            def call(frame: s.scrim_frame, out: s.scrim_redact_report) -> int:
                _require(
                    lib.scrim_scene_redact(handle, frame, options, out),
                    lambda: {
                        INVALID: _explain_scene.of_frame_options(options, frame),
                        NOT_FOUND: missing("output", "an output", options.output),
                    },
                )
                return 0

            return call

        return redact_frame(pixels, (pixel_format, width, height, stride), prepare)
