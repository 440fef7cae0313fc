/* SPDX-License-Identifier: MIT */
/* Checks the vectors of a folder through the C interface: run_vectors FOLDER */
#include "calls.h"

/* The number of vectors in a file, all of which hold. */
static unsigned run_file(const char *folder, const char *file) {
    char path[4096], vector[128];
    snprintf(path, sizeof path, "%s/%s.json", folder, file);
    char *text = json_file(path);
    const char *at = text;
    unsigned count = 0;
    static struct vector_call call;
    static struct values out;
    json_expect(&at, '[');
    do {
        json_expect(&at, '{');
        json_name(&at, "name");
        json_string(&at, vector, sizeof vector);
        json_expect(&at, ',');
        json_name(&at, "calls");
        json_expect(&at, '[');
        unsigned number = 0;
        do {
            json_call(&at, &call);
            scrim_status status = make_call(file, &call, &out);
            if (status != call.status || !json_same(&out, &call.out)) {
                fprintf(stderr, "%s: %s: call %u, %s, returned %d or other results\n", path, vector, number, call.name,
                        (int)status);
                exit(1);
            }
            number++;
        } while (json_skip(&at, ','));
        json_expect(&at, ']');
        json_expect(&at, '}');
        end_vector();
        count++;
    } while (json_skip(&at, ','));
    json_expect(&at, ']');
    free(text);
    return count;
}

int main(int count, char **arguments) {
    static const char *const files[] = {"text", "keypad", "redaction", "gestures", "collector"};
    unsigned checked = 0;
    if (count != 2)
        return 2;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        checked += run_file(arguments[1], files[i]);
    printf("%u vectors checked\n", checked);
    return 0;
}
