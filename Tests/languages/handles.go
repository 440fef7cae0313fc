// SPDX-License-Identifier: MIT

// Keeps handles in *C.scrim_text and unsafe.Pointer while the garbage collector runs. The collector looks at every pointer, and
// aborts the process ("found bad pointer in Go heap") if one has a value in its heap where no object is.
//
// With the argument "addresses" the program keeps the handles without their top bit. Then it aborts.
package main

// #include <scrim.h>
//
// static scrim_text *without(scrim_text *text, uintptr_t bits) { return (scrim_text *)((uintptr_t)text & ~bits); }
// static scrim_text *with(scrim_text *text, uintptr_t bits) { return (scrim_text *)((uintptr_t)text | bits); }
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

const (
	cycles = 200000
	kept   = 512 // destroyed handles that stay in variables
	batch  = 256 // shorter than kept, so that a collection sees every handle
)

type holder struct {
	typed   *C.scrim_text
	untyped unsafe.Pointer
}

var (
	holders [kept]*holder
	garbage [56][]byte
)

func check(is bool, what string) {
	if !is {
		fmt.Fprintln(os.Stderr, what)
		os.Exit(1)
	}
}

func create() *C.scrim_text {
	// The library writes the handle into a variable that the collector knows.
	out := new(*C.scrim_text)
	options := C.scrim_text_options{struct_size: C.sizeof_scrim_text_options, capacity: 16}
	check(C.scrim_text_create(&options, out) == C.SCRIM_OK, "scrim_text_create failed")
	return *out
}

func main() {
	dropped := C.uintptr_t(0)
	if len(os.Args) > 1 && os.Args[1] == "addresses" {
		dropped = 1 << 63
	}
	// The heap begins at 0xc000000000. In its first 56 MiB nothing is in use from here on.
	for i := range garbage {
		garbage[i] = make([]byte, 1<<20)
	}
	garbage = [56][]byte{}
	runtime.GC()
	for i := 0; i < cycles; i++ {
		text := C.without(create(), dropped)
		h := &holder{text, unsafe.Pointer(text)}
		holders[i%kept] = h
		if i%batch == 0 {
			runtime.GC()
			typed, untyped := fmt.Sprintf("%p", h.typed), fmt.Sprintf("%p", h.untyped)
			check(typed == untyped && typed == fmt.Sprintf("%#x", uintptr(unsafe.Pointer(text))), "%p shows another value")
			check(C.scrim_text_clear(C.with(h.typed, dropped)) == C.SCRIM_OK, "a handle changed in a collection")
		}
		C.scrim_text_destroy(C.with((*C.scrim_text)(h.untyped), dropped))
		if i%batch == 0 {
			check(C.scrim_text_clear(C.with(h.typed, dropped)) == C.SCRIM_ERROR_INVALID_HANDLE, "a destroyed handle is valid")
		}
	}
	fmt.Printf("%d cycles, %d live handles\n", cycles, int(C.scrim_live_handles(C.SCRIM_HANDLE_ANY)))
}
