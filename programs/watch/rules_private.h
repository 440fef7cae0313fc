/* SPDX-License-Identifier: MIT */
/* What rules.c and rules_file.c share. */
#ifndef SCRIM_WATCH_RULES_PRIVATE_H
#define SCRIM_WATCH_RULES_PRIVATE_H

#include "rules.h"

#include <glib.h>

typedef enum rule_field {
    FIELD_APPLICATION,
    FIELD_TITLE,
    FIELD_ROLE, /* from here on, fields belong to views */
    FIELD_NAME,
    FIELD_ORIGIN,
    FIELD_COUNT
} rule_field;

typedef struct rule {
    char *patterns[FIELD_COUNT]; /* as rules_fold() returns them; NULL if the rule does not name the field */
    rule_action action;
} rule;

struct rules {
    GArray *list; /* of rule */
    bool show_unreadable;
    bool settled_browsers;
};

/* The text without differences of case, and with each accented letter as one character. Only its first RULE_TEXT bytes count. */
char *rules_fold(const char *text);

/* `*` stands for any characters, and `?` for one. Both texts are folded. */
bool rules_match(const char *pattern, const char *text);

bool rule_is_for_views(const rule *rule);

#endif
