/* SPDX-License-Identifier: MIT */
/* Memory that runs out: every call gives a status, nothing ends the process, and all works again afterwards. */
#include "scenarios.h"

#include <pthread.h>
#include <sys/resource.h>

static void set_failing(int from, int to) {
    allocator.fail_from = from;
    allocator.fail_to = to;
    allocator.one_in = 0;
    allocator.count = 0;
    allocator.failed = 0;
}

static int works(void) {
    set_failing(NEVER, NEVER);
    CHECK(run_scenarios() == 0);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

/* Asked of the kernel, as pages are also moved over others; without the heap, which the C library keeps. */
static long bytes_mapped(void) {
    char line[512];
    long bytes = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    if (file == NULL)
        return -1;
    while (fgets(line, sizeof line, file) != NULL) {
        char *end;
        unsigned long start = strtoul(line, &end, 16);
        if (strstr(line, "[heap]") == NULL && strstr(line, "[stack]") == NULL)
            bytes += (long)(strtoul(end + 1, NULL, 16) - start);
    }
    fclose(file);
    return bytes;
}

/* ---- The n-th allocation fails ---- */

struct nth {
    int n, and_all_after;
    int *saw_failure; /* shared with the parent */
};

/* The heap of musl has no name in maps, so it counts as mapped, and may take some rounds to settle. */
#if defined(__GLIBC__)
#define MAX_ROUNDS 1
#else
#define MAX_ROUNDS 10
#endif

/* In a fresh process the tables of the library are still to be made; in a warm one only objects are. Both must fail well. */
static int fail_nth(void *data) {
    const struct nth *nth = data;
    int last = nth->and_all_after ? NEVER : nth->n;
    set_failing(nth->n, last);
    CHECK(run_scenarios() == 0);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    *nth->saw_failure = allocator.failed != 0;
    CHECK(works() == 0);
    long alive = blocks_alive, before, mapped = bytes_mapped();
    CHECK(mapped > 0);
    /* Once more: what is leaked, is leaked each time. */
    for (int round = 0; round == 0 || mapped != before; round++) {
        CHECK(round < MAX_ROUNDS);
        before = mapped;
        set_failing(nth->n, last);
        CHECK(run_scenarios() == 0);
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
        CHECK(works() == 0);
        CHECK(blocks_alive == alive);
        mapped = bytes_mapped();
    }
    return 0;
}

/* SCRIM_TEST_STRIDE leaves out allocations in between: 5 means the first, the sixth, the eleventh … of them. */
static int stride(void) {
    const char *text = getenv("SCRIM_TEST_STRIDE");
    long number = text != NULL ? strtol(text, NULL, 10) : 1;
    return number < 1 || number > 1000 ? 1 : (int)number;
}

static void test_each_allocation_fails_in_turn(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("maps names no heap");
    int *saw_failure = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int and_all_after = 0; and_all_after < 2; and_all_after++) {
        struct nth nth = {1, and_all_after, saw_failure};
        int count = 0;
        for (*saw_failure = 1; *saw_failure; nth.n += stride(), count++) {
            *saw_failure = 0;
            int status = status_in_child(fail_nth, &nth);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                fail_msg("allocation %d: status %#x", nth.n, (unsigned)status);
        }
        print_message("%d allocations failed in turn%s\n", count - 1, and_all_after ? ", and all after each" : "");
        assert_true(nth.n > 10); /* the allocator did take the place of the C library's */
    }
    munmap(saw_failure, sizeof(int));
}

/* ---- Hashing, which is costly ---- */

static int fail_while_hashing(void *data) {
    (void)data;
    CHECK(works() == 0);
    set_failing(NEVER, NEVER);
    CHECK(hash_scenario() == 0);
    long mapped = bytes_mapped();
    int n = 1;
    do {
        set_failing(n, NEVER);
        CHECK(hash_scenario() == 0);
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
        CHECK(bytes_mapped() == mapped);
    } while (allocator.failed != 0 && n++ < 100);
    CHECK(n > 2 && allocator.failed == 0);
    return works();
}

static void test_hashing_without_memory(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("maps names no heap");
    passes_in_child(fail_while_hashing, NULL);
}

/* ---- Objects of Swift's runtime ---- */

/*
 * Only what creates, or keeps callbacks or rules, makes objects, at most as many as it claims cells of the reserve for (6), each
 * smaller than a cell (1,024).
 */
static int count_objects(void *data) {
    (void)data;
    CHECK(works() == 0);
    memset(&watch, 0, sizeof watch);
    CHECK(works() == 0);
    CHECK(watch.max_objects_created >= 1 && watch.max_objects_created <= 6);
    CHECK(watch.largest_object <= 1024);
    CHECK(watch.max_objects_elsewhere == 0);
    return 0;
}

static void test_only_create_makes_objects(void **state) {
    (void)state;
    passes_in_child(count_objects, NULL);
}

/* Where no object can be had at all, the reserve gives what it has, then NO_MEMORY; what is destroyed can be made again. */
static int live_on_the_reserve(void *data) {
    enum {
        MANY = 2000
    };
    static scrim_text *texts[MANY];
    SCENARIO;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    struct scenario_host host = {0};
    int made[3];
    (void)data;
    CHECK(works() == 0);
    set_failing(1, NEVER);
    for (int round = 0; round < 3; round++) {
        int count = 0;
        while (count < MANY && ARMED(scrim_text_create(&options, &texts[count])) == SCRIM_OK)
            count++;
        CHECK(armed_status == SCRIM_ERROR_NO_MEMORY);
        CHECK(ARMED(scrim_text_set_callbacks(texts[0], NULL, &host, scenario_host_freed)) == SCRIM_ERROR_NO_MEMORY);
        CHECK(host.freed == 0); /* it stays the caller's */
        made[round] = count;
        for (int i = 0; i < count; i++) {
            CHECK(scrim_text_insert(texts[i], "secret", 6) == SCRIM_OK);
            scrim_text_destroy(texts[i]);
        }
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
        if (round == 1) { /* with memory again, and without */
            CHECK(works() == 0);
            set_failing(1, NEVER);
        }
    }
    CHECK(made[0] >= 1 && made[1] == made[0] && made[2] == made[0]);
    return works();
}

static void test_life_on_the_reserve(void **state) {
    (void)state;
    passes_in_child(live_on_the_reserve, NULL);
}

/* ---- A limit on address space ---- */

static int crowd(void) {
    enum {
        MANY = 5000
    };
    static scrim_text *texts[MANY];
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_status status = SCRIM_OK;
    int count = 0;
    while (count < MANY && (status = scrim_text_create(&options, &texts[count])) == SCRIM_OK)
        count++;
    CHECK(status == SCRIM_OK || status == SCRIM_ERROR_NO_MEMORY);
    for (int i = 0; i < count; i++) {
        CHECK(scrim_text_insert(texts[i], "secret", 6) == SCRIM_OK);
        scrim_text_destroy(texts[i]);
    }
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

/* Makes the stack as large as it will have to be. */
static __attribute__((noinline)) int touch_stack(void) {
    volatile char bytes[262144];
    for (size_t i = 0; i < sizeof bytes; i += 1024)
        bytes[i] = 1;
    return bytes[0];
}

static int limit_space(void *data) {
    struct rlimit limit = {0, RLIM_INFINITY};
    void *blocks[4096];
    int count = 0;
    CHECK(touch_stack() == 1); /* once space is limited it cannot grow */
    setvbuf(stderr, NULL, _IONBF, 0);
    limit.rlim_cur = (rlim_t)pages_mapped() * (rlim_t)sysconf(_SC_PAGESIZE) + *(const rlim_t *)data;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    /* The allocator's own store is used up first, so that objects meet the limit as well. */
    for (size_t size = 65536; size >= 64; size /= 2)
        while (count < 4096 && (blocks[count] = malloc(size)) != NULL)
            count++;
    for (int i = 0; i < 3; i++) {
        CHECK(crowd() == 0);
        CHECK(run_scenarios() == 0);
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    }
    while (count > 0)
        free(blocks[--count]);
    CHECK(crowd() == 0);
    limit.rlim_cur = RLIM_INFINITY;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    return works();
}

static void test_shrinking_address_space(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no RLIMIT_AS");
    for (rlim_t room = 4 << 20; room > 0; room = room > 1 << 20 ? room - (1 << 19) : room - (1 << 15))
        passes_in_child(limit_space, &room);
    rlim_t none = 0;
    passes_in_child(limit_space, &none);
}

/* ---- Many threads without memory ---- */

enum {
    THREADS = 16
};

static void *starve(void *data) {
    int number = *(int *)data;
    const int rounds = getenv("SCRIM_EMULATED") == NULL ? 400 : 20;
    for (int i = 0; i < rounds; i++) {
        set_failing(NEVER, NEVER);
        if (number % 4 == 1)
            allocator.fail_from = 1, allocator.fail_to = NEVER;
        if (number % 4 >= 2)
            allocator.one_in = (unsigned)number % 4, allocator.random = (unsigned)(number * 1000 + i);
        if (run_scenarios() != 0)
            return data;
    }
    return NULL;
}

static int starve_threads(void *data) {
    pthread_t threads[THREADS];
    int numbers[THREADS], failures = 0;
    if (*(int *)data)
        CHECK(works() == 0);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, starve, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        failures += result != NULL;
    }
    CHECK(failures == 0);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return works();
}

static void test_threads_without_memory(void **state) {
    (void)state;
    for (int warm = 0; warm < 2; warm++)
        passes_in_child(starve_threads, &warm);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation_fails_in_turn),
        cmocka_unit_test(test_hashing_without_memory),
        cmocka_unit_test(test_only_create_makes_objects),
        cmocka_unit_test(test_life_on_the_reserve),
        cmocka_unit_test(test_shrinking_address_space),
        cmocka_unit_test(test_threads_without_memory),
    };
    if (running_on_valgrind() || built_with_asan()) {
        printf("valgrind and ASan have allocators of their own: skipped\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
