/* SPDX-License-Identifier: MIT */
/* Versions and the words for numbers: the library says what the headers say. */
#include "support/support.h"

static void test_versions(void **state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", SCRIM_VERSION_MAJOR, SCRIM_VERSION_MINOR, SCRIM_VERSION_PATCH);
    assert_string_equal(SCRIM_VERSION_STRING, text);
    assert_int_equal(SCRIM_VERSION_NUMBER,
                     SCRIM_VERSION_MAJOR * 1000000 + SCRIM_VERSION_MINOR * 1000 + SCRIM_VERSION_PATCH);
    assert_string_equal(scrim_version_string(), SCRIM_VERSION_STRING);
    assert_int_equal(scrim_version_number(), SCRIM_VERSION_NUMBER);
    assert_int_equal(scrim_abi_number(), SCRIM_ABI_NUMBER);
}

static void test_words_of_statuses(void **state) {
    (void)state;
    assert_string_equal(scrim_status_name(SCRIM_OK), "SCRIM_OK");
    assert_string_equal(scrim_status_name(SCRIM_ERROR_INVALID_ARGUMENT), "SCRIM_ERROR_INVALID_ARGUMENT");
    assert_string_equal(scrim_status_name(SCRIM_ERROR_CORRUPTED), "SCRIM_ERROR_CORRUPTED");
    const scrim_status unknown[] = {1, INT32_MAX, INT32_MIN, -10000};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_string_equal(scrim_status_name(unknown[i]), "unknown status");
        assert_string_equal(scrim_status_message(unknown[i]), "unknown status");
    }
    /* Every status has words, and no two have the same. */
    for (scrim_status a = SCRIM_OK; strcmp(scrim_status_name(a), "unknown status") != 0; a--) {
        assert_true(strlen(scrim_status_message(a)) > 3);
        for (scrim_status b = SCRIM_OK; b > a; b--) {
            assert_string_not_equal(scrim_status_name(a), scrim_status_name(b));
            assert_string_not_equal(scrim_status_message(a), scrim_status_message(b));
        }
    }
}

static void test_words_of_reasons(void **state) {
    (void)state;
    assert_string_equal(scrim_reason_name(SCRIM_REASON_NONE), "SCRIM_REASON_NONE");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_PRIVATE), "SCRIM_REASON_PRIVATE");
    assert_string_equal(scrim_reason_name(SCRIM_REASON_CAPACITY), "SCRIM_REASON_CAPACITY");
    assert_string_equal(scrim_reason_name(UINT32_MAX), "unknown reason");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_words_of_statuses),
        cmocka_unit_test(test_words_of_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
