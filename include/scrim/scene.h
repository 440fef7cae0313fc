/* SPDX-License-Identifier: MIT */
/**
 * @file
 * scrim_scene: windows, views and what is private in them. Pixels (scrim_scene_protect()), touches
 * (scrim/gesture.h) and the cover of an inactive application all obey it.
 */
#ifndef SCRIM_SCENE_H
#define SCRIM_SCENE_H

#include "base.h"
#include "redact.h"

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
 * action name that it is given, 65,535 different ones, then answers LIMIT: they are names from a program's source.
 */
#define SCRIM_MAX_CLASSES 32
#define SCRIM_MAX_NAME 256
/** The most bytes of a view's content. */
#define SCRIM_MAX_CONTENT 4096

typedef struct scrim_scene_options {
    uint32_t struct_size;
    uint32_t outputs; /**< outputs (screens, streams), numbered from 0: 1 … #SCRIM_SCENE_MAX_OUTPUTS */
} scrim_scene_options;

/** Options for a scene of one output. */
#define SCRIM_SCENE_OPTIONS_INIT {(uint32_t)sizeof(scrim_scene_options), 1u}

/**
 * Makes an empty scene. The application is inactive and every output covered, until scrim_scene_set_activity() and
 * scrim_scene_frame_ready() say otherwise. Errors: NO_MEMORY, LIMIT.
 */
SCRIM_API scrim_status scrim_scene_create(const scrim_scene_options *options, scrim_scene **out);

/** Closes the scene and drops its callback. Cost: O(views). */
SCRIM_API void scrim_scene_destroy(scrim_scene *scene);

/* ---- Windows and views ---- */

/** Flags of windows and views. */
enum {
    /** Not shown: neither it nor what is inside it is hit, nor redacted. */
    SCRIM_VIEW_HIDDEN = 1,
    /** Can be hit. What is inside a view without this flag cannot be hit either. */
    SCRIM_VIEW_INTERACTIVE = 2,
    /** What is inside it shows only within its frame. */
    SCRIM_VIEW_CLIPS = 4,
    /** Private: it and everything inside it is covered in frames, and its touches are told to nobody. */
    SCRIM_VIEW_SECURE = 8,
    /** Gestures on this very view are not collected. */
    SCRIM_VIEW_IGNORED = 16
};

typedef struct scrim_window {
    uint32_t struct_size;
    uint32_t flags;   /**< SCRIM_VIEW_… */
    scrim_rect frame; /**< points of the screen */
    int32_t level;    /**< higher is nearer; of equal levels the one added later */
    uint32_t reserved; /**< 0 */
    scrim_string screen; /**< the screen's name for records, at most #SCRIM_MAX_NAME bytes; copied */
    scrim_string title;  /**< its title for records, at most #SCRIM_MAX_NAME bytes; copied; it may change at will */
} scrim_window;

/** An interactive window at level 0. */
#define SCRIM_WINDOW_INIT \
    {(uint32_t)sizeof(scrim_window), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 0, 0u, {NULL, 0}, {NULL, 0}}

typedef struct scrim_view {
    uint32_t struct_size;
    uint32_t flags;     /**< SCRIM_VIEW_… */
    scrim_rect frame;   /**< points, from the origin of the parent (of the window, for its topmost views) */
    double alpha;       /**< 0 … 1; at 0.01 and below it is not hit. It never makes anything less private */
    const scrim_string *classes; /**< the class chain, most derived first, `class_count` names; copied */
    size_t class_count; /**< 0 … #SCRIM_MAX_CLASSES */
    /** What a record may say of the view, at most #SCRIM_MAX_CONTENT bytes; copied; never told of a private view. */
    scrim_string content;
} scrim_view;

/** An interactive, opaque view. */
#define SCRIM_VIEW_INIT \
    {(uint32_t)sizeof(scrim_view), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 1.0, NULL, 0, {NULL, 0}}

/**
 * Adds a window. Errors: INVALID_UTF8, NO_MEMORY, LIMIT, BUSY.
 * Cost: O(windows + length of the strings).
 */
SCRIM_API scrim_status scrim_scene_add_window(scrim_scene *scene, const scrim_window *window, scrim_id *id);

/** Gives a window new properties. Errors and cost: as scrim_scene_add_window(); NOT_FOUND. */
SCRIM_API scrim_status scrim_scene_update_window(scrim_scene *scene, scrim_id window, const scrim_window *properties);

/**
 * Adds a view in front of the other views of its parent.
 *
 * @param parent  a window or a view.
 * Errors: NOT_FOUND (the parent), INVALID_UTF8, NO_MEMORY, LIMIT (count or depth), BUSY. Cost: O(length of the
 * strings).
 */
SCRIM_API scrim_status scrim_scene_add_view(scrim_scene *scene, scrim_id parent, const scrim_view *view, scrim_id *id);

/**
 * Gives a view new properties. Errors: NOT_FOUND, INVALID_UTF8, NO_MEMORY, LIMIT, BUSY.
 * Cost: O(length of the strings).
 */
SCRIM_API scrim_status scrim_scene_update_view(scrim_scene *scene, scrim_id view, const scrim_view *properties);

/** Removes a window or view and everything inside it. Errors: NOT_FOUND, BUSY. Cost: O(what is removed + siblings). */
SCRIM_API scrim_status scrim_scene_remove(scrim_scene *scene, scrim_id id);

/* ---- Hit testing ---- */

/**
 * Finds what a touch at a point of the screen hits: the nearest window that is shown, interactive and contains the
 * point; in it the deepest view, nearest first, each inside its parent's frame. Where no view is hit, the window is.
 *
 * @param window  the window's id, 0: nothing is hit there.
 * @param view    the view's id, 0: the window itself is hit, or nothing.
 * Cost: O(views of the windows passed).
 */
SCRIM_API scrim_status scrim_scene_hit_test(const scrim_scene *scene, double x, double y, scrim_id *window,
                                            scrim_id *view);

/**
 * Whether what shows at a point of the screen is private: 1 where a secure view or window that is not hidden, or
 * anything inside one, has pixels there, whatever lies in front of it.
 * Cost: O(views).
 */
SCRIM_API scrim_status scrim_scene_is_secure_at(const scrim_scene *scene, double x, double y, uint32_t *secure);

/* ---- Activity and cover ---- */

/** How active an application or window is; the worst of all counts. */
enum {
    SCRIM_ACTIVITY_ACTIVE = 1,
    SCRIM_ACTIVITY_INACTIVE = 2,
    SCRIM_ACTIVITY_BACKGROUND = 3
};

/**
 * Says how active the application (`window` 0) or a window is; a new window is active, a new application inactive.
 * Anything less than active covers every output at once: the cover callback is called for each output that was not
 * covered, and from the return of this call on no frame that scrim_scene_protect() hands out shows a source pixel.
 * Becoming active uncovers nothing by itself: each output is uncovered by its next scrim_scene_frame_ready().
 * Errors: NOT_FOUND, BUSY. Cost: O(windows + outputs).
 */
SCRIM_API scrim_status scrim_scene_set_activity(scrim_scene *scene, scrim_id window, uint32_t activity);

/**
 * Says that a new frame, drawn since the scene became active, is ready on an output: uncovers it if all is active; else
 * nothing changes.
 * Errors: NOT_FOUND (the output), BUSY. Cost: O(windows).
 */
SCRIM_API scrim_status scrim_scene_frame_ready(scrim_scene *scene, uint32_t output);

/** Whether an output is covered: 1 or 0. Errors: NOT_FOUND (the output). */
SCRIM_API scrim_status scrim_scene_is_covered(const scrim_scene *scene, uint32_t output, uint32_t *covered);

/** Told that an output has just been covered. The scene is complete when it is called. */
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

typedef struct scrim_protect_options {
    uint32_t struct_size;
    uint32_t output;     /**< which output the frame is of */
    scrim_point origin;  /**< the screen's point at the frame's top left pixel */
    double scale;        /**< pixels per point, 1/64 … 64 */
    scrim_style style;   /**< of the private regions */
} scrim_protect_options;

/** Output 0, the screen's origin, one pixel to a point, solid black. */
#define SCRIM_PROTECT_OPTIONS_INIT {(uint32_t)sizeof(scrim_protect_options), 0u, {0.0, 0.0}, 1.0, SCRIM_STYLE_INIT}

/**
 * Makes one frame safe to hand on, in place: covers every private region of the scene in it, or all of it while its
 * output is covered (outcome *covered*, status OK). A private region is what a secure view, and each view inside it,
 * occupies, clipped by ancestors that clip; neither alpha nor what lies in front of it makes it smaller.
 *
 * @param options  NULL: #SCRIM_PROTECT_OPTIONS_INIT.
 * @param report   may be NULL.
 * It fails closed like scrim_redact(): an error covers the whole frame, or the outcome is *discard*. That includes a
 * handle that is not valid.
 * Errors: NOT_FOUND (the output), UNSUPPORTED, NO_MEMORY. Cost: O(views + pixels covered).
 */
SCRIM_API scrim_status scrim_scene_protect(const scrim_scene *scene, const scrim_frame *frame,
                                           const scrim_protect_options *options, scrim_redact_report *report);

#ifdef __cplusplus
}
#endif

#endif
