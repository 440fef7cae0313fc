/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Recognition of gestures, as in scrim/gesture.h and scrim/scroll.h.
 */
#ifndef SCRIM_CPP_GESTURE_HPP
#define SCRIM_CPP_GESTURE_HPP

#include "scene.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

using gesture_event = scrim_gesture_event; /**< An event of a gesture. */
using scroll_sample = scrim_scroll;        /**< A sample of a wheel or a touchpad. */

/** Options of an engine. */
struct gestures_options : scrim_gestures_options {
    /** Makes the options of #SCRIM_GESTURES_OPTIONS_INIT. */
    gestures_options() noexcept : scrim_gestures_options(SCRIM_GESTURES_OPTIONS_INIT) {}
};

/** Describes a gesture to recognize. Its classes must live until it is added. */
struct recognizer : scrim_recognizer {
    /** Makes the recognizer of a tap. */
    recognizer() noexcept : scrim_recognizer(SCRIM_RECOGNIZER_TAP_INIT) {}
    /**
     * Makes the recognizer of a kind of gesture, SCRIM_GESTURE_…, with the distances and times of a
     * profile, SCRIM_PROFILE_….
     */
    template <SCRIM_CPP_EC>
    recognizer(std::uint32_t with_kind, std::uint32_t profile, double density, Ec &...ec)
        : recognizer() {
        detail::check(scrim_recognizer_defaults(with_kind, profile, density, this), ec...);
    }
};

/** Recognizes gestures in the touches of a scene. */
class gestures : public unique_handle<scrim_gestures, scrim_gestures_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit gestures(scrim_gestures *handle) noexcept : unique_handle(handle) {}

    /** Creates an engine for the views of a scene. */
    template <SCRIM_CPP_EC>
    gestures(scene &touched, const gestures_options &options, Ec &...ec) {
        detail::check(scrim_gestures_create(touched.native_handle(), &options, out()), ec...);
    }

    /** Adds a recognizer and returns its id. */
    template <SCRIM_CPP_EC>
    id add(const recognizer &wanted, Ec &...ec) {
        id added = 0;
        detail::check(scrim_gestures_add(native_handle(), &wanted, &added), ec...);
        return added;
    }
    /** Removes a recognizer. */
    template <SCRIM_CPP_EC>
    void remove(id recognizer, Ec &...ec) {
        detail::check(scrim_gestures_remove(native_handle(), recognizer), ec...);
    }
    /** Adds a relation between two recognizers, one of SCRIM_RELATION_…. */
    template <SCRIM_CPP_EC>
    void relate(id recognizer, std::uint32_t relation, id other, Ec &...ec) {
        detail::check(scrim_gestures_relate(native_handle(), recognizer, relation, other), ec...);
    }
    /** Removes a relation between two recognizers. */
    template <SCRIM_CPP_EC>
    void unrelate(id recognizer, std::uint32_t relation, id other, Ec &...ec) {
        detail::check(scrim_gestures_unrelate(native_handle(), recognizer, relation, other), ec...);
    }
    /** Adds a pair of a target and an action to a recognizer. */
    template <SCRIM_CPP_EC>
    void add_action(id recognizer, std::uint64_t target, std::string_view action, Ec &...ec) {
        detail::check(scrim_gestures_add_action(native_handle(), recognizer, target, action.data(),
                                                action.size()),
                      ec...);
    }
    /** Removes a pair of a target and an action from a recognizer. */
    template <SCRIM_CPP_EC>
    void remove_action(id recognizer, std::uint64_t target, std::string_view action, Ec &...ec) {
        detail::check(scrim_gestures_remove_action(native_handle(), recognizer, target,
                                                   action.data(), action.size()),
                      ec...);
    }
    /** Sets whether the target of a pair is available. */
    template <SCRIM_CPP_EC>
    void set_target_available(id recognizer, std::uint64_t target, std::string_view action,
                              bool available, Ec &...ec) {
        detail::check(scrim_gestures_set_target_available(native_handle(), recognizer, target,
                                                          action.data(), action.size(),
                                                          available ? 1u : 0u),
                      ec...);
    }
    /** Sets the function that decides whether a gesture may begin. An empty one removes it. */
    template <SCRIM_CPP_EC>
    void set_should_begin(std::function<bool(const gesture_event &)> function, Ec &...ec) {
        using called = std::function<bool(const gesture_event &)>;
        if (!function) {
            detail::check(scrim_gestures_set_callbacks(native_handle(), nullptr, nullptr, nullptr),
                          ec...);
            return;
        }
        scrim_gestures_callbacks table = SCRIM_GESTURES_CALLBACKS_INIT;
        table.should_begin = [](const gesture_event *event, void *user_data) {
            return detail::guarded(std::uint32_t{0}, [&] {
                return (*static_cast<called *>(user_data))(*event) ? std::uint32_t{1}
                                                                   : std::uint32_t{0};
            });
        };
        auto owned = std::make_unique<called>(std::move(function));
        const scrim_status value = scrim_gestures_set_callbacks(
            native_handle(), &table, owned.get(), detail::free_object<called>);
        if (value == SCRIM_OK)
            (void)owned.release();
        detail::check(value, ec...);
    }

    /** Feeds touch samples, and appends the events that they cause. */
    template <SCRIM_CPP_EC>
    void feed(array_view<const touch> samples, std::vector<gesture_event> &events, Ec &...ec) {
        consume(scrim_gestures_feed, samples, events, ec...);
    }
    /** Feeds samples of scrolling, and appends the events that they cause. */
    template <SCRIM_CPP_EC>
    void scroll(array_view<const scroll_sample> samples, std::vector<gesture_event> &events,
                Ec &...ec) {
        consume(scrim_gestures_scroll, samples, events, ec...);
    }
    /** Cancels all touches, and appends the events that this causes. */
    template <SCRIM_CPP_EC>
    void cancel(std::uint64_t now_ns, std::vector<gesture_event> &events, Ec &...ec) {
        auto call = [&](scrim_gestures *engine, gesture_event *room, std::size_t capacity,
                        std::size_t *produced) {
            return scrim_gestures_cancel(engine, now_ns, room, capacity, produced);
        };
        detail::check(append(native_handle(), events, call), ec...);
    }
    /** Enables or disables a recognizer, and appends the events that this causes. */
    template <SCRIM_CPP_EC>
    void set_enabled(id recognizer, bool enabled, std::uint64_t now_ns,
                     std::vector<gesture_event> &events, Ec &...ec) {
        auto call = [&](scrim_gestures *engine, gesture_event *room, std::size_t capacity,
                        std::size_t *produced) {
            return scrim_gestures_set_enabled(engine, recognizer, enabled ? 1u : 0u, now_ns, room,
                                              capacity, produced);
        };
        detail::check(append(native_handle(), events, call), ec...);
    }
    /** Advances the clock, and appends the events of the deadlines that have passed. */
    template <SCRIM_CPP_EC>
    void advance(std::uint64_t now_ns, std::vector<gesture_event> &events, Ec &...ec) {
        auto call = [&](scrim_gestures *engine, gesture_event *room, std::size_t capacity,
                        std::size_t *produced) {
            return scrim_gestures_advance(engine, now_ns, room, capacity, produced);
        };
        detail::check(append(native_handle(), events, call), ec...);
    }
    /** Returns the time at which advance() must be called next, or nothing if it need not be. */
    template <SCRIM_CPP_EC>
    std::optional<std::uint64_t> next_deadline(Ec &...ec) const {
        std::uint64_t deadline = SCRIM_NEVER;
        detail::check(scrim_gestures_next_deadline(native_handle(), &deadline), ec...);
        return detail::deadline(deadline);
    }
    /** Returns the number of the current touch sequence. */
    template <SCRIM_CPP_EC>
    std::uint64_t sequence(Ec &...ec) const {
        std::uint64_t number = 0;
        detail::check(scrim_gestures_sequence(native_handle(), &number), ec...);
        return number;
    }

  private:
    /** Makes room before a call. Short memory then loses no events, unless a callback uses up the room. */
    static void make_room(std::vector<gesture_event> &events, std::size_t room) {
        if (events.capacity() - events.size() < room)
            events.reserve(2 * events.size() + room);
    }

    /**
     * Makes a call with room for events, and with more room if that is too little. A callback may
     * change the vector, so the library writes the events into memory that no callback can see.
     */
    template <class Call>
    static scrim_status append(scrim_gestures *engine, std::vector<gesture_event> &events,
                               Call &&call) {
        /* If memory is short, no later call throws what a callback has thrown. */
        struct undo {
            bool is_due;
            ~undo() {
                if (is_due)
                    detail::forget_callback_exception();
            }
        } left{true};
        /* These copies of events may have the positions of private touches. */
        struct copies {
            gesture_event few[16];
            std::vector<gesture_event> many;
            std::size_t count = 0;
            ~copies() {
                clear(few, count < 16 ? count : 16);
                clear(many.data(), many.size());
            }
            static void clear(gesture_event *copy, std::size_t count) {
                auto *const bytes = reinterpret_cast<volatile unsigned char *>(copy);
                for (std::size_t i = 0; i < count * sizeof(gesture_event); i++)
                    bytes[i] = 0;
            }
        } made;
        gesture_event *written = made.few;
        std::size_t room = 16;
        for (;;) {
            std::size_t produced = 0;
            make_room(events, room);
            const scrim_status value = call(engine, written, room, &produced);
            if (value == SCRIM_ERROR_BUFFER_TOO_SMALL && produced > room) {
                room = produced;
                made.many.resize(room);
                written = made.many.data();
                continue;
            }
            made.count = produced;
            if (value == SCRIM_OK)
                events.insert(events.end(), written, written + produced);
            left.is_due = false;
            return value;
        }
    }

    /**
     * Feeds all samples. Each call checks all that it is given, so the first call gets all samples,
     * and the later ones get parts. A callback may throw at the first: the samples are fed
     * nevertheless, so that no finger stays down. It may also destroy this object, which is
     * therefore not used after a call.
     */
    template <class Function, class Sample, class... Ec>
    void consume(Function function, array_view<const Sample> samples,
                 std::vector<gesture_event> &events, Ec &...ec) {
        scrim_gestures *const engine = native_handle();
        const Sample *next = samples.data();
        std::size_t left = samples.size(), given = left;
        scrim_status value = SCRIM_OK;
        do {
            std::size_t consumed = 0;
            value = append(engine, events,
                           [&](scrim_gestures *fed, gesture_event *room, std::size_t capacity,
                               std::size_t *produced) {
                               return function(fed, next, given, &consumed, room, capacity,
                                               produced);
                           });
            next += consumed;
            left -= consumed;
            given = left < 256 ? left : 256;
        } while (value == SCRIM_OK && left > 0);
        detail::check(value, ec...);
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
