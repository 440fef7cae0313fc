// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct TapTests {
    @Test func aTapIsSentAtItsUp() throws {
        let stage = try GestureStage()
        let id = try stage.addTap()
        #expect(try stage.touch(.began, at: 5).isEmpty)
        let events = try stage.touch(.ended, at: 20, x: 53, y: 46)
        #expect(events.states == [.ended])
        let event = try #require(events.first)
        #expect(event.recognizer == id && event.window == stage.window && event.view == stage.button)
        #expect(event.time == 20 * GestureStage.millisecond && event.sequence == 1 && event.taps == 1)
        #expect(event.point.x == 53 && event.translation.x == 3 && event.translation.y == -4)
        #expect(stage.gestures.nextDeadline == .max && stage.gestures.roomNeeded == 0)
    }

    @Test func strayingJustAsFarAsAllowedIsWell() throws {
        let stage = try GestureStage()
        try stage.addTap()
        try stage.touch(.began, at: 0)
        try stage.touch(.moved, at: 1, x: 60)
        #expect(try stage.touch(.ended, at: 2, x: 56, y: 58).count == 1)
        try stage.touch(.began, at: 10)
        try stage.touch(.moved, at: 11, x: 60.001)
        #expect(try stage.touch(.ended, at: 12).isEmpty)
    }

    @Test func theLastPointCountsAsWell() throws {
        let stage = try GestureStage()
        try stage.addTap()
        try stage.touch(.began, at: 0)
        #expect(try stage.touch(.ended, at: 1, x: 70).isEmpty)
    }

    @Test func aPressOfJustTheDurationIsTooLong() throws {
        let stage = try GestureStage()
        try stage.addTap(shorterThan: 100)
        let limit = 100 * GestureStage.millisecond
        for (length, count) in [(limit - 1, 1), (limit, 0)] {
            let start = stage.events.isEmpty ? 0 : 10 * limit
            let point = Point(x: 50, y: 50)
            try stage.feed([TouchSample(time: start, id: 1, phase: .began, point: point)])
            #expect(stage.gestures.nextDeadline == start + limit)
            let up = TouchSample(time: start + length, id: 1, phase: .ended, point: point)
            #expect(try stage.feed([up]).count == count)
        }
    }

    @Test func twoTapsOnTheSameViewAreOneDoubleTap() throws {
        let stage = try GestureStage()
        try stage.addTap(1)
        try stage.addTap(2)
        #expect(try stage.tap(at: 0).isEmpty)
        #expect(try stage.tap(at: 100).taps == [2])
        #expect(try stage.advance(to: 10_000).isEmpty)
    }

    @Test func aSingleTapWaitsForTheDoubleTapToFail() throws {
        let stage = try GestureStage()
        try stage.addTap(2)
        try stage.addTap(1)
        try stage.tap(at: 0)
        let deadline = 310 * GestureStage.millisecond + 1
        #expect(stage.gestures.nextDeadline == deadline)
        #expect(try stage.advance(toNanosecond: deadline - 1).isEmpty)
        let events = try stage.advance(toNanosecond: deadline)
        #expect(events.taps == [1])
        // It is told as of when it was tapped.
        #expect(events.first?.time == 10 * GestureStage.millisecond)
    }

    @Test func aPauseMayBeAsLongAsAllowed() throws {
        let stage = try GestureStage()
        try stage.addTap(2)
        try stage.tap(at: 0)
        #expect(try stage.tap(at: 310).taps == [2])
    }

    @Test func onlyTheHighestOfFourIsSent() throws {
        for count in 1...4 {
            let stage = try GestureStage()
            for taps in 1...4 { try stage.addTap(UInt32(taps)) }
            for index in 0..<count { try stage.tap(at: UInt64(index) * 100) }
            try stage.advance(to: 5_000)
            #expect(stage.events.taps == [UInt32(count)])
        }
    }

    @Test func aSecondTapTooFarAwayIsATapOfItsOwn() throws {
        let stage = try GestureStage()
        try stage.addTap(1)
        try stage.addTap(2)
        try stage.tap(at: 0, x: 10)
        // The first is sent when the second finger comes down; the second waits in turn.
        #expect(try stage.tap(at: 100, x: 80).map(\.point.x) == [10])
        #expect(try stage.advance(to: 5_000).map(\.point.x) == [80])
    }

    @Test func aWaitingTapIsSentWhenTheSecondPressFails() throws {
        for phase in [TouchPhase.moved, .ended, .cancelled] {
            let stage = try GestureStage()
            try stage.addTap(1)
            try stage.addTap(2)
            try stage.tap(at: 0)
            try stage.touch(.began, at: 100)
            #expect(try stage.touch(phase, at: 110, x: 90).taps == [1])
            try stage.touch(.cancelled, at: 120)
            #expect(try stage.advance(to: 5_000).isEmpty)
        }
    }

    @Test func tapsOnOtherViewsDoNotWait() throws {
        let stage = try GestureStage()
        try stage.addTap(2, on: stage.window, beside: true)
        try stage.addTap(1, on: stage.button)
        #expect(try stage.tap(at: 0).taps == [1])
        #expect(try stage.tap(at: 100).taps == [1, 2])
    }

    @Test func theDeepestViewComesFirst() throws {
        let stage = try GestureStage()
        let outer = try stage.addTap(on: stage.window, beside: true)
        let inner = try stage.addTap(on: stage.button)
        let events = try stage.tap(at: 0)
        #expect(events.map(\.recognizer) == [inner, outer])
        #expect(events.map(\.view) == [stage.button, 0])
    }

    @Test func aViewSeesNoTouchThatCameDownElsewhere() throws {
        let stage = try GestureStage()
        try stage.addTap(on: stage.button)
        try stage.touch(.began, at: 0, x: 150)
        #expect(try stage.touch(.ended, at: 10, x: 50).isEmpty)
        #expect(try stage.tap(at: 20, x: 150).isEmpty)
    }

    @Test func aSecondFingerFailsATap() throws {
        let stage = try GestureStage()
        try stage.addTap()
        try stage.touch(.began, at: 0, id: 1)
        try stage.touch(.began, at: 1, id: 2)
        // A third finger beside two others is no tap either.
        try stage.tap(at: 2, id: 3)
        try stage.touch(.ended, at: 20, id: 1)
        try stage.touch(.ended, at: 21, id: 2)
        #expect(stage.events.isEmpty)
        #expect(try stage.tap(at: 30).count == 1)
    }

    @Test func removingTheDoubleTapReleasesTheSingleTap() throws {
        let stage = try GestureStage()
        try stage.addTap(1)
        let double = try stage.addTap(2)
        try stage.tap(at: 0)
        try stage.gestures.remove(double)
        #expect(stage.gestures.nextDeadline == 10 * GestureStage.millisecond)
        #expect(try stage.advance(to: 11).taps == [1])
        #expect(stage.gestures.nextDeadline == .max)
    }

    @Test func nothingIsSentForAViewThatIsGone() throws {
        let stage = try GestureStage()
        try stage.addTap()
        try stage.addTap(on: stage.window)
        try stage.touch(.began, at: 0)
        try stage.scene.remove(stage.button)
        #expect(try stage.touch(.ended, at: 10).map(\.view) == [0])
    }
}
