// SPDX-License-Identifier: MIT

/// Decides which events of an engine may be collected, and keeps their records until their sequences have ended.
///
/// A record is captured when it is decided on, and handed out when its sequence has ended with nothing private in it.
/// Those of a sequence that turns private are dropped, and leave no mark: neither on the numbers of later records nor
/// on the room for others.
package final class Collector {
    package static let maxCapacity: UInt32 = 65536

    let gestures: Gestures
    let scene: Scene
    private let capacity: Int
    /// For what begins from now on.
    private(set) var rules: Rules
    /// Of private touches.
    var privateReport = PrivateTouchReport()
    /// What was collected, for the rules that look back.
    var collected = Collected()
    /// In the order of their events.
    private var records = Buffer<Record>(blank: Record())
    /// How many of them wait until nothing can turn their sequence private any more.
    private var undecided = 0
    /// The strings of all records, in their order; those that were handed out leave gaps.
    private var strings: RecordStrings
    private var gaps = 0
    /// Room for the longest record as JSON.
    private var json = ByteWriter()
    private var handedOut: UInt64 = 0
    /// Whether the records are in the order in which they are returned.
    private var isSorted = true

    private init(gestures: Gestures, rules: Rules, capacity: Int) {
        self.gestures = gestures
        self.scene = gestures.scene
        self.rules = rules
        self.strings = RecordStrings(scene: gestures.scene)
        self.capacity = capacity
    }

    /// - Throws: `invalidArgument`, `closed`, `limit` (names), `noMemory`.
    package static func make(gestures: Gestures, capacity: UInt32) throws(Failure) -> Collector {
        guard capacity >= 1, capacity <= maxCapacity else { throw .invalidArgument }
        try gestures.checkOpen()
        let rules = Rules(RuleSettings())
        try rules.markUsualRecognizers(in: gestures.scene)
        let collector = Collector(gestures: gestures, rules: rules, capacity: Int(capacity))
        try collector.records.reserve(Int(capacity))
        return collector
    }

    package func close() {
        records = Buffer(blank: Record())
        strings = RecordStrings(scene: scene)
        collected = Collected()
        json = ByteWriter()
        privateReport.set(RuleSettings(), gestures.privateTouches)
        (undecided, gaps) = (0, 0)
    }

    /// The scene whose names rules are made of.
    ///
    /// - Throws: `closed`.
    package func openScene() throws(Failure) -> Scene {
        try gestures.checkOpen()
        return scene
    }

    /// Sets the rules for sequences that begin from now on. Of what waits, that is dropped which they would not allow.
    ///
    /// - Throws: `closed`.
    package func setRules(_ new: Rules) throws(Failure) {
        try gestures.checkOpen()
        sift()
        let change = RuleChange(from: rules, to: new)
        new.succeed(rules, gestures.sequences)
        rules = new
        privateReport.set(new.settings, gestures.privateTouches)
        keep { isAllowed($0) && change.allows($0, in: scene) }
    }

    /// Whether the rules of now allow a record, as far as that follows from them and it alone.
    @inline(never)
    private func isAllowed(_ record: Record) -> Bool {
        guard rules.settings.wantsClicks, rules.marks(of: record.className).contains(.recognizer),
            record.extent(Record.Field.content.rawValue).length <= rules.settings.maxContent,
            !rules.marks(of: record.gestureChain, in: scene).hasAny(of: .gestureView, .gestureViewKind),
            !rules.marks(of: record.chain, in: scene).hasAny(of: .ignoredType, .ignoredTypeKind)
        else { return false }
        let screen = record.extent(Record.Field.screen.rawValue)
        let ignores = try? strings.text.bytes.withSpan { (all: Span<UInt8>) throws(Failure) in
            rules.ignoresScreen(
                all.suffix(from: screen.start).prefix(screen.length), record.screenChain, in: scene)
        }
        return ignores == false
    }

    // MARK: - Deciding

    /// Decides on `count` events, and answers why each is dropped, 0: it is not.
    ///
    /// - Throws: `closed`; `invalidArgument` for numbers that are none; `noMemory`. Then nothing new waits.
    package func decide(
        _ count: Int, event: (Int) throws(Failure) -> GestureEvent, answer: (Int, _ reason: UInt32) -> Void
    ) throws(Failure) {
        try gestures.checkOpen()
        for index in steps(to: count) {
            guard try event(index).isFinite else { throw .invalidArgument }
        }
        sift()
        let (recordCount, stringsLength, undecidedCount) = (records.count, strings.text.bytes.count, undecided)
        let collectedCount = collected.count
        var index = 0
        do throws(Failure) {
            while index < count {
                answer(index, try decide(event(index)))
                index &+= 1
            }
        } catch {
            records.truncate(recordCount)
            strings.text.bytes.truncate(stringsLength)
            collected.drop(to: collectedCount)
            undecided = undecidedCount
            throw error
        }
    }

    private func decide(_ event: GestureEvent) throws(Failure) -> UInt32 {
        let decision = examine(event, isWhole: false)
        #if SCRIM_TEST_HOOKS
        if gestures.leaks & 2 != 0, decision.findings.failed(DropReason.privateTouches.rawValue) { handedOut &+= 1 }
        #endif
        if !decision.findings.isDropped { try capture(event, decision) }
        return decision.findings.reason
    }

    /// What comes of each check of an event. Changes nothing.
    ///
    /// - Throws: `closed`; `invalidArgument` for numbers that are none.
    package func explain(_ event: GestureEvent) throws(Failure) -> Findings {
        try gestures.checkOpen()
        guard event.isFinite else { throw .invalidArgument }
        return examine(event, isWhole: true).findings
    }

    /// Whether there is no room for the record of an event. A sequence that may yet turn private takes none from others.
    func isFull(for event: GestureEvent) -> Bool {
        guard records.count >= capacity else { return false }
        if undecided == 0 { return true }
        let isUndecided = gestures.standing(of: event.sequence) == .undecided
        var waiting = 0
        for index in steps(to: records.count) {
            let (wasUndecided, sequence) = records.read(index) { ($0.isUndecided, $0.sequence) }
            let standing = wasUndecided ? gestures.standing(of: sequence) : .open
            if standing == .open || standing == .undecided && isUndecided { waiting &+= 1 }
        }
        return waiting >= capacity
    }

    private func capture(_ event: GestureEvent, _ decision: Decision) throws(Failure) {
        let isUndecided = gestures.standing(of: event.sequence) == .undecided
        try records.reserve(records.count &+ 1)
        var record = Record()
        (record.time, record.kind, record.state) = (event.time, event.kind, event.state)
        (record.sequence, record.recognizer) = (event.sequence, event.recognizer)
        record.view = scene.id(decision.target)
        record.isUndecided = isUndecided
        record.gestureClass = scene.className(decision.slot)
        record.gestureChain = scene.chain(decision.slot)
        record.parentChain = scene.chain(scene.parent(decision.slot))
        record.chain = scene.chain(decision.target)
        (record.depth, record.className) = gestures.list.all.read(decision.recognizer) { ($0.depth, $0.className) }
        let ignored = IgnoredTypes(now: rules, then: rules.set(for: event.sequence))
        try strings.write(
            &record, about: decision.target, type: decision.type, maxContent: decision.maxContent, ignored: ignored)
        try json.bytes.reserve(record.longestJSON)
        let control = control(decision.recognizer)
        record.isOfControl = control != 0
        try collected.add(event, control: control)
        if records.isEmpty {
            isSorted = true
        } else if record.precedes(records[records.count &- 1]) {
            isSorted = false
        }
        try records.append(record)
        if isUndecided { undecided &+= 1 }
    }

    // MARK: - Handing out

    /// Hands out the next record as JSON, and forgets it.
    ///
    /// - Parameter take: Takes it; where it throws, the record stays.
    /// - Throws: `closed`, `notFound`; what `take` does.
    package func nextJSON(_ take: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        json.bytes.truncate(0)
        guard let index = try findNext() else {
            guard let next = nextPrivateTouches else { throw .notFound }
            try json.put(privateTouches: next.what, at: next.time)
            try json.bytes.withSpan { text throws(Failure) in try take(text) }
            return forgetPrivateTouches(next.time)
        }
        let record = records[index]
        try strings.text.bytes.withSpan { (all: Span<UInt8>) throws(Failure) in
            json.put(record, number: handedOut &+ 1, strings: all)
        }
        try json.bytes.withSpan { text throws(Failure) in try take(text) }
        forget(index)
    }

    /// Lends the next record, or a bucket of private touches, and removes it.
    ///
    /// - Parameters:
    ///   - body: Gets a record. Its strings are lent with the strings of others. They stay valid until a call changes the
    ///     collector.
    ///   - privateTouches: Gets the time of a bucket, and SCRIM_PRIVATE_TOUCH_… bits.
    /// - Throws: `closed`, `notFound`.
    package func nextRecord(
        _ body: (Record, _ number: UInt64, _ strings: Span<UInt8>) -> Void,
        privateTouches: (_ time: UInt64, _ what: UInt32) -> Void
    ) throws(Failure) {
        guard let index = try findNext() else {
            guard let next = nextPrivateTouches else { throw .notFound }
            privateTouches(next.time, next.what)
            return forgetPrivateTouches(next.time)
        }
        try strings.text.bytes.withSpan { all throws(Failure) in body(records[index], handedOut &+ 1, all) }
        forget(index)
    }

    @inline(never)
    private func forget(_ index: Int) {
        handedOut &+= 1
        gaps &+= records[index].length
        records.remove(at: index)
    }

    @inline(never)
    private func findNext() throws(Failure) -> Int? {
        try gestures.checkOpen()
        sift()
        var first = -1
        for index in steps(to: records.count) {
            let record = records[index]
            if !record.isUndecided, first < 0 || record.precedes(records[first]) {
                first = index
                if isSorted { break }
            }
        }
        return first >= 0 ? first : nil
    }

    // MARK: - Waiting

    /// Settles the records whose sequences have ended, or turned private.
    @inline(never)
    private func sift() {
        collected.review(gestures, rules.settings.controlInterval)
        if undecided > 0 {
            keep { record in
                guard record.isUndecided else { return true }
                let standing = gestures.standing(of: record.sequence)
                if standing == .open {
                    record.isUndecided = false
                    undecided &-= 1
                }
                return standing != .privateTouches
            }
        }
        closeGaps()
    }

    /// Drops the records for which the body says false.
    private func keep(_ keeps: (inout Record) -> Bool) {
        records.update { record in
            if keeps(&record) { return true }
            if record.isUndecided { undecided &-= 1 }
            gaps &+= record.length
            return false
        }
    }

    /// Moves strings together once half of the bytes are gaps.
    @inline(never)
    private func closeGaps() {
        guard gaps &* 2 > strings.text.bytes.count else { return }
        var end = 0
        for index in steps(to: records.count) {
            let (start, length) = (records[index].start, records[index].length)
            for offset in steps(to: length) {
                strings.text.bytes[end &+ offset] = strings.text.bytes[start &+ offset]
            }
            records.update(index) { $0.start = end }
            end &+= length
        }
        strings.text.bytes.truncate(end)
        gaps = 0
    }
}
