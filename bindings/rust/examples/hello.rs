// SPDX-License-Identifier: MIT
use scrim::{redact, Format, FrameMut, Rect, RedactOptions, Region, Style, Text, TextOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A password in protected memory. The program sees only its mask.
    let text = Text::new(&TextOptions::default())?;
    text.insert("hunter2")?;
    println!("{}", text.masked()?); // prints ●●●●●●●

    // A picture in which a region is covered.
    let mut pixels = vec![200u8; 640 * 360 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 640, 360, 640 * 4, &mut pixels)?;
    let styles = [Style::solid(0x202020)];
    let region = Region::rect(Rect::new(100.0, 80.0, 200.0, 40.0));
    let report = redact(&mut frame, &[region], &RedactOptions::default().styles(&styles))?;
    println!("{} pixels are covered", report.pixels); // prints 8000
    Ok(())
}
