// SPDX-License-Identifier: MIT

/// A touch that is down, and the window that has it; 0: none.
struct RoutedTouch: BitwiseCopyable {
    var id: UInt64
    var window: UInt64
}

extension Scene {
    package static let maxTouches = 64

    /// Where a sample goes: the window that was hit when its touch began, wherever it is by now, and the deepest view there
    /// at that time is the caller's to remember. 0 for a touch that hit nothing, is not known, or whose window is gone.
    ///
    /// - Throws: `limit`, `noMemory` (one that begins; it is not known then).
    package func route(_ touch: TouchSample) throws(Failure) -> (window: UInt64, view: UInt64) {
        var index = 0
        while index < touches.count, touches[index].id != touch.id { index &+= 1 }
        if touch.phase == .began {
            // One that began twice lost its end.
            touches.remove(at: index)
            guard touches.count < Self.maxTouches else { throw .limit }
            let hit = hit(touch.point)
            try touches.append(RoutedTouch(id: touch.id, window: hit.window))
            return hit
        }
        guard index < touches.count else { return (0, 0) }
        let window = touches[index].window
        if touch.phase != .moved { touches.remove(at: index) }
        guard let place = try? findWindow(window) else { return (0, 0) }
        return (window, hit(touch.point, window: place) ?? 0)
    }

    // MARK: - Keys

    /// Gives a window the keys, until another asks, or it gives them back, hides or goes; then the one before has them.
    ///
    /// - Throws: `notFound`; `refused` for a window of an overlay that does not ask for keys.
    package func focus(_ id: UInt64) throws(Failure) {
        let place = try findWindow(id)
        guard mayFocus(nodes[place]) else { throw .refused }
        mustReviewTexts = true
        lastFocus &+= 1
        nodes.update(place) { $0.focused = lastFocus }
        generation &+= 1
    }

    /// - Throws: `notFound`.
    package func resignFocus(_ id: UInt64) throws(Failure) {
        let place = try findWindow(id)
        mustReviewTexts = true
        nodes.update(place) { $0.focused = 0 }
        generation &+= 1
    }

    /// The window that keys go to; 0: none.
    package var focusedWindow: UInt64 {
        // Large, as it looks at nodes whole.
        @inline(never)
        get {
            var (latest, window, index) = (UInt64(0), UInt64(0), 0)
            while index < windows.count {
                let node = nodes[windows[index]]
                if node.focused > latest, !node.isHidden, mayFocus(node) { (latest, window) = (node.focused, node.id) }
                index &+= 1
            }
            return window
        }
    }

    func mayFocus(_ node: Node) -> Bool { !node.flags.contains(.own) || node.flags.contains(.takesKeys) }
}
