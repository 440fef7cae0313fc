// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements scrim/keypad.h. The header has the contracts.

@_cdecl("scrim_keypad_create") @implementation
public func scrim_keypad_create(
    _ options: UnsafePointer<scrim_keypad_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> scrim_status {
    unsafe create(out) { () throws(Failure) -> Keypad in
        let given = unsafe try copyIn(options, zeroed: scrim_keypad_options())
        let options = unsafe try Keypad.Options(given)
        let blanks = unsafe given.blank_keys_per_row
        guard blanks <= SCRIM_KEYPAD_MAX_BLANKS else { throw .invalidArgument }
        let layout = unsafe try KeyLayout.make(given)
        unsafe try layout.relabel(try input(given.labels, given.label_count))
        try layout.addBlanks(Int(blanks), for: options.scope)
        try layout.validate()
        try layout.validate(for: options.scope)
        return try Keypad.make(layout: layout, options: options)
    }
}

extension Keypad.Options {
    fileprivate init(_ options: scrim_keypad_options) throws(Failure) {
        guard let scope = unsafe ShuffleScope(rawValue: options.shuffle),
            let reshuffle = unsafe Keypad.Reshuffle(rawValue: options.reshuffle), unsafe options.allow_unshuffled <= 1,
            unsafe options.keep_on_done <= 1, unsafe options.reserved == 0
        else { throw .invalidArgument }
        self.init()
        self.scope = scope
        self.reshuffle = reshuffle
        allowsUnshuffled = unsafe options.allow_unshuffled == 1
        keepsOnDone = unsafe options.keep_on_done == 1
        bounds = unsafe Rect(options.bounds)
        columnSpacing = unsafe options.column_spacing
        rowSpacing = unsafe options.row_spacing
    }
}

extension KeyLayout {
    /// The layout that the options name, or the one whose keys they list.
    fileprivate static func make(_ options: scrim_keypad_options) throws(Failure) -> KeyLayout {
        guard let builtIn = unsafe BuiltInLayout(rawValue: options.layout) else { throw .invalidArgument }
        let keys = unsafe try input(options.keys, options.key_count)
        if keys.count == 0 { return try make(builtIn) }
        guard builtIn == .pin else { throw .invalidArgument }
        guard keys.count <= mostKeys &* mostPages else { throw .limit }
        let layout = KeyLayout()
        for index in steps(to: keys.count) {
            let key = unsafe keys[index]
            let (label, name) = unsafe (try Self.word(key.label), try Self.word(key.name))
            try layout.add(unsafe try KeyCap(key), label: unsafe label.span, name: unsafe name.span)
        }
        return layout
    }

    /// Replaces labels and names of function keys.
    fileprivate func relabel(_ labels: UnsafeBufferPointer<scrim_key_label>) throws(Failure) {
        guard labels.count <= Self.mostKeys &* Self.mostPages else { throw .limit }
        for index in steps(to: labels.count) {
            let entry = unsafe labels[index]
            guard let kind = unsafe KeyKind(rawValue: entry.kind) else { throw .invalidArgument }
            let page = unsafe Int(entry.target)
            let isOfAnyPage = page == Int(SCRIM_KEYPAD_ANY_PAGE)
            guard kind == .shift || kind == .page || page == 0 || isOfAnyPage else { throw .invalidArgument }
            let (label, name) = unsafe (try Self.word(entry.label), try Self.word(entry.name))
            try relabel(kind, target: isOfAnyPage ? nil : page, label: unsafe label.span, name: unsafe name.span)
        }
    }

    /// The bytes of a label or a name. Too many are refused before one is read.
    private static func word(_ string: scrim_string) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        let bytes = unsafe try inputBytes(string)
        guard bytes.count <= KeyCap.longestName else { throw .invalidArgument }
        return unsafe bytes
    }
}

extension KeyCap {
    fileprivate init(_ key: scrim_key_spec) throws(Failure) {
        guard let kind = unsafe KeyKind(rawValue: key.kind), unsafe key.flags & ~UInt32(SCRIM_KEY_FLAG_FIXED) == 0
        else { throw .invalidArgument }
        let cells = unsafe KeyCells(
            column: Int(key.column), row: Int(key.row), columns: Int(key.columns), rows: Int(key.rows))
        unsafe self.init(
            kind, page: Int(key.page), cells: cells, isFixed: key.flags & UInt32(SCRIM_KEY_FLAG_FIXED) != 0,
            target: Int(key.target))
    }
}

@_cdecl("scrim_keypad_destroy") @implementation
public func scrim_keypad_destroy(_ keypad: OpaquePointer!) { unsafe destroy(keypad, as: Keypad.self) }

@_cdecl("scrim_keypad_attach") @implementation
public func scrim_keypad_attach(_ keypad: OpaquePointer!, _ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        let text = unsafe try Resolved<Text>(text)
        if Groups.isBusy(text.index) { throw .busy }
        Groups.leave(keypad.index)
        Groups.join(keypad.index, to: text.index)
        // Last, because it may call back.
        try keypad.object.attach(text.object)
    }
}

@_cdecl("scrim_keypad_detach") @implementation
public func scrim_keypad_detach(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        Groups.leave(keypad.index)
        // Last, because it may call back.
        try keypad.object.detach()
    }
}

@_cdecl("scrim_keypad_show") @implementation
public func scrim_keypad_show(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        var random = KernelRandom()
        try keypad.object.show(&random)
    }
}

@_cdecl("scrim_keypad_hide") @implementation
public func scrim_keypad_hide(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in keypad.object.hide() }
}

@_cdecl("scrim_keypad_shuffle") @implementation
public func scrim_keypad_shuffle(_ keypad: OpaquePointer!) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        var random = KernelRandom()
        try keypad.object.shuffle(&random)
    }
}

@_cdecl("scrim_keypad_set_shuffle_enabled") @implementation
public func scrim_keypad_set_shuffle_enabled(_ keypad: OpaquePointer!, _ enabled: UInt32) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        guard enabled <= 1 else { throw .invalidArgument }
        var random = KernelRandom()
        try keypad.object.setShuffleEnabled(enabled == 1, &random)
    }
}

@_cdecl("scrim_keypad_generation") @implementation
public func scrim_keypad_generation(
    _ keypad: OpaquePointer!, _ generation: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        let generation = unsafe try required(generation)
        unsafe generation.pointee = keypad.object.generation
    }
}

@_cdecl("scrim_keypad_presented") @implementation
public func scrim_keypad_presented(_ keypad: OpaquePointer!, _ generation: UInt64, _ time: UInt64) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        try keypad.object.present(generation, at: time)
    }
}

@_cdecl("scrim_keypad_keys") @implementation
public func scrim_keypad_keys(
    _ keypad: OpaquePointer!, _ order: UInt32, _ keys: UnsafeMutablePointer<scrim_key>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> scrim_status {
    unsafe inspect(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        guard let order = Keypad.ListOrder(rawValue: order) else { throw .invalidArgument }
        let count = unsafe try required(count)
        let keys = unsafe try output(keys, capacity)
        let needed = keypad.object.keyCount
        guard needed <= keys.count else {
            unsafe count.pointee = needed
            throw .bufferTooSmall
        }
        try keypad.object.forEachKey(in: order) { key, label, name in
            if key.rank >= 0, key.rank < needed { unsafe keys[key.rank] = scrim_key(key, label, name) }
        }
        unsafe count.pointee = needed
    }
}

extension scrim_key {
    fileprivate init(_ key: Keypad.ListedKey, _ label: Span<UInt8>, _ name: Span<UInt8>) {
        self.init()
        rect = scrim_rect(key.rect)
        kind = key.kind.rawValue
        target = UInt32(truncatingIfNeeded: key.target)
        label_length = UInt32(truncatingIfNeeded: label.count)
        name_length = UInt32(truncatingIfNeeded: name.count)
        unsafe withUnsafeMutableBytes(of: &self.label) { target in
            for index in steps(to: min(label.count, target.count)) { unsafe target[index] = label.at(index) }
        }
        unsafe withUnsafeMutableBytes(of: &self.name) { target in
            for index in steps(to: min(name.count, target.count)) { unsafe target[index] = name.at(index) }
        }
    }
}

@_cdecl("scrim_keypad_touch") @implementation
public func scrim_keypad_touch(
    _ keypad: OpaquePointer!, _ touch: UnsafePointer<scrim_touch>!, _ answer: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        guard let touch = unsafe touch else { throw .invalidArgument }
        let answer = unsafe try required(answer)
        let sample = try TouchSample(unsafe touch.pointee)
        var random = KernelRandom()
        unsafe answer.pointee = try keypad.object.touch(sample, &random).rawValue
    }
}

@_cdecl("scrim_keypad_advance") @implementation
public func scrim_keypad_advance(
    _ keypad: OpaquePointer!, _ now: UInt64, _ answer: UnsafeMutablePointer<UInt32>!
) -> scrim_status {
    unsafe mutate(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        let answer = unsafe try required(answer)
        unsafe answer.pointee = try keypad.object.advance(to: now).rawValue
    }
}

@_cdecl("scrim_keypad_next_deadline") @implementation
public func scrim_keypad_next_deadline(
    _ keypad: OpaquePointer!, _ deadline: UnsafeMutablePointer<UInt64>!
) -> scrim_status {
    unsafe inspect(keypad) { (keypad: Resolved<Keypad>) throws(Failure) in
        let deadline = unsafe try required(deadline)
        unsafe deadline.pointee = keypad.object.nextDeadline ?? UInt64.max  // SCRIM_NEVER
    }
}
