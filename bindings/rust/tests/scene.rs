// SPDX-License-Identifier: MIT
//! Scenes, snapshots on other threads, captures and feeds.

use std::cell::RefCell;
use std::os::unix::io::{AsRawFd, OwnedFd};
use std::rc::Rc;
use std::sync::Arc;

use scrim::{
    sys, Activity, Capture, CaptureOptions, Cover, Error, FeedState, Format, Frame, FrameMut, Metadata, Outcome,
    Publisher, Rect, Scene, SceneRedactOptions, Snapshot, Style, Subscriber, Text, TextOptions, View, Window,
};

/// When the snapshots are taken.
const NOW: u64 = 1_000_000_000;

/// A window of 100 × 100 points with a secure view in its middle.
fn scene() -> (Scene, u64, u64) {
    let scene = Scene::new(1).unwrap();
    // A new scene is inactive, and its outputs are covered.
    scene.set_activity(0, Activity::Active).unwrap();
    scene.frame_ready(0).unwrap();
    let window = scene
        .add_window(&Window::new(Rect::new(0.0, 0.0, 100.0, 100.0)).title("Bank"))
        .unwrap();
    let view = View::new(Rect::new(20.0, 30.0, 40.0, 10.0))
        .flags(sys::SCRIM_VIEW_INTERACTIVE | sys::SCRIM_VIEW_SECURE)
        .classes(&["Field", "View"]);
    let field = scene.add_view(window, &view).unwrap();
    (scene, window, field)
}

/// The rectangle of the pixels that differ from 200, as (left, top, right, bottom).
fn covered(pixels: &[u8]) -> Option<(usize, usize, usize, usize)> {
    let hit: Vec<_> = (0..100 * 100)
        .filter(|index| pixels[index * 4] != 200)
        .map(|index| (index % 100, index / 100))
        .collect();
    Some((
        hit.iter().map(|point| point.0).min()?,
        hit.iter().map(|point| point.1).min()?,
        hit.iter().map(|point| point.0).max()? + 1,
        hit.iter().map(|point| point.1).max()? + 1,
    ))
}

/// A snapshot that knows the second before it.
fn snapshot(scene: &Scene) -> Snapshot {
    scene.snapshot(0).unwrap();
    scene.snapshot(NOW).unwrap()
}

fn captured(capture: &mut Capture, snapshot: &Snapshot, at_ns: u64) -> Option<(usize, usize, usize, usize)> {
    let mut pixels = vec![200u8; 100 * 100 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 100, 100, 400, &mut pixels).unwrap();
    capture.redact(snapshot, &mut frame, at_ns, at_ns).unwrap();
    covered(&pixels)
}

#[test]
fn secure_views_are_covered() {
    let (scene, window, field) = scene();
    assert_eq!(scene.is_secure(field), Ok(true));
    assert_eq!(scene.is_secure(window), Ok(false));
    assert_eq!(scene.is_secure_at(25.0, 35.0), Ok(true));
    let regions = scene.secure_regions().unwrap();
    assert_eq!(
        (regions.len(), regions[0].view, regions[0].corners.len()),
        (1, field, 4)
    );
    assert_eq!(scene.hit_test(25.0, 35.0), Ok((window, field)));
    assert_eq!(scene.responders(field), Ok(vec![field, window]));
    let mut pixels = vec![200u8; 100 * 100 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 100, 100, 400, &mut pixels).unwrap();
    let report = scene.redact(&mut frame, &SceneRedactOptions::default()).unwrap();
    assert_eq!((report.outcome, report.regions), (Outcome::Ok, 1));
    assert_eq!(covered(&pixels), Some((20, 30, 60, 40)));
    scene.remove(field).unwrap();
    assert_eq!(scene.is_secure(field), Err(Error::NotFound));
    assert_eq!(scene.secure_regions(), Ok(vec![]));
}

#[test]
fn what_a_scene_is_given_may_be_dropped() {
    let (scene, window, _) = scene();
    {
        let (name, key) = ("Row".to_string(), "plan".to_string());
        let classes = [name.as_str()];
        let view = View::new(Rect::new(0.0, 0.0, 10.0, 10.0))
            .classes(&classes)
            .content(&name);
        let row = scene.add_view(window, &view).unwrap();
        let properties = [(key.as_str(), name.as_str())];
        let metadata = Metadata {
            indices: &[1, 2],
            properties: &properties,
            id: &name,
            ..Metadata::default()
        };
        scene.set_metadata(row, &metadata).unwrap();
        let too_many = Metadata {
            indices: &[1, 2, 3, 4, 5, 6, 7, 8, 9],
            ..Metadata::default()
        };
        assert_eq!(scene.set_metadata(row, &too_many), Err(Error::InvalidArgument));
        let picture = vec![255u8; 16 * 16 * 4];
        let frame = Frame::packed(Format::RGBA, 16, 16, 64, &picture).unwrap();
        scene.set_cover(0, Some(&Cover::Picture(&frame))).unwrap();
    }
    scene.set_activity(0, Activity::Background).unwrap();
    let mut pixels = vec![200u8; 100 * 100 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 100, 100, 400, &mut pixels).unwrap();
    let report = scene.redact(&mut frame, &SceneRedactOptions::default()).unwrap();
    assert_eq!(report.outcome, Outcome::Covered);
    assert_eq!(pixels[(50 * 100 + 50) * 4], 255);
    scene
        .set_cover(0, Some(&Cover::Style(Style::frost(1).on_color(0x203040))))
        .unwrap();
    scene.set_cover(0, Some(&Cover::Color(0x102030))).unwrap();
    scene.set_cover(0, None).unwrap();
}

#[test]
fn a_text_makes_its_view_secure() {
    let (scene, window, _) = scene();
    let view = scene
        .add_view(window, &View::new(Rect::new(0.0, 0.0, 10.0, 10.0)))
        .unwrap();
    let text = Text::new(&TextOptions::default()).unwrap();
    scene.attach_text(view, &text).unwrap();
    assert_eq!(scene.is_secure(view), Ok(true));
    drop(scene);
    text.insert("1").unwrap();
    assert_eq!(text.count(), Ok(1));
}

#[test]
fn the_cover_is_reported() {
    let (scene, ..) = scene();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    scene.on_cover(move |output| log.borrow_mut().push(output)).unwrap();
    scene.set_activity(0, Activity::Background).unwrap();
    assert_eq!(*seen.borrow(), [0]);
    assert_eq!(scene.is_covered(0), Ok(true));
    drop(scene);
    assert_eq!(Rc::strong_count(&seen), 1);
}

#[test]
fn threads_share_a_snapshot() {
    let (scene, ..) = scene();
    let snapshot = Arc::new(snapshot(&scene));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let snapshot = snapshot.clone();
            std::thread::spawn(move || {
                let mut capture = Capture::new(&CaptureOptions::default()).unwrap();
                let found = captured(&mut capture, &snapshot, NOW);
                (capture, found)
            })
        })
        .collect();
    // The scene changes while the threads use the snapshot.
    scene.add_window(&Window::new(Rect::new(0.0, 0.0, 50.0, 50.0))).unwrap();
    for thread in threads {
        // A capture may move to another thread.
        let (mut capture, found) = thread.join().unwrap();
        assert_eq!(found, Some((20, 30, 60, 40)));
        assert!(capture.screen_point(100, 100, 0.0, 0.0).is_ok());
        assert_eq!(captured(&mut capture, &snapshot, NOW), Some((20, 30, 60, 40)));
    }
    // Without its scene, nothing is known of what the screen shows.
    drop(scene);
    let thread =
        std::thread::spawn(move || captured(&mut Capture::new(&CaptureOptions::default()).unwrap(), &snapshot, NOW));
    assert_eq!(thread.join().unwrap(), Some((0, 0, 100, 100)));
}

#[test]
fn snapshots_are_encoded() {
    let (scene, ..) = scene();
    let bytes = snapshot(&scene).encode().unwrap();
    let mut capture = Capture::new(&CaptureOptions::default()).unwrap();
    assert_eq!(
        captured(&mut capture, &Snapshot::decode(&bytes).unwrap(), NOW),
        Some((20, 30, 60, 40))
    );
    for length in 0..bytes.len() {
        assert!(Snapshot::decode(&bytes[..length]).is_err());
    }
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x10;
        assert!(Snapshot::decode(&damaged).is_err(), "byte {index}");
    }
}

#[test]
fn rows_are_captured() {
    let (scene, ..) = scene();
    let snapshot = snapshot(&scene);
    let mut capture = Capture::new(&CaptureOptions::default()).unwrap();
    let mut pixels = vec![200u8; 100 * 100 * 4];
    let mut frame = FrameMut::packed(Format::RGBA, 100, 100, 400, &mut pixels).unwrap();
    capture.redact_rows(&snapshot, &mut frame, NOW, NOW, 0..35).unwrap();
    assert_eq!(covered(&pixels), Some((20, 30, 60, 35)));
    for rows in [0..101, 50..50, 100..101, std::ops::Range { start: 60, end: 40 }] {
        let mut frame = FrameMut::packed(Format::RGBA, 100, 100, 400, &mut pixels).unwrap();
        let error = capture.redact_rows(&snapshot, &mut frame, NOW, NOW, rows).unwrap_err();
        assert_eq!(
            (error.error, error.report.outcome),
            (Error::InvalidArgument, Outcome::Covered)
        );
    }
}

#[test]
fn feeds_pass_snapshots() {
    let (scene, ..) = scene();
    let mut publisher = Publisher::new(None).unwrap();
    // Each call opens a descriptor, which its owner closes.
    let (fd, other): (OwnedFd, OwnedFd) = (publisher.fd().unwrap(), publisher.fd().unwrap());
    assert_ne!(fd.as_raw_fd(), other.as_raw_fd());
    let mut subscriber = Subscriber::from_fd(fd, None).unwrap();
    let (_, state) = subscriber.snapshot(NOW).unwrap();
    assert_eq!(state, FeedState::Empty);
    publisher.publish(&snapshot(&scene)).unwrap();
    let thread = std::thread::spawn(move || {
        let (snapshot, state) = subscriber.snapshot(NOW).unwrap();
        assert_eq!(state, FeedState::Live);
        let mut capture = Capture::new(&CaptureOptions::default()).unwrap();
        captured(&mut capture, &snapshot, NOW)
    });
    assert_eq!(thread.join().unwrap(), Some((20, 30, 60, 40)));
    drop(publisher);
    let mut missing = Subscriber::new("/nonexistent/feed", None).unwrap();
    assert_eq!(missing.snapshot(NOW).unwrap().1, FeedState::Missing);
}
