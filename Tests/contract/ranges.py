# SPDX-License-Identifier: MIT
"""What the headers say in words: for each parameter and field, which values are right, and what wrong ones get.

Rules make the wrong values (cases.py); this table only says which rule holds where. What has no entry here and follows
no default (see `default_rule`) stops the generator, so a new function or field cannot be forgotten.

Paths are `function.parameter`, `struct.field` or `struct.field.field`; the longest that fits the end of a path wins.
Text in quotes is C. In it `bench` is the bench of bench.h, `a` the arguments of the call.
"""
from __future__ import annotations

import dataclasses

INVALID = "ERROR(INVALID_ARGUMENT)"
NOT_FOUND = "ERROR(NOT_FOUND)"
UNSUPPORTED = "ERROR(UNSUPPORTED)"
LIMIT = "ERROR(LIMIT)"


@dataclasses.dataclass(frozen=True)
class Free:
    """Every value is right."""


@dataclasses.dataclass(frozen=True)
class Integer:
    """An integer from `low` to `high`; both ends are accepted unless other fields forbid it (`ends` False)."""

    low: int
    high: int
    refused: str = INVALID
    ends: bool = True


@dataclasses.dataclass(frozen=True)
class Real:
    """A finite double. Outside `low` … `high` it gets `refused`; with `above` the lower end itself is wrong."""

    low: str = "-SCRIM_MAX_COORDINATE"
    high: str = "SCRIM_MAX_COORDINATE"
    above: bool = False
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Constant:
    """One of the constants that begin with `prefix`."""

    prefix: str
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Flags:
    """Bits of the constants that begin with `prefix`."""

    prefix: str
    refused: str = INVALID


@dataclasses.dataclass(frozen=True)
class Reserved:
    """0, or NULL."""


@dataclasses.dataclass(frozen=True)
class Id:
    """An id of the scene or engine. `others` are ids that exist, but not of this sort, or do no longer."""

    others: tuple[str, ...] = ()
    zero: bool = True  # 0 is refused too


@dataclasses.dataclass(frozen=True)
class String:
    """A scrim_string of at most `longest` bytes."""

    longest: str


@dataclasses.dataclass(frozen=True)
class Name(String):
    """One that must not be empty."""


@dataclasses.dataclass(frozen=True)
class Array:
    """A pointer to `count` elements, the field or parameter of that name. Valid calls pass one element, `valid`."""

    count: str
    valid: str
    most: str | None = None  # more than that many answer `too_many`
    too_many: str = f"{LIMIT} | {INVALID}"
    null_at_zero: bool = True  # NULL with a count of 0 is fine
    empty: str = "OK"  # the answer to another pointer with a count of 0


@dataclasses.dataclass(frozen=True)
class Bytes:
    """A pointer to `length` bytes. The answers to no bytes, with NULL and without, and to lengths that are too long."""

    length: str
    valid: str
    null_at_zero: str = "OK"
    empty: str = "OK"
    huge: str = INVALID


@dataclasses.dataclass(frozen=True)
class Room:
    """An output buffer of `capacity` elements. `produced` says how many were written or are needed."""

    capacity: str
    produced: str
    valid: int  # elements that are surely enough
    unconsumed: str | None = None  # this output is 0 when the buffer is too small
    bound: bool = False  # what is needed is the most that may be written, not what will be


@dataclasses.dataclass(frozen=True)
class Written:
    """A struct with a size that is written whole: nothing that was in it is wrong."""


@dataclasses.dataclass(frozen=True)
class Results:
    """An output buffer of as many elements as the input of that count has."""

    count: str


@dataclasses.dataclass(frozen=True)
class Length:
    """The count of another parameter, which deals with it. `valid` is what a right call passes."""

    valid: str


def default_rule(name: str, base: str) -> object | None:
    """What holds where the table is silent: reserved fields are 0, coordinates finite and not beyond the largest."""
    if name == "reserved":
        return Reserved()
    if base == "double":
        return Real()
    return None


SIDE = Real("0.0")
OPEN_SIDE = Real("0.0", above=True)
# A sample may lie anywhere; of a point beyond the largest coordinate the headers do not say that it is an error.
POINT = Real(refused=f"OK | {INVALID}")

HASH_KEY = '"0123456789abcdef0123456789ABCDEF"'
HASH = f'"$argon2id$v=19$m=8,t=1,p=1${22 * "A"}${43 * "A"}"'

FIELDS: dict[str, object] = {
    "scrim_rect.width": SIDE,
    "scrim_rect.height": SIDE,
    "scrim_touch.time_ns": Free(),
    "scrim_touch.id": Free(),
    "scrim_touch.phase": Constant("SCRIM_TOUCH_"),
    "scrim_touch.x": POINT,
    "scrim_touch.y": POINT,
    # text.h
    "scrim_text_options.required_protection": Flags("SCRIM_PROTECTION_"),
    "scrim_text_options.capacity": Integer(1, 65536),
    "scrim_text_options.mask_character": Integer(0, 0x10FFFF),
    "scrim_text_options.max_clusters": Integer(0, 65536),
    "scrim_text_options.allowed": Constant("SCRIM_ALLOW_"),
    "scrim_text_options.mask": Integer(0, 2, ends=False),  # see extra.py: the fields depend on each other
    "scrim_text_options.mask_count": Integer(0, 0),
    "scrim_text_options.hide_length": Integer(0, 1, ends=False),
    "scrim_text_options.reveal_keypad": Integer(0, 1),
    "scrim_text_options.reveal_last_ns": Integer(0, 10**10),
    "scrim_text_options.idle_timeout_ns": Free(),
    **{
        f"scrim_text_callbacks.{name}": Free()
        for name in (
            "should_change", "did_change", "should_clear", "should_return", "done", "should_begin", "did_begin",
            "should_end", "did_end", "display_changed",
        )
    },
    # memory.h
    **{
        f"scrim_memory_report.{name}": Free()
        for name in (
            "arenas", "mapped_bytes", "locked_bytes", "secret_bytes", "used_bytes", "lock_limit_bytes",
            "secret_shortfall", "locked_shortfall",
        )
    },
    # keypad.h
    "scrim_keypad_options.layout": Constant("SCRIM_LAYOUT_"),
    "scrim_keypad_options.shuffle": Constant("SCRIM_SHUFFLE_"),
    "scrim_keypad_options.reshuffle": Constant("SCRIM_RESHUFFLE_"),
    "scrim_keypad_options.blanks": Integer(0, 4),
    "scrim_keypad_options.may_switch": Integer(0, 1),
    "scrim_keypad_options.keys": Array(
        "key_count", "{SCRIM_KEY_INSERT, 0, 0, 0, 0, 0, 1, 1, {BYTES(\"1\"), 1}}", "SCRIM_KEYPAD_MAX_KEYS *"
        " SCRIM_KEYPAD_MAX_PAGES"),
    "scrim_keypad_options.key_count": Length("1"),
    "scrim_key_cap.kind": Integer(1, 9, ends=False),
    "scrim_key_cap.flags": Flags("SCRIM_CAP_"),
    "scrim_key_cap.page": Integer(0, 7, ends=False),
    "scrim_key_cap.target": Integer(0, 0),
    "scrim_key_cap.column": Integer(0, 63, ends=False),
    "scrim_key_cap.row": Integer(0, 63, ends=False),
    "scrim_key_cap.columns": Integer(1, 64),
    "scrim_key_cap.rows": Integer(1, 64),
    "scrim_key_cap.label": String("SCRIM_KEY_LABEL_SIZE - 1"),
    "scrim_keypad_options.bounds.width": OPEN_SIDE,
    "scrim_keypad_options.bounds.height": OPEN_SIDE,
    "scrim_keypad_options.column_spacing": Real("0.0"),
    "scrim_keypad_options.row_spacing": Real("0.0"),
    # redact.h
    "scrim_frame.format": Constant("SCRIM_FORMAT_", UNSUPPORTED),
    "scrim_frame.width": Integer(1, 65536, ends=False),
    "scrim_frame.height": Integer(1, 65536, ends=False),
    "scrim_frame.planes": Free(),  # see extra.py
    "scrim_frame.color_range": Constant("SCRIM_RANGE_", UNSUPPORTED),
    "scrim_frame.color_matrix": Constant("SCRIM_MATRIX_", UNSUPPORTED),
    "scrim_region.shape": Constant("SCRIM_SHAPE_", UNSUPPORTED),
    "scrim_region.style": Integer(0, 0),
    "scrim_region.radius": Reserved(),
    "scrim_region.points": Reserved(),
    "scrim_region.point_count": Reserved(),
    "scrim_region.id": Free(),
    "scrim_style.kind": Constant("SCRIM_STYLE_", UNSUPPORTED),
    "scrim_style.color": Free(),  # see extra.py
    "scrim_style.flags": Flags("SCRIM_TEXTURE_"),
    "scrim_style.amount": Free(),  # of a solid style, which does not look at it
    "scrim_style.saturation": Free(),
    "scrim_style.seed": Free(),
    "scrim_redact_options.style_count": Length("1"),
    "scrim_redact_options.styles": Array(
        "style_count", "SCRIM_STYLE_INIT", "SCRIM_MAX_STYLES", empty=f"OK | {INVALID}"
    ),
    "scrim_redact_options.scale": Real("1.0 / 64", "64.0"),
    "scrim_redact_options.guard": Integer(0, 64),
    "scrim_redact_options.dilation": Integer(0, 4096),
    "scrim_redact_options.snap": Integer(0, 4096),
    "scrim_redact_options.source_block": Integer(0, 16, ends=False),
    "scrim_redact_report.outcome": Free(),
    "scrim_redact_report.strength": Free(),
    "scrim_redact_report.reserved": Free(),
    "scrim_redact_report.regions": Free(),
    "scrim_redact_report.regions_inside": Free(),
    "scrim_redact_report.regions_clipped": Free(),
    "scrim_redact_report.pixels": Free(),
    # scene.h
    "scrim_scene_options.outputs": Integer(1, 32),
    "scrim_window.flags": Flags("SCRIM_VIEW_"),
    "scrim_window.level": Free(),
    "scrim_window.screen": String("SCRIM_MAX_NAME"),
    "scrim_window.title": String("SCRIM_MAX_NAME"),
    "scrim_window.touch_privacy": Constant("SCRIM_TOUCHES_"),
    "scrim_window.reserved2": Reserved(),
    "scrim_view.touch_privacy": Constant("SCRIM_TOUCHES_"),
    "scrim_description.index_count": Integer(0, 2),
    "scrim_description.indices": Free(),
    "scrim_description.value_kind": Constant("SCRIM_VALUE_"),
    "scrim_description.value": Real(refused=f"OK | {INVALID}"),
    "scrim_description.id": String("SCRIM_MAX_NAME"),
    "scrim_description.screen": String("SCRIM_MAX_NAME"),
    "scrim_description.title": String("SCRIM_MAX_NAME"),
    "scrim_description.screen_classes": Array("screen_class_count", '{"Page", 4}', "SCRIM_MAX_CLASSES"),
    "scrim_description.screen_class_count": Length("1"),
    "scrim_description.properties": Array("property_count", '{{"key", 3}, {"value", 5}}', "SCRIM_MAX_PROPERTIES"),
    "scrim_description.property_count": Length("1"),
    "scrim_property.key": Name("SCRIM_MAX_NAME"),
    "scrim_property.value": String("SCRIM_MAX_CONTENT"),
    "scrim_window.owner": Id(("bench_removed_window(bench)", "bench_removed_view(bench)"), zero=False),
    **{f"scrim_outsets.{name}": SIDE for name in ("left", "top", "right", "bottom")},
    "scrim_view.flags": Flags("SCRIM_VIEW_"),
    "scrim_view.alpha": Real("0.0", "1.0"),
    "scrim_view.classes": Array("class_count", '{"Button", 6}', "SCRIM_MAX_CLASSES"),
    "scrim_view.class_count": Length("1"),
    "scrim_view.content": String("SCRIM_MAX_CONTENT"),
    "scrim_protect_options.output": Integer(0, 0, NOT_FOUND),
    "scrim_protect_options.origin.x": POINT,
    "scrim_protect_options.origin.y": POINT,
    "scrim_protect_options.scale": Real("1.0 / 64", "64.0"),
    # capture.h
    "scrim_capture_options.output": Free(),
    "scrim_capture_options.origin.x": POINT,
    "scrim_capture_options.origin.y": POINT,
    "scrim_capture_options.scale": Real("1.0 / 64", "64.0"),
    "scrim_capture_options.transform": Constant("SCRIM_TRANSFORM_"),
    "scrim_capture_options.max_speed": SIDE,
    "scrim_capture_options.max_lateness_ns": Integer(0, 1000000000),
    "scrim_capture_options.update_interval_ns": Integer(0, 1000000000),
    "scrim_capture_options.hold_ns": Integer(0, 500000000),
    "scrim_capture_options.easing_ns": Integer(0, 4000000000),
    # gesture.h
    "scrim_recognizer.kind": Constant("SCRIM_GESTURE_"),
    "scrim_recognizer.view": Id(("bench_removed_view(bench)", "bench_removed_window(bench)")),
    # A tap's; see extra.py for what other kinds need.
    "scrim_recognizer.taps": Integer(1, 10),
    "scrim_recognizer.touches": Integer(1, 5),
    "scrim_recognizer.max_touches": Integer(0, 0),
    "scrim_recognizer.flags": Flags("SCRIM_RECOGNIZER_"),
    "scrim_recognizer.directions": Integer(0, 0),
    "scrim_recognizer.edges": Integer(0, 0),
    "scrim_recognizer.duration_ns": Free(),
    "scrim_recognizer.interval_ns": Free(),
    "scrim_recognizer.min_interval_ns": Free(),
    "scrim_recognizer.movement": Real("0.0"),
    "scrim_recognizer.distance": Real("0.0"),
    "scrim_recognizer.angle": Real("0.0", "0.0"),
    "scrim_recognizer.min_velocity": Real("0.0", "0.0"),
    "scrim_recognizer.max_velocity": Real("0.0", "0.0"),
    "scrim_recognizer.classes": Array("class_count", '{"Tap", 3}', "SCRIM_MAX_CLASSES"),
    "scrim_recognizer.class_count": Length("1"),
    "scrim_gestures_options.patience_ns": Free(),
    "scrim_collector_options.capacity": Integer(1, 65536),
    # collector.h
    "scrim_rules.flags": Flags("SCRIM_RULES_"),
    "scrim_rules.event_types": Flags("SCRIM_EVENTS_"),
    "scrim_rules.remote_mode": Free(),
    "scrim_rules.control_interval_ns": Free(),
    "scrim_rules.max_content": Integer(0, 4096),
    "scrim_rules.recognizers": Array("recognizer_count", '{"Tap", 3}', "SCRIM_MAX_RULES"),
    "scrim_rules.recognizer_count": Length("1"),
    **{
        f"scrim_rules.{name}s": Array(f"{name}_count", '{{"Page", 4}, SCRIM_MATCH_KIND, 0}', "SCRIM_MAX_RULES")
        for name in ("gesture_view", "ignored_type", "ignored_screen")
    },
    **{f"scrim_rules.{name}_count": Length("1") for name in ("gesture_view", "ignored_type", "ignored_screen")},
    "scrim_rules.retargets": Array(
        "retarget_count", '{{"Alert", 5}, {"Button", 6}, {"Alert", 5}}', "SCRIM_MAX_RULES"),
    "scrim_rules.retarget_count": Length("1"),
    "scrim_rules.cells": Array("cell_count", '{{"Cell", 4}, {"press", 5}, SCRIM_CELL_VIEW, 0}', "SCRIM_MAX_RULES"),
    "scrim_rules.cell_count": Length("1"),
    "scrim_class_rule.name": Name("SCRIM_MAX_NAME"),
    "scrim_class_rule.match": Constant("SCRIM_MATCH_"),
    "scrim_retarget_rule.container": Name("SCRIM_MAX_NAME"),
    "scrim_retarget_rule.inner": Name("SCRIM_MAX_NAME"),
    "scrim_retarget_rule.type": String("SCRIM_MAX_NAME"),
    "scrim_cell_rule.class_name": Name("SCRIM_MAX_NAME"),
    "scrim_cell_rule.action": Name("SCRIM_MAX_NAME"),
    "scrim_cell_rule.where": Constant("SCRIM_CELL_"),
    "scrim_string": String("SCRIM_MAX_NAME"),
    # An event may be the host's own: its ids need not exist (the answer is then "gone"), and it may be of any moment.
    "scrim_gesture_event.time_ns": Free(),
    "scrim_gesture_event.recognizer": Free(),
    "scrim_gesture_event.window": Free(),
    "scrim_gesture_event.view": Free(),
    "scrim_gesture_event.sequence": Free(),
    "scrim_gesture_event.kind": Constant("SCRIM_GESTURE_"),
    "scrim_gesture_event.state": Constant("SCRIM_STATE_"),
    "scrim_gesture_event.taps": Free(),
    "scrim_gesture_event.touches": Free(),
    "scrim_gesture_event.direction": Free(),
    **{
        f"scrim_gesture_event.{name}": POINT
        for name in (
            *("x", "y", "translation_x", "translation_y", "velocity_x", "velocity_y", "scale", "rotation"),
            *("scale_velocity", "rotation_velocity"),
        )
    },
}

PARAMETERS: dict[str, object] = {
    # transfer.h
    "scrim_text_fill_from_fd.descriptor": Free(),
    "scrim_text_fill_from_fd.flags": Flags("SCRIM_DESCRIPTOR_"),
    "scrim_text_write_to_fd.descriptor": Free(),
    "scrim_text_write_to_fd.flags": Flags("SCRIM_DESCRIPTOR_"),
    "scrim_text_seal.public_key": Bytes("key_length", HASH_KEY, null_at_zero=INVALID, empty=INVALID),
    "scrim_text_seal.key_length": Length("SCRIM_SEAL_KEY_SIZE"),
    "scrim_text_seal.context": Bytes("context_length", '"order 7"'),
    "scrim_text_seal.context_length": Length("7"),
    "scrim_text_seal.buffer": Room("capacity", "length", 4096),
    "scrim_text_seal.capacity": Length("4096"),
    # verify.h
    "scrim_attempts_init.limit": Integer(0, 1000),
    "scrim_attempts_charge.now_ns": Free(),
    "scrim_text_hash.preset": Constant("SCRIM_HASH_"),
    "scrim_text_hash.key": Bytes("key_length", HASH_KEY, empty=INVALID),
    "scrim_text_hash.key_length": Length("SCRIM_HASH_KEY_SIZE"),
    "scrim_text_hash.buffer": Room("capacity", "length", 128),
    "scrim_text_hash.capacity": Length("128"),
    "scrim_text_verify.hash": Bytes("hash_length", HASH, null_at_zero=INVALID, empty=INVALID),
    "scrim_text_verify.hash_length": Length(f"sizeof {HASH} - 1"),
    "scrim_text_verify.key": Bytes("key_length", HASH_KEY, empty=INVALID),
    "scrim_text_verify.key_length": Length("SCRIM_HASH_KEY_SIZE"),
    # text.h
    "scrim_text_insert.utf8": Bytes("length", '"1"', huge=f"ERROR(FULL) | {INVALID}"),
    "scrim_text_insert.length": Length("1"),
    "scrim_text_replace.location": Integer(0, 4),
    "scrim_text_replace.count": Integer(0, 4),
    "scrim_text_replace.utf8": Bytes("length", '"1"', huge=f"ERROR(FULL) | {INVALID}"),
    "scrim_text_replace.length": Length("1"),
    "scrim_text_set.utf8": Bytes("length", '"1"', huge=f"ERROR(FULL) | {INVALID}"),
    "scrim_text_set.length": Length("1"),
    "scrim_text_move.motion": Constant("SCRIM_MOTION_"),
    "scrim_text_move.extend": Integer(0, 1),
    "scrim_text_select.anchor": Integer(0, 4),
    "scrim_text_select.caret": Integer(0, 4),
    "scrim_text_display.now_ns": Free(),
    "scrim_text_reveal.now_ns": Free(),
    "scrim_text_advance.now_ns": Free(),
    "scrim_text_mask.buffer": Room("capacity", "length", 4096),
    "scrim_text_mask.capacity": Length("4096"),
    # Longer than any text is not equal; a library may say so without reading it.
    "scrim_text_equal_bytes.bytes": Bytes("length", '"1234"', huge=f"OK | {INVALID}"),
    "scrim_text_equal_bytes.length": Length("4"),
    # keypad.h
    "scrim_keypad_keys.keys": Room("capacity", "count", 128),
    "scrim_keypad_keys.capacity": Length("128"),
    "scrim_keypad_keys_in_order.order": Constant("SCRIM_ORDER_"),
    "scrim_keypad_keys_in_order.keys": Room("capacity", "count", 128),
    "scrim_keypad_keys_in_order.capacity": Length("128"),
    "scrim_keypad_presented.generation": Free(),  # see extra.py
    "scrim_keypad_presented.time_ns": Free(),
    "scrim_keypad_set_plain.plain": Integer(0, 1),
    "scrim_keypad_advance.now_ns": Free(),
    # redact.h
    "scrim_redact.regions": Array("count", "{.shape = SCRIM_SHAPE_RECT, .rect = {1, 1, 2, 2}}", "SCRIM_MAX_REGIONS"),
    "scrim_redact.count": Length("1"),
    "scrim_redact_copy.regions": Array(
        "count", "{.shape = SCRIM_SHAPE_RECT, .rect = {1, 1, 2, 2}}", "SCRIM_MAX_REGIONS"
    ),
    "scrim_redact_copy.count": Length("1"),
    # capture.h
    "scrim_scene_snapshot.now_ns": Free(),
    "scrim_capture_protect.captured_from_ns": Integer(0, 0),
    "scrim_capture_protect.captured_to_ns": Free(),
    "scrim_capture_screen_point.width": Integer(1, 65536),
    "scrim_capture_screen_point.height": Integer(1, 65536),
    "scrim_capture_screen_point.x": POINT,
    "scrim_capture_screen_point.y": POINT,
    # scene.h
    "scrim_scene_update_window.window": Id(("bench->view", "bench_removed_window(bench)")),
    "scrim_scene_add_view.parent": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_update_view.view": Id(("bench->window", "bench_removed_view(bench)")),
    "scrim_scene_describe.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_remove.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_hit_test.x": POINT,
    "scrim_scene_hit_test.y": POINT,
    "scrim_scene_is_secure_at.x": POINT,
    "scrim_scene_is_secure_at.y": POINT,
    "scrim_scene_set_activity.window": Id(("bench->view", "bench_removed_window(bench)"), zero=False),
    "scrim_scene_set_activity.activity": Constant("SCRIM_ACTIVITY_"),
    "scrim_scene_set_policy.policy": Constant("SCRIM_POLICY_"),
    "scrim_scene_attach_text.view": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_detach_text.view": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_set_captured.captured": Integer(0, 1),
    "scrim_scene_is_secure.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_secure_regions.regions": Room("capacity", "count", 16),
    "scrim_scene_secure_regions.capacity": Length("16"),
    "scrim_scene_set_touch_regions.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_set_touch_regions.regions": Array("count", "{1, 1, 2, 2}", "SCRIM_SCENE_MAX_TOUCH_REGIONS"),
    "scrim_scene_set_touch_regions.count": Length("1"),
    "scrim_scene_touch_regions.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_touch_regions.regions": Room("capacity", "count", 16),
    "scrim_scene_touch_regions.capacity": Length("16"),
    "scrim_scene_responders.id": Id(("bench_removed_window(bench)", "bench_removed_view(bench)")),
    "scrim_scene_responders.ids": Room("capacity", "count", 16),
    "scrim_scene_responders.capacity": Length("16"),
    "scrim_scene_focus.window": Id(("bench->view", "bench_removed_window(bench)")),
    "scrim_scene_resign_focus.window": Id(("bench->view", "bench_removed_window(bench)")),
    "scrim_scene_views_at.x": POINT,
    "scrim_scene_views_at.y": POINT,
    "scrim_scene_views_at.everything": Integer(0, 1),
    "scrim_scene_views_at.ids": Room("capacity", "count", 16),
    "scrim_scene_views_at.capacity": Length("16"),
    "scrim_scene_select.x": POINT,
    "scrim_scene_select.y": POINT,
    "scrim_scene_set_transition.in_transition": Integer(0, 1),
    "scrim_scene_remove_output.output": Integer(0, 1, NOT_FOUND, ends=False),
    "scrim_scene_frame_ready.output": Integer(0, 0, NOT_FOUND),
    "scrim_scene_is_covered.output": Integer(0, 0, NOT_FOUND),
    # gesture.h
    "scrim_gestures_remove.recognizer": Id(("bench_removed_recognizer(bench)",)),
    "scrim_recognizer_defaults.kind": Constant("SCRIM_GESTURE_"),
    "scrim_recognizer_defaults.profile": Constant("SCRIM_PROFILE_"),
    "scrim_recognizer_defaults.density": Real("1.0 / 64", "64.0"),
    "scrim_recognizer_defaults.recognizer": Written(),
    "scrim_gestures_relate.recognizer": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_relate.relation": Constant("SCRIM_RELATION_"),
    "scrim_gestures_relate.other": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_unrelate.recognizer": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_unrelate.relation": Constant("SCRIM_RELATION_"),
    "scrim_gestures_unrelate.other": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_cancel.now_ns": Free(),
    "scrim_gestures_cancel.events": Room("capacity", "produced", 64, bound=True),
    "scrim_gestures_cancel.capacity": Length("64"),
    "scrim_gestures_add_action.recognizer": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_add_action.target": Integer(1, 2**64 - 1),
    "scrim_gestures_add_action.action": Bytes("length", '"pay"', null_at_zero=INVALID, empty=INVALID),
    "scrim_gestures_add_action.length": Length("3"),
    "scrim_gestures_remove_action.recognizer": Id(("bench_removed_recognizer(bench)",)),
    "scrim_gestures_remove_action.target": Free(),
    "scrim_gestures_remove_action.action": Bytes("length", '"pay"', empty=f"OK | {INVALID}"),
    "scrim_gestures_remove_action.length": Length("3"),
    "scrim_gestures_feed.samples": Array(
        "count", "{bench->now, bench->finger, SCRIM_TOUCH_ENDED, 0, 20, 20}", null_at_zero=False
    ),
    "scrim_gestures_feed.count": Length("1"),
    "scrim_gestures_feed.events": Room("capacity", "produced", 64, unconsumed="consumed", bound=True),
    "scrim_gestures_feed.capacity": Length("64"),
    "scrim_gestures_advance.now_ns": Free(),
    "scrim_gestures_advance.events": Room("capacity", "produced", 64, bound=True),
    "scrim_gestures_advance.capacity": Length("64"),
    "scrim_gestures_set_action_live.recognizer": Id(("bench_removed_recognizer(bench)",), zero=False),
    "scrim_gestures_set_action_live.target": Free(),
    "scrim_gestures_set_action_live.action": Bytes("length", '"pay"', empty=f"OK | {INVALID}"),
    "scrim_gestures_set_action_live.length": Length("3"),
    "scrim_gestures_set_action_live.live": Integer(0, 1),
    # collector.h
    "scrim_collector_explain.checks": Room("capacity", "count", 17),
    "scrim_collector_explain.capacity": Length("17"),
    "scrim_collector_next.record": Written(),
    "scrim_collector_advance.now_ns": Free(),
    "scrim_collector_decide.events": Array("count", "bench_tap(bench)", null_at_zero=False),
    "scrim_collector_decide.count": Length("1"),
    "scrim_collector_decide.verdicts": Results("count"),
    "scrim_collector_next_json.buffer": Room("capacity", "length", 4096),
    "scrim_collector_next_json.capacity": Length("4096"),
}

# Pointers and callbacks that may be NULL.
NULLABLE = {
    "scrim_redact.options",
    "scrim_redact.report",
    "scrim_redact_copy.options",
    "scrim_redact_copy.report",
    "scrim_scene_protect.options",
    "scrim_scene_protect.report",
    "scrim_capture_protect.report",
    "scrim_text_read.user_data",
    "scrim_text_display.user_data",
    "scrim_text_set_callbacks.callbacks",
    "scrim_text_set_callbacks.user_data",
    "scrim_text_set_callbacks.user_data_free",
    "scrim_scene_set_cover_callback.cover",
    "scrim_scene_set_cover_callback.user_data",
    "scrim_scene_set_cover_callback.user_data_free",
}

# Values of a right call that do not follow from rules: what the parameter is, in C.
VALUES = {
    "scrim_keypad_presented.time_ns": "1000",
    "scrim_keypad_advance.now_ns": "1000",
    "scrim_keypad_presented.generation": "bench_generation(bench)",
    "scrim_keypad_set_plain.plain": "1",
    "scrim_keypad_keys_in_order.order": "SCRIM_ORDER_UNSHUFFLED",
    "scrim_text_equal.other": "bench->other_text",
    "scrim_text_hash.preset": "SCRIM_HASH_KIOSK",
    "scrim_text_fill_from_fd.descriptor": "bench_null_device()",
    "scrim_text_fill_from_fd.flags": "0",
    "scrim_text_write_to_fd.descriptor": "bench_null_device()",
    "scrim_text_write_to_fd.flags": "0",
    "scrim_text_read.read": "bench_read",
    "scrim_text_display.now_ns": "1",
    "scrim_text_display.display": "bench_display",
    "scrim_text_display.user_data": "bench",
    "scrim_text_reveal.now_ns": "1",
    "scrim_text_advance.now_ns": "1",
    "scrim_text_read.user_data": "bench",
    "scrim_text_move.motion": "SCRIM_MOTION_START",
    "scrim_text_set_callbacks.user_data": "bench",
    "scrim_text_set_callbacks.user_data_free": "bench_free",
    "scrim_scene_set_cover_callback.cover": "bench_cover",
    "scrim_scene_set_cover_callback.user_data": "bench",
    "scrim_scene_set_cover_callback.user_data_free": "bench_free",
    "scrim_scene_update_window.window": "bench->window",
    "scrim_scene_add_view.parent": "bench->window",
    "scrim_scene_update_view.view": "bench->view",
    "scrim_scene_describe.id": "bench->view",
    "scrim_scene_remove.id": "bench_new_view(bench)",
    "scrim_scene_set_activity.window": "0",
    "scrim_scene_set_activity.activity": "SCRIM_ACTIVITY_ACTIVE",
    "scrim_scene_set_policy.policy": "SCRIM_POLICY_DEFAULT",
    "scrim_scene_attach_text.view": "bench->view",
    "scrim_scene_detach_text.view": "bench->view",
    "scrim_scene_set_captured.captured": "0",
    "scrim_scene_is_secure.id": "bench->view",
    "scrim_scene_set_touch_regions.id": "bench->window",
    "scrim_scene_touch_regions.id": "bench->window",
    "scrim_scene_responders.id": "bench->view",
    "scrim_scene_focus.window": "bench->window",
    "scrim_scene_resign_focus.window": "bench->window",
    "scrim_scene_set_transition.in_transition": "0",
    "scrim_scene_remove_output.output": "1",
    **{f"scrim_scene_{name}.{axis}": "20" for name in ("views_at", "select") for axis in "xy"},
    "scrim_scene_hit_test.x": "20",
    "scrim_scene_hit_test.y": "20",
    "scrim_scene_is_secure_at.x": "20",
    "scrim_scene_is_secure_at.y": "20",
    "scrim_gestures_remove.recognizer": "bench_new_recognizer(bench)",
    "scrim_recognizer_defaults.kind": "SCRIM_GESTURE_SWIPE",
    "scrim_recognizer_defaults.profile": "SCRIM_PROFILE_ANDROID",
    "scrim_recognizer_defaults.density": "1.0",
    "scrim_recognizer_defaults.recognizer": "bench_recognizer()",
    "scrim_gestures_relate.recognizer": "bench->tap",
    "scrim_gestures_relate.relation": "SCRIM_RELATION_REQUIRE_FAILURE",
    "scrim_gestures_relate.other": "bench->press",
    "scrim_gestures_unrelate.relation": "SCRIM_RELATION_REQUIRE_FAILURE",
    "scrim_gestures_unrelate.recognizer": "bench->tap",
    "scrim_gestures_unrelate.other": "bench->press",
    "scrim_gestures_cancel.now_ns": "bench->now",
    "scrim_gestures_add_action.recognizer": "bench->tap",
    "scrim_gestures_add_action.target": "1",
    "scrim_gestures_remove_action.recognizer": "bench->press",
    "scrim_gestures_remove_action.target": "0",
    "scrim_gestures_advance.now_ns": "bench->now + 1000000000",
    "scrim_gestures_set_action_live.recognizer": "bench->tap",
    "scrim_gestures_set_action_live.target": "0",
    "scrim_gestures_set_action_live.live": "1",
    "scrim_collector_advance.now_ns": "bench->now",
    "scrim_collector_next.record": "bench_empty_record()",
    "scrim_redact.frame": "bench_frame(bench)",
    "scrim_redact_copy.source": "bench_source(bench)",
    "scrim_redact_copy.destination": "bench_frame(bench)",
    "scrim_scene_protect.frame": "bench_frame(bench)",
    "scrim_capture_protect.frame": "bench_frame(bench)",
    "scrim_capture_protect.captured_from_ns": "0",
    "scrim_capture_protect.captured_to_ns": "0",
    "scrim_scene_snapshot.now_ns": "0",
    "scrim_capture_screen_point.width": "8",
    "scrim_capture_screen_point.height": "8",
    "scrim_capture_screen_point.x": "1",
    "scrim_capture_screen_point.y": "1",
    "scrim_attempts_init.attempts": "bench_attempts()",
    "scrim_attempts_charge.attempts": "bench_attempts()",
    "scrim_attempts_charge.now_ns": "bench->now",
    "scrim_attempts_succeed.attempts": "bench_attempts()",
    "scrim_memory_usage.report": "bench_memory_report()",
    "scrim_redact.report": "bench_report()",
    "scrim_redact_copy.report": "bench_report()",
    "scrim_scene_protect.report": "bench_report()",
    "scrim_capture_protect.report": "bench_report()",
}

# Structs that a right call begins with where that is not the only _INIT macro, and what is set in one afterwards.
STRUCTS = {
    "scrim_touch": "{1, 1, SCRIM_TOUCH_BEGAN, 0, 10, 10}",
    "scrim_gesture_event": "bench_tap(bench)",
    "scrim_recognizer": "SCRIM_RECOGNIZER_TAP_INIT",
}
SET_UP = {
    "scrim_gestures_add.recognizer": "a.recognizer->view = bench->view;",
    "scrim_scene_add_window.window": "a.window->frame = (scrim_rect){200, 200, 10, 10};",
    "scrim_scene_update_window.properties": "a.properties->frame = (scrim_rect){0, 0, 100, 100};",
    "scrim_scene_add_view.view": "a.view->frame = (scrim_rect){80, 0, 10, 10};",
    "scrim_scene_update_view.properties": "a.properties->frame = (scrim_rect){10, 10, 50, 50};",
}

# What brings the bench into the state that a right call needs.
BEFORE = {
    "scrim_scene_attach_text": "(void)scrim_scene_detach_text(bench->scene, bench->view);",
    "scrim_scene_begin": "(void)scrim_scene_commit(bench->scene);",
    "scrim_scene_commit": "(void)scrim_scene_begin(bench->scene);",
    "scrim_scene_touch_regions": "bench_limit_touches(bench);",
    "scrim_scene_add_output": "(void)scrim_scene_remove_output(bench->scene, 1);",
    "scrim_scene_remove_output": "bench_second_output(bench);",
    "scrim_keypad_touch": "BENCH_STEP(scrim_keypad_show(bench->keypad));",
    "scrim_keypad_shuffle": "BENCH_STEP(scrim_keypad_show(bench->keypad));",
    "scrim_keypad_set_plain": "BENCH_STEP(scrim_keypad_show(bench->keypad));",
    "scrim_gestures_feed": "bench_down(bench);",
    "scrim_gestures_advance": "bench_down(bench);",
    "scrim_gestures_cancel": "bench_press(bench);",
    "scrim_collector_next": "bench_record(bench);",
    "scrim_collector_next_json": "bench_record(bench);",
}

# Calls that cover a frame because of an error and always write a report: the parameters that are those two.
FAILS_CLOSED = {
    "scrim_redact": ("frame", "report"),
    "scrim_redact_copy": ("destination", "report"),
    "scrim_scene_protect": ("frame", "report"),
    "scrim_capture_protect": ("frame", "report"),
}

# Functions that cannot fail: constants whose name they tell (prefixes), and what they say of others.
NAMES = {
    "scrim_status_name": (("SCRIM_OK", "SCRIM_ERROR_"), "unknown status"),
    "scrim_reason_name": (("SCRIM_REASON_",), "unknown reason"),
    "scrim_status_message": (("SCRIM_OK", "SCRIM_ERROR_"), None),
    "scrim_shortfall_message": (("SCRIM_SHORTFALL_",), None),
}
TWINS = {
    "scrim_version_number": "SCRIM_VERSION_NUMBER",
    "scrim_version_string": "SCRIM_VERSION_STRING",
    "scrim_abi_number": "SCRIM_ABI_NUMBER",
}
# Functions without arguments, that change the whole process: Tests/C calls them in a child.
BY_HAND = {"scrim_process_harden"}
COUNTERS = {"scrim_live_handles": "SCRIM_KIND_"}
