/* SPDX-License-Identifier: MIT */
/*
 * Pages for secrets are mapped beside other threads of the host that map too: whatever fails on the way, what these have
 * mapped meanwhile stays theirs, and nothing is left behind. This program's mmap plays such a thread: it takes the place that a
 * failed call leaves free. Other threads may also fork: no child has the pages of a secret that is made meanwhile.
 */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "support/support.h"

#include <sys/mman.h>

enum {
    NEIGHBOURS = 16
};

static struct {
    int armed, count;
    unsigned char *start[NEIGHBOURS];
    size_t length[NEIGHBOURS];
} neighbours;

#define SECRET "a secret, typed after the fork"

/* ---- A thread that forks at the n-th call that maps something ---- */

static struct {
    int at; /* 0: never */
    int calls;
    pid_t child;
    int ends[2];
} other;

/* In the child: whether anything that it inherited, mapped or not, holds the secret. It grants itself every access. */
static int child_finds_it(void) {
    static struct {
        unsigned long start, end;
    } found[64];
    char line[512], name[64], target[64];
    size_t count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (count < 64 && fgets(line, sizeof line, maps) != NULL)
        if (strstr(line, "secretmem") != NULL && sscanf(line, "%lx-%lx", &found[count].start, &found[count].end) == 2)
            count++;
    fclose(maps);
    for (size_t i = 0; i < count; i++) {
        size_t length = found[i].end - found[i].start;
        if (mprotect((void *)found[i].start, length, PROT_READ) == 0 &&
            memmem((void *)found[i].start, length, SECRET, strlen(SECRET)) != NULL)
            return 2;
    }
    for (int fd = 3; fd < 64; fd++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length <= 0)
            continue;
        target[length] = 0;
        if (strstr(target, "secretmem") == NULL)
            continue;
        void *pages = (void *)syscall(SYS_mmap, NULL, 65536, PROT_READ, MAP_SHARED, fd, 0);
        if (pages != MAP_FAILED && memmem(pages, 65536, SECRET, strlen(SECRET)) != NULL)
            return 3;
    }
    return 0;
}

UNUSED static void fork_in_turn(void) {
    char byte;
    if (other.at == 0 || ++other.calls != other.at)
        return;
    other.at = 0;
    if (pipe(other.ends) != 0)
        abort();
    other.child = fork();
    if (other.child != 0)
        return;
    alarm(60);
    close(other.ends[1]);
    while (read(other.ends[0], &byte, 1) > 0) /* until the secret has been typed */
        continue;
    _exit(child_finds_it());
}

#ifndef WITH_ASAN /* which has an mmap of its own */
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    fork_in_turn();
    void *got = (void *)syscall(SYS_mmap, at, length, protection, flags, fd, offset);
    if (neighbours.armed && got == MAP_FAILED && neighbours.count < NEIGHBOURS) {
        int error = errno, place = neighbours.count++;
        void *taken = (void *)syscall(SYS_mmap, NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(taken, 0x5A, length);
        neighbours.start[place] = taken;
        neighbours.length[place] = length;
        errno = error;
    }
    return got;
}

int madvise(void *at, size_t length, int advice) {
    fork_in_turn();
    int result = (int)syscall(SYS_madvise, at, length, advice);
    fork_in_turn();
    return result;
}

int ftruncate(int fd, off_t length) {
    fork_in_turn();
    return (int)syscall(SYS_ftruncate, fd, length);
}

int mprotect(void *at, size_t length, int protection) {
    fork_in_turn();
    return (int)syscall(SYS_mprotect, at, length, protection);
}

int close(int fd) {
    fork_in_turn();
    return (int)syscall(SYS_close, fd);
}
#endif

static int neighbours_are_whole(void) {
    for (int i = 0; i < neighbours.count; i++) {
        for (size_t j = 0; j < neighbours.length[i]; j++)
            CHECK(neighbours.start[i][j] == 0x5A);
    }
    return 0;
}

/* memfd_secret is there, but its pages count as locked, and no page may be. */
static int map_past_the_lock_limit(void *data) {
    static const uint32_t capacities[] = {16, 1000, 30000, 65536};
    scrim_text *texts[4];
    (void)data;
    CHECK(limit_locked_bytes(0) == 0);
    neighbours.armed = 1;
    for (int i = 0; i < 4; i++) {
        scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
        uint32_t protection, equal;
        options.capacity = capacities[i];
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
        CHECK(scrim_text_insert(texts[i], "secret", 6) == SCRIM_OK);
        CHECK(scrim_text_equal_bytes(texts[i], "secret", 6, &equal) == SCRIM_OK && equal == 1);
        CHECK(scrim_text_protection(texts[i], &protection) == SCRIM_OK);
        CHECK((protection & (SCRIM_PROTECTION_LOCKED | SCRIM_PROTECTION_SECRETMEM)) == 0);
        CHECK(neighbours_are_whole() == 0);
    }
    for (int i = 0; i < 4; i++)
        scrim_text_destroy(texts[i]);
    return neighbours_are_whole();
}

static void test_neighbours_stay_whole(void **state) {
    (void)state;
    if (built_with_asan())
        skip();
    passes_in_child(map_past_the_lock_limit, NULL);
}

/* The n-th call from here on is where another thread forks; 0 where no call was the n-th, 1 where one was. */
static int fork_at(int n, uint32_t best, int *forked) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    uint32_t protection;
    int status = 0;
    options.required_protection = SCRIM_PROTECTION_NO_FORK;
    other.child = 0;
    other.calls = 0;
    other.at = n;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    other.at = 0;
    CHECK(scrim_text_protection(text, &protection) == SCRIM_OK && protection == best);
    CHECK(scrim_text_insert(text, SECRET, strlen(SECRET)) == SCRIM_OK);
    *forked = other.child > 0;
    if (*forked) {
        close(other.ends[0]);
        close(other.ends[1]);
        CHECK(waitpid(other.child, &status, 0) == other.child);
        if (status != 0)
            fprintf(stderr, "forked at call %d: the child left with status %#x\n", n, (unsigned)status);
        CHECK(status == 0);
    }
    scrim_text_destroy(text);
    return 0;
}

struct moment {
    int n;
    uint32_t best;
};

/* In a process of its own, where the text is the first and pages have to be mapped. */
static int fork_while_mapping(void *data) {
    const struct moment *moment = data;
    int forked = 0;
    if (fork_at(moment->n, moment->best, &forked) != 0)
        return 1;
    return forked ? 0 : 42;
}

static void test_no_child_has_the_pages(void **state) {
    (void)state;
    scrim_text *text;
    struct moment moment = {1, 0};
    int status = 0;
    SKIP_WHERE_EMULATED("qemu maps pages of its own");
    if (built_with_asan() || running_on_valgrind())
        skip();
    text = new_text(64);
    OK(scrim_text_protection(text, &moment.best));
    scrim_text_destroy(text);
    for (; moment.n < 64; moment.n++) {
        status = status_in_child(fork_while_mapping, &moment);
        assert_true(WIFEXITED(status));
        if (WEXITSTATUS(status) == 42)
            break;
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    assert_int_equal(WEXITSTATUS(status), 42); /* there was no such call any more */
    assert_true(moment.n > 5);
}

/* ---- A kernel that does not move pages ---- */

static int make_many(void) {
    scrim_text *texts[8];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = SCRIM_TEXT_MAX_CAPACITY; /* an arena each */
    for (int i = 0; i < 8; i++)
        CHECK(scrim_text_create(&options, &texts[i]) == SCRIM_OK);
    for (int i = 0; i < 8; i++)
        scrim_text_destroy(texts[i]);
    return 0;
}

static int without_moving(void *data) {
    CHECK(deny_call(SYS_mremap, *(unsigned *)data) == 0);
    CHECK(make_many() == 0);
    long before = pages_mapped();
    for (int i = 0; i < 8; i++)
        CHECK(make_many() == 0);
    CHECK(before > 0 && pages_mapped() == before);
    return 0;
}

static void test_nothing_is_left_where_pages_cannot_be_moved(void **state) {
    (void)state;
    unsigned errors[] = {EPERM, ENOSYS, EACCES};
    SKIP_WHERE_EMULATED("qemu knows no filters");
    if (built_with_asan() || running_on_valgrind())
        skip();
    for (int i = 0; i < 3; i++)
        passes_in_child(without_moving, &errors[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_neighbours_stay_whole, nothing_left),
        cmocka_unit_test_teardown(test_no_child_has_the_pages, nothing_left),
        cmocka_unit_test_teardown(test_nothing_is_left_where_pages_cannot_be_moved, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
