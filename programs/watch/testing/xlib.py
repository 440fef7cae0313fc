# SPDX-License-Identifier: MIT
"""A client of X by libX11, which shares no code with the XCB that scrim-watch uses: makes windows, and says where windows are."""

import ctypes
import ctypes.util
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_short, c_ubyte, c_uint, c_ulong, c_ushort, c_void_p

import numpy as np

INPUT_OUTPUT, INPUT_ONLY = 1, 2
ABOVE, BELOW = 0, 1
PROPERTIES = {"STRING": 31, "CARDINAL": 6, "WM_NAME": 39, "WM_CLASS": 67, "WM_CLIENT_MACHINE": 36}
ALLOC_NONE, TRUE_COLOR = 0, 4
EVENTS = (1 << 4, 1 << 5, 1 << 15, 1 << 21)  # of the pointer that comes or leaves, of what is exposed, and of the focus
EXPOSE = 12
LEFT_POINTER = 68  # of the font of cursors


class Attributes(ctypes.Structure):
    """XWindowAttributes"""

    _fields_ = [(name, c_int) for name in ("x", "y", "width", "height", "border", "depth")] + [
        ("visual", c_void_p),
        ("root", c_ulong),
        *((name, c_int) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")),
        ("backing_planes", c_ulong),
        ("backing_pixel", c_ulong),
        ("save_under", c_int),
        ("colormap", c_ulong),
        ("map_installed", c_int),
        ("map_state", c_int),
        ("all_event_masks", c_long),
        ("your_event_mask", c_long),
        ("do_not_propagate_mask", c_long),
        ("popup", c_int),
        ("screen", c_void_p),
    ]


class SetAttributes(ctypes.Structure):
    """XSetWindowAttributes"""

    _fields_ = [
        *((name, c_ulong) for name in ("background_pixmap", "background", "border_pixmap", "border")),
        *((name, c_int) for name in ("bit_gravity", "win_gravity", "backing_store")),
        ("backing_planes", c_ulong),
        ("backing_pixel", c_ulong),
        ("save_under", c_int),
        ("event_mask", c_long),
        ("do_not_propagate_mask", c_long),
        ("popup", c_int),
        ("colormap", c_ulong),
        ("cursor", c_ulong),
    ]


class Changes(ctypes.Structure):
    """XWindowChanges"""

    _fields_ = [
        *((name, c_int) for name in ("x", "y", "width", "height", "border")),
        ("sibling", c_ulong),
        ("mode", c_int),
    ]


class Rectangle(ctypes.Structure):
    _fields_ = [("x", c_short), ("y", c_short), ("width", c_ushort), ("height", c_ushort)]


class Event(ctypes.Structure):
    """The beginning of XEvent, as in XExposeEvent, with room for the others"""

    _fields_ = [
        ("kind", c_int),
        ("serial", c_ulong),
        ("sent", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        *((name, c_int) for name in ("x", "y", "width", "height", "count")),
        ("rest", c_long * 16),  # XEvent has 24 longs
    ]


class VisualInfo(ctypes.Structure):
    _fields_ = [
        ("visual", c_void_p),
        ("id", c_ulong),
        *((name, c_int) for name in ("screen", "depth", "kind")),
        *((name, c_ulong) for name in ("red", "green", "blue")),
        *((name, c_int) for name in ("colormap_size", "bits")),
    ]


class Resources(ctypes.Structure):
    """The beginning of XRRScreenResources"""

    _fields_ = [("time", c_ulong), ("configured", c_ulong), ("count", c_int), ("crtcs", POINTER(c_ulong))]


x11 = ctypes.CDLL("libX11.so.6")
xext = ctypes.CDLL("libXext.so.6")
xcb, x11_xcb = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL("libX11-xcb.so.1")
for function in (x11.XOpenDisplay, x11.XDefaultVisual, x11.XCreateGC, x11.XCreateImage, x11_xcb.XGetXCBConnection):
    function.restype = c_void_p
for function in (x11.XDefaultRootWindow, x11.XInternAtom, x11.XCreateWindow, x11.XCreateColormap, x11.XBlackPixel, x11.XCreateFontCursor):
    function.restype = c_ulong
x11.XOpenDisplay.argtypes = [c_char_p]
ERROR_HANDLER = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
ignore_errors = ERROR_HANDLER(lambda _display, _error: 0)  # of windows that are gone
x11.XSetErrorHandler(ignore_errors)


class Client:
    """A connection. Every method waits until the server has done what it asks for."""

    def __init__(self, display: str) -> None:
        self.name = display
        self.display = c_void_p(x11.XOpenDisplay(display.encode()))
        if not self.display:
            raise RuntimeError(f"there is no X server {display}")
        self.root = x11.XDefaultRootWindow(self.display)
        self.atoms: dict[str, int] = {}
        self.events: dict[int, list[tuple]] = {}

    def close(self) -> None:
        x11.XCloseDisplay(self.display)

    def sync(self) -> None:
        x11.XSync(self.display, 0)

    def atom(self, name: str) -> int:
        if name not in self.atoms:
            self.atoms[name] = PROPERTIES.get(name) or x11.XInternAtom(self.display, name.encode(), 0)
        return self.atoms[name]

    def window(
        self, place: tuple[int, int, int, int], *, parent: int = 0, border: int = 0, popup: bool = True,
        kind: int = INPUT_OUTPUT, depth: int = 24, color: int | None = 0x3070A0,
    ) -> int:
        set_attributes = SetAttributes(background=color or 0, border=0, popup=popup)
        visual, mask = c_void_p(0), 1 << 9
        if kind == INPUT_OUTPUT:
            mask |= 1 << 3 | (color is not None) << 1
            if depth != 24:
                info = VisualInfo()
                if not x11.XMatchVisualInfo(self.display, 0, depth, TRUE_COLOR, byref(info)):
                    raise RuntimeError(f"no visual has depth {depth}")
                visual, mask = c_void_p(info.visual), mask | 1 << 13
                set_attributes.colormap = x11.XCreateColormap(self.display, c_ulong(self.root), visual, ALLOC_NONE)
        window = x11.XCreateWindow(
            self.display, c_ulong(parent or self.root), *place, border if kind == INPUT_OUTPUT else 0,
            depth if kind == INPUT_OUTPUT else 0, kind, visual, c_ulong(mask), byref(set_attributes),
        )
        self.sync()
        return window

    def windows_at_once(self, count: int) -> None:
        """Makes windows that are never shown."""
        for _ in range(count):
            x11.XCreateSimpleWindow(self.display, c_ulong(self.root), 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0))
        self.sync()

    def map(self, window: int) -> None:
        x11.XMapWindow(self.display, c_ulong(window))
        self.sync()

    def unmap(self, window: int) -> None:
        x11.XUnmapWindow(self.display, c_ulong(window))
        self.sync()

    def destroy(self, window: int) -> None:
        x11.XDestroyWindow(self.display, c_ulong(window))
        self.sync()

    def reparent(self, window: int, parent: int, x: int, y: int) -> None:
        x11.XReparentWindow(self.display, c_ulong(window), c_ulong(parent), x, y)
        self.sync()

    def configure(self, window: int, **changes: int) -> None:
        bits = {"x": 1, "y": 2, "width": 4, "height": 8, "border": 16, "sibling": 32, "mode": 64}
        mask = sum(bits[name] for name in changes)
        x11.XConfigureWindow(self.display, c_ulong(window), mask, byref(Changes(**changes)))
        self.sync()

    def circulate(self, up: bool) -> None:
        x11.XCirculateSubwindows(self.display, c_ulong(self.root), 0 if up else 1)
        self.sync()

    def set(self, window: int, name: str, value: bytes | list[int], kind: str = "STRING", append: bool = False) -> None:
        """Sets a property to bytes, or to numbers of 32 bits."""
        words = isinstance(value, list)
        data = (c_long * len(value))(*value) if isinstance(value, list) else value
        x11.XChangeProperty(
            self.display, c_ulong(window), c_ulong(self.atom(name)), c_ulong(self.atom(kind)), 32 if words else 8,
            2 if append else 0, data, len(value),
        )
        self.sync()

    def unset(self, window: int, name: str) -> None:
        x11.XDeleteProperty(self.display, c_ulong(window), c_ulong(self.atom(name)))
        self.sync()

    def shape(self, window: int, boxes: list[tuple[int, int, int, int]]) -> None:
        """Gives a window a bounding shape."""
        rectangles = (Rectangle * len(boxes))(*(Rectangle(*box) for box in boxes))
        xext.XShapeCombineRectangles(self.display, c_ulong(window), 0, 0, 0, rectangles, len(boxes), 0, 0)
        self.sync()

    def draw(self, window: int, x: int, y: int, width: int, height: int, color: int = 0xFFD000) -> None:
        self.draw_boxes(window, [(x, y, width, height)], color)

    def draw_boxes(self, window: int, boxes: list[tuple[int, int, int, int]], color: int) -> None:
        """Draws one after the other, each with a separate request, and sends all of them at once."""
        context = c_void_p(x11.XCreateGC(self.display, c_ulong(window), c_ulong(0), None))
        for index, (x, y, width, height) in enumerate(boxes):
            x11.XSetForeground(self.display, context, c_ulong(color + index))  # libX11 would join requests
            x11.XFillRectangle(self.display, c_ulong(window), context, x, y, c_uint(width), c_uint(height))
        x11.XFreeGC(self.display, context)
        self.sync()

    def put(self, window: int, x: int, y: int, picture: np.ndarray) -> None:
        """Draws pixels."""
        height, width = picture.shape
        data = picture.tobytes()
        visual = c_void_p(x11.XDefaultVisual(self.display, 0))
        image = c_void_p(x11.XCreateImage(self.display, visual, 24, 2, 0, data, width, height, 32, 0))
        context = c_void_p(x11.XCreateGC(self.display, c_ulong(window), c_ulong(0), None))
        x11.XPutImage(self.display, c_ulong(window), context, image, 0, 0, x, y, width, height)
        x11.XFreeGC(self.display, context)
        x11.XFree(image)
        self.sync()

    def point(self, window: int, x: int, y: int) -> None:
        """Moves the pointer to a place in a window, and gives it a picture there, which Xvfb draws in software."""
        cursor = c_ulong(x11.XCreateFontCursor(self.display, LEFT_POINTER))
        x11.XDefineCursor(self.display, c_ulong(window), cursor)
        x11.XFreeCursor(self.display, cursor)
        x11.XWarpPointer(self.display, c_ulong(0), c_ulong(window), 0, 0, 0, 0, x, y)
        self.sync()

    @contextmanager
    def grabbing(self) -> Iterator[None]:
        """Meanwhile the server does nothing for other clients, but it sends them events."""
        x11.XGrabServer(self.display)
        yield
        x11.XUngrabServer(self.display)
        self.sync()

    def create_again(self, window: int, parent: int) -> None:
        """Creates a window with the identifier of one that was destroyed, which libX11 does not offer."""
        connection = c_void_p(x11_xcb.XGetXCBConnection(self.display))
        place = (c_short(0), c_short(0), c_ushort(50), c_ushort(50), c_ushort(0))
        xcb.xcb_create_window(connection, c_ubyte(0), c_uint(window), c_uint(parent), *place, c_ushort(INPUT_OUTPUT), c_uint(0), c_uint(0), None)
        self.sync()

    def own_selection(self, name: str, window: int) -> None:
        x11.XSetSelectionOwner(self.display, c_ulong(self.atom(name)), c_ulong(window), c_ulong(0))
        self.sync()

    def resize_screen(self, width: int, height: int) -> None:
        """Changes the size of the root, which is possible when it has no monitors."""
        randr = ctypes.CDLL("libXrandr.so.2")
        randr.XRRGetScreenResources.restype = POINTER(Resources)
        resources = randr.XRRGetScreenResources(self.display, c_ulong(self.root))
        for i in range(resources.contents.count):
            crtc = c_ulong(resources.contents.crtcs[i])
            randr.XRRSetCrtcConfig(self.display, resources, crtc, c_ulong(0), 0, 0, c_ulong(0), 1, None, 0)
        randr.XRRSetScreenSize(self.display, c_ulong(self.root), width, height, 200, 150)
        self.sync()

    def overlay(self) -> None:
        """Takes the window above all others in which compositing managers draw. Nobody else finds it."""
        composite = ctypes.CDLL("libXcomposite.so.1")
        composite.XCompositeGetOverlayWindow(self.display, c_ulong(self.root))
        self.sync()

    # ---- Events ----

    def listen(self, window: int) -> None:
        """Notes from now on when a window has to be drawn, and when the pointer or the focus comes or goes."""
        x11.XSelectInput(self.display, c_ulong(window), c_long(sum(EVENTS)))
        self.sync()
        while x11.XCheckMaskEvent(self.display, c_long(sum(EVENTS)), byref(Event())):
            pass
        self.events[window] = []

    def heard(self, window: int) -> list[tuple]:
        event = Event()
        self.sync()
        while x11.XCheckMaskEvent(self.display, c_long(sum(EVENTS)), byref(event)):
            exposed = ("exposed", event.x, event.y, event.width, event.height)
            self.events[event.window].append(exposed if event.kind == EXPOSE else (event.kind,))
        return self.events[window]

    # ---- Questions ----

    def at(self, x: int, y: int) -> int:
        """The child of the root that takes a click there."""
        x11.XWarpPointer(self.display, c_ulong(0), c_ulong(self.root), 0, 0, 0, 0, x, y)
        root, child, numbers, mask = c_ulong(), c_ulong(), [c_int() for _ in range(4)], c_uint()
        x11.XQueryPointer(
            self.display, c_ulong(self.root), byref(root), byref(child), *(byref(number) for number in numbers), byref(mask)
        )
        return child.value

    def children(self, window: int) -> list[int]:
        root, parent, count = c_ulong(), c_ulong(), c_uint()
        found = POINTER(c_ulong)()
        if not x11.XQueryTree(self.display, c_ulong(window), byref(root), byref(parent), byref(found), byref(count)):
            return []
        ids = [found[i] for i in range(count.value)]
        if found:
            x11.XFree(found)
        return ids

    def attributes(self, window: int) -> Attributes | None:
        attributes = Attributes()
        return attributes if x11.XGetWindowAttributes(self.display, c_ulong(window), byref(attributes)) else None

    def corner(self, window: int) -> tuple[int, int]:
        """The place of the corner of a window, inside of its border, on the screen."""
        x, y, child = c_int(), c_int(), c_ulong()
        x11.XTranslateCoordinates(self.display, c_ulong(window), c_ulong(self.root), 0, 0, byref(x), byref(y), byref(child))
        return x.value, y.value

    def has(self, window: int, name: str) -> bool:
        kind, form, count, rest = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = POINTER(c_ubyte)()
        x11.XGetWindowProperty(
            self.display, c_ulong(window), c_ulong(self.atom(name)), c_long(0), c_long(1), 0, c_ulong(0), byref(kind),
            byref(form), byref(count), byref(rest), byref(data),
        )
        if data:
            x11.XFree(data)
        return kind.value != 0

    def clients_of(self, window: int, depth: int = 3) -> list[int]:
        """The windows that a window manager marks, at or below a window, the topmost first."""
        attributes = self.attributes(window)
        if attributes is None or attributes.map_state == 0 or attributes.kind == INPUT_ONLY:
            return []
        if self.has(window, "WM_STATE"):
            return [window]
        below = reversed(self.children(window)) if depth > 0 else ()
        return [client for child in below for client in self.clients_of(child, depth - 1)]

    def content(self, window: int) -> list[int]:
        attributes = self.attributes(window)
        return [*self.corner(window), attributes.width, attributes.height] if attributes else []

    def content_of(self, top: int) -> list[int]:
        """What the client of a child of the root draws. If several can be seen, nobody's."""
        contents = [self.content(client) for client in self.clients_of(top)] or [self.content(top)]
        if [] in contents:
            return []
        x, y, width, height = contents[0]
        for left, upper, wide, high in contents[1:]:
            if left < x or upper < y or left + wide > x + width or upper + high > y + height:
                return self.content(top)
        return contents[0]

    def windows(self) -> list[tuple[int, list[int], list[int]]]:
        """Id, frame and content of the windows that are shown, the lowest first."""
        found = []
        for window in self.children(self.root):
            attributes = self.attributes(window)
            if attributes is None or attributes.map_state == 0 or attributes.kind == INPUT_ONLY:
                continue
            frame = [attributes.x, attributes.y]
            frame += [attributes.width + 2 * attributes.border, attributes.height + 2 * attributes.border]
            found.append((window, frame, self.content_of(window)))
        return found
