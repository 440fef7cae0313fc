/* SPDX-License-Identifier: MIT */
/* Overlays and tools on a scene: what passes through, who has a touch and the keys, and what is selected. */
#include "scene_fixture.h"
#include "support/support.h"

#include "support/heap.h" /* after support.h, which says if there is ASan */

enum {
    OVERLAY = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_TOOL | SCRIM_VIEW_INPUT_REGION,
    SELECTING = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_TOOL,
    THROUGH = SCRIM_VIEW_INTERACTIVE | SCRIM_VIEW_PASS_THROUGH
};

static const scrim_rect SCREEN = {0, 0, 375, 812};

struct fixture {
    scrim_scene *scene;
    scrim_id app, overlay;
};

static void set_overlay(const struct fixture *fixture, uint32_t flags) {
    scrim_window window = SCRIM_WINDOW_INIT;
    window.frame = SCREEN;
    window.flags = flags;
    window.level = 1999;
    ASSERT_OK(scrim_scene_update_window(fixture->scene, fixture->overlay, &window));
}

/* A window of an application, and above it that of a tool, hit on its toolbar only. */
static struct fixture make_fixture(void) {
    struct fixture fixture = {.scene = new_scene()};
    fixture.app = add_window(fixture.scene, SCREEN, SHOWN, 0);
    fixture.overlay = add_window(fixture.scene, SCREEN, OVERLAY, 1999);
    const scrim_rect toolbar = {0, 100, 375, 63};
    uint64_t generation = 0;
    ASSERT_OK(scrim_scene_set_input_region(fixture.scene, fixture.overlay, &toolbar, 1, &generation));
    assert_int_equal(generation, 1);
    return fixture;
}

static void test_an_overlay_is_hit_on_its_toolbar(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    assert_int_equal(hit_at(fixture.scene, 10, 100), fixture.overlay);
    assert_int_equal(hit_at(fixture.scene, 10, 162.9), fixture.overlay);
    assert_int_equal(hit_at(fixture.scene, 10, 163), fixture.app);
    assert_int_equal(hit_at(fixture.scene, 10, 99.999), fixture.app);
    scrim_scene_destroy(fixture.scene);
}

static void test_selecting_takes_all_but_what_is_skipped(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    assert_int_equal(hit_at(fixture.scene, 10, 500), fixture.app);
    set_overlay(&fixture, SELECTING);
    assert_int_equal(hit_at(fixture.scene, 10, 500), fixture.overlay);
    scrim_id bar = add_view(fixture.scene, fixture.app, (scrim_rect){0, 480, 375, 40}, SHOWN | SCRIM_VIEW_NOT_SELECTABLE);
    assert_int_equal(hit_at(fixture.scene, 10, 500), bar);
    assert_int_equal(hit_at(fixture.scene, 10, 520), fixture.overlay);
    /* What is hit counts, not what lies around it. */
    scrim_id button = add_view(fixture.scene, bar, (scrim_rect){0, 0, 50, 40}, SHOWN);
    assert_int_equal(hit_at(fixture.scene, 10, 500), fixture.overlay);
    assert_int_equal(hit_at(fixture.scene, 60, 500), bar);
    ASSERT_OK(scrim_scene_remove(fixture.scene, button));
    assert_int_equal(hit_at(fixture.scene, 10, 500), bar);
    ASSERT_OK(scrim_scene_remove(fixture.scene, bar));
    assert_int_equal(hit_at(fixture.scene, 10, 500), fixture.overlay);
    scrim_scene_destroy(fixture.scene);
}

/* A toolbar that follows a finger in y, as a tool moves it: the region moves, and the touch stays the tool's. */
static double drag(const struct fixture *fixture, double dx, double dy) {
    double y = 100, safe_top = 44, safe_bottom = 34, height = 63;
    scrim_touch touch = {1, 7, SCRIM_TOUCH_BEGAN, 0, 10, 110};
    for (int phase = SCRIM_TOUCH_BEGAN; phase <= SCRIM_TOUCH_ENDED; phase++) {
        scrim_id window = 0, view = 0;
        touch.phase = (uint32_t)phase;
        touch.time_ns += 1;
        if (phase == SCRIM_TOUCH_MOVED) {
            touch.x += dx;
            touch.y += dy;
        }
        ASSERT_OK(scrim_scene_route_touch(fixture->scene, &touch, &window, &view));
        assert_int_equal(window, fixture->overlay);
        y = 100 + (touch.y - 110);
        y = y < safe_top ? safe_top : y > 812 - safe_bottom - height ? 812 - safe_bottom - height
                                                                     : y;
        const scrim_rect toolbar = {0, y, 375, height};
        uint64_t generation = 0;
        ASSERT_OK(scrim_scene_set_input_region(fixture->scene, fixture->overlay, &toolbar, 1, &generation));
    }
    return y;
}

static void test_a_dragged_toolbar_keeps_its_touch(void **state) {
    (void)state;
    const double moves[][3] = {{0, -200, 44}, {0, 10000, 715}, {50, 0, 100}};
    for (size_t i = 0; i < 3; i++) {
        struct fixture fixture = make_fixture();
        double y = drag(&fixture, moves[i][0], moves[i][1]);
        assert_true(y == moves[i][2]);
        assert_int_equal(hit_at(fixture.scene, 0, y), fixture.overlay);
        assert_int_equal(hit_at(fixture.scene, 374.9, y + 62.9), fixture.overlay);
        assert_int_equal(hit_at(fixture.scene, 10, y + 63), fixture.app);
        scrim_scene_destroy(fixture.scene);
    }
}

static void test_focus_never_goes_to_an_overlay_that_does_not_ask(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    assert_int_equal(focused_window(fixture.scene), 0);
    uint64_t before = 0, after = 0;
    ASSERT_OK(scrim_scene_generation(fixture.scene, &before));
    ASSERT_OK(scrim_scene_focus(fixture.scene, fixture.app));
    ASSERT_OK(scrim_scene_generation(fixture.scene, &after));
    assert_true(after > before);
    ASSERT_OK(scrim_scene_resign_focus(fixture.scene, fixture.app));
    ASSERT_OK(scrim_scene_generation(fixture.scene, &before));
    assert_true(before > after);
    ASSERT_OK(scrim_scene_focus(fixture.scene, fixture.app));
    assert_int_equal(scrim_scene_focus(fixture.scene, fixture.overlay), SCRIM_ERROR_REFUSED);
    assert_int_equal(focused_window(fixture.scene), fixture.app);
    /* One that asks has them until it gives them back, hides, or asks no more. */
    for (int i = 0; i < 3; i++) {
        set_overlay(&fixture, OVERLAY | SCRIM_VIEW_ACCEPTS_FOCUS);
        assert_int_equal(focused_window(fixture.scene), fixture.app);
        ASSERT_OK(scrim_scene_focus(fixture.scene, fixture.overlay));
        assert_int_equal(focused_window(fixture.scene), fixture.overlay);
        if (i == 0)
            ASSERT_OK(scrim_scene_resign_focus(fixture.scene, fixture.overlay));
        if (i == 1)
            set_overlay(&fixture, OVERLAY | SCRIM_VIEW_ACCEPTS_FOCUS | SCRIM_VIEW_HIDDEN);
        if (i == 2)
            set_overlay(&fixture, OVERLAY);
        assert_int_equal(focused_window(fixture.scene), fixture.app);
        ASSERT_OK(scrim_scene_resign_focus(fixture.scene, fixture.overlay));
    }
    /* A modal window on top of the first: gone, the first has them again. */
    scrim_id modal = add_window(fixture.scene, SCREEN, SHOWN, 1);
    ASSERT_OK(scrim_scene_focus(fixture.scene, modal));
    assert_int_equal(focused_window(fixture.scene), modal);
    ASSERT_OK(scrim_scene_remove(fixture.scene, modal));
    assert_int_equal(focused_window(fixture.scene), fixture.app);
    scrim_scene_destroy(fixture.scene);
}

static void test_a_secure_layer_passes_touches_through(void **state) {
    (void)state;
    scrim_scene *scene = new_scene();
    scrim_id window = add_window(scene, SCREEN, SHOWN, 0);
    scrim_id below = add_view(scene, window, (scrim_rect){0, 0, 200, 200}, SHOWN);
    scrim_id parent = add_view(scene, window, (scrim_rect){0, 0, 200, 200}, THROUGH);
    scrim_id layer = add_view(scene, parent, (scrim_rect){0, 0, 200, 200}, THROUGH | SCRIM_VIEW_SECURE);
    scrim_id canvas = add_view(scene, layer, (scrim_rect){0, 0, 200, 200}, THROUGH);
    scrim_id content = add_view(scene, canvas, (scrim_rect){10, 10, 50, 50}, SHOWN);
    scrim_id window_hit = 0, view_hit = 0, ids[8];
    size_t count = 0;
    /* The empty layer lets it through to what is below; content inside is hit, and has the pixels of the layer private. */
    assert_int_equal(hit_at(scene, 100, 100), below);
    assert_int_equal(hit_at(scene, 20, 20), content);
    assert_true(is_secure_at(scene, 100, 100) && is_secure(scene, content));
    scrim_view view = view_with((scrim_rect){0, 0, 200, 200}, THROUGH | SCRIM_VIEW_SECURE);
    view.alpha = 0.01;
    ASSERT_OK(scrim_scene_update_view(scene, layer, &view));
    assert_int_equal(hit_at(scene, 20, 20), below);
    assert_true(is_secure_at(scene, 20, 20));
    /* What content does not take bubbles past the layer: to its parent, where that is one that takes touches. */
    ASSERT_OK(scrim_scene_responders(scene, content, ids, 8, &count));
    assert_int_equal(count, 2);
    assert_int_equal(ids[0], content);
    assert_int_equal(ids[1], window);
    view = view_with((scrim_rect){0, 0, 200, 200}, SHOWN);
    ASSERT_OK(scrim_scene_update_view(scene, parent, &view));
    ASSERT_OK(scrim_scene_responders(scene, content, ids, 8, &count));
    assert_int_equal(count, 3);
    assert_int_equal(ids[1], parent);
    /* A whole window that passes through leaves it to the next. */
    scrim_id glass = add_window(scene, SCREEN, THROUGH, 9);
    ASSERT_OK(scrim_scene_hit_test(scene, 100, 100, &window_hit, &view_hit));
    assert_int_equal(window_hit, window);
    scrim_id knob = add_view(scene, glass, (scrim_rect){90, 90, 20, 20}, SHOWN);
    assert_int_equal(hit_at(scene, 100, 100), knob);
    scrim_scene_destroy(scene);
}

static void test_selecting_again_goes_outward_in_a_circle(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_id root = add_view(fixture.scene, fixture.app, SCREEN, SHOWN);
    scrim_id a = add_view(fixture.scene, root, (scrim_rect){0, 0, 300, 300}, 0);
    scrim_id b = add_view(fixture.scene, a, (scrim_rect){0, 0, 200, 200}, SHOWN);
    scrim_id c = add_view(fixture.scene, b, (scrim_rect){0, 0, 100, 100}, SHOWN);
    assert_int_equal(select_at(fixture.scene, 50, 50), c);
    assert_int_equal(select_at(fixture.scene, 56, 58), b);
    assert_int_equal(select_at(fixture.scene, 50, 50), a);
    assert_int_equal(select_at(fixture.scene, 50, 61), c);
    /* Round: after the window the deepest. */
    const scrim_id round[] = {b, a, root, fixture.app, c, b};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(select_at(fixture.scene, 50, 61), round[i]);
    ASSERT_OK(scrim_scene_remove(fixture.scene, b));
    scrim_id selected = 7;
    ASSERT_OK(scrim_scene_selected(fixture.scene, &selected));
    assert_int_equal(selected, 0);
    assert_int_equal(select_at(fixture.scene, 50, 61), a);
    assert_int_equal(select_at(fixture.scene, -5, 61), 0);
    scrim_scene_destroy(fixture.scene);
}

static void test_what_is_outside_of_a_parent_that_does_not_clip(void **state) {
    (void)state;
    for (int clips = 0; clips < 2; clips++) {
        scrim_scene *scene = new_scene();
        scrim_id window = add_window(scene, SCREEN, SHOWN, 0);
        uint32_t flags = clips ? SHOWN | SCRIM_VIEW_CLIPS : SHOWN;
        scrim_id parent = add_view(scene, window, (scrim_rect){0, 0, 50, 50}, flags);
        scrim_id child = add_view(scene, parent, (scrim_rect){60, 0, 50, 50}, SHOWN);
        scrim_id ids[4];
        size_t count = 0;
        assert_int_equal(hit_at(scene, 70, 10), window);
        assert_int_equal(select_at(scene, 70, 10), clips ? window : child);
        ASSERT_OK(scrim_scene_views_at(scene, 70, 10, 0, ids, 4, &count));
        assert_int_equal(count, clips ? 1 : 2);
        assert_int_equal(ids[0], window);
        scrim_scene_destroy(scene);
    }
}

/* One window's part of what views_at lists, from the last to the first, and again. */
static void assert_selects(scrim_scene *scene, double x, double y, const scrim_id *ids, size_t count) {
    for (size_t i = 0; i < 2 * count; i++)
        assert_int_equal(select_at(scene, x, y), ids[count - 1 - i % count]);
}

static void test_select__takes_what_views_at_lists(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_scene *scene = fixture.scene;
    scrim_id view = add_view(scene, fixture.app, (scrim_rect){0, 0, 50, 50}, SHOWN), ids[8];
    scrim_id label = add_window(scene, (scrim_rect){0, 0, 100, 100}, 0, 3);
    scrim_id sign = add_view(scene, label, (scrim_rect){0, 0, 100, 100}, 0);
    scrim_id outside = add_view(scene, label, (scrim_rect){200, 0, 100, 100}, 0);
    size_t count = 0;
    /* The nearest window that a touch would hit, although the list goes on with a nearer one. */
    ASSERT_OK(scrim_scene_views_at(scene, 10, 10, 0, ids, 8, &count));
    const scrim_id all[] = {fixture.app, view, label, sign};
    assert_int_equal(count, sizeof all / sizeof *all);
    assert_memory_equal(ids, all, sizeof all);
    assert_selects(scene, 10, 10, all, 2);
    /* A window without views there is selected itself. */
    assert_selects(scene, 350, 300, &fixture.app, 1);
    /* If no window is hit, the one with the focus, but nothing that views_at does not list. */
    scrim_window hidden = SCRIM_WINDOW_INIT;
    hidden.frame = SCREEN;
    hidden.flags = SCRIM_VIEW_HIDDEN;
    ASSERT_OK(scrim_scene_update_window(scene, fixture.app, &hidden));
    assert_int_equal(select_at(scene, 10, 10), 0);
    ASSERT_OK(scrim_scene_focus(scene, label));
    assert_selects(scene, 10, 10, all + 2, 2);
    ASSERT_OK(scrim_scene_views_at(scene, 210, 10, 1, ids, 8, &count));
    assert_int_equal(count, 1);
    assert_int_equal(ids[0], fixture.app);
    assert_int_equal(select_at(scene, 210, 10), 0);
    assert_true(outside != 0);
    /* Flags that leave a window out of the list leave it out of the selection. */
    hidden.flags = SHOWN | SCRIM_VIEW_NOT_SELECTABLE;
    ASSERT_OK(scrim_scene_update_window(scene, fixture.app, &hidden));
    ASSERT_OK(scrim_scene_views_at(scene, 10, 10, 0, ids, 8, &count));
    const scrim_id less[] = {view, label, sign};
    assert_int_equal(count, sizeof less / sizeof *less);
    assert_memory_equal(ids, less, sizeof less);
    assert_selects(scene, 10, 10, less, 1);
    assert_int_equal(select_at(scene, 350, 300), 0);
    hidden.flags = SHOWN | SCRIM_VIEW_TOOL;
    ASSERT_OK(scrim_scene_update_window(scene, fixture.app, &hidden));
    assert_selects(scene, 10, 10, less + 1, 2);
    scrim_scene_destroy(scene);
}

static void test_views_at__order_and_what_is_left_out(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_id back = add_view(fixture.scene, fixture.app, (scrim_rect){0, 0, 50, 50}, 0);
    scrim_id inside = add_view(fixture.scene, back, (scrim_rect){0, 0, 50, 50}, SHOWN | SCRIM_VIEW_NOT_SELECTABLE);
    scrim_id deep = add_view(fixture.scene, inside, (scrim_rect){0, 0, 50, 50}, SHOWN);
    scrim_id hidden = add_view(fixture.scene, fixture.app, (scrim_rect){0, 0, 50, 50}, SHOWN | SCRIM_VIEW_HIDDEN);
    scrim_id front = add_view(fixture.scene, fixture.app, (scrim_rect){0, 0, 50, 50}, SHOWN);
    scrim_id top = add_window(fixture.scene, SCREEN, SHOWN, 5), ids[8];
    size_t count = 0;
    const scrim_id seen[] = {fixture.app, back, deep, front, top};
    const scrim_id all[] = {fixture.app, back, deep, hidden, front, top};
    ASSERT_OK(scrim_scene_views_at(fixture.scene, 10, 10, 0, ids, 8, &count));
    assert_int_equal(count, 5);
    assert_memory_equal(ids, seen, sizeof seen);
    ASSERT_OK(scrim_scene_views_at(fixture.scene, 10, 10, 1, ids, 8, &count));
    assert_int_equal(count, 6);
    assert_memory_equal(ids, all, sizeof all);
    scrim_scene_destroy(fixture.scene);
}

static void test_route_touch__stays_with_its_window(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_id window = 0, view = 0;
    scrim_touch touch = {1, 1, SCRIM_TOUCH_MOVED, 0, 10, 110};
    /* One whose beginning nobody saw goes nowhere. */
    ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
    assert_int_equal(window, 0);
    for (uint64_t id = 0; id < SCRIM_SCENE_MAX_TOUCHES; id++) {
        touch = (scrim_touch){2, id, SCRIM_TOUCH_BEGAN, 0, 10, id % 2 ? 110 : 300};
        ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
        assert_int_equal(window, id % 2 ? fixture.overlay : fixture.app);
    }
    touch.id = 1000;
    window = 7;
    assert_int_equal(scrim_scene_route_touch(fixture.scene, &touch, &window, &view), SCRIM_ERROR_LIMIT);
    assert_int_equal(window, 7);
    for (uint64_t id = 0; id < SCRIM_SCENE_MAX_TOUCHES; id++) {
        touch = (scrim_touch){3, id, id % 3 ? SCRIM_TOUCH_ENDED : SCRIM_TOUCH_CANCELLED, 0, -10, -10};
        if (id == 60)
            ASSERT_OK(scrim_scene_remove(fixture.scene, fixture.overlay));
        ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
        assert_int_equal(window, id % 2 ? (id < 60 ? fixture.overlay : 0) : fixture.app);
        assert_int_equal(view, 0);
        ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
        assert_int_equal(window, 0);
    }
    scrim_scene_destroy(fixture.scene);
}

/* A palm and a tool that hovers belong to no window. A touch that turns out to be a palm ends. */
static void test_route_touch__palms(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_id window = 7, view = 7;
    for (uint32_t tool = SCRIM_TOUCH_TOOL_FINGER; tool <= SCRIM_TOUCH_TOOL_HOVER; tool++) {
        scrim_id wanted = tool < SCRIM_TOUCH_TOOL_PALM ? fixture.app : 0;
        for (uint32_t phase = SCRIM_TOUCH_BEGAN; phase <= SCRIM_TOUCH_ENDED; phase++) {
            scrim_touch touch = {phase, 1, phase, tool, 10, 300};
            ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
            assert_int_equal(window, wanted);
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t tools[] = {SCRIM_TOUCH_TOOL_FINGER, SCRIM_TOUCH_TOOL_PALM, SCRIM_TOUCH_TOOL_FINGER};
        scrim_touch touch = {10, 1, i == 0 ? SCRIM_TOUCH_BEGAN : SCRIM_TOUCH_MOVED, tools[i], 10, 300};
        ASSERT_OK(scrim_scene_route_touch(fixture.scene, &touch, &window, &view));
        assert_int_equal(window, i < 2 ? fixture.app : 0);
    }
    scrim_touch touch = {20, 1, SCRIM_TOUCH_BEGAN, SCRIM_TOUCH_TOOL_HOVER + 1, 10, 300};
    assert_int_equal(scrim_scene_route_touch(fixture.scene, &touch, &window, &view), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_scene_destroy(fixture.scene);
}

static void test_touch_regions__come_back_with_their_generation(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_rect regions[SCRIM_SCENE_MAX_INPUT_REGION_RECTS + 1], found[SCRIM_SCENE_MAX_INPUT_REGION_RECTS];
    uint64_t generation = 0;
    size_t count = 0;
    for (int i = 0; i <= SCRIM_SCENE_MAX_INPUT_REGION_RECTS; i++)
        regions[i] = (scrim_rect){i, 2 * i, 1, 1};
    for (uint64_t round = 2; round < 50; round++) {
        size_t given = round * 37 % (SCRIM_SCENE_MAX_INPUT_REGION_RECTS + 1);
        ASSERT_OK(scrim_scene_set_input_region(fixture.scene, fixture.overlay, regions, given, &generation));
        assert_int_equal(generation, round);
        ASSERT_OK(scrim_scene_input_region(fixture.scene, fixture.overlay, found, 256, &count, &generation));
        assert_int_equal(count, given);
        assert_int_equal(generation, round);
        assert_memory_equal(found, regions, given * sizeof *found);
        for (int i = 0; i < 256; i += 5)
            assert_int_equal(hit_at(fixture.scene, i + 0.5, 2 * i + 0.5),
                             (size_t)i < given ? fixture.overlay : fixture.app);
        /* What is refused changes nothing. */
        regions[given / 2].width = -1;
        scrim_status wrong = scrim_scene_set_input_region(fixture.scene, fixture.overlay, regions, 256, &generation);
        assert_int_equal(wrong, SCRIM_ERROR_INVALID_ARGUMENT);
        regions[given / 2].width = 1;
    }
    assert_int_equal(scrim_scene_set_input_region(fixture.scene, fixture.overlay, regions, 257, &generation), SCRIM_ERROR_LIMIT);
    ASSERT_OK(scrim_scene_input_region(fixture.scene, fixture.app, NULL, 0, &count, &generation));
    assert_true(count == 0 && generation == 0);
    scrim_scene_destroy(fixture.scene);
}

static void test_input_region__takes_no_memory_once_it_is_gone(void **state) {
    (void)state;
    struct fixture fixture = make_fixture();
    scrim_rect regions[SCRIM_SCENE_MAX_INPUT_REGION_RECTS];
    uint64_t generation = 0;
    size_t before = 0;
    for (int i = 0; i < SCRIM_SCENE_MAX_INPUT_REGION_RECTS; i++)
        regions[i] = (scrim_rect){i, i, 1, 1};
    for (int round = 0; round < 200; round++) {
        if (round == 20)
            before = heap_in_use();
        scrim_id window = add_window(fixture.scene, SCREEN, OVERLAY, 1);
        ASSERT_OK(scrim_scene_set_input_region(fixture.scene, window, regions, 256, &generation));
        ASSERT_OK(scrim_scene_remove(fixture.scene, window));
        /* The regions are read from the last to the first, and those before the wrong one are dropped again. */
        regions[0].width = -1;
        scrim_status wrong = scrim_scene_set_input_region(fixture.scene, fixture.overlay, regions, 256, &generation);
        assert_int_equal(wrong, SCRIM_ERROR_INVALID_ARGUMENT);
        regions[0].width = 1;
    }
    assert_true(heap_in_use() < before + 4096);
    scrim_scene_destroy(fixture.scene);
}

/* Where a view is turned and scrolled, the deepest one under the finger is still found. */
static void test_hit_test__of_turned_and_scrolled_views(void **state) {
    (void)state;
    scrim_scene *scene = new_scene();
    scrim_id window = add_window(scene, SCREEN, SHOWN, 0), card = 0;
    scrim_view view = view_with((scrim_rect){200, 100, 100, 50}, SHOWN | SCRIM_VIEW_SECURE);
    view.transform = (scrim_affine){0, 1, -1, 0, 0, 0}; /* a quarter turn: right is down, down is left */
    view.content_offset = (scrim_point){10, 0};
    ASSERT_OK(scrim_scene_add_view(scene, window, &view, &card));
    scrim_id child = add_view(scene, card, (scrim_rect){30, 0, 10, 10}, SHOWN);
    /* The card shows at x 150 … 200, y 100 … 200; its child at x 190 … 200, y 120 … 130. */
    assert_int_equal(hit_at(scene, 195, 125), child);
    assert_int_equal(hit_at(scene, 195, 119), card);
    assert_int_equal(hit_at(scene, 151, 199), card);
    assert_int_equal(hit_at(scene, 149, 150), window);
    assert_int_equal(hit_at(scene, 201, 150), window);
    assert_int_equal(select_at(scene, 195, 125), child);
    assert_true(is_secure_at(scene, 150, 100) && is_secure_at(scene, 200, 200));
    assert_false(is_secure_at(scene, 149, 150) || is_secure_at(scene, 201, 150));
    /* Scaled to nothing it is not hit. */
    view.transform = (scrim_affine){1, 0, 0, 0, 0, 0};
    ASSERT_OK(scrim_scene_update_view(scene, card, &view));
    assert_int_equal(hit_at(scene, 210, 100), window);
    view.transform = (scrim_affine){0, 0, 0, 0, 1, 1};
    assert_int_equal(scrim_scene_update_view(scene, card, &view), SCRIM_ERROR_INVALID_ARGUMENT);
    scrim_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_overlay_is_hit_on_its_toolbar),
        cmocka_unit_test(test_selecting_takes_all_but_what_is_skipped),
        cmocka_unit_test(test_a_dragged_toolbar_keeps_its_touch),
        cmocka_unit_test(test_focus_never_goes_to_an_overlay_that_does_not_ask),
        cmocka_unit_test(test_a_secure_layer_passes_touches_through),
        cmocka_unit_test(test_selecting_again_goes_outward_in_a_circle),
        cmocka_unit_test(test_what_is_outside_of_a_parent_that_does_not_clip),
        cmocka_unit_test(test_select__takes_what_views_at_lists),
        cmocka_unit_test(test_views_at__order_and_what_is_left_out),
        cmocka_unit_test(test_route_touch__stays_with_its_window),
        cmocka_unit_test(test_route_touch__palms),
        cmocka_unit_test(test_touch_regions__come_back_with_their_generation),
        cmocka_unit_test(test_input_region__takes_no_memory_once_it_is_gone),
        cmocka_unit_test(test_hit_test__of_turned_and_scrolled_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
