/* SPDX-License-Identifier: MIT */
/* Where the secrets of a window are. */
#include "secrets_private.h"

#include <string.h>

enum {
    SPOTS_AT_ONCE = (ASK_AT_ONCE - 2) / 2
};

static spot *spot_at(const reader *reader, guint index) { return &g_array_index(reader->spots, spot, index); }

void spots_add(reader *reader, spot added) {
    for (guint i = 0; i < reader->spots->len; i++) {
        const spot *known = spot_at(reader, i);
        if (strcmp(known->object.path, added.object.path) == 0 && strcmp(known->object.bus, added.object.bus) == 0) {
            return;
        }
    }
    g_array_append_val(reader->spots, added);
}

void spots_add_rule(reader *reader, unsigned index) {
    const node *node = walk_node(&reader->walk, index);
    bool in_page = node->document != WALK_NOTHING;
    object object = in_page ? walk_node(&reader->walk, node->document)->object : node->object;
    spots_add(reader, (spot){.object = object, .document = in_page, .has_secret = in_page, .secret = -1, .candidate = -1});
}

bool spot_is_hidden(const spot *spot) {
    return spot->reported.width <= 0 || spot->reported.height <= 0 || !has_state(spot->states, ATSPI_STATE_VISIBLE);
}

/* ---- Asking ---- */

static bool same_corner(box a, box b) { return a.x == b.x && a.y == b.y; }

/* Qt reports places on the screen, and the window may move meanwhile: its place is asked for before and after the others. It must be the
 * same in the whole reading, because all places are counted from one. */
static void take_frame(reader *reader, const call *before, const call *after) {
    box first, second;
    if (!reply_place(before, &first) || !reply_place(after, &second)) {
        reader->whole = "password field, but the window has no place";
        return;
    }
    reader->frame_place = reader->has_frame_place ? reader->frame_place : first;
    reader->has_frame_place = true;
    reader->moving |= !same_corner(first, reader->frame_place) || !same_corner(second, reader->frame_place);
    if (reader->moving) {
        reader->whole = "password field, but the window is moving";
    }
    reader->fits = !reader->moving && geometry_find(reader->window, first, reader->on_screen, &reader->geometry);
}

bool spots_ask(reader *reader, guint first) {
    ask_what what = reader->on_screen ? ASK_PLACE_ON_SCREEN : ASK_PLACE_IN_WINDOW;
    for (guint next = first; next < reader->spots->len; next += SPOTS_AT_ONCE) {
        call calls[ASK_AT_ONCE];
        guint count = MIN(reader->spots->len - next, SPOTS_AT_ONCE), last = 1 + 2 * count;
        calls[0] = calls[last] = (call){.to = reader->frame, .what = what};
        for (guint i = 0; i < count; i++) {
            calls[1 + 2 * i] = (call){.to = spot_at(reader, next + i)->object, .what = what};
            calls[2 + 2 * i] = (call){.to = spot_at(reader, next + i)->object, .what = ASK_STATE};
        }
        if (!ask_all(&reader->asker, calls, last + 1)) {
            return false;
        }
        take_frame(reader, &calls[0], &calls[last]);
        for (guint i = 0; i < count; i++) {
            spot *asked = spot_at(reader, next + i);
            asked->answered = reply_place(&calls[1 + 2 * i], &asked->reported) && reply_states(&calls[2 + 2 * i], &asked->states);
        }
        ask_done(calls, last + 1);
    }
    return true;
}

void spots_note(reader *reader) {
    for (guint i = 0; i < reader->spots->len; i++) {
        const spot *asked = spot_at(reader, i);
        box now;
        if (asked->secret < 0 || !asked->answered || !reader->fits) {
            continue;
        }
        secret *known = memory_secret(reader->memory, asked->secret);
        known->hidden = spot_is_hidden(asked);
        if (place_find(&reader->geometry, asked->reported, false, 0, &now) == PLACE_BOX && memcmp(&now, &known->place, sizeof now) != 0) {
            known->place = now;
            reader->memory->changed_ns = known->document != NULL ? reader->now_ns : reader->memory->changed_ns;
        }
    }
}

/* ---- Covering ---- */

static void cover_box(reader *reader, box covered) {
    reading *out = reader->out;
    if (out->count == WINDOW_MAX_BOXES) {
        reader->whole = TOO_MANY;
    } else {
        out->boxes[out->count++] = covered;
    }
}

static void cover_document(reader *reader, const spot *spot) {
    box covered;
    if (!reader->geometry.exact) {
        reader->whole = "a page with a password field, in a window of another scale";
    } else if (place_find(&reader->geometry, spot->reported, true, PLACE_PAGE_MARGIN, &covered) != PLACE_BOX) {
        reader->whole = spot->has_secret ? "a page with a password field, but without a place" : PAGE_UNREAD;
    } else {
        cover_box(reader, covered);
    }
}

static void cover_field(reader *reader, const spot *spot) {
    box covered;
    bool showing = has_state(spot->states, ATSPI_STATE_SHOWING);
    bool is_ours = strcmp(spot->object.bus, reader->frame.bus) == 0; /* otherwise another toolkit may draw it */
    place place = place_find(&reader->geometry, spot->reported, showing, PLACE_MARGIN, &covered);
    if (!spot->in_page && (!is_ours || !toolkit_is_prompt(reader->memory))) {
        reader->whole = spot_is_hidden(spot) && !showing ? reader->whole : "password field of a toolkit that is not known";
    } else if (place == PLACE_ODD) {
        reader->whole = "password field without a place";
    } else if (place == PLACE_BOX) {
        cover_box(reader, covered);
    } else if (!spot_is_hidden(spot)) {
        reader->out->elsewhere = true;
    }
}

/* Chromium always reports the pages of pop-ups that it may show some time. They are empty. */
static bool is_empty_page(const reader *reader, const spot *spot) {
    return spot->document && !spot->has_secret && spot->answered && !reader->fits &&
           (spot->reported.width <= 0 || spot->reported.height <= 0);
}

void spots_cover(reader *reader, bool settled) {
    for (guint i = 0; i < reader->spots->len && reader->whole == NULL; i++) {
        const spot *spot = spot_at(reader, i);
        if (spot->candidate >= 0 || (spot->in_page && !settled) || is_empty_page(reader, spot)) {
            continue;
        }
        if (reader->window->no_place) {
            /* Even while a field is hidden, because nothing says when it is drawn again. */
            reader->whole = spot->document && !spot->has_secret ? "a page that is not read yet" : "password field";
        } else if (!spot->answered) {
            reader->whole = "password field that does not say where it is";
        } else if (!reader->fits) {
            reader->whole = "password field, but the size of the window does not fit";
        } else if (spot->document) {
            cover_document(reader, spot);
        } else {
            cover_field(reader, spot);
        }
    }
}
