// SPDX-License-Identifier: MIT
import Scrim
import Testing

/// What private sequences of touches do to gestures, and what samples do that make no sense.
@Suite struct SequenceTests {
    @Test func aPrivatePressNeitherContinuesNorEndsARunOfTaps() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.window)
        try fixture.addTap(2, on: fixture.window)
        // On the border of the secure field: near enough for a double tap.
        try fixture.tap(at: 0, x: 199)
        try fixture.tap(at: 100, x: 201)
        #expect(fixture.events.isEmpty)
        let events = try fixture.advance(to: 400)
        #expect(events.taps == [1] && events.first?.sequence == 1)
    }

    @Test func privateTapsAreTapsToTheApplication() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.field)
        try fixture.addTap(2, on: fixture.field)
        try fixture.tap(at: 0, x: 250)
        #expect(try fixture.tap(at: 100, x: 250).taps == [2])
        try fixture.tap(at: 1_000, x: 250)
        #expect(try fixture.advance(to: 2_000).taps == [1])
    }

    @Test func aPrivateRunMakesWayForOneThatIsNot() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.window)
        try fixture.addTap(2, on: fixture.window)
        try fixture.tap(at: 0, x: 201)
        #expect(try fixture.tap(at: 100, x: 199).map(\.sequence) == [1])
        #expect(try fixture.advance(to: 2_000).map(\.sequence) == [2])
    }

    /// The host is told of both taps as of one gesture, which is private: the first waited when the second came down.
    @Test func aSequenceThatWandersOffIsPartOfTheRun() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.window)
        try fixture.addTap(2, on: fixture.window)
        try fixture.tap(at: 0, x: 199)
        try fixture.touch(.began, at: 100, x: 199)
        try fixture.touch(.moved, at: 110, x: 201)
        #expect(try fixture.touch(.ended, at: 120, x: 199).map(\.sequence) == [2])
        #expect(try fixture.advance(to: 400).isEmpty)
        #expect(fixture.events.taps == [2])
    }

    @Test func aPrivateSequenceLeavesTheRunAsItWas() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.window)
        try fixture.addTap(2, on: fixture.window)
        try fixture.tap(at: 0, x: 199)
        try fixture.tap(at: 100, x: 201)
        let events = try fixture.advance(to: 400)
        #expect(events.taps == [1] && events.first?.sequence == 1)
    }

    @Test func whatWasSentBeforeASequenceTurnedPrivateIsNotSentAgain() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1, on: fixture.window)
        try fixture.addTap(2, on: fixture.window)
        try fixture.tap(at: 0, x: 50)
        #expect(try fixture.touch(.began, at: 100, x: 150).map(\.sequence) == [1])
        try fixture.touch(.moved, at: 110, x: 201)
        try fixture.touch(.ended, at: 120, x: 201)
        #expect(try fixture.advance(to: 1_000).isEmpty)
    }

    @Test func unknownFingersDoNothing() throws {
        let fixture = try GestureFixture()
        try fixture.addTap()
        try fixture.addLongPress()
        for phase in [TouchPhase.moved, .ended, .cancelled] { try fixture.touch(phase, at: 0, id: 9) }
        try fixture.touch(.began, at: 1)
        // A second "began": the up was lost, and it is another touch.
        try fixture.touch(.began, at: 2)
        try fixture.touch(.ended, at: 3)
        try fixture.touch(.ended, at: 4)
        #expect(fixture.events.states == [.ended])
        for _ in 0..<100 { try fixture.touch(.cancelled, at: 5) }
        #expect(try fixture.tap(at: 6).first?.sequence == 3)
    }

    @Test func aLostUpIsMadeGoodByTheNextTouchOfTheSameFinger() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(shorterThan: 100)
        try fixture.touch(.began, at: 0)
        #expect(try fixture.tap(at: 1_000).count == 1)
        #expect(try fixture.tap(at: 2_000).count == 1)
    }

    @Test func fingersBeyondTheCapAreOnlyWaitedFor() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(on: fixture.button)
        for id in 1...32 { try fixture.touch(.began, at: 0, id: UInt64(id), x: 150) }
        #expect(try fixture.tap(at: 1, id: 33).isEmpty)
        try fixture.touch(.began, at: 2, id: 34)
        for id in 1...32 { try fixture.touch(.ended, at: 3, id: UInt64(id), x: 150) }
        // The 34th is still down, so this is still the first sequence.
        #expect(try fixture.tap(at: 10, id: 1).map(\.sequence) == [1])
        try fixture.touch(.ended, at: 30, id: 34)
        #expect(try fixture.tap(at: 40, id: 1).map(\.sequence) == [2])
    }

    @Test func removingARecogniserEndsItsGesture() throws {
        let fixture = try GestureFixture()
        let press = try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        try fixture.advance(to: 600)
        try fixture.gestures.remove(press)
        #expect(fixture.gestures.roomNeeded == 0)
        #expect(try fixture.touch(.ended, at: 700).isEmpty)
        #expect(throws: Failure.notFound) { try fixture.gestures.remove(press) }
    }

    @Test func howSamplesAreBatchedMakesNoDifference() throws {
        var random = SplitMix(state: 1)
        for _ in 0..<60 {
            let samples = Self.samples(&random)
            let whole = try Self.play(samples) { _ in samples.count }
            let single = try Self.play(samples) { _ in 1 }
            let split = try Self.play(samples) { Int.random(in: 1...$0, using: &random) }
            #expect(whole.elementsEqual(single, by: Self.same))
            #expect(whole.elementsEqual(split, by: Self.same))
        }
    }

    // MARK: -

    /// The same numbers in every run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static func samples(_ random: inout some RandomNumberGenerator) -> [TouchSample] {
        var time: UInt64 = 0
        return (0..<300).map { _ in
            time += UInt64.random(in: 0...120, using: &random) * GestureFixture.millisecond
            let phase = TouchPhase(rawValue: UInt32.random(in: 1...4, using: &random))
            // Few places, so that taps meet; some of them on the secure field.
            let x = Double(Int.random(in: 0...24, using: &random)) * 10 + 5
            return TouchSample(
                time: time, id: UInt64.random(in: 1...3, using: &random), phase: phase ?? .moved,
                point: Point(x: x < 120 ? 50 : x, y: 50))
        }
    }

    private static func play(_ samples: [TouchSample], batch: (Int) -> Int) throws -> [GestureEvent] {
        let fixture = try GestureFixture()
        for view in [fixture.window, fixture.button, fixture.field] {
            for taps in 1...3 { try fixture.addTap(UInt32(taps), on: view, shorterThan: 200) }
            try fixture.addLongPress(on: view, duration: 150 * GestureFixture.millisecond)
        }
        var start = 0
        while start < samples.count {
            let count = min(batch(samples.count - start), samples.count - start)
            // Just enough room for one event of each recogniser.
            try fixture.feed(Array(samples[start..<start + count]), room: 12)
            start += count
        }
        #expect(!fixture.events.isEmpty)
        return fixture.events
    }

    private static func same(_ a: GestureEvent, _ b: GestureEvent) -> Bool {
        a.time == b.time && a.recognizer == b.recognizer && a.sequence == b.sequence && a.state == b.state
            && a.taps == b.taps && a.point.x == b.point.x && a.translation.x == b.translation.x
    }
}
