/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scenes: a description of the windows and views on the screen, and of which of them are secure.
 *
 * A program describes its windows and views to a scrim_scene and marks some of them as secure.
 * Frames and records must not show a secure view or anything inside it. Everything else follows
 * from this one description:
 *  - scrim_scene_redact() and scrim_capture_redact() cover secure views in frames.
 *  - scrim/gesture.h and scrim/collector.h keep the touches of secure views out of records.
 *  - All outputs (screens and streams of frames) are covered while the application is inactive.
 *
 * A record is a report on one gesture, or on private touches. scrim/collector.h makes records.
 * Titles, contents and other strings of a scene are only used for records.
 *
 * Coordinates are points; x grows to the right and y grows downwards. The `frame` of a window or
 * view is its rectangle. (A frame to redact is a picture: see ::scrim_frame.) The frame of a window
 * is in coordinates of the screen. The frame of a view is in coordinates of its parent, whose
 * origin is the parent's top left corner. If the parent is scrolled, its views move accordingly.
 *
 * docs/how-to/scene.md shows how to use these functions. docs/explanation/scene.md explains the
 * model and its guarantees.
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

/** Identifies a window or view in its scene. An id is never 0 and is never used again. */
typedef uint64_t scrim_id;

/** The largest number of windows and views in a scene, counted together. */
#define SCRIM_SCENE_MAX_VIEWS 100000
/** The largest depth of nested views in a window. */
#define SCRIM_SCENE_MAX_DEPTH 256
/** The largest number of outputs of a scene. */
#define SCRIM_SCENE_MAX_OUTPUTS 32
/**
 * The largest number of classes in a class chain. A class chain is a view's class and its base
 * classes, the most derived one first.
 *
 * A scene stores every different class name, action name and class chain until it is destroyed.
 * After 65,535 different ones, calls return #SCRIM_ERROR_LIMIT. Pass only names from the source
 * code of a program, which has far fewer, and never names that are made up at run time.
 */
#define SCRIM_MAX_CLASSES 32
/** The largest length of a class, action, screen or other name in bytes. */
#define SCRIM_MAX_NAME 256
/** The largest length of a view's content in bytes. */
#define SCRIM_MAX_CONTENT 4096
/**
 * The largest length of a chain of windows in which each window belongs to a view of the next one.
 * Windows in a longer chain or in a circle are secure.
 */
#define SCRIM_SCENE_MAX_OWNERS 16
/** The largest number of rectangles in the input region of a window or view. */
#define SCRIM_SCENE_MAX_INPUT_REGION_RECTS 256
/** The largest number of touches that a scene can route at the same time. */
#define SCRIM_SCENE_MAX_TOUCHES 64
/** The largest number of views of a scene that show a text. */
#define SCRIM_SCENE_MAX_TEXTS 256
/** The largest number of corners of a ::scrim_secure_region. */
#define SCRIM_MAX_REGION_CORNERS 12

/** Options of scrim_scene_create(). */
typedef struct scrim_scene_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    /** Number of outputs, 1 … #SCRIM_SCENE_MAX_OUTPUTS. An output is a screen or a stream.
     *  Outputs are numbered from 0. */
    uint32_t outputs;
} scrim_scene_options;

/** Options for a scene with one output. */
#define SCRIM_SCENE_OPTIONS_INIT {sizeof(scrim_scene_options), 1u}

/**
 * Sets a struct to #SCRIM_SCENE_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_scene_options_init(scrim_scene_options *options, size_t size);

/**
 * Creates an empty scene.
 *
 * The application is inactive at first, and every output is covered, so that nothing is shown
 * before it is described. Call scrim_scene_set_activity() and scrim_scene_frame_ready() when the
 * scene is complete.
 *
 * @param options  The options.
 * @param out      Receives the scene.
 *
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 */
SCRIM_API scrim_status scrim_scene_create(const scrim_scene_options *options, scrim_scene **out);

/**
 * Destroys a scene and drops its callback.
 *
 * Snapshots of the scene remain valid, but from now on whole frames are covered.
 *
 * @param scene  The scene. May be NULL.
 *
 * Time: O(views).
 */
SCRIM_API void scrim_scene_destroy(scrim_scene *scene);

/* ---- Windows and views ---- */

/** Flags of windows and views. Combine them with `|`. */
SCRIM_ENUM(scrim_view_flags) {
    /** Is not shown. The view and everything inside it are neither hit nor redacted. */
    SCRIM_VIEW_HIDDEN = 1,
    /** Can be hit by touches. Nothing inside a view without this flag can be hit. */
    SCRIM_VIEW_INTERACTIVE = 2,
    /** Clips: everything inside the view shows only within its frame. */
    SCRIM_VIEW_CLIPS = 4,
    /**
     * Is secure. The view and everything inside it are covered in frames, and their touches are
     * private: see ::scrim_touch_privacy. No other flag lifts this.
     */
    SCRIM_VIEW_SECURE = 8,
    /** Gestures on this view are not collected. Gestures on the views inside it are. */
    SCRIM_VIEW_IGNORED = 16,
    /**
     * Is public: #SCRIM_POLICY_DEFAULT and #SCRIM_POLICY_ALLOW_LIST do not make this view secure.
     * The flag does not apply to the views inside this one. A view that is #SCRIM_VIEW_SECURE or is
     * inside a secure view stays secure.
     */
    SCRIM_VIEW_PUBLIC = 32,
    /**
     * Accepts typed text. Whether this flag makes the view secure depends on the policy. So if the
     * view shows a secret scrim_text, call scrim_scene_attach_text() as well: it is then always
     * secure.
     */
    SCRIM_VIEW_TEXT_INPUT = 64,
    /** Shows a scrim_keypad or another keyboard. */
    SCRIM_VIEW_KEYPAD = 128,
    /**
     * Passes touches through: the view is never hit. The views inside it are hit, unless they have
     * this flag too.
     */
    SCRIM_VIEW_PASS_THROUGH = 256,
    /**
     * Is hit only inside its input region, and so is everything inside it. Set the region with
     * scrim_scene_set_input_region().
     */
    SCRIM_VIEW_INPUT_REGION = 512,
    /**
     * Only for windows: is a tool window, an overlay that does not belong to the application.
     * scrim_scene_views_at() leaves it out. It cannot have the focus without
     * #SCRIM_VIEW_ACCEPTS_FOCUS. A touch passes through it if the nearest view behind it that the
     * touch would hit is #SCRIM_VIEW_NOT_SELECTABLE.
     */
    SCRIM_VIEW_TOOL = 1024,
    /**
     * A touch that would hit this window or view passes through all tool windows in front of it.
     * scrim_scene_views_at() and scrim_scene_select() leave it out. The flag does not apply to the
     * views inside.
     */
    SCRIM_VIEW_NOT_SELECTABLE = 2048,
    /** Only for windows that are #SCRIM_VIEW_TOOL: may have the focus. */
    SCRIM_VIEW_ACCEPTS_FOCUS = 4096
};

/**
 * What records may contain about the touches of a window or view and everything inside it. Private
 * touches appear in records only if the collector's rules ask for it: see SCRIM_RULES_REPORT_* of
 * scrim/collector.h.
 *
 * The values below are levels of privacy. Touches are private without any setting in two cases: on
 * secure views they are COARSE, and on text inputs and keypads they are SILENT, even if these are
 * not secure. If several levels apply, the strictest one counts. They come from the view, from
 * everything that it is in, and from the view that its window belongs to.
 *
 * A view's touches become private immediately, and stay private until the current touch sequence
 * ends. A touch sequence lasts from the first finger down to the last finger up. Only touches have
 * this delay: what records say about views changes with the scene at once.
 */
SCRIM_ENUM(scrim_touch_privacy) {
    /** Follows from the view's flags, as described above. */
    SCRIM_TOUCH_PRIVACY_DEFAULT = 0,
    /**
     * Touches of this text input or keypad are not private, unless it is secure. With
     * #SCRIM_POLICY_DEFAULT, it is secure unless it is #SCRIM_VIEW_PUBLIC. The setting has no
     * effect on the views inside it.
     */
    SCRIM_TOUCH_PRIVACY_SHOW = 1,
    /**
     * Records contain that there were touches and of which kinds, at most once in ten seconds. The
     * kinds are SCRIM_PRIVATE_TOUCH_* of scrim/collector.h.
     */
    SCRIM_TOUCH_PRIVACY_COARSE = 2,
    /** Records contain at most that the view was used. */
    SCRIM_TOUCH_PRIVACY_SILENT = 3
};

/** The properties of a window. */
typedef struct scrim_window {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t flags;       /**< SCRIM_VIEW_* flags. */
    scrim_rect frame;     /**< Position and size on the screen, in points. */
    /**
     * Stacking order: a higher level is nearer to the user. Of windows with the same level, the
     * one that was added later is nearer.
     */
    int32_t level;
    uint32_t reserved; /**< 0. */
    /** Name of the screen for records, at most #SCRIM_MAX_NAME bytes. Copied. A screen here is a
     *  page of the application, for example "Accounts". */
    scrim_string screen;
    /** Title for records, at most #SCRIM_MAX_NAME bytes. Copied. It may change at any
     *  time. */
    scrim_string title;
    /**
     * The view or window that this window belongs to, or 0. Set it for pop-up windows: the list of
     * a combo box, a menu, a tooltip, the candidates or handles of a text. The whole window is
     * secure if its owner is secure, is inside something secure, or was removed.
     */
    scrim_id owner;
    uint32_t touch_privacy; /**< One of SCRIM_TOUCH_PRIVACY_*. */
    uint32_t reserved2;     /**< 0. */
} scrim_window;

/** An interactive window at level 0. */
#define SCRIM_WINDOW_INIT \
    {sizeof(scrim_window), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 0, 0u, {NULL, 0}, \
     {NULL, 0}, 0u, 0u, 0u}

/**
 * Sets a struct to #SCRIM_WINDOW_INIT, for languages that cannot use C macros.
 *
 * @param window  The struct.
 * @param size    The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_window_init(scrim_window *window, size_t size);

/**
 * An affine map of the plane: x' = xx·x + xy·y + x0 and y' = yx·x + yy·y + y0.
 *
 * No number may exceed ± #SCRIM_MAX_COORDINATE. The numbers xx, yx, xy and yy must not all be 0.
 * Frozen.
 */
typedef struct scrim_affine {
    double xx; /**< How much x' changes with x. */
    double yx; /**< How much y' changes with x. */
    double xy; /**< How much x' changes with y. */
    double yy; /**< How much y' changes with y. */
    double x0; /**< x' of the origin. */
    double y0; /**< y' of the origin. */
} scrim_affine;

/** The map that changes nothing. */
#define SCRIM_AFFINE_INIT {1.0, 0.0, 0.0, 1.0, 0.0, 0.0}

/**
 * Sets a struct to #SCRIM_AFFINE_INIT, for languages that cannot use C macros.
 *
 * @param affine  The struct.
 * @param size    The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_affine_init(scrim_affine *affine, size_t size);

/** Distances outward from the sides of a rectangle, in points. None is negative. Frozen. */
typedef struct scrim_outsets {
    double left;   /**< Distance beyond the left side. */
    double top;    /**< Distance beyond the top side. */
    double right;  /**< Distance beyond the right side. */
    double bottom; /**< Distance beyond the bottom side. */
} scrim_outsets;

/** The properties of a view. */
typedef struct scrim_view {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t flags;       /**< SCRIM_VIEW_* flags. */
    /** Position and size in points, from the origin of the parent view or window. */
    scrim_rect frame;
    /**
     * Opacity, 0 … 1. A view with an alpha of 0.01 or less is not hit. Even a secure view with an
     * alpha of 0 is covered.
     */
    double alpha;
    /** Class chain, the most derived class first. Copied. */
    const scrim_string *classes;
    size_t class_count; /**< Number of `classes`, 0 … #SCRIM_MAX_CLASSES. */
    /**
     * Text that records may contain about the view, at most #SCRIM_MAX_CONTENT bytes. Copied. It
     * never gets into a record while the touches of the view are private.
     *
     * If `data` is NULL, the content is not known. A record then contains the contents of the views
     * inside this one, joined by "-". Views that are hidden or ignored, or whose touches are
     * private, are left out. If `data` is not NULL and `length` is 0, the content is known to be
     * empty.
     */
    scrim_string content;
    /** How far the view is scrolled: the point of its content at its top left corner. */
    scrim_point content_offset;
    /**
     * How the view and everything inside it are rotated, scaled and moved. The origin of the map is
     * the top left corner of the frame.
     */
    scrim_affine transform;
    /**
     * How far the view draws beyond its frame, for example a shadow, a focus ring or overhanging
     * glyphs. This part is not hit. If the view is secure, it is covered too.
     */
    scrim_outsets overflow;
    uint32_t touch_privacy; /**< One of SCRIM_TOUCH_PRIVACY_*. */
    uint32_t reserved;      /**< 0. */
} scrim_view;

/** An interactive, opaque view. */
#define SCRIM_VIEW_INIT \
    {sizeof(scrim_view), SCRIM_VIEW_INTERACTIVE, {0.0, 0.0, 0.0, 0.0}, 1.0, NULL, 0, {NULL, 0}, \
     {0.0, 0.0}, SCRIM_AFFINE_INIT, {0.0, 0.0, 0.0, 0.0}, 0u, 0u}

/**
 * Sets a struct to #SCRIM_VIEW_INIT, for languages that cannot use C macros.
 *
 * @param view  The struct.
 * @param size  The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_view_init(scrim_view *view, size_t size);

/**
 * Adds a window.
 *
 * @param scene   The scene.
 * @param window  The window's properties.
 * @param id      Receives the window's id.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the owner does not exist.
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if the scene has #SCRIM_SCENE_MAX_VIEWS windows and views.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(windows + length of the strings).
 */
SCRIM_API scrim_status scrim_scene_add_window(scrim_scene *scene, const scrim_window *window,
                                              scrim_id *id);

/**
 * Replaces all properties of a window.
 *
 * The window may keep an owner that was removed in the meantime, and is secure then.
 *
 * @param scene       The scene.
 * @param window      The window.
 * @param properties  The new properties.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or a new owner does not exist.
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(windows + length of the strings), plus the time of scrim_scene_update_view().
 */
SCRIM_API scrim_status scrim_scene_update_window(scrim_scene *scene, scrim_id window,
                                                 const scrim_window *properties);

/**
 * Adds a view in front of the other views of its parent.
 *
 * @param scene   The scene.
 * @param parent  The window or view that contains the new view.
 * @param view    The view's properties.
 * @param id      Receives the view's id.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the parent does not exist.
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if the scene has #SCRIM_SCENE_MAX_VIEWS windows and views, if the view
 *         would be nested deeper than #SCRIM_SCENE_MAX_DEPTH, or if there are too many different
 *         class names.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(depth + length of the strings).
 */
SCRIM_API scrim_status scrim_scene_add_view(scrim_scene *scene, scrim_id parent,
                                            const scrim_view *view, scrim_id *id);

/**
 * Replaces all properties of a view.
 *
 * Call this when a view moves, scrolls or changes its flags. The secure views inside it move with
 * it and need no call.
 *
 * @param scene       The scene.
 * @param view        The view.
 * @param properties  The new properties.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the view does not exist.
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if there are too many different class names.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(depth + length of the strings + views inside that are secure or contain secure views). If
 * the view becomes secure or stops being secure, O(depth) more for each window with an owner.
 */
SCRIM_API scrim_status scrim_scene_update_view(scrim_scene *scene, scrim_id view,
                                               const scrim_view *properties);

/** How ::scrim_view_metadata describes the value of a view. */
SCRIM_ENUM(scrim_value_kind) {
    SCRIM_VALUE_NONE = 0,    /**< The view has no value. */
    SCRIM_VALUE_SWITCH = 1,  /**< A switch: "unchecked" if the value is 0, otherwise "checked". */
    SCRIM_VALUE_NUMBER = 2,  /**< A stepper: the value as C's `%g` prints it, for example "99". */
    SCRIM_VALUE_FRACTION = 3 /**< A slider: the value as C's `%f` prints it: "0.555500". */
};

/** A property that is added to records. Frozen: passed in arrays. */
typedef struct scrim_property {
    scrim_string key;   /**< Name, 1 … #SCRIM_MAX_NAME bytes. */
    scrim_string value; /**< Value, at most #SCRIM_MAX_CONTENT bytes. */
} scrim_property;

/**
 * What records may contain about a window or view, apart from its class and content. Records never
 * contain it while the touches of the window or view are private.
 */
typedef struct scrim_view_metadata {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    /** Number of valid `indices`: 0, 1 (a row, segment or tab) or 2 (a section and a row). */
    uint32_t index_count;
    /**
     * Position of the view in a list. It also applies to everything inside the view that has no
     * position. Records contain it as "row" or "section:row".
     */
    uint32_t indices[2];
    /** One of SCRIM_VALUE_*. If it is not #SCRIM_VALUE_NONE, the value replaces the content. */
    uint32_t value_kind;
    uint32_t reserved; /**< 0. */
    double value;      /**< Value of the view. Must be finite. */
    scrim_string id;   /**< Name that the program gives the view, at most #SCRIM_MAX_NAME bytes. */
    /**
     * Name of the screen that begins at this view, at most #SCRIM_MAX_NAME bytes. If it is empty,
     * the screen of the nearest parent that names one applies. If the window names none either, the
     * search continues at the view or window that the window belongs to.
     */
    scrim_string screen;
    /**
     * Title of the screen, at most #SCRIM_MAX_NAME bytes. If it is empty, the title is found in the
     * same way as `screen`.
     */
    scrim_string title;
    /** Class chain of the screen, the most derived class first. Copied. A screen that has classes
     *  and no name is named after the first class. */
    const scrim_string *screen_classes;
    size_t screen_class_count; /**< Number of `screen_classes`, 0 … #SCRIM_MAX_CLASSES. */
    /** Properties for records. They precede the properties of the views around this one and of
     *  its screen. Copied. */
    const scrim_property *properties;
    size_t property_count; /**< Number of `properties`, 0 … #SCRIM_MAX_PROPERTIES. */
} scrim_view_metadata;

/** The largest number of properties of a window or view. */
#define SCRIM_MAX_PROPERTIES 16

/** Empty metadata. */
#define SCRIM_VIEW_METADATA_INIT \
    {sizeof(scrim_view_metadata), 0u, {0u, 0u}, SCRIM_VALUE_NONE, 0u, 0.0, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, NULL, 0, NULL, 0}

/**
 * Sets a struct to #SCRIM_VIEW_METADATA_INIT, for languages that cannot use C macros.
 *
 * @param metadata  The struct.
 * @param size      The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_view_metadata_init(scrim_view_metadata *metadata, size_t size);

/**
 * Replaces the metadata of a window or view. Everything is copied.
 *
 * @param scene     The scene.
 * @param id        The window or view.
 * @param metadata  The new metadata.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 * @return SCRIM_ERROR_INVALID_UTF8 if a string is not well-formed UTF-8.
 * @return SCRIM_ERROR_LIMIT if there are more than #SCRIM_MAX_PROPERTIES properties or too many
 *         different class names.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(length of the strings).
 */
SCRIM_API scrim_status scrim_scene_set_metadata(scrim_scene *scene, scrim_id id,
                                                const scrim_view_metadata *metadata);

/**
 * Removes a window or view and everything inside it.
 *
 * Windows that belong to something that was removed become secure.
 *
 * @param scene  The scene.
 * @param id     The window or view.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 *
 * Time: O(removed views + their siblings + depth). If a window is removed or any window has an
 * owner, O(windows) more, and O(depth) more for each window with an owner.
 */
SCRIM_API scrim_status scrim_scene_remove(scrim_scene *scene, scrim_id id);

/**
 * Returns a number that changes whenever the scene changes.
 *
 * It counts changes of windows, views, the focus and the policy, and calls of scrim_scene_begin()
 * and scrim_scene_commit(). While it stays the same, all `const` calls of this header return the
 * same about them.
 *
 * @param scene       The scene.
 * @param generation  Receives the number.
 */
SCRIM_API scrim_status scrim_scene_generation(const scrim_scene *scene, uint64_t *generation);

/* ---- What is secure ---- */

/** Which windows and views are secure without #SCRIM_VIEW_SECURE. */
SCRIM_ENUM(scrim_policy) {
    /** Views that are #SCRIM_VIEW_TEXT_INPUT or #SCRIM_VIEW_KEYPAD and not #SCRIM_VIEW_PUBLIC. */
    SCRIM_POLICY_DEFAULT = 1,
    /** None: only #SCRIM_VIEW_SECURE and attached secret texts make a view secure. */
    SCRIM_POLICY_EXPLICIT = 2,
    /** Every window and view that is not #SCRIM_VIEW_PUBLIC. */
    SCRIM_POLICY_ALLOW_LIST = 3
};

/**
 * Sets which windows and views are secure without being marked. A new scene has
 * #SCRIM_POLICY_DEFAULT.
 *
 * @param scene   The scene.
 * @param policy  One of SCRIM_POLICY_*.
 *
 * Time: O(views · depth).
 */
SCRIM_API scrim_status scrim_scene_set_policy(scrim_scene *scene, uint32_t policy);

/**
 * Checks whether a window or view is secure.
 *
 * It is secure if it is marked, if it shows a secret text, or if the policy makes it secure. It is
 * also secure if one of these holds for anything that it is inside or that its window belongs to.
 * It makes no difference whether it is hidden.
 *
 * @param scene   The scene.
 * @param id      The window or view.
 * @param secure  Receives 1 if it is secure, otherwise 0.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 *
 * Time: O(depth).
 */
SCRIM_API scrim_status scrim_scene_is_secure(const scrim_scene *scene, scrim_id id,
                                             uint32_t *secure);

/**
 * Checks whether a point of the screen is in a secure region.
 *
 * That is the case if a secure window or view that is not hidden, or anything inside one, has
 * pixels there. It makes no difference what lies in front of it.
 *
 * @param scene   The scene.
 * @param x       Horizontal coordinate of the point on the screen.
 * @param y       Vertical coordinate of the point on the screen.
 * @param secure  Receives 1 if the point is in a secure region, otherwise 0.
 *
 * Time: O(secure regions).
 */
SCRIM_API scrim_status scrim_scene_is_secure_at(const scrim_scene *scene, double x, double y,
                                                uint32_t *secure);

/**
 * A secure region: the part of the screen that one secure view or window occupies. It is a convex
 * polygon. Frozen: passed in arrays.
 */
typedef struct scrim_secure_region {
    /** The view or window. 0 for a region from before a change: see scrim_scene_begin(). */
    scrim_id view;
    uint32_t corner_count; /**< Number of valid `corners`, 3 … #SCRIM_MAX_REGION_CORNERS. */
    uint32_t reserved;     /**< 0. */
    /** Corners in coordinates of the screen, in order around the polygon. Unused ones are 0. */
    scrim_point corners[SCRIM_MAX_REGION_CORNERS];
} scrim_secure_region;

/**
 * Lists the secure regions, in no particular order.
 *
 * There is one region for each secure view or window that is not hidden, and one for each view
 * inside it. A region includes the view's overflow and is clipped by ancestors that clip. Neither
 * alpha nor views in front make it smaller.
 *
 * A region is exact up to rounding, or larger. It is a bounding box instead of the exact polygon in
 * two cases:
 *  - Ancestors that are rotated differently cut the view to more than #SCRIM_MAX_REGION_CORNERS
 *    corners.
 *  - A rotated view is less than a millionth as wide as it is long.
 *
 * Between scrim_scene_begin() and scrim_scene_commit(), the list also contains the regions from
 * before the change.
 *
 * @param scene     The scene.
 * @param regions   Receives the regions. May be NULL if `capacity` is 0.
 * @param capacity  Number of regions that fit into `regions`.
 * @param count     Receives the number of regions written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 *
 * Time: O(regions), or O(1) if the capacity is too small.
 */
SCRIM_API scrim_status scrim_scene_secure_regions(const scrim_scene *scene,
                                                  scrim_secure_region *regions, size_t capacity,
                                                  size_t *count);

/* ---- Texts ---- */

/**
 * Declares that a view shows a text. A secret text makes the view secure, and the scene controls
 * what the text reveals.
 *
 * The view is secure until the text is detached or the view is removed, even with
 * #SCRIM_VIEW_PUBLIC or #SCRIM_POLICY_EXPLICIT. It stays secure if the text is destroyed, because
 * the screen may still show the text. The scene and the text are in one group from now on.
 *
 * A text with the option `visible` changes neither what is secure nor which touches are private.
 * The view's flags, its touch privacy and the policy decide, as for a view without a text:
 *  - With #SCRIM_POLICY_DEFAULT, a view that is #SCRIM_VIEW_TEXT_INPUT is secure unless it is
 *    #SCRIM_VIEW_PUBLIC. So mark it as public if frames may show it.
 *  - Touches of a text input are private, even if it is public. #SCRIM_TOUCH_PRIVACY_SHOW lifts
 *    this.
 *  - The view stays covered if it is #SCRIM_VIEW_SECURE or inside something secure.
 *
 * A secret text can reveal its content or the character typed last, for its user's eyes only. In
 * the following cases the scene ends such reveals and prevents new ones, and scrim_text_reveal()
 * returns #SCRIM_ERROR_REFUSED:
 *  - The application or any window is not active, or the screen is in transition.
 *  - The screen is captured, as declared by scrim_scene_set_captured().
 *  - The view, or anything that it is inside, is hidden.
 *  - Another window has the focus.
 *
 * In these cases the scene ends reveals, but does not prevent new ones:
 *  - The view's window gives the focus back.
 *  - The view is removed, the text is detached, or the scene is destroyed.
 *  - scrim_scene_snapshot() is called, because snapshots are taken only for frames that leave the
 *    screen.
 *
 * scrim_scene_redact() and scrim_capture_redact() end no reveals. They may run on other threads,
 * and their frames never show the view. A call that ends reveals does so before it returns. It
 * calls the `display_changed` callback once for each text that had revealed something.
 *
 * @param scene  The scene.
 * @param view   The view or window that shows the text.
 * @param text   The text.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the view does not exist.
 * @return SCRIM_ERROR_INVALID_STATE if the view already shows a text, or if a view of any scene
 *         already shows this text.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_SCENE_MAX_TEXTS views show a text.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: as scrim_scene_update_view(). From now on, calls that change anything in the lists above
 * take O(windows + texts · depth) more.
 */
SCRIM_API scrim_status scrim_scene_attach_text(scrim_scene *scene, scrim_id view, scrim_text *text);

/**
 * Declares that a view no longer shows a text. Does nothing if it shows none.
 *
 * @param scene  The scene.
 * @param view   The view or window.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the view does not exist.
 *
 * Time: as scrim_scene_attach_text().
 */
SCRIM_API scrim_status scrim_scene_detach_text(scrim_scene *scene, scrim_id view);

/**
 * Declares whether the screen is captured by any means outside Scrim.
 *
 * Call this when the screen is about to be shared, recorded or photographed, and when that has
 * ended. While it is captured, attached texts reveal nothing. Nothing else changes: secure views
 * are secure in either state.
 *
 * @param scene     The scene.
 * @param captured  1 if the screen is captured, 0 if not.
 */
SCRIM_API scrim_status scrim_scene_set_captured(scrim_scene *scene, uint32_t captured);

/* ---- Changes that belong together ---- */

/**
 * Begins a change of several calls that the screen will show all at once, such as a new layout.
 *
 * Until scrim_scene_commit(), regions that were secure before the change stay secure, in addition
 * to those that are secure now. So both the old and the new state are covered while nobody knows
 * which one the screen shows.
 *
 * @param scene  The scene.
 *
 * @return SCRIM_ERROR_INVALID_STATE if a change is already in progress.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(secure regions).
 */
SCRIM_API scrim_status scrim_scene_begin(scrim_scene *scene);

/**
 * Ends a change. Call this when the screen shows the new state.
 *
 * @param scene  The scene.
 *
 * @return SCRIM_ERROR_INVALID_STATE if no change is in progress.
 */
SCRIM_API scrim_status scrim_scene_commit(scrim_scene *scene);

/* ---- Hit testing ---- */

/**
 * Finds what a touch at a point of the screen hits.
 *
 * That is the nearest window that contains the point, is interactive and is not hidden, and in it
 * the deepest view at the point. Nearer views are tried first. A view is hit only inside its own
 * frame and the frames of all its parents. If no view is hit, the window itself is hit. A window
 * that passes touches through is skipped in that case.
 *
 * Frames are half-open. A view that is hidden or has an alpha of 0.01 or less is not hit, and
 * neither is anything inside it.
 *
 * @param scene   The scene.
 * @param x       Horizontal coordinate of the point on the screen.
 * @param y       Vertical coordinate of the point on the screen.
 * @param window  Receives the window, or 0 if nothing is hit.
 * @param view    Receives the view, or 0 if the window itself is hit or nothing is.
 *
 * Time: O(windows + views whose parents contain the point).
 */
SCRIM_API scrim_status scrim_scene_hit_test(const scrim_scene *scene, double x, double y,
                                            scrim_id *window, scrim_id *view);

/**
 * Sets the input region of a window or view: where it can be hit if it has
 * #SCRIM_VIEW_INPUT_REGION.
 *
 * Use it for an overlay that takes touches only on its toolbar. With an empty input region nothing
 * is hit. The scene keeps the region while the flag is not set.
 *
 * @param scene       The scene.
 * @param id          The window or view.
 * @param regions     Rectangles in its own coordinates. Copied.
 * @param count       Number of rectangles, 0 … #SCRIM_SCENE_MAX_INPUT_REGION_RECTS.
 * @param generation  Receives the generation of the new region. It is 1 for the first region of a
 *                    window or view, and one more with each call.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 * @return SCRIM_ERROR_LIMIT if `count` is too large.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(rectangles before and after).
 */
SCRIM_API scrim_status scrim_scene_set_input_region(scrim_scene *scene, scrim_id id,
                                                    const scrim_rect *regions, size_t count,
                                                    uint64_t *generation);

/**
 * Returns the input region of a window or view, so that it can be passed to the compositor.
 *
 * For each of its surfaces, a program can remember the generation that it last passed to the
 * compositor, and 0 for a new surface. If the generation differs, the program passes the region
 * again.
 *
 * @param scene       The scene.
 * @param id          The window or view.
 * @param regions     Receives the rectangles in their order. May be NULL if `capacity` is 0.
 * @param capacity    Number of rectangles that fit into `regions`.
 * @param count       Receives the number of rectangles written, or needed.
 * @param generation  Receives the generation of the region, or 0 if none was ever set.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 *
 * Time: O(rectangles).
 */
SCRIM_API scrim_status scrim_scene_input_region(const scrim_scene *scene, scrim_id id,
                                                scrim_rect *regions, size_t capacity, size_t *count,
                                                uint64_t *generation);

/**
 * Finds the window that receives a touch sample.
 *
 * A touch belongs to the window that it hit when it began, until it ends, even if the finger moves
 * to another window. After you have passed the beginning of a touch, pass all its samples up to its
 * end.
 *
 * @param scene   The scene.
 * @param touch   The sample.
 * @param window  Receives the window. 0 if the touch hit none when it began, if the scene does not
 *                know the touch, or if the window was removed.
 * @param view    Receives the deepest view of that window under the finger now, or 0.
 *
 * @return SCRIM_ERROR_LIMIT if the touch begins while #SCRIM_SCENE_MAX_TOUCHES others are down. It
 *         then goes to no window.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated. A touch that begins then goes to no
 *         window.
 *
 * Time: as scrim_scene_hit_test().
 */
SCRIM_API scrim_status scrim_scene_route_touch(scrim_scene *scene, const scrim_touch *touch,
                                               scrim_id *window, scrim_id *view);

/**
 * Lists the views that may handle a touch, from a view outwards to its window.
 *
 * A program offers a touch to each of them in this order until one handles it. Views that are
 * #SCRIM_VIEW_PASS_THROUGH are left out.
 *
 * @param scene     The scene.
 * @param id        The view that was hit, or a window.
 * @param ids       Receives the views, and the window last. May be NULL if `capacity` is 0.
 * @param capacity  Number of ids that fit into `ids`.
 * @param count     Receives the number of ids written, or needed.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window or view does not exist.
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 *
 * Time: O(depth).
 */
SCRIM_API scrim_status scrim_scene_responders(const scrim_scene *scene, scrim_id id, scrim_id *ids,
                                              size_t capacity, size_t *count);

/* ---- Focus ---- */

/**
 * Gives a window the keyboard focus.
 *
 * If another window gets the focus later, and then gives it back, is hidden or is removed, this
 * window has the focus again.
 *
 * @param scene   The scene.
 * @param window  The window.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window does not exist.
 * @return SCRIM_ERROR_REFUSED if the window is #SCRIM_VIEW_TOOL and not #SCRIM_VIEW_ACCEPTS_FOCUS.
 */
SCRIM_API scrim_status scrim_scene_focus(scrim_scene *scene, scrim_id window);

/**
 * Takes the focus from a window, and removes it from the windows that wait for the focus.
 *
 * @param scene   The scene.
 * @param window  The window.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window does not exist.
 */
SCRIM_API scrim_status scrim_scene_resign_focus(scrim_scene *scene, scrim_id window);

/**
 * Returns the window that has the focus.
 *
 * @param scene   The scene.
 * @param window  Receives the window, or 0 if no visible window has asked for the focus.
 *
 * Time: O(windows).
 */
SCRIM_API scrim_status scrim_scene_focused(const scrim_scene *scene, scrim_id *window);

/* ---- Selecting, for tools ---- */

/**
 * Lists the windows and views at a point, for a tool that inspects an application.
 *
 * For each window that contains the point, the list has the window and its views at the point, and
 * the nearest window is the last. Parents come before their children, and the nearest view of a
 * window is the last. Views that touches cannot hit are listed too, and so are views that show
 * outside of a parent that does not clip.
 *
 * A #SCRIM_VIEW_TOOL window is left out, with everything inside it. A window or view that is
 * #SCRIM_VIEW_NOT_SELECTABLE is left out without what is inside it.
 *
 * @param scene       The scene.
 * @param x           Horizontal coordinate of the point on the screen.
 * @param y           Vertical coordinate of the point on the screen.
 * @param everything  1 to include views that are hidden or have an alpha of 0.01 or less, and
 *                    everything inside them. 0 to leave them out.
 * @param ids         Receives the windows and views. May be NULL if `capacity` is 0.
 * @param capacity    Number of ids that fit into `ids`.
 * @param count       Receives the number of ids written, or needed.
 *
 * @return SCRIM_ERROR_BUFFER_TOO_SMALL if `capacity` is too small. `count` is then the number
 *         needed.
 *
 * Time: O(views of the windows at the point).
 */
SCRIM_API scrim_status scrim_scene_views_at(const scrim_scene *scene, double x, double y,
                                            uint32_t everything, scrim_id *ids, size_t capacity,
                                            size_t *count);

/**
 * Selects a window or view at a point: the deepest view, or one around it.
 *
 * It selects from one window's part of the list that scrim_scene_views_at() returns without
 * `everything`. A tool window is never this window. It is the nearest window that a touch at the
 * point would hit. If there is none, it is the window with the focus, if that is in the list.
 *
 * The first call selects the last entry of that part, which is the deepest view. Another call
 * within 10 points of the previous one selects the entry before the selected one, usually its
 * parent. After the first entry, which is the window, the last one is selected again.
 *
 * @param scene  The scene.
 * @param x      Horizontal coordinate of the point on the screen.
 * @param y      Vertical coordinate of the point on the screen.
 * @param view   Receives the selected window or view, or 0 if nothing is selected.
 *
 * Time: O(views of the window).
 */
SCRIM_API scrim_status scrim_scene_select(scrim_scene *scene, double x, double y, scrim_id *view);

/**
 * Returns the selected window or view.
 *
 * @param scene  The scene.
 * @param view   Receives its id, or 0 if nothing is selected or it was removed.
 */
SCRIM_API scrim_status scrim_scene_selected(const scrim_scene *scene, scrim_id *view);

/* ---- Activity and cover ---- */

/**
 * How active the application or a window is. Outputs are covered unless the application and all its
 * windows are active.
 */
SCRIM_ENUM(scrim_activity) {
    SCRIM_ACTIVITY_ACTIVE = 1,    /**< The user works with it. */
    SCRIM_ACTIVITY_INACTIVE = 2,  /**< It is visible, but the user does not work with it. */
    SCRIM_ACTIVITY_BACKGROUND = 3 /**< It is in the background. */
};

/**
 * Sets how active the application or a window is. In a new scene the application is inactive. A new
 * window is active.
 *
 * If anything is less than active, every output is covered at once. The cover callback is called
 * for each output that was not covered before. From the return of this call on, no frame that
 * scrim_scene_redact() returns shows a source pixel. The library cannot cover what a compositor
 * already shows on the screen.
 *
 * Becoming active uncovers nothing, because the output may still show a frame that was drawn while
 * something was inactive. Each output is uncovered by its next scrim_scene_frame_ready().
 *
 * @param scene     The scene.
 * @param window    The window, or 0 for the application.
 * @param activity  One of SCRIM_ACTIVITY_*.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the window does not exist.
 *
 * Time: O(outputs).
 */
SCRIM_API scrim_status scrim_scene_set_activity(scrim_scene *scene, scrim_id window,
                                                uint32_t activity);

/**
 * Declares whether the screen is in transition between two states.
 *
 * Use it for an animation or a switch of users, while the screen shows something whose geometry the
 * scene does not know. During a transition every output is covered, as with an inactive
 * application.
 *
 * @param scene          The scene.
 * @param in_transition  1 when a transition begins, 0 when it has ended.
 *
 * Time: O(outputs).
 */
SCRIM_API scrim_status scrim_scene_set_transition(scrim_scene *scene, uint32_t in_transition);

/**
 * Adds an output. It is covered until its first scrim_scene_frame_ready() while everything is
 * active. The cover callback is called for it. Covered frames are black until
 * scrim_scene_set_cover() is called for it.
 *
 * @param scene   The scene.
 * @param output  Receives the output's number, the lowest one that is not in use.
 *
 * @return SCRIM_ERROR_LIMIT if the scene has #SCRIM_SCENE_MAX_OUTPUTS outputs.
 */
SCRIM_API scrim_status scrim_scene_add_output(scrim_scene *scene, uint32_t *output);

/**
 * Removes an output and forgets its cover. A new output may get its number.
 *
 * @param scene   The scene.
 * @param output  The output.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 */
SCRIM_API scrim_status scrim_scene_remove_output(scrim_scene *scene, uint32_t output);

/**
 * Declares that an output shows a new frame, and uncovers the output.
 *
 * The frame must have been drawn after the scene became active and its transition ended. If
 * anything is not active or is in transition, this call does nothing.
 *
 * @param scene   The scene.
 * @param output  The output.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 */
SCRIM_API scrim_status scrim_scene_frame_ready(scrim_scene *scene, uint32_t output);

/**
 * Checks whether an output is covered.
 *
 * @param scene    The scene.
 * @param output   The output.
 * @param covered  Receives 1 if the output is covered, otherwise 0.
 *
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 */
SCRIM_API scrim_status scrim_scene_is_covered(const scrim_scene *scene, uint32_t output,
                                              uint32_t *covered);

/**
 * Called when an output has been covered.
 *
 * At this time the change of the scene is complete, and the texts that its views show reveal
 * nothing.
 *
 * @param output     The output.
 * @param user_data  The pointer given to scrim_scene_set_cover_callback().
 */
typedef void (*scrim_cover_fn)(uint32_t output, void *user_data);

/**
 * Sets the callback that is called when an output has been covered. It replaces the previous one,
 * whose `user_data_free` is then called.
 *
 * @param scene           The scene.
 * @param cover           The callback. NULL removes the previous one.
 * @param user_data       Passed to both callbacks.
 * @param user_data_free  Called exactly once, when the callback is replaced or the scene is
 *                        destroyed. May be NULL. Not called if this call fails.
 */
SCRIM_API scrim_status scrim_scene_set_cover_callback(scrim_scene *scene, scrim_cover_fn cover,
                                                      void *user_data,
                                                      scrim_free_fn user_data_free);

/** What is shown in place of a frame whose output is covered. */
SCRIM_ENUM(scrim_cover_kind) {
    /** One `color`. */
    SCRIM_COVER_COLOR = 0,
    /** The texture of a `style`: frost or tiles on a color. #SCRIM_STYLE_SOLID works, too. */
    SCRIM_COVER_STYLE = 1,
    /** A `picture` of the host's, and a `color` around it. */
    SCRIM_COVER_PICTURE = 2
};

/** The largest number of pixels of a cover's picture. */
#define SCRIM_COVER_MAX_PIXELS 16777216

/** What covers a whole frame. Fields that a kind does not use are ignored. */
typedef struct scrim_cover {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t kind;        /**< One of SCRIM_COVER_*. */
    /**
     * An sRGB color, 0xRRGGBBAA. The alpha AA must be 0xFF. With #SCRIM_COVER_PICTURE, this color
     * fills the space around the picture and shows through its transparent pixels.
     */
    uint32_t color;
    uint32_t reserved; /**< 0. */
    /**
     * The style of #SCRIM_COVER_STYLE. Frost and tiles must have #SCRIM_STYLE_FLAG_ON_COLOR,
     * because nothing around the frame could lend them a color. They are drawn as one region with
     * the size of the frame and the id 0. So all frames of one size look alike.
     */
    scrim_style style;
    /**
     * The picture of #SCRIM_COVER_PICTURE, at most #SCRIM_COVER_MAX_PIXELS pixels in any format.
     * The call copies it. Alpha is straight, as in PNG: colors are not multiplied by it.
     */
    const scrim_frame *picture;
} scrim_cover;

/** A black cover. */
#define SCRIM_COVER_INIT \
    {sizeof(scrim_cover), SCRIM_COVER_COLOR, 0x000000FFu, 0u, SCRIM_STYLE_INIT, NULL}

/**
 * Sets a struct to #SCRIM_COVER_INIT, for languages that cannot use C macros.
 *
 * @param cover  The struct.
 * @param size   The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_cover_init(scrim_cover *cover, size_t size);

/**
 * Sets what covers the frames of an output. In a new scene, and for a new output, it is black. This
 * does not cover the output: scrim_scene_set_activity() does.
 *
 * scrim_scene_redact() and scrim_capture_redact() show it when they cover a whole frame and return
 * #SCRIM_OK. After an error, a frame is black. Secure regions keep their own style. No pixel of the
 * frame has an influence on the cover.
 *
 * A picture is scaled to fit: all of it is visible, in its own proportions, in the middle of the
 * frame. It is drawn upright in the frame, even if a capture is rotated. Where the picture shrinks,
 * each pixel is the mean of the area that it replaces. Where it grows, pixels are interpolated
 * linearly. The picture is converted to the frame's format, color range and color matrix, as
 * colors of styles are. A sample of chroma is the mean of the pixels that share it. If the picture
 * is opaque, has the frame's size and format, and the format has no chroma planes, its pixels are
 * copied unchanged.
 *
 * A snapshot keeps the covers of the moment when it was taken. A frame that is redacted with it
 * gets such a cover, even if the scene has another one by then.
 *
 * If this call fails, the cover stays as it was.
 *
 * @param scene   The scene.
 * @param output  The output.
 * @param cover   The cover. NULL is the same as #SCRIM_COVER_INIT.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a value is out of range, if a color is not opaque, if
 *         frost or tiles are not on a color, or if the picture is NULL or not a valid frame.
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 * @return SCRIM_ERROR_REVERSIBLE_STYLE if the style is reversible.
 * @return SCRIM_ERROR_UNSUPPORTED if this version does not support the kind of the cover or of the
 *         style, or the format, the color range or the color matrix of the picture.
 * @return SCRIM_ERROR_LIMIT if the picture has more than #SCRIM_COVER_MAX_PIXELS pixels.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(pixels of the picture), which takes 8 bytes of memory each. Covering a frame with a
 * picture takes O(pixels of the frame + pixels of the picture). It is fastest with a picture in the
 * size of the frame.
 */
SCRIM_API scrim_status scrim_scene_set_cover(scrim_scene *scene, uint32_t output,
                                             const scrim_cover *cover);

/* ---- Frames ---- */

/** Options of scrim_scene_redact(): the part of the screen in the frame, and the style. */
typedef struct scrim_scene_redact_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t output;      /**< The output that the frame belongs to. */
    scrim_point origin;   /**< The point of the screen at the frame's top left corner. */
    double scale;         /**< Pixels per point, 1/64 … 64. */
    /**
     * The style of the secure regions. It must be irreversible. If it is reversible, they are
     * covered in solid black, the call returns #SCRIM_ERROR_REVERSIBLE_STYLE, and the report
     * describes the black cover.
     */
    scrim_style style;
    /** The first row of the band to redact: see `first_row` of ::scrim_redact_options. */
    uint32_t first_row;
    /**
     * Number of rows of the band. 0 stands for all rows from `first_row` on. After an error, the
     * band is black. If the band itself is wrong, the whole frame is.
     */
    uint32_t row_count;
} scrim_scene_redact_options;

/** Output 0, the screen's origin, one pixel per point, and solid black. */
#define SCRIM_SCENE_REDACT_OPTIONS_INIT \
    {sizeof(scrim_scene_redact_options), 0u, {0.0, 0.0}, 1.0, SCRIM_STYLE_INIT, 0u, 0u}

/**
 * Sets a struct to #SCRIM_SCENE_REDACT_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_scene_redact_options_init(scrim_scene_redact_options *options,
                                                       size_t size);

/**
 * Redacts a frame in place: covers every secure region, or the whole frame while its output is
 * covered.
 *
 * It covers the regions that scrim_scene_secure_regions() lists, rounded outward to whole pixels.
 * If the output is covered, the frame shows what scrim_scene_set_cover() has set. The outcome is
 * then #SCRIM_OUTCOME_COVERED, and the status is #SCRIM_OK.
 *
 * Use this for frames that the program itself draws from the state that the scene describes. It
 * covers what is secure now, and not what was secure a moment ago. Frames that are read from a
 * screen show an earlier state. Redact those with scrim_capture_redact().
 *
 * Like scrim_redact(), it fails closed: after an error the frame or its band is black, or the
 * outcome is #SCRIM_OUTCOME_DISCARD. That includes an invalid handle. #SCRIM_ERROR_REVERSIBLE_STYLE
 * is an exception: only the secure regions are then covered, and the outcome is #SCRIM_OUTCOME_OK.
 *
 * @param scene    The scene.
 * @param frame    The frame.
 * @param options  The options. NULL is the same as #SCRIM_SCENE_REDACT_OPTIONS_INIT.
 * @param report   Receives what was done, also after an error. May be NULL.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if a value is out of range, or if the band is wrong.
 * @return SCRIM_ERROR_NOT_FOUND if the output does not exist.
 * @return SCRIM_ERROR_UNSUPPORTED if this version does not support the format, its color range or
 *         its color matrix, or the kind of the style.
 * @return SCRIM_ERROR_REVERSIBLE_STYLE if the style is reversible. The secure regions are then
 *         solid black, and the rest of the frame is unchanged.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if there are more points or rectangles than scrim_redact() accepts.
 *
 * Time: O(pixels covered + n log n) for n secure regions. A rotated region counts as many times as
 * it has rows of pixels in the frame.
 */
SCRIM_API scrim_status scrim_scene_redact(const scrim_scene *scene, const scrim_frame *frame,
                                          const scrim_scene_redact_options *options,
                                          scrim_redact_report *report);

#ifdef __cplusplus
}
#endif

#endif
