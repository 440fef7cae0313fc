# SPDX-License-Identifier: MIT
"""Wrong values of every kind: each message names the argument, what it must be, and what was given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scrim
import scrim.jsonl
from PIL import Image

#: The ways to make a style, as messages list them.
STYLES = "Style.solid(), frost(), tiles(), blur(), pixelate(), effect(), light(), extra_light(), dark() or tint()"

BOX = (1, 1, 5, 5)
KINDS = "a numpy array, a Pillow image, a PyAV VideoFrame, a tuple of arrays, or a buffer such as bytes"
MEMORY = KINDS.replace(" a Pillow image,", "")
FIELDS = "time_ns, id, phase, x, y, tool"


def picture() -> Any:
    return np.zeros((20, 30, 3), np.uint8)


def cover(regions: Any = (BOX,), **options: Any) -> None:
    scrim.redact_in_place(picture(), regions, **options)


PICTURES: list[tuple[Callable[[], object], str]] = [
    (lambda: scrim.redact("a.png", [BOX]), f"the picture must be {KINDS} (got str): open a file first, for example with PIL.Image.open()"),
    (lambda: scrim.redact(Path("a.png"), [BOX]), f"the picture must be {KINDS} (got PosixPath): open a file first, for example with PIL.Image.open()"),
    (lambda: scrim.redact(None, [BOX]), f"the picture must be {KINDS} (got NoneType)"),
    (lambda: scrim.redact_in_place([[1], [2]], [BOX]), f"the picture must be {KINDS} (got list of list)"),
    (
        lambda: scrim.redact_into(picture(), Image.new("RGB", (9, 9)), [BOX]),
        f"target must be {MEMORY} (got a Pillow image): pass numpy.array(image)",
    ),
    (
        lambda: scrim.redact_into(Image.new("RGB", (9, 9)), picture(), [BOX]),
        f"source must be {MEMORY} (got a Pillow image): pass numpy.array(image)",
    ),
    (lambda: cover(styles=scrim.Style.frost()), "styles must be a list of Styles; use style for one (got Style)"),
    (lambda: cover(styles=[7]), f"styles[0] must be a scrim.Style: {STYLES}, or a word such as 'frost:7' (got 7)"),
    (lambda: cover(style=scrim.Style.blur("8")), "the amount of BLUR must be a number (got '8')"),  # type: ignore[arg-type]
    (lambda: cover(style=scrim.Style(kind="frost")), "style: kind must be one of StyleKind.SOLID, StyleKind.FROST, "),  # type: ignore[arg-type]
    (lambda: cover(style=scrim.Style.solid((300, 0, 0))), "color[0] must be from 0 to 255 (got 300)"),
    (lambda: cover([scrim.Region(BOX, shape="circle")]), "regions[0]: shape must be one of Shape.RECT, "),  # type: ignore[arg-type]
    (lambda: cover([scrim.Region(BOX, radius="a")]), "regions[0]: radius must be a number (got 'a')"),  # type: ignore[arg-type]
    (lambda: scrim.Region.polygon([1, 2]), "points[0] must be a pair of numbers, x and y (got 1)"),  # type: ignore[list-item]
    (lambda: scrim.Region.quad(5), "points must be a list of pairs of x and y (got 5)"),  # type: ignore[arg-type]
    (lambda: cover(scale="2"), "scale must be a number (got '2')"),
    (lambda: cover(scale=0, format="normalized"), "scale must be from 1/64 to 64 pixels per point (got 0)"),
    (lambda: cover(dilation=-1), "dilation must be from 0 to 4096 pixels (got -1)"),
    (lambda: cover(codec_block=-8), "codec_block must be 0, 8 or 16 (got -8)"),
    (lambda: cover(dilate=3), "unknown keyword argument 'dilate'; did you mean 'dilation'? (valid ones are allow_nothing, "),
    (lambda: cover(x=3), "unknown keyword argument 'x' (valid ones are allow_nothing, "),
]


def text() -> scrim.Text:
    return scrim.Text()


def closed(thing: Any) -> Any:
    thing.close()
    return thing


TEXTS: list[tuple[Callable[[], object], str]] = [
    (lambda: scrim.Text(mask=42), "mask must be a string of one character (got int)"),  # type: ignore[arg-type]
    (lambda: scrim.Text(allowed="digits"), "allowed must be one of Allowed.ANY, Allowed.DIGITS, Allowed.ASCII (got 'digits')"),  # type: ignore[arg-type]
    (lambda: scrim.Text(mask_kind="fixed"), "mask_kind must be one of MaskKind.PER_CLUSTER, "),  # type: ignore[arg-type]
    (lambda: scrim.Text(required_protection="locked"), "required_protection must be a combination of Protection.GUARDED, "),  # type: ignore[arg-type]
    (lambda: text().insert(12345), "the secret must be a string, bytes, a bytearray or a memoryview (got int)"),  # type: ignore[arg-type]
    (lambda: text().equals(None), "the secret must be a string, bytes, a bytearray or a memoryview (got NoneType)"),  # type: ignore[arg-type]
    (lambda: text().move("start"), "motion must be one of Motion.BACKWARD, "),  # type: ignore[arg-type]
    (lambda: text().set_callbacks({"done": print}), "callbacks must be a scrim.TextCallbacks or None (got dict)"),  # type: ignore[arg-type]
    (lambda: text().set_callbacks(scrim.TextCallbacks(done=5)), "done must be a function or None (got 5)"),  # type: ignore[arg-type]
    (lambda: text().hash("low"), "preset must be one of HashPreset.LOW_MEMORY, "),  # type: ignore[arg-type]
    (lambda: text().hash(pepper="x" * 32), "pepper must be bytes, a bytearray or a memoryview (got str)"),  # type: ignore[arg-type]
    (lambda: text().verify(b"x"), "hash must be a string, as Text.hash() returns it (got bytes)"),  # type: ignore[arg-type]
    (lambda: text().read_fd(9999), "fd 9999 cannot be read: Bad file descriptor"),
    (lambda: text().seal(bytes(32), "order"), "context must be bytes, a bytearray or a memoryview (got str)"),  # type: ignore[arg-type]
    (lambda: closed(scrim.Text()).insert("a"), "the Text is closed"),
    (lambda: closed(scrim.Scene()).add_window(BOX), "the Scene is closed"),
    (lambda: scrim.Keypad().attach(closed(scrim.Text())), "the Text is closed"),
    (lambda: scrim.Attempts().succeed(), "no attempt was begun with begin(), or the counter is locked or damaged"),
    (lambda: (text(), scrim.configure_memory()), "configure_memory() must be called before the first Text or Keypad is created"),
    (lambda: scrim.Keypad(5), "bounds must be four numbers: x, y, width and height (got 5)"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad(layout=5.5), "layout must be one of Layout.PIN, "),  # type: ignore[arg-type]
    (lambda: scrim.Keypad(layout=["1"]), "key 0: must be a KeySpec (got '1')"),  # type: ignore[list-item]
    (lambda: scrim.Keypad(layout=[scrim.KeySpec(1, 0, 0)]), "label must be a string (got int)"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad().set_callbacks(print), "callbacks must be a scrim.KeypadCallbacks or None (got builtin_function_or_method)"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad().set_callbacks(scrim.KeypadCallbacks(did_hide=5)), "did_hide must be a function or None (got 5)"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad(column_spacing="a"), "column_spacing must be a number (got 'a')"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad().touch((1, 2, 3)), f"touch must be a tuple of {FIELDS} (got 3 items)"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad().touch((1, 1, 1, "a", 0)), "x and y of touch must be numbers"),  # type: ignore[arg-type]
    (lambda: scrim.Keypad().touch((1, 1, 1, 0, 0, 9)), "tool must be one of TouchTool.FINGER, TouchTool.STYLUS, "),
]


def scene() -> scrim.Scene:
    return scrim.Scene()


def frame() -> Any:
    return np.zeros((20, 30, 4), np.uint8)


def metadata(**fields: Any) -> None:
    with scrim.Scene() as one:
        one.set_metadata(one.add_window(BOX), scrim.ViewMetadata(**fields))


SCENES: list[tuple[Callable[[], object], str]] = [
    (lambda: scene().add_window(5), "frame must be four numbers: x, y, width and height (got 5)"),  # type: ignore[arg-type]
    (lambda: scene().add_window(BOX, flags="secure"), "flags must be a combination of ViewFlags.HIDDEN, "),  # type: ignore[arg-type]
    (lambda: scene().add_window(BOX, screen=5), "screen must be a string (got int)"),  # type: ignore[arg-type]
    (lambda: scene().add_window(BOX, touch_privacy="coarse"), "touch_privacy must be one of TouchPrivacy.DEFAULT, "),  # type: ignore[arg-type]
    (lambda: scene().add_view(1, BOX, alpha="x"), "alpha must be a number (got 'x')"),  # type: ignore[arg-type]
    (lambda: scene().add_view(1, BOX, classes=(1,)), "classes[0] must be a string (got int)"),  # type: ignore[arg-type]
    (lambda: scene().set_metadata(1, {}), "metadata must be a scrim.ViewMetadata (got dict)"),  # type: ignore[arg-type]
    (lambda: metadata(indices=3), "indices must be (row,) or (section, row) (got 3)"),
    (lambda: metadata(id=5), "id must be a string (got int)"),
    (lambda: metadata(properties={"a": 5}), "properties['a'] must be a string (got int)"),
    (lambda: scene().hit_test("a", 0), "x must be a number (got 'a')"),  # type: ignore[arg-type]
    (lambda: scene().attach_text(1, "a"), "text must be a scrim.Text (got str)"),  # type: ignore[arg-type]
    (lambda: scene().on_cover(5), "callback must be a function or None (got 5)"),  # type: ignore[arg-type]
    (lambda: scene().route_touch(5), f"touch must be a tuple of {FIELDS} (got int)"),  # type: ignore[arg-type]
    (lambda: scene().build("x"), "each window and view must be a dict with its arguments (got 'x')"),  # type: ignore[arg-type]
    (lambda: scene().build([{"name": "a"}]), "each window and view must have a frame (got {'name': 'a'})"),
    (lambda: scene().build({"frame": BOX}), "windows must be a list of dicts (got one dict)"),  # type: ignore[arg-type]
    (lambda: scene().build([{"frame": BOX, "views": {"frame": BOX}}]), "views must be a list of dicts (got one dict)"),
    (lambda: scene().redact(frame(), scale="x"), "scale must be a number (got 'x')"),  # type: ignore[arg-type]
    (lambda: scene().redact(Image.new("RGB", (9, 9))), f"the picture must be {MEMORY} (got a Pillow image): pass numpy.array(image)"),
    (lambda: scrim.Capture().redact(frame(), None, 0), "snapshot must be a scrim.Snapshot (got NoneType)"),  # type: ignore[arg-type]
    (lambda: scrim.Capture().screen_point(5, 0, 0), "size must be the width and height of the frame (got 5)"),  # type: ignore[arg-type]
]


def engine() -> scrim.Gestures:
    return scrim.Gestures(scrim.Scene())


def collect(**fields: Any) -> None:
    scrim.Collector(engine(), rules=scrim.Rules(**fields))


RULE = scrim.ClassRule
GESTURES: list[tuple[Callable[[], object], str]] = [
    (lambda: engine().set_callbacks(print), "callbacks must be a scrim.GesturesCallbacks or None (got builtin_function_or_method)"),  # type: ignore[arg-type]
    (lambda: engine().set_callbacks(scrim.GesturesCallbacks(should_begin=5)), "should_begin must be a function or None (got 5)"),  # type: ignore[arg-type]
    (lambda: scrim.Gestures(None), "scene must be a scrim.Scene (got NoneType)"),  # type: ignore[arg-type]
    (lambda: engine().add("tap"), "recognizer must be a recognizer such as scrim.Tap(view=view) (got str)"),  # type: ignore[arg-type]
    (lambda: engine().add(scrim.Tap), "recognizer must be a recognizer such as scrim.Tap(view=view) (got Tap)"),  # type: ignore[arg-type]
    (lambda: engine().feed(None), "samples must be a list of tuples, or a numpy array of TOUCH_DTYPE (got NoneType)"),  # type: ignore[arg-type]
    (lambda: engine().feed([(0, 1, 1)]), f"sample 0: must have 5 or 6 items: {FIELDS} (got 3)"),
    (lambda: engine().feed([5]), f"sample 0: must be a tuple of {FIELDS} (got int)"),  # type: ignore[list-item]
    (lambda: engine().feed([(0.5, 1, 1, 0, 0)]), "sample 0: time_ns must be an integer (got float)"),
    (lambda: engine().feed([(-1, 1, 1, 0, 0)]), "sample 0: time_ns must be from 0 to 18446744073709551615 (got -1)"),
    (lambda: engine().feed([(0, 1, 1, "a", 0)]), "sample 0: x must be a number (got str)"),
    (lambda: engine().feed([(0, 1, 1, 0, 0, 9)]), "sample 0: tool must be one of TouchTool.FINGER, TouchTool.STYLUS, "),
    (lambda: engine().feed([(0, 1, 1, 0, 0, "palm")]), "sample 0: tool must be an integer (got str)"),
    (lambda: engine().feed([(0, 1, 1, 0, 0, 0, 0)]), f"sample 0: must have 5 or 6 items: {FIELDS} (got 7)"),
    (lambda: engine().feed(np.zeros(4)), "the array must have the dtype scrim.TOUCH_DTYPE (got items of the format 'd')"),
    (lambda: scrim.Collector(scene()), "gestures must be a scrim.Gestures (got Scene)"),  # type: ignore[arg-type]
    (lambda: scrim.Collector(engine(), 0), "capacity must be from 1 to 65536 (got 0)"),
    (lambda: scrim.Collector(engine(), rules={}), "rules must be a scrim.Rules, for example of Rules.load() (got dict)"),  # type: ignore[arg-type]
    (lambda: scrim.Collector(engine()).decide([(0, 1)]), "event 0: must have 26 items: time_ns, recognizer, "),  # type: ignore[list-item]
    (lambda: collect(event_types=64), "event_types must be a combination of EventTypes.START, "),
    (lambda: collect(event_types="click"), "event_types must be a combination of EventTypes.START, "),
    (lambda: collect(ignored_types=("X",)), "ignored_types[0] must be a ClassRule (got 'X')"),
    (lambda: collect(ignored_types=(RULE("X", 9),)), "ignored_types[0].match must be one of Match.EXACT, Match.INHERITS (got 9)"),  # type: ignore[arg-type]
    (lambda: collect(ignored_types=(RULE("X", "exact"),)), "ignored_types[0].match must be one of Match.EXACT, "),  # type: ignore[arg-type]
    (lambda: collect(gesture_views=(RULE("", scrim.Match.EXACT),)), 'gesture_views[0].name must not be empty (got "")'),
    (lambda: collect(retargets=(scrim.RetargetRule("a", ""),)), 'retargets[0].inner must not be empty (got "")'),
    (
        lambda: collect(builtin_actions=(scrim.BuiltinActionRule("a", "b", 9),)),  # type: ignore[arg-type]
        "builtin_actions[0].scope must be one of BuiltinActionScope.VIEW, BuiltinActionScope.PARENT (got 9)",
    ),
    (lambda: scrim.Rules.loads(None), "text must be a JSON document, as a string or bytes (got NoneType)"),  # type: ignore[arg-type]
    (lambda: scrim.Recording("x", {}, []).touches(5), "screen must be x, y, width and height (got 5)"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), PICTURES + TEXTS + SCENES + GESTURES, ids=lambda one: one if isinstance(one, str) else "")
def test_message(call: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, scrim.ScrimError)) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_a_keyword_that_is_wrong_leaves_the_picture_unchanged() -> None:
    one = np.full((4, 4, 3), 9, np.uint8)
    with pytest.raises(TypeError, match="unknown keyword"):
        scrim.redact_in_place(one, [(0, 0, 2, 2)], styel=None)  # type: ignore[call-arg]
    assert (one == 9).all()


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[scrim.jsonl.Writer]:
    with scrim.jsonl.Writer(tmp_path / "touches.jsonl") as one:
        yield one


def test_a_second_writer_names_the_file(writer: scrim.jsonl.Writer) -> None:
    with pytest.raises(BlockingIOError, match=r"another Writer has the file open: '.*touches\.jsonl'"):
        scrim.jsonl.Writer(writer.path)


def test_a_closed_writer_names_the_file(writer: scrim.jsonl.Writer) -> None:
    writer.close()
    with pytest.raises(scrim.InvalidStateError, match=r"the Writer of .*touches\.jsonl is closed"):
        writer.write("{}")


def test_one_string_is_not_a_list_of_records(writer: scrim.jsonl.Writer) -> None:
    with pytest.raises(TypeError, match="records must be a list of strings; for one record, call write"):
        writer.write_all("{}")
    assert writer.path.read_text() == ""


def test_a_record_is_a_string(writer: scrim.jsonl.Writer) -> None:
    with pytest.raises(TypeError, match="record must be a string, as Collector.next_json.. returns it .got dict."):
        writer.write({})  # type: ignore[arg-type]
