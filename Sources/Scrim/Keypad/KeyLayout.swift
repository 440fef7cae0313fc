// SPDX-License-Identifier: MIT

/// What a key does. The numbers are those of scrim/keypad.h.
package enum KeyKind: UInt32, BitwiseCopyable {
    case insert = 1
    case delete = 2
    case done = 3
    case clear = 4
    case dismiss = 5
    case shift = 6
    case page = 7
    case blank = 8
    case toggleShuffle = 9
}

/// A key of a layout, at its unshuffled position. An inserting key inserts its label.
package struct KeyCap: BitwiseCopyable {
    package static let longestLabel = 31
    package static let longestName = 63

    package let kind: KeyKind
    package let page: Int
    package let cells: KeyCells
    /// Never shuffled, whatever the scope.
    package let isFixed: Bool
    /// The page that a shift or page key shows.
    package let target: Int
    /// Where the label, which is drawn, begins among the layout's words, and its bytes.
    fileprivate(set) var label = (start: 0, length: 0)
    /// The same of the name, which is spoken. It is empty if the label is spoken.
    fileprivate(set) var name = (start: 0, length: 0)
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

    /// A shuffle can move it.
    var canMove: Bool { moves(.all) }
    /// It does not insert, so it is never at another position, and always shown.
    var isFunction: Bool { kind != .insert && kind != .blank }

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
    /// The bytes of the longest label of an inserting key, and of the longest name of a key that can move.
    private(set) var (longestLabel, longestName) = (1, 0)
    /// On pads, `ShuffleScope.auto` also moves inserting keys that are no digits.
    var movesSymbols = false
    private var caps: Buffer<KeyCap>
    /// Labels and names. They do not say where a key is.
    private var words: Buffer<UInt8>

    package init() {
        caps = Buffer(blank: .nothing)
        words = Buffer(blank: 0)
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

    /// Copies a label or a name, and zeroes behind it.
    func copy(
        _ word: (start: Int, length: Int), to target: inout MutableSpan<UInt8>, at start: Int, padded length: Int
    ) {
        for index in steps(to: length) {
            target.put(index < word.length ? words[word.start &+ index] : 0, at: start &+ index)
        }
    }

    /// Lends the bytes of all labels and names.
    func withWords(_ body: (Span<UInt8>) -> Void) {
        do throws(Failure) { try words.withSpan { (words: Span<UInt8>) throws(Failure) in body(words) } } catch {}
    }

    // MARK: - Building

    /// Adds a key.
    ///
    /// - Throws: `invalidArgument` if it is off the grid, or its label or name is not allowed.
    package func add(_ key: KeyCap, label: Span<UInt8>, name: Span<UInt8>) throws(Failure) {
        guard key.cells.isValid, key.page >= 0, key.page < Self.mostPages, key.target >= 0, key.target < Self.mostPages,
            Self.isText(label, KeyCap.longestLabel), Self.isText(name, KeyCap.longestName),
            key.kind == .shift || key.kind == .page || key.target == 0,
            key.kind != .blank || label.count == 0 && name.count == 0, key.kind != .insert || Self.isOneCluster(label)
        else { throw .invalidArgument }
        guard keyCount(of: key.page) < Self.mostKeys else { throw .limit }
        var cap = key
        cap.isDigit = key.kind == .insert && DecimalDigits.isOne(label)
        cap.isPrintable = key.kind == .insert && label.count == 1 && UTF8Text.isPlain(label)
        (cap.label, cap.name) = ((words.count, label.count), (words.count &+ label.count, name.count))
        try words.append(label)
        try words.append(name)
        if !cap.isFunction { longestLabel = max(longestLabel, label.count) }
        if cap.canMove { longestName = max(longestName, name.count) }
        var position = count
        while position > 0, Self.precedes(cap, caps[position &- 1]) { position &-= 1 }
        try caps.insert(cap, at: position)
        columns = max(columns, cap.cells.column &+ cap.cells.columns)
        rows = max(rows, cap.cells.row &+ cap.cells.rows)
        pages = max(pages, cap.page &+ 1)
    }

    /// Replaces the labels and names of function keys. An empty label keeps the label. An empty name means that the label is spoken.
    ///
    /// - Parameter target: Of shift and page keys, only those that show this page. nil means all.
    /// - Throws: `invalidArgument` if the layout has no such key, or a label or name is not allowed.
    package func relabel(
        _ kind: KeyKind, target: Int?, label: Span<UInt8>, name: Span<UInt8>
    ) throws(Failure) {
        guard kind != .insert, kind != .blank, label.count > 0 || name.count > 0,
            Self.isText(label, KeyCap.longestLabel),
            Self.isText(name, KeyCap.longestName)
        else { throw .invalidArgument }
        let (start, isRelabeled) = (words.count, label.count > 0)
        try words.append(label)
        try words.append(name)
        var isFound = false
        for position in steps(to: count) {
            var cap = caps[position]
            guard cap.kind == kind, target == nil || target == cap.target else { continue }
            if isRelabeled { cap.label = (start, label.count) }
            cap.name = (start &+ label.count, name.count)
            caps[position] = cap
            isFound = true
        }
        guard isFound else { throw .invalidArgument }
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
                    try add(KeyCap(.blank, page: page, cells: cells), label: Span(), name: Span())
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

    /// Whether it is well-formed UTF-8 without control characters, and not too long.
    private static func isText(_ bytes: Span<UInt8>, _ longest: Int) -> Bool {
        guard bytes.count <= longest, UTF8Text.isWellFormed(bytes) else { return false }
        for index in steps(to: bytes.count) {
            let byte = bytes[index]
            // The controls of the upper half, U+0080 … U+009F, are two bytes.
            if byte < 0x20 || byte == 0x7F || byte == 0xC2 && bytes.at(index &+ 1) < 0xA0 { return false }
        }
        return true
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
