// SPDX-License-Identifier: MIT

/// A shuffled keypad. The order of its keys is in protected memory, and its results are the same for all inserting keys.
package final class Keypad {
    /// When keys are shuffled. The numbers are the constants of scrim/keypad.h.
    package enum Reshuffle: UInt32 {
        case atShow = 0
        case afterPress = 1
        case onDemand = 2
    }

    /// Orders in which the keys of a page can be listed. The numbers are the constants of scrim/keypad.h.
    package enum ListOrder: UInt32 {
        case rows = 0
        case columns = 1
        case unshuffled = 2
    }

    package struct Options {
        package var scope = ShuffleScope.auto
        package var reshuffle = Reshuffle.atShow
        package var allowsUnshuffled = false
        /// The done key shows the keypad again, instead of hiding it.
        package var keepsOnDone = false
        package var bounds = Rect.zero
        package var columnSpacing = 0.0
        package var rowSpacing = 0.0

        package init() {}
    }

    let layout: KeyLayout
    let options: Options
    /// The rectangle of each position, and which keys a shuffle may put there.
    private let rects: Buffer<Rect>
    let traits: Buffer<PositionTraits>
    /// The key at each position; all zero while hidden.
    var order: SecretBytes
    var text: Text?
    package internal(set) var delegate: (any KeypadDelegate)?
    /// The characters that the text allows. Other keys are blank.
    private(set) var allowed = AllowedCharacters.any
    /// Changes whenever the keys that are shown change.
    package private(set) var generation: UInt64 = 0
    package private(set) var isShown = false
    /// It has been destroyed, perhaps by a callback of a call that has not returned yet.
    private(set) var isClosed = false
    /// A character is being copied from `order` into the text.
    var isInserting = false
    /// When the present keys appeared on the screen.
    private(set) var presented: UInt64?
    /// Shuffling is switched off for this entry.
    private(set) var isShuffleEnabled = true
    private(set) var page = 0
    /// The page to return to after one character on a shifted page.
    var unshifted: Int?
    private var hasOrder = false
    var fingers = KeyFingers()
    var hold = KeyHold()
    #if SCRIM_TEST_HOOKS
    var leak = KeyLeak()
    #endif

    private init(
        layout: KeyLayout, options: Options, rects: consuming Buffer<Rect>, traits: consuming Buffer<PositionTraits>,
        order: consuming SecretBytes
    ) {
        self.layout = layout
        self.options = options
        self.rects = rects
        self.traits = traits
        self.order = order
    }

    /// - Throws: `invalidArgument`, `noMemory`, `entropy`.
    package static func make(layout: KeyLayout, options: Options) throws(Failure) -> Keypad {
        let grid = try KeyGrid(
            bounds: options.bounds, columns: layout.columns, rows: layout.rows, columnSpacing: options.columnSpacing,
            rowSpacing: options.rowSpacing)
        var rects = Buffer<Rect>(blank: .zero)
        var traits = Buffer<PositionTraits>(blank: PositionTraits())
        try rects.reserve(layout.count)
        try traits.reserve(layout.count)
        for position in steps(to: layout.count) {
            try rects.append(try grid.rect(layout[position].cells))
            try traits.append(layout.traits(position, options.scope))
        }
        let order = try SecretBytes.make(capacity: layout.orderSize, required: [])
        return Keypad(layout: layout, options: options, rects: rects, traits: traits, order: order)
    }

    /// The part of `close` that cannot wait until callbacks have returned: wipes the layout and the state of touches. If the call
    /// that called back is inserting one of these keys, the edit is refused.
    package func wipe() {
        isClosed = true
        if isShown { generation &+= 1 }
        (isShown, hasOrder, presented, hold) = (false, false, nil, KeyHold())
        (fingers, unshifted) = (KeyFingers(), nil)
        order.wipe()
        if isInserting { text?.withdraw() }
    }

    /// Wipes the layout without reporting that it hides.
    package func close() {
        wipe()
        text = nil
        order.release()
        let old = delegate
        delegate = nil
        old?.removed()
    }

    // MARK: - Text

    /// - Throws: `corrupted`. The text is attached anyway, and the keypad is hidden.
    package func attach(_ text: Text) throws(Failure) { try change(to: text) }

    /// - Throws: like `attach`.
    package func detach() throws(Failure) { try change(to: nil) }

    private func change(to text: Text?) throws(Failure) {
        self.text = text
        forgetTouches()
        let allowed = text?.allowed ?? .any
        guard allowed != self.allowed else { return }
        self.allowed = allowed
        guard hasOrder else { return }
        if isShown { changeLayout() }
        do throws(Failure) {
            try blankRefused()
        } catch {
            // The memory is damaged, so nothing may be shown.
            let wasShown = isShown
            isShown = false
            forgetOrder()
            if wasShown { reportHidingByError() }
            throw error
        }
    }

    // MARK: - Showing

    /// Shuffles and shows. If the random source fails, or the memory was damaged, the keypad is then hidden.
    ///
    /// - Throws: `entropy`, `corrupted`; `closed` or `forked` if the delegate destroyed the keypad or forked before it was shown.
    package func show(_ random: inout some RandomSource) throws(Failure) {
        let keeps = keepsOrder
        (isShuffleEnabled, page, unshifted) = (true, 0, nil)
        try changeOrder(&random, keeping: keeps)
    }

    /// Shuffles the keys that are shown.
    package func shuffle(_ random: inout some RandomSource) throws(Failure) {
        guard isShown else { throw .invalidState }
        try changeOrder(&random, keeping: false)
    }

    package func hide() {
        guard isShown else { return }
        let goesOn = tell(.willHide)
        if isClosed { return }
        changeLayout()
        isShown = false
        if !keepsOrder { forgetOrder() }
        if goesOn { _ = tell(.didHide) }
    }

    /// Switches shuffling off for this entry, or on again.
    ///
    /// - Throws: `unsupported` if the options do not allow it, `invalidState` if it is hidden.
    package func setShuffleEnabled(_ enabled: Bool, _ random: inout some RandomSource) throws(Failure) {
        guard options.allowsUnshuffled else { throw .unsupported }
        guard isShown else { throw .invalidState }
        isShuffleEnabled = enabled
        try changeOrder(&random, keeping: false)
    }

    func turn(to page: Int) {
        self.page = page
        changeLayout()
    }

    /// Notes when the keys of a generation appeared on the screen. Earlier generations are ignored.
    package func present(_ generation: UInt64, at time: UInt64) throws(Failure) {
        guard generation > 0, generation <= self.generation else { throw .invalidArgument }
        guard generation == self.generation else { return }
        guard isShown else { throw .invalidState }
        if presented == nil { presented = time }
    }

    // MARK: - Drawing

    /// The number of keys to draw: all of the page, or none while hidden.
    package var keyCount: Int { isShown ? layout.keyCount(of: page) : 0 }

    /// A key to draw. `rank` is the number of keys before it in the order of the list.
    package struct ListedKey {
        package var rect: Rect
        package var kind: KeyKind
        package var target: Int
        package var rank: Int
    }

    /// Lends each key of the page with its label and its name in UTF-8.
    ///
    /// - Throws: `corrupted`, `forked`. Nothing has been lent then.
    package func forEachKey(
        in list: ListOrder, _ body: (ListedKey, _ label: Span<UInt8>, _ name: Span<UInt8>) -> Void
    ) throws(Failure) {
        guard isShown else { return }
        let positions = layout.positions(of: page)
        try order.read { (all: Span<UInt8>) throws(Failure) in
            for position in steps(from: positions.lowerBound, to: positions.upperBound) {
                let cap = layout[position]
                let rank: Int
                switch list {
                case .rows: rank = position &- positions.lowerBound
                case .columns: rank = layout.columnRank(position, in: positions)
                case .unshuffled: rank = key(at: position, in: all)
                }
                var key = ListedKey(rect: rects[position], kind: cap.kind, target: cap.target, rank: rank)
                if cap.isFunction {
                    layout.withWords { words in body(key, word(cap.label, of: words), word(cap.name, of: words)) }
                    continue
                }
                let label = label(at: position, in: all)
                key.kind = label.isEmpty ? .blank : .insert
                if cap.canMove {
                    body(key, label, label.isEmpty ? label : name(at: position, in: all))
                } else {
                    layout.withWords { words in body(key, label, word(label.isEmpty ? (0, 0) : cap.name, of: words)) }
                }
            }
        }
    }

    @_lifetime(copy words)
    private func word(_ word: (start: Int, length: Int), of words: Span<UInt8>) -> Span<UInt8> {
        words.suffix(from: word.start).prefix(word.length)
    }

    /// The position of the page that contains a point, or nil between keys and outside.
    func position(at point: Point) -> Int? {
        let positions = layout.positions(of: page)
        for position in steps(from: positions.lowerBound, to: positions.upperBound) {
            if rects[position].contains(point) { return position }
        }
        return nil
    }

    /// Whether a finger that came down on a position is still close enough to press its key.
    func reaches(_ point: Point, _ position: Int) -> Bool {
        let (rect, slop) = (rects[position], KeyHold.slop)
        return Rect(
            x: rect.x - slop, y: rect.y - slop, width: rect.width + 2 * slop, height: rect.height + 2 * slop
        ).contains(point)
    }

    // MARK: -

    /// Separates the fingers that are down from the keys that come next, and wipes the keys that touches have stored.
    private func forgetTouches() {
        fingers.detach()
        hold = KeyHold()
        forget(.held)
        forget(.pressed)
    }

    private func changeLayout() {
        generation &+= 1
        presented = nil
        forgetTouches()
    }

    /// Checks that the memory is intact.
    private func checkOrder() throws(Failure) { try order.read { _ throws(Failure) in } }

    private func forgetOrder() {
        hasOrder = false
        order.wipe()
    }

    /// Whether the next show keeps the order.
    private var keepsOrder: Bool { options.reshuffle == .onDemand && hasOrder && isShuffleEnabled }

    private func changeOrder(_ random: inout some RandomSource, keeping: Bool) throws(Failure) {
        let wasShown = isShown
        if !wasShown, !tell(.willShow) { throw isClosed ? .closed : .forked }
        changeLayout()
        isShown = false
        do throws(Failure) {
            if keeping {
                try checkOrder()
            } else {
                hasOrder = false
                // Not wiped first: a wipe would hide that the memory was damaged. Every byte is overwritten anyway.
                try arrange(isShuffleEnabled ? options.scope : .none, &random)
            }
        } catch {
            forgetOrder()
            if wasShown { reportHidingByError() } else { _ = tell(.didHide) }
            throw error
        }
        (hasOrder, isShown) = (true, true)
        if !wasShown { _ = tell(.didShow) }
    }
}
