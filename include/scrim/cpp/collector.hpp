/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Records of gestures, as in scrim/collector.h.
 */
#ifndef SCRIM_CPP_COLLECTOR_HPP
#define SCRIM_CPP_COLLECTOR_HPP

#include "gesture.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

using decision = scrim_decision;  /**< A collector's decision on an event. */
using check_result = scrim_check; /**< One check of an event. */

/** Options of a collector. */
struct collector_options : scrim_collector_options {
    /** Makes the options of #SCRIM_COLLECTOR_OPTIONS_INIT. */
    collector_options() noexcept : scrim_collector_options(SCRIM_COLLECTOR_OPTIONS_INIT) {}
};

/** The rules of a collector. Their arrays and strings must live until they are set. */
struct rules : scrim_rules {
    /** Makes the rules of #SCRIM_RULES_INIT. */
    rules() noexcept : scrim_rules(SCRIM_RULES_INIT) {}
};

/** The first mistake in a document of rules, SCRIM_RULES_MISTAKE_…, and its offset in bytes. */
struct rules_load_report : scrim_rules_load_report {
    /** Makes a report without a mistake. */
    rules_load_report() noexcept : scrim_rules_load_report(SCRIM_RULES_LOAD_REPORT_INIT) {}
    /** Returns a sentence about the mistake. */
    std::string_view message() const noexcept { return scrim_rules_mistake_message(mistake); }
};

/** A record of a gesture, or of private touches, as in ::scrim_record. Unknown strings are empty. */
struct record {
    std::uint32_t private_touch = 0;       /**< Bits of SCRIM_PRIVATE_TOUCH_…, or 0. */
    std::uint64_t number = 0;              /**< The number of the record, counted from 1. */
    std::uint64_t time_ns = 0;             /**< The time of the event. */
    std::uint32_t kind = 0;                /**< One of SCRIM_GESTURE_…. */
    std::uint32_t state = 0;               /**< One of SCRIM_GESTURE_STATE_…. */
    id view = 0;                           /**< The view or window that the record is about. */
    std::optional<std::string> screen;     /**< The name of the screen. */
    std::optional<std::string> title;      /**< The title of the screen. */
    std::optional<std::string> name;       /**< The caller's own id of the view. */
    std::optional<std::string> type;       /**< The class name of the view. */
    std::optional<std::string> content;    /**< The content of the view. */
    std::optional<std::string> position;   /**< Its position in a list: "row" or "section:row". */
    std::optional<std::string> path;       /**< The classes from the window to the view. */
    std::optional<std::string> properties; /**< Properties as one JSON object. */
};

/** Returns the name of a reason, one of SCRIM_REASON_…. */
inline std::string_view reason_name(std::uint32_t reason) noexcept {
    return scrim_reason_name(reason);
}
/** Returns a sentence about a reason, one of SCRIM_REASON_…. */
inline std::string_view reason_message(std::uint32_t reason) noexcept {
    return scrim_reason_message(reason);
}

/** Decides which gestures may be recorded, and makes records of them. */
class collector : public unique_handle<scrim_collector, scrim_collector_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit collector(scrim_collector *handle) noexcept : unique_handle(handle) {}

    /** Creates a collector for the events of an engine. */
    template <SCRIM_CPP_EC>
    collector(gestures &engine, const collector_options &options, Ec &...ec) {
        detail::check(scrim_collector_create(engine.native_handle(), &options, out()), ec...);
    }

    /** Replaces the rules. */
    template <SCRIM_CPP_EC>
    void set_rules(const rules &replacement, Ec &...ec) {
        detail::check(scrim_collector_set_rules(native_handle(), &replacement), ec...);
    }
    /** Replaces the rules by a JSON document. The report contains the document's first mistake. */
    template <SCRIM_CPP_EC>
    void load_rules(std::string_view json, rules_load_report &report, Ec &...ec) {
        detail::check(
            scrim_collector_load_rules(native_handle(), json.data(), json.size(), &report), ec...);
    }
    /** Decides on events. Call it before the application acts on them. */
    template <SCRIM_CPP_EC>
    std::vector<decision> decide(array_view<const gesture_event> events, Ec &...ec) {
        std::vector<decision> decisions(events.size());
        if (!detail::check(scrim_collector_decide(native_handle(), events.data(), events.size(),
                                                  decisions.data()),
                           ec...))
            decisions.clear();
        return decisions;
    }
    /** Reports each check of an event, without deciding on it. */
    template <SCRIM_CPP_EC>
    std::vector<check_result> explain(const gesture_event &event, Ec &...ec) const {
        return detail::filled<std::vector<check_result>>(
            [&](check_result *checks, std::size_t capacity, std::size_t *count) {
                return scrim_collector_explain(native_handle(), &event, checks, capacity, count);
            },
            ec...);
    }
    /** Notes that the application has responded to a touch in a way that scenes do not show. */
    template <SCRIM_CPP_EC>
    void note_response(Ec &...ec) {
        detail::check(scrim_collector_note_response(native_handle()), ec...);
    }
    /** Advances the clock. Records of private touches are returned only at fixed times. */
    template <SCRIM_CPP_EC>
    void advance(std::uint64_t now_ns, Ec &...ec) {
        detail::check(scrim_collector_advance(native_handle(), now_ns), ec...);
    }
    /** Returns the time at which advance() must be called next, or nothing if it need not be. */
    template <SCRIM_CPP_EC>
    std::optional<std::uint64_t> next_deadline(Ec &...ec) const {
        std::uint64_t deadline = SCRIM_NEVER;
        detail::check(scrim_collector_next_deadline(native_handle(), &deadline), ec...);
        return detail::deadline(deadline);
    }
    /** Returns the next record and removes it, or returns nothing if no record is ready. */
    template <SCRIM_CPP_EC>
    std::optional<record> next(Ec &...ec) {
        scrim_record raw = SCRIM_RECORD_INIT;
        const scrim_status value = scrim_collector_next(native_handle(), &raw);
        if (!detail::check(value == SCRIM_ERROR_NOT_FOUND ? SCRIM_OK : value, ec...) ||
            value == SCRIM_ERROR_NOT_FOUND)
            return std::nullopt;
        record made;
        made.private_touch = raw.private_touch;
        made.number = raw.number;
        made.time_ns = raw.time_ns;
        made.kind = raw.kind;
        made.state = raw.state;
        made.view = raw.view;
        made.screen = detail::copy(raw.screen);
        made.title = detail::copy(raw.title);
        made.name = detail::copy(raw.id);
        made.type = detail::copy(raw.type);
        made.content = detail::copy(raw.content);
        made.position = detail::copy(raw.position);
        made.path = detail::copy(raw.path);
        made.properties = detail::copy(raw.properties);
        return made;
    }
    /** Like next(), but returns a JSON object. The string is empty if no record is ready. */
    template <SCRIM_CPP_EC>
    std::string next_json(Ec &...ec) {
        return detail::filled<std::string>(
            [this](char *buffer, std::size_t capacity, std::size_t *length) {
                const scrim_status value =
                    scrim_collector_next_json(native_handle(), buffer, capacity, length);
                if (value != SCRIM_ERROR_NOT_FOUND)
                    return value;
                *length = 0;
                return scrim_status{SCRIM_OK};
            },
            ec...);
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
