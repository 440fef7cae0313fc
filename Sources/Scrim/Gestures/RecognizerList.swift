// SPDX-License-Identifier: MIT

/// The recognisers of an engine, in the order in which they are sent: the deepest views first, those of one view side by
/// side. An object of its own: the engine's would be larger than the reserve has room for.
final class RecognizerList {
    var all = Buffer<Recognizer>(blank: .none)

    init() {}
}
