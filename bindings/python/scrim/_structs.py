# SPDX-License-Identifier: MIT
"""The public structs of include/scrim/*.h, field for field, under their C names."""

from __future__ import annotations

import ctypes as c


class scrim_string(c.Structure):
    _fields_ = [("data", c.c_char_p), ("length", c.c_size_t)]


class scrim_point(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double)]


class scrim_rect(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("width", c.c_double), ("height", c.c_double)]


class scrim_touch(c.Structure):
    _fields_ = [
        ("time_ns", c.c_uint64),
        ("id", c.c_uint64),
        ("phase", c.c_uint32),
        ("reserved", c.c_uint32),
        ("x", c.c_double),
        ("y", c.c_double),
    ]


class scrim_memory_options(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("disable_memfd_secret", c.c_uint32)]


class scrim_memory_report(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("arenas", c.c_uint32),
        ("mapped_bytes", c.c_uint64),
        ("locked_bytes", c.c_uint64),
        ("secret_bytes", c.c_uint64),
        ("used_bytes", c.c_uint64),
        ("lock_limit_bytes", c.c_uint64),
        ("secret_shortfall", c.c_uint32),
        ("locked_shortfall", c.c_uint32),
        ("dump_shortfall", c.c_uint32),
        ("fork_shortfall", c.c_uint32),
    ]


class scrim_attempts(c.Structure):
    _fields_ = [("last_ns", c.c_uint64), ("charged", c.c_uint32), ("limit", c.c_uint32), ("check", c.c_uint64)]


class scrim_text_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("required_protection", c.c_uint32),
        ("capacity", c.c_uint32),
        ("mask_character", c.c_uint32),
        ("max_clusters", c.c_uint32),
        ("allowed", c.c_uint32),
        ("mask", c.c_uint32),
        ("mask_count", c.c_uint32),
        ("hide_length", c.c_uint32),
        ("reveal_keypad", c.c_uint32),
        ("reveal_last_ns", c.c_uint64),
        ("idle_timeout_ns", c.c_uint64),
    ]


class scrim_text_change(c.Structure):
    _fields_ = [("location", c.c_uint64), ("length", c.c_uint64), ("count", c.c_uint64)]


# typedef uint32_t (*scrim_text_change_fn)(const scrim_text_change *change, void *user_data);
scrim_text_change_fn = c.CFUNCTYPE(c.c_uint32, c.POINTER(scrim_text_change), c.c_void_p)

# typedef uint32_t (*scrim_text_ask_fn)(void *user_data);
scrim_text_ask_fn = c.CFUNCTYPE(c.c_uint32, c.c_void_p)

# typedef void (*scrim_text_tell_fn)(void *user_data);
scrim_text_tell_fn = c.CFUNCTYPE(None, c.c_void_p)


class scrim_text_callbacks(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("reserved", c.c_uint32),
        ("should_change", scrim_text_change_fn),
        ("did_change", scrim_text_tell_fn),
        ("should_clear", scrim_text_ask_fn),
        ("should_return", scrim_text_ask_fn),
        ("done", scrim_text_tell_fn),
        ("should_begin", scrim_text_ask_fn),
        ("did_begin", scrim_text_tell_fn),
        ("should_end", scrim_text_ask_fn),
        ("did_end", scrim_text_tell_fn),
        ("display_changed", scrim_text_tell_fn),
    ]


class scrim_key_cap(c.Structure):
    _fields_ = [
        ("kind", c.c_uint32),
        ("flags", c.c_uint32),
        ("page", c.c_uint32),
        ("target", c.c_uint32),
        ("column", c.c_uint32),
        ("row", c.c_uint32),
        ("columns", c.c_uint32),
        ("rows", c.c_uint32),
        ("label", scrim_string),
    ]


class scrim_keypad_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("layout", c.c_uint32),
        ("shuffle", c.c_uint32),
        ("reshuffle", c.c_uint32),
        ("bounds", scrim_rect),
        ("column_spacing", c.c_double),
        ("row_spacing", c.c_double),
        ("blanks", c.c_uint32),
        ("may_switch", c.c_uint32),
        ("keys", c.POINTER(scrim_key_cap)),
        ("key_count", c.c_size_t),
    ]


class scrim_key(c.Structure):
    _fields_ = [("rect", scrim_rect), ("kind", c.c_uint32), ("label_length", c.c_uint32), ("label", c.c_char * 32)]


class scrim_plane(c.Structure):
    _fields_ = [("data", c.c_void_p), ("stride", c.c_int64)]


class scrim_frame(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("format", c.c_uint32),
        ("width", c.c_uint32),
        ("height", c.c_uint32),
        ("planes", scrim_plane * 4),
        ("color_range", c.c_uint32),
        ("color_matrix", c.c_uint32),
    ]


class scrim_region(c.Structure):
    _fields_ = [
        ("shape", c.c_uint32),
        ("style", c.c_uint32),
        ("rect", scrim_rect),
        ("radius", c.c_double),
        ("points", c.POINTER(scrim_point)),
        ("point_count", c.c_uint64),
        ("id", c.c_uint64),
    ]


class scrim_style(c.Structure):
    _fields_ = [
        ("kind", c.c_uint32),
        ("color", c.c_uint32),
        ("flags", c.c_uint32),
        ("reserved", c.c_uint32),
        ("amount", c.c_double),
        ("saturation", c.c_double),
        ("seed", c.c_uint64),
    ]


class scrim_redact_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("style_count", c.c_uint32),
        ("styles", c.POINTER(scrim_style)),
        ("scale", c.c_double),
        ("guard", c.c_uint32),
        ("dilation", c.c_uint32),
        ("snap", c.c_uint32),
        ("source_block", c.c_uint32),
    ]


class scrim_redact_report(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("outcome", c.c_uint32),
        ("strength", c.c_uint32),
        ("reserved", c.c_uint32),
        ("regions", c.c_uint64),
        ("regions_inside", c.c_uint64),
        ("regions_clipped", c.c_uint64),
        ("pixels", c.c_uint64),
    ]


class scrim_scene_options(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("outputs", c.c_uint32)]


class scrim_window(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("flags", c.c_uint32),
        ("frame", scrim_rect),
        ("level", c.c_int32),
        ("reserved", c.c_uint32),
        ("screen", scrim_string),
        ("title", scrim_string),
        ("owner", c.c_uint64),
        ("touch_privacy", c.c_uint32),
        ("reserved2", c.c_uint32),
    ]


class scrim_affine(c.Structure):
    _fields_ = [(name, c.c_double) for name in ("xx", "yx", "xy", "yy", "x0", "y0")]


class scrim_outsets(c.Structure):
    _fields_ = [(name, c.c_double) for name in ("left", "top", "right", "bottom")]


class scrim_view(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("flags", c.c_uint32),
        ("frame", scrim_rect),
        ("alpha", c.c_double),
        ("classes", c.POINTER(scrim_string)),
        ("class_count", c.c_size_t),
        ("content", scrim_string),
        ("content_offset", scrim_point),
        ("transform", scrim_affine),
        ("overflow", scrim_outsets),
        ("touch_privacy", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class scrim_property(c.Structure):
    _fields_ = [("key", scrim_string), ("value", scrim_string)]


class scrim_description(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("index_count", c.c_uint32),
        ("indices", c.c_uint32 * 2),
        ("value_kind", c.c_uint32),
        ("reserved", c.c_uint32),
        ("value", c.c_double),
        ("id", scrim_string),
        ("screen", scrim_string),
        ("title", scrim_string),
        ("screen_classes", c.POINTER(scrim_string)),
        ("screen_class_count", c.c_size_t),
        ("properties", c.POINTER(scrim_property)),
        ("property_count", c.c_size_t),
    ]


class scrim_secure_region(c.Structure):
    _fields_ = [
        ("view", c.c_uint64),
        ("corner_count", c.c_uint32),
        ("reserved", c.c_uint32),
        ("corners", scrim_point * 12),
    ]


class scrim_protect_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("output", c.c_uint32),
        ("origin", scrim_point),
        ("scale", c.c_double),
        ("style", scrim_style),
    ]


class scrim_capture_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("output", c.c_uint32),
        ("origin", scrim_point),
        ("scale", c.c_double),
        ("transform", c.c_uint32),
        ("reserved", c.c_uint32),
        ("style", scrim_style),
        ("max_speed", c.c_double),
        ("max_lateness_ns", c.c_uint64),
        ("update_interval_ns", c.c_uint64),
        ("hold_ns", c.c_uint64),
        ("easing_ns", c.c_uint64),
    ]


class scrim_gestures_options(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("patience_ns", c.c_uint64)]


class scrim_recognizer(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("kind", c.c_uint32),
        ("view", c.c_uint64),
        ("taps", c.c_uint32),
        ("touches", c.c_uint32),
        ("max_touches", c.c_uint32),
        ("flags", c.c_uint32),
        ("directions", c.c_uint32),
        ("edges", c.c_uint32),
        ("duration_ns", c.c_uint64),
        ("interval_ns", c.c_uint64),
        ("min_interval_ns", c.c_uint64),
        ("movement", c.c_double),
        ("distance", c.c_double),
        ("angle", c.c_double),
        ("min_velocity", c.c_double),
        ("max_velocity", c.c_double),
        ("classes", c.POINTER(scrim_string)),
        ("class_count", c.c_size_t),
    ]


class scrim_gesture_event(c.Structure):
    _fields_ = [
        ("time_ns", c.c_uint64),
        ("recognizer", c.c_uint64),
        ("window", c.c_uint64),
        ("view", c.c_uint64),
        ("sequence", c.c_uint64),
        ("kind", c.c_uint32),
        ("state", c.c_uint32),
        ("taps", c.c_uint32),
        ("touches", c.c_uint32),
        ("direction", c.c_uint32),
        ("reserved", c.c_uint32),
        ("x", c.c_double),
        ("y", c.c_double),
        ("translation_x", c.c_double),
        ("translation_y", c.c_double),
        ("velocity_x", c.c_double),
        ("velocity_y", c.c_double),
        ("scale", c.c_double),
        ("rotation", c.c_double),
        ("scale_velocity", c.c_double),
        ("rotation_velocity", c.c_double),
    ]


class scrim_collector_options(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("capacity", c.c_uint32)]


class scrim_class_rule(c.Structure):
    _fields_ = [("name", scrim_string), ("match", c.c_uint32), ("reserved", c.c_uint32)]


class scrim_retarget_rule(c.Structure):
    _fields_ = [("container", scrim_string), ("inner", scrim_string), ("type", scrim_string)]


class scrim_cell_rule(c.Structure):
    _fields_ = [
        ("class_name", scrim_string),
        ("action", scrim_string),
        ("where", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class scrim_rules(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("flags", c.c_uint32),
        ("event_types", c.c_uint32),
        ("remote_mode", c.c_int32),
        ("control_interval_ns", c.c_uint64),
        ("max_content", c.c_uint32),
        ("reserved", c.c_uint32),
        ("recognizers", c.POINTER(scrim_string)),
        ("recognizer_count", c.c_size_t),
        ("gesture_views", c.POINTER(scrim_class_rule)),
        ("gesture_view_count", c.c_size_t),
        ("ignored_types", c.POINTER(scrim_class_rule)),
        ("ignored_type_count", c.c_size_t),
        ("ignored_screens", c.POINTER(scrim_class_rule)),
        ("ignored_screen_count", c.c_size_t),
        ("retargets", c.POINTER(scrim_retarget_rule)),
        ("retarget_count", c.c_size_t),
        ("cells", c.POINTER(scrim_cell_rule)),
        ("cell_count", c.c_size_t),
    ]


class scrim_verdict(c.Structure):
    _fields_ = [("answer", c.c_uint32), ("reason", c.c_uint32)]


class scrim_check(c.Structure):
    _fields_ = [("reason", c.c_uint32), ("outcome", c.c_uint32)]


class scrim_record(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("hidden", c.c_uint32),
        ("number", c.c_uint64),
        ("time_ns", c.c_uint64),
        ("kind", c.c_uint32),
        ("state", c.c_uint32),
        ("view", c.c_uint64),
        ("screen", scrim_string),
        ("title", scrim_string),
        ("id", scrim_string),
        ("type", scrim_string),
        ("content", scrim_string),
        ("position", scrim_string),
        ("path", scrim_string),
        ("properties", scrim_string),
    ]


# typedef void (*scrim_text_display_fn)(const void *bytes, size_t length, size_t count, uint32_t revealed, void
# *user_data);
scrim_text_display_fn = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_size_t, c.c_uint32, c.c_void_p)

# typedef void (*scrim_text_read_fn)(const void *bytes, size_t length, void *user_data);
scrim_text_read_fn = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_void_p)

# typedef void (*scrim_cover_fn)(uint32_t output, void *user_data);
scrim_cover_fn = c.CFUNCTYPE(None, c.c_uint32, c.c_void_p)

# typedef void (*scrim_free_fn)(void *user_data);
scrim_free_fn = c.CFUNCTYPE(None, c.c_void_p)
