/* SPDX-License-Identifier: MIT */
#include "rules_private.h"

#include <string.h>

/* Folded texts of a subject. NULL: not known. */
typedef struct folded {
    char *texts[FIELD_COUNT];
    char *class_name;
} folded;

char *rules_fold(const char *text) {
    char *valid = g_utf8_make_valid(text, (gssize)strnlen(text, RULE_TEXT));
    char *folded = g_utf8_casefold(valid, -1);
    char *composed = g_utf8_normalize(folded, -1, G_NORMALIZE_DEFAULT_COMPOSE);
    g_free(folded);
    g_free(valid);
    return composed;
}

/* Goes back to the last star only, so the time is at most the product of both lengths. */
bool rules_match(const char *pattern, const char *text) {
    const char *star = NULL, *retry = NULL;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        } else if (*pattern != '\0' && (*pattern == '?' || g_utf8_get_char(pattern) == g_utf8_get_char(text))) {
            pattern = g_utf8_next_char(pattern);
            text = g_utf8_next_char(text);
        } else if (star != NULL) {
            pattern = star;
            retry = g_utf8_next_char(retry);
            text = retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool rule_is_for_views(const rule *rule) {
    return rule->patterns[FIELD_ROLE] != NULL || rule->patterns[FIELD_NAME] != NULL || rule->patterns[FIELD_ORIGIN] != NULL;
}

static void clear_rule(gpointer pointer) {
    rule *rule = pointer;
    for (int field = 0; field < FIELD_COUNT; field++) {
        g_free(rule->patterns[field]);
    }
}

rules *rules_new(void) {
    rules *rules = g_new0(struct rules, 1);
    rules->list = g_array_new(FALSE, TRUE, sizeof(rule));
    g_array_set_clear_func(rules->list, clear_rule);
    return rules;
}

void rules_free(rules *rules) {
    if (rules != NULL) {
        g_array_free(rules->list, TRUE);
        g_free(rules);
    }
}

static char *fold_known(const char *text) { return text != NULL ? rules_fold(text) : NULL; }

static bool fits(const rule *rule, const folded *subject) {
    for (int field = 0; field < FIELD_COUNT; field++) {
        const char *pattern = rule->patterns[field], *text = subject->texts[field];
        bool fits = pattern == NULL || (text != NULL && rules_match(pattern, text));
        if (!fits && field == FIELD_APPLICATION) {
            fits = subject->class_name != NULL && rules_match(pattern, subject->class_name);
        }
        if (!fits) {
            return false;
        }
    }
    return true;
}

static rule_action first_that_fits(const rules *rules, const folded *subject, bool views, size_t *number) {
    for (guint i = 0; i < rules->list->len; i++) {
        const rule *rule = &g_array_index(rules->list, struct rule, i);
        if (rule_is_for_views(rule) == views && fits(rule, subject)) {
            if (number != NULL) {
                *number = i + 1;
            }
            return rule->action;
        }
    }
    return RULE_NONE;
}

static rule_action find(const rules *rules, const rule_subject *subject, bool views, size_t *number) {
    if (rules->list->len == 0) {
        return RULE_NONE;
    }
    folded folded = {
        .texts = {
            [FIELD_APPLICATION] = fold_known(subject->application),
            [FIELD_TITLE] = fold_known(subject->title),
            [FIELD_ROLE] = fold_known(subject->role),
            [FIELD_NAME] = fold_known(subject->name),
            [FIELD_ORIGIN] = fold_known(subject->origin),
        },
        .class_name = fold_known(subject->class_name),
    };
    rule_action action = first_that_fits(rules, &folded, views, number);
    for (int field = 0; field < FIELD_COUNT; field++) {
        g_free(folded.texts[field]);
    }
    g_free(folded.class_name);
    return action;
}

rule_action rules_window(const rules *rules, const rule_subject *subject, size_t *number) {
    return find(rules, subject, false, number);
}

rule_action rules_view(const rules *rules, const rule_subject *subject, size_t *number) {
    return find(rules, subject, true, number);
}

bool rules_has_view_rules(const rules *rules) {
    for (guint i = 0; i < rules->list->len; i++) {
        if (rule_is_for_views(&g_array_index(rules->list, rule, i))) {
            return true;
        }
    }
    return false;
}

bool rules_show_unreadable(const rules *rules) { return rules->show_unreadable; }

bool rules_settled_browsers(const rules *rules) { return rules->settled_browsers; }
