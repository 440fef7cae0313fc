/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_scene: windows, views and what is private in them. Pixels (scrim_scene_redact()), touches
 * (scrim/gesture.h) and the cover of an inactive application all obey it.
 */
#ifndef SCRIM_SCENE_H
#define SCRIM_SCENE_H

#include "base.h"
#include "redact.h"
#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A scene: the windows of an application, its outputs, and whether it is active. */
typedef struct scrim_scene scrim_scene;

/** The id of a window or view within its scene: never 0, never used again. */
typedef uint64_t scrim_id;

/** The most windows and views of a scene, together. */
#define SCRIM_SCENE_MAX_VIEWS 100000
/** The deepest nesting of views in a window. */
#define SCRIM_SCENE_MAX_DEPTH 256
/** The most outputs of a scene. */
#define SCRIM_SCENE_MAX_OUTPUTS 32
/**
 * The most classes in a class chain, and the most bytes of a class, action or screen name. A scene keeps every class and
 * action name and every class chain that it is given, 65,535 different ones, then answers LIMIT: they are from a
 * program's source.
 */
#define SCRIM_MAX_CLASSES 32
#define SCRIM_MAX_NAME 256
/** The most bytes of a view's content. */
#define SCRIM_MAX_CONTENT 4096
/** The longest chain of windows that belong to views of others; beyond it, or in a circle, they are secure. */
#define SCRIM_SCENE_MAX_OWNERS 16
/** The most rectangles of the input region of a window or view. */
#define SCRIM_SCENE_MAX_INPUT_REGION_RECTS 256
/** The most touches that a scene routes at once. */
#define SCRIM_SCENE_MAX_TOUCHES 64
/** The most views of a scene that show a text. */
#define SCRIM_SCENE_MAX_TEXTS 256
/** The most corners of a ::scrim_secure_region. */
#define SCRIM_MAX_REGION_CORNERS 12

/** What a scene is made with. */
typedef struct scrim_scene_options {
    uint32_t struct_size;
    uint32_t outputs; /**< outputs (screens, streams), numbered from 0: 1 … #SCRIM_SCENE_MAX_OUTPUTS */
} scrim_scene_options;

/** Options for a scene of one output. */
#define SCRIM_SCENE_OPTIONS_INIT {sizeof(scrim_scene_options), 1u}

/** Sets a struct to #SCRIM_SCENE_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_scene_options_init(scrim_scene_options *options, size_t size);

/**
 * Makes an empty scene. The application is inactive and every output covered, until scrim_scene_set_activity() and
 * scrim_scene_frame_ready() say otherwise. Errors: NO_MEMORY, LIMIT.
 */
SCRIM_API scrim_status scrim_scene_create(const scrim_scene_options *options, scrim_scene **out);

/** Closes the scene and drops its callback. Cost: O(views). */
SCRIM_API void scrim_scene_destroy(scrim_scene *scene);

/* ---- Windows and views ---- */

/** Flags of windows and views. */
SCRIM_ENUM(scrim_view_flags) {
    /** Not shown: neither it nor what is inside it is hit, nor redacted. */
    SCRIM_VIEW_HIDDEN = 1,
    /** Can be hit. What is inside a view without this flag cannot be hit either. */
    SCRIM_VIEW_INTERACTIVE = 2,
    /** What is inside it shows only within its frame. */
    SCRIM_VIEW_CLIPS = 4,
    /** Private: it and everything inside it is covered in frames, and its touches are told to nobody. */
    SCRIM_VIEW_SECURE = 8,
    /** Gestures on this very view are not collected. */
    SCRIM_VIEW_IGNORED = 16,
    /**
     * Need not be private: lifts what #SCRIM_POLICY_DEFAULT and #SCRIM_POLICY_ALLOW_LIST say of this very view. It
     * lifts neither #SCRIM_VIEW_SECURE nor what a secure view around it does, and says nothing of the views inside it.
     */
    SCRIM_VIEW_PUBLIC = 32,
    /** Takes typed text. What shows a scrim_text is better told by scrim_scene_attach_text(). */
    SCRIM_VIEW_TEXT_INPUT = 64,
    /** Shows a scrim_keypad, or another keyboard. */
    SCRIM_VIEW_KEYPAD = 128,
    /** Is never hit itself; what is inside it, and does not pass through too, is. */
    SCRIM_VIEW_PASS_THROUGH = 256,
    /** Is hit only inside its input region, scrim_scene_set_input_region(), and so is what is inside it. */
    SCRIM_VIEW_INPUT_REGION = 512,
    /**
     * Of a window: an overlay of a tool, no window of the application. It is not selected by scrim_scene_select(), has
     * no focus unless it is #SCRIM_VIEW_ACCEPTS_FOCUS, and lets touches through to #SCRIM_VIEW_NOT_SELECTABLE views.
     */
    SCRIM_VIEW_TOOL = 1024,
    /** Overlays let touches through that would hit this very view, and scrim_scene_select() passes over it. */
    SCRIM_VIEW_NOT_SELECTABLE = 2048,
    /** Of a window that is #SCRIM_VIEW_TOOL: may be given the focus. */
    SCRIM_VIEW_ACCEPTS_FOCUS = 4096
};

/**
 * What may be told of the touches of a window or view and everything inside it. Nothing is told by itself of what is
 * secure (coarse), nor of text inputs and keypads (silent), secure or not. The strictest counts, of itself, of all that
 * it is in, and of what its window belongs to. A view's touches become private immediately, and stay private until the
 * current touch sequence ends. Only touches have this delay: what records say about views changes with the scene at once.
 */
SCRIM_ENUM(scrim_touch_privacy) {
    SCRIM_TOUCH_PRIVACY_DEFAULT = 0,
    /** Not private: lifts what is so by itself of this very text input or keypad, unless it is secure. */
    SCRIM_TOUCH_PRIVACY_SHOW = 1,
    /** That there were some, and of which sort, at most once in ten seconds: see SCRIM_PRIVATE_TOUCH_… of scrim/collector.h. */
    SCRIM_TOUCH_PRIVACY_COARSE = 2,
    /** That it was used, or nothing. */
    SCRIM_TOUCH_PRIVACY_SILENT = 3
};

/** What a window is. */
typedef struct scrim_window {
    uint32_t struct_size;
    uint32_t flags;   /**< SCRIM_VIEW_… */
    scrim_rect frame; /**< points of the screen */
    int32_t level;    /**< higher is nearer; of equal levels the one added later */
    uint32_t reserved; /**< 0 */
    scrim_string screen; /**< the screen's name for records, at most #SCRIM_MAX_NAME bytes; copied */
    scrim_string title;  /**< its title for records, at most #SCRIM_MAX_NAME bytes; copied; it may change at will */
    /**
     * The view or window that it belongs to, 0: none: that of a combo box whose list it is, of a menu, a tooltip, the
     * candidates or handles of a text. Where that is secure, or in something secure, or gone, the window is secure
     * whole.
     */
    scrim_id owner;
    uint32_t touch_privacy; /**< SCRIM_TOUCH_PRIVACY_… */
    uint32_t reserved2;     /**< 0 */
} scrim_window;

/** An interactive window at level 0. */
#define SCRIM_WINDOW_INIT \
    {sizeof(scrim_window), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 0, 0u, {NULL, 0}, {NULL, 0}, 0u, 0u, 0u}

/** Sets a struct to #SCRIM_WINDOW_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_window_init(scrim_window *window, size_t size);

/**
 * A map of the plane: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0. Every number a coordinate; xx, yx, xy and yy not
 * all 0. Frozen.
 */
typedef struct scrim_affine {
    double xx; /**< what x adds to x' */
    double yx; /**< what x adds to y' */
    double xy; /**< what y adds to x' */
    double yy; /**< what y adds to y' */
    double x0; /**< where the origin goes */
    double y0; /**< where the origin goes */
} scrim_affine;

/** The map that changes nothing. */
#define SCRIM_AFFINE_INIT {1.0, 0.0, 0.0, 1.0, 0.0, 0.0}

/** Sets a struct to #SCRIM_AFFINE_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_affine_init(scrim_affine *affine, size_t size);

/** Distances outward from the sides of a rectangle, in points, not negative. Frozen. */
typedef struct scrim_outsets {
    double left;   /**< beyond the left side */
    double top;    /**< beyond the top side */
    double right;  /**< beyond the right side */
    double bottom; /**< beyond the bottom side */
} scrim_outsets;

/** What a view is. */
typedef struct scrim_view {
    uint32_t struct_size;
    uint32_t flags;     /**< SCRIM_VIEW_… */
    scrim_rect frame;   /**< points, from the origin of the parent (of the window, for its topmost views) */
    double alpha;       /**< 0 … 1; at 0.01 and below it is not hit. It never makes anything less private */
    const scrim_string *classes; /**< the class chain, most derived first, `class_count` names; copied */
    size_t class_count; /**< 0 … #SCRIM_MAX_CLASSES */
    /**
     * What a record may say of the view, at most #SCRIM_MAX_CONTENT bytes; copied; never told of a private view. `data`
     * NULL: not known; then a record has that of what is inside it instead, joined by "-": of views that are not hidden,
     * ignored or private. Not NULL and no bytes: known to be empty.
     */
    scrim_string content;
    scrim_point content_offset; /**< how far it is scrolled: its own point that shows at its top left corner */
    /** How the view is turned, scaled and moved, with all inside it, about the top left corner of its frame. */
    scrim_affine transform;
    /** How far it shows beyond its frame: shadow, focus ring, overhanging glyphs. Not hit; as private as the view. */
    scrim_outsets overflow;
    uint32_t touch_privacy; /**< SCRIM_TOUCH_PRIVACY_… */
    uint32_t reserved;      /**< 0 */
} scrim_view;

/** An interactive, opaque view. */
#define SCRIM_VIEW_INIT \
    {sizeof(scrim_view), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 1.0, NULL, 0, {NULL, 0}, {0.0, 0.0}, \
     SCRIM_AFFINE_INIT, {0.0, 0.0, 0.0, 0.0}, 0u, 0u}

/** Sets a struct to #SCRIM_VIEW_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_view_init(scrim_view *view, size_t size);

/**
 * Adds a window. Errors: NOT_FOUND (the owner), INVALID_UTF8, NO_MEMORY, LIMIT, BUSY.
 * Cost: O(windows + length of the strings).
 */
SCRIM_API scrim_status scrim_scene_add_window(scrim_scene *scene, const scrim_window *window, scrim_id *id);

/**
 * Gives a window new properties; an owner that has gone since may stay. Errors and cost: as scrim_scene_add_window();
 * NOT_FOUND (the window); and what scrim_scene_update_view() costs.
 */
SCRIM_API scrim_status scrim_scene_update_window(scrim_scene *scene, scrim_id window, const scrim_window *properties);

/**
 * Adds a view in front of the other views of its parent.
 *
 * @param parent  a window or a view.
 * Errors: NOT_FOUND (the parent), INVALID_UTF8, NO_MEMORY, LIMIT (count or depth), BUSY. Cost: O(depth + length of the
 * strings).
 */
SCRIM_API scrim_status scrim_scene_add_view(scrim_scene *scene, scrim_id parent, const scrim_view *view, scrim_id *id);

/**
 * Gives a view new properties. Errors: NOT_FOUND, INVALID_UTF8, NO_MEMORY, LIMIT, BUSY.
 * Cost: O(depth + length of the strings + views inside it that are secure, or have secure ones inside), and where it
 * becomes secure or ceases to be, O(depth) for each window that has an owner.
 */
SCRIM_API scrim_status scrim_scene_update_view(scrim_scene *scene, scrim_id view, const scrim_view *properties);

/** How a ::scrim_view_metadata says what a view's value is. */
SCRIM_ENUM(scrim_value_kind) {
    SCRIM_VALUE_NONE = 0,
    SCRIM_VALUE_SWITCH = 1,  /**< a switch: "checked", or for 0 "unchecked" */
    SCRIM_VALUE_NUMBER = 2,  /**< a stepper: as C's `%g` prints it, say "99" */
    SCRIM_VALUE_FRACTION = 3 /**< a slider: as C's `%f` prints it, say "0.555500" */
};

/** A property that records are given. Frozen: passed in arrays. */
typedef struct scrim_property {
    scrim_string key;   /**< 1 … #SCRIM_MAX_NAME bytes */
    scrim_string value; /**< at most #SCRIM_MAX_CONTENT bytes */
} scrim_property;

/** What records may say of a window or view beside its class and content; never told of what is private. */
typedef struct scrim_view_metadata {
    uint32_t struct_size;
    uint32_t index_count; /**< how many of `indices` are known: 0, 1 (a row, segment or tab) or 2 (section and row) */
    uint32_t indices[2];  /**< "row" or "section:row" is the position of the view, and of all inside that has none */
    uint32_t value_kind;  /**< SCRIM_VALUE_…: in place of the content */
    uint32_t reserved;    /**< 0 */
    double value;         /**< finite */
    scrim_string id;      /**< the caller's own, at most #SCRIM_MAX_NAME bytes */
    /** The screen that begins with it, and its title; empty: those of what it is in, or that its window belongs to. */
    scrim_string screen;
    scrim_string title; /**< of that screen */
    const scrim_string *screen_classes; /**< the screen's class chain, most derived first; none: the screen's name alone */
    size_t screen_class_count;          /**< 0 … #SCRIM_MAX_CLASSES */
    const scrim_property *properties;   /**< they go before those of what it is in, and of its screen */
    size_t property_count;              /**< at most #SCRIM_MAX_PROPERTIES */
} scrim_view_metadata;

/** The most properties of a window or view. */
#define SCRIM_MAX_PROPERTIES 16

/** A description that says nothing. */
#define SCRIM_VIEW_METADATA_INIT \
    {sizeof(scrim_view_metadata), 0u, {0u, 0u}, SCRIM_VALUE_NONE, 0u, 0.0, {NULL, 0}, {NULL, 0}, {NULL, 0}, NULL, \
     0, NULL, 0}

/** Sets a struct to #SCRIM_VIEW_METADATA_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_view_metadata_init(scrim_view_metadata *metadata, size_t size);

/**
 * Describes a window or view for records, in place of what was said before; everything is copied.
 * Errors: NOT_FOUND, INVALID_UTF8, LIMIT, NO_MEMORY, BUSY. Cost: O(length of the strings).
 */
SCRIM_API scrim_status scrim_scene_set_metadata(scrim_scene *scene, scrim_id id, const scrim_view_metadata *metadata);

/** Removes a window or view and everything inside it. Errors: NOT_FOUND, BUSY. Cost: O(what is removed + siblings). */
SCRIM_API scrim_status scrim_scene_remove(scrim_scene *scene, scrim_id id);

/**
 * Counts what changed of windows and views, the focus, the policy, and begin and commit: as long as it stays, so does all that
 * this header's `const` calls say of them.
 */
SCRIM_API scrim_status scrim_scene_generation(const scrim_scene *scene, uint64_t *generation);

/* ---- What is private ---- */

/** What is secure without being marked #SCRIM_VIEW_SECURE. */
SCRIM_ENUM(scrim_policy) {
    /** Views that are #SCRIM_VIEW_TEXT_INPUT or #SCRIM_VIEW_KEYPAD and not #SCRIM_VIEW_PUBLIC. */
    SCRIM_POLICY_DEFAULT = 1,
    /** Nothing: the default is lifted. */
    SCRIM_POLICY_EXPLICIT = 2,
    /** Every window and view that is not #SCRIM_VIEW_PUBLIC. */
    SCRIM_POLICY_ALLOW_LIST = 3
};

/**
 * Says what is secure without being marked so; a new scene has #SCRIM_POLICY_DEFAULT. Errors: BUSY.
 * Cost: O(views · depth).
 */
SCRIM_API scrim_status scrim_scene_set_policy(scrim_scene *scene, uint32_t policy);

/**
 * Whether a window or view is secure: 1 where it, what it is in, or what its window belongs to, is marked or is by the
 * policy; hidden or not. Errors: NOT_FOUND. Cost: O(depth).
 */
SCRIM_API scrim_status scrim_scene_is_secure(const scrim_scene *scene, scrim_id id, uint32_t *secure);

/**
 * Whether what shows at a point of the screen is private: 1 where a secure view or window that is not hidden, or
 * anything inside one, has pixels there, whatever lies in front of it.
 * Cost: O(secure regions).
 */
SCRIM_API scrim_status scrim_scene_is_secure_at(const scrim_scene *scene, double x, double y, uint32_t *secure);

/** What one view or window that is secure occupies of the screen: a convex polygon. Frozen: passed in arrays. */
typedef struct scrim_secure_region {
    scrim_id view;         /**< whose it is; 0: of before the change that was begun */
    uint32_t corner_count; /**< 3 … #SCRIM_MAX_REGION_CORNERS */
    uint32_t reserved;     /**< 0 */
    scrim_point corners[SCRIM_MAX_REGION_CORNERS]; /**< points of the screen, in order around; the others are 0 */
} scrim_secure_region;

/**
 * Lists what is private, region by region, in no order: what each secure view or window that is not hidden occupies,
 * and each view inside one, overflow included, clipped by ancestors that clip. Neither alpha nor what lies in front
 * makes it smaller. Each is exact, up to rounding, or larger: where ancestors that are turned against it and each other cut
 * it to more than #SCRIM_MAX_REGION_CORNERS corners, or a view that is turned has less than a millionth of its length in
 * width, it is a box around that.
 *
 * Between scrim_scene_begin() and scrim_scene_commit() the regions from before are listed too.
 *
 * @param regions   room for `capacity` regions; NULL where that is 0.
 * @param count     the regions, or with BUFFER_TOO_SMALL how many there are.
 * Errors: BUFFER_TOO_SMALL. Cost: O(regions); with a capacity too small O(1).
 */
SCRIM_API scrim_status scrim_scene_secure_regions(const scrim_scene *scene, scrim_secure_region *regions,
                                                  size_t capacity, size_t *count);

/* ---- Texts ---- */

/**
 * Says that a view shows a text. As long as it does the view is secure, #SCRIM_VIEW_PUBLIC and #SCRIM_POLICY_EXPLICIT or
 * not; that of a text that has been destroyed stays so until it is detached or removed, for the screen may still show it.
 * Scene and text are in one group.
 *
 * The scene sees to it that the text reveals nothing, neither at once nor by scrim_text_reveal(), which is REFUSED, nor as
 * it is typed, while
 *  - the application or any window is not active, or the screen is in transition;
 *  - the screen is captured, as scrim_scene_set_captured() says;
 *  - the view, or what it is in, is hidden;
 *  - the focus goes to another window.
 * What is revealed is concealed too when its window gives the focus back, when the view is removed or the text detached, when
 * the scene is destroyed, and at each scrim_scene_snapshot(): one is only taken for frames that leave the screen.
 * scrim_scene_redact() and scrim_capture_redact() conceal nothing: they run on other threads, and show nothing of the view.
 * Each conceals before it returns; of what it concealed `display_changed` tells, once for each text.
 *
 * @param view  a view or a window.
 * Errors: NOT_FOUND, INVALID_STATE (the view shows a text, or the text is shown by a view, of whatever scene), LIMIT
 * (#SCRIM_SCENE_MAX_TEXTS), NO_MEMORY, BUSY. Cost: as scrim_scene_update_view(). Calls that change one of the above cost
 * O(windows + texts · depth) more.
 */
SCRIM_API scrim_status scrim_scene_attach_text(scrim_scene *scene, scrim_id view, scrim_text *text);

/**
 * Says that a view shows no text any more; nothing where it shows none. Errors: NOT_FOUND, BUSY. Cost: as
 * scrim_scene_attach_text().
 */
SCRIM_API scrim_status scrim_scene_detach_text(scrim_scene *scene, scrim_id view);

/**
 * Says whether the screen is captured (1) by whatever means, or no more (0): shared, recorded, about to be photographed.
 * It ends and forbids reveals, and changes nothing else: what is private stays so either way. Errors: BUSY.
 */
SCRIM_API scrim_status scrim_scene_set_captured(scrim_scene *scene, uint32_t captured);

/* ---- Changes that belong together ---- */

/**
 * Begins a change of several calls, say a scroll or a new layout, that the screen will show at once. Until
 * scrim_scene_commit() what was private stays private where it was, beside where it is by now.
 * Errors: INVALID_STATE (one has begun), NO_MEMORY, BUSY. Cost: O(secure regions).
 */
SCRIM_API scrim_status scrim_scene_begin(scrim_scene *scene);

/** Ends the change: the screen shows it. Errors: INVALID_STATE (none has begun), BUSY. */
SCRIM_API scrim_status scrim_scene_commit(scrim_scene *scene);

/* ---- Hit testing ---- */

/**
 * Finds what a touch at a point of the screen hits: the nearest window that is shown, interactive and contains the
 * point; in it the deepest view, nearest first, each inside its parent's frame. Where no view is hit, the window is,
 * unless it passes touches through: then the next window is tried. Frames are half-open; what is hidden, or whose alpha
 * is 0.01 or less, is not hit, nor is what is inside it.
 *
 * @param window  the window's id, 0: nothing is hit there.
 * @param view    the view's id, 0: the window itself is hit, or nothing.
 * Cost: O(windows + views whose parents contain the point).
 */
SCRIM_API scrim_status scrim_scene_hit_test(const scrim_scene *scene, double x, double y, scrim_id *window,
                                            scrim_id *view);

/**
 * Says where a #SCRIM_VIEW_INPUT_REGION window or view is hit, say on an overlay's toolbar. No region: nowhere. They stay
 * while the flag is off.
 *
 * @param id          a window or a view.
 * @param regions     `count` rectangles from its own origin, at most #SCRIM_SCENE_MAX_INPUT_REGION_RECTS; copied.
 * @param generation  the number of this set of regions, one more than that of the set before.
 * Errors: NOT_FOUND, LIMIT, NO_MEMORY, BUSY; all is as before then. Cost: O(count + regions before).
 */
SCRIM_API scrim_status scrim_scene_set_input_region(scrim_scene *scene, scrim_id id, const scrim_rect *regions,
                                                    size_t count, uint64_t *generation);

/**
 * The input region of a window or view, its rectangles in their order, to be given to the compositor. A host that keeps,
 * beside each of its surfaces, the generation that it last gave to the compositor, and 0 beside a new surface, knows when to
 * give it again.
 *
 * @param count       the rectangles, or with BUFFER_TOO_SMALL how many there are.
 * @param generation  the number of the set; 0: none was ever set.
 * Errors: NOT_FOUND, BUFFER_TOO_SMALL. Cost: O(regions).
 */
SCRIM_API scrim_status scrim_scene_input_region(const scrim_scene *scene, scrim_id id, scrim_rect *regions,
                                                size_t capacity, size_t *count, uint64_t *generation);

/**
 * Says where a touch goes: to the window that it hit when it began, for its whole life, wherever it moves.
 *
 * @param touch   a sample; of one that began, or was routed since, all up to its end are to be given.
 * @param window  the window, 0: it hit none when it began, did not begin, or the window is gone.
 * @param view    the deepest view of that window under the finger now, 0: none.
 * Errors: LIMIT (of a touch that begins: #SCRIM_SCENE_MAX_TOUCHES are down), NO_MEMORY, BUSY; such a touch goes nowhere.
 * Cost: as scrim_scene_hit_test().
 */
SCRIM_API scrim_status scrim_scene_route_touch(scrim_scene *scene, const scrim_touch *touch, scrim_id *window,
                                               scrim_id *view);

/**
 * What a touch is offered to, one after the other, as long as nobody takes it: a view, what that is in, and so on up to the
 * window. What is #SCRIM_VIEW_PASS_THROUGH is left out.
 *
 * @param count  the ids, or with BUFFER_TOO_SMALL how many there are.
 * Errors: NOT_FOUND, BUFFER_TOO_SMALL. Cost: O(depth).
 */
SCRIM_API scrim_status scrim_scene_responders(const scrim_scene *scene, scrim_id id, scrim_id *ids, size_t capacity,
                                              size_t *count);

/* ---- Focus ---- */

/**
 * Gives a window the focus, until another asks for it; when that gives it back, is hidden or removed, this one has
 * it again. Errors: NOT_FOUND, REFUSED (it is #SCRIM_VIEW_TOOL and not #SCRIM_VIEW_ACCEPTS_FOCUS), BUSY.
 */
SCRIM_API scrim_status scrim_scene_focus(scrim_scene *scene, scrim_id window);

/** Takes a window out of those that wait for the focus. Errors: NOT_FOUND, BUSY. */
SCRIM_API scrim_status scrim_scene_resign_focus(scrim_scene *scene, scrim_id window);

/** The window that has the focus; 0: none that is shown has asked for it. Cost: O(windows). */
SCRIM_API scrim_status scrim_scene_focused(const scrim_scene *scene, scrim_id *window);

/* ---- Selecting, for tools ---- */

/**
 * Lists the windows and views at a point, interactive or not: parents before children, what is nearest last. Windows
 * that are #SCRIM_VIEW_TOOL and views that are #SCRIM_VIEW_NOT_SELECTABLE are left out. What shows outside of a parent
 * that does not clip is found.
 *
 * @param everything  1: also what is hidden or has an alpha of 0.01 or less, and what is inside it; 0: not.
 * @param count       the ids, or with BUFFER_TOO_SMALL how many there are.
 * Errors: BUFFER_TOO_SMALL. Cost: O(views of the windows at the point).
 */
SCRIM_API scrim_status scrim_scene_views_at(const scrim_scene *scene, double x, double y, uint32_t everything,
                                            scrim_id *ids, size_t capacity, size_t *count);

/**
 * Selects the deepest view at a point, in the nearest window that is hit there, else in the one with the focus. Again
 * within 10 points of the last call, the one before it in the list of scrim_scene_views_at(), and after the first the
 * last again.
 *
 * @param view  what is selected, 0: nothing.
 * Errors: BUSY. Cost: O(views of the window).
 */
SCRIM_API scrim_status scrim_scene_select(scrim_scene *scene, double x, double y, scrim_id *view);

/** What is selected; 0: nothing, or it is gone. */
SCRIM_API scrim_status scrim_scene_selected(const scrim_scene *scene, scrim_id *view);

/* ---- Activity and cover ---- */

/** How active an application or window is; the worst of all counts. */
SCRIM_ENUM(scrim_activity) {
    SCRIM_ACTIVITY_ACTIVE = 1,
    SCRIM_ACTIVITY_INACTIVE = 2,
    SCRIM_ACTIVITY_BACKGROUND = 3
};

/**
 * Says how active the application (`window` 0) or a window is; a new window is active, a new application inactive.
 * Anything less than active covers every output at once: the cover callback is called for each output that was not
 * covered, and from the return of this call on no frame that scrim_scene_redact() hands out shows a source pixel.
 * Becoming active uncovers nothing by itself: each output is uncovered by its next scrim_scene_frame_ready().
 * What the compositor already shows is not in the library's power.
 * Errors: NOT_FOUND, BUSY. Cost: O(outputs).
 */
SCRIM_API scrim_status scrim_scene_set_activity(scrim_scene *scene, scrim_id window, uint32_t activity);

/**
 * Says whether the screen is in transition: it shows something between two states, say an animation or a switch of
 * users, of which the scene knows no geometry. While it is (1) every output is covered, as by an activity that is not
 * active. Errors: BUSY. Cost: O(outputs).
 */
SCRIM_API scrim_status scrim_scene_set_transition(scrim_scene *scene, uint32_t in_transition);

/**
 * Adds an output: the lowest number that is free. It is covered until its first scrim_scene_frame_ready() while all is
 * active, and the cover callback is told of it. Errors: LIMIT (#SCRIM_SCENE_MAX_OUTPUTS), BUSY.
 */
SCRIM_API scrim_status scrim_scene_add_output(scrim_scene *scene, uint32_t *output);

/** Removes an output; its number may be given out again. Errors: NOT_FOUND, BUSY. */
SCRIM_API scrim_status scrim_scene_remove_output(scrim_scene *scene, uint32_t output);

/**
 * Says that a new frame, drawn since the scene became active and its transition ended, is ready on an output: uncovers
 * it if all is active and nothing in transition; else nothing changes.
 * Errors: NOT_FOUND (the output), BUSY.
 */
SCRIM_API scrim_status scrim_scene_frame_ready(scrim_scene *scene, uint32_t output);

/** Whether an output is covered: 1 or 0. Errors: NOT_FOUND (the output). */
SCRIM_API scrim_status scrim_scene_is_covered(const scrim_scene *scene, uint32_t output, uint32_t *covered);

/**
 * Told that an output has just been covered. The scene is complete when it is called, and the texts that its views show reveal
 * nothing any more.
 */
typedef void (*scrim_cover_fn)(uint32_t output, void *user_data);

/**
 * Sets the callback that is told of covers, in place of an earlier one, whose `user_data_free` is then called.
 *
 * @param cover           NULL: none.
 * @param user_data       given to both callbacks.
 * @param user_data_free  called once, when the callback is replaced or the scene destroyed; may be NULL. If this call
 *                        fails, it is not called.
 * Errors: BUSY.
 */
SCRIM_API scrim_status scrim_scene_set_cover_callback(scrim_scene *scene, scrim_cover_fn cover, void *user_data,
                                                      scrim_free_fn user_data_free);

/* ---- Frames ---- */

/** What a frame shows, and how private regions are covered in it. */
typedef struct scrim_scene_redact_options {
    uint32_t struct_size;
    uint32_t output;     /**< which output the frame is of */
    scrim_point origin;  /**< the screen's point at the frame's top left pixel */
    double scale;        /**< pixels per point, 1/64 … 64 */
    /**
     * The style of the private regions: an irreversible one. If it is reversible, they are covered in solid black instead.
     * The call then returns #SCRIM_ERROR_REVERSIBLE_STYLE, and the report describes the black cover.
     */
    scrim_style style;
} scrim_scene_redact_options;

/** Output 0, the screen's origin, one pixel to a point, solid black. */
#define SCRIM_SCENE_REDACT_OPTIONS_INIT {sizeof(scrim_scene_redact_options), 0u, {0.0, 0.0}, 1.0, SCRIM_STYLE_INIT}

/** Sets a struct to #SCRIM_SCENE_REDACT_OPTIONS_INIT, for languages that cannot see macros. */
SCRIM_API scrim_status scrim_scene_redact_options_init(scrim_scene_redact_options *options, size_t size);

/**
 * Makes one frame safe to hand on, in place: covers every private region of the scene in it, or all of it while its
 * output is covered (outcome *covered*, status OK). The private regions are those of scrim_scene_secure_regions(),
 * rounded outward to whole pixels.
 *
 * It covers what is private now, and holds nothing that was a moment ago: it is for frames that the caller draws, from what
 * the scene has been told. Frames of a screen, which are late, are for scrim_capture_redact().
 *
 * @param options  NULL: #SCRIM_SCENE_REDACT_OPTIONS_INIT.
 * @param report   may be NULL.
 * It fails closed like scrim_redact(): an error covers the whole frame, or the outcome is *discard*. That includes a
 * handle that is not valid.
 * Errors: NOT_FOUND (the output), UNSUPPORTED (the format, its range or its matrix; the kind of the style),
 * REVERSIBLE_STYLE (the private regions are solid black, and the rest of the frame is unchanged), NO_MEMORY,
 * LIMIT (of scrim_redact(): more points or rectangles than it takes).
 * Cost: O(pixels covered + n log n) of n secure regions, of which one that is turned counts as many as it has rows of pixels
 * in the frame.
 */
SCRIM_API scrim_status scrim_scene_redact(const scrim_scene *scene, const scrim_frame *frame,
                                          const scrim_scene_redact_options *options, scrim_redact_report *report);

#ifdef __cplusplus
}
#endif

#endif
