# SPDX-License-Identifier: MIT
"""Filters of ffmpeg and GStreamer under attack, Scrim's plugins among them. Each runs in the program that users run."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pipelines

from .picture import Box
from .run import Size
from .styles import Style

SIDES = 16  # ffmpeg 5 passes frames on to frei0r only if their sides are multiples of this
AROUND = 8  # px around a region that a filter may look at


@dataclass(frozen=True)
class Filter(Style):
    """A filter as a style. In its text, {x}, {y}, {w} and {h} are the region. A filter that does not look around the region
    gets the cropped region, as in recipes with `crop` and `overlay`.
    """

    host: str = "ffmpeg"
    text: str = ""

    def applied(self, patches: np.ndarray, region: Box) -> np.ndarray:
        """Pictures (n, height, width, 3), whose sides are multiples of SIDES, after the filter."""
        count, height, width, _ = patches.shape
        text = pipelines.at(self.text, region)
        command = pipelines.raw_command(self.host, text, width, height)
        done = subprocess.run(command, input=patches.tobytes(), capture_output=True, env=pipelines.environment())
        if done.returncode or len(done.stdout) != patches.size:
            raise RuntimeError(f"{self.name} gave {len(done.stdout)} of {patches.size} bytes:\n{done.stderr.decode()}")
        return np.frombuffer(done.stdout, np.uint8).reshape(count, height, width, 3)

    def redacted(self, pixels: np.ndarray, regions: Iterable[Box]) -> np.ndarray:
        """A copy of a picture with regions redacted. Regions of one size pass through the filter as frames of one video."""
        out = pixels.copy()
        margin = AROUND if self.around else 0
        padded = np.pad(pixels, ((margin, margin), (margin, margin), (0, 0)), "edge")
        by_size: dict[tuple[int, int], list[Box]] = {}
        for region in np.asarray(regions).tolist():
            by_size.setdefault((region[2], region[3]), []).append(region)
        for (width, height), chosen in by_size.items():
            sides = width + 2 * margin, height + 2 * margin
            patches = np.stack([rounded(padded[y : y + sides[1], x : x + sides[0]]) for x, y, _, _ in chosen])
            shown = self.applied(patches, (margin, margin, width, height))
            for (x, y, _, _), each in zip(chosen, shown, strict=True):
                out[y : y + height, x : x + width] = each[margin : margin + height, margin : margin + width]
        return out


def rounded(picture: np.ndarray) -> np.ndarray:
    """A picture whose last rows and columns are repeated until the sides are multiples of SIDES."""
    missing = [-length % SIDES for length in picture.shape[:2]]
    return np.pad(picture, ((0, missing[0]), (0, missing[1]), (0, 0)), "edge")


FULL = Size(reversible=20, irreversible=100, video=0, candidates=1_000, ocr=0, snug=4)
QUICK = Size(reversible=3, irreversible=20, video=0, candidates=50, ocr=0, fields=(0, 3), snug=1)
#: With the distance that a digit spreads, as a standard deviation.
BLURS = {
    "boxblur=10": ("ffmpeg", 8.6),
    "avgblur=10": ("ffmpeg", 6.1),
    "gaussianblur sigma=8": ("GStreamer", 8.0),
    "gaussianblur sigma=20": ("GStreamer", 20.0),
}
SCRIM = {
    "frei0r=scrim": ("ffmpeg", "frei0r=scrim:{w}x{h}+{x}+{y}|%s"),
    "scrimredact": ("GStreamer", "scrimredact regions={w}x{h}+{x}+{y} style=%s"),
}
FILTERS = (
    *(
        Filter(text, "", host=host, text=text, reach=reach, floor=0.9, floor_of="fit", floor_after_jpeg=False)
        for text, (host, reach) in BLURS.items()
    ),
    Filter("delogo", "", text="delogo=x={x}:y={y}:w={w}:h={h}", around=True),
    *(
        Filter(f"{name} {style.split('@')[0]}", "", host=host, text=text % style, irreversible=True, around=True)
        for name, (host, text) in SCRIM.items()
        for style in ("solid", "frost@7", "tiles@7")
    ),
)
