// SPDX-License-Identifier: MIT
import CScrim
import ScrimABI

// A secret is typed, and the program sees its mask.
var text: OpaquePointer?
var options = scrim_text_options()
options.struct_size = UInt32(MemoryLayout<scrim_text_options>.size)
options.capacity = 64
guard scrim_text_create(&options, &text) == 0, scrim_text_insert(text, "2468", 4) == 0 else { fatalError("no text") }
var count = 0
guard scrim_text_count(text, &count) == 0, count == 4 else { fatalError("not four clusters") }
scrim_text_destroy(text)
print(scrim_version_number())
