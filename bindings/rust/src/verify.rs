// SPDX-License-Identifier: MIT
use std::os::unix::io::{AsFd, AsRawFd};
use std::ptr;

use crate::callback::calling;
use crate::enums::HashPreset;
use crate::error::{check, Result};
use crate::sys;
use crate::text::Text;

/// A second secret, which is stored apart from the hashes.
pub type Pepper = [u8; sys::SCRIM_HASH_PEPPER_SIZE as usize];

fn parts(pepper: Option<&Pepper>) -> (*const std::os::raw::c_void, usize) {
    pepper.map_or((ptr::null(), 0), |pepper| (pepper.as_ptr().cast(), pepper.len()))
}

impl Text {
    /// Hashes the secret with Argon2id and a new random salt, for storage.
    pub fn hash(&self, preset: HashPreset, pepper: Option<&Pepper>) -> Result<String> {
        let (key, key_length) = parts(pepper);
        // Large enough for every hash, so that nothing is computed twice.
        let mut buffer = vec![0u8; sys::SCRIM_HASH_MAX_LENGTH as usize];
        let mut length = 0;
        let (data, capacity) = (buffer.as_mut_ptr().cast(), buffer.len());
        check(unsafe {
            sys::scrim_text_hash(
                self.as_ptr(),
                preset.into(),
                key,
                key_length,
                data,
                capacity,
                &mut length,
            )
        })?;
        buffer.truncate(length);
        Ok(String::from_utf8_lossy(&buffer).into_owned())
    }

    /// Whether the secret is the one that a hash was made from. A failure is an error and never looks like a wrong secret.
    pub fn verify(&self, hash: &str, pepper: Option<&Pepper>) -> Result<bool> {
        let (key, key_length) = parts(pepper);
        let (data, length) = (hash.as_ptr().cast(), hash.len());
        let mut matches = 0;
        check(unsafe { sys::scrim_text_verify(self.as_ptr(), data, length, key, key_length, &mut matches) })?;
        Ok(matches != 0)
    }

    /// Seals the secret to an X25519 public key. Only the owner of the secret key can open it.
    pub fn seal(&self, public_key: &[u8; sys::SCRIM_SEAL_KEY_SIZE as usize], context: &[u8]) -> Result<Vec<u8>> {
        let (key, key_length) = (public_key.as_ptr().cast(), public_key.len());
        let (about, about_length) = (context.as_ptr().cast(), context.len());
        crate::strings::bytes_of(|buffer, capacity, length| unsafe {
            sys::scrim_text_seal(
                self.as_ptr(),
                key,
                key_length,
                about,
                about_length,
                buffer,
                capacity,
                length,
            )
        })
    }

    /// Inserts bytes that are read from a file, up to its end or, with `SCRIM_FD_LINE`, the end of a line.
    pub fn read_fd(&self, file: impl AsFd, flags: u32) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_read_fd(self.as_ptr(), file.as_fd().as_raw_fd(), flags)
        }))
    }

    /// Writes the secret to a file.
    pub fn write_fd(&self, file: impl AsFd, flags: u32) -> Result<()> {
        check(unsafe { sys::scrim_text_write_fd(self.as_ptr(), file.as_fd().as_raw_fd(), flags) })
    }
}

/// Whether a stored hash should be replaced, because its cost differs from a preset.
pub fn hash_needs_rehash(hash: &str, preset: HashPreset) -> Result<bool> {
    let mut needed = 0;
    check(unsafe { sys::scrim_hash_needs_rehash(hash.as_ptr().cast(), hash.len(), preset.into(), &mut needed) })?;
    Ok(needed != 0)
}

/// What [`Attempts::begin`] decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attempt {
    /// The attempt has begun. Verify the secret now.
    Allowed,
    /// It is too early. Try again at this time, in nanoseconds of the caller's clock.
    WaitUntil(u64),
    /// All attempts are used.
    Locked,
}

/// A counter of attempts at one secret. Store it together with the hash, before you verify.
///
/// It is not `Copy`, so that no attempt is counted in a copy by mistake.
#[derive(Debug, PartialEq)]
pub struct Attempts(sys::scrim_attempts);

impl Attempts {
    /// Returns a counter that allows `limit` attempts. 0 means ten.
    pub fn new(limit: u32) -> Result<Attempts> {
        let mut raw = sys::scrim_attempts {
            last_ns: 0,
            begun: 0,
            limit: 0,
            check: 0,
        };
        check(unsafe { sys::scrim_attempts_init(&mut raw, limit) })?;
        Ok(Attempts(raw))
    }

    /// Returns a counter from what was stored. A damaged counter is locked.
    pub fn from_raw(raw: sys::scrim_attempts) -> Attempts {
        Attempts(raw)
    }

    /// Returns what to store.
    pub fn to_raw(&self) -> sys::scrim_attempts {
        self.0
    }

    /// Begins an attempt, if one is allowed now.
    pub fn begin(&mut self, now_ns: u64) -> Result<Attempt> {
        let (mut result, mut retry_at_ns) = (0, 0);
        check(unsafe { sys::scrim_attempts_begin(&mut self.0, now_ns, &mut result, &mut retry_at_ns) })?;
        Ok(match result {
            sys::SCRIM_ATTEMPT_ALLOWED => Attempt::Allowed,
            sys::SCRIM_ATTEMPT_WAIT => Attempt::WaitUntil(retry_at_ns),
            _ => Attempt::Locked,
        })
    }

    /// Resets the counter after the secret matched.
    pub fn succeed(&mut self) -> Result<()> {
        check(unsafe { sys::scrim_attempts_succeed(&mut self.0) })
    }
}
