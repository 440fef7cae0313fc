// SPDX-License-Identifier: MIT
import Scrim
import Synchronization

/// Groups of handles: rings of slots that one thread at a time may use. Only that thread changes them, so they need no
/// lock.
enum Groups {
    /// Records that one object depends on another, and makes their groups one.
    static func join(_ dependent: UInt32, to dependency: UInt32) {
        guard let slot = unsafe Handles.slot(dependent), let other = unsafe Handles.slot(dependency) else { return }
        unsafe slot.pointee.dependency = Handles.handle(dependency, other.pointee.tag.load(ordering: .relaxed))
        merge(dependent, dependency)
    }

    /// Whether an object depends on another that has not been destroyed.
    static func hasDependency(_ dependent: UInt32) -> Bool {
        guard let slot = unsafe Handles.slot(dependent) else { return false }
        let dependency = unsafe slot.pointee.dependency
        return dependency != 0 && (try? Handles.find(dependency, UInt32(truncatingIfNeeded: dependency & 15))) != nil
    }

    /// Forgets what an object depends on, and splits its group into the parts that still depend on each other.
    static func leave(_ dependent: UInt32) {
        guard let slot = unsafe Handles.slot(dependent), unsafe slot.pointee.dependency != 0 else { return }
        unsafe slot.pointee.dependency = 0
        split(dependent)
    }

    /// Takes a slot whose handle was retired out of its group.
    static func remove(_ index: UInt32) {
        guard let slot = unsafe Handles.slot(index) else { return }
        unsafe slot.pointee.dependency = 0
        if unsafe slot.pointee.size != 1 || slot.pointee.root != index { split(index) }
    }

    // MARK: - Callbacks

    /// Whether a callback of the group is running.
    @inline(never)
    static func isBusy(_ index: UInt32) -> Bool {
        guard let root = unsafe root(of: index) else { return false }
        return unsafe root.pointee.callbacks.load(ordering: .acquiring) != 0
    }

    /// Whether an object was destroyed inside a callback. It is closed when the callbacks have returned, and reports nothing any more.
    @inline(never)
    static func isDestroyed(_ index: UInt32) -> Bool {
        guard let slot = unsafe Handles.slot(index) else { return true }
        return unsafe slot.pointee.isDeferred || slot.pointee.isEnding
    }

    /// Runs a callback. Meanwhile calls that would change the group fail, and destruction is deferred.
    ///
    /// - Returns: Whether this is still the same process. If the callback forked, the child's tables are empty from here on, and
    ///   the slot may belong to a new object.
    @discardableResult
    static func callBack(_ index: UInt32, _ body: () -> Void) -> Bool {
        let process = ProcessEpoch.current
        let root = unsafe enterCallback(index)
        body()
        return unsafe leaveCallback(root, process)
    }

    // Not inlined, because every callback contains them.
    @inline(never)
    private static func enterCallback(_ index: UInt32) -> UnsafeMutablePointer<Slot>? {
        let root = unsafe root(of: index)
        unsafe root?.pointee.callbacks.wrappingAdd(1, ordering: .acquiringAndReleasing)
        return unsafe root
    }
    @inline(never)
    private static func leaveCallback(_ root: UnsafeMutablePointer<Slot>?, _ process: UInt32) -> Bool {
        guard (try? Handles.enter()) != nil, ProcessEpoch.current == process else { return false }
        unsafe root?.pointee.callbacks.wrappingSubtract(1, ordering: .acquiringAndReleasing)
        return true
    }

    /// Defers the destruction of a slot until the callbacks of its group have returned.
    static func deferDestruction(_ index: UInt32) {
        guard let slot = unsafe Handles.slot(index), unsafe !slot.pointee.isDeferred, unsafe !slot.pointee.isEnding,
            let root = unsafe root(of: index)
        else { return }
        unsafe slot.pointee.isDeferred = true
        unsafe root.pointee.deferred.wrappingAdd(1, ordering: .releasing)
    }

    /// Destroys what was deferred, at the end of a call with a handle. Does nothing if the call destroyed that handle, because the
    /// slot may belong to another thread by now.
    @inline(never)
    static func destroyDeferred(_ index: UInt32, _ handle: UInt64) {
        guard let slot = unsafe Handles.slot(index),
            unsafe Handles.handle(index, slot.pointee.tag.load(ordering: .acquiring)) == handle,
            let root = unsafe Handles.slot(slot.pointee.root),
            unsafe root.pointee.deferred.load(ordering: .acquiring) != 0
        else { return }
        destroyDeferred(index)
    }

    /// Destroys what was deferred, if no callback is running. Used at the end of every call that may have called back.
    @inline(never)
    static func destroyDeferred(_ index: UInt32) {
        guard let root = unsafe root(of: index), unsafe root.pointee.deferred.load(ordering: .acquiring) != 0,
            unsafe root.pointee.callbacks.load(ordering: .acquiring) == 0
        else { return }
        // A callback may have forked: the child has no copy of the secret that could be wiped, and its handles are the
        // parent's.
        guard (try? Handles.enter()) != nil, unsafe root.pointee.epoch == ProcessEpoch.current else { return }
        // If `const` calls end on several threads at once, only one of them destroys.
        guard unsafe root.pointee.deferred.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return }
        var first: UInt32 = 0
        unsafe visit(index) { member, slot in
            guard unsafe slot.pointee.isDeferred else { return }
            unsafe slot.pointee.isDeferred = false
            unsafe slot.pointee.isEnding = true
            unsafe slot.pointee.nextDeferred = first
            first = member
        }
        let process = ProcessEpoch.current
        while first != 0, ProcessEpoch.current == process, let slot = unsafe Handles.slot(first) {
            let deferred = first
            first = unsafe slot.pointee.nextDeferred
            close(deferred)
        }
    }

    // MARK: - Rings

    private static func root(of index: UInt32) -> UnsafeMutablePointer<Slot>? {
        guard let slot = unsafe Handles.slot(index) else { return nil }
        return unsafe Handles.slot(slot.pointee.root)
    }

    /// Visits every slot of a group. The body may change everything except the part of the ring that is not visited yet.
    private static func visit(_ index: UInt32, _ body: (UInt32, UnsafeMutablePointer<Slot>) -> Void) {
        var member = index
        while let slot = unsafe Handles.slot(member) {
            let next = unsafe slot.pointee.nextInGroup
            unsafe body(member, slot)
            if next == index { return }
            member = next
        }
    }

    private static func merge(_ a: UInt32, _ b: UInt32) {
        guard let slotA = unsafe Handles.slot(a), let slotB = unsafe Handles.slot(b),
            unsafe slotA.pointee.root != slotB.pointee.root,
            let rootA = unsafe root(of: a), let rootB = unsafe root(of: b)
        else { return }
        // The smaller ring gets the root of the larger, so that n joins take O(n log n).
        let (kept, renamed) = unsafe rootA.pointee.size >= rootB.pointee.size ? (a, b) : (b, a)
        guard let keptRoot = unsafe root(of: kept) else { return }
        let name = unsafe Handles.slot(kept)?.pointee.root ?? kept
        unsafe keptRoot.pointee.size = rootA.pointee.size &+ rootB.pointee.size
        unsafe visit(renamed) { _, slot in unsafe slot.pointee.root = name }
        unsafe swap(&slotA.pointee.nextInGroup, &slotB.pointee.nextInGroup)
    }

    /// Makes every slot of a group a separate group, then joins the ones that depend on each other again.
    private static func split(_ index: UInt32) {
        var first: UInt32 = 0
        unsafe visit(index) { member, slot in
            unsafe slot.pointee.nextInGroup = member
            unsafe slot.pointee.root = member
            unsafe slot.pointee.size = 1
            unsafe slot.pointee.nextFree = first
            first = member
        }
        while first != 0, let slot = unsafe Handles.slot(first) {
            let dependency = unsafe slot.pointee.dependency
            let kind = UInt32(truncatingIfNeeded: dependency & 15)
            if dependency != 0, let other = try? Handles.find(dependency, kind) { merge(first, other) }
            first = unsafe slot.pointee.nextFree
        }
    }
}
