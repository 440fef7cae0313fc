# SPDX-License-Identifier: MIT
import av
import numpy
from scrim import Region, Style
from scrim_tools.video import Track, VideoOptions, probe, redact_video

with av.open("street.mp4", "w") as made:  # two seconds of video, as an example
    stream = made.add_stream("libx264", rate=25)
    stream.width, stream.height = 640, 360
    for level in range(100, 150):
        made.mux(stream.encode(av.VideoFrame.from_ndarray(numpy.full((360, 640, 3), level, numpy.uint8))))
    made.mux(stream.encode())

info = probe("street.mp4")  # size, frame rate and duration
last = (info.width - 120, 280, 120, 30)
plate = Track([(0.0, Region((40, 300, 90, 24))), (1.96, Region(last))], end=1.96)
report = redact_video("street.mp4", "safe.mp4", [plate], VideoOptions(styles=[Style.frost(7)], max_speed=300))
print(report.frames, "frames,", report.frames_covered, "of them with covered pixels")
