# SPDX-License-Identifier: MIT
"""Finds text in videos for the commands `scrim video` and `scrim batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scrim import Style

from ..errors import Exit, FileError, need
from .image_job import TEXT_SNAP

if TYPE_CHECKING:
    from ..video import Track

_HINT = 'check the pattern and --language; to write the video anyway, use --allow-nothing, or "allow_nothing": true in a rule'
#: The most times of missed frames in the warning, and in the report.
_TIMES, _LISTED = 5, 1000


class VideoText(NamedTuple):
    """The text that was found in a video."""

    tracks: list[Track]
    #: What the report says. It contains no text.
    report: dict[str, Any]
    warnings: list[str]


def search_video(
    source: str | Path,
    texts: Sequence[str],
    styles: list[Style],
    *,
    style: Style,
    language: str = "eng",
    every: int | None = None,
    size_multiple: int | None = None,
    allow_nothing: bool = False,
    progress: Callable[[int], None] | None = None,
) -> VideoText:
    """Finds the text of patterns in a video, and adds the style of found text to `styles`.

    `every` is the number of frames from one reading to the next; None means one second. Raises FileError with the exit
    code NOTHING if a pattern finds nothing in the whole video.
    """
    if not texts:
        return VideoText([], {}, [])
    need("scrim_tools.video", "PyAV", "video")
    need("cv2", "OpenCV", "video")
    from ..video.source import first_frame
    from ..video.text import find_text

    if style not in styles:
        styles.append(style)
    found = find_text(
        source,
        texts,
        language=language,
        every=every,
        size_multiple=TEXT_SNAP if size_multiple is None else size_multiple,
        style=styles.index(style),
        progress=progress,
    )
    warnings = []
    if found.missing:
        told = f"no text was found for {', '.join(found.missing)}"
        if not allow_nothing:
            raise FileError(told, _HINT, Exit.NOTHING)
        warnings.append(told)
    if any(part.is_alpha for part in first_frame(source)[0].format.components):
        warnings.append("text that shows only because of transparency was not read, so look at the video on several backgrounds")
    missed = [round(seconds, 3) for seconds in found.missed]
    if missed:
        first = ", ".join(f"{seconds:.2f}" for seconds in missed[:_TIMES])
        more = f" and {len(missed) - _TIMES} more" if len(missed) > _TIMES else ""
        warnings.append(
            f"text may be uncovered at these seconds, because content changed before it was read: {first}{more}."
            " Look at these frames, or read more with a smaller --text-every"
        )
    report = {
        "frames_read": found.frames_read,
        "words_read": found.words_read,
        "frames_missed": len(missed),
        "missed_at": missed[:_LISTED],
        "texts_found": len(found.tracks),
    }
    return VideoText(list(found.tracks), report, warnings)
