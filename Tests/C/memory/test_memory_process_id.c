/* SPDX-License-Identifier: MIT */
/*
 * How a forked child is noticed: by a page that the kernel wipes in it, or by the id of the process if the kernel does not know how
 * (before Linux 4.14). This program's madvise and getpid are the library's, too. Only children call the library, so each of them begins
 * anew.
 */
#define _GNU_SOURCE
#include "support/kernel.h"
#include "texts.h"

#include <sys/mman.h>

static int refuses_wiping, ids_asked;
static volatile unsigned char *first_page; /* for which the wiping was refused */

int madvise(void *at, size_t length, int advice) {
    if (refuses_wiping && advice == MADV_WIPEONFORK) {
        if (first_page == NULL)
            first_page = at;
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_madvise, at, length, advice);
}

pid_t getpid(void) {
    ids_asked++;
    return (pid_t)syscall(SYS_getpid);
}

/* The library works in a child, and refuses the texts of its parent. */
static int is_new(const scrim_text *inherited) {
    size_t count;
    CHECK(scrim_text_count(inherited, &count) == SCRIM_ERROR_FORKED);
    scrim_text *text = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    CHECK(text != NULL && scrim_text_insert(text, "12", 2) == SCRIM_OK);
    CHECK(scrim_text_count(text, &count) == SCRIM_OK && count == 2);
    CHECK(scrim_live_handles(SCRIM_HANDLE_TEXT) == 1);
    scrim_text_destroy(text);
    return 0;
}

static int notices_its_child(scrim_text *text) {
    int status = -1;
    size_t count;
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        leave_child(is_new(text));
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(scrim_text_count(text, &count) == SCRIM_OK && count == 4);
    return 0;
}

static int compares_ids(void *unused) {
    (void)unused;
    refuses_wiping = 1;
    scrim_text *text = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    CHECK(text != NULL && scrim_text_insert(text, "1234", 4) == SCRIM_OK);
    CHECK(notices_its_child(text) == 0);
    CHECK(ids_asked > 0);
    /* The id is in the first word of the page. Where it is not aligned, some processors refuse to access it. */
    CHECK(first_page != NULL && *(const volatile uint64_t *)first_page >> 2 == (uint64_t)syscall(SYS_getpid));
    scrim_text_destroy(text);
    return 0;
}

static void test_a_child_is_noticed_by_its_id(void **state) {
    (void)state;
    if (running_on_valgrind())
        skip();
    passes_in_child(compares_ids, NULL);
}

/* A system call each time would cost more than most calls do. */
static int asks_for_no_id(void *unused) {
    (void)unused;
    int before = ids_asked;
    scrim_text *text = make(SCRIM_TEXT_DEFAULT_CAPACITY);
    CHECK(text != NULL && scrim_text_insert(text, "1234", 4) == SCRIM_OK);
    CHECK(notices_its_child(text) == 0);
    scrim_text_destroy(text);
    CHECK(ids_asked == before);
    return 0;
}

static void test_a_wiped_page_needs_no_id(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no advice on memory");
    if (running_on_valgrind())
        skip();
    void *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(page, MAP_FAILED);
    int wipes = madvise(page, 1, MADV_WIPEONFORK) == 0;
    munmap(page, 1);
    if (!wipes) {
        print_message("the kernel wipes no pages in children: skipped\n");
        skip();
    }
    passes_in_child(asks_for_no_id, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_child_is_noticed_by_its_id),
        cmocka_unit_test(test_a_wiped_page_needs_no_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
