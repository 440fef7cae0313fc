/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The protection of the process and of the memory for secrets, as in scrim/memory.h.
 */
#ifndef SCRIM_CPP_MEMORY_HPP
#define SCRIM_CPP_MEMORY_HPP

#include "base.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/** The size and the protection of the library's memory for secrets. */
struct memory_report : scrim_memory_report {
    /** Makes the report of #SCRIM_MEMORY_REPORT_INIT. */
    memory_report() noexcept : scrim_memory_report(SCRIM_MEMORY_REPORT_INIT) {}
};

/** Settings of the memory for secrets. */
struct memory_options : scrim_memory_options {
    /** Makes the settings of #SCRIM_MEMORY_OPTIONS_INIT. */
    memory_options() noexcept : scrim_memory_options(SCRIM_MEMORY_OPTIONS_INIT) {}
};

/** Sets which kind of memory holds secrets. Call it before you create a text or keypad. */
template <SCRIM_CPP_EC>
void memory_configure(const memory_options &options, Ec &...ec) {
    detail::check(scrim_memory_configure(&options), ec...);
}

/** Returns the size and the protection of the library's memory for secrets. */
template <SCRIM_CPP_EC>
memory_report memory_usage(Ec &...ec) {
    memory_report report;
    detail::check(scrim_memory_usage(&report), ec...);
    return report;
}

/** Forbids core dumps and debuggers for the whole process. */
template <SCRIM_CPP_EC>
void process_harden(Ec &...ec) {
    detail::check(scrim_process_harden(), ec...);
}

/** Returns a sentence about a reason in a memory_report. */
inline std::string_view unprotected_message(std::uint32_t reason) noexcept {
    return scrim_unprotected_message(reason);
}

/** Returns the number of live objects of a kind, one of SCRIM_HANDLE_…. */
inline std::size_t live_handles(std::uint32_t kind = SCRIM_HANDLE_ANY) noexcept {
    return scrim_live_handles(kind);
}

/** Returns the version of the library that is loaded. */
inline std::string_view version() noexcept { return scrim_version_string(); }
/** Returns the version of the library that is loaded as a number. */
inline std::uint32_t version_number() noexcept { return scrim_version_number(); }
/** Returns the ABI number of the library that is loaded. */
inline std::uint32_t abi_number() noexcept { return scrim_abi_number(); }

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
