// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/base.h. The header has the contracts.

@_cdecl("scrim_version_number") @implementation
public func scrim_version_number() -> UInt32 { UInt32(SCRIM_VERSION_NUMBER) }

@_cdecl("scrim_version_string") @implementation
public func scrim_version_string() -> UnsafePointer<CChar>! { unsafe cString("0.2.0") }

@_cdecl("scrim_abi_number") @implementation
public func scrim_abi_number() -> UInt32 { UInt32(SCRIM_ABI_NUMBER) }

@_cdecl("scrim_live_handles") @implementation
public func scrim_live_handles(_ kind: UInt32) -> Int {
    guard (try? Handles.enter()) != nil else { return 0 }
    return Handles.liveCount(kind)
}

@_cdecl("scrim_status_name") @implementation
public func scrim_status_name(_ status: scrim_status) -> UnsafePointer<CChar>! { unsafe cString(words(status).name) }

@_cdecl("scrim_status_message") @implementation
public func scrim_status_message(_ status: scrim_status) -> UnsafePointer<CChar>! {
    unsafe cString(words(status).message)
}

private func words(_ status: scrim_status) -> (name: StaticString, message: StaticString) {
    switch Int(status) {
    case SCRIM_OK: ("SCRIM_OK", "success")
    case SCRIM_ERROR_INVALID_ARGUMENT:
        ("SCRIM_ERROR_INVALID_ARGUMENT", "an argument is NULL, out of range, not finite or an unknown constant")
    case SCRIM_ERROR_INVALID_HANDLE:
        ("SCRIM_ERROR_INVALID_HANDLE", "the handle is invalid: its object was destroyed or is of another kind")
    case SCRIM_ERROR_NO_MEMORY: ("SCRIM_ERROR_NO_MEMORY", "not enough memory")
    case SCRIM_ERROR_BUFFER_TOO_SMALL:
        ("SCRIM_ERROR_BUFFER_TOO_SMALL", "the buffer is too small; only the needed length was written")
    case SCRIM_ERROR_ENTROPY: ("SCRIM_ERROR_ENTROPY", "the kernel provided no random bytes")
    case SCRIM_ERROR_PROTECTION: ("SCRIM_ERROR_PROTECTION", "memory with the required protection is not available")
    case SCRIM_ERROR_BUSY:
        ("SCRIM_ERROR_BUSY", "a callback of the object's group is running, or another publisher has the feed")
    case SCRIM_ERROR_CLOSED: ("SCRIM_ERROR_CLOSED", "an object that this object depends on has been destroyed")
    case SCRIM_ERROR_FORKED:
        ("SCRIM_ERROR_FORKED", "the object was created before this process was forked; create a new one")
    case SCRIM_ERROR_UNSUPPORTED: ("SCRIM_ERROR_UNSUPPORTED", "this version does not support the request")
    case SCRIM_ERROR_LIMIT: ("SCRIM_ERROR_LIMIT", "a documented limit is reached")
    case SCRIM_ERROR_FULL: ("SCRIM_ERROR_FULL", "the text has no room for the bytes; nothing was inserted")
    case SCRIM_ERROR_INVALID_UTF8: ("SCRIM_ERROR_INVALID_UTF8", "the bytes are not well-formed UTF-8")
    case SCRIM_ERROR_INVALID_STATE: ("SCRIM_ERROR_INVALID_STATE", "the state of the object does not allow the call")
    case SCRIM_ERROR_NOT_FOUND: ("SCRIM_ERROR_NOT_FOUND", "nothing with that id or name exists, or no record is ready")
    case SCRIM_ERROR_CORRUPTED:
        (
            "SCRIM_ERROR_CORRUPTED",
            "guard bytes, or the bytes of a snapshot, are damaged; secrets near guard bytes are wiped"
        )
    case SCRIM_ERROR_REFUSED:
        ("SCRIM_ERROR_REFUSED", "a rule, a callback, or the owner or mode of a file refused the call; nothing changed")
    case SCRIM_ERROR_LENGTH_HIDDEN:
        ("SCRIM_ERROR_LENGTH_HIDDEN", "the text hides its length, and the result would reveal it")
    case SCRIM_ERROR_IO: ("SCRIM_ERROR_IO", "a file could not be opened, read or written")
    case SCRIM_ERROR_REVERSIBLE_STYLE:
        (
            "SCRIM_ERROR_REVERSIBLE_STYLE",
            "the style is reversible; secure regions of a frame were covered in solid black instead"
        )
    default: ("unknown status", "unknown status")
    }
}
