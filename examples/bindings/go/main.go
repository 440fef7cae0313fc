// SPDX-License-Identifier: MIT

// A binding in Go: a text with a callback that panics, and a redacted picture. To run it:
//
//	CGO_CFLAGS=$(pkg-config --cflags scrim) CGO_LDFLAGS=$(pkg-config --libs scrim) go run main.go
package main

// #include <scrim.h>
// #include <stdlib.h>
//
// typedef const scrim_text_change *const_change; // Go writes no const, but the types of a callback must agree
// uint32_t shouldChange(const_change, void *user_data);
// void freeUserData(void *user_data);
import "C"

import (
	"fmt"
	"runtime"
	"runtime/cgo"
	"unsafe"
)

// check makes an error of a status.
func check(status C.scrim_status) error {
	if status == C.SCRIM_OK {
		return nil
	}
	return fmt.Errorf("%s: %s", C.GoString(C.scrim_status_name(status)), C.GoString(C.scrim_status_message(status)))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Text is used by one goroutine at a time. It has no finalizer, because finalizers run in another goroutine.
type Text struct {
	handle  *C.scrim_text
	decide  func(count uint64) bool
	failure func() // what decide did instead of returning
}

// NewText stores a cgo.Handle in C's memory, because the library keeps user_data and must not keep a pointer of Go.
func NewText(maxClusters uint32, decide func(count uint64) bool) *Text {
	var options C.scrim_text_options
	var callbacks C.scrim_text_callbacks
	must(check(C.scrim_text_options_init(&options, C.sizeof_scrim_text_options)))
	must(check(C.scrim_text_callbacks_init(&callbacks, C.sizeof_scrim_text_callbacks)))
	options.max_clusters = C.uint32_t(maxClusters)
	callbacks.should_change = C.scrim_text_change_fn(C.shouldChange)
	text := &Text{decide: decide}
	must(check(C.scrim_text_create(&options, &text.handle)))
	userData := C.malloc(C.sizeof_uintptr_t)
	*(*cgo.Handle)(userData) = cgo.NewHandle(text)
	status := C.scrim_text_set_callbacks(text.handle, &callbacks, userData, C.scrim_free_fn(C.freeUserData))
	if status != C.SCRIM_OK {
		freeUserData(userData) // the library does not call it after an error
		C.scrim_text_destroy(text.handle)
	}
	must(check(status))
	return text
}

//export shouldChange
func shouldChange(change C.const_change, userData unsafe.Pointer) C.uint32_t {
	text := (*(*cgo.Handle)(userData)).Value().(*Text)
	count, allowed := uint64(change.count), false
	failure := runtime.Goexit // unless decide returns or panics
	done := make(chan struct{})
	go func() { // in its own goroutine, because runtime.Goexit must not unwind the stack frames of C either
		defer close(done)
		defer func() {
			if p := recover(); p != nil {
				failure = func() { panic(p) }
			}
		}()
		allowed = text.decide(count)
		failure = nil
	}()
	<-done
	if failure != nil { // stored here, because decide may call Insert, which reads it
		text.failure = failure
	}
	if allowed {
		return 1
	}
	return 0
}

//export freeUserData
func freeUserData(userData unsafe.Pointer) {
	(*(*cgo.Handle)(userData)).Delete()
	C.free(userData)
}

// Insert takes bytes, at least one, which the caller can wipe. Strings cannot be wiped.
func (text *Text) Insert(utf8 []byte) error {
	status := C.scrim_text_insert(text.handle, (*C.char)(unsafe.Pointer(&utf8[0])), C.size_t(len(utf8)))
	if failure := text.failure; failure != nil { // the stack frames of C are gone, so the panic or Goexit continues
		text.failure = nil
		failure()
	}
	return check(status)
}

// Masked asks for the length first. The mask of an empty text is empty.
func (text *Text) Masked() string {
	var length C.size_t
	if status := C.scrim_text_copy_masked(text.handle, nil, 0, &length); status != C.SCRIM_ERROR_BUFFER_TOO_SMALL {
		must(check(status))
		return ""
	}
	buffer := make([]byte, length)
	must(check(C.scrim_text_copy_masked(text.handle, (*C.char)(unsafe.Pointer(&buffer[0])), length, &length)))
	return string(buffer)
}

func main() {
	text := NewText(3, func(count uint64) bool {
		if count > 1 {
			panic("that was a paste")
		}
		return true
	})
	func() {
		defer func() { fmt.Println("carried:", recover()) }()
		_ = text.Insert([]byte("09"))
	}()
	for _, digit := range []byte("270") {
		must(text.Insert([]byte{digit}))
	}
	fmt.Println(text.Masked())
	fmt.Println(text.Insert([]byte("1")))
	C.scrim_text_destroy(text.handle) // calls freeUserData

	var style C.scrim_style
	must(check(C.scrim_style_init(&style, C.sizeof_scrim_style)))
	style.color = 0x202020FF
	pixels := make([]uint32, 8*8)
	rects := []C.scrim_rect{{x: 2, y: 2, width: 4, height: 3}}
	must(check(C.scrim_redact_rects(unsafe.Pointer(&pixels[0]), 8*4, C.SCRIM_FORMAT_RGBA, 8, 8, &rects[0], 1, &style, nil)))
	covered := 0
	for _, pixel := range pixels {
		if pixel == 0xFF202020 {
			covered++
		}
	}
	fmt.Println(covered, "pixels are covered")
	fmt.Println(C.scrim_live_handles(C.SCRIM_HANDLE_ANY), "live handles")
}
