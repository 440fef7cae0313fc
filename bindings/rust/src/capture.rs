// SPDX-License-Identifier: MIT
use std::mem::size_of;
use std::os::unix::io::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::ptr::{self, NonNull};

use crate::enums::Transform;
use crate::error::{check, Error, Result};
use crate::frame::FrameMut;
use crate::redact::{reported, Point, RedactError, Report, Style};
use crate::strings::bytes_of;
use crate::sys;

/// The secure regions of a scene at a time, and in the second before it.
///
/// # Threads and soundness
/// A snapshot is in no group and never changes, so it is `Send` and `Sync`: any number of threads may read it at once, and any of
/// them may drop it. It shares the state of the scene's covers with the scene, which the library synchronizes.
pub struct Snapshot(NonNull<sys::scrim_snapshot>);

// SAFETY: "Any thread may use and destroy it, and several threads may use it at once" (docs/reference/threading.md).
unsafe impl Send for Snapshot {}
unsafe impl Sync for Snapshot {}

impl Snapshot {
    pub(crate) fn of(handle: *mut sys::scrim_snapshot) -> Result<Snapshot> {
        NonNull::new(handle).map(Snapshot).ok_or(Error::InvalidHandle)
    }

    /// Returns the handle for calls of [`crate::sys`]. The snapshot keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_snapshot {
        self.0.as_ptr()
    }

    /// Encodes the snapshot for another process.
    pub fn encode(&self) -> Result<Vec<u8>> {
        bytes_of(|buffer, capacity, length| unsafe {
            sys::scrim_snapshot_encode(self.as_ptr(), buffer, capacity, length)
        })
    }

    /// Decodes a snapshot. Returns [`Error::Corrupted`] if the bytes are damaged.
    pub fn decode(bytes: &[u8]) -> Result<Snapshot> {
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_snapshot_decode(bytes.as_ptr().cast(), bytes.len(), &mut out) })?;
        Snapshot::of(out)
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        unsafe { sys::scrim_snapshot_destroy(self.as_ptr()) }
    }
}

/// How a [`Capture`] covers frames.
#[derive(Clone, Copy, Debug)]
pub struct CaptureOptions(sys::scrim_capture_options);

impl Default for CaptureOptions {
    fn default() -> CaptureOptions {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut options = std::mem::zeroed();
            sys::scrim_capture_options_init(&mut options, size_of::<sys::scrim_capture_options>());
            CaptureOptions(options)
        }
    }
}

macro_rules! options {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty,)+) => {
        $($(#[doc = $doc])+ pub fn $name(mut self, value: $kind) -> CaptureOptions {
            self.0.$name = value.into();
            self
        })+
    };
}

impl CaptureOptions {
    /// Sets the point of the screen at the top left corner of the frames.
    pub fn origin(mut self, x: f64, y: f64) -> CaptureOptions {
        self.0.origin = Point { x, y };
        self
    }

    /// Sets the style of secure regions.
    pub fn style(mut self, style: Style) -> CaptureOptions {
        self.0.style = style.0;
        self
    }

    options! {
        /// Sets the output that the frames show.
        output: u32,
        /// Sets the number of pixels per point.
        scale: f64,
        /// Sets how the frames are rotated and flipped relative to the screen.
        transform: Transform,
        /// Sets `SCRIM_CAPTURE_…` flags.
        flags: u32,
        /// Sets the highest speed of views in points per second.
        max_speed: f64,
        /// Sets the longest time from a change on the screen until the scene knows of it.
        max_latency_ns: u64,
        /// Sets the longest time between two updates of a secure view that moves.
        update_interval_ns: u64,
        /// Sets how long a region stays covered after it has moved away.
        hold_ns: u64,
        /// Sets the time constant with which the colors of frost and tiles follow changes around a region.
        smoothing_ns: u64,
    }
}

/// Covers the secure regions of captured frames.
///
/// # Threads and soundness
/// A capture is in no group. Only one thread at a time may use it, so it is `Send` but not `Sync`, and its methods that change it
/// take `&mut self`.
pub struct Capture(NonNull<sys::scrim_capture>);

// SAFETY: "may be used by only one thread at a time" (docs/reference/threading.md), and that may be any thread.
unsafe impl Send for Capture {}

impl Capture {
    /// Creates a capture.
    pub fn new(options: &CaptureOptions) -> Result<Capture> {
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_capture_create(&options.0, &mut out) })?;
        NonNull::new(out).map(Capture).ok_or(Error::InvalidHandle)
    }

    /// Returns the handle for calls of [`crate::sys`]. The capture keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_capture {
        self.0.as_ptr()
    }

    /// Covers every region that was secure at any time from shortly before the frame was captured until the snapshot.
    pub fn redact(
        &mut self,
        snapshot: &Snapshot,
        frame: &mut FrameMut<'_>,
        captured_from_ns: u64,
        captured_to_ns: u64,
    ) -> std::result::Result<Report, RedactError> {
        let (from, to) = (captured_from_ns, captured_to_ns);
        reported(|report| unsafe {
            sys::scrim_capture_redact(self.as_ptr(), snapshot.as_ptr(), &frame.raw, from, to, report)
        })
    }

    /// Covers some rows of a frame. The other rows stay as they are.
    ///
    /// Returns [`Error::InvalidArgument`] if the frame does not have all these rows, or if `rows` is empty.
    pub fn redact_rows(
        &mut self,
        snapshot: &Snapshot,
        frame: &mut FrameMut<'_>,
        captured_from_ns: u64,
        captured_to_ns: u64,
        rows: std::ops::Range<u32>,
    ) -> std::result::Result<Report, RedactError> {
        let (from, to, first, count) = (captured_from_ns, captured_to_ns, rows.start, rows.len() as u32);
        // To the library, 0 stands for all rows that follow.
        let first = if count == 0 { u32::MAX } else { first };
        reported(|report| unsafe {
            sys::scrim_capture_redact_rows(
                self.as_ptr(),
                snapshot.as_ptr(),
                &frame.raw,
                from,
                to,
                first,
                count,
                report,
            )
        })
    }

    /// Returns the point of the screen at a point of a frame of this size.
    pub fn screen_point(&self, width: u32, height: u32, x: f64, y: f64) -> Result<Point> {
        let mut point = Point { x: 0.0, y: 0.0 };
        check(unsafe {
            sys::scrim_capture_screen_point(self.as_ptr(), width, height, x, y, &mut point.x, &mut point.y)
        })?;
        Ok(point)
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        unsafe { sys::scrim_capture_destroy(self.as_ptr()) }
    }
}

/// Publishes snapshots for other processes of the user.
///
/// # Threads and soundness
/// A publisher is in no group. Only one thread at a time may use it, so it is `Send` but not `Sync`. The file descriptors of
/// [`Publisher::fd`] are the caller's, and may outlive the publisher.
pub struct Publisher(NonNull<sys::scrim_publisher>);

// SAFETY: "each may be used by only one thread at a time" (docs/reference/threading.md), and that may be any thread.
unsafe impl Send for Publisher {}

impl Publisher {
    /// Creates the feed `name`, or one without a name that other processes open by its file descriptor.
    pub fn new(name: Option<&str>) -> Result<Publisher> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut options: sys::scrim_publisher_options = unsafe { std::mem::zeroed() };
        let size = size_of::<sys::scrim_publisher_options>();
        check(unsafe { sys::scrim_publisher_options_init(&mut options, size) })?;
        if let Some(name) = name {
            (options.name, options.name_length) = (name.as_ptr().cast(), name.len());
        }
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_publisher_create(&options, &mut out) })?;
        NonNull::new(out).map(Publisher).ok_or(Error::InvalidHandle)
    }

    /// Returns the handle for calls of [`crate::sys`]. The publisher keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_publisher {
        self.0.as_ptr()
    }

    /// Publishes a snapshot.
    pub fn publish(&mut self, snapshot: &Snapshot) -> Result<()> {
        check(unsafe { sys::scrim_publisher_publish(self.as_ptr(), snapshot.as_ptr()) })
    }

    /// Returns a new file descriptor of the feed, with which other processes can subscribe. It can only be read.
    pub fn fd(&self) -> Result<OwnedFd> {
        let mut fd = -1;
        check(unsafe { sys::scrim_publisher_fd(self.as_ptr(), &mut fd) })?;
        // SAFETY: the call has succeeded, and nobody else closes the descriptor that it has opened.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        unsafe { sys::scrim_publisher_destroy(self.as_ptr()) }
    }
}

/// The state of a feed, which a [`Subscriber`] returns with each snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FeedState {
    /// The publisher is alive, and the snapshot is its newest one.
    Live,
    /// The feed does not exist, or its publisher has closed it.
    Missing,
    /// The publisher has not published anything yet, or nothing since an error.
    Empty,
    /// The newest snapshot is too old. The publisher may have ended, or may hang.
    Silent,
    /// The content of the file is damaged, or comes from another version of Scrim.
    Damaged,
    /// The file belongs to another user, others may open it, or it is not an ordinary file of this computer.
    Refused,
    /// A state of a newer version of the library.
    Other(u32),
}

impl FeedState {
    fn of(state: u32) -> FeedState {
        match state {
            sys::SCRIM_FEED_LIVE => FeedState::Live,
            sys::SCRIM_FEED_MISSING => FeedState::Missing,
            sys::SCRIM_FEED_EMPTY => FeedState::Empty,
            sys::SCRIM_FEED_SILENT => FeedState::Silent,
            sys::SCRIM_FEED_DAMAGED => FeedState::Damaged,
            sys::SCRIM_FEED_REFUSED => FeedState::Refused,
            other => FeedState::Other(other),
        }
    }
}

/// Reads the snapshots of a publisher.
///
/// # Threads and soundness
/// A subscriber is in no group. It is `Send` and not `Sync`, as a [`Publisher`] is. Other processes write the memory that it reads.
/// The library copies what they have written and checks the copy, so a hostile publisher cannot make it read other memory.
pub struct Subscriber(NonNull<sys::scrim_subscriber>);

// SAFETY: as for Publisher.
unsafe impl Send for Subscriber {}

impl Subscriber {
    /// Subscribes to the feed `name`. If the publisher is silent for longer than `max_silence_ns`, everything is secure.
    pub fn new(name: &str, max_silence_ns: Option<u64>) -> Result<Subscriber> {
        Subscriber::create(
            |options| (options.name, options.name_length) = (name.as_ptr().cast(), name.len()),
            max_silence_ns,
        )
    }

    /// Subscribes to the feed of a file descriptor, which is duplicated.
    pub fn from_fd(fd: impl AsFd, max_silence_ns: Option<u64>) -> Result<Subscriber> {
        Subscriber::create(|options| options.fd = fd.as_fd().as_raw_fd(), max_silence_ns)
    }

    fn create(set: impl FnOnce(&mut sys::scrim_subscriber_options), max_silence_ns: Option<u64>) -> Result<Subscriber> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut options: sys::scrim_subscriber_options = unsafe { std::mem::zeroed() };
        let size = size_of::<sys::scrim_subscriber_options>();
        check(unsafe { sys::scrim_subscriber_options_init(&mut options, size) })?;
        set(&mut options);
        if let Some(silence) = max_silence_ns {
            options.max_silence_ns = silence;
        }
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_subscriber_create(&options, &mut out) })?;
        NonNull::new(out).map(Subscriber).ok_or(Error::InvalidHandle)
    }

    /// Returns the handle for calls of [`crate::sys`]. The subscriber keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_subscriber {
        self.0.as_ptr()
    }

    /// Returns the newest snapshot, and the state of the feed. If the feed cannot be trusted, everything is secure in the snapshot.
    pub fn snapshot(&mut self, now_ns: u64) -> Result<(Snapshot, FeedState)> {
        let (mut out, mut state) = (ptr::null_mut(), 0);
        check(unsafe { sys::scrim_subscriber_snapshot(self.as_ptr(), now_ns, &mut out, &mut state) })?;
        Ok((Snapshot::of(out)?, FeedState::of(state)))
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        unsafe { sys::scrim_subscriber_destroy(self.as_ptr()) }
    }
}
