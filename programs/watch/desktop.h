/* SPDX-License-Identifier: MIT */
/* What is known of the desktop: its windows, and which parts of them recordings must not show. Two threads share one desktop. The
 * thread of the screen (screen.h) reports windows and damage, and publishes what is covered. The thread of the tree (tree.h) asks
 * which window to read next, and reports what it read.
 *
 * A window is unknown until it has been read, and is then covered as a whole. So it is again if what was read may be wrong: the
 * window has been drawn on since, and nobody has answered in time.
 *
 * Nothing here calls X, a compositor or an application, and the time is always an argument, so tests simulate all of it. */
#ifndef SCRIM_WATCH_DESKTOP_H
#define SCRIM_WATCH_DESKTOP_H

#include "box.h"

#include <sys/types.h>

enum {
    WINDOW_TEXT = 256,    /* bytes of a title or name, with its NUL; longer ones are cut between characters */
    WINDOW_MAX_BOXES = 64, /* secret boxes of a window; a window with more is covered as a whole */
    DESKTOP_MAX_WINDOWS = 4096,
    DESKTOP_MAX_COVERS = DESKTOP_MAX_WINDOWS + 64 /* at least one for each window, and some that linger */
};

/* How far the shadows that a window draws itself reach into its content: _GTK_FRAME_EXTENTS of X. All 0 if it draws none. */
typedef struct shadow {
    int32_t left, right, top, bottom;
} shadow;

/* A window as the screen reports it. */
typedef struct window {
    uint64_t id;  /* never 0; of X: the child of the root; of sway: the container */
    box frame;    /* all that belongs to it, with decorations, on the screen */
    box content;  /* what the application draws, on the screen; boxes of the tree count from its corner */
    shadow shadow; /* some toolkits count boxes from inside of it, others from the corner of the content */
    pid_t pid;    /* of the process that draws it; 0 if it is not known */
    pid_t named_pid; /* of X: of another process that the window names; 0 if it names none. One of both draws it */
    bool embeds;  /* another process draws in it, too */
    bool popup;   /* is not managed: a menu, a tooltip, a list */
    bool opaque;  /* hides all that is behind its frame */
    bool was_there; /* of X: it was shown before the program started, and has not been hidden since */
    bool keeps_picture; /* of X: a compositor keeps what it has drawn, also while it moves or is behind others */
    bool no_place; /* boxes of the tree cannot be placed on the screen, as under Wayland: secrets cover the whole window */
    char title[WINDOW_TEXT];
    char class_name[WINDOW_TEXT]; /* of X: the second part of WM_CLASS; of Wayland: the application id */
} window;

/* What somebody who reads a window found. */
typedef enum verdict {
    VERDICT_UNKNOWN,  /* it did not answer, or not in time: covered as a whole */
    VERDICT_CLEAR,    /* read, no secret */
    VERDICT_SECRETS,  /* read, with secrets: their boxes are covered. Without boxes, none of them is visible now */
    VERDICT_COVERED,  /* covered as a whole, because a rule says so */
    VERDICT_SHOWN     /* never covered, because a rule says so, or because it is not on the bus and the default is to show */
} verdict;

/* What was found in a window, and why it is covered, for people. */
typedef struct reading {
    verdict verdict;
    bool prompt;       /* the toolkit reports places as soon as it draws; otherwise damage covers the window until it is read again, and
                          what was drawn for longer */
    bool from_application; /* it has answered, so it is not busy; rules and defaults do not ask it */
    uint64_t again_ns; /* read again after this time, even if nothing happens; 0: only if something happens */
    bool elsewhere;    /* a secret is outside of the window, but not hidden: a pop-up may show it */
    bool blank;        /* the tree does not say what the window shows */
    size_t count;      /* of boxes */
    box boxes[WINDOW_MAX_BOXES]; /* from the corner of the content; with their margin */
    char reason[WINDOW_TEXT];    /* for --once --json: "password field", "rule 3", "not on the bus", "does not answer" */
    char application[WINDOW_TEXT]; /* its name on the bus */
    char toolkit[64];
} reading;

/* Times in nanoseconds. */
typedef struct desktop_times {
    uint64_t answer_ns; /* how long after damage or an event what was read still counts: then the window is unknown */
    uint64_t clear_ns;  /* the same for a window without secrets, which is read again less often */
    uint64_t wait_ns;   /* such a window is unknown, too, if its reading is late by this; some more if its readings usually take long */
    uint64_t linger_ns; /* how long a box stays covered after a reading that no longer has it */
} desktop_times;
/* 80 ms, 1 s, 60 ms and 200 ms. Recorders wait for 100 ms, which leaves 20 ms for the way of damage to us, and of covers to them. */
#define DESKTOP_TIMES_INIT {80000000u, 1000000000u, 60000000u, 200000000u}

typedef struct desktop desktop;

/* NULL if there is no memory. */
desktop *desktop_new(const desktop_times *times);
void desktop_free(desktop *desktop);

/* ---- The thread of the screen ---- */

/* Replaces the list of windows, the lowest first. Windows with a new id are unknown. A window whose pid, class or size has changed, or
 * that begins or ceases to embed others, is unknown again; one that only moved keeps what was read. A changed title asks for another reading.
 *
 * A list is refused if it has more than DESKTOP_MAX_WINDOWS, an id that is 0 or there twice, or empty bounds, or if there is no memory.
 * Everything is then covered until the next list, as after desktop_lost(). `bounds` is the whole screen. */
void desktop_set_windows(desktop *desktop, box bounds, const window *windows, size_t count, uint64_t now_ns);

/* A part of a window may have been drawn, in the coordinates of its content. */
void desktop_damaged(desktop *desktop, uint64_t id, box part, uint64_t now_ns);

/* All of these parts were drawn, in the same coordinates: the screen no longer shows there what was behind the window. `copies`: the window
 * was moved meanwhile, so the server may only have copied what it showed before. Without a compositor, that must follow for every move, also if
 * nothing was drawn. */
void desktop_drawn(desktop *desktop, uint64_t id, const box *parts, size_t count, bool copies, uint64_t now_ns);

/* Before a window is reported in another place: something was drawn in this box while it was still in the old one. What was not drawn there
 * counts as a picture of others that moves with the window, but not in this box: the server has painted it, or the application is not busy. */
void desktop_drawing(desktop *desktop, uint64_t id, box part);

/* The screen cannot be read: covers everything until the next desktop_set_windows(), and forgets all windows. */
void desktop_lost(desktop *desktop);

/* Writes the boxes on the screen that must be covered now, clipped to the screen, and returns how many. SIZE_MAX: everything must be
 * covered. Parts behind what opaque windows have drawn are left out, if these are read and have kept their place and order for linger_ns. `next_ns` receives
 * the time at which the answer changes even if nothing happens, or UINT64_MAX. Call it after every report, and at that time. */
size_t desktop_covers(desktop *desktop, uint64_t now_ns, box covers[DESKTOP_MAX_COVERS], uint64_t *next_ns);

/* Writes the ids of windows whose applications should be asked to draw the whole window, at most `max`, and returns how many. Without a
 * compositor, such a window may show a picture of others, and stays covered there until its application draws. It may be idle. Call it after
 * desktop_covers(). A window is returned only if such a part is visible, and again, after a longer pause, while this is so. */
size_t desktop_redraws(desktop *desktop, uint64_t now_ns, uint64_t *ids, size_t max);

/* ---- The thread of the tree ---- */

/* A window to read. */
typedef struct question {
    window window;
    uint64_t ticket;  /* its number: an answer is not believed if the window has changed since, or has a newer question */
    bool again;       /* it was read before, and only drawn on since: asking for the known boxes may be enough */
    verdict before;   /* what it was */
    uint64_t drawn_ns; /* when it was last drawn on, or had an event; 0 if it never was */
    uint64_t listed_ns; /* when it appeared: another window may have had its id before */
} question;

/* The most urgent window to read: unknown ones first, then those with secrets, then others. False if there is none now; `wait_ns`
 * then receives how long until there may be one (UINT64_MAX: until something happens). Windows that are drawn on all the time, or that
 * could not be read, come back after a pause that depends on how long their last reading took. */
bool desktop_next_question(desktop *desktop, uint64_t now_ns, question *out, uint64_t *wait_ns);

/* What was found. Ignored if the window is gone, has changed since the question, or was asked about again. If it was drawn on since the
 * question, it is asked again, and the answer counts meanwhile. */
void desktop_answer(desktop *desktop, const question *question, const reading *reading, uint64_t now_ns);

/* An event of the tree says that a window may have changed: read it again. id 0: all windows of the process. */
void desktop_changed(desktop *desktop, pid_t pid, uint64_t id, uint64_t now_ns);

/* New objects of the process were reported, and are not read at once. Its windows with secrets are asked about as if they were drawn on. */
void desktop_news_wait(desktop *desktop, pid_t pid, uint64_t now_ns);

/* New objects of the process were reported. Nobody says when its windows without a place are drawn on, so those without secrets are read
 * again. */
void desktop_news_came(desktop *desktop, pid_t pid, uint64_t now_ns);

/* The process has left the bus, or has come to it: its windows are unknown. pid 0: all windows. */
void desktop_forget(desktop *desktop, pid_t pid, uint64_t now_ns);

/* ---- Either thread ---- */

/* Copies window number `index` from below, and what is known of it. False if there are not as many. */
bool desktop_window(desktop *desktop, size_t index, window *window, reading *reading, uint64_t now_ns);

/* A window, and what is known of it. */
typedef struct known_window {
    window window;
    reading reading;
    uint64_t listed_ns; /* when it appeared */
} known_window;

/* Copies all windows of one moment, the lowest first. Pass the result to free(). NULL if there is no memory. */
known_window *desktop_copy_windows(desktop *desktop, uint64_t now_ns, size_t *count);

/* The whole screen; empty while it cannot be read. */
box desktop_bounds(desktop *desktop);

/* Descriptors to poll() for reading: when the tree has something to read, and when the tree has changed what is covered. Do not read
 * from them: desktop_next_question() and desktop_covers() do. */
int desktop_questions_fd(const desktop *desktop);
int desktop_covers_fd(const desktop *desktop);

#endif
