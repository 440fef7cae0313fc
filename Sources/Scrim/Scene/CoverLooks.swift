// SPDX-License-Identifier: MIT

/// How covered frames of each output look. Copies share one table, so that a scene and its snapshots stay small.
struct CoverLooks {
    private var table: LookTable?
    /// The outputs whose looks in the table count. The other outputs are black.
    private var outputs: OutputSet = []

    /// The look of an output. Nil is black.
    subscript(output: UInt32) -> FrameCover? {
        let only = OutputSet(only: output)
        return !only.isEmpty && outputs.isSuperset(of: only) ? table?.looks[Int(output & 31)] : nil
    }

    /// - Parameter look: If it is not nil, an object is made. If it is nil, the table keeps the old look until it is replaced.
    mutating func set(_ output: UInt32, _ look: FrameCover?) {
        let only = OutputSet(only: output)
        guard let look else {
            outputs.subtract(only)
            if outputs.isEmpty { table = nil }
            return
        }
        var looks = InlineArray<32, FrameCover?>(repeating: nil)
        for other in SetBits(of: outputs.rawValue) { looks[other & 31] = table?.looks[other & 31] }
        looks[Int(output & 31)] = look
        table = LookTable(looks)
        outputs.insert(only)
    }
}

/// It never changes, so that threads may share it.
private final class LookTable {
    let looks: InlineArray<32, FrameCover?>

    init(_ looks: InlineArray<32, FrameCover?>) { self.looks = looks }
}
