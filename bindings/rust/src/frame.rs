// SPDX-License-Identifier: MIT
use std::marker::PhantomData;

use crate::enums::{ColorMatrix, ColorRange};
use crate::error::{Error, Result};
use crate::sys;

/// A pixel format. The names give the order of the bytes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    fourcc: u32,
    /// The bytes of a pixel of the first plane.
    bytes: u8,
    /// The other planes.
    chroma: Chroma,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Chroma {
    None,
    /// One plane of pairs, in half the width and half the height.
    Pairs420,
    /// Two planes. The first number says whether the width is halved, the second whether the height is.
    Planes(bool, bool),
}

macro_rules! formats {
    ($($name:ident = $constant:ident, $bytes:literal, $chroma:expr;)+) => {
        impl Format {
            $(
                #[doc = concat!("`", stringify!($constant), "`")]
                pub const $name: Format = Format { fourcc: sys::$constant, bytes: $bytes, chroma: $chroma };
            )+

            /// All formats.
            pub const ALL: &'static [Format] = &[$(Format::$name),+];
        }
    };
}

formats! {
    RGBA = SCRIM_FORMAT_RGBA, 4, Chroma::None;
    BGRA = SCRIM_FORMAT_BGRA, 4, Chroma::None;
    RGBX = SCRIM_FORMAT_RGBX, 4, Chroma::None;
    BGRX = SCRIM_FORMAT_BGRX, 4, Chroma::None;
    ARGB = SCRIM_FORMAT_ARGB, 4, Chroma::None;
    ABGR = SCRIM_FORMAT_ABGR, 4, Chroma::None;
    RGB = SCRIM_FORMAT_RGB, 3, Chroma::None;
    BGR = SCRIM_FORMAT_BGR, 3, Chroma::None;
    GRAY8 = SCRIM_FORMAT_GRAY8, 1, Chroma::None;
    RGB565 = SCRIM_FORMAT_RGB565, 2, Chroma::None;
    NV12 = SCRIM_FORMAT_NV12, 1, Chroma::Pairs420;
    I420 = SCRIM_FORMAT_I420, 1, Chroma::Planes(true, true);
    I422 = SCRIM_FORMAT_I422, 1, Chroma::Planes(true, false);
    I444 = SCRIM_FORMAT_I444, 1, Chroma::Planes(false, false);
    P010 = SCRIM_FORMAT_P010, 2, Chroma::Pairs420;
    I010 = SCRIM_FORMAT_I010, 2, Chroma::Planes(true, true);
    I210 = SCRIM_FORMAT_I210, 2, Chroma::Planes(true, false);
    I410 = SCRIM_FORMAT_I410, 2, Chroma::Planes(false, false);
    XRGB2101010 = SCRIM_FORMAT_XRGB2101010, 4, Chroma::None;
    XBGR2101010 = SCRIM_FORMAT_XBGR2101010, 4, Chroma::None;
    RGBX1010102 = SCRIM_FORMAT_RGBX1010102, 4, Chroma::None;
    BGRX1010102 = SCRIM_FORMAT_BGRX1010102, 4, Chroma::None;
    ARGB2101010 = SCRIM_FORMAT_ARGB2101010, 4, Chroma::None;
    ABGR2101010 = SCRIM_FORMAT_ABGR2101010, 4, Chroma::None;
    RGBA1010102 = SCRIM_FORMAT_RGBA1010102, 4, Chroma::None;
    BGRA1010102 = SCRIM_FORMAT_BGRA1010102, 4, Chroma::None;
    RGBA16 = SCRIM_FORMAT_RGBA16, 8, Chroma::None;
    GRAY16 = SCRIM_FORMAT_GRAY16, 2, Chroma::None;
}

impl Format {
    /// Returns the DRM fourcc code, `SCRIM_FORMAT_…`.
    pub fn fourcc(self) -> u32 {
        self.fourcc
    }

    /// Returns the number of planes.
    pub fn planes(self) -> usize {
        match self.chroma {
            Chroma::None => 1,
            Chroma::Pairs420 => 2,
            Chroma::Planes(..) => 3,
        }
    }

    /// Returns the bytes of the pixels in a row of a plane, and the number of rows.
    ///
    /// # Panics
    /// If the format has no plane of this index.
    pub fn plane_size(self, plane: usize, width: u32, height: u32) -> (usize, usize) {
        assert!(
            plane < self.planes(),
            "the format has {} planes (got the index {plane})",
            self.planes()
        );
        let (width, height, bytes) = (width as usize, height as usize, self.bytes as usize);
        let half = |length: usize, is_halved: bool| if is_halved { (length + 1) / 2 } else { length };
        match self.chroma {
            _ if plane == 0 => (width * bytes, height),
            Chroma::Pairs420 => (half(width, true) * 2 * bytes, half(height, true)),
            Chroma::Planes(is_narrow, is_low) => (half(width, is_narrow) * bytes, half(height, is_low)),
            Chroma::None => unreachable!(),
        }
    }
}

/// A picture whose pixels are borrowed to be written.
///
/// # Soundness
/// The constructors check that each plane has all bytes of its rows, so the library never reads or writes outside the slices. The
/// slices are borrowed for as long as the frame lives, so nobody else sees them change. A frame is `Send`, as a mutable slice is.
///
/// ```compile_fail,E0597
/// use scrim::{redact, Format, FrameMut, RedactOptions};
/// let mut frame = {
///     let mut pixels = vec![0u8; 4 * 4 * 4];
///     FrameMut::packed(Format::RGBA, 4, 4, 16, &mut pixels).unwrap() // the pixels do not live long enough
/// };
/// redact(&mut frame, &[], &RedactOptions::default()).unwrap();
/// ```
/// ```compile_fail,E0502
/// use scrim::{redact, Format, FrameMut, RedactOptions};
/// let mut pixels = vec![0u8; 4 * 4 * 4];
/// let mut frame = FrameMut::packed(Format::RGBA, 4, 4, 16, &mut pixels).unwrap();
/// println!("{}", pixels[0]); // the pixels are borrowed
/// redact(&mut frame, &[], &RedactOptions::default()).unwrap();
/// ```
#[derive(Debug)]
pub struct FrameMut<'a> {
    pub(crate) raw: sys::scrim_frame,
    _pixels: PhantomData<&'a mut [u8]>,
}

/// A picture whose pixels are borrowed to be read.
///
/// # Soundness
/// As for [`FrameMut`], with shared slices. [`crate::redact_copy`] passes it as the source and [`crate::Cover::Picture`] as a picture
/// to copy. The library only reads both.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    pub(crate) raw: sys::scrim_frame,
    _pixels: PhantomData<&'a [u8]>,
}

// SAFETY: a frame consists of the slices from which it was made, and of numbers.
unsafe impl Send for FrameMut<'_> {}
// SAFETY: a shared reference to a frame gives no access to its pixels.
unsafe impl Sync for FrameMut<'_> {}
// SAFETY: as a shared slice. The pixels are only read.
unsafe impl Send for Frame<'_> {}
unsafe impl Sync for Frame<'_> {}

fn empty(format: Format, width: u32, height: u32) -> Result<sys::scrim_frame> {
    if width == 0
        || height == 0
        || width > sys::SCRIM_FRAME_MAX_SIDE as u32
        || height > sys::SCRIM_FRAME_MAX_SIDE as u32
    {
        return Err(Error::InvalidArgument);
    }
    Ok(sys::scrim_frame {
        format: format.fourcc,
        width,
        height,
        ..INIT
    })
}

/// The value of `SCRIM_FRAME_INIT`.
const INIT: sys::scrim_frame = sys::scrim_frame {
    struct_size: std::mem::size_of::<sys::scrim_frame>() as u32,
    format: 0,
    width: 0,
    height: 0,
    planes: [sys::scrim_plane {
        data: std::ptr::null_mut(),
        stride: 0,
    }; 4],
    color_range: sys::SCRIM_COLOR_RANGE_LIMITED,
    color_matrix: sys::SCRIM_COLOR_MATRIX_BT709,
};

/// Whether a slice has all rows of a plane.
fn fits(length: usize, stride: usize, (row, rows): (usize, usize)) -> bool {
    stride >= row
        && i64::try_from(stride).is_ok()
        && stride
            .checked_mul(rows - 1)
            .and_then(|start| start.checked_add(row))
            .map_or(false, |needed| needed <= length)
}

macro_rules! constructors {
    ($slice:ty, $pointer:ident) => {
        /// Borrows a picture of one plane. `stride` is the number of bytes from the start of a row to the start of the row below.
        ///
        /// Returns [`Error::InvalidArgument`] if the format has several planes, or if the slice is too short.
        pub fn packed(format: Format, width: u32, height: u32, stride: usize, pixels: $slice) -> Result<Self> {
            Self::planar(format, width, height, [(pixels, stride)])
        }

        /// Borrows a picture of several planes, each with its stride.
        ///
        /// Returns [`Error::InvalidArgument`] if the number of planes is wrong, or if a slice is too short.
        pub fn planar<const N: usize>(
            format: Format,
            width: u32,
            height: u32,
            planes: [($slice, usize); N],
        ) -> Result<Self> {
            let mut raw = empty(format, width, height)?;
            if N != format.planes() {
                return Err(Error::InvalidArgument);
            }
            for (index, (pixels, stride)) in planes.into_iter().enumerate() {
                if !fits(pixels.len(), stride, format.plane_size(index, width, height)) {
                    return Err(Error::InvalidArgument);
                }
                raw.planes[index] = sys::scrim_plane {
                    data: pixels.$pointer() as *mut _,
                    stride: stride as i64,
                };
            }
            Ok(Self {
                raw,
                _pixels: PhantomData,
            })
        }

        /// Sets how Y′CbCr is stored. It has an effect in formats with chroma planes.
        pub fn color(mut self, range: ColorRange, matrix: ColorMatrix) -> Self {
            self.raw.color_range = range.into();
            self.raw.color_matrix = matrix.into();
            self
        }
    };
}

impl<'a> FrameMut<'a> {
    constructors!(&'a mut [u8], as_mut_ptr);
}

impl<'a> Frame<'a> {
    constructors!(&'a [u8], as_ptr);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_begin_as_those_of_the_library() {
        // SAFETY: zero is a valid value of each field, and the function sets them all.
        let mut raw: sys::scrim_frame = unsafe { std::mem::zeroed() };
        let status = unsafe { sys::scrim_frame_init(&mut raw, std::mem::size_of::<sys::scrim_frame>()) };
        assert_eq!(status, sys::SCRIM_OK);
        assert_eq!(format!("{raw:?}"), format!("{INIT:?}"));
    }
}
