/* SPDX-License-Identifier: MIT */
/*
 * Checks a file of rules for a collector, and reports the line and column of a mistake.
 *
 *  - `rules FILE` checks a file.
 *  - `rules` checks two documents that are part of this program.
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"

static int load(scrim_collector *collector, const char *name, const char *json, size_t length) {
    scrim_rules_load_report report = SCRIM_RULES_LOAD_REPORT_INIT;
    scrim_status status = scrim_collector_load_rules(collector, json, length, &report);
    if (report.mistake != SCRIM_RULES_MISTAKE_NONE) {
        size_t line = 1, column = 1;
        for (size_t i = 0; i < report.offset && i < length; i++) {
            if (json[i] == '\n') {
                line++;
                column = 1;
            } else if (((unsigned char)json[i] & 0xC0) != 0x80) { /* the first byte of a character */
                column++;
            }
        }
        fprintf(stderr, "%s:%zu:%zu: %s\n", name, line, column, scrim_rules_mistake_message(report.mistake));
        return 1;
    }
    if (failed(status, name)) {
        return 1;
    }
    printf("%s: these rules are in force now\n", name);
    return 0;
}

static int load_file(scrim_collector *collector, const char *path) {
    FILE *file = fopen(path, "rb");
    char *json = malloc(SCRIM_MAX_RULES_JSON + 1);
    int bad = 1;
    if (file == NULL || json == NULL) {
        perror(path);
    } else {
        size_t length = fread(json, 1, SCRIM_MAX_RULES_JSON + 1, file);
        if (ferror(file)) {
            perror(path);
        } else {
            bad = load(collector, path, json, length);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    free(json);
    return bad;
}

static const char right[] = "{\n"
                            "  \"version\": 1,\n"
                            "  \"recognizers\": [\"Tap\", \"LongPress\"],\n"
                            "  \"gesture_views\": [{\"name\": \"GtkText\", \"match\": \"inherits\"}]\n"
                            "}\n";
static const char wrong[] = "{\n"
                            "  \"version\": 1,\n"
                            "  \"gesture_views\": [{\"name\": \"GtkText\", \"match\": \"fuzzy\"}]\n"
                            "}\n";

int main(int count, char **words) {
    scrim_scene_options scene_options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_gestures_options gestures_options = SCRIM_GESTURES_OPTIONS_INIT;
    scrim_collector_options collector_options = SCRIM_COLLECTOR_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    scrim_gestures *gestures = NULL;
    scrim_collector *collector = NULL;
    int bad = failed(scrim_scene_create(&scene_options, &scene), "scene") ||
              failed(scrim_gestures_create(scene, &gestures_options, &gestures), "gestures") ||
              failed(scrim_collector_create(gestures, &collector_options, &collector), "collector");
    if (!bad && count > 1) {
        bad = load_file(collector, words[1]);
    } else if (!bad) {
        bad = load(collector, "right.json", right, strlen(right));
        /* Prints "wrong.json:3:50: …". The rules of right.json stay in force. */
        bad |= !load(collector, "wrong.json", wrong, strlen(wrong));
    }
    scrim_collector_destroy(collector);
    scrim_gestures_destroy(gestures);
    scrim_scene_destroy(scene);
    return bad;
}
