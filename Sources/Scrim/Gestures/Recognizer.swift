// SPDX-License-Identifier: MIT

/// A recognizer on a view: its state machine, and the fingers that the view sees.
///
/// It has both state machines, and uses one at a time. As cases of an enumeration they would be copied out and back at
/// each sample, which would take longer than all the rest.
struct Recognizer: BitwiseCopyable {
    let id: UInt64
    let window: UInt64
    /// Steps from the window down to the view. A view never changes its parent.
    let depth: Int
    let className: UInt32
    /// Its bonds to the recognizer that is about to be recognized, in Gestures+Sending.swift. Otherwise none.
    var bonds = Bonds()
    var taps = TapRecognizer()
    var motion: MotionRecognizer
    /// The number of target-action pairs, and of those whose target is available.
    var actions = 0
    var availableActions = 0
    /// It sees the fingers that come down.
    var isEnabled: Bool
    /// The fingers that came down on the view or inside it, by their slots: bits.
    private(set) var fingers: UInt32 = 0
    /// The ones among them that its state machine follows.
    private(set) var followed: UInt32 = 0

    init(id: UInt64, window: UInt64, depth: Int, className: UInt32, options: RecognizerOptions) {
        self.id = id
        self.window = window
        self.depth = depth
        self.className = className
        motion = MotionRecognizer(options)
        isEnabled = !options.isDisabled
    }

    static var none: Recognizer {
        Recognizer(id: 0, window: 0, depth: 0, className: 0, options: RecognizerOptions(kind: .pan))
    }

    var options: RecognizerOptions { motion.options }

    var view: UInt64 { options.view }

    /// Whether its events come before another's: the deeper view is first, then the recognizer that was added first.
    func precedes(_ other: Recognizer) -> Bool {
        if depth != other.depth { return depth > other.depth }
        return view != other.view ? view < other.view : id < other.id
    }

    var isTap: Bool { options.kind == .tap }

    /// Whether it follows taps: its own, or those that a long press or pan requires first.
    private var countsTaps: Bool { isTap || options.taps > 0 && motion.phase == .idle && !hasNews }

    /// Taps wait for the recognizers with a higher rank on their view. 0 if no tap waits for it.
    var tapRank: Int {
        let taps = Int(options.taps) &* 2
        return isTap || taps == 0 ? taps : taps &+ 1
    }

    /// Whether it is a run of taps that is private.
    var isPrivateTap: Bool { isTap && taps.run.isPrivate }

    /// Its state machine, if it recognizes taps.
    var tap: TapRecognizer? { isTap ? taps : nil }

    /// What a recognizer is to the one that is about to be recognized.
    struct Bonds: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        /// It waits for the failure of that one.
        static var waits: Bonds { Bonds(rawValue: 1) }
        /// Both may be recognized, by a relation.
        static var simultaneous: Bonds { Bonds(rawValue: 2) }
        /// It fails, but has not failed yet.
        static var loses: Bonds { Bonds(rawValue: 4) }
    }

    // MARK: - Standing

    /// How far it is, compared with others that follow the same fingers.
    enum Standing: UInt8, BitwiseCopyable {
        case idle
        /// It may still be recognized.
        case pursuing
        /// Its conditions are met. It is recognized when it need not wait for others any more.
        case candidate
        /// It has begun and has not ended.
        case active
    }

    var standing: Standing {
        if countsTaps {
            switch taps.run.phase {
            case .idle: .idle
            case .pressing, .between: .pursuing
            case .complete: .candidate
            }
        } else {
            switch motion.phase {
            case .idle: .idle
            case .pursuing: .pursuing
            case .ready: .candidate
            case .active: .active
            }
        }
    }

    /// The fingers of its gesture or last tap, which others may not have too unless both may be recognized.
    var claim: Claim {
        countsTaps
            ? Claim(fingers: taps.run.press.involved, sequence: taps.run.press.sequence)
            : Claim(fingers: motion.involved, sequence: motion.sequence)
    }

    var hasNews: Bool { motion.news != .possible }

    /// Whether it may send an event at the next sample, or has fingers.
    var isAttentive: Bool { fingers != 0 || isInProgress }

    var isInProgress: Bool { countsTaps ? taps.isInProgress : motion.phase != .idle || hasNews }

    var deadline: UInt64 { countsTaps ? taps.deadline(options) : motion.deadline }

    // MARK: - Fingers

    @inline(never)
    mutating func makeWay(for contact: Contact, _ all: inout Fingers) {
        guard countsTaps else { return }
        taps.makeWay(for: contact, options, &all)
        listen()
    }

    /// - Parameter frame: The frame of the window.
    /// - Note: Call `makeWay` first, and send the events that it causes.
    @inline(never)
    mutating func begin(_ contact: Contact, in frame: Rect, _ all: inout Fingers) {
        let isAlone = fingers == 0
        fingers |= contact.bit
        if countsTaps {
            taps.begin(contact, isAlone: isAlone, options)
            if taps.isDone(options) { endTaps(contact, &all) }
        } else {
            motion.begin(contact, isAlone: isAlone, &all)
            if options.kind == .edgePan, isAlone { motion.chooseEdges(contact.point, of: frame) }
        }
        listen()
    }

    /// The required taps are done. The press after them, whose fingers are all down now, is the beginning of the gesture.
    private mutating func endTaps(_ contact: Contact, _ all: inout Fingers) {
        let press = taps.run.press.fingers
        taps.finish()
        for slot in SetBits(of: press) {
            var finger = contact
            finger.slot = slot
            motion.begin(finger, isAlone: true, &all)
        }
    }

    mutating func move(_ contact: Contact, _ all: inout Fingers) -> MotionRecognizer.MoveResult {
        guard followed & contact.bit != 0 else { return .nothing }
        var stir = MotionRecognizer.MoveResult.nothing
        if countsTaps {
            taps.move(contact, from: all[contact.slot].down, options)
            if taps.run.phase != .pressing { stir = .phase }
        } else {
            stir = motion.move(contact, &all)
        }
        if stir == .phase { listen() }
        return stir
    }

    @inline(never)
    mutating func lift(_ contact: Contact, _ all: inout Fingers) {
        if followed & contact.bit == 0 {
        } else if countsTaps {
            taps.lift(contact, from: all[contact.slot].down, options)
        } else {
            motion.lift(contact, &all)
        }
        forget(contact)
    }

    @inline(never)
    mutating func cancel(_ contact: Contact, _ all: inout Fingers) {
        if followed & contact.bit == 0 {
        } else if countsTaps {
            taps.finish()
        } else {
            motion.cancel(contact, &all)
        }
        forget(contact)
    }

    @inline(never)
    mutating func expire(at time: UInt64) {
        if countsTaps { taps.expire(at: time, options) } else { motion.expire(at: time) }
        listen()
    }

    // MARK: - Contest

    /// Fails.
    mutating func fail() {
        countsTaps ? taps.finish() : motion.fail()
        listen()
    }

    /// Drops a run of taps that waits for the next press, or for others.
    mutating func dropRun() { if countsTaps { fail() } }

    /// Fails. If its gesture had begun, it is cancelled at its last position, before whatever its fingers do next.
    @inline(never)
    mutating func disable(at time: UInt64, _ all: inout Fingers) {
        if !isTap { motion.stop(at: time, &all) }
        (isEnabled, fingers) = (false, 0)
        fail()
    }

    /// Recognizes a candidate. It then has an event to be sent.
    mutating func recognize(at time: UInt64, _ all: inout Fingers) {
        guard !isTap else { return }
        motion.recognize(at: time, &all)
        listen()
    }

    // MARK: - Sequences

    /// The sequence has become private. Returns whether that ends a gesture that had begun.
    @inline(never)
    mutating func turnPrivate(at time: UInt64, _ all: inout Fingers) -> Bool {
        hide()
        if !isTap { motion.stop(at: time, &all) }
        listen()
        return hasNews
    }

    /// Whether its gesture is private.
    ///
    /// - Parameter inPrivate: Whether the current sequence is private. Only taps can outlast their sequence.
    func isPrivate(inPrivate: Bool) -> Bool { countsTaps ? taps.run.isPrivate : inPrivate }

    /// Makes its run of taps private.
    mutating func hide() { if options.taps > 0 { taps.hide() } }

    mutating func forgetPrivate() {
        guard countsTaps else { return }
        taps.forgetPrivate()
        listen()
    }

    /// Wipes the positions of its fingers if its gesture is over. Other fingers may still be on its view, and it may
    /// already count taps again.
    mutating func forgetPoints() {
        // The state machine of taps wipes its own. One without a sequence is blank.
        if motion.phase == .idle, !hasNews, motion.sequence != 0 { motion = MotionRecognizer(options) }
    }

    // MARK: -

    private mutating func forget(_ contact: Contact) {
        fingers &= ~contact.bit
        listen()
    }

    mutating func listen() {
        followed = (countsTaps ? taps.followed : motion.fingers) & fingers
    }
}
