/* SPDX-License-Identifier: MIT */
/*
 * A host that lives through whatever fails: a PIN typed on a keypad and handed on, frames covered and copied, a stream recorded and published, a
 * text on the screen revealed, touches collected. Each call answers what its header says and only where something did fail; no frame shows a source pixel; at the end
 * the process holds no secret. Leaves with 0, with 3 where nothing failed, with 1 where something does not hold.
 *
 * host [hash | deny NUMBER ERROR]: a life that only hashes; all of it with a system call that the kernel refuses from the start.
 */
#define _GNU_SOURCE
#include "host_feed.h"
#include "host_secrets.h"
#include "host_touches.h"

#include "../C/support/kernel.h"

static unsigned char *planted;

/* How many digits in a row are in memory, at most. */
static unsigned longest_run(void) {
    struct findings findings;
    unsigned longest = 0;
    CHECK(search_process(getpid(), seed, 0, &findings) == 0);
    for (size_t i = 0; i < findings.count && i < MAX_RUNS; i++)
        if (findings.runs[i].digits > longest)
            longest = findings.runs[i].digits;
    return longest;
}

static void secret_is_gone(int nothing_failed) {
    if (nothing_failed) { /* a copy that stands there on purpose: the search is known to find one */
        for (unsigned i = 0; i < MARKER; i++)
            planted[i] = (unsigned char)digit(i);
        CHECK(longest_run() == MARKER);
        for (unsigned i = 0; i < MARKER; i++)
            ((volatile unsigned char *)planted)[i] = 0;
    }
    /* Eight are met by chance: the C library alone has tables of digits, and the host runs thousands of times. */
    unsigned longest = longest_run();
    if (longest >= 12)
        fprintf(stderr, "%u digits of the secret in a row\n", longest);
    CHECK(longest < 12);
}

int main(int count, char **words) {
    CHECK(syscall(SYS_getrandom, &seed, sizeof seed, 0) == (long)sizeof seed);
    planted = malloc(MARKER);
    CHECK(planted != NULL);
    int only_hashes = count == 2 && strcmp(words[1], "hash") == 0;
    if (count == 4) {
        denied = 1;
        CHECK(deny_call((unsigned)atoi(words[2]), (unsigned)atoi(words[3])) == 0);
    }
    for (int round = 0; round < 2 && !only_hashes; round++) { /* with tables to be made first, and without */
        secrets();
        not_secret();
        frames();
        stream();
        covers();
        feed();
        shown_text();
        touch_regions();
        touches();
        CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    }
    if (only_hashes || denied)
        hashes();
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
    secret_is_gone(!denied && seen() == 0);
    return denied || seen() > 0 ? 0 : 3;
}
