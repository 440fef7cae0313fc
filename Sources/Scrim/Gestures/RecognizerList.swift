// SPDX-License-Identifier: MIT

/// The recognizers of an engine, in the order of their events: the deepest views first, and the recognizers of one view
/// together.
final class RecognizerList {
    var all = Buffer<Recognizer>(blank: .none)
    var relations = Relations()

    init() {}
}
