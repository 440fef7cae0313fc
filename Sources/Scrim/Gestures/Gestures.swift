// SPDX-License-Identifier: MIT

/// The recognisers of a scene: what there are, and who is told of them. Gestures+Feed has how they are fed.
package final class Gestures {
    package static let maxRecognizers = 4096
    package static let maxActions = 64

    /// A target and an action of a recogniser; the action is the number of a name.
    private struct Pair: BitwiseCopyable {
        var recognizer: UInt64 = 0
        var target: UInt64 = 0
        var action: UInt32 = 0
        var isAvailable = true

        /// Recogniser, target and action 0 are any.
        func matches(_ recognizer: UInt64, _ target: UInt64, _ action: UInt32) -> Bool {
            (recognizer == 0 || self.recognizer == recognizer) && (target == 0 || self.target == target)
                && (action == 0 || self.action == action)
        }
    }

    package let scene: Scene
    package private(set) var isClosed = false
    let list = RecognizerList()
    private var pairs = Buffer<Pair>(blank: Pair())
    var relations = Relations()
    private var lastID: UInt64 = 0
    /// How long a finger may be silent until it counts as lost, where another comes down; 0: for ever.
    let patience: UInt64

    // What samples change, in Gestures+Feed and Gestures+Touches.
    var fingers: Fingers
    var sequences: Sequences
    /// Keeps views private to the end of the sequence, once one of its fingers came down on a view that was not.
    var hold: PrivacyHold?
    /// What may be told of private ones.
    let privateTouches: PrivateTouches
    #if SCRIM_TEST_HOOKS
    package var leaks: UInt32 = 0
    #endif
    /// Of the events some are, or one that came to nothing was, of private touches.
    var hasPrivateEvents = false
    /// A call has worked on a private touch, and left parts of it on the stack.
    var hasLeftPoints = false
    /// The time of the sample that is being taken, or of the deadline.
    var now: UInt64 = 0
    /// The latest time that was not that of a private sample, and the latest of all. Two clocks, so that the time of no
    /// private sample shows in what is not private.
    var openNow: UInt64 = 0
    var latest: UInt64 = 0
    /// A private sample is being taken: only what is private may come to its end. When the rest is told must not depend on
    /// private samples, because the application may change what it shows in between.
    var sparesOpen = false
    /// The events of one sample, until they are handed over.
    var outbox = Buffer<GestureEvent>(blank: GestureEvent())
    /// A window at 0, and the way down from it to a view.
    var path = Buffer<UInt64>(blank: 0)
    /// The indices of the recognisers that have something to do, in their order.
    var attentive = Buffer<Int>(blank: -1)
    /// Those of them that listen to a finger.
    var listening = Buffer<Int>(blank: -1)
    /// Recognisers that may send an event at the next sample, and the earliest deadline of all.
    var inProgress = 0
    var dueTime = UInt64.max
    /// The earliest deadline of those that are private.
    var privateDueTime = UInt64.max
    /// What somebody waited for has been taken away.
    var isUnresolved = false
    /// The scene as it was when it was last looked at.
    var seenGeneration: UInt64 = 0

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

    package func close() {
        isClosed = true
        hold = nil
        fingers.wipe()
        list.all.wipe(from: 0)
        outbox.wipe(from: 0)
        privateTouches.wipe()
        list.all = Buffer(blank: .none)
        pairs = Buffer(blank: Pair())
        outbox = Buffer(blank: GestureEvent())
        attentive = Buffer(blank: -1)
        listening = Buffer(blank: -1)
        relations.removeAll()
        (inProgress, dueTime, privateDueTime) = (0, .max, .max)
    }

    /// - Throws: `closed`, where the scene or this is.
    func checkOpen() throws(Failure) {
        if isClosed || scene.isClosed { throw .closed }
    }

    /// Whether a call since the last time that this was asked has left parts of a private touch on the stack.
    package func takeHasLeftPoints() -> Bool {
        defer { hasLeftPoints = false }
        return hasLeftPoints
    }

    /// The number of the present or last sequence of touches; 0 before the first.
    package var sequence: UInt64 { sequences.current }

    // MARK: - Recognisers

    /// Attaches a recogniser.
    ///
    /// - Parameter className: The number of its own class in the scene's names; 0: the one of its kind.
    /// - Throws: `invalidArgument`, `closed`, `limit`, `notFound`, `noMemory`.
    package func add(_ options: RecognizerOptions, className: UInt32) throws(Failure) -> UInt64 {
        try options.check()
        try checkOpen()
        guard scene.contains(options.view) else { throw .notFound }
        guard list.all.count < Self.maxRecognizers else { throw .limit }
        // Room for the events first: a sample causes one of each recogniser at most, and must not fail.
        try outbox.reserve(list.all.count &+ 1)
        try attentive.reserve(list.all.count &+ 1)
        try listening.reserve(list.all.count &+ 1)
        let (window, depth) = location(of: options.view)
        let ownClass = className != 0 ? className : try scene.names.intern(options.kind.forEachByteOfClassName)
        let new = Recognizer(
            id: lastID &+ 1, window: window, depth: depth, className: ownClass, options: options)
        var index = 0
        while index < list.all.count, list.all[index].precedes(new) { index &+= 1 }
        try list.all.reserveWiping(list.all.count &+ 1)
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
        list.all.remove(at: index)
        // What moved up leaves a copy behind the last.
        list.all.wipe(from: list.all.count, to: list.all.count &+ 1)
        removePairs { $0.recognizer == id }
        while true {
            let other = relations.removeAny(of: id)
            if other == 0 { break }
            if let index = try? find(other) { list.all.update(index) { $0.relations &-= 1 } }
        }
        findAttentive()
        // What was waiting for this one has nobody to wait for any more.
        isUnresolved = inProgress > 0
        takeStock()
    }

    /// Whether a sequence was private. It is open when it has ended and no tap of it, or of an earlier one, waits any more:
    /// if the next one turns private, so does what waits.
    func standing(of sequence: UInt64) -> Sequences.Standing {
        let standing = sequences.standing(sequence)
        return standing == .open && sequence >= firstWaiting ? .undecided : standing
    }

    /// The first sequence of which a tap is complete but not sent yet; the last there can be where none is.
    var firstWaiting: UInt64 {
        var first = UInt64.max
        forEachAttentive { first = min(first, $0.tap?.firstWaiting ?? .max) }
        return first
    }

    // MARK: - Targets and actions

    /// Adds a pair; one that is there already stays as it is.
    ///
    /// - Throws: `invalidArgument`, `closed`, `notFound`, `limit`, `invalidUTF8`, `noMemory`.
    package func addAction(_ id: UInt64, target: UInt64, action: Span<UInt8>) throws(Failure) {
        guard target != 0, action.count > 0 else { throw .invalidArgument }
        try checkOpen()
        let index = try find(id)
        let new = Pair(recognizer: id, target: target, action: try scene.names.intern(action))
        for other in steps(to: pairs.count) {
            let pair = pairs[other]
            if pair.recognizer == id, pair.target == target, pair.action == new.action { return }
        }
        guard list.all[index].actions < Self.maxActions else { throw .limit }
        try pairs.append(new)
        list.all.update(index) { recognizer in
            recognizer.actions &+= 1
            recognizer.availableActions &+= 1
        }
    }

    /// Removes the pairs of a recogniser that match; target 0 is any.
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

    /// Says whether the pairs that match can be told; recogniser 0 and target 0 are any.
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

    /// Whether a recogniser has an available pair of an action that passes a test.
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
