/* SPDX-License-Identifier: MIT */
/* Reads a file of rules. It is strict: a name with a slip of the pen would otherwise leave something visible. */
#include "json_text.h"
#include "rules_private.h"

#include <atspi/atspi.h>
#include <errno.h>
#include <fcntl.h>
#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const field_names[FIELD_COUNT] = {"application", "title", "role", "name", "origin"};

enum {
    MAX_DEPTH = 8 /* of objects and lists; rules need 3 */
};

typedef struct reader {
    const char *path;
    char *error;
    size_t error_size;
    bool failed;        /* the first error is kept */
    GHashTable *lines;  /* of members and elements, by line_key() */
    size_t rule_number; /* of the rule that is read; 0 outside of rules */
} reader;

static bool fail(reader *reader, size_t line, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Always false. line 0: the message is about the whole file. */
static bool fail(reader *reader, size_t line, const char *format, ...) {
    if (reader->failed) {
        return false;
    }
    va_list list;
    va_start(list, format);
    char *message = g_strdup_vprintf(format, list);
    va_end(list);
    char place[64] = "", rule[64] = "";
    if (line > 0) {
        snprintf(place, sizeof place, ":%zu", line);
    }
    if (reader->rule_number > 0) {
        snprintf(rule, sizeof rule, " rule %zu:", reader->rule_number);
    }
    snprintf(reader->error, reader->error_size, "%s%s:%s %s", reader->path, place, rule, message);
    g_free(message);
    reader->failed = true;
    return false;
}

/* ---- The file ---- */

static bool may_be_believed(reader *reader, const struct stat *status) {
    if (!S_ISREG(status->st_mode)) {
        return fail(reader, 0, "expected an ordinary file");
    }
    if (status->st_uid != geteuid() && status->st_uid != 0) {
        return fail(reader, 0, "the file must belong to you or to root (it belongs to user %u)", (unsigned)status->st_uid);
    }
    if (status->st_mode & (S_IWGRP | S_IWOTH)) {
        return fail(reader, 0, "the file must be writable by its owner only (its mode is %03o); chmod go-w corrects it", status->st_mode & 0777u);
    }
    return status->st_size <= RULES_MAX_BYTES || fail(reader, 0, "expected at most %d bytes (got %lld)", RULES_MAX_BYTES, (long long)status->st_size);
}

/* Adds a NUL. */
static GString *read_text(reader *reader, int fd) {
    struct stat status;
    if (fstat(fd, &status) != 0) {
        fail(reader, 0, "%s", strerror(errno));
        return NULL;
    }
    if (!may_be_believed(reader, &status)) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    char part[4096];
    ssize_t length;
    while ((length = read(fd, part, sizeof part)) > 0 && text->len <= RULES_MAX_BYTES) {
        g_string_append_len(text, part, length);
    }
    if (length < 0 || text->len > RULES_MAX_BYTES) {
        fail(reader, 0, "%s", length < 0 ? strerror(errno) : "the file grows while it is read");
        g_string_free(text, TRUE);
        return NULL;
    }
    return text;
}

/* ---- Rules ---- */

static char *line_key(const void *container, const char *name) { return g_strdup_printf("%p %s", container, name); }

static size_t line_of(const reader *reader, const void *container, const char *name) {
    char *key = line_key(container, name);
    size_t line = GPOINTER_TO_SIZE(g_hash_table_lookup(reader->lines, key));
    g_free(key);
    return line;
}

static const char *kind_of(JsonNode *node) {
    switch (json_node_get_node_type(node)) {
    case JSON_NODE_OBJECT:
        return "an object";
    case JSON_NODE_ARRAY:
        return "a list";
    case JSON_NODE_NULL:
        return "null";
    default:
        break;
    }
    GType type = json_node_get_value_type(node);
    return type == G_TYPE_STRING ? "a text" : type == G_TYPE_BOOLEAN ? "true or false"
                                                                     : "a number";
}

/* NULL with an error if the member is not a text. */
static const char *text_of(reader *reader, size_t line, const char *name, JsonNode *node) {
    if (json_node_get_value_type(node) != G_TYPE_STRING) {
        fail(reader, line, "\"%s\" must be a text (got %s)", name, kind_of(node));
        return NULL;
    }
    return json_node_get_string(node);
}

/* One of the words, which end with NULL; or −1 with an error. */
static int word_of(reader *reader, size_t line, const char *name, JsonNode *node, const char *const *words, const char *expected) {
    const char *text = text_of(reader, line, name, node);
    for (int i = 0; text != NULL && words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    if (text != NULL) {
        fail(reader, line, "\"%s\" must be %s (got \"%.100s\")", name, expected, text);
    }
    return -1;
}

static bool has_control_characters(const char *text) {
    for (; *text != '\0'; text = g_utf8_next_char(text)) {
        if (g_unichar_iscntrl(g_utf8_get_char(text))) {
            return true;
        }
    }
    return false;
}

static bool is_role(const char *folded) {
    for (int role = 0; role < ATSPI_ROLE_LAST_DEFINED; role++) {
        char *name = atspi_role_get_name((AtspiRole)role);
        bool fits = name != NULL && rules_match(folded, name);
        g_free(name);
        if (fits) {
            return true;
        }
    }
    return false;
}

/* An origin with a path or without a scheme would never match. */
static bool is_origin(const char *folded) {
    const char *scheme = strstr(folded, "://");
    const char *host = scheme != NULL ? scheme + 3 : folded;
    return (scheme != NULL || *folded == '*') && *host != '\0' && strpbrk(host, "/#@ ") == NULL;
}

static bool check_pattern(reader *reader, size_t line, rule_field field, const char *text, const char *folded) {
    const char *name = field_names[field];
    if (*text == '\0' || strlen(text) > RULE_PATTERN) {
        return fail(reader, line, "\"%s\" must have between 1 and %d bytes (got %zu)", name, RULE_PATTERN, strlen(text));
    }
    if (has_control_characters(text)) {
        return fail(reader, line, "\"%s\" must not contain control characters", name);
    }
    if (field == FIELD_ROLE && !is_role(folded)) {
        return fail(reader, line, "\"role\" must be a role of AT-SPI, such as \"entry\" (got \"%.100s\")", text);
    }
    if (field == FIELD_ORIGIN && !is_origin(folded)) {
        return fail(reader, line, "\"origin\" must be a scheme and a host, such as \"https://bank.example\" (got \"%.100s\")", text);
    }
    return true;
}

static bool read_pattern(reader *reader, size_t line, rule_field field, JsonNode *node, rule *rule) {
    const char *text = text_of(reader, line, field_names[field], node);
    if (text == NULL) {
        return false;
    }
    rule->patterns[field] = rules_fold(text);
    return check_pattern(reader, line, field, text, rule->patterns[field]);
}

static bool read_cover(reader *reader, size_t line, JsonNode *node, rule *rule) {
    static const char *const words[] = {"view", "window", "nothing", NULL};
    static const rule_action actions[] = {RULE_VIEW, RULE_WINDOW, RULE_SHOW};
    int word = word_of(reader, line, "cover", node, words, "\"view\", \"window\" or \"nothing\"");
    if (word >= 0) {
        rule->action = actions[word];
    }
    return word >= 0;
}

static bool check_rule(reader *reader, size_t line, const rule *rule) {
    bool views = rule_is_for_views(rule);
    if (!views && rule->patterns[FIELD_APPLICATION] == NULL && rule->patterns[FIELD_TITLE] == NULL) {
        return fail(reader, line, "expected \"application\", \"title\", \"role\", \"name\" or \"origin\", because a rule must not fit everything");
    }
    switch (rule->action) {
    case RULE_NONE:
        return fail(reader, line, "\"cover\" is missing");
    case RULE_VIEW:
        return views || fail(reader, line, "\"cover\": \"view\" needs \"role\", \"name\" or \"origin\"");
    case RULE_SHOW:
        return !views || fail(reader, line, "\"cover\": \"nothing\" is for windows, so it must not be used with \"role\", \"name\" or \"origin\"");
    default:
        return true;
    }
}

static bool read_member(reader *reader, size_t line, const char *name, JsonNode *node, rule *rule) {
    for (int field = 0; field < FIELD_COUNT; field++) {
        if (strcmp(name, field_names[field]) == 0) {
            return read_pattern(reader, line, (rule_field)field, node, rule);
        }
    }
    return strcmp(name, "cover") == 0
               ? read_cover(reader, line, node, rule)
               : fail(reader, line, "unknown name \"%.100s\": expected application, title, role, name, origin or cover", name);
}

static bool read_rule(reader *reader, size_t line, JsonNode *node, rule *rule) {
    if (!JSON_NODE_HOLDS_OBJECT(node)) {
        return fail(reader, line, "expected an object (got %s)", kind_of(node));
    }
    JsonObject *object = json_node_get_object(node);
    JsonObjectIter iterator;
    const char *name;
    json_object_iter_init(&iterator, object);
    while (json_object_iter_next(&iterator, &name, &node)) {
        if (!read_member(reader, line_of(reader, object, name), name, node, rule)) {
            return false;
        }
    }
    return check_rule(reader, line, rule);
}

static bool read_list(reader *reader, size_t line, JsonNode *node, rules *rules) {
    if (!JSON_NODE_HOLDS_ARRAY(node)) {
        return fail(reader, line, "\"rules\" must be a list (got %s)", kind_of(node));
    }
    JsonArray *array = json_node_get_array(node);
    guint length = json_array_get_length(array);
    if (length > RULES_MAX) {
        return fail(reader, line, "expected at most %d rules (got %u)", RULES_MAX, length);
    }
    for (guint i = 0; i < length; i++) {
        char index[16];
        snprintf(index, sizeof index, "%u", i);
        g_array_set_size(rules->list, i + 1); /* a rule of zeros, which rules_free() frees in any case */
        reader->rule_number = i + 1;
        if (!read_rule(reader, line_of(reader, array, index), json_array_get_element(array, i), &g_array_index(rules->list, rule, i))) {
            return false;
        }
    }
    reader->rule_number = 0;
    return true;
}

static bool read_setting(reader *reader, size_t line, const char *name, JsonNode *node, rules *rules) {
    static const char *const unreadable[] = {"cover", "show", NULL}, *const browsers[] = {"document", "settled", NULL};
    if (strcmp(name, "rules") == 0) {
        return read_list(reader, line, node, rules);
    }
    if (strcmp(name, "not_on_the_bus") == 0) {
        int word = word_of(reader, line, name, node, unreadable, "\"cover\" or \"show\"");
        rules->show_unreadable = word == 1;
        return word >= 0;
    }
    if (strcmp(name, "browsers") == 0) {
        int word = word_of(reader, line, name, node, browsers, "\"document\" or \"settled\"");
        rules->settled_browsers = word == 1;
        return word >= 0;
    }
    return fail(reader, line, "unknown name \"%.100s\": expected rules, not_on_the_bus or browsers", name);
}

/* ---- JSON ---- */

static void note_member(JsonParser *parser, JsonObject *object, const char *name, gpointer data) {
    reader *reader = data;
    size_t line = json_parser_get_current_line(parser);
    if (!g_hash_table_insert(reader->lines, line_key(object, name), GSIZE_TO_POINTER(line))) {
        fail(reader, line, "\"%.100s\" is named twice", name);
    }
}

static void note_element(JsonParser *parser, JsonArray *array, int index, gpointer data) {
    reader *reader = data;
    char name[16];
    snprintf(name, sizeof name, "%d", index);
    g_hash_table_replace(reader->lines, line_key(array, name), GSIZE_TO_POINTER(json_parser_get_current_line(parser)));
}

static bool read_document(reader *reader, JsonParser *parser, const GString *text, rules *rules) {
    GError *error = NULL;
    size_t line = 0;
    const char *problem = json_text_problem(text->str, text->len, MAX_DEPTH, &line);
    if (problem != NULL) {
        return fail(reader, line, "%s", problem);
    }
    if (!json_parser_load_from_data(parser, text->str, (gssize)text->len, &error)) {
        const char *message = strstr(error->message, "error: "); /* behind "<data>:LINE:COLUMN: Parse " */
        sscanf(error->message, "<data>:%zu", &line);
        fail(reader, line, "%s", message != NULL ? message + 7 : error->message);
        g_error_free(error);
    }
    JsonNode *root = json_parser_get_root(parser);
    if (reader->failed || root == NULL || !JSON_NODE_HOLDS_OBJECT(root)) {
        return fail(reader, 1, "expected an object (got a list)");
    }
    JsonObject *object = json_node_get_object(root);
    JsonObjectIter iterator;
    const char *name;
    json_object_iter_init(&iterator, object);
    while (json_object_iter_next(&iterator, &name, &root)) {
        if (!read_setting(reader, line_of(reader, object, name), name, root, rules)) {
            return false;
        }
    }
    return true;
}

static rules *read_fd(reader *reader, int fd) {
    GString *text = read_text(reader, fd);
    if (text == NULL) {
        return NULL;
    }
    rules *rules = rules_new();
    JsonParser *parser = json_parser_new_immutable();
    reader->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_signal_connect(parser, "object-member", G_CALLBACK(note_member), reader);
    g_signal_connect(parser, "array-element", G_CALLBACK(note_element), reader);
    if (!read_document(reader, parser, text, rules)) {
        rules_free(rules);
        rules = NULL;
    }
    g_hash_table_destroy(reader->lines);
    g_object_unref(parser);
    g_string_free(text, TRUE);
    return rules;
}

/* Whether a link leads nowhere, here or on the way. Then there should be rules. */
static bool is_broken(const char *path) {
    struct stat status;
    if (lstat(path, &status) == 0) {
        return stat(path, &status) != 0;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    return strcmp(folder, path) != 0 && is_broken(folder);
}

/* `optional`: a file that does not exist gives the default rules. */
static rules *read_path(const char *path, bool optional, char *error, size_t error_size) {
    reader reader = {.path = path, .error = error, .error_size = error_size};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT && optional) {
        if (!is_broken(path)) {
            return rules_new();
        }
        fail(&reader, 0, "a link on its path leads to nothing");
        return NULL;
    }
    if (fd < 0) {
        fail(&reader, 0, "%s", strerror(errno));
        return NULL;
    }
    rules *rules = read_fd(&reader, fd);
    close(fd);
    return rules;
}

rules *rules_read(const char *path, char *error, size_t error_size) { return read_path(path, false, error, error_size); }

rules *rules_read_default(char *error, size_t error_size) {
    char *path = g_build_filename(g_get_user_config_dir(), "scrim", "watch.json", NULL);
    rules *rules = read_path(path, true, error, error_size);
    g_free(path);
    return rules;
}
