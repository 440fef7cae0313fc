/* SPDX-License-Identifier: MIT */
/*
 * A host that calls late, as a test: a script of late_script.h is played several times, with different private touches. The
 * transcript of a play is everything that the library returned and that may not depend on them.
 */
#ifndef SCRIM_TESTS_LATE_HOST_H
#define SCRIM_TESTS_LATE_HOST_H

#include "late_steps.h"

/* The longest that a recognizer of the world waits for the next sample. */
enum {
    LONGEST_WAIT_MS = 501
};

/* How late the host is for a deadline. */
static uint64_t lateness(uint64_t seed, uint64_t deadline) {
    uint64_t state = seed * 31 + deadline;
    chance(&state, 2);
    return chance(&state, MAX_LATE_MS + 1) * MS;
}

/*
 * Plays a script whose host follows the deadlines. `made`, where it is not NULL, is given the steps that are not secret, with
 * the late calls: a script for hosts that make the same calls.
 */
static void play_following(struct play *play, const struct steps *steps, uint64_t late, struct steps *made) {
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->all[i];
        while (1) {
            uint64_t deadline = next_deadline(&play->fixture);
            if (deadline == SCRIM_NEVER)
                break;
            uint64_t time = deadline + (late ? lateness(late, deadline) : 0);
            if (time > step->time)
                break;
            advance_to(play, time);
            if (made)
                made->all[made->count++] = (struct step){time, ADVANCE, 0, 0, {0}};
        }
        if (play->manner == ADVANCING && step->kind != SAMPLE && step->kind != WHEEL)
            advance_to(play, step->time);
        do_step(play, step);
        if (made && !step->is_secret)
            made->all[made->count++] = *step;
        if (made)
            assert_true(made->count < MAX_STEPS - 1);
        if (!step->is_secret)
            play->deadlines[made ? made->count - 1 : i] = next_deadline(&play->fixture);
    }
}

/* Plays `calls`, and between them the secret ones of `steps`. `without` is the play that had none. */
static void play_calls(struct play *play, const struct steps *calls, const struct steps *steps, const struct play *without) {
    size_t next = 0;
    for (size_t i = 0; i <= calls->count; i++) {
        for (; next < steps->count && (i == calls->count || steps->all[next].time < calls->all[i].time); next++)
            if (steps->all[next].is_secret)
                do_step(play, &steps->all[next]);
        if (i == calls->count)
            break;
        do_step(play, &calls->all[i]);
        if (play->manner != SEPARATE || calls->all[i].kind == ADVANCE)
            continue;
        /* The engine's own deadline may be a private one's; but no other may come, and none may be missing. */
        uint64_t deadline = next_deadline(&play->fixture), expected = without->deadlines[i];
        int is_private = (deadline < expected && deadline <= play->last_secret + LONGEST_WAIT_MS * MS) ||
                         (deadline < expected ? deadline : expected) <= play->last_private + LONGEST_WAIT_MS * MS;
        if (deadline != expected && !is_private)
            TELL(play, "deadline %llu, not %llu\n", (unsigned long long)deadline, (unsigned long long)expected);
    }
}

static struct play plays[2];

/* Plays a script in two ways. Returns whether the transcripts differ. */
static int differs(enum manner manner, uint64_t seed, uint32_t leaks) {
    static struct steps one, other, calls;
    make_script(manner, seed, manner == SEPARATE ? 0 : 1, &one);
    make_script(manner, seed, 2, &other);
    begin(&plays[0], manner, seed, leaks);
    calls.count = 0;
    play_following(&plays[0], &one, manner == ADVANCING ? 0 : seed, &calls);
    tear_down_fixture(&plays[0].fixture);
    begin(&plays[1], manner, seed, leaks);
    if (manner == ADVANCING)
        play_following(&plays[1], &other, seed, NULL);
    else
        play_calls(&plays[1], &calls, &other, &plays[0]);
    tear_down_fixture(&plays[1].fixture);
    return strcmp(plays[0].out, plays[1].out) != 0;
}

/* How many of the scripts differ. Says which is the first that does. */
static int count_differing(enum manner manner, uint64_t scripts, uint32_t leaks) {
    int differing = 0;
    for (uint64_t seed = 1; seed <= scripts; seed++) {
        if (differs(manner, seed, leaks) && differing++ == 0 && leaks == 0) {
            print_message("manner %d, script %d:\n", manner, (int)seed);
            const char *lines[] = {plays[0].out, plays[1].out};
            while (*lines[0] && strcspn(lines[0], "\n") == strcspn(lines[1], "\n") &&
                   strncmp(lines[0], lines[1], strcspn(lines[0], "\n")) == 0) {
                for (int i = 0; i < 2; i++)
                    lines[i] += strcspn(lines[i], "\n") + 1;
            }
            for (int i = 0; i < 2; i++)
                print_message("- %.*s\n", (int)strcspn(lines[i], "\n"), lines[i]);
        }
    }
    return differing;
}

#endif
