/* SPDX-License-Identifier: MIT */
/* The rules file: what is covered in addition to password fields, and what happens to windows that cannot be read. */
#ifndef SCRIM_WATCH_RULES_H
#define SCRIM_WATCH_RULES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RULES_MAX_BYTES = 1 << 20, /* of a file */
    RULES_MAX = 1000,
    RULE_PATTERN = 1024, /* bytes of a pattern */
    RULE_TEXT = 4096     /* bytes of a title, name … that are compared */
};

typedef struct rules rules;

typedef enum rule_action {
    RULE_NONE,     /* no rule matches */
    RULE_VIEW,     /* cover the view, or the document if only its origin is named */
    RULE_WINDOW,   /* cover the whole window */
    RULE_SHOW      /* never cover it */
} rule_action;

/* What is known of a view or window. A field that is NULL is not known, and a rule that names it does not match. */
typedef struct rule_subject {
    const char *application; /* name on the bus, or the class of the window: either may match */
    const char *class_name;
    const char *title;
    const char *role;        /* "password text", "entry", … as in the tree */
    const char *name;
    const char *origin;      /* "https://bank.example", of the document that contains it */
} rule_subject;

/* The default rules: an empty list. Applications that are not on the bus are covered, and so are documents with password fields in
 * browsers. */
rules *rules_new(void);
/* Reads a file. NULL with a message that names the file, the line, the expectation and the value. A file that another user could
 * have written is an error too, because rules can show windows that would be covered. */
rules *rules_read(const char *path, char *error, size_t error_size);
/* Reads $XDG_CONFIG_HOME/scrim/watch.json, or ~/.config/scrim/watch.json. If it does not exist, returns the default rules. */
rules *rules_read_default(char *error, size_t error_size);
void rules_free(rules *rules);

/* Returns the first rule that matches. `number` receives its number from 1, and may be NULL. Rules without role, name and origin match
 * windows, and others match views. Subjects may be of any length and need not be UTF-8. Only their first RULE_TEXT bytes are compared. */
rule_action rules_window(const rules *rules, const rule_subject *subject, size_t *number);
rule_action rules_view(const rules *rules, const rule_subject *subject, size_t *number);

bool rules_has_view_rules(const rules *rules);  /* otherwise names need not be asked for */
bool rules_show_unreadable(const rules *rules); /* "not_on_the_bus": "show" */
bool rules_settled_browsers(const rules *rules); /* "browsers": "settled" */

#endif
