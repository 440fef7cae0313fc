// SPDX-License-Identifier: MIT
//! Keeps passwords, PINs and private content out of screenshots, recordings, logs and memory dumps.
//!
//! This is the Rust binding of the library [Scrim](sys), which needs to be installed. The module [`sys`] contains its C interface.
//! The other types are safe.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

mod callback;
mod capture;
mod collector;
mod error;
mod frame;
mod gesture;
mod keypad;
mod memory;
mod redact;
mod scene;
mod strings;
#[allow(missing_docs)]
#[rustfmt::skip]
pub mod sys;
mod text;
mod verify;

pub use capture::{Capture, CaptureOptions, FeedState, Publisher, Snapshot, Subscriber};
pub use collector::{reason_message, Check, Collector, Decision, Record, RulesError};
pub use error::{Error, Result};
pub use frame::{Format, Frame, FrameMut};
pub use gesture::{GestureEvent, Gestures, Recognizer, Scroll};
pub use keypad::{Key, Keypad, KeypadCallbacks, KeypadEvent, KeypadOptions, KeypadResult, Touch};
pub use memory::{
    disable_memfd_secret, live_handles, memory_usage, process_harden, unprotected_message, version, MemoryReport,
};
pub use redact::{
    margin_for_source, redact, redact_copy, Outcome, Point, Rect, RedactError, RedactOptions, Region, Report, Style,
};
pub use scene::{Cover, Id, Metadata, Scene, SceneRedactOptions, SecureRegion, View, Window};
pub use text::{DisplayPart, ShouldChange, Text, TextCallbacks, TextChange, TextOptions};
pub use verify::{hash_needs_rehash, Attempt, Attempts, Pepper};
