// SPDX-License-Identifier: MIT

// What is told of private touches: after the records of gestures, and by the collector's own clock.

extension Collector {
    /// - Throws: `closed`.
    package func advance(to time: UInt64) throws(Failure) {
        try gestures.checkOpen()
        privateReport.advance(to: time)
        gestures.privateTouches.advance(to: time, gestures.scene)
        gestures.privateTouches.close(until: time)
    }

    /// When `advance` is to be called next; the end of time: not at all.
    package var nextDeadline: UInt64 { (try? gestures.checkOpen()) == nil ? .max : privateReport.deadline }

    /// The application has answered a touch.
    ///
    /// - Throws: `closed`.
    package func reacted() throws(Failure) {
        try gestures.checkOpen()
        gestures.privateTouches.answer()
    }

    /// What is to be told next of private touches: when the bucket began, and SCRIM_PRIVATE_TOUCH_… bits.
    var nextPrivateTouches: (time: UInt64, what: UInt32)? {
        #if SCRIM_TEST_HOOKS
        let isLeaky = gestures.leaks & 4 != 0
        #else
        let isLeaky = false
        #endif
        return privateReport.next(gestures.privateTouches, atOnce: isLeaky).map { ($0.time, $0.hints.rawValue) }
    }

    /// It has been handed out.
    func forgetPrivateTouches(_ time: UInt64) { privateReport.handOut(bucketAt: time) }
}

extension ByteWriter {
    /// Writes what was of private touches in a bucket, as JSON.
    ///
    /// - Throws: `noMemory`.
    mutating func put(privateTouches what: UInt32, at time: UInt64) throws(Failure) {
        begin()
        put("{\"v\":1,\"t\":")
        put(decimal: time)
        put(",\"kind\":\"private\",\"what\":[")
        var rest = what
        while rest != 0 {
            let bit = rest & (0 &- rest)
            rest &= ~bit
            put(hint: bit)
            if rest != 0 { put(",") }
        }
        put("]}")
        try check()
    }

    private mutating func put(hint bit: UInt32) {
        switch bit {
        case 1: put("\"interaction\"")
        case 2: put("\"long_press\"")
        case 4: put("\"rage\"")
        default: put("\"dead\"")
        }
    }
}
