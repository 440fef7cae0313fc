// SPDX-License-Identifier: MIT
//! Gestures, and the records that a collector makes of them.

use std::cell::RefCell;
use std::rc::Rc;

use scrim::{
    reason_message, sys, Collector, Error, GestureEvent, GestureKind, GestureState, Gestures, Profile, Recognizer,
    Rect, Scene, Touch, TouchPhase, View, Window,
};

const MS: u64 = 1_000_000;

struct World {
    scene: Scene,
    gestures: Gestures,
    button: u64,
    field: u64,
}

/// A window with a button from (0, 0) to (20, 20), and a secure field to the right of it.
fn world() -> World {
    let scene = Scene::new(1).unwrap();
    let window = Window::new(Rect::new(0.0, 0.0, 100.0, 100.0))
        .screen("Accounts")
        .title("Bank");
    let window = scene.add_window(&window).unwrap();
    let view = View::new(Rect::new(0.0, 0.0, 20.0, 20.0))
        .classes(&["Button", "Control"])
        .content("Transfer");
    let button = scene.add_view(window, &view).unwrap();
    let view = View::new(Rect::new(40.0, 0.0, 20.0, 20.0)).classes(&["Field"]);
    let field = scene
        .add_view(
            window,
            &view.flags(sys::SCRIM_VIEW_INTERACTIVE | sys::SCRIM_VIEW_SECURE),
        )
        .unwrap();
    let gestures = Gestures::new(&scene, None).unwrap();
    World {
        scene,
        gestures,
        button,
        field,
    }
}

fn tap(view: u64) -> Recognizer<'static> {
    Recognizer::new(GestureKind::Tap, Profile::Android, 1.0)
        .unwrap()
        .view(view)
}

fn touches(time_ns: u64, x: f64) -> [Touch; 2] {
    [
        Touch::finger(time_ns, 1, TouchPhase::Began, x, 5.0),
        Touch::finger(time_ns + 50 * MS, 1, TouchPhase::Ended, x, 5.0),
    ]
}

#[test]
fn taps_are_recognized() {
    let world = world();
    let id = world.gestures.add(&tap(world.button)).unwrap();
    let events = world.gestures.feed(&touches(1000 * MS, 5.0)).unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(
        (
            events[0].recognizer,
            GestureState::try_from(events[0].state),
            events[0].view
        ),
        (id, Ok(GestureState::Ended), world.button)
    );
    assert_eq!(world.gestures.feed(&[]), Ok(vec![]));
    assert_eq!(world.gestures.scroll(&[]), Ok(vec![]));
    world.gestures.set_enabled(id, false, 2000 * MS).unwrap();
    assert_eq!(world.gestures.feed(&touches(3000 * MS, 5.0)), Ok(vec![]));
    world.gestures.remove(id).unwrap();
    assert_eq!(world.gestures.remove(id), Err(Error::NotFound));
}

#[test]
fn many_events_are_appended() {
    let world = world();
    for _ in 0..70 {
        world.gestures.add(&tap(world.button)).unwrap();
    }
    let samples: Vec<Touch> = (1..=20).flat_map(|index| touches(index * 1000 * MS, 5.0)).collect();
    let mut one_by_one = Vec::new();
    let other = self::world();
    for _ in 0..70 {
        other.gestures.add(&tap(other.button)).unwrap();
    }
    for sample in &samples {
        one_by_one.extend(other.gestures.feed(&[*sample]).unwrap());
    }
    let mut events: Vec<GestureEvent> = Vec::with_capacity(3);
    world.gestures.feed_into(&samples, &mut events).unwrap();
    let facts = |events: &[GestureEvent]| -> Vec<(u64, u32, f64)> {
        events
            .iter()
            .map(|event| (event.time_ns, event.state, event.x))
            .collect()
    };
    assert!(!events.is_empty());
    assert_eq!(facts(&events), facts(&one_by_one));
    let before = events.len();
    let mut wrong = Touch::finger(1, 1, TouchPhase::Began, 0.0, 0.0);
    wrong.phase = 99;
    assert_eq!(
        world.gestures.feed_into(&[wrong], &mut events),
        Err(Error::InvalidArgument)
    );
    assert_eq!(events.len(), before);
}

#[test]
fn a_closure_refuses_gestures() {
    let world = world();
    world.gestures.add(&tap(world.button)).unwrap();
    let seen = Rc::new(RefCell::new(0));
    let count = seen.clone();
    world
        .gestures
        .set_should_begin(move |_| {
            *count.borrow_mut() += 1;
            false
        })
        .unwrap();
    assert_eq!(world.gestures.feed(&touches(1000 * MS, 5.0)), Ok(vec![]));
    assert_eq!(*seen.borrow(), 1);
    drop(world);
    assert_eq!(Rc::strong_count(&seen), 1);
}

#[test]
fn the_struct_size_of_a_recognizer_is_ignored() {
    let world = world();
    let mut recognizer = tap(world.button);
    recognizer.raw.struct_size = 4096;
    recognizer.raw.classes = std::ptr::NonNull::dangling().as_ptr();
    recognizer.raw.class_count = 12;
    world.gestures.add(&recognizer).unwrap();
}

#[test]
fn only_public_taps_are_recorded() {
    let world = world();
    for view in [world.button, world.field] {
        let id = world.gestures.add(&tap(view)).unwrap();
        world.gestures.add_action(id, 7, "pressed").unwrap();
    }
    let collector = Collector::new(&world.gestures, None).unwrap();
    assert_eq!(collector.next_record(), Ok(None));
    let events = world.gestures.feed(&touches(1000 * MS, 45.0)).unwrap();
    let decisions = collector.decide(&events).unwrap();
    assert_eq!(
        (decisions[0].result, decisions[0].reason),
        (sys::SCRIM_DECISION_DROPPED, sys::SCRIM_REASON_PRIVATE)
    );
    assert!(!reason_message(decisions[0].reason).is_empty());
    assert!(!collector.explain(&events[0]).unwrap().is_empty());

    let events = world.gestures.feed(&touches(3000 * MS, 5.0)).unwrap();
    assert_eq!(
        collector.decide(&events).unwrap()[0].result,
        sys::SCRIM_DECISION_PENDING
    );
    let record = collector.next_record().unwrap().unwrap();
    assert_eq!(
        (record.number, record.time_ns, record.view),
        (1, 3050 * MS, world.button)
    );
    assert_eq!(record.screen.as_deref(), Some("Accounts"));
    assert_eq!(record.type_name.as_deref(), Some("Button"));
    assert_eq!(record.content.as_deref(), Some("Transfer"));

    let events = world.gestures.feed(&touches(5000 * MS, 5.0)).unwrap();
    collector.decide(&events).unwrap();
    let json = collector.next_json().unwrap().unwrap();
    assert!(
        json.starts_with(r#"{"v":1,"seq":2,"t":5050000000,"kind":"tap","state":"ended","screen":"Accounts""#),
        "{json}"
    );
    assert_eq!(collector.next_json(), Ok(None));
}

#[test]
fn mistakes_in_rules_are_located() {
    let world = world();
    let collector = Collector::new(&world.gestures, None).unwrap();
    collector
        .load_rules(r#"{"version": 1}"#)
        .or_else(|error| if error.offset > 0 { Err(error) } else { Ok(()) })
        .unwrap();
    let error = collector.load_rules("{\"x\": [}").unwrap_err();
    assert_eq!(error.error, Error::InvalidArgument);
    assert!(error.to_string().starts_with(&format!("byte {}: ", error.offset)));
}

#[test]
fn objects_are_dropped_in_any_order() {
    for order in 0..6 {
        let world = world();
        world.gestures.add(&tap(world.button)).unwrap();
        let collector = Collector::new(&world.gestures, None).unwrap();
        let mut objects: Vec<Option<Box<dyn std::any::Any>>> = vec![
            Some(Box::new(world.scene)),
            Some(Box::new(world.gestures)),
            Some(Box::new(collector)),
        ];
        for index in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][order] {
            objects[index] = None;
        }
    }
    let world = world();
    let collector = Collector::new(&world.gestures, None).unwrap();
    drop(world.scene);
    assert_eq!(world.gestures.feed(&touches(1, 5.0)), Err(Error::Closed));
    drop(world.gestures);
    assert_eq!(collector.decide(&[]), Err(Error::Closed));
}
