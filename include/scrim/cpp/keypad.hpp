/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Shuffled keypads, as in scrim/keypad.h.
 */
#ifndef SCRIM_CPP_KEYPAD_HPP
#define SCRIM_CPP_KEYPAD_HPP

#include "text.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

using key_spec = scrim_key_spec; /**< A key of a custom layout. scrim::utf8() makes its strings. */
using key_label = scrim_key_label; /**< A label and a name for function keys. */

/** Options of a keypad. The arrays of keys and labels must live until the keypad is created. */
struct keypad_options : scrim_keypad_options {
    /** Makes the options of #SCRIM_KEYPAD_OPTIONS_INIT. */
    keypad_options() noexcept : scrim_keypad_options(SCRIM_KEYPAD_OPTIONS_INIT) {}
    /** Makes options for a layout, one of SCRIM_LAYOUT_…, and an area. */
    keypad_options(std::uint32_t with_layout, rect with_bounds) noexcept : keypad_options() {
        layout = with_layout;
        bounds = with_bounds;
    }
    /** Sets the keys of a custom layout. A temporary container does not compile. */
    template <class C>
    void set_keys(C &&specs) noexcept {
        static_assert(detail::is_lasting<C>, "the keys must live until the keypad is created");
        const array_view<const key_spec> all(specs);
        layout = 0;
        keys = all.data();
        key_count = all.size();
    }
    /** Sets labels and names of function keys. A temporary container does not compile. */
    template <class C>
    void set_labels(C &&replacements) noexcept {
        static_assert(detail::is_lasting<C>, "the labels must live until the keypad is created");
        const array_view<const key_label> all(replacements);
        labels = all.data();
        label_count = all.size();
    }
};

/** A key that is shown. */
struct key : scrim_key {
    /** Returns the label to draw on the key. */
    std::string_view text() const noexcept { return {label, label_length}; }
    /** Returns the name of the key for a screen reader. */
    std::string_view spoken() const noexcept { return {name, name_length}; }
    /** Returns the middle of the key. */
    point middle() const noexcept { return {rect.x + rect.width / 2, rect.y + rect.height / 2}; }
};

/** The callbacks of a keypad, which receive its bounds. Each may be empty. */
struct keypad_callbacks {
    /** Called before the keypad shows. */
    std::function<void(const rect &)> will_show;
    /** Called after the keypad has shown. */
    std::function<void(const rect &)> did_show;
    /** Called before the keypad hides. */
    std::function<void(const rect &)> will_hide;
    /** Called after the keypad has hidden, or could not be shown. */
    std::function<void(const rect &)> did_hide;
};

namespace detail {

template <auto Member>
void keypad_event(const rect *bounds, void *user_data) noexcept {
    guarded(0, [&] {
        (static_cast<keypad_callbacks *>(user_data)->*Member)(*bounds);
        return 0;
    });
}

} // namespace detail

/** A keypad with shuffled keys that edits a text. */
class keypad : public unique_handle<scrim_keypad, scrim_keypad_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit keypad(scrim_keypad *handle) noexcept : unique_handle(handle) {}

    /** Creates a hidden keypad. */
    template <SCRIM_CPP_EC>
    explicit keypad(const keypad_options &options, Ec &...ec) {
        detail::check(scrim_keypad_create(&options, out()), ec...);
    }

    /** Sets the callbacks and replaces earlier ones. */
    template <SCRIM_CPP_EC>
    void set_callbacks(keypad_callbacks callbacks, Ec &...ec) {
        using all = keypad_callbacks;
        scrim_keypad_callbacks table = SCRIM_KEYPAD_CALLBACKS_INIT;
        if (callbacks.will_show)
            table.will_show = detail::keypad_event<&all::will_show>;
        if (callbacks.did_show)
            table.did_show = detail::keypad_event<&all::did_show>;
        if (callbacks.will_hide)
            table.will_hide = detail::keypad_event<&all::will_hide>;
        if (callbacks.did_hide)
            table.did_hide = detail::keypad_event<&all::did_hide>;
        auto owned = std::make_unique<all>(std::move(callbacks));
        const scrim_status value = scrim_keypad_set_callbacks(native_handle(), &table, owned.get(),
                                                              detail::free_object<all>);
        if (value == SCRIM_OK)
            (void)owned.release();
        detail::check(value, ec...);
    }
    /** Removes all callbacks. */
    template <SCRIM_CPP_EC>
    void remove_callbacks(Ec &...ec) {
        detail::check(scrim_keypad_set_callbacks(native_handle(), nullptr, nullptr, nullptr),
                      ec...);
    }

    /** Attaches the text that the keys edit. */
    template <SCRIM_CPP_EC>
    void attach(text &edited, Ec &...ec) {
        detail::check(scrim_keypad_attach(native_handle(), edited.native_handle()), ec...);
    }
    /** Detaches the text. */
    template <SCRIM_CPP_EC>
    void detach(Ec &...ec) {
        detail::check(scrim_keypad_detach(native_handle()), ec...);
    }
    /** Shows the keypad, and shuffles its keys if the options say so. */
    template <SCRIM_CPP_EC>
    void show(Ec &...ec) {
        detail::check(scrim_keypad_show(native_handle()), ec...);
    }
    /** Hides the keypad. */
    template <SCRIM_CPP_EC>
    void hide(Ec &...ec) {
        detail::check(scrim_keypad_hide(native_handle()), ec...);
    }
    /** Shuffles the keys. */
    template <SCRIM_CPP_EC>
    void shuffle(Ec &...ec) {
        detail::check(scrim_keypad_shuffle(native_handle()), ec...);
    }
    /** Enables or disables shuffling for one entry, if the options allow it. */
    template <SCRIM_CPP_EC>
    void set_shuffle_enabled(bool enabled, Ec &...ec) {
        detail::check(scrim_keypad_set_shuffle_enabled(native_handle(), enabled ? 1u : 0u), ec...);
    }

    /** Returns a number that changes whenever the keys on the screen change. */
    template <SCRIM_CPP_EC>
    std::uint64_t generation(Ec &...ec) const {
        std::uint64_t generation = 0;
        detail::check(scrim_keypad_generation(native_handle(), &generation), ec...);
        return generation;
    }
    /** Reports that the keys of a generation are on the screen. */
    template <SCRIM_CPP_EC>
    void presented(std::uint64_t generation, std::uint64_t time_ns, Ec &...ec) {
        detail::check(scrim_keypad_presented(native_handle(), generation, time_ns), ec...);
    }
    /** Returns the keys of the current page. `order` is one of SCRIM_KEY_ORDER_…. */
    template <SCRIM_CPP_EC>
    std::vector<key> keys(std::uint32_t order, Ec &...ec) const {
        static_assert(sizeof(key) == sizeof(scrim_key), "a key is the struct of the C interface");
        return detail::filled<std::vector<key>>(
            [&](key *keys, std::size_t capacity, std::size_t *count) {
                return scrim_keypad_keys(native_handle(), order, keys, capacity, count);
            },
            ec...);
    }

    /** Handles one touch sample. Returns one of SCRIM_KEYPAD_RESULT_…. */
    template <SCRIM_CPP_EC>
    std::uint32_t handle(const touch &sample, Ec &...ec) {
        std::uint32_t result = SCRIM_KEYPAD_RESULT_NONE;
        detail::check(scrim_keypad_touch(native_handle(), &sample, &result), ec...);
        return result;
    }
    /**
     * Advances the clock, so that a delete key that is held down repeats. Returns one of
     * SCRIM_KEYPAD_RESULT_….
     */
    template <SCRIM_CPP_EC>
    std::uint32_t advance(std::uint64_t now_ns, Ec &...ec) {
        std::uint32_t result = SCRIM_KEYPAD_RESULT_NONE;
        detail::check(scrim_keypad_advance(native_handle(), now_ns, &result), ec...);
        return result;
    }
    /** Returns the time at which advance() must be called next, or nothing if it need not be. */
    template <SCRIM_CPP_EC>
    std::optional<std::uint64_t> next_deadline(Ec &...ec) const {
        std::uint64_t deadline = SCRIM_NEVER;
        detail::check(scrim_keypad_next_deadline(native_handle(), &deadline), ec...);
        return detail::deadline(deadline);
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
