// SPDX-License-Identifier: MIT
#if SCRIM_TEST_HOOKS
import CPlatform
import CScrim
import CScrimHooks
import CSodium
import Scrim

// Implements Tests/hooks/scrim_hooks.h. Nothing here is in the library that is shipped.

@_cdecl("scrim_test_keypad_show_seeded") @implementation
public func scrim_test_keypad_show_seeded(_ keypad: OpaquePointer!, _ seed: UInt64) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        var random = SeededRandom(state: seed)
        try keypad.object.show(&random)
    }
}

@_cdecl("scrim_test_keypad_order_address") @implementation
public func scrim_test_keypad_order_address(
    _ keypad: OpaquePointer!, _ address: UnsafeMutablePointer<UnsafeRawPointer?>!, _ length: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        let address = unsafe try required(address)
        let length = unsafe try required(length)
        try keypad.object.withOrder { order in
            unsafe order.withUnsafeBufferPointer { bytes in
                unsafe address.pointee = UnsafeRawPointer(bytes.baseAddress)
                unsafe length.pointee = bytes.count
            }
        }
    }
}

@_cdecl("scrim_test_keypad_leak") @implementation
public func scrim_test_keypad_leak(
    _ keypad: OpaquePointer!, _ validates: UInt32, _ works: UInt32, _ tells: UInt32
) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        keypad.object.setLeak(validates: validates != 0, works: works != 0, tells: tells != 0)
    }
}

@_cdecl("scrim_test_gestures_leak") @implementation
public func scrim_test_gestures_leak(_ gestures: OpaquePointer!, _ leaks: UInt32) -> scrim_status {
    unsafe mutate(gestures) { (gestures: Resolved<Gestures>) throws(Failure) in gestures.object.leaks = leaks }
}

@_cdecl("scrim_test_capture_after_redaction") @implementation
public func scrim_test_capture_after_redaction(
    _ capture: OpaquePointer!, _ call: scrim_test_fn!, _ user_data: UnsafeMutableRawPointer!
) -> scrim_status {
    unsafe mutate(capture) { (capture: Resolved<Capture>) throws(Failure) in
        guard let call = unsafe call else { throw .invalidArgument }
        capture.object.afterRedaction = { unsafe call(user_data) }
    }
}

@_cdecl("scrim_test_shuffle_rank") @implementation
public func scrim_test_shuffle_rank(
    _ rank: UInt64, _ count: UInt32, _ order: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    answer { () throws(Failure) in
        let order = unsafe try required(order)
        let count = Int(count)
        guard count >= 1, count <= Shuffle.maxCount, rank < Shuffle.factorial(count) else { throw .invalidArgument }
        for index in steps(to: count) {
            unsafe order[index] = UInt32(truncatingIfNeeded: index)
        }
        Shuffle.unrank(rank, choices: count &- 1, of: count) { a, b in
            let held = unsafe order[a]
            unsafe order[a] = order[b]
            unsafe order[b] = held
        }
    }
}

@_cdecl("scrim_test_random_below") @implementation
public func scrim_test_random_below(
    _ words: UnsafePointer<UInt64>!, _ count: Int, _ bound: UInt64, _ number: UnsafeMutablePointer<UInt64>!,
    _ drawn: UnsafeMutablePointer<Int>!
) -> scrim_status {
    answer { () throws(Failure) in
        let number = unsafe try required(number)
        let drawn = unsafe try required(drawn)
        var source = unsafe GivenWords(words: try input(words, count))
        unsafe number.pointee = try source.next(below: bound)
        unsafe drawn.pointee = source.used
    }
}

@_cdecl("scrim_test_reserve_in_use") @implementation
public func scrim_test_reserve_in_use() -> Int { Reserve.inUse }

@_cdecl("scrim_test_hash_in_ordinary_memory") @implementation
public func scrim_test_hash_in_ordinary_memory(_ is_ordinary: UInt32) {
    workInOrdinaryMemory(is_ordinary != 0)
}

@_cdecl("scrim_test_text_leak") @implementation
public func scrim_test_text_leak(_ text: OpaquePointer!, _ leak: UInt32) -> scrim_status {
    switch Int(leak) {
    case SCRIM_TEST_LEAK_HEAP:
        return unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in try leakToHeap(text.object) }
    case SCRIM_TEST_LEAK_STACK:
        // Does not use `inspect`, which would clear the stack.
        return answer { () throws(Failure) in try leakToStack(unsafe Resolved<Text>(text).object) }
    case SCRIM_TEST_LEAK_CLEARED_STACK:
        return unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in try leakToStack(text.object) }
    default:
        return code(SCRIM_ERROR_INVALID_ARGUMENT)
    }
}

private func leakToHeap(_ text: Text) throws(Failure) {
    var block: UnsafeMutableRawPointer? = nil
    try text.withBytes { secret in
        unsafe secret.withUnsafeBytes { bytes in
            unsafe block = malloc(bytes.count)
            guard let block = unsafe block, let start = bytes.baseAddress else { return }
            unsafe memcpy(block, start, bytes.count)
            // A copy that nobody reads would not be made.
            _ = unsafe sodium_memcmp(block, start, bytes.count)
        }
    }
    unsafe free(block)
}

@inline(never)
private func leakToStack(_ text: Text) throws(Failure) {
    try text.withBytes { secret in
        unsafe secret.withUnsafeBytes { bytes in
            unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { frame in
                let count = min(bytes.count, frame.count)
                unsafe frame.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
                // A copy that nobody reads would not be made.
                _ = unsafe sodium_memcmp(frame.baseAddress, bytes.baseAddress, count)
            }
        }
    }
}

/// splitmix64, by Sebastiano Vigna, in the public domain. Its numbers are predictable, so it protects nothing.
private struct SeededRandom: RandomSource {
    var state: UInt64

    mutating func next() throws(Failure) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

@unsafe private struct GivenWords: @unsafe RandomSource {
    let words: UnsafeBufferPointer<UInt64>
    var used = 0

    mutating func next() throws(Failure) -> UInt64 {
        guard unsafe used < words.count else { throw .entropy }
        unsafe used &+= 1
        return unsafe words[used &- 1]
    }
}
#endif
