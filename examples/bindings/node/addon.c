/* SPDX-License-Identifier: MIT */
/*
 * A binding for Node: the class Text, whose callback may throw, and functions. example.js uses it. To build it:
 * cc -shared -fPIC -I/usr/include/node addon.c -o scrim.node $(pkg-config --cflags --libs scrim)
 */
#define _DEFAULT_SOURCE /* explicit_bzero */
#include <node_api.h>
#include <scrim.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 256 /* of each text, in bytes */

typedef struct text_object {
    scrim_text *text;
    napi_env env;
    napi_ref decide, thrown; /* a function, and an array that holds what it has thrown */
} text_object;

static napi_value check(napi_env env, scrim_status status) {
    if (status)
        napi_throw_error(env, scrim_status_name(status), scrim_status_message(status));
    return NULL;
}

static uint32_t should_change(const scrim_text_change *change, void *user_data) {
    text_object *object = user_data;
    napi_env env = object->env;
    napi_handle_scope scope;
    napi_value decide, count, answer, thrown, holder;
    bool allowed = false, pending = false;
    if (object->thrown || napi_open_handle_scope(env, &scope))
        return 0;
    if (napi_get_reference_value(env, object->decide, &decide) || napi_create_double(env, (double)change->count, &count) ||
        napi_call_function(env, decide, decide, 1, &count, &answer) || napi_get_value_bool(env, answer, &allowed))
        allowed = false;
    /* While an exception is pending, Node runs no JavaScript. So keep it until the library has returned. */
    if (!napi_is_exception_pending(env, &pending) && pending && !napi_get_and_clear_last_exception(env, &thrown) &&
        !napi_create_array(env, &holder) && !napi_set_element(env, holder, 0, thrown))
        napi_create_reference(env, holder, 1, &object->thrown);
    napi_close_handle_scope(env, scope);
    return allowed;
}

/* Runs in the thread of the environment, so it may destroy the text. */
static void finalize(napi_env env, void *data, void *hint) {
    text_object *object = data;
    (void)hint;
    scrim_text_destroy(object->text);
    napi_delete_reference(env, object->decide);
    free(object);
}

/* Reads the arguments of a call, and the object that `this` wraps. */
static text_object *arguments(napi_env env, napi_callback_info info, size_t count, napi_value *values) {
    napi_value this;
    void *object = NULL;
    if (napi_get_cb_info(env, info, &count, values, &this, NULL) || napi_unwrap(env, this, &object))
        napi_throw_type_error(env, NULL, "not a Text");
    return object;
}

static napi_value text_new(napi_env env, napi_callback_info info) {
    scrim_text_options options;
    scrim_text_callbacks callbacks;
    size_t count = 2;
    napi_value values[2], this;
    text_object *object = calloc(1, sizeof *object);
    scrim_status status = object ? scrim_text_options_init(&options, sizeof options) : SCRIM_ERROR_NO_MEMORY;
    if (status || (status = scrim_text_callbacks_init(&callbacks, sizeof callbacks))) {
        free(object);
        return check(env, status);
    }
    object->env = env;
    options.capacity = CAPACITY;
    if (napi_get_cb_info(env, info, &count, values, &this, NULL) || napi_get_value_uint32(env, values[0], &options.max_clusters) ||
        napi_create_reference(env, values[1], 1, &object->decide) || napi_wrap(env, this, object, finalize, NULL, NULL)) {
        free(object);
        napi_throw_type_error(env, NULL, "new Text(number, function)");
        return NULL;
    }
    callbacks.should_change = should_change;
    if (!(status = scrim_text_create(&options, &object->text)))
        status = scrim_text_set_callbacks(object->text, &callbacks, object, NULL);
    return check(env, status);
}

/* Inserts a copy of the bytes, because a callback may resize or transfer the array while the library reads it. Wipes the copy. */
static scrim_status insert_copy(scrim_text *text, const void *data, size_t length) {
    char copy[CAPACITY];
    scrim_status status;
    if (length > sizeof copy)
        return SCRIM_ERROR_FULL;
    if (length)
        memcpy(copy, data, length);
    status = scrim_text_insert(text, copy, length);
    explicit_bzero(copy, length);
    return status;
}

/* Takes a Uint8Array, which the caller can wipe. Strings cannot be wiped. */
static napi_value text_insert(napi_env env, napi_callback_info info) {
    napi_value bytes, holder, thrown;
    text_object *object = arguments(env, info, 1, &bytes);
    napi_typedarray_type type;
    size_t length;
    void *data;
    scrim_status status;
    if (!object)
        return NULL;
    if (napi_get_typedarray_info(env, bytes, &type, &length, &data, NULL, NULL) || type != napi_uint8_array) {
        napi_throw_type_error(env, NULL, "not a Uint8Array");
        return NULL;
    }
    status = insert_copy(object->text, data, length);
    if (object->thrown) { /* the frames of the library are gone, so the exception continues */
        napi_get_reference_value(env, object->thrown, &holder);
        napi_get_element(env, holder, 0, &thrown);
        napi_delete_reference(env, object->thrown);
        object->thrown = NULL;
        napi_throw(env, thrown);
        return NULL;
    }
    return check(env, status);
}

/* Asks for the length first. The mask of an empty text is empty. */
static napi_value text_masked(napi_env env, napi_callback_info info) {
    text_object *object = arguments(env, info, 0, NULL);
    napi_value result = NULL;
    size_t length = 0;
    char *buffer = NULL;
    scrim_status status;
    if (!object)
        return NULL;
    status = scrim_text_copy_masked(object->text, NULL, 0, &length);
    if (status == SCRIM_ERROR_BUFFER_TOO_SMALL) {
        buffer = malloc(length);
        status = buffer ? scrim_text_copy_masked(object->text, buffer, length, &length) : SCRIM_ERROR_NO_MEMORY;
    }
    if (!status)
        napi_create_string_utf8(env, buffer ? buffer : "", buffer ? length : 0, &result);
    free(buffer);
    return status ? check(env, status) : result;
}

/* Destroys the text now. The finalizer, which runs later, ignores the invalid handle. */
static napi_value text_close(napi_env env, napi_callback_info info) {
    text_object *object = arguments(env, info, 0, NULL);
    if (object)
        scrim_text_destroy(object->text);
    return NULL;
}

/* redactRects(pixels, width, height, rects): RGBA in a Uint8Array, and a Float64Array with the x, y, width and height of each box. Covers in solid gray, without a copy. */
static napi_value redact_rects(napi_env env, napi_callback_info info) {
    napi_value values[4];
    size_t count = 4, bytes, numbers;
    napi_typedarray_type types[2];
    uint32_t width, height;
    void *pixels, *rects;
    scrim_style style;
    scrim_status status = scrim_style_init(&style, sizeof style);
    style.color = 0x202020FFu;
    if (napi_get_cb_info(env, info, &count, values, NULL, NULL) ||
        napi_get_typedarray_info(env, values[0], &types[0], &bytes, &pixels, NULL, NULL) || types[0] != napi_uint8_array ||
        napi_get_value_uint32(env, values[1], &width) || napi_get_value_uint32(env, values[2], &height) ||
        napi_get_typedarray_info(env, values[3], &types[1], &numbers, &rects, NULL, NULL) || types[1] != napi_float64_array ||
        numbers % 4 || (width && height > bytes / 4 / width)) {
        napi_throw_type_error(env, NULL, "redactRects(Uint8Array, width, height, Float64Array of four numbers for each box)");
        return NULL;
    }
    if (!status)
        status = scrim_redact_rects(pixels, (int64_t)width * 4, SCRIM_FORMAT_RGBA, width, height, rects, numbers / 4, &style, NULL);
    return check(env, status);
}

static napi_value live_handles(napi_env env, napi_callback_info info) {
    napi_value result = NULL;
    (void)info;
    napi_create_int64(env, (int64_t)scrim_live_handles(SCRIM_HANDLE_ANY), &result);
    return result;
}

NAPI_MODULE_INIT() {
    const napi_property_descriptor methods[] = {
        {"insert", NULL, text_insert, NULL, NULL, NULL, napi_default, NULL},
        {"masked", NULL, text_masked, NULL, NULL, NULL, napi_default, NULL},
        {"close", NULL, text_close, NULL, NULL, NULL, napi_default, NULL},
    };
    napi_value class, redact, live;
    if (!napi_define_class(env, "Text", NAPI_AUTO_LENGTH, text_new, NULL, 3, methods, &class) &&
        !napi_create_function(env, "redactRects", NAPI_AUTO_LENGTH, redact_rects, NULL, &redact) &&
        !napi_create_function(env, "liveHandles", NAPI_AUTO_LENGTH, live_handles, NULL, &live)) {
        napi_set_named_property(env, exports, "Text", class);
        napi_set_named_property(env, exports, "redactRects", redact);
        napi_set_named_property(env, exports, "liveHandles", live);
    }
    return exports;
}
