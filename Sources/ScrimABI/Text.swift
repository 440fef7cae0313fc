// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/text.h. The header has the contracts.

@_cdecl("scrim_text_create") @implementation
public func scrim_text_create(
    _ options: UnsafePointer<scrim_text_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Text in
        let options = unsafe try copyIn(options, zeroed: scrim_text_options())
        return try Text.make(TextOptions(options))
    }
}

extension TextOptions {
    /// - Throws: `invalidArgument` for an unknown constant.
    init(_ options: scrim_text_options) throws(Failure) {
        self.init(capacity: options.capacity == 0 ? Int(SCRIM_TEXT_DEFAULT_CAPACITY) : Int(options.capacity))
        guard let allowed = AllowedCharacters(rawValue: options.allowed), Int(options.max_clusters) <= Text.maxCapacity,
            let maskKind = MaskKind(rawValue: options.mask), options.hide_length <= 1, options.reveal_keypad <= 1,
            options.visible <= 1, options.reserved == 0
        else { throw .invalidArgument }
        required = Protection(rawValue: options.required_protection)
        if options.mask_character != 0 { mask = options.mask_character }
        if options.max_clusters != 0 { maxClusters = Int(options.max_clusters) }
        self.allowed = allowed
        self.maskKind = maskKind
        maskCount = Int(options.mask_count)
        hidesLength = options.hide_length == 1
        if options.mask_delay_ns != 0 { revealsLast = options.mask_delay_ns }
        revealsProtected = options.reveal_keypad == 1
        if options.idle_timeout_ns != 0 { idleTimeout = options.idle_timeout_ns }
        isVisible = options.visible == 1
    }
}

@_cdecl("scrim_text_destroy") @implementation
public func scrim_text_destroy(_ text: OpaquePointer!) { unsafe destroy(text, as: Text.self) }

@_cdecl("scrim_text_clear") @implementation
public func scrim_text_clear(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.clear() }
}

@_cdecl("scrim_text_wipe") @implementation
public func scrim_text_wipe(_ text: OpaquePointer!) -> scrim_status {
    // Works inside a callback of the group too, also if the callback was left by a jump or an exception.
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        text.object.wipe(insideCallback: Groups.isBusy(text.index))
    }
}

@_cdecl("scrim_text_count") @implementation
public func scrim_text_count(_ text: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let count = unsafe try required(count)
        unsafe count.pointee = try text.object.count()
    }
}

@_cdecl("scrim_text_selection") @implementation
public func scrim_text_selection(
    _ text: OpaquePointer!, _ anchor: UnsafeMutablePointer<Int>!, _ caret: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let anchor = unsafe try required(anchor)
        let caret = unsafe try required(caret)
        let selection = try text.object.selection()
        unsafe anchor.pointee = selection.anchor
        unsafe caret.pointee = selection.caret
    }
}

@_cdecl("scrim_text_copy_masked") @implementation
public func scrim_text_copy_masked(
    _ text: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try output(buffer, capacity)
        try text.object.withMasked { (unit: Span<UInt8>, count: Int) throws(Failure) in
            let needed = count &* unit.count
            unsafe length.pointee = needed
            guard needed <= buffer.count else { throw .bufferTooSmall }
            var offset = 0
            for index in steps(to: needed) {
                unsafe buffer[index] = CChar(bitPattern: unit.at(offset))
                offset = offset &+ 1 == unit.count ? 0 : offset &+ 1
            }
        }
    }
}

@_cdecl("scrim_text_protection") @implementation
public func scrim_text_protection(_ text: OpaquePointer!, _ protection: UnsafeMutablePointer<UInt32>!) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let protection = unsafe try required(protection)
        unsafe protection.pointee = text.object.protection.rawValue
    }
}

@_cdecl("scrim_text_equal") @implementation
public func scrim_text_equal(
    _ text: OpaquePointer!, _ other: OpaquePointer!, _ equal: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let other = unsafe try Resolved<Text>(other)
        let equal = unsafe try required(equal)
        unsafe equal.pointee = try text.object.equals(other.object) ? 1 : 0
    }
}

@_cdecl("scrim_text_equal_bytes") @implementation
public func scrim_text_equal_bytes(
    _ text: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ length: Int, _ equal: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let bytes = unsafe try input(bytes?.assumingMemoryBound(to: UInt8.self), length)
        let equal = unsafe try required(equal)
        unsafe equal.pointee = try text.object.equals(bytes.span) ? 1 : 0
    }
}

@_cdecl("scrim_text_with_bytes") @implementation
public func scrim_text_with_bytes(
    _ text: OpaquePointer!, _ read: scrim_text_bytes_fn!, _ user_data: UnsafeMutableRawPointer!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        guard let read = unsafe read else { throw .invalidArgument }
        try text.object.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                _ = Groups.callBack(text.index) { unsafe read(bytes.baseAddress, bytes.count, user_data) }
            }
        }
    }
}

// MARK: - Reveals and time

@_cdecl("scrim_text_display") @implementation
public func scrim_text_display(
    _ text: OpaquePointer!, _ now_ns: UInt64, _ display: scrim_text_display_fn!, _ user_data: UnsafeMutableRawPointer!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        guard let display = unsafe display else { throw .invalidArgument }
        var isHere = true  // false if the callback destroyed the text, and in a child that it forked, which has no secret to lend
        try text.object.display(at: now_ns) { bytes, count, isSecret in
            guard isHere else { return }
            unsafe bytes.withUnsafeBufferPointer { bytes in
                isHere = Groups.callBack(text.index) {
                    unsafe display(bytes.baseAddress, bytes.count, count, isSecret ? 1 : 0, user_data)
                }
            }
            isHere = isHere && !Groups.isDestroyed(text.index)
        }
        guard isHere else { throw .refused }
    }
}

@_cdecl("scrim_text_reveal") @implementation
public func scrim_text_reveal(_ text: OpaquePointer!, _ now_ns: UInt64) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.reveal(at: now_ns) }
}

@_cdecl("scrim_text_conceal") @implementation
public func scrim_text_conceal(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in text.object.conceal() }
}

@_cdecl("scrim_text_advance") @implementation
public func scrim_text_advance(_ text: OpaquePointer!, _ now_ns: UInt64) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in text.object.advance(to: now_ns) }
}

@_cdecl("scrim_text_next_deadline") @implementation
public func scrim_text_next_deadline(
    _ text: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let deadline = unsafe try required(deadline_ns)
        unsafe deadline.pointee = text.object.nextDeadline
    }
}
