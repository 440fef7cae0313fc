// SPDX-License-Identifier: MIT
//! Frames: each format, each wrong length, and the bytes of a redaction.

mod support;

use scrim::{
    redact, redact_copy, redact_rects, sys, Error, Format, Frame, FrameMut, Outcome, Rect, RedactOptions, Region, Style,
};
use support::json::Json;
use support::Fenced;

const SIZES: [(u32, u32); 4] = [(1, 1), (2, 2), (17, 9), (64, 5)];

/// A frame of the C interface with these planes.
fn raw_frame(format: Format, width: u32, height: u32, planes: &mut [(Fenced, usize)]) -> sys::scrim_frame {
    let mut raw: sys::scrim_frame = unsafe { std::mem::zeroed() };
    unsafe { sys::scrim_frame_init(&mut raw, std::mem::size_of::<sys::scrim_frame>()) };
    (raw.format, raw.width, raw.height) = (format.fourcc(), width, height);
    for (index, (memory, stride)) in planes.iter_mut().enumerate() {
        raw.planes[index].data = memory.bytes().as_mut_ptr().cast();
        raw.planes[index].stride = *stride as i64;
    }
    raw
}

fn exact_planes(format: Format, width: u32, height: u32) -> Vec<(Fenced, usize)> {
    let plane = |index| {
        let (row, rows) = format.plane_size(index, width, height);
        (Fenced::new(row * rows), row)
    };
    (0..format.planes()).map(plane).collect()
}

fn framed(format: Format, width: u32, height: u32, planes: Vec<(&mut [u8], usize)>) -> Result<FrameMut<'_>, Error> {
    let mut planes = planes.into_iter();
    let mut next = || planes.next().unwrap();
    match format.planes() {
        1 => FrameMut::planar(format, width, height, [next()]),
        2 => FrameMut::planar(format, width, height, [next(), next()]),
        _ => FrameMut::planar(format, width, height, [next(), next(), next()]),
    }
}

#[test]
fn formats_are_those_of_the_interface() {
    let file = match support::repository("bindings/scrim-api.json") {
        Some(file) => file,
        None => return,
    };
    let api = Json::parse(&std::fs::read_to_string(file).unwrap());
    let constants = api
        .get("enums")
        .list()
        .iter()
        .flat_map(|tag| tag.get("constants").list());
    let mut known: Vec<u64> = constants
        .chain(api.get("constants").list())
        .filter(|constant| constant.get("name").text().starts_with("SCRIM_FORMAT_"))
        .map(|constant| constant.get("value").u64())
        .collect();
    let mut ours: Vec<u64> = Format::ALL.iter().map(|format| u64::from(format.fourcc())).collect();
    known.sort_unstable();
    ours.sort_unstable();
    assert!(!known.is_empty());
    assert_eq!(known, ours);
}

/// The library checks the number of planes and each stride. So its results show what [`Format::plane_size`] must return.
#[test]
fn the_library_agrees_on_planes_and_rows() {
    for &format in Format::ALL {
        for (width, height) in SIZES {
            let redact = |planes: &mut Vec<(Fenced, usize)>| unsafe {
                let raw = raw_frame(format, width, height, planes);
                let (none, nothing) = (std::ptr::null(), std::ptr::null_mut());
                sys::scrim_redact(&raw, none, 0, none.cast(), nothing)
            };
            assert_eq!(
                redact(&mut exact_planes(format, width, height)),
                sys::SCRIM_OK,
                "{format:?}"
            );
            for index in 0..format.planes() {
                let mut planes = exact_planes(format, width, height);
                planes[index].1 -= 1;
                let status = redact(&mut planes);
                assert_eq!(
                    status,
                    sys::SCRIM_ERROR_INVALID_ARGUMENT,
                    "{format:?} {width} plane {index}"
                );
            }
            let mut planes = exact_planes(format, width, height);
            planes.push((Fenced::new(4096), 64));
            assert_eq!(redact(&mut planes), sys::SCRIM_ERROR_INVALID_ARGUMENT, "{format:?}");
        }
    }
}

#[test]
fn nothing_outside_the_slices_is_accessed() {
    let styles = [
        Style::solid(0x808080),
        Style::frost(1),
        Style::tiles(2),
        Style::blur(2.0),
        Style::pixelate(4.0),
    ];
    for &format in Format::ALL {
        for (width, height) in SIZES {
            let mut planes = exact_planes(format, width, height);
            let slices = planes
                .iter_mut()
                .map(|(memory, stride)| (memory.bytes(), *stride))
                .collect();
            let mut frame = framed(format, width, height, slices).unwrap();
            for (index, style) in styles.iter().enumerate() {
                let options = RedactOptions::default().styles(std::slice::from_ref(style));
                let rect = Rect::new(0.5, 0.5, f64::from(width), f64::from(height));
                match redact(&mut frame, &[Region::rect(rect)], &options) {
                    Ok(report) => assert_eq!(report.outcome, Outcome::Ok),
                    // Some formats have solid covers only.
                    Err(error) => assert!(
                        index > 0 && error.error == Error::Unsupported,
                        "{format:?} {index} {error:?}"
                    ),
                }
            }
        }
    }
}

#[test]
fn a_plane_that_is_one_byte_too_short_is_an_error() {
    for &format in Format::ALL {
        for (width, height) in SIZES {
            for short in 0..format.planes() {
                let mut planes = exact_planes(format, width, height);
                let cut = |(index, (memory, stride)): (usize, &mut (Fenced, usize))| -> (&'static mut [u8], usize) {
                    let bytes = memory.bytes();
                    let length = bytes.len() - usize::from(index == short);
                    // SAFETY: `planes` lives longer than the slices.
                    (
                        unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr(), length) },
                        *stride,
                    )
                };
                let slices = planes.iter_mut().enumerate().map(cut).collect();
                let result = framed(format, width, height, slices).map(drop);
                assert_eq!(result, Err(Error::InvalidArgument), "{format:?}");
            }
        }
    }
}

#[test]
fn wrong_frames_are_errors() {
    let mut bytes = vec![0u8; 4096];
    let mut packed = |format, width, height, stride, length: usize| {
        FrameMut::packed(format, width, height, stride, &mut bytes[..length]).map(drop)
    };
    assert_eq!(packed(Format::RGBA, 4, 4, 16, 64), Ok(()));
    assert_eq!(packed(Format::RGBA, 4, 4, 20, 76), Ok(()));
    for (width, height, stride, length) in [
        (0, 4, 16, 64),
        (4, 0, 16, 64),
        (4, 4, 15, 64),
        (4, 4, 16, 63),
        (4, 4, 20, 75),
        (4, 4, usize::MAX, 64),
        (4, 4, usize::MAX / 3, 64),
        (4, 4, 0, 64),
        (u32::MAX, 1, 16, 64),
        (1, u32::MAX, 16, 64),
        (1 << 30, 4, 16, 64),
        (4, 4, 16, 0),
    ] {
        assert_eq!(
            packed(Format::RGBA, width, height, stride, length),
            Err(Error::InvalidArgument)
        );
    }
    assert_eq!(packed(Format::NV12, 4, 4, 16, 64), Err(Error::InvalidArgument));
    let planes = [(&[0u8; 64][..], 16), (&[0u8; 64][..], 16)];
    assert_eq!(
        Frame::planar(Format::RGBA, 4, 4, planes).map(drop),
        Err(Error::InvalidArgument)
    );
}

#[test]
fn a_copy_leaves_the_source() {
    let source: Vec<u8> = (0..32 * 32 * 3).map(|index| (index * 7) as u8).collect();
    let mut copy = vec![0u8; 32 * 32 * 3];
    let from = Frame::packed(Format::RGB, 32, 32, 96, &source).unwrap();
    let mut to = FrameMut::packed(Format::RGB, 32, 32, 96, &mut copy).unwrap();
    let report = redact_copy(
        &from,
        &mut to,
        &[Region::rect(Rect::new(4.0, 4.0, 8.0, 8.0))],
        &RedactOptions::default(),
    );
    assert_eq!(report.unwrap().pixels, 64);
    let differs = |index: &usize| source[index * 3..][..3] != copy[index * 3..][..3];
    let inside = |index: &usize| (4..12).contains(&(index % 32)) && (4..12).contains(&(index / 32));
    let changed: Vec<usize> = (0..32 * 32).filter(differs).collect();
    assert!(changed.iter().all(inside));
    assert!((0..32 * 32)
        .filter(inside)
        .all(|index| copy[index * 3..][..3] == [0, 0, 0]));
}

#[test]
fn errors_say_what_became_of_the_frame() {
    let mut pixels = vec![200u8; 16 * 16 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 16, 16, 64, &mut pixels).unwrap();
    let region = Region::rect(Rect::new(0.0, 0.0, 4.0, 4.0)).style(7);
    let error = redact(&mut frame, &[region], &RedactOptions::default()).unwrap_err();
    assert_eq!(
        (error.error, error.report.outcome),
        (Error::InvalidArgument, Outcome::Covered)
    );
    assert_eq!(pixels[..4], [0, 0, 0, 255]);
}

#[test]
fn threads_redact_different_frames_with_the_same_styles() {
    let styles = [Style::frost(3)];
    let points = [(2.0, 2.0), (30.0, 6.0), (20.0, 30.0)].map(|(x, y)| scrim::Point { x, y });
    let (regions, options) = ([Region::polygon(&points)], RedactOptions::default().styles(&styles));
    let mut pictures = vec![vec![90u8; 32 * 32 * 4]; 4];
    std::thread::scope(|scope| {
        for pixels in &mut pictures {
            let (regions, options) = (&regions, &options);
            scope.spawn(move || {
                let mut frame = FrameMut::packed(Format::BGRA, 32, 32, 128, pixels).unwrap();
                redact(&mut frame, regions, options).unwrap();
            });
        }
    });
    assert!(pictures
        .iter()
        .all(|pixels| *pixels == pictures[0] && pixels.iter().any(|&byte| byte != 90)));
}

#[test]
fn the_flat_call_covers_the_same_pixels() {
    let rects = [Rect::new(1.0, 2.0, 9.0, 5.0), Rect::new(20.5, 3.0, 30.0, 8.0)];
    let (style, noise): (_, Vec<u8>) = (
        Style::frost(5),
        (0..32 * 16 * 4).map(|index| (index * 37) as u8).collect(),
    );
    let (mut flat, mut full) = (noise.clone(), noise);
    let mut frame = FrameMut::packed(Format::RGBA, 32, 16, 128, &mut flat).unwrap();
    assert_eq!(redact_rects(&mut frame, &rects, &style), Ok(Outcome::Ok));
    let mut frame = FrameMut::packed(Format::RGBA, 32, 16, 128, &mut full).unwrap();
    let regions = [Region::rect(rects[0]).id(0), Region::rect(rects[1]).id(1)];
    redact(&mut frame, &regions, &RedactOptions::default().styles(&[style])).unwrap();
    assert!(flat == full);

    let mut planes = exact_planes(Format::I420, 8, 8);
    let slices = planes
        .iter_mut()
        .map(|(memory, stride)| (memory.bytes(), *stride))
        .collect();
    let mut frame = framed(Format::I420, 8, 8, slices).unwrap();
    let error = redact_rects(&mut frame, &rects, &style).unwrap_err();
    assert_eq!(error.report.outcome, Outcome::Discard);
    assert!(planes
        .iter_mut()
        .all(|(memory, _)| memory.bytes().iter().all(|&byte| byte == 0)));
}
