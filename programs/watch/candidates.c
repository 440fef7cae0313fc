/* SPDX-License-Identifier: MIT */
#include "candidates.h"

#include <stdlib.h>

#include "watch.h"

bool candidates_collect(candidates *all, pid_t pid, uint64_t now_ns) {
    application *application;
    for (size_t i = 0; (application = applications_at(i)) != NULL; i++) {
        if (application->pid != pid || !application->has_tree) {
            continue;
        }
        if (!application_list(application, now_ns)) {
            application_check_silence(application, watch_now_ns() - now_ns);
            return false;
        }
        for (size_t f = 0; f < application->frames->len; f++) {
            frame *frame = g_ptr_array_index(application->frames, f);
            if (!frame->listed) {
                continue;
            }
            if (all->count == MAX_CANDIDATES) {
                return false;
            }
            all->owners[all->count] = application;
            all->frames[all->count] = frame;
            all->looks[all->count++] = (match_frame){frame->title, frame->width, frame->height};
        }
    }
    return true;
}

void candidates_match(candidates *all, desktop *desktop, const window *asked, uint64_t now_ns) {
    GArray *copies = g_array_new(FALSE, FALSE, sizeof(window));
    GPtrArray *windows = g_ptr_array_new();
    size_t count;
    known_window *known = desktop_copy_windows(desktop, now_ns, &count); /* all at once, so that none is missed or there twice */
    if (known == NULL) {
        abort(); /* as GLib does without memory */
    }
    g_array_append_vals(copies, asked, 1); /* it may be gone from the desktop by now */
    for (size_t i = 0; i < count; i++) {
        if (known[i].window.pid == asked->pid && known[i].window.id != asked->id) {
            g_array_append_vals(copies, &known[i].window, 1);
        }
    }
    free(known);
    for (size_t i = 0; i < copies->len; i++) {
        g_ptr_array_add(windows, (gpointer)(copies->data + i * sizeof(window)));
    }
    match *matches = g_new0(match, copies->len);
    match_windows((const struct window *const *)windows->pdata, windows->len, all->looks, all->count, matches);
    all->match = matches[0];
    for (size_t f = 0; f < all->count; f++) {
        for (size_t w = 0; w < windows->len; w++) {
            all->taken[f] = all->taken[f] || (matches[w].frame == MATCH_SEVERAL
                                                  ? match_fits(windows->pdata[w], &all->looks[f], matches[w].level)
                                                  : matches[w].frame == (int)f);
        }
    }
    g_free(matches);
    g_ptr_array_unref(windows);
    g_array_unref(copies);
}
