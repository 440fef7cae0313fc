/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Arrays and strings as parameters and results.
 */
#ifndef SCRIM_CPP_ARRAYS_HPP
#define SCRIM_CPP_ARRAYS_HPP

#include <initializer_list>
#include <optional>
#include <vector>
#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<span>)
#include <span>
#endif
#endif

#include "base.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/**
 * A pointer and a length, as a parameter of a call. An array, a std::vector, a std::span, a list in
 * braces, and any object that has data() and size() convert to it. It does not own the elements, so
 * use it only as a parameter.
 */
template <class T>
class array_view {
    template <class C>
    using pointer_of = decltype(std::declval<C &>().data());
    /** Whether arrays of C's elements are arrays of T: no conversion of void or of a base class. */
    template <class C>
    static constexpr bool fits =
        std::is_convertible_v<std::remove_pointer_t<pointer_of<C>> (*)[], T (*)[]>;

  public:
    /** Makes an empty view. */
    constexpr array_view() noexcept = default;
    /** Makes a view of `size` elements. */
    constexpr array_view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** Makes a view of the elements of a container or a span. */
    template <class C, class = pointer_of<C>, class = decltype(std::declval<C &>().size()),
              std::enable_if_t<fits<C>, int> = 0>
    constexpr array_view(C &&items) noexcept : data_(items.data()), size_(items.size()) {}
    /** Makes a view of an array. */
    template <std::size_t N>
    constexpr array_view(T (&items)[N]) noexcept : data_(items), size_(N) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime" // a view lives no longer than the call
#endif
    /** Makes a view of a list, which lives until the call returns. */
    constexpr array_view(std::initializer_list<std::remove_const_t<T>> items) noexcept
        : data_(items.begin()), size_(items.size()) {}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

    /** Returns the first element. */
    constexpr T *data() const noexcept { return data_; }
    /** Returns the number of elements. */
    constexpr std::size_t size() const noexcept { return size_; }
    /** Returns whether there are no elements. */
    constexpr bool empty() const noexcept { return size_ == 0; }
    /** Returns the first element. */
    constexpr T *begin() const noexcept { return data_; }
    /** Returns the pointer after the last element. */
    constexpr T *end() const noexcept { return data_ + size_; }
    /** Returns an element. The index is not checked. */
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using rect = scrim_rect; /**< A rectangle in points. */
using point = scrim_point; /**< A point. */
using touch = scrim_touch; /**< A touch sample. */
using id = scrim_id; /**< The id of a window, a view or a recognizer, or 0. */

/**
 * Returns a string for a field of a C struct. It does not copy the characters, which must live
 * until the call that takes the struct has returned. A temporary std::string does not compile.
 */
inline scrim_string utf8(std::string_view text) noexcept { return {text.data(), text.size()}; }
template <class S, std::enable_if_t<std::is_same_v<std::remove_cv_t<S>, std::string>, int> = 0>
scrim_string utf8(S &&text) = delete;

namespace detail {

/** Whether C is a container that outlives an expression, or a view of something else. */
template <class C>
inline constexpr bool is_lasting = std::is_lvalue_reference_v<C>;

/** Copies a string of the library. Returns nothing if it is unknown. */
inline std::optional<std::string> copy(scrim_string text) {
    if (text.data == nullptr)
        return std::nullopt;
    return std::string(text.data, text.length);
}

/** Returns what a call writes into a buffer. The call is asked for the length first. */
template <class Container, class Call, class... Ec>
Container filled(Call &&call, Ec &...ec) {
    Container all;
    for (;;) {
        std::size_t length = 0;
        const scrim_status value = call(all.data(), all.size(), &length);
        if (value == SCRIM_ERROR_BUFFER_TOO_SMALL && length > all.size()) {
            all.resize(length);
            continue;
        }
        if (!check(value, ec...))
            return {};
        all.resize(length);
        return all;
    }
}

/** Returns the characters of a name. For `{}`, returns "", because nullptr stands for no name. */
inline const char *name_data(std::string_view name) noexcept {
    return name.data() != nullptr ? name.data() : "";
}

/** Returns a time, or nothing for SCRIM_NEVER. */
inline std::optional<std::uint64_t> deadline(std::uint64_t time_ns) noexcept {
    if (time_ns == SCRIM_NEVER)
        return std::nullopt;
    return time_ns;
}

} // namespace detail
} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#if defined(__cpp_lib_span)
/** Lets a std::span be made of a view that a call returns. */
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<scrim::array_view<T>> = true;
#endif

#endif
