// SPDX-License-Identifier: MIT
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};

use crate::callback::{calling, free, Slot};
use crate::enums::{AllowedCharacters, Mask, Motion};
use crate::error::{check, Error, Result};
use crate::sys;

/// Options of a [`Text`]. [`TextOptions::default`] suits a PIN or a password.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions(pub(crate) sys::scrim_text_options);

impl Default for TextOptions {
    fn default() -> TextOptions {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut options = std::mem::zeroed();
            sys::scrim_text_options_init(&mut options, size_of::<sys::scrim_text_options>());
            TextOptions(options)
        }
    }
}

macro_rules! options {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty,)+) => {
        impl TextOptions {
            $($(#[doc = $doc])+ pub fn $name(mut self, value: $kind) -> TextOptions {
                self.0.$name = value.into();
                self
            })+
        }
    };
}

options! {
    /// Requires `SCRIM_PROTECTION_…` bits. Creation fails if one of them is unavailable.
    required_protection: u32,
    /// Sets the size of the buffer in bytes of UTF-8.
    capacity: u32,
    /// Sets the mask character.
    mask_character: char,
    /// Sets the largest number of grapheme clusters. 0 means that only the capacity limits the text.
    max_clusters: u32,
    /// Sets which characters the text accepts.
    allowed: AllowedCharacters,
    /// Sets the kind of mask.
    mask: Mask,
    /// Sets the number of mask characters of [`Mask::Fixed`].
    mask_count: u32,
    /// Whether nothing may reveal the length of the text. It needs a mask that does not show it.
    hide_length: bool,
    /// Whether characters that were typed on a keypad may be revealed too.
    reveal_keypad: bool,
    /// Sets how long the last typed character is shown before it is masked, in nanoseconds.
    mask_delay_ns: u64,
    /// Sets after which time without an edit the text is wiped, in nanoseconds. 0 means never.
    idle_timeout_ns: u64,
    /// Whether the text is not secret, so that everybody may see it.
    visible: bool,
}

/// An edit that is about to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextChange {
    /// The position of the first replaced cluster. `None` if the text hides its length.
    pub location: Option<u64>,
    /// The number of replaced clusters. `None` if the text hides its length.
    pub length: Option<u64>,
    /// The number of clusters in the inserted text.
    pub count: u64,
    /// The inserted text, if the text is visible. `None` if it is secret.
    pub replacement: Option<String>,
}

/// Decides whether an edit may happen.
pub type ShouldChange = Box<dyn FnMut(&TextChange) -> bool>;
type Should = Box<dyn FnMut() -> bool>;
type Event = Box<dyn FnMut()>;

/// The callbacks of a [`Text`]. A `should_…` callback returns `false` to refuse what is about to happen.
///
/// If a closure panics, the call into the library ends without further closures, and the panic is resumed after it. A
/// `should_…` callback that panics counts as a refusal.
#[derive(Default)]
pub struct TextCallbacks {
    /// Before an insertion, a replacement or a deletion.
    pub should_change: Option<ShouldChange>,
    /// After each change.
    pub did_change: Option<Event>,
    /// Before [`Text::clear`] empties the text.
    pub should_clear: Option<Should>,
    /// Before [`Text::done`] ends editing.
    pub should_return: Option<Should>,
    /// At the end of [`Text::done`].
    pub done: Option<Event>,
    /// Before editing begins.
    pub should_begin: Option<Should>,
    /// After editing began.
    pub did_begin: Option<Event>,
    /// Before editing ends.
    pub should_end: Option<Should>,
    /// After editing ended.
    pub did_end: Option<Event>,
    /// The text must be redrawn.
    pub display_changed: Option<Event>,
}

struct Closures {
    should_change: Slot<ShouldChange>,
    did_change: Slot<Event>,
    should_clear: Slot<Should>,
    should_return: Slot<Should>,
    done: Slot<Event>,
    should_begin: Slot<Should>,
    did_begin: Slot<Event>,
    should_end: Slot<Should>,
    did_end: Slot<Event>,
    display_changed: Slot<Event>,
}

unsafe extern "C" fn should_change(change: *const sys::scrim_text_change, user_data: *mut c_void) -> u32 {
    let (closures, change) = unsafe { (&*user_data.cast::<Closures>(), &*change) };
    closures.should_change.run(0, |closure| {
        let known = |number| (number != sys::SCRIM_TEXT_UNKNOWN).then_some(number);
        let bytes = change.replacement;
        // A copy: a callback may wipe the text, which makes the bytes zero. Only a visible text passes any.
        let replacement = (!bytes.data.is_null()).then(|| {
            let bytes = unsafe { std::slice::from_raw_parts(bytes.data.cast::<u8>(), bytes.length) };
            String::from_utf8_lossy(bytes).into_owned()
        });
        let (location, length) = (known(change.location), known(change.length));
        u32::from(closure(&TextChange {
            location,
            length,
            count: change.count,
            replacement,
        }))
    })
}

macro_rules! trampolines {
    (should: $($should:ident)+; event: $($event:ident)+;) => {
        $(unsafe extern "C" fn $should(user_data: *mut c_void) -> u32 {
            unsafe { &*user_data.cast::<Closures>() }.$should.run(0, |closure| u32::from(closure()))
        })+
        $(unsafe extern "C" fn $event(user_data: *mut c_void) {
            unsafe { &*user_data.cast::<Closures>() }.$event.run((), |closure| closure())
        })+
    };
}
trampolines! {
    should: should_clear should_return should_begin should_end;
    event: did_change done did_begin did_end display_changed;
}

/// A part of what is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayPart<'a> {
    /// The mask character, to be drawn so many times. A visible text is one part with the count 1.
    Public(&'a str, usize),
    /// A part of the secret, during a reveal.
    Revealed(&'a str),
}

/// A text in protected memory.
///
/// # Threads
/// A text is neither `Send` nor `Sync`. Attaching it to a keypad or a scene joins their groups, and only one thread at a time may use
/// a group. The type system cannot see which objects are joined, so each object stays on its thread.
///
/// # Soundness
/// All methods take `&self`, because the library itself refuses calls that would conflict: a call that would change a text inside
/// one of its callbacks returns [`Error::Busy`]. [`Text::wipe`] is the exception, and would change bytes that
/// [`Text::with_bytes`] or [`Text::display`] lends. It returns [`Error::Busy`] while one of them runs.
///
/// The closures belong to the library, which frees them exactly once, never while one of them runs. If a closure is called while it
/// already runs, the second call is refused. The secret is lent only inside a closure, whose borrow of the text keeps it alive.
///
/// ```compile_fail,E0277
/// let text = scrim::Text::new(&scrim::TextOptions::default()).unwrap();
/// std::thread::spawn(move || text.wipe()); // a text is not Send
/// ```
/// ```compile_fail
/// let text = scrim::Text::new(&scrim::TextOptions::default()).unwrap();
/// let mut kept: &[u8] = &[];
/// text.with_bytes(|bytes| kept = bytes).unwrap(); // the secret is not lent for longer
/// ```
pub struct Text {
    handle: NonNull<sys::scrim_text>,
    /// How many calls are lending the bytes of the text.
    lent: Cell<u32>,
    _not_send: PhantomData<*mut ()>,
}

impl Text {
    /// Creates an empty text in the best memory available, or in ordinary memory if it is visible.
    pub fn new(options: &TextOptions) -> Result<Text> {
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_text_create(&options.0, &mut out) })?;
        let handle = NonNull::new(out).ok_or(Error::InvalidHandle)?;
        Ok(Text {
            handle,
            lent: Cell::new(0),
            _not_send: PhantomData,
        })
    }

    /// Returns the handle for calls of [`crate::sys`]. The text keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_text {
        self.handle.as_ptr()
    }

    fn call(&self, call: unsafe extern "C" fn(*mut sys::scrim_text) -> sys::scrim_status) -> Result<()> {
        check(calling(|| unsafe { call(self.as_ptr()) }))
    }

    /// Inserts a string at the caret and replaces the selection.
    ///
    /// The caller's own copy of the string is not wiped.
    pub fn insert(&self, text: &str) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_insert(self.as_ptr(), text.as_ptr().cast(), text.len())
        }))
    }

    /// Replaces `count` clusters from the position `location`.
    pub fn replace(&self, location: usize, count: usize, text: &str) -> Result<()> {
        let (bytes, length) = (text.as_ptr().cast(), text.len());
        check(calling(|| unsafe {
            sys::scrim_text_replace(self.as_ptr(), location, count, bytes, length)
        }))
    }

    /// Replaces the whole text. Does not call `should_change`.
    pub fn set(&self, text: &str) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_set(self.as_ptr(), text.as_ptr().cast(), text.len())
        }))
    }

    /// Deletes the selection or, if it is empty, the cluster before the caret.
    pub fn delete_backward(&self) -> Result<()> {
        self.call(sys::scrim_text_delete_backward)
    }

    /// Deletes the selection or, if it is empty, the cluster after the caret.
    pub fn delete_forward(&self) -> Result<()> {
        self.call(sys::scrim_text_delete_forward)
    }

    /// Deletes the selection or, if it is empty, everything before the caret.
    pub fn delete_to_start(&self) -> Result<()> {
        self.call(sys::scrim_text_delete_to_start)
    }

    /// Deletes the selection or, if it is empty, everything after the caret.
    pub fn delete_to_end(&self) -> Result<()> {
        self.call(sys::scrim_text_delete_to_end)
    }

    /// Moves the caret. With `extend`, the anchor stays, so that the selection changes.
    pub fn move_caret(&self, motion: Motion, extend: bool) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_move(self.as_ptr(), motion.into(), extend.into())
        }))
    }

    /// Sets the selection.
    pub fn select(&self, anchor: usize, caret: usize) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_select(self.as_ptr(), anchor, caret)
        }))
    }

    /// Empties the text and wipes its whole buffer, unless `should_clear` refuses.
    pub fn clear(&self) -> Result<()> {
        self.call(sys::scrim_text_clear)
    }

    /// Empties the text and wipes its whole buffer, without asking any callback.
    ///
    /// Returns [`Error::Busy`] inside the closure of [`Text::with_bytes`] or [`Text::display`], which sees the bytes.
    pub fn wipe(&self) -> Result<()> {
        if self.lent.get() > 0 {
            return Err(Error::Busy);
        }
        self.call(sys::scrim_text_wipe)
    }

    /// Sets the callbacks and replaces earlier ones.
    pub fn set_callbacks(&self, callbacks: TextCallbacks) -> Result<()> {
        let closures = Closures {
            should_change: Slot::new(callbacks.should_change),
            did_change: Slot::new(callbacks.did_change),
            should_clear: Slot::new(callbacks.should_clear),
            should_return: Slot::new(callbacks.should_return),
            done: Slot::new(callbacks.done),
            should_begin: Slot::new(callbacks.should_begin),
            did_begin: Slot::new(callbacks.did_begin),
            should_end: Slot::new(callbacks.should_end),
            did_end: Slot::new(callbacks.did_end),
            display_changed: Slot::new(callbacks.display_changed),
        };
        macro_rules! set {
            ($table:ident, $kind:ident: $($name:ident)+) => {
                $(if closures.$name.is_some() { $table.$name = Some($name); })+
            };
        }
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut table: sys::scrim_text_callbacks = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_text_callbacks_init(&mut table, size_of::<sys::scrim_text_callbacks>()) })?;
        set!(table, all: should_change did_change should_clear should_return done should_begin did_begin should_end did_end display_changed);
        let user_data = Box::into_raw(Box::new(closures));
        let status = calling(|| {
            let status = unsafe {
                sys::scrim_text_set_callbacks(self.as_ptr(), &table, user_data.cast(), Some(free::<Closures>))
            };
            if status != sys::SCRIM_OK {
                // SAFETY: the library frees it only if the call succeeds.
                unsafe { free::<Closures>(user_data.cast()) };
            }
            status
        });
        check(status)
    }

    /// Removes all callbacks.
    pub fn remove_callbacks(&self) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_text_set_callbacks(self.as_ptr(), ptr::null(), ptr::null_mut(), None)
        }))
    }

    /// Begins editing, for example when the field gets the focus.
    pub fn begin_editing(&self) -> Result<()> {
        self.call(sys::scrim_text_begin_editing)
    }

    /// Ends editing, for example when the field loses the focus.
    pub fn end_editing(&self) -> Result<()> {
        self.call(sys::scrim_text_end_editing)
    }

    /// Handles the user's "done", for example the Return key.
    pub fn done(&self) -> Result<()> {
        self.call(sys::scrim_text_done)
    }

    /// Whether editing has begun.
    pub fn is_editing(&self) -> Result<bool> {
        let mut editing = 0;
        check(unsafe { sys::scrim_text_is_editing(self.as_ptr(), &mut editing) })?;
        Ok(editing != 0)
    }

    /// Returns the number of grapheme clusters.
    pub fn count(&self) -> Result<usize> {
        let mut count = 0;
        check(unsafe { sys::scrim_text_count(self.as_ptr(), &mut count) })?;
        Ok(count)
    }

    /// Returns the anchor and the caret of the selection.
    pub fn selection(&self) -> Result<(usize, usize)> {
        let (mut anchor, mut caret) = (0, 0);
        check(unsafe { sys::scrim_text_selection(self.as_ptr(), &mut anchor, &mut caret) })?;
        Ok((anchor, caret))
    }

    /// Returns the text as everybody may see it: masks, or the text itself if it is visible.
    pub fn masked(&self) -> Result<String> {
        crate::strings::of(|buffer, capacity, length| unsafe {
            sys::scrim_text_copy_masked(self.as_ptr(), buffer, capacity, length)
        })
    }

    /// Returns how the memory of the text is protected: `SCRIM_PROTECTION_…` bits, or 0 if the text is visible.
    pub fn protection(&self) -> Result<u32> {
        let mut protection = 0;
        check(unsafe { sys::scrim_text_protection(self.as_ptr(), &mut protection) })?;
        Ok(protection)
    }

    /// Passes what is to be drawn to a closure, part by part.
    pub fn display(&self, now_ns: u64, mut closure: impl FnMut(DisplayPart<'_>)) -> Result<()> {
        unsafe extern "C" fn part<F: FnMut(DisplayPart<'_>)>(
            bytes: *const c_void,
            length: usize,
            count: usize,
            revealed: u32,
            user_data: *mut c_void,
        ) {
            // SAFETY: the library passes UTF-8, which nothing changes while `lent` counts this call.
            let closure = unsafe { &mut *user_data.cast::<F>() };
            let bytes = unsafe { bytes_of(bytes, length) };
            let text = unsafe { std::str::from_utf8_unchecked(bytes) };
            let part = if revealed != 0 {
                DisplayPart::Revealed(text)
            } else {
                DisplayPart::Public(text, count)
            };
            crate::callback::guarded((), || closure(part));
        }
        fn of<F: FnMut(DisplayPart<'_>)>(_: &F) -> sys::scrim_text_display_fn {
            Some(part::<F>)
        }
        let function = of(&closure);
        let user_data: *mut c_void = (&mut closure as *mut _ as *mut c_void).cast();
        let _lent = Lent::new(&self.lent);
        check(calling(|| unsafe {
            sys::scrim_text_display(self.as_ptr(), now_ns, function, user_data)
        }))
    }

    /// Reveals the whole text for ten seconds.
    pub fn reveal(&self, now_ns: u64) -> Result<()> {
        check(calling(|| unsafe { sys::scrim_text_reveal(self.as_ptr(), now_ns) }))
    }

    /// Ends every reveal.
    pub fn conceal(&self) -> Result<()> {
        self.call(sys::scrim_text_conceal)
    }

    /// Advances the text's clock: ends reveals that are over, and wipes a text that was idle too long.
    pub fn advance(&self, now_ns: u64) -> Result<()> {
        check(calling(|| unsafe { sys::scrim_text_advance(self.as_ptr(), now_ns) }))
    }

    /// Returns when [`Text::advance`] must be called next, or `None`.
    pub fn next_deadline(&self) -> Result<Option<u64>> {
        let mut deadline = 0;
        check(unsafe { sys::scrim_text_next_deadline(self.as_ptr(), &mut deadline) })?;
        Ok((deadline != sys::SCRIM_NEVER).then_some(deadline))
    }

    /// Compares two texts. The time is meant to depend only on their capacities.
    pub fn equals(&self, other: &Text) -> Result<bool> {
        let mut equal = 0;
        check(unsafe { sys::scrim_text_equal(self.as_ptr(), other.as_ptr(), &mut equal) })?;
        Ok(equal != 0)
    }

    /// Compares the text with bytes. The time is meant to depend only on their number and the text's capacity.
    pub fn equals_bytes(&self, bytes: &[u8]) -> Result<bool> {
        let mut equal = 0;
        let (data, length) = (bytes.as_ptr().cast(), bytes.len());
        check(unsafe { sys::scrim_text_equal_bytes(self.as_ptr(), data, length, &mut equal) })?;
        Ok(equal != 0)
    }

    /// Lends the secret to a closure, and returns its result.
    ///
    /// The bytes are in protected memory. If you copy them, Scrim does not protect the copy. The kernel cannot read memory with
    /// `SCRIM_PROTECTION_SECRETMEM`, so a system call such as `write` fails with `EFAULT`.
    pub fn with_bytes<R>(&self, closure: impl FnOnce(&[u8]) -> R) -> Result<R> {
        struct Call<F, R>(Option<F>, Option<R>);
        unsafe extern "C" fn read<F: FnOnce(&[u8]) -> R, R>(
            bytes: *const c_void,
            length: usize,
            user_data: *mut c_void,
        ) {
            // SAFETY: nothing changes the bytes while `lent` counts this call.
            let call = unsafe { &mut *user_data.cast::<Call<F, R>>() };
            let bytes = unsafe { bytes_of(bytes, length) };
            let closure = call.0.take();
            call.1 = crate::callback::guarded(None, || closure.map(|closure| closure(bytes)));
        }
        fn of<F: FnOnce(&[u8]) -> R, R>(_: &Call<F, R>) -> sys::scrim_text_bytes_fn {
            Some(read::<F, R>)
        }
        let mut call = Call(Some(closure), None);
        let function = of(&call);
        let user_data: *mut c_void = (&mut call as *mut Call<_, _>).cast();
        let _lent = Lent::new(&self.lent);
        check(calling(|| unsafe {
            sys::scrim_text_with_bytes(self.as_ptr(), function, user_data)
        }))?;
        call.1.ok_or(Error::Refused)
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        calling(|| unsafe { sys::scrim_text_destroy(self.as_ptr()) });
    }
}

/// Counts a call that lends bytes while it lives, also if it ends by a panic.
struct Lent<'a>(&'a Cell<u32>);

impl<'a> Lent<'a> {
    fn new(count: &'a Cell<u32>) -> Lent<'a> {
        count.set(count.get() + 1);
        Lent(count)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// Returns bytes that the library lends. It may pass NULL for none, which Rust does not allow.
unsafe fn bytes_of<'a>(bytes: *const c_void, length: usize) -> &'a [u8] {
    if length == 0 {
        &[]
    } else {
        unsafe { std::slice::from_raw_parts(bytes.cast(), length) }
    }
}
