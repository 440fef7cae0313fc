// SPDX-License-Identifier: MIT
use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use scrim::{
    Error, KeyOrder, Keypad, KeypadCallbacks, KeypadOptions, KeypadResult, Layout, Rect, Text, TextOptions, Touch,
    TouchPhase,
};

fn shown() -> (Keypad, Text) {
    let options = KeypadOptions::new(Layout::Pin, Rect::new(0.0, 0.0, 300.0, 400.0));
    let keypad = Keypad::new(&options).unwrap();
    let text = Text::new(&TextOptions::default()).unwrap();
    keypad.attach(&text).unwrap();
    keypad.show().unwrap();
    keypad.presented(keypad.generation().unwrap(), 0).unwrap();
    (keypad, text)
}

fn press(keypad: &Keypad, label: &str, time_ns: u64) -> Result<KeypadResult, Error> {
    let keys = keypad.keys(KeyOrder::Rows).unwrap();
    let rect = keys.iter().find(|key| key.label == label).unwrap().rect;
    let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    keypad.touch(&Touch::finger(time_ns, 1, TouchPhase::Began, x, y))?;
    keypad.touch(&Touch::finger(time_ns + 50_000_000, 1, TouchPhase::Ended, x, y))
}

#[test]
fn keys_type_into_the_text() {
    let (keypad, text) = shown();
    for (index, label) in ["4", "0", "7"].iter().enumerate() {
        let time = 1_000_000_000 + index as u64 * 500_000_000;
        assert_eq!(press(&keypad, label, time), Ok(KeypadResult::Inserted));
        keypad
            .presented(keypad.generation().unwrap(), time + 100_000_000)
            .unwrap();
    }
    assert_eq!(text.equals_bytes(b"407"), Ok(true));
    drop(text);
    assert_eq!(press(&keypad, "4", 5_000_000_000), Err(Error::Closed));
}

#[test]
fn closures_see_the_keypad_and_their_panics_cross_the_library() {
    let (keypad, _text) = shown();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    let callbacks = KeypadCallbacks {
        will_hide: Some(Box::new(move |bounds| log.borrow_mut().push(bounds.width))),
        did_hide: Some(Box::new(|_| panic!("hidden"))),
        ..KeypadCallbacks::default()
    };
    keypad.set_callbacks(callbacks).unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| keypad.hide())).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"hidden"));
    assert_eq!(*seen.borrow(), [300.0]);
    drop(keypad);
    assert_eq!(Rc::strong_count(&seen), 1);
}
