// SPDX-License-Identifier: MIT

/// The touches that are down, and the window that each belongs to.
struct TouchRouting: ~Copyable {
    private struct Touch: BitwiseCopyable {
        var id: UInt64
        /// 0 if the touch hit nothing.
        var window: UInt64
    }

    private var touches = Buffer<Touch>(blank: Touch(id: 0, window: 0))

    /// Finds the window that receives a sample: the one that was hit when its touch began, even if it has moved since. Also finds
    /// its deepest view at the point. Both are 0 if the touch hit nothing or is unknown, or if its window was removed.
    ///
    /// - Throws: `limit`, `noMemory`. A touch that begins is then unknown.
    mutating func route(
        _ touch: TouchSample, in tree: borrowing NodeTree
    ) throws(Failure) -> (window: UInt64, view: UInt64) {
        var index = 0
        while index < touches.count, touches[index].id != touch.id { index &+= 1 }
        if touch.phase == .began {
            // If it began twice, its end was lost.
            touches.remove(at: index)
            guard touches.count < Scene.maxTouches else { throw .limit }
            let hit = tree.hit(touch.point)
            try touches.append(Touch(id: touch.id, window: hit.window))
            return hit
        }
        guard index < touches.count else { return (0, 0) }
        let window = touches[index].window
        if touch.phase != .moved { touches.remove(at: index) }
        guard let slot = try? tree.findWindow(window) else { return (0, 0) }
        return (window, tree.hit(touch.point, window: slot) ?? 0)
    }
}

extension Scene {
    package static let maxTouches = 64

    /// As `TouchRouting.route`.
    package func route(_ touch: TouchSample) throws(Failure) -> (window: UInt64, view: UInt64) {
        try change { state throws(Failure) in try state.routing.route(touch, in: state.tree) }
    }

    /// Gives a window the keyboard focus, until another window asks for it, or this one resigns, is hidden or removed. Then the
    /// window before has it again.
    ///
    /// - Throws: `notFound`; `refused` for a tool window that does not ask for the focus.
    package func focus(_ id: UInt64) throws(Failure) {
        try change { state throws(Failure) in
            try state.tree.focus(id)
            state.generation &+= 1
        }
    }

    /// - Throws: `notFound`.
    package func resignFocus(_ id: UInt64) throws(Failure) {
        try change { state throws(Failure) in
            try state.tree.resignFocus(id)
            state.generation &+= 1
        }
    }
}
