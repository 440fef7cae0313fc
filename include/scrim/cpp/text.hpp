/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Texts, hashes, attempts and file descriptors, as in scrim/text.h, verify.h and transfer.h.
 */
#ifndef SCRIM_CPP_TEXT_HPP
#define SCRIM_CPP_TEXT_HPP

#include <functional>
#include <memory>

#include "arrays.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/** Options of a text. */
struct text_options : scrim_text_options {
    /** Makes the options of #SCRIM_TEXT_OPTIONS_INIT. */
    text_options() noexcept : scrim_text_options(SCRIM_TEXT_OPTIONS_INIT) {}
};

/** An edit that is about to happen. */
using text_change = scrim_text_change;

/** The callbacks of a text. Each may be empty. */
struct text_callbacks {
    /** Decides on an insertion, a replacement or a deletion. */
    std::function<bool(const text_change &)> should_change;
    /** Called after each change. */
    std::function<void()> did_change;
    /** Decides whether text::clear() empties the text. */
    std::function<bool()> should_clear;
    /** Decides whether text::done() ends editing. */
    std::function<bool()> should_return;
    /** Called at the end of text::done(). */
    std::function<void()> done;
    /** Decides whether editing begins. */
    std::function<bool()> should_begin;
    /** Called after editing began. */
    std::function<void()> did_begin;
    /** Decides whether editing ends. */
    std::function<bool()> should_end;
    /** Called after editing ended. */
    std::function<void()> did_end;
    /** Called when the text must be redrawn, and once when the callbacks are set. */
    std::function<void()> display_changed;
};

namespace detail {

/** Calls a member of an object that was passed as `user_data`. */
template <class T, auto Member, class... Arguments>
struct callback {
    static std::uint32_t should(Arguments... arguments, void *user_data) noexcept {
        return guarded(
            0u, [&] { return (static_cast<T *>(user_data)->*Member)(*arguments...) ? 1u : 0u; });
    }
    static void event(void *user_data) noexcept {
        guarded(0, [&] {
            (static_cast<T *>(user_data)->*Member)();
            return 0;
        });
    }
};

template <auto Member>
using text_callback = callback<text_callbacks, Member>;

} // namespace detail

/**
 * A second secret of #SCRIM_HASH_PEPPER_SIZE bytes, which is stored apart from the hashes. Pass `{}`
 * if there is none. An empty std::string or "" is refused with status::invalid_argument, so that a
 * pepper that could not be read is not left out.
 */
using pepper = std::string_view;

/** A text in protected memory. */
class text : public unique_handle<scrim_text, scrim_text_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit text(scrim_text *handle) noexcept : unique_handle(handle) {}

    /** Creates an empty text. */
    template <SCRIM_CPP_EC>
    explicit text(const text_options &options, Ec &...ec) {
        detail::check(scrim_text_create(&options, out()), ec...);
    }
#if SCRIM_CPP_EXCEPTIONS
    /** Creates an empty text with the default options. */
    text() : text(text_options()) {}
#endif

    /** Inserts UTF-8 at the caret and replaces the selection. */
    template <SCRIM_CPP_EC>
    void insert(std::string_view utf8, Ec &...ec) {
        detail::check(scrim_text_insert(native_handle(), utf8.data(), utf8.size()), ec...);
    }
    /** Replaces `count` clusters from a position. */
    template <SCRIM_CPP_EC>
    void replace(std::size_t location, std::size_t count, std::string_view utf8, Ec &...ec) {
        detail::check(
            scrim_text_replace(native_handle(), location, count, utf8.data(), utf8.size()), ec...);
    }
    /** Replaces the whole text. */
    template <SCRIM_CPP_EC>
    void set(std::string_view utf8, Ec &...ec) {
        detail::check(scrim_text_set(native_handle(), utf8.data(), utf8.size()), ec...);
    }
    /** Deletes the selection, or the cluster before the caret. */
    template <SCRIM_CPP_EC>
    void delete_backward(Ec &...ec) {
        call(scrim_text_delete_backward, ec...);
    }
    /** Deletes the selection, or the cluster after the caret. */
    template <SCRIM_CPP_EC>
    void delete_forward(Ec &...ec) {
        call(scrim_text_delete_forward, ec...);
    }
    /** Deletes the selection, or everything before the caret. */
    template <SCRIM_CPP_EC>
    void delete_to_start(Ec &...ec) {
        call(scrim_text_delete_to_start, ec...);
    }
    /** Deletes the selection, or everything after the caret. */
    template <SCRIM_CPP_EC>
    void delete_to_end(Ec &...ec) { call(scrim_text_delete_to_end, ec...); }
    /** Moves the caret by one of SCRIM_MOTION_…. If `extend` is true, the anchor stays. */
    template <SCRIM_CPP_EC>
    void move(std::uint32_t motion, bool extend, Ec &...ec) {
        detail::check(scrim_text_move(native_handle(), motion, extend ? 1u : 0u), ec...);
    }
    /** Sets both ends of the selection, counted in clusters. */
    template <SCRIM_CPP_EC>
    void select(std::size_t anchor, std::size_t caret, Ec &...ec) {
        detail::check(scrim_text_select(native_handle(), anchor, caret), ec...);
    }
    /** Empties the text, unless `should_clear` refuses. */
    template <SCRIM_CPP_EC>
    void clear(Ec &...ec) { call(scrim_text_clear, ec...); }
    /** Empties the text and wipes its buffer, without asking any callback. */
    template <SCRIM_CPP_EC>
    void wipe(Ec &...ec) { call(scrim_text_wipe, ec...); }

    /** Sets the callbacks and replaces earlier ones. */
    template <SCRIM_CPP_EC>
    void set_callbacks(text_callbacks callbacks, Ec &...ec) {
        using all = text_callbacks;
        scrim_text_callbacks table = SCRIM_TEXT_CALLBACKS_INIT;
        if (callbacks.should_change)
            table.should_change =
                detail::callback<all, &all::should_change, const text_change *>::should;
        if (callbacks.did_change)
            table.did_change = detail::text_callback<&all::did_change>::event;
        if (callbacks.should_clear)
            table.should_clear = detail::text_callback<&all::should_clear>::should;
        if (callbacks.should_return)
            table.should_return = detail::text_callback<&all::should_return>::should;
        if (callbacks.done)
            table.done = detail::text_callback<&all::done>::event;
        if (callbacks.should_begin)
            table.should_begin = detail::text_callback<&all::should_begin>::should;
        if (callbacks.did_begin)
            table.did_begin = detail::text_callback<&all::did_begin>::event;
        if (callbacks.should_end)
            table.should_end = detail::text_callback<&all::should_end>::should;
        if (callbacks.did_end)
            table.did_end = detail::text_callback<&all::did_end>::event;
        if (callbacks.display_changed)
            table.display_changed = detail::text_callback<&all::display_changed>::event;
        auto owned = std::make_unique<all>(std::move(callbacks));
        const scrim_status value = scrim_text_set_callbacks(native_handle(), &table, owned.get(),
                                                            detail::free_object<all>);
        if (value == SCRIM_OK)
            (void)owned.release();
        detail::check(value, ec...);
    }
    /** Removes all callbacks. */
    template <SCRIM_CPP_EC>
    void remove_callbacks(Ec &...ec) {
        detail::check(scrim_text_set_callbacks(native_handle(), nullptr, nullptr, nullptr), ec...);
    }

    /** Begins an editing session, unless `should_begin` refuses. */
    template <SCRIM_CPP_EC>
    void begin_editing(Ec &...ec) { call(scrim_text_begin_editing, ec...); }
    /** Ends the editing session, unless `should_end` refuses. */
    template <SCRIM_CPP_EC>
    void end_editing(Ec &...ec) { call(scrim_text_end_editing, ec...); }
    /** Ends the editing session and calls `done`, unless a callback refuses. */
    template <SCRIM_CPP_EC>
    void done(Ec &...ec) { call(scrim_text_done, ec...); }
    /** Returns whether an editing session is in progress. */
    template <SCRIM_CPP_EC>
    bool is_editing(Ec &...ec) const {
        std::uint32_t editing = 0;
        detail::check(scrim_text_is_editing(native_handle(), &editing), ec...);
        return editing != 0;
    }

    /** Returns the number of grapheme clusters. */
    template <SCRIM_CPP_EC>
    std::size_t count(Ec &...ec) const {
        std::size_t count = 0;
        detail::check(scrim_text_count(native_handle(), &count), ec...);
        return count;
    }
    /** Returns the anchor and the caret of the selection. */
    template <SCRIM_CPP_EC>
    std::pair<std::size_t, std::size_t> selection(Ec &...ec) const {
        std::pair<std::size_t, std::size_t> found;
        detail::check(scrim_text_selection(native_handle(), &found.first, &found.second), ec...);
        return found;
    }
    /** Returns the text as everybody may see it: masks, or the text itself if it is visible. */
    template <SCRIM_CPP_EC>
    std::string masked(Ec &...ec) const {
        return detail::filled<std::string>(
            [this](char *buffer, std::size_t capacity, std::size_t *length) {
                return scrim_text_copy_masked(native_handle(), buffer, capacity, length);
            },
            ec...);
    }
    /** Returns SCRIM_PROTECTION_… bits. */
    template <SCRIM_CPP_EC>
    std::uint32_t protection(Ec &...ec) const {
        std::uint32_t protection = 0;
        detail::check(scrim_text_protection(native_handle(), &protection), ec...);
        return protection;
    }
    /**
     * Passes the parts of the text to a callable, in the order in which they are drawn. Its arguments
     * are the UTF-8 as a std::string_view, how often to draw it, and whether it is revealed.
     */
    template <class F, SCRIM_CPP_EC>
    void display(std::uint64_t now_ns, F &&part, Ec &...ec) const {
        auto *called = std::addressof(part);
        auto pass = [](const void *bytes, std::size_t length, std::size_t count,
                       std::uint32_t revealed, void *user_data) {
            detail::guarded(0, [&] {
                const std::string_view drawn(static_cast<const char *>(bytes), length);
                (**static_cast<decltype(called) *>(user_data))(drawn, count, revealed != 0);
                return 0;
            });
        };
        detail::check(scrim_text_display(native_handle(), now_ns, pass, &called), ec...);
    }

    /** Reveals the whole text for #SCRIM_TEXT_MAX_REVEAL_NS nanoseconds. */
    template <SCRIM_CPP_EC>
    void reveal(std::uint64_t now_ns, Ec &...ec) {
        detail::check(scrim_text_reveal(native_handle(), now_ns), ec...);
    }
    /** Masks the text again. */
    template <SCRIM_CPP_EC>
    void conceal(Ec &...ec) { call(scrim_text_conceal, ec...); }
    /** Advances the clock, so that clusters are masked and idle texts are wiped. */
    template <SCRIM_CPP_EC>
    void advance(std::uint64_t now_ns, Ec &...ec) {
        detail::check(scrim_text_advance(native_handle(), now_ns), ec...);
    }
    /** Returns the time at which advance() must be called next, or nothing if it need not be. */
    template <SCRIM_CPP_EC>
    std::optional<std::uint64_t> next_deadline(Ec &...ec) const {
        std::uint64_t deadline = SCRIM_NEVER;
        detail::check(scrim_text_next_deadline(native_handle(), &deadline), ec...);
        return detail::deadline(deadline);
    }

    /** Compares two texts. The time is meant to depend only on their capacities. */
    template <SCRIM_CPP_EC>
    bool equals(const text &other, Ec &...ec) const {
        std::uint32_t equal = 0;
        detail::check(scrim_text_equal(native_handle(), other.native_handle(), &equal), ec...);
        return equal != 0;
    }
    /**
     * Compares the text with bytes. The time is meant to depend only on the number of bytes and the
     * text's capacity.
     */
    template <SCRIM_CPP_EC>
    bool equals_bytes(std::string_view bytes, Ec &...ec) const {
        std::uint32_t equal = 0;
        detail::check(scrim_text_equal_bytes(native_handle(), bytes.data(), bytes.size(), &equal),
                      ec...);
        return equal != 0;
    }
    /**
     * Lends the secret to a callable that takes a std::string_view. The bytes are valid only until
     * the callable returns.
     */
    template <class F, SCRIM_CPP_EC>
    void with_bytes(F &&read, Ec &...ec) const {
        auto *called = std::addressof(read);
        auto pass = [](const void *bytes, std::size_t length, void *user_data) {
            detail::guarded(0, [&] {
                const std::string_view secret(static_cast<const char *>(bytes), length);
                (**static_cast<decltype(called) *>(user_data))(secret);
                return 0;
            });
        };
        detail::check(scrim_text_with_bytes(native_handle(), pass, &called), ec...);
    }

    /** Hashes the secret with Argon2id. `preset` is one of SCRIM_HASH_…. */
    template <SCRIM_CPP_EC>
    std::string hash(std::uint32_t preset, pepper key = {}, Ec &...ec) const {
        std::string buffer(SCRIM_HASH_MAX_LENGTH, '\0');
        std::size_t length = 0;
        const bool ok =
            detail::check(scrim_text_hash(native_handle(), preset, key.data(), key.size(),
                                          buffer.data(), buffer.size(), &length),
                          ec...);
        buffer.resize(ok ? length : 0);
        return buffer;
    }
    /** Returns whether a hash was made from the secret. */
    template <SCRIM_CPP_EC>
    bool verify(std::string_view hash, pepper key = {}, Ec &...ec) const {
        std::uint32_t matches = 0;
        detail::check(scrim_text_verify(native_handle(), hash.data(), hash.size(), key.data(),
                                        key.size(), &matches),
                      ec...);
        return matches != 0;
    }
    /** Seals the secret to an X25519 public key of SCRIM_SEAL_KEY_SIZE bytes. */
    template <SCRIM_CPP_EC>
    std::vector<char> seal(std::string_view public_key, std::string_view context, Ec &...ec) const {
        return detail::filled<std::vector<char>>(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return scrim_text_seal(native_handle(), public_key.data(), public_key.size(),
                                       context.data(), context.size(), buffer, capacity, length);
            },
            ec...);
    }
    /** Inserts the bytes that a file descriptor delivers. */
    template <SCRIM_CPP_EC>
    void read_fd(int descriptor, std::uint32_t flags, Ec &...ec) {
        detail::check(scrim_text_read_fd(native_handle(), descriptor, flags), ec...);
    }
    /** Writes the secret to a file descriptor. */
    template <SCRIM_CPP_EC>
    void write_fd(int descriptor, std::uint32_t flags, Ec &...ec) const {
        detail::check(scrim_text_write_fd(native_handle(), descriptor, flags), ec...);
    }

  private:
    template <class... Ec>
    void call(scrim_status (*function)(scrim_text *), Ec &...ec) {
        detail::check(function(native_handle()), ec...);
    }
};

/** Returns whether a stored hash should be replaced, because it was made with another preset. */
template <SCRIM_CPP_EC>
bool hash_needs_rehash(std::string_view hash, std::uint32_t preset, Ec &...ec) {
    std::uint32_t needed = 0;
    detail::check(scrim_hash_needs_rehash(hash.data(), hash.size(), preset, &needed), ec...);
    return needed != 0;
}

/** A counter of attempts at one secret. Store it together with the hash. */
struct attempts : scrim_attempts {
    /** Makes a counter from a stored one. Without an argument, the counter is locked. */
    explicit attempts(scrim_attempts stored = SCRIM_ATTEMPTS_INIT) noexcept
        : scrim_attempts(stored) {}

    /** The decision of begin(). */
    struct decision {
        std::uint32_t result = SCRIM_ATTEMPT_LOCKED; /**< One of SCRIM_ATTEMPT_…. */
        std::uint64_t retry_at_ns = 0;               /**< The time of the next allowed attempt. */
    };

    /** Initializes or unlocks the counter. */
    template <SCRIM_CPP_EC>
    void init(std::uint32_t new_limit, Ec &...ec) {
        detail::check(scrim_attempts_init(this, new_limit), ec...);
    }
    /** Begins an attempt, if one is allowed now. */
    template <SCRIM_CPP_EC>
    decision begin(std::uint64_t now_ns, Ec &...ec) {
        decision made;
        detail::check(scrim_attempts_begin(this, now_ns, &made.result, &made.retry_at_ns), ec...);
        return made;
    }
    /** Resets the counter after the secret matched. */
    template <SCRIM_CPP_EC>
    void succeed(Ec &...ec) {
        detail::check(scrim_attempts_succeed(this), ec...);
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
