// SPDX-License-Identifier: MIT
//! Carries panics of closures past the stack frames of the library, and lets the library own closures.
//!
//! The library calls a closure through a function that catches its panic. A panic must not unwind through stack frames of another
//! language, and the library would wait forever for a closure that never returns. The panic is kept for the thread until the call
//! into the library returns, and is resumed there.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

type Payload = Box<dyn Any + Send>;

thread_local! {
    // `ManuallyDrop` has no destructor. So this variable may still be used while the thread ends, when the destructors of other
    // variables of the thread may drop texts.
    static PANIC: ManuallyDrop<Cell<Option<Payload>>> = const { ManuallyDrop::new(Cell::new(None)) };
    /// How many callbacks have panicked and not been resumed yet: 0 or 1. It is read without moving the payload.
    static IS_PANICKING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps a panic for [`calling`], unless there is an earlier one. That one wins.
fn keep(payload: Payload) {
    if !IS_PANICKING.with(|flag| flag.replace(true)) {
        PANIC.with(|panic| panic.set(Some(payload)));
    } else {
        // The destructor of a payload may panic in turn.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload))).map_err(std::mem::forget);
    }
}

fn take() -> Option<Payload> {
    IS_PANICKING.with(|flag| flag.set(false));
    PANIC.with(|panic| panic.take())
}

/// Runs the body of a callback. If it panics, or if an earlier callback of the same call has, returns `refusal`.
pub(crate) fn guarded<R>(refusal: R, body: impl FnOnce() -> R) -> R {
    if IS_PANICKING.with(Cell::get) {
        return refusal;
    }
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => {
            keep(payload);
            refusal
        }
    }
}

/// Makes a call that may run callbacks, and resumes the panic of one.
#[inline]
pub(crate) fn calling<R>(call: impl FnOnce() -> R) -> R {
    let result = call();
    if IS_PANICKING.with(Cell::get) {
        resume();
    }
    result
}

#[cold]
fn resume() {
    if let Some(payload) = take() {
        if std::thread::panicking() {
            // A drop while another panic unwinds. A second panic would end the process.
            std::mem::forget(payload);
        } else {
            resume_unwind(payload);
        }
    }
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

/// Frees what [`Box::into_raw`] has passed to the library as `user_data`. It does so also if a callback has panicked.
///
/// # Safety
/// `user_data` must come from `Box::<T>::into_raw` and must not be used any more.
pub(crate) unsafe extern "C" fn free<T>(user_data: *mut c_void) {
    // A value that a closure has captured may call the library when it is dropped. Such a call must not resume the panic that is
    // kept for the call that is still running.
    let earlier = take();
    // The destructor of a captured value may panic.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| {
        drop(unsafe { Box::from_raw(user_data.cast::<T>()) })
    })) {
        keep(payload);
    }
    if let Some(payload) = earlier {
        let later = take();
        keep(payload);
        if let Some(later) = later {
            keep(later);
        }
    }
}
