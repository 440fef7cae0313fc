// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/verify.h. The header has the contracts.

@_cdecl("scrim_text_hash") @implementation
public func scrim_text_hash(
    _ text: OpaquePointer!, _ preset: UInt32, _ pepper: UnsafeRawPointer!, _ pepper_length: Int,
    _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let length = unsafe try required(length)
        let buffer = unsafe try outputBytes(buffer, capacity)
        let pepper = unsafe try hashPepper(pepper, pepper_length)
        let cost = try HashCost(preset: preset)
        let needed = PasswordHash.length(of: cost)
        if needed > buffer.count {
            unsafe length.pointee = needed
            throw .bufferTooSmall
        }
        let hash = unsafe try text.object.hash(cost: cost, pepper: pepper.span)
        var room = unsafe buffer.mutableSpan
        hash.encode(into: &room)
        unsafe length.pointee = needed
    }
}

@_cdecl("scrim_text_verify") @implementation
public func scrim_text_verify(
    _ text: OpaquePointer!, _ hash: UnsafePointer<CChar>!, _ hash_length: Int, _ pepper: UnsafeRawPointer!,
    _ pepper_length: Int, _ matches: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let matches = unsafe try required(matches)
        let string = unsafe try inputBytes(hash, hash_length)
        let pepper = unsafe try hashPepper(pepper, pepper_length)
        let hash = try PasswordHash(parsing: unsafe string.span)
        unsafe matches.pointee = try text.object.matches(hash, pepper: pepper.span) ? 1 : 0
    }
}

@_cdecl("scrim_hash_needs_rehash") @implementation
public func scrim_hash_needs_rehash(
    _ hash: UnsafePointer<CChar>!, _ length: Int, _ preset: UInt32, _ needed: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    answer { () throws(Failure) in
        let needed = unsafe try required(needed)
        let string = unsafe try inputBytes(hash, length)
        let cost = try HashCost(preset: preset)
        unsafe needed.pointee = try PasswordHash.isOutdated(string.span, cost: cost) ? 1 : 0
    }
}

/// The pepper, or nil if it is NULL with length 0. A pointer with length 0 is an error, because it would leave the pepper out.
private func hashPepper(_ pepper: UnsafeRawPointer?, _ length: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
    guard length == (unsafe pepper == nil ? 0 : PasswordHash.pepperSize) else { throw .invalidArgument }
    return unsafe try input(pepper?.assumingMemoryBound(to: UInt8.self), length)
}

@_cdecl("scrim_attempts_init") @implementation
public func scrim_attempts_init(_ attempts: UnsafeMutablePointer<scrim_attempts>!, _ limit: UInt32) -> scrim_status {
    answer { () throws(Failure) in
        let attempts = unsafe try required(attempts)
        unsafe attempts.pointee = scrim_attempts(try Attempts(limit: limit == 0 ? Attempts.defaultLimit : limit))
    }
}

@_cdecl("scrim_attempts_begin") @implementation
public func scrim_attempts_begin(
    _ attempts: UnsafeMutablePointer<scrim_attempts>!, _ now_ns: UInt64, _ result: UnsafeMutablePointer<UInt32>!,
    _ retry_at_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    answer { () throws(Failure) in
        let attempts = unsafe try required(attempts)
        let result = unsafe try required(result)
        let retryAt = unsafe try required(retry_at_ns)
        var count = unsafe Attempts(attempts.pointee)
        let (number, time): (Int, UInt64) =
            switch count.begin(at: now_ns) {
            case .allowed: (SCRIM_ATTEMPT_ALLOWED, 0)
            case .wait(let time): (SCRIM_ATTEMPT_WAIT, time)
            case .locked: (SCRIM_ATTEMPT_LOCKED, 0)
            }
        unsafe attempts.pointee = scrim_attempts(count)
        unsafe result.pointee = UInt32(truncatingIfNeeded: number)
        unsafe retryAt.pointee = time
    }
}

@_cdecl("scrim_attempts_succeed") @implementation
public func scrim_attempts_succeed(_ attempts: UnsafeMutablePointer<scrim_attempts>!) -> scrim_status {
    answer { () throws(Failure) in
        let attempts = unsafe try required(attempts)
        var count = unsafe Attempts(attempts.pointee)
        try count.succeed()
        unsafe attempts.pointee = scrim_attempts(count)
    }
}

extension Attempts {
    init(_ kept: scrim_attempts) {
        self.init(last: kept.last_ns, begun: kept.begun, limit: kept.limit, check: kept.check)
    }
}

extension scrim_attempts {
    init(_ count: Attempts) {
        self.init(last_ns: count.last, begun: count.begun, limit: count.limit, check: count.check)
    }
}
