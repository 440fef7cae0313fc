// SPDX-License-Identifier: MIT

/// The state of a feed, as a subscriber sees it. The numbers are those of SCRIM_FEED_….
package enum FeedState: UInt32 {
    case live = 1
    case missing, empty, silent, damaged, refused
}

/// Reads the newest snapshot of a feed.
package final class Subscriber {
    package static var maxSilence: UInt64 { 1_000_000_000 }

    private let path: FeedPath
    private let silence: UInt64
    private var file: FeedFile
    /// The state while no file is open.
    private var closedState = FeedState.missing
    /// The header of the newest snapshot.
    private var header = FeedHeader()
    private var newest: Snapshot?
    private var bytes = Buffer<UInt8>(blank: 0)

    private init(_ path: consuming FeedPath, _ file: consuming FeedFile, silence: UInt64) {
        self.path = path
        self.file = file
        self.silence = silence
    }

    /// - Throws: `invalidArgument`, `notFound`, `noMemory`.
    package static func make(name: Span<UInt8>, silence: UInt64) throws(Failure) -> Subscriber {
        Subscriber(try FeedPath(name), .none, silence: silence)
    }

    /// - Throws: `descriptor`.
    package static func make(descriptor: Int32, silence: UInt64) throws(Failure) -> Subscriber {
        let subscriber = Subscriber(FeedPath(), try .duplicate(descriptor), silence: silence)
        // The program that passed the descriptor on may belong to another user.
        if !subscriber.file.isPrivate {
            subscriber.file = .none
            subscriber.closedState = .refused
        }
        return subscriber
    }

    /// The newest snapshot, or one that covers everything.
    ///
    /// - Throws: `noMemory`.
    package func snapshot(at now: UInt64) throws(Failure) -> (snapshot: Snapshot, state: FeedState) {
        var state = try read(at: now)
        if state != .live, reopen() { state = try read(at: now) }
        if state == .live, let newest { return (newest, state) }
        return (.covering(at: now), state)
    }

    /// Opens the file that has the path now.
    ///
    /// - Returns: Whether it is another file.
    private func reopen() -> Bool {
        guard path.exists, !file.isOpen || !file.isNamed(path) else { return false }
        (header, newest) = (FeedHeader(), nil)
        do throws(Failure) {
            file = try .open(path)
        } catch {
            file = .none
            closedState = error == .refused ? .refused : .missing
        }
        return true
    }

    private func read(at now: UInt64) throws(Failure) -> FeedState {
        guard file.isOpen else { return closedState }
        // Each try but the last ends because the publisher wrote at the same time, which takes it longer than reading.
        for _ in steps(to: 8) {
            guard let header = file.readHeader() else { return .empty }
            guard header.isValid else { continue }
            if header.isClosed { return .missing }
            if header.length == 0 { return .empty }
            if header != self.header {
                let isWhole = try file.readSlot(header, into: &bytes)
                guard file.readHeader() == header else { continue }
                guard isWhole else { return .damaged }
                do throws(Failure) {
                    newest = try bytes.withSpan { bytes throws(Failure) in try Snapshot.decode(bytes, notAfter: now) }
                } catch {
                    guard error != .noMemory else { throw error }
                    return .damaged
                }
                self.header = header
            }
            let time = newest?.time ?? 0
            return now > time && now &- time > silence ? .silent : .live
        }
        return .damaged
    }
}
