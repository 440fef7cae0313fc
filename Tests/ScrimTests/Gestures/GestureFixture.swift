// SPDX-License-Identifier: MIT
import Scrim
import Testing

/// A scene with an engine on it, for tests: a window of 400 × 400, a button at its top left and a secure field at its
/// top right.
final class GestureFixture {
    static let millisecond: UInt64 = 1_000_000

    let scene: Scene
    let gestures: Gestures
    let window: UInt64
    let button: UInt64
    let field: UInt64
    var events: [GestureEvent] = []

    init() throws {
        scene = try Scene.make(outputs: 1)
        window = try scene.addWindow(
            WindowProperties(
                flags: .interactive, frame: Rect(x: 0, y: 0, width: 400, height: 400), level: 0))
        let nothing: [UInt8] = []
        button = try scene.addView(
            window, Self.properties(x: 0, flags: .interactive), content: nothing.span)
        field = try scene.addView(
            window, Self.properties(x: 200, flags: [.interactive, .secure]), content: nothing.span)
        gestures = try Gestures.make(scene: scene)
    }

    static func properties(x: Double, flags: ViewFlags) -> ViewProperties {
        ViewProperties(flags: flags, frame: Rect(x: x, y: 0, width: 100, height: 100), alpha: 1)
    }

    func setSecure(_ isSecure: Bool) throws {
        let nothing: [UInt8] = []
        try scene.updateView(
            button, Self.properties(x: 0, flags: isSecure ? [.interactive, .secure] : .interactive),
            content: nothing.span)
    }

    // MARK: - Recognisers

    @discardableResult
    func addTap(
        _ taps: UInt32 = 1, on view: UInt64? = nil, shorterThan: UInt64 = 0, pause: UInt64 = 300,
        beside isSimultaneous: Bool = false
    ) throws -> UInt64 {
        var options = RecognizerOptions(kind: .tap)
        options.view = view ?? button
        options.taps = taps
        options.isSimultaneous = isSimultaneous
        options.maxDuration = shorterThan * Self.millisecond
        options.maxInterval = pause * Self.millisecond
        (options.touchSlop, options.tapSlop) = (10, 10)
        return try gestures.add(options, className: 0)
    }

    @discardableResult
    func addLongPress(
        on view: UInt64? = nil, duration: UInt64 = 500 * millisecond, beside isSimultaneous: Bool = false
    ) throws -> UInt64 {
        var options = RecognizerOptions(kind: .longPress)
        options.view = view ?? button
        options.isSimultaneous = isSimultaneous
        options.minDuration = duration
        options.touchSlop = 10
        return try gestures.add(options, className: 0)
    }

    // MARK: - Touches

    /// Feeds one sample. Times are milliseconds.
    @discardableResult
    func touch(
        _ phase: TouchPhase, at time: UInt64, id: UInt64 = 1, x: Double = 50, y: Double = 50
    ) throws -> [GestureEvent] {
        let sample = TouchSample(
            time: time * Self.millisecond, id: id, phase: phase, point: Point(x: x, y: y))
        return try feed([sample])
    }

    /// A tap of 10 ms.
    @discardableResult
    func tap(at time: UInt64, id: UInt64 = 1, x: Double = 50, y: Double = 50) throws -> [GestureEvent] {
        try touch(.began, at: time, id: id, x: x, y: y) + touch(.ended, at: time + 10, id: id, x: x, y: y)
    }

    @discardableResult
    func feed(_ samples: [TouchSample], room: Int = 64) throws -> [GestureEvent] {
        var (new, start): ([GestureEvent], Int) = ([], 0)
        while start < samples.count {
            let progress = try gestures.feed(samples.count - start, room: room) { index throws(Failure) in
                samples[start + index]
            } emit: { index, event in
                new.append(event)
            }
            start += progress.consumed
        }
        events += new
        return new
    }

    @discardableResult
    func advance(to time: UInt64) throws -> [GestureEvent] { try advance(toNanosecond: time * Self.millisecond) }

    @discardableResult
    func advance(toNanosecond time: UInt64) throws -> [GestureEvent] {
        var new: [GestureEvent] = []
        _ = try gestures.advance(to: time, room: 64) { _, event in new.append(event) }
        events += new
        return new
    }
}

extension Array where Element == GestureEvent {
    var states: [GestureState] { map(\.state) }
    var taps: [UInt32] { map(\.taps) }
}
