// SPDX-License-Identifier: MIT

// How samples of wheels and touchpads become events. A scroll is a touch sequence with one finger, which only pans,
// pinches and rotations follow. The finger's position is how far the scroll has moved, so its velocity is the scroll's.

extension Gestures {
    /// Feeds `count` samples of wheels and touchpads, as `feed` feeds touches.
    ///
    /// - Throws: as `feed`; `roomNeededForScroll` is the room that is needed.
    package func scroll(
        _ count: Int, room: Int, sample: (Int) throws(Failure) -> ScrollSample, emit: (Int, inout GestureEvent) -> Void
    ) throws(Failure) -> (consumed: Int, produced: Int) {
        try checkScene()
        var (consumed, produced) = (0, 0)
        defer { sparesOpen = false }
        while consumed < count {
            let sample = try sample(consumed)
            lookForSecrets()
            var arrival = look(at: sample)
            scroll.roomNeeded = mostEvents(of: sample, arrival)
            guard scroll.roomNeeded <= room &- produced else { break }
            if !arrival.isOpen || sequences.isPrivate { hasLeftPoints = true }
            if arrival.isHeard {
                endEarlierScroll(sample, arrival)
                produced = try handOver(from: produced, emit)
                if !scroll.isRunning { arrival = prepare(sample, after: arrival) }
                guard max(inProgress, scroll.roomNeeded) <= room &- produced else {
                    nextIsPrivate = !arrival.isOpen
                    break
                }
            }
            if arrival.isHeard {
                if privateTouches.isAwaiting { privateTouches.advance(to: latest, scene) }
                if !scroll.isRunning { beginScroll(sample, arrival) }
                take(sample, arrival)
                produced = try handOver(from: produced, emit)
            } else if arrival.isStray {
                turnPrivate(scene.privacySource(at: sample.point))
            }
            nextIsPrivate = false
            consumed &+= 1
        }
        if count > 0, consumed == 0, produced == 0 { throw .bufferTooSmall }
        return (consumed, produced)
    }

    /// The most events that the next sample of a scroll can cause.
    package var roomNeededForScroll: Int { scroll.roomNeeded }

    // MARK: - Arrival

    /// `finger` is nil if the sample begins another scroll.
    private func look(at sample: ScrollSample) -> Arrival {
        var arrival = Arrival(finger: nil)
        let time = max(sequences.isPrivate ? latest : openNow, sample.time)
        if scroll.continues(with: sample, at: time) {
            arrival.finger = Scroll.slot
            arrival.isOpen = !nextIsPrivate && fingers.isOpen(Scroll.slot) && !shows(sample.point, Scroll.slot)
            // Otherwise the times of earlier private samples end the scroll first, and the sample begins another.
            if arrival.isOpen || latest < scroll.dueTime { return arrival }
        } else if !sample.isBegin || !fingers.isEmpty && !scroll.isRunning {
            arrival.isHeard = false
            arrival.isStray = scroll.isRunning && !sequences.isPrivate && shows(sample.point, nil)
            return arrival
        }
        let hit = scene.hit(sample.point)
        arrival.target = hit.view != 0 ? hit.view : hit.window
        arrival.source = source(at: sample.point, hitting: arrival.target)
        if arrival.finger == nil {
            // Whether the pointer has left a private scroll must not show, because it depends on where that began.
            let leavesPrivate = sequences.isPrivate && scroll.wouldContinue(with: sample, at: time)
            arrival.isOpen = arrival.source.isOpen && !leavesPrivate
        }
        return arrival
    }

    /// The room that a sample needs, and that the deadlines before it need. It is known before they fire, because a
    /// call that fails must not ask the delegate.
    private func mostEvents(of sample: ScrollSample, _ arrival: Arrival) -> Int {
        var count = inProgress
        guard arrival.target != 0 else { return count }
        findPath(to: arrival.target)
        forEachOnPath { recognizer in
            // A recognizer that follows an earlier scroll ends before the sample, and is counted once.
            let isCounted = recognizer.isInProgress && recognizer.followed != 0
            if !isCounted, recognizer.options.seesScroll(sample.source) { count &+= 1 }
        }
        return count
    }

    /// Fires the deadlines before a sample, and ends the scroll that it does not continue.
    private func endEarlierScroll(_ sample: ScrollSample, _ arrival: Arrival) {
        tell(sample.time, arrival)
        let due = arrival.isOpen ? openNow : latest
        if (sparesOpen ? privateDueTime : dueTime) <= due { fireTimers(until: due) }
        now = arrival.isOpen && !(sequences.isRunning && sequences.isPrivate) ? openNow : latest
        guard scroll.isRunning, arrival.finger == nil else { return }
        // A private scroll must not reveal itself by ending another, so it joins the sequence.
        if !arrival.isOpen { turnPrivate(arrival.source) }
        finishScroll()
        resolve()
    }

    /// Prepares the first sample of a scroll: everything that sees the scroll may begin at once. The scroll is private
    /// if the sample has already counted as private.
    private func prepare(_ sample: ScrollSample, after first: Arrival) -> Arrival {
        nextIsPrivate = !first.isOpen
        let arrival = look(at: sample)
        guard arrival.isHeard else { return arrival }
        tell(sample.time, arrival)
        scroll.roomNeeded = mostEvents(of: sample, arrival)
        return arrival
    }

    // MARK: - The scroll

    private func beginScroll(_ sample: ScrollSample, _ arrival: Arrival) {
        let source = arrival.source
        now = source.isOpen ? openNow : latest
        beginSequence(isOpen: source.isOpen)
        if source.isOpen { bindWhatWaits() }
        scroll.start(sample)
        for slot in steps(to: sample.source == .pinch ? 3 : 1) {
            let origin = Point(x: slot == Scroll.scaleSlot ? Scroll.span : 0, y: 0)
            _ = fingers.add(
                Finger(
                    target: slot == Scroll.slot ? arrival.target : 0, down: origin, point: origin, previous: origin,
                    time: now, isOpen: source.isOpen))
        }
        if sequences.isPrivate { privateTouches.begin(touch(sample), source, isFirst: false, at: latest) }
        guard arrival.target != 0 else { return }
        inform(of: contact(Scroll.slot, sample.point), ofScroll: sample.source)
        takeStock()
    }

    private func take(_ sample: ScrollSample, _ arrival: Arrival) {
        if !arrival.isOpen, !sequences.isPrivate { turnPrivate(scene.privacySource(at: sample.point)) }
        if sequences.isPrivate { privateTouches.go(touch(sample), at: latest) }
        let isCancelled = sample.phase == .cancelled
        let contact = contact(Scroll.slot, sample.point)
        let isResolved = isCancelled || follow(sample, contact)
        if isCancelled || sample.isEnd { endScroll(contact, isCancelled: isCancelled) }
        if !isResolved || isUnresolved || !scroll.isRunning {
            resolve()
        } else {
            sendNews()
            takeStock()
        }
    }

    /// Moves the scroll. Returns whether no recognizer has changed its phase.
    private func follow(_ sample: ScrollSample, _ contact: Contact) -> Bool {
        scroll.add(sample, at: now, timeout: patience)
        let measure = scroll.measure
        // The steps of a wheel have no velocity. Neither does the last sample, unless it moves.
        let last = fingers[Scroll.slot].point
        if sample.source != .wheel, !sample.isEnd || last.x != measure.translation.x || last.y != measure.translation.y
        {
            place(Scroll.slot, measure.translation)
        }
        if sample.source == .pinch, !sample.isEnd {
            place(Scroll.scaleSlot, Point(x: measure.scale * Scroll.span, y: 0))
            place(Scroll.rotationSlot, Point(x: measure.rotation * Scroll.span, y: 0))
        }
        var isResolved = true
        let isContested = sample.source == .pinch && isAnyFollowing { takesFingers($0) }
        for next in steps(to: listening.count) {
            let index = listening[next]
            let mayBegin = !isContested || !yields(index)
            if list.all.update(index, { $0.scroll(measure, contact, mayBegin: mayBegin, &fingers) }) == .phase {
                isResolved = false
            }
        }
        return isResolved
    }

    /// Whether a pan must leave the fingers on a touchpad to a pinch or rotation: these fingers always move a little,
    /// too. There is one that takes them, but it may be simultaneous with the pan.
    private func yields(_ index: Int) -> Bool {
        let mayYield = list.all.read(index) {
            $0.options.kind == .pan && !$0.options.isSimultaneous && $0.standing == .pursuing
        }
        guard mayYield else { return false }
        let isRelated = list.relations.contains(of: index) { role, _ in role == .simultaneous }
        return !isRelated || isAnyFollowing { takesFingers($0) && !list.relations.holds(index, .simultaneous, $0) }
    }

    private func takesFingers(_ index: Int) -> Bool {
        list.all.read(index) { $0.options.kind != .pan && !$0.options.isSimultaneous }
    }

    private func isAnyFollowing(_ test: (Int) -> Bool) -> Bool {
        for next in steps(to: listening.count) {
            if test(listening[next]) { return true }
        }
        return false
    }

    @inline(never)
    private func place(_ slot: Int, _ point: Point) { fingers.move(slot, to: point, time: now) }

    @inline(never)
    private func endScroll(_ contact: Contact, isCancelled: Bool) {
        release(contact, isCancelled: isCancelled)
        while let slot = fingers.first { fingers.remove(slot) }
        endSequence()
    }

    /// Ends the scroll without a sample. If its last sample was lost, it is cancelled.
    func finishScroll() {
        let contact = contact(Scroll.slot, scroll.measure.point)
        endScroll(contact, isCancelled: !scroll.source.endsInSilence)
    }

    /// Cancels the scroll, because a finger comes down.
    @inline(never)
    func dropScroll(_ source: PrivacySource) {
        // A private finger must not reveal itself by cancelling the scroll.
        if !source.isOpen { turnPrivate(source) }
        endScroll(contact(Scroll.slot, scroll.measure.point), isCancelled: true)
        resolve()
    }

    private func touch(_ sample: ScrollSample) -> TouchSample {
        TouchSample(time: sample.time, id: 0, phase: sample.phase, point: sample.point)
    }
}

extension Recognizer {
    fileprivate mutating func scroll(
        _ measure: ScrollMeasure, _ contact: Contact, mayBegin: Bool, _ all: inout Fingers
    ) -> MotionRecognizer.MoveResult {
        guard followed & contact.bit != 0 else { return .nothing }
        let result = motion.scroll(measure, contact, mayBegin: mayBegin, &all)
        if result == .phase { listen() }
        return result
    }
}

extension RecognizerOptions {
    /// Whether it follows a scroll. A scroll counts as two fingers.
    func seesScroll(_ source: ScrollSource) -> Bool {
        guard minFingers <= 2, mostFingers >= 2 else { return false }
        switch kind {
        case .pan: return taps == 0
        case .pinch, .rotation: return source == .pinch
        case .tap, .longPress, .swipe, .edgePan, .host: return false
        }
    }
}
