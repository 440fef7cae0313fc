/* SPDX-License-Identifier: MIT */
/* A front end for GTK 4. */
#include "front.h"

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <string.h>

/* The longest time that an event can have waited. */
enum {
    MOST_AGE_MS = 10000
};

struct front {
    struct pad *pad;
    const struct front_options *options;
    GtkWidget *window, *area;
    GMainLoop *loop;
    guint timer;
    char spoken[64];
};

static gboolean on_timer(gpointer data);

/* Lets a screen reader say the element with the focus. Every listener on the accessibility bus hears it too. */
static void speak(struct front *front) {
    const char *spoken = pad_spoken(front->pad);
    if (spoken != NULL && strcmp(spoken, front->spoken) != 0) {
        g_strlcpy(front->spoken, spoken, sizeof front->spoken);
        gtk_accessible_update_property(GTK_ACCESSIBLE(front->area), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
    }
}

/* Runs after each event: draws, waits for the next deadline, or ends. */
static void settle(struct front *front) {
    g_clear_handle_id(&front->timer, g_source_remove);
    if (pad_get_result(front->pad) != PAD_OPEN) {
        g_main_loop_quit(front->loop);
        return;
    }
    speak(front);
    if (pad_is_dirty(front->pad)) {
        gtk_widget_queue_draw(front->area);
    }
    front->timer = g_timeout_add(pad_wait_ms(front->pad, 3600000), on_timer, front);
}

static gboolean on_timer(gpointer data) {
    struct front *front = data;
    front->timer = 0;
    pad_advance(front->pad, pad_now());
    settle(front);
    return G_SOURCE_REMOVE;
}

static void cancel(struct front *front) {
    pad_end(front->pad, PAD_CANCELLED);
    settle(front);
}

static gboolean on_closed_end(gint descriptor, GIOCondition condition, gpointer data) {
    (void)descriptor;
    (void)condition;
    cancel(data);
    return G_SOURCE_CONTINUE;
}

static void on_draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data) {
    struct front *front = data;
    (void)width;
    (void)height;
    cairo_surface_t *frame = pad_frame(front->pad, gtk_widget_get_scale_factor(GTK_WIDGET(area)));
    if (frame != NULL) {
        cairo_set_source_surface(cr, frame, 0, 0);
        cairo_paint(cr);
        pad_presented(front->pad, pad_now());
    }
    if (pad_get_result(front->pad) != PAD_OPEN) { /* it cannot be drawn */
        g_main_loop_quit(front->loop);
    }
}

static uint32_t phase_of(GdkEvent *event) {
    switch (gdk_event_get_event_type(event)) {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
        return SCRIM_TOUCH_BEGAN;
    case GDK_MOTION_NOTIFY:
    case GDK_TOUCH_UPDATE:
        return SCRIM_TOUCH_MOVED;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
        return SCRIM_TOUCH_ENDED;
    case GDK_TOUCH_CANCEL:
        return SCRIM_TOUCH_CANCELLED;
    default:
        return 0;
    }
}

/* Returns when an event happened. Two taps of a key that waited together are otherwise a bounce. X servers and compositors
   count the milliseconds of CLOCK_MONOTONIC in 32 bits. If the clock is another one, the event happens now. */
static uint64_t time_of(GdkEvent *event) {
    uint64_t now = pad_now(), now_ms = now / 1000000;
    uint32_t age_ms = (uint32_t)now_ms - gdk_event_get_time(event);
    return age_ms < MOST_AGE_MS ? (now_ms - age_ms) * 1000000 : now;
}

/* Uses raw events, because GTK's gestures report a touch only when it is over. The first mouse button is a finger. */
static gboolean on_event(GtkEventController *controller, GdkEvent *event, gpointer data) {
    struct front *front = data;
    GdkEventSequence *sequence = gdk_event_get_event_sequence(event);
    scrim_touch touch = {time_of(event), 1 + (uint64_t)(uintptr_t)sequence, phase_of(event), 0, 0, 0};
    double x = 0, y = 0, left = 0, top = 0;
    (void)controller;
    int is_button = touch.phase != SCRIM_TOUCH_MOVED && sequence == NULL;
    int held = sequence != NULL || (gdk_event_get_modifier_state(event) & GDK_BUTTON1_MASK) != 0;
    if (touch.phase == 0 || gdk_event_get_pointer_emulated(event) || !gdk_event_get_position(event, &x, &y) ||
        (is_button ? gdk_button_event_get_button(event) != GDK_BUTTON_PRIMARY : !held)) {
        return GDK_EVENT_PROPAGATE;
    }
    gtk_native_get_surface_transform(GTK_NATIVE(front->window), &left, &top);
    graphene_point_t at = {(float)(x - left), (float)(y - top)};
    if (!gtk_widget_compute_point(front->window, front->area, &at, &at)) {
        return GDK_EVENT_PROPAGATE;
    }
    touch.x = at.x;
    touch.y = at.y;
    pad_touch(front->pad, &touch);
    settle(front);
    return GDK_EVENT_PROPAGATE;
}

static int command_of(guint key, GdkModifierType state) {
    return key == GDK_KEY_Escape                              ? PAD_COMMAND_CANCEL
           : key == GDK_KEY_Return || key == GDK_KEY_KP_Enter ? PAD_COMMAND_ENTER
           : key == GDK_KEY_BackSpace                         ? PAD_COMMAND_DELETE
           : key == GDK_KEY_Tab                               ? PAD_COMMAND_NEXT
           : key == GDK_KEY_ISO_Left_Tab                      ? PAD_COMMAND_PREVIOUS
           : key == GDK_KEY_u && state & GDK_CONTROL_MASK     ? PAD_COMMAND_CLEAR
                                                              : -1;
}

static gboolean on_key(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer data) {
    struct front *front = data;
    int command = command_of(key, state);
    gunichar character = gdk_keyval_to_unicode(key);
    (void)keys;
    (void)code;
    if (key == GDK_KEY_F12 && front->options->screenshot != NULL) {
        pad_write_screenshot(front->pad, front->options->screenshot);
    } else if (command >= 0) {
        pad_command(front->pad, (enum pad_command)command, pad_now());
    } else if (character != 0 && !g_unichar_iscntrl(character) && !(state & (GDK_CONTROL_MASK | GDK_ALT_MASK))) {
        char utf8[6];
        pad_type(front->pad, utf8, (size_t)g_unichar_to_utf8(character, utf8), pad_now());
        explicit_bzero(utf8, sizeof utf8);
    }
    settle(front);
    return GDK_EVENT_STOP;
}

static gboolean on_close(GtkWindow *window, gpointer data) {
    (void)window;
    cancel(data);
    return GDK_EVENT_STOP;
}

static void on_active(GtkWindow *window, GParamSpec *property, gpointer data) {
    struct front *front = data;
    (void)property;
    pad_set_active(front->pad, gtk_window_is_active(window));
    settle(front);
}

static void make_window(struct front *front) {
    int width = 0, height = 0;
    pad_size(front->pad, &width, &height);
    front->window = gtk_window_new();
    front->area =
        g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_BUTTON, "focusable", TRUE, NULL);
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(front->area), width);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(front->area), height);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(front->area), on_draw, front, NULL);
    gtk_window_set_child(GTK_WINDOW(front->window), front->area);
    gtk_window_set_title(GTK_WINDOW(front->window), front->options->title);
    gtk_window_set_resizable(GTK_WINDOW(front->window), FALSE);
    gtk_window_set_decorated(GTK_WINDOW(front->window), !front->options->kiosk);
    GtkEventController *touches = gtk_event_controller_legacy_new(), *keys = gtk_event_controller_key_new();
    g_signal_connect(touches, "event", G_CALLBACK(on_event), front);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), front);
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    gtk_widget_add_controller(front->area, touches);
    gtk_widget_add_controller(front->window, keys);
    g_signal_connect(front->window, "close-request", G_CALLBACK(on_close), front);
    g_signal_connect(front->window, "notify::is-active", G_CALLBACK(on_active), front);
    gtk_window_present(GTK_WINDOW(front->window));
}

int front_run(struct pad *pad, const struct front_options *options) {
    struct front front = {pad, options, NULL, NULL, NULL, 0, ""};
    if (!gtk_init_check() || gdk_display_get_default() == NULL) { /* gtk_init_check() reports the failure only once */
        return 1;
    }
    front.loop = g_main_loop_new(NULL, FALSE);
    guint watch = 0;
    if (options->watched >= 0) {
        watch = g_unix_fd_add(options->watched, G_IO_HUP | G_IO_ERR, on_closed_end, &front);
    }
    make_window(&front);
    settle(&front);
    g_main_loop_run(front.loop);
    g_clear_handle_id(&front.timer, g_source_remove);
    g_clear_handle_id(&watch, g_source_remove);
    gtk_window_destroy(GTK_WINDOW(front.window));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_main_loop_unref(front.loop);
    return 0;
}
