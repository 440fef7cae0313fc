/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include <string.h>
#include <time.h>

#include <atspi/atspi.h>

#define PROPERTIES "org.freedesktop.DBus.Properties"
#define ACCESSIBLE "org.a11y.atspi.Accessible"
#define COMPONENT "org.a11y.atspi.Component"
#define APPLICATION "org.a11y.atspi.Application"

static const struct {
    const char *interface, *method, *property, *text;
    uint32_t number;
} asks[] = {
    [ASK_ROLE] = {ACCESSIBLE, "GetRole", NULL, NULL, 0},
    [ASK_STATE] = {ACCESSIBLE, "GetState", NULL, NULL, 0},
    [ASK_CHILDREN] = {ACCESSIBLE, "GetChildren", NULL, NULL, 0},
    [ASK_NAME] = {ACCESSIBLE, "Get", "Name", NULL, 0},
    [ASK_PLACE_IN_WINDOW] = {COMPONENT, "GetExtents", NULL, NULL, ATSPI_COORD_TYPE_WINDOW},
    [ASK_PLACE_ON_SCREEN] = {COMPONENT, "GetExtents", NULL, NULL, ATSPI_COORD_TYPE_SCREEN},
    [ASK_URI] = {"org.a11y.atspi.Document", "GetAttributeValue", NULL, "URI", 0},
    [ASK_TOOLKIT] = {APPLICATION, "Get", "ToolkitName", NULL, 0},
    [ASK_VERSION] = {APPLICATION, "Get", "Version", NULL, 0},
};

uint64_t ask_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static DBusMessage *make_message(const call *call) {
    const char *interface = asks[call->what].interface, *property = asks[call->what].property, *text = asks[call->what].text;
    bool places = call->what == ASK_PLACE_IN_WINDOW || call->what == ASK_PLACE_ON_SCREEN, ok = true;
    DBusMessage *message =
        dbus_message_new_method_call(call->to.bus, call->to.path, property != NULL ? PROPERTIES : interface, asks[call->what].method);
    if (message == NULL) {
        return NULL;
    }
    if (property != NULL) {
        ok = dbus_message_append_args(message, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    } else if (text != NULL) {
        ok = dbus_message_append_args(message, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    } else if (places) {
        ok = dbus_message_append_args(message, DBUS_TYPE_UINT32, &asks[call->what].number, DBUS_TYPE_INVALID);
    }
    dbus_message_set_auto_start(message, FALSE);
    if (!ok) {
        g_clear_pointer(&message, dbus_message_unref);
    }
    return message;
}

/* How long the call may take if `before` others are made at the same time: applications handle one after the other. */
static int find_timeout_ms(const asker *asker, size_t before) {
    uint64_t now_ns = ask_now(), left_ms = asker->deadline_ns > now_ns ? (asker->deadline_ns - now_ns) / 1000000 : 0;
    uint64_t timeout_ms = ASK_TIMEOUT_MS + before * ASK_EACH_MS;
    return (int)MAX(MIN(timeout_ms, left_ms), 1);
}

static bool send_call(const asker *asker, call *call, size_t before) {
    DBusMessage *message = make_message(call);
    bool sent = message != NULL && dbus_connection_send_with_reply(asker->bus, message, &call->pending, find_timeout_ms(asker, before)) &&
                call->pending != NULL; /* NULL: the connection is closed */
    if (message != NULL) {
        dbus_message_unref(message);
    }
    return sent;
}

/* False if nobody answered. An error that the application sends is an answer. */
static bool take_reply(call *call) {
    dbus_pending_call_block(call->pending);
    DBusMessage *reply = dbus_pending_call_steal_reply(call->pending);
    if (reply == NULL) {
        return false;
    }
    bool late = dbus_message_is_error(reply, DBUS_ERROR_NO_REPLY) || dbus_message_is_error(reply, DBUS_ERROR_TIMEOUT) ||
                dbus_message_is_error(reply, DBUS_ERROR_TIMED_OUT) || dbus_message_is_error(reply, DBUS_ERROR_DISCONNECTED);
    if (dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
        call->reply = reply;
    } else {
        dbus_message_unref(reply);
    }
    return !late;
}

/* Answers that came too late, and what nobody has asked for, would be kept forever. */
static void drop_others(DBusConnection *bus) {
    while (bus != NULL && dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) {
    }
}

bool ask_all(asker *asker, call *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        calls[i].pending = NULL;
        calls[i].reply = NULL;
    }
    asker->late = asker->late || asker->bus == NULL || ask_now() >= asker->deadline_ns;
    for (size_t i = 0; i < count && !asker->late; i++) {
        asker->late = !send_call(asker, &calls[i], i);
    }
    for (size_t i = 0; i < count; i++) {
        if (calls[i].pending == NULL) {
            continue;
        }
        if (asker->late) {
            dbus_pending_call_cancel(calls[i].pending);
        } else {
            asker->late = !take_reply(&calls[i]);
        }
        dbus_pending_call_unref(calls[i].pending);
        calls[i].pending = NULL;
    }
    if (asker->late) {
        ask_done(calls, count);
    }
    drop_others(asker->bus);
    return !asker->late;
}

void ask_done(call *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        g_clear_pointer(&calls[i].reply, dbus_message_unref);
    }
}

/* ---- Replies ---- */

bool reply_number(const call *call, uint32_t *out) {
    return call->reply != NULL && dbus_message_get_args(call->reply, NULL, DBUS_TYPE_UINT32, out, DBUS_TYPE_INVALID);
}

bool reply_states(const call *call, uint64_t *out) {
    const dbus_uint32_t *words = NULL;
    int count = 0;
    if (call->reply == NULL ||
        !dbus_message_get_args(call->reply, NULL, DBUS_TYPE_ARRAY, DBUS_TYPE_UINT32, &words, &count, DBUS_TYPE_INVALID) || count != 2) {
        return false;
    }
    *out = words[0] | (uint64_t)words[1] << 32;
    return true;
}

bool reply_place(const call *call, box *out) {
    int32_t sides[4];
    DBusMessageIter arguments, parts;
    if (call->reply == NULL || !dbus_message_has_signature(call->reply, "(iiii)")) {
        return false;
    }
    dbus_message_iter_init(call->reply, &arguments);
    dbus_message_iter_recurse(&arguments, &parts);
    for (int i = 0; i < 4; i++) {
        dbus_message_iter_get_basic(&parts, &sides[i]);
        dbus_message_iter_next(&parts);
    }
    *out = (box){sides[0], sides[1], sides[2], sides[3]};
    return true;
}

const char *reply_whole_text(const call *call) {
    const char *text = NULL;
    DBusMessageIter arguments, inside;
    if (call->reply == NULL || !dbus_message_iter_init(call->reply, &arguments)) {
        return NULL;
    }
    if (dbus_message_iter_get_arg_type(&arguments) == DBUS_TYPE_VARIANT) {
        dbus_message_iter_recurse(&arguments, &inside);
        arguments = inside;
    }
    if (dbus_message_iter_get_arg_type(&arguments) == DBUS_TYPE_STRING) {
        dbus_message_iter_get_basic(&arguments, &text);
    }
    return text;
}

bool reply_text(const call *call, char out[ASK_TEXT]) {
    const char *text = reply_whole_text(call), *end;
    if (text == NULL) {
        return false;
    }
    g_strlcpy(out, text, ASK_TEXT);
    if (!g_utf8_validate(out, -1, &end)) {
        out[end - out] = '\0';
    }
    return true;
}

void reply_children_begin(reply_children *children, const call *call) {
    DBusMessageIter arguments;
    children->call = call;
    children->broken = call->reply == NULL || !dbus_message_has_signature(call->reply, "a(so)");
    if (children->broken) {
        return;
    }
    dbus_message_iter_init(call->reply, &arguments);
    dbus_message_iter_recurse(&arguments, &children->list);
}

bool reply_children_next(reply_children *children, object *out) {
    DBusMessageIter pair;
    if (children->broken || dbus_message_iter_get_arg_type(&children->list) != DBUS_TYPE_STRUCT) {
        return false;
    }
    dbus_message_iter_recurse(&children->list, &pair);
    dbus_message_iter_get_basic(&pair, &out->bus);
    dbus_message_iter_next(&pair);
    dbus_message_iter_get_basic(&pair, &out->path);
    dbus_message_iter_next(&children->list);
    if (out->bus[0] == '\0') { /* some applications leave their own name out */
        out->bus = children->call->to.bus;
    }
    children->broken = strlen(out->bus) >= ASK_TEXT || strlen(out->path) >= ASK_TEXT || !dbus_validate_bus_name(out->bus, NULL);
    return !children->broken;
}
