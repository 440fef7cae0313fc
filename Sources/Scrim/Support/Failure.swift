// SPDX-License-Identifier: MIT

/// Reasons why a call failed. The exports translate each into one status, in one switch.
package enum Failure: Error {
    case invalidArgument
    case invalidHandle
    case noMemory
    case bufferTooSmall
    case entropy
    case protection
    case busy
    case closed
    case forked
    case unsupported
    case limit
    case full
    case invalidUTF8
    case invalidState
    case notFound
    case corrupted
    case descriptor
    case refused
    case hidden
    case reversibleStyle
}
