// SPDX-License-Identifier: MIT
//! Finds the library: in the folder SCRIM_LIB_DIR or, if that is not set, as pkg-config says.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=SCRIM_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    if let Ok(folder) = env::var("SCRIM_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        return;
    }
    let done = Command::new("pkg-config").args(["--libs-only-L", "scrim"]).output();
    if let Ok(found) = done {
        let text = String::from_utf8_lossy(&found.stdout).into_owned();
        for folder in text.split_whitespace().filter_map(|word| word.strip_prefix("-L")) {
            println!("cargo:rustc-link-search=native={folder}");
        }
    }
    // Otherwise the linker looks in the folders of the system.
}
