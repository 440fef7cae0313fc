/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Errors, handles, callbacks and arrays: what the other C++ headers share.
 */
#ifndef SCRIM_CPP_BASE_HPP
#define SCRIM_CPP_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../scrim.h"

#if defined(__cpp_exceptions)
#define SCRIM_CPP_EXCEPTIONS 1
#else
#define SCRIM_CPP_EXCEPTIONS 0
#endif

namespace scrim {

/* ---- Errors ---- */

/** The errors of the library, for comparisons with a std::error_code. */
enum class status {
    invalid_argument = SCRIM_ERROR_INVALID_ARGUMENT,
    invalid_handle = SCRIM_ERROR_INVALID_HANDLE,
    no_memory = SCRIM_ERROR_NO_MEMORY,
    buffer_too_small = SCRIM_ERROR_BUFFER_TOO_SMALL,
    entropy = SCRIM_ERROR_ENTROPY,
    protection = SCRIM_ERROR_PROTECTION,
    busy = SCRIM_ERROR_BUSY,
    closed = SCRIM_ERROR_CLOSED,
    forked = SCRIM_ERROR_FORKED,
    unsupported = SCRIM_ERROR_UNSUPPORTED,
    limit = SCRIM_ERROR_LIMIT,
    full = SCRIM_ERROR_FULL,
    invalid_utf8 = SCRIM_ERROR_INVALID_UTF8,
    invalid_state = SCRIM_ERROR_INVALID_STATE,
    not_found = SCRIM_ERROR_NOT_FOUND,
    corrupted = SCRIM_ERROR_CORRUPTED,
    refused = SCRIM_ERROR_REFUSED,
    length_hidden = SCRIM_ERROR_LENGTH_HIDDEN,
    io = SCRIM_ERROR_IO,
    reversible_style = SCRIM_ERROR_REVERSIBLE_STYLE
};

namespace detail {

class error_category final : public std::error_category {
public:
    const char *name() const noexcept override { return "scrim"; }
    std::string message(int value) const override { return scrim_status_message(value); }
};

} // namespace detail

/** The category of the library's errors. Its values are those of ::scrim_status. */
inline const std::error_category &category() noexcept {
    static const detail::error_category instance;
    return instance;
}

/** Returns the code of an error. Comparisons with scrim::status use it. */
inline std::error_code make_error_code(status value) noexcept { return {static_cast<int>(value), category()}; }

/** What calls throw if they are given no std::error_code. */
class error : public std::system_error {
public:
    explicit error(scrim_status value) : std::system_error(value, category()) {}
    explicit error(std::error_code code) : std::system_error(code) {}
};

} // namespace scrim

/** Lets a std::error_code be compared with scrim::status. */
template <> struct std::is_error_code_enum<scrim::status> : std::true_type {};

namespace scrim {

namespace detail {

/** Whether a call was given nothing, or one std::error_code. */
template <class... Ec>
inline constexpr bool is_error_choice =
    sizeof...(Ec) <= 1 && (std::is_same_v<Ec, std::error_code> && ...);

#define SCRIM_CPP_EC class... Ec, std::enable_if_t<scrim::detail::is_error_choice<Ec...>, int> = 0

/** The first exception that a callback has thrown on this thread since a call into the library began. */
inline thread_local std::exception_ptr thrown;

/** Throws again what a callback has thrown. */
inline void rethrow() {
#if SCRIM_CPP_EXCEPTIONS
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
#endif
}

#if SCRIM_CPP_EXCEPTIONS
/** Handles the result of a call: throws it if it is an error. */
inline bool check(scrim_status value) {
    rethrow();
    if (value != SCRIM_OK) throw error(value);
    return true;
}
#else
bool check(scrim_status value) = delete; // pass a std::error_code: this program has no exceptions
#endif

/** Handles the result of a call: stores it, and returns whether the call succeeded. */
inline bool check(scrim_status value, std::error_code &ec) {
    rethrow();
    if (value == SCRIM_OK) {
        ec.clear();
        return true;
    }
    ec.assign(value, category());
    return false;
}

/** Runs the body of a callback, whose exception must not pass through the library. */
template <class R, class F> R guarded(R refusal, F &&body) noexcept {
#if SCRIM_CPP_EXCEPTIONS
    if (thrown) return refusal;
    try {
        return std::forward<F>(body)();
    } catch (...) {
        thrown = std::current_exception();
        return refusal;
    }
#else
    (void)refusal;
    return std::forward<F>(body)();
#endif
}

/** Frees an object that was passed to the library as `user_data`. */
template <class T> void free_object(void *user_data) noexcept { delete static_cast<T *>(user_data); }

} // namespace detail

/* ---- Handles ---- */

/** Owns a handle. It can be moved but not copied. */
template <class Handle, void (*Destroy)(Handle *)> class unique_handle {
public:
    unique_handle(const unique_handle &) = delete;
    unique_handle &operator=(const unique_handle &) = delete;
    unique_handle(unique_handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    unique_handle &operator=(unique_handle &&other) noexcept {
        if (this != &other) reset(std::exchange(other.handle_, nullptr));
        return *this;
    }

    /** Whether there is an object. */
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    /** The handle, for calls of the C interface. */
    Handle *native_handle() const noexcept { return handle_; }
    /** Gives the handle away. The caller destroys it. */
    Handle *release() noexcept { return std::exchange(handle_, nullptr); }
    /** Destroys the object. */
    void reset() noexcept { reset(nullptr); }

protected:
    unique_handle() = default;
    explicit unique_handle(Handle *handle) noexcept : handle_(handle) {}
    ~unique_handle() { reset(nullptr); }

    void reset(Handle *handle) noexcept {
        Handle *old = std::exchange(handle_, handle);
        if (old != nullptr) Destroy(old);
    }

    /** Where a C function stores the handle that it creates. */
    Handle **out() noexcept { return &handle_; }

private:
    Handle *handle_ = nullptr;
};

/* ---- Arrays and strings ---- */

/**
 * A pointer and a length. Made of an array, a std::vector, a std::span, a std::initializer_list or
 * anything else that has data() and size(). It is used only during a call.
 */
template <class T> class array_view {
public:
    constexpr array_view() noexcept = default;
    constexpr array_view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class C, class = decltype(static_cast<T *>(std::declval<C &>().data())), class = decltype(std::declval<C &>().size())>
    constexpr array_view(C &&items) noexcept : data_(items.data()), size_(items.size()) {}
    template <std::size_t N> constexpr array_view(T (&items)[N]) noexcept : data_(items), size_(N) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime" // a view lives no longer than the call
#endif
    constexpr array_view(std::initializer_list<std::remove_const_t<T>> items) noexcept : data_(items.begin()), size_(items.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using rect = scrim_rect;
using point = scrim_point;
using touch = scrim_touch;
using id = scrim_id;

namespace detail {

inline scrim_string string(std::string_view text) noexcept { return {text.data(), text.size()}; }

inline std::vector<scrim_string> strings(array_view<const std::string_view> texts) {
    std::vector<scrim_string> all;
    all.reserve(texts.size());
    for (std::string_view text : texts) all.push_back(string(text));
    return all;
}

/** A string of the library. Nothing if it is unknown. */
inline std::optional<std::string> copy(scrim_string text) {
    if (text.data == nullptr) return std::nullopt;
    return std::string(text.data, text.length);
}

/** Returns what a call writes into a buffer. The call is asked for the length first. */
template <class Container, class Call, class... Ec> Container filled(Call &&call, Ec &...ec) {
    Container all;
    for (;;) {
        std::size_t length = 0;
        const scrim_status value = call(all.data(), all.size(), &length);
        if (value == SCRIM_ERROR_BUFFER_TOO_SMALL && length > all.size()) {
            all.resize(length);
            continue;
        }
        if (!check(value, ec...)) return {};
        all.resize(length);
        return all;
    }
}

/** A deadline, or nothing if none is due. */
inline std::optional<std::uint64_t> deadline(std::uint64_t time_ns) noexcept {
    if (time_ns == SCRIM_NEVER) return std::nullopt;
    return time_ns;
}

} // namespace detail
} // namespace scrim

#endif
