// SPDX-License-Identifier: MIT

/// Kinds of gestures. The numbers are those of scrim/gesture.h.
package enum GestureKind: UInt32, BitwiseCopyable {
    case tap = 1
    case longPress = 2
    case pan = 3
    case pinch = 4
    case rotation = 5
    case swipe = 6
    case edgePan = 7
    /// Recognized by the host. The engine never recognizes it.
    case host = 8

    /// The name of the class of a recognizer of this kind.
    func forEachByteOfClassName(_ body: (UInt8) -> Void) {
        // Each literal is visited in its own call. StaticString.forEachByte says why.
        switch self {
        case .tap: ("Tap" as StaticString).forEachByte(body)
        case .longPress: ("LongPress" as StaticString).forEachByte(body)
        case .pan: ("Pan" as StaticString).forEachByte(body)
        case .pinch: ("Pinch" as StaticString).forEachByte(body)
        case .rotation: ("Rotation" as StaticString).forEachByte(body)
        case .swipe: ("Swipe" as StaticString).forEachByte(body)
        case .edgePan: ("EdgePan" as StaticString).forEachByte(body)
        case .host: ("Host" as StaticString).forEachByte(body)
        }
    }
}

/// States of a recognizer. The numbers are those of scrim/gesture.h.
package enum GestureState: UInt32, BitwiseCopyable {
    case possible = 0
    case began = 1
    case changed = 2
    case ended = 3
    case cancelled = 4
    case failed = 5
}

/// An event of a gesture.
package struct GestureEvent: BitwiseCopyable {
    package var time: UInt64 = 0
    package var recognizer: UInt64 = 0
    package var window: UInt64 = 0
    /// 0 if the recognizer is attached to the window.
    package var view: UInt64 = 0
    package var sequence: UInt64 = 0
    package var kind = GestureKind.tap
    package var state = GestureState.possible
    package var taps: UInt32 = 0
    package var fingers: UInt32 = 0
    /// One of SCRIM_SWIPE_… of a swipe, or SCRIM_EDGE_… of a pan from an edge; else 0.
    package var direction: UInt32 = 0
    package var point = Point(x: 0, y: 0)
    package var translation = Point(x: 0, y: 0)
    package var velocity = Point(x: 0, y: 0)
    package var scale = 1.0
    package var rotation = 0.0
    package var scaleVelocity = 0.0
    package var rotationVelocity = 0.0
    /// In the coordinates of the view, if the recognizer wants them.
    package var viewPoint = Point(x: 0, y: 0)
    package var viewTranslation = Point(x: 0, y: 0)
    package var viewVelocity = Point(x: 0, y: 0)

    package init() {}

    /// Fills in the coordinates of the view.
    mutating func setViewCoordinates(in space: ViewSpace) {
        (viewPoint, viewTranslation) = (space.point(at: point), space.vector(translation))
        viewVelocity = space.vector(velocity)
    }
}
