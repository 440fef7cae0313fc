// SPDX-License-Identifier: MIT

/// What a class is named for in rules: bits. Exact ones count for the most derived class of a chain alone.
struct ClassMarks: OptionSet, BitwiseCopyable {
    let rawValue: UInt16
    init(rawValue: UInt16) { self.rawValue = rawValue }

    static var recognizer: ClassMarks { ClassMarks(rawValue: 1) }
    static var gestureView: ClassMarks { ClassMarks(rawValue: 2) }
    static var gestureViewKind: ClassMarks { ClassMarks(rawValue: 4) }
    static var ignoredType: ClassMarks { ClassMarks(rawValue: 8) }
    static var ignoredTypeKind: ClassMarks { ClassMarks(rawValue: 16) }
    static var ignoredScreen: ClassMarks { ClassMarks(rawValue: 32) }
    static var ignoredScreenKind: ClassMarks { ClassMarks(rawValue: 64) }
    static var container: ClassMarks { ClassMarks(rawValue: 128) }
    static var cell: ClassMarks { ClassMarks(rawValue: 256) }
    static var cellParentKind: ClassMarks { ClassMarks(rawValue: 512) }

    static var ignoredTypes: ClassMarks { ClassMarks(rawValue: 8 | 16) }
    /// The marks that apply to a class and to the classes derived from it.
    static var kinds: ClassMarks { ClassMarks(rawValue: 4 | 16 | 64 | 512) }
}

/// The part of a set of rules that is not names. The bits are those of scrim/collector.h.
package struct RuleSettings: BitwiseCopyable {
    package static var click: UInt32 { 4 }

    package var isOff = false
    package var deduplicates = true
    /// Of private touches.
    package var tellsCoarse = false
    package var tellsSilent = false
    package var eventTypes = click
    /// What a server wants instead of `eventTypes`, or nil if it has sent nothing.
    package var serverEventTypes: UInt32?
    /// Nanoseconds.
    package var controlInterval: UInt64 = 100_000_000
    package var maxContent = Scene.maxContent

    package init() {}

    /// Whether gestures are wanted. The server decides, or the product if the server has sent nothing.
    var wantsClicks: Bool {
        !isOff && (serverEventTypes ?? eventTypes) & Self.click != 0
    }
}

/// The types of views that the rules of now, or those of when a touch sequence began, ignore.
struct IgnoredTypes {
    let now: Rules
    let then: Rules?

    func contains(_ slot: Int, in scene: Scene) -> Bool {
        if now.ignoresType(of: slot, in: scene) { return true }
        guard let then, then !== now else { return false }
        return then.ignoresType(of: slot, in: scene)
    }
}

/// A set of rules. It is complete before a collector gets it. After that, only its link to older sets changes.
///
/// Names are numbers that the scene gives. The marks of each name are stored under its number. So a decision takes time for the
/// classes of a view, and not for the number of rules.
package final class Rules {
    package static let maxCount = 1024
    /// The sets from before that are remembered, for sequences that began then.
    static let maxOlder = 8

    struct Retarget: BitwiseCopyable {
        var container: UInt32 = 0
        var inner: UInt32 = 0
        /// What the record calls its type.
        var type: UInt32 = 0
    }

    struct Cell: BitwiseCopyable {
        var className: UInt32 = 0
        var action: UInt32 = 0
        var isParent = false
    }

    let settings: RuleSettings
    private var marks = Buffer<UInt16>(blank: 0)
    private(set) var retargets = Buffer<Retarget>(blank: Retarget())
    private(set) var builtinActions = Buffer<Cell>(blank: Cell())

    /// The first sequence that it holds for, and the set from before.
    private(set) var firstSequence: UInt64 = 0
    private(set) var older: Rules?

    package init(_ settings: RuleSettings) { self.settings = settings }

    // MARK: - Building

    /// What the lists of rules are lists of.
    package enum List: Int, BitwiseCopyable {
        case recognizers
        case gestureViews
        case ignoredTypes
        case ignoredScreens
        case retargets
        case builtinActions
    }

    /// Adds a rule.
    ///
    /// - Parameters:
    ///   - names: Of which each list has so many as it needs, the class first.
    ///   - kind: 1 or 2, SCRIM_MATCH_… and SCRIM_BUILTIN_ACTION_…, of lists that know them.
    /// - Throws: `noMemory`.
    @inline(never)
    package func add(to list: List, _ names: (UInt32, UInt32, UInt32), kind: UInt32) throws(Failure) {
        let isSecond = kind == 2
        switch list {
        case .recognizers: try mark(names.0, .recognizer)
        case .gestureViews: try mark(names.0, isSecond ? .gestureViewKind : .gestureView)
        case .ignoredTypes: try mark(names.0, isSecond ? .ignoredTypeKind : .ignoredType)
        case .ignoredScreens: try mark(names.0, isSecond ? .ignoredScreenKind : .ignoredScreen)
        case .retargets:
            try mark(names.0, .container)
            try retargets.append(
                Retarget(container: names.0, inner: names.1, type: names.2 != 0 ? names.2 : names.1))
        case .builtinActions:
            try mark(names.0, isSecond ? .cellParentKind : .cell)
            try builtinActions.append(Cell(className: names.0, action: names.1, isParent: isSecond))
        }
    }

    private func mark(_ name: UInt32, _ new: ClassMarks) throws(Failure) {
        let index = Int(name)
        if index >= marks.count { try marks.resize(index &+ 1) }
        marks[index] |= new.rawValue
    }

    /// Marks the recognizers that are recorded if the rules name none.
    ///
    /// - Throws: `limit`, `noMemory`.
    @inline(never)
    package func markUsualRecognizers(in scene: Scene) throws(Failure) {
        try mark(scene.names.intern("Tap"), .recognizer)
        try mark(scene.names.intern("LongPress"), .recognizer)
        try mark(scene.names.intern("Control"), .recognizer)
    }

    // MARK: - Looking up

    /// The marks of one class, without its base classes.
    func marks(of name: UInt32) -> ClassMarks { ClassMarks(rawValue: marks[Int(name)]) }

    /// The marks of a chain of classes.
    @inline(never)
    func marks(of chain: UInt32, in scene: Scene) -> ClassMarks {
        var (all, isFirst) = (ClassMarks(), true)
        scene.forEachClass(chain) { name in
            let found = marks(of: name)
            all.formUnion(isFirst ? found : found.intersection(.kinds))
            isFirst = false
        }
        return all
    }

    /// Whether a type is ignored that another set of rules does not ignore.
    @inline(never)
    func ignoresMoreTypes(than other: Rules) -> Bool {
        for index in steps(to: marks.count) {
            let ours = ClassMarks(rawValue: marks[index]).intersection(.ignoredTypes)
            let theirs = ClassMarks(rawValue: other.marks[index])
            // A rule for a class and the classes derived from it covers a rule for the class.
            if !theirs.contains(.ignoredTypeKind), !theirs.isSuperset(of: ours) { return true }
        }
        return false
    }

    @inline(never)
    func ignoresType(of slot: Int, in scene: Scene) -> Bool {
        marks(of: scene.chain(slot), in: scene).hasAny(of: .ignoredType, .ignoredTypeKind)
    }

    /// The first rule of a container.
    @inline(never)
    func retarget(of container: UInt32) -> Retarget? {
        guard marks(of: container).contains(.container) else { return nil }
        for index in steps(to: retargets.count) {
            if retargets[index].container == container { return retargets[index] }
        }
        return nil
    }

    // MARK: - Sets from before

    /// Puts this set before another one, for the sequences from now on.
    func succeed(_ other: Rules, _ sequences: borrowing Sequences) {
        firstSequence = sequences.current &+ 1
        // One is remembered for what began while it held, and may be told: how many there were of others tells of them.
        older = sequences.mayBeOpen(from: other.firstSequence) ? other : other.older
        var (last, count) = (self, 0)
        while let next = last.older {
            if count == Self.maxOlder { return last.older = nil }
            last = next
            count &+= 1
        }
    }

    /// The set that held when a sequence began; nil: nobody remembers.
    func set(for sequence: UInt64) -> Rules? {
        var set: Rules? = self
        while let found = set, found.firstSequence > sequence { set = found.older }
        return set
    }
}
