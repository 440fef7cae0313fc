# SPDX-License-Identifier: MIT
"""Cases that no rule of ranges.py makes: function, name of the case, what makes the arguments wrong, the answer."""
from __future__ import annotations

from range_rules import INVALID

EXTRA: list[tuple[str, str, str, str]] = [
    ("scrim_text_create", "mask_is_the_first_surrogate", "a.options->mask_character = 0xD800;", INVALID),
    ("scrim_text_create", "mask_is_the_last_surrogate", "a.options->mask_character = 0xDFFF;", INVALID),
    ("scrim_text_create", "mask_fixed", "a.options->mask = SCRIM_MASK_FIXED; a.options->mask_count = 64;", "OK"),
    ("scrim_text_create", "mask_fixed_without_a_count", "a.options->mask = SCRIM_MASK_FIXED;", INVALID),
    ("scrim_text_create", "mask_fixed_with_a_large_count", "a.options->mask = SCRIM_MASK_FIXED;"
     " a.options->mask_count = 65;", INVALID),
    ("scrim_text_create", "hide_length_with_nothing_shown",
     "a.options->mask = SCRIM_MASK_NONE; a.options->hide_length = 1;", "OK"),
    ("scrim_text_create", "hide_length_with_a_mask_that_tells_it", "a.options->hide_length = 1;", INVALID),
    ("scrim_text_create", "visible_with_all_other_options", "a.options->visible = 1; a.options->capacity = 0;"
     " a.options->max_clusters = 4; a.options->allowed = SCRIM_ALLOW_DIGITS; a.options->idle_timeout_ns = 1;"
     " a.options->mask_character = SCRIM_TEXT_DEFAULT_MASK;", "OK"),
    *[
        ("scrim_text_create", f"visible_with_{name}", f"a.options->visible = 1; {setting}", INVALID)
        for name, setting in {
            "required_protection": "a.options->required_protection = SCRIM_PROTECTION_GUARDED;",
            "mask_character": "a.options->mask_character = 0x2A;",
            "mask": "a.options->mask = SCRIM_MASK_NONE;",
            "mask_count": "a.options->mask = SCRIM_MASK_FIXED; a.options->mask_count = 4;",
            "hide_length": "a.options->mask = SCRIM_MASK_NONE; a.options->hide_length = 1;",
            "reveal_keypad": "a.options->reveal_keypad = 1;",
            "mask_delay_ns": "a.options->mask_delay_ns = 1;",
        }.items()
    ],
    *[
        (f"scrim_{role}_create", case, change.replace("$", longer), answer)
        for role, longer in (("publisher", ""), ("subscriber", "a.options->fd = -1; "))
        for case, change, answer in (
            ("name_empty", '$a.options->name = "";', INVALID),
            ("name_with_a_nul", '$a.options->name = "a\\0b"; a.options->name_length = 3;', INVALID),
            ("name_not_utf8", '$a.options->name = "/\\xFF"; a.options->name_length = 2;', INVALID),
            ("name_with_a_huge_length", '$a.options->name = "/"; a.options->name_length = SIZE_MAX;', INVALID),
        )
    ],
    ("scrim_subscriber_create", "name_and_descriptor", 'a.options->name = "/a"; a.options->name_length = 2;', INVALID),
    ("scrim_subscriber_create", "name", 'a.options->name = "/a"; a.options->name_length = 2; a.options->fd = -1;', "OK"),
    ("scrim_subscriber_create", "neither", "a.options->fd = -1;", INVALID),
    ("scrim_subscriber_create", "descriptor_negative", "a.options->fd = -2;", INVALID),
    ("scrim_subscriber_create", "descriptor_of_nothing", "a.options->fd = INT32_MAX;", "ERROR(IO)"),
    ("scrim_text_read_fd", "descriptor_of_nothing", "a.descriptor = -1;", "ERROR(IO)"),
    ("scrim_text_write_fd", "descriptor_of_nothing", "a.descriptor = INT32_MAX;", "ERROR(IO)"),
    ("scrim_text_equal", "same_text_twice", "a.other = fixture->text;", "OK"),
    ("scrim_keypad_create", "keys_without_width", "a.options->key_count = 0; a.options->column_spacing = 150.0;", INVALID),
    ("scrim_keypad_create", "keys_without_height", "a.options->key_count = 0; a.options->row_spacing = 400.0 / 3;", INVALID),
    ("scrim_keypad_presented", "no_generation", "a.generation = 0;", INVALID),
    ("scrim_keypad_presented", "generation_to_come", "a.generation += 1;", INVALID),
    ("scrim_keypad_shuffle", "hidden", "scrim_keypad_hide(fixture->keypad);", "ERROR(INVALID_STATE)"),
    ("scrim_keypad_set_shuffle_enabled", "hidden", "scrim_keypad_hide(fixture->keypad);", "ERROR(INVALID_STATE)"),
    ("scrim_keypad_touch", "touch_while_hidden", "scrim_keypad_hide(fixture->keypad);", "ERROR(INVALID_STATE)"),
    ("scrim_gestures_add", "long_press_without_duration",
     "*a.recognizer = (scrim_recognizer)SCRIM_RECOGNIZER_LONG_PRESS_INIT; a.recognizer->view = fixture->view;"
     " a.recognizer->min_duration_ns = 0;", INVALID),
    ("scrim_gestures_add", "long_press_after_taps",
     "*a.recognizer = (scrim_recognizer)SCRIM_RECOGNIZER_LONG_PRESS_INIT; a.recognizer->view = fixture->view;"
     " a.recognizer->taps = 10;", "OK"),
    ("scrim_gestures_add", "taps_without_a_pause", "a.recognizer->taps = 2; a.recognizer->max_interval_ns = 0;", INVALID),
    ("scrim_gestures_add", "taps_with_no_time_between", "a.recognizer->taps = 2;"
     " a.recognizer->min_interval_ns = a.recognizer->max_interval_ns;", INVALID),
    ("scrim_gestures_relate", "with_itself", "a.other = a.recognizer;", INVALID),
    *[
        ("scrim_gestures_scroll", f"pinch_of_scale_{case}",
         "scrim_scroll *sample = (scrim_scroll *)a.samples; sample->source = SCRIM_SCROLL_PINCH;"
         f" sample->phase = SCRIM_TOUCH_{phase}; sample->scale = {scale};", answer)
        for case, phase, scale, answer in (
            ("1", "MOVED", "1.0", "OK"),
            ("0", "MOVED", "0.0", INVALID),
            ("negative", "MOVED", "-1.0", INVALID),
            ("smallest", "MOVED", "1 / SCRIM_MAX_COORDINATE", "OK"),
            ("too_small", "MOVED", "0.999 / SCRIM_MAX_COORDINATE", INVALID),
            ("0_when_it_begins", "BEGAN", "0.0", "OK"),
            ("0_when_it_ends", "ENDED", "0.0", "OK"),
            ("largest", "MOVED", "SCRIM_MAX_COORDINATE", "OK"),
            ("too_large", "MOVED", "1.001 * SCRIM_MAX_COORDINATE", INVALID),
            ("nan", "MOVED", "(double)NAN", INVALID),
            ("nan_when_it_begins", "BEGAN", "(double)NAN", "OK"),
        )
    ],
    *[
        ("scrim_gestures_scroll", f"{source.lower()}_of_rotation_{case}",
         f"scrim_scroll *sample = (scrim_scroll *)a.samples; sample->source = SCRIM_SCROLL_{source};"
         f" sample->delta_rotation = {rotation};", answer)
        for source, case, rotation, answer in (
            ("PINCH", "nan", "(double)NAN", INVALID),
            ("PINCH", "too_large", "-1.001 * SCRIM_MAX_COORDINATE", INVALID),
            ("PINCH", "largest", "-SCRIM_MAX_COORDINATE", "OK"),
            ("WHEEL", "nan", "(double)NAN", "OK"),
        )
    ],
    ("scrim_gestures_scroll", "wheel_of_scale_nan", "((scrim_scroll *)a.samples)->scale = (double)NAN;", "OK"),
    *[
        ("scrim_gestures_add", f"{kind.lower()}_{case}",
         f"FIXTURE_STEP(scrim_recognizer_defaults(SCRIM_GESTURE_{kind}, SCRIM_PROFILE_UIKIT, 1.0, a.recognizer));"
         f" a.recognizer->view = fixture->view; {change}", answer)
        for kind, case, change, answer in (
            ("TAP", "as_it_comes", "", "OK"),
            ("LONG_PRESS", "as_it_comes", "", "OK"),
            ("LONG_PRESS", "of_too_many_fingers", "a.recognizer->min_fingers = 6;", INVALID),
            ("LONG_PRESS", "after_too_many_taps", "a.recognizer->taps = 11;", INVALID),
            ("LONG_PRESS", "after_taps_without_a_pause", "a.recognizer->taps = 1; a.recognizer->max_interval_ns = 0;", INVALID),
            ("LONG_PRESS", "with_an_estimator", "a.recognizer->velocity_estimator = 5;", "OK"),
            ("LONG_PRESS", "with_an_estimator_too_many", "a.recognizer->velocity_estimator = 6;", INVALID),
            ("LONG_PRESS", "with_a_least_span", "a.recognizer->min_span = 1.0;", INVALID),
            ("LONG_PRESS", "with_an_axis", "a.recognizer->axis = 1;", INVALID),
            ("LONG_PRESS", "without_slop", "a.recognizer->flags = SCRIM_RECOGNIZER_WITHOUT_SLOP;", INVALID),
            ("PAN", "as_it_comes", "", "OK"),
            ("PAN", "of_all_fingers", "a.recognizer->min_fingers = 32; a.recognizer->max_fingers = 32;", "OK"),
            ("PAN", "of_too_many_fingers", "a.recognizer->min_fingers = 33;", INVALID),
            ("PAN", "of_at_most_too_many_fingers", "a.recognizer->max_fingers = 33;", INVALID),
            ("PAN", "of_at_most_too_few_fingers", "a.recognizer->min_fingers = 2; a.recognizer->max_fingers = 1;", INVALID),
            ("PAN", "after_taps", "a.recognizer->taps = 1;", "OK"),
            ("PAN", "after_too_many_taps", "a.recognizer->taps = 11;", INVALID),
            ("PAN", "after_taps_without_a_pause", "a.recognizer->taps = 1; a.recognizer->max_interval_ns = 0;", INVALID),
            ("PAN", "with_an_axis", "a.recognizer->axis = 2; a.recognizer->axis_angle = 1.57;", "OK"),
            ("PAN", "with_an_axis_too_many", "a.recognizer->axis = 3;", INVALID),
            ("PAN", "with_an_axis_angle_too_wide", "a.recognizer->axis = 1; a.recognizer->axis_angle = 1.58;", INVALID),
            ("PAN", "with_an_axis_angle_but_no_axis", "a.recognizer->axis_angle = 1.0;", INVALID),
            ("PAN", "without_slop", "a.recognizer->flags = SCRIM_RECOGNIZER_WITHOUT_SLOP;", "OK"),
            ("PAN", "with_a_separation", "a.recognizer->max_separation = 1.0;", INVALID),
            ("PAN", "with_a_shortest_duration", "a.recognizer->min_duration_ns = 1;", INVALID),
            ("PAN", "with_an_angle", "a.recognizer->angle = 1.0;", INVALID),
            ("PAN", "with_edges", "a.recognizer->edges = 1;", INVALID),
            ("PAN", "slowest_above_fastest", "a.recognizer->min_velocity = 9000.0;", INVALID),
            ("PINCH", "as_it_comes", "", "OK"),
            ("PINCH", "with_a_least_span", "a.recognizer->min_span = 1.0;", "OK"),
            ("PINCH", "with_taps", "a.recognizer->taps = 1;", INVALID),
            ("PINCH", "of_one_finger", "a.recognizer->min_fingers = 1;", INVALID),
            ("PINCH", "with_a_velocity", "a.recognizer->min_velocity = 1.0;", INVALID),
            ("ROTATION", "as_it_comes", "", "OK"),
            ("ROTATION", "of_one_finger", "a.recognizer->min_fingers = 1;", INVALID),
            ("ROTATION", "beyond_half_a_turn", "a.recognizer->angle = 3.15;", INVALID),
            ("ROTATION", "with_a_touch_slop", "a.recognizer->touch_slop = 1.0;", INVALID),
            ("SWIPE", "as_it_comes", "", "OK"),
            ("SWIPE", "in_all_directions", "a.recognizer->directions = 255;", "OK"),
            ("SWIPE", "in_no_direction", "a.recognizer->directions = 0;", INVALID),
            ("SWIPE", "in_a_direction_too_many", "a.recognizer->directions = 256;", INVALID),
            ("SWIPE", "without_a_distance", "a.recognizer->swipe_distance = 0.0;", INVALID),
            ("SWIPE", "without_a_duration", "a.recognizer->max_duration_ns = 0;", INVALID),
            ("SWIPE", "with_a_largest_velocity", "a.recognizer->max_velocity = 9000.0;", INVALID),
            ("EDGE_PAN", "as_it_comes", "", "OK"),
            ("EDGE_PAN", "from_all_edges", "a.recognizer->edges = 15;", "OK"),
            ("EDGE_PAN", "from_no_edge", "a.recognizer->edges = 0;", INVALID),
            ("EDGE_PAN", "from_an_edge_too_many", "a.recognizer->edges = 16;", INVALID),
            ("EDGE_PAN", "without_a_strip", "a.recognizer->edge_width = 0.0;", INVALID),
            ("EDGE_PAN", "with_directions", "a.recognizer->directions = 1;", INVALID),
            ("HOST", "as_it_comes", "", "OK"),
            ("HOST", "of_a_control", "a.recognizer->flags = SCRIM_RECOGNIZER_CONTROL;", "OK"),
            ("HOST", "of_a_control_and_simultaneous", "a.recognizer->flags = 3;", "OK"),
            ("HOST", "disabled", "a.recognizer->flags = SCRIM_RECOGNIZER_DISABLED;", "OK"),
            ("HOST", "with_view_coordinates", "a.recognizer->flags = SCRIM_RECOGNIZER_VIEW_COORDINATES;", INVALID),
            ("HOST", "with_an_estimator", "a.recognizer->velocity_estimator = 1;", INVALID),
            ("HOST", "of_fingers", "a.recognizer->min_fingers = 1;", INVALID),
            ("HOST", "of_at_most_some_fingers", "a.recognizer->max_fingers = 1;", INVALID),
            ("HOST", "with_taps", "a.recognizer->taps = 1;", INVALID),
            ("HOST", "with_a_duration", "a.recognizer->max_duration_ns = 1;", INVALID),
            ("HOST", "with_an_interval", "a.recognizer->max_interval_ns = 1;", INVALID),
            ("HOST", "with_a_touch_slop", "a.recognizer->touch_slop = 1.0;", INVALID),
            *[("HOST", f"with_{name}", f"a.recognizer->{name} = 1.0;", INVALID) for name in ("tap_slop", "swipe_distance", "edge_width")],
            ("TAP", "with_a_swipe_distance", "a.recognizer->swipe_distance = 1.0;", INVALID),
            ("TAP", "with_an_edge_width", "a.recognizer->edge_width = 1.0;", INVALID),
            ("TAP", "with_a_shortest_duration", "a.recognizer->min_duration_ns = 1;", INVALID),
            ("SWIPE", "with_a_tap_slop", "a.recognizer->tap_slop = 1.0;", INVALID),
            ("EDGE_PAN", "with_a_tap_slop", "a.recognizer->tap_slop = 1.0;", INVALID),
            ("HOST", "with_an_angle", "a.recognizer->angle = 1.0;", INVALID),
            ("HOST", "with_directions", "a.recognizer->directions = 1;", INVALID),
            ("HOST", "with_edges", "a.recognizer->edges = 1;", INVALID),
            ("HOST", "with_a_velocity", "a.recognizer->max_velocity = 1.0;", INVALID),
            *[
                (kind, "of_a_control", "a.recognizer->flags = SCRIM_RECOGNIZER_CONTROL;", INVALID)
                for kind in ("TAP", "LONG_PRESS", "PAN", "PINCH", "ROTATION", "SWIPE", "EDGE_PAN")
            ],
        )
    ],
    ("scrim_redact", "region_style_without_styles", "a.options->style_count = 0; a.options->styles = NULL;"
     " a.regions->style = 1;", INVALID),
    ("scrim_redact", "texture_on_a_colour_not_opaque", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_FROST;"
     " ((scrim_style *)a.options->styles)->flags = SCRIM_STYLE_FLAG_ON_COLOR;"
     " ((scrim_style *)a.options->styles)->color = 0x000000FEu;", INVALID),
    ("scrim_redact", "blur_of_nothing", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_BLUR;", INVALID),
    ("scrim_redact", "blur_not_a_number", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_BLUR;"
     " ((scrim_style *)a.options->styles)->amount = NAN;", INVALID),
    ("scrim_redact", "blur_too_wide", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_BLUR;"
     " ((scrim_style *)a.options->styles)->amount = 256.5;", INVALID),
    ("scrim_redact", "pixelate_too_fine", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_PIXELATE;"
     " ((scrim_style *)a.options->styles)->amount = 1.0;", INVALID),
    ("scrim_redact", "effect_saturation_infinite", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_EFFECT;"
     " ((scrim_style *)a.options->styles)->saturation = INFINITY;", INVALID),
    ("scrim_redact", "effect_radius_negative", "((scrim_style *)a.options->styles)->kind = SCRIM_STYLE_EFFECT;"
     " ((scrim_style *)a.options->styles)->amount = -1.0;", INVALID),
    *[
        ("scrim_redact", f"crossed_{case}", f"a.report->crossed = {crossed}; a.report->crossed_capacity = {capacity};", answer)
        for case, crossed, capacity, answer in (
            ("null", "NULL", "1", INVALID),
            ("null_and_no_object_so_large", "NULL", "UINT64_MAX", INVALID),
            ("no_object_so_large", "ROOM(uint64_t, 1)", "UINT64_MAX", INVALID),
            ("empty", "ROOM(uint64_t, 0)", "0", "OK"),
            ("of_one", "ROOM(uint64_t, 1)", "1", "OK"),
        )
    ],
    ("scrim_redact", "codec_block_of_nine", "a.options->codec_block = 9;", INVALID),
    ("scrim_redact_copy", "source_of_another_format", "((scrim_frame *)a.source)->format = SCRIM_FORMAT_BGRA;", INVALID),
    ("scrim_redact_copy", "source_of_another_width", "((scrim_frame *)a.source)->width -= 1;", INVALID),
    ("scrim_redact_copy", "source_of_another_range", "((scrim_frame *)a.source)->color_range = 1;", INVALID),
    *[
        ("scrim_redact_rects", case, change, answer)
        for case, change, answer in (
            ("format_of_two_planes", "a.format = SCRIM_FORMAT_NV12;", INVALID),
            ("format_of_three_planes", "a.format = SCRIM_FORMAT_I410;", INVALID),
            ("stride_zero", "a.stride = 0;", INVALID),
            ("stride_too_small", "a.stride = 4 * FIXTURE_SIDE - 1;", INVALID),
            ("stride_too_small_upwards", "a.stride = 1 - 4 * FIXTURE_SIDE;", INVALID),
            ("stride_smallest", "a.stride = INT64_MIN;", INVALID),
            ("stride_largest", "a.stride = INT64_MAX;", INVALID),
            ("style_not_opaque", "((scrim_style *)a.style)->color = 0x000000FEu;", INVALID),
            ("style_pixelate_too_fine", "((scrim_style *)a.style)->kind = SCRIM_STYLE_PIXELATE;", INVALID),
        )
    ],
    ("scrim_redact", "style_not_opaque", "((scrim_style *)a.options->styles)->color = 0x000000FEu;", INVALID),
    *[
        ("scrim_scene_set_cover", case, f"scrim_cover *cover = (scrim_cover *)a.cover; {change}", answer)
        for case, change, answer in (
            ("color_not_opaque", "cover->color = 0x000000FEu;", INVALID),
            ("style_solid", "cover->kind = SCRIM_COVER_STYLE;", "OK"),
            ("style_of_surroundings", "cover->kind = SCRIM_COVER_STYLE; cover->style.kind = SCRIM_STYLE_FROST;", INVALID),
            ("style_not_opaque", "cover->kind = SCRIM_COVER_STYLE; cover->style.color = 0x000000FEu;", INVALID),
            ("style_reversible", "cover->kind = SCRIM_COVER_STYLE; cover->style.kind = SCRIM_STYLE_BLUR;",
             "ERROR(REVERSIBLE_STYLE)"),
            ("picture_missing", "cover->kind = SCRIM_COVER_PICTURE;", INVALID),
            ("picture", "cover->kind = SCRIM_COVER_PICTURE; cover->picture = fixture_source(fixture);", "OK"),
        )
    ],
    ("scrim_scene_redact", "style_not_opaque", "a.options->style.color = 0x000000FEu;", INVALID),
    *[
        (function, "frame_" + case, change, INVALID)
        for function in ("scrim_redact", "scrim_scene_redact", "scrim_capture_redact")
        for case, change in (
            ("without_pixels", "a.frame->planes[0].data = NULL;"),
            ("stride_zero", "a.frame->planes[0].stride = 0;"),
            ("stride_too_small", "a.frame->planes[0].stride = 4 * FIXTURE_SIDE - 1;"),
            ("stride_too_small_upwards", "a.frame->planes[0].stride = 1 - 4 * FIXTURE_SIDE;"),
            ("stride_smallest", "a.frame->planes[0].stride = INT64_MIN;"),
            ("stride_largest", "a.frame->planes[0].stride = INT64_MAX;"),
        )
    ],
    # Events of the host's own: what they name need not be there.
    *[
        (function, f"event_of_the_host_{case}",
         f"scrim_gesture_event *event = (scrim_gesture_event *)a.{parameter}; event->kind = SCRIM_GESTURE_HOST; {change}",
         answer)
        for function, parameter in (("scrim_collector_decide", "events"), ("scrim_collector_explain", "event"))
        for case, change, answer in (
            ("as_it_comes", "", "OK"),
            ("of_a_control", "event->recognizer = fixture_host(fixture, SCRIM_RECOGNIZER_CONTROL);", "OK"),
            ("of_no_control", "event->recognizer = fixture_host(fixture, 0);", "OK"),
            ("of_a_recogniser_that_is_gone", "event->recognizer = fixture_removed_recognizer(fixture);", "OK"),
            ("of_nothing", "event->recognizer = event->window = event->view = event->sequence = 0;", "OK"),
            ("of_a_sequence_to_come", "event->sequence += 1;", "OK"),
            ("with_a_reserved_number", "event->reserved = 1;", INVALID),
            ("of_the_kind_after", "event->kind = SCRIM_GESTURE_HOST + 1;", INVALID),
        )
    ],
]
