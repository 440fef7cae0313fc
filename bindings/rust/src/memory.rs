// SPDX-License-Identifier: MIT
use std::ffi::CStr;
use std::mem::size_of;

use crate::enums::HandleKind;
use crate::error::{check, Result};
use crate::sys;

/// How much memory the library has for secrets, and how well it is protected.
pub type MemoryReport = sys::scrim_memory_report;

/// Returns how much memory the library has for secrets, and how well it is protected.
pub fn memory_usage() -> Result<MemoryReport> {
    // SAFETY: zero is a valid value of each field, and the function sets them all.
    let mut report = unsafe { std::mem::zeroed() };
    check(unsafe { sys::scrim_memory_report_init(&mut report, size_of::<MemoryReport>()) })?;
    check(unsafe { sys::scrim_memory_usage(&mut report) })?;
    Ok(report)
}

/// Disables or enables memfd_secret. Call this before you create the first text or keypad.
pub fn disable_memfd_secret(disable: bool) -> Result<()> {
    // SAFETY: zero is a valid value of each field, and the function sets them all.
    let mut options: sys::scrim_memory_options = unsafe { std::mem::zeroed() };
    check(unsafe { sys::scrim_memory_options_init(&mut options, size_of::<sys::scrim_memory_options>()) })?;
    options.disable_memfd_secret = disable.into();
    check(unsafe { sys::scrim_memory_configure(&options) })
}

/// Returns a sentence for a reason of a [`MemoryReport`].
pub fn unprotected_message(reason: u32) -> &'static str {
    // SAFETY: the function accepts every number, and returns a static string.
    unsafe { CStr::from_ptr(sys::scrim_unprotected_message(reason)) }
        .to_str()
        .unwrap_or_default()
}

/// Hardens the process: other programs of the user cannot read its memory, and it leaves no core file.
pub fn process_harden() -> Result<()> {
    check(unsafe { sys::scrim_process_harden() })
}

/// Returns the number of objects of a kind that have been created and not yet destroyed.
pub fn live_handles(kind: HandleKind) -> usize {
    unsafe { sys::scrim_live_handles(kind.into()) }
}

/// Returns the version of the library that is loaded.
pub fn version() -> &'static str {
    // SAFETY: the function returns a static string.
    unsafe { CStr::from_ptr(sys::scrim_version_string()) }
        .to_str()
        .unwrap_or_default()
}
