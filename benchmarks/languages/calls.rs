// SPDX-License-Identifier: MIT
//! As calls.c.

use scrim::{
    redact, Format, FrameMut, Keypad, KeypadOptions, Layout, Rect, RedactOptions, Region, Result,
    Style, Text, TextOptions, Touch, TouchPhase,
};

fn insert(count: u64) -> Result<()> {
    let text = Text::new(&TextOptions::default())?;
    for _ in 0..count {
        text.insert("7")?;
        text.delete_backward()?;
    }
    Ok(())
}

fn touch(count: u64) -> Result<()> {
    let text = Text::new(&TextOptions::default())?;
    let keypad = Keypad::new(&KeypadOptions::new(
        Layout::Pin,
        Rect::new(0.0, 0.0, 300.0, 400.0),
    ))?;
    keypad.attach(&text)?;
    keypad.show()?;
    keypad.presented(keypad.generation()?, 0)?;
    for i in 1..=count {
        keypad.touch(&Touch::finger(
            i * 1_000_000_000,
            1,
            TouchPhase::Began,
            50.0,
            350.0,
        ))?;
        keypad.touch(&Touch::finger(
            i * 1_000_000_000 + 50_000_000,
            1,
            TouchPhase::Ended,
            50.0,
            350.0,
        ))?;
    }
    Ok(())
}

fn cover(count: u64) -> Result<()> {
    let mut pixels = vec![0u8; 256 * 256 * 4];
    for _ in 0..count {
        let mut frame = FrameMut::packed(Format::RGBA, 256, 256, 256 * 4, &mut pixels)?;
        let styles = [Style::solid(0)];
        let region = Region::rect(Rect::new(64.0, 64.0, 64.0, 64.0));
        let report = redact(
            &mut frame,
            &[region],
            &RedactOptions::default().styles(&styles),
        )
        .unwrap();
        assert_eq!(report.pixels, 64 * 64);
    }
    Ok(())
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let count = arguments[2].parse().unwrap();
    match arguments[1].as_str() {
        "insert" => insert(count),
        "touch" => touch(count),
        _ => cover(count),
    }
}
