/* SPDX-License-Identifier: MIT */
/* The memory of a secret: which protection it has at each level, what it says of it, and what happens when it is damaged. */
#include "pages.h"

#include <signal.h>
#include <sys/mman.h>

enum {
    PLAIN = SCRIM_PROTECTION_GUARDED | SCRIM_PROTECTION_NO_DUMP | SCRIM_PROTECTION_NO_FORK,
    LOCKED = PLAIN | SCRIM_PROTECTION_LOCKED,
    SECRET = LOCKED | SCRIM_PROTECTION_SECRETMEM
};

/* A text says `expected`, and the kernel agrees with every bit. */
static int check_level(uint32_t expected) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    uint32_t protection = 0;
    char flags[512], byte;
    uintptr_t end;
    options.required_protection = expected;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK);
    CHECK(protection == expected);
    CHECK(scrim_text_insert(text, "secret", 6) == SCRIM_OK);
    unsigned char *bytes = address_of(text);
    CHECK(flags_of(bytes, flags, sizeof flags, &end));
    CHECK((strstr(flags, " lo") != NULL) == ((expected & SCRIM_PROTECTION_LOCKED) != 0));
    CHECK(strstr(flags, " dd") != NULL);
    CHECK(strstr(flags, expected & SCRIM_PROTECTION_SECRETMEM ? " dc" : " wf") != NULL);
    CHECK(flags_of((void *)end, flags, sizeof flags, &end));
    CHECK(strstr(flags, " rd") == NULL && strstr(flags, " wr") == NULL);
    int memory = open("/proc/self/mem", O_RDONLY);
    CHECK(memory >= 0);
    ssize_t got = pread(memory, &byte, 1, (off_t)(uintptr_t)bytes);
    CHECK((got == 1) == !(expected & SCRIM_PROTECTION_SECRETMEM));
    close(memory);
    scrim_text_destroy(text);
    /* Every bit that is not there can be required, and is refused. */
    for (uint32_t bit = 1; bit <= SCRIM_PROTECTION_SECRETMEM; bit <<= 1) {
        scrim_status status;
        options.required_protection = bit;
        text = NULL;
        status = scrim_text_create(&options, &text);
        CHECK(status == (expected & bit ? SCRIM_OK : SCRIM_ERROR_PROTECTION));
        CHECK((status == SCRIM_OK) == (text != NULL));
        scrim_text_destroy(text);
    }
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

static int at_best(void *data) {
    (void)data;
    return check_level(kernel_has_memfd_secret() ? SECRET : LOCKED);
}

static int without_memfd_secret(void *data) {
    (void)data;
    CHECK(deny_memfd_secret() == 0);
    return check_level(LOCKED);
}

static int without_locking(void *data) {
    (void)data;
    CHECK(limit_locked_bytes(0) == 0);
    return check_level(PLAIN);
}

static int without_either(void *data) {
    (void)data;
    CHECK(limit_locked_bytes(0) == 0);
    CHECK(deny_memfd_secret() == 0);
    return check_level(PLAIN);
}

static void test_levels(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no advice on memory, no smaps");
    if (built_with_asan()) {
        print_message("ASan makes mlock do nothing: skipped\n");
        skip();
    }
    if (!kernel_has_memfd_secret())
        print_message("no memfd_secret here: that level is not tested\n");
    passes_in_child(at_best, NULL);
    passes_in_child(without_memfd_secret, NULL);
    passes_in_child(without_locking, NULL);
    passes_in_child(without_either, NULL);
}

/* Where the kernel says yes to any advice and does nothing, nothing that rests on advice is claimed, and a fork is seen. */
static int advice_ignored(void *data) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    uint32_t protection = 0;
    size_t count;
    int status = -1;
    (void)data;
    CHECK(getenv("SCRIM_EMULATED") != NULL || deny_call(SYS_madvise, 0) == 0); /* qemu is such a kernel */
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK);
    CHECK((protection & ~(uint32_t)SCRIM_PROTECTION_LOCKED) == SCRIM_PROTECTION_GUARDED);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK);
    CHECK(report.no_dump_unprotected == SCRIM_UNPROTECTED_UNAVAILABLE && report.no_fork_unprotected == SCRIM_UNPROTECTED_UNAVAILABLE);
    CHECK(report.secretmem_unprotected == SCRIM_UNPROTECTED_UNAVAILABLE);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        leave_child(scrim_text_count(text, &count) != SCRIM_ERROR_FORKED);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    scrim_text_destroy(text);
    return 0;
}

static void test_advice_that_is_ignored(void **state) {
    (void)state;
    passes_in_child(advice_ignored, NULL);
}

static size_t count_mappings(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    size_t count = 0;
    int character;
    if (maps == NULL)
        return 0;
    while ((character = fgetc(maps)) != EOF)
        count += character == '\n';
    fclose(maps);
    return count;
}

/* Beyond the lock limit, texts still share pages; what needs locked ones is told. */
static int past_the_limit(void *data) {
    enum {
        COUNT = 8000
    };
    static scrim_text *texts[COUNT];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    uint32_t protection;
    size_t locked = 0, mappings;
    (void)data;
    options.capacity = 64;
    CHECK(limit_locked_bytes(256 * 1024) == 0);
    mappings = count_mappings();
    for (int i = 0; i < COUNT; i++) {
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
        CHECK(scrim_text_protection(texts[i], &protection) == SCRIM_OK);
        locked += (protection & SCRIM_PROTECTION_LOCKED) != 0;
    }
    CHECK(locked == 4 * 512); /* arenas of 64 KiB, 128 bytes to a text */
    CHECK(count_mappings() < mappings + 100);
    options.required_protection = SCRIM_PROTECTION_LOCKED;
    scrim_text *none = NULL;
    CHECK(scrim_text_create(&options, &none) == SCRIM_ERROR_PROTECTION);
    scrim_text_destroy(texts[0]);
    CHECK(scrim_text_create(&options, &texts[0]) == SCRIM_OK); /* the one locked place that is free */
    for (int i = 0; i < COUNT; i++)
        scrim_text_destroy(texts[i]);
    return 0;
}

static void test_past_the_lock_limit(void **state) {
    (void)state;
    if (built_with_asan()) {
        print_message("ASan makes mlock do nothing: skipped\n");
        skip();
    }
    passes_in_child(past_the_limit, NULL);
}

/* 10,000 texts of 64 bytes fit the lock limit that systems come with, 8 MiB. */
static int fit_the_usual_limit(void *data) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    (void)data;
    options.capacity = 64;
    options.required_protection = SCRIM_PROTECTION_LOCKED;
    CHECK(limit_locked_bytes(8 << 20) == 0);
    for (int i = 0; i < 10000; i++)
        CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    return 0;
}

static void test_many_fit_the_usual_limit(void **state) {
    (void)state;
    passes_in_child(fit_the_usual_limit, NULL);
}

/* ---- Guard pages ---- */

static unsigned char *volatile *progress; /* volatile: written before the fault, whatever the optimiser thinks */

static int overrun(void *data) {
    int step = *(int *)data;
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    volatile unsigned char *at = address_of(text);
    for (*progress = (unsigned char *)at;; at += step) {
        *at = 'x';
        *progress = (unsigned char *)at;
    }
}

static void test_guard_pages(void **state) {
    (void)state;
    if (running_on_valgrind()) {
        print_message("valgrind reports a child that faults on purpose: skipped\n");
        skip();
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    progress = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int step = -1; step <= 1; step += 2) {
        int status = status_in_child(overrun, &step);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGSEGV);
        assert_int_equal((uintptr_t)(*progress + (step > 0)) % page, 0); /* the last byte of a page, or the first */
    }
    munmap((void *)progress, page);
}

/* ---- Damage ---- */

static scrim_status every_use(scrim_text *text, scrim_text *other) {
    scrim_status first;
    size_t size = 77;
    uint32_t equal = 77;
    const void *lent = NULL;
    char mask[64] = "";
    first = scrim_text_insert(text, "1", 1);
    ANSWERS(scrim_text_insert(text, "", 0), first);
    ANSWERS(scrim_text_delete_backward(text), first);
    ANSWERS(scrim_text_clear(text), first);
    ANSWERS(scrim_text_count(text, &size), first);
    ANSWERS(scrim_text_copy_masked(text, mask, sizeof mask, &size), first);
    ANSWERS(scrim_text_equal(text, other, &equal), first);
    ANSWERS(scrim_text_equal(other, text, &equal), first);
    ANSWERS(scrim_text_equal_bytes(text, "1", 1, &equal), first);
    ANSWERS(scrim_text_with_bytes(text, keep_address, &lent), first);
    if (first != SCRIM_OK) {
        assert_int_equal(size, 77);
        assert_int_equal(equal, 77);
        assert_null(lent);
    }
    return first;
}

static void test_damage_is_an_error_until_wiped(void **state) {
    (void)state;
    enum {
        CAPACITY = 40,
        ROOM = 48
    };
    static const int places[] = {-16, -9, -8, -1, ROOM, ROOM + 7, ROOM + 8, ROOM + 15};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        scrim_text *texts[3] = {new_text(CAPACITY), new_text(CAPACITY), new_text(CAPACITY)};
        scrim_text *elsewhere = new_text(400);
        unsigned char *bytes[3];
        for (int t = 0; t < 3; t++) {
            OK(scrim_text_insert(texts[t], "secret", 6));
            bytes[t] = address_of(texts[t]);
        }
        assert_int_equal(every_use(texts[0], elsewhere), SCRIM_OK);
        OK(scrim_text_insert(texts[0], "secret", 6));
        bytes[0][places[i]] ^= 1;
        assert_int_equal(every_use(texts[0], elsewhere), SCRIM_ERROR_CORRUPTED);
        /* The arena's other secrets are gone too, those elsewhere are not. */
        for (int t = 0; t < 3; t++)
            for (int at = 0; at < CAPACITY; at++)
                assert_int_equal(bytes[t][at], 0);
        assert_int_equal(every_use(texts[1], elsewhere), SCRIM_ERROR_CORRUPTED);
        OK(scrim_text_insert(elsewhere, "fine", 4));
        /* A new one is whole; a wiped one is usable again, and the others stay as they are. */
        scrim_text *fresh = new_text(CAPACITY);
        assert_int_equal(every_use(fresh, elsewhere), SCRIM_OK);
        OK(scrim_text_wipe(texts[0]));
        assert_int_equal(every_use(texts[0], elsewhere), SCRIM_OK);
        assert_int_equal(every_use(texts[2], elsewhere), SCRIM_ERROR_CORRUPTED);
        assert_int_equal(every_use(texts[0], elsewhere), SCRIM_OK);
        /* A second time it is noticed again. */
        OK(scrim_text_wipe(texts[1]));
        OK(scrim_text_insert(texts[1], "secret", 6));
        bytes[0][places[i]] ^= 1;
        assert_int_equal(every_use(texts[0], elsewhere), SCRIM_ERROR_CORRUPTED);
        assert_int_equal(every_use(texts[1], elsewhere), SCRIM_ERROR_CORRUPTED);
        assert_int_equal(bytes[1][0], 0);
        for (int t = 0; t < 3; t++)
            scrim_text_destroy(texts[t]);
        scrim_text_destroy(elsewhere);
        scrim_text_destroy(fresh);
    }
}

/* Wiping and destroying a damaged text notice the damage as well: its neighbours are lost. */
static void test_damage_is_noticed_at_the_end(void **state) {
    (void)state;
    for (int destroys = 0; destroys < 2; destroys++) {
        scrim_text *text = new_text(40), *neighbour = new_text(40);
        size_t count;
        OK(scrim_text_insert(neighbour, "secret", 6));
        address_of(text)[48] ^= 1;
        if (destroys) {
            scrim_text_destroy(text);
        } else {
            OK(scrim_text_wipe(text));
            OK(scrim_text_count(text, &count));
            scrim_text_destroy(text);
        }
        ANSWERS(scrim_text_count(neighbour, &count), SCRIM_ERROR_CORRUPTED);
        scrim_text_destroy(neighbour);
    }
}

/* What a write past a secret hits in a free place does no harm to those that get it later. */
static void test_damage_of_free_places(void **state) {
    (void)state;
    scrim_text *text = new_text(40), *freed[4];
    for (int i = 0; i < 4; i++)
        freed[i] = new_text(40);
    unsigned char *bytes = address_of(freed[0]);
    for (int i = 0; i < 4; i++)
        scrim_text_destroy(freed[i]);
    memset(bytes - 16, 0x5A, 4 * 128);
    for (int i = 0; i < 4; i++) {
        freed[i] = new_text(40);
        OK(scrim_text_insert(freed[i], "fine", 4));
    }
    for (int i = 0; i < 4; i++)
        scrim_text_destroy(freed[i]);
    scrim_text_destroy(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        /* First: the library asks once, at its first call. */
        cmocka_unit_test_teardown(test_advice_that_is_ignored, nothing_left),
        cmocka_unit_test_teardown(test_levels, nothing_left),
        cmocka_unit_test_teardown(test_past_the_lock_limit, nothing_left),
        cmocka_unit_test_teardown(test_many_fit_the_usual_limit, nothing_left),
        cmocka_unit_test_teardown(test_guard_pages, nothing_left),
        cmocka_unit_test_teardown(test_damage_is_an_error_until_wiped, nothing_left),
        cmocka_unit_test_teardown(test_damage_is_noticed_at_the_end, nothing_left),
        cmocka_unit_test_teardown(test_damage_of_free_places, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
