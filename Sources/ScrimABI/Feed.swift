// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/feed.h. The header has the contracts.

@_cdecl("scrim_publisher_create") @implementation
public func scrim_publisher_create(
    _ options: UnsafePointer<scrim_publisher_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Publisher in
        let options = unsafe try copyIn(options, zeroed: scrim_publisher_options())
        guard unsafe options.reserved == 0 else { throw .invalidArgument }
        let name = unsafe try inputBytes(options.name, options.name_length)
        return try unsafe .make(name: options.name == nil ? nil : name.span)
    }
}

@_cdecl("scrim_publisher_destroy") @implementation
public func scrim_publisher_destroy(_ publisher: OpaquePointer!) { unsafe destroy(publisher, as: Publisher.self) }

@_cdecl("scrim_publisher_publish") @implementation
public func scrim_publisher_publish(_ publisher: OpaquePointer!, _ snapshot: OpaquePointer!) -> scrim_status {
    unsafe mutate(publisher) { (publisher: Resolved<Publisher>) throws(Failure) in
        try unsafe withSnapshot(snapshot) { snapshot throws(Failure) in try publisher.object.publish(snapshot) }
    }
}

@_cdecl("scrim_publisher_fd") @implementation
public func scrim_publisher_fd(_ publisher: OpaquePointer!, _ fd: UnsafeMutablePointer<Int32>!) -> scrim_status {
    unsafe inspect(publisher) { (publisher: Resolved<Publisher>) throws(Failure) in
        let fd = unsafe try required(fd)
        unsafe fd.pointee = try publisher.object.openForReading()
    }
}

@_cdecl("scrim_subscriber_create") @implementation
public func scrim_subscriber_create(
    _ options: UnsafePointer<scrim_subscriber_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Subscriber in
        let options = unsafe try copyIn(options, zeroed: scrim_subscriber_options())
        let (silence, descriptor) = unsafe (options.max_silence_ns, options.fd)
        let name = unsafe try inputBytes(options.name, options.name_length)
        let hasName = unsafe options.name != nil
        guard silence >= 1, silence <= Subscriber.maxSilence, descriptor >= -1, hasName == (descriptor == -1)
        else { throw .invalidArgument }
        return hasName
            ? try unsafe .make(name: name.span, silence: silence) : try .make(descriptor: descriptor, silence: silence)
    }
}

@_cdecl("scrim_subscriber_destroy") @implementation
public func scrim_subscriber_destroy(_ subscriber: OpaquePointer!) { unsafe destroy(subscriber, as: Subscriber.self) }

@_cdecl("scrim_subscriber_snapshot") @implementation
public func scrim_subscriber_snapshot(
    _ subscriber: OpaquePointer!, _ now_ns: UInt64, _ out: UnsafeMutablePointer<OpaquePointer?>!,
    _ state: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe mutate(subscriber) { (subscriber: Resolved<Subscriber>) throws(Failure) in
        var found = FeedState.missing
        try unsafe make(out) { () throws(Failure) in
            let newest = try subscriber.object.snapshot(at: now_ns)
            found = newest.state
            return newest.snapshot
        }
        unsafe state?.pointee = found.rawValue
    }
}
