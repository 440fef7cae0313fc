/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Export macro, version, status codes, geometry and touches: what every other header stands on.
 *
 * What holds for every function of Scrim, unless its comment says otherwise:
 *  - Order of arguments: the object, inputs, outputs. `const` means the call does not change the object.
 *  - Errors: a call that can fail returns a ::scrim_status and writes its outputs only on #SCRIM_OK. A pointer that
 *    must not be NULL and is gives #SCRIM_ERROR_INVALID_ARGUMENT; a handle that is destroyed, of another kind, or never
 *    was one gives #SCRIM_ERROR_INVALID_HANDLE, or #SCRIM_ERROR_FORKED in a child process that inherited it. Only what
 *    a function adds to these is listed under "Errors".
 *  - Handles are not addresses and must never be dereferenced. The top bit of every handle is set, so its value cannot be
 *    mistaken for an address in a program's memory. `_destroy` closes: it wipes secrets, drops callbacks, and the handle is
 *    invalid at once. It ignores NULL and handles that are not valid. Any order of destruction is
 *    fine; what depends on a closed object answers #SCRIM_ERROR_CLOSED; a call that only asks for a time or a number may
 *    answer all the same, as its comment says. It costs O(handles of the group).
 *  - Threads: handles joined by a create or attach call form a group, and a group belongs to one thread at a time.
 *    Calls that take only `const` handles may run together. Groups are independent of each other.
 *  - Callbacks: inside a callback, `const` calls on the group and scrim_text_wipe() work. Other calls on the group return
 *    #SCRIM_ERROR_BUSY, and `_destroy` is put off until the call that called back returns. A callback must not throw,
 *    longjmp, or leave its thread. If it does, its group stays BUSY forever: scrim_text_wipe() says how to abandon it.
 *  - Time is the caller's: monotonic nanoseconds, any epoch. The library reads no clock, starts no thread, installs no
 *    handler.
 *  - Strings are UTF-8 with a length in bytes; a terminating NUL is neither needed nor counted.
 *  - Output strings: with a capacity too small (0 and NULL included) a call writes the needed length, returns
 *    #SCRIM_ERROR_BUFFER_TOO_SMALL and changes nothing else. Nothing is ever cut short.
 *  - Structs that begin with `struct_size` grow only at their end. Initialize them with their `_INIT` macro. Languages that
 *    cannot see macros call the function with the macro's name in lower case, for example scrim_text_options_init(), and
 *    pass the size of the struct in their own program. It writes exactly what the macro has. If no version of the struct can
 *    have that size, it returns #SCRIM_ERROR_INVALID_ARGUMENT and writes nothing.
 *    The library accepts a struct that is longer than it knows, up to #SCRIM_MAX_STRUCT_SIZE bytes, if the rest is zero.
 *    Structs passed in arrays never change. Fields called `reserved` must be 0.
 *  - Stack: 48 KiB below the caller are enough for any call.
 *  - Cost: O(1) and no allocation, where the comment gives no other.
 */
#ifndef SCRIM_BASE_H
#define SCRIM_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define SCRIM_API __attribute__((visibility("default")))
#else
#define SCRIM_API
#endif

/** Begins an enum with a tag. Swift would import such an enum as a type of its own, so it sees no tag. */
#ifdef __swift__
#define SCRIM_ENUM(tag) enum
#else
#define SCRIM_ENUM(tag) enum tag
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/** The version, part by part; it changes with every release, whatever becomes of the binary interface. */
#define SCRIM_VERSION_MAJOR 0
#define SCRIM_VERSION_MINOR 1
#define SCRIM_VERSION_PATCH 0
/** The version as text. */
#define SCRIM_VERSION_STRING "0.1.0"
/** The version as one number: major · 1,000,000 + minor · 1,000 + patch. */
#define SCRIM_VERSION_NUMBER 1000
/** Number of the binary interface, the one in the soname; raised by every incompatible change. */
#define SCRIM_ABI_NUMBER 0

/** The #SCRIM_VERSION_NUMBER of the library that is loaded. Total; may be called from any thread. */
SCRIM_API uint32_t scrim_version_number(void);

/**
 * The #SCRIM_VERSION_STRING of the library that is loaded: static, NUL-terminated. Total; may be called from any
 * thread.
 */
SCRIM_API const char *scrim_version_string(void);

/** The #SCRIM_ABI_NUMBER of the library that is loaded. Total; may be called from any thread. */
SCRIM_API uint32_t scrim_abi_number(void);

/* ---- Status ---- */

/** What a call answers: #SCRIM_OK or one of the negative errors below. Values are never renumbered nor reused. */
typedef int32_t scrim_status;

/** The values of #scrim_status. */
SCRIM_ENUM(scrim_status_code) {
    /** The call did what it says; its outputs are written. */
    SCRIM_OK = 0,
    /** An argument is NULL, out of range, not finite, an unknown constant, or a struct of a size that cannot be. */
    SCRIM_ERROR_INVALID_ARGUMENT = -1,
    /** The handle is destroyed, of another kind, or never was one. */
    SCRIM_ERROR_INVALID_HANDLE = -2,
    /** Memory could not be had; the state is as before the call. */
    SCRIM_ERROR_NO_MEMORY = -3,
    /** The buffer is too small; the needed length has been written, nothing else has. */
    SCRIM_ERROR_BUFFER_TOO_SMALL = -4,
    /** The kernel gave no random bytes. Nothing is ever shuffled or seeded with less. */
    SCRIM_ERROR_ENTROPY = -5,
    /** Memory as protected as was required could not be had. */
    SCRIM_ERROR_PROTECTION = -6,
    /** The call would change an object of a group that is inside a callback. */
    SCRIM_ERROR_BUSY = -7,
    /** The object that this one depends on has been destroyed. */
    SCRIM_ERROR_CLOSED = -8,
    /** The handle was made before this process was forked off; make new ones. */
    SCRIM_ERROR_FORKED = -9,
    /** The request is well formed, but this version cannot do it. */
    SCRIM_ERROR_UNSUPPORTED = -10,
    /** A documented cap is reached: handles, views, recognisers, … */
    SCRIM_ERROR_LIMIT = -11,
    /** The text has no room for that many bytes; nothing was inserted. */
    SCRIM_ERROR_FULL = -12,
    /** The bytes are not well-formed UTF-8; nothing was taken over. */
    SCRIM_ERROR_INVALID_UTF8 = -13,
    /** The call does not fit the object's present state, say a touch on a keypad that is hidden. */
    SCRIM_ERROR_INVALID_STATE = -14,
    /** No window, view, recogniser or record of that id is there. */
    SCRIM_ERROR_NOT_FOUND = -15,
    /** Guard bytes beside a secret were overwritten: the secrets near it have been wiped. */
    SCRIM_ERROR_CORRUPTED = -16,
    /**
     * A rule of the text, or one of its callbacks, refused the call, and nothing changed. Also returned if the text was
     * wiped inside a callback.
     */
    SCRIM_ERROR_REFUSED = -17,
    /** The text hides its length, and the call would tell it. */
    SCRIM_ERROR_LENGTH_HIDDEN = -18,
    /** Reading or writing the file descriptor failed; errno says why. */
    SCRIM_ERROR_IO = -19,
    /**
     * The style is reversible, so the private regions were covered in solid black instead. The report describes that
     * cover.
     */
    SCRIM_ERROR_REVERSIBLE_STYLE = -20
};

/**
 * The name of a status as in the source, say "SCRIM_ERROR_BUSY": static, NUL-terminated. Total: "unknown status" for
 * others.
 */
SCRIM_API const char *scrim_status_name(scrim_status status);

/** A sentence for a person about a status: static, NUL-terminated, English. Total. */
SCRIM_API const char *scrim_status_message(scrim_status status);

/* ---- Handles ---- */

/** Kinds of handles, for scrim_live_handles(). */
SCRIM_ENUM(scrim_handle_kind) {
    SCRIM_HANDLE_ANY = 0,
    SCRIM_HANDLE_TEXT = 1,
    SCRIM_HANDLE_KEYPAD = 2,
    SCRIM_HANDLE_SCENE = 3,
    SCRIM_HANDLE_GESTURES = 4,
    SCRIM_HANDLE_COLLECTOR = 5,
    SCRIM_HANDLE_SNAPSHOT = 6,
    SCRIM_HANDLE_CAPTURE = 7
};

/**
 * The number of handles of a kind (SCRIM_HANDLE_…) that are not destroyed; 0 for an unknown kind. Inherited handles do
 * not count in a forked child. Leak checkers cannot see handles: a test asserts 0 here at its end. Total; may be called
 * from any thread. Cost: O(kinds).
 */
SCRIM_API size_t scrim_live_handles(uint32_t kind);

/* ---- Callbacks ---- */

/** Told, once, that the `user_data` of a callback is no longer used. */
typedef void (*scrim_free_fn)(void *user_data);

/* ---- Time ---- */

/** A deadline that never comes. */
#define SCRIM_NEVER 0xFFFFFFFFFFFFFFFFu

/* ---- Limits ---- */

/** The longest struct, in bytes, that is accepted by its `struct_size`. */
#define SCRIM_MAX_STRUCT_SIZE 4096
/** The most handles alive at once in a process, all kinds together. */
#define SCRIM_MAX_HANDLES 1048575

/* ---- Strings, geometry, touches ---- */

/** A borrowed UTF-8 string; `data` may be NULL where `length` is 0. Frozen: passed in arrays. */
typedef struct scrim_string {
    const char *data; /**< `length` bytes, the caller's or lent; neither a terminating NUL nor a copy */
    size_t length;    /**< bytes */
} scrim_string;

/** A point; x grows to the right, y downwards. Frozen. */
typedef struct scrim_point {
    double x; /**< points or pixels to the right, as the use says */
    double y; /**< downwards */
} scrim_point;

/**
 * A rectangle, half-open: it contains x ≤ px < x + width and y ≤ py < y + height. Frozen. Everywhere finite, its sides
 * not negative, and no coordinate or sum beyond ± #SCRIM_MAX_COORDINATE.
 */
typedef struct scrim_rect {
    double x;      /**< of its left side */
    double y;      /**< of its top side */
    double width;  /**< ≥ 0; 0: it contains nothing */
    double height; /**< ≥ 0; 0: it contains nothing */
} scrim_rect;

/** The largest magnitude of a coordinate, in points or pixels: 2^30, exact in a double with 22 bits to spare. */
#define SCRIM_MAX_COORDINATE 1073741824.0

/** Phases of a touch. */
SCRIM_ENUM(scrim_touch_phase) {
    SCRIM_TOUCH_BEGAN = 1,
    SCRIM_TOUCH_MOVED = 2,
    SCRIM_TOUCH_ENDED = 3,
    SCRIM_TOUCH_CANCELLED = 4
};

/** One sample of one finger. Frozen: passed in arrays. */
typedef struct scrim_touch {
    uint64_t time_ns;  /**< monotonic, of the caller's clock */
    uint64_t id;       /**< any number, the same from began to ended */
    uint32_t phase;    /**< SCRIM_TOUCH_… */
    uint32_t reserved; /**< 0 */
    double x;          /**< points, in the coordinates of the screen (scene) or of the keypad's bounds (keypad) */
    double y;          /**< as `x`, downwards */
} scrim_touch;

#ifdef __cplusplus
}
#endif

#endif
