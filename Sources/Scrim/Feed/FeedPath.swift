// SPDX-License-Identifier: MIT
import CPlatform

/// The path of a feed's file.
@safe
struct FeedPath: ~Copyable {
    private static var maxName: Int { 1024 }
    /// With what is around a name, a file name has at most 255 bytes.
    private static var maxPlainName: Int { 244 }

    /// With a NUL at the end.
    private let bytes: Buffer<UInt8>

    /// No path.
    init() { bytes = Buffer(blank: 0) }

    var exists: Bool { !bytes.isEmpty }

    /// - Parameter name: A path if it contains a slash. Otherwise a name for a file in `$XDG_RUNTIME_DIR`.
    /// - Throws: `invalidArgument`, `notFound` (the variable is not set), `noMemory`.
    init(_ name: Span<UInt8>) throws(Failure) {
        guard name.count > 0, name.count <= Self.maxName, UTF8Text.isWellFormed(name) else { throw .invalidArgument }
        var isPath = false
        for index in steps(to: name.count) {
            guard name.at(index) != 0 else { throw .invalidArgument }
            isPath = isPath || name.at(index) == 0x2F
        }
        var writer = ByteWriter()
        if isPath {
            writer.put(name)
        } else {
            guard name.count <= Self.maxPlainName else { throw .invalidArgument }
            guard let folder = unsafe secure_getenv("XDG_RUNTIME_DIR"), unsafe folder.pointee == 0x2F
            else { throw .notFound }
            let start = unsafe UnsafeRawPointer(folder).assumingMemoryBound(to: UInt8.self)
            writer.put(unsafe UnsafeBufferPointer(start: start, count: strlen(folder)).span)
            writer.put("/scrim-")
            writer.put(name)
            writer.put(".feed")
        }
        writer.put(0)
        try writer.check()
        bytes = writer.bytes
    }

    /// The path as C takes it. Valid as long as this is.
    @unsafe var cString: UnsafePointer<CChar>? {
        unsafe UnsafeRawPointer(bytes.base)?.assumingMemoryBound(to: CChar.self)
    }
}
