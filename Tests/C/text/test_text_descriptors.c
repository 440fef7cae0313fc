/* SPDX-License-Identifier: MIT */
/* scrim_text_read_fd and scrim_text_write_fd: pipes that are slow, short, broken or full of nonsense. */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "support/support.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

enum {
    LINE = SCRIM_FD_LINE
};

static int holds(const scrim_text *text, const void *bytes, size_t length) {
    uint32_t equal = 99;
    OK(scrim_text_equal_bytes(text, bytes, length, &equal));
    return (int)equal;
}

/* The reading end of a pipe with these bytes in it, and no writer. */
static int pipe_with(const char *bytes, size_t length) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, length), length);
    close(ends[1]);
    return ends[0];
}

static scrim_status fill(scrim_text *text, const char *bytes, size_t length, uint32_t flags) {
    int end = pipe_with(bytes, length);
    scrim_status status = scrim_text_read_fd(text, end, flags);
    close(end);
    return status;
}

static void test_fill(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    OK(fill(text, "ab\ncd", 5, 0));
    assert_true(holds(text, "ab\ncd", 5));
    OK(fill(text, "\xC3\xA4\n", 3, LINE)); /* behind what is there */
    assert_true(holds(text, "ab\ncd\xC3\xA4", 7));
    OK(fill(text, "", 0, 0));
    OK(fill(text, "", 0, LINE));
    OK(fill(text, "\n", 1, LINE));
    assert_true(holds(text, "ab\ncd\xC3\xA4", 7));
    OK(scrim_text_clear(text));
    OK(fill(text, "12345678", 8, 0));
    OK(scrim_text_clear(text));
    OK(fill(text, "12345678\n", 9, LINE));
    OK(scrim_text_clear(text));
    OK(fill(text, "1\0002", 3, 0));
    assert_true(holds(text, "1\0002", 3));
    scrim_text_destroy(text);
}

static void test_refused_whole(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        scrim_status status;
    } cases[] = {
        {"ok\xC3", 3, SCRIM_ERROR_INVALID_UTF8},
        {"\xFF", 1, SCRIM_ERROR_INVALID_UTF8},
        {"1234567", 7, SCRIM_ERROR_FULL},
        {"123456789", 9, SCRIM_ERROR_FULL},
        {"12345678901234", 14, SCRIM_ERROR_FULL},
    };
    scrim_text *text = new_text(8);
    OK(scrim_text_insert(text, "ab", 2));
    for (uint32_t flags = 0; flags <= LINE; flags++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            ANSWERS(fill(text, cases[i].bytes, cases[i].length, flags), cases[i].status);
            assert_true(holds(text, "ab", 2));
        }
    scrim_text_destroy(text);
}

static void test_reading_stops_a_few_bytes_after_the_capacity(void **state) {
    (void)state;
    static char bytes[3000], rest[sizeof bytes];
    scrim_text *text = new_text(8);
    int end = pipe_with(memset(bytes, 'a', sizeof bytes), sizeof bytes);
    ANSWERS(scrim_text_read_fd(text, end, 0), SCRIM_ERROR_FULL);
    assert_in_range(read(end, rest, sizeof rest), sizeof bytes - 16, sizeof bytes - 9);
    close(end);
    scrim_text_destroy(text);
}

static void ignore(const void *bytes, size_t length, void *user_data) { (void)bytes, (void)length, (void)user_data; }

/* A text that hides its length drops what does not fit, wherever reading stops, and says nothing. */
static void test_a_hidden_length_drops_what_is_too_long(void **state) {
    (void)state;
    static const char *const characters[] = {"a", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = 8;
    options.mask = SCRIM_MASK_NONE;
    options.hide_length = 1;
    for (size_t i = 0; i < 4; i++)
        for (size_t shift = 0; shift < 5; shift++)
            for (size_t count = 0; count < 12; count++) {
                char bytes[64] = "....";
                size_t length = shift, size = strlen(characters[i]);
                for (size_t j = 0; j < count; j++, length += size)
                    memcpy(bytes + length, characters[i], size);
                scrim_text *text = NULL;
                OK(scrim_text_create(&options, &text));
                OK(fill(text, bytes, length, 0));
                assert_int_equal(holds(text, bytes, length), length <= 8);
                ANSWERS(scrim_text_with_bytes(text, ignore, NULL), length <= 8 ? SCRIM_OK : SCRIM_ERROR_FULL);
                OK(scrim_text_wipe(text));
                if (length + 1 < sizeof bytes) {
                    bytes[length] = '\xF0'; /* the first byte of a character, without the others */
                    const scrim_status status = fill(text, bytes, length + 1, 0);
                    if (length + 1 < 16)
                        assert_int_equal(status, SCRIM_ERROR_INVALID_UTF8);
                }
                scrim_text_destroy(text);
            }
}

static void test_a_line_leaves_the_rest(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    char rest[16];
    int end = pipe_with("first\nsecond\n\nx", 15);
    OK(scrim_text_read_fd(text, end, LINE));
    assert_true(holds(text, "first", 5));
    OK(scrim_text_clear(text));
    OK(scrim_text_read_fd(text, end, LINE));
    assert_true(holds(text, "second", 6));
    OK(scrim_text_read_fd(text, end, LINE));
    assert_int_equal(read(end, rest, sizeof rest), 1);
    assert_int_equal(rest[0], 'x');
    close(end);
    scrim_text_destroy(text);
}

static void test_errors_of_the_descriptor(void **state) {
    (void)state;
    scrim_text *text = new_text(8);
    int ends[2], folder = open("/", O_RDONLY | O_DIRECTORY);
    OK(scrim_text_insert(text, "ab", 2));
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    struct {
        int descriptor, reads, error;
    } cases[] = {{-1, 1, EBADF}, {-1, 0, EBADF}, {INT32_MAX, 1, EBADF}, {folder, 1, EISDIR}, {ends[0], 1, EAGAIN}, {ends[0], 0, EBADF}, {ends[1], 1, EBADF}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errno = 0;
        ANSWERS(cases[i].reads ? scrim_text_read_fd(text, cases[i].descriptor, 0)
                               : scrim_text_write_fd(text, cases[i].descriptor, 0),
                SCRIM_ERROR_IO);
        assert_int_equal(errno, cases[i].error);
        assert_true(holds(text, "ab", 2));
    }
    ANSWERS(scrim_text_read_fd(text, ends[0], 2), SCRIM_ERROR_INVALID_ARGUMENT);
    ANSWERS(scrim_text_write_fd(text, ends[1], 2), SCRIM_ERROR_INVALID_ARGUMENT);
    /* Nobody reads: an error, and no signal, neither now nor later. */
    close(ends[0]);
    errno = 0;
    ANSWERS(scrim_text_write_fd(text, ends[1], 0), SCRIM_ERROR_IO);
    assert_int_equal(errno, EPIPE);
    sigset_t pending;
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
    close(ends[1]);
    close(folder);
    scrim_text_destroy(text);
}

/* A SIGPIPE of somebody else's that was held back stays there. */
static int keeps_a_pending_signal(void *data) {
    sigset_t set, pending;
    int ends[2];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    (void)data;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGPIPE);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "1", 1) == SCRIM_OK);
    CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
    CHECK(scrim_text_write_fd(text, ends[1], 0) == SCRIM_ERROR_IO);
    sigpending(&pending);
    CHECK(sigismember(&pending, SIGPIPE));
    scrim_text_destroy(text);
    return 0;
}

static void test_keeps_a_pending_signal(void **state) {
    (void)state;
    passes_in_child(keeps_a_pending_signal, NULL);
}

/* Where the pending signals cannot be asked for, a closed pipe still raises none. */
static int write_without_rt_sigpending(void *error) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    int ends[2];
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "1", 1) == SCRIM_OK);
    CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
    signal(SIGPIPE, SIG_DFL);
    CHECK(deny_call(SYS_rt_sigpending, *(const unsigned *)error) == 0);
    errno = 0;
    CHECK(scrim_text_write_fd(text, ends[1], 0) == SCRIM_ERROR_IO && errno == EPIPE);
    scrim_text_destroy(text);
    return 0;
}

static void test_a_denied_call_raises_no_signal(void **state) {
    (void)state;
    static unsigned errors[] = {EPERM, ENOSYS};
    SKIP_WHERE_EMULATED("qemu knows no filters");
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        passes_in_child(write_without_rt_sigpending, &errors[i]);
}

/* ---- Slow, interrupted, long ---- */

static void on_alarm(int number) { (void)number; }

struct trickle {
    int descriptor;
    const char *bytes;
    size_t length, step;
};

static void *write_slowly(void *data) {
    struct trickle *trickle = data;
    for (size_t at = 0; at < trickle->length; at += trickle->step) {
        size_t size = trickle->length - at < trickle->step ? trickle->length - at : trickle->step;
        usleep(2000);
        if (write(trickle->descriptor, trickle->bytes + at, size) != (ssize_t)size)
            break;
    }
    close(trickle->descriptor);
    return NULL;
}

static void *read_slowly(void *data) {
    struct trickle *trickle = data;
    ssize_t got;
    while ((got = read(trickle->descriptor, (char *)(uintptr_t)trickle->bytes + trickle->length, trickle->step)) > 0) {
        trickle->length += (size_t)got;
        usleep(1000);
    }
    return NULL;
}

/* The alarm hits this thread only, which blocks in the library. */
static pthread_t start(void *(*body)(void *), struct trickle *trickle) {
    struct sigaction action = {.sa_handler = on_alarm}; /* no SA_RESTART: system calls are interrupted */
    struct itimerval timer = {{0, 700}, {0, 700}};
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    assert_int_equal(pthread_create(&thread, NULL, body, trickle), 0);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    return thread;
}

static void finish(pthread_t thread) {
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    pthread_join(thread, NULL);
}

static void test_short_and_interrupted_reads(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= LINE; flags++) {
        scrim_text *text = new_text(64);
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        /* Characters are cut apart on the way. */
        struct trickle trickle = {ends[1], "gr\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80.", 12, 1};
        pthread_t thread = start(write_slowly, &trickle);
        OK(scrim_text_read_fd(text, ends[0], flags));
        finish(thread);
        assert_true(holds(text, trickle.bytes, 12));
        close(ends[0]);
        scrim_text_destroy(text);
    }
}

static void test_short_and_interrupted_writes(void **state) {
    (void)state;
    static char bytes[SCRIM_TEXT_MAX_CAPACITY + 1], received[SCRIM_TEXT_MAX_CAPACITY + 100];
    for (size_t i = 0; i < SCRIM_TEXT_MAX_CAPACITY; i++)
        bytes[i] = (char)('0' + i % 71 % 61);
    bytes[SCRIM_TEXT_MAX_CAPACITY] = '\n';
    scrim_text *text = new_text(SCRIM_TEXT_MAX_CAPACITY), *back = new_text(SCRIM_TEXT_MAX_CAPACITY);
    OK(scrim_text_insert(text, bytes, SCRIM_TEXT_MAX_CAPACITY));
    for (uint32_t flags = 0; flags <= LINE; flags++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        fcntl(ends[1], F_SETPIPE_SZ, 4096);
        struct trickle trickle = {ends[0], received, 0, 1500};
        pthread_t thread = start(read_slowly, &trickle);
        OK(scrim_text_write_fd(text, ends[1], flags));
        close(ends[1]);
        finish(thread);
        assert_int_equal(trickle.length, SCRIM_TEXT_MAX_CAPACITY + flags);
        assert_memory_equal(received, bytes, trickle.length);
        close(ends[0]);
    }
    FILE *file = tmpfile();
    OK(scrim_text_write_fd(text, fileno(file), LINE));
    lseek(fileno(file), 0, SEEK_SET);
    OK(scrim_text_read_fd(back, fileno(file), LINE));
    assert_true(holds(back, bytes, SCRIM_TEXT_MAX_CAPACITY));
    fclose(file);
    scrim_text_destroy(text);
    scrim_text_destroy(back);
}

/* ---- Protection ---- */

static int at_the_lock_limit(void *data) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    int ends[2];
    uint32_t protection;
    (void)data;
    CHECK(deny_memfd_secret() == 0 && limit_locked_bytes(65536) == 0);
    options.capacity = 40;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK && (protection & SCRIM_PROTECTION_LOCKED));
    CHECK(pipe(ends) == 0 && write(ends[1], "1234", 4) == 4 && close(ends[1]) == 0);
    CHECK(scrim_text_read_fd(text, ends[0], 0) == SCRIM_ERROR_PROTECTION);
    CHECK(scrim_text_write_fd(text, 1, 0) == SCRIM_ERROR_PROTECTION);
    CHECK(scrim_memory_usage(&report) == SCRIM_OK && report.locked_unprotected == SCRIM_UNPROTECTED_LIMIT);
    char rest[8];
    CHECK(read(ends[0], rest, sizeof rest) == 4); /* nothing was read into what is not locked */
    scrim_text_destroy(text);
    return 0;
}

static void test_never_through_weaker_memory(void **state) {
    (void)state;
    if (built_with_asan() || running_on_valgrind()) {
        print_message("mlock has no limit here: skipped\n");
        skip();
    }
    uint32_t protection;
    scrim_text *text = new_text(8);
    OK(scrim_text_protection(text, &protection));
    scrim_text_destroy(text);
    if (!(protection & SCRIM_PROTECTION_LOCKED)) {
        print_message("nothing is locked here: skipped\n");
        skip();
    }
    passes_in_child(at_the_lock_limit, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_fill, nothing_left),
        cmocka_unit_test_teardown(test_refused_whole, nothing_left),
        cmocka_unit_test_teardown(test_reading_stops_a_few_bytes_after_the_capacity, nothing_left),
        cmocka_unit_test_teardown(test_a_hidden_length_drops_what_is_too_long, nothing_left),
        cmocka_unit_test_teardown(test_a_line_leaves_the_rest, nothing_left),
        cmocka_unit_test_teardown(test_errors_of_the_descriptor, nothing_left),
        cmocka_unit_test_teardown(test_keeps_a_pending_signal, nothing_left),
        cmocka_unit_test_teardown(test_a_denied_call_raises_no_signal, nothing_left),
        cmocka_unit_test_teardown(test_short_and_interrupted_reads, nothing_left),
        cmocka_unit_test_teardown(test_short_and_interrupted_writes, nothing_left),
        cmocka_unit_test_teardown(test_never_through_weaker_memory, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
