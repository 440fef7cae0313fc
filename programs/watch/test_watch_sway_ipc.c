/* SPDX-License-Identifier: MIT */
/* The screen of sway, with a server in place of sway that says what each test wants, also what sway would never say. */
#include "screen.h"
#include "testing/sway_server.h"

#include <glib.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MS 1000000u

/* ---- Trees ---- */

static const char ROOT[] = "{\"type\": \"root\", \"floating_nodes\": [], \"nodes\": [%s]}";
static const char OUTPUT[] = "{\"type\": \"output\", \"name\": \"%s\", \"rect\": {\"x\": %d, \"y\": %d, \"width\": 800, \"height\": 600}, "
                             "\"floating_nodes\": [], \"nodes\": [{\"type\": \"workspace\", \"nodes\": [%s], \"floating_nodes\": [%s]}]}";
static const char WINDOW[] = "{\"type\": \"%s\", \"id\": %d, \"pid\": %d, \"name\": \"%s\", \"app_id\": \"app\", \"visible\": %s, "
                             "\"fullscreen_mode\": %d, \"rect\": {\"x\": %d, \"y\": 125, \"width\": 300, \"height\": 200}, "
                             "\"window_rect\": {\"x\": 2, \"y\": 0, \"width\": 296, \"height\": 198}, "
                             "\"deco_rect\": {\"x\": 0, \"y\": 0, \"width\": 300, \"height\": 25}, \"nodes\": [], \"floating_nodes\": []}";

static char *tiled(int id, int x) { return g_strdup_printf(WINDOW, "con", id, 100 + id, "tiled", "true", 0, x); }
static char *floating(int id, int x) { return g_strdup_printf(WINDOW, "floating_con", id, 100 + id, "floating", "true", 0, x); }

/* Takes the texts. */
static char *screen_with(char *nodes, char *floating_nodes) {
    char *output = g_strdup_printf(OUTPUT, "A", 0, 0, nodes, floating_nodes), *root = g_strdup_printf(ROOT, output);
    g_free(nodes);
    g_free(floating_nodes);
    g_free(output);
    return root;
}

/* Takes the text. */
static void answer_with_own(char *tree) {
    answer_with(tree);
    g_free(tree);
}

/* ---- The screen ---- */

static desktop *model;
static screen *watched;
static uint64_t begin_ns;

static void open_watched(void) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    char error[256] = "";
    model = desktop_new(&times);
    watched = screen_sway.open(model, error, sizeof error);
    assert_string_equal(error, "");
    begin_ns = (uint64_t)g_get_monotonic_time() * 1000u;
}

static void close_watched(void) {
    screen_sway.close(watched);
    desktop_free(model);
}

/* Lets a time pass, in which the server is asked once. */
static bool pass(uint64_t ns) {
    struct pollfd descriptor = {screen_sway.fd(watched), POLLIN, 0};
    begin_ns += ns;
    if (!screen_sway.handle(watched, begin_ns)) {
        return false;
    }
    poll(&descriptor, 1, 5000);
    return screen_sway.handle(watched, begin_ns);
}

static window window_at(size_t index) {
    window window = {0};
    reading reading;
    assert_true(desktop_window(model, index, &window, &reading, begin_ns));
    return window;
}

static size_t count_windows(void) {
    window window;
    reading reading;
    size_t count = 0;
    while (desktop_window(model, count, &window, &reading, begin_ns)) {
        count++;
    }
    return count;
}

static void assert_box(box box, int x, int y, int width, int height) {
    assert_int_equal(box.x, x);
    assert_int_equal(box.y, y);
    assert_int_equal(box.width, width);
    assert_int_equal(box.height, height);
}

static void test_windows_of_a_tree(void **state) {
    (void)state;
    char *full = g_strdup_printf(WINDOW, "con", 1, 7, "full", "true", 1, 0), *hidden = g_strdup_printf(WINDOW, "con", 2, 8, "hidden", "false", 0, 0);
    char *plain = tiled(3, -700), *above = floating(4, 30);
    char *nodes = g_strdup_printf("%s, {\"type\": \"con\", \"nodes\": [%s, %s], \"floating_nodes\": []}", full, hidden, plain);
    char *left = g_strdup_printf(OUTPUT, "A", -800, -50, nodes, above), *right = g_strdup_printf(OUTPUT, "B", 0, 0, "", "");
    char *pad = g_strdup_printf(OUTPUT, "__i3", -9000, 0, "", hidden), *all = g_strdup_printf("%s, %s, %s", pad, left, right);
    answer_with_own(g_strdup_printf(ROOT, all));
    open_watched();
    assert_int_equal(count_windows(), 3);
    const int ids[] = {3, 4, 1}, pids[] = {103, 104, 7};
    for (size_t i = 0; i < 3; i++) {
        window window = window_at(i);
        assert_int_equal(window.id, ids[i]);
        assert_int_equal(window.pid, pids[i]);
        assert_string_equal(window.class_name, "app");
        assert_true(window.no_place && !window.opaque && !window.popup);
    }
    assert_string_equal(window_at(1).title, "floating");
    assert_box(window_at(0).content, -698, 125, 296, 198);
    assert_box(window_at(0).frame, -716, 84, 332, 257); /* with the bar of the title, and 16 pixels around both */
    uint64_t next_ns;
    static box covers[DESKTOP_MAX_COVERS];
    assert_int_equal(desktop_covers(model, begin_ns, covers, &next_ns), 3); /* nothing was read yet, so everything is covered */
    close_watched();
    char *texts[] = {full, hidden, plain, above, nodes, left, right, pad, all};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
}

static void test_windows_without_a_place_cover_the_screen(void **state) {
    (void)state;
    answer_with_own(screen_with(g_strdup("{\"type\": \"con\", \"id\": 5, \"rect\": {\"x\": 0, \"y\": 0, \"width\": -3, \"height\": 7}, "
                                         "\"nodes\": [], \"floating_nodes\": []}"),
                                g_strdup("")));
    open_watched();
    assert_int_equal(count_windows(), 1);
    assert_box(window_at(0).frame, 0, 0, 800, 600);
    close_watched();
}

static void test_old_places_stay_for_a_while(void **state) {
    (void)state;
    answer_with_own(screen_with(tiled(3, 0), floating(4, 500)));
    open_watched();
    answer_with_own(screen_with(tiled(3, 100), floating(4, 400)));
    assert_true(pass(60 * MS));
    assert_box(window_at(0).frame, -16, 84, 432, 257); /* sway may show it at the old place until all windows have redrawn */
    assert_box(window_at(1).frame, 384, 84, 332, 257); /* a floating window moves at once */
    answer_with_own(screen_with(g_strdup(""), floating(4, 400)));
    assert_true(pass(200 * MS));
    assert_int_equal(count_windows(), 2);
    assert_true(pass(200 * MS));
    assert_int_equal(count_windows(), 2);
    assert_true(pass(110 * MS));
    assert_int_equal(count_windows(), 1);
    close_watched();
}

static void test_trails_end(void **state) {
    (void)state;
    answer_with_own(screen_with(tiled(3, 0), g_strdup("")));
    open_watched();
    answer_with_own(screen_with(tiled(3, 100), g_strdup("")));
    assert_true(pass(60 * MS));
    assert_true(pass(290 * MS));
    assert_box(window_at(0).frame, -16, 84, 432, 257);
    assert_true(pass(60 * MS));
    assert_box(window_at(0).frame, 84, 84, 332, 257);
    close_watched();
}

static void test_long_and_broken_titles(void **state) {
    (void)state;
    char title[1000] = "\xff", *text;
    for (int i = 1; i < 900; i += 3) {
        memcpy(title + i, "\xe2\x82\xac", 3);
    }
    text = g_strdup_printf(WINDOW, "con", 1, 7, title, "true", 0, 0);
    answer_with_own(screen_with(text, g_strdup("")));
    open_watched();
    window window = window_at(0);
    assert_true(g_utf8_validate(window.title, -1, NULL));
    assert_in_range(strlen(window.title), WINDOW_TEXT - 4, WINDOW_TEXT - 1);
    close_watched();
}

static void test_no_output(void **state) {
    (void)state;
    uint64_t next_ns;
    static box covers[DESKTOP_MAX_COVERS];
    answer_with_own(g_strdup_printf(ROOT, ""));
    open_watched();
    assert_true(desktop_covers(model, begin_ns, covers, &next_ns) == SIZE_MAX);
    answer_with_own(screen_with(g_strdup(""), g_strdup("")));
    assert_true(pass(60 * MS));
    assert_int_equal(desktop_covers(model, begin_ns, covers, &next_ns), 0);
    close_watched();
}

/* ---- Errors ---- */

static void test_the_end_of_sway(void **state) {
    (void)state;
    answer_with_own(screen_with(tiled(3, 0), g_strdup("")));
    open_watched();
    GByteArray *bytes = g_byte_array_new();
    append(bytes, SWAY_EVENT_SHUTDOWN, "{\"change\": \"exit\"}", 18);
    answer_with_bytes(bytes->data, bytes->len, false);
    assert_false(pass(60 * MS));
    close_watched();
    answer_with_own(screen_with(tiled(3, 0), g_strdup("")));
    open_watched();
    answer_with_bytes("", 0, true);
    assert_false(pass(60 * MS));
    close_watched();
    g_byte_array_free(bytes, TRUE);
}

static void test_sway_does_not_answer(void **state) {
    (void)state;
    answer_with_own(screen_with(tiled(3, 0), g_strdup("")));
    open_watched();
    answer_with_bytes("", 0, false);
    assert_true(screen_sway.handle(watched, begin_ns + 60 * MS));
    assert_true(screen_sway.handle(watched, begin_ns + 1059 * MS));
    assert_false(screen_sway.handle(watched, begin_ns + 1060 * MS));
    close_watched();
}

static void assert_refused(const void *data, size_t length) {
    char error[256] = "";
    answer_with_own(screen_with(tiled(3, 0), g_strdup("")));
    open_watched();
    answer_with_bytes(data, length, true);
    bool connected = pass(60 * MS);
    for (int parts = 0; connected && parts < 500; parts++) { /* long answers come in parts */
        g_usleep(10000);
        connected = screen_sway.handle(watched, begin_ns);
    }
    assert_false(connected);
    close_watched();
    desktop *other = desktop_new(&(desktop_times)DESKTOP_TIMES_INIT);
    assert_null(screen_sway.open(other, error, sizeof error));
    assert_memory_equal(error, "SWAYSOCK: ", 10);
    desktop_free(other);
}

static void test_hostile_answers(void **state) {
    (void)state;
    static const char *const trees[] = {"", "[]", "7", "{}", "{\"type\": \"root\"}", "{\"nodes\": 7, \"floating_nodes\": []}", "{\"nodes\": [7], \"floating_nodes\": []}",
                                        "{\"nodes\": [], \"floating_nodes\": [{\"type\": \"con\", \"nodes\": [], \"floating_nodes\": []}]}", "{\"nodes\": ["};
    GByteArray *bytes = g_byte_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(trees); i++) {
        g_byte_array_set_size(bytes, 0);
        append(bytes, SWAY_GET_TREE, trees[i], (uint32_t)strlen(trees[i]));
        assert_refused(bytes->data, bytes->len);
    }
    char *deep = g_malloc(1 << 20);
    memset(deep, '[', 1 << 20);
    g_byte_array_set_size(bytes, 0);
    append(bytes, SWAY_GET_TREE, deep, 1 << 20);
    assert_refused(bytes->data, bytes->len);
    assert_refused(bytes->data, 1000); /* cut */
    assert_refused("i3-ipc", 6);
    assert_refused("i3-ipd\0\0\0\0\4\0\0\0", 14);
    assert_refused("i3-ipc\1\0\0\1\4\0\0\0", 14); /* longer than the limit */
    assert_refused("HTTP/1.1 400", 12);
    g_free(deep);
    g_byte_array_free(bytes, TRUE);
}

static void test_changed_bytes(void **state) {
    (void)state;
    static const char parts[] = "{}[]:,\"\\70ex-\n\xff\xc3";
    uint32_t random = 1;
    char *tree = screen_with(tiled(3, 0), floating(4, 0));
    size_t length = strlen(tree);
    for (int i = 0; i < 400; i++) {
        char *copy = g_strdup(tree), error[256];
        GByteArray *bytes = g_byte_array_new();
        for (int changes = 0; changes <= i % 3; changes++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 8) % length] = parts[(random >> 4) % (sizeof parts - 1)];
        }
        append(bytes, SWAY_GET_TREE, copy, (uint32_t)length);
        answer_with_bytes(bytes->data, bytes->len, true);
        model = desktop_new(&(desktop_times)DESKTOP_TIMES_INIT);
        watched = screen_sway.open(model, error, sizeof error);
        if (watched != NULL) {
            screen_sway.close(watched);
        }
        desktop_free(model);
        g_byte_array_free(bytes, TRUE);
        g_free(copy);
    }
    g_free(tree);
}

static void test_no_socket(void **state) {
    (void)state;
    char error[256], expected[256], *long_path = g_strnfill(200, 'a');
    setenv("SWAYSOCK", "/nonexistent/sway", 1);
    assert_null(screen_sway.open(NULL, error, sizeof error));
    assert_string_equal(error, "SWAYSOCK: /nonexistent/sway: No such file or directory");
    setenv("SWAYSOCK", long_path, 1);
    assert_null(screen_sway.open(NULL, error, sizeof error));
    assert_string_equal(error, "SWAYSOCK: expected a path of at most 107 bytes (got 200)");
    unsetenv("SWAYSOCK");
    assert_null(screen_sway.open(NULL, error, sizeof error));
    snprintf(expected, sizeof expected, "SWAYSOCK is not set: expected the path of sway's socket");
    assert_string_equal(error, expected);
    setenv("SWAYSOCK", path, 1);
    g_free(long_path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows_of_a_tree),
        cmocka_unit_test(test_windows_without_a_place_cover_the_screen),
        cmocka_unit_test(test_old_places_stay_for_a_while),
        cmocka_unit_test(test_trails_end),
        cmocka_unit_test(test_long_and_broken_titles),
        cmocka_unit_test(test_no_output),
        cmocka_unit_test(test_the_end_of_sway),
        cmocka_unit_test(test_sway_does_not_answer),
        cmocka_unit_test(test_hostile_answers),
        cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_no_socket),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
