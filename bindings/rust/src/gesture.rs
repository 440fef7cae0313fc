// SPDX-License-Identifier: MIT
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};

use crate::callback::{calling, free, Slot};
use crate::enums::{GestureKind, Profile, Relation};
use crate::error::{check, Error, Result};
use crate::keypad::Touch;
use crate::scene::{Id, Scene};
use crate::strings::strings;
use crate::sys;

/// A gesture that a recognizer has recognized, or a change of one.
pub type GestureEvent = sys::scrim_gesture_event;
/// One sample of a wheel, a touchpad or another device that scrolls.
pub type Scroll = sys::scrim_scroll;

/// The gesture that a recognizer looks for, and its options.
#[derive(Clone, Debug)]
pub struct Recognizer<'a> {
    /// The fields of the C interface, except `struct_size` and the list of classes, whose values here are ignored.
    pub raw: sys::scrim_recognizer,
    classes: Vec<sys::scrim_string>,
    _strings: PhantomData<&'a str>,
}

impl<'a> Recognizer<'a> {
    /// Returns a recognizer of a kind, with the numbers of a platform.
    pub fn new(kind: GestureKind, profile: Profile, density: f64) -> Result<Recognizer<'a>> {
        // SAFETY: zero is a valid value of each field, and the functions set them all.
        unsafe {
            let mut raw = std::mem::zeroed();
            check(sys::scrim_recognizer_tap_init(
                &mut raw,
                size_of::<sys::scrim_recognizer>(),
            ))?;
            check(sys::scrim_recognizer_defaults(
                kind.into(),
                profile.into(),
                density,
                &mut raw,
            ))?;
            Ok(Recognizer {
                raw,
                classes: Vec::new(),
                _strings: PhantomData,
            })
        }
    }

    /// Sets the view or window whose touches the recognizer receives.
    pub fn view(mut self, view: Id) -> Recognizer<'a> {
        self.raw.view = view;
        self
    }

    /// Sets the names of the recognizer's class and of the classes that it inherits from.
    pub fn classes(mut self, classes: &[&'a str]) -> Recognizer<'a> {
        self.classes = strings(classes);
        self
    }
}

type ShouldBegin = Slot<Box<dyn FnMut(&GestureEvent) -> bool>>;

unsafe extern "C" fn should_begin(event: *const GestureEvent, user_data: *mut c_void) -> u32 {
    let (slot, event) = unsafe { (&*user_data.cast::<ShouldBegin>(), &*event) };
    slot.run(0, |closure| u32::from(closure(event)))
}

/// Recognizes gestures in the touches of a scene.
///
/// # Threads
/// Neither `Send` nor `Sync`: it is in the group of its scene.
///
/// # Soundness
/// The library looks objects up by handles. So the scene may be dropped first: calls then return [`Error::Closed`]. Lists that the
/// library writes have the length that it returns, and the memory behind them is never read.
pub struct Gestures {
    handle: NonNull<sys::scrim_gestures>,
    _not_send: PhantomData<*mut ()>,
}

impl Gestures {
    /// Creates an engine without recognizers.
    ///
    /// When a finger comes down, others that have had no sample for `lost_touch_timeout_ns` are cancelled.
    pub fn new(scene: &Scene, lost_touch_timeout_ns: Option<u64>) -> Result<Gestures> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut options: sys::scrim_gestures_options = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_gestures_options_init(&mut options, size_of::<sys::scrim_gestures_options>()) })?;
        if let Some(timeout) = lost_touch_timeout_ns {
            options.lost_touch_timeout_ns = timeout;
        }
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_gestures_create(scene.as_ptr(), &options, &mut out) })?;
        let handle = NonNull::new(out).ok_or(Error::InvalidHandle)?;
        Ok(Gestures {
            handle,
            _not_send: PhantomData,
        })
    }

    /// Returns the handle for calls of [`crate::sys`]. The engine keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_gestures {
        self.handle.as_ptr()
    }

    /// Adds a recognizer.
    pub fn add(&self, recognizer: &Recognizer<'_>) -> Result<Id> {
        let mut raw = recognizer.raw;
        // The library reads as many bytes as this says.
        raw.struct_size = size_of::<sys::scrim_recognizer>() as u32;
        (raw.classes, raw.class_count) = (recognizer.classes.as_ptr(), recognizer.classes.len());
        let mut id = 0;
        check(calling(|| unsafe {
            sys::scrim_gestures_add(self.as_ptr(), &raw, &mut id)
        }))?;
        Ok(id)
    }

    /// Removes a recognizer.
    pub fn remove(&self, recognizer: Id) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_gestures_remove(self.as_ptr(), recognizer)
        }))
    }

    /// Relates two recognizers.
    pub fn relate(&self, recognizer: Id, relation: Relation, other: Id) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_gestures_relate(self.as_ptr(), recognizer, relation.into(), other)
        }))
    }

    /// Removes a relation of two recognizers.
    pub fn unrelate(&self, recognizer: Id, relation: Relation, other: Id) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_gestures_unrelate(self.as_ptr(), recognizer, relation.into(), other)
        }))
    }

    /// Notes that a recognizer runs an action of a target.
    pub fn add_action(&self, recognizer: Id, target: u64, action: &str) -> Result<()> {
        let (data, length) = (action.as_ptr().cast(), action.len());
        check(calling(|| unsafe {
            sys::scrim_gestures_add_action(self.as_ptr(), recognizer, target, data, length)
        }))
    }

    /// Notes that a recognizer does not run an action any more.
    pub fn remove_action(&self, recognizer: Id, target: u64, action: &str) -> Result<()> {
        let (data, length) = (action.as_ptr().cast(), action.len());
        check(calling(|| unsafe {
            sys::scrim_gestures_remove_action(self.as_ptr(), recognizer, target, data, length)
        }))
    }

    /// Notes whether the target of an action exists.
    pub fn set_target_available(&self, recognizer: Id, target: u64, action: &str, available: bool) -> Result<()> {
        let (data, length, flag) = (action.as_ptr().cast(), action.len(), available.into());
        check(calling(|| unsafe {
            sys::scrim_gestures_set_target_available(self.as_ptr(), recognizer, target, data, length, flag)
        }))
    }

    /// Sets the closure that decides whether a recognizer may be recognized. It replaces the previous one.
    pub fn set_should_begin(&self, closure: impl FnMut(&GestureEvent) -> bool + 'static) -> Result<()> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut table: sys::scrim_gestures_callbacks = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_gestures_callbacks_init(&mut table, size_of::<sys::scrim_gestures_callbacks>()) })?;
        table.should_begin = Some(should_begin);
        let slot: ShouldBegin = Slot::new(Some(Box::new(closure)));
        let user_data = Box::into_raw(Box::new(slot));
        check(calling(|| {
            let function: sys::scrim_free_fn = Some(free::<ShouldBegin>);
            let status =
                unsafe { sys::scrim_gestures_set_callbacks(self.as_ptr(), &table, user_data.cast(), function) };
            if status != sys::SCRIM_OK {
                // SAFETY: the library frees it only if the call succeeds.
                unsafe { free::<ShouldBegin>(user_data.cast()) };
            }
            status
        }))
    }

    /// Feeds touch samples, and returns the events that they cause.
    pub fn feed(&self, samples: &[Touch]) -> Result<Vec<GestureEvent>> {
        let mut events = Vec::new();
        self.feed_into(samples, &mut events)?;
        Ok(events)
    }

    /// Feeds touch samples, and appends the events that they cause to `events`. It allocates nothing if there is room for them.
    ///
    /// If this fails, `events` contains the events of the samples that were consumed.
    pub fn feed_into(&self, samples: &[Touch], events: &mut Vec<GestureEvent>) -> Result<()> {
        self.consume(
            samples,
            events,
            |samples, count, consumed, events, capacity, produced| unsafe {
                sys::scrim_gestures_feed(self.as_ptr(), samples, count, consumed, events, capacity, produced)
            },
        )
    }

    /// Feeds samples of scrolling, and returns the events that they cause.
    pub fn scroll(&self, samples: &[Scroll]) -> Result<Vec<GestureEvent>> {
        let mut events = Vec::new();
        self.consume(
            samples,
            &mut events,
            |samples, count, consumed, events, capacity, produced| unsafe {
                sys::scrim_gestures_scroll(self.as_ptr(), samples, count, consumed, events, capacity, produced)
            },
        )?;
        Ok(events)
    }

    fn consume<T>(
        &self,
        samples: &[T],
        all: &mut Vec<GestureEvent>,
        mut call: impl FnMut(*const T, usize, *mut usize, *mut GestureEvent, usize, *mut usize) -> sys::scrim_status,
    ) -> Result<()> {
        let mut rest = samples;
        while !rest.is_empty() {
            let mut consumed = 0;
            self.append(all, |events, capacity, produced| {
                call(rest.as_ptr(), rest.len(), &mut consumed, events, capacity, produced)
            })?;
            rest = &rest[consumed..];
        }
        Ok(())
    }

    /// Appends the events that a call writes.
    fn append(
        &self,
        events: &mut Vec<GestureEvent>,
        mut call: impl FnMut(*mut GestureEvent, usize, *mut usize) -> sys::scrim_status,
    ) -> Result<()> {
        let mut room = 8;
        loop {
            events.reserve(room);
            let (spare, mut produced) = (events.spare_capacity_mut(), 0);
            let capacity = spare.len();
            let status = calling(|| call(spare.as_mut_ptr().cast(), capacity, &mut produced));
            if status == sys::SCRIM_ERROR_BUFFER_TOO_SMALL && produced > capacity {
                room = produced;
                continue;
            }
            check(status)?;
            assert!(produced <= capacity);
            // SAFETY: the library has written so many events behind the last one.
            unsafe { events.set_len(events.len() + produced) };
            return Ok(());
        }
    }

    fn events(
        &self,
        call: impl FnMut(*mut GestureEvent, usize, *mut usize) -> sys::scrim_status,
    ) -> Result<Vec<GestureEvent>> {
        let mut events = Vec::new();
        self.append(&mut events, call)?;
        Ok(events)
    }

    /// Cancels all touches.
    pub fn cancel(&self, now_ns: u64) -> Result<Vec<GestureEvent>> {
        self.events(|events, capacity, produced| unsafe {
            sys::scrim_gestures_cancel(self.as_ptr(), now_ns, events, capacity, produced)
        })
    }

    /// Enables or disables a recognizer.
    pub fn set_enabled(&self, recognizer: Id, enabled: bool, now_ns: u64) -> Result<Vec<GestureEvent>> {
        let flag = enabled.into();
        self.events(|events, capacity, produced| unsafe {
            sys::scrim_gestures_set_enabled(self.as_ptr(), recognizer, flag, now_ns, events, capacity, produced)
        })
    }

    /// Advances the clock, for gestures that depend on time.
    pub fn advance(&self, now_ns: u64) -> Result<Vec<GestureEvent>> {
        self.events(|events, capacity, produced| unsafe {
            sys::scrim_gestures_advance(self.as_ptr(), now_ns, events, capacity, produced)
        })
    }

    /// Returns when [`Gestures::advance`] must be called next, or `None`.
    pub fn next_deadline(&self) -> Result<Option<u64>> {
        let mut deadline = 0;
        check(unsafe { sys::scrim_gestures_next_deadline(self.as_ptr(), &mut deadline) })?;
        Ok((deadline != sys::SCRIM_NEVER).then_some(deadline))
    }

    /// Returns the number of the current touch sequence.
    pub fn sequence(&self) -> Result<u64> {
        let mut sequence = 0;
        check(unsafe { sys::scrim_gestures_sequence(self.as_ptr(), &mut sequence) })?;
        Ok(sequence)
    }
}

impl Drop for Gestures {
    fn drop(&mut self) {
        calling(|| unsafe { sys::scrim_gestures_destroy(self.as_ptr()) });
    }
}
