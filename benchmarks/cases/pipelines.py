# SPDX-License-Identifier: MIT
"""Scrim's plugins in GStreamer and ffmpeg, compared with other filters there. A plugin may cost a tenth more than a filter that does
nothing, and the call of the library itself. frei0r has one frame for input and one for output, so its call copies.
"""

import ctypes

import frames
from frames import NV12_1080P, RGBA_1080P, Cover, Ring, Surface, array, memset, region
from measure import Measure, Row
from pipelines import SIZE, Box, Filter, at, kernel_time, per_frame, present
from scrim import StyleKind, _ffi

LIMIT = 1.1
TURNS = 8  # at most: a program runs for up to seconds
REGIONS: dict[str, Box] = {"one field": (90, 190, 320, 50), "a whole frame": (0, 0, *SIZE)}
STYLES = {"solid": StyleKind.SOLID, "frost": StyleKind.FROST}
CROPPED = "split[a][b];[b]crop={w}:{h}:{x}:{y},TEXT[c];[a][c]overlay={x}:{y}"
#: What others offer, and by how much their runs are shortened. gaussianblur has no other format.
PEERS = [
    ("GStreamer", "gaussianblur sigma=8, a whole frame", "gaussianblur sigma=8", "AYUV", 30),
    ("ffmpeg", "boxblur=10, one field", CROPPED.replace("TEXT", "boxblur=10"), "yuv420p", 1),
    ("ffmpeg", "avgblur=10, one field", CROPPED.replace("TEXT", "avgblur=10"), "yuv420p", 1),
    ("ffmpeg", "delogo, one field", "delogo=x={x}:y={y}:w={w}:h={h}", "yuv420p", 1),
    ("ffmpeg", "boxblur=10, a whole frame", "boxblur=10", "yuv420p", 10),
    ("ffmpeg", "avgblur=10, a whole frame", "avgblur=10", "yuv420p", 10),
]
IDLE = {"GStreamer": "identity", "ffmpeg": "null"}
FORMATS = {("GStreamer", "RGBA"): RGBA_1080P, ("GStreamer", "NV12"): NV12_1080P, ("ffmpeg", "rgba"): RGBA_1080P}
TEXTS = {
    "GStreamer": "scrimredact regions={w}x{h}+{x}+{y} style=%s",
    "ffmpeg": "frei0r=scrim:{w}x{h}+{x}+{y}|%s",
}


def kernel(surface: Surface, box: Box, style: StyleKind, copies: bool, turns: int) -> float:
    """Seconds of the library's call in a frame that is in the cache as far as it fits; into another frame, for frei0r."""
    ring = Ring(surface, 2)
    source, target = ring.address(1), ring.address(0)
    cover = Cover(ring, 0, array([region(*box)]), frames.style(style))
    if copies:
        original = surface.frame(source)
        cover.function = lambda *arguments: _ffi.redact_copy(ctypes.byref(original), *arguments)
    seconds = kernel_time(lambda: memset(source if copies else target, 99, surface.bytes), cover, turns)
    if cover.status:
        raise RuntimeError(f"scrim_redact: status {cover.status}")
    return seconds


def idle(host: str, format: str) -> Filter:
    return Filter(IDLE[host], host, IDLE[host], format)


def run(measure: Measure) -> list[Row]:
    if not present():
        return [Row("pipelines: the plugins", None, "×", LIMIT, "the build has no plugins")]
    box = REGIONS["one field"]
    peers = [Filter(name, host, at(text, box), format, slow) for host, name, text, format, slow in PEERS]
    ours = [
        (Filter(f"{style}, {name}", host, at(TEXTS[host] % style, box), format), surface, box, STYLES[style])
        for (host, format), surface in FORMATS.items()
        for style in STYLES
        for name, box in REGIONS.items()
    ]
    idles = [idle(each.host, each.format) for each in [*peers, *(each for each, *_ in ours)]]
    every = list(dict.fromkeys([*idles, *peers, *(each for each, *_ in ours)]))
    seconds = per_frame(every, min(measure.repetitions, TURNS))
    rows = []
    for each, surface, box, style in ours:
        alone = kernel(surface, box, style, each.host == "ffmpeg", measure.repetitions)
        nothing = seconds[idle(each.host, each.format)]
        note = f"{ms(seconds[each])} a frame; {IDLE[each.host]}: {ms(nothing)}; the call: {ms(alone)}"
        case = f"pipelines: {each.host} {each.format}, {each.name}"
        rows.append(Row(case, round((seconds[each] - alone) / nothing, 4), f"× {IDLE[each.host]}, after the call", LIMIT, note))
    for each in peers:
        nothing = seconds[idle(each.host, each.format)]
        note = f"{ms(seconds[each])} a frame; {IDLE[each.host]}: {ms(nothing)}"
        case = f"pipelines: {each.host} {each.format}, {each.name}"
        rows.append(Row(case, round(seconds[each] / nothing, 4), f"× {IDLE[each.host]}", None, note))
    return rows


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.3f} ms"
