/* SPDX-License-Identifier: MIT */
#include "report.h"

#include "control.h"

#include <json-glib/json-glib.h>
#include <stdlib.h>

static const char *const states[] = {
    [VERDICT_UNKNOWN] = "unknown",
    [VERDICT_CLEAR] = "no secret",
    [VERDICT_SECRETS] = "secrets",
    [VERDICT_COVERED] = "covered",
    [VERDICT_SHOWN] = "shown",
};

/* What is printed. */
typedef struct content {
    box boxes[DESKTOP_MAX_COVERS];
    size_t count;
    known_window *windows;
    size_t window_count;
} content;

/* All of the screen is one box, if it is all covered. NULL if there is no memory. */
static content *copy_content(desktop *desktop, uint64_t now_ns) {
    content *content = malloc(sizeof *content);
    uint64_t ignored;
    if (content != NULL) {
        content->windows = desktop_copy_windows(desktop, now_ns, &content->window_count);
        content->count = desktop_covers(desktop, now_ns, content->boxes, &ignored);
        if (content->count > DESKTOP_MAX_COVERS) {
            content->boxes[0] = desktop_bounds(desktop);
            content->count = 1;
        }
    }
    if (content != NULL && content->windows == NULL) {
        free(content);
        return NULL;
    }
    return content;
}

static void free_content(content *content) {
    free(content->windows);
    free(content);
}

/* ---- JSON ---- */

/* JSON-GLib does not escape all control characters, and a terminal obeys them. */
static void add_text(JsonBuilder *builder, const char *name, const char *text) {
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autoptr(GString) printed = g_string_new(NULL);
    for (const char *at = valid; *at != 0; at = g_utf8_next_char(at)) {
        g_string_append_unichar(printed, without_control(g_utf8_get_char(at)));
    }
    json_builder_set_member_name(builder, name);
    json_builder_add_string_value(builder, printed->str);
}

static void add_int(JsonBuilder *builder, const char *name, int64_t value) {
    json_builder_set_member_name(builder, name);
    json_builder_add_int_value(builder, value);
}

static void add_box(JsonBuilder *builder, box box) {
    json_builder_begin_array(builder);
    json_builder_add_int_value(builder, box.x);
    json_builder_add_int_value(builder, box.y);
    json_builder_add_int_value(builder, box.width);
    json_builder_add_int_value(builder, box.height);
    json_builder_end_array(builder);
}

static void add_boxes(JsonBuilder *builder, const char *name, const box *boxes, size_t count) {
    json_builder_set_member_name(builder, name);
    json_builder_begin_array(builder);
    for (size_t i = 0; i < count; i++) {
        add_box(builder, boxes[i]);
    }
    json_builder_end_array(builder);
}

static void add_window(JsonBuilder *builder, const window *window, const reading *reading) {
    json_builder_begin_object(builder);
    add_int(builder, "id", (int64_t)window->id);
    add_text(builder, "title", window->title);
    add_text(builder, "application", *reading->application != 0 ? reading->application : window->class_name);
    add_text(builder, "toolkit", reading->toolkit);
    add_int(builder, "pid", window->pid);
    json_builder_set_member_name(builder, "frame");
    add_box(builder, window->frame);
    add_text(builder, "state", states[reading->verdict]);
    add_text(builder, "reason", reading->reason);
    add_boxes(builder, "boxes", reading->boxes, reading->verdict == VERDICT_SECRETS ? reading->count : 0);
    json_builder_end_object(builder);
}

static void add_all(JsonBuilder *builder, box bounds, const char *kind, const content *content) {
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, "screen");
    json_builder_begin_object(builder);
    add_text(builder, "kind", kind);
    add_int(builder, "width", bounds.width);
    add_int(builder, "height", bounds.height);
    json_builder_end_object(builder);
    json_builder_set_member_name(builder, "windows");
    json_builder_begin_array(builder);
    for (size_t i = 0; i < content->window_count; i++) {
        add_window(builder, &content->windows[i].window, &content->windows[i].reading);
    }
    json_builder_end_array(builder);
    add_boxes(builder, "covers", content->boxes, content->count);
    json_builder_end_object(builder);
}

bool report_json(desktop *desktop, const char *kind, uint64_t now_ns, FILE *file) {
    content *content = copy_content(desktop, now_ns);
    if (content == NULL) {
        return false;
    }
    JsonBuilder *builder = json_builder_new();
    add_all(builder, desktop_bounds(desktop), kind, content);
    JsonNode *root = json_builder_get_root(builder);
    char *text = json_to_string(root, TRUE);
    bool written = fprintf(file, "%s\n", text) >= 0 && fflush(file) == 0;
    g_free(text);
    json_node_unref(root);
    g_object_unref(builder);
    free_content(content);
    return written;
}

/* ---- Table ---- */

/* Returns how many columns it took. A title may contain anything, and a terminal obeys control characters. */
static int print_text(const char *text, int width, FILE *file) {
    char *valid = g_utf8_make_valid(text, -1);
    int columns = 0;
    for (const char *at = valid; *at != 0 && columns < width; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        char utf8[6] = "?";
        int bytes = g_unichar_isprint(character) ? g_unichar_to_utf8(character, utf8) : 1;
        columns += g_unichar_iszerowidth(character) ? 0 : g_unichar_iswide(character) ? 2
                                                                                      : 1;
        fwrite(utf8, 1, (size_t)bytes, file);
    }
    g_free(valid);
    return columns;
}

static void print_column(const char *text, int width, FILE *file) {
    int columns = print_text(text, width, file);
    fprintf(file, "%*s", columns < width + 2 ? width + 2 - columns : 0, "");
}

static void print_window(const window *window, const reading *reading, FILE *file) {
    print_column(states[reading->verdict], 10, file);
    print_column(*reading->application != 0 ? reading->application : window->class_name, 16, file);
    print_column(window->title, 32, file);
    fprintf(file, "%-5zu  ", reading->verdict == VERDICT_SECRETS ? reading->count : 0);
    print_text(reading->reason, WINDOW_TEXT, file);
    fprintf(file, "\n");
}

bool report_table(desktop *desktop, const char *kind, uint64_t now_ns, FILE *file) {
    box bounds = desktop_bounds(desktop);
    content *content = copy_content(desktop, now_ns);
    if (content == NULL) {
        return false;
    }
    fprintf(file, "Screen: %s, %d x %d. Windows, the lowest first:\n\n", kind, bounds.width, bounds.height);
    fprintf(file, "%-10s  %-16s  %-32s  %-5s  %s\n", "STATE", "APPLICATION", "TITLE", "BOXES", "REASON");
    for (size_t i = 0; i < content->window_count; i++) {
        print_window(&content->windows[i].window, &content->windows[i].reading, file);
    }
    fprintf(file, "\nCovered places on the screen: %zu\n", content->count);
    free_content(content);
    return fflush(file) == 0 && ferror(file) == 0;
}
