/* SPDX-License-Identifier: MIT */
/* The parts of the X11 screen. Nothing here waits for the X server, except x11_open(): requests are sent, and their replies are taken
 * when they have arrived, in the order of the events around them. So what is known of a window is always what the server had at one
 * moment, and an event can be applied to it without asking again. */
#ifndef SCRIM_WATCH_SCREEN_X11_H
#define SCRIM_WATCH_SCREEN_X11_H

#include "screen.h"

#include <glib.h>
#include <xcb/damage.h>
#include <xcb/res.h>
#include <xcb/shape.h>
#include <xcb/xcb.h>
#include <xcb/xfixes.h>

typedef enum property {
    PROPERTY_WM_STATE,
    PROPERTY_PID,
    PROPERTY_MACHINE,
    PROPERTY_NET_NAME,
    PROPERTY_NAME,
    PROPERTY_CLASS,
    PROPERTY_OPACITY,
    PROPERTY_FRAME_EXTENTS,
    PROPERTIES
} property;

/* A window of X: the root, or a window inside of it. */
typedef struct node {
    xcb_window_t id;
    struct node *parent; /* NULL: the root */
    GPtrArray *children; /* the lowest first; NULL if nobody watches them */
    int32_t x, y, width, height, border; /* as in X: the corner of the border, inside of the parent, and the size without the border */
    uint8_t depth;       /* bits of a pixel; 0 until it is known */
    bool mapped, popup, input_only;
    bool was_there;      /* was shown when the program started, and has not been hidden since */
    bool watched;        /* its process was asked for, and it is or may be watched for children */
    bool read;           /* its properties were asked for, because it may be a client */
    bool tree_asked;     /* for its children, and the reply is under way */
    bool crowded;        /* has windows that nobody looks at, because they are too many or too deep */
    unsigned searching;  /* replies under way that may say which window is the client */
    bool shape_known, shaped;
    uint32_t asked;      /* bits of properties whose replies are under way */
    bool has_state, has_opacity, here; /* here: its machine is this one */
    uint32_t resource_pid, property_pid;
    uint32_t draws_for;  /* another process, for which its own draws; 0 if it is not known */
    shadow shadow;
    char *net_name, *name, *class_name;
    /* Damage of a client: */
    xcb_damage_damage_t damage;
    box damaged, told;   /* until the server is asked to begin again; what is reported once it has */
    box caret;           /* the last thin part */
    bool damage_waits, damage_sent;
    bool damage_first;   /* the server watched before it was asked for its state */
    bool damage_guessed; /* the server counts as drawn what was there before it watched */
    box drawing;         /* of all that was drawn since the server was asked to begin again, and before the window moved */
    unsigned painted_reports; /* reports to come that may contain what the server paints because x11_redraw() asked for it */
    bool moved, drawn_copies; /* since the server was asked to begin again: it has copied what the window shows, and counts that as drawn */
    box *drawn;          /* what was drawn of `told` */
    size_t drawn_count;
    struct look *look;   /* at the pixels that were last drawn */
    xcb_window_t client; /* of a child of the root: whose damage is watched */
    bool unseen;         /* of a child of the root: since the last report it moved from a place in which it was not seen as a whole */
    unsigned place;      /* of a child of the root: in the list that was last reported, from 1 and from below; 0: it was not there */
} node;

enum {
    X11_MAX_CHILDREN = 256,  /* of a window that is not the root */
    X11_MAX_WINDOWS = 32768, /* that are known; no more are looked for in windows */
    X11_MAX_EXPOSING = 64
};

/* Where a window was that has gone, moved, or changed its order or shape since the last report. */
typedef struct exposing {
    box frame;
    xcb_window_t moved; /* the window, if it has only moved */
} exposing;

/* A reply that is under way. */
typedef struct pending {
    unsigned sequence;
    uint8_t what; /* a property, or one of those below */
    xcb_window_t window;
} pending;

enum {
    PENDING_ATTRIBUTES = PROPERTIES,
    PENDING_GEOMETRY,
    PENDING_SHAPE,
    PENDING_PID,
    PENDING_TREE,
    PENDING_IMAGE,
    PENDING_PARTS,
    PENDING_DAMAGE /* replies to any request that was sent after those for damage */
};

struct screen {
    desktop *desktop;
    xcb_connection_t *connection;
    int number; /* of the screen of X */
    node *root;
    GHashTable *nodes; /* by id */
    GArray *pending;   /* in the order of their requests */
    guint pending_head;
    xcb_atom_t atoms[PROPERTIES];
    uint8_t damage_event, shape_event, selection_event;
    bool has_resources; /* the extension X-Resource, version 1.2 */
    bool has_shapes;
    bool composited;
    char machine[WINDOW_TEXT];
    bool changed, more, failed;
    int reports; /* since events were last taken */
    bool full; /* a window is crowded because of X11_MAX_WINDOWS */
    bool opening; /* the first list is not complete */
    GArray *reported; /* the windows that were last reported */
    box bounds, reported_bounds;
    size_t exposing_count;
    exposing exposing[X11_MAX_EXPOSING];
    /* Damage: */
    GArray *damage_waiting, *damage_sent; /* ids of windows */
    uint64_t damage_next_ns;
    xcb_xfixes_region_t parts; /* of one window that were drawn */
    /* Preview: */
    xcb_window_t preview;
    GArray *outlines; /* rectangles */
    uint64_t raises_ns; /* since when they are counted */
    int raises;
    /* Asking for drawings: */
    xcb_window_t expose_window; /* empty; the server sends Expose events to the window behind it when it goes */
};

uint64_t x11_now(void);

/* screen_x11.c */
void x11_expect(screen *screen, unsigned sequence, int what, xcb_window_t window);

/* windows_x11.c: what is known of windows, and replies */
node *x11_node(const screen *screen, xcb_window_t id);
node *x11_node_new(screen *screen, node *parent, xcb_window_t id);
void x11_node_free(screen *screen, node *node);
bool x11_drop_cycle(screen *screen, node *node, const struct node *parent);
void x11_node_move(screen *screen, node *node, struct node *parent);
void x11_read_node(screen *screen, node *node); /* asks for what matters of a window, once it is shown */
void x11_watch_children(screen *screen, node *node); /* unless they are too deep */
void x11_ask_tree(screen *screen, node *node);
void x11_ask_crowded(screen *screen); /* if there is room again */
bool x11_finds_client(int what);
void x11_reply(screen *screen, const pending *pending, const void *reply);

/* events_x11.c */
void x11_event(screen *screen, const xcb_generic_event_t *event);

/* properties_x11.c */
bool x11_intern_atoms(screen *screen);
void x11_ask_property(screen *screen, node *node, property property);
void x11_property_reply(const screen *screen, node *node, property property, const xcb_get_property_reply_t *reply);
/* Copies text that may be anything: cut between characters, without control characters, always valid UTF-8. */
void x11_text_from_utf8(char out[WINDOW_TEXT], const char *bytes, size_t length);
void x11_text_from_latin1(char out[WINDOW_TEXT], const char *bytes, size_t length);

/* list_x11.c: reports the list of windows, if it has changed. An event that undoes a change is applied after that change was
 * reported. A move is applied after changes were reported that the window may show: meanwhile windows may have come to show what is behind them. */
node *x11_client(node *top, bool *shared);
node *x11_top(node *node); /* the child of the root that contains it */
box x11_frame(const node *top);
bool x11_is_own(const screen *screen, const node *node); /* one of our windows */
bool x11_is_listed(const screen *screen, const node *top); /* whether it is shown, and not our own */
void x11_report(screen *screen);

/* foreign_x11.c: whether another application than the one of `client` shows a window at or below `node` */
bool x11_has_foreign(const screen *screen, node *node, const struct node *top, const struct node *client);

/* damage_x11.c */
void x11_damage_begin(screen *screen, node *node); /* before it is asked for its state */
void x11_damage_viewable(node *node, bool viewable);
void x11_damage_moved(screen *screen, node *node); /* or another size */
void x11_damage_watch(screen *screen, node *top, node *client);
void x11_damage_forget(screen *screen, node *client);
void x11_damage_event(screen *screen, const xcb_damage_notify_event_t *event);
void x11_damage_rearm(screen *screen, uint64_t now_ns);
void x11_damage_rearmed(screen *screen);
int64_t x11_damage_interval_ns(const screen *screen);

void x11_damage_parts(node *node, const xcb_xfixes_fetch_region_reply_t *reply);
void x11_damage_looked(node *node, const xcb_get_image_reply_t *reply);

/* caret_x11.c: whether a part that was drawn is only a caret */
bool x11_is_thin(box part);
void x11_look(screen *screen, node *node, uint64_t now_ns); /* asks for the pixels, if they may say it */
bool x11_looked(node *node, const xcb_get_image_reply_t *reply); /* whether it is */
void x11_look_forget(node *node);

/* preview_x11.c */
void x11_preview(screen *screen, const box *covers, size_t count);
void x11_preview_raise(screen *screen); /* if another window has come above it */

/* redraw_x11.c: asks applications to draw whole windows */
void x11_redraw(screen *screen, const uint64_t *ids, size_t count);

#endif
