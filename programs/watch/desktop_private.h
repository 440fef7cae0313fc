/* SPDX-License-Identifier: MIT */
/* The inside of desktop.h, for desktop*.c. Everything here is called with the lock held. */
#ifndef SCRIM_WATCH_DESKTOP_PRIVATE_H
#define SCRIM_WATCH_DESKTOP_PRIVATE_H

#include "desktop.h"

#include <pthread.h>

#define NEVER UINT64_MAX
#define MILLISECOND UINT64_C(1000000)

enum {
    MAX_LINGERING = 96, /* boxes of one window that linger; with more, the whole window does */
    MAX_UNDRAWN = MAX_PARTS, /* boxes of one window that its application has not drawn; with more, they grow */
    MAX_TRAILS = DESKTOP_MAX_COVERS - DESKTOP_MAX_WINDOWS /* boxes on the screen that linger; with more, two become one */
};

/* Parts of the screen that show what an application has not drawn there. */
typedef struct pictures {
    size_t count;
    box boxes[MAX_TRAILS];
} pictures;

/* What was drawn on a window and not read yet, since some moment. */
typedef struct unread {
    uint64_t first_ns;  /* the first damage or event that counts against the limit; NEVER if there is none */
    uint64_t damage_ns; /* the first damage of them; NEVER if there is none */
    uint64_t event_ns;  /* the first change of the tree or the title; NEVER if there is none */
    uint64_t last_ns;   /* the last damage of them; 0 if there is none */
    uint64_t inside_ns; /* what a full reading should look at some time; NEVER if there is nothing */
    box part;           /* bounding box of the damage that counts, in coordinates of the content */
} unread;

/* A box that stays covered for a while. An application that has said where its fields are may compute before it draws them there. */
typedef struct lingering {
    box box;
    uint64_t until_ns;   /* it is covered until then */
    uint64_t settles_ns; /* and until its application has drawn then or later, or has answered a question of that time; 0: it has */
} lingering;

/* A place on the screen where something covered was. If the window that is there now draws nothing, the screen still shows it. */
typedef struct trail {
    box box;
    uint64_t owner; /* the window of which it is a picture; 0 if it may be of others */
    bool copied;    /* the server may have copied it with a window: it ends when the application there draws or answers, not if it is copied again */
    bool behind;    /* the window is still there, and draws something else: only windows in front that have not drawn show it */
    uint64_t since_ns, first_ns; /* when its newest and its oldest part began; they differ if several trails have become one */
    uint64_t until_ns; /* it is covered until then, and longer where a window has not been alive since */
} trail;

/* A window and what is known of it. */
typedef struct entry {
    window window;
    reading reading;
    bool outdated;     /* the reading is of another size, process or time: the window is unknown */
    bool was_read;     /* at some time */
    uint64_t listed_ns; /* when it appeared in the list */
    uint64_t new_ns;   /* the same; 0 if it may have been there before */
    uint64_t still_ns; /* since when it has its place and order */
    size_t undrawn_count;
    box undrawn[MAX_UNDRAWN]; /* not drawn in its place: the screen may still show what was behind it, in coordinates of the content */
    size_t silent_count;
    box silent[MAX_UNDRAWN]; /* of these, what was never drawn: if the server copies it, it is a picture of what was behind it */
    size_t lost_count;
    box lost[MAX_UNDRAWN]; /* of what is not drawn, what was not seen in one of several places: the server asks to draw it, so it ends if its
                            * application draws or answers */
    bool lost_grew; /* there was no room for all parts, so `lost` is the whole window, and an answer does not end it */
    size_t unseen_count;
    box unseen[MAX_UNDRAWN]; /* parts that the place before its last move did not show, in the same coordinates; only while `copied` */
    bool unseen_grew;        /* there was no room for all of them, so it is the whole window */
    uint64_t moved_ns;       /* when pictures of others were last taken along */
    box drawing;             /* what desktop_drawing() reported */
    bool copied;             /* it has moved, and the screen has not said since what was drawn */
    uint64_t alive_ns; /* when its application last drew, or was asked what it then answered itself; the server may only have copied */
    uint64_t acted_ns; /* the same, without what the server may have copied */
    uint64_t redraw_ns, redraw_due_ns; /* when its application was last asked to draw; when it should be asked, or NEVER */
    unsigned redraw_requests; /* since it last drew or answered and showed no picture of others */
    uint64_t drawn_ns; /* the newest damage or event; 0 if there was none */
    uint64_t event_ns; /* the newest event, or when it became unknown */

    uint64_t ticket;   /* of the newest question; 0 if it was never asked */
    bool waiting;      /* for the answer to it, which is believed */
    bool asked_again;  /* it had `again` */
    uint64_t asked_ns; /* when it was asked */
    uint64_t ended_ns; /* when the newest answer came; a question without an answer ends when it was asked */
    uint64_t answered_ns; /* the same, but a question without an answer does not count; 0 if there was none */
    uint64_t cost_ns;  /* how long the newest answer took */
    uint64_t usual_ns; /* how long answers took on average, the newest ones most; 0 if there was none */
    uint64_t full_ended_ns, full_cost_ns; /* the same for readings that were not only of known boxes */
    uint64_t again_ns; /* when the newest answer wants another reading; NEVER if it does not */
    uint64_t settles_ns; /* when a question shows that what lingers is no longer on the screen; NEVER if it was asked */
    unsigned failures; /* answers in sequence that said unknown */
    unread before;     /* until the newest question */
    unread since;      /* from then on */
    box read_part;     /* what had been drawn before the newest question, in coordinates of the content */
    bool places_are_late; /* when it was last read, its secrets were covered at places that its toolkit does not report promptly */
    uint64_t drawn_outside_ns; /* when such a window was last drawn on outside of its covers; 0 if its tree has said since what it shows */
    box drawn_outside; /* where, in coordinates of the content: what was covered may have moved there */
    lingering whole; /* all of the window */
    size_t lingering_count;
    lingering lingering[MAX_LINGERING];
    size_t first_cover, cover_count; /* its boxes among the covers */
} entry;

struct desktop {
    pthread_mutex_t lock;
    desktop_times times;
    box bounds;
    bool known; /* a list of windows has come, and nothing was lost since */
    bool lost;  /* until the next list, whose windows are not new then */
    entry **entries; /* the lowest first */
    size_t count;
    uint64_t ticket;
    size_t trail_count;
    trail trails[MAX_TRAILS];
    box trail_parts[MAX_TRAILS]; /* what is covered of them; only while covers are computed */

    int questions_fd, covers_fd;
    uint64_t tree_wakes_ns; /* when the tree will ask again; 0 while it is busy, or has been woken */
    bool covers_signaled;
    bool covers_stale;
    uint64_t covers_next_ns;
    size_t cover_count, window_cover_count; /* the second without trails, which come last */
    box covers[DESKTOP_MAX_COVERS];
    box hiding[DESKTOP_MAX_WINDOWS]; /* frames that hide what is behind them, from the front; only while covers are computed */
};

/* ---- Windows ---- */

entry *desktop_find(desktop *desktop, uint64_t id);
/* What is known of it at this time: unknown if it was drawn on, and not read in time. */
verdict entry_verdict(const desktop *desktop, const entry *entry, uint64_t now_ns);
/* How long what was read counts after damage; NEVER if it always does. */
uint64_t entry_limit(const desktop *desktop, const entry *entry);
/* When it becomes unknown if nobody answers, NEVER if it does not. */
uint64_t entry_deadline_ns(const desktop *desktop, const entry *entry);
/* When it was first drawn on, or had an event, that nobody has read; NEVER if there was none. */
uint64_t entry_first_ns(const entry *entry);
uint64_t add_ns(uint64_t a, uint64_t b);

/* What was read counts no longer. */
void desktop_outdate(desktop *desktop, entry *entry, uint64_t now_ns);
void desktop_add_event(desktop *desktop, entry *entry, uint64_t now_ns);
/* Keeps a part of the content covered, or the whole window, and not only for as long as it has secrets there. */
void entry_linger(const desktop *desktop, entry *entry, box part, uint64_t now_ns);
void entry_linger_whole(const desktop *desktop, entry *entry, uint64_t now_ns);
/* The application has drawn, or answered a question of that time. */
void desktop_settle(desktop *desktop, entry *entry, uint64_t time_ns, uint64_t now_ns);
/* Forgets what was drawn outside of the covers of a window that is not prompt, or lets the window be read again when its tree is no longer
 * late. */
void entry_settle_late(entry *entry, uint64_t now_ns);
/* The window leaves its place, or only its order if `goes` is false: what was covered there stays so, and also what nobody has read. Covers
 * must be up to date. */
void desktop_leave_trail(desktop *desktop, const entry *entry, bool goes, uint64_t now_ns);
/* The window no longer has a secret in this part of its content. Windows in front that have not drawn there may still show it. */
void desktop_leave_part(desktop *desktop, const entry *entry, box part, uint64_t now_ns);
/* Nobody knows what windows that have gone may have left on the screen. */
void desktop_leave_whole_trail(desktop *desktop, uint64_t now_ns);
/* The application has drawn, or answered a question of that time. */
void desktop_note_life(desktop *desktop, entry *entry, uint64_t time_ns, bool copies, uint64_t now_ns);
/* The application has not drawn this part of the content since it appeared on the screen. Wayland shows no such parts. */
void entry_add_undrawn(entry *entry, box part);
void entry_add_all_undrawn(entry *entry);
/* Takes parts from what is not drawn. `copies`: the server may have copied them, so only what was drawn before counts. */
void entry_draw(entry *entry, const box *parts, size_t count, bool copies);
/* All of the content, in its own coordinates. */
box window_whole(const window *window);
void entry_add_lost(entry *entry, box part);
void entry_forget_lost(entry *entry);
/* Writes where boxes of the window's content lie in a part of the screen, and returns how many do. */
size_t entry_parts_in(const entry *entry, const box *boxes, size_t box_count, box here, box parts[MAX_UNDRAWN]);
/* Writes the parts of a trail that the window may still show, and returns how many. */
size_t entry_waiting_parts(const entry *entry, const trail *trail, box parts[MAX_UNDRAWN]);
/* Its times are set here. */
void desktop_add_trail(desktop *desktop, trail added, uint64_t now_ns);
/* Adds a part without others. If there is no room, the last picture grows. */
void pictures_add(pictures *taken, box part, const box *others, size_t other_count);
/* Before a window goes to another place, to which the server copies what it shows: takes the pictures of others that it may show. */
void entry_take_along(const desktop *desktop, entry *entry, pictures *taken, uint64_t now_ns);
/* Leaves trails of these pictures in the new place. */
void desktop_bring(desktop *desktop, entry *entry, const window *old, const pictures *taken, uint64_t now_ns);
/* The window has a new place or order. It is read again, because that shows whether its application draws. */
void entry_note_place(entry *entry, uint64_t now_ns);
/* Everything is covered until the next list of windows. */
void desktop_forget_windows(desktop *desktop);

/* Fills the list of covers, and finds the time at which it changes next. */
void desktop_compute_covers(desktop *desktop, uint64_t now_ns);
void desktop_covers_changed(desktop *desktop);
/* The covers change at this time, if it is still to come. */
void desktop_change_at(desktop *desktop, uint64_t time_ns, uint64_t now_ns);
/* Covers the places that windows have left: begins before the windows, follows each of them from the front, and ends. */
void desktop_begin_trails(desktop *desktop, uint64_t now_ns);
void desktop_follow_trails(desktop *desktop, const entry *entry, size_t hiding_count, uint64_t now_ns);
void desktop_end_trails(desktop *desktop, uint64_t now_ns);

/* ---- Windows that are idle ---- */

/* Whether its application was asked to draw less than a second ago. The server may have painted what is reported as drawn until then. */
bool entry_may_be_painted(const entry *entry, uint64_t now_ns);

/* Finds the windows that desktop_redraws() returns. Covers must have been computed for this time. */
void desktop_note_idle(desktop *desktop, uint64_t now_ns);

/* ---- Questions ---- */

/* When the window should be read, NEVER if nothing is to be read, and how urgent that is: 0 is the most urgent. */
uint64_t entry_due_ns(const desktop *desktop, const entry *entry, uint64_t now_ns, int *rank);
/* Wakes the tree if the window should be read before the tree will ask. */
void desktop_wake_tree(desktop *desktop, const entry *entry, uint64_t now_ns);

/* Nothing is unread. */
void unread_clear(unread *unread);
/* Adds what is unread since a later moment. */
void unread_add(unread *unread, const struct unread *later);

#endif
