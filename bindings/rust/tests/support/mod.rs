// SPDX-License-Identifier: MIT
//! What several tests need: JSON, and memory that ends at a page that cannot be accessed.
#![allow(dead_code)]

pub mod json;

use std::os::raw::{c_int, c_void};
use std::path::PathBuf;

extern "C" {
    fn mmap(
        address: *mut c_void,
        length: usize,
        protection: c_int,
        flags: c_int,
        fd: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn mprotect(address: *mut c_void, length: usize, protection: c_int) -> c_int;
    fn munmap(address: *mut c_void, length: usize) -> c_int;
}

/// A file of the repository, or `None` in a copy of the crate alone.
pub fn repository(path: &str) -> Option<PathBuf> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    file.exists().then_some(file)
}

/// Bytes that end where an inaccessible page begins. An access behind them ends the process.
pub struct Fenced {
    start: *mut c_void,
    mapped: usize,
    length: usize,
}

impl Fenced {
    pub fn new(length: usize) -> Fenced {
        const PAGE: usize = 4096;
        let (read_write, private_anonymous) = (3, 0x22);
        let mapped = (length + PAGE - 1) / PAGE * PAGE + PAGE;
        let start = unsafe { mmap(std::ptr::null_mut(), mapped, read_write, private_anonymous, -1, 0) };
        assert!(start as isize != -1);
        let fence = unsafe { start.cast::<u8>().add(mapped - PAGE) };
        assert_eq!(unsafe { mprotect(fence.cast(), PAGE, 0) }, 0);
        Fenced { start, mapped, length }
    }

    pub fn bytes(&mut self) -> &mut [u8] {
        unsafe {
            let first = self.start.cast::<u8>().add(self.mapped - 4096 - self.length);
            std::slice::from_raw_parts_mut(first, self.length)
        }
    }
}

impl Drop for Fenced {
    fn drop(&mut self) {
        unsafe { munmap(self.start, self.mapped) };
    }
}
