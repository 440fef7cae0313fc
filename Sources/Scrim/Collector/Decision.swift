// SPDX-License-Identifier: MIT

/// The state of a decision: the view and the recognizer of the event, and the view that its record would be about.
struct Decision: BitwiseCopyable {
    var findings = Findings()
    /// The gesture's view or window, a slot of the scene.
    var slot = Node.none
    /// The index of a recognizer of the engine; −1: it is gone.
    var recognizer = -1
    /// What the record is about, a slot of the scene, and what it calls its type.
    var target = Node.none
    var type: UInt32 = 0
    var maxContent = Scene.maxContent
}

extension Collector {
    /// Makes the checks of an event: those of the rules from when its sequence began, and those of the rules of now.
    ///
    /// - Parameter isWhole: Continue after the first check that fails.
    func examine(_ event: GestureEvent, isWhole: Bool) -> Decision {
        var decision = Decision()
        let view = event.view != 0 ? event.view : event.window
        guard gestures.sequences.standing(event.sequence) != .privateTouches else { return .privateTouches }
        if let slot = try? scene.state.tree.find(view) {
            // It may have turned private since its sequence ended.
            if scene.isPrivate(slot: slot) { return .privateTouches }
            decision.slot = slot
            decision.recognizer = recognizer(of: event, on: view)
        }
        let then = rules.set(for: event.sequence)
        guard let found = examine(event, by: rules, &decision, isWhole) else { return .privateTouches }
        decision.findings = found
        if let then, then !== rules {
            guard let found = examine(event, by: then, &decision, isWhole) else { return .privateTouches }
            decision.findings.add(found)
        }
        // Nobody remembers the rules of then.
        decision.findings.note(.off, then == nil)
        return decision
    }

    /// The index of the recognizer that an event names, or −1 if it is not on the event's view.
    private func recognizer(of event: GestureEvent, on view: UInt64) -> Int {
        guard let index = try? gestures.find(event.recognizer) else { return -1 }
        let isIts = gestures.list.all.read(index) { $0.view == view && $0.window == event.window }
        return isIts ? index : -1
    }

    /// Makes the checks of one set of rules; nil: the record would be about something private.
    private func examine(
        _ event: GestureEvent, by rules: Rules, _ decision: inout Decision, _ isWhole: Bool
    ) -> Findings? {
        guard aim(event, by: rules, &decision) else { return nil }
        var findings = Findings()
        findings.note(.state, event.state != .ended && event.state != .cancelled)
        findings.note(.off, !rules.settings.wantsClicks)
        if decision.recognizer < 0 {
            findings.note(.gone, true)
            findings.skip(from: .own, to: .duplicate)
            findings.note(.capacity, isFull(for: event))
            return findings
        }
        if findings.isDropped, !isWhole { return findings }
        examineGesture(event, by: rules, decision, &findings)
        if findings.isDropped, !isWhole { return findings }
        examine(target: decision.target, by: rules, &findings)
        if findings.isDropped, !isWhole { return findings }
        examinePast(event, by: rules, decision, &findings)
        return findings
    }

    /// Finds what the record would be about. False: something private.
    private func aim(_ event: GestureEvent, by rules: Rules, _ decision: inout Decision) -> Bool {
        guard decision.slot != Node.none else { return true }
        let own = scene.className(decision.slot)
        var (target, type) = (decision.slot, own)
        if let rule = rules.retarget(of: own) {
            target = scene.firstInside(decision.slot, at: event.point, ofClass: rule.inner)
            type = rule.type
            if target != Node.none, scene.isPrivate(slot: target) { return false }
        }
        // Where the rules of then and those of now do not agree, there is nothing that both allow.
        if rules !== self.rules, target != decision.target { target = Node.none }
        (decision.target, decision.type) = (target, type)
        decision.maxContent = min(decision.maxContent, rules.settings.maxContent)
        return true
    }

    private func examineGesture(
        _ event: GestureEvent, by rules: Rules, _ decision: Decision, _ findings: inout Findings
    ) {
        let slot = decision.slot
        let classes = rules.marks(of: scene.chain(slot), in: scene)
        let (className, live) = gestures.list.all.read(decision.recognizer) { ($0.className, $0.availableActions) }
        findings.note(.own, scene.isOfTool(slot))
        findings.note(.foreignClass, !rules.marks(of: className).contains(.recognizer))
        findings.note(.gestureView, classes.hasAny(of: .gestureView, .gestureViewKind))
        findings.note(.noAction, live == 0)
        if live == 0 {
            findings.skip(from: .cell, to: .cell)
        } else {
            findings.note(.cell, isOnlyToldToolkit(event.recognizer, slot, classes, rules))
        }
    }

    private func examine(target: Int, by rules: Rules, _ findings: inout Findings) {
        guard target != Node.none else {
            findings.note(.noInnerView, true)
            return findings.skip(from: .viewHidden, to: .screenIgnored)
        }
        findings.note(.viewHidden, scene.isHidden(slot: target))
        findings.note(.viewIgnored, scene.flags(target).contains(.ignored))
        findings.note(.typeIgnored, rules.ignoresType(of: target, in: scene))
        findings.note(.screenIgnored, rules.ignoresScreen(of: target, in: scene))
    }

    private func examinePast(
        _ event: GestureEvent, by rules: Rules, _ decision: Decision, _ findings: inout Findings
    ) {
        let past = collected.lookBack(
            event, control: control(decision.recognizer), rules.settings.controlInterval, gestures)
        findings.note(.interval, past.isTooSoon)
        findings.note(.duplicate, rules.settings.deduplicates && past.hasTwin)
        findings.note(.capacity, isFull(for: event))
    }

    /// The view of a control's recognizer, or 0 if the recognizer is not a control's.
    func control(_ recognizer: Int) -> UInt64 {
        gestures.list.all.read(recognizer) { $0.options.isControl ? $0.view : 0 }
    }

    /// Whether the toolkit's own pairs are the only ones, on a view where these are not enough.
    private func isOnlyToldToolkit(_ recognizer: UInt64, _ slot: Int, _ classes: ClassMarks, _ rules: Rules) -> Bool {
        let parent = scene.chain(scene.parent(slot))
        guard !rules.builtinActions.isEmpty,
            classes.contains(.cell) || rules.marks(of: parent, in: scene).contains(.cellParentKind)
        else { return false }
        let own = scene.className(slot)
        return !gestures.hasAvailablePair(recognizer) { action in
            !rules.isToolkit(action, ofView: own, inside: parent, scene)
        }
    }
}

extension Decision {
    static var privateTouches: Decision {
        var decision = Decision()
        decision.findings = .privateTouches
        return decision
    }
}

extension Rules {
    /// Whether an action is one that the toolkit adds to a view of a class, or to what is in something of a chain.
    @inline(never)
    func isToolkit(_ action: UInt32, ofView own: UInt32, inside parent: UInt32, _ scene: Scene) -> Bool {
        for index in steps(to: builtinActions.count) {
            let cell = builtinActions[index]
            if cell.action == action,
                cell.isParent ? scene.chain(parent, holds: cell.className) : cell.className == own
            {
                return true
            }
        }
        return false
    }

    /// What is said of a screen of a chain of classes, or without one of that name.
    @inline(never)
    func ignoresScreen(_ name: Span<UInt8>, _ chain: UInt32, in scene: Scene) -> Bool {
        // A name that the scene does not know is none of the rules'.
        let marks = chain != 0 ? marks(of: chain, in: scene) : marks(of: scene.names.find(name) ?? 0)
        return marks.hasAny(of: .ignoredScreen, .ignoredScreenKind)
    }

    func ignoresScreen(of target: Int, in scene: Scene) -> Bool {
        let namer = scene.namer(of: .screen, for: target)
        let chain = scene.screenChain(namer)
        return
            (try? scene.withName(.screen, of: namer) { name throws(Failure) in ignoresScreen(name, chain, in: scene) })
            ?? true
    }
}
