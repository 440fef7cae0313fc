// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the editing part of scrim/text.h. The header has the contracts.

@_cdecl("scrim_text_insert") @implementation
public func scrim_text_insert(_ text: OpaquePointer!, _ utf8: UnsafePointer<CChar>!, _ length: Int) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        let bytes = unsafe try inputBytes(utf8, length)
        try text.object.insert(unsafe bytes.span)
    }
}

@_cdecl("scrim_text_replace") @implementation
public func scrim_text_replace(
    _ text: OpaquePointer!, _ location: Int, _ count: Int, _ utf8: UnsafePointer<CChar>!, _ length: Int
) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        let bytes = unsafe try inputBytes(utf8, length)
        try text.object.replace(location: location, count: count, with: unsafe bytes.span)
    }
}

@_cdecl("scrim_text_set") @implementation
public func scrim_text_set(_ text: OpaquePointer!, _ utf8: UnsafePointer<CChar>!, _ length: Int) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        let bytes = unsafe try inputBytes(utf8, length)
        try text.object.set(unsafe bytes.span)
    }
}

@_cdecl("scrim_text_delete_backward") @implementation
public func scrim_text_delete_backward(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.delete(.backward) }
}

@_cdecl("scrim_text_delete_forward") @implementation
public func scrim_text_delete_forward(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.delete(.forward) }
}

@_cdecl("scrim_text_delete_to_start") @implementation
public func scrim_text_delete_to_start(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.delete(.start) }
}

@_cdecl("scrim_text_delete_to_end") @implementation
public func scrim_text_delete_to_end(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.delete(.end) }
}

@_cdecl("scrim_text_move") @implementation
public func scrim_text_move(_ text: OpaquePointer!, _ motion: UInt32, _ extend: UInt32) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        guard let motion = TextMotion(rawValue: motion), extend <= 1 else { throw .invalidArgument }
        try text.object.move(motion, extending: extend == 1)
    }
}

@_cdecl("scrim_text_select") @implementation
public func scrim_text_select(_ text: OpaquePointer!, _ anchor: Int, _ caret: Int) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        try text.object.select(anchor: anchor, caret: caret)
    }
}
