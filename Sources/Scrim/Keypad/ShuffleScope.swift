// SPDX-License-Identifier: MIT

/// Which keys are shuffled. The numbers are the constants of scrim/keypad.h.
package enum ShuffleScope: UInt32, BitwiseCopyable {
    /// What suits each page. `KeyLayout.scope` replaces it.
    case auto = 0
    case none = 1
    case rows = 2
    case all = 3
    case digits = 4
}

extension KeyCap {
    /// Whether it is shuffled with this scope, which is not `auto`.
    func moves(_ scope: ShuffleScope) -> Bool {
        guard !isFixed else { return false }
        switch scope {
        case .none: return false
        case .digits: return isDigit || kind == .blank
        case .auto, .rows, .all: return kind == .insert || kind == .blank
        }
    }
}

extension KeyLayout {
    /// The most keys of a pad that insert something other than a digit.
    private static let mostPadSymbols = 2

    /// The scope of a page: the one that is given, or the one that suits the page instead of `auto`.
    func scope(_ given: ShuffleScope, of page: Int) -> ShuffleScope {
        guard given == .auto else { return given }
        guard !movesSymbols else { return .all }
        var (digits, symbols) = (0, 0)
        let positions = positions(of: page)
        for position in steps(from: positions.lowerBound, to: positions.upperBound) {
            let cap = self[position]
            if cap.kind != .insert || cap.isFixed { continue }
            if cap.isDigit { digits &+= 1 } else { symbols &+= 1 }
        }
        return digits >= 2 && symbols <= Self.mostPadSymbols ? .digits : .all
    }

    /// Checks that a shuffle changes every page that it can change.
    ///
    /// - Throws: `invalidArgument` if a page has inserting keys that could change places, and the scope exchanges none of them.
    package func validate(for scope: ShuffleScope) throws(Failure) {
        guard scope != .none else { return }
        for page in steps(to: pages) {
            guard isShuffled(page, self.scope(scope, of: page)) else { throw .invalidArgument }
        }
    }

    /// Whether the scope exchanges an inserting key of the page with another key. Also true if at most one could move.
    private func isShuffled(_ page: Int, _ scope: ShuffleScope) -> Bool {
        let positions = positions(of: page)
        var movable = 0
        for position in steps(from: positions.lowerBound, to: positions.upperBound) {
            if self[position].kind == .insert, !self[position].isFixed { movable &+= 1 }
        }
        if movable < 2 { return true }
        for row in steps(to: scope == .rows ? rows : 1) {
            var (members, inserting) = (0, 0)
            for position in steps(from: positions.lowerBound, to: positions.upperBound) {
                let cap = self[position]
                guard cap.moves(scope), scope != .rows || cap.cells.row == row else { continue }
                members &+= 1
                if cap.kind == .insert { inserting &+= 1 }
            }
            if members >= 2, inserting >= 1 { return true }
        }
        return false
    }
}
