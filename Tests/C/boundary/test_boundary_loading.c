/* SPDX-License-Identifier: MIT */
/* Loading the library into a process that does not link it: nothing of the process changes, and it stays for good. */
#include <dlfcn.h>
#include <signal.h>

#include "support/support.h"

static const char library[] = "libscrim.so.0";

/* The lines of /proc/self/status that a library could change behind its host's back. */
static void read_status(char *into, size_t size) {
    static const char *const names[] = {"Threads:", "SigPnd:", "ShdPnd:", "SigBlk:", "SigIgn:", "SigCgt:", "CoreDumping:", "NoNewPrivs:"};
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    assert_non_null(file);
    *into = 0;
    while (fgets(line, sizeof line, file) != NULL)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strncmp(line, names[i], strlen(names[i])) == 0 && strlen(into) + strlen(line) < size)
                strcat(into, line);
    fclose(file);
}

struct functions {
    scrim_status (*text_create)(const scrim_text_options *, scrim_text **);
    scrim_status (*text_insert)(scrim_text *, const char *, size_t);
    scrim_status (*keypad_create)(const scrim_keypad_options *, scrim_keypad **);
    scrim_status (*keypad_show)(scrim_keypad *);
    void (*text_destroy)(scrim_text *);
    void (*keypad_destroy)(scrim_keypad *);
    size_t (*live_handles)(uint32_t);
};

static void *symbol(void *handle, const char *name) {
    void *address = dlsym(handle, name);
    assert_non_null(address);
    return address;
}

static struct functions functions_of(void *handle) {
    struct functions f;
    *(void **)&f.text_create = symbol(handle, "scrim_text_create");
    *(void **)&f.text_insert = symbol(handle, "scrim_text_insert");
    *(void **)&f.text_destroy = symbol(handle, "scrim_text_destroy");
    *(void **)&f.keypad_create = symbol(handle, "scrim_keypad_create");
    *(void **)&f.keypad_show = symbol(handle, "scrim_keypad_show");
    *(void **)&f.keypad_destroy = symbol(handle, "scrim_keypad_destroy");
    *(void **)&f.live_handles = symbol(handle, "scrim_live_handles");
    return f;
}

static void use(const struct functions *f) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_keypad_options keypad_options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_text *text;
    scrim_keypad *keypad;
    OK(f->text_create(&options, &text));
    OK(f->text_insert(text, "secret", 6));
    OK(f->keypad_create(&keypad_options, &keypad));
    OK(f->keypad_show(keypad));
    f->text_destroy(text);
    f->keypad_destroy(keypad);
    assert_int_equal(f->live_handles(SCRIM_HANDLE_ANY), 0);
}

/* One test, as its steps build on each other: the library can be loaded for the first time only once. */
static void test_loading(void **state) {
    (void)state;
    char before[1024], after[1024];
    assert_null(dlopen(library, RTLD_NOW | RTLD_NOLOAD)); /* else this program was linked to it, and shows nothing */
    read_status(before, sizeof before);
    assert_non_null(strstr(before, "SigCgt:"));

    void *handle = dlopen(library, RTLD_NOW);
    assert_non_null(handle);
    read_status(after, sizeof after);
    assert_string_equal(before, after);

    struct functions f = functions_of(handle);
    use(&f);
    read_status(after, sizeof after);
    assert_string_equal(before, after);

    void *second = dlopen(library, RTLD_NOW);
    assert_ptr_equal(handle, second);

    /* Closed as often as opened: its code stays, and so do its objects. */
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    OK(f.text_create(&options, &text));
    assert_int_equal(dlclose(second), 0);
    assert_int_equal(dlclose(handle), 0);
    OK(f.text_insert(text, "secret", 6));
    f.text_destroy(text);
    use(&f);
    handle = dlopen(library, RTLD_NOW);
    assert_non_null(handle);
    struct functions again = functions_of(handle);
    assert_ptr_equal(*(void **)&again.text_create, *(void **)&f.text_create);
    use(&again);
    read_status(after, sizeof after);
    assert_string_equal(before, after);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
