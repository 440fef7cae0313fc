/* SPDX-License-Identifier: MIT */
/*
 * A child process plays steps on a text that holds a marker, and stops after each, in the very next instruction as far as that
 * goes: what the step left on the stack and in registers is still there. The parent then searches it from outside, or its core file.
 */
#ifndef SCRIM_TESTS_SECRET_FIXTURE_H
#define SCRIM_TESTS_SECRET_FIXTURE_H

#include "support/kernel.h"
#include "keypad/keypad_fixture.h"
#include "support/memory_scanner.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/random.h>

/* After so long without an edit the text is wiped: longer than all steps take by the clock of the tests. */
#define IDLE_NS ((uint64_t)3600000000000u)

enum level {
    BEST,
    NO_SECRET_MEMORY,
    NO_LOCKING,
    LEVELS
};

static const char *const level_names[LEVELS] = {"best", "memfd_secret denied", "mlock denied too"};

/* Where the marker is after a step. */
enum place {
    HELD,   /* in its slot, whole, and nowhere else */
    GONE,   /* nowhere */
    LEAKED, /* outside of its slot too: for the proof that leaks are found */
};

struct subject {
    uint64_t seed;
    scrim_text *text;
    scrim_text *neighbour; /* keeps the arena mapped when `text` is destroyed */
    scrim_keypad *keypad;
    const unsigned char *slot;
};

struct step {
    const char *name;
    int (*run)(struct subject *subject);
    enum place then;
};

/* What the two processes share. Its address is the child's only; the seed is not the marker. */
struct fixture {
    enum level level;
    const struct step *steps;
    size_t count;
    size_t crash_at; /* the step after which the child aborts; `count`: it stops after each instead */
    const char *directory;
    uint64_t seed;
    uintptr_t slot;
    uint32_t protection;
    size_t step;
};

/* ---- In the child ---- */

UNUSED static void lend_address(const void *bytes, size_t length, void *user_data) {
    (void)length;
    *(const unsigned char **)user_data = bytes;
}

UNUSED static int take_level(enum level level) {
    if (level >= NO_SECRET_MEMORY)
        CHECK(deny_memfd_secret() == 0);
    if (level >= NO_LOCKING)
        CHECK(limit_locked_bytes(0) == 0);
    return 0;
}

/* The child's own look at its arena, which nobody else can read at the best level. */
UNUSED static int look_inside(const struct subject *subject, enum place expected) {
    char line[512];
    struct findings found = {0};
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from <= (uintptr_t)subject->slot && (uintptr_t)subject->slot < to)
            search((const unsigned char *)from, to - from, from, subject->seed, &found);
    }
    fclose(maps);
    CHECK(found.bytes > 0);
    if (expected == GONE) {
        CHECK(found.count == 0);
        for (size_t at = 0; at < 256; at++)
            CHECK(subject->slot[at] == 0);
    } else {
        CHECK(found.count == 1);
        CHECK(found.runs[0].address == (uintptr_t)subject->slot && found.runs[0].digits == MARKER);
    }
    return 0;
}

UNUSED static int play(struct fixture *fixture) {
    static struct subject subject;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    const scrim_keypad_options pad = SCRIM_KEYPAD_OPTIONS_INIT;
    const pid_t self = getpid();
    options.idle_timeout_ns = IDLE_NS;
    signal(SIGABRT, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    CHECK(fixture->directory == NULL || ask_for_core(fixture->directory) == 0);
    CHECK(take_level(fixture->level) == 0);
    CHECK(getrandom(&subject.seed, sizeof subject.seed, 0) == sizeof subject.seed);
    CHECK(scrim_text_create(&options, &subject.text) == SCRIM_OK);
    CHECK(scrim_text_create(&options, &subject.neighbour) == SCRIM_OK);
    CHECK(scrim_keypad_create(&pad, &subject.keypad) == SCRIM_OK);
    CHECK(scrim_text_protection(subject.text, &fixture->protection) == SCRIM_OK);
    CHECK(scrim_text_with_bytes(subject.text, lend_address, &subject.slot) == SCRIM_OK);
    fixture->seed = subject.seed;
    fixture->slot = (uintptr_t)subject.slot;
    for (size_t i = 0; i < fixture->count; i++) {
        const struct step *step = &fixture->steps[i];
        fixture->step = i;
        if (step->run(&subject) != 0)
            return 1;
        if (i == fixture->crash_at)
            kill(self, SIGABRT);
        if (fixture->crash_at == fixture->count)
            kill(self, SIGSTOP);
        if (step->then != LEAKED && look_inside(&subject, step->then) != 0)
            return 1;
    }
    scrim_keypad_destroy(subject.keypad);
    scrim_text_destroy(subject.text);
    scrim_text_destroy(subject.neighbour);
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    return 0;
}

/* ---- In the parent ---- */

/* How many things are not as they should be. */
UNUSED static int judge(const struct fixture *fixture, const struct findings *found, int in_core) {
    const struct step *step = &fixture->steps[fixture->step];
    const char *where = in_core ? "core file" : "process", *level = level_names[fixture->level];
    const int hidden = in_core || (fixture->protection & SCRIM_PROTECTION_SECRETMEM) != 0;
    int wrong = 0, in_slot = 0, outside = 0;
    for (size_t i = 0; i < found->count && i < MAX_RUNS; i++) {
        const struct run *run = &found->runs[i];
        if (!in_core && run->address == fixture->slot && run->digits == MARKER && run->stride == 1) {
            in_slot++;
        } else {
            outside++;
            if (step->then != LEAKED)
                print_error("%s, %s: %u digits, %u bytes apart, in the %s at %#lx %s\n", level, step->name, run->digits,
                            run->stride, where, (unsigned long)run->address, run->mapping);
        }
    }
    wrong += (step->then == LEAKED) != (outside > 0);
    wrong += in_slot != (step->then != GONE && !hidden);
    wrong += !in_core && found->slot_was_read == hidden;
    if (wrong != 0)
        print_error("%s, %s: in the slot %d times, outside %d times, %zu bytes of the %s searched, the slot's %s\n", level,
                    step->name, in_slot, outside, found->bytes, where, found->slot_was_read ? "too" : "not");
    return wrong;
}

UNUSED static struct fixture *new_fixture(enum level level, const struct step *steps, size_t count) {
    struct fixture *fixture = mmap(NULL, sizeof *fixture, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(fixture != MAP_FAILED);
    *fixture = (struct fixture){.level = level, .steps = steps, .count = count, .crash_at = count};
    return fixture;
}

UNUSED static pid_t start_child(struct fixture *fixture) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60);
        leave_child(play(fixture));
    }
    return child;
}

/* Plays the steps at a level, and searches the process after each. */
UNUSED static void search_after_each(enum level level, const struct step *steps, size_t count) {
    struct fixture *fixture = new_fixture(level, steps, count);
    struct findings found;
    int status = 0, wrong = 0;
    size_t searches = 0;
    pid_t child = start_child(fixture);
    while (waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status)) {
        wrong += search_process(child, fixture->seed, fixture->slot, &found) != 0 ? 1 : judge(fixture, &found, 0);
        searches++;
        kill(child, SIGCONT);
    }
    if (level == BEST && (fixture->protection & SCRIM_PROTECTION_SECRETMEM) == 0)
        print_message("no memfd_secret here: that level is not tested\n");
    munmap(fixture, sizeof *fixture);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("%s: the child left with status %#x", level_names[level], (unsigned)status);
    assert_int_equal(searches, count);
    assert_int_equal(wrong, 0);
}

/* Plays the steps up to each, crashes there, and searches the core file. -1: the kernel wrote none. */
UNUSED static int search_core_of_each(enum level level, const struct step *steps, size_t count) {
    char directory[] = "/tmp/scrim-core-XXXXXX";
    int wrong = 0, missing = 0;
    assert_non_null(mkdtemp(directory));
    for (size_t i = 0; i < count; i++) {
        struct fixture *fixture = new_fixture(level, steps, count);
        struct findings found;
        int status = 0;
        fixture->crash_at = i;
        fixture->directory = directory;
        pid_t child = start_child(fixture);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) {
            print_error("%s, %s: left with status %#x\n", level_names[level], steps[i].name, (unsigned)status);
            wrong++;
        } else if (search_core(directory, fixture->seed, &found) != 0) {
            missing++;
        } else {
            wrong += judge(fixture, &found, 1);
        }
        munmap(fixture, sizeof *fixture);
    }
    rmdir(directory);
    assert_int_equal(wrong, 0);
    return missing == 0 ? 0 : -1;
}

/* Why the proof cannot be had where this runs, or NULL. */
UNUSED static const char *no_proof_because(void) {
    if (running_on_valgrind())
        return "valgrind keeps copies of registers in its own memory";
    if (built_with_asan())
        return "ASan keeps what was freed, and makes mlock do nothing";
    return NULL;
}

#endif
