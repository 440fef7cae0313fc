// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/keypad.h; the contracts stand there.

@_cdecl("scrim_keypad_create") @implementation
public func scrim_keypad_create(
    _ options: UnsafePointer<scrim_keypad_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Keypad in
        let options = unsafe try copyIn(options, zeroed: scrim_keypad_options())
        guard Int(options.layout) == SCRIM_LAYOUT_PIN, options.reserved == 0, Int(options.shuffle) <= SCRIM_SHUFFLE_NONE
        else { throw .invalidArgument }
        return try Keypad.make(
            layout: .pin, shuffles: Int(options.shuffle) == SCRIM_SHUFFLE_DIGITS, bounds: Rect(options.bounds),
            columnSpacing: options.column_spacing, rowSpacing: options.row_spacing)
    }
}

@_cdecl("scrim_keypad_destroy") @implementation
public func scrim_keypad_destroy(_ keypad: OpaquePointer!) { unsafe destroy(keypad, as: Keypad.self) }

@_cdecl("scrim_keypad_attach") @implementation
public func scrim_keypad_attach(_ keypad: OpaquePointer!, _ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Referent<Keypad>) throws(Failure) in
        let text = unsafe try Referent<Text>(text)
        if Groups.isBusy(text.place) { throw .busy }
        Groups.leave(keypad.place)
        keypad.object.attach(text.object)
        Groups.join(keypad.place, to: text.place)
    }
}

@_cdecl("scrim_keypad_detach") @implementation
public func scrim_keypad_detach(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Referent<Keypad>) throws(Failure) in
        keypad.object.detach()
        Groups.leave(keypad.place)
    }
}

@_cdecl("scrim_keypad_show") @implementation
public func scrim_keypad_show(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Referent<Keypad>) throws(Failure) in
        var random = KernelRandom()
        try keypad.object.show(&random)
    }
}

@_cdecl("scrim_keypad_hide") @implementation
public func scrim_keypad_hide(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Referent<Keypad>) throws(Failure) in keypad.object.hide() }
}

@_cdecl("scrim_keypad_keys") @implementation
public func scrim_keypad_keys(
    _ keypad: OpaquePointer!, _ keys: UnsafeMutablePointer<scrim_key>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(keypad) { (keypad: Referent<Keypad>) throws(Failure) in
        let count = unsafe try required(count)
        let keys = unsafe try output(keys, capacity)
        let needed = keypad.object.keyCount
        guard needed <= keys.count else {
            unsafe count.pointee = needed
            throw .bufferTooSmall
        }
        var place = 0
        while place < needed {
            try keypad.object.withKey(place) { rect, kind, label in
                var key = scrim_key()
                key.rect = scrim_rect(rect)
                key.kind = kind.rawValue
                key.label_length = UInt32(truncatingIfNeeded: label.count)
                unsafe withUnsafeMutableBytes(of: &key.label) { target in
                    var index = 0
                    while index < label.count, index < target.count {
                        unsafe target[index] = label[index]
                        index &+= 1
                    }
                }
                unsafe keys[place] = key
            }
            place &+= 1
        }
        unsafe count.pointee = needed
    }
}

@_cdecl("scrim_keypad_touch") @implementation
public func scrim_keypad_touch(
    _ keypad: OpaquePointer!, _ touch: UnsafePointer<scrim_touch>!, _ answer: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Referent<Keypad>) throws(Failure) in
        guard let touch = unsafe touch else { throw .invalidArgument }
        let answer = unsafe try required(answer)
        let sample = try TouchSample(unsafe touch.pointee)
        unsafe answer.pointee = try keypad.object.touch(sample.phase, id: sample.id, at: sample.point).rawValue
    }
}
