// SPDX-License-Identifier: MIT
use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use scrim::{DisplayPart, Error, Text, TextCallbacks, TextOptions};

fn text() -> Text {
    Text::new(&TextOptions::default()).unwrap()
}

#[test]
fn edits_and_masks() {
    let text = text();
    text.insert("pässword").unwrap();
    text.delete_backward().unwrap();
    assert_eq!(text.count(), Ok(7));
    assert_eq!(text.masked().unwrap(), "●●●●●●●");
    assert_eq!(text.equals_bytes("pässwor".as_bytes()), Ok(true));
    assert_eq!(text.with_bytes(|bytes| bytes.to_vec()).unwrap(), "pässwor".as_bytes());
    text.wipe().unwrap();
    assert_eq!(text.with_bytes(|bytes| bytes.len()), Ok(0));
}

#[test]
fn errors_are_values() {
    let text = Text::new(&TextOptions::default().capacity(4)).unwrap();
    assert_eq!(text.insert("12345"), Err(Error::Full));
    assert_eq!(Error::Full.to_string(), Error::Full.to_string());
    assert!(Text::new(&TextOptions::default().capacity(u32::MAX)).is_err());
}

#[test]
fn the_secret_cannot_change_while_it_is_lent() {
    let text = text();
    text.insert("1234").unwrap();
    let seen = text.with_bytes(|bytes| {
        assert_eq!(text.wipe(), Err(Error::Busy));
        assert_eq!(text.insert("5"), Err(Error::Busy));
        bytes.to_vec()
    });
    assert_eq!(seen.unwrap(), b"1234");
    assert_eq!(text.wipe(), Ok(()));
}

#[test]
fn closures_see_edits_and_refuse_them() {
    let text = text();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    text.set_callbacks(TextCallbacks {
        should_change: Some(Box::new(move |change| {
            log.borrow_mut().push((change.count, change.replacement.clone()));
            change.count < 3
        })),
        ..TextCallbacks::default()
    })
    .unwrap();
    text.insert("12").unwrap();
    assert_eq!(text.insert("345"), Err(Error::Refused));
    assert_eq!(*seen.borrow(), [(2, None), (3, None)]);
    text.remove_callbacks().unwrap();
    assert_eq!(Rc::strong_count(&seen), 1);
}

#[test]
fn a_panic_crosses_the_library() {
    let text = text();
    let calls = Rc::new(RefCell::new(0));
    let counted = calls.clone();
    text.set_callbacks(TextCallbacks {
        should_change: Some(Box::new(|_| panic!("in a closure"))),
        did_change: Some(Box::new(move || *counted.borrow_mut() += 1)),
        ..TextCallbacks::default()
    })
    .unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| text.insert("1"))).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"in a closure"));
    assert_eq!(text.count(), Ok(0));
    assert_eq!(*calls.borrow(), 0);
    // The group still works.
    text.remove_callbacks().unwrap();
    text.insert("1").unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| text.with_bytes(|_| panic!("lent")))).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"lent"));
    text.wipe().unwrap();
}

#[test]
fn parts_are_drawn() {
    let text = text();
    text.insert("12").unwrap();
    let mut parts = Vec::new();
    text.display(1, |part| {
        if let DisplayPart::Public(mask, count) = part {
            parts.push((mask.to_string(), count));
        }
    })
    .unwrap();
    assert_eq!(parts, [("●".to_string(), 2)]);
}
