// SPDX-License-Identifier: MIT
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};

use crate::callback::{calling, free, Slot};
use crate::capture::Snapshot;
use crate::enums::{Activity, Policy, TouchPrivacy, ValueKind};
use crate::error::{check, Error, Result};
use crate::frame::FrameMut;
use crate::keypad::Touch;
use crate::redact::{reported, Point, Rect, RedactError, Report, Style};
use crate::strings::{list, string, strings};
use crate::sys;
use crate::text::Text;

/// The id of a window, a view or a recognizer. 0 means none.
pub type Id = sys::scrim_id;

/// The properties of a window. [`Window::new`] sets the defaults.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    raw: sys::scrim_window,
    _strings: PhantomData<&'a str>,
}

impl<'a> Window<'a> {
    /// Returns a window with a frame in points of the screen.
    pub fn new(frame: Rect) -> Window<'a> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut raw = std::mem::zeroed();
            sys::scrim_window_init(&mut raw, size_of::<sys::scrim_window>());
            raw.frame = frame;
            Window {
                raw,
                _strings: PhantomData,
            }
        }
    }

    /// Sets `SCRIM_VIEW_…` flags.
    pub fn flags(mut self, flags: u32) -> Window<'a> {
        self.raw.flags = flags;
        self
    }

    /// Sets the level. Windows of a higher level lie on top.
    pub fn level(mut self, level: i32) -> Window<'a> {
        self.raw.level = level;
        self
    }

    /// Sets the name of the screen, for records.
    pub fn screen(mut self, screen: &'a str) -> Window<'a> {
        self.raw.screen = string(screen);
        self
    }

    /// Sets the title, for records.
    pub fn title(mut self, title: &'a str) -> Window<'a> {
        self.raw.title = string(title);
        self
    }

    /// Sets the view or window that this window belongs to.
    pub fn owner(mut self, owner: Id) -> Window<'a> {
        self.raw.owner = owner;
        self
    }

    /// Sets what records may contain about touches of the window and everything inside it.
    pub fn touch_privacy(mut self, privacy: TouchPrivacy) -> Window<'a> {
        self.raw.touch_privacy = privacy.into();
        self
    }
}

/// The properties of a view. [`View::new`] sets the defaults.
#[derive(Clone, Debug)]
pub struct View<'a> {
    raw: sys::scrim_view,
    classes: Vec<sys::scrim_string>,
    _strings: PhantomData<&'a str>,
}

impl<'a> View<'a> {
    /// Returns a view with a frame in the coordinates of its parent.
    pub fn new(frame: Rect) -> View<'a> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut raw = std::mem::zeroed();
            sys::scrim_view_init(&mut raw, size_of::<sys::scrim_view>());
            raw.frame = frame;
            View {
                raw,
                classes: Vec::new(),
                _strings: PhantomData,
            }
        }
    }

    /// Sets `SCRIM_VIEW_…` flags, for example `SCRIM_VIEW_SECURE`.
    pub fn flags(mut self, flags: u32) -> View<'a> {
        self.raw.flags = flags;
        self
    }

    /// Sets the opacity.
    pub fn alpha(mut self, alpha: f64) -> View<'a> {
        self.raw.alpha = alpha;
        self
    }

    /// Sets the names of the view's class and of the classes that it inherits from.
    pub fn classes(mut self, classes: &[&'a str]) -> View<'a> {
        self.classes = strings(classes);
        self
    }

    /// Sets the content, for records.
    pub fn content(mut self, content: &'a str) -> View<'a> {
        self.raw.content = string(content);
        self
    }

    /// Sets how far the content is scrolled.
    pub fn content_offset(mut self, x: f64, y: f64) -> View<'a> {
        self.raw.content_offset = Point { x, y };
        self
    }

    /// Sets how the view and everything inside it are rotated, scaled and moved, around the top left corner of its frame.
    pub fn transform(mut self, transform: sys::scrim_affine) -> View<'a> {
        self.raw.transform = transform;
        self
    }

    /// Sets how far the view draws beyond its frame.
    pub fn overflow(mut self, overflow: sys::scrim_outsets) -> View<'a> {
        self.raw.overflow = overflow;
        self
    }

    /// Sets what records may contain about touches of the view and everything inside it.
    pub fn touch_privacy(mut self, privacy: TouchPrivacy) -> View<'a> {
        self.raw.touch_privacy = privacy.into();
        self
    }

    /// Returns the struct of the C interface. It points to the list of classes in `self`.
    fn raw(&self) -> sys::scrim_view {
        sys::scrim_view {
            classes: self.classes.as_ptr(),
            class_count: self.classes.len(),
            ..self.raw
        }
    }
}

/// What records may contain about a window or view, apart from its class and content.
#[derive(Clone, Debug, Default)]
pub struct Metadata<'a> {
    /// The position of the view in a list: none, a row, or a section and a row.
    pub indices: &'a [u32],
    /// The kind of the value, and the value.
    pub value: Option<(ValueKind, f64)>,
    /// The id that the application uses for the view.
    pub id: &'a str,
    /// The name of the screen.
    pub screen: &'a str,
    /// The title.
    pub title: &'a str,
    /// The classes of the screen.
    pub screen_classes: &'a [&'a str],
    /// The application's own properties: keys and values.
    pub properties: &'a [(&'a str, &'a str)],
}

/// A secure region on the screen: a polygon that is convex, with 3 to 12 corners.
#[derive(Clone, Debug, PartialEq)]
pub struct SecureRegion {
    /// The window or view.
    pub view: Id,
    /// The corners.
    pub corners: Vec<Point>,
}

/// What covers an output while the scene is covered.
#[derive(Clone, Copy, Debug)]
pub enum Cover<'a> {
    /// An opaque color, 0xRRGGBB.
    Color(u32),
    /// An irreversible style.
    Style(Style),
    /// A picture, which is copied.
    Picture(&'a crate::frame::Frame<'a>),
}

/// How [`Scene::redact`] covers a frame.
#[derive(Clone, Copy, Debug)]
pub struct SceneRedactOptions(sys::scrim_scene_redact_options);

impl Default for SceneRedactOptions {
    fn default() -> SceneRedactOptions {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut options = std::mem::zeroed();
            sys::scrim_scene_redact_options_init(&mut options, size_of::<sys::scrim_scene_redact_options>());
            SceneRedactOptions(options)
        }
    }
}

impl SceneRedactOptions {
    /// Sets the output that the frame shows.
    pub fn output(mut self, output: u32) -> SceneRedactOptions {
        self.0.output = output;
        self
    }

    /// Sets the point of the screen at the top left corner of the frame.
    pub fn origin(mut self, x: f64, y: f64) -> SceneRedactOptions {
        self.0.origin = Point { x, y };
        self
    }

    /// Sets the number of pixels per point.
    pub fn scale(mut self, scale: f64) -> SceneRedactOptions {
        self.0.scale = scale;
        self
    }

    /// Sets the style of secure regions.
    pub fn style(mut self, style: Style) -> SceneRedactOptions {
        self.0.style = style.0;
        self
    }

    /// Sets the band of rows to write: the first row and the number of rows.
    pub fn rows(mut self, first: u32, count: u32) -> SceneRedactOptions {
        (self.0.first_row, self.0.row_count) = (first, count);
        self
    }
}

type Covered = Slot<Box<dyn FnMut(u32)>>;

unsafe extern "C" fn covered(output: u32, user_data: *mut c_void) {
    unsafe { &*user_data.cast::<Covered>() }.run((), |closure| closure(output))
}

/// The windows and views of an application, and which of them are secure.
///
/// # Threads
/// A scene is neither `Send` nor `Sync`, because texts, gestures and collectors join its group. [`Scene::snapshot`] returns an object
/// for other threads.
///
/// # Soundness
/// Texts, gestures and collectors refer to a scene by its handle, which the library looks up in each call. So all of them may be
/// dropped in any order. Windows, views, metadata and covers are copied by the library, so nothing is borrowed after a call.
/// All methods take `&self`. The only Rust value that the library keeps is the closure of [`Scene::on_cover`]. A call inside the
/// closure cannot replace or free it, and returns [`Error::Busy`].
pub struct Scene {
    handle: NonNull<sys::scrim_scene>,
    _not_send: PhantomData<*mut ()>,
}

impl Scene {
    /// Creates an empty scene with a number of outputs.
    pub fn new(outputs: u32) -> Result<Scene> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut options: sys::scrim_scene_options = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_scene_options_init(&mut options, size_of::<sys::scrim_scene_options>()) })?;
        options.outputs = outputs;
        let mut out = ptr::null_mut();
        check(unsafe { sys::scrim_scene_create(&options, &mut out) })?;
        let handle = NonNull::new(out).ok_or(Error::InvalidHandle)?;
        Ok(Scene {
            handle,
            _not_send: PhantomData,
        })
    }

    /// Returns the handle for calls of [`crate::sys`]. The scene keeps owning it.
    pub fn as_ptr(&self) -> *mut sys::scrim_scene {
        self.handle.as_ptr()
    }

    fn id(&self, call: impl FnOnce(*mut sys::scrim_scene, &mut Id) -> sys::scrim_status) -> Result<Id> {
        let mut id = 0;
        check(calling(|| call(self.as_ptr(), &mut id)))?;
        Ok(id)
    }

    fn flag(&self, call: impl FnOnce(*mut sys::scrim_scene, &mut u32) -> sys::scrim_status) -> Result<bool> {
        let mut flag = 0;
        check(calling(|| call(self.as_ptr(), &mut flag)))?;
        Ok(flag != 0)
    }

    fn call(&self, call: impl FnOnce(*mut sys::scrim_scene) -> sys::scrim_status) -> Result<()> {
        check(calling(|| call(self.as_ptr())))
    }

    fn ids(&self, call: impl FnMut(*mut Id, usize, *mut usize) -> sys::scrim_status) -> Result<Vec<Id>> {
        list(0, call)
    }

    /// Adds a window.
    pub fn add_window(&self, window: &Window<'_>) -> Result<Id> {
        self.id(|scene, id| unsafe { sys::scrim_scene_add_window(scene, &window.raw, id) })
    }

    /// Replaces the properties of a window.
    pub fn update_window(&self, id: Id, window: &Window<'_>) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_update_window(scene, id, &window.raw) })
    }

    /// Adds a view to a window or another view.
    pub fn add_view(&self, parent: Id, view: &View<'_>) -> Result<Id> {
        let raw = view.raw();
        self.id(|scene, id| unsafe { sys::scrim_scene_add_view(scene, parent, &raw, id) })
    }

    /// Replaces the properties of a view.
    pub fn update_view(&self, id: Id, view: &View<'_>) -> Result<()> {
        let raw = view.raw();
        self.call(|scene| unsafe { sys::scrim_scene_update_view(scene, id, &raw) })
    }

    /// Sets what records may contain about a window or view.
    pub fn set_metadata(&self, id: Id, metadata: &Metadata<'_>) -> Result<()> {
        let classes = strings(metadata.screen_classes);
        let properties: Vec<_> = metadata
            .properties
            .iter()
            .map(|(key, value)| sys::scrim_property {
                key: string(key),
                value: string(value),
            })
            .collect();
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut raw: sys::scrim_view_metadata = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_view_metadata_init(&mut raw, size_of::<sys::scrim_view_metadata>()) })?;
        if metadata.indices.len() > raw.indices.len() {
            return Err(Error::InvalidArgument);
        }
        raw.index_count = metadata.indices.len() as u32;
        raw.indices[..metadata.indices.len()].copy_from_slice(metadata.indices);
        if let Some((kind, value)) = metadata.value {
            (raw.value_kind, raw.value) = (kind.into(), value);
        }
        (raw.id, raw.screen, raw.title) = (string(metadata.id), string(metadata.screen), string(metadata.title));
        (raw.screen_classes, raw.screen_class_count) = (classes.as_ptr(), classes.len());
        (raw.properties, raw.property_count) = (properties.as_ptr(), properties.len());
        self.call(|scene| unsafe { sys::scrim_scene_set_metadata(scene, id, &raw) })
    }

    /// Removes a window or view, and everything inside it.
    pub fn remove(&self, id: Id) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_remove(scene, id) })
    }

    /// Returns a number that changes whenever the scene changes.
    pub fn generation(&self) -> Result<u64> {
        self.id(|scene, generation| unsafe { sys::scrim_scene_generation(scene, generation) })
    }

    /// Sets which windows and views are secure without being marked.
    pub fn set_policy(&self, policy: Policy) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_set_policy(scene, policy.into()) })
    }

    /// Whether a window or view is secure.
    pub fn is_secure(&self, id: Id) -> Result<bool> {
        self.flag(|scene, secure| unsafe { sys::scrim_scene_is_secure(scene, id, secure) })
    }

    /// Whether a point of the screen is in a secure region.
    pub fn is_secure_at(&self, x: f64, y: f64) -> Result<bool> {
        self.flag(|scene, secure| unsafe { sys::scrim_scene_is_secure_at(scene, x, y, secure) })
    }

    /// Lists the secure regions.
    pub fn secure_regions(&self) -> Result<Vec<SecureRegion>> {
        // SAFETY: zero is a valid value of each field.
        let blank: sys::scrim_secure_region = unsafe { std::mem::zeroed() };
        let regions = list(blank, |regions, capacity, count| unsafe {
            sys::scrim_scene_secure_regions(self.as_ptr(), regions, capacity, count)
        })?;
        let corners = |region: &sys::scrim_secure_region| region.corners[..region.corner_count as usize].to_vec();
        Ok(regions
            .iter()
            .map(|region| SecureRegion {
                view: region.view,
                corners: corners(region),
            })
            .collect())
    }

    /// Attaches a text to the view that shows it. The view is then secure, unless the text is visible.
    pub fn attach_text(&self, view: Id, text: &Text) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_attach_text(scene, view, text.as_ptr()) })
    }

    /// Detaches the text of a view, if there is one.
    pub fn detach_text(&self, view: Id) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_detach_text(scene, view) })
    }

    /// Sets whether the screen is captured.
    pub fn set_captured(&self, captured: bool) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_set_captured(scene, captured.into()) })
    }

    /// Begins a change of several calls that the screen will show all at once.
    pub fn begin(&self) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_begin(scene) })
    }

    /// Ends a change. Call this when the screen shows the new state.
    pub fn commit(&self) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_commit(scene) })
    }

    /// Returns the window and the view at a point. 0 means none.
    pub fn hit_test(&self, x: f64, y: f64) -> Result<(Id, Id)> {
        let (mut window, mut view) = (0, 0);
        check(unsafe { sys::scrim_scene_hit_test(self.as_ptr(), x, y, &mut window, &mut view) })?;
        Ok((window, view))
    }

    /// Sets the input region of a window or view. Returns the generation of the new region.
    pub fn set_input_region(&self, id: Id, rects: &[Rect]) -> Result<u64> {
        let (data, count) = (rects.as_ptr(), rects.len());
        self.id(|scene, generation| unsafe { sys::scrim_scene_set_input_region(scene, id, data, count, generation) })
    }

    /// Returns the input region of a window or view, and its generation.
    pub fn input_region(&self, id: Id) -> Result<(Vec<Rect>, u64)> {
        let mut generation = 0;
        let rects = list(Rect::new(0.0, 0.0, 0.0, 0.0), |rects, capacity, count| unsafe {
            sys::scrim_scene_input_region(self.as_ptr(), id, rects, capacity, count, &mut generation)
        })?;
        Ok((rects, generation))
    }

    /// Returns the window and the view to which a touch belongs. 0 means none.
    pub fn route_touch(&self, touch: &Touch) -> Result<(Id, Id)> {
        let (mut window, mut view) = (0, 0);
        check(calling(|| unsafe {
            sys::scrim_scene_route_touch(self.as_ptr(), touch, &mut window, &mut view)
        }))?;
        Ok((window, view))
    }

    /// Returns the views that may handle a touch, from a view outwards, and the window last.
    pub fn responders(&self, id: Id) -> Result<Vec<Id>> {
        self.ids(|ids, capacity, count| unsafe { sys::scrim_scene_responders(self.as_ptr(), id, ids, capacity, count) })
    }

    /// Returns the windows and views at a point, parents before children and the nearest last.
    pub fn views_at(&self, x: f64, y: f64, everything: bool) -> Result<Vec<Id>> {
        self.ids(|ids, capacity, count| unsafe {
            sys::scrim_scene_views_at(self.as_ptr(), x, y, everything.into(), ids, capacity, count)
        })
    }

    /// Gives a window the focus.
    pub fn focus(&self, window: Id) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_focus(scene, window) })
    }

    /// Takes the focus from a window.
    pub fn resign_focus(&self, window: Id) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_resign_focus(scene, window) })
    }

    /// Returns the window that has the focus, or 0.
    pub fn focused(&self) -> Result<Id> {
        self.id(|scene, window| unsafe { sys::scrim_scene_focused(scene, window) })
    }

    /// Selects the view at a point, as an inspector does.
    pub fn select(&self, x: f64, y: f64) -> Result<Id> {
        self.id(|scene, view| unsafe { sys::scrim_scene_select(scene, x, y, view) })
    }

    /// Returns the view that is selected, or 0.
    pub fn selected(&self) -> Result<Id> {
        self.id(|scene, view| unsafe { sys::scrim_scene_selected(scene, view) })
    }

    /// Sets the activity of a window, or of the application with 0.
    pub fn set_activity(&self, window: Id, activity: Activity) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_set_activity(scene, window, activity.into()) })
    }

    /// Reports that a transition begins or has ended.
    pub fn set_transition(&self, in_transition: bool) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_set_transition(scene, in_transition.into()) })
    }

    /// Adds an output, and returns its number.
    pub fn add_output(&self) -> Result<u32> {
        let mut output = 0;
        check(calling(|| unsafe {
            sys::scrim_scene_add_output(self.as_ptr(), &mut output)
        }))?;
        Ok(output)
    }

    /// Removes an output.
    pub fn remove_output(&self, output: u32) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_remove_output(scene, output) })
    }

    /// Reports that an output shows a frame of the present scene, so that its cover may end.
    pub fn frame_ready(&self, output: u32) -> Result<()> {
        self.call(|scene| unsafe { sys::scrim_scene_frame_ready(scene, output) })
    }

    /// Whether an output is covered.
    pub fn is_covered(&self, output: u32) -> Result<bool> {
        self.flag(|scene, covered| unsafe { sys::scrim_scene_is_covered(scene, output, covered) })
    }

    /// Sets the closure that is called when an output has been covered. It replaces the previous one.
    pub fn on_cover(&self, closure: impl FnMut(u32) + 'static) -> Result<()> {
        let slot: Covered = Slot::new(Some(Box::new(closure)));
        let user_data = Box::into_raw(Box::new(slot));
        self.call(|scene| {
            let free_it: sys::scrim_free_fn = Some(free::<Covered>);
            let status =
                unsafe { sys::scrim_scene_set_cover_callback(scene, Some(covered), user_data.cast(), free_it) };
            if status != sys::SCRIM_OK {
                // SAFETY: the library frees it only if the call succeeds.
                unsafe { free::<Covered>(user_data.cast()) };
            }
            status
        })
    }

    /// Sets what covers an output. `None` is solid black.
    pub fn set_cover(&self, output: u32, cover: Option<&Cover<'_>>) -> Result<()> {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut raw: sys::scrim_cover = unsafe { std::mem::zeroed() };
        check(unsafe { sys::scrim_cover_init(&mut raw, size_of::<sys::scrim_cover>()) })?;
        match cover {
            None => {}
            Some(Cover::Color(rgb)) => (raw.kind, raw.color) = (sys::SCRIM_COVER_COLOR, rgb << 8 | 0xFF),
            Some(Cover::Style(style)) => (raw.kind, raw.style) = (sys::SCRIM_COVER_STYLE, style.0),
            Some(Cover::Picture(frame)) => (raw.kind, raw.picture) = (sys::SCRIM_COVER_PICTURE, &frame.raw),
        }
        self.call(|scene| unsafe { sys::scrim_scene_set_cover(scene, output, &raw) })
    }

    /// Covers the secure regions of a frame that shows the scene as it is now.
    pub fn redact(
        &self,
        frame: &mut FrameMut<'_>,
        options: &SceneRedactOptions,
    ) -> std::result::Result<Report, RedactError> {
        reported(|report| unsafe { sys::scrim_scene_redact(self.as_ptr(), &frame.raw, &options.0, report) })
    }

    /// Advances the scene's clock, and returns a snapshot of the current and recent secure regions for any thread.
    pub fn snapshot(&self, now_ns: u64) -> Result<Snapshot> {
        let mut out = ptr::null_mut();
        check(calling(|| unsafe {
            sys::scrim_scene_snapshot(self.as_ptr(), now_ns, &mut out)
        }))?;
        Snapshot::of(out)
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        calling(|| unsafe { sys::scrim_scene_destroy(self.as_ptr()) });
    }
}
