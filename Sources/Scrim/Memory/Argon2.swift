// SPDX-License-Identifier: MIT
import CPlatform
import CSodium

/// Computes Argon2id (RFC 9106), version 19, with one lane.
///
/// The first two blocks, and the hash that they are made from, are enough to test guesses of the secret. So they are
/// kept in protected memory, and the stack and the registers are cleared as soon as these blocks are made. Other
/// implementations are not used: libsodium keeps the blocks in ordinary memory, and libargon2 keeps 64 bytes of the
/// second block in registers while it runs.
///
/// - Parameters:
///   - salt: 16 bytes.
///   - kib: Memory, 8 KiB or more.
///   - required: The protection that the memory must have.
///   - body: Receives the tag of 32 bytes, which is wiped afterwards.
/// - Throws: `invalidArgument` for arguments that are not as above, `protection`, `noMemory`, `forked`.
package func argon2id<Result>(
    _ secret: Span<UInt8>, salt: Span<UInt8>, kib: Int, passes: Int, required: Protection,
    _ body: (Span<UInt8>) -> Result
) throws(Failure) -> Result {
    guard salt.count == 16, kib >= 8, kib < 1 << 32, passes >= 1, passes < 1 << 32 else { throw .invalidArgument }
    // A signal handler may fork at any time. The child has none of its parent's secrets, so a result there would be
    // meaningless.
    let process = ProcessEpoch.current
    let mapping: Mapping
    do throws(Failure) {
        unsafe mapping = try Mapping.makeForWork(size: kib &* 1024 &+ Argon2Work.extraSize, required: required)
    } catch {
        throw ProcessEpoch.isStill(process) ? error : .forked
    }
    // Mapping and locking take a large part of the time, and the secret is read next. So check again.
    guard ProcessEpoch.isStill(process) else {
        unsafe mapping.releaseInChild()
        throw .forked
    }
    let work = unsafe Argon2Work(mapping.start, kib: kib, passes: passes)
    unsafe work.begin(secret, salt)
    clearStack()
    unsafe work.fill()
    unsafe work.end()
    clearStack()
    let result = unsafe body(UnsafeBufferPointer(start: work.tag, count: Argon2Work.tagSize).span)
    guard ProcessEpoch.isStill(process) else {
        unsafe mapping.releaseInChild()
        throw .forked
    }
    unsafe mapping.release()
    guard ProcessEpoch.isStill(process) else { throw .forked }
    return result
}

/// The memory of one computation: blocks of 1,024 bytes, followed by everything else that depends on the secret.
@unsafe private struct Argon2Work {
    static var tagSize: Int { 32 }
    /// Four blocks, the state of BLAKE2b, the prehash with two numbers, the tag.
    static var extraSize: Int { 4 &* 1024 &+ 512 &+ 128 &+ 64 }

    let blocks: UnsafeMutablePointer<UInt64>
    let count: Int
    let kib: Int
    let passes: Int
    /// Working blocks: the mixed block, a block of zeroes, a block of counters, and the block of addresses that is made
    /// from these.
    let mixed: UnsafeMutablePointer<UInt64>
    let zeroes: UnsafeMutablePointer<UInt64>
    let counters: UnsafeMutablePointer<UInt64>
    let addresses: UnsafeMutablePointer<UInt64>
    let state: UnsafeMutableRawPointer
    let prehash: UnsafeMutablePointer<UInt8>
    let tag: UnsafeMutablePointer<UInt8>

    init(_ start: UnsafeMutableRawPointer, kib: Int, passes: Int) {
        unsafe count = kib & ~3
        unsafe self.kib = kib
        unsafe self.passes = passes
        let extra = unsafe start + kib &* 1024
        unsafe blocks = start.assumingMemoryBound(to: UInt64.self)
        unsafe mixed = extra.assumingMemoryBound(to: UInt64.self)
        unsafe zeroes = mixed + 128
        unsafe counters = mixed + 256
        unsafe addresses = mixed + 384
        unsafe state = extra + 4096
        unsafe prehash = (extra + 4608).assumingMemoryBound(to: UInt8.self)
        unsafe tag = (extra + 4736).assumingMemoryBound(to: UInt8.self)
    }

    // MARK: - The first blocks, and the tag

    /// Makes the first two blocks, and wipes their input.
    @inline(never)
    func begin(_ secret: Span<UInt8>, _ salt: Span<UInt8>) {
        unsafe csodium_hash_begin(state, 64)
        unsafe add(1)  // lanes
        unsafe add(Self.tagSize)
        unsafe add(kib)
        unsafe add(passes)
        unsafe add(0x13)  // version
        unsafe add(2)  // Argon2id
        unsafe add(secret)
        unsafe add(salt)
        unsafe add(0)  // a secret of Argon2's own, and what else is hashed
        unsafe add(0)
        unsafe csodium_hash_end(state, prehash, 64)
        for number in steps(to: 2) {
            let block = unsafe UnsafeMutableRawPointer(blocks + 128 &* number).assumingMemoryBound(to: UInt8.self)
            unsafe csodium_hash_begin(state, 64)
            unsafe add(1024)
            unsafe csodium_hash_add(state, prehash, 64)
            unsafe add(number)
            unsafe add(0)  // lane
            unsafe csodium_hash_end(state, block, 64)
            // Of each hash the first half counts; the next one is put in place of the second half.
            var at = 32
            while at <= 960 {
                unsafe crypto_generichash(block + at, 64, block + at - 32, 64, nil, 0)
                at &+= 32
            }
        }
        unsafe sodium_memzero(state, 512 &+ 128)  // and the prehash behind it
    }

    /// Makes the tag of the last block.
    @inline(never)
    func end() {
        let last = unsafe blocks + 128 &* (count &- 1)
        unsafe csodium_hash_begin(state, Self.tagSize)
        unsafe add(Self.tagSize)
        unsafe csodium_hash_add(state, last, 1024)
        unsafe csodium_hash_end(state, tag, Self.tagSize)
    }

    private func add(_ bytes: Span<UInt8>) {
        unsafe add(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe csodium_hash_add(state, bytes.baseAddress, bytes.count)
        }
    }

    private func add(_ number: Int) {
        unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes in
            unsafe csodium_hash_add(state, bytes.baseAddress, bytes.count)
        }
    }

    // MARK: - All other blocks

    @inline(never)
    func fill() {
        let segment = unsafe count &>> 2
        var pass = 0
        while unsafe pass < passes {
            for slice in steps(to: 4) {
                // In the first half of the first pass no address depends on the secret.
                let isIndependent = pass == 0 && slice < 2
                if isIndependent { unsafe count(slice: slice) }
                for index in steps(from: pass == 0 && slice == 0 ? 2 : 0, to: segment) {
                    let current = slice &* segment &+ index
                    let previous = unsafe (current == 0 ? count : current) &- 1
                    let random = unsafe isIndependent ? address(index) : blocks[128 &* previous]
                    // The number of blocks to choose from, and the block after which they begin.
                    let area = unsafe pass == 0 ? current &- 1 : count &- segment &+ index &- 1
                    let square = (random & 0xFFFF_FFFF) &* (random & 0xFFFF_FFFF)
                    let back = (UInt64(truncatingIfNeeded: area) &* (square &>> 32)) &>> 32
                    var reference = area &- 1 &- Int(truncatingIfNeeded: back)
                    if pass > 0 {
                        if slice < 3 { reference &+= (slice &+ 1) &* segment }
                        if unsafe reference >= count { unsafe reference &-= count }
                    }
                    unsafe compress(
                        blocks + 128 &* previous, blocks + 128 &* reference, into: blocks + 128 &* current,
                        keeping: pass > 0)
                }
            }
            pass &+= 1
        }
    }

    /// Sets the counters for a slice of the first pass.
    private func count(slice: Int) {
        unsafe sodium_memzero(zeroes, 1024)
        unsafe sodium_memzero(counters, 1024)
        unsafe counters[2] = UInt64(truncatingIfNeeded: slice)
        unsafe counters[3] = UInt64(truncatingIfNeeded: count)
        unsafe counters[4] = UInt64(truncatingIfNeeded: passes)
        unsafe counters[5] = 2  // Argon2id
    }

    /// The number that chooses the block for an index; 128 are made at a time.
    @inline(__always)
    private func address(_ index: Int) -> UInt64 {
        if unsafe index & 127 == 0 || counters[6] == 0 {
            unsafe counters[6] &+= 1
            unsafe compress(zeroes, counters, into: addresses, keeping: false)
            unsafe compress(zeroes, addresses, into: addresses, keeping: false)
        }
        return unsafe addresses[index & 127]
    }

    /// Makes a block from two others. With `keeping`, adds it to the block in place.
    @inline(never)
    private func compress(
        _ previous: UnsafeMutablePointer<UInt64>, _ reference: UnsafeMutablePointer<UInt64>,
        into next: UnsafeMutablePointer<UInt64>, keeping: Bool
    ) {
        for at in steps(to: 128, by: 4) {
            let words = unsafe four(previous, at) ^ four(reference, at)
            unsafe setFour(mixed, at, words)
            unsafe setFour(next, at, keeping ? four(next, at) ^ words : words)
        }
        var at = 0
        while at < 128 {  // rows
            unsafe permute(mixed + at, 2)
            at &+= 16
        }
        at = 0
        while at < 16 {  // columns
            unsafe permute(mixed + at, 16)
            at &+= 2
        }
        for at in steps(to: 128, by: 4) {
            unsafe setFour(next, at, four(next, at) ^ four(mixed, at))
        }
    }
}

@inline(__always)
private func four(_ words: UnsafeMutablePointer<UInt64>, _ at: Int) -> SIMD4<UInt64> {
    unsafe UnsafeRawPointer(words + at).loadUnaligned(as: SIMD4<UInt64>.self)
}

@inline(__always)
private func setFour(_ words: UnsafeMutablePointer<UInt64>, _ at: Int, _ new: SIMD4<UInt64>) {
    unsafe UnsafeMutableRawPointer(words + at).storeBytes(of: new, as: SIMD4<UInt64>.self)
}

/// A round of BLAKE2b, with products, over eight pairs of words that are `step` words apart.
@inline(__always)
private func permute(_ v: UnsafeMutablePointer<UInt64>, _ step: Int) {
    let (a, b, c, d) = (0, 2 &* step, 4 &* step, 6 &* step)
    unsafe mix(v, a, b, c, d)
    unsafe mix(v, a &+ 1, b &+ 1, c &+ 1, d &+ 1)
    unsafe mix(v, a &+ step, b &+ step, c &+ step, d &+ step)
    unsafe mix(v, a &+ step &+ 1, b &+ step &+ 1, c &+ step &+ 1, d &+ step &+ 1)
    unsafe mix(v, a, b &+ 1, c &+ step, d &+ step &+ 1)
    unsafe mix(v, a &+ 1, b &+ step, c &+ step &+ 1, d)
    unsafe mix(v, a &+ step, b &+ step &+ 1, c, d &+ 1)
    unsafe mix(v, a &+ step &+ 1, b, c &+ 1, d &+ step)
}

@inline(__always)
private func mix(_ v: UnsafeMutablePointer<UInt64>, _ i: Int, _ j: Int, _ k: Int, _ l: Int) {
    var (a, b, c, d) = unsafe (v[i], v[j], v[k], v[l])
    a = sum(a, b)
    d = rotated(d ^ a, 32)
    c = sum(c, d)
    b = rotated(b ^ c, 24)
    a = sum(a, b)
    d = rotated(d ^ a, 16)
    c = sum(c, d)
    b = rotated(b ^ c, 63)
    unsafe (v[i], v[j], v[k], v[l]) = (a, b, c, d)
}

@inline(__always)
private func sum(_ a: UInt64, _ b: UInt64) -> UInt64 {
    a &+ b &+ 2 &* (a & 0xFFFF_FFFF) &* (b & 0xFFFF_FFFF)
}

@inline(__always)
private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { (word &>> bits) | (word &<< (64 &- bits)) }
