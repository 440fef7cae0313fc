/* SPDX-License-Identifier: MIT */
/* The rules file: what is accepted, what each error says, and which rule fits. Patterns are compared with two other matchers. */
#include "json_text.h"
#include "rules_private.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/scrim-rules-XXXXXX";
static char path[64];

static int set_up(void **state) {
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/watch.json", folder);
    return setenv("XDG_CONFIG_HOME", folder, 1);
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(const char *text, size_t length) {
    unlink(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

static rules *read_text(const char *text) {
    char error[512] = "";
    write_file(text, strlen(text));
    rules *rules = rules_read(path, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(rules);
    return rules;
}

/* The message without the path of the file. */
static const char *error_of(const char *text, size_t length) {
    static char error[1024];
    write_file(text, length);
    rules *rules = rules_read(path, error, sizeof error);
    assert_null(rules);
    assert_memory_equal(error, path, strlen(path));
    return error + strlen(path);
}

/* ---- Which rule fits ---- */

static const char DOCUMENT[] = "{\n"
                               "  \"rules\": [\n"
                               "    {\"application\": \"KeePassXC\", \"cover\": \"window\"},\n"
                               "    {\"title\": \"*private*\", \"cover\": \"window\"},\n"
                               "    {\"role\": \"entry\", \"name\": \"Card number*\", \"cover\": \"view\"},\n"
                               "    {\"origin\": \"https://*.bank.example\", \"cover\": \"window\"},\n"
                               "    {\"application\": \"xterm\", \"title\": \"build ?\", \"cover\": \"nothing\"},\n"
                               "    {\"application\": \"xterm\", \"cover\": \"window\"},\n"
                               "    {\"title\": \"STRASSE \\u00c9*\", \"cover\": \"nothing\"}\n"
                               "  ],\n"
                               "  \"not_on_the_bus\": \"show\",\n"
                               "  \"browsers\": \"settled\"\n"
                               "}\n";

/* Among them are titles that are not UTF-8, with characters of several bytes, with combining accents, and letters that fold to two. */
static const struct {
    rule_subject subject;
    rule_action window, view;
    size_t window_number, view_number;
} CASES[] = {
    {{.application = "keepassxc"}, RULE_WINDOW, RULE_NONE, 1, 0},
    {{.class_name = "KEEPASSXC"}, RULE_WINDOW, RULE_NONE, 1, 0},
    {{.application = "other", .class_name = "KeePassXC"}, RULE_WINDOW, RULE_NONE, 1, 0},
    {{.application = "KeePassXC 2"}, RULE_NONE, RULE_NONE, 0, 0},
    {{.title = "My PRIVATE notes"}, RULE_WINDOW, RULE_NONE, 2, 0},
    {{.title = "private"}, RULE_WINDOW, RULE_NONE, 2, 0},
    {{.title = "privat"}, RULE_NONE, RULE_NONE, 0, 0},
    {{0}, RULE_NONE, RULE_NONE, 0, 0},
    {{.application = "KeePassXC", .title = "private"}, RULE_WINDOW, RULE_NONE, 1, 0},
    {{.role = "entry", .name = "card NUMBER:"}, RULE_NONE, RULE_VIEW, 0, 3},
    {{.role = "entry"}, RULE_NONE, RULE_NONE, 0, 0},
    {{.role = "text", .name = "Card number"}, RULE_NONE, RULE_NONE, 0, 0},
    {{.origin = "https://www.bank.example"}, RULE_NONE, RULE_WINDOW, 0, 4},
    {{.origin = "https://bank.example"}, RULE_NONE, RULE_NONE, 0, 0},
    {{.application = "xterm", .title = "build 1"}, RULE_SHOW, RULE_NONE, 5, 0},
    {{.application = "xterm", .title = "build 10"}, RULE_WINDOW, RULE_NONE, 6, 0},
    {{.application = "xterm", .title = "build \xc3\xa9"}, RULE_SHOW, RULE_NONE, 5, 0},
    {{.application = "XTerm"}, RULE_WINDOW, RULE_NONE, 6, 0},
    {{.title = "stra\xc3\x9f\x65 \xc3\xa9 1"}, RULE_SHOW, RULE_NONE, 7, 0},
    {{.title = "Strasse E\xcc\x81"}, RULE_SHOW, RULE_NONE, 7, 0},
    {{.title = "strasse e"}, RULE_NONE, RULE_NONE, 0, 0},
    {{.title = "\xff\xfeprivate\xc3"}, RULE_WINDOW, RULE_NONE, 2, 0},
};

static void test_first_rule_that_fits(void **state) {
    (void)state;
    rules *rules = read_text(DOCUMENT);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        size_t window = 0, view = 0;
        print_message("case %zu\n", i);
        assert_int_equal(rules_window(rules, &CASES[i].subject, &window), CASES[i].window);
        assert_int_equal(rules_view(rules, &CASES[i].subject, &view), CASES[i].view);
        assert_int_equal(window, CASES[i].window_number);
        assert_int_equal(view, CASES[i].view_number);
    }
    assert_int_equal(rules_window(rules, &CASES[0].subject, NULL), RULE_WINDOW);
    assert_true(rules_has_view_rules(rules) && rules_show_unreadable(rules) && rules_settled_browsers(rules));
    rules_free(rules);
}

static void test_defaults(void **state) {
    (void)state;
    rules *all[] = {rules_new(), read_text("{}"), read_text("{\"rules\": []}"),
                    read_text("{\"not_on_the_bus\": \"cover\", \"browsers\": \"document\"}")};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_false(rules_has_view_rules(all[i]) || rules_show_unreadable(all[i]) || rules_settled_browsers(all[i]));
        assert_int_equal(rules_window(all[i], &(rule_subject){.title = "a"}, NULL), RULE_NONE);
        rules_free(all[i]);
    }
    rules_free(NULL);
}

static void test_default_path(void **state) {
    (void)state;
    char error[512] = "", configuration[64], file[64];
    snprintf(configuration, sizeof configuration, "%s/scrim", folder); /* $XDG_CONFIG_HOME is the folder */
    snprintf(file, sizeof file, "%s/scrim/watch.json", folder);
    rules *rules = rules_read_default(error, sizeof error);
    assert_non_null(rules);
    assert_false(rules_show_unreadable(rules));
    rules_free(rules);
    write_file("{\"not_on_the_bus\": \"show\"}", 26);
    assert_int_equal(mkdir(configuration, 0700), 0);
    assert_int_equal(rename(path, file), 0);
    rules = rules_read_default(error, sizeof error);
    assert_non_null(rules);
    assert_true(rules_show_unreadable(rules));
    rules_free(rules);
    assert_int_equal(chmod(file, 0666), 0);
    assert_null(rules_read_default(error, sizeof error));
    assert_int_equal(unlink(file) | rmdir(configuration), 0);
}

/* They are not the same as no rules: these should show less. */
static void test_links_that_lead_nowhere(void **state) {
    (void)state;
    char error[512], configuration[64], file[64], message[128];
    snprintf(configuration, sizeof configuration, "%s/scrim", folder);
    snprintf(file, sizeof file, "%s/scrim/watch.json", folder);
    snprintf(message, sizeof message, "%s: a link on its path leads to nothing", file);
    assert_int_equal(symlink("/nonexistent/folder", configuration), 0);
    assert_null(rules_read_default(error, sizeof error));
    assert_string_equal(error, message);
    assert_int_equal(unlink(configuration) | mkdir(configuration, 0700), 0);
    assert_int_equal(symlink("/nonexistent/rules.json", file), 0);
    assert_null(rules_read_default(error, sizeof error));
    assert_string_equal(error, message);
    assert_int_equal(unlink(file), 0);
    write_file("{\"not_on_the_bus\": \"show\"}", 26);
    assert_int_equal(symlink(path, file), 0);
    rules *rules = rules_read_default(error, sizeof error);
    assert_true(rules != NULL && rules_show_unreadable(rules));
    rules_free(rules);
    assert_int_equal(unlink(file) | rmdir(configuration), 0);
}

/* ---- Errors ---- */

#define RULE(text) "{\"rules\": [" text "]}"

static const struct {
    const char *text, *error;
} ERRORS[] = {
    {"", ":1: expected an object or a list, but the text is empty"},
    {"[]", ":1: expected an object (got a list)"},
    {"7", ":1: expected { or ["},
    {"{}\n{}", ":2: expected the end of the text behind the first object or list"},
    {"{\n// x\n}", ":2: expected JSON, without comments, and with texts in double quotation marks"},
    {"{'rules': []}", ":1: expected JSON, without comments, and with texts in double quotation marks"},
    {"{\"rules\": [\n}", ":2: unexpected character `}', expected character `]'"},
    {"{\"rules\": [],}", ":1: unexpected character `,', expected character `]'"},
    {"{\"rules\": 0x10}", ":1: expected a decimal number"},
    {"{\"a\": \"\\q\"}", ":1: a backslash must be followed by one of \"\\/bfnrt, or by u and a character"},
    {"{\"a\": \"\\u0000\"}", ":1: a backslash must be followed by one of \"\\/bfnrt, or by u and a character"},
    {"{\"a\": \"\\ud800\"}", ":1: a backslash must be followed by one of \"\\/bfnrt, or by u and a character"},
    {"{\"a\": \"\\udc00\\udc00\"}", ":1: a backslash must be followed by one of \"\\/bfnrt, or by u and a character"},
    {"{\"a\n\": 1}", ":1: a text must end in its line"},
    {"{\"a", ":1: a text must end with a quotation mark"},
    {"{\n\"\xff\": 1}", ":2: expected UTF-8"},
    {"[[[[[[[[[", ":1: objects and lists are nested too deeply"},
    {"{}}", ":1: expected the end of the text behind the first object or list"},
    {"{\"rule\": []}", ":1: unknown name \"rule\": expected rules, not_on_the_bus or browsers"},
    {"{\"rules\": {}}", ":1: \"rules\" must be a list (got an object)"},
    {"{\"rules\": [],\n\"rules\": []}", ":2: \"rules\" is named twice"},
    {"{\n\"browsers\": \"covered\"}", ":2: \"browsers\" must be \"document\" or \"settled\" (got \"covered\")"},
    {"{\"not_on_the_bus\": true}", ":1: \"not_on_the_bus\" must be a text (got true or false)"},
    {"{\"not_on_the_bus\": \"Show\"}", ":1: \"not_on_the_bus\" must be \"cover\" or \"show\" (got \"Show\")"},
    {RULE("7"), ":1: rule 1: expected an object (got a number)"},
    {RULE("\n{}"), ":2: rule 1: expected \"application\", \"title\", \"role\", \"name\" or \"origin\", because a rule must not fit everything"},
    {RULE("{\"cover\": \"window\"}"),
     ":1: rule 1: expected \"application\", \"title\", \"role\", \"name\" or \"origin\", because a rule must not fit everything"},
    {RULE("{\"title\": \"a\"}"), ":1: rule 1: \"cover\" is missing"},
    {RULE("{\"title\": \"a\", \"cover\": \"window\"},\n{\"titel\": \"a\"}"),
     ":2: rule 2: unknown name \"titel\": expected application, title, role, name, origin or cover"},
    {RULE("{\"title\": \"a\",\n\"title\": \"b\", \"cover\": \"window\"}"), ":2: \"title\" is named twice"},
    {RULE("{\"title\": null, \"cover\": \"window\"}"), ":1: rule 1: \"title\" must be a text (got null)"},
    {RULE("{\"title\": [\"a\"], \"cover\": \"window\"}"), ":1: rule 1: \"title\" must be a text (got a list)"},
    {RULE("{\"title\": \"\", \"cover\": \"window\"}"), ":1: rule 1: \"title\" must have between 1 and 1024 bytes (got 0)"},
    {RULE("{\"title\": \"\\u001b\", \"cover\": \"window\"}"), ":1: rule 1: \"title\" must not contain control characters"},
    {RULE("{\"title\": \"a\", \"cover\": \"hide\"}"), ":1: rule 1: \"cover\" must be \"view\", \"window\" or \"nothing\" (got \"hide\")"},
    {RULE("{\"title\": \"a\", \"cover\": \"view\"}"), ":1: rule 1: \"cover\": \"view\" needs \"role\", \"name\" or \"origin\""},
    {RULE("{\"name\": \"a\", \"cover\": \"nothing\"}"),
     ":1: rule 1: \"cover\": \"nothing\" is for windows, so it must not be used with \"role\", \"name\" or \"origin\""},
    {RULE("{\"role\": \"entrey\", \"cover\": \"view\"}"), ":1: rule 1: \"role\" must be a role of AT-SPI, such as \"entry\" (got \"entrey\")"},
    {RULE("{\"origin\": \"bank.example\", \"cover\": \"view\"}"),
     ":1: rule 1: \"origin\" must be a scheme and a host, such as \"https://bank.example\" (got \"bank.example\")"},
    {RULE("{\"origin\": \"https://bank.example/\", \"cover\": \"view\"}"),
     ":1: rule 1: \"origin\" must be a scheme and a host, such as \"https://bank.example\" (got \"https://bank.example/\")"},
};

static void test_errors(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof ERRORS / sizeof ERRORS[0]; i++) {
        assert_string_equal(error_of(ERRORS[i].text, strlen(ERRORS[i].text)), ERRORS[i].error);
    }
    assert_string_equal(error_of("{}\0{}", 5), ":1: expected UTF-8");
    for (int role = 0; role < 2; role++) { /* roles with a space, and patterns */
        rules_free(read_text(role ? RULE("{\"role\": \"PASSWORD*\", \"cover\": \"view\"}") : RULE("{\"role\": \"password text\", \"cover\": \"view\"}")));
    }
    rules_free(read_text(RULE("{\"origin\": \"*bank.example:8443\", \"cover\": \"view\"}")));
}

static void test_limits(void **state) {
    (void)state;
    GString *text = g_string_new("{\"rules\": [");
    for (int i = 0; i < RULES_MAX; i++) {
        g_string_append(text, i > 0 ? ",\n{\"title\": \"a\", \"cover\": \"window\"}" : "{\"title\": \"a\", \"cover\": \"window\"}");
    }
    size_t length = text->len;
    g_string_append(text, "]}");
    rules_free(read_text(text->str));
    g_string_truncate(text, length);
    g_string_append(text, ", {}]}");
    assert_string_equal(error_of(text->str, text->len), ":1000: expected at most 1000 rules (got 1001)");
    g_string_assign(text, "{}");
    while (text->len < RULES_MAX_BYTES) {
        g_string_append_c(text, ' ');
    }
    rules_free(read_text(text->str));
    g_string_append_c(text, ' ');
    assert_string_equal(error_of(text->str, text->len), ": expected at most 1048576 bytes (got 1048577)");
    memset(text->str, '[', RULES_MAX_BYTES);
    assert_string_equal(error_of(text->str, RULES_MAX_BYTES), ":1: objects and lists are nested too deeply");
    g_string_free(text, TRUE);
}

static void test_files_that_others_could_write(void **state) {
    (void)state;
    char error[512], expected[512];
    static const struct {
        unsigned mode;
        bool believed;
    } modes[] = {{0600, true}, {0400, true}, {0644, true}, {0664, false}, {0602, false}, {0666, false}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        write_file("{}", 2);
        assert_int_equal(chmod(path, modes[i].mode), 0);
        rules *rules = rules_read(path, error, sizeof error);
        assert_int_equal(rules != NULL, modes[i].believed);
        rules_free(rules);
    }
    snprintf(expected, sizeof expected, "%s: the file must be writable by its owner only (its mode is 666); chmod go-w corrects it", path);
    assert_string_equal(error, expected);
    if (geteuid() == 0) {
        assert_int_equal(chmod(path, 0600) | chown(path, 65534, 65534), 0);
        assert_null(rules_read(path, error, sizeof error));
        snprintf(expected, sizeof expected, "%s: the file must belong to you or to root (it belongs to user 65534)", path);
        assert_string_equal(error, expected);
    }
    assert_null(rules_read(folder, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: expected an ordinary file", folder);
    assert_string_equal(error, expected);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* does not wait for a writer */
    assert_null(rules_read(path, error, sizeof error));
    unlink(path);
    assert_null(rules_read(path, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: No such file or directory", path);
    assert_string_equal(error, expected);
}

/* ---- Patterns, by two other matchers ---- */

static uint32_t random_state = 1;
static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

static bool match_by_recursion(const char *pattern, const char *text) {
    if (*pattern == '\0') {
        return *text == '\0';
    }
    if (*pattern == '*') {
        return match_by_recursion(pattern + 1, text) || (*text != '\0' && match_by_recursion(pattern, g_utf8_next_char(text)));
    }
    return *text != '\0' && (*pattern == '?' || g_utf8_get_char(pattern) == g_utf8_get_char(text)) &&
           match_by_recursion(g_utf8_next_char(pattern), g_utf8_next_char(text));
}

static bool match_by_regex(const char *pattern, const char *text) {
    GString *regex = g_string_new("\\A(?:");
    for (; *pattern != '\0'; pattern = g_utf8_next_char(pattern)) {
        char character[8] = "";
        g_unichar_to_utf8(g_utf8_get_char(pattern), character);
        char *escaped = g_regex_escape_string(character, -1);
        g_string_append(regex, *pattern == '*' ? ".*" : *pattern == '?' ? "."
                                                                        : escaped);
        g_free(escaped);
    }
    g_string_append(regex, ")\\z");
    GRegex *compiled = g_regex_new(regex->str, G_REGEX_DOTALL, 0, NULL);
    assert_non_null(compiled);
    bool found = g_regex_match(compiled, text, 0, NULL);
    g_regex_unref(compiled);
    g_string_free(regex, TRUE);
    return found;
}

static void random_text(char *out, size_t count, const char *const *parts, uint32_t part_count) {
    *out = '\0';
    for (size_t i = 0; i < count; i++) {
        strcat(out, parts[random_below(part_count)]);
    }
}

static void test_patterns_as_two_other_matchers(void **state) {
    (void)state;
    static const char *const parts[] = {"a", "b", "\xc3\xa9", "\n", "\xe2\x82\xac", "*", "?", "*", "."};
    int found = 0;
    for (int i = 0; i < 20000; i++) {
        char pattern[64], text[64];
        random_text(pattern, random_below(8), parts, 9);
        random_text(text, random_below(10), parts, 5);
        bool by_rules = rules_match(pattern, text);
        assert_int_equal(by_rules, match_by_recursion(pattern, text));
        assert_int_equal(by_rules, match_by_regex(pattern, text));
        found += by_rules;
    }
    assert_in_range(found, 1000, 19000);
}

/* ---- Random documents ---- */

static void test_random_documents(void **state) {
    (void)state;
    static const char *const parts[] = {"{", "}", "[", "]", ":", ",", "\"", "\"title\"", "\"a*\"", "\"cover\": \"window\"", "\\u00e9", "\\", "7", "null",
                                        "\"rules\": [", "{\"title\": \"a\", \"cover\": \"window\"}", "\n", "\xc3", "\xc3\xa9", "//", "'"};
    for (int i = 0; i < 3000; i++) {
        char text[2048], error[512];
        if (i % 2 == 0) {
            random_text(text, random_below(30), parts, sizeof parts / sizeof parts[0]);
        } else {
            strcpy(text, DOCUMENT);
            for (uint32_t changes = 1 + random_below(3); changes > 0; changes--) {
                text[random_below(sizeof DOCUMENT - 1)] = "{}[]:,\"\\x7\n\xff"[random_below(12)];
            }
        }
        write_file(text, strlen(text));
        error[0] = '\0';
        rules *rules = rules_read(path, error, sizeof error);
        assert_int_equal(rules == NULL, error[0] != '\0');
        rules_free(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_rule_that_fits),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_default_path),
        cmocka_unit_test(test_links_that_lead_nowhere),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_files_that_others_could_write),
        cmocka_unit_test(test_patterns_as_two_other_matchers),
        cmocka_unit_test(test_random_documents),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
