/* SPDX-License-Identifier: MIT */
/* Runs the host with each fault in turn: faults SHIM HOST. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *function;
    int errors[3];
} kinds[] = {
    {"malloc", {ENOMEM}},
    {"posix_memalign", {ENOMEM}},
    {"mmap", {ENOMEM, EAGAIN}},
    {"mprotect", {ENOMEM}},
    {"mlock", {ENOMEM, EAGAIN, EPERM}},
    {"memfd_secret", {ENOSYS, EMFILE, EPERM}},
    {"ftruncate", {EINVAL}},
    {"mremap", {ENOMEM}},
    {"madvise", {EINVAL, ENOMEM}},
    {"getrandom", {ENOSYS}},
    {"read", {EIO}},
    {"write", {EIO}},
    {"pread", {EIO}},
    {"pwrite", {EIO, ENOSPC}},
    {"memfd_create", {ENOSYS, EMFILE}},
};

static const struct {
    const char *name;
    int number, errors[3];
} denials[] = {
    {"memfd_secret", 447, {ENOSYS, EPERM, ENFILE}},
    {"mlock", SYS_mlock, {EPERM, ENOMEM}},
    {"getrandom", SYS_getrandom, {ENOSYS, EPERM}},
    {"madvise", SYS_madvise, {EINVAL, EPERM}},
    {"mprotect", SYS_mprotect, {ENOMEM}},
    {"mremap", SYS_mremap, {ENOMEM}},
    {"ftruncate", SYS_ftruncate, {EPERM}},
    {"pread", SYS_pread64, {EPERM}},
    {"pwrite", SYS_pwrite64, {EPERM, ENOSPC}},
    {"memfd_create", SYS_memfd_create, {ENOSYS, EPERM}},
    {"fcntl", SYS_fcntl, {EPERM}},
};

/* What the host leaves with; a signal counts as 128 and its number. */
static int run(char *const words[], const char *shim, const char *fault) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        if (fault != NULL && (setenv("LD_PRELOAD", shim, 1) != 0 || setenv("SCRIM_FAULT", fault, 1) != 0))
            _exit(1);
        execv(words[0], words);
        _exit(1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* SCRIM_TEST_STRIDE leaves out calls in between: 5 means the first, the sixth, the eleventh … call. */
static int stride(void) {
    const char *text = getenv("SCRIM_TEST_STRIDE");
    long number = text != NULL ? strtol(text, NULL, 10) : 1;
    return number < 1 || number > 1000 ? 1 : (int)number;
}

/* The first, the second, … call of one life fails, until there are no more. Returns how many failed, or -1. */
static int each_call(const char *function, int error, int and_all_after, const char *shim, char *host, char *life) {
    char fault[64], *words[] = {host, life, NULL};
    int failed = 0;
    for (int n = 1; n < 5000; n += stride(), failed++) {
        snprintf(fault, sizeof fault, "%s %d%s %d", function, n, and_all_after ? "+" : "", error);
        int left = run(words, shim, fault);
        if (left == 3)
            return failed;
        if (left != 0) {
            fprintf(stderr, "SCRIM_FAULT='%s' LD_PRELOAD=%s %s %s: left with %d\n", fault, shim, host, life ? life : "", left);
            return -1;
        }
    }
    return -1;
}

int main(int count, char **words) {
    int bad = 0;
    if (count != 3)
        return 2;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int e = 0; e < 3 && kinds[i].errors[e] != 0; e++)
            for (int all = 0; all < 2; all++) {
                int calls = each_call(kinds[i].function, kinds[i].errors[e], all, words[1], words[2], NULL);
                int of_hash = each_call(kinds[i].function, kinds[i].errors[e], all, words[1], words[2], "hash");
                printf("%-14s error %2d: %4d calls failed in turn%s, %d where it hashes\n", kinds[i].function, kinds[i].errors[e],
                       calls, all ? ", and all after each" : "", of_hash);
                bad += calls < 1 || of_hash < 0; /* the shim is there, and the host comes to it */
            }
    for (size_t i = 0; i < sizeof denials / sizeof *denials; i++)
        for (int e = 0; e < 3 && denials[i].errors[e] != 0; e++) {
            char number[16], error[16], *host[] = {words[2], "deny", number, error, NULL};
            snprintf(number, sizeof number, "%d", denials[i].number);
            snprintf(error, sizeof error, "%d", denials[i].errors[e]);
            int left = run(host, words[1], NULL);
            printf("%-14s denied by the kernel with error %d: %s\n", denials[i].name, denials[i].errors[e],
                   left == 0 ? "lives" : "FAILS");
            bad += left != 0;
        }
    return bad == 0 ? 0 : 1;
}
