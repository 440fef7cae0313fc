// SPDX-License-Identifier: MIT

/// How covered frames of each output look. Copies share one table, so that a scene and its snapshots stay small.
struct CoverLooks {
    private var table: LookTable?
    /// The outputs whose looks in the table count. The other outputs are black.
    private var outputs: OutputSet = []

    init() {}

    /// Makes an object if an output is not black.
    init(_ looks: InlineArray<32, FrameCover?>, of outputs: OutputSet) {
        self.outputs = outputs
        if !outputs.isEmpty { table = LookTable(looks) }
    }

    /// The look of an output. Nil is black.
    subscript(output: UInt32) -> FrameCover? {
        let only = OutputSet(only: output)
        return !only.isEmpty && outputs.isSuperset(of: only) ? table?.looks[Int(output & 31)] : nil
    }

    /// Makes an output black. The table keeps its look until a look is set.
    mutating func remove(_ output: UInt32) {
        outputs.subtract(OutputSet(only: output))
        if outputs.isEmpty { table = nil }
    }

    /// Sets the look of an output. This makes an object.
    mutating func set(_ output: UInt32, _ look: FrameCover) {
        var looks = InlineArray<32, FrameCover?>(repeating: nil)
        for other in SetBits(of: outputs.rawValue) { looks[other & 31] = table?.looks[other & 31] }
        looks[Int(output & 31)] = look
        self = CoverLooks(looks, of: outputs.union(OutputSet(only: output)))
    }
}

/// It never changes, so that threads may share it.
private final class LookTable {
    let looks: InlineArray<32, FrameCover?>

    init(_ looks: InlineArray<32, FrameCover?>) { self.looks = looks }
}
