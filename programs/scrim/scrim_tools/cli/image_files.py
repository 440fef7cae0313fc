# SPDX-License-Identifier: MIT
"""Reads pictures with Pillow: upright, frame by frame, and without metadata."""

from __future__ import annotations

import io
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, NamedTuple

from scrim import Margin, Source as Origin, margin_of, source_of

from ..errors import CommandError, FileError, need
from ..image_wide import decode, is_wide_png
from .image_shown import browser_size, check_shown, check_xmp, is_upright_in_firefox, orientation_of

#: Formats whose frames form an animation. In other formats each page is a separate picture.
_MOVING = {"GIF", "WEBP", "PNG", "AVIF"}

#: Formats that Pillow would pass to Ghostscript. An IPTC file contains a file of any other format.
_PROGRAMS = {"EPS", "IPTC"}

#: Metadata of a picture: Pillow's names, and the names in our reports.
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


@dataclass
class Source:
    """A picture that was read. Its frames are upright and contain only pixels."""

    format: str
    frames: list[Any]
    #: The duration of each frame in milliseconds.
    durations: list[float] = field(default_factory=list)
    #: How often the animation is repeated, as the file says; None if it does not.
    loop: int | None = None
    #: Whether the first frame is only for programs that cannot play animations.
    has_still: bool = False
    orientation: int = 1
    #: How far the codec spreads pixels, in the frame in which it spreads them farthest.
    margin: Margin = Margin(0, 0)
    #: Whether it may spread them farther than that.
    spreads: bool = False
    #: Whether a frame with a palette seems to be dithered. Its dots depend on pixels above and left of them, at any distance.
    dithered: bool = False
    #: How many pixels the codec's first block begins left of and above each frame.
    offsets: list[tuple[int, int]] = field(default_factory=list)
    #: The number of pages that were left out, without previews.
    pages_left: int = 0
    icc: bytes | None = None
    metadata: list[str] = field(default_factory=list)
    #: Tables and subsampling of a JPEG, so that a JPEG of the same quality can be written.
    quantization: Any = None
    subsampling: int | None = None
    lossless: bool = True
    #: Whether colors of 16 bits were read as 8 bits.
    narrowed: bool = False
    #: Whether a transparent shade of gray was left out, because Pillow has no mode for it.
    made_opaque: bool = False
    #: The size at which browsers show the picture, if they scale it.
    browser_size: tuple[int, int] | None = None
    #: Whether Firefox shows the picture as it is stored, although it is rotated.
    upright_in_firefox: bool = False

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.frames[0].size
        return width, height


#: The default limit for the pixels of all frames together. Pillow refuses a single picture beyond this.
MAX_PIXELS = 178_956_970

#: Blocks of the library have this side, or half of it.
_LARGEST_BLOCK = 16

#: The tags of a TIFF that say whether a page is a preview, and bits and a value of theirs. Masks have a bit too.
_PAGE_KIND, _OLD_PAGE_KIND = 254, 255
_PREVIEW_OR_MASK, _OLD_PREVIEW = 0b101, 2
_INNER_PICTURES = 330  # the pictures of a raw photograph

_LARGE = 'if you trust the picture, raise the limit with --max-pixels, or with "max_pixels" in a rule'
#: Held while Pillow has a higher limit than its own. All threads share its limit.
_LIMIT = threading.Lock()


def read_image(data: bytes, *, all_pages: bool = False, max_pixels: int = MAX_PIXELS) -> Source:
    """Decodes a picture completely. Raises FileError if it is damaged.

    A damaged picture is never used in part, because the regions may not fit what is left of it.
    """
    pillow = need("PIL.Image", "Pillow")
    try:
        with _limited(pillow, max_pixels), pillow.open(io.BytesIO(data)) as image:
            if image.format in _PROGRAMS:
                told = "an EPS file is a program" if image.format == "EPS" else f"an {image.format} file may contain an EPS file, which is a program"
                raise FileError(f"{told}, and scrim does not run it", "convert it to PNG first")
            pages = _pages(image, all_pages)
            _check_size([image.size] * len(pages.kept), max_pixels)
            source = _read(image, data, pages, max_pixels)
            # Pages differ in size, and a picture inside an icon may be larger than the icon says.
            _check_size([frame.size for frame in source.frames], max_pixels)
            return source
    except pillow.UnidentifiedImageError as error:
        raise FileError("this is not a picture that Pillow can read") from error
    except pillow.DecompressionBombError as error:
        found = re.search(r"\d+ pixels", str(error))
        raise FileError(f"the picture is too large: {found[0] if found else error} (limit: {max_pixels})", _LARGE) from error
    except (CommandError, MemoryError):
        raise
    except Exception as error:  # decoders raise nearly anything for a damaged file
        raise FileError(f"the picture cannot be decoded: {error}") from error


def _check_size(sizes: list[tuple[int, int]], limit: int) -> None:
    if sum(width * height for width, height in sizes) > limit:
        width, height = max(sizes, key=lambda size: size[0] * size[1])
        told = f"{len(sizes)} × " * (len(sizes) > 1) + f"{width} × {height} pixels"
        raise FileError(f"the picture is too large: {told} (limit: {limit})", _LARGE)


@contextmanager
def _limited(pillow: Any, pixels: int) -> Iterator[None]:
    """Raises Pillow's own limit, which holds for the whole process, while the block runs."""
    # Pillow warns at half of the limit. The limit is an option here, so nobody needs the warning.
    warnings.simplefilter("ignore", pillow.DecompressionBombWarning)
    if pixels <= MAX_PIXELS:
        yield
        return
    with _LIMIT:
        before = pillow.MAX_IMAGE_PIXELS
        pillow.MAX_IMAGE_PIXELS = (pixels + 1) // 2
        try:
            yield
        finally:
            pillow.MAX_IMAGE_PIXELS = before


class _Pages(NamedTuple):
    """Which frames of a file are read. The first one always is."""

    kept: range | list[int]
    #: The number of pages that are left out, without previews.
    left: int = 0
    has_previews: bool = False


def _pages(image: Any, all_pages: bool) -> _Pages:
    # The frames of a PSD are its layers. The picture that it shows is stored separately.
    count = 1 if image.format == "PSD" else getattr(image, "n_frames", 1)
    if image.format in _MOVING:
        return _Pages(range(count))
    if image.format == "TIFF" and _INNER_PICTURES in image.tag_v2 and _is_preview(image, 0):
        raise FileError(
            "the TIFF shows only a preview of a picture that Pillow cannot read, as raw photographs do",
            "convert it to PNG with the program in which you measured the regions",
        )
    if image.format != "TIFF" or count == 1:
        return _Pages([0], count - 1)
    further = [index for index in range(1, count) if not _is_preview(image, index)]
    begins_with_preview = _is_preview(image, 0)  # last, because the first page is read next
    if begins_with_preview and further and all_pages:
        raise FileError(
            "the first page of the TIFF is a preview or a mask of another one, so a region may be meant for either",
            "convert the page in which you measured the regions to PNG",
        )
    has_previews = len(further) < count - 1
    return _Pages([0, *further], 0, has_previews) if all_pages else _Pages([0], len(further), has_previews)


def _is_preview(image: Any, index: int) -> bool:
    """Goes to a page of a TIFF. Returns whether it is a smaller version of another page, or a mask."""
    image.seek(index)
    return bool(image.tag_v2.get(_PAGE_KIND, 0) & _PREVIEW_OR_MASK) or image.tag_v2.get(_OLD_PAGE_KIND) == _OLD_PREVIEW


def _read(image: Any, data: bytes, pages: _Pages, max_pixels: int) -> Source:
    format = image.format or ""
    is_wide = format == "PNG" and is_wide_png(data)
    keeps_bits = is_wide and len(pages.kept) == 1 and find_spec("av") is not None
    source = Source("JPEG" if format == "MPO" else format, [], pages_left=pages.left, narrowed=is_wide and not keeps_bits)
    margin, predicted, pixels = Margin(0, 0), False, 0
    for index in pages.kept:
        if index:
            image.seek(index)
            # Pages differ in size, and many large ones have little data. The sum is kept: a small file can have 100,000 frames.
            if pixels + image.size[0] * image.size[1] > max_pixels:
                _check_size([*(frame.size for frame in source.frames), image.size], max_pixels)
        check_xmp(image)
        # The frames of an animation have one codec, and to find it, all of a WebP is read.
        if not index or format not in _MOVING:
            margin, predicted = margin_of(image, data), source_of(image, data) == Origin.PREDICTED
        turned = _turned_by_pillow(image)
        # Before the tags are read: some formats store them after the pixels.
        image.load()
        if source.format != "TIFF":  # of a TIFF, loading has removed the tag
            check_xmp(image)
        if not index:
            check_shown(image, data)
            _tell(image, source)
            source.metadata += ["previews"] * pages.has_previews
        # All frames of an animation have one orientation. Each page has its own.
        orientation = source.orientation if format in _MOVING else orientation_of(image)
        turned = turned if orientation == 1 else 1
        source.durations.append(float(image.info.get("duration", 0) or 0))
        source.offsets.append(_offset(image.size, orientation, turned) if margin.codec_block else (0, 0))
        source.margin = Margin(*map(max, source.margin, margin))
        source.spreads |= predicted
        source.dithered |= _is_dithered(image)
        source.frames.append(decode(data).turned(orientation) if keeps_bits else _upright(_pixels(image), orientation))
        pixels += source.frames[-1].size[0] * source.frames[-1].size[1]
        if not index and turned > 1:
            source.orientation = turned
    source.lossless = source.margin == (0, 0)
    if format in _MOVING and len(pages.kept) > 1:
        source.frames = _of_one_mode(source.frames)
    return source


def _is_dithered(image: Any) -> bool:
    """Whether a picture seems to mix its colors from dots: many pixels differ from all neighbors, and two opposite neighbors are equal.

    Of screenshots without dithering, up to 0.4 % of the pixels do so, and of pages of tiny letters up to 3 %.
    """
    if image.mode not in ("1", "P", "PA") and image.format != "GIF":
        return False
    numpy = need("numpy", "numpy")
    pixels = numpy.asarray(image)
    if pixels.ndim == 3:  # a later frame of a GIF, or a palette with alpha
        pixels = pixels[..., 0] if image.mode == "PA" else pixels[..., :3].astype(numpy.uint32) @ numpy.array([1, 1 << 8, 1 << 16], numpy.uint32)
    if min(pixels.shape) < 3:
        return False
    inner, left, right = pixels[1:-1, 1:-1], pixels[1:-1, :-2], pixels[1:-1, 2:]
    above, below = pixels[:-2, 1:-1], pixels[2:, 1:-1]
    dots = (inner != left) & (inner != right) & (inner != above) & (inner != below) & ((left == right) | (above == below))
    return bool(dots.mean() > 0.005)


def _tell(image: Any, source: Source) -> None:
    """Notes what the file says about playback, orientation, colors and metadata."""
    source.loop = image.info.get("loop")
    source.has_still = bool(image.info.get("default_image"))
    source.orientation = orientation_of(image)
    source.icc = image.info.get("icc_profile")
    source.metadata = _metadata(image)
    scaled = browser_size(image)
    source.browser_size = scaled[::-1] if scaled and source.orientation > 4 else scaled
    source.upright_in_firefox = is_upright_in_firefox(image)
    source.made_opaque = image.mode.startswith("I") and "transparency" in image.info
    if source.format == "JPEG":
        source.quantization = dict(image.quantization)
        source.subsampling = need("PIL.JpegImagePlugin", "Pillow").get_sampling(image)


def _turned_by_pillow(image: Any) -> int:
    """Returns the orientation of a TIFF that is not loaded yet. Loading turns the picture upright and removes the tag."""
    if image.format != "TIFF":
        return 1
    value = image.tag_v2.get(0x0112, 1)
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


def _offset(size: tuple[int, int], orientation: int, turned: int) -> tuple[int, int]:
    """Returns where the codec's blocks begin in a picture of the size `size`.

    `orientation` is the turn that is still to be made, `turned` the one that Pillow has made. Blocks begin at the
    corner of the stored picture. A turn or a flip makes that another corner of the upright picture. The first block then
    begins left of and above the upright picture, and the offset says by how many pixels.
    """
    stored = orientation if turned == 1 else turned
    flips = {2: (1, 0), 3: (1, 1), 4: (0, 1), 6: (1, 0), 7: (1, 1), 8: (0, 1)}.get(stored, (0, 0))
    width, height = (size[1], size[0]) if turned == 1 and orientation > 4 else size
    return -width % _LARGEST_BLOCK * flips[0], -height % _LARGEST_BLOCK * flips[1]


def _pixels(image: Any) -> Any:
    """Returns a copy with nothing but pixels. A palette is resolved, because it lists colors that will be covered."""
    mode = image.mode
    if mode == "P":
        # A palette may have alpha, or one transparent color.
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    elif image.format == "GIF" and mode == "L" and "transparency" not in image.info:
        # Pillow says L if the palette has all shades of gray. That depends on colors that will be covered, too.
        image = image.convert("RGB")
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
    """Returns the names of the metadata that will be left out."""
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
