// SPDX-License-Identifier: MIT

extension Recognizer {
    /// Writes the pending event, and clears it. Returns false if there is none. A tap must have been recognized.
    mutating func takeEvent(_ event: inout GestureEvent) -> Bool {
        event.recognizer = id
        event.window = window
        event.view = view == window ? 0 : view
        event.kind = options.kind
        isTap ? tellTap(&event) : tellMotion(&event)
        if event.state == .possible { return false }
        listen()
        return true
    }

    private mutating func tellTap(_ event: inout GestureEvent) {
        let number = Double(options.minFingers)
        event.state = .ended
        event.taps = options.taps
        event.fingers = options.minFingers
        // The time of the tap, not the end of the wait for another tap: a record must not reveal what happened in
        // between.
        event.time = taps.run.upTime
        event.sequence = taps.run.press.sequence
        event.point = taps.run.press.ups / number
        event.translation = (taps.run.press.ups - taps.run.press.downs) / number
        taps.finish()
    }

    private mutating func tellMotion(_ event: inout GestureEvent) {
        event.state = motion.takeNews()
        event.time = motion.newsTime
        event.sequence = motion.sequence
        event.fingers = motion.newsFingers
        event.point = motion.center
        event.translation = options.axis.along(motion.translation)
        event.velocity = options.axis.along(motion.velocity)
        event.direction = motion.direction
        if options.kind == .pinch { (event.scale, event.scaleVelocity) = (motion.scale, motion.scaleVelocity) }
        if options.kind == .rotation {
            (event.rotation, event.rotationVelocity) = (motion.rotation, motion.rotationVelocity)
        }
    }
}
