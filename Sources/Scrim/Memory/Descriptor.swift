// SPDX-License-Identifier: MIT
import CPlatform

/// A file descriptor for reading or writing a secret. The bytes pass through a page that system calls can access,
/// because they cannot access pages of memfd_secret. The page is wiped and unmapped at the end.
@safe
struct Descriptor: ~Copyable {
    private let number: Int32
    private let page: Mapping

    private init(_ number: Int32, _ page: Mapping) {
        self.number = number
        unsafe self.page = page
    }

    /// - Throws: `protection` if the page would be less protected than `required`, `noMemory`.
    static func open(_ number: Int32, required: Protection) throws(Failure) -> Descriptor {
        unsafe Descriptor(number, try Mapping.makeReadableByKernel(size: pageSize(), required: required))
    }

    deinit { unsafe page.release() }

    /// Reads up to the end, up to a newline if `line`, or until there is no room.
    ///
    /// - Returns: The bytes read, without the newline.
    /// - Throws: `descriptor`.
    borrowing func read(into target: inout MutableSpan<UInt8>, line: Bool) throws(Failure) -> Int {
        var count = 0
        while count < target.count {
            // Read single bytes, because everything after the newline belongs to the next reader.
            let wanted = unsafe line ? 1 : min(page.size, target.count &- count)
            let got = unsafe platform_read(number, page.start, wanted)
            if got == 0 { return count }
            if got < 0 {
                if platform_errno() == EINTR { continue }
                throw .descriptor
            }
            for index in steps(to: got) {
                let byte = unsafe page.start.load(fromByteOffset: index, as: UInt8.self)
                if line && byte == 0x0A { return count }
                target.put(byte, at: count)
                count &+= 1
            }
        }
        return count
    }

    /// Writes all bytes, and a newline if `line`.
    ///
    /// - Throws: `descriptor`.
    borrowing func write(_ bytes: Span<UInt8>, line: Bool) throws(Failure) {
        let total = bytes.count &+ (line ? 1 : 0)
        var done = 0
        while done < total {
            let count = unsafe min(page.size, total &- done)
            for index in steps(to: count) {
                let position = done &+ index
                let byte = position < bytes.count ? bytes.at(position) : 0x0A
                unsafe page.start.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            }
            let written = unsafe platform_write(number, page.start, count)
            if written > 0 {
                done &+= written
            } else if written == 0 {
                platform_set_errno(EIO)  // it takes nothing, and the system names no reason
                throw .descriptor
            } else if platform_errno() != EINTR {
                throw .descriptor
            }
        }
    }
}
