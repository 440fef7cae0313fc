// SPDX-License-Identifier: MIT
use std::ffi::CStr;
use std::fmt;

use crate::sys;

/// The result of a call into the library.
pub type Result<T> = std::result::Result<T, Error>;

macro_rules! errors {
    ($($(#[doc = $doc:literal])+ $name:ident = $status:ident,)+) => {
        /// Why a call failed. `docs/reference/errors.md` describes each error and what to do about it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[doc = $doc])+ $name,)+
            /// A status of a newer version of the library.
            Other(i32),
        }

        impl Error {
            /// Returns the status of the C interface.
            pub fn status(self) -> i32 {
                match self {
                    $(Error::$name => sys::$status,)+
                    Error::Other(status) => status,
                }
            }

            fn of(status: sys::scrim_status) -> Error {
                match status {
                    $(sys::$status => Error::$name,)+
                    other => Error::Other(other),
                }
            }
        }
    };
}

errors! {
    /// A value is out of range, not finite or unknown.
    InvalidArgument = SCRIM_ERROR_INVALID_ARGUMENT,
    /// The object has been destroyed. A safe program does not meet this error.
    InvalidHandle = SCRIM_ERROR_INVALID_HANDLE,
    /// An allocation failed.
    NoMemory = SCRIM_ERROR_NO_MEMORY,
    /// A buffer is too small.
    BufferTooSmall = SCRIM_ERROR_BUFFER_TOO_SMALL,
    /// The kernel provided no random bytes.
    Entropy = SCRIM_ERROR_ENTROPY,
    /// Memory with the required protection is not available.
    Protection = SCRIM_ERROR_PROTECTION,
    /// The call would modify an object while a callback of its group is running.
    Busy = SCRIM_ERROR_BUSY,
    /// An object that this object depends on has been destroyed.
    Closed = SCRIM_ERROR_CLOSED,
    /// The object was created before this process was forked.
    Forked = SCRIM_ERROR_FORKED,
    /// The request is valid, but this version does not support it.
    Unsupported = SCRIM_ERROR_UNSUPPORTED,
    /// A documented limit is reached.
    Limit = SCRIM_ERROR_LIMIT,
    /// The text has no room for the input, or it has dropped input.
    Full = SCRIM_ERROR_FULL,
    /// The bytes are not well-formed UTF-8.
    InvalidUtf8 = SCRIM_ERROR_INVALID_UTF8,
    /// The object's state does not allow the call, for example a touch on a hidden keypad.
    InvalidState = SCRIM_ERROR_INVALID_STATE,
    /// There is no window, view, output, recognizer or record with that id or number.
    NotFound = SCRIM_ERROR_NOT_FOUND,
    /// Guard bytes next to a secret were overwritten, or the bytes of a snapshot are damaged.
    Corrupted = SCRIM_ERROR_CORRUPTED,
    /// A rule of the text or a callback refused the call.
    Refused = SCRIM_ERROR_REFUSED,
    /// The text hides its length, and the result would reveal it.
    LengthHidden = SCRIM_ERROR_LENGTH_HIDDEN,
    /// A file could not be opened, read or written. [`std::io::Error::last_os_error`] contains the reason.
    Io = SCRIM_ERROR_IO,
    /// The style is reversible, so solid black was used in its place.
    ReversibleStyle = SCRIM_ERROR_REVERSIBLE_STYLE,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the function accepts every number, and returns a static string.
        let message = unsafe { CStr::from_ptr(sys::scrim_status_message(self.status())) };
        formatter.write_str(&message.to_string_lossy())
    }
}

impl std::error::Error for Error {}

/// Returns the error of a status, if it is one.
pub(crate) fn check(status: sys::scrim_status) -> Result<()> {
    if status == sys::SCRIM_OK {
        Ok(())
    } else {
        Err(Error::of(status))
    }
}
