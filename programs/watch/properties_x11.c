/* SPDX-License-Identifier: MIT */
/* Properties of X windows. Any client may write anything into them, so only a bounded part is asked for. */
#include "screen_x11.h"

#include "control.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t words; /* how much is read of it */
} PROPERTY[PROPERTIES] = {
    [PROPERTY_WM_STATE] = {"WM_STATE", 1},
    [PROPERTY_PID] = {"_NET_WM_PID", 1},
    [PROPERTY_MACHINE] = {"WM_CLIENT_MACHINE", 64},
    [PROPERTY_NET_NAME] = {"_NET_WM_NAME", 256},
    [PROPERTY_NAME] = {"WM_NAME", 256},
    [PROPERTY_CLASS] = {"WM_CLASS", 256},
    [PROPERTY_OPACITY] = {"_NET_WM_WINDOW_OPACITY", 1},
    [PROPERTY_FRAME_EXTENTS] = {"_GTK_FRAME_EXTENTS", 4},
};

bool x11_intern_atoms(screen *screen) {
    xcb_intern_atom_cookie_t cookies[PROPERTIES];
    for (int i = 0; i < PROPERTIES; i++) {
        cookies[i] = xcb_intern_atom(screen->connection, 0, (uint16_t)strlen(PROPERTY[i].name), PROPERTY[i].name);
    }
    bool all = true;
    for (int i = 0; i < PROPERTIES; i++) {
        xcb_intern_atom_reply_t *reply = xcb_intern_atom_reply(screen->connection, cookies[i], NULL);
        all = all && reply != NULL;
        screen->atoms[i] = reply != NULL ? reply->atom : XCB_ATOM_NONE;
        free(reply);
    }
    return all;
}

static bool append(char out[WINDOW_TEXT], size_t *used, gunichar character) {
    char bytes[6];
    size_t count = (size_t)g_unichar_to_utf8(without_control(character), bytes);
    if (*used + count >= WINDOW_TEXT) {
        return false;
    }
    memcpy(out + *used, bytes, count);
    *used += count;
    out[*used] = 0;
    return true;
}

void x11_text_from_utf8(char out[WINDOW_TEXT], const char *bytes, size_t length) {
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < length && bytes[i] != 0;) {
        gunichar character = g_utf8_get_char_validated(bytes + i, (gssize)(length - i));
        bool valid = character < 0x110000;
        if (!append(out, &used, valid ? character : 0xfffd)) {
            return;
        }
        i += valid ? (size_t)g_unichar_to_utf8(character, NULL) : 1;
    }
}

void x11_text_from_latin1(char out[WINDOW_TEXT], const char *bytes, size_t length) {
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < length && bytes[i] != 0 && append(out, &used, (unsigned char)bytes[i]); i++) {
    }
}

void x11_ask_property(screen *screen, node *node, property property) {
    uint32_t bit = 1u << property;
    if (node->asked & bit) { /* the change was before the reply, so the reply has it */
        return;
    }
    node->asked |= bit;
    xcb_get_property_cookie_t cookie = xcb_get_property(screen->connection, 0, node->id, screen->atoms[property], XCB_ATOM_ANY, 0,
                                                        PROPERTY[property].words);
    x11_expect(screen, cookie.sequence, property, node->id);
}

static void set_text(char **text, const char *bytes, size_t length, bool latin1) {
    char mended[WINDOW_TEXT];
    (latin1 ? x11_text_from_latin1 : x11_text_from_utf8)(mended, bytes, length);
    g_free(*text);
    *text = length > 0 ? g_strdup(mended) : NULL;
}

/* WM_CLASS has two parts, and the second one is the class. */
static void set_class(node *node, const char *bytes, size_t length) {
    const char *end = memchr(bytes, 0, length);
    size_t first = end != NULL ? (size_t)(end - bytes) + 1 : length;
    bool second = first < length && bytes[first] != 0;
    set_text(&node->class_name, second ? bytes + first : bytes, second ? length - first : length, true);
}

/* A shadow that no window has room for counts as none. */
static int32_t extent(uint32_t number) { return number <= INT16_MAX ? (int32_t)number : 0; }

static void set_numbers(node *node, property property, const uint32_t *numbers, size_t count) {
    switch ((int)property) {
    case PROPERTY_PID:
        node->property_pid = count > 0 && numbers[0] <= INT32_MAX ? numbers[0] : 0;
        break;
    case PROPERTY_OPACITY:
        node->has_opacity = count > 0 && numbers[0] != UINT32_MAX;
        break;
    case PROPERTY_FRAME_EXTENTS:
        node->shadow = count < 4 ? (shadow){0, 0, 0, 0}
                                 : (shadow){extent(numbers[0]), extent(numbers[1]), extent(numbers[2]), extent(numbers[3])};
        break;
    }
}

void x11_property_reply(const screen *screen, node *node, property property, const xcb_get_property_reply_t *reply) {
    const char *bytes = xcb_get_property_value(reply);
    size_t length = (size_t)xcb_get_property_value_length(reply);
    bool numbers = reply->format == 32;
    bool latin1 = reply->type == XCB_ATOM_STRING;
    length = reply->format == 8 || numbers ? length : 0;
    switch (property) {
    case PROPERTY_WM_STATE:
        node->has_state = reply->type != XCB_ATOM_NONE;
        break;
    case PROPERTY_MACHINE: {
        g_autofree char *machine = g_strndup(bytes, numbers ? 0 : length);
        node->here = machine[0] != 0 && strcmp(machine, screen->machine) == 0;
        break;
    }
    case PROPERTY_NET_NAME:
        set_text(&node->net_name, bytes, numbers ? 0 : length, false);
        break;
    case PROPERTY_NAME: /* compound text that is not Latin-1 becomes unreadable, but its writers set _NET_WM_NAME too */
        set_text(&node->name, bytes, numbers ? 0 : length, latin1);
        break;
    case PROPERTY_CLASS:
        set_class(node, bytes, numbers ? 0 : length);
        break;
    default:
        set_numbers(node, property, (const uint32_t *)(const void *)bytes, numbers ? length / 4 : 0);
    }
}
