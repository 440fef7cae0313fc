// SPDX-License-Identifier: MIT
//! One thread has the windows, another one records the screen.

use std::sync::mpsc;
use std::thread;

use scrim::{sys, Activity, Capture, CaptureOptions, Format, FrameMut, Outcome, Rect, Scene, Snapshot, View, Window};

const WIDTH: u32 = 320;
const HEIGHT: u32 = 200;

/// Records one frame after each snapshot, and returns how many pixels were covered in each.
fn record(snapshots: mpsc::Receiver<(Snapshot, u64)>) -> Result<Vec<u64>, scrim::Error> {
    let mut capture = Capture::new(&CaptureOptions::default())?;
    let mut covered = Vec::new();
    for (snapshot, now_ns) in snapshots {
        let mut pixels = vec![200u8; (WIDTH * HEIGHT * 4) as usize]; // a real recorder takes these from the screen
        let mut frame = FrameMut::packed(Format::BGRX, WIDTH, HEIGHT, WIDTH as usize * 4, &mut pixels)?;
        let report = capture.redact(&snapshot, &mut frame, now_ns, now_ns)?;
        if report.outcome != Outcome::Discard {
            covered.push(report.pixels); // encode the frame here
        }
    }
    Ok(covered)
}

fn main() -> Result<(), scrim::Error> {
    let scene = Scene::new(1)?;
    let window = scene.add_window(&Window::new(Rect::new(0.0, 0.0, 320.0, 200.0)))?;
    let flags = sys::SCRIM_VIEW_INTERACTIVE | sys::SCRIM_VIEW_SECURE;
    let password = scene.add_view(window, &View::new(Rect::new(40.0, 60.0, 100.0, 20.0)).flags(flags))?;
    scene.set_activity(0, Activity::Active)?; // an inactive application is covered completely
    scene.frame_ready(0)?; // the application has drawn its windows
    scene.snapshot(0)?;

    let (sender, receiver) = mpsc::channel();
    let recorder = thread::spawn(move || record(receiver));
    let second = 1_000_000_000;
    sender.send((scene.snapshot(second)?, second)).unwrap();
    scene.remove(password)?;
    // The first of these snapshots still knows that the view was on the screen shortly before.
    for now in [2 * second, 4 * second] {
        sender.send((scene.snapshot(now)?, now)).unwrap();
    }
    drop(sender);
    println!("pixels covered: {:?}", recorder.join().unwrap()?); // prints [2000, 2000, 0]
    Ok(())
}
