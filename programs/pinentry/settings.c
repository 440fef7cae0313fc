/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <string.h>

static const struct {
    const char *name, *value;
    uint32_t number;
} words[] = {
    {"keys", "digits", PAD_KEYS_DIGITS},
    {"keys", "keyboard", PAD_KEYS_KEYBOARD},
    {"layout", "qwerty", SCRIM_LAYOUT_QWERTY},
    {"layout", "qwertz", SCRIM_LAYOUT_QWERTZ},
    {"layout", "azerty", SCRIM_LAYOUT_AZERTY},
    {"shuffle", "auto", SCRIM_SHUFFLE_AUTO},
    {"shuffle", "none", SCRIM_SHUFFLE_NONE},
    {"shuffle", "rows", SCRIM_SHUFFLE_ROWS},
    {"shuffle", "all", SCRIM_SHUFFLE_ALL},
};

int settings_take(struct settings *settings, const char *name, const char *value) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(name, words[i].name) == 0 && strcmp(value, words[i].value) == 0) {
            if (name[0] == 'k') {
                settings->keys = (enum pad_keys)words[i].number;
            } else {
                *(name[0] == 'l' ? &settings->layout : &settings->shuffle) = words[i].number;
            }
            return 0;
        }
    }
    return 1;
}

void settings_take_all(struct settings *settings, const char *list) {
    char copy[256];
    if (list == NULL || strlen(list) >= sizeof copy) {
        return;
    }
    strcpy(copy, list);
    char *rest = NULL;
    for (char *word = strtok_r(copy, " ,", &rest); word != NULL; word = strtok_r(NULL, " ,", &rest)) {
        char *equals = strchr(word, '=');
        if (equals != NULL) {
            *equals = '\0';
            settings_take(settings, word, equals + 1);
        }
    }
}

struct pad_options settings_options(const struct settings *settings) {
    struct pad_options options = {.keys = settings->keys, .layout = settings->layout, .shuffle = settings->shuffle};
    options.capacity = LONGEST_PASSPHRASE;
    options.may_type = 1;
    return options;
}
