/* SPDX-License-Identifier: MIT */
/* Writes the vectors into a folder: make_vectors FOLDER. What the calls return is what the library returns now. */
#include "../C/support/frame_formats.h"
#include "write.h"

/* Every language must be able to make the calls. So no vector has a number that is no constant of its enumeration. */

/* ---- Text ---- */

/* One character each, or several code points that are one cluster. */
static const char *const strings[] = {
    "1234",
    "a",
    "ß",
    "é",
    "e\u0301",
    "🇩🇪🇫🇷",
    "👩‍👩‍👧‍👦",
    "👍🏽",
    "한국",
    "\u1112\u1161\u11AB",
    "नमस्ते",
    "க்ஷ",
    "ก็",
    "שלום",
    "مرحبا",
    "a\u0300\u0301b",
    "☎\uFE0F",
    "x🏴‍☠️y",
};

static void add_state(const char *expected) {
    add("count", NOTHING);
    add("selection", NOTHING);
    add("masked", NOTHING);
    add("equals", "\"%s\"", expected);
}

static void add_edits(const char *name) {
    static const char *const edits[] = {"delete_backward", "delete_forward", "delete_to_start", "delete_to_end", "clear", "wipe"};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        for (int caret = 0; caret < 3; caret++) {
            begin_vector("%s, %s at %d", edits[i], name, caret);
            add("create_text", "256, 0, 0, 0, 0, 0, 0, 0");
            add("insert", "\"x%sy\"", name);
            add("select", "%d, %d", caret, caret == 2 ? 1 : caret);
            add("selection", NOTHING);
            add(edits[i], NOTHING);
            add_state(name);
            add("insert", "\"%s\"", name);
            add_state(name);
            finish_vector();
        }
}

static void add_limits(void) {
    static const char *const masks[] = {"0, 0, 0, 0", "0, 0, 42, 0", "1, 5, 0, 0", "1, 64, 42, 1", "2, 0, 0, 0", "2, 0, 0, 1",
                                        "1, 0, 0, 0", "1, 65, 0, 0", "0, 0, 0, 1", "0, 3, 0, 0"};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        begin_vector("mask %s", masks[i]);
        if (add("create_text", "256, 0, 0, %s, 0", masks[i]) == SCRIM_OK) {
            add_state("");
            add("insert", "\"pa🇩🇪s\"");
            add_state("pa🇩🇪s");
            add("delete_backward", NOTHING);
            add_state("pa🇩🇪");
        }
        finish_vector();
    }
    static const char *const limits[] = {"4, 0, 0", "5, 0, 0", "256, 1, 0", "256, 3, 0", "256, 0, 1", "256, 2, 1", "256, 0, 2",
                                         "65536, 0, 0", "65537, 0, 0", "1, 1, 1", "3, 9, 0"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (size_t j = 0; j < sizeof strings / sizeof *strings; j += 3) {
            begin_vector("limits %s, %s", limits[i], strings[j]);
            if (add("create_text", "%s, 0, 0, 0, 0, 0", limits[i]) == SCRIM_OK) {
                add("insert", "\"%s\"", strings[j]);
                add("insert", "\"12\"");
                add("set", "\"3%s\"", strings[j]);
                add("replace", "0, 1, \"%s\"", strings[j]);
                add_state(strings[j]);
            }
            finish_vector();
        }
}

static void write_texts(void) {
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        begin_vector("clusters of %s", strings[i]);
        add("create_text", "256, 0, 0, 0, 0, 0, 0, 0");
        add("insert", "\"%s\"", strings[i]);
        add_state(strings[i]);
        add("move", "1, 0");
        add("move", "3, 1");
        add("selection", NOTHING);
        add("insert", "\"-\"");
        add_state("-");
        add("move", "4, 0");
        add("move", "2, 1");
        add("selection", NOTHING);
        add("delete_backward", NOTHING);
        add_state("");
        finish_vector();
        add_edits(strings[i]);
        begin_vector("shown %s", strings[i]);
        add("create_text", "256, 0, 0, 0, 0, 0, 0, 1");
        add("insert", "\"%s\"", strings[i]);
        add("insert", "\"%s\"", strings[i]);
        add_state(strings[i]);
        finish_vector();
    }
    add_limits();
    static const char *const wrong[] = {"0, 4", "5, 5", "2, 9", "3, 1", "4, 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin_vector("positions %s", wrong[i]);
        add("create_text", "256, 0, 0, 0, 0, 0, 0, 0");
        add("insert", "\"abcd\"");
        add("select", "%s", wrong[i]);
        add("selection", NOTHING);
        add("replace", "%s, \"Z\"", wrong[i]);
        add_state("Zabcd");
        finish_vector();
    }
}

/* ---- Keypads ---- */

static void write_keypads(void) {
    static const char *const bounds[] = {"0, 0, 300, 400", "10.5, -20, 123, 77", "0, 0, 1024, 300", "0, 0, 7, 5"};
    static const char *const spacings[] = {"0, 0", "4, 2", "0.25, 100"};
    static const char *const others[] = {"0, 0, 0", "0, 1, 1", "1, 0, 0", "4, 0, 0", "0, 1, 0", "5, 0, 0", "2, 2, 1"};
    for (int layout = 0; layout < 7; layout++)
        for (size_t i = 0; i < 4; i++)
            for (size_t j = 0; j < 3; j++)
                for (size_t k = 0; k < 7; k++) {
                    if ((i > 0) + (j > 0) + (k > 0) > 1)
                        continue; /* one thing at a time */
                    begin_vector("layout %d in %s, spacing %s, options %s", layout, bounds[i], spacings[j], others[k]);
                    if (add("create_keypad", "%d, %s, %s, %s", layout, bounds[i], spacings[j], others[k]) == SCRIM_OK) {
                        add("keys", NOTHING);
                        add("show", NOTHING);
                        add("keys", NOTHING);
                    }
                    finish_vector();
                }
}

/* ---- Redaction ---- */

static void write_redactions(void) {
    static const struct {
        const char *name, *values;
    } styles[] = {
        {"solid", "1, 863485951, 0, 0, 0, 0"},
        {"frost", "2, 255, 0, 0, 0, 7"},
        {"frost on a color", "2, 863485951, 1, 0, 0, 9007199254740991"},
        {"tiles", "3, 255, 0, 0, 0, 8"},
        {"blur", "16, 0, 0, 2.5, 0, 0"},
        {"pixelate", "17, 0, 0, 5, 0, 0"},
        {"effect", "18, 2571374677, 0, 3, 1.75, 0"},
        {"light", "19, 0, 0, 0, 0, 0"},
        {"extra light", "20, 0, 0, 0, 0, 0"},
        {"dark", "21, 0, 0, 0, 0, 0"},
        {"tint", "22, 543203583, 0, 0, 0, 0"},
        {"transparent solid", "1, 254, 0, 0, 0, 0"},
        {"no style", "9, 255, 0, 0, 0, 0"},
    };
    static const char *const rects[] = {"3, 4, 11, 8", "-5, -5, 12.5, 9.25, 10, 3, 30, 30", "100, 100, 5, 5",
                                        "0, 0, 29, 23, 4, 4, 4, 4", "1, 1, -1, 5"};
    static const char *const regions[] = {
        "2, 0, 0, 0, 1, 3, 4, 11, 8, 0, 0",
        "0, 2, 0, 0, 2, 3, 4, 15, 12, 4, 5",
        "2, 0, 8, 0, 3, 2.5, 2, 20, 15, 0, 6, 1, 15, 10, 30, 30, 0, 7",
        "2, 0, 0, 8, 1, 9, 9, 3, 3, 0, 1",
        "2, 0, 0, 9, 1, 9, 9, 3, 3, 0, 1",
        "65, 0, 0, 0, 1, 9, 9, 3, 3, 0, 1",
    };
    unsigned seed = 1;
    for (size_t i = 0; i < FRAME_FORMATS; i++) {
        if (frame_formats[i].count != 1)
            continue;
        uint32_t format = frame_formats[i].format, bytes = frame_formats[i].planes[0].bytes;
        for (size_t j = 0; j < sizeof styles / sizeof *styles; j++) {
            begin_vector("%s, %s, rectangles", frame_formats[i].name, styles[j].name);
            add("redact_rects", "%u, 29, 23, %u, %u, %s, %s", format, seed++, bytes, styles[j].values, rects[(i + j) % 4]);
            finish_vector();
            begin_vector("%s, %s, regions", frame_formats[i].name, styles[j].name);
            add("redact", "%u, 29, 23, %u, %u, %s, %s", format, seed++, bytes, styles[j].values, regions[(i + j) % 4]);
            finish_vector();
        }
    }
    for (size_t i = 4; i < 6; i++) {
        begin_vector("wrong distance %s", regions[i]);
        add("redact", "%u, 29, 23, %u, 4, %s, %s", SCRIM_FORMAT_RGBA, seed++, styles[0].values, regions[i]);
        finish_vector();
    }
    begin_vector("a negative width");
    add("redact_rects", "%u, 29, 23, %u, 4, %s, %s", SCRIM_FORMAT_RGBA, seed, styles[0].values, rects[4]);
    finish_vector();
}

/* ---- Gestures and collectors ---- */

struct sample {
    unsigned ms, finger, phase;
    double x, y;
};

/* Scripts of touches. A finger 0 advances the clock. */
static const struct script {
    const char *name;
    struct sample samples[12];
} scripts[] = {
    {"tap", {{1000, 1, 1, 50, 50}, {1080, 1, 3, 51, 50}, {3000, 0, 0, 0, 0}}},
    {"tap on the secure view", {{1000, 1, 1, 150, 50}, {1080, 1, 3, 150, 50}, {3000, 0, 0, 0, 0}}},
    {"double tap", {{1000, 1, 1, 50, 50}, {1060, 1, 3, 50, 50}, {1200, 2, 1, 52, 51}, {1260, 2, 3, 52, 51}, {3000, 0, 0, 0, 0}}},
    {"slow touch", {{1000, 1, 1, 50, 50}, {1700, 0, 0, 0, 0}, {1800, 1, 2, 54, 50}, {2500, 1, 3, 54, 50}, {4000, 0, 0, 0, 0}}},
    {"drag", {{1000, 1, 1, 20, 20}, {1016, 1, 2, 30, 22}, {1032, 1, 2, 45, 24}, {1048, 1, 2, 60, 27}, {1064, 1, 2, 70, 28}, {1080, 1, 3, 70, 28}, {3000, 0, 0, 0, 0}}},
    {"fling up", {{1000, 1, 1, 50, 290}, {1010, 1, 2, 50, 250}, {1020, 1, 2, 51, 190}, {1030, 1, 2, 52, 110}, {1040, 1, 3, 52, 60}, {3000, 0, 0, 0, 0}}},
    {"from the edge", {{1000, 1, 1, 1, 200}, {1016, 1, 2, 30, 201}, {1032, 1, 2, 70, 202}, {1048, 1, 2, 120, 203}, {1064, 1, 3, 150, 203}, {3000, 0, 0, 0, 0}}},
    {"pinch", {{1000, 1, 1, 90, 200}, {1004, 2, 1, 110, 200}, {1020, 1, 2, 70, 200}, {1024, 2, 2, 135, 205}, {1040, 1, 2, 50, 195}, {1044, 2, 2, 160, 210}, {1060, 1, 3, 50, 195}, {1064, 2, 3, 160, 210}, {3000, 0, 0, 0, 0}}},
    {"turn", {{1000, 1, 1, 100, 100}, {1004, 2, 1, 200, 100}, {1020, 2, 2, 195, 140}, {1040, 2, 2, 170, 175}, {1060, 2, 2, 140, 195}, {1080, 2, 3, 140, 195}, {1090, 1, 3, 100, 100}, {3000, 0, 0, 0, 0}}},
    {"cancelled", {{1000, 1, 1, 50, 50}, {1016, 1, 2, 80, 50}, {1032, 1, 4, 80, 50}, {3000, 0, 0, 0, 0}}},
    {"outside", {{1000, 1, 1, 500, 500}, {1080, 1, 3, 500, 500}, {3000, 0, 0, 0, 0}}},
};

/* All records that are ready, and the call that returns none. */
static void add_records(void) {
    do {
        must("next_json", add("next_json", NOTHING));
    } while (out.count > 0);
}

static void add_samples(const struct script *script, int collect, unsigned later_ms) {
    for (const struct sample *sample = script->samples; sample->ms > 0; sample++) {
        if (sample->finger == 0)
            add("advance", "%u000000", sample->ms + later_ms);
        else
            add("touch", "%u000000, %u, %u, %g, %g", sample->ms + later_ms, sample->finger, sample->phase, sample->x, sample->y);
        if (!collect)
            continue;
        add("decide", NOTHING);
        add_records();
    }
}

static void add_scene(const char *first, const char *class, unsigned capacity) {
    must("scene", add("scene", "0, 0, 300, 400, \"Accounts\", %u", capacity));
    must("view", add("view", "%s, 0, \"%s\", \"Pay\"", first, class));
    must("view", add("view", "120, 10, 100, 80, 1, \"TextField\", \"1234\""));
}

static void write_gestures(void) {
    for (unsigned kind = 1; kind <= 8; kind++)
        for (unsigned profile = 1; profile <= 3; profile++)
            for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
                if (kind == 8 && i > 0)
                    continue;
                begin_vector("recognizer %u of profile %u: %s", kind, profile, scripts[i].name);
                add_scene("10, 10, 100, 80", "Button", 16);
                if (add("recognizer", "%u, %u, 1.5, %u, 0", kind, profile, kind <= 2 ? 1 : 0) == SCRIM_OK)
                    add_samples(&scripts[i], 0, 0);
                finish_vector();
            }
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        for (unsigned relation = 1; relation <= 2; relation++) {
            begin_vector("relation %u: %s", relation, scripts[i].name);
            add_scene("10, 10, 100, 80", "Button", 16);
            add("recognizer", "1, 1, 1, 0, 1");
            add("recognizer", "1, 1, 1, 0, 2");
            add("recognizer", "3, 1, 1, 0, 0");
            add("relate", "1, %u, 2", relation);
            add_samples(&scripts[i], 0, 0);
            add("cancel", "4000000000");
            finish_vector();
        }
}

static void add_collection(unsigned kind, const struct script *script, const char *class, int has_action, unsigned capacity) {
    begin_vector("recognizer %u of a %s %s action: %s, capacity %u", kind, class, has_action ? "with an" : "without", script->name,
                 capacity);
    add_scene("0, 0, 300, 400", class, capacity);
    add("recognizer", "%u, 1, 1, 1, 0", kind);
    if (has_action)
        add("action", "1, 77, \"pay:\"");
    add("recognizer", "1, 1, 1, 2, 0");
    add("action", "2, 77, \"type:\"");
    add_samples(script, 1, 0);
    add_samples(script, 0, 4000); /* the records wait */
    add("decide", NOTHING);
    add_samples(script, 1, 8000);
    add("collector_advance", "20000000000");
    add_records();
    finish_vector();
}

static void write_collectors(void) {
    static const char *const classes[] = {"Button", "UISwitch", "UITableViewCell"};
    for (unsigned kind = 1; kind <= 7; kind++)
        for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
            for (size_t j = 0; j < 3; j++)
                if ((kind <= 2 && i < 5) || j == (kind + i) % 3)
                    add_collection(kind, &scripts[i], classes[j], j != 1 || kind > 2, i % 2 == 0 ? 1 : 16);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*write)(void);
    } files[] = {
        {"text", write_texts},
        {"keypad", write_keypads},
        {"redaction", write_redactions},
        {"gestures", write_gestures},
        {"collector", write_collectors},
    };
    if (count != 2)
        return 2;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        begin_file(arguments[1], files[i].name);
        files[i].write();
        end_file();
    }
    printf("%u vectors written\n", written);
    return 0;
}
