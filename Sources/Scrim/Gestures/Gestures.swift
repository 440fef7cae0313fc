// SPDX-License-Identifier: MIT

/// The gesture engine: the recognizers of a scene, with their target-action pairs. Gestures+Feed.swift feeds it
/// samples.
package final class Gestures {
    package static let maxRecognizers = 4096
    package static let maxActions = 64

    /// A target-action pair of a recognizer. The action is the number of a name.
    private struct Pair: BitwiseCopyable {
        var recognizer: UInt64 = 0
        var target: UInt64 = 0
        var action: UInt32 = 0
        var isAvailable = true

        /// Whether it matches. Recognizer, target and action match any if they are 0.
        func matches(_ recognizer: UInt64, _ target: UInt64, _ action: UInt32) -> Bool {
            (recognizer == 0 || self.recognizer == recognizer) && (target == 0 || self.target == target)
                && (action == 0 || self.action == action)
        }
    }

    package let scene: Scene
    /// Why the engine cannot be used any more: it was closed, or a delegate forked and this is the child process.
    var ending: Failure?
    package internal(set) var delegate: (any GesturesDelegate)?
    // Separate objects, because the engine would otherwise be larger than the reserve has room for.
    let list = RecognizerList()
    let contest = Contest()
    let scroll = Scroll()

    private var pairs = Buffer<Pair>(blank: Pair())
    private var lastID: UInt64 = 0
    /// How long a finger may be silent. It is considered lost when another comes down after that. 0: forever.
    let patience: UInt64

    // The state that samples change, in Gestures+Feed.swift and Gestures+Touches.swift.
    var fingers: Fingers
    var sequences: Sequences
    /// Keeps private touches private until the sequence ends, if one of its fingers came down on a view that is not
    /// private.
    var hold: PrivacyHold?
    /// Collects what may be reported about private touches.
    let privateTouches: PrivateTouches
    #if SCRIM_TEST_HOOKS
    package var leaks: UInt32 = 0
    #endif
    /// The outbox holds, or held, events of private touches.
    var hasPrivateEvents = false
    /// A call has used the position of a private touch, and left parts of it on the stack.
    var hasLeftPoints = false
    /// The time of the sample or deadline that is being handled.
    var now: UInt64 = 0
    /// The latest time without private samples, and the latest time of all. There are two clocks, so that the times of
    /// private samples do not affect gestures that are not private.
    var openNow: UInt64 = 0
    var latest: UInt64 = 0
    /// A private sample is being taken, so only private gestures may be sent. When other gestures are sent must not
    /// depend on private samples, because the application may change what it shows in between.
    var sparesOpen = false
    /// The next sample has counted as private, and was left for the next call. It stays private, whatever has ended or changed
    /// in between.
    var nextIsPrivate = false
    /// The events of one sample, until the caller receives them.
    var outbox = Buffer<GestureEvent>(blank: GestureEvent())
    /// The path from a window, at index 0, down to a view.
    var path = Buffer<UInt64>(blank: 0)
    /// The indices of the recognizers that have fingers or a gesture in progress, in order.
    var attentive = Buffer<Int>(blank: -1)
    /// The ones among them that follow a finger.
    var listening = Buffer<Int>(blank: -1)
    /// The most events of the recognizers in progress until the next sample, and the earliest deadline of all.
    var inProgress = 0
    var dueTime = UInt64.max
    /// The earliest deadline of private gestures.
    var privateDueTime = UInt64.max
    /// Something that others may have waited for has been removed, or they need not wait for it any more.
    var isUnresolved = false
    /// The generation of the scene when it was last examined.
    var seenGeneration: UInt64 = 0
    /// The same for what was removed from the scene.
    var seenRemovals: UInt64 = 0

    private init(
        scene: Scene, patience: UInt64, fingers: consuming Fingers, sequences: consuming Sequences,
        path: consuming Buffer<UInt64>, privateTouches: PrivateTouches
    ) {
        self.scene = scene
        self.patience = patience
        self.fingers = fingers
        self.sequences = sequences
        self.path = path
        self.privateTouches = privateTouches
    }

    /// - Throws: `noMemory`, `limit` (names), `closed`.
    package static func make(scene: Scene, patience: UInt64 = 60_000_000_000) throws(Failure) -> Gestures {
        if scene.isClosed { throw .closed }
        var path = Buffer<UInt64>(blank: 0)
        try path.reserve(Scene.maxDepth &+ 1)
        return Gestures(
            scene: scene, patience: patience, fingers: try Fingers(), sequences: try Sequences(), path: path,
            privateTouches: try PrivateTouches.make())
    }

    package var isClosed: Bool { ending != nil }

    package func close() {
        ending = .closed
        hold = nil
        forgetTouches()
        pairs = Buffer(blank: Pair())
        list.relations.removeAll()
        let old = delegate
        delegate = nil
        old?.removed()
    }

    /// Wipes the points of touches, with the recognizers that hold them.
    private func forgetTouches() {
        fingers.wipe()
        scroll.stop()
        list.all.wipe(from: 0)
        outbox.wipe(from: 0)
        privateTouches.wipe()
        list.all = Buffer(blank: .none)
        outbox = Buffer(blank: GestureEvent())
        attentive = Buffer(blank: -1)
        listening = Buffer(blank: -1)
        (inProgress, dueTime, privateDueTime) = (0, .max, .max)
    }

    /// As `checkOpen`, for calls that take samples or time. If the scene is closed, no finger can be lifted any more.
    func checkScene() throws(Failure) {
        if scene.isClosed { forgetTouches() }
        try checkOpen()
    }

    /// - Throws: `closed`, if the scene or this engine is closed.
    func checkOpen() throws(Failure) {
        if isClosed || scene.isClosed { throw .closed }
    }

    /// Returns whether a call has left parts of a private touch on the stack, and resets that.
    package func takeHasLeftPoints() -> Bool {
        defer { hasLeftPoints = false }
        return hasLeftPoints
    }

    /// The number of the current or last touch sequence. 0 before the first.
    package var sequence: UInt64 { sequences.current }

    // MARK: - Recognizers

    /// Attaches a recognizer.
    ///
    /// - Parameter className: The number of its class in the scene's names. 0: the class has the name of its kind, or "Control".
    /// - Throws: `invalidArgument`, `closed`, `limit`, `notFound`, `noMemory`.
    package func add(_ options: RecognizerOptions, className: UInt32) throws(Failure) -> UInt64 {
        try checkNew(options)
        // Reserve room for the events first, because a sample must not fail: see `takeStock`.
        try outbox.reserve((list.all.count &+ 1) &* 2)
        try attentive.reserve(list.all.count &+ 1)
        try listening.reserve(list.all.count &+ 1)
        try contest.reserve(list.all.count &+ 1)
        let (window, depth) = location(of: options.view)
        let ownClass = className != 0 ? className : try scene.names.intern(options.forEachByteOfClassName)
        let new = Recognizer(
            id: lastID &+ 1, window: window, depth: depth, className: ownClass, options: options)
        var index = 0
        while index < list.all.count, list.all[index].precedes(new) { index &+= 1 }
        try list.all.reserveWiping(list.all.count &+ 1)
        try list.relations.insertRecognizer(at: index)
        noteMove()
        try list.all.insert(new, at: index)
        findAttentive()
        takeStock()
        lastID = new.id
        return new.id
    }

    /// - Throws: `closed`, `notFound`.
    package func remove(_ id: UInt64) throws(Failure) {
        try checkOpen()
        let index = try find(id)
        noteMove()
        list.all.remove(at: index)
        // Removing moves elements up, and leaves a copy behind the last one.
        list.all.wipe(from: list.all.count, to: list.all.count &+ 1)
        removePairs { $0.recognizer == id }
        list.relations.removeRecognizer(at: index)
        findAttentive()
        // Recognizers that waited for this one may now be recognized.
        noteChange()
    }

    /// Checks a new recognizer. Names stay in the scene, so the caller does this before it stores the name of a class.
    ///
    /// - Throws: `invalidArgument`, `closed`, `limit`, `notFound`.
    package func checkNew(_ options: RecognizerOptions) throws(Failure) {
        try options.check()
        try checkOpen()
        guard scene.contains(options.view) else { throw .notFound }
        guard list.all.count < Self.maxRecognizers else { throw .limit }
    }

    /// Recognizers are about to move in memory. Those that hold points leave them in registers.
    private func noteMove() { if !attentive.isEmpty { hasLeftPoints = true } }

    /// Whether a sequence was private. It is open once it has ended and no tap of it, or of an earlier sequence, still
    /// waits. If the next sequence becomes private, taps that wait become private too.
    func standing(of sequence: UInt64) -> Sequences.Standing {
        let standing = sequences.standing(sequence)
        return standing == .open && sequence >= firstWaiting ? .undecided : standing
    }

    /// The first sequence with a complete tap that has not been sent yet. `UInt64.max` if there is none.
    var firstWaiting: UInt64 {
        var first = UInt64.max
        forEachAttentive { first = min(first, $0.tap?.firstWaiting ?? .max) }
        return first
    }

    // MARK: - Targets and actions

    /// Adds a pair. If it exists already, nothing changes.
    ///
    /// - Throws: `invalidArgument`, `closed`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    package func addAction(_ id: UInt64, target: UInt64, action: Span<UInt8>) throws(Failure) {
        guard target != 0, action.count > 0 else { throw .invalidArgument }
        try checkOpen()
        let index = try find(id)
        try Names.check(action)
        if let known = scene.names.find(action) {
            for other in steps(to: pairs.count) {
                let pair = pairs[other]
                if pair.recognizer == id, pair.target == target, pair.action == known { return }
            }
        }
        guard list.all[index].actions < Self.maxActions else { throw .limit }
        // A name stays in the scene, so it is stored only when all else has succeeded.
        try pairs.reserve(pairs.count &+ 1)
        try pairs.append(Pair(recognizer: id, target: target, action: try scene.names.intern(action)))
        list.all.update(index) { recognizer in
            recognizer.actions &+= 1
            recognizer.availableActions &+= 1
        }
    }

    /// Removes the pairs of a recognizer that match. Target 0 matches any.
    ///
    /// - Parameter action: Bytes, or none for any action.
    /// - Throws: `closed`, `notFound`, `invalidArgument` (the action is longer than a name may be), `invalidUTF8`.
    package func removeActions(_ id: UInt64, target: UInt64, action: Span<UInt8>) throws(Failure) {
        try checkOpen()
        let index = try find(id)
        try Names.check(action)
        guard let name = scene.names.find(action) else { return }
        var available = 0
        let removed = removePairs { pair in
            guard pair.matches(id, target, name) else { return false }
            if pair.isAvailable { available &+= 1 }
            return true
        }
        list.all.update(index) { recognizer in
            recognizer.actions &-= removed
            recognizer.availableActions &-= available
        }
    }

    /// Sets whether the targets of the matching pairs are available. Recognizer 0 and target 0 match any.
    ///
    /// - Parameter action: Bytes, or none for any action.
    /// - Throws: `closed`, `notFound`, `invalidArgument` (the action is longer than a name may be), `invalidUTF8`.
    package func setTargetAvailable(_ id: UInt64, target: UInt64, action: Span<UInt8>, _ isAvailable: Bool)
        throws(Failure)
    {
        try checkOpen()
        if id != 0 { _ = try find(id) }
        try Names.check(action)
        guard let name = scene.names.find(action) else { return }
        for index in steps(to: pairs.count) {
            let pair = pairs[index]
            if pair.isAvailable != isAvailable, pair.matches(id, target, name), let owner = try? find(pair.recognizer) {
                pairs.update(index) { $0.isAvailable = isAvailable }
                list.all.update(owner) { $0.availableActions &+= isAvailable ? 1 : -1 }
            }
        }
    }

    /// Whether a recognizer has an available pair of an action that passes a test.
    func hasAvailablePair(_ id: UInt64, where isRight: (_ action: UInt32) -> Bool) -> Bool {
        for index in steps(to: pairs.count) {
            let pair = pairs[index]
            if pair.recognizer == id, pair.isAvailable, isRight(pair.action) { return true }
        }
        return false
    }

    // MARK: -

    func find(_ id: UInt64) throws(Failure) -> Int {
        for index in steps(to: list.all.count) {
            if list.all[index].id == id { return index }
        }
        throw .notFound
    }

    private func location(of view: UInt64) -> (window: UInt64, depth: Int) {
        var (id, depth) = (view, 0)
        while true {
            let parent = scene.parent(id)
            if parent == 0 { return (id, depth) }
            (id, depth) = (parent, depth &+ 1)
        }
    }

    @discardableResult
    private func removePairs(_ matches: (Pair) -> Bool) -> Int {
        var (index, kept) = (0, 0)
        while index < pairs.count {
            let pair = pairs[index]
            if !matches(pair) {
                pairs[kept] = pair
                kept &+= 1
            }
            index &+= 1
        }
        pairs.truncate(kept)
        return index &- kept
    }
}
