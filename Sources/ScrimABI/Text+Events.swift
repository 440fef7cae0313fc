// SPDX-License-Identifier: MIT
import CScrim
import Scrim

// Implements the events of scrim/text.h. The header has the contracts.

/// The callbacks of a text. The core does not know them.
@safe final class TextCallbacks: TextDelegate {
    private let callbacks: scrim_text_callbacks
    private let userData: UnsafeMutableRawPointer?
    private let release: scrim_free_fn?
    private let index: UInt32

    init(
        _ callbacks: scrim_text_callbacks, _ userData: UnsafeMutableRawPointer?, _ release: scrim_free_fn?,
        _ index: UInt32
    ) {
        self.callbacks = callbacks
        unsafe self.userData = unsafe userData
        unsafe self.release = unsafe release
        self.index = index
    }

    func shouldChange(_ change: TextChange, inserting new: Span<UInt8>?) -> Bool {
        guard let should = unsafe callbacks.should_change else { return true }
        var told = unsafe scrim_text_change()
        unsafe told.location = change.range.map { UInt64(truncatingIfNeeded: $0.location) } ?? UInt64.max
        unsafe told.length = change.range.map { UInt64(truncatingIfNeeded: $0.length) } ?? UInt64.max
        unsafe told.count = UInt64(truncatingIfNeeded: change.count)
        guard let new else { return ask { unsafe should(&told, userData) } }
        // The address of an empty text is one that nobody reads, so that NULL means a secret text.
        var nothing: CChar = 0
        return unsafe withUnsafePointer(to: &nothing) { nothing in
            unsafe new.withUnsafeBufferPointer { bytes in
                let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                unsafe told.replacement = unsafe scrim_string(data: start ?? nothing, length: bytes.count)
                return ask { unsafe should(&told, userData) }
            }
        }
    }

    func should(_ question: TextQuestion) -> Bool {
        let should: scrim_text_should_fn? =
            switch question {
            case .clear: unsafe callbacks.should_clear
            case .finish: unsafe callbacks.should_return
            case .begin: unsafe callbacks.should_begin
            case .end: unsafe callbacks.should_end
            }
        guard let should = unsafe should else { return true }
        return ask { unsafe should(userData) }
    }

    func tell(_ event: TextEvent) {
        let tell: scrim_text_event_fn? =
            switch event {
            case .changed: unsafe callbacks.did_change
            case .displayChanged: unsafe callbacks.display_changed
            case .began: unsafe callbacks.did_begin
            case .ended: unsafe callbacks.did_end
            case .finished: unsafe callbacks.done
            }
        if let tell = unsafe tell, !Groups.isDestroyed(index) { Groups.callBack(index) { unsafe tell(userData) } }
    }

    /// Calls the host's function that frees the user data.
    func removed() {
        if let release = unsafe release { Groups.callBack(index) { unsafe release(userData) } }
    }

    /// Whether a callback agrees. If it forked, the child refuses, because it does not have the text's memory. A text that was destroyed
    /// refuses too.
    private func ask(_ body: () -> UInt32) -> Bool {
        var answer: UInt32 = 0
        guard !Groups.isDestroyed(index), Groups.callBack(index, { answer = body() }) else { return false }
        return answer != 0 && !Groups.isDestroyed(index)
    }
}

@_cdecl("scrim_text_set_callbacks") @implementation
public func scrim_text_set_callbacks(
    _ text: OpaquePointer!, _ callbacks: UnsafePointer<scrim_text_callbacks>!,
    _ user_data: UnsafeMutableRawPointer!, _ user_data_free: scrim_free_fn!
) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in
        var new = scrim_text_callbacks()
        if let callbacks = unsafe callbacks { unsafe new = try copyIn(callbacks, zeroed: new) }
        guard new.reserved == 0 else { throw .invalidArgument }
        try Reserve.claim()
        let delegate = unsafe TextCallbacks(new, user_data, user_data_free, text.index)
        // Released before anything is called back: if a callback forks, the child's reserve has no claims.
        Reserve.release()
        text.object.setDelegate(delegate)
    }
}

@_cdecl("scrim_text_begin_editing") @implementation
public func scrim_text_begin_editing(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.beginEditing() }
}

@_cdecl("scrim_text_end_editing") @implementation
public func scrim_text_end_editing(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.endEditing() }
}

@_cdecl("scrim_text_done") @implementation
public func scrim_text_done(_ text: OpaquePointer!) -> scrim_status {
    unsafe mutate(text) { (text: Resolved<Text>) throws(Failure) in try text.object.finish() }
}

@_cdecl("scrim_text_is_editing") @implementation
public func scrim_text_is_editing(_ text: OpaquePointer!, _ editing: UnsafeMutablePointer<UInt32>!) -> scrim_status {
    unsafe inspect(text) { (text: Resolved<Text>) throws(Failure) in
        let editing = unsafe try required(editing)
        unsafe editing.pointee = text.object.isEditing ? 1 : 0
    }
}
