/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scenes of windows and views, as in scrim/scene.h.
 */
#ifndef SCRIM_CPP_SCENE_HPP
#define SCRIM_CPP_SCENE_HPP

#include "capture.hpp"
#include "text.hpp"

namespace scrim {
inline namespace SCRIM_CPP_VARIANT {

/** Options of a scene. */
struct scene_options : scrim_scene_options {
    /** Makes a struct with the values of #SCRIM_SCENE_OPTIONS_INIT. */
    scene_options() noexcept : scrim_scene_options(SCRIM_SCENE_OPTIONS_INIT) {}
};

/** The properties of a window. Its strings must live until a call has used it. */
struct window : scrim_window {
    /** Makes a struct with the values of #SCRIM_WINDOW_INIT. */
    window() noexcept : scrim_window(SCRIM_WINDOW_INIT) {}
    /** Makes a window with a frame on the screen. */
    explicit window(scrim_rect with_frame) noexcept : window() { frame = with_frame; }
};

/** The properties of a view. Its strings and classes must live until a call has used it. */
struct view : scrim_view {
    /** Makes a struct with the values of #SCRIM_VIEW_INIT. */
    view() noexcept : scrim_view(SCRIM_VIEW_INIT) {}
    /** Makes a view with a frame in its parent. Adds SCRIM_VIEW_… bits to the default flags. */
    explicit view(scrim_rect with_frame, std::uint32_t with_flags = 0) noexcept : view() {
        frame = with_frame;
        flags |= with_flags;
    }
};

/** The metadata of a window or a view, which records may contain. */
struct view_metadata : scrim_view_metadata {
    /** Makes a struct with the values of #SCRIM_VIEW_METADATA_INIT. */
    view_metadata() noexcept : scrim_view_metadata(SCRIM_VIEW_METADATA_INIT) {}
};

/** The color, style or picture that covers a whole frame. */
struct cover : scrim_cover {
    /** Makes a struct with the values of #SCRIM_COVER_INIT. */
    cover() noexcept : scrim_cover(SCRIM_COVER_INIT) {}
};

/** Options of scene::redact(). */
struct scene_redact_options : scrim_scene_redact_options {
    /** Makes a struct with the values of #SCRIM_SCENE_REDACT_OPTIONS_INIT. */
    scene_redact_options() noexcept : scrim_scene_redact_options(SCRIM_SCENE_REDACT_OPTIONS_INIT) {}
};

/** A secure region on the screen. */
struct secure_region : scrim_secure_region {
    /** Returns the corners of the polygon, which is convex. */
    array_view<const point> polygon() const noexcept { return {corners, corner_count}; }
};

/** A window and a view, each 0 if there is none. */
struct hit {
    id window = 0; /**< The window. */
    id view = 0;   /**< The view. */
};

/** The windows and views of an application, and which of them are secure. */
class scene : public unique_handle<scrim_scene, scrim_scene_destroy> {
  public:
    /** Takes ownership of a handle of the C interface. The object is empty if it is nullptr. */
    explicit scene(scrim_scene *handle) noexcept : unique_handle(handle) {}

    /** Creates an empty scene. */
    template <SCRIM_CPP_EC>
    explicit scene(const scene_options &options, Ec &...ec) {
        detail::check(scrim_scene_create(&options, out()), ec...);
    }
#if SCRIM_CPP_EXCEPTIONS
    /** Creates an empty scene with the default options. */
    scene() : scene(scene_options()) {}
#endif

    /** Adds a window and returns its id. */
    template <SCRIM_CPP_EC>
    id add_window(const window &properties, Ec &...ec) {
        id added = 0;
        detail::check(scrim_scene_add_window(native_handle(), &properties, &added), ec...);
        return added;
    }
    /** Replaces the properties of a window. */
    template <SCRIM_CPP_EC>
    void update_window(id window, const scrim::window &properties, Ec &...ec) {
        detail::check(scrim_scene_update_window(native_handle(), window, &properties), ec...);
    }
    /** Adds a view to a window or a view, and returns its id. */
    template <SCRIM_CPP_EC>
    id add_view(id parent, const view &properties, Ec &...ec) {
        id added = 0;
        detail::check(scrim_scene_add_view(native_handle(), parent, &properties, &added), ec...);
        return added;
    }
    /** Replaces the properties of a view. */
    template <SCRIM_CPP_EC>
    void update_view(id view, const scrim::view &properties, Ec &...ec) {
        detail::check(scrim_scene_update_view(native_handle(), view, &properties), ec...);
    }
    /** Sets the metadata of a window or a view, which records may contain. */
    template <SCRIM_CPP_EC>
    void set_metadata(id node, const view_metadata &metadata, Ec &...ec) {
        detail::check(scrim_scene_set_metadata(native_handle(), node, &metadata), ec...);
    }
    /** Removes a window or a view, and everything inside it. */
    template <SCRIM_CPP_EC>
    void remove(id node, Ec &...ec) {
        detail::check(scrim_scene_remove(native_handle(), node), ec...);
    }
    /** Returns a number that changes whenever the scene changes. */
    template <SCRIM_CPP_EC>
    std::uint64_t generation(Ec &...ec) const {
        std::uint64_t number = 0;
        detail::check(scrim_scene_generation(native_handle(), &number), ec...);
        return number;
    }

    /** Sets which views are secure without being marked. `policy` is one of SCRIM_POLICY_…. */
    template <SCRIM_CPP_EC>
    void set_policy(std::uint32_t policy, Ec &...ec) {
        detail::check(scrim_scene_set_policy(native_handle(), policy), ec...);
    }
    /** Returns whether a window or a view is secure. */
    template <SCRIM_CPP_EC>
    bool is_secure(id node, Ec &...ec) const {
        std::uint32_t secure = 0;
        detail::check(scrim_scene_is_secure(native_handle(), node, &secure), ec...);
        return secure != 0;
    }
    /** Returns whether a point of the screen is in a secure region. */
    template <SCRIM_CPP_EC>
    bool is_secure_at(point at, Ec &...ec) const {
        std::uint32_t secure = 0;
        detail::check(scrim_scene_is_secure_at(native_handle(), at.x, at.y, &secure), ec...);
        return secure != 0;
    }
    /** Returns the secure regions. */
    template <SCRIM_CPP_EC>
    std::vector<secure_region> secure_regions(Ec &...ec) const {
        return detail::filled<std::vector<secure_region>>(
            [this](secure_region *regions, std::size_t capacity, std::size_t *count) {
                return scrim_scene_secure_regions(native_handle(), regions, capacity, count);
            },
            ec...);
    }
    /** Attaches a text to a view, which is then secure unless the text is visible. */
    template <SCRIM_CPP_EC>
    void attach_text(id view, text &shown, Ec &...ec) {
        detail::check(scrim_scene_attach_text(native_handle(), view, shown.native_handle()), ec...);
    }
    /** Detaches the text of a view. */
    template <SCRIM_CPP_EC>
    void detach_text(id view, Ec &...ec) {
        detail::check(scrim_scene_detach_text(native_handle(), view), ec...);
    }
    /** Sets whether the screen is being captured. */
    template <SCRIM_CPP_EC>
    void set_captured(bool captured, Ec &...ec) {
        detail::check(scrim_scene_set_captured(native_handle(), captured ? 1u : 0u), ec...);
    }
    /** Begins a change of several calls that the screen will show all at once. */
    template <SCRIM_CPP_EC>
    void begin(Ec &...ec) {
        detail::check(scrim_scene_begin(native_handle()), ec...);
    }
    /** Ends a change. Call it when the screen shows the new state. */
    template <SCRIM_CPP_EC>
    void commit(Ec &...ec) {
        detail::check(scrim_scene_commit(native_handle()), ec...);
    }

    /** Returns the window and the view that a touch at a point reaches. */
    template <SCRIM_CPP_EC>
    hit hit_test(point at, Ec &...ec) const {
        hit found;
        detail::check(scrim_scene_hit_test(native_handle(), at.x, at.y, &found.window, &found.view),
                      ec...);
        return found;
    }
    /** Sets the input region of a window or view. Returns the generation of the new region. */
    template <SCRIM_CPP_EC>
    std::uint64_t set_input_region(id node, array_view<const rect> rects, Ec &...ec) {
        std::uint64_t number = 0;
        detail::check(scrim_scene_set_input_region(native_handle(), node, rects.data(),
                                                   rects.size(), &number),
                      ec...);
        return number;
    }
    /** Returns the input region of a window or view, and its generation. */
    template <SCRIM_CPP_EC>
    std::pair<std::vector<rect>, std::uint64_t> input_region(id node, Ec &...ec) const {
        std::uint64_t number = 0;
        auto rects = detail::filled<std::vector<rect>>(
            [&](rect *all, std::size_t capacity, std::size_t *count) {
                return scrim_scene_input_region(native_handle(), node, all, capacity, count,
                                                &number);
            },
            ec...);
        return {std::move(rects), number};
    }
    /** Returns the window and the view that a touch sample belongs to. */
    template <SCRIM_CPP_EC>
    hit route_touch(const touch &sample, Ec &...ec) {
        hit found;
        detail::check(scrim_scene_route_touch(native_handle(), &sample, &found.window, &found.view),
                      ec...);
        return found;
    }
    /** Returns the views that may handle a touch, from a view outwards, and the window last. */
    template <SCRIM_CPP_EC>
    std::vector<id> responders(id node, Ec &...ec) const {
        return detail::filled<std::vector<id>>(
            [&](id *ids, std::size_t capacity, std::size_t *count) {
                return scrim_scene_responders(native_handle(), node, ids, capacity, count);
            },
            ec...);
    }
    /**
     * Returns the windows and views at a point, from the farthest to the nearest. Each window comes
     * before its views.
     */
    template <SCRIM_CPP_EC>
    std::vector<id> views_at(point at, bool everything, Ec &...ec) const {
        return detail::filled<std::vector<id>>(
            [&](id *ids, std::size_t capacity, std::size_t *count) {
                return scrim_scene_views_at(native_handle(), at.x, at.y, everything ? 1u : 0u, ids,
                                            capacity, count);
            },
            ec...);
    }
    /** Gives the focus to a window. */
    template <SCRIM_CPP_EC>
    void focus(id window, Ec &...ec) {
        detail::check(scrim_scene_focus(native_handle(), window), ec...);
    }
    /** Takes the focus from a window. */
    template <SCRIM_CPP_EC>
    void resign_focus(id window, Ec &...ec) {
        detail::check(scrim_scene_resign_focus(native_handle(), window), ec...);
    }
    /** Returns the window that has the focus. */
    template <SCRIM_CPP_EC>
    id focused(Ec &...ec) const {
        id found = 0;
        detail::check(scrim_scene_focused(native_handle(), &found), ec...);
        return found;
    }
    /** Selects the view at a point, and returns it. */
    template <SCRIM_CPP_EC>
    id select(point at, Ec &...ec) {
        id found = 0;
        detail::check(scrim_scene_select(native_handle(), at.x, at.y, &found), ec...);
        return found;
    }
    /** Returns the selected view. */
    template <SCRIM_CPP_EC>
    id selected(Ec &...ec) const {
        id found = 0;
        detail::check(scrim_scene_selected(native_handle(), &found), ec...);
        return found;
    }

    /** Sets the activity, SCRIM_ACTIVITY_…, of a window, or of the application if `window` is 0. */
    template <SCRIM_CPP_EC>
    void set_activity(id window, std::uint32_t activity, Ec &...ec) {
        detail::check(scrim_scene_set_activity(native_handle(), window, activity), ec...);
    }
    /** Sets whether the screen is in transition between two states. */
    template <SCRIM_CPP_EC>
    void set_transition(bool in_transition, Ec &...ec) {
        detail::check(scrim_scene_set_transition(native_handle(), in_transition ? 1u : 0u), ec...);
    }
    /** Adds an output and returns its number. */
    template <SCRIM_CPP_EC>
    std::uint32_t add_output(Ec &...ec) {
        std::uint32_t output = 0;
        detail::check(scrim_scene_add_output(native_handle(), &output), ec...);
        return output;
    }
    /** Removes an output. */
    template <SCRIM_CPP_EC>
    void remove_output(std::uint32_t output, Ec &...ec) {
        detail::check(scrim_scene_remove_output(native_handle(), output), ec...);
    }
    /** Reports that an output shows a new frame. Uncovers the output if everything is active. */
    template <SCRIM_CPP_EC>
    void frame_ready(std::uint32_t output, Ec &...ec) {
        detail::check(scrim_scene_frame_ready(native_handle(), output), ec...);
    }
    /** Returns whether an output is covered. */
    template <SCRIM_CPP_EC>
    bool is_covered(std::uint32_t output, Ec &...ec) const {
        std::uint32_t covered = 0;
        detail::check(scrim_scene_is_covered(native_handle(), output, &covered), ec...);
        return covered != 0;
    }
    /** Sets the function that is called when an output has been covered. An empty one removes it. */
    template <SCRIM_CPP_EC>
    void on_cover(std::function<void(std::uint32_t)> function, Ec &...ec) {
        using called = std::function<void(std::uint32_t)>;
        if (!function) {
            detail::check(
                scrim_scene_set_cover_callback(native_handle(), nullptr, nullptr, nullptr), ec...);
            return;
        }
        auto pass = [](std::uint32_t output, void *user_data) {
            detail::guarded(0, [&] {
                (*static_cast<called *>(user_data))(output);
                return 0;
            });
        };
        auto owned = std::make_unique<called>(std::move(function));
        const scrim_status value = scrim_scene_set_cover_callback(
            native_handle(), pass, owned.get(), detail::free_object<called>);
        if (value == SCRIM_OK)
            (void)owned.release();
        detail::check(value, ec...);
    }
    /** Sets the color, style or picture that covers an output. */
    template <SCRIM_CPP_EC>
    void set_cover(std::uint32_t output, const cover &look, Ec &...ec) {
        detail::check(scrim_scene_set_cover(native_handle(), output, &look), ec...);
    }

    /** Covers the secure regions of a frame that shows the scene as it is now. */
    template <SCRIM_CPP_EC>
    redact_report redact(const frame &target, const scene_redact_options &options,
                         Ec &...ec) const {
        redact_report report;
        detail::check(scrim_scene_redact(native_handle(), &target, &options, &report), ec...);
        return report;
    }
    /** Advances the scene's clock, and returns a snapshot for any thread. */
    template <SCRIM_CPP_EC>
    scrim::snapshot snapshot(std::uint64_t now_ns, Ec &...ec) {
        scrim_snapshot *out = nullptr;
        const scrim_status value = scrim_scene_snapshot(native_handle(), now_ns, &out);
        scrim::snapshot made(out);
        detail::check(value, ec...);
        return made;
    }
};

} // namespace SCRIM_CPP_VARIANT
} // namespace scrim

#endif
