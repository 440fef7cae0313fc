# SPDX-License-Identifier: MIT
"""What the tests do on a screen of X11: find and move windows, turn the wheel of the mouse, and read pixels."""

import ctypes as c
import time
from ctypes.util import find_library

import numpy as np

Box = tuple[int, int, int, int]


class _Image(c.Structure):  # the beginning of XImage
    _fields_ = [
        ("width", c.c_int),
        ("height", c.c_int),
        ("xoffset", c.c_int),
        ("format", c.c_int),
        ("data", c.POINTER(c.c_ubyte)),
        ("byte_order", c.c_int),
        ("bitmap_unit", c.c_int),
        ("bitmap_bit_order", c.c_int),
        ("bitmap_pad", c.c_int),
        ("depth", c.c_int),
        ("bytes_per_line", c.c_int),
    ]


X = c.CDLL(find_library("X11") or "libX11.so.6")
XTEST = c.CDLL(find_library("Xtst") or "libXtst.so.6")
for call in (X.XOpenDisplay, X.XGetImage):
    call.restype = c.c_void_p
for call in (X.XDefaultRootWindow, X.XInternAtom):
    call.restype = c.c_ulong
ON_ERROR = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p)
#: Windows may be closed meanwhile.
_ignore = ON_ERROR(lambda display, event: 0)
X.XSetErrorHandler(_ignore)
ALL_PLANES, Z_PIXMAP = c.c_ulong(-1), 2


class Screen:
    def __init__(self, display: str) -> None:
        handle = X.XOpenDisplay(display.encode())
        if not handle:
            raise RuntimeError(f"no X server at {display}")
        self.display = c.c_void_p(handle)
        self.root = c.c_ulong(X.XDefaultRootWindow(self.display))

    def close(self) -> None:
        X.XCloseDisplay(self.display)

    def atom(self, name: str) -> c.c_ulong:
        return c.c_ulong(X.XInternAtom(self.display, name.encode(), 0))

    def paint_root(self, color: int) -> None:
        X.XSetWindowBackground(self.display, self.root, c.c_ulong(color))
        X.XClearWindow(self.display, self.root)
        X.XSync(self.display, 0)

    # ---- Windows ----

    def _property(self, window: int, name: str) -> bytes:
        kind, form, count, left, data = c.c_ulong(), c.c_int(), c.c_ulong(), c.c_ulong(), c.POINTER(c.c_ubyte)()
        status = X.XGetWindowProperty(
            *(self.display, c.c_ulong(window), self.atom(name), c.c_long(0), c.c_long(1024), 0, c.c_ulong(0)),
            *(c.byref(kind), c.byref(form), c.byref(count), c.byref(left), c.byref(data)),
        )
        if status or not data:
            return b""
        size = {8: 1, 16: 2, 32: 8}.get(form.value, 0)  # numbers of 32 bits arrive as long
        octets = bytes(data[: count.value * size])
        X.XFree(data)
        return octets

    def _list(self, name: str) -> list[int]:
        return np.frombuffer(self._property(self.root.value, name), np.uint64).tolist()

    def order(self) -> list[int]:
        """The managed windows, the lowest first."""
        return self._list("_NET_CLIENT_LIST_STACKING")

    def windows(self) -> dict[str, int]:
        """The managed windows by their titles."""
        numbers = self._list("_NET_CLIENT_LIST")
        titles = (self._property(number, "_NET_WM_NAME") or self._property(number, "WM_NAME") for number in numbers)
        return {title.decode(errors="replace"): number for title, number in zip(titles, numbers, strict=True)}

    def find(self, title: str) -> int | None:
        """The window whose title begins so."""
        return next((number for name, number in self.windows().items() if name.startswith(title)), None)

    def wait_for(self, title: str, seconds: float = 30, gone: bool = False) -> int:
        deadline = time.monotonic() + seconds
        while ((number := self.find(title)) is None) != gone:
            if time.monotonic() > deadline:
                raise TimeoutError(f"the window {title!r} is {'still' if gone else 'not'} there; there are {list(self.windows())}")
            time.sleep(0.01)
        return number or 0

    def geometry(self, window: int) -> Box:
        """Where the content of a window is on the screen."""
        root, x, y = c.c_ulong(), c.c_int(), c.c_int()
        width, height, border, depth = (c.c_uint() for _ in range(4))
        X.XGetGeometry(
            *(self.display, c.c_ulong(window), c.byref(root), c.byref(x), c.byref(y)),
            *(c.byref(width), c.byref(height), c.byref(border), c.byref(depth)),
        )
        X.XTranslateCoordinates(self.display, c.c_ulong(window), self.root, 0, 0, c.byref(x), c.byref(y), c.byref(root))
        return x.value, y.value, width.value, height.value

    def move(self, window: int, x: int, y: int) -> None:
        X.XMoveWindow(self.display, c.c_ulong(window), x, y)
        X.XFlush(self.display)

    def resize(self, window: int, x: int, y: int, width: int, height: int) -> None:
        X.XMoveResizeWindow(self.display, c.c_ulong(window), x, y, width, height)
        X.XFlush(self.display)

    def restack(self, window: int, above: bool) -> None:
        (X.XRaiseWindow if above else X.XLowerWindow)(self.display, c.c_ulong(window))
        X.XFlush(self.display)

    def focus(self, window: int) -> None:
        X.XSetInputFocus(self.display, c.c_ulong(window), 1, c.c_ulong(0))
        X.XFlush(self.display)

    # ---- The mouse ----

    def point(self, x: int, y: int) -> None:
        XTEST.XTestFakeMotionEvent(self.display, -1, x, y, c.c_ulong(0))
        X.XSync(self.display, 0)

    def press(self, button: int, pressed: bool = True) -> None:
        XTEST.XTestFakeButtonEvent(self.display, c.c_uint(button), int(pressed), c.c_ulong(0))
        X.XSync(self.display, 0)

    def click(self, button: int) -> None:
        for pressed in (True, False):
            self.press(button, pressed)

    def wheel(self, clicks: int) -> None:
        """Turns the wheel: down if the number is positive."""
        for _ in range(abs(clicks)):
            self.click(5 if clicks > 0 else 4)

    # ---- Pixels ----

    def pixels(self, box: Box) -> np.ndarray:
        """A part of the screen in BGRx."""
        x, y, width, height = box
        found = X.XGetImage(self.display, self.root, x, y, c.c_uint(width), c.c_uint(height), ALL_PLANES, Z_PIXMAP)
        if not found:
            raise RuntimeError(f"cannot read the pixels of {box}")
        image = c.cast(found, c.POINTER(_Image)).contents
        size = image.bytes_per_line * image.height
        copy = np.frombuffer(c.string_at(image.data, size), np.uint8).reshape(image.height, -1, 4)
        X.XDestroyImage(c.c_void_p(found))
        return copy[:, :width]
