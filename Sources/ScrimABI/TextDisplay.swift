// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the reveals and the clock of scrim/text.h; the contracts stand there.

@_cdecl("scrim_text_display") @implementation
public func scrim_text_display(
    _ text: OpaquePointer!, _ now_ns: UInt64, _ display: scrim_text_display_fn!, _ user_data: UnsafeMutableRawPointer!
) -> scrim_status {
    unsafe inspect(text) { (text: Referent<Text>) throws(Failure) in
        guard let display = unsafe display else { throw .invalidArgument }
        var isHere = true  // not in a child that the callback forked off: there is nothing to lend any more
        try text.object.display(at: now_ns) { bytes, count, isSecret in
            guard isHere else { return }
            unsafe bytes.withUnsafeBufferPointer { bytes in
                isHere = Groups.callBack(text.place) {
                    unsafe display(bytes.baseAddress, bytes.count, count, isSecret ? 1 : 0, user_data)
                }
            }
        }
    }
}

@_cdecl("scrim_text_reveal") @implementation
public func scrim_text_reveal(_ text: OpaquePointer!, _ now_ns: UInt64) -> scrim_status {
    unsafe mutate(text) { (text: Referent<Text>) throws(Failure) in try text.object.reveal(at: now_ns) }
}

@_cdecl("scrim_text_conceal") @implementation
public func scrim_text_conceal(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Referent<Text>) throws(Failure) in text.object.conceal() }
}

@_cdecl("scrim_text_advance") @implementation
public func scrim_text_advance(_ text: OpaquePointer!, _ now_ns: UInt64) -> scrim_status {
    unsafe mutate(text) { (text: Referent<Text>) throws(Failure) in text.object.advance(to: now_ns) }
}

@_cdecl("scrim_text_next_deadline") @implementation
public func scrim_text_next_deadline(
    _ text: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(text) { (text: Referent<Text>) throws(Failure) in
        let deadline = unsafe try required(deadline_ns)
        unsafe deadline.pointee = text.object.nextDeadline
    }
}
