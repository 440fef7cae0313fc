/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Errors, exceptions of callbacks, and handles. All other C++ headers use them.
 */
#ifndef SCRIM_CPP_BASE_HPP
#define SCRIM_CPP_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "../../scrim.h"

// Files with and without exceptions may be linked to one program: each kind has its own classes.
#if defined(__cpp_exceptions)
#define SCRIM_CPP_EXCEPTIONS 1
#define SCRIM_CPP_VARIANT with_exceptions
#else
#define SCRIM_CPP_EXCEPTIONS 0
#define SCRIM_CPP_VARIANT without_exceptions
#endif

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

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
    std::error_condition default_error_condition(int value) const noexcept override {
        switch (value) {
        case SCRIM_ERROR_INVALID_ARGUMENT:
            return std::errc::invalid_argument;
        case SCRIM_ERROR_NO_MEMORY:
            return std::errc::not_enough_memory;
        case SCRIM_ERROR_BUSY:
            return std::errc::device_or_resource_busy;
        case SCRIM_ERROR_UNSUPPORTED:
            return std::errc::not_supported;
        case SCRIM_ERROR_IO:
            return std::errc::io_error;
        default:
            return {value, *this};
        }
    }
};

} // namespace detail

/**
 * Returns the category of the library's errors, whose values are the errors of ::scrim_status.
 *
 * Some errors also compare equal to a std::errc: invalid_argument, not_enough_memory,
 * device_or_resource_busy (status::busy), not_supported (status::unsupported) and io_error.
 */
SCRIM_API inline const std::error_category &category() noexcept {
    static const detail::error_category &instance = *new detail::error_category; // used until exit
    return instance;
}

/** Returns the code of an error. Comparisons with scrim::status use it. */
inline std::error_code make_error_code(status value) noexcept {
    return {static_cast<int>(value), category()};
}

/** The exception that a call throws if it is not given a std::error_code. */
class SCRIM_API error : public std::system_error {
  public:
    /** Makes the exception of a status. */
    explicit error(scrim_status value) : std::system_error(value, category()) {}
    /** Makes the exception of a code. */
    explicit error(std::error_code code) : std::system_error(code) {}
};

/** Returns the name of a status as in the C header, for example "SCRIM_ERROR_BUSY". */
inline std::string_view status_name(status value) noexcept {
    return scrim_status_name(static_cast<scrim_status>(value));
}

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

/** Lets a std::error_code be compared with scrim::status. */
template <>
struct std::is_error_code_enum<scrim::status> : std::true_type {};

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

namespace detail {

/** Whether the optional last argument of a call is missing or a std::error_code. */
template <class... Ec>
inline constexpr bool is_error_choice =
    sizeof...(Ec) <= 1 && (std::is_same_v<Ec, std::error_code> && ...);

#define SCRIM_CPP_EC class... Ec, std::enable_if_t<scrim::detail::is_error_choice<Ec...>, int> = 0

/** Whether a callback has thrown on this thread since a call into the library began. */
SCRIM_API inline thread_local bool has_thrown = false;

/** The first exception that it has thrown. Only read after has_thrown, whose access is cheaper. */
SCRIM_API inline std::exception_ptr &thrown() noexcept {
    static thread_local std::exception_ptr exception;
    return exception;
}

/** Keeps an exception apart while code runs that begins and ends its own calls. */
class no_exception_pending {
  public:
    no_exception_pending() noexcept : had_thrown_(std::exchange(has_thrown, false)) {
        if (had_thrown_)
            kept_ = std::exchange(thrown(), nullptr);
    }
    ~no_exception_pending() {
        // What a callback has thrown in the meantime is dropped, because no one can catch it.
        if (had_thrown_ || has_thrown)
            thrown() = std::move(kept_);
        has_thrown = had_thrown_;
    }
    no_exception_pending(const no_exception_pending &) = delete;
    no_exception_pending &operator=(const no_exception_pending &) = delete;

  private:
    bool had_thrown_;
    std::exception_ptr kept_;
};

} // namespace detail

/**
 * Rethrows the exception that a callback has thrown on this thread, if there is one. The calls of
 * these classes do that themselves. Call this function after a call of the C interface that may have
 * run callbacks of these classes.
 */
inline void rethrow_callback_exception() {
#if SCRIM_CPP_EXCEPTIONS
    if (detail::has_thrown) {
        detail::has_thrown = false;
        std::rethrow_exception(std::exchange(detail::thrown(), nullptr));
    }
#endif
}

namespace detail {

#if SCRIM_CPP_EXCEPTIONS
/** Handles the result of a call: throws it if it is an error. */
inline bool check(scrim_status value) {
    rethrow_callback_exception();
    if (value != SCRIM_OK)
        throw error(value);
    return true;
}
#else
bool check(scrim_status value) = delete; // pass a std::error_code: this program has no exceptions
#endif

/** Handles the result of a call: stores it, and returns whether the call succeeded. */
inline bool check(scrim_status value, std::error_code &ec) {
    rethrow_callback_exception();
    if (value == SCRIM_OK) {
        ec.clear();
        return true;
    }
    ec.assign(value, category());
    return false;
}

/** Drops the exception that a callback has thrown, because another one is on its way to the caller. */
inline void forget_callback_exception() noexcept {
    if (std::exchange(has_thrown, false))
        thrown() = nullptr;
}

/** Runs the body of a callback, whose exception must not pass through the library. */
template <class R, class F>
R guarded(R refusal, F &&body) noexcept {
#if SCRIM_CPP_EXCEPTIONS
    if (has_thrown)
        return refusal;
    try {
        return std::forward<F>(body)();
    } catch (...) {
        thrown() = std::current_exception();
        has_thrown = true;
        return refusal;
    }
#else
    (void)refusal;
    return std::forward<F>(body)();
#endif
}

/** Frees an object that was passed to the library as `user_data`. */
template <class T>
void free_object(void *user_data) noexcept {
    const no_exception_pending apart; // its destructor may use other objects of the library
    delete static_cast<T *>(user_data);
}

} // namespace detail

/* ---- Handles ---- */

/**
 * Owns a handle. It can be moved but not copied.
 *
 * The destructor destroys the object. If that runs callbacks, their exceptions are dropped.
 */
template <class Handle, void (*Destroy)(Handle *)>
class unique_handle {
  public:
    unique_handle(const unique_handle &) = delete;
    unique_handle &operator=(const unique_handle &) = delete;
    /** Moves a handle. The other object is empty afterwards. */
    unique_handle(unique_handle &&other) noexcept
        : handle_(std::exchange(other.handle_, nullptr)) {}
    /** Destroys the object, and moves a handle. The other object is empty afterwards. */
    unique_handle &operator=(unique_handle &&other) noexcept {
        if (this != &other)
            reset(std::exchange(other.handle_, nullptr));
        return *this;
    }

    /** Returns whether this owns a handle. */
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    /** Returns the handle for calls of the C interface, or nullptr. */
    Handle *native_handle() const noexcept { return handle_; }
    /** Returns the handle, which the caller must destroy. This is empty afterwards. */
    Handle *release() noexcept { return std::exchange(handle_, nullptr); }
    /** Destroys the object. This is empty afterwards. */
    void reset() noexcept { reset(nullptr); }

  protected:
    unique_handle() = default;
    /** Takes ownership of a handle. */
    explicit unique_handle(Handle *handle) noexcept : handle_(handle) {}
    ~unique_handle() { reset(nullptr); }

    /** Destroys the object, and takes ownership of another handle. */
    void reset(Handle *handle) noexcept {
        Handle *old = std::exchange(handle_, handle);
        if (old == nullptr)
            return;
        const detail::no_exception_pending apart;
        Destroy(old);
    }

    /** Returns the address for the handle that a C function creates. */
    Handle **out() noexcept { return &handle_; }

  private:
    Handle *handle_ = nullptr;
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
