// SPDX-License-Identifier: MIT
import CScrim
import Scrim

/// What a handle can stand for.
protocol HandleObject: AnyObject {
    /// SCRIM_HANDLE_… of its handles.
    static var kind: Int { get }
    /// Whether its calls work on secrets, and so leave parts of them on the stack.
    static var holdsSecret: Bool { get }
}

extension HandleObject {
    static var holdsSecret: Bool { false }
}

/// A valid handle: its object and its index in the table.
struct Resolved<Object: HandleObject> {
    let object: Object
    let index: UInt32

    /// Looks a handle up.
    ///
    /// - Throws: `invalidArgument` (NULL), `invalidHandle`, `forked`.
    init(_ handle: OpaquePointer?) throws(Failure) {
        let found = unsafe try lookUp(handle, UInt32(truncatingIfNeeded: Object.kind))
        index = unsafe found.index
        object = unsafe Unmanaged<Object>.fromOpaque(found.object).takeUnretainedValue()
    }
}

/// Not inlined, because every call contains it.
@inline(never)
private func lookUp(
    _ handle: OpaquePointer?, _ kind: UInt32
) throws(Failure) -> (object: UnsafeMutableRawPointer, index: UInt32) {
    guard let handle = unsafe handle else { throw .invalidArgument }
    try Handles.enter()
    let index = try Handles.find(UInt64(UInt(bitPattern: handle)), kind)
    guard let object = unsafe Handles.slot(index)?.pointee.object else { throw .invalidHandle }
    return unsafe (object, index)
}

/// A call that changes nothing.
func inspect<Object: HandleObject>(
    _ handle: OpaquePointer?, as type: Object.Type = Object.self,
    _ body: (Resolved<Object>) throws(Failure) -> Void
) -> scrim_status {
    answer { () throws(Failure) in
        let resolved = unsafe try Resolved<Object>(handle)
        defer { Groups.destroyDeferred(resolved.index, UInt64(UInt(bitPattern: handle))) }
        guard Object.holdsSecret else { return try body(resolved) }
        defer { clearStack() }
        try apart(resolved, body)
    }
}

/// Runs a body in a separate stack frame below the caller's, so that the caller can clear it afterwards.
@inline(never)
private func apart<Object: HandleObject>(
    _ resolved: Resolved<Object>, _ body: (Resolved<Object>) throws(Failure) -> Void
) throws(Failure) {
    try body(resolved)
}

/// A call that changes the object. It fails inside a callback of its group.
func mutate<Object: HandleObject>(
    _ handle: OpaquePointer?, as type: Object.Type = Object.self,
    _ body: (Resolved<Object>) throws(Failure) -> Void
) -> scrim_status {
    unsafe inspect(handle) { (resolved: Resolved<Object>) throws(Failure) in
        if Groups.isBusy(resolved.index) { throw .busy }
        try body(resolved)
    }
}

/// A call that makes an object and its handle.
func create<Object: HandleObject>(
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Failure) -> Object
) -> scrim_status {
    answer { () throws(Failure) in
        guard let out = unsafe out else { throw .invalidArgument }
        _ = unsafe try register(out, make)
    }
}

/// A call that makes an object that depends on another, and its handle: the two form a group.
func create<Object: HandleObject, Dependency: HandleObject>(
    _ out: UnsafeMutablePointer<OpaquePointer?>?, on dependency: OpaquePointer?,
    _ make: (Dependency) throws(Failure) -> Object
) -> scrim_status {
    guard let out = unsafe out else { return status(.invalidArgument) }
    return unsafe mutate(dependency) { (resolved: Resolved<Dependency>) throws(Failure) in
        let index = unsafe try register(out) { () throws(Failure) in try make(resolved.object) }
        Groups.join(index, to: resolved.index)
    }
}

/// Makes an object and its handle in a call that changes another object. The two do not depend on each other.
func make<Object: HandleObject>(
    _ out: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Failure) -> Object
) throws(Failure) {
    guard let out = unsafe out else { throw .invalidArgument }
    _ = unsafe try register(out, make)
}

private func register<Object: HandleObject>(
    _ out: UnsafeMutablePointer<OpaquePointer?>, _ make: () throws(Failure) -> Object
) throws(Failure) -> UInt32 {
    try Handles.enter()
    try Reserve.claim()
    defer { Reserve.release() }
    let object = unsafe Unmanaged.passRetained(try make())
    do throws(Failure) {
        let handle = unsafe try Handles.make(object.toOpaque(), UInt32(truncatingIfNeeded: Object.kind))
        unsafe out.pointee = OpaquePointer(bitPattern: UInt(handle))
        return try Handles.find(handle, UInt32(truncatingIfNeeded: Object.kind))
    } catch {
        unsafe object.release()
        throw error
    }
}

@inline(never)
private func destroy(_ handle: OpaquePointer?, _ kind: UInt32) {
    // A second destruction would free the slot, and a new object in it would be closed in place of this one.
    guard let found = unsafe try? lookUp(handle, kind), !Groups.isDestroyed(unsafe found.index) else { return }
    if Groups.isBusy(unsafe found.index) {
        unsafe endAtOnce(found.object, kind)
        Groups.deferDestruction(unsafe found.index)
    } else {
        close(unsafe found.index)
    }
}

/// A `_destroy` call. It ignores invalid handles, and is deferred inside a callback of the group.
func destroy<Object: HandleObject>(_ handle: OpaquePointer?, as type: Object.Type) {
    unsafe destroy(handle, UInt32(truncatingIfNeeded: Object.kind))
}
