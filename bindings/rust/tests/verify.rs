// SPDX-License-Identifier: MIT
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};

use scrim::{hash_needs_rehash, sys, Attempt, Attempts, Error, HashPreset, Text, TextOptions};

fn text(secret: &str) -> Text {
    let text = Text::new(&TextOptions::default()).unwrap();
    text.insert(secret).unwrap();
    text
}

#[test]
fn hashes_verify() {
    let secret = text("2718");
    let hash = secret.hash(HashPreset::LowMemory, Some(&[7; 32])).unwrap();
    assert!(hash.starts_with("$argon2id$v=19$"));
    assert_eq!(secret.verify(&hash, Some(&[7; 32])), Ok(true));
    assert_eq!(secret.verify(&hash, None), Ok(false));
    assert_eq!(text("2719").verify(&hash, Some(&[7; 32])), Ok(false));
    assert_eq!(hash_needs_rehash(&hash, HashPreset::LowMemory), Ok(false));
    assert_eq!(hash_needs_rehash(&hash, HashPreset::Interactive), Ok(true));
    assert_eq!(secret.verify("no hash", None), Err(Error::InvalidArgument));
}

#[test]
fn attempts_wait_and_lock() {
    let mut attempts = Attempts::new(5).unwrap();
    for _ in 0..3 {
        assert_eq!(attempts.begin(0), Ok(Attempt::Allowed));
    }
    assert_eq!(attempts.begin(0), Ok(Attempt::WaitUntil(1_000_000_000)));
    let mut attempts = Attempts::from_raw(attempts.to_raw());
    assert_eq!(attempts.begin(1_000_000_000), Ok(Attempt::Allowed));
    attempts.succeed().unwrap();
    assert_eq!(attempts.begin(1_000_000_000), Ok(Attempt::Allowed));
}

#[test]
fn seals_and_files() {
    let secret = text("pass");
    // The base point of the curve is a public key, to which anybody may seal.
    let mut key = [0; 32];
    key[0] = 9;
    let sealed = secret.seal(&key, b"order 7").unwrap();
    assert_eq!(sealed.len(), 256 + 7 + sys::SCRIM_SEAL_OVERHEAD as usize);
    let path = std::env::temp_dir().join(format!("scrim-rust-{}", std::process::id()));
    let mut file = File::options()
        .create(true)
        .truncate(true)
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    secret.write_fd(&file, sys::SCRIM_FD_LINE).unwrap();
    file.write_all(b"rest").unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    let copy = text("");
    copy.read_fd(&file, sys::SCRIM_FD_LINE).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(copy.equals(&secret), Ok(true));
}
