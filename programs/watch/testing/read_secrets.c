/* SPDX-License-Identifier: MIT */
/* For test_watch_secrets.py: reads windows as scrim-watch does, and prints what it found.
 *
 *     read_secrets [RULES]
 *
 * Each line of standard input is a command. "read" reads the tree of a window, and "places" asks only for places. "forget" forgets what
 * was remembered. After "wayland", the window has no place until it is named again. Any other line names the window: "PID CONTENT FRAME
 * SHADOW TITLE", where CONTENT, FRAME and SHADOW are four numbers.
 *
 * `read` and `places` print VERDICT, PROMPT, AGAIN_MS, TOOK_US, COUNT, the boxes, TOOLKIT and REASON, with tabs between, or "no".
 */
#include "secrets.h"

#include <atspi/atspi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The window of the process whose title begins as given. */
static AtspiAccessible *find(const window *window) {
    AtspiAccessible *desktop = atspi_get_desktop(0), *found = NULL;
    for (int a = 0; found == NULL && a < atspi_accessible_get_child_count(desktop, NULL); a++) {
        AtspiAccessible *application = atspi_accessible_get_child_at_index(desktop, a, NULL);
        if (application == NULL || atspi_accessible_get_process_id(application, NULL) != (guint)window->pid) {
            g_clear_object(&application);
            continue;
        }
        for (int i = 0; found == NULL && i < atspi_accessible_get_child_count(application, NULL); i++) {
            AtspiAccessible *child = atspi_accessible_get_child_at_index(application, i, NULL);
            char *name = child == NULL ? NULL : atspi_accessible_get_name(child, NULL);
            if (name != NULL && strncmp(name, window->title, strlen(window->title)) == 0) {
                found = g_object_ref(child);
            }
            g_free(name);
            g_clear_object(&child);
        }
        g_clear_object(&application);
    }
    g_object_unref(desktop);
    return found;
}

static void print(const reading *reading, uint64_t took_ns) {
    static const char *const verdicts[] = {"unknown", "clear", "secrets", "covered", "shown"};
    printf("%s\t%d\t%llu\t%llu\t%zu\t", verdicts[reading->verdict], reading->prompt, (unsigned long long)(reading->again_ns / 1000000),
           (unsigned long long)(took_ns / 1000), reading->count);
    for (size_t i = 0; i < reading->count; i++) {
        const box *box = &reading->boxes[i];
        printf("%d,%d,%d,%d ", box->x, box->y, box->width, box->height);
    }
    printf("\t%s\t%s\n", reading->toolkit, reading->reason);
}

int main(int count, char **arguments) {
    char line[1024], error[512];
    rules *rules = count > 1 ? rules_read(arguments[1], error, sizeof error) : rules_new();
    secret_objects *objects = secret_objects_new();
    secrets_memory *memory = secrets_memory_new(objects);
    window window = {.id = 1};
    AtspiAccessible *frame = NULL;
    reading reading = {0};
    uint64_t drawn_ns = now();
    if (rules == NULL) {
        fprintf(stderr, "read_secrets: %s\n", error);
        return 1;
    }
    setenv("ATSPI_NO_CACHE", "1", 1);
    atspi_init();
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint64_t start_ns = now();
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "read") == 0) {
            reading = (struct reading){.verdict = VERDICT_UNKNOWN, .reason = "not found"};
            if (frame != NULL && ATSPI_OBJECT(frame)->app != NULL) {
                object object = {ATSPI_OBJECT(frame)->app->bus_name, ATSPI_OBJECT(frame)->path};
                secrets_read(object, &window, rules, memory, drawn_ns, start_ns + 1000000000u, NULL, &reading);
            }
            print(&reading, now() - start_ns);
        } else if (strcmp(line, "places") == 0) {
            if (secrets_read_places(&window, memory, start_ns + 150000000u, &reading)) {
                print(&reading, now() - start_ns);
            } else {
                puts("no");
            }
        } else if (strcmp(line, "forget") == 0) {
            secrets_memory_free(memory);
            secret_objects_free(objects);
            objects = secret_objects_new();
            memory = secrets_memory_new(objects);
            puts("done");
        } else if (strcmp(line, "wayland") == 0) {
            window.no_place = true;
            puts("done");
        } else if (strcmp(line, "drawn") == 0) {
            drawn_ns = start_ns;
            puts("done");
        } else {
            box *content = &window.content, *frame_box = &window.frame;
            shadow *shadow = &window.shadow;
            int pid = 0, used = 0;
            if (sscanf(line, "%d %d %d %d %d %d %d %d %d %d %d %d %d %n", &pid, &content->x, &content->y, &content->width,
                       &content->height, &frame_box->x, &frame_box->y, &frame_box->width, &frame_box->height, &shadow->left, &shadow->right, &shadow->top, &shadow->bottom, &used) != 13) {
                return 1;
            }
            window.pid = pid;
            window.no_place = false;
            snprintf(window.title, sizeof window.title, "%.250s", line + used);
            g_clear_object(&frame);
            frame = find(&window);
            puts(frame == NULL ? "none" : "found");
        }
        fflush(stdout);
    }
    g_clear_object(&frame);
    secrets_memory_free(memory);
    secret_objects_free(objects);
    rules_free(rules);
    return 0;
}
