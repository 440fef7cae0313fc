/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Definitions shared by all headers: version, status codes, handles, geometry and touches.
 *
 * The rules below hold for every function of Scrim, unless its comment says otherwise. The
 * comment of a function lists only what the function adds to these rules.
 *
 * @par Arguments
 * The object comes first, then the inputs, then the outputs. A `const` handle means that the call
 * does not modify the object. The library keeps no pointer that is passed in, except `user_data`.
 * A pointer to an array may be NULL if the number of elements is 0. Other pointers may be NULL
 * only if the comment says so.
 *
 * @par Errors
 * A function that can fail returns a ::scrim_status. If it does not return #SCRIM_OK, it has
 * changed nothing and written no output. There are three exceptions: the needed length if a
 * buffer is too small, a `report`, and a frame that is covered because of the error. Any such
 * function can return:
 *  - #SCRIM_ERROR_INVALID_ARGUMENT if a pointer that must not be NULL is NULL, or if a value is
 *    outside its documented range.
 *  - #SCRIM_ERROR_INVALID_HANDLE if the handle was destroyed, is of another kind, or never
 *    existed.
 *  - #SCRIM_ERROR_FORKED if the handle was created before the process forked and this is the
 *    child.
 *  - #SCRIM_ERROR_BUSY if the call would modify an object while a callback of its group is
 *    running. "Threads" below says what a group is.
 *
 * No value and no failed allocation ends the process. The status is the only sign of a mistake, so
 * check every status. Two mistakes cannot be reported: a pointer that is not NULL but invalid, and
 * a violation of the thread rules below.
 *
 * @par Handles
 * Objects are referred to by handles. A handle has a pointer type but is not an address, so never
 * dereference it. The top bit of every handle is set. This way a garbage collector does not
 * mistake a handle for an address of the program.
 *
 * @par Destruction
 * A function whose name ends in `_destroy` wipes the object's secrets, drops its callbacks and
 * makes the handle invalid before it returns. Inside a callback this happens later: see "Callbacks"
 * below. NULL and invalid handles are ignored. Objects may be destroyed in any order. Afterwards,
 * calls on an object that depends on the destroyed one return #SCRIM_ERROR_CLOSED. Some calls that
 * return only a time or a number still succeed, as their comments say. Destroying takes O(handles
 * in the group).
 *
 * @par Threads
 * Handles that are joined by a create or attach call form a group. Only one thread at a time may
 * use a group. Calls that take only `const` handles are the exception: they may run concurrently
 * with each other. Different groups are independent. Functions that take no handle are
 * thread-safe.
 *
 * @par Callbacks
 * A callback runs on the thread that called the library, before that call returns. Inside a
 * callback, `const` calls on its group work, and so does scrim_text_wipe(). Other calls on the
 * group return #SCRIM_ERROR_BUSY. A `_destroy` call on the group takes effect when the outermost
 * call returns. After the `_destroy` call, none of the object's callbacks is called except
 * `user_data_free`. A callback must not throw an exception, call longjmp or end its thread. If it
 * does, its group stays BUSY forever. The comment of scrim_text_wipe() explains how to abandon
 * such a group.
 *
 * @par Time
 * The caller owns the clock. All times are monotonic nanoseconds that the caller passes in,
 * counted from any moment. The library reads no clock, starts no thread and installs no signal
 * handler.
 *
 * @par Strings
 * Strings are UTF-8 and have a length in bytes. A terminating NUL is neither needed nor counted.
 *
 * @par Output buffers
 * If the capacity of a buffer is too small, the call writes the length that is needed, returns
 * #SCRIM_ERROR_BUFFER_TOO_SMALL and changes nothing else. Output is never truncated. To ask for
 * the length alone, pass NULL and a capacity of 0.
 *
 * @par Structs
 * A struct that begins with `struct_size` may get new fields at its end in later versions.
 * Initialize it with its `_INIT` macro. Languages that cannot use C macros call the function with
 * the macro's name in lower case, for example scrim_text_options_init(). They pass the size that
 * the struct has in their program. The function writes the same values as the macro. If no version
 * of the struct can have that size, it returns #SCRIM_ERROR_INVALID_ARGUMENT and writes nothing.
 *
 * The library accepts a struct that is longer than the one it knows, up to #SCRIM_MAX_STRUCT_SIZE
 * bytes, if the unknown part is zero. It also accepts a shorter struct from an earlier version,
 * and takes the missing fields as zero.
 *
 * Structs that are marked "Frozen" never change, because they are passed in arrays. Fields named
 * `reserved` must be 0.
 *
 * @par Stack and cost
 * A thread with a stack of 64 KiB is enough for every call. If less is left than a call needs, the
 * program ends with SIGSEGV at the guard page of the stack. A stack without a guard page has no
 * such protection. A call takes O(1) time and allocates no memory, unless its comment says
 * otherwise.
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

/** Begins an enum with a tag. Swift sees no tag, because it would import tags as new types. */
#ifdef __swift__
#define SCRIM_ENUM(tag) enum
#else
#define SCRIM_ENUM(tag) enum tag
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/*
 * Two numbers describe the library. The version changes with every release. The ABI number changes
 * only if programs that were compiled against an earlier release may not work any more.
 */

/** Major version of these headers. */
#define SCRIM_VERSION_MAJOR 0
/** Minor version of these headers. */
#define SCRIM_VERSION_MINOR 2
/** Patch level of these headers. */
#define SCRIM_VERSION_PATCH 0
/** The version of these headers as text. */
#define SCRIM_VERSION_STRING "0.2.0"
/** The version of these headers as one number: major · 1,000,000 + minor · 1,000 + patch. */
#define SCRIM_VERSION_NUMBER 2000
/** Number of the binary interface, part of the soname. Every incompatible change raises it. */
#define SCRIM_ABI_NUMBER 0

/**
 * Returns the #SCRIM_VERSION_NUMBER of the library that is loaded.
 *
 * It can be newer than the headers that the program was compiled with. Never fails.
 */
SCRIM_API uint32_t scrim_version_number(void);

/**
 * Returns the #SCRIM_VERSION_STRING of the library that is loaded.
 *
 * The string is static and NUL-terminated. Never fails.
 */
SCRIM_API const char *scrim_version_string(void);

/** Returns the #SCRIM_ABI_NUMBER of the library that is loaded. Never fails. */
SCRIM_API uint32_t scrim_abi_number(void);

/* ---- Status ---- */

/**
 * Result of a call: #SCRIM_OK or one of the negative errors of #scrim_status_code.
 *
 * The values are never renumbered or reused. Later versions may add errors, so treat an unknown
 * value as an error.
 */
typedef int32_t scrim_status;

/** The values of ::scrim_status. */
SCRIM_ENUM(scrim_status_code) {
    /** The call succeeded and wrote its outputs. */
    SCRIM_OK = 0,
    /**
     * An argument is NULL, out of range, not finite or an unknown constant, or a struct has a
     * `struct_size` that no version has.
     */
    SCRIM_ERROR_INVALID_ARGUMENT = -1,
    /** The handle was destroyed, is of another kind, or never existed. */
    SCRIM_ERROR_INVALID_HANDLE = -2,
    /** An allocation failed. Unless the function's comment says otherwise, nothing has changed. */
    SCRIM_ERROR_NO_MEMORY = -3,
    /** The buffer is too small. Only the length that is needed has been written. */
    SCRIM_ERROR_BUFFER_TOO_SMALL = -4,
    /** The kernel provided no random bytes. Scrim never falls back to a weaker source. */
    SCRIM_ERROR_ENTROPY = -5,
    /** Memory with the required protection is not available. */
    SCRIM_ERROR_PROTECTION = -6,
    /**
     * The call would modify an object while a callback of its group is running, or another
     * publisher has the feed.
     */
    SCRIM_ERROR_BUSY = -7,
    /** An object that this object depends on has been destroyed. */
    SCRIM_ERROR_CLOSED = -8,
    /** The handle was created before this process was forked. Create a new object. */
    SCRIM_ERROR_FORKED = -9,
    /** The request is valid, but this version does not support it. */
    SCRIM_ERROR_UNSUPPORTED = -10,
    /** A documented limit is reached, for example the number of handles, views or recognizers. */
    SCRIM_ERROR_LIMIT = -11,
    /**
     * The text has no room for the input, and nothing was inserted. Also returned if a call needs
     * the whole secret, but the text hides its length and has dropped input.
     */
    SCRIM_ERROR_FULL = -12,
    /** The bytes are not well-formed UTF-8. None of them were used. */
    SCRIM_ERROR_INVALID_UTF8 = -13,
    /** The object's state does not allow the call, for example a touch on a hidden keypad. */
    SCRIM_ERROR_INVALID_STATE = -14,
    /**
     * There is no window, view, output, recognizer or record with that id or number, or the folder
     * of a feed's file does not exist.
     */
    SCRIM_ERROR_NOT_FOUND = -15,
    /**
     * Guard bytes were overwritten: bytes next to a secret that detect a write beyond its memory.
     * The secrets near them have been wiped. Also returned if the bytes of a snapshot are damaged.
     */
    SCRIM_ERROR_CORRUPTED = -16,
    /**
     * A rule of the text or one of its callbacks refused the call, and nothing changed. The same
     * error is returned if a callback wiped the text. Also returned for the file of a feed that
     * other users own or may open, that is not an ordinary file, or that has other contents.
     */
    SCRIM_ERROR_REFUSED = -17,
    /** The text hides its length, and the result would reveal it. */
    SCRIM_ERROR_LENGTH_HIDDEN = -18,
    /** A file could not be opened, locked, read or written. errno contains the reason. */
    SCRIM_ERROR_IO = -19,
    /**
     * The style is reversible, so the secure regions of the frame were covered in solid black
     * instead, as the report says. A call without a frame changed nothing.
     */
    SCRIM_ERROR_REVERSIBLE_STYLE = -20
};

/**
 * Returns the name of a status as in this header, for example "SCRIM_ERROR_BUSY".
 *
 * The string is static and NUL-terminated. For a value that is not a status, it is
 * "unknown status". Never fails.
 *
 * @param status  The status.
 */
SCRIM_API const char *scrim_status_name(scrim_status status);

/**
 * Returns a short English description of a status, for example for a log.
 *
 * The string is static and NUL-terminated. For a value that is not a status, it is
 * "unknown status". Never fails. To show messages in another language, translate them by status.
 *
 * @param status  The status.
 */
SCRIM_API const char *scrim_status_message(scrim_status status);

/* ---- Handles ---- */

/** Kinds of handles, for scrim_live_handles(). */
SCRIM_ENUM(scrim_handle_kind) {
    /** All kinds together. */
    SCRIM_HANDLE_ANY = 0,
    /** Handles of type `scrim_text`. */
    SCRIM_HANDLE_TEXT = 1,
    /** Handles of type `scrim_keypad`. */
    SCRIM_HANDLE_KEYPAD = 2,
    /** Handles of type `scrim_scene`. */
    SCRIM_HANDLE_SCENE = 3,
    /** Handles of type `scrim_gestures`. */
    SCRIM_HANDLE_GESTURES = 4,
    /** Handles of type `scrim_collector`. */
    SCRIM_HANDLE_COLLECTOR = 5,
    /** Handles of type `scrim_snapshot`. */
    SCRIM_HANDLE_SNAPSHOT = 6,
    /** Handles of type `scrim_capture`. */
    SCRIM_HANDLE_CAPTURE = 7,
    /** Handles of type `scrim_publisher`. */
    SCRIM_HANDLE_PUBLISHER = 8,
    /** Handles of type `scrim_subscriber`. */
    SCRIM_HANDLE_SUBSCRIBER = 9
};

/**
 * Returns the number of handles of a kind that have been created and not yet destroyed.
 *
 * Leak checkers cannot see handles. Let your tests assert at their end that this number is 0.
 * Handles that a forked child inherited do not count in the child. Never fails.
 *
 * @param kind  One of SCRIM_HANDLE_*. For another value the result is 0.
 *
 * Time: O(kinds).
 */
SCRIM_API size_t scrim_live_handles(uint32_t kind);

/* ---- Callbacks ---- */

/**
 * Called once, when the `user_data` of a callback is no longer needed.
 *
 * This is when the callback is replaced or its object is destroyed. The function is not called if
 * the call that set the callback failed, or if the group was abandoned. scrim_text_wipe() explains
 * when a group must be abandoned.
 *
 * @param user_data  The pointer that was passed with the callback.
 */
typedef void (*scrim_free_fn)(void *user_data);

/* ---- Time ---- */

/** A deadline that never arrives: no call is needed. */
#define SCRIM_NEVER 0xFFFFFFFFFFFFFFFFu

/* ---- Limits ---- */

/** The largest accepted `struct_size`, in bytes. */
#define SCRIM_MAX_STRUCT_SIZE 4096
/** The largest number of handles of all kinds that can exist at once in a process. */
#define SCRIM_MAX_HANDLES 1048575

/* ---- Strings, geometry, touches ---- */

/**
 * A UTF-8 string in memory that belongs to somebody else. Frozen.
 *
 * A string that is passed in is used only during the call. For a string that the library returns,
 * the function that returns it says how long the bytes stay valid.
 */
typedef struct scrim_string {
    const char *data; /**< The bytes, without a terminating NUL. May be NULL if `length` is 0. */
    size_t length;    /**< Number of bytes. */
} scrim_string;

/**
 * A point. `x` grows to the right, `y` downwards. Frozen.
 *
 * Points are also the unit of most lengths. One point is the unit in which your program lays out
 * its windows. Where frames have another resolution, `scale` is the number of pixels per point.
 */
typedef struct scrim_point {
    double x; /**< Horizontal position, in points or pixels depending on the use. */
    double y; /**< Vertical position, in the unit of `x`. */
} scrim_point;

/**
 * A rectangle. Frozen.
 *
 * It contains the points with x ≤ px < x + width and y ≤ py < y + height, so its right and bottom
 * edges do not belong to it. All numbers must be finite. No coordinate and no sum of a coordinate
 * and a size may exceed ± #SCRIM_MAX_COORDINATE.
 */
typedef struct scrim_rect {
    double x;      /**< Left edge. */
    double y;      /**< Top edge. */
    double width;  /**< Width, not negative. If it is 0, the rectangle contains nothing. */
    double height; /**< Height, not negative. If it is 0, the rectangle contains nothing. */
} scrim_rect;

/**
 * The largest magnitude of a coordinate in points or pixels: 2^30.
 *
 * A double represents it exactly, with 22 bits left for the fraction.
 */
#define SCRIM_MAX_COORDINATE 1073741824.0

/** Phases of a touch, in the order in which a finger goes through them. */
SCRIM_ENUM(scrim_touch_phase) {
    /** The finger touched the surface. */
    SCRIM_TOUCH_BEGAN = 1,
    /** The finger moved while it was down. */
    SCRIM_TOUCH_MOVED = 2,
    /** The finger was lifted. */
    SCRIM_TOUCH_ENDED = 3,
    /** The system withdrew the touch, for example because it recognized a system gesture. */
    SCRIM_TOUCH_CANCELLED = 4
};

/**
 * What touches the surface.
 *
 * A sample of a palm, or of a tool that hovers, counts as if its phase were #SCRIM_TOUCH_CANCELLED,
 * whatever its phase is. This holds for keypads, scenes and gestures:
 *  - A palm never begins a touch.
 *  - If a finger turns out to be a palm, its touch is cancelled. Later samples of it are ignored,
 *    because they belong to no touch.
 *  - As with any sample that belongs to no touch, a palm on a secure view makes the current touch
 *    sequence private (gesture.h).
 *
 * When a pen is lifted from the surface and still hovers, first send a sample that ends the touch
 * with the tool that touched the surface. A sample that hovers would cancel the touch.
 */
SCRIM_ENUM(scrim_touch_tool) {
    SCRIM_TOUCH_TOOL_FINGER = 0, /**< A finger. */
    SCRIM_TOUCH_TOOL_STYLUS = 1, /**< The tip of a pen. */
    SCRIM_TOUCH_TOOL_ERASER = 2, /**< The eraser of a pen. */
    SCRIM_TOUCH_TOOL_PALM = 3,   /**< A palm, or another contact that is not meant as a touch. */
    SCRIM_TOUCH_TOOL_HOVER = 4   /**< Any tool that is above the surface without touching it. */
};

/** One sample of one finger or tool. Frozen. */
typedef struct scrim_touch {
    uint64_t time_ns;  /**< Time of the sample, in monotonic nanoseconds of the caller's clock. */
    /**
     * Identifies the finger. Any number that stays the same while the finger is down, and that no
     * other finger has at that time.
     */
    uint64_t id;
    uint32_t phase; /**< One of SCRIM_TOUCH_BEGAN … SCRIM_TOUCH_CANCELLED. */
    uint32_t tool;  /**< One of SCRIM_TOUCH_TOOL_*. */
    /**
     * Horizontal position in points. A scene and its gesture engine (gesture.h) expect coordinates
     * of the screen. A keypad expects the coordinates in which its bounds are given.
     */
    double x;
    double y; /**< Vertical position in points, downwards. See `x`. */
} scrim_touch;

#ifdef __cplusplus
}
#endif

#endif
