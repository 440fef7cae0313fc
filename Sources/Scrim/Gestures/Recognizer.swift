// SPDX-License-Identifier: MIT

/// A recogniser on a view: its state machine, and which fingers the view sees.
///
/// It has room for either machine, and uses one: as the cases of an enumeration they would be copied out and back at each
/// sample, which costs more than the rest.
struct Recognizer: BitwiseCopyable {
    let id: UInt64
    let window: UInt64
    /// Steps from the window down to the view. A view never changes its parent.
    let depth: Int
    let className: UInt32
    let options: RecognizerOptions
    var taps = TapRecognizer()
    var motion = MotionRecognizer()
    /// Pairs of target and action, and those of them that can be told.
    var actions = 0
    var availableActions = 0
    /// Relations to others that it is in.
    var relations = 0
    /// The fingers that came down on the view or inside it, by their slots: bits.
    private(set) var fingers: UInt32 = 0
    /// Those of them that its state machine listens to.
    private(set) var followed: UInt32 = 0

    init(id: UInt64, window: UInt64, depth: Int, className: UInt32, options: RecognizerOptions) {
        self.id = id
        self.window = window
        self.depth = depth
        self.className = className
        self.options = options
    }

    static var none: Recognizer {
        Recognizer(id: 0, window: 0, depth: 0, className: 0, options: RecognizerOptions(kind: .pan))
    }

    var view: UInt64 { options.view }

    /// Whether it is sent before another: the deeper view first, then the one that was there first.
    func precedes(_ other: Recognizer) -> Bool {
        if depth != other.depth { return depth > other.depth }
        return view != other.view ? view < other.view : id < other.id
    }

    var isTap: Bool { options.kind == .tap }

    /// Whether it is a run of taps that is private.
    var isPrivateTap: Bool { isTap && taps.run.isPrivate }

    /// Its machine, where it is one of taps.
    var tap: TapRecognizer? { isTap ? taps : nil }

    // MARK: - Standing

    /// Where it stands in the contest with others.
    enum Standing: UInt8, BitwiseCopyable {
        case idle
        /// May yet be recognised.
        case pursuing
        /// Will be, once nothing is left to wait for.
        case candidate
        /// Has begun, and has not ended.
        case active
    }

    var standing: Standing {
        if isTap {
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

    /// The fingers of its gesture, those that have gone up included, and their sequence.
    var involved: (fingers: UInt32, sequence: UInt64) {
        isTap ? (taps.run.press.involved, taps.run.press.sequence) : (motion.involved, motion.sequence)
    }

    var hasNews: Bool { motion.news != .possible }

    /// Whether it may send an event at the next sample, or has fingers.
    var isAttentive: Bool { fingers != 0 || isInProgress }

    var isInProgress: Bool { isTap ? taps.isInProgress : motion.phase != .idle || hasNews }

    var deadline: UInt64 { isTap ? taps.deadline(options) : motion.deadline(options) }

    // MARK: - Fingers

    mutating func makeWay(for contact: Contact) {
        guard isTap else { return }
        taps.makeWay(for: contact, options)
        listen()
    }

    /// - Parameter frame: Of the window.
    /// - Note: After `makeWay`, and what that made to be sent has been sent.
    mutating func begin(_ contact: Contact, in frame: Rect, _ all: borrowing Fingers) {
        let isAlone = fingers == 0
        fingers |= contact.bit
        if isTap {
            taps.begin(contact, isAlone: isAlone, options)
        } else {
            motion.begin(contact, isAlone: isAlone, options, all)
            if options.kind == .edgePan, isAlone { motion.chooseEdges(contact.point, of: frame, options) }
        }
        listen()
    }

    mutating func move(_ contact: Contact, _ all: inout Fingers) -> MotionRecognizer.MoveResult {
        guard followed & contact.bit != 0 else { return .nothing }
        var stir = MotionRecognizer.MoveResult.nothing
        if isTap {
            taps.move(contact, from: all[contact.slot].down, options)
            if taps.run.phase != .pressing { stir = .phase }
        } else {
            stir = motion.move(contact, options, &all)
        }
        if stir == .phase { listen() }
        return stir
    }

    mutating func lift(_ contact: Contact, _ all: inout Fingers) {
        if followed & contact.bit == 0 {
        } else if isTap {
            taps.lift(contact, from: all[contact.slot].down, options)
        } else {
            motion.lift(contact, options, &all)
        }
        forget(contact)
    }

    mutating func cancel(_ contact: Contact, _ all: inout Fingers) {
        if followed & contact.bit == 0 {
        } else if isTap {
            taps.finish()
        } else {
            motion.cancel(contact, options, &all)
        }
        forget(contact)
    }

    mutating func expire(at time: UInt64) {
        if isTap { taps.expire(at: time, options) } else { motion.expire(at: time, options) }
        listen()
    }

    // MARK: - Contest

    /// Gives up what it pursued or waited for.
    mutating func fail() {
        if isTap { taps.finish() } else { motion.fail() }
        listen()
    }

    /// A candidate is recognised: it has an event to be sent.
    mutating func recognize(at time: UInt64, _ all: inout Fingers) {
        guard !isTap else { return }
        motion.recognize(at: time, options, &all)
        listen()
    }

    // MARK: - Sequences

    /// The sequence has turned private. Answers whether that ends a gesture that had begun.
    mutating func turnPrivate(at time: UInt64, _ all: inout Fingers) -> Bool {
        hide()
        if !isTap { motion.turnPrivate(at: time, options, &all) }
        listen()
        return hasNews
    }

    /// Whether what it follows, or waits with, is private.
    ///
    /// - Parameter inPrivate: The present sequence is: all but taps are done when their sequence is over.
    func isPrivate(inPrivate: Bool) -> Bool { isTap ? taps.run.isPrivate : inPrivate }

    /// What it waits for is private from here on.
    mutating func hide() { if isTap { taps.hide() } }

    mutating func forgetPrivate() {
        guard isTap else { return }
        taps.forgetPrivate()
        listen()
    }

    /// Wipes where its fingers were, when it has nothing to do any more.
    mutating func forgetPoints() {
        // That of taps does so by itself.
        if !isTap { motion = MotionRecognizer() }
    }

    // MARK: -

    private mutating func forget(_ contact: Contact) {
        fingers &= ~contact.bit
        listen()
    }

    mutating func listen() {
        followed = (isTap ? taps.followed : motion.fingers) & fingers
    }
}
