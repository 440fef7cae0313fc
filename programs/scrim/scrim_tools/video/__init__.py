# SPDX-License-Identifier: MIT
"""Redaction of videos. Every frame is decoded, covered in the decoder's planes, and encoded again. Needs PyAV."""

from .errors import NothingCoveredError, OutputError, VideoError
from .options import VideoInfo, VideoOptions, VideoReport
from .orientation import Orientation
from .rewrite import Progress, redact_video
from .source import frame_times, probe
from .tracks import Track

__all__ = [
    "NothingCoveredError",
    "Orientation",
    "OutputError",
    "Progress",
    "Track",
    "VideoError",
    "VideoInfo",
    "VideoOptions",
    "VideoReport",
    "frame_times",
    "probe",
    "redact_video",
]
