// SPDX-License-Identifier: MIT
//! Keeps passwords, PINs and private content out of screenshots, recordings, logs and memory dumps.
//!
//! This is the Rust binding of the library [Scrim](sys), which needs to be installed. The module [`sys`] contains its C interface.
//! The other types are safe.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

mod callback;
mod error;
mod frame;
mod keypad;
mod redact;
mod strings;
#[allow(missing_docs)]
#[rustfmt::skip]
pub mod sys;
mod text;

pub use error::{Error, Result};
pub use frame::{Format, Frame, FrameMut};
pub use keypad::{Key, Keypad, KeypadCallbacks, KeypadEvent, KeypadOptions, KeypadResult, Touch};
pub use redact::{
    margin_for_source, redact, redact_copy, Outcome, Point, Rect, RedactError, RedactOptions, Region, Report, Style,
};
pub use text::{DisplayPart, ShouldChange, Text, TextCallbacks, TextChange, TextOptions};
