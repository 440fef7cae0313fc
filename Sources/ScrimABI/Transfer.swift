// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/transfer.h. The header has the contracts.

@_cdecl("scrim_text_seal") @implementation
public func scrim_text_seal(
    _ text: OpaquePointer!, _ public_key: UnsafeRawPointer!, _ key_length: Int, _ context: UnsafeRawPointer!,
    _ context_length: Int, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try outputBytes(buffer, capacity)
        guard key_length == SealedBox.keySize, context_length <= Text.maxContext else { throw .invalidArgument }
        let key = unsafe try input(public_key?.assumingMemoryBound(to: UInt8.self), key_length)
        let context = unsafe try input(context?.assumingMemoryBound(to: UInt8.self), context_length)
        let needed = text.object.sealedLength(context: context.count)
        if needed > buffer.count {
            unsafe length.pointee = needed
            throw .bufferTooSmall
        }
        var box = unsafe UnsafeMutableBufferPointer(start: buffer.baseAddress, count: needed).mutableSpan
        try unsafe text.object.seal(to: key.span, context: context.span, into: &box)
        unsafe length.pointee = needed
    }
}

@_cdecl("scrim_text_read_fd") @implementation
public func scrim_text_read_fd(_ text: OpaquePointer!, _ descriptor: Int32, _ flags: UInt32) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        try text.object.fill(from: descriptor, line: isLine(flags))
    }
}

@_cdecl("scrim_text_write_fd") @implementation
public func scrim_text_write_fd(_ text: OpaquePointer!, _ descriptor: Int32, _ flags: UInt32) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        try text.object.write(to: descriptor, line: isLine(flags))
    }
}

private func isLine(_ flags: UInt32) throws(Failure) -> Bool {
    guard flags & ~UInt32(truncatingIfNeeded: SCRIM_FD_LINE) == 0 else { throw .invalidArgument }
    return flags != 0
}
