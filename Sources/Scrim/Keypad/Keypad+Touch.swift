// SPDX-License-Identifier: MIT

/// The state of a keypad between touches, without the fingers that are down.
struct KeyHold {
    /// How far from its key a finger may be lifted, in points.
    static let slop = 8.0
    /// How long a layout must have been on the screen before it accepts touches.
    static let settling: UInt64 = 100_000_000
    /// Another touch of a key within this time after its press is a bounce.
    static let bounce: UInt64 = 30_000_000
    /// How long a delete key is held before it repeats, and how often.
    static let delay: UInt64 = 500_000_000
    static let interval: UInt64 = 100_000_000

    /// When the last key was pressed. Nil once another touch of it cannot be a bounce.
    var pressTime: UInt64?
    /// When the delete key that is held down repeats.
    var deadline: UInt64?
    /// Whether it has repeated already.
    var hasRepeated = false
}

extension Keypad {
    /// What a touch did. The numbers are the constants of scrim/keypad.h.
    package enum Answer: UInt32 {
        case nothing = 0
        case inserted = 1
        case deleted = 2
        case done = 3
        case rejected = 4
        case cleared = 5
        case dismissed = 6
    }

    package func touch(_ sample: TouchSample, _ random: inout some RandomSource) throws(Failure) -> Answer {
        let finger = fingers.finger(sample.id)
        var held: Int?
        if finger?.state == .active { do throws(Failure) { held = try position(.held) } catch {} }
        // A finger that was lifted is no longer down, even if this call fails.
        if sample.phase == .ended || sample.phase == .cancelled { end(sample.id) }
        forgetPress(at: sample.time)
        guard isShown else { throw .invalidState }
        if let text, text.isClosed { throw .closed }
        // The text dates edits by its clock. Without this, its idle time-out would come too early.
        guard try tell(sample.time) else { return .rejected }
        switch sample.phase {
        case .began:
            return try begin(sample, &random)
        case .moved:
            guard finger?.state == .active, let held else { return .nothing }
            let isOnKey = reaches(sample.point, held)
            fingers.setOnKey(isOnKey)
            if !isOnKey { hold.deadline = nil }
            return .nothing
        case .cancelled:
            return .nothing
        case .ended:
            guard let finger else { return .nothing }
            if finger.state == .rejected { return .rejected }
            guard finger.state == .active else { return .nothing }
            guard let held else { throw .corrupted }
            return reaches(sample.point, held) ? try press(held, at: sample.time, &random) : .nothing
        }
    }

    /// When to call `advance` next, or nil if nothing is due.
    package var nextDeadline: UInt64? { hold.deadline }

    /// Advances the clock. A delete key that is held down repeats, at most once for each call.
    package func advance(to now: UInt64) throws(Failure) -> Answer {
        forgetPress(at: now)
        guard let deadline = hold.deadline, now >= deadline else { return .nothing }
        hold.deadline = nil
        guard let text else { return .nothing }
        if text.isClosed { throw .closed }
        guard try tell(now) else { return .rejected }
        hold.hasRepeated = true
        hold.deadline = saturatingSum(now, KeyHold.interval)
        return try delete(text)
    }

    // MARK: -

    private func begin(_ sample: TouchSample, _ random: inout some RandomSource) throws(Failure) -> Answer {
        // The end of an earlier finger with this id was lost.
        end(sample.id)
        var finger = KeyFinger(id: sample.id, state: .spent)
        guard !fingers.isBlocked, let presented, sample.time >= saturatingSum(presented, KeyHold.settling) else {
            fingers.add(finger)
            return .rejected
        }
        if fingers.count >= 2 {
            fingers.add(finger)
            fingers.block()
            hold.deadline = nil
            forget(.held)
            return .rejected
        }
        let before = generation
        var answer = Answer.nothing
        if let first = fingers.active {
            let held = try position(.held)
            fingers.spend()
            forget(.held)
            if first.isOnKey, let held { answer = try press(held, at: sample.time, &random) }
            if isClosed { return answer }
        }
        if generation != before {
            // The press of the first finger has changed the keys under this one.
            (finger.state, finger.isCounted) = (.rejected, false)
        } else if let position = position(at: sample.point), try !isBounce(position, sample.time) {
            try setPosition(.held, position)
            (finger.isOnKey, finger.state) = (true, .active)
            hold.hasRepeated = false
            hold.deadline = layout[position].kind == .delete ? saturatingSum(sample.time, KeyHold.delay) : nil
        }
        fingers.add(finger)
        return answer
    }

    /// Removes a finger.
    private func end(_ id: UInt64) {
        if fingers.active?.id == id {
            hold.deadline = nil
            forget(.held)
        }
        fingers.remove(id)
    }

    /// Advances the clock of the attached text.
    ///
    /// - Returns: False if a callback of the text has wiped it. The touch is then rejected.
    /// - Throws: `closed` if a callback has destroyed the keypad.
    private func tell(_ time: UInt64) throws(Failure) -> Bool {
        guard let text else { return true }
        let before = text.interruptions
        text.advance(to: time)
        if isClosed { throw .closed }
        return text.interruptions == before
    }

    private func isBounce(_ position: Int, _ time: UInt64) throws(Failure) -> Bool {
        guard let last = hold.pressTime, time < saturatingSum(last, KeyHold.bounce) else { return false }
        return try self.position(.pressed) == position
    }

    /// Wipes the key that was pressed last, if another touch of it cannot be a bounce any more.
    private func forgetPress(at time: UInt64) {
        guard let last = hold.pressTime, time >= saturatingSum(last, KeyHold.bounce) else { return }
        hold.pressTime = nil
        forget(.pressed)
    }

    private func press(_ position: Int, at time: UInt64, _ random: inout some RandomSource) throws(Failure) -> Answer {
        let (hasRepeated, cap) = (hold.hasRepeated, layout[position])
        hold.deadline = nil
        hold.hasRepeated = false
        hold.pressTime = time
        try setPosition(.pressed, position)
        switch traits[position].isShuffled ? .insert : cap.kind {
        case .insert:
            return try type(position, &random)
        case .delete:
            guard let text else { return .rejected }
            return hasRepeated ? .nothing : try delete(text)
        case .clear:
            guard let text else { return .rejected }
            do throws(Failure) { try text.clear() } catch .refused { return .rejected }
            return .cleared
        case .done:
            do throws(Failure) { try text?.finish() } catch .refused { return .rejected }
            if isClosed { return .done }
            // In both cases, no key types before the next layout was presented.
            if options.keepsOnDone { try show(&random) } else { hide() }
            return .done
        case .dismiss:
            do throws(Failure) { try text?.endEditing() } catch .refused { return .rejected }
            text?.conceal()
            hide()
            return .dismissed
        case .shift:
            // On the page that it shows, it returns to the page before.
            let back = unshifted
            unshifted = back == nil ? page : nil
            turn(to: back ?? cap.target)
            return .nothing
        case .page:
            unshifted = nil
            turn(to: cap.target)
            return .nothing
        case .toggleShuffle:
            guard options.allowsUnshuffled else { return .rejected }
            try setShuffleEnabled(!isShuffleEnabled, &random)
            return .nothing
        case .blank:
            return .nothing
        }
    }

    private func type(_ position: Int, _ random: inout some RandomSource) throws(Failure) -> Answer {
        let answer = try insert(position)
        if isClosed { return answer }
        if answer == .inserted, let back = unshifted {
            unshifted = nil
            turn(to: back)
        }
        if options.reshuffle == .afterPress, isShuffleEnabled { try shuffle(&random) }
        return answer
    }

    private func delete(_ text: Text) throws(Failure) -> Answer {
        do throws(Failure) { try text.delete(.backward) } catch .refused { return .rejected }
        return .deleted
    }
}
