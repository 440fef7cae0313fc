// SPDX-License-Identifier: MIT
import CScrim
import Scrim

/// Copies a struct that begins with `struct_size` out of the caller's memory.
///
/// No more is read than the struct's own size. The struct of an older caller is shorter. The struct of a newer caller is
/// longer, and is accepted if the part that this version does not know is zero.
///
/// - Parameters:
///   - zeroed: The values of the fields that a shorter struct does not have.
///   - least: The size in the struct's first version.
func copyIn<Struct: BitwiseCopyable>(
    _ source: UnsafePointer<Struct>?, zeroed: Struct, least: Int = MemoryLayout<Struct>.size
) throws(Failure) -> Struct {
    guard let source = unsafe UnsafeRawPointer(source) else { throw .invalidArgument }
    let known = MemoryLayout<Struct>.size
    let given = Int(unsafe source.loadUnaligned(as: UInt32.self))
    guard given >= least, given <= Int(SCRIM_MAX_STRUCT_SIZE) else { throw .invalidArgument }
    for index in steps(from: known, to: given) {
        guard unsafe source.load(fromByteOffset: index, as: UInt8.self) == 0 else { throw .invalidArgument }
    }
    var copy = zeroed
    unsafe withUnsafeMutableBytes(of: &copy) { target in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: source, count: min(given, known)))
    }
    return copy
}

/// Copies a struct that begins with `struct_size` into the caller's memory, and no more than the caller's size.
///
/// - Parameters:
///   - source: Its `struct_size` is not copied. The caller's stays.
///   - target: A struct that `copyIn` has accepted.
func copyOut<Struct: BitwiseCopyable>(_ source: Struct, to target: UnsafeMutablePointer<Struct>) {
    let target = UnsafeMutableRawPointer(target)
    let size = unsafe target.loadUnaligned(as: UInt32.self)
    let count = min(Int(size), MemoryLayout<Struct>.size)
    unsafe withUnsafeBytes(of: source) { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
            .copyMemory(from: UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
    }
    unsafe target.storeBytes(of: size, as: UInt32.self)
}

/// Initializes a struct that begins with `struct_size`, as its `_INIT` macro does in the version of the header that the caller
/// was compiled with.
///
/// - Parameters:
///   - size: The size of the struct in the caller's program. The part that this version does not know is set to zero.
///   - least: The size in the struct's first version.
func initialize<Struct: BitwiseCopyable>(
    _ target: UnsafeMutablePointer<Struct>?, _ size: Int, _ value: Struct, least: Int = MemoryLayout<Struct>.size
) -> scrim_status {
    answer { () throws(Failure) in
        guard let target = UnsafeMutableRawPointer(target), size >= least, size <= Int(SCRIM_MAX_STRUCT_SIZE)
        else { throw .invalidArgument }
        for offset in steps(to: size) { unsafe target.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
        unsafe target.storeBytes(of: UInt32(truncatingIfNeeded: size), as: UInt32.self)
        unsafe copyOut(value, to: target.assumingMemoryBound(to: Struct.self))
    }
}

/// Initializes a struct that never grows.
func initializeFrozen<Struct: BitwiseCopyable>(
    _ target: UnsafeMutablePointer<Struct>?, _ size: Int, _ value: Struct
) -> scrim_status {
    answer { () throws(Failure) in
        guard let target = unsafe target, size == MemoryLayout<Struct>.size else { throw .invalidArgument }
        unsafe target.pointee = value
    }
}
