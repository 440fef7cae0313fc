// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Snapshots, which several threads may use and destroy at once. They are in no group, because a group belongs to one
// thread at a time. Instead the table counts their users, and the last user of a destroyed snapshot frees it.

/// Runs a body with a snapshot, which lives until the body ends even if another thread destroys it meanwhile.
///
/// - Throws: `invalidArgument` (NULL), `invalidHandle`, `forked`, and the errors of the body.
func withSnapshot<Result>(
    _ handle: OpaquePointer?, _ body: (Snapshot) throws(Failure) -> Result
) throws(Failure) -> Result {
    let index = unsafe try join(handle)
    defer { leave(index) }
    guard let object = unsafe Handles.slot(index)?.pointee.object else { throw .invalidHandle }
    return try body(unsafe Unmanaged<Snapshot>.fromOpaque(object).takeUnretainedValue())
}

/// Destroys a snapshot. Ignores invalid handles.
func destroySnapshot(_ handle: OpaquePointer?) {
    guard let handle = unsafe handle, (try? Handles.enter()) != nil,
        let index = Handles.retireShared(UInt64(UInt(bitPattern: handle)), UInt32(truncatingIfNeeded: Snapshot.kind))
    else { return }
    leave(index)
}

@inline(never)
private func join(_ handle: OpaquePointer?) throws(Failure) -> UInt32 {
    guard let handle = unsafe handle else { throw .invalidArgument }
    try Handles.enter()
    return try Handles.join(UInt64(UInt(bitPattern: handle)), UInt32(truncatingIfNeeded: Snapshot.kind))
}

@inline(never)
private func leave(_ index: UInt32) {
    guard Handles.leave(index), let object = unsafe Handles.slot(index)?.pointee.object else { return }
    unsafe Unmanaged<Snapshot>.fromOpaque(object).release()
    Handles.free(index)
}
