/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>

struct rules {
    char nothing;
};

rules *rules_new(void) { return calloc(1, sizeof(rules)); }
void rules_free(rules *rules) { free(rules); }

rules *rules_read(const char *path, char *error, size_t error_size) {
    snprintf(error, error_size, "%s: rules cannot be read yet", path);
    return NULL;
}

rule_action rules_window(const rules *rules, const rule_subject *subject, size_t *number) {
    (void)rules, (void)subject, (void)number;
    return RULE_NONE;
}

rule_action rules_view(const rules *rules, const rule_subject *subject, size_t *number) {
    (void)rules, (void)subject, (void)number;
    return RULE_NONE;
}

bool rules_has_view_rules(const rules *rules) {
    (void)rules;
    return false;
}

bool rules_show_unreadable(const rules *rules) {
    (void)rules;
    return false;
}

bool rules_settled_browsers(const rules *rules) {
    (void)rules;
    return false;
}
