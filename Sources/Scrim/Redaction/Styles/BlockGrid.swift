// SPDX-License-Identifier: MIT

/// How one side of a plane falls into the blocks of a pixelation, which are counted from the region's own corner even where
/// the frame cuts that off.
///
/// The blocks of a chroma plane are those of luma: a sample belongs to the block in which its first luma pixel lies. Where
/// `side` is odd they are therefore by turns (side + 1) / 2 and (side − 1) / 2 long. A corner between two samples counts
/// as lying at the first of the pixels that share its sample.
struct BlockGrid: BitwiseCopyable {
    /// The side of a block in pixels of the frame, ≥ 2.
    let side: Int
    /// 1 on planes of chroma, else 0.
    let shift: Int
    /// How many pixels of the region lie before the first of the plane.
    let cut: Int
    /// How many pixels there are.
    let length: Int
    /// Where the block that pixel 0 lies in stands among all blocks of the region.
    private let first: Int
    /// How many blocks there are.
    let count: Int

    init(side: Int, shift: Int, cut: Int, length: Int) {
        self.side = max(side, 2)
        self.shift = shift
        self.cut = cut
        self.length = length
        first = (cut &<< shift) / max(side, 2)
        count = ((length &- 1 &+ cut) &<< shift) / max(side, 2) &- first &+ 1
    }

    /// The number of the block that a pixel lies in.
    func block(of pixel: Int) -> Int { ((pixel &+ cut) &<< shift) / max(side, 2) &- first }

    /// The first pixel of a block, and the one behind its last.
    func pixels(of block: Int) -> (start: Int, end: Int) {
        (max(start(block), 0), min(start(block &+ 1), length))
    }

    private func start(_ block: Int) -> Int { ((first &+ block) &* side &+ shift) &>> shift &- cut }
}
