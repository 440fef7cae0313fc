/* SPDX-License-Identifier: MIT */
/* What the rules file says of the parts of a window. */
#include "secrets_private.h"

/* What the rules file says of one node. */
static rule_action find_rule(const reader *reader, const node *node, const char *name, const char *origin, size_t *number) {
    g_autofree char *role = atspi_role_get_name(node->role);
    const rule_subject subject = {.application = reader->memory->application[0] != '\0' ? reader->memory->application : NULL,
                                  .class_name = reader->window->class_name,
                                  .title = reader->window->title,
                                  .role = role,
                                  .name = name,
                                  .origin = origin};
    return rules_view(reader->rules, &subject, number);
}

/* Documents come before what they contain, so their origins are known in time. */
static bool apply_rules_to(reader *reader, unsigned first, unsigned count, GHashTable *origins) {
    call calls[ASK_AT_ONCE];
    for (unsigned i = 0; i < count; i++) {
        object to = walk_node(&reader->walk, first + i)->object;
        calls[2 * i] = (call){.to = to, .what = ASK_NAME};
        calls[2 * i + 1] = (call){.to = to, .what = walk_is_document(walk_node(&reader->walk, first + i)->role) ? ASK_URI : ASK_NAME};
    }
    if (!ask_all(&reader->asker, calls, 2 * (size_t)count)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        const node *node = walk_node(&reader->walk, first + i);
        const char *name = reply_whole_text(&calls[2 * i]), *uri = reply_whole_text(&calls[2 * i + 1]);
        if (calls[2 * i + 1].what == ASK_URI && uri != NULL) {
            g_hash_table_insert(origins, GUINT_TO_POINTER(first + i), browser_origin(uri));
        }
        const char *origin = node->nearest == WALK_NOTHING ? NULL : g_hash_table_lookup(origins, GUINT_TO_POINTER(node->nearest));
        size_t number = 0;
        rule_action action = find_rule(reader, node, name, origin, &number);
        if (action == RULE_WINDOW && reader->window_rule == 0) {
            reader->window_rule = number;
        }
        if (action == RULE_VIEW) {
            spots_add_rule(reader, first + i);
            reader->view_rule = reader->view_rule != 0 ? reader->view_rule : number;
        }
    }
    ask_done(calls, 2 * (size_t)count);
    return true;
}

bool apply_view_rules(reader *reader) {
    GHashTable *origins = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    unsigned all = reader->walk.nodes->len, step = ASK_AT_ONCE / 2;
    bool ok = true;
    for (unsigned first = 0; ok && first < all && rules_has_view_rules(reader->rules); first += step) {
        ok = apply_rules_to(reader, first, MIN(step, all - first), origins);
    }
    g_hash_table_unref(origins);
    return ok;
}
