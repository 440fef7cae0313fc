/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Snapshots, captured frames and feeds, as in scrim/capture.h and scrim/feed.h.
 */
#ifndef SCRIM_CPP_CAPTURE_HPP
#define SCRIM_CPP_CAPTURE_HPP

#include "redact.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/** The secure regions of a scene at one time. Any number of threads may read it at once. */
class snapshot : public unique_handle<scrim_snapshot, scrim_snapshot_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit snapshot(scrim_snapshot *handle) noexcept : unique_handle(handle) {}

    /** Decodes a snapshot of another process. */
    template <SCRIM_CPP_EC>
    static snapshot decode(array_view<const char> bytes, Ec &...ec) {
        snapshot made(nullptr);
        detail::check(scrim_snapshot_decode(bytes.data(), bytes.size(), made.out()), ec...);
        return made;
    }
    /** Encodes the snapshot for another process. */
    template <SCRIM_CPP_EC>
    std::vector<char> encode(Ec &...ec) const {
        return detail::filled<std::vector<char>>(
            [this](char *buffer, std::size_t capacity, std::size_t *length) {
                return scrim_snapshot_encode(native_handle(), buffer, capacity, length);
            },
            ec...);
    }
};

/** Options of a capture. */
struct capture_options : scrim_capture_options {
    /** Makes the options of #SCRIM_CAPTURE_OPTIONS_INIT. */
    capture_options() noexcept : scrim_capture_options(SCRIM_CAPTURE_OPTIONS_INIT) {}
};

/** Covers the secure regions of captured frames. Only one thread at a time may use it. */
class capture : public unique_handle<scrim_capture, scrim_capture_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit capture(scrim_capture *handle) noexcept : unique_handle(handle) {}

    /** Creates a capture. */
    template <SCRIM_CPP_EC>
    explicit capture(const capture_options &options, Ec &...ec) {
        detail::check(scrim_capture_create(&options, out()), ec...);
    }

    /**
     * Covers every region that was secure at any time from shortly before the frame was captured
     * until the snapshot.
     */
    template <SCRIM_CPP_EC>
    redact_report redact(const snapshot &scene, const frame &target, std::uint64_t captured_from_ns,
                         std::uint64_t captured_to_ns, Ec &...ec) {
        redact_report report;
        detail::check(scrim_capture_redact(native_handle(), scene.native_handle(), &target,
                                           captured_from_ns, captured_to_ns, &report),
                      ec...);
        return report;
    }
    /** Covers these regions in some rows of a frame. */
    template <SCRIM_CPP_EC>
    redact_report redact_rows(const snapshot &scene, const frame &target,
                              std::uint64_t captured_from_ns, std::uint64_t captured_to_ns,
                              std::uint32_t first_row, std::uint32_t row_count, Ec &...ec) {
        redact_report report;
        detail::check(scrim_capture_redact_rows(native_handle(), scene.native_handle(), &target,
                                                captured_from_ns, captured_to_ns, first_row,
                                                row_count, &report),
                      ec...);
        return report;
    }
    /** Returns the point of the screen at a point of a frame of this size. */
    template <SCRIM_CPP_EC>
    point screen_point(std::uint32_t width, std::uint32_t height, point of_frame, Ec &...ec) const {
        point found{0, 0};
        detail::check(scrim_capture_screen_point(native_handle(), width, height, of_frame.x,
                                                 of_frame.y, &found.x, &found.y),
                      ec...);
        return found;
    }
};

/** Options of a publisher. */
struct publisher_options : scrim_publisher_options {
    /** Makes the options of #SCRIM_PUBLISHER_OPTIONS_INIT: a feed without a name. */
    publisher_options() noexcept : scrim_publisher_options(SCRIM_PUBLISHER_OPTIONS_INIT) {}
};

/** Publishes snapshots for other processes of the user. */
class publisher : public unique_handle<scrim_publisher, scrim_publisher_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit publisher(scrim_publisher *handle) noexcept : unique_handle(handle) {}

    /** Creates a feed. */
    template <SCRIM_CPP_EC>
    explicit publisher(const publisher_options &options, Ec &...ec) {
        detail::check(scrim_publisher_create(&options, out()), ec...);
    }
    /** Creates a feed with a name. Another name in the options is ignored. */
    template <SCRIM_CPP_EC>
    publisher(std::string_view name, publisher_options options, Ec &...ec) {
        options.name = detail::name_data(name);
        options.name_length = name.size();
        detail::check(scrim_publisher_create(&options, out()), ec...);
    }
    /** Publishes a snapshot. */
    template <SCRIM_CPP_EC>
    void publish(const snapshot &scene, Ec &...ec) {
        detail::check(scrim_publisher_publish(native_handle(), scene.native_handle()), ec...);
    }
    /** Returns a new file descriptor of the feed, which you must close. */
    template <SCRIM_CPP_EC>
    int fd(Ec &...ec) const {
        std::int32_t descriptor = -1;
        detail::check(scrim_publisher_fd(native_handle(), &descriptor), ec...);
        return descriptor;
    }
};

/** Options of a subscriber. */
struct subscriber_options : scrim_subscriber_options {
    /** Makes the options of #SCRIM_SUBSCRIBER_OPTIONS_INIT. Set a name or a file descriptor. */
    subscriber_options() noexcept : scrim_subscriber_options(SCRIM_SUBSCRIBER_OPTIONS_INIT) {}
};

/** Reads the snapshots of a publisher. */
class subscriber : public unique_handle<scrim_subscriber, scrim_subscriber_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit subscriber(scrim_subscriber *handle) noexcept : unique_handle(handle) {}

    /** Opens a feed. */
    template <SCRIM_CPP_EC>
    explicit subscriber(const subscriber_options &options, Ec &...ec) {
        detail::check(scrim_subscriber_create(&options, out()), ec...);
    }
    /** Opens the feed with a name. Another name in the options is ignored. */
    template <SCRIM_CPP_EC>
    subscriber(std::string_view name, subscriber_options options, Ec &...ec) {
        options.name = detail::name_data(name);
        options.name_length = name.size();
        detail::check(scrim_subscriber_create(&options, out()), ec...);
    }
    /** Returns the newest snapshot and the state of the feed, one of SCRIM_FEED_…. */
    template <SCRIM_CPP_EC>
    std::pair<snapshot, std::uint32_t> newest(std::uint64_t now_ns, Ec &...ec) {
        scrim_snapshot *out = nullptr;
        std::uint32_t state = 0;
        const scrim_status value = scrim_subscriber_snapshot(native_handle(), now_ns, &out, &state);
        std::pair<snapshot, std::uint32_t> found(snapshot(out), state);
        detail::check(value, ec...);
        return found;
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
