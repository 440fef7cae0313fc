// SPDX-License-Identifier: MIT
import CScrim
import Scrim
import Synchronization

// The kinds of handles: the type of each, and how it is closed.

extension Text: HandleObject {
    static var kind: Int { SCRIM_HANDLE_TEXT }
    static var holdsSecret: Bool { true }
}
extension Keypad: HandleObject {
    static var kind: Int { SCRIM_HANDLE_KEYPAD }
    static var holdsSecret: Bool { true }
}
extension Scene: HandleObject { static var kind: Int { SCRIM_HANDLE_SCENE } }
extension Gestures: HandleObject { static var kind: Int { SCRIM_HANDLE_GESTURES } }
extension Collector: HandleObject { static var kind: Int { SCRIM_HANDLE_COLLECTOR } }
extension Snapshot: HandleObject { static var kind: Int { SCRIM_HANDLE_SNAPSHOT } }
extension Capture: HandleObject { static var kind: Int { SCRIM_HANDLE_CAPTURE } }
extension Publisher: HandleObject { static var kind: Int { SCRIM_HANDLE_PUBLISHER } }
extension Subscriber: HandleObject { static var kind: Int { SCRIM_HANDLE_SUBSCRIBER } }

/// Closes the object in a slot: wipes its secret, drops its callbacks and makes the handle invalid. The closed object
/// itself lives as long as others depend on it. Snapshots are closed by `destroySnapshot`.
func close(_ index: UInt32) {
    guard let slot = unsafe Handles.slot(index), let object = unsafe slot.pointee.object else { return }
    let kind = unsafe Int(slot.pointee.tag.load(ordering: .relaxed) & 15)
    let process = ProcessEpoch.current
    Handles.retire(index)
    switch kind {
    case SCRIM_HANDLE_TEXT: end(unsafe take(object, Text.self)) { $0.close() }
    case SCRIM_HANDLE_KEYPAD: end(unsafe take(object, Keypad.self)) { $0.close() }
    case SCRIM_HANDLE_SCENE: end(unsafe take(object, Scene.self)) { $0.close() }
    case SCRIM_HANDLE_GESTURES: end(unsafe take(object, Gestures.self)) { $0.close() }
    case SCRIM_HANDLE_COLLECTOR: end(unsafe take(object, Collector.self)) { $0.close() }
    case SCRIM_HANDLE_CAPTURE: end(unsafe take(object, Capture.self)) { _ in }
    case SCRIM_HANDLE_PUBLISHER: end(unsafe take(object, Publisher.self)) { _ in }
    case SCRIM_HANDLE_SUBSCRIBER: end(unsafe take(object, Subscriber.self)) { _ in }
    default: break
    }
    // Destroys what callbacks of the closing deferred, while this slot still belongs to its group.
    Groups.destroyDeferred(index)
    // If a callback of the closing forked, the child's table has listed the slot as free, and may have reused it.
    guard ProcessEpoch.current == process else { return }
    Groups.remove(index)
    Handles.free(index)
}

/// Does the part of a destruction that must not wait until the callbacks of the group have returned.
func endAtOnce(_ object: UnsafeMutableRawPointer, _ kind: UInt32) {
    switch Int(kind) {
    case SCRIM_HANDLE_KEYPAD: end(unsafe lend(object, Keypad.self)) { $0.wipe() }
    case SCRIM_HANDLE_GESTURES: end(unsafe lend(object, Gestures.self)) { $0.abandon() }
    default: break
    }
}

private func lend<Object: AnyObject>(_ raw: UnsafeMutableRawPointer, _: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(raw).takeUnretainedValue()
}

/// The object, with the reference that the table held.
private func take<Object: AnyObject>(_ raw: UnsafeMutableRawPointer, _: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(raw).takeRetainedValue()
}

private func end<Object: AnyObject>(_ object: Object, _ body: (Object) -> Void) { body(object) }
