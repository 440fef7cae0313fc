# SPDX-License-Identifier: MIT
"""Pictures as Pillow reads them: upright, frame by frame, and without what stands beside their pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .errors import CommandError, need
from .image_codecs import Codec, codec_of

#: Formats whose frames are one moving picture. The pages of others are pictures of their own.
_MOVING = {"GIF", "WEBP", "PNG", "AVIF"}

#: What is said of a picture beside its pixels: the names of Pillow, and ours.
_METADATA = {
    "exif": "exif",
    "Raw profile type exif": "exif",
    "xmp": "xmp",
    "XML:com.adobe.xmp": "xmp",
    "icc_profile": "icc",
    "comment": "comment",
    "photoshop": "photoshop",
    "mp": "further pictures",
}


class Grid(NamedTuple):
    """Blocks that a codec has spread pixels over."""

    #: Pixels of a side; 0 where there are none.
    block: int = 0
    #: Where they begin: so many pixels left and above of the upright picture.
    offset: tuple[int, int] = (0, 0)
    #: What has one block of colour.
    unit: tuple[int, int] = (16, 16)


@dataclass
class Source:
    """A picture that was read. Its frames are upright, of one size and mode, and carry pixels alone."""

    format: str
    frames: list[Any]
    #: Milliseconds of each frame, and what else the file said about playing them.
    durations: list[float] = field(default_factory=list)
    loop: int | None = None
    #: The first frame is shown only by programs that cannot play the others.
    has_still: bool = False
    orientation: int = 1
    #: The codec's blocks in each frame.
    grids: list[Grid] = field(default_factory=list)
    #: The codec has spread pixels farther than over its blocks.
    spreads: bool = False
    #: Pages that were left out.
    pages_left: int = 0
    icc: bytes | None = None
    metadata: list[str] = field(default_factory=list)
    #: A JPEG's, to write as good a one.
    quantization: Any = None
    subsampling: int | None = None
    lossless: bool = True

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.frames[0].size
        return width, height

    @property
    def block(self) -> int:
        return max(grid.block for grid in self.grids)


#: Pixels of all frames together, where nothing is said: with as many Pillow refuses a single picture.
MAX_PIXELS = 178_956_970


def read_image(data: bytes, *, all_pages: bool = False, max_pixels: int = MAX_PIXELS) -> Source:
    """Decodes a picture whole. A broken one is an error: what is missing might have been what is to be covered."""
    pillow = need("PIL.Image", "Pillow")
    try:
        with _limited(pillow, max_pixels), pillow.open(io.BytesIO(data)) as image:
            if image.format == "EPS":
                # Pillow would hand it to Ghostscript.
                raise CommandError("EPS is a program that draws, and is not run here", "make a PNG of it first")
            count, _ = _counts(image, all_pages)
            if image.width * image.height * count > max_pixels:
                told = f"{count} × " * (count > 1) + f"{image.width} × {image.height} pixels"
                raise CommandError(f"the picture is large: {told}", "if you trust it, allow that by --max-pixels")
            return _read(image, data, all_pages)
    except pillow.UnidentifiedImageError as error:
        raise CommandError("this is no picture that Pillow can read") from error
    except pillow.DecompressionBombError as error:
        raise CommandError(str(error), "if you trust it, allow that by --max-pixels") from error
    except (CommandError, MemoryError):
        raise
    except Exception as error:  # decoders of broken files raise nearly anything
        raise CommandError(f"the picture cannot be decoded: {error}") from error


@contextmanager
def _limited(pillow: Any, pixels: int) -> Iterator[None]:
    """Raises Pillow's own limit, which is the whole process's."""
    if pixels <= MAX_PIXELS:
        yield
        return
    before = pillow.MAX_IMAGE_PIXELS
    pillow.MAX_IMAGE_PIXELS = pixels
    try:
        yield
    finally:
        pillow.MAX_IMAGE_PIXELS = before


def _counts(image: Any, all_pages: bool) -> tuple[int, int]:
    """How many frames are to be read, and how many are left out."""
    # The frames of a PSD are its layers; what it shows is beside them.
    count = 1 if image.format == "PSD" else getattr(image, "n_frames", 1)
    return (count, 0) if image.format in _MOVING or all_pages else (1, count - 1)


def _read(image: Any, data: bytes, all_pages: bool) -> Source:
    format = image.format or ""
    count, left = _counts(image, all_pages)
    source = Source("JPEG" if format == "MPO" else format, [], pages_left=left)
    for index in range(count):
        if index:
            image.seek(index)
        codec = codec_of(image, data)
        turned = _turned_by_pillow(image)
        # Now, for the tags of some formats stand behind the pixels.
        image.load()
        if not index:
            _tell(image, source)
        # Frames are turned alike; pages each for itself.
        orientation = source.orientation if format in _MOVING else _orientation(image)
        turned = turned if orientation == 1 else 1
        source.durations.append(float(image.info.get("duration", 0) or 0))
        source.grids.append(_grid(codec, image.size, orientation, turned))
        source.spreads |= codec.spreads
        source.frames.append(_upright(_pixels(image), orientation))
        if not index and turned > 1:
            source.orientation = turned
    source.lossless = source.block == 0
    if format in _MOVING and count > 1:
        source.frames = _of_one_mode(source.frames)
    return source


def _tell(image: Any, source: Source) -> None:
    """What the file says beside its pixels."""
    source.loop = image.info.get("loop")
    source.has_still = bool(image.info.get("default_image"))
    source.orientation = _orientation(image)
    source.icc = image.info.get("icc_profile")
    source.metadata = _metadata(image)
    if source.format == "JPEG":
        source.quantization = dict(image.quantization)
        source.subsampling = need("PIL.JpegImagePlugin", "Pillow").get_sampling(image)


def _turned_by_pillow(image: Any) -> int:
    """The orientation of a TIFF that is not loaded yet: loading turns it upright, and takes the tag away."""
    if image.format != "TIFF":
        return 1
    value = image.tag_v2.get(0x0112, 1)
    return value if value in range(1, 9) else 1


def _orientation(image: Any) -> int:
    try:
        value = image.getexif().get(0x0112, 1)
    except Exception:  # tags are the least of a picture: what cannot be read there says nothing
        return 1
    return value if value in range(1, 9) else 1


def _upright(image: Any, orientation: int) -> Any:
    turn = need("PIL.Image", "Pillow").Transpose
    turns = {
        2: turn.FLIP_LEFT_RIGHT,
        3: turn.ROTATE_180,
        4: turn.FLIP_TOP_BOTTOM,
        5: turn.TRANSPOSE,
        6: turn.ROTATE_270,
        7: turn.TRANSVERSE,
        8: turn.ROTATE_90,
    }
    return image.transpose(turns[orientation]) if orientation in turns else image


def _grid(codec: Codec, size: tuple[int, int], orientation: int, turned: int) -> Grid:
    """The blocks of a picture of a size, which is to be turned, or was.

    They begin at the corner of the picture as it is stored; turned or flipped, that is another corner, and so many
    pixels are missing left and above for a block to begin at the upright picture's.
    """
    if not codec.block:
        return Grid()
    stored = orientation if turned == 1 else turned
    flips = {2: (1, 0), 3: (1, 1), 4: (0, 1), 6: (1, 0), 7: (1, 1), 8: (0, 1)}.get(stored, (0, 0))
    width, height = (size[1], size[0]) if turned == 1 and orientation > 4 else size
    across, down = codec.unit if stored < 5 else (codec.unit[1], codec.unit[0])
    return Grid(codec.block, (-width % across * flips[0], -height % down * flips[1]), (across, down))


def _pixels(image: Any) -> Any:
    """A copy with pixels alone. Palettes are dissolved: they name colours that will be covered."""
    mode = image.mode
    if mode == "P":
        # Of a palette with alpha, or with a colour that is transparent.
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    elif mode in ("LA", "PA", "La", "RGBa") or (mode in ("1", "L", "RGB") and "transparency" in image.info):
        image = image.convert("RGBA")
    plain = image.copy()
    plain.info = {}
    return plain


def _of_one_mode(frames: list[Any]) -> list[Any]:
    modes = {frame.mode for frame in frames}
    if len(modes) == 1:
        return frames
    mode = "RGBA" if any("A" in mode for mode in modes) else "RGB"
    return [frame.convert(mode) for frame in frames]


def _metadata(image: Any) -> list[str]:
    """The names of what will be left out."""
    found = {ours for theirs, ours in _METADATA.items() if image.info.get(theirs)}
    if getattr(image, "text", None):
        found.add("text")
    if len(image.getexif()):
        found.add("exif")
    if getattr(image, "n_frames", 1) > 1 and image.format == "MPO":
        found.add("further pictures")
    if getattr(image, "layers", None) and image.format == "PSD":
        found.add("layers")
    return sorted(found)
