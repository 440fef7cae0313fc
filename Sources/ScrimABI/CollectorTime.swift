// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements what scrim/collector.h tells of private touches; the contracts stand there.

@_cdecl("scrim_collector_advance") @implementation
public func scrim_collector_advance(_ collector: OpaquePointer!, _ now: UInt64) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in
        try collector.object.advance(to: now)
    }
}

@_cdecl("scrim_collector_next_deadline") @implementation
public func scrim_collector_next_deadline(
    _ collector: OpaquePointer!, _ deadline: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(collector) { (collector: Referent<Collector>) throws(Failure) in
        let deadline = unsafe try required(deadline)
        unsafe deadline.pointee = collector.object.nextDeadline
    }
}

@_cdecl("scrim_collector_reacted") @implementation
public func scrim_collector_reacted(_ collector: OpaquePointer!) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in try collector.object.reacted() }
}
