// SPDX-License-Identifier: MIT

/// The recognizers of an engine, in the order of their events: the deepest views first, and the recognizers of one view
/// together. It is a separate object, because the engine would otherwise be larger than the reserve has room for.
final class RecognizerList {
    var all = Buffer<Recognizer>(blank: .none)
    var relations = Relations()

    init() {}
}
