// SPDX-License-Identifier: MIT
use std::ffi::CStr;
use std::fmt;
use std::marker::PhantomData;
use std::mem::size_of;
use std::ptr::{self, NonNull};

use crate::callback::calling;
use crate::error::{check, Error, Result};
use crate::gesture::{GestureEvent, Gestures};
use crate::scene::Id;
use crate::strings::{bytes_of, list};
use crate::sys;

/// The decision on an event: `SCRIM_DECISION_…` and `SCRIM_REASON_…`.
pub type Decision = sys::scrim_decision;
/// One check of a decision: `SCRIM_REASON_…` and `SCRIM_CHECK_…`.
pub type Check = sys::scrim_check;

/// Returns an English sentence about a reason, `SCRIM_REASON_…`.
pub fn reason_message(reason: u32) -> &'static str {
    // SAFETY: the function accepts every number, and returns a static string.
    unsafe { CStr::from_ptr(sys::scrim_reason_message(reason)) }
        .to_str()
        .unwrap_or_default()
}

/// Why rules could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesError {
    /// The error of the call.
    pub error: Error,
    /// The mistake, `SCRIM_RULES_…`.
    pub mistake: u32,
    /// The offset of the mistake in bytes.
    pub offset: usize,
}

impl fmt::Display for RulesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the function accepts every number, and returns a static string.
        let message = unsafe { CStr::from_ptr(sys::scrim_rules_mistake_message(self.mistake)) };
        write!(formatter, "byte {}: {}", self.offset, message.to_string_lossy())
    }
}

impl std::error::Error for RulesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// A record of a gesture, or of private touches. An unknown string is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// What the record says about private touches, `SCRIM_PRIVATE_TOUCH_…`. 0 if it is about a gesture.
    pub private_touch: u32,
    /// The number of the record.
    pub number: u64,
    /// The time of the event, or the beginning of the bucket.
    pub time_ns: u64,
    /// The kind of the gesture, `SCRIM_GESTURE_…`.
    pub kind: u32,
    /// The state, `SCRIM_GESTURE_STATE_…`.
    pub state: u32,
    /// The view or window.
    pub view: Id,
    /// The name of the screen.
    pub screen: Option<String>,
    /// The title of the screen.
    pub title: Option<String>,
    /// The caller's own id of the view.
    pub id: Option<String>,
    /// The class name of the view.
    pub type_name: Option<String>,
    /// What the view shows.
    pub content: Option<String>,
    /// The position in a list.
    pub position: Option<String>,
    /// The classes of the views from the window inwards to this view.
    pub path: Option<String>,
    /// The properties as one JSON object.
    pub properties: Option<String>,
}

/// Decides which gestures may be recorded, and makes records of them.
///
/// # Threads
/// Neither `Send` nor `Sync`: it is in the group of its engine.
///
/// # Soundness
/// The library lends the strings of a record until the next call that changes the collector. They are copied before that. The rules
/// of [`Collector::load_rules`] are copied by the library.
pub struct Collector {
    handle: NonNull<sys::scrim_collector>,
    _not_send: PhantomData<*mut ()>,
}

impl Collector {
    /// Creates a collector. `capacity` is the number of records that may wait. `None` means the default.
    pub fn new(gestures: &Gestures, capacity: Option<u32>) -> Result<Collector> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut options: sys::scrim_collector_options = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_collector_options_init(&mut options, size_of::<sys::scrim_collector_options>()) })?;
        if let Some(capacity) = capacity {
            options.capacity = capacity;
        }
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_collector_create(gestures.as_ptr(), &options, &mut out) })?;
        let handle = NonNull::new(out).ok_or(Error::InvalidHandle)?;
        Ok(Collector {
            handle,
            _not_send: PhantomData,
        })
    }

    /// Returns the handle for calls of [`crate::sys`]. The collector keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_collector {
        self.handle.as_ptr()
    }

    /// Replaces the rules with a JSON document.
    pub fn load_rules(&self, json: &str) -> std::result::Result<(), RulesError> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut report: sys::scrim_rules_load_report = unsafe { std::mem::zeroed() };
        let status = calling(|| unsafe {
            sys::scrim_rules_load_report_init(&mut report, size_of::<sys::scrim_rules_load_report>());
            sys::scrim_collector_load_rules(self.as_ptr(), json.as_ptr().cast(), json.len(), &mut report)
        });
        check(status).map_err(|error| RulesError {
            error,
            mistake: report.mistake,
            offset: report.offset,
        })
    }

    /// Replaces the rules with a struct of the C interface.
    ///
    /// # Safety
    /// The pointers of `rules` must be valid during the call.
    pub unsafe fn set_raw_rules(&self, rules: &sys::scrim_rules) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_collector_set_rules(self.as_ptr(), rules)
        }))
    }

    /// Decides on events. Call it before the application acts on them.
    pub fn decide(&self, events: &[GestureEvent]) -> Result<Vec<Decision>> {
        let mut decisions = vec![Decision { result: 0, reason: 0 }; events.len()];
        let (data, out) = (events.as_ptr(), decisions.as_mut_ptr());
        check(calling(|| unsafe {
            sys::scrim_collector_decide(self.as_ptr(), data, events.len(), out)
        }))?;
        Ok(decisions)
    }

    /// Reports each check of an event, without deciding on it.
    pub fn explain(&self, event: &GestureEvent) -> Result<Vec<Check>> {
        list(Check { reason: 0, outcome: 0 }, |checks, capacity, count| unsafe {
            sys::scrim_collector_explain(self.as_ptr(), event, checks, capacity, count)
        })
    }

    /// Notes that the application has responded to a touch in a way that the scene does not show.
    pub fn note_response(&self) -> Result<()> {
        check(calling(|| unsafe { sys::scrim_collector_note_response(self.as_ptr()) }))
    }

    /// Advances the collector's clock.
    pub fn advance(&self, now_ns: u64) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_collector_advance(self.as_ptr(), now_ns)
        }))
    }

    /// Returns when [`Collector::advance`] must be called next, or `None`.
    pub fn next_deadline(&self) -> Result<Option<u64>> {
        let mut deadline = 0;
        check(unsafe { sys::scrim_collector_next_deadline(self.as_ptr(), &mut deadline) })?;
        Ok((deadline != sys::SCRIM_NEVER).then_some(deadline))
    }

    /// Returns the next record and removes it, or `None` if no record is ready.
    pub fn next_record(&self) -> Result<Option<Record>> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut raw: sys::scrim_record = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_record_init(&mut raw, size_of::<sys::scrim_record>()) })?;
        match check(calling(|| unsafe {
            sys::scrim_collector_next(self.as_ptr(), &mut raw)
        })) {
            Err(Error::NotFound) => return Ok(None),
            result => result?,
        }
        // SAFETY: the strings are valid until the next call that takes the collector without `const`.
        let copy = |string: sys::scrim_string| unsafe {
            (!string.data.is_null()).then(|| {
                let bytes = std::slice::from_raw_parts(string.data.cast::<u8>(), string.length);
                String::from_utf8_lossy(bytes).into_owned()
            })
        };
        Ok(Some(Record {
            private_touch: raw.private_touch,
            number: raw.number,
            time_ns: raw.time_ns,
            kind: raw.kind,
            state: raw.state,
            view: raw.view,
            screen: copy(raw.screen),
            title: copy(raw.title),
            id: copy(raw.id),
            type_name: copy(raw.r#type),
            content: copy(raw.content),
            position: copy(raw.position),
            path: copy(raw.path),
            properties: copy(raw.properties),
        }))
    }

    /// Returns the next record as one JSON object and removes it, or `None` if no record is ready.
    pub fn next_json(&self) -> Result<Option<String>> {
        let bytes = bytes_of(|buffer, capacity, length| unsafe {
            sys::scrim_collector_next_json(self.as_ptr(), buffer, capacity, length)
        });
        match bytes {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(Error::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        calling(|| unsafe { sys::scrim_collector_destroy(self.as_ptr()) });
    }
}
