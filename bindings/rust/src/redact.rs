// SPDX-License-Identifier: MIT
use std::marker::PhantomData;
use std::mem::size_of;
use std::ptr;

use crate::enums::{Source, StyleClass};
use crate::error::{check, Error, Result};
use crate::frame::{Frame, FrameMut};
use crate::sys;

/// A rectangle: x, y, width and height.
pub type Rect = sys::scrim_rect;
/// A point.
pub type Point = sys::scrim_point;

impl sys::scrim_rect {
    /// Returns a rectangle.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }
}

/// How a region is covered.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Style(pub(crate) sys::scrim_style);

impl Style {
    fn of(kind: u32) -> Style {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        unsafe {
            let mut style = std::mem::zeroed();
            sys::scrim_style_init(&mut style, size_of::<sys::scrim_style>());
            style.kind = kind;
            Style(style)
        }
    }

    /// Irreversible: one opaque color, 0xRRGGBB.
    pub fn solid(rgb: u32) -> Style {
        Style::of(sys::SCRIM_STYLE_SOLID).with_color(rgb << 8 | 0xFF)
    }

    /// Irreversible: looks like blurred text or a blurred surface.
    pub fn frost(seed: u64) -> Style {
        let mut style = Style::of(sys::SCRIM_STYLE_FROST);
        style.0.seed = seed;
        style
    }

    /// Irreversible: looks like pixelation.
    pub fn tiles(seed: u64) -> Style {
        let mut style = Style::of(sys::SCRIM_STYLE_TILES);
        style.0.seed = seed;
        style
    }

    /// Reversible: a Gaussian blur with a standard deviation in points. It does not hide the content.
    pub fn blur(sigma: f64) -> Style {
        let mut style = Style::of(sys::SCRIM_STYLE_BLUR);
        style.0.amount = sigma;
        style
    }

    /// Reversible: blocks with a side in points. It does not hide the content.
    pub fn pixelate(side: f64) -> Style {
        let mut style = Style::of(sys::SCRIM_STYLE_PIXELATE);
        style.0.amount = side;
        style
    }

    /// Returns any other style, from the struct of the C interface.
    pub fn from_raw(style: sys::scrim_style) -> Style {
        Style(style)
    }

    /// Sets the color, 0xRRGGBBAA.
    pub fn with_color(mut self, rgba: u32) -> Style {
        self.0.color = rgba;
        self
    }

    /// Lets frost and tiles begin with their color instead of the pixels around the region.
    pub fn on_color(mut self, rgb: u32) -> Style {
        self.0.flags |= sys::SCRIM_STYLE_FLAG_ON_COLOR;
        self.with_color(rgb << 8 | 0xFF)
    }
}

/// A region of a frame. Points of polygons are borrowed.
///
/// # Soundness
/// The pointer and the number of the points come from one slice, which is borrowed for as long as the region lives.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Region<'a>(sys::scrim_region, PhantomData<&'a [Point]>);

impl<'a> Region<'a> {
    fn of(shape: u32, rect: Rect, points: &'a [Point]) -> Region<'a> {
        let (data, point_count) = if points.is_empty() {
            (ptr::null(), 0)
        } else {
            (points.as_ptr(), points.len() as u64)
        };
        Region(
            sys::scrim_region {
                shape,
                style: 0,
                rect,
                radius: 0.0,
                points: data,
                point_count,
                id: 0,
            },
            PhantomData,
        )
    }

    /// Returns the region of a rectangle.
    pub fn rect(rect: Rect) -> Region<'a> {
        Region::of(sys::SCRIM_SHAPE_RECT, rect, &[])
    }

    /// Returns the region of a rectangle with rounded corners.
    pub fn rounded_rect(rect: Rect, radius: f64) -> Region<'a> {
        let mut region = Region::of(sys::SCRIM_SHAPE_ROUNDED_RECT, rect, &[]);
        region.0.radius = radius;
        region
    }

    /// Returns the region of the ellipse that touches all sides of a rectangle.
    pub fn ellipse(rect: Rect) -> Region<'a> {
        Region::of(sys::SCRIM_SHAPE_ELLIPSE, rect, &[])
    }

    /// Returns the region of a polygon.
    pub fn polygon(points: &'a [Point]) -> Region<'a> {
        Region::of(sys::SCRIM_SHAPE_POLYGON, Rect::new(0.0, 0.0, 0.0, 0.0), points)
    }

    /// Returns the convex hull of four points, in any order.
    pub fn quad(points: &'a [Point; 4]) -> Region<'a> {
        Region::of(sys::SCRIM_SHAPE_QUAD, Rect::new(0.0, 0.0, 0.0, 0.0), points)
    }

    /// Sets the index of the style in the options.
    pub fn style(mut self, index: u32) -> Region<'a> {
        self.0.style = index;
        self
    }

    /// Sets the id, on which the textures of frost and tiles depend.
    pub fn id(mut self, id: u64) -> Region<'a> {
        self.0.id = id;
        self
    }
}

// SAFETY: a region consists of numbers and a shared slice of numbers.
unsafe impl Send for Region<'_> {}
unsafe impl Sync for Region<'_> {}

/// Styles and distances. The distances are in pixels.
///
/// # Soundness
/// The list of styles is borrowed for as long as the options live. No method gives access to the pointer or to the size of the
/// struct.
///
/// ```compile_fail,E0716
/// use scrim::{RedactOptions, Style};
/// let options = RedactOptions::default().styles(&vec![Style::solid(0)]); // the list is dropped at the end of this line
/// println!("{options:?}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RedactOptions<'a> {
    raw: sys::scrim_redact_options,
    _styles: PhantomData<&'a [Style]>,
}

// SAFETY: options consist of numbers and a shared slice of numbers.
unsafe impl Send for RedactOptions<'_> {}
unsafe impl Sync for RedactOptions<'_> {}

/// The value of `SCRIM_REDACT_OPTIONS_INIT`. A constant costs no call, and a frame of 64 × 64 pixels takes only about 1 µs.
const OPTIONS_INIT: sys::scrim_redact_options = sys::scrim_redact_options {
    struct_size: size_of::<sys::scrim_redact_options>() as u32,
    style_count: 0,
    styles: ptr::null(),
    scale: 1.0,
    sampling_gap: 2,
    dilation: 0,
    size_multiple: 0,
    codec_block: 0,
    first_row: 0,
    row_count: 0,
};

/// The value of `SCRIM_REDACT_REPORT_INIT`.
const REPORT_INIT: sys::scrim_redact_report = sys::scrim_redact_report {
    struct_size: size_of::<sys::scrim_redact_report>() as u32,
    outcome: sys::SCRIM_OUTCOME_DISCARD,
    weakest_class: sys::SCRIM_STYLE_CLASS_NONE,
    reserved: 0,
    regions: 0,
    regions_inside: 0,
    regions_clipped: 0,
    pixels: 0,
    regions_crossed: 0,
    crossed: ptr::null_mut(),
    crossed_capacity: 0,
};

impl Default for RedactOptions<'_> {
    fn default() -> Self {
        RedactOptions {
            raw: OPTIONS_INIT,
            _styles: PhantomData,
        }
    }
}

macro_rules! options {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty,)+) => {
        $($(#[doc = $doc])+ pub fn $name(mut self, value: $kind) -> Self {
            self.raw.$name = value;
            self
        })+
    };
}

impl<'a> RedactOptions<'a> {
    /// Sets the styles to which regions refer by their index.
    pub fn styles(mut self, styles: &'a [Style]) -> Self {
        self.raw.style_count = u32::try_from(styles.len()).unwrap_or(u32::MAX);
        self.raw.styles = styles.as_ptr().cast();
        self
    }

    options! {
        /// Sets the number of pixels per point, 1/64 … 64.
        scale: f64,
        /// Sets the distance around regions in which pixels are not read, 0 … 64.
        sampling_gap: u32,
        /// Extends regions by this distance to each side, 0 … 4,096.
        dilation: u32,
        /// Rounds the size of regions up to a multiple of this number, 0 … 4,096.
        size_multiple: u32,
        /// Extends regions to the blocks of the codec that the frame was decoded from: 0, 8 or 16.
        codec_block: u32,
        /// Sets the first row of the band to write.
        first_row: u32,
        /// Sets the number of rows of the band. 0 stands for all rows from the first on.
        row_count: u32,
    }
}

/// What a call did to a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Whether every region is covered, so that the frame may be shown or stored.
    pub outcome: Outcome,
    /// The weakest class of the styles that were used.
    pub weakest_class: StyleClass,
    /// The number of regions that the call was given.
    pub regions: u64,
    /// The number of those regions that cover at least one pixel of the frame.
    pub regions_inside: u64,
    /// The number of regions that cover a pixel of the frame and also extend beyond its edges.
    pub regions_clipped: u64,
    /// The number of covered pixels.
    pub pixels: u64,
    /// The number of regions whose border content crosses.
    pub regions_crossed: u64,
}

/// The state of a frame after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every region is covered. The frame may be shown or stored.
    Ok,
    /// The whole frame, or its band, is covered, because of an error or because the scene covers it.
    Covered,
    /// The frame could not be covered. It may still show everything and must not be used.
    Discard,
}

/// An error of a redaction, with a report on the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactError {
    /// Why the call failed.
    pub error: Error,
    /// What the call did to the frame. [`Outcome::Covered`] means that it is black, [`Outcome::Discard`] that it must not be used.
    pub report: Report,
}

impl std::fmt::Display for RedactError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for RedactError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<RedactError> for Error {
    fn from(error: RedactError) -> Error {
        error.error
    }
}

/// Makes a call that writes a report. Returns the report, or the error together with the report.
pub(crate) fn reported(
    call: impl FnOnce(*mut sys::scrim_redact_report) -> sys::scrim_status,
) -> std::result::Result<Report, RedactError> {
    let mut raw = REPORT_INIT;
    let status = call(&mut raw);
    let report = report_of(&raw);
    match check(status) {
        Ok(()) => Ok(report),
        Err(error) => Err(RedactError { error, report }),
    }
}

fn report_of(raw: &sys::scrim_redact_report) -> Report {
    Report {
        outcome: match raw.outcome {
            sys::SCRIM_OUTCOME_OK => Outcome::Ok,
            sys::SCRIM_OUTCOME_COVERED => Outcome::Covered,
            _ => Outcome::Discard,
        },
        // A class of a newer version of the library counts as the weakest one.
        weakest_class: StyleClass::try_from(raw.weakest_class).unwrap_or(StyleClass::Reversible),
        regions: raw.regions,
        regions_inside: raw.regions_inside,
        regions_clipped: raw.regions_clipped,
        pixels: raw.pixels,
        regions_crossed: raw.regions_crossed,
    }
}

/// Covers regions of a frame in place.
///
/// ```
/// use scrim::{redact, Format, FrameMut, Outcome, Rect, RedactOptions, Region, Style};
///
/// let mut pixels = vec![200u8; 64 * 48 * 4];
/// let mut frame = FrameMut::packed(Format::RGBA, 64, 48, 64 * 4, &mut pixels)?;
/// let styles = [Style::solid(0x102030)];
/// let region = Region::rect(Rect::new(8.0, 8.0, 20.0, 10.0));
/// let report = redact(&mut frame, &[region], &RedactOptions::default().styles(&styles))?;
/// assert_eq!((report.outcome, report.pixels), (Outcome::Ok, 200));
/// assert_eq!(pixels[(8 * 64 + 8) * 4..][..4], [0x10, 0x20, 0x30, 0xFF]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redact(
    frame: &mut FrameMut<'_>,
    regions: &[Region<'_>],
    options: &RedactOptions<'_>,
) -> std::result::Result<Report, RedactError> {
    reported(|report| unsafe {
        sys::scrim_redact(&frame.raw, regions.as_ptr().cast(), regions.len(), &options.raw, report)
    })
}

/// Writes a redacted copy of a frame. A pixel that is to be covered is never written to `destination`.
pub fn redact_copy(
    source: &Frame<'_>,
    destination: &mut FrameMut<'_>,
    regions: &[Region<'_>],
    options: &RedactOptions<'_>,
) -> std::result::Result<Report, RedactError> {
    reported(|report| unsafe {
        let (data, count) = (regions.as_ptr().cast(), regions.len());
        sys::scrim_redact_copy(&source.raw, &destination.raw, data, count, &options.raw, report)
    })
}

/// Covers rectangles of a frame with one plane in place, with default options. The rectangles are in pixels.
///
/// Covers the same pixels as [`redact`] with regions whose ids are their positions. If the call fails, the error's report contains
/// only the outcome.
pub fn redact_rects(
    frame: &mut FrameMut<'_>,
    rects: &[Rect],
    style: &Style,
) -> std::result::Result<Outcome, RedactError> {
    let raw = &frame.raw;
    let mut outcome = sys::SCRIM_OUTCOME_DISCARD;
    // SAFETY: the plane has all rows of the format. If the format has several planes, the library writes nothing.
    let status = unsafe {
        sys::scrim_redact_rects(
            raw.planes[0].data,
            raw.planes[0].stride,
            raw.format,
            raw.width,
            raw.height,
            rects.as_ptr().cast(),
            rects.len(),
            &style.0,
            &mut outcome,
        )
    };
    let report = report_of(&sys::scrim_redact_report { outcome, ..REPORT_INIT });
    match check(status) {
        Ok(()) => Ok(report.outcome),
        Err(error) => Err(RedactError { error, report }),
    }
}

/// Returns the dilation and the codec block for the source of a picture.
pub fn margin_for_source(source: Source) -> Result<(u32, u32)> {
    let (mut dilation, mut block) = (0, 0);
    check(unsafe { sys::scrim_margin_for_source(source.into(), &mut dilation, &mut block) })?;
    Ok((dilation, block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_begin_as_those_of_the_library() {
        // SAFETY: zero is a valid value of each field, and the functions set them all.
        let (mut options, mut report) = unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
        let (options_size, report_size) = (
            size_of::<sys::scrim_redact_options>(),
            size_of::<sys::scrim_redact_report>(),
        );
        check(unsafe { sys::scrim_redact_options_init(&mut options, options_size) }).unwrap();
        check(unsafe { sys::scrim_redact_report_init(&mut report, report_size) }).unwrap();
        assert_eq!(format!("{options:?}"), format!("{OPTIONS_INIT:?}"));
        assert_eq!(format!("{report:?}"), format!("{REPORT_INIT:?}"));
    }
}
