# SPDX-License-Identifier: MIT
"""The structs, callbacks and functions of include/scrim/*.h for ctypes, under their C names.

Written by script/api from the headers: change those, and run it.
"""

from __future__ import annotations

import ctypes as c

#: The version of the headers that this file was written from.
VERSION = (0, 1, 0)
ABI_NUMBER = 0


class scrim_string(c.Structure):
    _fields_ = [
        ("data", c.c_char_p),
        ("length", c.c_size_t),
    ]


class scrim_point(c.Structure):
    _fields_ = [
        ("x", c.c_double),
        ("y", c.c_double),
    ]


class scrim_rect(c.Structure):
    _fields_ = [
        ("x", c.c_double),
        ("y", c.c_double),
        ("width", c.c_double),
        ("height", c.c_double),
    ]


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
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("disable_memfd_secret", c.c_uint32),
    ]


class scrim_memory_report(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("arenas", c.c_uint32),
        ("mapped_bytes", c.c_uint64),
        ("locked_bytes", c.c_uint64),
        ("secretmem_bytes", c.c_uint64),
        ("used_bytes", c.c_uint64),
        ("lock_limit_bytes", c.c_uint64),
        ("secretmem_unprotected", c.c_uint32),
        ("locked_unprotected", c.c_uint32),
        ("no_dump_unprotected", c.c_uint32),
        ("no_fork_unprotected", c.c_uint32),
    ]


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
        ("mask_delay_ns", c.c_uint64),
        ("idle_timeout_ns", c.c_uint64),
    ]


class scrim_text_change(c.Structure):
    _fields_ = [
        ("location", c.c_uint64),
        ("length", c.c_uint64),
        ("count", c.c_uint64),
    ]


scrim_text_change_fn = c.CFUNCTYPE(c.c_uint32, c.POINTER(scrim_text_change), c.c_void_p)


scrim_text_event_fn = c.CFUNCTYPE(None, c.c_void_p)


scrim_text_should_fn = c.CFUNCTYPE(c.c_uint32, c.c_void_p)


class scrim_text_callbacks(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("reserved", c.c_uint32),
        ("should_change", scrim_text_change_fn),
        ("did_change", scrim_text_event_fn),
        ("should_clear", scrim_text_should_fn),
        ("should_return", scrim_text_should_fn),
        ("done", scrim_text_event_fn),
        ("should_begin", scrim_text_should_fn),
        ("did_begin", scrim_text_event_fn),
        ("should_end", scrim_text_should_fn),
        ("did_end", scrim_text_event_fn),
        ("display_changed", scrim_text_event_fn),
    ]


class scrim_attempts(c.Structure):
    _fields_ = [
        ("last_ns", c.c_uint64),
        ("begun", c.c_uint32),
        ("limit", c.c_uint32),
        ("check", c.c_uint64),
    ]


class scrim_key_spec(c.Structure):
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
        ("blank_keys_per_row", c.c_uint32),
        ("allow_unshuffled", c.c_uint32),
        ("keys", c.POINTER(scrim_key_spec)),
        ("key_count", c.c_size_t),
    ]


class scrim_key(c.Structure):
    _fields_ = [
        ("rect", scrim_rect),
        ("kind", c.c_uint32),
        ("label_length", c.c_uint32),
        ("label", c.c_char * 32),
    ]


class scrim_plane(c.Structure):
    _fields_ = [
        ("data", c.c_void_p),
        ("stride", c.c_int64),
    ]


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
        ("sampling_gap", c.c_uint32),
        ("dilation", c.c_uint32),
        ("size_multiple", c.c_uint32),
        ("codec_block", c.c_uint32),
    ]


class scrim_redact_report(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("outcome", c.c_uint32),
        ("weakest_class", c.c_uint32),
        ("reserved", c.c_uint32),
        ("regions", c.c_uint64),
        ("regions_inside", c.c_uint64),
        ("regions_clipped", c.c_uint64),
        ("pixels", c.c_uint64),
    ]


class scrim_scene_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("outputs", c.c_uint32),
    ]


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
    _fields_ = [
        ("xx", c.c_double),
        ("yx", c.c_double),
        ("xy", c.c_double),
        ("yy", c.c_double),
        ("x0", c.c_double),
        ("y0", c.c_double),
    ]


class scrim_outsets(c.Structure):
    _fields_ = [
        ("left", c.c_double),
        ("top", c.c_double),
        ("right", c.c_double),
        ("bottom", c.c_double),
    ]


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
    _fields_ = [
        ("key", scrim_string),
        ("value", scrim_string),
    ]


class scrim_view_metadata(c.Structure):
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


class scrim_scene_redact_options(c.Structure):
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
        ("max_latency_ns", c.c_uint64),
        ("update_interval_ns", c.c_uint64),
        ("hold_ns", c.c_uint64),
        ("smoothing_ns", c.c_uint64),
    ]


class scrim_gestures_options(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("reserved", c.c_uint32),
        ("lost_touch_timeout_ns", c.c_uint64),
    ]


class scrim_recognizer(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("kind", c.c_uint32),
        ("view", c.c_uint64),
        ("taps", c.c_uint32),
        ("min_fingers", c.c_uint32),
        ("max_fingers", c.c_uint32),
        ("flags", c.c_uint32),
        ("directions", c.c_uint32),
        ("edges", c.c_uint32),
        ("min_duration_ns", c.c_uint64),
        ("max_duration_ns", c.c_uint64),
        ("min_interval_ns", c.c_uint64),
        ("max_interval_ns", c.c_uint64),
        ("touch_slop", c.c_double),
        ("tap_slop", c.c_double),
        ("swipe_distance", c.c_double),
        ("edge_width", c.c_double),
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
        ("fingers", c.c_uint32),
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
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("capacity", c.c_uint32),
    ]


class scrim_class_rule(c.Structure):
    _fields_ = [
        ("name", scrim_string),
        ("match", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class scrim_retarget_rule(c.Structure):
    _fields_ = [
        ("container", scrim_string),
        ("inner", scrim_string),
        ("type", scrim_string),
    ]


class scrim_builtin_action_rule(c.Structure):
    _fields_ = [
        ("class_name", scrim_string),
        ("action", scrim_string),
        ("scope", c.c_uint32),
        ("reserved", c.c_uint32),
    ]


class scrim_rules(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("flags", c.c_uint32),
        ("event_types", c.c_uint32),
        ("server_event_types", c.c_uint32),
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
        ("builtin_actions", c.POINTER(scrim_builtin_action_rule)),
        ("builtin_action_count", c.c_size_t),
    ]


class scrim_decision(c.Structure):
    _fields_ = [
        ("result", c.c_uint32),
        ("reason", c.c_uint32),
    ]


class scrim_check(c.Structure):
    _fields_ = [
        ("reason", c.c_uint32),
        ("outcome", c.c_uint32),
    ]


class scrim_record(c.Structure):
    _fields_ = [
        ("struct_size", c.c_uint32),
        ("private_touch", c.c_uint32),
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


scrim_free_fn = c.CFUNCTYPE(None, c.c_void_p)


scrim_text_display_fn = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_size_t, c.c_uint32, c.c_void_p)


scrim_text_bytes_fn = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_void_p)


scrim_cover_fn = c.CFUNCTYPE(None, c.c_uint32, c.c_void_p)


#: Every function of the headers: its result type and the types of its arguments.
PROTOTYPES: dict[str, tuple[type | None, list[type]]] = {
    "scrim_version_number": (c.c_uint32, []),
    "scrim_version_string": (c.c_char_p, []),
    "scrim_abi_number": (c.c_uint32, []),
    "scrim_status_name": (c.c_char_p, [c.c_int32]),
    "scrim_status_message": (c.c_char_p, [c.c_int32]),
    "scrim_live_handles": (c.c_size_t, [c.c_uint32]),
    "scrim_memory_options_init": (c.c_int32, [c.POINTER(scrim_memory_options), c.c_size_t]),
    "scrim_memory_configure": (c.c_int32, [c.POINTER(scrim_memory_options)]),
    "scrim_memory_report_init": (c.c_int32, [c.POINTER(scrim_memory_report), c.c_size_t]),
    "scrim_memory_usage": (c.c_int32, [c.POINTER(scrim_memory_report)]),
    "scrim_unprotected_message": (c.c_char_p, [c.c_uint32]),
    "scrim_process_harden": (c.c_int32, []),
    "scrim_text_options_init": (c.c_int32, [c.POINTER(scrim_text_options), c.c_size_t]),
    "scrim_text_create": (c.c_int32, [c.POINTER(scrim_text_options), c.POINTER(c.c_void_p)]),
    "scrim_text_destroy": (None, [c.c_void_p]),
    "scrim_text_insert": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t]),
    "scrim_text_replace": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_size_t, c.c_void_p, c.c_size_t]),
    "scrim_text_set": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t]),
    "scrim_text_delete_backward": (c.c_int32, [c.c_void_p]),
    "scrim_text_delete_forward": (c.c_int32, [c.c_void_p]),
    "scrim_text_delete_to_start": (c.c_int32, [c.c_void_p]),
    "scrim_text_delete_to_end": (c.c_int32, [c.c_void_p]),
    "scrim_text_move": (c.c_int32, [c.c_void_p, c.c_uint32, c.c_uint32]),
    "scrim_text_select": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_size_t]),
    "scrim_text_clear": (c.c_int32, [c.c_void_p]),
    "scrim_text_wipe": (c.c_int32, [c.c_void_p]),
    "scrim_text_callbacks_init": (c.c_int32, [c.POINTER(scrim_text_callbacks), c.c_size_t]),
    "scrim_text_set_callbacks": (c.c_int32, [c.c_void_p, c.POINTER(scrim_text_callbacks), c.c_void_p, scrim_free_fn]),
    "scrim_text_begin_editing": (c.c_int32, [c.c_void_p]),
    "scrim_text_end_editing": (c.c_int32, [c.c_void_p]),
    "scrim_text_done": (c.c_int32, [c.c_void_p]),
    "scrim_text_is_editing": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    "scrim_text_count": (c.c_int32, [c.c_void_p, c.POINTER(c.c_size_t)]),
    "scrim_text_selection": (c.c_int32, [c.c_void_p, c.POINTER(c.c_size_t), c.POINTER(c.c_size_t)]),
    "scrim_text_copy_masked": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)]),
    "scrim_text_protection": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    "scrim_text_display": (c.c_int32, [c.c_void_p, c.c_uint64, scrim_text_display_fn, c.c_void_p]),
    "scrim_text_reveal": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_text_conceal": (c.c_int32, [c.c_void_p]),
    "scrim_text_advance": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_text_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_text_equal": (c.c_int32, [c.c_void_p, c.c_void_p, c.POINTER(c.c_uint32)]),
    "scrim_text_equal_bytes": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_uint32)]),
    "scrim_text_with_bytes": (c.c_int32, [c.c_void_p, scrim_text_bytes_fn, c.c_void_p]),
    "scrim_text_hash": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint32, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_text_verify": (
        c.c_int32,
        [
            c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.POINTER(c.c_uint32)
        ],
    ),
    "scrim_hash_needs_rehash": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_uint32, c.POINTER(c.c_uint32)]),
    "scrim_attempts_init": (c.c_int32, [c.POINTER(scrim_attempts), c.c_uint32]),
    "scrim_attempts_begin": (
        c.c_int32,
        [
            c.POINTER(scrim_attempts), c.c_uint64, c.POINTER(c.c_uint32), c.POINTER(c.c_uint64)
        ],
    ),
    "scrim_attempts_succeed": (c.c_int32, [c.POINTER(scrim_attempts)]),
    "scrim_text_seal": (
        c.c_int32,
        [
            c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_text_read_fd": (c.c_int32, [c.c_void_p, c.c_int32, c.c_uint32]),
    "scrim_text_write_fd": (c.c_int32, [c.c_void_p, c.c_int32, c.c_uint32]),
    "scrim_keypad_options_init": (c.c_int32, [c.POINTER(scrim_keypad_options), c.c_size_t]),
    "scrim_keypad_create": (c.c_int32, [c.POINTER(scrim_keypad_options), c.POINTER(c.c_void_p)]),
    "scrim_keypad_destroy": (None, [c.c_void_p]),
    "scrim_keypad_attach": (c.c_int32, [c.c_void_p, c.c_void_p]),
    "scrim_keypad_detach": (c.c_int32, [c.c_void_p]),
    "scrim_keypad_show": (c.c_int32, [c.c_void_p]),
    "scrim_keypad_shuffle": (c.c_int32, [c.c_void_p]),
    "scrim_keypad_set_shuffle_enabled": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_keypad_hide": (c.c_int32, [c.c_void_p]),
    "scrim_keypad_generation": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_keypad_presented": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64]),
    "scrim_keypad_keys": (c.c_int32, [c.c_void_p, c.c_uint32, c.POINTER(scrim_key), c.c_size_t, c.POINTER(c.c_size_t)]),
    "scrim_keypad_touch": (c.c_int32, [c.c_void_p, c.POINTER(scrim_touch), c.POINTER(c.c_uint32)]),
    "scrim_keypad_advance": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_uint32)]),
    "scrim_keypad_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_frame_init": (c.c_int32, [c.POINTER(scrim_frame), c.c_size_t]),
    "scrim_style_init": (c.c_int32, [c.POINTER(scrim_style), c.c_size_t]),
    "scrim_redact_options_init": (c.c_int32, [c.POINTER(scrim_redact_options), c.c_size_t]),
    "scrim_redact_report_init": (c.c_int32, [c.POINTER(scrim_redact_report), c.c_size_t]),
    "scrim_redact": (
        c.c_int32,
        [
            c.POINTER(scrim_frame), c.POINTER(scrim_region), c.c_size_t, c.POINTER(scrim_redact_options),
            c.POINTER(scrim_redact_report)
        ],
    ),
    "scrim_redact_copy": (
        c.c_int32,
        [
            c.POINTER(scrim_frame), c.POINTER(scrim_frame), c.POINTER(scrim_region), c.c_size_t,
            c.POINTER(scrim_redact_options), c.POINTER(scrim_redact_report)
        ],
    ),
    "scrim_scene_options_init": (c.c_int32, [c.POINTER(scrim_scene_options), c.c_size_t]),
    "scrim_scene_create": (c.c_int32, [c.POINTER(scrim_scene_options), c.POINTER(c.c_void_p)]),
    "scrim_scene_destroy": (None, [c.c_void_p]),
    "scrim_window_init": (c.c_int32, [c.POINTER(scrim_window), c.c_size_t]),
    "scrim_affine_init": (c.c_int32, [c.POINTER(scrim_affine), c.c_size_t]),
    "scrim_view_init": (c.c_int32, [c.POINTER(scrim_view), c.c_size_t]),
    "scrim_scene_add_window": (c.c_int32, [c.c_void_p, c.POINTER(scrim_window), c.POINTER(c.c_uint64)]),
    "scrim_scene_update_window": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(scrim_window)]),
    "scrim_scene_add_view": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(scrim_view), c.POINTER(c.c_uint64)]),
    "scrim_scene_update_view": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(scrim_view)]),
    "scrim_view_metadata_init": (c.c_int32, [c.POINTER(scrim_view_metadata), c.c_size_t]),
    "scrim_scene_set_metadata": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(scrim_view_metadata)]),
    "scrim_scene_remove": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_scene_generation": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_scene_set_policy": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_scene_is_secure": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_uint32)]),
    "scrim_scene_is_secure_at": (c.c_int32, [c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint32)]),
    "scrim_scene_secure_regions": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_secure_region), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_scene_attach_text": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_void_p]),
    "scrim_scene_detach_text": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_scene_set_captured": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_scene_begin": (c.c_int32, [c.c_void_p]),
    "scrim_scene_commit": (c.c_int32, [c.c_void_p]),
    "scrim_scene_hit_test": (
        c.c_int32,
        [
            c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint64), c.POINTER(c.c_uint64)
        ],
    ),
    "scrim_scene_set_input_region": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.POINTER(scrim_rect), c.c_size_t, c.POINTER(c.c_uint64)
        ],
    ),
    "scrim_scene_input_region": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.POINTER(scrim_rect), c.c_size_t, c.POINTER(c.c_size_t), c.POINTER(c.c_uint64)
        ],
    ),
    "scrim_scene_route_touch": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_touch), c.POINTER(c.c_uint64), c.POINTER(c.c_uint64)
        ],
    ),
    "scrim_scene_responders": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.POINTER(c.c_uint64), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_scene_focus": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_scene_resign_focus": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_scene_focused": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_scene_views_at": (
        c.c_int32,
        [
            c.c_void_p, c.c_double, c.c_double, c.c_uint32, c.POINTER(c.c_uint64), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_scene_select": (c.c_int32, [c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint64)]),
    "scrim_scene_selected": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_scene_set_activity": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32]),
    "scrim_scene_set_transition": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_scene_add_output": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    "scrim_scene_remove_output": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_scene_frame_ready": (c.c_int32, [c.c_void_p, c.c_uint32]),
    "scrim_scene_is_covered": (c.c_int32, [c.c_void_p, c.c_uint32, c.POINTER(c.c_uint32)]),
    "scrim_scene_set_cover_callback": (c.c_int32, [c.c_void_p, scrim_cover_fn, c.c_void_p, scrim_free_fn]),
    "scrim_scene_redact_options_init": (c.c_int32, [c.POINTER(scrim_scene_redact_options), c.c_size_t]),
    "scrim_scene_redact": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_frame), c.POINTER(scrim_scene_redact_options), c.POINTER(scrim_redact_report)
        ],
    ),
    "scrim_scene_snapshot": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_void_p)]),
    "scrim_snapshot_destroy": (None, [c.c_void_p]),
    "scrim_capture_options_init": (c.c_int32, [c.POINTER(scrim_capture_options), c.c_size_t]),
    "scrim_capture_create": (c.c_int32, [c.POINTER(scrim_capture_options), c.POINTER(c.c_void_p)]),
    "scrim_capture_destroy": (None, [c.c_void_p]),
    "scrim_capture_redact": (
        c.c_int32,
        [
            c.c_void_p, c.c_void_p, c.POINTER(scrim_frame), c.c_uint64, c.c_uint64, c.POINTER(scrim_redact_report)
        ],
    ),
    "scrim_capture_screen_point": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint32, c.c_uint32, c.c_double, c.c_double, c.POINTER(c.c_double), c.POINTER(c.c_double)
        ],
    ),
    "scrim_gestures_options_init": (c.c_int32, [c.POINTER(scrim_gestures_options), c.c_size_t]),
    "scrim_gestures_create": (c.c_int32, [c.c_void_p, c.POINTER(scrim_gestures_options), c.POINTER(c.c_void_p)]),
    "scrim_gestures_destroy": (None, [c.c_void_p]),
    "scrim_recognizer_defaults": (c.c_int32, [c.c_uint32, c.c_uint32, c.c_double, c.POINTER(scrim_recognizer)]),
    "scrim_recognizer_tap_init": (c.c_int32, [c.POINTER(scrim_recognizer), c.c_size_t]),
    "scrim_recognizer_long_press_init": (c.c_int32, [c.POINTER(scrim_recognizer), c.c_size_t]),
    "scrim_gestures_add": (c.c_int32, [c.c_void_p, c.POINTER(scrim_recognizer), c.POINTER(c.c_uint64)]),
    "scrim_gestures_remove": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_gestures_relate": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32, c.c_uint64]),
    "scrim_gestures_unrelate": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32, c.c_uint64]),
    "scrim_gestures_add_action": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t]),
    "scrim_gestures_remove_action": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t]),
    "scrim_gestures_set_target_available": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t, c.c_uint32
        ],
    ),
    "scrim_gestures_feed": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_touch), c.c_size_t, c.POINTER(c.c_size_t), c.POINTER(scrim_gesture_event),
            c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_gestures_cancel": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.POINTER(scrim_gesture_event), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_gestures_advance": (
        c.c_int32,
        [
            c.c_void_p, c.c_uint64, c.POINTER(scrim_gesture_event), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_gestures_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_gestures_sequence": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_collector_options_init": (c.c_int32, [c.POINTER(scrim_collector_options), c.c_size_t]),
    "scrim_collector_create": (c.c_int32, [c.c_void_p, c.POINTER(scrim_collector_options), c.POINTER(c.c_void_p)]),
    "scrim_collector_destroy": (None, [c.c_void_p]),
    "scrim_rules_init": (c.c_int32, [c.POINTER(scrim_rules), c.c_size_t]),
    "scrim_collector_set_rules": (c.c_int32, [c.c_void_p, c.POINTER(scrim_rules)]),
    "scrim_reason_name": (c.c_char_p, [c.c_uint32]),
    "scrim_collector_decide": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_gesture_event), c.c_size_t, c.POINTER(scrim_decision)
        ],
    ),
    "scrim_collector_explain": (
        c.c_int32,
        [
            c.c_void_p, c.POINTER(scrim_gesture_event), c.POINTER(scrim_check), c.c_size_t, c.POINTER(c.c_size_t)
        ],
    ),
    "scrim_collector_note_response": (c.c_int32, [c.c_void_p]),
    "scrim_collector_advance": (c.c_int32, [c.c_void_p, c.c_uint64]),
    "scrim_collector_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    "scrim_record_init": (c.c_int32, [c.POINTER(scrim_record), c.c_size_t]),
    "scrim_collector_next": (c.c_int32, [c.c_void_p, c.POINTER(scrim_record)]),
    "scrim_collector_next_json": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)]),
}
