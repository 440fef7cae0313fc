/* SPDX-License-Identifier: MIT */
/* scrim/verify.h: hashes that are almost right, and the count of attempts in whatever memory it comes from. */
#include "fuzz_text_fixture.h"

/* A hash of which every number, and any byte, may be another; what is right costs at most some 60 MiB·passes. */
static scrim_string hash_like(struct fuzz_input *in) {
    char text[256];
    static const char *const algorithms[] = {"argon2id", "argon2id", "argon2id", "argon2i", "argon2d", ""};
    unsigned kib = fuzz_u8(in) % 2 ? 8 : fuzz_u16(in) % 9999u, passes = fuzz_u8(in) % 2 ? 1 : fuzz_u8(in) % 9u;
    unsigned lanes = fuzz_rarely(in, 20) ? fuzz_u8(in) : 1, version = fuzz_rarely(in, 20) ? fuzz_u8(in) : 19;
    int salt = fuzz_rarely(in, 10) ? fuzz_u8(in) % 64 : 22, sum = fuzz_rarely(in, 10) ? fuzz_u8(in) % 64 : 43;
    int length =
        snprintf(text, sizeof text, "$%s$v=%u$m=%u,t=%u,p=%u$%.*s$%.*s", algorithms[fuzz_below(in, 6)], version, kib,
                 passes, lanes, salt, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", sum,
                 "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBAAAAAAAAAAAAAAAAAAAAAA");
    REQUIRE(length > 0);
    if (fuzz_rarely(in, 4)) {
        size_t at = fuzz_u8(in) % (size_t)length;
        char byte = (char)fuzz_u8(in);
        if (byte < '0' || byte > '9') /* a further digit would only make it slow */
            text[at] = byte;
    }
    size_t told = fuzz_rarely(in, 20) ? fuzz_u8(in) % (size_t)(length + 1) : (size_t)length;
    return (scrim_string){fuzz_copy(text, told), told};
}

static scrim_string key_like(struct fuzz_input *in) {
    uint8_t way = fuzz_u8(in);
    size_t length = way < 128 ? 0 : way < 240 ? SCRIM_HASH_PEPPER_SIZE
                                              : way - 240u;
    return (scrim_string){length == 0 && way % 2 ? NULL : fuzz_block(length), length};
}

static void verify(struct fuzz_input *in) {
    scrim_string hash = hash_like(in), key = key_like(in);
    uint32_t right, needed, preset = fuzz_u8(in) % 5;
    if (fuzz_answer(scrim_hash_needs_rehash(hash.data, hash.length, preset, OUT(needed))) == SCRIM_OK)
        REQUIRE(needed <= 1 && preset >= SCRIM_HASH_LOW_MEMORY && preset <= SCRIM_HASH_MODERATE);
    if (fuzz_answer(scrim_text_verify(HANDLE(in, scrim_text, TEXT), hash.data, hash.length, key.data, key.length,
                                      OUT(right))) == SCRIM_OK)
        REQUIRE(right == 0); /* nobody has found a secret of that hash */
}

/* What is hashed verifies, and nothing else does. At most once an input: it takes 19 MiB. */
static void hash(struct fuzz_input *in) {
    scrim_string key = key_like(in);
    size_t capacity = fuzz_rarely(in, 3) ? fuzz_u8(in) : SCRIM_HASH_MAX_LENGTH, length;
    uint32_t preset = fuzz_rarely(in, 4) ? 4 + fuzz_u8(in) : SCRIM_HASH_LOW_MEMORY, right = 9;
    const scrim_text *text = HANDLE(in, scrim_text, TEXT);
    char *buffer = fuzz_room(capacity, 1);
    if (fuzz_answer(scrim_text_hash(text, preset, key.data, key.length, buffer, capacity, OUT_LENGTH(length))) !=
        SCRIM_OK)
        return;
    REQUIRE(length < SCRIM_HASH_MAX_LENGTH && length <= capacity);
    REQUIRE(fuzz_untouched(buffer + length, capacity - length));
    REQUIRE(scrim_text_verify(text, buffer, length, key.data, key.length, &right) == SCRIM_OK && right == 1);
}

static void attempts(struct fuzz_input *in) {
    scrim_attempts count = SCRIM_ATTEMPTS_INIT;
    uint64_t now = 0, retry, start = 0;
    uint32_t answer, allowed = 0;
    int sound = !fuzz_rarely(in, 4);
    if (!sound)
        fuzz_take(in, &count, sizeof count);
    uint32_t limit = (uint32_t)fuzz_upto(in, 20);
    if (sound && fuzz_answer(scrim_attempts_init(&count, limit)) != SCRIM_OK)
        return;
    for (int i = 0; i < 20 && fuzz_more(in); i++) {
        scrim_attempts before = count;
        now += (uint64_t)fuzz_u8(in) * 500000000u;
        if (fuzz_rarely(in, 16)) {
            if (fuzz_answer(scrim_attempts_succeed(&count)) == SCRIM_OK)
                allowed = 0, start = now;
            else
                REQUIRE(memcmp(&count, &before, sizeof count) == 0);
            continue;
        }
        REQUIRE(fuzz_answer(scrim_attempts_begin(&count, now, OUT(answer), OUT(retry))) == SCRIM_OK);
        REQUIRE(answer >= SCRIM_ATTEMPT_ALLOWED && answer <= SCRIM_ATTEMPT_LOCKED);
        REQUIRE((retry != 0) == (answer == SCRIM_ATTEMPT_WAIT) && (retry == 0 || retry > now));
        allowed += answer == SCRIM_ATTEMPT_ALLOWED;
        /* The waits are those of the header: after the third 1, 5, 30 and then 60 seconds at least. */
        static const uint64_t seconds[] = {0, 0, 0, 0, 1, 6, 36};
        uint64_t least = allowed < COUNT_OF(seconds) ? seconds[allowed] : 36 + (allowed - 6) * UINT64_C(60);
        if (sound && answer == SCRIM_ATTEMPT_ALLOWED)
            REQUIRE(now - start >= least * UINT64_C(1000000000) && allowed <= (limit == 0 ? 10 : limit));
    }
    if (fuzz_rarely(in, 30))
        REQUIRE(fuzz_answer(scrim_attempts_begin(NULL, 0, OUT(answer), OUT(retry))) == SCRIM_ERROR_INVALID_ARGUMENT);
}

static void fuzz_target(struct fuzz_input *in) {
    memset(&text_host, 0, sizeof text_host);
    text_create(in, 0);
    int hashes = fuzz_rarely(in, 40) ? 1 : 0;
    for (int step = 0; step < 12 && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_string string;
        switch (fuzz_below(in, 6)) {
        case 0:
            string = fuzz_string(in, 100);
            fuzz_answer(scrim_text_insert(HANDLE(in, scrim_text, TEXT), string.data, string.length));
            break;
        case 1:
            text_create(in, fuzz_below(in, FUZZ_SLOTS));
            break;
        case 2:
            if (hashes-- > 0)
                hash(in);
            break;
        case 3:
            verify(in);
            break;
        default:
            attempts(in);
        }
    }
}
