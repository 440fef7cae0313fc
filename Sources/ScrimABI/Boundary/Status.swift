// SPDX-License-Identifier: MIT
import CScrim
import Scrim

/// The status of a failure. All errors of the core become statuses here.
func status(_ failure: Failure) -> scrim_status {
    switch failure {
    case .invalidArgument: code(SCRIM_ERROR_INVALID_ARGUMENT)
    case .invalidHandle: code(SCRIM_ERROR_INVALID_HANDLE)
    case .noMemory: code(SCRIM_ERROR_NO_MEMORY)
    case .bufferTooSmall: code(SCRIM_ERROR_BUFFER_TOO_SMALL)
    case .entropy: code(SCRIM_ERROR_ENTROPY)
    case .protection: code(SCRIM_ERROR_PROTECTION)
    case .busy: code(SCRIM_ERROR_BUSY)
    case .closed: code(SCRIM_ERROR_CLOSED)
    case .forked: code(SCRIM_ERROR_FORKED)
    case .unsupported: code(SCRIM_ERROR_UNSUPPORTED)
    case .limit: code(SCRIM_ERROR_LIMIT)
    case .full: code(SCRIM_ERROR_FULL)
    case .invalidUTF8: code(SCRIM_ERROR_INVALID_UTF8)
    case .invalidState: code(SCRIM_ERROR_INVALID_STATE)
    case .notFound: code(SCRIM_ERROR_NOT_FOUND)
    case .corrupted: code(SCRIM_ERROR_CORRUPTED)
    case .descriptor: code(SCRIM_ERROR_IO)
    case .refused: code(SCRIM_ERROR_REFUSED)
    case .hidden: code(SCRIM_ERROR_LENGTH_HIDDEN)
    case .reversibleStyle: code(SCRIM_ERROR_REVERSIBLE_STYLE)
    }
}

/// Constants of anonymous enums arrive as Int.
func code(_ constant: Int) -> scrim_status { scrim_status(truncatingIfNeeded: constant) }

/// Runs a body, and returns what it throws as a status.
func answer(_ body: () throws(Failure) -> Void) -> scrim_status {
    do throws(Failure) {
        try body()
        return code(SCRIM_OK)
    } catch {
        return status(error)
    }
}

/// The bytes of a literal as a static C string with a NUL. Not inlined: its checks contain traps, though unreachable ones.
@inline(never)
func cString(_ literal: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
