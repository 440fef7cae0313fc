/* SPDX-License-Identifier: MIT */
/* What --once prints is JSON without control characters, whatever titles contain. */
#include "testing/desktop_fixture.h"

#include "report.h"

#include <json-glib/json-glib.h>

static bool has_control(const char *text) {
    bool found = false;
    for (const char *at = text; *at != 0 && !found; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        found = (g_unichar_iscntrl(character) && character != '\n') || character == 0x2028 || character == 0x2029;
    }
    return found;
}

static void test_control_characters_become_spaces(void **state) {
    fixture *f = *state;
    char *text = NULL;
    size_t size = 0;
    window window = make_window(7, (box){0, 0, 50, 50});
    g_strlcpy(window.title, "a\x1f"
                            "b\x1b[31m\xc2\x9b"
                            "c\x7f\t\xe2\x80\xa8\"d\xff",
              sizeof window.title);
    set(f, &window, 1, 0);
    FILE *file = open_memstream(&text, &size);
    assert_true(report_json(f->desktop, "x11", START, file));
    fclose(file);
    assert_true(g_utf8_validate(text, -1, NULL));
    assert_false(has_control(text));
    assert_non_null(strstr(text, "\"a b [31m c   \\\"d\xef\xbf\xbd\""));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_control_characters_become_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
