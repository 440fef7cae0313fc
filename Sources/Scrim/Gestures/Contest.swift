// SPDX-License-Identifier: MIT

/// What `Gestures.resolve` counts, so that it can decide about a recognizer without a look at all others.
final class Contest {
    /// The claims of gestures that have begun.
    var taken = Claims()
    /// The claims of candidates on deeper views. They are counted in order, as far as needed: the first `place`
    /// attentive recognizers, whose indices are below `end`.
    var deeper = Claims()
    var place = 0
    var end = 0
    /// Only candidates that are about to lose count as deeper.
    var countsLosers = false
    /// The recognizers of the view that was last looked at for which taps may wait.
    var taps = TapCounts()

    init() {}

    /// - Throws: `noMemory`.
    func reserve(_ recognizers: Int) throws(Failure) {
        try taken.reserve(recognizers)
        try deeper.reserve(recognizers)
        try taps.reserve()
    }

    /// Forgets all counts.
    func start() {
        taken.removeAll()
        taps.forget()
        restart()
    }

    /// Counts the deeper views again.
    func restart(ofLosers: Bool = false) {
        deeper.removeAll()
        (place, end, countsLosers) = (0, 0, ofLosers)
    }
}
