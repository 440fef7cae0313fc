/* SPDX-License-Identifier: MIT */
/* scrim_text_hash and scrim_text_verify, against libsodium's own strings. */
#include "support/support.h"

#include "support/kernel.h"

#include <sodium.h>
#include <sys/resource.h>

/* The least that Argon2id can cost: what is tested here is not the cost. */
enum {
    LEAST_PASSES = 1,
    LEAST_BYTES = 8192
};

static const char salt[] = "AAAAAAAAAAAAAAAAAAAAAA", tag[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static scrim_text *text_of(const char *secret) {
    scrim_text *text = new_text(64);
    OK(scrim_text_insert(text, secret, strlen(secret)));
    return text;
}

static char *hash_of(const scrim_text *text, const void *key, char hash[SCRIM_HASH_MAX_LENGTH + 1]) {
    size_t length = 0;
    OK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, key, key ? SCRIM_HASH_PEPPER_SIZE : 0, hash, SCRIM_HASH_MAX_LENGTH, &length));
    assert_true(length < SCRIM_HASH_MAX_LENGTH);
    hash[length] = '\0';
    assert_int_equal(strlen(hash), length);
    return hash;
}

static scrim_status verify(const scrim_text *text, const char *hash, const void *key, uint32_t *right) {
    *right = 99;
    return scrim_text_verify(text, hash, strlen(hash), key, key ? SCRIM_HASH_PEPPER_SIZE : 0, right);
}

static int is_right(const scrim_text *text, const char *hash, const void *key) {
    uint32_t right;
    OK(verify(text, hash, key, &right));
    assert_in_range(right, 0, 1);
    return (int)right;
}

static void answers(const scrim_text *text, const char *hash, scrim_status status) {
    uint32_t right;
    scrim_status given = verify(text, hash, NULL, &right);
    if (given != status)
        fail_msg("%s: %s, not %s", hash, scrim_status_name(given), scrim_status_name(status));
    assert_int_equal(right, 99);
}

/* ---- Against libsodium ---- */

static void test_libsodium_verifies_ours(void **state) {
    (void)state;
    static const char *const secrets[] = {"1234", "", "correct horse battery staple \xC3\xA4\xE2\x82\xAC"};
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        scrim_text *text = text_of(secrets[i]);
        hash_of(text, NULL, hash);
        assert_int_equal(strncmp(hash, "$argon2id$v=19$m=19456,t=2,p=1$", 31), 0);
        assert_int_equal(crypto_pwhash_str_verify(hash, secrets[i], strlen(secrets[i])), 0);
        assert_int_not_equal(crypto_pwhash_str_verify(hash, "1235", 4), 0);
        assert_true(is_right(text, hash, NULL));
        scrim_text_destroy(text);
    }
}

static void test_ours_verifies_libsodium_s(void **state) {
    (void)state;
    static const char *const secrets[] = {"1234", "1235", "", "a", "1234 ", "\xE2\x82\xAC", "123"};
    enum {
        COUNT = sizeof secrets / sizeof *secrets
    };
    char hashes[COUNT][crypto_pwhash_STRBYTES];
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(crypto_pwhash_str(hashes[i], secrets[i], strlen(secrets[i]), LEAST_PASSES, LEAST_BYTES), 0);
    for (int i = 0; i < COUNT; i++) {
        scrim_text *text = text_of(secrets[i]);
        for (int j = 0; j < COUNT; j++)
            assert_int_equal(is_right(text, hashes[j], NULL), i == j);
        scrim_text_destroy(text);
    }
}

static void test_presets(void **state) {
    (void)state;
    if (running_on_valgrind()) {
        print_message("takes minutes under valgrind: skipped\n");
        skip();
    }
    static const struct {
        uint32_t preset;
        const char *begins;
    } presets[] = {{SCRIM_HASH_INTERACTIVE, "$argon2id$v=19$m=65536,t=2,p=1$"},
                   {SCRIM_HASH_MODERATE, "$argon2id$v=19$m=262144,t=3,p=1$"}};
    scrim_text *text = text_of("1234");
    for (int i = 0; i < 2; i++) {
        char hash[SCRIM_HASH_MAX_LENGTH + 1] = "";
        size_t length = 0;
        ANSWERS(scrim_text_hash(text, presets[i].preset, NULL, 0, NULL, 0, &length), SCRIM_ERROR_BUFFER_TOO_SMALL);
        OK(scrim_text_hash(text, presets[i].preset, NULL, 0, hash, length, &length));
        assert_int_equal(strlen(hash), length);
        assert_int_equal(strncmp(hash, presets[i].begins, strlen(presets[i].begins)), 0);
        assert_int_equal(crypto_pwhash_str_verify(hash, "1234", 4), 0);
        assert_true(is_right(text, hash, NULL)); /* the largest preset is within what verify accepts */
    }
    scrim_text_destroy(text);
}

/* What libsodium and we compute, at costs around each border of the algorithm: where a quarter of the memory ends, and where another
 * 128 addresses are made. */
static void test_costs(void **state) {
    (void)state;
    static const unsigned kib[] = {8, 9, 10, 11, 12, 15, 16, 100, 511, 512, 513, 516, 520, 1023, 1024, 1028, 2052, 5000};
    static const char *const secrets[] = {"", "1234", "correct horse battery staple correct horse battery staple 1234"};
    char hash[crypto_pwhash_STRBYTES];
    for (size_t i = 0; i < sizeof kib / sizeof *kib; i++)
        for (unsigned passes = 1; passes <= SCRIM_HASH_MAX_PASSES; passes++) {
            const char *secret = secrets[(i + passes) % 3];
            scrim_text *text = text_of(secret);
            assert_int_equal(crypto_pwhash_str(hash, secret, strlen(secret), passes, (size_t)kib[i] * 1024), 0);
            if (!is_right(text, hash, NULL))
                fail_msg("wrong: %s", hash);
            scrim_text_destroy(text);
        }
}

/* ---- Hashes that are to be replaced ---- */

static uint32_t needs_rehash(const char *hash, uint32_t preset) {
    uint32_t needed = 99;
    scrim_status status = scrim_hash_needs_rehash(hash, strlen(hash), preset, &needed);
    if (status != SCRIM_OK)
        fail_msg("%s: %s", hash, scrim_status_name(status));
    assert_in_range(needed, 0, 1);
    return needed;
}

static void test_needs_rehash(void **state) {
    (void)state;
    static const struct {
        const char *begin;
        uint32_t is_current_of; /* the preset, or 0 */
    } cases[] = {
        {"$argon2id$v=19$m=19456,t=2,p=1$", SCRIM_HASH_LOW_MEMORY},
        {"$argon2id$v=19$m=65536,t=2,p=1$", SCRIM_HASH_INTERACTIVE},
        {"$argon2id$v=19$m=262144,t=3,p=1$", SCRIM_HASH_MODERATE},
        {"$argon2id$v=19$m=8,t=1,p=1$", 0},
        {"$argon2id$v=19$m=65536,t=1,p=1$", 0},
        {"$argon2id$v=19$m=65536,t=3,p=1$", 0},
        {"$argon2id$v=19$m=65535,t=2,p=1$", 0},
        {"$argon2id$v=19$m=65537,t=2,p=1$", 0},
        {"$argon2id$v=19$m=65536,t=2,p=4$", 0},
        {"$argon2id$v=19$m=4194304,t=2,p=1$", 0},
        {"$argon2id$v=16$m=65536,t=2,p=1$", 0},
        {"$argon2id$m=65536,t=2,p=1$", 0},
        {"$argon2i$v=19$m=65536,t=2,p=1$", 0},
        {"$argon2d$v=19$m=65536,t=2,p=1$", 0},
    };
    char hash[200];
    uint32_t needed = 99;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t preset = SCRIM_HASH_LOW_MEMORY; preset <= SCRIM_HASH_MODERATE; preset++) {
            snprintf(hash, sizeof hash, "%s%s$%s", cases[i].begin, salt, tag);
            assert_int_equal(needs_rehash(hash, preset), preset != cases[i].is_current_of);
        }
    snprintf(hash, sizeof hash, "$argon2id$v=19$m=65536,t=2,p=1$%s$%.22s", salt, tag); /* a shorter tag */
    assert_int_equal(needs_rehash(hash, SCRIM_HASH_INTERACTIVE), 1);
    snprintf(hash, sizeof hash, "$argon2id$v=19$m=65536,t=2,p=1$%.11s$%s", salt, tag); /* a shorter salt */
    assert_int_equal(needs_rehash(hash, SCRIM_HASH_INTERACTIVE), 1);
    static const char *const none[] = {"", "1234", "$argon2id$v=19$m=65536,t=2,p=1$", "$2b$12$R9h/cIPz0gi.URNNX3kh2O",
                                       "$argon2id$v=19$m=7,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ANSWERS(scrim_hash_needs_rehash(none[i], strlen(none[i]), SCRIM_HASH_LOW_MEMORY, &needed), SCRIM_ERROR_INVALID_ARGUMENT);
    snprintf(hash, sizeof hash, "$argon2id$v=19$m=65536,t=2,p=1$%s$%s", salt, tag);
    for (uint32_t preset = 0; preset <= 99; preset += preset == 0 ? 4 : 95)
        ANSWERS(scrim_hash_needs_rehash(hash, strlen(hash), preset, &needed), SCRIM_ERROR_INVALID_ARGUMENT);
    assert_int_equal(needed, 99);
}

static void test_our_hashes_need_none(void **state) {
    (void)state;
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    scrim_text *text = text_of("1234");
    hash_of(text, NULL, hash);
    assert_int_equal(needs_rehash(hash, SCRIM_HASH_LOW_MEMORY), 0);
    assert_int_equal(needs_rehash(hash, SCRIM_HASH_INTERACTIVE), 1);
    assert_int_equal(crypto_pwhash_str_needs_rehash(hash, 2, (size_t)19456 * 1024), 0); /* libsodium says the same */
    assert_int_equal(crypto_pwhash_str_needs_rehash(hash, 2, (size_t)65536 * 1024), 1);
    scrim_text_destroy(text);
}

static void test_salts_differ(void **state) {
    (void)state;
    scrim_text *text = text_of("1234");
    char one[SCRIM_HASH_MAX_LENGTH + 1], other[SCRIM_HASH_MAX_LENGTH + 1];
    hash_of(text, NULL, one);
    hash_of(text, NULL, other);
    assert_int_not_equal(strncmp(one + 31, other + 31, 22), 0);
    assert_string_not_equal(one + 54, other + 54);
    /* Each byte is random, the last ones too: in six salts, it is the same once in 2^40. */
    unsigned char salts[6][16];
    for (size_t i = 0; i < 6; i++) {
        char encoded[23] = "";
        memcpy(encoded, hash_of(text, NULL, one) + 31, 22);
        assert_int_equal(sodium_base642bin(salts[i], 16, encoded, 22, NULL, NULL, NULL, sodium_base64_VARIANT_ORIGINAL_NO_PADDING), 0);
    }
    for (size_t byte = 0; byte < 16; byte++) {
        int differs = 0;
        for (size_t i = 1; i < 6; i++)
            differs |= salts[i][byte] != salts[0][byte];
        assert_true(differs);
    }
    scrim_text_destroy(text);
}

/* ---- With a key ---- */

static void test_keys(void **state) {
    (void)state;
    unsigned char keys[2][SCRIM_HASH_PEPPER_SIZE], digest[32];
    char keyed[SCRIM_HASH_MAX_LENGTH + 1], theirs[crypto_pwhash_STRBYTES];
    scrim_text *text = text_of("1234"), *other = text_of("1235");
    for (int i = 0; i < SCRIM_HASH_PEPPER_SIZE; i++) {
        keys[0][i] = (unsigned char)(i + 1);
        keys[1][i] = (unsigned char)(i + 1);
    }
    keys[1][31] ^= 1;
    hash_of(text, keys[0], keyed);
    crypto_generichash(digest, sizeof digest, (const unsigned char *)"1234", 4, keys[0], sizeof keys[0]);
    assert_int_equal(crypto_pwhash_str_verify(keyed, (const char *)digest, sizeof digest), 0);
    assert_true(is_right(text, keyed, keys[0]));
    assert_false(is_right(text, keyed, keys[1]));
    assert_false(is_right(text, keyed, NULL));
    assert_false(is_right(other, keyed, keys[0]));
    assert_int_equal(
        crypto_pwhash_str(theirs, (const char *)digest, sizeof digest, LEAST_PASSES, LEAST_BYTES), 0);
    assert_true(is_right(text, theirs, keys[0]));
    assert_false(is_right(text, theirs, NULL));
    /* A key of another length is refused, never left out. */
    uint32_t right = 99;
    size_t length = 99;
    for (size_t size = 0; size <= 64; size++) {
        if (size == SCRIM_HASH_PEPPER_SIZE)
            continue;
        ANSWERS(scrim_text_verify(text, keyed, strlen(keyed), keys, size, &right), SCRIM_ERROR_INVALID_ARGUMENT);
        ANSWERS(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, keys, size, keyed, sizeof keyed, &length),
                SCRIM_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(right, 99);
    scrim_text_destroy(text);
    scrim_text_destroy(other);
}

/* ---- Strings that are none ---- */

static void test_malformed_is_never_wrong(void **state) {
    (void)state;
    char good[crypto_pwhash_STRBYTES], bad[crypto_pwhash_STRBYTES + 1];
    scrim_text *text = text_of("1234");
    assert_int_equal(crypto_pwhash_str(good, "1234", 4, LEAST_PASSES, LEAST_BYTES), 0);
    size_t length = strlen(good);
    assert_true(is_right(text, good, NULL));
    /* Cut anywhere: malformed, or at least too short a hash; with one more character too. */
    for (size_t cut = 0; cut < length; cut++) {
        uint32_t right = 99;
        scrim_status status = scrim_text_verify(text, good, cut, NULL, 0, &right);
        assert_true(status == SCRIM_ERROR_INVALID_ARGUMENT || status == SCRIM_ERROR_UNSUPPORTED);
        assert_int_equal(right, 99);
    }
    /* A character that has no business there, in each place. */
    static const char strange[] = {' ', '\0', '$', '=', '\n', '-', '.', '_', '\x80', '\xFF', ','};
    for (size_t at = 0; at < length; at++)
        for (size_t i = 0; i < sizeof strange; i++) {
            uint32_t right = 99;
            if (good[at] == strange[i])
                continue;
            memcpy(bad, good, length + 1);
            bad[at] = strange[i];
            scrim_status status = scrim_text_verify(text, bad, length, NULL, 0, &right);
            assert_true(status == SCRIM_ERROR_INVALID_ARGUMENT || status == SCRIM_ERROR_UNSUPPORTED);
            assert_int_equal(right, 99);
        }
    snprintf(bad, sizeof bad, "%s$", good);
    answers(text, bad, SCRIM_ERROR_INVALID_ARGUMENT);
    snprintf(bad, sizeof bad, "%s=", good);
    answers(text, bad, SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
}

static void test_numbers(void **state) {
    (void)state;
    static const struct {
        const char *numbers;
        scrim_status status;
    } cases[] = {
        {"m=262144,t=7,p=1", SCRIM_ERROR_LIMIT},
        {"m=262145,t=1,p=1", SCRIM_ERROR_LIMIT},
        {"m=4294967295,t=1,p=1", SCRIM_ERROR_LIMIT},
        {"m=8,t=4294967295,p=1", SCRIM_ERROR_LIMIT},
        {"m=65536,t=2,p=2", SCRIM_ERROR_LIMIT},
        {"m=4294967296,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=18446744073709551624,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=7,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=8,t=0,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=8,t=1,p=0", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=15,t=1,p=2", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=08,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=+8,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=-8,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=,t=1,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"t=1,m=8,p=1", SCRIM_ERROR_INVALID_ARGUMENT},
        {"m=8,t=1,p=1,keyid=QQ", SCRIM_ERROR_INVALID_ARGUMENT},
    };
    scrim_text *text = text_of("1234");
    char hash[200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(hash, sizeof hash, "$argon2id$v=19$%s$%s$%s", cases[i].numbers, salt, tag);
        answers(text, hash, cases[i].status);
    }
    scrim_text_destroy(text);
}

static void test_other_algorithms_and_lengths(void **state) {
    (void)state;
    static const char *const formats[] = {
        "$argon2i$v=19$m=8,t=1,p=1$%s$%s",
        "$argon2d$v=19$m=8,t=1,p=1$%s$%s",
        "$argon2id$v=16$m=8,t=1,p=1$%s$%s",
        "$argon2id$m=8,t=1,p=1$%s$%s",
        "$argon2id$v=19$m=8,t=1,p=1$%sAA$%s",
        "$argon2id$v=19$m=8,t=1,p=1$%s$%sA",
        "$argon2id$v=19$m=8,t=1,p=1$%.11s$%s",
        "$argon2id$v=19$m=8,t=1,p=1$%s$%.22s",
    };
    scrim_text *text = text_of("1234");
    char hash[200];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        snprintf(hash, sizeof hash, formats[i], salt, tag);
        answers(text, hash, SCRIM_ERROR_UNSUPPORTED);
    }
    /* Bits behind the last byte: another string of the same bytes, which nobody writes. */
    snprintf(hash, sizeof hash, "$argon2id$v=19$m=8,t=1,p=1$%.21sB$%s", salt, tag);
    answers(text, hash, SCRIM_ERROR_INVALID_ARGUMENT);
    answers(text, "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW", SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_text_destroy(text);
}

/* What a text that hides its length dropped makes it wrong, and nothing tells that from another wrong secret. */
static void test_what_was_dropped(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    char hash[crypto_pwhash_STRBYTES], buffer[SCRIM_HASH_MAX_LENGTH];
    size_t length = 99;
    assert_int_equal(crypto_pwhash_str(hash, "1234", 4, LEAST_PASSES, LEAST_BYTES), 0);
    options.capacity = 4;
    options.hide_length = 1;
    options.mask = SCRIM_MASK_NONE;
    OK(scrim_text_create(&options, &text));
    OK(scrim_text_insert(text, "1234", 4));
    assert_true(is_right(text, hash, NULL));
    OK(scrim_text_insert(text, "5", 1));
    assert_false(is_right(text, hash, NULL));
    ANSWERS(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, buffer, sizeof buffer, &length), SCRIM_ERROR_FULL);
    assert_int_equal(length, 99);
    scrim_text_destroy(text);
}

/* ---- Memory ---- */

static int without_memory(void *data) {
    const char *hash = data;
    char buffer[SCRIM_HASH_MAX_LENGTH] = "";
    size_t length = 99, pages = 0;
    uint32_t right = 99;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK);
    CHECK(scrim_text_insert(text, "1234", 4) == SCRIM_OK);
    FILE *statm = fopen("/proc/self/statm", "r");
    CHECK(statm != NULL && fscanf(statm, "%zu", &pages) == 1);
    fclose(statm);
    rlim_t all = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (4 << 20);
    CHECK(setrlimit(RLIMIT_AS, &(struct rlimit){all, all}) == 0);
    CHECK(scrim_text_verify(text, hash, strlen(hash), NULL, 0, &right) == SCRIM_ERROR_NO_MEMORY);
    CHECK(right == 99);
    CHECK(scrim_text_hash(text, SCRIM_HASH_LOW_MEMORY, NULL, 0, buffer, sizeof buffer, &length) == SCRIM_ERROR_NO_MEMORY);
    CHECK(length == 99 && buffer[0] == '\0');
    CHECK(scrim_text_hash(text, SCRIM_HASH_MODERATE, NULL, 0, buffer, sizeof buffer, &length) == SCRIM_ERROR_NO_MEMORY);
    scrim_text_destroy(text);
    return 0;
}

static void test_no_memory_is_not_wrong(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no RLIMIT_AS");
    char hash[SCRIM_HASH_MAX_LENGTH + 1];
    if (running_on_valgrind() || built_with_asan()) {
        print_message("the address space cannot be limited here: skipped\n");
        skip();
    }
    scrim_text *text = text_of("1234");
    hash_of(text, NULL, hash);
    passes_in_child(without_memory, hash);
    scrim_text_destroy(text);
}

/* ---- What the working memory must have ---- */

struct condition {
    uint32_t required;
    int denied;      /* a system call that fails, or -1 */
    rlim_t lockable; /* bytes */
    scrim_status expected;
};

/* The report has a reason for each protection that may be required, and was not there. */
static int says_why(uint32_t required) {
    scrim_memory_report report = SCRIM_MEMORY_REPORT_INIT;
    if (scrim_memory_usage(&report) != SCRIM_OK)
        return 0;
    if (required & SCRIM_PROTECTION_SECRETMEM) /* no other pages are tried */
        return report.secretmem_unprotected == SCRIM_UNPROTECTED_LIMIT && report.locked_unprotected == SCRIM_UNPROTECTED_NONE;
    return (!(required & SCRIM_PROTECTION_LOCKED) || report.locked_unprotected != SCRIM_UNPROTECTED_NONE) &&
           (!(required & SCRIM_PROTECTION_NO_DUMP) || report.no_dump_unprotected != SCRIM_UNPROTECTED_NONE) &&
           (!(required & SCRIM_PROTECTION_NO_FORK) || report.no_fork_unprotected != SCRIM_UNPROTECTED_NONE);
}

static int verify_under(void *data) {
    const struct condition *condition = data;
    const char *hash = "$argon2id$v=19$m=4096,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    uint32_t right = 99;
    options.required_protection = condition->required;
    CHECK(limit_locked_bytes(condition->lockable) == 0);
    CHECK(scrim_text_create(&options, &text) == SCRIM_OK && scrim_text_insert(text, "1234", 4) == SCRIM_OK);
    if (condition->denied >= 0)
        CHECK(deny_call((unsigned)condition->denied, EPERM) == 0);
    CHECK(scrim_text_verify(text, hash, strlen(hash), NULL, 0, &right) == condition->expected);
    CHECK(right == (condition->expected == SCRIM_OK ? 0 : 99));
    if (condition->expected == SCRIM_ERROR_PROTECTION)
        CHECK(says_why(condition->required));
    scrim_text_destroy(text);
    return 0;
}

/* Why no system call can be denied here, and no limit set, or NULL. */
static const char *no_condition_because(void) {
    struct rlimit limit;
    if (running_on_valgrind() || built_with_asan())
        return "system calls cannot be denied";
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_max < 8 << 20)
        return "the limit of locked memory is too low";
    return NULL;
}

static void test_required_protection_is_of_the_working_memory_too(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    enum {
        SMALL = 2 << 20, /* below what the hash costs */
        LARGE = 8 << 20
    };
    static const struct condition conditions[] = {
        /* A low limit: hashed, unless it shall be locked. */
        {0, -1, SMALL, SCRIM_OK},
        {0, -1, 0, SCRIM_OK},
        {SCRIM_PROTECTION_GUARDED | SCRIM_PROTECTION_NO_DUMP | SCRIM_PROTECTION_NO_FORK, -1, SMALL, SCRIM_OK},
        {SCRIM_PROTECTION_LOCKED, -1, SMALL, SCRIM_ERROR_PROTECTION},
        {SCRIM_PROTECTION_LOCKED, -1, LARGE, SCRIM_OK},
        {SCRIM_PROTECTION_LOCKED, SYS_mlock, LARGE, SCRIM_ERROR_PROTECTION},
        /* The kernel may be told nothing about pages: not hashed, if a core file or a child may not have them. */
        {0, SYS_madvise, SMALL, SCRIM_OK},
        {SCRIM_PROTECTION_GUARDED, SYS_madvise, SMALL, SCRIM_OK},
        {SCRIM_PROTECTION_NO_DUMP, SYS_madvise, SMALL, SCRIM_ERROR_PROTECTION},
        {SCRIM_PROTECTION_NO_FORK, SYS_madvise, SMALL, SCRIM_ERROR_PROTECTION},
        /* No pages at all. */
        {0, SYS_mmap, SMALL, SCRIM_ERROR_NO_MEMORY},
    };
    if (no_condition_because() != NULL) {
        print_message("%s: skipped\n", no_condition_because());
        skip();
    }
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        struct condition condition = conditions[i];
        print_message("required %u, denied %d, %zu bytes\n", condition.required, condition.denied, (size_t)condition.lockable);
        passes_in_child(verify_under, &condition);
    }
}

static void test_required_secret_memory_is_of_the_working_memory_too(void **state) {
    (void)state;
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text = NULL;
    options.required_protection = SCRIM_PROTECTION_SECRETMEM;
    if (no_condition_because() != NULL || scrim_text_create(&options, &text) != SCRIM_OK) {
        print_message("no memfd_secret here, or no limit: skipped\n");
        skip();
    }
    scrim_text_destroy(text);
    struct condition condition = {SCRIM_PROTECTION_SECRETMEM, -1, 2 << 20, SCRIM_ERROR_PROTECTION};
    passes_in_child(verify_under, &condition);
    condition = (struct condition){SCRIM_PROTECTION_SECRETMEM, -1, 8 << 20, SCRIM_OK};
    passes_in_child(verify_under, &condition);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_libsodium_verifies_ours, nothing_left),
        cmocka_unit_test_teardown(test_ours_verifies_libsodium_s, nothing_left),
        cmocka_unit_test_teardown(test_presets, nothing_left),
        cmocka_unit_test_teardown(test_costs, nothing_left),
        cmocka_unit_test_teardown(test_needs_rehash, nothing_left),
        cmocka_unit_test_teardown(test_our_hashes_need_none, nothing_left),
        cmocka_unit_test_teardown(test_salts_differ, nothing_left),
        cmocka_unit_test_teardown(test_keys, nothing_left),
        cmocka_unit_test_teardown(test_malformed_is_never_wrong, nothing_left),
        cmocka_unit_test_teardown(test_numbers, nothing_left),
        cmocka_unit_test_teardown(test_other_algorithms_and_lengths, nothing_left),
        cmocka_unit_test_teardown(test_what_was_dropped, nothing_left),
        cmocka_unit_test_teardown(test_no_memory_is_not_wrong, nothing_left),
        cmocka_unit_test_teardown(test_required_protection_is_of_the_working_memory_too, nothing_left),
        cmocka_unit_test_teardown(test_required_secret_memory_is_of_the_working_memory_too, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
