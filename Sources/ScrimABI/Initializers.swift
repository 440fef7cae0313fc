// SPDX-License-Identifier: MIT
// Written by script/api from the headers; Boundary/Structs.swift does the work.
import CInitializers
import CScrim

@_cdecl("scrim_affine_init") @implementation
public func scrim_affine_init(
    _ target: UnsafeMutablePointer<scrim_affine>!, _ size: Int
) -> scrim_status {
    unsafe initializeFrozen(target, size, value_of_SCRIM_AFFINE_INIT())
}

@_cdecl("scrim_capture_options_init") @implementation
public func scrim_capture_options_init(
    _ target: UnsafeMutablePointer<scrim_capture_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_CAPTURE_OPTIONS_INIT())
}

@_cdecl("scrim_collector_options_init") @implementation
public func scrim_collector_options_init(
    _ target: UnsafeMutablePointer<scrim_collector_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_COLLECTOR_OPTIONS_INIT())
}

@_cdecl("scrim_frame_init") @implementation
public func scrim_frame_init(
    _ target: UnsafeMutablePointer<scrim_frame>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_FRAME_INIT())
}

@_cdecl("scrim_gestures_options_init") @implementation
public func scrim_gestures_options_init(
    _ target: UnsafeMutablePointer<scrim_gestures_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_GESTURES_OPTIONS_INIT())
}

@_cdecl("scrim_keypad_options_init") @implementation
public func scrim_keypad_options_init(
    _ target: UnsafeMutablePointer<scrim_keypad_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_KEYPAD_OPTIONS_INIT())
}

@_cdecl("scrim_memory_options_init") @implementation
public func scrim_memory_options_init(
    _ target: UnsafeMutablePointer<scrim_memory_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_MEMORY_OPTIONS_INIT())
}

@_cdecl("scrim_memory_report_init") @implementation
public func scrim_memory_report_init(
    _ target: UnsafeMutablePointer<scrim_memory_report>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_MEMORY_REPORT_INIT())
}

@_cdecl("scrim_recognizer_long_press_init") @implementation
public func scrim_recognizer_long_press_init(
    _ target: UnsafeMutablePointer<scrim_recognizer>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_RECOGNIZER_LONG_PRESS_INIT())
}

@_cdecl("scrim_recognizer_tap_init") @implementation
public func scrim_recognizer_tap_init(
    _ target: UnsafeMutablePointer<scrim_recognizer>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_RECOGNIZER_TAP_INIT())
}

@_cdecl("scrim_record_init") @implementation
public func scrim_record_init(
    _ target: UnsafeMutablePointer<scrim_record>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_RECORD_INIT())
}

@_cdecl("scrim_redact_options_init") @implementation
public func scrim_redact_options_init(
    _ target: UnsafeMutablePointer<scrim_redact_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_REDACT_OPTIONS_INIT())
}

@_cdecl("scrim_redact_report_init") @implementation
public func scrim_redact_report_init(
    _ target: UnsafeMutablePointer<scrim_redact_report>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_REDACT_REPORT_INIT())
}

@_cdecl("scrim_rules_init") @implementation
public func scrim_rules_init(
    _ target: UnsafeMutablePointer<scrim_rules>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_RULES_INIT())
}

@_cdecl("scrim_scene_options_init") @implementation
public func scrim_scene_options_init(
    _ target: UnsafeMutablePointer<scrim_scene_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_SCENE_OPTIONS_INIT())
}

@_cdecl("scrim_scene_redact_options_init") @implementation
public func scrim_scene_redact_options_init(
    _ target: UnsafeMutablePointer<scrim_scene_redact_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_SCENE_REDACT_OPTIONS_INIT())
}

@_cdecl("scrim_style_init") @implementation
public func scrim_style_init(
    _ target: UnsafeMutablePointer<scrim_style>!, _ size: Int
) -> scrim_status {
    unsafe initializeFrozen(target, size, value_of_SCRIM_STYLE_INIT())
}

@_cdecl("scrim_text_callbacks_init") @implementation
public func scrim_text_callbacks_init(
    _ target: UnsafeMutablePointer<scrim_text_callbacks>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_TEXT_CALLBACKS_INIT())
}

@_cdecl("scrim_text_options_init") @implementation
public func scrim_text_options_init(
    _ target: UnsafeMutablePointer<scrim_text_options>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_TEXT_OPTIONS_INIT())
}

@_cdecl("scrim_view_init") @implementation
public func scrim_view_init(
    _ target: UnsafeMutablePointer<scrim_view>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_VIEW_INIT())
}

@_cdecl("scrim_view_metadata_init") @implementation
public func scrim_view_metadata_init(
    _ target: UnsafeMutablePointer<scrim_view_metadata>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_VIEW_METADATA_INIT())
}

@_cdecl("scrim_window_init") @implementation
public func scrim_window_init(
    _ target: UnsafeMutablePointer<scrim_window>!, _ size: Int
) -> scrim_status {
    unsafe initialize(target, size, value_of_SCRIM_WINDOW_INIT())
}
