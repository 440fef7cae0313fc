// SPDX-License-Identifier: MIT
import CPlatform

// Snapshots as bytes, for other processes. They are words of 64 bits, the lowest byte first:
//  - the mark and version, the scene, the time, the start, and the outputs with those that are covered
//  - for each output: until when it was covered, its look and the seed of that
//  - for each region: its box, view, time, slack, number of corners, and corners
//  - two sums over all words before (Fletcher, "An Arithmetic Checksum for Serial Transmissions", 1982)

extension Snapshot {
    package static var maxBytes: Int { 16_777_216 }
    /// "Scrm" and the version.
    private static var head: UInt64 { 0x6D72_6353 | 1 &<< 32 }
    private static var headWords: Int { 5 }

    /// Lends the snapshot as bytes.
    ///
    /// - Throws: As `encode`, and what the body throws.
    package func withBytes(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        var writer = ByteWriter()
        try encode(to: &writer)
        try writer.bytes.withSpan(body)
    }

    /// Writes the snapshot as bytes, which replace those in the writer.
    ///
    /// - Throws: `limit` if there are more than `maxBytes`, `noMemory`.
    package func encode(to writer: inout ByteWriter) throws(Failure) {
        writer.begin()
        writer.bytes.truncate(0)
        // Enough for most, so that it need not grow.
        try writer.bytes.reserve(regions.count &* 64 &+ 1024)
        writer.put(word: Self.head)
        // Scenes of other processes have other numbers.
        let process = UInt64(UInt32(bitPattern: getpid()))
        writer.put(word: scene | (scene &>> 63 == 0 ? 1 &<< 63 | process &<< 40 : 0))
        writer.put(word: time)
        writer.put(word: start)
        var covered: UInt32 = 0
        for output in SetBits(of: outputs.rawValue) {
            let only = OutputSet(only: UInt32(truncatingIfNeeded: output))
            if isCovered(only) { covered |= only.rawValue }
        }
        writer.put(word: UInt64(outputs.rawValue) | UInt64(covered) &<< 32)
        for output in SetBits(of: outputs.rawValue) {
            let look = cover(of: UInt32(truncatingIfNeeded: output)) ?? .make(.black)
            writer.put(word: coveredUntil[output & 31])
            writer.put(word: look.word)
            writer.put(word: look.seed)
        }
        for index in steps(to: regions.count) {
            let region = regions[index]
            writer.put(region.box.left)
            writer.put(region.box.top)
            writer.put(region.box.right)
            writer.put(region.box.bottom)
            writer.put(word: region.view)
            writer.put(word: region.time)
            writer.put(region.slack)
            writer.put(word: UInt64(truncatingIfNeeded: region.cornerCount))
            for corner in steps(to: region.cornerCount) {
                let corner = regions.corner(corner, of: region)
                writer.put(corner.x)
                writer.put(corner.y)
            }
        }
        guard writer.count &+ 16 <= Self.maxBytes else { throw .limit }
        let sums = try writer.bytes.withSpan { bytes throws(Failure) in Self.sums(bytes, bytes.count &>> 3) }
        writer.put(word: sums.0)
        writer.put(word: sums.1)
        try writer.check()
    }

    /// Makes a snapshot from bytes, which may come from anywhere.
    ///
    /// - Parameter notAfter: The latest time that the snapshot may have. A later one is replaced.
    /// - Throws: `corrupted`, `unsupported` (another version), `noMemory`.
    package static func decode(_ bytes: Span<UInt8>, notAfter: UInt64) throws(Failure) -> Snapshot {
        let words = bytes.count &>> 3
        let end = words &- 2
        guard (bytes.word(0) ^ head) & 0xFFFF_FFFF == 0 else { throw .corrupted }
        guard bytes.word(0) == head else { throw .unsupported }
        guard bytes.count <= maxBytes, bytes.count & 7 == 0, end >= headWords,
            sums(bytes, end) == (bytes.word(end), bytes.word(end &+ 1))
        else { throw .corrupted }
        let (scene, time, start) = (bytes.word(1), bytes.word(2), bytes.word(3))
        let outputs = OutputSet(rawValue: UInt32(truncatingIfNeeded: bytes.word(4)))
        let covered = OutputSet(rawValue: UInt32(truncatingIfNeeded: bytes.word(4) &>> 32))
        guard scene &>> 63 == 1, start <= time, outputs.isSuperset(of: covered) else { throw .corrupted }
        var at = headWords
        var (looks, drawn) = (InlineArray<32, FrameCover?>(repeating: nil), OutputSet())
        var coveredUntil = InlineArray<32, UInt64>(repeating: 0)
        for output in SetBits(of: outputs.rawValue) {
            coveredUntil[output & 31] = bytes.word(at)
            let look = FrameCover(word: bytes.word(at &+ 1), seed: bytes.word(at &+ 2))
            guard let look else { throw .corrupted }
            looks[output & 31] = look
            if look.word != 0 { drawn.insert(OutputSet(only: UInt32(truncatingIfNeeded: output))) }
            at &+= 3
        }
        var regions = SecureRegions()
        try regions.reserve(max(end &- at, 0) &>> 3)
        while at < end { try decodeRegion(bytes, &at, to: &regions) }
        guard at == end else { throw .corrupted }
        let board = CoverBoard(covered: covered.union(OutputSet(rawValue: ~outputs.rawValue)), scene: scene)
        return Snapshot(
            from: start, to: min(time, notAfter), outputs, board, CoverLooks(looks, of: drawn), coveredUntil, regions)
    }

    private static func decodeRegion(
        _ bytes: Span<UInt8>, _ at: inout Int, to regions: inout SecureRegions
    ) throws(Failure) {
        var region = SecureRegion(
            view: bytes.word(at &+ 4),
            box: Box(
                left: bytes.number(at), top: bytes.number(at &+ 1), right: bytes.number(at &+ 2),
                bottom: bytes.number(at &+ 3)))
        (region.time, region.slack) = (bytes.word(at &+ 5), bytes.number(at &+ 6))
        let corners = bytes.word(at &+ 7)
        guard !region.box.isEmpty, region.slack >= 0, region.slack.isFinite,
            corners == 0 || corners &- 3 <= UInt64(ConvexPolygon.maxCorners &- 3)
        else { throw .corrupted }
        region.cornerCount = Int(corners)
        try regions.append(region)
        at &+= 8
        for _ in steps(to: corners) {
            let corner = Point(x: bytes.number(at), y: bytes.number(at &+ 1))
            guard corner.x.isFinite, corner.y.isFinite else { throw .corrupted }
            try regions.append(corner: corner)
            at &+= 2
        }
    }

    private static func sums(_ bytes: Span<UInt8>, _ words: Int) -> (UInt64, UInt64) {
        var (sum, sumOfSums): (UInt64, UInt64) = (0, 0)
        for index in steps(to: words) {
            sum &+= bytes.word(index)
            sumOfSums &+= sum
        }
        return (sum, sumOfSums)
    }
}

extension FrameCover {
    /// The kind and the color. A picture counts as the color around it. Black is 0.
    fileprivate var word: UInt64 {
        UInt64(kind.rawValue) | UInt64(color.red) &<< 8 | UInt64(color.green) &<< 16 | UInt64(color.blue) &<< 24
    }

    fileprivate init?(word: UInt64, seed: UInt64) {
        guard word &>> 32 == 0, let kind = Kind(rawValue: UInt8(truncatingIfNeeded: word)), kind != .solid || seed == 0
        else { return nil }
        let color = Color(
            red: UInt8(truncatingIfNeeded: word &>> 8), green: UInt8(truncatingIfNeeded: word &>> 16),
            blue: UInt8(truncatingIfNeeded: word &>> 24))
        self.init(kind, on: color, seed: seed)
    }
}

extension ByteWriter {
    fileprivate mutating func put(_ number: Double) { put(word: number.bitPattern) }
}

extension Span where Element == UInt8 {
    fileprivate func number(_ index: Int) -> Double { Double(bitPattern: word(index)) }
}
