// SPDX-License-Identifier: MIT
use std::os::raw::c_char;

use crate::error::{check, Result};
use crate::sys;

/// Returns the bytes that a call writes into a buffer. The first call returns the length.
pub(crate) fn bytes_of(mut call: impl FnMut(*mut c_char, usize, *mut usize) -> sys::scrim_status) -> Result<Vec<u8>> {
    let mut length = 0;
    let mut buffer: Vec<u8> = Vec::new();
    loop {
        let status = call(buffer.as_mut_ptr().cast(), buffer.len(), &mut length);
        if status == sys::SCRIM_ERROR_BUFFER_TOO_SMALL && length > buffer.len() {
            buffer.resize(length, 0);
            continue;
        }
        check(status)?;
        buffer.truncate(length);
        return Ok(buffer);
    }
}

/// Returns a string that a call writes into a buffer.
pub(crate) fn of(call: impl FnMut(*mut c_char, usize, *mut usize) -> sys::scrim_status) -> Result<String> {
    // The library writes UTF-8 only.
    bytes_of(call).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns a string in the form that the library takes. The library uses it only during the call.
pub(crate) fn string(text: &str) -> sys::scrim_string {
    sys::scrim_string {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// Returns strings in the form that the library takes.
pub(crate) fn strings(texts: &[&str]) -> Vec<sys::scrim_string> {
    texts.iter().map(|text| string(text)).collect()
}

/// Returns the elements that a call writes into an array. The first call returns their number.
pub(crate) fn list<T: Clone>(
    blank: T,
    mut call: impl FnMut(*mut T, usize, *mut usize) -> sys::scrim_status,
) -> Result<Vec<T>> {
    let mut count = 0;
    let mut items: Vec<T> = Vec::new();
    loop {
        let status = call(items.as_mut_ptr(), items.len(), &mut count);
        if status == sys::SCRIM_ERROR_BUFFER_TOO_SMALL && count > items.len() {
            items.resize(count, blank.clone());
            continue;
        }
        check(status)?;
        items.truncate(count);
        return Ok(items);
    }
}
