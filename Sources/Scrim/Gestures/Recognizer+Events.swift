// SPDX-License-Identifier: MIT

extension Recognizer {
    /// Writes the event that it has to send, and forgets it; false where there is none. A tap must have been recognised.
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
        // When it was tapped, not when the wait for another tap was over: a record must not tell what came in between.
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
        event.translation = motion.translation
        event.velocity = motion.velocity
        event.direction = motion.direction
        if options.kind == .pinch { (event.scale, event.scaleVelocity) = (motion.scale, motion.scaleVelocity) }
        if options.kind == .rotation {
            (event.rotation, event.rotationVelocity) = (motion.rotation, motion.rotationVelocity)
        }
    }
}
