// SPDX-License-Identifier: MIT
import Scrim
import Testing

@Suite struct LongPressTests {
    private let due = 500 * GestureFixture.millisecond

    @Test func itBeginsJustInTime() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        #expect(fixture.gestures.nextDeadline == due)
        #expect(try fixture.advance(toNanosecond: due - 1).isEmpty)
        let events = try fixture.advance(toNanosecond: due)
        #expect(events.states == [.began] && events.first?.time == due)
        #expect(fixture.gestures.nextDeadline == .max)
    }

    @Test func theNextSampleTellsTheTimeAsWell() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        let events = try fixture.touch(.moved, at: 800, x: 90)
        #expect(events.states == [.began, .changed])
        #expect(events.map(\.time) == [due, 800 * GestureFixture.millisecond])
        #expect(events.map(\.translation.x) == [0, 40])
    }

    @Test func itChangesWithMovesAndEndsWithTheUp() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        try fixture.advance(to: 500)
        try fixture.touch(.moved, at: 510, x: 90)
        try fixture.touch(.moved, at: 520, x: 300)
        try fixture.touch(.ended, at: 530, x: 301)
        #expect(fixture.events.states == [.began, .changed, .changed, .ended])
        #expect(fixture.events.last?.translation.x == 251)
    }

    @Test func aCancelCancels() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        try fixture.touch(.cancelled, at: 600)
        #expect(fixture.events.states == [.began, .cancelled])
    }

    @Test func liftingStrayingAndCancellingBeforeItBeginsFail() throws {
        for phase in [TouchPhase.moved, .ended, .cancelled] {
            let fixture = try GestureFixture()
            try fixture.addLongPress()
            try fixture.touch(.began, at: 0)
            try fixture.touch(phase, at: 499, x: phase == .moved ? 60.001 : 50)
            #expect(try fixture.advance(to: 5_000).isEmpty)
            #expect(fixture.gestures.roomNeeded == 0)
        }
    }

    @Test func anUpAtJustTheTimeIsALongPress() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.touch(.began, at: 0)
        #expect(try fixture.touch(.ended, at: 500).states == [.began, .ended])
    }

    @Test func timersFireInTheOrderOfTheirDeadlines() throws {
        let fixture = try GestureFixture()
        let late = try fixture.addLongPress(on: fixture.button, duration: due)
        let early = try fixture.addLongPress(on: fixture.window, duration: due - 1, beside: true)
        let inner = try fixture.addLongPress(on: fixture.button, duration: due - 1, beside: true)
        try fixture.touch(.began, at: 0)
        #expect(try fixture.advance(to: 1_000).map(\.recognizer) == [inner, early, late])
    }

    @Test func aSecondFingerFailsItBeforeItBeginsAndNotLater() throws {
        for (time, count) in [(UInt64(100), 0), (600, 2)] {
            let fixture = try GestureFixture()
            try fixture.addLongPress()
            try fixture.touch(.began, at: 0, id: 1)
            try fixture.touch(.began, at: time, id: 2)
            try fixture.touch(.ended, at: 1_000, id: 1)
            #expect(fixture.events.count == count)
        }
    }

    @Test func timeThatRunsBackwardsStandsStill() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.advance(to: 1_000)
        try fixture.touch(.began, at: 3)
        #expect(fixture.gestures.nextDeadline == 1_500 * GestureFixture.millisecond)
        #expect(try fixture.touch(.ended, at: 2).isEmpty)
    }

    @Test func theEndOfTimeNeverComes() throws {
        let fixture = try GestureFixture()
        try fixture.addLongPress()
        try fixture.addTap(1)
        try fixture.addTap(2)
        try fixture.advance(toNanosecond: .max - 1)
        try fixture.touch(.began, at: 0)
        #expect(fixture.gestures.nextDeadline == .max)
        #expect(try fixture.advance(toNanosecond: .max).isEmpty)
        try fixture.touch(.ended, at: 0)
        #expect(try fixture.tap(at: 0).taps == [2])
    }
}
