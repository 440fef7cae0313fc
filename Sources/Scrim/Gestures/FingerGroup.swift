// SPDX-License-Identifier: MIT

/// A group of fingers that are down: their center, their distance from each other, and their velocity.
struct FingerGroup: BitwiseCopyable {
    /// The smallest span. Closer fingers count as this far apart, because the scale is divided by the span.
    static var leastSpan: Double { 1 }

    /// Their slots: bits.
    let fingers: UInt32
    private(set) var center = Point.zero

    init(_ fingers: UInt32, _ all: inout Fingers) {
        self.fingers = fingers
        // There is nearly always one finger, and it needs no mean.
        if fingers & (fingers &- 1) == 0 {
            if fingers != 0 { center = all[fingers.trailingZeroBitCount].point }
            return
        }
        var sum = Point.zero
        forEach { sum = sum + all[$0].point }
        center = sum / Double(count)
    }

    var count: Int { fingers.nonzeroBitCount }

    /// Twice the mean distance from the center. For two fingers this is their distance from each other.
    func span(_ all: inout Fingers) -> Double {
        guard count > 1 else { return Self.leastSpan }
        var sum = 0.0
        forEach { sum += (all[$0].point - center).length }
        return max(2 * sum / Double(count), Self.leastSpan)
    }

    /// How far the fingers have turned around their center since one of them moved, −π … π. This is the angle that
    /// turns the earlier positions into the present ones with the smallest squared error.
    func turn(ofMoved slot: Int, _ all: inout Fingers) -> Double {
        guard count > 1 else { return 0 }
        let earlier = center - (all[slot].point - all[slot].previous) / Double(count)
        var (along, across) = (0.0, 0.0)
        forEach { index in
            let finger = all[index]
            let was = (index == slot ? finger.previous : finger.point) - earlier
            let now = finger.point - center
            along += was.x * now.x + was.y * now.y
            across += was.x * now.y - was.y * now.x
        }
        return Angle.of(x: along, y: across)
    }

    /// The mean of their velocities, in points per second.
    func velocity(_ estimator: VelocityEstimator, at time: UInt64, _ all: inout Fingers) -> Point {
        guard fingers != 0 else { return .zero }
        if fingers & (fingers &- 1) == 0 { return all.velocity(fingers.trailingZeroBitCount, estimator, at: time) }
        var sum = Point.zero
        for slot in SetBits(of: fingers) { sum = sum + all.velocity(slot, estimator, at: time) }
        return sum / Double(count)
    }

    /// How fast the span grows, in points per second, and how fast the fingers turn, in radians per second.
    ///
    /// - Parameter mean: The mean of their velocities.
    func rates(
        _ estimator: VelocityEstimator, at time: UInt64, mean: Point, _ all: inout Fingers
    ) -> (span: Double, turn: Double) {
        var (parting, turning, inertia) = (0.0, 0.0, 0.0)
        for slot in SetBits(of: fingers) {
            let arm = all[slot].point - center
            let speed = all.velocity(slot, estimator, at: time) - mean
            let length = arm.length
            if length > 0 { parting += (arm.x * speed.x + arm.y * speed.y) / length }
            turning += arm.x * speed.y - arm.y * speed.x
            inertia += length * length
        }
        let number = Double(count)
        return (number > 0 ? 2 * parting / number : 0, inertia > 0 ? turning / inertia : 0)
    }

    private func forEach(_ body: (Int) -> Void) {
        for slot in SetBits(of: fingers) { body(slot) }
    }
}
