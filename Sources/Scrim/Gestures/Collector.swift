// SPDX-License-Identifier: MIT

/// Decides which events of an engine may be collected, and keeps their records until their sequences have ended.
///
/// A record is captured when it is decided on, and handed out when its sequence has ended with nothing private in it.
/// Those of a sequence that turns private are dropped, and leave no mark: neither on the numbers of later records nor
/// on the room for others.
package final class Collector {
    package static let maxCapacity: UInt32 = 65536

    private let gestures: Gestures
    private let capacity: Int
    /// In the order of their events.
    private var records = Buffer<Record>(blank: Record())
    /// How many of them wait for the end of their sequence.
    private var undecided = 0
    /// The strings of all records, in their order; those that were handed out leave gaps.
    private var strings = Buffer<UInt8>(blank: 0)
    private var gaps = 0
    private var handedOut: UInt64 = 0
    /// The records stand as they are to be handed out.
    private var isSorted = true

    private init(gestures: Gestures, capacity: Int) {
        self.gestures = gestures
        self.capacity = capacity
    }

    /// - Throws: `invalidArgument`, `closed`, `noMemory`.
    package static func make(gestures: Gestures, capacity: UInt32) throws(Failure) -> Collector {
        guard capacity >= 1, capacity <= maxCapacity else { throw .invalidArgument }
        try gestures.checkOpen()
        let collector = Collector(gestures: gestures, capacity: Int(capacity))
        try collector.records.reserve(Int(capacity))
        return collector
    }

    package func close() {
        records = Buffer(blank: Record())
        strings = Buffer(blank: 0)
        (undecided, gaps) = (0, 0)
    }

    // MARK: - Deciding

    /// Decides on `count` events, and answers why each is refused, nil: it is not.
    ///
    /// - Throws: `closed`; `invalidArgument` for numbers that are none; `noMemory`. Then nothing new waits.
    package func decide(
        _ count: Int, event: (Int) throws(Failure) -> GestureEvent, answer: (Int, Refusal?) -> Void
    ) throws(Failure) {
        try gestures.checkOpen()
        var index = 0
        while index < count {
            guard try event(index).isFinite else { throw .invalidArgument }
            index &+= 1
        }
        sift()
        let (recordCount, stringsLength, undecidedCount) = (records.count, strings.count, undecided)
        index = 0
        do throws(Failure) {
            while index < count {
                answer(index, try decide(event(index)))
                index &+= 1
            }
        } catch {
            records.truncate(recordCount)
            strings.truncate(stringsLength)
            undecided = undecidedCount
            throw error
        }
    }

    private func decide(_ event: GestureEvent) throws(Failure) -> Refusal? {
        if let refusal = gestures.refusal(of: event) { return refusal }
        let isUndecided = gestures.sequences.verdict(event.sequence) == .undecided
        // A sequence that may yet turn private takes no room from others.
        let waiting = records.count &- (isUndecided ? 0 : undecided)
        guard waiting < capacity else { return .capacity }
        try capture(event, isUndecided: isUndecided)
        return nil
    }

    private func capture(_ event: GestureEvent, isUndecided: Bool) throws(Failure) {
        let scene = gestures.scene
        var record = Record()
        record.event = event
        record.isUndecided = isUndecided
        record.view = event.view != 0 ? event.view : event.window
        record.depth = gestures.recognizer(event.recognizer)?.depth ?? 0
        record.type = scene.mostDerivedClass(record.view)
        record.start = strings.count
        try records.reserve(records.count &+ 1)
        record.contentLength = try scene.withContent(record.view) { string throws(Failure) in try keep(string) }
        record.screenLength = try scene.withScreen(ofWindow: event.window) { string throws(Failure) in try keep(string)
        }
        record.titleLength = try scene.withTitle(ofWindow: event.window) { string throws(Failure) in try keep(string) }
        if records.isEmpty {
            isSorted = true
        } else if record.precedes(records[records.count &- 1]) {
            isSorted = false
        }
        try records.append(record)
        if isUndecided { undecided &+= 1 }
    }

    private func keep(_ string: Span<UInt8>) throws(Failure) -> Int {
        try strings.append(string)
        return string.count
    }

    // MARK: - Handing out

    /// The length of the next record as JSON.
    ///
    /// - Throws: `closed`, `notFound`.
    package func nextLength() throws(Failure) -> Int {
        let place = try findNext()
        var length = 0
        try write(place) { _ in length &+= 1 }
        return length
    }

    /// Hands out the next record as JSON, and forgets it.
    ///
    /// - Throws: as `nextLength`.
    package func next(_ put: (UInt8) -> Void) throws(Failure) {
        let place = try findNext()
        try write(place, put)
        handedOut &+= 1
        gaps &+= records[place].length
        records.remove(at: place)
        closeGaps()
    }

    private func findNext() throws(Failure) -> Int {
        try gestures.checkOpen()
        sift()
        // What comes later than a tap that still waits is not its turn.
        let waiting = gestures.firstWaiting
        var (place, first) = (0, -1)
        while place < records.count {
            let record = records[place]
            if !record.isUndecided, record.event.sequence < waiting, first < 0 || record.precedes(records[first]) {
                first = place
                if isSorted { break }
            }
            place &+= 1
        }
        guard first >= 0 else { throw .notFound }
        return first
    }

    private func write(_ place: Int, _ put: (UInt8) -> Void) throws(Failure) {
        let record = records[place]
        let names = gestures.scene.names
        try strings.withSpan { all throws(Failure) in
            try JSON.write(
                record, number: handedOut &+ 1, strings: all.suffix(from: record.start), names: names, put)
        }
    }

    // MARK: - Waiting

    /// Settles the records whose sequences have ended, or turned private.
    private func sift() {
        guard undecided > 0 else { return }
        var (index, kept) = (0, 0)
        while index < records.count {
            var record = records[index]
            let verdict = record.isUndecided ? gestures.sequences.verdict(record.event.sequence) : .open
            if record.isUndecided, verdict != .undecided { undecided &-= 1 }
            if verdict == .hidden {
                gaps &+= record.length
            } else {
                record.isUndecided = verdict == .undecided
                records[kept] = record
                kept &+= 1
            }
            index &+= 1
        }
        records.truncate(kept)
        closeGaps()
    }

    /// Moves strings together once half of the bytes are gaps.
    private func closeGaps() {
        guard gaps &* 2 > strings.count else { return }
        var (end, index) = (0, 0)
        while index < records.count {
            let (start, length) = (records[index].start, records[index].length)
            var offset = 0
            while offset < length {
                strings[end &+ offset] = strings[start &+ offset]
                offset &+= 1
            }
            records.update(index) { $0.start = end }
            end &+= length
            index &+= 1
        }
        strings.truncate(end)
        gaps = 0
    }
}
