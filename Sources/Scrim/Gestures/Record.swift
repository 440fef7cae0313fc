// SPDX-License-Identifier: MIT

/// What is told of an event that may be collected, as it was when that was decided. Names are numbers of the scene's
/// names.
struct Record: BitwiseCopyable {
    var event = GestureEvent()
    /// Its sequence had not ended yet.
    var isUndecided = false
    /// The view that the recogniser is on, or the window, and how deep it is.
    var view: UInt64 = 0
    var depth = 0
    var type: UInt32 = 0
    // Its strings stand in the collector's bytes one behind the other: content, screen, title.
    var start = 0
    var contentLength = 0
    var screenLength = 0
    var titleLength = 0

    var length: Int { contentLength &+ screenLength &+ titleLength }

    /// The order in which records are handed out. It does not tell when their events were sent: a touch that turned out
    /// private may have been what a tap no longer waited for.
    func precedes(_ other: Record) -> Bool {
        if event.sequence != other.event.sequence { return event.sequence < other.event.sequence }
        if event.time != other.event.time { return event.time < other.event.time }
        if depth != other.depth { return depth > other.depth }
        return view != other.view ? view < other.view : event.recognizer < other.event.recognizer
    }
}
