// SPDX-License-Identifier: MIT

// Which recognisers send an event after a sample: the deepest views first, and of several taps on one view the highest.

extension Gestures {
    /// The most presses of a tap of one view that is complete, and of one that may yet be.
    private struct Contest {
        var complete: UInt32 = 0
        var pursued: UInt32 = 0

        mutating func enter(_ tap: TapRecognizer, hidden: Bool) {
            guard tap.run.isHidden == hidden else { return }
            switch tap.run.phase {
            case .idle: break
            case .pressing, .between: pursued = max(pursued, tap.taps)
            case .complete: complete = max(complete, tap.taps)
            }
        }
    }

    /// Sends what there is to send, then counts anew.
    func settle() {
        if takeStock() {
            var index = 0
            while index < recognizers.count { index = settleView(from: index) }
            takeStock()
        }
    }

    /// Counts what is in progress, and finds the next deadline. Answers whether a recogniser has something to send, or
    /// waits to.
    @discardableResult
    func takeStock() -> Bool {
        var (count, deadline, hasNews) = (0, UInt64.max, false)
        var index = 0
        while index < recognizers.count {
            let outlook = recognizers.update(index) { $0.outlook }
            if outlook.isInProgress { count &+= 1 }
            if outlook.hasNews { hasNews = true }
            deadline = min(deadline, outlook.deadline)
            index &+= 1
        }
        (inProgress, dueTime) = (count, deadline)
        return hasNews
    }

    /// Settles the recognisers of one view, which stand side by side. Answers where those of the next begin.
    private func settleView(from start: Int) -> Int {
        let view = recognizers[start].view
        var (open, hidden) = (Contest(), Contest())
        var end = start
        while end < recognizers.count, recognizers[end].view == view {
            if let tap = recognizers[end].tap {
                open.enter(tap, hidden: false)
                hidden.enter(tap, hidden: true)
            }
            end &+= 1
        }
        var index = start
        while index < end {
            settle(index, open: open, hidden: hidden, view: start..<end)
            index &+= 1
        }
        return end
    }

    private func settle(_ index: Int, open: Contest, hidden: Contest, view: Range<Int>) {
        guard recognizers[index].outlook.hasNews else { return }
        if let tap = recognizers[index].tap {
            let contest = tap.run.isHidden ? hidden : open
            if tap.taps < contest.complete { return recognizers.update(index) { $0.changeTap { $0.finish() } } }
            if tap.taps < contest.pursued { return }
        }
        guard let event = recognizers.update(index, { $0.takeEvent() }) else { return }
        if event.sequence != sequences.current { forgetEarlier(view) }
        // A view that is gone has no gestures. There is room: it was reserved.
        if scene.contains(recognizers[index].view) { try? outbox.append(event) }
    }

    /// What an earlier sequence left waiting has been sent, and must not come back.
    private func forgetEarlier(_ view: Range<Int>) {
        var index = view.lowerBound
        while index < view.upperBound {
            recognizers.update(index) { $0.changeTap { $0.forgetEarlier() } }
            index &+= 1
        }
    }
}
