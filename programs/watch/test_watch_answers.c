/* SPDX-License-Identifier: MIT */
/* What answer.c says of windows whose applications are late, hide windows, or lie. */
#include "secrets_private.h"
#include "testing/tree_fixture.h"

/* An application with a window whose password field is then revealed. */
static fake_object *open_revealed(fixture *f) {
    add_application(":1.1", 11);
    add_frame(":1.1", "/login");
    fake_object *field = add_object(":1.1", "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    open_window(f, 1, 11, "/login");
    run(f, 100);
    assert_state(f, 1, VERDICT_SECRETS);
    field->role = ATSPI_ROLE_TEXT;
    handlers.event(BUS_OBJECT_NEW, ":1.1", "/field");
    draw(f, 1);
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
    return field;
}

/* The window is read again from the beginning. */
static void move_and_wait(fixture *f, uint64_t ms) {
    desktop_forget(f->desktop, 0, now_ns);
    draw(f, 1);
    run(f, ms);
}

/* ---- Lists that fail ---- */

static void test_a_late_list_forgets_no_password(void **state) {
    fixture *f = *state;
    open_revealed(f);
    late_bus = ":1.1";
    move_and_wait(f, 300);
    assert_state(f, 1, VERDICT_UNKNOWN);
    late_bus = NULL;
    handlers.answered(":1.1");
    run(f, 300);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 1);
}

/* Each names the bus that it is true of. */
static void test_a_list_that_fails_forgets_no_password(void **state) {
    fixture *f = *state;
    const char **faults[] = {&error_bus, &broken_bus};
    open_revealed(f);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        *faults[i] = ":1.1";
        move_and_wait(f, 50);
        assert_state(f, 1, VERDICT_UNKNOWN);
        *faults[i] = NULL;
        run(f, 300);
        assert_state(f, 1, VERDICT_SECRETS);
    }
}

static void test_lists_of_new_paths_take_no_memory(void **state) {
    fixture *f = *state;
    open_revealed(f);
    for (int i = 0; i < 20; i++) {
        invented = APPLICATION_MAX_FRAMES - 1;
        broken_bus = i % 2 == 0 ? NULL : ":1.1";
        move_and_wait(f, 50);
        assert_in_range(applications_find(":1.1")->frames->len, 1, 2 * APPLICATION_MAX_FRAMES);
        assert_state(f, 1, VERDICT_UNKNOWN);
    }
    invented = 0;
    broken_bus = NULL;
    run(f, 6000);
    assert_state(f, 1, VERDICT_SECRETS);
}

/* ---- Windows that are hidden, and fields that move ---- */

static void hide(fixture *f, fake_object *frame) {
    move_object(frame, "");
    close_window(f, 1);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/clear");
}

static void show(fixture *f, fake_object *frame) {
    move_object(frame, ROOT);
    open_window(f, 1, 11, "/login");
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/login");
}

/* Another window of the application, which is read all the time. */
static void open_clear(fixture *f) {
    add_frame(":1.1", "/clear");
    open_window(f, 2, 11, "/clear");
    run(f, 100);
    assert_state(f, 2, VERDICT_CLEAR);
}

static void run_drawing(fixture *f, uint64_t ms) {
    for (uint64_t end_ns = now_ns + ms * MS; now_ns < end_ns;) {
        draw(f, 2);
        run(f, 50);
    }
}

static void test_a_hidden_window_keeps_its_password(void **state) {
    fixture *f = *state;
    open_revealed(f);
    open_clear(f);
    for (uint64_t ms = 300; ms < 10000; ms *= 3) {
        hide(f, find_object(":1.1", "/login"));
        run_drawing(f, ms);
        assert_int_equal(applications_find(":1.1")->frames->len, 2);
        show(f, find_object(":1.1", "/login"));
        run(f, 500);
        assert_state(f, 1, VERDICT_SECRETS);
        assert_int_equal(state_of(f, 1).count, 1);
        assert_state(f, 2, VERDICT_CLEAR);
    }
}

/* Another field takes its place meanwhile. */
static void test_a_hidden_window_keeps_what_was_in_the_place_of_its_password(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    open_clear(f);
    hide(f, find_object(":1.1", "/login"));
    run_drawing(f, 300);
    field->gone = true;
    add_object(":1.1", "/plain", "/login", ATSPI_ROLE_TEXT, entry_place);
    show(f, find_object(":1.1", "/login"));
    run(f, 500);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 1);
}

static void test_a_window_that_is_closed_is_forgotten_after_a_while(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    open_clear(f);
    hide(f, find_object(":1.1", "/login"));
    field->gone = true;
    run_drawing(f, 5000);
    assert_int_equal(applications_find(":1.1")->frames->len, 1);
    assert_false(secrets_memory_is_needed(((frame *)applications_find(":1.1")->frames->pdata[0])->memory));
    field->gone = false; /* another object with this path */
    show(f, find_object(":1.1", "/login"));
    run(f, 500);
    assert_state(f, 1, VERDICT_CLEAR);
}

static void test_a_password_that_moves_to_another_window_is_known(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    open_clear(f);
    for (int i = 0; i < 3; i++) {
        field->gone = true; /* while it is in no window */
        run_drawing(f, 300);
        field->gone = false;
        move_object(field, i % 2 == 0 ? "/clear" : "/login");
        run_drawing(f, 300);
        draw(f, 1);
        run(f, 300);
        assert_state(f, i % 2 == 0 ? 2 : 1, VERDICT_SECRETS);
        assert_int_equal(state_of(f, i % 2 == 0 ? 2 : 1).count, 1);
    }
}

static void test_a_password_that_moves_to_a_new_window_is_known(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    add_frame(":1.1", "/other");
    move_object(field, "/other");
    move_object(find_object(":1.1", "/login"), "");
    close_window(f, 1);
    open_window(f, 3, 11, "/other");
    run(f, 500);
    assert_state(f, 3, VERDICT_SECRETS);
}

/* It is in no window, and its answers alternate between errors and its role. */
static void test_a_password_that_exists_now_and_then_is_known(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    open_clear(f);
    move_object(field, "/nowhere");
    draw(f, 1);
    run(f, 3000);
    for (uint64_t ms = 250; ms <= 750; ms += 100) {
        for (int i = 0; i < 12; i++) {
            field->gone = i % 2 == 0;
            draw(f, 1);
            draw(f, 2);
            run(f, ms);
        }
        field->gone = false;
        move_object(field, "/login");
        draw(f, 1);
        run(f, 500);
        assert_state(f, 1, VERDICT_SECRETS);
        assert_int_equal(state_of(f, 1).count, 1);
        move_object(field, "/nowhere");
    }
}

/* Nothing is drawn, so nothing but its absence lets the window be read again. */
static void test_a_password_that_is_gone_is_forgotten_soon(void **state) {
    fixture *f = *state;
    fake_object *field = open_revealed(f);
    open_clear(f);
    field->gone = true;
    draw(f, 1);
    run(f, 500);
    assert_state(f, 1, VERDICT_CLEAR);
    run(f, 2500);
    assert_int_equal(((frame *)applications_find(":1.1")->frames->pdata[0])->memory->secrets->len, 0);
    question question;
    uint64_t wait_ns;
    assert_false(desktop_next_question(f->desktop, now_ns, &question, &wait_ns));
    assert_int_equal(wait_ns, UINT64_MAX);
}

/* Hidden windows with more password fields than are remembered. */
static void test_too_many_passwords_cover_all_windows_of_the_application(void **state) {
    fixture *f = *state;
    char path[32];
    open_revealed(f);
    open_clear(f);
    for (int i = 0; i < 25; i++) {
        for (int j = 0; j < 50; j++) {
            snprintf(path, sizeof path, "/field/%d/%d", i, j);
            add_object(":1.1", path, "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
        }
        draw(f, 1);
        run(f, 2000);
        for (int j = 0; j < 50; j++) {
            snprintf(path, sizeof path, "/field/%d/%d", i, j);
            move_object(find_object(":1.1", path), "/nowhere");
        }
    }
    run(f, 2000);
    desktop_changed(f->desktop, 11, 0, now_ns);
    run(f, 500);
    assert_string_equal(state_of(f, 2).reason, "too many password fields");
    assert_int_equal(state_of(f, 2).boxes[0].width, 100);
}

/* They are not counted any more, also if more fields are hidden than are asked at the same time. */
static void test_passwords_that_are_gone_are_forgotten(void **state) {
    fixture *f = *state;
    char path[32];
    open_revealed(f);
    open_clear(f);
    for (int i = 0; i < 12; i++) {
        bool stays = i < 4; /* hidden */
        int count = stays ? 200 : 60;
        for (int j = 0; j < count; j++) {
            snprintf(path, sizeof path, "/field/%d/%d", i, j);
            add_object(":1.1", path, "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
        }
        draw(f, 1);
        run(f, 2000);
        for (int j = 0; j < count; j++) {
            snprintf(path, sizeof path, "/field/%d/%d", i, j);
            move_object(find_object(":1.1", path), "/nowhere");
            find_object(":1.1", path)->gone = !stays;
        }
        for (int j = 0; j < 3; j++) {
            draw(f, 1);
            run(f, 1100);
        }
    }
    desktop_changed(f->desktop, 11, 0, now_ns);
    run(f, 500);
    assert_state(f, 2, VERDICT_CLEAR);
}

/* More than can be remembered of a window. */
static void test_too_many_passwords_that_are_gone_cover_no_window_for_ever(void **state) {
    fixture *f = *state;
    char path[32];
    open_revealed(f)->gone = true;
    for (int i = 0; i < 3; i++) {
        size_t before = object_count;
        for (int j = 0; j < 200; j++) {
            snprintf(path, sizeof path, "/field/%d/%d", i, j);
            add_object(":1.1", path, "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
        }
        draw(f, 1);
        run(f, 100);
        assert_string_equal(state_of(f, 1).reason, "too many password fields");
        object_count = before;
    }
    add_object(":1.1", "/field/last", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    draw(f, 1);
    run(f, 5000);
    assert_string_equal(state_of(f, 1).reason, "password field");
    assert_int_equal(state_of(f, 1).count, 1);
}

/* ---- The bus, while applications that are not on it are shown ---- */

static fake_object *late_root;

/* An application whose registration the registry has not handled yet. */
static void add_late_application(const char *bus, pid_t pid) {
    late_root = add_object(bus, ROOT, "", ATSPI_ROLE_APPLICATION, whole_screen);
    add_frame(bus, "/login");
    add_object(bus, "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.joined(bus, pid);
}

static void test_a_program_without_a_connection_is_shown(void **state) {
    fixture *f = *state;
    open_window(f, 1, 11, "terminal");
    run(f, 900);
    assert_state(f, 1, VERDICT_UNKNOWN);
    run(f, 300);
    assert_state(f, 1, VERDICT_SHOWN);
}

/* `failing` receives the name of the registry while it fails. */
static void check_failing_registry(fixture *f, const char **failing) {
    *failing = REGISTRY;
    add_late_application(":1.1", 11);
    open_window(f, 1, 11, "/login");
    open_window(f, 2, 12, "terminal");
    run(f, 20000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    assert_state(f, 2, VERDICT_SHOWN); /* it has no connection, so the registry cannot list it */
    *failing = NULL;
    run(f, 900);
    assert_state(f, 1, VERDICT_UNKNOWN); /* it may still register */
    move_object(late_root, REGISTRY);
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
}

static void test_a_registry_that_is_late_shows_nothing(void **state) { check_failing_registry(*state, &late_bus); }
static void test_a_registry_that_returns_errors_shows_nothing(void **state) { check_failing_registry(*state, &error_bus); }

static void test_a_registry_that_answers_again_says_who_is_not_on_the_bus(void **state) {
    fixture *f = *state;
    late_bus = REGISTRY;
    handlers.joined(":1.1", 11);
    open_window(f, 1, 11, "terminal");
    run(f, 3000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    late_bus = NULL;
    run(f, 2000);
    assert_state(f, 1, VERDICT_SHOWN);
}

/* The bus has not said yet whose connection it is. */
static void test_a_connection_of_an_unknown_process_shows_nothing(void **state) {
    fixture *f = *state;
    add_late_application(":1.1", 0);
    move_object(late_root, REGISTRY);
    open_window(f, 1, 11, "/login");
    open_window(f, 2, 12, "terminal");
    run(f, 5000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    assert_state(f, 2, VERDICT_UNKNOWN);
    handlers.joined(":1.1", 11);
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_state(f, 2, VERDICT_SHOWN);
}

/* The process of the connection may be one that has a tree already. */
static void test_a_second_connection_of_a_process_shows_nothing_while_it_is_unknown(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_frame(":1.1", "/clear");
    open_window(f, 1, 11, "/clear");
    run(f, 1500);
    assert_state(f, 1, VERDICT_CLEAR);
    add_late_application(":1.2", 0);
    move_object(late_root, REGISTRY);
    open_window(f, 2, 11, "/login");
    run(f, 5000);
    assert_state(f, 2, VERDICT_UNKNOWN);
    assert_state(f, 1, VERDICT_CLEAR);
    handlers.joined(":1.2", 11);
    run(f, 1500);
    assert_state(f, 2, VERDICT_SECRETS);
}

/* A process opens the connection to the X server, and starts another one that draws. */
static void open_of_two_processes(fixture *f) {
    open_window(f, 1, 10, "/login");
    f->windows[0].named_pid = 11;
    list_windows(f);
}

static void add_login(const char *bus, pid_t pid) {
    add_application(bus, pid);
    add_frame(bus, "/login");
    add_object(bus, "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
}

static void test_a_window_of_one_of_two_processes_shows_nothing(void **state) {
    fixture *f = *state;
    add_login(":1.1", 11);
    open_of_two_processes(f);
    run(f, 5000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    assert_string_equal(state_of(f, 1).reason, "it is not clear which of two processes draws it");
}

static void test_the_tree_of_one_of_two_processes_does_not_speak_for_the_window(void **state) {
    fixture *f = *state;
    add_application(":1.2", 10);
    add_frame(":1.2", "/other");
    add_login(":1.1", 11);
    open_of_two_processes(f);
    run(f, 5000);
    assert_state(f, 1, VERDICT_UNKNOWN);
}

static void test_a_window_is_covered_when_the_process_that_it_names_comes_to_the_bus(void **state) {
    fixture *f = *state;
    open_of_two_processes(f);
    run(f, 5000);
    assert_state(f, 1, VERDICT_SHOWN);
    add_login(":1.1", 11);
    run(f, 5000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    handlers.left(":1.1");
    run(f, 5000);
    assert_state(f, 1, VERDICT_SHOWN);
}

/* A tray icon or a hidden window, which is the only accessible of the process until then. */
static void open_after_another(fixture *f) {
    add_application(":1.1", 11);
    add_frame(":1.1", "/other")->place.width = 7;
    open_window(f, 1, 11, "/closed");
    run(f, 1500);
    close_window(f, 1);
}

static void test_an_accessible_that_fits_badly_shows_nothing_while_a_connection_is_unknown(void **state) {
    fixture *f = *state;
    open_after_another(f);
    add_late_application(":1.2", 0);
    move_object(late_root, REGISTRY);
    open_window(f, 2, 11, "/login");
    run(f, 5000);
    assert_state(f, 2, VERDICT_UNKNOWN);
    handlers.joined(":1.2", 11);
    run(f, 1500);
    assert_state(f, 2, VERDICT_SECRETS);
}

static void test_an_accessible_that_fits_badly_shows_nothing_while_the_registry_is_late(void **state) {
    fixture *f = *state;
    open_after_another(f);
    late_bus = REGISTRY;
    add_late_application(":1.2", 11);
    move_object(late_root, REGISTRY);
    open_window(f, 2, 11, "/login");
    for (int i = 0; i < 10; i++) {
        run(f, 1000);
        assert_state(f, 2, VERDICT_UNKNOWN);
        draw(f, 2);
    }
    late_bus = NULL;
    run(f, 1500);
    assert_state(f, 2, VERDICT_SECRETS);
}

static void test_a_connection_of_an_unknown_process_may_leave(void **state) {
    fixture *f = *state;
    handlers.joined(":1.1", 0);
    open_window(f, 1, 11, "terminal");
    run(f, 3000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    handlers.left(":1.1");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SHOWN);
}

static void test_many_connections_of_one_process_harm_no_other(void **state) {
    fixture *f = *state;
    char name[32];
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, ":2.%d", i);
        handlers.joined(name, 0);
    }
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, ":2.%d", i);
        handlers.joined(name, 22);
    }
    assert_null(applications_at(64));
    add_late_application(":1.1", 11);
    move_object(late_root, REGISTRY);
    open_window(f, 1, 11, "/login");
    open_window(f, 2, 12, "terminal");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_state(f, 2, VERDICT_SHOWN);
}

static void test_more_connections_than_there_is_a_place_for_show_nothing(void **state) {
    fixture *f = *state;
    char name[32];
    for (int i = 0; i < 4096; i++) {
        snprintf(name, sizeof name, ":2.%d", i);
        handlers.joined(name, 1000 + i);
    }
    add_late_application(":1.1", 11);
    move_object(late_root, REGISTRY);
    open_window(f, 1, 11, "/login");
    open_window(f, 2, 12, "terminal");
    run(f, 5000);
    assert_state(f, 1, VERDICT_UNKNOWN);
    assert_state(f, 2, VERDICT_SHOWN);
    handlers.left(":2.7");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SECRETS);
    handlers.left(":1.1");
    assert_null(applications_find(":1.1"));
}

/* ---- Ids that are used again ---- */

static void test_another_process_with_the_id_of_a_stranger_is_not_shown_at_once(void **state) {
    fixture *f = *state;
    open_window(f, 1, 11, "terminal");
    run(f, 1500);
    assert_state(f, 1, VERDICT_SHOWN);
    close_window(f, 1);
    identity++;
    open_window(f, 2, 11, "/login");
    run(f, 600);
    assert_state(f, 2, VERDICT_UNKNOWN);
    add_late_application(":1.1", 11);
    move_object(late_root, REGISTRY);
    run(f, 300);
    assert_state(f, 2, VERDICT_SECRETS);
}

static void test_another_window_of_a_stranger_is_shown_at_once(void **state) {
    fixture *f = *state;
    open_window(f, 1, 11, "terminal");
    run(f, 1500);
    close_window(f, 1);
    open_window(f, 2, 11, "terminal");
    run(f, 50);
    assert_state(f, 2, VERDICT_SHOWN);
}

/* A window with an application on the bus that does not report it, as while it starts. */
static void open_unmatched(fixture *f, const char *bus, pid_t pid) {
    if (applications_find(bus) == NULL) {
        add_application(bus, pid);
    }
    open_window(f, 1, pid, "/late");
}

static void test_another_window_with_the_id_of_one_without_an_accessible_waits_again(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 4; i++) {
        open_unmatched(f, i < 2 ? ":1.1" : ":1.2", i < 2 ? 11 : 12); /* the same process twice, and then another one */
        run(f, 800);
        assert_state(f, 1, VERDICT_UNKNOWN);
        run(f, 400);
        assert_state(f, 1, VERDICT_SHOWN);
        close_window(f, 1);
    }
}

static void test_a_window_whose_process_changes_waits_again(void **state) {
    fixture *f = *state;
    open_unmatched(f, ":1.1", 11);
    add_application(":1.2", 12);
    run(f, 1200);
    assert_state(f, 1, VERDICT_SHOWN);
    f->windows[0].pid = 12;
    list_windows(f);
    run(f, 800);
    assert_state(f, 1, VERDICT_UNKNOWN);
    run(f, 400);
    assert_state(f, 1, VERDICT_SHOWN);
}

/* ---- Windows whose accessible is not certain ---- */

/* A dialog is listed after its window, and the only accessible until then belongs to a window that is hidden. */
static void test_a_new_accessible_takes_the_place_of_one_that_fits_badly(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    add_frame(":1.1", "/hidden")->place.width = 7;
    open_window(f, 1, 11, "/login");
    run(f, 2000);
    assert_state(f, 1, VERDICT_CLEAR);
    add_frame(":1.1", "/login");
    add_object(":1.1", "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/login");
    run(f, 100);
    assert_state(f, 1, VERDICT_SECRETS);
    assert_int_equal(state_of(f, 1).count, 1);
}

static void test_a_new_accessible_that_looks_like_others_covers_their_windows(void **state) {
    fixture *f = *state;
    add_application(":1.1", 11);
    for (uint64_t id = 1; id <= 2; id++) {
        g_strlcpy(add_frame(":1.1", id == 1 ? "/1" : "/2")->name, "same", 5);
        open_window(f, id, 11, "same");
    }
    run(f, 2000);
    assert_state(f, 1, VERDICT_CLEAR);
    g_strlcpy(add_frame(":1.1", "/3")->name, "same", 5);
    add_object(":1.1", "/field", "/3", ATSPI_ROLE_PASSWORD_TEXT, entry_place);
    handlers.event(BUS_WINDOWS_CHANGED, ":1.1", "/3");
    run(f, 100);
    assert_state(f, 1, VERDICT_COVERED);
    assert_state(f, 2, VERDICT_COVERED);
}

/* ---- Windows that move while they are read ---- */

static int left_until_move;

static void move_at_once(void) {
    for (size_t i = 0; left_until_move == 0 && i < object_count; i++) {
        objects[i].place.x += strcmp(objects[i].bus, ":1.1") == 0 ? 40 : 0;
    }
    left_until_move--;
}

/* Qt reports places on the screen. They are asked for at several moments. */
static void test_a_window_of_qt_that_moves_while_it_is_read_stays_covered(void **state) {
    fixture *f = *state;
    static const box field = {10, 20, 50, 10}, field_on_screen = {510, 320, 50, 10}, text_on_screen = {510, 350, 50, 10};
    toolkit_name = "Qt";
    toolkit_version = "6.4.2";
    add_application(":1.1", 11);
    add_frame(":1.1", "/login")->place = (box){500, 300, 100, 80};
    add_object(":1.1", "/field", "/login", ATSPI_ROLE_PASSWORD_TEXT, field_on_screen);
    add_object(":1.1", "/text", "/login", ATSPI_ROLE_ENTRY, text_on_screen);
    open_window(f, 1, 11, "/login");
    run(f, 1000);
    for (int i = 0; i < 20; i++) {
        left_until_move = i;
        while_asked = move_at_once;
        move_and_wait(f, 10);
        while_asked = NULL;
        assert_state(f, 1, VERDICT_SECRETS);
        assert_int_equal(state_of(f, 1).count, 1);
        assert_true(box_contains(state_of(f, 1).boxes[0], field));
        run(f, 1000);
        assert_in_range(state_of(f, 1).boxes[0].width, field.width, 99);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_a_late_list_forgets_no_password),
        TEST(test_a_list_that_fails_forgets_no_password),
        TEST(test_lists_of_new_paths_take_no_memory),
        TEST(test_a_hidden_window_keeps_its_password),
        TEST(test_a_hidden_window_keeps_what_was_in_the_place_of_its_password),
        TEST(test_a_window_that_is_closed_is_forgotten_after_a_while),
        TEST(test_a_password_that_moves_to_another_window_is_known),
        TEST(test_a_password_that_moves_to_a_new_window_is_known),
        TEST(test_a_password_that_exists_now_and_then_is_known),
        TEST(test_a_password_that_is_gone_is_forgotten_soon),
        TEST(test_passwords_that_are_gone_are_forgotten),
        TEST(test_too_many_passwords_cover_all_windows_of_the_application),
        TEST(test_too_many_passwords_that_are_gone_cover_no_window_for_ever),
        TEST_SHOWING(test_a_program_without_a_connection_is_shown),
        TEST_SHOWING(test_a_registry_that_is_late_shows_nothing),
        TEST_SHOWING(test_a_registry_that_returns_errors_shows_nothing),
        TEST_SHOWING(test_a_registry_that_answers_again_says_who_is_not_on_the_bus),
        TEST_SHOWING(test_a_connection_of_an_unknown_process_shows_nothing),
        TEST_SHOWING(test_a_second_connection_of_a_process_shows_nothing_while_it_is_unknown),
        TEST_SHOWING(test_a_window_of_one_of_two_processes_shows_nothing),
        TEST_SHOWING(test_the_tree_of_one_of_two_processes_does_not_speak_for_the_window),
        TEST_SHOWING(test_a_window_is_covered_when_the_process_that_it_names_comes_to_the_bus),
        TEST(test_an_accessible_that_fits_badly_shows_nothing_while_a_connection_is_unknown),
        TEST(test_an_accessible_that_fits_badly_shows_nothing_while_the_registry_is_late),
        TEST_SHOWING(test_a_connection_of_an_unknown_process_may_leave),
        TEST_SHOWING(test_many_connections_of_one_process_harm_no_other),
        TEST_SHOWING(test_more_connections_than_there_is_a_place_for_show_nothing),
        TEST_SHOWING(test_another_process_with_the_id_of_a_stranger_is_not_shown_at_once),
        TEST_SHOWING(test_another_window_of_a_stranger_is_shown_at_once),
        TEST_SHOWING(test_another_window_with_the_id_of_one_without_an_accessible_waits_again),
        TEST_SHOWING(test_a_window_whose_process_changes_waits_again),
        TEST(test_a_new_accessible_takes_the_place_of_one_that_fits_badly),
        TEST(test_a_new_accessible_that_looks_like_others_covers_their_windows),
        TEST(test_a_window_of_qt_that_moves_while_it_is_read_stays_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
