// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Checks of what comes from outside. `size_t` arrives as a signed Int: what is negative here is above 2^63 there.

/// A row of `count` elements that the caller lends for reading; NULL is well where there are none.
func input<Element>(_ start: UnsafePointer<Element>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<Element> {
    guard isLength(count, of: Element.self) else { throw .invalidArgument }
    if count == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    guard let start = unsafe start else { throw .invalidArgument }
    return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// Bytes that the caller lends, from a pointer to characters.
func inputBytes(_ start: UnsafePointer<CChar>?, _ count: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    let characters = unsafe try input(start, count)
    let bytes = unsafe UnsafeRawPointer(characters.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: bytes, count: characters.count)
}

func inputBytes(_ string: scrim_string) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    unsafe try inputBytes(string.data, string.length)
}

/// Room for `capacity` elements of output; NULL is well where there is none.
func output<Element>(
    _ start: UnsafeMutablePointer<Element>?, _ capacity: Int
) throws(Failure) -> UnsafeMutableBufferPointer<Element> {
    guard isLength(capacity, of: Element.self), unsafe start != nil || capacity == 0 else { throw .invalidArgument }
    return unsafe UnsafeMutableBufferPointer(start: capacity == 0 ? nil : start, count: capacity)
}

/// Room for `capacity` bytes of output, from a pointer to characters.
func outputBytes(
    _ start: UnsafeMutablePointer<CChar>?, _ capacity: Int
) throws(Failure) -> UnsafeMutableBufferPointer<UInt8> {
    let room = unsafe try output(start, capacity)
    let bytes = unsafe UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeMutableBufferPointer(start: bytes, count: room.count)
}

/// An output that must be there.
func required<Value>(_ pointer: UnsafeMutablePointer<Value>?) throws(Failure) -> UnsafeMutablePointer<Value> {
    guard let pointer = unsafe pointer else { throw .invalidArgument }
    return unsafe pointer
}

/// Whether so many elements can be: no object has more than 2^63 - 1 bytes.
private func isLength<Element>(_ count: Int, of _: Element.Type) -> Bool {
    count >= 0 && !count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride).overflow
}
