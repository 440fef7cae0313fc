// SPDX-License-Identifier: MIT

/// How one side of a plane is divided into the blocks of a pixelation. Blocks are counted from the region's corner, even if
/// the frame cuts the corner off.
///
/// A chroma plane has the same blocks as luma: a sample belongs to the block of its first luma pixel. So if `side` is odd, the
/// blocks are alternately (side + 1) / 2 and (side − 1) / 2 samples long. A corner between two samples counts as lying at the
/// first of the pixels that share its sample.
struct BlockGrid: BitwiseCopyable {
    /// The side of a block in pixels of the frame, ≥ 2.
    let side: Int
    /// 1 if a sample stands for two pixels along this side, otherwise 0.
    let shift: Int
    /// How many pixels of the region lie before the first of the plane.
    let cut: Int
    /// Number of pixels.
    let length: Int
    /// The number of the block of pixel 0 among all blocks of the region.
    private let first: Int
    /// Number of blocks.
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
