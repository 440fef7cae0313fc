// SPDX-License-Identifier: MIT
//! Panics in closures, closures that call the library, and drops in odd places.

use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use scrim::{
    Activity, Error, GestureKind, Gestures, KeyOrder, Keypad, KeypadCallbacks, KeypadOptions, Layout, Profile,
    Recognizer, Rect, Scene, Text, TextCallbacks, TextOptions, Touch, TouchPhase, Window,
};

fn text() -> Rc<Text> {
    Rc::new(Text::new(&TextOptions::default()).unwrap())
}

fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(_) => "nothing".to_string(),
        Err(payload) => payload
            .downcast_ref::<&str>()
            .map_or("another".to_string(), |text| text.to_string()),
    }
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn each_closure_of_a_text_may_panic() {
    type Set = fn(&mut TextCallbacks);
    type Call = fn(&Text) -> Result<(), Error>;
    let cases: &[(Set, Call)] = &[
        (
            |table| table.should_change = Some(Box::new(|_| panic!("here"))),
            |text| text.insert("1"),
        ),
        (
            |table| table.did_change = Some(Box::new(|| panic!("here"))),
            |text| text.insert("1"),
        ),
        (
            |table| table.display_changed = Some(Box::new(|| panic!("here"))),
            |text| text.insert("1"),
        ),
        (
            |table| table.should_clear = Some(Box::new(|| panic!("here"))),
            Text::clear,
        ),
        (
            |table| table.should_return = Some(Box::new(|| panic!("here"))),
            Text::done,
        ),
        (|table| table.done = Some(Box::new(|| panic!("here"))), Text::done),
        (
            |table| table.should_begin = Some(Box::new(|| panic!("here"))),
            Text::begin_editing,
        ),
        (
            |table| table.did_begin = Some(Box::new(|| panic!("here"))),
            Text::begin_editing,
        ),
        (
            |table| table.should_end = Some(Box::new(|| panic!("here"))),
            |text| text.begin_editing().and(text.end_editing()),
        ),
        (
            |table| table.did_end = Some(Box::new(|| panic!("here"))),
            |text| text.begin_editing().and(text.end_editing()),
        ),
    ];
    for (index, (set, call)) in cases.iter().enumerate() {
        let text = text();
        let mut table = TextCallbacks::default();
        set(&mut table);
        if index == 3 {
            text.insert("0").unwrap();
        }
        // Setting callbacks already calls `display_changed`.
        let message = panic_of(|| text.set_callbacks(table).and_then(|_| call(&text)));
        assert_eq!(message, "here", "case {index}");
        text.remove_callbacks().unwrap();
        text.set("2").unwrap();
        assert_eq!(text.equals_bytes(b"2"), Ok(true));
    }
}

#[test]
fn closures_of_other_objects_may_panic() {
    let text = text();
    text.insert("1").unwrap();
    assert_eq!(panic_of(|| text.display(1, |_| panic!("here"))), "here");
    let scene = Scene::new(1).unwrap();
    let window = scene.add_window(&Window::new(Rect::new(0.0, 0.0, 9.0, 9.0))).unwrap();
    scene.set_activity(0, Activity::Active).unwrap();
    scene.frame_ready(0).unwrap();
    scene.on_cover(|_| panic!("here")).unwrap();
    assert_eq!(panic_of(|| scene.set_activity(0, Activity::Background)), "here");
    let gestures = Gestures::new(&scene, None).unwrap();
    let tap = Recognizer::new(GestureKind::Tap, Profile::Android, 1.0).unwrap();
    gestures.add(&tap.view(window)).unwrap();
    gestures.set_should_begin(|_| panic!("here")).unwrap();
    let finger = |time, phase| Touch::finger(time, 1, phase, 5.0, 5.0);
    let samples = [finger(1, TouchPhase::Began), finger(50_000_000, TouchPhase::Ended)];
    assert_eq!(panic_of(|| gestures.feed(&samples)), "here");
    let keypad = Keypad::new(&KeypadOptions::new(Layout::Pin, Rect::new(0.0, 0.0, 300.0, 400.0))).unwrap();
    let closure = || Some(Box::new(|_| panic!("here")) as scrim::KeypadEvent);
    let tables = [
        KeypadCallbacks {
            will_show: closure(),
            ..KeypadCallbacks::default()
        },
        KeypadCallbacks {
            did_show: closure(),
            ..KeypadCallbacks::default()
        },
        KeypadCallbacks {
            will_hide: closure(),
            ..KeypadCallbacks::default()
        },
        KeypadCallbacks {
            did_hide: closure(),
            ..KeypadCallbacks::default()
        },
    ];
    for table in tables {
        keypad.set_callbacks(table).unwrap();
        assert_eq!(panic_of(|| keypad.show().and(keypad.hide())), "here");
        keypad.remove_callbacks().unwrap();
        keypad.hide().unwrap();
    }
}

#[test]
fn the_first_panic_wins_and_nested_ones_pass_through() {
    let (outer, inner) = (text(), text());
    let callbacks = TextCallbacks {
        should_change: Some(Box::new(|_| panic!("inner"))),
        ..TextCallbacks::default()
    };
    inner.set_callbacks(callbacks).unwrap();
    let nested = inner.clone();
    let after = Rc::new(Cell::new(false));
    let draws = Rc::new(Cell::new(0));
    let (flag, count) = (after.clone(), draws.clone());
    let callbacks = TextCallbacks {
        did_change: Some(Box::new(move || {
            let _ = nested.insert("1");
            flag.set(true);
        })),
        display_changed: Some(Box::new(move || count.set(count.get() + 1))),
        ..TextCallbacks::default()
    };
    outer.set_callbacks(callbacks).unwrap();
    assert_eq!(panic_of(|| outer.insert("1")), "inner");
    assert!(!after.get());
    // This is the call of `set_callbacks`.
    assert_eq!(draws.get(), 1);
    inner.remove_callbacks().unwrap();
    outer.insert("2").unwrap();
    assert!(after.get());
    assert_eq!(draws.get(), 2);
}

#[test]
fn a_closure_that_is_running_is_not_called_again() {
    let texts = [text(), text()];
    let calls = Rc::new(Cell::new(0));
    let (other, count) = (texts[1].clone(), calls.clone());
    // The closure of the second text edits the first one, whose closure is running.
    let first = texts[0].clone();
    let change = move || {
        count.set(count.get() + 1);
        let _ = other.insert("1");
    };
    texts[0]
        .set_callbacks(TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        })
        .unwrap();
    let change = move || assert_eq!(first.insert("1"), Err(Error::Busy));
    texts[1]
        .set_callbacks(TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        })
        .unwrap();
    texts[0].insert("1").unwrap();
    assert_eq!(calls.get(), 1);
    texts.iter().for_each(|text| text.remove_callbacks().unwrap());
}

#[test]
fn closures_cannot_replace_themselves() {
    let text = text();
    let (own, seen) = (text.clone(), Rc::new(Cell::new(None)));
    let result = seen.clone();
    let change = move || result.set(Some((own.remove_callbacks(), own.insert("2"), own.count())));
    text.set_callbacks(TextCallbacks {
        did_change: Some(Box::new(change)),
        ..TextCallbacks::default()
    })
    .unwrap();
    text.insert("1").unwrap();
    assert_eq!(seen.get(), Some((Err(Error::Busy), Err(Error::Busy), Ok(1))));
    text.remove_callbacks().unwrap();
    assert_eq!((Rc::strong_count(&text), Rc::strong_count(&seen)), (1, 1));
}

#[test]
fn a_text_dropped_by_its_own_closure_frees_the_closure_after_a_panic_too() {
    for panics in [false, true] {
        let keypad = Keypad::new(&KeypadOptions::new(Layout::Pin, Rect::new(0.0, 0.0, 300.0, 400.0))).unwrap();
        let text = Rc::new(RefCell::new(Some(Text::new(&TextOptions::default()).unwrap())));
        let witness = Rc::new(());
        keypad.attach(text.borrow().as_ref().unwrap()).unwrap();
        let (own, kept) = (text.clone(), witness.clone());
        let change = move || {
            let _kept = &kept;
            drop(own.borrow_mut().take());
            if panics {
                panic!("here");
            }
        };
        let callbacks = TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        };
        text.borrow().as_ref().unwrap().set_callbacks(callbacks).unwrap();
        keypad.show().unwrap();
        keypad.presented(keypad.generation().unwrap(), 0).unwrap();
        let keys = keypad.keys(KeyOrder::Unshuffled).unwrap();
        let rect = keys.iter().find(|key| key.label == "1").unwrap().rect;
        let finger = |time, phase| Touch::finger(time, 1, phase, rect.x + 5.0, rect.y + 5.0);
        keypad.touch(&finger(1_000_000_000, TouchPhase::Began)).unwrap();
        let message = panic_of(|| keypad.touch(&finger(1_050_000_000, TouchPhase::Ended)));
        assert_eq!(message, if panics { "here" } else { "nothing" });
        assert!(text.borrow().is_none());
        assert_eq!(Rc::strong_count(&witness), 1, "the closure was freed");
    }
}

#[test]
fn a_drop_that_panics_crosses_the_library() {
    let text = text();
    let bomb = Bomb;
    let change = move || {
        let _ = &bomb;
    };
    text.set_callbacks(TextCallbacks {
        did_change: Some(Box::new(change)),
        ..TextCallbacks::default()
    })
    .unwrap();
    assert_eq!(panic_of(|| text.remove_callbacks()), "dropped");
    text.insert("1").unwrap();
}

#[test]
fn closures_own_texts_with_closures() {
    let (outer, inner) = (text(), text());
    let bomb = Bomb;
    let change = move || {
        let _ = &bomb;
    };
    inner
        .set_callbacks(TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        })
        .unwrap();
    let witness = Rc::new(());
    let kept = (witness.clone(), inner);
    let change = move || {
        let _ = &kept;
    };
    outer
        .set_callbacks(TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        })
        .unwrap();
    assert_eq!(panic_of(move || drop(outer)), "dropped");
    assert_eq!(Rc::strong_count(&witness), 1);
}

#[test]
fn texts_may_be_dropped_when_their_thread_ends() {
    thread_local! {
        static FIRST: RefCell<Option<Text>> = const { RefCell::new(None) };
        static LAST: RefCell<Option<Text>> = const { RefCell::new(None) };
    }
    fn with_panic() -> Option<Text> {
        let text = Text::new(&TextOptions::default()).unwrap();
        let change = Box::new(|| panic!("here"));
        let callbacks = TextCallbacks {
            did_change: Some(change),
            ..TextCallbacks::default()
        };
        text.set_callbacks(callbacks).unwrap();
        assert_eq!(panic_of(|| text.insert("1")), "here");
        Some(text)
    }
    // The destructors run in an order that depends on when the variables were used first.
    std::thread::spawn(|| {
        FIRST.with(|kept| *kept.borrow_mut() = with_panic());
        LAST.with(|kept| *kept.borrow_mut() = with_panic());
    })
    .join()
    .unwrap();
}

#[test]
fn texts_are_dropped_while_a_panic_unwinds() {
    let witness = Rc::new(());
    let kept = witness.clone();
    let message = panic_of(|| {
        let text = text();
        let change = move || {
            let _ = &kept;
        };
        text.set_callbacks(TextCallbacks {
            did_change: Some(Box::new(change)),
            ..TextCallbacks::default()
        })
        .unwrap();
        panic!("outside");
    });
    assert_eq!(message, "outside");
    assert_eq!(Rc::strong_count(&witness), 1);
}
