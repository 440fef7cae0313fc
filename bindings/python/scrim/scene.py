# SPDX-License-Identifier: MIT
"""Scene: windows, views and what is private in them; the cover of an inactive application."""

from __future__ import annotations

import contextlib
import ctypes as c
import dataclasses
import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from . import _structs as s
from . import preview as _preview
from ._convert import int32, rect, string, strings, uint32, uint64
from ._ffi import lib
from ._geometry import Rect, Touch
from ._handle import Handle, Relay
from ._layout import Format, Layout
from .errors import BufferTooSmallError, InvalidArgumentError, _check
from .redact import Report, cover_frame
from .styles import Style, style_struct

if TYPE_CHECKING:
    from PIL.Image import Image


class ViewFlags(enum.IntFlag):
    """Flags of windows and views."""

    #: Neither it nor what is inside it is hit, nor redacted.
    HIDDEN = 1
    #: Can be hit. What is inside a view without this flag cannot be hit either.
    INTERACTIVE = 2
    #: What is inside it shows only within its frame.
    CLIPS = 4
    #: Private: it and everything inside it is covered in frames, and its touches are told to nobody.
    SECURE = 8
    #: Gestures on this very view are not collected.
    IGNORED = 16
    #: Need not be private, whatever the policy says; no word on SECURE, on views around it, or on those inside it.
    PUBLIC = 32
    #: Takes typed text, or shows a Text.
    TEXT_INPUT = 64
    #: Shows a Keypad, or another keyboard.
    KEYPAD = 128
    #: Is never hit itself; what is inside it, and does not pass through too, is.
    PASS_THROUGH = 256
    #: Is hit only inside its touch regions, and so is what is inside it.
    LIMITED = 512
    #: Of a window: an overlay of a tool, no window of the application.
    OWN = 1024
    #: Overlays let touches through that would hit this very view, and select() passes over it.
    SKIPPED = 2048
    #: Of a window that is OWN: may be given the keys.
    TAKES_KEYS = 4096


class Policy(enum.IntEnum):
    """What is secure without being marked so."""

    #: Text inputs and keypads that are not public.
    DEFAULT = 1
    #: Nothing.
    EXPLICIT = 2
    #: Everything that is not public.
    ALLOW_LIST = 3


class Activity(enum.IntEnum):
    ACTIVE = 1
    INACTIVE = 2
    BACKGROUND = 3


class Hit(NamedTuple):
    """What a touch hits. `window` 0: nothing. `view` 0: the window itself, or nothing."""

    window: int
    view: int


class Affine(NamedTuple):
    """A map of the plane: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0."""

    xx: float = 1.0
    yx: float = 0.0
    xy: float = 0.0
    yy: float = 1.0
    x0: float = 0.0
    y0: float = 0.0


class Outsets(NamedTuple):
    """Distances outward from the sides of a rectangle."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class SecureRegion(NamedTuple):
    """What a secure view occupies of the screen: a convex polygon. `view` 0: of before the change that was begun."""

    view: int
    corners: tuple[tuple[float, float], ...]


class TouchRegions(NamedTuple):
    """Where a LIMITED window or view is hit, and the number of this set of regions."""

    regions: tuple[Rect, ...]
    generation: int


def _window(
    frame: Iterable[float], level: int, flags: int, screen: str, title: str, owner: int
) -> s.scrim_window:
    return s.scrim_window(
        c.sizeof(s.scrim_window),
        uint32(flags, "flags"),
        rect(frame, "frame"),
        int32(level, "level"),
        0,
        string(screen),
        string(title),
        uint64(owner, "owner"),
    )


@dataclasses.dataclass(frozen=True)
class _Look:
    """What a view is given beside its frame."""

    flags: int = ViewFlags.INTERACTIVE
    alpha: float = 1.0
    classes: Iterable[str] = ()
    content: str = ""
    content_offset: tuple[float, float] = (0.0, 0.0)
    transform: Affine = Affine()
    overflow: Outsets = Outsets()

    def struct(self, frame: Iterable[float]) -> s.scrim_view:
        names, count = strings(self.classes)
        return s.scrim_view(
            c.sizeof(s.scrim_view),
            uint32(self.flags, "flags"),
            rect(frame, "frame"),
            self.alpha,
            names,
            count,
            string(self.content),
            s.scrim_point(*self.content_offset),
            s.scrim_affine(*self.transform),
            s.scrim_outsets(*self.overflow),
        )


def _arguments(
    given: Mapping[str, Any], ids: Mapping[str, int]
) -> tuple[dict[str, Any], Iterable[Mapping[str, Any]], str | None]:
    """Of a dict of build(): the arguments of the call, the views inside, and the name."""
    arguments = dict(given)
    views, name = arguments.pop("views", ()), arguments.pop("name", None)
    if name in ids:
        raise InvalidArgumentError(f"two have the name {name!r}")
    return arguments, views, name


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


class Snapshot(Handle):
    """What was private in a scene at a moment, and before; made by Scene.snapshot(). Any thread may use it."""

    def __init__(self, scene: Scene, now_ns: int) -> None:
        now = uint64(now_ns, "now_ns")

        def create(out: c.c_void_p) -> int:
            return int(lib.scrim_scene_snapshot(scene._handle, now, out))

        super().__init__(create, lib.scrim_snapshot_destroy)


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
        super().__init__(lib.scrim_scene_create, lib.scrim_scene_destroy, options)

    def add_window(
        self,
        frame: Iterable[float],
        *,
        level: int = 0,
        flags: int = ViewFlags.INTERACTIVE,
        screen: str = "",
        title: str = "",
        owner: int = 0,
    ) -> int:
        """Adds a window at a place of the screen; of equal levels the later one is nearer. Returns its id.

        `owner` is the view that it belongs to, 0: none: a menu or a list of suggestions is secure where that is.
        """
        id = c.c_uint64()
        properties = _window(frame, level, flags, screen, title, owner)
        self._relay.check(lib.scrim_scene_add_window(self._handle, properties, id))
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
    ) -> None:
        """Gives a window new properties: all of them."""
        properties = _window(frame, level, flags, screen, title, owner)
        self._relay.check(lib.scrim_scene_update_window(self._handle, uint64(window, "window"), properties))
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
        ids: dict[str, int] = {}
        added: list[int] = []
        try:
            for window in windows:
                arguments, views, name = _arguments(window, ids)
                owner = arguments.get("owner", 0)
                if isinstance(owner, str):
                    if owner not in ids:
                        raise InvalidArgumentError(f"no window or view before it has the name of its owner, {owner!r}")
                    arguments["owner"] = ids[owner]
                added.append(self.add_window(**arguments))
                if name is not None:
                    ids[name] = added[-1]
                self._build(added[-1], views, ids)
        except BaseException:
            for id in added:
                self.remove(id)
            raise
        return ids

    def _build(self, parent: int, views: Iterable[Mapping[str, Any]], ids: dict[str, int]) -> None:
        for view in views:
            arguments, inside, name = _arguments(view, ids)
            id = self.add_view(parent, **arguments)
            if name is not None:
                ids[name] = id
            self._build(id, inside, ids)

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
        content: str = "",
        content_offset: tuple[float, float] = (0.0, 0.0),
        transform: Affine = Affine(),
        overflow: Outsets = Outsets(),
    ) -> int:
        """Adds a view in front of the others of its parent, a window or a view, from whose origin its frame counts.

        `classes` is its class chain, most derived first; `content` what a record may say of it; `content_offset` how far it
        is scrolled; `transform` how it is turned and scaled about the top left corner of its frame; `overflow` how far
        it shows beyond that. Returns its id.
        """
        id = c.c_uint64()
        view = _Look(flags, alpha, classes, content, content_offset, transform, overflow).struct(frame)
        self._relay.check(lib.scrim_scene_add_view(self._handle, uint64(parent, "parent"), view, id))
        return id.value

    def update_view(
        self,
        view: int,
        frame: Iterable[float],
        *,
        flags: int = ViewFlags.INTERACTIVE,
        alpha: float = 1.0,
        classes: Iterable[str] = (),
        content: str = "",
        content_offset: tuple[float, float] = (0.0, 0.0),
        transform: Affine = Affine(),
        overflow: Outsets = Outsets(),
    ) -> None:
        """Gives a view new properties: all of them."""
        properties = _Look(flags, alpha, classes, content, content_offset, transform, overflow).struct(frame)
        self._relay.check(lib.scrim_scene_update_view(self._handle, uint64(view, "view"), properties))

    def remove(self, id: int) -> None:
        """Removes a window or view and everything inside it."""
        self._relay.check(lib.scrim_scene_remove(self._handle, uint64(id, "id")))
        self._windows.pop(id, None)

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
        self._relay.check(lib.scrim_scene_set_policy(self._handle, uint32(policy, "policy")))

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
        """Counts what changed of windows and views, the policy, and changes begun and committed."""
        generation = c.c_uint64()
        _check(lib.scrim_scene_generation(self._handle, generation))
        return generation.value

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """A change of several calls that the screen will show at once: `with scene.change(): …`.

        Inside, what was private stays private where it was, beside where it is by now. Leave it when the screen shows
        the new state. Where the body raises, the change ends too.
        """
        self._relay.check(lib.scrim_scene_begin(self._handle))
        try:
            yield
        finally:
            self._relay.check(lib.scrim_scene_commit(self._handle))

    def snapshot(self, now_ns: int) -> Snapshot:
        """Says what time it is, and takes a snapshot of what is private, and was, for a Capture."""
        return Snapshot(self, now_ns)

    def set_touch_regions(self, id: int, regions: Iterable[Iterable[float]]) -> int:
        """Says where a LIMITED window or view is hit, from its own origin. Returns the number of this set of regions."""
        structs = [rect(region, "region") for region in regions]
        room, generation = (s.scrim_rect * len(structs))(*structs), c.c_uint64()
        self._relay.check(
            lib.scrim_scene_set_touch_regions(self._handle, uint64(id, "id"), room, len(structs), generation)
        )
        return generation.value

    def touch_regions(self, id: int) -> TouchRegions:
        """The touch regions of a window or view, to be given to the compositor where their generation is new."""
        count, generation = c.c_size_t(), c.c_uint64()
        room = (s.scrim_rect * 256)()  # SCRIM_SCENE_MAX_TOUCH_REGIONS
        _check(lib.scrim_scene_touch_regions(self._handle, uint64(id, "id"), room, len(room), count, generation))
        regions = tuple(Rect(r.x, r.y, r.width, r.height) for r in room[: count.value])
        return TouchRegions(regions, generation.value)

    def route_touch(self, touch: Touch) -> Hit:
        """Where a touch goes: to the window that it hit when it began, and the view of that under the finger now."""
        time, id, phase, x, y = touch
        sample = s.scrim_touch(uint64(time, "time_ns"), uint64(id, "id"), uint32(phase, "phase"), 0, x, y)
        window, view = c.c_uint64(), c.c_uint64()
        self._relay.check(lib.scrim_scene_route_touch(self._handle, sample, window, view))
        return Hit(window.value, view.value)

    def responders(self, id: int) -> list[int]:
        """What a touch that nobody takes is offered to: a view, what that is in, and so on up to the window."""
        id = uint64(id, "id")
        return _ids(lambda room, capacity, count: lib.scrim_scene_responders(self._handle, id, room, capacity, count))

    def focus(self, window: int) -> None:
        """Gives a window the keys, until another asks for them."""
        self._relay.check(lib.scrim_scene_focus(self._handle, uint64(window, "window")))

    def resign_focus(self, window: int) -> None:
        """Takes a window out of those that wait for the keys."""
        self._relay.check(lib.scrim_scene_resign_focus(self._handle, uint64(window, "window")))

    @property
    def focused(self) -> int:
        """The window that keys go to; 0: none."""
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
        self._relay.check(lib.scrim_scene_select(self._handle, x, y, view))
        return view.value

    @property
    def selected(self) -> int:
        """What is selected; 0: nothing, or it is gone."""
        view = c.c_uint64()
        _check(lib.scrim_scene_selected(self._handle, view))
        return view.value

    def set_transition(self, in_transition: bool) -> None:
        """Says whether the screen shows something between two states: then every output is covered."""
        self._relay.check(lib.scrim_scene_set_transition(self._handle, int(in_transition)))

    def add_output(self) -> int:
        """Adds an output, which is covered until it has drawn while all is active. Returns its number."""
        output = c.c_uint32()
        self._relay.check(lib.scrim_scene_add_output(self._handle, output))
        return output.value

    def remove_output(self, output: int) -> None:
        """Removes an output; its number may be given out again."""
        self._relay.check(lib.scrim_scene_remove_output(self._handle, uint32(output, "output")))

    def set_activity(self, activity: Activity, window: int = 0) -> None:
        """Says how active the application, or a window, is. Anything less than active covers every output at once."""
        status = lib.scrim_scene_set_activity(self._handle, uint64(window, "window"), uint32(activity, "activity"))
        self._relay.check(status)

    def frame_ready(self, output: int = 0) -> None:
        """Says that a new frame is ready on an output: uncovers it if all is active."""
        self._relay.check(lib.scrim_scene_frame_ready(self._handle, uint32(output, "output")))

    def is_covered(self, output: int = 0) -> bool:
        covered = c.c_uint32()
        _check(lib.scrim_scene_is_covered(self._handle, uint32(output, "output"), covered))
        return covered.value == 1

    def on_cover(self, callback: Callable[[int], object] | None) -> None:
        """Sets the callback that is told the number of each output that has just been covered; None: no callback.

        In the callback the scene can be asked, but not changed. What it raises, the call that caused the cover raises.
        """
        guarded = self._relay.guard(lambda output, _: callback(output)) if callback else None
        cover = s.scrim_cover_fn(guarded) if guarded else s.scrim_cover_fn()
        _check(lib.scrim_scene_set_cover_callback(self._handle, cover, None, s.scrim_free_fn()))
        self._cover = cover

    def protect(
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
            options = s.scrim_protect_options(
                c.sizeof(s.scrim_protect_options),
                uint32(output, "output"),
                s.scrim_point(*origin),
                scale,
                style_struct(style),
            )
            return lambda frame, out: int(lib.scrim_scene_protect(self._handle, frame, options, out))

        layout = Layout(pixel_format, width, height, stride)
        return cover_frame(pixels, layout, prepare)
