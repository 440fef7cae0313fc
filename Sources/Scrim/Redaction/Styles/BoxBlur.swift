// SPDX-License-Identifier: MIT
import CPlatform

/// Box convolutions of `side` × `side` with one rounding: (sum + ⌊side² / 2⌋) / side². Beyond the edges, the nearest pixel is
/// repeated. This is the arithmetic of vImage's box convolution. The time does not depend on the side.
@safe
struct BoxBlur {
    static let largestSide = 963

    /// How far a box reaches from its middle.
    private let reach: Int
    private let width: Int
    private let height: Int
    /// Bytes of a pixel. Each is a channel.
    private let channels: Int
    private let divisor: Divisor
    /// If the target is the source: the old pixels of the current row and of the `reach` rows above it.
    private let kept: UnsafeMutableRawPointer
    /// Size of `kept` in bytes.
    private let keptSize: Int
    /// Sums of the `side` rows around the current one, one number for each byte of a row, shifted for the divisor.
    private let columns: UnsafeMutablePointer<UInt32>

    /// - Parameter side: The side of the box, odd, 3 … `largestSide`.
    /// - Throws: `noMemory`.
    init(side: Int, on plane: Plane, _ workspace: inout Workspace) throws(Failure) {
        let side = min(max(side, 3), Self.largestSide)
        reach = side / 2
        width = plane.width
        height = plane.height
        channels = plane.layout.bytesPerPixel
        divisor = Divisor(UInt32(truncatingIfNeeded: side &* side))
        let (size, overflow) = min(reach &+ 1, height).multipliedReportingOverflow(by: width &* channels)
        guard !overflow else { throw .noMemory }
        keptSize = size
        unsafe kept = UnsafeMutableRawPointer(try workspace.claim(size, of: UInt8.self))
        unsafe columns = try workspace.claim(width &* channels, of: UInt32.self)
    }

    /// Blurs a plane. Both planes have the size and layout that `init` was given. They do not overlap, or they are the same.
    ///
    /// - Parameter finish: Receives each finished row while it is still in the cache.
    func run(from source: Plane, to target: Plane, _ finish: (UnsafeMutablePointer<UInt8>) -> Void = { _ in }) {
        let isInPlace = unsafe source.base == target.base
        sumFirstRows(of: source)
        // Where the next row is kept, and which row leaves the box next.
        var (newest, oldest) = (0, 0)
        for y in steps(to: height) {
            let row = unsafe target.pixel(0, y).assumingMemoryBound(to: UInt8.self)
            if isInPlace {
                unsafe memcpy(kept + newest, row, width &* channels)
                newest = following(newest)
            }
            if channels == 4 {
                unsafe blurRowOfFour(row)
            } else {
                for channel in steps(to: channels) {
                    unsafe blurRow(row, channel)
                }
            }
            unsafe finish(row)
            if y &+ 1 < height {
                // It lies below the current row. Below the last row there is none.
                let added = unsafe source.pixel(0, min(y &+ reach &+ 1, height &- 1))
                unsafe move(add: added, remove: isInPlace ? kept + oldest : source.pixel(0, max(y &- reach, 0)))
                if y >= reach { oldest = following(oldest) }
            }
        }
    }

    /// The place of the row after a kept one.
    private func following(_ offset: Int) -> Int {
        let next = offset &+ width &* channels
        return next < keptSize ? next : 0
    }

    // MARK: - Down the columns

    private func sumFirstRows(of source: Plane) {
        unsafe memset(columns, 0, width &* channels &* MemoryLayout<UInt32>.size)
        unsafe add(source.pixel(0, 0), times: reach &+ 1)
        let last = height &- 1
        for y in steps(from: 1, to: min(reach, last) &+ 1) {
            unsafe add(source.pixel(0, y), times: 1)
        }
        if reach > last { unsafe add(source.pixel(0, last), times: reach &- last) }
    }

    private func add(_ row: UnsafeMutableRawPointer, times: Int) {
        let bytes = unsafe row.assumingMemoryBound(to: UInt8.self)
        let weight = UInt32(truncatingIfNeeded: times) &<< divisor.shift
        for x in steps(to: width &* channels) {
            unsafe columns[x] &+= UInt32(bytes[x]) &* weight
        }
    }

    private func move(add new: UnsafeMutableRawPointer, remove old: UnsafeMutableRawPointer) {
        let sums = unsafe UnsafeMutableRawPointer(columns)
        let shift = SIMD8<UInt32>(repeating: divisor.shift)
        let count = width &* channels
        var x = 0
        while x <= count &- 8 {
            let added = unsafe new.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)
            let removed = unsafe old.loadUnaligned(fromByteOffset: x, as: SIMD8<UInt8>.self)
            let change = SIMD8<Int16>(truncatingIfNeeded: added) &- SIMD8<Int16>(truncatingIfNeeded: removed)
            let sum = unsafe sums.loadUnaligned(fromByteOffset: x &* 4, as: SIMD8<UInt32>.self)
            unsafe sums.storeBytes(
                of: sum &+ (SIMD8<UInt32>(truncatingIfNeeded: change) &<< shift), toByteOffset: x &* 4,
                as: SIMD8<UInt32>.self)
            x &+= 8
        }
        while x < count {
            let added = unsafe new.load(fromByteOffset: x, as: UInt8.self)
            let removed = unsafe old.load(fromByteOffset: x, as: UInt8.self)
            unsafe columns[x] &+= (UInt32(added) &- UInt32(removed)) &<< divisor.shift
            x &+= 1
        }
    }

    // MARK: - Along a row

    /// One channel of one row.
    private func blurRow(_ row: UnsafeMutablePointer<UInt8>, _ channel: Int) {
        let columns = unsafe columns + channel
        var sum = divisor.half
        forEachFirstColumn { x, weight in unsafe sum &+= columns[x &* channels] &* weight }
        forEachSpan { span in
            var (added, removed) = (span.added &* channels, span.removed &* channels)
            let (addedStep, removedStep) = (span.addedStep &* channels, span.removedStep &* channels)
            let end = span.end &* channels
            var box = sum
            for x in steps(from: span.start &* channels &+ channel, to: end, by: channels) {
                unsafe row[x] = divisor.divide(box)
                unsafe box = box &+ columns[added] &- columns[removed]
                added &+= addedStep
                removed &+= removedStep
            }
            sum = box
        }
    }

    /// Four channels at once.
    private func blurRowOfFour(_ row: UnsafeMutablePointer<UInt8>) {
        let columns = unsafe UnsafeMutableRawPointer(columns).assumingMemoryBound(to: SIMD4<UInt32>.self)
        let pixels = UnsafeMutableRawPointer(row)
        var sum = SIMD4<UInt32>(repeating: divisor.half)
        forEachFirstColumn { x, weight in unsafe sum &+= columns[x] &* weight }
        forEachSpan { span in
            var (added, removed) = unsafe (columns + span.added, columns + span.removed)
            var (x, box) = (span.start, sum)
            while x <= span.end &- 4 {
                var four = SIMD2<UInt64>()
                var shift: UInt64 = 0
                while shift < 64 {
                    four |= divisor.divide(box) &<< shift
                    unsafe box = box &+ added.pointee &- removed.pointee
                    unsafe added += span.addedStep
                    unsafe removed += span.removedStep
                    shift &+= 16
                }
                unsafe pixels.storeBytes(of: Divisor.interleave(four), toByteOffset: x &* 4, as: SIMD8<UInt16>.self)
                x &+= 4
            }
            while x < span.end {
                unsafe pixels.storeBytes(of: Divisor.pixel(divisor.divide(box)), toByteOffset: x &* 4, as: UInt32.self)
                unsafe box = box &+ added.pointee &- removed.pointee
                unsafe added += span.addedStep
                unsafe removed += span.removedStep
                x &+= 1
            }
            sum = box
        }
    }

    /// Pixels of a row whose boxes move in the same way.
    private struct Span {
        let start: Int
        let end: Int
        /// The columns that enter and leave the box when it moves on from `start`, and by how much they move. 0 at an edge.
        let added: Int
        let removed: Int
        let addedStep: Int
        let removedStep: Int
    }

    /// The columns of the first pixel's box, and how often each occurs in it.
    private func forEachFirstColumn(_ body: (_ x: Int, _ weight: UInt32) -> Void) {
        let last = width &- 1
        body(0, UInt32(truncatingIfNeeded: reach &+ 1))
        for x in steps(from: 1, to: min(reach, last) &+ 1) {
            body(x, 1)
        }
        if reach > last { body(last, UInt32(truncatingIfNeeded: reach &- last)) }
    }

    private func forEachSpan(_ body: (Span) -> Void) {
        let last = width &- 1
        var x = 0
        while x < width {
            let (added, removed) = (min(x &+ reach &+ 1, last), max(x &- reach, 0))
            var end = width
            if x < reach { end = min(end, reach) }
            if added < last { end = min(end, x &+ last &- added) }
            body(
                Span(
                    start: x, end: end, added: added, removed: removed, addedStep: added < last ? 1 : 0,
                    removedStep: x < reach ? 0 : 1))
            x = end
        }
    }
}
