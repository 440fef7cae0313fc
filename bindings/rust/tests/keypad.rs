// SPDX-License-Identifier: MIT
use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use scrim::{
    Error, KeyKind, KeyLabel, KeyOrder, KeySpec, Keypad, KeypadCallbacks, KeypadOptions, KeypadResult, Layout, Rect,
    Text, TextOptions, Touch, TouchPhase,
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

#[test]
fn custom_keys_are_copied() {
    let keypad = {
        let names: Vec<String> = (0..6).map(|digit| digit.to_string()).collect();
        let mut keys: Vec<KeySpec> = (0..6)
            .map(|index| KeySpec::new(KeyKind::Insert, index % 3, index / 3, &names[index as usize]))
            .collect();
        let done = KeySpec::new(KeyKind::Done, 0, 2, "OK").cells(3, 1).fixed();
        keys.push(done);
        let labels = [KeyLabel::new(KeyKind::Done, "Fertig", "Eingabe beenden")];
        let options = KeypadOptions::with_keys(&keys, Rect::new(0.0, 0.0, 90.0, 90.0)).labels(&labels);
        Keypad::new(&options).unwrap()
    };
    let text = Text::new(&TextOptions::default()).unwrap();
    keypad.attach(&text).unwrap();
    keypad.show().unwrap();
    let keys = keypad.keys(KeyOrder::Unshuffled).unwrap();
    let labels: Vec<&str> = keys.iter().map(|key| key.label.as_str()).collect();
    assert_eq!(labels, ["0", "1", "2", "3", "4", "5", "Fertig"]);
    let done = &keys[6];
    assert_eq!(
        (done.kind, done.name.as_str()),
        (Some(KeyKind::Done), "Eingabe beenden")
    );
    assert_eq!(done.rect, Rect::new(0.0, 60.0, 90.0, 30.0));
    let nothing = KeypadOptions::with_keys(&[], Rect::new(0.0, 0.0, 90.0, 90.0));
    let page = [KeySpec::new(KeyKind::Page, 0, 0, "?").page(9)];
    let page = KeypadOptions::with_keys(&page, Rect::new(0.0, 0.0, 90.0, 90.0));
    // Without keys, the options are those of the layout with the number 0.
    assert!(Keypad::new(&nothing).is_ok());
    assert_eq!(Keypad::new(&page).map(drop), Err(Error::InvalidArgument));
}
