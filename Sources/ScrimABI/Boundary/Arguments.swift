// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Checks of the caller's arguments. `size_t` arrives as a signed Int: a value above 2^63 is negative here.

/// An array of `count` elements that the call reads. It may be NULL if `count` is 0.
func input<Element>(_ start: UnsafePointer<Element>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<Element> {
    guard isLength(count, of: Element.self) else { throw .invalidArgument }
    if count == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    guard let start = unsafe start else { throw .invalidArgument }
    return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// Bytes that the call reads, from a pointer to characters.
func inputBytes(_ start: UnsafePointer<CChar>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    let characters = unsafe try input(start, count)
    let bytes = unsafe UnsafeRawPointer(characters.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: bytes, count: characters.count)
}

func inputBytes(_ string: scrim_string) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    unsafe try inputBytes(string.data, string.length)
}

/// A buffer for `capacity` elements of output. It may be NULL if `capacity` is 0.
func output<Element>(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int
) throws(Failure) -> UnsafeMutableBufferPointer<Element> {
    guard isLength(capacity, of: Element.self), unsafe start != nil || capacity == 0 else { throw .invalidArgument }
    return unsafe UnsafeMutableBufferPointer(start: capacity == 0 ? nil : start, count: capacity)
}

/// A buffer for `capacity` bytes of output, from a pointer to characters.
func outputBytes(
    _ start: UnsafeMutablePointer<CChar>?, _ capacity: Int
) throws(Failure) -> UnsafeMutableBufferPointer<UInt8> {
    let room = unsafe try output(start, capacity)
    let bytes = unsafe UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeMutableBufferPointer(start: bytes, count: room.count)
}

/// Copies bytes to a buffer if they fit, and always says how many there are.
func write(
    _ bytes: Span<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>, _ length: UnsafeMutablePointer<Int>
) throws(Failure) {
    unsafe length.pointee = bytes.count
    guard bytes.count <= buffer.count else { throw .bufferTooSmall }
    unsafe bytes.withUnsafeBufferPointer { source in
        guard let start = source.baseAddress, let target = buffer.baseAddress else { return }
        // Swift would copy byte by byte.
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: start, byteCount: source.count)
    }
}

/// An output that must not be NULL.
func required<Value>(_ pointer: UnsafeMutablePointer<Value>?) throws(Failure) -> UnsafeMutablePointer<Value> {
    guard let pointer = unsafe pointer else { throw .invalidArgument }
    return unsafe pointer
}

/// Whether an array can have so many elements: no object has more than 2^63 - 1 bytes.
private func isLength<Element>(_ count: Int, of _: Element.Type) -> Bool {
    count >= 0 && !count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride).overflow
}
