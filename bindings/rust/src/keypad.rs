// SPDX-License-Identifier: MIT
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};

use crate::callback::{calling, free, Slot};
use crate::enums::{KeyKind, KeyOrder, Layout, Reshuffle, Shuffle, TouchPhase};
use crate::error::{check, Error, Result};
use crate::redact::Rect;
use crate::strings::string;
use crate::sys;
use crate::text::Text;

/// One sample of one finger or tool.
pub type Touch = sys::scrim_touch;

impl sys::scrim_touch {
    /// Returns a sample of a finger.
    pub fn finger(time_ns: u64, id: u64, phase: TouchPhase, x: f64, y: f64) -> Touch {
        Touch {
            time_ns,
            id,
            phase: phase.into(),
            tool: sys::SCRIM_TOUCH_TOOL_FINGER,
            x,
            y,
        }
    }
}

/// A key of a custom layout, in a grid of cells.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct KeySpec<'a>(sys::scrim_key_spec, PhantomData<&'a str>);

impl<'a> KeySpec<'a> {
    /// Returns a key of one cell on the first page. An inserting key inserts its label.
    pub fn new(kind: KeyKind, column: u32, row: u32, label: &'a str) -> KeySpec<'a> {
        let raw = sys::scrim_key_spec {
            kind: kind.into(),
            flags: 0,
            page: 0,
            target: 0,
            column,
            row,
            columns: 1,
            rows: 1,
            label: string(label),
            name: string(""),
        };
        KeySpec(raw, PhantomData)
    }

    /// Sets the number of columns and rows that the key covers.
    pub fn cells(mut self, columns: u32, rows: u32) -> KeySpec<'a> {
        (self.0.columns, self.0.rows) = (columns, rows);
        self
    }

    /// Sets the page of the key.
    pub fn page(mut self, page: u32) -> KeySpec<'a> {
        self.0.page = page;
        self
    }

    /// Sets the page that a shift or page key shows.
    pub fn target(mut self, page: u32) -> KeySpec<'a> {
        self.0.target = page;
        self
    }

    /// Sets what a screen reader says. By default it says the label.
    pub fn name(mut self, name: &'a str) -> KeySpec<'a> {
        self.0.name = string(name);
        self
    }

    /// Keeps the key in its place when others are shuffled.
    pub fn fixed(mut self) -> KeySpec<'a> {
        self.0.flags |= sys::SCRIM_KEY_FLAG_FIXED;
        self
    }
}

/// A new label and spoken name of function keys.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct KeyLabel<'a>(sys::scrim_key_label, PhantomData<&'a str>);

impl<'a> KeyLabel<'a> {
    /// Returns a label and a spoken name of all keys of a kind. An empty label is kept. With an empty name, the label is spoken.
    pub fn new(kind: KeyKind, label: &'a str, name: &'a str) -> KeyLabel<'a> {
        let raw = sys::scrim_key_label {
            kind: kind.into(),
            target: sys::SCRIM_KEYPAD_ANY_PAGE,
            label: string(label),
            name: string(name),
        };
        KeyLabel(raw, PhantomData)
    }

    /// Applies only to shift and page keys that show this page.
    pub fn target(mut self, page: u32) -> KeyLabel<'a> {
        self.0.target = page;
        self
    }
}

/// Options of a [`Keypad`].
///
/// # Soundness
/// The lists of keys and labels, and their strings, are borrowed for as long as the options live. [`Keypad::new`] copies them. No
/// method gives access to the pointers or to the size of the struct.
///
/// ```compile_fail,E0716
/// use scrim::{KeyKind, Keypad, KeypadOptions, KeySpec, Rect};
/// let area = Rect::new(0.0, 0.0, 100.0, 100.0);
/// let options = KeypadOptions::with_keys(&vec![KeySpec::new(KeyKind::Done, 0, 0, "OK")], area); // the list is dropped
/// Keypad::new(&options).unwrap();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeypadOptions<'a> {
    raw: sys::scrim_keypad_options,
    _lists: PhantomData<&'a [KeySpec<'a>]>,
}

impl<'a> KeypadOptions<'a> {
    /// Returns default options for a keypad with a built-in layout, and the area of the keypad.
    pub fn new(layout: Layout, bounds: Rect) -> KeypadOptions<'a> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut raw = std::mem::zeroed();
            sys::scrim_keypad_options_init(&mut raw, size_of::<sys::scrim_keypad_options>());
            (raw.layout, raw.bounds) = (layout.into(), bounds);
            KeypadOptions {
                raw,
                _lists: PhantomData,
            }
        }
    }

    /// Returns default options for a keypad with a custom layout, and the area of the keypad.
    pub fn with_keys(keys: &'a [KeySpec<'a>], bounds: Rect) -> KeypadOptions<'a> {
        let mut options = KeypadOptions::new(Layout::Pin, bounds);
        // The keys take the place of the layout, whose number must then be 0.
        options.raw.layout = 0;
        (options.raw.keys, options.raw.key_count) = (keys.as_ptr().cast(), keys.len());
        options
    }

    /// Sets new labels and spoken names of function keys.
    pub fn labels(mut self, labels: &'a [KeyLabel<'a>]) -> KeypadOptions<'a> {
        (self.raw.labels, self.raw.label_count) = (labels.as_ptr().cast(), labels.len());
        self
    }

    /// Sets which keys are shuffled.
    pub fn shuffle(mut self, shuffle: Shuffle) -> KeypadOptions<'a> {
        self.raw.shuffle = shuffle.into();
        self
    }

    /// Sets when the keys are shuffled.
    pub fn reshuffle(mut self, reshuffle: Reshuffle) -> KeypadOptions<'a> {
        self.raw.reshuffle = reshuffle.into();
        self
    }

    /// Sets the space between columns and between rows.
    pub fn spacing(mut self, column: f64, row: f64) -> KeypadOptions<'a> {
        (self.raw.column_spacing, self.raw.row_spacing) = (column, row);
        self
    }

    /// Sets the number of blank keys in each row.
    pub fn blank_keys_per_row(mut self, count: u32) -> KeypadOptions<'a> {
        self.raw.blank_keys_per_row = count;
        self
    }

    /// Whether [`Keypad::set_shuffle_enabled`] may disable shuffling.
    pub fn allow_unshuffled(mut self, allow: bool) -> KeypadOptions<'a> {
        self.raw.allow_unshuffled = allow.into();
        self
    }

    /// Whether the keypad is shown again after a done key.
    pub fn keep_on_done(mut self, keep: bool) -> KeypadOptions<'a> {
        self.raw.keep_on_done = keep.into();
        self
    }
}

/// A key that is shown.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Key {
    /// The area of the key.
    pub rect: Rect,
    /// The kind. `None` is a kind of a newer version of the library.
    pub kind: Option<KeyKind>,
    /// The page that the key shows, or 0.
    pub target: u32,
    /// What is drawn on the key.
    pub label: String,
    /// The name of the key for a screen reader.
    pub name: String,
}

/// What a touch did. It is the same for all inserting keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeypadResult {
    /// The text did not change.
    None,
    /// A key inserted a character.
    Inserted,
    /// A delete key was pressed, or repeated.
    Deleted,
    /// A done key was pressed.
    Done,
    /// The touch was rejected, or the text refused the key.
    Rejected,
    /// A clear key was pressed.
    Cleared,
    /// A dismiss key was pressed.
    Dismissed,
    /// A result of a newer version of the library.
    Other(u32),
}

impl KeypadResult {
    fn of(result: u32) -> KeypadResult {
        match result {
            sys::SCRIM_KEYPAD_RESULT_NONE => KeypadResult::None,
            sys::SCRIM_KEYPAD_RESULT_INSERTED => KeypadResult::Inserted,
            sys::SCRIM_KEYPAD_RESULT_DELETED => KeypadResult::Deleted,
            sys::SCRIM_KEYPAD_RESULT_DONE => KeypadResult::Done,
            sys::SCRIM_KEYPAD_RESULT_REJECTED => KeypadResult::Rejected,
            sys::SCRIM_KEYPAD_RESULT_CLEARED => KeypadResult::Cleared,
            sys::SCRIM_KEYPAD_RESULT_DISMISSED => KeypadResult::Dismissed,
            other => KeypadResult::Other(other),
        }
    }
}

/// A closure that is called with the area of the keypad.
pub type KeypadEvent = Box<dyn FnMut(Rect)>;

/// The callbacks of a [`Keypad`]. A panic of a closure is resumed when the call that ran it returns.
#[derive(Default)]
pub struct KeypadCallbacks {
    /// Before the keypad shows.
    pub will_show: Option<KeypadEvent>,
    /// After the keypad has shown.
    pub did_show: Option<KeypadEvent>,
    /// Before the keypad hides.
    pub will_hide: Option<KeypadEvent>,
    /// After the keypad was hidden, or could not be shown.
    pub did_hide: Option<KeypadEvent>,
}

struct Closures {
    will_show: Slot<KeypadEvent>,
    did_show: Slot<KeypadEvent>,
    will_hide: Slot<KeypadEvent>,
    did_hide: Slot<KeypadEvent>,
}

macro_rules! trampolines {
    ($($name:ident)+) => {
        $(unsafe extern "C" fn $name(bounds: *const Rect, user_data: *mut c_void) {
            let (closures, bounds) = unsafe { (&*user_data.cast::<Closures>(), *bounds) };
            closures.$name.run((), |closure| closure(bounds))
        })+
    };
}
trampolines! { will_show did_show will_hide did_hide }

/// A keypad whose keys are shuffled, and which types into a [`Text`].
///
/// # Threads
/// A keypad is neither `Send` nor `Sync`, because attaching a text joins their groups.
///
/// # Soundness
/// The library looks objects up by handles. So a text may be dropped while it is attached: touches then return [`Error::Closed`].
/// All methods take `&self`: inside a callback, the library refuses calls that would conflict. The closures belong to the library,
/// which frees them exactly once, never while one of them runs. If a closure is called while it already runs, the second call does
/// nothing.
pub struct Keypad {
    handle: NonNull<sys::scrim_keypad>,
    _not_send: PhantomData<*mut ()>,
}

impl Keypad {
    /// Creates a hidden keypad.
    pub fn new(options: &KeypadOptions<'_>) -> Result<Keypad> {
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_keypad_create(&options.raw, &mut out) })?;
        let handle = NonNull::new(out).ok_or(Error::InvalidHandle)?;
        Ok(Keypad {
            handle,
            _not_send: PhantomData,
        })
    }

    /// Returns the handle for calls of [`crate::sys`]. The keypad keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_keypad {
        self.handle.as_ptr()
    }

    fn call(&self, call: unsafe extern "C" fn(*mut sys::scrim_keypad) -> sys::scrim_status) -> Result<()> {
        check(calling(|| unsafe { call(self.as_ptr()) }))
    }

    /// Sets the callbacks and replaces earlier ones.
    pub fn set_callbacks(&self, callbacks: KeypadCallbacks) -> Result<()> {
        let closures = Closures {
            will_show: Slot::new(callbacks.will_show),
            did_show: Slot::new(callbacks.did_show),
            will_hide: Slot::new(callbacks.will_hide),
            did_hide: Slot::new(callbacks.did_hide),
        };
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut table: sys::scrim_keypad_callbacks = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_keypad_callbacks_init(&mut table, size_of::<sys::scrim_keypad_callbacks>()) })?;
        table.will_show = Some(will_show);
        table.did_show = Some(did_show);
        table.will_hide = Some(will_hide);
        table.did_hide = Some(did_hide);
        let user_data = Box::into_raw(Box::new(closures));
        check(calling(|| {
            let function: sys::scrim_free_fn = Some(free::<Closures>);
            let status = unsafe { sys::scrim_keypad_set_callbacks(self.as_ptr(), &table, user_data.cast(), function) };
            if status != sys::SCRIM_OK {
                // SAFETY: the library frees it only if the call succeeds.
                unsafe { free::<Closures>(user_data.cast()) };
            }
            status
        }))
    }

    /// Removes all callbacks.
    pub fn remove_callbacks(&self) -> Result<()> {
        let (none, nothing) = (ptr::null(), ptr::null_mut());
        check(calling(|| unsafe {
            sys::scrim_keypad_set_callbacks(self.as_ptr(), none, nothing, None)
        }))
    }

    /// Attaches the text that the keys edit.
    pub fn attach(&self, text: &Text) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_keypad_attach(self.as_ptr(), text.as_ptr())
        }))
    }

    /// Detaches the text, if there is one.
    pub fn detach(&self) -> Result<()> {
        self.call(sys::scrim_keypad_detach)
    }

    /// Shuffles the keys and shows the first page.
    pub fn show(&self) -> Result<()> {
        self.call(sys::scrim_keypad_show)
    }

    /// Shuffles the keys of a keypad that is shown.
    pub fn shuffle(&self) -> Result<()> {
        self.call(sys::scrim_keypad_shuffle)
    }

    /// Disables or enables shuffling for the current entry.
    pub fn set_shuffle_enabled(&self, enabled: bool) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_keypad_set_shuffle_enabled(self.as_ptr(), enabled.into())
        }))
    }

    /// Hides the keypad and wipes the order of its keys.
    pub fn hide(&self) -> Result<()> {
        self.call(sys::scrim_keypad_hide)
    }

    /// Returns a number that changes whenever the keys on the screen change.
    pub fn generation(&self) -> Result<u64> {
        let mut generation = 0;
        check(unsafe { sys::scrim_keypad_generation(self.as_ptr(), &mut generation) })?;
        Ok(generation)
    }

    /// Reports that the keys of a generation are on the screen.
    pub fn presented(&self, generation: u64, time_ns: u64) -> Result<()> {
        check(calling(|| unsafe {
            sys::scrim_keypad_presented(self.as_ptr(), generation, time_ns)
        }))
    }

    /// Lists the keys of the page that is shown, in an order.
    pub fn keys(&self, order: KeyOrder) -> Result<Vec<Key>> {
        let mut count = 0;
        // SAFETY: zero is a valid value of each field.
        let mut keys = vec![unsafe { std::mem::zeroed() }; sys::SCRIM_KEYPAD_MAX_KEYS as usize];
        check(unsafe {
            sys::scrim_keypad_keys(self.as_ptr(), order.into(), keys.as_mut_ptr(), keys.len(), &mut count)
        })?;
        let list = keys[..count].iter().map(key_of).collect();
        for key in &mut keys[..count] {
            // The order of the keys is a secret together with the positions of touches. SAFETY: zero is a valid value.
            unsafe { ptr::write_volatile(key, std::mem::zeroed()) };
        }
        Ok(list)
    }

    /// Handles one touch sample.
    pub fn touch(&self, touch: &Touch) -> Result<KeypadResult> {
        let mut result = 0;
        check(calling(|| unsafe {
            sys::scrim_keypad_touch(self.as_ptr(), touch, &mut result)
        }))?;
        Ok(KeypadResult::of(result))
    }

    /// Advances the clock, so that a delete key that is held down repeats.
    pub fn advance(&self, now_ns: u64) -> Result<KeypadResult> {
        let mut result = 0;
        check(calling(|| unsafe {
            sys::scrim_keypad_advance(self.as_ptr(), now_ns, &mut result)
        }))?;
        Ok(KeypadResult::of(result))
    }

    /// Returns when [`Keypad::advance`] must be called next, or `None`.
    pub fn next_deadline(&self) -> Result<Option<u64>> {
        let mut deadline = 0;
        check(unsafe { sys::scrim_keypad_next_deadline(self.as_ptr(), &mut deadline) })?;
        Ok((deadline != sys::SCRIM_NEVER).then_some(deadline))
    }
}

impl Drop for Keypad {
    fn drop(&mut self) {
        calling(|| unsafe { sys::scrim_keypad_destroy(self.as_ptr()) });
    }
}

fn key_of(key: &sys::scrim_key) -> Key {
    let text = |bytes: &[std::os::raw::c_char], length: u32| {
        let bytes: Vec<u8> = bytes.iter().take(length as usize).map(|&byte| byte as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Key {
        rect: key.rect,
        kind: KeyKind::try_from(key.kind).ok(),
        target: key.target,
        label: text(&key.label, key.label_length),
        name: text(&key.name, key.name_length),
    }
}
