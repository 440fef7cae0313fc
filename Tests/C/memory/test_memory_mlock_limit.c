/* SPDX-License-Identifier: MIT */
/*
 * Where no page may be locked, texts take what there is without asking the kernel each time; and as soon as one may be locked, texts
 * have it. This program's mlock is the library's, too.
 */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "texts.h"

#include <sys/mman.h>

static int asked;

#ifndef WITH_ASAN /* whose own does nothing */
int mlock(const void *at, size_t length) {
    asked++;
    return (int)syscall(SYS_mlock, at, length);
}
#endif

enum {
    PATIENCE = 64, /* as the header says */
    COUNT = 400    /* fewer than the places of an arena */
};

static int is_locked(const scrim_text *text) { return has(text, SCRIM_PROTECTION_LOCKED); }

static int asks_seldom(void *data) {
    scrim_text *texts[COUNT];
    (void)data;
    CHECK(limit_locked_for_now(0) == 0);
    for (int i = 0; i < COUNT; i++) {
        texts[i] = make(64);
        CHECK(texts[i] != NULL && !is_locked(texts[i]));
    }
    CHECK(asked >= COUNT / PATIENCE);
    CHECK(asked <= COUNT / PATIENCE + 2); /* the arena itself, and the first beside it */
    for (int i = 0; i < COUNT; i++)
        scrim_text_destroy(texts[i]);
    return 0;
}

/* After a refusal, the next text that asks is the 64th, as the header says. */
static int asks_with_the_64th(void *data) {
    (void)data;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(0) == 0);
    CHECK(!is_locked(make(64)) && asked == 1);
    CHECK(!is_locked(make(64)) && asked == 2);
    for (int refused = 2; refused < 5; refused++) {
        for (int i = 1; i < PATIENCE; i++)
            CHECK(!is_locked(make(64)) && asked == refused);
        CHECK(!is_locked(make(64)) && asked == refused + 1);
    }
    return 0;
}

/* A refusal is forgotten as soon as better pages are granted, even if the limit is the old one again later. */
static int forgets_the_refusal(void *data) {
    enum {
        SLOTS = 512 /* texts of an arena */
    };
    (void)data;
    CHECK(deny_memfd_secret() == 0 && limit_locked_for_now(0) == 0);
    CHECK(!is_locked(make(64)) && asked == 1);
    CHECK(!is_locked(make(64)) && asked == 2);
    CHECK(!is_locked(make(64)) && asked == 2);
    CHECK(limit_locked_for_now(65536) == 0);
    for (int i = 0; i < SLOTS; i++)
        CHECK(is_locked(make(64)) && asked == 3);
    CHECK(limit_locked_for_now(0) == 0);
    CHECK(!is_locked(make(64)) && asked == 4);
    return 0;
}

/* At whatever moment the limit is raised, the very next text is in locked pages. */
static int sees_the_limit(void *data) {
    int before = *(int *)data;
    scrim_text *bigger;
    CHECK(limit_locked_for_now(0) == 0);
    for (int i = 0; i < before; i++)
        CHECK(!is_locked(make(64)));
    CHECK(limit_locked_for_now(65536) == 0);
    CHECK(is_locked(make(64)));
    bigger = make(4000); /* of another size, in pages of its own, for which there is no room */
    CHECK(bigger != NULL && !is_locked(bigger));
    CHECK(limit_locked_for_now(131072) == 0);
    CHECK(is_locked(make(4000)));
    CHECK(!is_locked(bigger));
    return 0;
}

/* Pages that we give back ourselves are there for the next text, of whatever size. */
static int sees_its_own(void *data) {
    enum {
        TWO_ARENAS = 1024
    };
    scrim_text *texts[TWO_ARENAS], *plain, *better;
    (void)data;
    CHECK(limit_locked_bytes(2 * 65536) == 0);
    for (int i = 0; i < TWO_ARENAS; i++) {
        texts[i] = make(64);
        CHECK(texts[i] != NULL && is_locked(texts[i]));
    }
    for (int i = 0; i < 5; i++) {
        plain = make(4000);
        CHECK(plain != NULL && !is_locked(plain));
    }
    for (int i = 0; i < TWO_ARENAS; i++)
        scrim_text_destroy(texts[i]);
    better = make(4000);
    CHECK(better != NULL && is_locked(better));
    return 0;
}

/* What a small arena does not get may not keep a smaller one from asking. */
static int asks_for_less(void *data) {
    scrim_text *big[3], *small;
    (void)data;
    CHECK(limit_locked_bytes(65536) == 0);
    for (int i = 0; i < 3; i++) {
        big[i] = make(SCRIM_TEXT_MAX_CAPACITY); /* 128 KiB */
        CHECK(big[i] != NULL && !is_locked(big[i]));
    }
    small = make(64);
    CHECK(small != NULL && is_locked(small));
    return 0;
}

/* Nor does what a large arena did not get keep a smaller one from asking, when both have an arena that is not locked. */
static int asks_for_less_again(void *data) {
    scrim_text *small;
    (void)data;
    CHECK(limit_locked_for_now(0) == 0);
    CHECK(!is_locked(make(64)));
    CHECK(limit_locked_for_now(65536) == 0);
    for (int i = 0; i < 2; i++) {
        scrim_text *big = make(SCRIM_TEXT_MAX_CAPACITY);
        CHECK(big != NULL && !is_locked(big));
        scrim_text_destroy(big); /* its arena is kept, so the second asks whether a locked one is to be had */
    }
    small = make(64);
    CHECK(small != NULL && is_locked(small));
    return 0;
}

/* What the host unlocks itself is seen before long. */
static int sees_the_hosts(void *data) {
    size_t size = 65536;
    void *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int made = 0;
    (void)data;
    CHECK(limit_locked_bytes(65536) == 0);
    CHECK(mlock(own, size) == 0);
    for (int i = 0; i < 5; i++)
        CHECK(!is_locked(make(64)));
    CHECK(munlock(own, size) == 0);
    while (made <= PATIENCE && !is_locked(make(64)))
        made++;
    CHECK(made <= PATIENCE);
    return 0;
}

/* A child asks at once. What its parent was refused may be free in the child, which inherits no lock. */
static int child_sees_the_hosts(void *own) {
    CHECK(mlock(own, 65536) == 0);
    CHECK(!is_locked(make(64)));
    CHECK(munlock(own, 65536) == 0);
    CHECK(is_locked(make(64)));
    return 0;
}

static int forgets_in_a_child(void *data) {
    void *own = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int status = -1;
    (void)data;
    CHECK(limit_locked_bytes(65536) == 0 && own != MAP_FAILED);
    CHECK(mlock(own, 65536) == 0);
    for (int i = 0; i < 5; i++)
        CHECK(!is_locked(make(64)));
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        leave_child(child_sees_the_hosts(own));
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}

static void in_children(int (*body)(void *), void *data) {
    if (built_with_asan() || running_on_valgrind())
        skip();
    passes_in_child(body, data);
}

static void test_asks_seldom(void **state) {
    (void)state;
    in_children(asks_seldom, NULL);
    in_children(asks_with_the_64th, NULL);
    in_children(forgets_the_refusal, NULL);
}

static void test_a_raised_limit_is_seen_at_once(void **state) {
    (void)state;
    for (int before = 1; before < 2 * PATIENCE; before += 9)
        in_children(sees_the_limit, &before);
}

static void test_what_we_let_go_is_seen_at_once(void **state) {
    (void)state;
    in_children(sees_its_own, NULL);
}

static void test_less_is_asked_for(void **state) {
    (void)state;
    in_children(asks_for_less, NULL);
    in_children(asks_for_less_again, NULL);
}

static void test_what_the_host_lets_go_is_seen_before_long(void **state) {
    (void)state;
    in_children(sees_the_hosts, NULL);
}

static void test_a_child_forgets_the_refusal(void **state) {
    (void)state;
    in_children(forgets_in_a_child, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asks_seldom),
        cmocka_unit_test(test_a_raised_limit_is_seen_at_once),
        cmocka_unit_test(test_what_we_let_go_is_seen_at_once),
        cmocka_unit_test(test_less_is_asked_for),
        cmocka_unit_test(test_what_the_host_lets_go_is_seen_before_long),
        cmocka_unit_test(test_a_child_forgets_the_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
