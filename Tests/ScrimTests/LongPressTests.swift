// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct LongPressTests {
    private let due = 500 * GestureStage.millisecond

    @Test func itBeginsJustInTime() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.touch(.began, at: 0)
        #expect(stage.gestures.nextDeadline == due)
        #expect(try stage.advance(toNanosecond: due - 1).isEmpty)
        let events = try stage.advance(toNanosecond: due)
        #expect(events.states == [.began] && events.first?.time == due)
        #expect(stage.gestures.nextDeadline == .max)
    }

    @Test func theNextSampleTellsTheTimeAsWell() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.touch(.began, at: 0)
        let events = try stage.touch(.moved, at: 800, x: 90)
        #expect(events.states == [.began, .changed])
        #expect(events.map(\.time) == [due, 800 * GestureStage.millisecond])
        #expect(events.map(\.translation.x) == [0, 40])
    }

    @Test func itChangesWithMovesAndEndsWithTheUp() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.touch(.began, at: 0)
        try stage.advance(to: 500)
        try stage.touch(.moved, at: 510, x: 90)
        try stage.touch(.moved, at: 520, x: 300)
        try stage.touch(.ended, at: 530, x: 301)
        #expect(stage.events.states == [.began, .changed, .changed, .ended])
        #expect(stage.events.last?.translation.x == 251)
    }

    @Test func aCancelCancels() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.touch(.began, at: 0)
        try stage.touch(.cancelled, at: 600)
        #expect(stage.events.states == [.began, .cancelled])
    }

    @Test func liftingStrayingAndCancellingBeforeItBeginsFail() throws {
        for phase in [TouchPhase.moved, .ended, .cancelled] {
            let stage = try GestureStage()
            try stage.addLongPress()
            try stage.touch(.began, at: 0)
            try stage.touch(phase, at: 499, x: phase == .moved ? 60.001 : 50)
            #expect(try stage.advance(to: 5_000).isEmpty)
            #expect(stage.gestures.roomNeeded == 0)
        }
    }

    @Test func anUpAtJustTheTimeIsALongPress() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.touch(.began, at: 0)
        #expect(try stage.touch(.ended, at: 500).states == [.began, .ended])
    }

    @Test func timersFireInTheOrderOfTheirDeadlines() throws {
        let stage = try GestureStage()
        let late = try stage.addLongPress(on: stage.button, duration: due)
        let early = try stage.addLongPress(on: stage.window, duration: due - 1, beside: true)
        let inner = try stage.addLongPress(on: stage.button, duration: due - 1, beside: true)
        try stage.touch(.began, at: 0)
        #expect(try stage.advance(to: 1_000).map(\.recognizer) == [inner, early, late])
    }

    @Test func aSecondFingerFailsItBeforeItBeginsAndNotLater() throws {
        for (time, count) in [(UInt64(100), 0), (600, 2)] {
            let stage = try GestureStage()
            try stage.addLongPress()
            try stage.touch(.began, at: 0, id: 1)
            try stage.touch(.began, at: time, id: 2)
            try stage.touch(.ended, at: 1_000, id: 1)
            #expect(stage.events.count == count)
        }
    }

    @Test func timeThatRunsBackwardsStandsStill() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.advance(to: 1_000)
        try stage.touch(.began, at: 3)
        #expect(stage.gestures.nextDeadline == 1_500 * GestureStage.millisecond)
        #expect(try stage.touch(.ended, at: 2).isEmpty)
    }

    @Test func theEndOfTimeNeverComes() throws {
        let stage = try GestureStage()
        try stage.addLongPress()
        try stage.addTap(1)
        try stage.addTap(2)
        try stage.advance(toNanosecond: .max - 1)
        try stage.touch(.began, at: 0)
        #expect(stage.gestures.nextDeadline == .max)
        #expect(try stage.advance(toNanosecond: .max).isEmpty)
        try stage.touch(.ended, at: 0)
        #expect(try stage.tap(at: 0).taps == [2])
    }
}
