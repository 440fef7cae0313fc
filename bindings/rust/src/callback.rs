// SPDX-License-Identifier: MIT
//! How panics of closures get past the frames of the library, and how closures are owned by it.
//!
//! The library calls a closure through a function that catches its panic. A panic must not unwind through frames of another
//! language, and the library would wait forever for the closure's return. The panic is kept for the thread until the call into the
//! library returns, and is resumed there.

use std::any::Any;
use std::cell::RefCell;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

thread_local! {
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = RefCell::new(None);
}

/// Runs the body of a callback. If it panics, or if an earlier callback of the same call has, returns `refusal`.
pub(crate) fn guarded<R>(refusal: R, body: impl FnOnce() -> R) -> R {
    if PANIC.with(|panic| panic.borrow().is_some()) {
        return refusal;
    }
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            PANIC.with(|panic| *panic.borrow_mut() = Some(payload));
            refusal
        }
    }
}

/// Makes a call that may run callbacks, and resumes the panic of one.
pub(crate) fn calling<R>(call: impl FnOnce() -> R) -> R {
    let result = call();
    if let Some(payload) = PANIC.with(|panic| panic.borrow_mut().take()) {
        if !std::thread::panicking() {
            resume_unwind(payload);
        }
        // A drop while another panic unwinds: a second panic would end the process.
    }
    result
}

/// A closure that the library may call while it already runs. The second call is refused then, because the closure may change what
/// it has captured.
pub(crate) struct Slot<F>(RefCell<Option<F>>);

impl<F> Slot<F> {
    pub(crate) fn new(closure: Option<F>) -> Slot<F> {
        Slot(RefCell::new(closure))
    }

    /// Runs the closure, if there is one.
    pub(crate) fn run<R>(&self, refusal: R, body: impl FnOnce(&mut F) -> R) -> R {
        match self.0.try_borrow_mut() {
            Ok(mut slot) => match slot.as_mut() {
                Some(closure) => guarded(refusal, || body(closure)),
                None => refusal,
            },
            Err(_) => refusal,
        }
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.borrow().is_some()
    }
}

/// Frees what [`Box::into_raw`] has passed to the library as `user_data`.
///
/// # Safety
/// `user_data` must come from `Box::<T>::into_raw` and must not be used any more.
pub(crate) unsafe extern "C" fn free<T>(user_data: *mut c_void) {
    // The destructor of what a closure has captured may panic.
    guarded((), || drop(unsafe { Box::from_raw(user_data.cast::<T>()) }));
}
