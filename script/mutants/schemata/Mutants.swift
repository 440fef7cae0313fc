// SPDX-License-Identifier: MIT
// The changes that script/mutate makes to the core. A number in the environment decides at run time which one holds; with -1, none
// does, and the library notes which ones would have made a difference.
import CPlatform

@inline(never)
private func pick<T: Equatable>(_ number: Int32, _ kept: T, _ changed: T) -> T {
    if scrim_mutant_number() >= 0 { return scrim_mutant_number() == number ? changed : kept }
    if kept != changed { scrim_mutant_note(number) }
    return kept
}

@inline(__always)
func mutantKeeps(_ number: Int32) -> Bool { scrim_mutant_may_be(number, 1) ? pick(number, true, false) : true }
@inline(__always)
func mutantFlip(_ number: Int32, _ value: Bool) -> Bool {
    scrim_mutant_may_be(number, 1) ? pick(number, value, !value) : value
}
@inline(__always)
func mutantNot(_ number: Int32, _ value: Bool) -> Bool {
    scrim_mutant_may_be(number, 1) ? pick(number, !value, value) : !value
}
@inline(__always)
func mutantInteger<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, value, value &+ 1) : value
}
@inline(__always)
func mutantReal(_ number: Int32, _ value: Double) -> Double {
    scrim_mutant_may_be(number, 1) ? pick(number, value, value == 0 ? 1 : value * 1.5) : value
}

// Comparisons: the number changes what equal values give, the next one negates.
@inline(__always)
func mutantLess<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a < b }
    return pick(number, pick(number &+ 1, a < b, !(a < b)), a <= b)
}
@inline(__always)
func mutantLessEqual<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a <= b }
    return pick(number, pick(number &+ 1, a <= b, !(a <= b)), a < b)
}
@inline(__always)
func mutantGreater<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a > b }
    return pick(number, pick(number &+ 1, a > b, !(a > b)), a >= b)
}
@inline(__always)
func mutantGreaterEqual<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a >= b }
    return pick(number, pick(number &+ 1, a >= b, !(a >= b)), a > b)
}

// Logic: the number leaves the left side alone, the next one the right side.
@inline(__always)
func mutantAnd(_ number: Int32, _ a: @autoclosure () -> Bool, _ b: @autoclosure () -> Bool) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a() && b() }
    switch scrim_mutant_number() {
    case number: return a()
    case number &+ 1: return b()
    case 0...: return a() && b()
    default:
        guard a() else {
            scrim_mutant_note(number &+ 1)
            return false
        }
        return pick(number, b(), true)
    }
}
@inline(__always)
func mutantOr(_ number: Int32, _ a: @autoclosure () -> Bool, _ b: @autoclosure () -> Bool) -> Bool {
    guard scrim_mutant_may_be(number, 2) else { return a() || b() }
    switch scrim_mutant_number() {
    case number: return a()
    case number &+ 1: return b()
    case 0...: return a() || b()
    default:
        if a() {
            scrim_mutant_note(number &+ 1)
            return true
        }
        return pick(number, b(), false)
    }
}

// Bounds
@inline(__always)
func mutantMin<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, min(a, b), max(a, b)) : min(a, b)
}
@inline(__always)
func mutantMax<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, max(a, b), min(a, b)) : max(a, b)
}
@inline(__always)
func mutantBound<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, value, value > 0 ? value &- 1 : value) : value
}
@inline(__always)
func mutantRange<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> Range<T> {
    guard scrim_mutant_may_be(number, 2), a < b else { return a..<b }
    return pick(number, pick(number &+ 1, a..<b, (a &+ 1)..<b), a..<(b &- 1))
}
@inline(__always)
func mutantClosedRange<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> ClosedRange<T> {
    guard scrim_mutant_may_be(number, 2), a < b else { return a...b }
    return pick(number, pick(number &+ 1, a...b, (a &+ 1)...b), a...(b &- 1))
}

// Arithmetic
@inline(__always)
func mutantAdd<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &+ b, a &- b) : a + b
}
@inline(__always)
func mutantSubtract<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &- b, a &+ b) : a - b
}
@inline(__always)
func mutantMultiply<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &* b, a &+ b) : a * b
}
@inline(__always)
func mutantDivide<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a / b, a &* b) : a / b
}
@inline(__always)
func mutantWrappingAdd<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &+ b, a &- b) : a &+ b
}
@inline(__always)
func mutantWrappingSubtract<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &- b, a &+ b) : a &- b
}
@inline(__always)
func mutantWrappingMultiply<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &* b, a &+ b) : a &* b
}
@inline(__always)
func mutantMask<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a & b, a | b) : a & b
}
@inline(__always)
func mutantUnion<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a | b, a & b) : a | b
}
@inline(__always)
func mutantLeft<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &<< b, a &>> b) : a &<< b
}
@inline(__always)
func mutantRight<T: FixedWidthInteger>(_ number: Int32, _ a: T, _ b: T) -> T {
    scrim_mutant_may_be(number, 1) ? pick(number, a &>> b, a &<< b) : a &>> b
}
@inline(__always)
func mutantRealAdd(_ number: Int32, _ a: Double, _ b: Double) -> Double {
    scrim_mutant_may_be(number, 1) ? pick(number, a + b, a - b) : a + b
}
@inline(__always)
func mutantRealSubtract(_ number: Int32, _ a: Double, _ b: Double) -> Double {
    scrim_mutant_may_be(number, 1) ? pick(number, a - b, a + b) : a - b
}
@inline(__always)
func mutantRealMultiply(_ number: Int32, _ a: Double, _ b: Double) -> Double {
    scrim_mutant_may_be(number, 1) ? pick(number, a * b, a / b) : a * b
}
@inline(__always)
func mutantRealDivide(_ number: Int32, _ a: Double, _ b: Double) -> Double {
    scrim_mutant_may_be(number, 1) ? pick(number, a / b, a * b) : a / b
}
