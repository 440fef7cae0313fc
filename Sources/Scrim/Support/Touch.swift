// SPDX-License-Identifier: MIT

/// Phases of a touch. The numbers are the ones in scrim/base.h.
package enum TouchPhase: UInt32, BitwiseCopyable {
    case began = 1
    case moved = 2
    case ended = 3
    case cancelled = 4
}

/// One sample of one finger.
package struct TouchSample: BitwiseCopyable {
    package let time: UInt64
    package let id: UInt64
    package let phase: TouchPhase
    package let point: Point

    package init(time: UInt64, id: UInt64, phase: TouchPhase, point: Point) {
        self.time = time
        self.id = id
        self.phase = phase
        self.point = point
    }
}
