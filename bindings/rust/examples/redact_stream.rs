// SPDX-License-Identifier: MIT
//! Covers boxes in a stream of raw frames, from standard input to standard output:
//!
//!     ffmpeg -i in.mp4 -f rawvideo -pix_fmt yuv420p - |
//!         redact_stream 640x360 yuv420p 100,80,200,40 |
//!         ffmpeg -f rawvideo -pix_fmt yuv420p -s 640x360 -i - out.mp4

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use scrim::{redact, Format, FrameMut, Rect, RedactOptions, Region, Style};

const USAGE: &str = "usage: redact_stream WIDTHxHEIGHT FORMAT [frost|tiles|RRGGBB] X,Y,WIDTH,HEIGHT…";

/// Formats by the names of ffmpeg's `-pix_fmt`.
const FORMATS: [(&str, Format); 16] = [
    ("rgba", Format::RGBA),
    ("bgra", Format::BGRA),
    ("rgb0", Format::RGBX),
    ("bgr0", Format::BGRX),
    ("argb", Format::ARGB),
    ("abgr", Format::ABGR),
    ("rgb24", Format::RGB),
    ("bgr24", Format::BGR),
    ("gray", Format::GRAY8),
    ("gray16le", Format::GRAY16),
    ("rgba64le", Format::RGBA16),
    ("nv12", Format::NV12),
    ("p010le", Format::P010),
    ("yuv420p", Format::I420),
    ("yuv422p", Format::I422),
    ("yuv444p", Format::I444),
];

struct Arguments {
    width: u32,
    height: u32,
    format: Format,
    style: Style,
    boxes: Vec<Rect>,
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let size = words.next().ok_or(USAGE)?;
    let (width, height) = size
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or_else(|| format!("invalid size '{size}': write it as 640x360"))?;
    let name = words.next().ok_or(USAGE)?;
    let format = FORMATS.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        format!("unknown format '{name}': the formats are {}", names.join(", "))
    })?;
    let mut words = words.peekable();
    let style = match words.next_if(|word| !word.contains(',')) {
        None => Style::solid(0),
        Some(word) if word == "frost" => Style::frost(1),
        Some(word) if word == "tiles" => Style::tiles(1),
        Some(word) => match u32::from_str_radix(&word, 16) {
            Ok(color) if word.len() == 6 => Style::solid(color),
            _ => {
                return Err(format!(
                    "invalid style '{word}': write frost, tiles or a color as 102030"
                ))
            }
        },
    };
    let boxes = words
        .map(|word| parse_box(&word))
        .collect::<Result<Vec<Rect>, String>>()?;
    if boxes.is_empty() {
        return Err(USAGE.to_string());
    }
    Ok(Arguments {
        width,
        height,
        format: format.1,
        style,
        boxes,
    })
}

fn parse_box(word: &str) -> Result<Rect, String> {
    let numbers: Option<Vec<f64>> = word.split(',').map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, width, height]) => Ok(Rect::new(x, y, width, height)),
        _ => Err(format!("invalid box '{word}': write it as X,Y,WIDTH,HEIGHT in pixels")),
    }
}

/// Returns a frame whose planes follow each other in `pixels`.
fn frame<'a>(arguments: &Arguments, mut pixels: &'a mut [u8]) -> scrim::Result<FrameMut<'a>> {
    let (format, width, height) = (arguments.format, arguments.width, arguments.height);
    let mut next = |plane| {
        let (row, rows) = format.plane_size(plane, width, height);
        let (bytes, rest) = std::mem::take(&mut pixels).split_at_mut(row * rows);
        pixels = rest;
        (bytes, row)
    };
    match format.planes() {
        1 => FrameMut::planar(format, width, height, [next(0)]),
        2 => FrameMut::planar(format, width, height, [next(0), next(1)]),
        _ => FrameMut::planar(format, width, height, [next(0), next(1), next(2)]),
    }
}

/// Reads the next frame. Returns `false` at the end of the stream.
fn read_frame(input: &mut impl Read, pixels: &mut [u8]) -> Result<bool, Box<dyn Error>> {
    let mut filled = 0;
    while filled < pixels.len() {
        match input.read(&mut pixels[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(format!("the stream ends after {filled} of {} bytes of a frame", pixels.len()).into()),
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(true)
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments = arguments(std::env::args().skip(1))?;
    let plane = |plane| {
        let (row, rows) = arguments.format.plane_size(plane, arguments.width, arguments.height);
        row.checked_mul(rows)
    };
    let size = (0..arguments.format.planes())
        .map(plane)
        .try_fold(0usize, |sum, bytes| sum.checked_add(bytes?))
        .filter(|size| (1..=1 << 30).contains(size))
        .ok_or_else(|| format!("invalid size '{}x{}'", arguments.width, arguments.height))?;
    let styles = [arguments.style];
    let options = RedactOptions::default().styles(&styles);
    // Each region has its own id, so that no two regions get the same texture.
    let regions: Vec<Region> = (0..)
        .zip(&arguments.boxes)
        .map(|(id, &rect)| Region::rect(rect).id(id))
        .collect();
    let mut pixels = vec![0; size];
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while read_frame(&mut input, &mut pixels)? {
        // A frame that could not be covered is not written.
        redact(&mut frame(&arguments, &mut pixels)?, &regions, &options)?;
        output.write_all(&pixels)?;
    }
    output.flush()?;
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The reader has closed the pipe, for example `head`. That is not a mistake.
            let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
            if error.downcast_ref().map_or(false, is_closed) {
                return ExitCode::SUCCESS;
            }
            // Standard error may be closed too, so this is not `eprintln!`.
            let _ = writeln!(io::stderr(), "redact_stream: {error}");
            ExitCode::FAILURE
        }
    }
}
