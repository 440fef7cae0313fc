/* SPDX-License-Identifier: MIT */
/* A record's numbers are written with a point, whatever the program's locale has in its place. */
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "collector_fixture.h"

/* Takes a locale that is there, or makes it in a folder of its own; NULL: neither. */
static const char *use_locale(const char *name) {
    static char folder[] = "/tmp/scrim-locale-XXXXXX", wanted[32], command[200];
    static int has_folder;
    sprintf(wanted, "%s.UTF-8", name);
    if (setlocale(LC_ALL, wanted) != NULL)
        return wanted;
    if (!has_folder)
        assert_non_null(mkdtemp(folder));
    has_folder = 1;
    /* Its warnings, of which there are some, end it with 1. */
    sprintf(command, "localedef -c -i %s -f UTF-8 --no-archive %s/%s.UTF-8 >/dev/null 2>&1", name, folder, name);
    int status = system(command);
    assert_int_not_equal(status, -1);
    setenv("LOCPATH", folder, 1);
    const char *found = setlocale(LC_ALL, wanted);
    unsetenv("LOCPATH");
    sprintf(command, "rm -rf %s/%s.UTF-8", folder, name);
    assert_int_equal(system(command), 0);
    rmdir(folder);
    has_folder = 0;
    memcpy(strrchr(folder, '-') + 1, "XXXXXX", 6);
    return found;
}

static void check_numbers(const char *name, const char *point) {
    static const struct {
        uint32_t kind;
        double value;
        const char *content;
    } cases[] = {
        {SCRIM_VALUE_NUMBER, 0.5, "0.5"},
        {SCRIM_VALUE_NUMBER, -1.5e300, "-1.5e+300"},
        {SCRIM_VALUE_NUMBER, 99, "99"},
        {SCRIM_VALUE_FRACTION, 0.5555, "0.555500"},
        {SCRIM_VALUE_FRACTION, -1234567.25, "-1234567.250000"},
    };
    char printed[32];
    if (use_locale(name) == NULL) {
        print_message("skipped: there is no locale %s, and localedef makes none\n", name);
        skip();
    }
    sprintf(printed, "%g", 0.5);
#if !defined(__GLIBC__) /* musl takes any name for a locale, and prints a point in each */
    if (strstr(printed, point) == NULL) {
        print_message("skipped: the C library has no locale with another point\n");
        skip();
    }
#endif
    assert_non_null(strstr(printed, point));
    scrim_id view = add_kind(fixture.window, "Stepper", NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scrim_view_metadata description = SCRIM_VIEW_METADATA_INIT;
        description.value_kind = cases[i].kind;
        description.value = cases[i].value;
        ASSERT_OK(scrim_scene_set_metadata(fixture.scene, view, &description));
        assert_text(record_of(view).content, cases[i].content);
    }
}

static void test_numbers_where_the_point_is_a_comma(void **state) {
    (void)state;
    check_numbers("de_DE", ",");
}

static void test_numbers_where_the_point_is_of_several_bytes(void **state) {
    (void)state;
    check_numbers("ps_AF", "\xd9\xab");
}

static int teardown_locale(void **state) {
    setlocale(LC_ALL, "C");
    return teardown(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_numbers_where_the_point_is_a_comma, setup, teardown_locale),
        cmocka_unit_test_setup_teardown(test_numbers_where_the_point_is_of_several_bytes, setup, teardown_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
