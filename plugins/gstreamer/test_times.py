# SPDX-License-Identifier: MIT
"""Regions of a file that move, come and go: compares scrimredact with what `scrim video` covers at the time of each frame."""

import json

import numpy as np
import pytest
import scrim

pytest.importorskip("gi", reason="to use GStreamer there is no PyGObject: run script/bootstrap")
pytest.importorskip("av", reason="scrim_tools.video needs PyAV")
from scrim_tools.errors import UsageError
from scrim_tools.regions import parse_regions
from scrim_tools.video.tracks import Track, numbered

try:
    from gst_host import SECOND, Gst, Host, Kind
except ValueError as error:
    pytest.skip(f"GStreamer's bindings are incomplete: {error}", allow_module_level=True)
if Gst.ElementFactory.find("scrimredact") is None:
    pytest.skip("the GStreamer plugin was not built", allow_module_level=True)


def covered(text, kind, frame, seconds, hold, max_speed):
    """The frame as `scrim video` covers it."""
    found = parse_regions(text)
    size = (kind.width, kind.height)
    tracks = numbered(
        Track([(place.time, found.region(region, place, size)) for place in region.places], region.start, region.end, region.held)
        for region in found.regions
    )
    for track in tracks:
        track.check_speed(max_speed)
    regions = [region for track in tracks for region in track.at(seconds, hold, max_speed)]
    return kind.redacted(frame, regions, styles=found.styles, color_matrix=scrim.ColorMatrix.BT601)


def host_of(kind, text, **properties):
    host = Host(kind, **properties)
    host.redact.set_property("regions", text)
    return host


def at(frame, seconds):
    buffer = Gst.Buffer.new_wrapped(frame)
    buffer.pts = round(seconds * SECOND)
    return buffer


def place_of(random, shape, format, size):
    number = lambda low, high: round(float(random.uniform(low, high)), 2)  # noqa: E731
    width, height = (1, 1) if format == "normalized" else size
    if shape == "polygon":
        return {shape: [[number(0, width), number(0, height)] for _ in range(4)]}
    x, y, right, bottom = number(0, width / 2), number(0, height / 2), number(0.1, width / 2), number(0.1, height / 2)
    box = [x, y, right, bottom] if format == "xywh" else [x, y, x + right, y + bottom]
    return {shape: box, **({"radius": number(0, 3)} if shape == "rounded_rect" else {})}


def region_of(random, format, size):
    shape = str(random.choice(["rect", "rounded_rect", "ellipse", "polygon"]))
    region = {}
    if random.random() < 0.5:
        region["from"] = round(float(random.uniform(0, 1.5)), 2)
    if random.random() < 0.5:
        region["to"] = round(region.get("from", 0) + float(random.uniform(0, 1)), 2)
    if random.random() < 0.3:
        return region | place_of(random, shape, format, size)
    times = sorted({round(float(time), 2) for time in random.uniform(0, 2, random.integers(1, 6))})
    region["keyframes"] = [{"time": time, **place_of(random, shape, format, size)} for time in times]
    if random.random() < 0.3:
        region["held"] = True
    if random.random() < 0.3:
        region["style"] = "frost:3"
    return region


def test_random_files_have_the_same_bytes():
    random = np.random.default_rng(11)
    fast = slow = 0
    for round_ in range(60):
        kind = Kind(["GRAY8", "RGBA", "I420", "NV12"][round_ % 4], 61, 43)
        format = str(random.choice(["xywh", "xyxy", "normalized"]))
        items = [region_of(random, format, (kind.width, kind.height)) for _ in range(random.integers(1, 5))]
        text = json.dumps({"format": format, "style": "solid:#c02040", "regions": items})
        hold = float(random.choice([0, 0.1, 0.3]))
        speed = float(random.choice([0, 20, 3000]))
        with host_of(kind, text, hold=round(hold * SECOND), max_speed=speed) as host:
            frame = kind.noise(round_)
            for seconds in sorted(random.uniform(0, 2.5, 8)):
                seconds = round(seconds, 2)
                try:
                    wanted = covered(text, kind, frame, seconds, hold, speed)
                except scrim.InvalidArgumentError:
                    fast += 1
                    black = kind.redacted(frame, [(0, 0, kind.width, kind.height)], color_matrix=scrim.ColorMatrix.BT601)
                    assert host.run(at(frame, seconds)) == black
                    continue
                slow += 1
                got = host.run(at(frame, seconds))
                assert got == wanted, (text, seconds, hold, speed, host.messages())
            if messages := host.messages():
                assert "frames are covered: max-speed must be 0, or " in messages[0]
    assert fast > 20 and slow > 200


@pytest.mark.parametrize("more", [{}, {"from": 0}, {"held": True}], ids=json.dumps)
@pytest.mark.parametrize("format", ["xywh", "normalized"])
def test_a_single_keyframe_keeps_its_radius_and_style(format, more):
    kind = Kind("GRAY8", 40, 40)
    box = [4, 4, 30, 30] if format == "xywh" else [0.1, 0.1, 0.85, 0.85]
    region = {"keyframes": [{"time": 0, "rounded_rect": box, "radius": 15}], "style": "frost:3", **more}
    text = json.dumps({"format": format, "regions": [region]})
    with host_of(kind, text) as host:
        frame = kind.noise(1)
        assert host.run(at(frame, 0.5)) == covered(text, kind, frame, 0.5, 0, 0)


def test_the_stream_time_counts():
    kind = Kind("GRAY8", 16, 12)
    text = json.dumps({"regions": [{"from": 1, "to": 2, "rect": [0, 0, 16, 12]}]})
    with host_of(kind, text, hold=0) as host:
        frame = bytes([200]) * kind.size
        for seconds, gone in ((0.99, False), (1, True), (1.5, True), (2, True), (2.01, False)):
            assert (host.run(at(frame, seconds)) != frame) is gone, seconds
        host.source.set_property("handle-segment-change", True)
        segment = Gst.Segment()
        segment.init(Gst.Format.TIME)
        segment.start, segment.time = 100 * SECOND, 0
        sample = Gst.Sample.new(at(frame, 101.5), kind.caps, segment, None)
        assert host.source.push_sample(sample) == Gst.FlowReturn.OK
        assert host.pull() != frame


def test_frames_without_a_time_are_covered():
    kind = Kind("GRAY8", 16, 12)
    text = json.dumps({"regions": [{"from": 1, "to": 2, "rect": [0, 0, 16, 12]}]})
    with host_of(kind, text) as host:
        buffer = Gst.Buffer.new_wrapped(bytes([200]) * kind.size)
        assert host.source.push_buffer(buffer) == Gst.FlowReturn.OK
        assert host.pull() == bytes(kind.size)
        (message,) = host.messages()
        assert "frames are covered: regions that move need frames with a time" in message


K = {"time": 0, "rect": [0, 0, 4, 4]}
WRONG = [
    {"keyframes": []},
    {"keyframes": {}},
    {"keyframes": [K], "rect": [0, 0, 4, 4]},
    {"keyframes": [{"rect": [0, 0, 4, 4]}]},
    {"keyframes": [K, K]},
    {"keyframes": [K, {**K, "time": -1}]},
    {"keyframes": [{"time": 1}]},
    {"keyframes": [{**K, "time": "0"}]},
    {"keyframes": [{**K, "held": True}]},
    {"keyframes": [{**K, "rect": [0, 0, -4, 4]}]},
    {"keyframes": [{**K, "ellipse": [0, 0, 4, 4]}]},
    {"keyframes": [{**K, "radius": 1}]},
    {"keyframes": [K, {"time": 1, "ellipse": [0, 0, 4, 4]}]},
    {"keyframes": [{"time": 0, "polygon": [[0, 0], [1, 0], [0, 1]]}, {"time": 1, "polygon": [[0, 0], [1, 0], [0, 1], [1, 1]]}]},
    {"keyframes": [K], "radius": 1},
    {"keyframes": [K], "held": 1},
    {"keyframes": [K], "held": "true"},
    {"rect": [0, 0, 4, 4], "held": True},
    {"rect": [0, 0, 4, 4], "from": 2, "to": 1},
    {"rect": [0, 0, 4, 4], "from": None},
    {"rect": [0, 0, 4, 4], "to": "1"},
]  # fmt: skip
RIGHT = [
    {"keyframes": [K]},
    {"keyframes": [K], "held": True},
    {"rect": [0, 0, 4, 4], "held": False},
    {"rect": [0, 0, 4, 4], "from": 1, "to": 1},
    {"keyframes": [{"time": 0, "rounded_rect": [0, 0, 4, 4], "radius": 1}, {"time": 1, "rounded_rect": [0, 0, 4, 4]}]},
    {"to": -3.5, "keyframes": [{"rect": [0, 0, 4, 4], "time": -2.5}, {"rect": [0, 0, 4, 4], "time": 1e3}]},
]  # fmt: skip


@pytest.mark.parametrize("region", WRONG + RIGHT, ids=json.dumps)
def test_files_are_refused_as_on_the_command_line(region):
    text = json.dumps({"regions": [{"rect": [1, 1, 2, 2]}, region]})
    host = host_of(Kind("GRAY8", 16, 12), text)
    result = host.pipeline.set_state(Gst.State.READY)
    messages = host.messages()
    host.pipeline.set_state(Gst.State.NULL)
    try:
        parse_regions(text)
    except UsageError:
        assert region in WRONG
        assert result == Gst.StateChangeReturn.FAILURE
        assert "regions[1]" in messages[0]
    else:
        assert region in RIGHT
        assert result == Gst.StateChangeReturn.SUCCESS, messages
        assert messages == []
