/* SPDX-License-Identifier: MIT */
/*
 * A program that does what its arguments say, in turn, and prints a line for each. The tests run it under the limits, filters and
 * namespaces of services and containers.
 *
 *     probe harden require=2 texts=100 keypad hash=2 descriptors usage
 */
#define _GNU_SOURCE
#include <scrim.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MOST_TEXTS = 1000,
    SECRET_LENGTH = 32
};

static struct {
    uint32_t required, capacity;
    scrim_text *texts[MOST_TEXTS];
    size_t count;
    scrim_keypad *keypad;
} made = {.capacity = 64};

static const char *word(scrim_status status) {
    return status == SCRIM_OK                    ? "OK"
           : status == SCRIM_ERROR_PROTECTION    ? "PROTECTION"
           : status == SCRIM_ERROR_NO_MEMORY     ? "NO_MEMORY"
           : status == SCRIM_ERROR_INVALID_STATE ? "INVALID_STATE"
                                                 : "another error";
}

/* Texts with a secret that only this process knows. Prints the protection that all of them have. */
static void make_texts(size_t count) {
    uint32_t common = UINT32_MAX;
    scrim_status status = SCRIM_OK;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    options.capacity = made.capacity;
    options.required_protection = made.required;
    for (size_t i = 0; i < count && made.count < MOST_TEXTS && status == SCRIM_OK; i++) {
        uint32_t protection = 0;
        char secret[SECRET_LENGTH + 1];
        scrim_text *text = NULL;
        status = scrim_text_create(&options, &text);
        if (status == SCRIM_OK) {
            snprintf(secret, sizeof secret, "%032llx", 0x9E3779B97F4A7C15ull * (unsigned long long)(getpid() + (int)i));
            status = scrim_text_insert(text, secret, made.capacity < SECRET_LENGTH ? made.capacity : SECRET_LENGTH);
            explicit_bzero(secret, sizeof secret);
            scrim_text_protection(text, &protection);
            common &= protection;
            made.texts[made.count++] = text;
        }
    }
    printf("texts %s %u\n", word(status), status == SCRIM_OK ? common : 0);
}

static void show_keypad(void) {
    scrim_keypad_options options = SCRIM_KEYPAD_OPTIONS_INIT;
    scrim_status status = scrim_keypad_create(&options, &made.keypad);
    if (status == SCRIM_OK && made.count > 0) {
        status = scrim_keypad_attach(made.keypad, made.texts[0]);
    }
    if (status == SCRIM_OK) {
        status = scrim_keypad_show(made.keypad);
    }
    printf("keypad %s\n", word(status));
}

static void hash_and_verify(uint32_t preset) {
    char hash[SCRIM_HASH_MAX_LENGTH];
    size_t length = 0;
    uint32_t equal = 0;
    scrim_status status = scrim_text_hash(made.texts[0], preset, NULL, 0, hash, sizeof hash, &length);
    if (status == SCRIM_OK) {
        status = scrim_text_verify(made.texts[0], hash, length, NULL, 0, &equal);
    }
    printf("hash %s %u\n", word(status), equal);
}

/* Compares with a hash that takes `kib` KiB. It matches no PIN. */
static void verify_with_memory_of(unsigned kib) {
    char hash[SCRIM_HASH_MAX_LENGTH];
    uint32_t equal = 1;
    int length = snprintf(hash, sizeof hash, "$argon2id$v=19$m=%u,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$%043d", kib, 0);
    scrim_status status = scrim_text_verify(made.texts[0], hash, (size_t)length, NULL, 0, &equal);
    printf("verify %s %u\n", word(status), equal);
}

static void write_and_read(void) {
    int ends[2];
    scrim_status status = SCRIM_ERROR_IO;
    if (pipe(ends) == 0) {
        status = scrim_text_write_fd(made.texts[0], ends[1], 0);
        close(ends[1]);
        if (status == SCRIM_OK && scrim_text_clear(made.texts[0]) == SCRIM_OK) {
            status = scrim_text_read_fd(made.texts[0], ends[0], 0);
        }
        close(ends[0]);
    }
    printf("descriptors %s\n", word(status));
}

static void report(void) {
    scrim_memory_report use = SCRIM_MEMORY_REPORT_INIT;
    scrim_memory_usage(&use);
    printf("usage %llu %llu %llu %lld secretmem=%u locked=%u no_dump=%u no_fork=%u\n", (unsigned long long)use.mapped_bytes,
           (unsigned long long)use.locked_bytes, (unsigned long long)use.secretmem_bytes, (long long)use.lock_limit_bytes,
           use.secretmem_unprotected, use.locked_unprotected, use.no_dump_unprotected, use.no_fork_unprotected);
}

static void show_process(void) {
    struct rlimit core = {1, 1};
    getrlimit(RLIMIT_CORE, &core);
    printf("process dumpable=%d core=%lld/%lld uid=%d no_new_privs=%d\n", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0),
           (long long)core.rlim_cur, (long long)core.rlim_max, (int)getuid(), prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
}

/* Lets a test look at this process until the test closes the pipe or writes a line. The address is that of ordinary memory. */
static void wait_here(void) {
    static char known[16] = "ordinary memory";
    printf("waits %p\n", (void *)known);
    fflush(stdout);
    if (getchar() == EOF) {
        exit(0);
    }
}

static void do_word(char *argument) {
    char *value = strchr(argument, '=');
    unsigned number = value != NULL ? (unsigned)strtoul(value + 1, NULL, 0) : 0;
    size_t length = value != NULL ? (size_t)(value - argument) : strlen(argument);
#define IS(name) (length == sizeof name - 1 && memcmp(argument, name, length) == 0)
    if (IS("harden")) {
        printf("harden %s\n", word(scrim_process_harden()));
    } else if (IS("disable")) {
        scrim_memory_options options = SCRIM_MEMORY_OPTIONS_INIT;
        options.disable_memfd_secret = 1;
        printf("disable %s\n", word(scrim_memory_configure(&options)));
    } else if (IS("require")) {
        made.required = number;
    } else if (IS("capacity")) {
        made.capacity = number;
    } else if (IS("texts")) {
        make_texts(number);
    } else if (IS("keypad")) {
        show_keypad();
    } else if (IS("hash")) {
        hash_and_verify(number);
    } else if (IS("verify")) {
        verify_with_memory_of(number);
    } else if (IS("descriptors")) {
        write_and_read();
    } else if (IS("usage")) {
        report();
    } else if (IS("process")) {
        show_process();
    } else if (IS("wait")) {
        wait_here();
    } else if (IS("setuid")) {
        printf("setuid %d\n", setuid(number));
    } else if (IS("abort")) {
        fflush(stdout);
        abort();
    } else {
        fprintf(stderr, "probe: unknown word %s\n", argument);
        exit(2);
    }
    fflush(stdout);
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "exec") == 0) {
            execv("/proc/self/exe", arguments + i);
            return 3;
        }
        do_word(arguments[i]);
    }
    scrim_keypad_destroy(made.keypad);
    for (size_t i = 0; i < made.count; i++) {
        scrim_text_destroy(made.texts[i]);
    }
    return 0;
}
