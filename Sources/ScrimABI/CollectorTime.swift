// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// What scrim/collector.h tells of private touches, and when.

@_cdecl("scrim_collector_reacted") @implementation
public func scrim_collector_reacted(_ collector: OpaquePointer!) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in _ = try collector.object.openScene()
    }
}

@_cdecl("scrim_collector_advance") @implementation
public func scrim_collector_advance(_ collector: OpaquePointer!, _ now_ns: UInt64) -> scrim_status {
    unsafe mutate(collector) { (collector: Referent<Collector>) throws(Failure) in _ = try collector.object.openScene()
    }
}

@_cdecl("scrim_collector_next_deadline") @implementation
public func scrim_collector_next_deadline(
    _ collector: OpaquePointer!, _ deadline_ns: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(collector) { (_: Referent<Collector>) throws(Failure) in
        unsafe try required(deadline_ns).pointee = .max
    }
}
