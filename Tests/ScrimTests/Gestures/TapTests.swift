// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct TapTests {
    @Test func aTapIsSentAtItsUp() throws {
        let fixture = try GestureFixture()
        let id = try fixture.addTap()
        #expect(try fixture.touch(.began, at: 5).isEmpty)
        let events = try fixture.touch(.ended, at: 20, x: 53, y: 46)
        #expect(events.states == [.ended])
        let event = try #require(events.first)
        #expect(event.recognizer == id && event.window == fixture.window && event.view == fixture.button)
        #expect(event.time == 20 * GestureFixture.millisecond && event.sequence == 1 && event.taps == 1)
        #expect(event.point.x == 53 && event.translation.x == 3 && event.translation.y == -4)
        #expect(fixture.gestures.nextDeadline == .max && fixture.gestures.roomNeeded == 0)
    }

    @Test func strayingJustAsFarAsAllowedIsWell() throws {
        let fixture = try GestureFixture()
        try fixture.addTap()
        try fixture.touch(.began, at: 0)
        try fixture.touch(.moved, at: 1, x: 60)
        #expect(try fixture.touch(.ended, at: 2, x: 56, y: 58).count == 1)
        try fixture.touch(.began, at: 10)
        try fixture.touch(.moved, at: 11, x: 60.001)
        #expect(try fixture.touch(.ended, at: 12).isEmpty)
    }

    @Test func theLastPointCountsAsWell() throws {
        let fixture = try GestureFixture()
        try fixture.addTap()
        try fixture.touch(.began, at: 0)
        #expect(try fixture.touch(.ended, at: 1, x: 70).isEmpty)
    }

    @Test func aPressOfJustTheDurationIsTooLong() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(shorterThan: 100)
        let limit = 100 * GestureFixture.millisecond
        for (length, count) in [(limit - 1, 1), (limit, 0)] {
            let start = fixture.events.isEmpty ? 0 : 10 * limit
            let point = Point(x: 50, y: 50)
            try fixture.feed([TouchSample(time: start, id: 1, phase: .began, point: point)])
            #expect(fixture.gestures.nextDeadline == start + limit)
            let up = TouchSample(time: start + length, id: 1, phase: .ended, point: point)
            #expect(try fixture.feed([up]).count == count)
        }
    }

    @Test func twoTapsOnTheSameViewAreOneDoubleTap() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1)
        try fixture.addTap(2)
        #expect(try fixture.tap(at: 0).isEmpty)
        #expect(try fixture.tap(at: 100).taps == [2])
        #expect(try fixture.advance(to: 10_000).isEmpty)
    }

    @Test func aSingleTapWaitsForTheDoubleTapToFail() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(2)
        try fixture.addTap(1)
        try fixture.tap(at: 0)
        let deadline = 310 * GestureFixture.millisecond + 1
        #expect(fixture.gestures.nextDeadline == deadline)
        #expect(try fixture.advance(toNanosecond: deadline - 1).isEmpty)
        let events = try fixture.advance(toNanosecond: deadline)
        #expect(events.taps == [1])
        // It is told as of when it was tapped.
        #expect(events.first?.time == 10 * GestureFixture.millisecond)
    }

    @Test func aPauseMayBeAsLongAsAllowed() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(2)
        try fixture.tap(at: 0)
        #expect(try fixture.tap(at: 310).taps == [2])
    }

    @Test func onlyTheHighestOfFourIsSent() throws {
        for count in 1...4 {
            let fixture = try GestureFixture()
            for taps in 1...4 { try fixture.addTap(UInt32(taps)) }
            for index in 0..<count { try fixture.tap(at: UInt64(index) * 100) }
            try fixture.advance(to: 5_000)
            #expect(fixture.events.taps == [UInt32(count)])
        }
    }

    @Test func aSecondTapTooFarAwayIsATapOfItsOwn() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1)
        try fixture.addTap(2)
        try fixture.tap(at: 0, x: 10)
        // The first is sent when the second finger comes down; the second waits in turn.
        #expect(try fixture.tap(at: 100, x: 80).map(\.point.x) == [10])
        #expect(try fixture.advance(to: 5_000).map(\.point.x) == [80])
    }

    @Test func aWaitingTapIsSentWhenTheSecondPressFails() throws {
        for phase in [TouchPhase.moved, .ended, .cancelled] {
            let fixture = try GestureFixture()
            try fixture.addTap(1)
            try fixture.addTap(2)
            try fixture.tap(at: 0)
            try fixture.touch(.began, at: 100)
            #expect(try fixture.touch(phase, at: 110, x: 90).taps == [1])
            try fixture.touch(.cancelled, at: 120)
            #expect(try fixture.advance(to: 5_000).isEmpty)
        }
    }

    @Test func tapsOnOtherViewsDoNotWait() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(2, on: fixture.window, beside: true)
        try fixture.addTap(1, on: fixture.button)
        #expect(try fixture.tap(at: 0).taps == [1])
        #expect(try fixture.tap(at: 100).taps == [1, 2])
    }

    @Test func theDeepestViewComesFirst() throws {
        let fixture = try GestureFixture()
        let outer = try fixture.addTap(on: fixture.window, beside: true)
        let inner = try fixture.addTap(on: fixture.button)
        let events = try fixture.tap(at: 0)
        #expect(events.map(\.recognizer) == [inner, outer])
        #expect(events.map(\.view) == [fixture.button, 0])
    }

    @Test func aViewSeesNoTouchThatCameDownElsewhere() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(on: fixture.button)
        try fixture.touch(.began, at: 0, x: 150)
        #expect(try fixture.touch(.ended, at: 10, x: 50).isEmpty)
        #expect(try fixture.tap(at: 20, x: 150).isEmpty)
    }

    @Test func aSecondFingerFailsATap() throws {
        let fixture = try GestureFixture()
        try fixture.addTap()
        try fixture.touch(.began, at: 0, id: 1)
        try fixture.touch(.began, at: 1, id: 2)
        // A third finger beside two others is no tap either.
        try fixture.tap(at: 2, id: 3)
        try fixture.touch(.ended, at: 20, id: 1)
        try fixture.touch(.ended, at: 21, id: 2)
        #expect(fixture.events.isEmpty)
        #expect(try fixture.tap(at: 30).count == 1)
    }

    @Test func removingTheDoubleTapReleasesTheSingleTap() throws {
        let fixture = try GestureFixture()
        try fixture.addTap(1)
        let double = try fixture.addTap(2)
        try fixture.tap(at: 0)
        try fixture.gestures.remove(double)
        #expect(fixture.gestures.nextDeadline == 10 * GestureFixture.millisecond)
        #expect(try fixture.advance(to: 11).taps == [1])
        #expect(fixture.gestures.nextDeadline == .max)
    }

    @Test func nothingIsSentForAViewThatIsGone() throws {
        let fixture = try GestureFixture()
        try fixture.addTap()
        try fixture.addTap(on: fixture.window)
        try fixture.touch(.began, at: 0)
        try fixture.scene.remove(fixture.button)
        #expect(try fixture.touch(.ended, at: 10).map(\.view) == [0])
    }
}
