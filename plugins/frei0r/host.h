/* SPDX-License-Identifier: MIT */
/* A host for tests: it loads the filter as ffmpeg does, and reads what the filter writes to standard error. */
#ifndef SCRIM_FREI0R_HOST_H
#define SCRIM_FREI0R_HOST_H

#include <dlfcn.h>
#include <frei0r.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/support.h"

#include "settings.h"

static struct {
    int (*init)(void);
    void (*deinit)(void);
    void (*plugin_info)(f0r_plugin_info_t *info);
    void (*param_info)(f0r_param_info_t *info, int index);
    f0r_instance_t (*construct)(unsigned width, unsigned height);
    void (*destruct)(f0r_instance_t instance);
    void (*set)(f0r_instance_t instance, f0r_param_t value, int index);
    void (*get)(f0r_instance_t instance, f0r_param_t value, int index);
    void (*update)(f0r_instance_t instance, double time, const uint32_t *in, uint32_t *out);
} host;

UNUSED static int load_filter(void **state) {
    (void)state;
    void *module = dlopen(PLUGIN_DIR "/scrim.so", RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    const struct {
        const char *name;
        void *function;
    } names[] = {
        {"f0r_init", &host.init},
        {"f0r_deinit", &host.deinit},
        {"f0r_get_plugin_info", &host.plugin_info},
        {"f0r_get_param_info", &host.param_info},
        {"f0r_construct", &host.construct},
        {"f0r_destruct", &host.destruct},
        {"f0r_set_param_value", &host.set},
        {"f0r_get_param_value", &host.get},
        {"f0r_update", &host.update},
    };
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        void *function = dlsym(module, names[index].name);
        if (!function)
            return 1;
        memcpy(names[index].function, &function, sizeof function);
    }
    return host.init() < 0;
}

UNUSED static void set(f0r_instance_t instance, enum setting which, const char *text) {
    char *value = strdup(text); /* hosts free it after the call */
    host.set(instance, &value, (int)which);
    free(value);
}

/* ---- What the filter says ---- */

static int standard_error = -1;
static FILE *said_file;

UNUSED static void listen_to_filter(void) {
    fflush(stderr);
    standard_error = dup(2);
    said_file = tmpfile();
    assert_non_null(said_file);
    dup2(fileno(said_file), 2);
}

/* Returns what was written to standard error since listen_to_filter(). Valid until the next call. */
UNUSED static const char *said(void) {
    static char text[4096];
    fflush(stderr);
    dup2(standard_error, 2);
    close(standard_error);
    rewind(said_file);
    text[fread(text, 1, sizeof text - 1, said_file)] = '\0';
    fclose(said_file);
    return text;
}

/* ---- Frames ---- */

enum {
    WIDTH = 64,
    HEIGHT = 40,
    PIXELS = WIDTH * HEIGHT
};

UNUSED static uint32_t in[PIXELS], out[PIXELS];

UNUSED static uint32_t rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha) {
    const unsigned char bytes[4] = {(unsigned char)red, (unsigned char)green, (unsigned char)blue, (unsigned char)alpha};
    uint32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return pixel;
}

UNUSED static void fill_noise(uint32_t *pixels, unsigned seed) {
    for (size_t index = 0; index < PIXELS; index++) {
        seed = seed * 1664525u + 1013904223u;
        pixels[index] = seed ^ seed >> 13;
    }
}

UNUSED static bool is_black(const uint32_t *pixels, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (pixels[index] != rgba(0, 0, 0, 255))
            return false;
    return true;
}

#endif
