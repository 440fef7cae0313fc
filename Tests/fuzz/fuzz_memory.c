/* SPDX-License-Identifier: MIT */
/* scrim/base.h and scrim/memory.h: every name and message, the count of handles, and the report on memory. */
#include "fuzz_handles.h"

static void create_text(struct fuzz_input *in) {
    scrim_text_options options = SCRIM_TEXT_OPTIONS_INIT;
    scrim_text *text;
    options.capacity = (uint32_t)fuzz_upto(in, SCRIM_TEXT_MAX_CAPACITY);
    options.required_protection = fuzz_flags(in, 31);
    if (fuzz_answer(scrim_text_create(SIZED(in, options), OUT(text))) == SCRIM_OK)
        fuzz_keep(SCRIM_HANDLE_TEXT, fuzz_below(in, FUZZ_SLOTS), text);
}

static void report(struct fuzz_input *in) {
    scrim_memory_report report;
    memset(&report, (int)fuzz_u8(in), sizeof report);
    scrim_memory_report *given = SIZED(in, report);
    uint32_t size = given != NULL ? given->struct_size : 0;
    if (fuzz_answer(scrim_memory_usage(given)) != SCRIM_OK)
        return;
    REQUIRE(given->struct_size == size && size >= sizeof report);
    REQUIRE(given->used_bytes <= given->mapped_bytes && given->locked_bytes <= given->mapped_bytes);
    REQUIRE(given->secretmem_bytes <= given->mapped_bytes && (given->arenas > 0) == (given->mapped_bytes > 0));
    REQUIRE(given->secretmem_unprotected <= SCRIM_UNPROTECTED_DISABLED && given->locked_unprotected <= SCRIM_UNPROTECTED_DISABLED);
    REQUIRE(given->no_dump_unprotected <= SCRIM_UNPROTECTED_DISABLED && given->no_fork_unprotected <= SCRIM_UNPROTECTED_DISABLED);
}

static void configure(struct fuzz_input *in) {
    scrim_memory_options options = SCRIM_MEMORY_OPTIONS_INIT;
    options.disable_memfd_secret = (uint32_t)fuzz_upto(in, 2);
    scrim_status status = fuzz_answer(scrim_memory_configure(SIZED(in, options)));
    REQUIRE(status == SCRIM_OK || status == SCRIM_ERROR_INVALID_ARGUMENT || status == SCRIM_ERROR_INVALID_STATE);
}

static void fuzz_target(struct fuzz_input *in) {
    for (int step = 0; step < FUZZ_STEPS && fuzz_more(in) && fuzz_has_room(); step++) {
        scrim_status status = fuzz_u8(in) < 200 ? -(int32_t)fuzz_below(in, 24) : (int32_t)fuzz_u64(in);
        switch (fuzz_below(in, 9)) {
        case 0:
            REQUIRE((strcmp(scrim_status_name(status), "unknown status") == 0) ==
                    (status > 0 || status < SCRIM_ERROR_REVERSIBLE_STYLE));
            break;
        case 1:
            REQUIRE(scrim_status_message(status)[0] != 0);
            break;
        case 2:
            REQUIRE(scrim_unprotected_message((uint32_t)status)[0] != 0);
            REQUIRE(scrim_reason_name((uint32_t)status)[0] != 0);
            REQUIRE(scrim_reason_message((uint32_t)status)[0] != 0);
            break;
        case 3: {
            size_t sum = 0;
            for (uint32_t kind = 1; kind < FUZZ_KINDS; kind++)
                sum += scrim_live_handles(kind);
            REQUIRE(scrim_live_handles(SCRIM_HANDLE_ANY) == sum && sum <= FUZZ_SLOTS);
            REQUIRE(scrim_live_handles(FUZZ_KINDS + (uint32_t)fuzz_u16(in)) == 0);
            break;
        }
        case 4:
            report(in);
            break;
        case 5:
            REQUIRE(scrim_version_number() == SCRIM_VERSION_NUMBER && scrim_abi_number() == SCRIM_ABI_NUMBER);
            REQUIRE(strcmp(scrim_version_string(), SCRIM_VERSION_STRING) == 0);
            break;
        case 6:
            scrim_text_destroy(HANDLE(in, scrim_text, TEXT));
            break;
        case 7:
            configure(in);
            break;
        default:
            create_text(in);
        }
    }
}
