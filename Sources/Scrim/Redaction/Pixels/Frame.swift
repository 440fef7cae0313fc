// SPDX-License-Identifier: MIT

/// Where a plane is in memory, as a caller describes it.
@safe
package struct PlaneAddress {
    let base: UnsafeMutableRawPointer?
    let stride: Int64

    package init(base: UnsafeMutableRawPointer?, stride: Int64) {
        unsafe self.base = base
        self.stride = stride
    }

    /// Whether the caller left this plane empty.
    var isUnused: Bool { unsafe base == nil && stride == 0 }
}

/// Pixels in the caller's memory. They are checked once, and only the kernels write them.
package struct Frame {
    package static let maxSide = 65536

    package let format: PixelFormat
    package let width: Int
    package let height: Int
    package let space: ColorSpace
    private let first: Plane
    /// The first plane if the format has no second one.
    private let second: Plane
    private let third: Plane

    /// - Parameter addresses: The addresses of the planes. No format has a fourth plane.
    /// - Throws: `unsupported` (an unknown format, range or matrix), `invalidArgument` (no memory, an impossible size or
    ///   stride).
    package init(
        format: UInt32, width: UInt32, height: UInt32, space: (range: UInt32, matrix: UInt32),
        addresses: (PlaneAddress, PlaneAddress, PlaneAddress, PlaneAddress)
    ) throws(Failure) {
        guard let format = PixelFormat(rawValue: format), let range = ColorSpace.Range(rawValue: space.range),
            let matrix = ColorSpace.Matrix(rawValue: space.matrix)
        else { throw .unsupported }
        guard width >= 1, height >= 1, width <= Self.maxSide, height <= Self.maxSide else { throw .invalidArgument }
        self.format = format
        self.width = Int(width)
        self.height = Int(height)
        self.space = ColorSpace(range: range, matrix: matrix)
        let shape = Shape(format: format, width: Int(width), height: Int(height), space: self.space)
        first = try shape.plane(0, addresses.0)
        second = format.planeCount > 1 ? try shape.plane(1, addresses.1) : first
        third = format.planeCount > 2 ? try shape.plane(2, addresses.2) : first
        guard format.planeCount > 1 || addresses.1.isUnused, format.planeCount > 2 || addresses.2.isUnused,
            addresses.3.isUnused, areApart
        else { throw .invalidArgument }
    }

    /// Whether no two planes begin at the same address. Otherwise samples of luma would also be chroma. The rows of two planes
    /// may alternate in memory.
    private var areApart: Bool {
        switch planeCount {
        case 1: true
        case 2: !first.beginsWhere(second)
        default: !first.beginsWhere(second) && !first.beginsWhere(third) && !second.beginsWhere(third)
        }
    }

    package var planeCount: Int { format.planeCount }

    func plane(_ index: Int) -> Plane { index == 2 ? third : index == 1 ? second : first }

    /// Fills every pixel of some rows. Needs no memory, so it cannot fail: every error ends with this call.
    package func fill(_ color: Color, _ rows: Rows) {
        for index in steps(to: planeCount) {
            let plane = plane(index)
            plane.fill(plane.covering(area(rows)), Pattern(color, plane.layout, plane.space))
        }
    }

    /// Whether pixels of both frames have the same meaning: one format, size, range and matrix.
    package func isLike(_ other: Frame) -> Bool {
        format == other.format && width == other.width && height == other.height
            && space.range == other.space.range && space.matrix == other.space.matrix
    }

    /// The memory that two frames share.
    package enum Overlap {
        case none
        /// They are the same pixels.
        case same
        case some
    }

    package func overlap(_ other: Frame) -> Overlap {
        var (isSame, isApart) = (format == other.format && width == other.width && height == other.height, true)
        for index in steps(to: planeCount) {
            let plane = plane(index)
            if !plane.isSame(other.plane(index)) { isSame = false }
            for otherIndex in steps(to: other.planeCount) {
                if plane.meets(other.plane(otherIndex)) { isApart = false }
            }
        }
        return isSame ? .same : isApart ? .none : .some
    }

    /// The properties of a frame from which its planes are made.
    private struct Shape {
        let format: PixelFormat
        let width: Int
        let height: Int
        let space: ColorSpace

        func plane(_ index: Int, _ address: PlaneAddress) throws(Failure) -> Plane {
            let layout = format.layout(ofPlane: index)
            let width = (width &+ layout.shift.x) &>> layout.shift.x
            let height = (height &+ layout.shift.y) &>> layout.shift.y
            let row = UInt64(UInt(bitPattern: width &* layout.bytesPerPixel))
            let rowsBelow = UInt64(UInt(bitPattern: height &- 1))
            guard let base = unsafe address.base, address.stride.magnitude >= row,
                Self.fits(UInt64(UInt(bitPattern: base)), address.stride, rowsBelow, row)
            else { throw .invalidArgument }
            return unsafe Plane(
                base: base, stride: Int(address.stride), width: width, height: height, layout: layout, space: space)
        }

        /// Whether all rows lie in a process's half of the address space.
        private static func fits(_ base: UInt64, _ stride: Int64, _ rowsBelow: UInt64, _ row: UInt64) -> Bool {
            let (distance, overflow) = stride.magnitude.multipliedReportingOverflow(by: rowsBelow)
            let end = UInt64(Int64.max)
            guard !overflow, distance <= end, base <= end &- row else { return false }
            return stride < 0 ? distance < base : distance <= end &- row &- base
        }
    }
}

extension Plane {
    fileprivate func isSame(_ other: Plane) -> Bool {
        unsafe base == other.base && (stride == other.stride || height == 1)
    }

    fileprivate func beginsWhere(_ other: Plane) -> Bool { unsafe base == other.base }

    /// Whether the memory from the first to the last byte overlaps the memory of another plane.
    fileprivate func meets(_ other: Plane) -> Bool {
        let (mine, others) = (extent, other.extent)
        return mine.start < others.end && others.start < mine.end
    }

    private var extent: (start: UInt, end: UInt) {
        let top = UInt(bitPattern: unsafe base)
        let below = UInt(bitPattern: stride &* (height &- 1))
        let last = top &+ below
        let row = UInt(bitPattern: width &* layout.bytesPerPixel)
        return (min(top, last), max(top, last) &+ row)
    }
}
