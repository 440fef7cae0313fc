// SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import Scrim

@Suite struct CoverBoardTests {
    private static let output = OutputSet(only: 0)

    @Test func snapshotsThatAreOlderThanACoverAreCovered() {
        let board = CoverBoard(covered: [])
        let old = board.now
        #expect(!board.isCovered(Self.output, since: old))
        board.put(Self.output, isRaised: true)
        #expect(board.isCovered(Self.output, since: old))
        board.put([], isRaised: false)
        #expect(board.isCovered(Self.output, since: old))
        #expect(!board.isCovered(Self.output, since: board.now))
    }

    /// A count that began again at 0 would make a snapshot count that was made before the last 2^32 covers.
    @Test func afterTheLargestCountEverythingIsCovered() {
        let board = CoverBoard(covered: [])
        let old = board.now
        board.state.store((UInt64(UInt32.max) &- 1) << 32, ordering: .sequentiallyConsistent)
        #expect(!board.isCovered(Self.output, since: board.now))
        for _ in 0..<3 {
            board.put(Self.output, isRaised: true)
            board.put([], isRaised: false)
            #expect(board.isCovered(Self.output, since: old))
            #expect(board.isCovered(Self.output, since: board.now))
        }
    }
}
