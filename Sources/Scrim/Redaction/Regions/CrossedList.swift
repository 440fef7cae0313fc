// SPDX-License-Identifier: MIT

/// The regions whose border content crosses: how many there are, and the first of them in the caller's list.
@safe
package struct CrossedList {
    private let list: UnsafeMutableBufferPointer<UInt64>
    private(set) var count: UInt64 = 0

    /// Only counts.
    package init() { unsafe list = UnsafeMutableBufferPointer(start: nil, count: 0) }

    /// - Parameter list: Gets the numbers of the first regions. Need not be aligned.
    package init(_ list: UnsafeMutableBufferPointer<UInt64>) { unsafe self.list = list }

    mutating func add(_ region: UInt64) {
        let room = unsafe UInt64(clamping: list.count)
        if count < room, let start = unsafe UnsafeMutableRawPointer(list.baseAddress) {
            unsafe start.storeBytes(of: region, toByteOffset: Int(clamping: count) &* 8, as: UInt64.self)
        }
        count &+= 1
    }
}
