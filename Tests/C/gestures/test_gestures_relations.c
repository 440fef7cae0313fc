/* SPDX-License-Identifier: MIT */
/* Relations that would make recognisers wait for each other, against a closure that is computed here. */
#include "gesture_fixture.h"

enum {
    MOST = 14
};

/* A recogniser, as far as it matters here. */
struct node {
    scrim_id id, view;
    uint32_t taps; /* of a tap, or before a long press */
    int is_tap;
    int waits[MOST];
};

static struct node nodes[MOST];
static size_t count;

static uint32_t random_below(uint32_t limit) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

/* A tap waits for those on its view that need one more: another tap, or the press after as many taps. */
static int waits_at_once(size_t i, size_t j) {
    return nodes[i].waits[j] || (nodes[i].is_tap && nodes[i].view == nodes[j].view &&
                                 nodes[i].taps + 1 <= nodes[j].taps + !nodes[j].is_tap);
}

/* Warshall's closure. */
static int waits(size_t from, size_t to) {
    int reaches[MOST][MOST];
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            reaches[i][j] = waits_at_once(i, j);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++)
                reaches[i][j] |= reaches[i][k] && reaches[k][j];
    return reaches[from][to];
}

static void add_node(void) {
    struct node *node = &nodes[count++];
    *node = (struct node){.view = random_below(2) ? fixture.button : fixture.window, .is_tap = random_below(2) == 0};
    node->taps = (uint32_t)node->is_tap + random_below(3);
    scrim_recognizer recognizer = recognizer_of(node->is_tap ? SCRIM_GESTURE_TAP : SCRIM_GESTURE_LONG_PRESS, node->view);
    recognizer.taps = node->taps;
    node->id = add_recognizer(&fixture, &recognizer);
}

static void remove_node(size_t place) {
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, nodes[place].id));
    count--;
    for (size_t i = 0; i <= count; i++)
        nodes[i].waits[place] = nodes[i].waits[count];
    nodes[place] = nodes[count];
    for (size_t i = 0; i <= count; i++)
        nodes[i].waits[count] = 0;
}

static scrim_status require(size_t i, size_t j) {
    return scrim_gestures_relate(fixture.gestures, nodes[i].id, SCRIM_RELATION_REQUIRE_FAILURE, nodes[j].id);
}

static void test_relate__refuses_exactly_circles(void **state) {
    (void)state;
    int refused = 0, related = 0;
    for (int round = 0; round < 60; round++) {
        while (count < MOST)
            add_node();
        for (int step = 0; step < 60; step++) {
            size_t i = random_below((uint32_t)count), j = random_below((uint32_t)count);
            if (i == j)
                continue;
            if (random_below(4) == 0) {
                ASSERT_OK(scrim_gestures_unrelate(fixture.gestures, nodes[i].id, SCRIM_RELATION_REQUIRE_FAILURE,
                                                  nodes[j].id));
                nodes[i].waits[j] = 0;
                continue;
            }
            /* It neither waits for the other nor counts here. */
            if (random_below(4) == 0)
                ASSERT_OK(scrim_gestures_relate(fixture.gestures, nodes[i].id, SCRIM_RELATION_SIMULTANEOUS, nodes[j].id));
            const int is_circle = waits(j, i);
            assert_int_equal(require(i, j), is_circle ? SCRIM_ERROR_INVALID_STATE : SCRIM_OK);
            nodes[i].waits[j] |= !is_circle;
            refused += is_circle;
            related += !is_circle;
        }
        for (int i = 0; i < 5; i++)
            remove_node(random_below((uint32_t)count));
    }
    assert_true(refused > 100 && related > 100);
}

/* Long enough that a search of more than the square of them would not come to an end. */
static void test_relate__up_to_the_limit(void **state) {
    (void)state;
    enum {
        TAPS = 363 /* have 65,703 pairs */
    };
    static scrim_id taps[TAPS];
    scrim_status status = SCRIM_OK;
    int relations = 0;
    for (int i = 0; i < TAPS; i++) {
        taps[i] = add_tap(&fixture, fixture.button, 1);
        for (int j = 0; j < i && status == SCRIM_OK; j++) {
            status = scrim_gestures_relate(fixture.gestures, taps[i], SCRIM_RELATION_SIMULTANEOUS, taps[j]);
            relations += status == SCRIM_OK;
        }
    }
    assert_int_equal(status, SCRIM_ERROR_LIMIT);
    assert_int_equal(relations, SCRIM_MAX_RELATIONS);
}

static void test_relate__a_long_chain(void **state) {
    (void)state;
    enum {
        LONG = 1000
    };
    static scrim_id ids[LONG];
    for (size_t i = 0; i < LONG; i++) {
        ids[i] = add_long_press(&fixture, fixture.button);
        if (i > 0)
            ASSERT_OK(scrim_gestures_relate(fixture.gestures, ids[i], SCRIM_RELATION_REQUIRE_FAILURE, ids[i - 1]));
    }
    assert_int_equal(scrim_gestures_relate(fixture.gestures, ids[0], SCRIM_RELATION_REQUIRE_FAILURE, ids[LONG - 1]),
                     SCRIM_ERROR_INVALID_STATE);
    ASSERT_OK(scrim_gestures_remove(fixture.gestures, ids[LONG / 2]));
    ASSERT_OK(scrim_gestures_relate(fixture.gestures, ids[0], SCRIM_RELATION_REQUIRE_FAILURE, ids[LONG - 1]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_relate__refuses_exactly_circles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_relate__a_long_chain, setup, teardown),
        cmocka_unit_test_setup_teardown(test_relate__up_to_the_limit, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
