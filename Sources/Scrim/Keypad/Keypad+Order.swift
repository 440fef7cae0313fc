// SPDX-License-Identifier: MIT

/// Which keys a shuffle may put at a position. This does not depend on the layout that is shown.
package struct PositionTraits: BitwiseCopyable {
    /// Its key is shuffled.
    var isShuffled = false
    /// Its key may be blank.
    var mayBeBlank = false
    /// Every inserting key that can be there inserts one printable ASCII character.
    var isPrintable = false
}

// The secret memory of a keypad:
//
//     | position 0: label's length 1 | key 1 | label | name's length 1 | name | position 1 … |
//     | scratch, a byte for each key of a page | held 2 | pressed 2 |
//
// A position holds its label and its name, instead of a number to look them up by. So the addresses that are read do not depend on
// the key. Labels of function keys, and names of keys that cannot move, are not here: the position alone says which they are.
// Held is the position that the active finger came down on, and pressed the one that was pressed last. Both are stored plus 1; 0 is none.

/// Positions that touches store in the secret memory, by their distance from its end in bytes.
enum TouchedPosition: Int {
    case held = 4
    case pressed = 2
}

extension KeyLayout {
    fileprivate var unit: Int { 2 &+ longestLabel &+ nameRoom }
    /// The bytes of a name and its length. 0 if no key that can move has a name.
    fileprivate var nameRoom: Int { longestName == 0 ? 0 : 1 &+ longestName }
    fileprivate var scratch: Int { count &* unit }

    var orderSize: Int {
        var largest = 0
        for page in steps(to: pages) {
            largest = max(largest, keyCount(of: page))
        }
        return scratch &+ largest &+ 4
    }

    func traits(_ position: Int, _ given: ShuffleScope) -> PositionTraits {
        let cap = self[position]
        let scope = scope(given, of: cap.page)
        guard cap.moves(scope) else { return PositionTraits(isPrintable: cap.isPrintable) }
        var traits = PositionTraits(isShuffled: true, mayBeBlank: false, isPrintable: true)
        let positions = positions(of: cap.page)
        for other in steps(from: positions.lowerBound, to: positions.upperBound) {
            if self[other].moves(scope), scope != .rows || self[other].cells.row == cap.cells.row {
                if self[other].kind == .blank {
                    traits.mayBeBlank = true
                } else if !self[other].isPrintable {
                    traits.isPrintable = false
                }
            }
        }
        return traits
    }

    /// The number of keys of the page that come before a key by columns from the left, each from the top.
    func columnRank(_ position: Int, in positions: Range<Int>) -> Int {
        let own = (self[position].cells.column, self[position].cells.row)
        var rank = 0
        for other in steps(from: positions.lowerBound, to: positions.upperBound) {
            if (self[other].cells.column, self[other].cells.row) < own { rank &+= 1 }
        }
        return rank
    }
}

extension Keypad {
    /// Shuffles the keys of every page. Every order is equally likely.
    func arrange(_ scope: ShuffleScope, _ random: inout some RandomSource) throws(Failure) {
        try order.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            for page in steps(to: layout.pages) {
                let (positions, scope) = (layout.positions(of: page), layout.scope(scope, of: page))
                for key in steps(to: positions.upperBound &- positions.lowerBound) {
                    all.put(UInt8(truncatingIfNeeded: key), at: layout.scratch &+ key)
                }
                if scope == .rows {
                    for row in steps(to: layout.rows) {
                        try shuffle(&all, positions, scope, row: row, &random)
                    }
                } else if scope != .none {
                    try shuffle(&all, positions, scope, row: nil, &random)
                }
                write(&all, positions)
            }
            for index in steps(from: layout.scratch, to: all.count) {
                all.put(0, at: index)
            }
        }
    }

    // MARK: - What fingers do

    /// The position that the active finger came down on, or the one that was pressed last.
    ///
    /// - Throws: as `SecretBytes.read`.
    func position(_ note: TouchedPosition) throws(Failure) -> Int? {
        let start = order.capacity &- note.rawValue
        let number = try order.read { (all: Span<UInt8>) throws(Failure) in
            Int(all.at(start)) | Int(all.at(start &+ 1)) &<< 8
        }
        return number == 0 ? nil : number &- 1
    }

    /// - Throws: as `SecretBytes.write`.
    func setPosition(_ note: TouchedPosition, _ position: Int?) throws(Failure) {
        let start = order.capacity &- note.rawValue
        let number = position.map { $0 &+ 1 } ?? 0
        try order.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            all.put(UInt8(truncatingIfNeeded: number), at: start)
            all.put(UInt8(truncatingIfNeeded: number &>> 8), at: start &+ 1)
        }
    }

    /// Wipes a stored position. If the memory was damaged, all of it has been wiped already.
    func forget(_ note: TouchedPosition) {
        do throws(Failure) { try setPosition(note, nil) } catch {}
    }

    // MARK: -

    /// The number of the key at a position, in the unshuffled order of the page.
    func key(at position: Int, in all: Span<UInt8>) -> Int { Int(all.at(position &* layout.unit &+ 1)) }

    @_lifetime(copy all)
    func label(at position: Int, in all: Span<UInt8>) -> Span<UInt8> {
        let start = position &* layout.unit
        return all.suffix(from: start &+ 2).prefix(Int(all.at(start)))
    }

    /// The name of the key at a position that a key can move to.
    @_lifetime(copy all)
    func name(at position: Int, in all: Span<UInt8>) -> Span<UInt8> {
        let start = position &* layout.unit &+ 2 &+ layout.longestLabel
        return all.suffix(from: start &+ 1).prefix(layout.nameRoom == 0 ? 0 : Int(all.at(start)))
    }

    /// Makes exactly those keys blank that the attached text does not allow.
    func blankRefused() throws(Failure) {
        try order.write { (all: inout MutableSpan<UInt8>) throws(Failure) in
            for position in steps(to: layout.count) {
                let start = position &* layout.unit
                let first = layout.positions(of: layout[position].page).lowerBound
                all.put(length(layout[first &+ Int(all.at(start &+ 1))]), at: start)
            }
        }
    }

    /// Types the key at a position into the attached text.
    func insert(_ position: Int) throws(Failure) -> Answer {
        let traits = traits[position]
        do throws(Failure) {
            return try order.read { (all: Span<UInt8>) throws(Failure) in
                let start = position &* layout.unit
                if traits.mayBeBlank || refusesSome, all.at(start) == 0 { return .nothing }
                guard let text else { return .rejected }
                #if SCRIM_TEST_HOOKS
                leak.work(all.at(start &+ 2))
                if leak.tells, all.at(start &+ 1) & 1 == 1 { return .rejected }
                let isPrintable = traits.isPrintable && !leak.validates
                #else
                let isPrintable = traits.isPrintable
                #endif
                isInserting = true
                defer { isInserting = false }
                // The character goes from one protected memory to another, and nowhere else.
                if isPrintable {
                    try text.insertPrintable(all.suffix(from: start &+ 2).prefix(1))
                } else {
                    try text.insert(all.suffix(from: start &+ 2).prefix(Int(all.at(start))), from: .protected)
                }
                return .inserted
            }
        } catch .full, .refused {
            return .rejected
        }
    }

    #if SCRIM_TEST_HOOKS
    package func withOrder(_ body: (Span<UInt8>) -> Void) throws(Failure) {
        try order.read { (all: Span<UInt8>) throws(Failure) in body(all) }
    }

    package func setLeak(validates: Bool, works: Bool, tells: Bool) {
        (leak.validates, leak.works, leak.tells) = (validates, works, tells)
    }
    #endif

    // MARK: -

    /// The length of the character that a key shows: 0 if it shows none, or if the text does not allow it.
    private func length(_ cap: KeyCap) -> UInt8 {
        cap.kind != .insert || cap.isRefused(allowed) ? 0 : UInt8(truncatingIfNeeded: cap.label.length)
    }

    private var refusesSome: Bool {
        for position in steps(to: layout.count) {
            if layout[position].isRefused(allowed) { return true }
        }
        return false
    }

    /// Shuffles keys of one row, or of the page. Which keys take part is not secret.
    private func shuffle(
        _ all: inout MutableSpan<UInt8>, _ positions: Range<Int>, _ scope: ShuffleScope, row: Int?,
        _ random: inout some RandomSource
    ) throws(Failure) {
        var members = InlineArray<128, UInt8>(repeating: 0)
        var count = 0
        for key in steps(to: positions.upperBound &- positions.lowerBound) {
            let cap = layout[positions.lowerBound &+ key]
            if cap.moves(scope), row == nil || row == cap.cells.row {
                members.put(UInt8(truncatingIfNeeded: key), at: count)
                count &+= 1
            }
        }
        let scratch = layout.scratch
        try Shuffle.shuffle(count, &random) { a, b in
            let (first, second) = (scratch &+ Int(members.at(a)), scratch &+ Int(members.at(b)))
            let held = all.at(first)
            all.put(all.at(second), at: first)
            all.put(held, at: second)
        }
    }

    /// Writes the labels and names of a page in the order that the scratch holds.
    private func write(_ all: inout MutableSpan<UInt8>, _ positions: Range<Int>) {
        let (unit, scratch) = (layout.unit, layout.scratch)
        for index in steps(to: positions.upperBound &- positions.lowerBound) {
            let key = all.at(scratch &+ index)
            let start = (positions.lowerBound &+ index) &* unit
            let cap = layout[positions.lowerBound &+ Int(key)]
            all.put(length(cap), at: start)
            all.put(key, at: start &+ 1)
            layout.copy(cap.isFunction ? (0, 0) : cap.label, to: &all, at: start &+ 2, padded: layout.longestLabel)
            if layout.nameRoom == 0 { continue }
            let name = cap.canMove ? cap.name : (start: 0, length: 0)
            all.put(UInt8(truncatingIfNeeded: name.length), at: start &+ unit &- layout.nameRoom)
            layout.copy(name, to: &all, at: start &+ unit &- layout.longestName, padded: layout.longestName)
        }
    }
}

#if SCRIM_TEST_HOOKS
/// Deliberate leaks that the tests of observable differences must find.
struct KeyLeak {
    /// The character is checked once more while it is typed.
    var validates = false
    /// The number of instructions depends on the character.
    var works = false
    /// The result depends on the key.
    var tells = false
    private var state: UInt64 = 0

    mutating func work(_ byte: UInt8) {
        for _ in steps(to: works ? byte & 15 : 0) {
            step()
        }
    }

    @inline(never) private mutating func step() { state = state &* 6_364_136_223_846_793_005 &+ 1 }
}
#endif
