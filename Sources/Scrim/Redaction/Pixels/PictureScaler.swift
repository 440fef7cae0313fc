// SPDX-License-Identifier: MIT

/// Draws rows of a picture at another size.
@safe
struct PictureScaler {
    /// The pixels of the picture.
    private let base: UnsafePointer<WideColor>
    private let across: ScaledSide
    private let down: ScaledSide
    /// For each new pixel of a row, which old ones it is made from, and their weights side by side.
    private let pixels: UnsafeMutablePointer<CellRange>
    private let weights: UnsafeMutablePointer<UInt32>
    /// The weights of the rows that a new one is made from.
    private let rowWeights: UnsafeMutablePointer<UInt32>
    /// The mean of rows, as long as those of the picture.
    private let line: UnsafeMutablePointer<WideColor>

    /// - Parameter picture: Must live longer.
    /// - Throws: `noMemory`.
    init(_ picture: HostPicture, width: Int, height: Int, _ workspace: inout Workspace) throws(Failure) {
        guard let base = unsafe picture.base else { throw .noMemory }
        unsafe self.base = base
        across = ScaledSide(source: picture.width, target: width)
        down = ScaledSide(source: picture.height, target: height)
        unsafe pixels = try workspace.claim(width, of: CellRange.self)
        unsafe weights = try workspace.claim(picture.width &+ 2 &* width, of: UInt32.self)
        unsafe rowWeights = try workspace.claim(down.most, of: UInt32.self)
        unsafe line = try workspace.claim(picture.width, of: WideColor.self)
        var count = 0
        for x in steps(to: width) {
            let range = across.pixels(of: x)
            unsafe pixels[x] = range
            across.forEachWeight(of: x, range) { unsafe weights[count &+ $0] = $1 }
            count &+= range.count
        }
    }

    /// Draws a row, rounded to 16 bits after each direction.
    func draw(_ y: Int, into target: UnsafeMutablePointer<WideColor>) {
        let row = unsafe mean(of: down.pixels(of: y), for: y)
        guard across.source != across.target else {
            return unsafe target.update(from: row, count: across.target)
        }
        var weight = unsafe UnsafePointer(weights)
        for x in steps(to: across.target) {
            let range = unsafe pixels[x]
            var sum = half
            for index in steps(to: range.count) {
                unsafe sum &+= row[range.start &+ index].times(weight[index])
            }
            unsafe weight += range.count
            unsafe target[x] = WideColor(truncatingIfNeeded: sum &>> 16)
        }
    }

    /// The mean of rows of the picture.
    private func mean(of rows: CellRange, for y: Int) -> UnsafePointer<WideColor> {
        let first = unsafe base + rows.start &* across.source
        guard rows.count > 1 else { return unsafe first }
        down.forEachWeight(of: y, rows) { unsafe rowWeights[$0] = $1 }
        if rows.count == 2 {
            let (second, near, far) = unsafe (first + across.source, rowWeights[0], rowWeights[1])
            for x in steps(to: across.source) {
                let sum = unsafe half &+ first[x].times(near) &+ second[x].times(far)
                unsafe line[x] = WideColor(truncatingIfNeeded: sum &>> 16)
            }
            return unsafe UnsafePointer(line)
        }
        for x in steps(to: across.source) {
            var (sum, pixel) = unsafe (half, first + x)
            for index in steps(to: rows.count) {
                unsafe sum &+= pixel.pointee.times(rowWeights[index])
                unsafe pixel += across.source
            }
            unsafe line[x] = WideColor(truncatingIfNeeded: sum &>> 16)
        }
        return unsafe UnsafePointer(line)
    }
}

/// A half in 1 / 65,536, so that truncation rounds.
private var half: SIMD4<UInt32> { SIMD4(repeating: 32768) }

extension SIMD4<UInt16> {
    @inline(__always)
    fileprivate func times(_ weight: UInt32) -> SIMD4<UInt32> {
        SIMD4<UInt32>(truncatingIfNeeded: self) &* SIMD4<UInt32>(repeating: weight)
    }
}
