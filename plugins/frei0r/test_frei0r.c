/* SPDX-License-Identifier: MIT */
/* The filter, loaded as a host loads it, without a feed. */
#include "support/failing_allocator.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

#include "host.h"

static void test_what_the_filter_says_about_itself(void **state) {
    f0r_plugin_info_t info;
    (void)state;
    memset(&info, 0xEE, sizeof info);
    host.plugin_info(&info);
    assert_string_equal(info.name, "scrim");
    assert_int_equal(info.plugin_type, F0R_PLUGIN_TYPE_FILTER);
    assert_int_equal(info.color_model, F0R_COLOR_MODEL_RGBA8888);
    assert_int_equal(info.frei0r_version, FREI0R_MAJOR_VERSION);
    assert_true(info.author[0] && info.explanation[0]);
    assert_int_equal(info.num_params, SETTINGS);
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    for (int index = 0; index < info.num_params; index++) {
        f0r_param_info_t parameter;
        char *text = NULL, *standard;
        host.param_info(&parameter, index);
        assert_int_equal(parameter.type, F0R_PARAM_STRING);
        assert_true(parameter.explanation[0]);
        assert_int_equal(strcspn(parameter.name, "- "), strlen(parameter.name)); /* words for the command line of melt */
        host.get(filter, &standard, index);
        assert_true((standard[0] != '\0') == (index != SETTING_REGIONS && index != SETTING_FEED));
        set(filter, (enum setting)index, "some text");
        host.get(filter, &text, index);
        assert_string_equal(text, "some text");
        set(filter, (enum setting)index, "");
        host.get(filter, &text, index);
        assert_string_equal(text, standard);
    }
    host.destruct(filter);
}

static void test_wrong_calls_do_nothing(void **state) {
    f0r_param_info_t parameter = {"name", 77, "explanation"};
    char *text = strdup("x");
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    const int wrong[] = {-1, SETTINGS, 1000};
    for (size_t index = 0; index < 3; index++) {
        host.param_info(&parameter, wrong[index]);
        assert_int_equal(parameter.type, 77);
        host.set(filter, &text, wrong[index]);
        host.get(filter, &text, wrong[index]);
        assert_string_equal(text, "x");
    }
    host.set(NULL, &text, 0);
    host.get(NULL, &text, 0);
    host.set(filter, NULL, 0);
    host.get(filter, NULL, 0);
    host.destruct(NULL);
    char *null = NULL;
    host.set(filter, &null, SETTING_REGIONS); /* as an empty text */
    host.get(filter, &null, SETTING_REGIONS);
    assert_string_equal(null, "");
    host.destruct(filter);
    free(text);
}

static scrim_frame frame_of(uint32_t *pixels) {
    scrim_frame frame = SCRIM_FRAME_INIT;
    frame.format = SCRIM_FORMAT_RGBA;
    frame.width = WIDTH;
    frame.height = HEIGHT;
    frame.planes[0] = (scrim_plane){pixels, WIDTH * 4};
    return frame;
}

static void test_regions_are_covered_as_by_the_library(void **state) {
    const struct {
        const char *text;
        scrim_style style;
    } styles[] = {
        {"", {SCRIM_STYLE_SOLID, 0x000000FF, 0, 0, 0, 0, 0}},
        {"solid@102030", {SCRIM_STYLE_SOLID, 0x102030FF, 0, 0, 0, 0, 0}},
        {"frost@7", {SCRIM_STYLE_FROST, 0x000000FF, 0, 0, 0, 0, 7}},
        {"tiles", {SCRIM_STYLE_TILES, 0x000000FF, 0, 0, 0, 0, 0}},
        {"blur:3", {SCRIM_STYLE_BLUR, 0x000000FF, 0, 0, 3, 0, 0}},
        {"effect:4", {SCRIM_STYLE_EFFECT, 0x00000000, 0, 0, 4, 1, 0}},
    };
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    set(filter, SETTING_REGIONS, "20x9+5.5+7/ellipse@30x20+30+15/10x10+60+-3");
    set(filter, SETTING_DILATION, "2");
    set(filter, SETTING_SAMPLING_GAP, "4");
    const scrim_region regions[] = {
        {.shape = SCRIM_SHAPE_RECT, .rect = {5.5, 7, 20, 9}, .id = 0},
        {.shape = SCRIM_SHAPE_ELLIPSE, .rect = {30, 15, 30, 20}, .id = 1},
        {.shape = SCRIM_SHAPE_RECT, .rect = {60, -3, 10, 10}, .id = 2},
    };
    for (size_t index = 0; index < sizeof styles / sizeof styles[0]; index++) {
        static uint32_t expected[PIXELS], before[PIXELS];
        scrim_redact_options options = SCRIM_REDACT_OPTIONS_INIT;
        options.styles = &styles[index].style;
        options.style_count = 1;
        options.dilation = 2;
        options.sampling_gap = 4;
        options.codec_block = index % 2 ? 16 : 8;
        options.size_multiple = index % 2 ? 0 : 10;
        fill_noise(in, (unsigned)index);
        memcpy(expected, in, sizeof in);
        memcpy(before, in, sizeof in);
        scrim_frame frame = frame_of(expected);
        assert_int_equal(scrim_redact(&frame, regions, 3, &options, NULL), SCRIM_OK);
        set(filter, SETTING_STYLE, styles[index].text);
        set(filter, SETTING_CODEC_BLOCK, index % 2 ? "16" : "8");
        set(filter, SETTING_SIZE_MULTIPLE, index % 2 ? "" : "10");
        memset(out, 0x55, sizeof out);
        host.update(filter, 0, in, out);
        assert_memory_equal(out, expected, sizeof out);
        assert_memory_equal(in, before, sizeof in); /* a host may still need it */
        host.update(filter, 0, in, in);             /* in place */
        assert_memory_equal(in, expected, sizeof in);
    }
    host.destruct(filter);
}

static void test_nothing_set_covers_and_none_covers_nothing(void **state) {
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    fill_noise(in, 1);
    listen_to_filter();
    host.update(filter, 0, in, out);
    host.update(filter, 1, in, out);
    assert_string_equal(said(), "frei0r filter scrim: neither regions nor feed is set: write regions=none if nothing is to be covered\n");
    assert_true(is_black(out, PIXELS));
    set(filter, SETTING_REGIONS, "none");
    host.update(filter, 2, in, out);
    assert_memory_equal(in, out, sizeof in);
    host.destruct(filter);
}

static void test_a_wrong_text_covers_until_a_right_one_comes(void **state) {
    static const struct {
        enum setting which;
        const char *wrong, *right, *message;
    } cases[] = {
        {SETTING_REGIONS, "320x50+90", "none", "regions: "},
        {SETTING_REGIONS, "/nowhere/regions.json", "none", "regions: /nowhere/regions.json: No such file"},
        {SETTING_REGIONS, "", "none", "neither regions nor feed"},
        {SETTING_STYLE, "frosty", "frost", "style: must be one of solid, "},
        {SETTING_STYLE, "blur", "blur@2", "style: blur needs "},
        {SETTING_DELAY, "1.5", "0.2", "delay: must be a number of seconds from 0 to 1 (got '1.5')"},
        {SETTING_DELAY, "0.05", "", "delay: must be at least max_latency (got '0.05')"},
        {SETTING_DELAY, "0.9", "", "delay: must be less"},
        {SETTING_MAX_LATENCY, "-0.1", "0.1", "max_latency: must be"},
        {SETTING_AGE, "nan", "0", "age: must be"},
        {SETTING_HOLD, "0.6", "0.5", "hold: must be"},
        {SETTING_MAX_SPEED, "fast", "1e4", "max_speed: must be"},
        {SETTING_OUTPUT, "4294967296", "3", "output: must be"},
        {SETTING_SCALE, "0", "2", "scale: must be"},
        {SETTING_SCALE, "65", "64", "scale: must be"},
        {SETTING_ORIGIN_X, "2e9", "-100", "origin_x: must be"},
        {SETTING_ORIGIN_Y, "x", "1.5", "origin_y: must be"},
        {SETTING_TRANSFORM, "45", "flipped-270", "transform: must be"},
        {SETTING_DILATION, "4097", "4096", "dilation: must be"},
        {SETTING_CODEC_BLOCK, "5", "8", "codec_block: must be 0, 8 or 16 (got '5')"},
        {SETTING_CODEC_BLOCK, "-8", "16", "codec_block: must be 0, 8 or 16 (got '-8')"},
        {SETTING_SIZE_MULTIPLE, "4097", "4096", "size_multiple: must be a whole number from 0 to 4096 (got '4097')"},
        {SETTING_SAMPLING_GAP, "1.0", "64", "sampling_gap: must be"},
        {SETTING_THREADS, "0", "1", "threads: must be 1, because"},
        {SETTING_THREADS, "two", "1", "threads: must be 1 (got"},
    };
    (void)state;
    fill_noise(in, 2);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
        set(filter, SETTING_REGIONS, "none");
        host.update(filter, 0, in, out);
        assert_memory_equal(in, out, sizeof in);
        for (int round = 0; round < 2; round++) {
            char start[256];
            listen_to_filter();
            set(filter, cases[index].which, cases[index].wrong);
            for (int frame = 0; frame < 3; frame++) {
                memcpy(out, in, sizeof in);
                host.update(filter, frame, in, out);
                assert_true(is_black(out, PIXELS));
            }
            const char *text = said();
            snprintf(start, sizeof start, "frei0r filter scrim: %s", cases[index].message);
            if (strncmp(text, start, strlen(start)) || strchr(text, '\n') != strrchr(text, '\n'))
                fail_msg("expected one line that begins with '%s' (got '%s')", start, text);
            set(filter, cases[index].which, cases[index].right);
            host.update(filter, 4, in, out);
            assert_memory_equal(in, out, sizeof in);
        }
        host.destruct(filter);
    }
}

/* Hosts may get a text in one thread while another sets it. */
static void test_a_text_is_valid_until_it_is_asked_for_again(void **state) {
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    char *first = NULL, *second = NULL;
    host.get(filter, &first, SETTING_REGIONS);
    assert_string_equal(first, "");
    set(filter, SETTING_REGIONS, "10x10+1+1/20x20+2+2");
    host.get(filter, &first, SETTING_REGIONS);
    set(filter, SETTING_REGIONS, "none");
    set(filter, SETTING_REGIONS, "");
    set(filter, SETTING_STYLE, "frost");
    host.get(filter, &second, SETTING_STYLE);
    assert_string_equal(first, "10x10+1+1/20x20+2+2");
    assert_string_equal(second, "frost");
    host.get(filter, &first, SETTING_REGIONS);
    assert_string_equal(first, "");
    host.destruct(filter);
}

static void test_regions_move_between_frames(void **state) {
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    fill_noise(in, 3);
    for (int x = 0; x < 40; x++) {
        char text[40];
        snprintf(text, sizeof text, "10x40+%d+0", x);
        set(filter, SETTING_REGIONS, text);
        host.update(filter, x, in, out);
        for (int index = 0; index < PIXELS; index++) {
            int column = index % WIDTH;
            uint32_t expected = column >= x && column < x + 10 ? rgba(0, 0, 0, 255) : in[index];
            assert_int_equal(out[index], expected);
        }
    }
    host.destruct(filter);
}

static void test_a_file_is_read_again_when_it_is_set_again(void **state) {
    char path[] = "/tmp/scrim-regions-XXXXXX";
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    char spaced[sizeof path + 2];
    snprintf(spaced, sizeof spaced, " \t%s", path);
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    fill_noise(in, 4);
    for (int x = 0; x < 6; x++) {
        FILE *file = fopen(path, "w");
        fprintf(file, "{\"regions\": [{\"rect\": [%d, 0, 1, 40]}]}", x);
        fclose(file);
        set(filter, SETTING_REGIONS, x < 3 ? path : spaced);
        host.update(filter, 0, in, out);
        for (int index = 0; index < PIXELS; index++)
            assert_int_equal(out[index], index % WIDTH == x ? rgba(0, 0, 0, 255) : in[index]);
    }
    close(fd);
    unlink(path);
    host.update(filter, 0, in, out); /* the file is read only when the text is set */
    assert_memory_not_equal(in, out, sizeof in);
    listen_to_filter();
    set(filter, SETTING_REGIONS, path);
    host.update(filter, 0, in, out);
    assert_non_null(strstr(said(), "No such file"));
    assert_true(is_black(out, PIXELS));
    host.destruct(filter);
}

static void test_sides_that_a_host_could_pad_are_refused(void **state) {
    (void)state;
    for (unsigned width = 1; width < 200; width++) {
        listen_to_filter();
        f0r_instance_t filter = host.construct(width, 3);
        const char *text = said();
        assert_true((filter != NULL) == (width % 16 == 0));
        assert_true((text[0] == '\0') == (filter != NULL));
        host.destruct(filter);
    }
    const unsigned wrong[][2] = {{0, 16}, {16, 0}, {65552, 16}, {16, 65537}, {4294967280u, 4294967295u}};
    for (size_t index = 0; index < sizeof wrong / sizeof wrong[0]; index++) {
        listen_to_filter();
        assert_null(host.construct(wrong[index][0], wrong[index][1]));
        assert_non_null(strstr(said(), "from 1 to 65536"));
    }
}

static void test_only_the_frame_is_written(void **state) {
    (void)state;
    for (unsigned height = 1; height < 20; height++) {
        size_t count = 48 * height;
        uint32_t *source = malloc(count * 4), *target = malloc((count + 2) * 4);
        assert_non_null(source);
        assert_non_null(target);
        memset(source, 0x77, count * 4);
        memset(target, 0x33, (count + 2) * 4);
        f0r_instance_t filter = host.construct(48, height);
        const char *texts[] = {"wrong", "none", "100x100+-5+-5"};
        for (int index = 0; index < 3; index++) {
            listen_to_filter();
            set(filter, SETTING_REGIONS, texts[index]);
            host.update(filter, 0, source, target + 1);
            said();
            assert_int_equal(target[0], 0x33333333);
            assert_int_equal(target[count + 1], 0x33333333);
            assert_true(is_black(target + 1, count) == (index != 1));
        }
        host.destruct(filter);
        free(source);
        free(target);
    }
}

static void test_a_host_that_ignores_a_refusal_is_stopped(void **state) {
    int status = 0;
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        close(2);
        host.update(NULL, 0, in, out);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* ---- Several instances and threads ---- */

struct worker {
    pthread_t thread;
    f0r_instance_t filter;
    int column;
    int wrong;
};

static void *work(void *context) {
    struct worker *worker = context;
    static const char *const others[] = {"wrong", "none"};
    uint32_t *source = malloc(sizeof in), *target = malloc(sizeof out);
    fill_noise(source, (unsigned)worker->column);
    for (int round = 0; round < 300; round++) {
        char text[40];
        if (round % 3 == 2)
            snprintf(text, sizeof text, "1x40+%d+0", worker->column);
        else
            snprintf(text, sizeof text, "%s", others[round % 3]);
        set(worker->filter, SETTING_REGIONS, text);
        host.update(worker->filter, round, source, target);
        for (int index = 0; index < PIXELS; index++) {
            bool is_covered = round % 3 == 0 || (round % 3 == 2 && index % WIDTH == worker->column);
            worker->wrong += target[index] != (is_covered ? rgba(0, 0, 0, 255) : source[index]);
        }
    }
    free(source);
    free(target);
    return NULL;
}

static void test_instances_are_independent(void **state) {
    static struct worker workers[4];
    (void)state;
    listen_to_filter();
    for (int index = 0; index < 4; index++) {
        workers[index] = (struct worker){.filter = host.construct(WIDTH, HEIGHT), .column = 11 * index};
        assert_int_equal(pthread_create(&workers[index].thread, NULL, work, &workers[index]), 0);
    }
    for (int index = 0; index < 4; index++) {
        pthread_join(workers[index].thread, NULL);
        host.destruct(workers[index].filter);
    }
    said();
    for (int index = 0; index < 4; index++)
        assert_int_equal(workers[index].wrong, 0);
}

/* MLT splits a frame into bands if its property "threads" is 4. */
static struct {
    f0r_instance_t filter;
    uint32_t *in, *out;
} bands;

static void *work_on_band(void *context) {
    size_t offset = *(int *)context * (size_t)PIXELS;
    for (int round = 0; round < 200; round++)
        host.update(bands.filter, round, bands.in + offset, bands.out + offset);
    return NULL;
}

static void test_bands_of_a_frame_are_covered(void **state) {
    pthread_t threads[4];
    int numbers[4];
    (void)state;
    bands.in = calloc(PIXELS * 4, 4);
    bands.out = calloc(PIXELS * 4, 4);
    bands.filter = host.construct(WIDTH, HEIGHT);
    set(bands.filter, SETTING_REGIONS, "1x1+0+0");
    set(bands.filter, SETTING_THREADS, "4");
    listen_to_filter();
    for (int index = 0; index < 4; index++) {
        numbers[index] = index;
        assert_int_equal(pthread_create(&threads[index], NULL, work_on_band, &numbers[index]), 0);
    }
    for (int index = 0; index < 4; index++)
        pthread_join(threads[index], NULL);
    assert_non_null(strstr(said(), "threads: must be 1"));
    assert_true(is_black(bands.out, PIXELS * 4));
    host.destruct(bands.filter);
    free(bands.in);
    free(bands.out);
}

/* ---- A feed ---- */

static uint64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A program with a scene whose only window is secure, and its feed. */
struct program {
    char folder[32], path[64];
    scrim_scene *scene;
    scrim_publisher *publisher;
};

static struct program start_program(scrim_rect place) {
    struct program program = {.folder = "/tmp/scrim-feed-XXXXXX"};
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_publisher_options feed = SCRIM_PUBLISHER_OPTIONS_INIT;
    scrim_window window = SCRIM_WINDOW_INIT;
    scrim_id id = 0;
    assert_non_null(mkdtemp(program.folder));
    snprintf(program.path, sizeof program.path, "%s/feed", program.folder);
    feed.name = program.path;
    feed.name_length = strlen(program.path);
    window.frame = place;
    window.flags = SCRIM_VIEW_SECURE;
    assert_int_equal(scrim_scene_create(&options, &program.scene), SCRIM_OK);
    assert_int_equal(scrim_scene_set_activity(program.scene, 0, SCRIM_ACTIVITY_ACTIVE), SCRIM_OK);
    assert_int_equal(scrim_scene_frame_ready(program.scene, 0), SCRIM_OK);
    assert_int_equal(scrim_scene_add_window(program.scene, &window, &id), SCRIM_OK);
    assert_int_equal(scrim_publisher_create(&feed, &program.publisher), SCRIM_OK);
    return program;
}

static void end_program(struct program *program) {
    scrim_publisher_destroy(program->publisher);
    scrim_scene_destroy(program->scene);
    assert_int_equal(rmdir(program->folder), 0);
}

/* Frames that are quickly old enough. */
static void set_feed(f0r_instance_t filter, const struct program *program) {
    set(filter, SETTING_FEED, program->path);
    set(filter, SETTING_MAX_LATENCY, "0.01");
    set(filter, SETTING_DELAY, "0.05");
    set(filter, SETTING_AGE, "0.01");
    set(filter, SETTING_HOLD, "0.01");
}

/* Publishes and updates until a frame is not black, or for two seconds. Returns whether one was not. */
static bool run_for_a_while(f0r_instance_t filter, const struct program *program) {
    for (int round = 0; round < 200; round++) {
        scrim_snapshot *snapshot = NULL;
        assert_int_equal(scrim_scene_snapshot(program->scene, clock_now(), &snapshot), SCRIM_OK);
        assert_int_equal(scrim_publisher_publish(program->publisher, snapshot), SCRIM_OK);
        scrim_snapshot_destroy(snapshot);
        host.update(filter, round, in, out);
        if (!is_black(out, PIXELS))
            return true;
        usleep(10000);
    }
    return false;
}

#define BLURRED "{\"regions\": [{\"rect\": [9, 9, 9, 9], \"style\": \"blur:3\"}]}"

static void test_regions_and_secure_views_are_covered(void **state) {
    struct program program = start_program((scrim_rect){105, 52, 5, 4});
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    fill_noise(in, 6);
    set_feed(filter, &program);
    set(filter, SETTING_SCALE, "2");
    set(filter, SETTING_ORIGIN_X, "100");
    set(filter, SETTING_ORIGIN_Y, "50");
    set(filter, SETTING_STYLE, "solid@FF8000");
    set(filter, SETTING_REGIONS, "4x4+40+30"); /* not drawn while frames are black */
    listen_to_filter();
    assert_true(run_for_a_while(filter, &program));
    for (int index = 0; index < PIXELS; index++) {
        int x = index % WIDTH, y = index / WIDTH;
        bool is_covered = (x >= 10 && x < 20 && y >= 4 && y < 12) || (x >= 40 && x < 44 && y >= 30 && y < 34);
        assert_int_equal(out[index], is_covered ? rgba(0xFF, 0x80, 0, 255) : in[index]);
    }
    /* Whatever cannot be used covers. */
    set(filter, SETTING_REGIONS, "none");
    const struct {
        enum setting which;
        const char *wrong, *right;
    } cases[] = {
        {SETTING_FEED, "/tmp/scrim-no-such-feed", program.path},
        {SETTING_STYLE, "blur@4", "tiles"},
        {SETTING_REGIONS, BLURRED, "none"},
        {SETTING_OUTPUT, "40", "0"},
        {SETTING_DELAY, "0.005", "0.02"},
        {SETTING_REGIONS, "4x4+40", "none"},
    };
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        set(filter, cases[index].which, cases[index].wrong);
        for (int round = 0; round < 12; round++) {
            host.update(filter, round, in, out);
            assert_true(is_black(out, PIXELS));
            usleep(10000);
        }
        set(filter, cases[index].which, cases[index].right);
        assert_true(run_for_a_while(filter, &program));
    }
    scrim_publisher_destroy(program.publisher);
    program.publisher = NULL;
    host.update(filter, 0, in, out);
    assert_true(is_black(out, PIXELS));
    set(filter, SETTING_FEED, ""); /* back to regions alone */
    usleep(11000);                 /* the age */
    host.update(filter, 0, in, out);
    const char *text = said();
    assert_non_null(strstr(text, "frei0r filter scrim: regions: every style must be solid, frost or tiles if there is a feed, because the others can be undone\n"));
    assert_null(strstr(text, "reversible"));
    assert_memory_equal(in, out, sizeof in);
    host.destruct(filter);
    end_program(&program);
}

/* Frames that come after the feed was removed may show its views until they are older than the age. */
static void test_frames_from_before_the_feed_was_removed_are_black(void **state) {
    struct program program = start_program((scrim_rect){8, 8, 16, 16});
    (void)state;
    for (int is_wrong = 0; is_wrong < 2; is_wrong++) { /* whether the texts with the feed were right */
        f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
        fill_noise(in, 6);
        set_feed(filter, &program);
        set(filter, SETTING_REGIONS, "none");
        set(filter, SETTING_AGE, "0.2");
        set(filter, SETTING_STYLE, is_wrong ? "sold" : "solid");
        listen_to_filter();
        if (is_wrong)
            host.update(filter, 0, in, out);
        else
            assert_true(run_for_a_while(filter, &program));
        uint64_t removed = clock_now();
        set(filter, SETTING_STYLE, "solid");
        set(filter, SETTING_FEED, "");
        do {
            usleep(5000);
            host.update(filter, 0, in, out);
        } while (is_black(out, PIXELS) && clock_now() < removed + 2000000000u);
        assert_true(clock_now() > removed + 200000000u);
        assert_memory_equal(in, out, sizeof in);
        set(filter, SETTING_STYLE, "frost"); /* on which frames without a feed do not depend */
        host.update(filter, 0, in, out);
        assert_memory_equal(in, out, sizeof in);
        said();
        host.destruct(filter);
    }
    end_program(&program);
}

/* The first texts are wrong, so no feed is open. Frames from before the correction show another part of the screen. */
static void test_frames_from_before_a_correction_are_black(void **state) {
    struct program program = start_program((scrim_rect){8, 8, 16, 16});
    (void)state;
    f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
    fill_noise(in, 6);
    set_feed(filter, &program);
    set(filter, SETTING_AGE, "0.2");
    listen_to_filter();
    assert_true(run_for_a_while(filter, &program)); /* The scene remembers frames of this age from now on. */
    host.destruct(filter);
    filter = host.construct(WIDTH, HEIGHT);
    set_feed(filter, &program);
    set(filter, SETTING_AGE, "0.2");
    set(filter, SETTING_STYLE, "sold");
    host.update(filter, 0, in, out);
    uint64_t corrected = clock_now();
    set(filter, SETTING_STYLE, "solid");
    set(filter, SETTING_ORIGIN_X, "20");
    assert_true(run_for_a_while(filter, &program));
    assert_true(clock_now() > corrected + 250000000u); /* delay and age */
    said();
    host.destruct(filter);
    end_program(&program);
}

/* What is to be covered jumps, and the host sets the new place with the first frame that shows it there. */
static void test_changed_regions_leave_frames_that_wait_covered(void **state) {
    static const struct {
        enum setting which;
        const char *values[2];
        int columns[2], width;
    } cases[] = {
        {SETTING_REGIONS, {"8x40+0+0", "8x40+30+0"}, {0, 30}, 8},
        {SETTING_REGIONS, {"8x40+30+0", "none"}, {30, -1}, 8},
        {SETTING_DILATION, {"4", "0"}, {16, 20}, 16},
    };
    const uint32_t secret = rgba(255, 0, 0, 255), black = rgba(0, 0, 0, 255);
    struct program program = start_program((scrim_rect){60, 36, 4, 4});
    (void)state;
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
        int with_first = 0, with_second = 0;
        listen_to_filter();
        set_feed(filter, &program);
        set(filter, SETTING_REGIONS, "8x40+20+0");
        set(filter, cases[index].which, cases[index].values[0]);
        for (unsigned number = 0; number < 120; number++) {
            bool is_second = number >= 60;
            int column = cases[index].columns[is_second];
            int width = cases[index].which == SETTING_DILATION && is_second ? 8 : cases[index].width;
            for (int pixel = 0; pixel < PIXELS; pixel++) {
                bool is_secret = column >= 0 && pixel % WIDTH >= column && pixel % WIDTH < column + width;
                in[pixel] = is_secret ? secret : rgba(is_second ? 2 : 1, 90, 90, 255);
            }
            if (number == 60)
                set(filter, cases[index].which, cases[index].values[1]);
            scrim_snapshot *snapshot = NULL;
            assert_int_equal(scrim_scene_snapshot(program.scene, clock_now(), &snapshot), SCRIM_OK);
            assert_int_equal(scrim_publisher_publish(program.publisher, snapshot), SCRIM_OK);
            scrim_snapshot_destroy(snapshot);
            host.update(filter, number, in, out);
            for (int pixel = 0; pixel < PIXELS; pixel++)
                assert_int_not_equal(out[pixel], secret);
            with_first += out[12] == rgba(1, 90, 90, 255);
            with_second += out[12] == rgba(2, 90, 90, 255);
            if (out[12] == rgba(2, 90, 90, 255) && cases[index].columns[1] >= 0)
                assert_int_equal(out[cases[index].columns[1]], black);
            usleep(5000);
        }
        said();
        assert_true(with_first > 10 && with_second > 10);
        host.destruct(filter);
    }
    end_program(&program);
}

/* Two frames that differ only in what is covered must come out alike. */
static void test_regions_and_windows_do_not_show_in_each_other(void **state) {
    /* next to the window, over its edge, and away from it */
    static const char slashes[] = "16x16+26+8/8x4+20+18/3x3+3+30";
    static const struct {
        const char *style, *regions;
    } cases[] = {
        {"solid", slashes},
        {"frost@7", slashes},
        {"tiles@7", slashes},
        {"frost@7", "{\"regions\": [{\"rect\": [26, 8, 16, 16], \"style\": \"tiles:3\"}, {\"rect\": [20, 18, 8, 4]},"
                    " {\"rect\": [3, 30, 3, 3], \"style\": \"solid\"}]}"},
    };
    struct program program = start_program((scrim_rect){8, 8, 16, 16});
    (void)state;
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        uint32_t results[2][PIXELS];
        for (unsigned content = 0; content < 2; content++) {
            f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
            set_feed(filter, &program);
            set(filter, SETTING_STYLE, cases[index].style);
            set(filter, SETTING_REGIONS, cases[index].regions);
            for (int pixel = 0; pixel < PIXELS; pixel++) {
                int x = pixel % WIDTH, y = pixel / WIDTH;
                bool in_window = x >= 8 && x < 24 && y >= 8 && y < 24;
                bool in_region = (x >= 26 && x < 42 && y >= 8 && y < 24) || (x >= 20 && x < 28 && y >= 18 && y < 22) ||
                                 (x >= 3 && x < 6 && y >= 30 && y < 33);
                unsigned gray = in_window || in_region ? content * 255 : 128;
                in[pixel] = rgba(gray, gray, gray, 255);
            }
            listen_to_filter();
            assert_true(run_for_a_while(filter, &program));
            said();
            memcpy(results[content], out, sizeof out);
            assert_int_equal(out[PIXELS - 1], rgba(128, 128, 128, 255));
            host.destruct(filter);
        }
        assert_memory_equal(results[0], results[1], sizeof results[0]);
    }
    end_program(&program);
}

/* ffmpeg knows parameters by their order only. */
static void test_the_order_of_parameters(void **state) {
    static const char *const names[] = {"regions", "style", "dilation", "codec_block", "feed", "delay", "max_latency", "age", "max_speed", "hold", "output", "scale", "origin_x", "origin_y", "transform", "sampling_gap", "size_multiple", "threads"};
    (void)state;
    assert_int_equal(SETTINGS, sizeof names / sizeof names[0]);
    for (int index = 0; index < SETTINGS; index++) {
        f0r_param_info_t parameter;
        host.param_info(&parameter, index);
        assert_string_equal(parameter.name, names[index]);
    }
}

/* Without a feed they are allowed, but somebody may have taken them for a protection. */
static void test_reversible_styles_are_reported_once(void **state) {
    static const struct {
        const char *regions, *style;
        bool is_reversible;
    } cases[] = {
        {"9x9+9+9", "blur@3", true},
        {"9x9+9+9", "pixelate@4", true},
        {"9x9+9+9", "light", true},
        {BLURRED, "solid", true},
        {"9x9+9+9", "solid", false},
        {"9x9+9+9", "frost", false},
        {"9x9+9+9", "tiles", false},
    };
    (void)state;
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
        listen_to_filter();
        for (int round = 0; round < 6; round++) { /* hosts set them before each frame */
            set(filter, SETTING_REGIONS, round == 3 ? "wrong" : cases[index].regions);
            set(filter, SETTING_STYLE, cases[index].style);
            host.update(filter, round, in, out);
        }
        const char *text = said();
        const char *found = strstr(text, "frei0r filter scrim: style is reversible: what it covers can be read back; solid, frost and tiles are irreversible\n");
        assert_true((found != NULL) == cases[index].is_reversible);
        if (found)
            assert_null(strstr(found + 30, "style is reversible"));
        host.destruct(filter);
    }
}

/* ---- Memory ---- */

static void test_failed_allocations_cover(void **state) {
    (void)state;
    if (running_on_valgrind() || built_with_asan()) /* they replace the allocator */
        skip();
    fill_noise(in, 5);
    int failed = 1, counted = 0;
    for (int failing = 1; failed; failing++) {
        char text[] = "20x20+3+3/ellipse@9x9+20+20/polygon@1+1+9+1+1+9", style[] = "frost@7";
        char *values[] = {text, style};
        long before = blocks_alive;
        listen_to_filter();
        f0r_instance_t filter = host.construct(WIDTH, HEIGHT);
        set(filter, SETTING_REGIONS, "none"); /* which must not stay */
        host.update(filter, 0, in, out);
        assert_memory_equal(in, out, sizeof in);
        allocator = (__typeof__(allocator)){.armed = 1, .fail_from = failing, .fail_to = failing};
        host.set(filter, &values[0], SETTING_REGIONS);
        host.set(filter, &values[1], SETTING_STYLE);
        host.update(filter, 0, in, out);
        allocator.armed = 0;
        failed = allocator.failed;
        assert_true(failed ? is_black(out, PIXELS) : !is_black(out, PIXELS));
        host.destruct(filter);
        said();
        assert_int_equal(blocks_alive, before);
        counted = failing;
    }
    assert_in_range(counted, 10, 60);
    allocator = (__typeof__(allocator)){.armed = 1, .fail_from = 1, .fail_to = 1};
    assert_null(host.construct(WIDTH, HEIGHT));
    allocator.armed = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_filter_says_about_itself),
        cmocka_unit_test(test_wrong_calls_do_nothing),
        cmocka_unit_test(test_regions_are_covered_as_by_the_library),
        cmocka_unit_test(test_nothing_set_covers_and_none_covers_nothing),
        cmocka_unit_test(test_a_wrong_text_covers_until_a_right_one_comes),
        cmocka_unit_test(test_a_text_is_valid_until_it_is_asked_for_again),
        cmocka_unit_test(test_regions_move_between_frames),
        cmocka_unit_test(test_a_file_is_read_again_when_it_is_set_again),
        cmocka_unit_test(test_sides_that_a_host_could_pad_are_refused),
        cmocka_unit_test(test_only_the_frame_is_written),
        cmocka_unit_test(test_a_host_that_ignores_a_refusal_is_stopped),
        cmocka_unit_test(test_instances_are_independent),
        cmocka_unit_test(test_bands_of_a_frame_are_covered),
        cmocka_unit_test(test_regions_and_secure_views_are_covered),
        cmocka_unit_test(test_frames_from_before_the_feed_was_removed_are_black),
        cmocka_unit_test(test_frames_from_before_a_correction_are_black),
        cmocka_unit_test(test_changed_regions_leave_frames_that_wait_covered),
        cmocka_unit_test(test_regions_and_windows_do_not_show_in_each_other),
        cmocka_unit_test(test_the_order_of_parameters),
        cmocka_unit_test(test_reversible_styles_are_reported_once),
        cmocka_unit_test(test_failed_allocations_cover),
    };
    return cmocka_run_group_tests(tests, load_filter, NULL);
}
