# SPDX-License-Identifier: MIT
"""The rules of the fields of structs: see ranges.py."""
from __future__ import annotations

from range_rules import (
    Array,
    Constant,
    Flags,
    Free,
    INVALID,
    Id,
    Integer,
    Length,
    NOT_FOUND,
    Name,
    OPEN_SIDE,
    POINT,
    Real,
    Reserved,
    SIDE,
    String,
    UNSUPPORTED,
)

FIELDS: dict[str, object] = {
    "scrim_rect.width": SIDE,
    "scrim_rect.height": SIDE,
    "scrim_touch.time_ns": Free(),
    "scrim_touch.id": Free(),
    "scrim_touch.phase": Constant("scrim_touch_phase"),
    "scrim_touch.tool": Constant("scrim_touch_tool"),
    "scrim_touch.x": POINT,
    "scrim_touch.y": POINT,
    # scroll.h
    "scrim_scroll.time_ns": Free(),
    "scrim_scroll.source": Constant("scrim_scroll_source"),
    "scrim_scroll.phase": Constant("scrim_touch_phase"),
    **{f"scrim_scroll.{name}": POINT for name in ("x", "y", "delta_x", "delta_y")},
    **{f"scrim_scroll.{name}": Free() for name in ("scale", "delta_rotation")},  # of a wheel, which has none; see extra.py
    # feed.h: names and descriptors depend on each other; see extra.py
    **{f"scrim_{role}_options.name": Free() for role in ("publisher", "subscriber")},
    **{f"scrim_{role}_options.name_length": Integer(0, 0) for role in ("publisher", "subscriber")},
    "scrim_subscriber_options.fd": Free(),
    "scrim_subscriber_options.max_silence_ns": Integer(1, 10**9),
    # text.h
    "scrim_text_options.required_protection": Flags("scrim_protection"),
    "scrim_text_options.capacity": Integer(0, 65536),
    "scrim_text_options.mask_character": Integer(0, 0x10FFFF),
    "scrim_text_options.max_clusters": Integer(0, 65536),
    "scrim_text_options.allowed": Constant("scrim_allowed_characters"),
    "scrim_text_options.mask": Integer(0, 2, ends=False),  # see extra.py: the fields depend on each other
    "scrim_text_options.mask_count": Integer(0, 0),
    "scrim_text_options.hide_length": Integer(0, 1, ends=False),
    "scrim_text_options.reveal_keypad": Integer(0, 1),
    "scrim_text_options.mask_delay_ns": Integer(0, 10**10),
    "scrim_text_options.idle_timeout_ns": Free(),
    "scrim_text_options.visible": Integer(0, 1),
    **{
        f"scrim_text_callbacks.{name}": Free()
        for name in (
            "should_change", "did_change", "should_clear", "should_return", "done", "should_begin", "did_begin",
            "should_end", "did_end", "display_changed",
        )
    },
    # memory.h
    "scrim_memory_options.disable_memfd_secret": Integer(0, 1),
    **{
        f"scrim_memory_report.{name}": Free()
        for name in (
            "arenas", "mapped_bytes", "locked_bytes", "secretmem_bytes", "used_bytes", "lock_limit_bytes",
            "secretmem_unprotected", "locked_unprotected", "no_dump_unprotected", "no_fork_unprotected",
        )
    },
    # keypad.h
    "scrim_keypad_options.layout": Constant("scrim_keypad_layout"),
    "scrim_keypad_options.shuffle": Constant("scrim_shuffle"),
    "scrim_keypad_options.reshuffle": Constant("scrim_reshuffle"),
    "scrim_keypad_options.blank_keys_per_row": Integer(0, 4),
    "scrim_keypad_options.allow_unshuffled": Integer(0, 1),
    "scrim_keypad_options.keep_on_done": Integer(0, 1),
    **{f"scrim_keypad_callbacks.{name}": Free() for name in ("will_show", "did_show", "will_hide", "did_hide")},
    "scrim_keypad_options.keys": Array(
        "key_count", "{SCRIM_KEY_DELETE, 0, 0, 0, 0, 0, 1, 1, {BYTES(\"1\"), 1}, {BYTES(\"1\"), 1}}", "SCRIM_KEYPAD_MAX_KEYS *"
        " SCRIM_KEYPAD_MAX_PAGES"),
    "scrim_keypad_options.key_count": Length("1"),
    "scrim_keypad_options.labels": Array(
        "label_count", "{SCRIM_KEY_DELETE, 0, {BYTES(\"1\"), 1}, {BYTES(\"1\"), 1}}", "SCRIM_KEYPAD_MAX_KEYS *"
        " SCRIM_KEYPAD_MAX_PAGES"),
    "scrim_keypad_options.label_count": Length("1"),
    "scrim_key_label.kind": Integer(2, 2),  # the kind of the only key
    "scrim_key_label.target": Integer(0, 0, also=2**32 - 1),  # SCRIM_KEYPAD_ANY_PAGE
    "scrim_key_label.label": String("SCRIM_KEY_LABEL_SIZE - 1"),
    "scrim_key_label.name": String("SCRIM_KEY_NAME_SIZE - 1"),
    "scrim_key_spec.kind": Integer(1, 9, ends=False),
    "scrim_key_spec.flags": Flags("scrim_key_flags"),
    "scrim_key_spec.page": Integer(0, 7, ends=False),
    "scrim_key_spec.target": Integer(0, 0),
    "scrim_key_spec.column": Integer(0, 63, ends=False),
    "scrim_key_spec.row": Integer(0, 63, ends=False),
    "scrim_key_spec.columns": Integer(1, 64),
    "scrim_key_spec.rows": Integer(1, 64),
    "scrim_key_spec.label": String("SCRIM_KEY_LABEL_SIZE - 1"),
    "scrim_key_spec.name": String("SCRIM_KEY_NAME_SIZE - 1"),
    "scrim_keypad_options.bounds.width": OPEN_SIDE,
    "scrim_keypad_options.bounds.height": OPEN_SIDE,
    "scrim_keypad_options.column_spacing": Real("0.0"),
    "scrim_keypad_options.row_spacing": Real("0.0"),
    # redact.h
    "scrim_frame.format": Constant("SCRIM_FORMAT_", UNSUPPORTED),
    "scrim_frame.width": Integer(1, 65536, ends=False),
    "scrim_frame.height": Integer(1, 65536, ends=False),
    "scrim_frame.planes": Free(),  # see extra.py
    "scrim_frame.color_range": Constant("scrim_color_range", UNSUPPORTED),
    "scrim_frame.color_matrix": Constant("scrim_color_matrix", UNSUPPORTED),
    "scrim_region.shape": Constant("scrim_shape", UNSUPPORTED),
    "scrim_region.style": Integer(0, 0),
    "scrim_region.radius": Reserved(),
    "scrim_region.points": Reserved(),
    "scrim_region.point_count": Reserved(),
    "scrim_region.id": Free(),
    "scrim_style.kind": Constant("scrim_style_kind", UNSUPPORTED),
    "scrim_style.color": Free(),  # see extra.py
    "scrim_style.flags": Flags("scrim_style_flags"),
    "scrim_style.amount": Free(),  # of a solid style, which does not look at it
    "scrim_style.saturation": Free(),
    "scrim_style.seed": Free(),
    "scrim_redact_options.style_count": Length("1"),
    "scrim_redact_options.styles": Array(
        "style_count", "SCRIM_STYLE_INIT", "SCRIM_MAX_STYLES", empty=f"OK | {INVALID}"
    ),
    "scrim_redact_options.scale": Real("1.0 / 64", "64.0"),
    "scrim_redact_options.sampling_gap": Integer(0, 64),
    "scrim_redact_options.dilation": Integer(0, 4096),
    "scrim_redact_options.size_multiple": Integer(0, 4096),
    "scrim_redact_options.codec_block": Integer(0, 16, ends=False),
    "scrim_redact_options.first_row": Integer(0, 7),  # of a frame of 8 rows
    "scrim_redact_options.row_count": Integer(0, 8),
    "scrim_redact_report.outcome": Free(),
    "scrim_redact_report.weakest_class": Free(),
    "scrim_redact_report.reserved": Free(),
    "scrim_redact_report.regions": Free(),
    "scrim_redact_report.regions_inside": Free(),
    "scrim_redact_report.regions_clipped": Free(),
    "scrim_redact_report.pixels": Free(),
    "scrim_redact_report.regions_crossed": Free(),
    "scrim_redact_report.crossed": Free(),  # EXTRA has its cases, because a scene accepts other values
    "scrim_redact_report.crossed_capacity": Free(),
    # scene.h
    "scrim_scene_options.outputs": Integer(1, 32),
    "scrim_window.flags": Flags("scrim_view_flags"),
    "scrim_window.level": Free(),
    "scrim_window.screen": String("SCRIM_MAX_NAME"),
    "scrim_window.title": String("SCRIM_MAX_NAME"),
    "scrim_window.touch_privacy": Constant("scrim_touch_privacy"),
    "scrim_window.reserved2": Reserved(),
    "scrim_view.touch_privacy": Constant("scrim_touch_privacy"),
    "scrim_view_metadata.index_count": Integer(0, 2),
    "scrim_view_metadata.indices": Free(),
    "scrim_view_metadata.value_kind": Constant("scrim_value_kind"),
    "scrim_view_metadata.value": Real(refused=f"OK | {INVALID}"),
    "scrim_view_metadata.id": String("SCRIM_MAX_NAME"),
    "scrim_view_metadata.screen": String("SCRIM_MAX_NAME"),
    "scrim_view_metadata.title": String("SCRIM_MAX_NAME"),
    "scrim_view_metadata.screen_classes": Array("screen_class_count", '{"Page", 4}', "SCRIM_MAX_CLASSES"),
    "scrim_view_metadata.screen_class_count": Length("1"),
    "scrim_view_metadata.properties": Array("property_count", '{{"key", 3}, {"value", 5}}', "SCRIM_MAX_PROPERTIES"),
    "scrim_view_metadata.property_count": Length("1"),
    "scrim_property.key": Name("SCRIM_MAX_NAME"),
    "scrim_property.value": String("SCRIM_MAX_CONTENT"),
    "scrim_window.owner": Id(("fixture_removed_window(fixture)", "fixture_removed_view(fixture)"), zero=False),
    **{f"scrim_outsets.{name}": SIDE for name in ("left", "top", "right", "bottom")},
    "scrim_view.flags": Flags("scrim_view_flags"),
    "scrim_view.alpha": Real("0.0", "1.0"),
    "scrim_view.classes": Array("class_count", '{"Button", 6}', "SCRIM_MAX_CLASSES"),
    "scrim_view.class_count": Length("1"),
    "scrim_view.content": String("SCRIM_MAX_CONTENT"),
    "scrim_cover.kind": Constant("scrim_cover_kind", UNSUPPORTED),  # EXTRA has those that need a style or a picture
    "scrim_cover.color": Free(),  # see extra.py
    "scrim_cover.style": Free(),
    "scrim_cover.picture": Free(),
    "scrim_scene_redact_options.output": Integer(0, 0, NOT_FOUND),
    "scrim_scene_redact_options.origin.x": POINT,
    "scrim_scene_redact_options.origin.y": POINT,
    "scrim_scene_redact_options.scale": Real("1.0 / 64", "64.0"),
    "scrim_scene_redact_options.first_row": Integer(0, 7),
    "scrim_scene_redact_options.row_count": Integer(0, 8),
    # capture.h
    "scrim_capture_options.output": Free(),
    "scrim_capture_options.origin.x": POINT,
    "scrim_capture_options.origin.y": POINT,
    "scrim_capture_options.scale": Real("1.0 / 64", "64.0"),
    "scrim_capture_options.transform": Constant("scrim_transform"),
    "scrim_capture_options.flags": Flags("scrim_capture_flags"),
    "scrim_capture_options.max_speed": SIDE,
    "scrim_capture_options.max_latency_ns": Integer(0, 1000000000),
    "scrim_capture_options.update_interval_ns": Integer(0, 1000000000),
    "scrim_capture_options.hold_ns": Integer(0, 500000000),
    "scrim_capture_options.smoothing_ns": Integer(0, 4000000000),
    # gesture.h
    "scrim_recognizer.kind": Constant("scrim_gesture_kind"),
    "scrim_recognizer.view": Id(("fixture_removed_view(fixture)", "fixture_removed_window(fixture)")),
    # A tap's; see extra.py for what other kinds need.
    "scrim_recognizer.taps": Integer(1, 10),
    "scrim_recognizer.min_fingers": Integer(1, 5),
    "scrim_recognizer.max_fingers": Integer(0, 0),
    "scrim_recognizer.flags": Flags("scrim_recognizer_flags"),
    "scrim_recognizer.directions": Integer(0, 0),
    "scrim_recognizer.edges": Integer(0, 0),
    "scrim_recognizer.axis": Integer(0, 0),
    "scrim_recognizer.velocity_estimator": Integer(0, 0),
    "scrim_recognizer.min_duration_ns": Integer(0, 0),
    "scrim_recognizer.max_duration_ns": Free(),
    "scrim_recognizer.max_interval_ns": Free(),
    "scrim_recognizer.min_interval_ns": Free(),
    "scrim_recognizer.touch_slop": Real("0.0"),
    "scrim_recognizer.tap_slop": Real("0.0"),
    "scrim_recognizer.max_separation": Real("0.0"),
    **{
        f"scrim_recognizer.{name}": Real("0.0", "0.0")
        for name in ("swipe_distance", "edge_width", "min_span", "axis_angle")
    },
    "scrim_recognizer.angle": Real("0.0", "0.0"),
    "scrim_recognizer.min_velocity": Real("0.0", "0.0"),
    "scrim_recognizer.max_velocity": Real("0.0", "0.0"),
    "scrim_recognizer.classes": Array("class_count", '{"Tap", 3}', "SCRIM_MAX_CLASSES"),
    "scrim_recognizer.class_count": Length("1"),
    "scrim_gestures_options.lost_touch_timeout_ns": Free(),
    "scrim_gestures_callbacks.should_begin": Free(),
    "scrim_collector_options.capacity": Integer(1, 65536),
    # collector.h
    "scrim_rules.flags": Flags("scrim_rules_flags"),
    "scrim_rules.event_types": Flags("scrim_event_types"),
    "scrim_rules.server_event_types": Integer(0, 0),
    "scrim_rules.control_interval_ns": Free(),
    "scrim_rules.max_content": Integer(0, 4096),
    "scrim_rules.recognizers": Array("recognizer_count", '{"Tap", 3}', "SCRIM_MAX_RULES"),
    "scrim_rules.recognizer_count": Length("1"),
    **{
        f"scrim_rules.{name}s": Array(f"{name}_count", '{{"Page", 4}, SCRIM_MATCH_INHERITS, 0}', "SCRIM_MAX_RULES")
        for name in ("gesture_view", "ignored_type", "ignored_screen")
    },
    **{f"scrim_rules.{name}_count": Length("1") for name in ("gesture_view", "ignored_type", "ignored_screen")},
    "scrim_rules.retargets": Array(
        "retarget_count", '{{"Alert", 5}, {"Button", 6}, {"Alert", 5}}', "SCRIM_MAX_RULES"),
    "scrim_rules.retarget_count": Length("1"),
    "scrim_rules.builtin_actions": Array("builtin_action_count", '{{"Cell", 4}, {"press", 5}, SCRIM_BUILTIN_ACTION_VIEW, 0}', "SCRIM_MAX_RULES"),
    "scrim_rules.builtin_action_count": Length("1"),
    "scrim_class_rule.name": Name("SCRIM_MAX_NAME"),
    "scrim_class_rule.match": Constant("scrim_class_match"),
    "scrim_retarget_rule.container": Name("SCRIM_MAX_NAME"),
    "scrim_retarget_rule.inner": Name("SCRIM_MAX_NAME"),
    "scrim_retarget_rule.type": String("SCRIM_MAX_NAME"),
    "scrim_builtin_action_rule.class_name": Name("SCRIM_MAX_NAME"),
    "scrim_builtin_action_rule.action": Name("SCRIM_MAX_NAME"),
    "scrim_builtin_action_rule.scope": Constant("scrim_builtin_action_scope"),
    "scrim_string": String("SCRIM_MAX_NAME"),
    # An event may be the host's own: its ids need not exist (the answer is then "gone"), and it may be of any moment.
    "scrim_gesture_event.time_ns": Free(),
    "scrim_gesture_event.recognizer": Free(),
    "scrim_gesture_event.window": Free(),
    "scrim_gesture_event.view": Free(),
    "scrim_gesture_event.sequence": Free(),
    "scrim_gesture_event.kind": Constant("scrim_gesture_kind"),
    "scrim_gesture_event.state": Constant("scrim_gesture_state"),
    "scrim_gesture_event.taps": Free(),
    "scrim_gesture_event.fingers": Free(),
    "scrim_gesture_event.direction": Free(),
    # A collector works on the screen, and does not read the coordinates of views.
    **{
        f"scrim_gesture_event.view_{name}": Free()
        for name in ("x", "y", "translation_x", "translation_y", "velocity_x", "velocity_y")
    },
    **{
        f"scrim_gesture_event.{name}": POINT
        for name in (
            *("x", "y", "translation_x", "translation_y", "velocity_x", "velocity_y", "scale", "rotation"),
            *("scale_velocity", "rotation_velocity"),
        )
    },
}
