// SPDX-License-Identifier: MIT

/// What is told of an event that may be collected, as it was when that was decided. Names are numbers of the scene's
/// names.
struct Record: BitwiseCopyable {
    var event = GestureEvent()
    /// Its sequence had not ended yet.
    var isUndecided = false
    /// The view that the recogniser is on, or the window.
    var view: UInt64 = 0
    var type: UInt32 = 0
    // Its strings stand in the collector's bytes one behind the other: content, screen, title.
    var start = 0
    var contentLength = 0
    var screenLength = 0
    var titleLength = 0

    var length: Int { contentLength &+ screenLength &+ titleLength }
}
