# SPDX-License-Identifier: MIT
"""Where pictures come from: a six-digit number as screens, scalers and codecs spread it beyond its ink.

A setting is a ground with a font, a size and colors. A source draws numbers in a setting, and does with the pictures what
screenshots go through before anybody redacts them. Its box is that of the crisp ink of all numbers, as a program finds it.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import av
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .picture import PLACES

WIDTH, HEIGHT = 280, 160  # px: 56 around a number of ordinary size, more than any margin here
BLOCK = 16  # px: of JPEG with halved chroma
SHADOW, GLOW = 3, 2  # px: standard deviations
OFFSET = 2  # px: the shadow lies below, to the right
STRENGTH = 0.5  # of shadow and glow
FIR = np.array([1, 2, 3, 2, 1], np.float32) / 9  # over thirds of a pixel, as font renderers smooth for LCDs

Box = tuple[float, float, float, float]  # left, top, right, bottom
Pictures = list[np.ndarray]


class Step(Protocol):
    """What happens to pictures on their way, and to a box in them."""

    def __call__(self, pictures: Pictures) -> Pictures: ...

    def box(self, box: Box) -> Box: ...


class Still:
    """A step that moves nothing."""

    def box(self, box: Box) -> Box:
        return box


@dataclass(frozen=True)
class Scaled:
    factor: float

    def __call__(self, pictures: Pictures) -> Pictures:
        height, width = (int(length * self.factor) for length in pictures[0].shape[:2])
        return [np.array(Image.fromarray(each).resize((width, height), Image.Resampling.LANCZOS)) for each in pictures]

    def box(self, box: Box) -> Box:
        left, top, right, bottom = (each * self.factor for each in box)
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


@dataclass(frozen=True)
class Cropped:
    x: int
    y: int

    def __call__(self, pictures: Pictures) -> Pictures:
        return [np.ascontiguousarray(each[self.y :, self.x :]) for each in pictures]

    def box(self, box: Box) -> Box:
        return box[0] - self.x, box[1] - self.y, box[2] - self.x, box[3] - self.y


@dataclass(frozen=True)
class Encoded(Still):
    """Through a file of Pillow."""

    format: str
    quality: int
    subsampling: str | None = None

    def __call__(self, pictures: Pictures) -> Pictures:
        return [self.through(each) for each in pictures]

    def through(self, picture: np.ndarray) -> np.ndarray:
        options = {"WEBP": {"method": 2}, "AVIF": {"speed": 8, "max_threads": 1}}.get(self.format, {})
        if self.subsampling:
            options = {"subsampling": self.subsampling}
        with io.BytesIO() as file:
            Image.fromarray(picture).save(file, self.format, quality=self.quality, **options)
            return np.array(Image.open(file).convert("RGB"))


@dataclass(frozen=True)
class Filmed(Still):
    """Each picture as a key frame of one video."""

    codec: str
    crf: int

    def __call__(self, pictures: Pictures) -> Pictures:
        height, width = (length // 2 * 2 for length in pictures[0].shape[:2])
        speed = {"libx264": {"preset": "veryfast"}, "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8", "b": "0"}}
        with io.BytesIO() as file:
            with av.open(file, "w", format="matroska") as container:
                stream = container.add_stream(self.codec, rate=30)
                stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
                stream.options = {"crf": str(self.crf), "g": "1", "threads": "1", **speed[self.codec]}
                for each in pictures:
                    frame = np.ascontiguousarray(each[:height, :width])
                    container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
                container.mux(stream.encode())
            file.seek(0)
            with av.open(file) as container:
                return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


@dataclass(frozen=True)
class Source:
    """A kind of source. `margin` names the scrim.Source whose margin should stop it."""

    name: str
    margin: str | None
    drawn: str = "gray"  # or lcd, shadow, glow
    steps: tuple[Step, ...] = ()
    scale: float = 1  # of a text that is laid out in points
    layout: bool = False  # the box is that of the layout, not of the ink
    codec: bool = False

    @property
    def spreads(self) -> bool:
        """Whether anything of a digit is outside the box, so that a reader must be able to read it."""
        return self.margin != "LOSSLESS"

    @property
    def factor(self) -> float:
        return math.prod(step.factor for step in self.steps if isinstance(step, Scaled)) * self.scale


JPEG = Encoded("JPEG", 85, "4:2:0")
SOURCES = (
    Source("crisp PNG", "LOSSLESS"),
    Source("LCD smoothing", "LCD_TEXT", "lcd"),
    Source("text at scale 1.25", "SCALED", scale=1.25),
    Source("italic in the box of its layout", None, layout=True),
    Source("screenshot × 1.25", "SCALED", steps=(Scaled(1.25),)),
    Source("screenshot × 1.5", "SCALED", steps=(Scaled(1.5),)),
    Source("glow σ 2", "GLOW", "glow"),
    Source("drop shadow σ 3", "SHADOW", "shadow"),
    Source("JPEG 95 4:4:4", "JPEG_444", steps=(Encoded("JPEG", 95, "4:4:4"),), codec=True),
    Source("JPEG 85 4:2:0", "JPEG_SUBSAMPLED", steps=(JPEG,), codec=True),
    Source("JPEG 85 then cropped", "JPEG_CHANGED", steps=(JPEG, Cropped(3, 5)), codec=True),
    Source("JPEG 85 then × 1.5", "JPEG_CHANGED", steps=(JPEG, Scaled(1.5)), codec=True),
    Source("× 1.5 then JPEG 85", "JPEG_CHANGED", steps=(Scaled(1.5), JPEG), codec=True),
    Source("WebP 80", "PREDICTED", steps=(Encoded("WEBP", 80),), codec=True),
    Source("AVIF 65", "PREDICTED", steps=(Encoded("AVIF", 65),), codec=True),
    Source("VP9 crf 30", "PREDICTED", steps=(Filmed("libvpx-vp9", 30),), codec=True),
    Source("H.264 crf 23", "PREDICTED", steps=(Filmed("libx264", 23),), codec=True),
)


@lru_cache(maxsize=1)
def photos() -> list[np.ndarray]:
    """The two photos that scikit-learn carries."""
    from sklearn.datasets import load_sample_images

    return list(load_sample_images().images)


@dataclass(frozen=True)
class Setting:
    """A ground, and a number on it."""

    ground: str  # flat, gradient or photo
    font: str = "DejaVuSans.ttf"
    size: float = 20  # px in the finished picture
    dark: bool = False
    seed: int = 0


def blend(below: np.ndarray, mask: np.ndarray, color: np.ndarray) -> np.ndarray:
    alpha = mask.astype(np.float32) / 255
    alpha = alpha if alpha.ndim == 3 else alpha[..., None]
    return below * (1 - alpha) + color * alpha


class Scene:
    """Numbers in one setting, as one source shows them."""

    def __init__(self, source: Source, setting: Setting) -> None:
        self.source, self.setting = source, setting
        self.random = np.random.default_rng(setting.seed)
        factor = source.factor / source.scale
        self.width, self.height = int(WIDTH / factor), int(HEIGHT / factor)
        self.size = setting.size / source.factor  # of the text, in points
        width = PLACES * self.advance(1)
        moved = BLOCK * self.random.random(2) / source.factor  # across the blocks of codecs
        self.x = (self.width / source.scale - width) / 2 + moved[0]
        self.y = (self.height / source.scale - 1.2 * self.size) / 2 + moved[1]
        if source.layout:
            self.x = math.floor(self.x)  # where layouts put texts
        self.ground = self._ground()
        light = setting.dark if setting.ground != "photo" else self.ground.mean() < 128
        self.color = np.array([235, 238, 245] if light else [15, 18, 30], np.float32)

    def font(self, scale: float) -> ImageFont.FreeTypeFont:
        """Without Raqm, whose presence would move glyphs by fractions of a pixel."""
        return ImageFont.truetype(self.setting.font, self.size * scale, layout_engine=ImageFont.Layout.BASIC)

    def advance(self, scale: float) -> float:
        """The width of a digit, in pixels. At another scale it is rounded anew, so a text becomes wider or narrower."""
        return self.font(scale).getlength("0")

    def _ground(self) -> np.ndarray:
        """Without digits. Somebody who has seen the application knows it."""
        shade = np.array([28, 32, 44] if self.setting.dark else [250, 250, 252], np.float32)
        ground = np.tile(shade, (self.height, self.width, 1))
        if self.setting.ground == "gradient":
            y, x = np.mgrid[: self.height, : self.width] / np.array([self.height, self.width])[:, None, None]
            angle, depth = self.random.uniform(0, 2 * math.pi), self.random.uniform(20, 90)
            slope = math.cos(angle) * x + math.sin(angle) * y
            ground += ((slope - slope.mean()) * depth)[..., None] * np.array([1, 0.8, 1.2])
        if self.setting.ground == "photo":
            photo = photos()[self.random.integers(len(photos()))]
            y, x = (self.random.integers(0, photo.shape[i] - n) for i, n in enumerate((self.height, self.width)))
            ground = photo[y : y + self.height, x : x + self.width].astype(np.float32)
        return np.rint(ground.clip(0, 255))

    def _drawn(self, place: int, digit: int, scale: float, fine: int = 1) -> np.ndarray:
        image = Image.new("L", (self.width * fine, self.height * fine))
        at = (self.x * scale + place * self.advance(scale)) * fine, self.y * scale * fine
        ImageDraw.Draw(image).text(at, str(digit), fill=255, font=self.font(scale * fine), anchor="la")
        return np.asarray(image)

    def _mask(self, place: int, digit: int) -> np.ndarray:
        """How much of a digit is seen in each pixel; for LCDs, in each third of one."""
        if self.source.drawn != "lcd":
            return self._drawn(place, digit, self.source.scale)
        fine = Image.fromarray(self._drawn(place, digit, self.source.scale, fine=3))
        thirds = np.float32(fine.resize((3 * self.width, self.height), Image.Resampling.BOX))
        smooth = cv2.filter2D(thirds, -1, FIR[None])
        return np.uint8(smooth.reshape(self.height, self.width, 3))

    @cached_property
    def masks(self) -> np.ndarray:
        """(places, digits, height, width), and thirds for LCDs."""
        return np.stack([[self._mask(place, digit) for digit in range(10)] for place in range(PLACES)])

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Around the ink of all numbers, without smoothing for LCDs: (x, y, width, height), in points."""
        crisp = [self._drawn(place, digit, 1) for place in range(PLACES) for digit in range(10)]
        rows, columns = np.nonzero(np.max(crisp, axis=0))
        box: Box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        if self.source.layout:
            box = math.floor(self.x), box[1], math.ceil(self.x + PLACES * self.advance(1)), box[3]
        for step in self.source.steps:
            box = step.box(box)
        left, top, right, bottom = (int(each) for each in box)
        return left, top, right - left, bottom - top

    def _picture(self, number: Sequence[int]) -> np.ndarray:
        mask = np.max([self.masks[place, digit] for place, digit in enumerate(number)], axis=0)
        below = self.ground
        if self.source.drawn == "shadow":
            soft = cv2.GaussianBlur(np.roll(mask, (OFFSET, OFFSET), (0, 1)), (0, 0), SHADOW)
            below = blend(below, soft * STRENGTH, np.float32([120, 150, 255] if self.setting.dark else [0, 0, 0]))
        if self.source.drawn == "glow":
            below = blend(below, cv2.GaussianBlur(mask, (0, 0), GLOW) * STRENGTH, self.color)
        return np.uint8(np.rint(blend(below, mask, self.color)))

    def pictures(self, numbers: np.ndarray) -> np.ndarray:
        """Numbers (n, places) as pictures (n, height, width, 3)."""
        shown = [self._picture(number) for number in numbers]
        for step in self.source.steps:
            shown = step(shown)
        return np.stack(shown)
