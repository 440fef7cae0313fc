// SPDX-License-Identifier: MIT

/// What a key does. The numbers are those of scrim/keypad.h.
package enum KeyKind: UInt32, BitwiseCopyable {
    case insert = 1
    case delete = 2
    case done = 3
    case clear = 4
    case hide = 5
    case shift = 6
    case page = 7
    case blank = 8
    case toggleShuffle = 9
}

/// A key of a layout, at its unshuffled position. An inserting key inserts its label.
package struct KeyCap: BitwiseCopyable {
    package static let longestLabel = 31

    package let kind: KeyKind
    package let page: Int
    package let cells: KeyCells
    /// Never shuffled, whatever the scope.
    package let isFixed: Bool
    /// The page that a shift or page key shows.
    package let target: Int
    /// Where the label begins among the layout's labels, and its bytes.
    fileprivate(set) var label = (start: 0, length: 0)
    /// It inserts one decimal digit of Unicode, or one printable ASCII character.
    fileprivate(set) var (isDigit, isPrintable) = (false, false)

    package init(
        _ kind: KeyKind, page: Int = 0, cells: KeyCells, isFixed: Bool = false, target: Int = 0
    ) {
        self.kind = kind
        self.page = page
        self.cells = cells
        self.isFixed = isFixed
        self.target = target
    }

    fileprivate static var nothing: KeyCap { KeyCap(.blank, cells: KeyCells(column: 0, row: 0), isFixed: true) }

    /// Whether a text of this class refuses what it inserts.
    func isRefused(_ allowed: AllowedCharacters) -> Bool {
        guard kind == .insert else { return false }
        switch allowed {
        case .any: return false
        case .digits: return !isDigit
        case .ascii: return !isPrintable
        }
    }
}

/// Pages of keys on a grid. Keys are sorted by page, then by row from the top, then from the left.
package final class KeyLayout {
    package static let mostKeys = 128
    package static let mostPages = 8

    package private(set) var columns = 1
    package private(set) var rows = 1
    package private(set) var pages = 0
    /// The bytes of the longest label.
    package private(set) var longestLabel = 1
    /// On pads, `ShuffleScope.auto` also moves inserting keys that are no digits.
    var movesSymbols = false
    private var caps: Buffer<KeyCap>
    private var labels: Buffer<UInt8>

    package init() {
        caps = Buffer(blank: .nothing)
        labels = Buffer(blank: 0)
    }

    package var count: Int { caps.count }

    /// The key at a position, counted along pages and rows.
    package subscript(position: Int) -> KeyCap {
        @inline(__always)
        get { caps[position] }
    }

    /// The positions of a page.
    package func positions(of page: Int) -> Range<Int> {
        var (first, last) = (0, 0)
        while first < count, caps[first].page < page { first &+= 1 }
        last = first
        while last < count, caps[last].page == page { last &+= 1 }
        return first..<max(last, first)
    }

    /// How many keys a page has.
    func keyCount(of page: Int) -> Int {
        let positions = positions(of: page)
        return positions.upperBound &- positions.lowerBound
    }

    /// Copies the label of a key, and zeroes behind it.
    func copyLabel(_ cap: KeyCap, to target: inout MutableSpan<UInt8>, at start: Int, padded length: Int) {
        for index in steps(to: length) {
            target.put(index < cap.label.length ? labels[cap.label.start &+ index] : 0, at: start &+ index)
        }
    }

    // MARK: - Building

    /// Adds a key.
    ///
    /// - Throws: `invalidArgument` if it is off the grid, or its label is not allowed.
    package func add(_ key: KeyCap, label: Span<UInt8>) throws(Failure) {
        guard key.cells.isValid, key.page >= 0, key.page < Self.mostPages, key.target >= 0, key.target < Self.mostPages,
            label.count <= KeyCap.longestLabel, UTF8Text.isWellFormed(label), !Self.hasControls(label),
            key.kind == .shift || key.kind == .page || key.target == 0,
            key.kind != .blank || label.count == 0, key.kind != .insert || Self.isOneCluster(label)
        else { throw .invalidArgument }
        guard keyCount(of: key.page) < Self.mostKeys else { throw .limit }
        var cap = key
        cap.label = (labels.count, label.count)
        cap.isDigit = key.kind == .insert && DecimalDigits.isOne(label)
        cap.isPrintable = key.kind == .insert && label.count == 1 && UTF8Text.isPlain(label)
        try labels.append(label)
        var position = count
        while position > 0, Self.precedes(cap, caps[position &- 1]) { position &-= 1 }
        try caps.insert(cap, at: position)
        longestLabel = max(longestLabel, label.count)
        columns = max(columns, cap.cells.column &+ cap.cells.columns)
        rows = max(rows, cap.cells.row &+ cap.cells.rows)
        pages = max(pages, cap.page &+ 1)
    }

    /// Adds `blanks` blank keys at the right of each row that has shuffled keys.
    package func addBlanks(_ blanks: Int, for scope: ShuffleScope) throws(Failure) {
        var unit = 0
        var position = 0
        while unit == 0, position < count {
            let cap = caps[position]
            if cap.kind == .insert, cap.moves(self.scope(scope, of: cap.page)) { unit = cap.cells.columns }
            position &+= 1
        }
        let (start, keys) = (columns, count)
        guard blanks > 0, unit > 0 else { return }
        var (page, row) = (0, 0)
        while page < pages {
            if hasMoving(page, row, self.scope(scope, of: page)) {
                for blank in steps(to: blanks) {
                    let cells = KeyCells(column: start &+ blank &* unit, row: row, columns: unit)
                    try add(KeyCap(.blank, page: page, cells: cells), label: Span())
                }
            }
            row &+= 1
            if row >= rows { (page, row) = (page &+ 1, 0) }
        }
        // Without shuffled keys, blank keys would be of no use.
        guard count > keys else { throw .invalidArgument }
    }

    /// - Throws: `invalidArgument` if keys overlap, or if a page is empty or does not exist.
    package func validate() throws(Failure) {
        guard count > 0 else { throw .invalidArgument }
        for page in steps(to: pages) {
            let positions = positions(of: page)
            guard !positions.isEmpty else { throw .invalidArgument }
            for position in steps(from: positions.lowerBound, to: positions.upperBound) {
                guard caps[position].target < pages else { throw .invalidArgument }
                for other in steps(from: positions.lowerBound, to: position) {
                    if caps[position].cells.overlaps(caps[other].cells) { throw .invalidArgument }
                }
            }
        }
    }

    // MARK: -

    private func hasMoving(_ page: Int, _ row: Int, _ scope: ShuffleScope) -> Bool {
        for position in steps(to: count) {
            let cap = caps[position]
            if cap.page == page, cap.cells.row == row, cap.kind == .insert, cap.moves(scope) { return true }
        }
        return false
    }

    private static func precedes(_ a: KeyCap, _ b: KeyCap) -> Bool {
        a.page < b.page || a.page == b.page && a.cells.precedes(b.cells)
    }

    private static func hasControls(_ label: Span<UInt8>) -> Bool {
        for index in steps(to: label.count) {
            if label[index] < 0x20 || label[index] == 0x7F { return true }
        }
        return false
    }

    private static func isOneCluster(_ label: Span<UInt8>) -> Bool {
        var breaker = GraphemeBreaker()
        var (clusters, index) = (0, 0)
        while let scalar = UTF8Text.scalar(in: label, at: index) {
            if breaker.begins(at: scalar.value) { clusters &+= 1 }
            index &+= scalar.length
        }
        return clusters == 1
    }
}
