// SPDX-License-Identifier: MIT
//! Keeps passwords, PINs and private content out of screenshots, recordings, logs and memory dumps.
//!
//! This crate is the Rust binding of the shared library Scrim, which must be installed. The module [`sys`] contains the C interface.
//! All other types are safe.
//!
//! ```
//! use scrim::{Text, TextOptions};
//!
//! let text = Text::new(&TextOptions::default().max_clusters(8))?;
//! text.insert("hunter2")?;
//! assert_eq!(text.masked()?, "●●●●●●●");
//! # Ok::<(), scrim::Error>(())
//! ```
//!
//! # Threads
//! Objects that can be joined to a group are neither `Send` nor `Sync`: [`Text`], [`Keypad`], [`Scene`], [`Gestures`] and
//! [`Collector`]. Only one thread at a time may use a group, and the type system cannot see which objects are joined. A
//! [`Snapshot`] is `Send` and `Sync`. A [`Capture`], a [`Publisher`] and a [`Subscriber`] are `Send`.
//!
//! # Closures and panics
//! A closure runs on the thread that called the library, before that call returns. Inside it, calls that would change an object of
//! the group return [`Error::Busy`]. If a closure panics, the other closures of that call are not run, and the panic is resumed
//! when the call returns.
//!
//! # Constants
//! Choices are enums, for example [`Layout::Pin`]. Flags are constants of the C interface, for example
//! [`sys::SCRIM_VIEW_SECURE`]. Structs that the library fills in many times per second, such as [`GestureEvent`], have the numbers
//! of the C interface: `GestureState::try_from(event.state)` returns the enum.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

mod callback;
mod capture;
mod collector;
#[rustfmt::skip]
mod enums;
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

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;

pub use capture::{Capture, CaptureOptions, FeedState, Publisher, Snapshot, Subscriber};
pub use collector::{reason_message, Check, Collector, Decision, Record, RulesError};
pub use enums::{
    Activity, AllowedCharacters, ColorMatrix, ColorRange, GestureKind, GestureState, HandleKind, HashPreset, KeyKind,
    KeyOrder, Layout, Mask, Motion, Policy, Profile, Relation, Reshuffle, Shuffle, Source, StyleClass, TouchPhase,
    TouchPrivacy, Transform, ValueKind,
};
pub use error::{Error, Result};
pub use frame::{Format, Frame, FrameMut};
pub use gesture::{GestureEvent, Gestures, Recognizer, Scroll};
pub use keypad::{Key, KeyLabel, KeySpec, Keypad, KeypadCallbacks, KeypadEvent, KeypadOptions, KeypadResult, Touch};
pub use memory::{
    disable_memfd_secret, live_handles, memory_usage, process_harden, unprotected_message, version, MemoryReport,
};
pub use redact::{
    margin_for_source, redact, redact_copy, redact_rects, Outcome, Point, Rect, RedactError, RedactOptions, Region,
    Report, Style,
};
pub use scene::{Cover, Id, Metadata, Scene, SceneRedactOptions, SecureRegion, View, Window};
pub use text::{DisplayPart, ShouldChange, Text, TextCallbacks, TextChange, TextOptions};
pub use verify::{hash_needs_rehash, Attempt, Attempts, Pepper};
