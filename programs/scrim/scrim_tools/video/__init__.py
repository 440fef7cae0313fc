# SPDX-License-Identifier: MIT
"""Videos: every picture decoded, covered as it lies in the decoder's planes, and encoded anew. Needs PyAV."""

from .errors import NothingCoveredError, VideoError
from .options import VideoInfo, VideoOptions, VideoReport
from .orientation import Orientation
from .rewrite import Progress, redact_video
from .source import probe
from .tracks import Track

__all__ = [
    "NothingCoveredError",
    "Orientation",
    "Progress",
    "Track",
    "VideoError",
    "VideoInfo",
    "VideoOptions",
    "VideoReport",
    "probe",
    "redact_video",
]
