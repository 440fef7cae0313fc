/* SPDX-License-Identifier: MIT */
/* scrim-watch: covers password fields of all applications in recordings, as their accessibility trees report them.
 *
 * The main thread reads trees, because libatspi needs it. A second thread follows the screen and publishes. They share a desktop. */
#include "bus.h"
#include "options.h"
#include "report.h"
#include "rules.h"
#include "tree.h"
#include "watch.h"

#include <scrim.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,
    EXIT_USAGE = 2
};
static const uint64_t once_ns = UINT64_C(5000000000);
static const int connect_ms = 1000; /* how long connecting may last after a signal */
static const char unwritable[] = "standard output cannot be written";
static const char ended_early[] = "a signal ended it before all windows were read";

/* Everything that must be closed again. */
typedef struct program {
    options options;
    rules *rules;
    desktop *desktop;
    const screen_kind *kind;
    screen *screen; /* until the watch owns it */
    watch *watch;
    bool has_tree;
    int signal_fd;
    int connected_fd; /* readable when the program has connected, or has failed to */
} program;

static bool say(const char *message) {
    fprintf(stderr, "scrim-watch: %s\n", message);
    return false;
}

/* Signals are blocked in all threads. The thread of the screen reads them from this descriptor. It would get blocked signals even if
 * they are ignored, for example by nohup, so these are left out. */
static int open_signals(void) {
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction before;
    sigset_t set;
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaddset(&set, numbers[i]);
        }
    }
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) {
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static const screen_kind *choose_kind(const char *name) {
    if (name == NULL) {
        return screen_find();
    }
    return strcmp(name, screen_sway.name) == 0 ? &screen_sway : &screen_x11;
}

static bool open_parts(program *program) {
    static const desktop_times times = DESKTOP_TIMES_INIT;
    const options *options = &program->options;
    char error[1024] = "";
    program->rules = options->rules != NULL ? rules_read(options->rules, error, sizeof error) : rules_read_default(error, sizeof error);
    if (program->rules == NULL) {
        return say(error);
    }
    program->kind = choose_kind(options->screen);
    if (program->kind == NULL) {
        return say("expected SWAYSOCK of sway or DISPLAY of an X11 session in the environment (got neither, or another compositor)");
    }
    if (options->preview && program->kind->preview == NULL) {
        return say("--preview: expected an X11 session (got another one)");
    }
    program->desktop = desktop_new(&times);
    program->signal_fd = open_signals();
    program->connected_fd = eventfd(0, EFD_CLOEXEC);
    return (program->desktop != NULL && program->signal_fd >= 0 && program->connected_fd >= 0) || say("no memory or file descriptors");
}

static bool open_tree(program *program) {
    char error[1024] = "";
    program->has_tree = tree_open(program->desktop, program->rules, error, sizeof error);
    return program->has_tree || say(error);
}

static bool open_screen(program *program) {
    char error[1024] = "";
    program->screen = program->kind->open(program->desktop, error, sizeof error);
    return program->screen != NULL || say(error);
}

/* Waits until one of two descriptors can be read. Returns whether `second` can. */
static bool wait_for_either(int first, int second, int timeout_ms) {
    struct pollfd fds[] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
    while (poll(fds, 2, timeout_ms) < 0 && errno == EINTR) {
    }
    return fds[1].revents != 0;
}

/* Ends the program if a signal arrives while it connects to a bus or a screen that does not answer. The feed does not exist yet. */
static void *end_if_signaled(void *data) {
    program *program = data;
    if (wait_for_either(program->signal_fd, program->connected_fd, -1) || wait_for_either(-1, program->connected_fd, connect_ms)) {
        return NULL;
    }
    bus_restore();
    if (program->options.once) {
        say(ended_early);
    }
    _exit(program->options.once ? EXIT_FAILED : EXIT_DONE);
}

/* Some of these calls wait without limit for an answer, and no signal interrupts them. */
static bool connect_parts(program *program) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_if_signaled, program) != 0) {
        return say("no memory or threads");
    }
    bool connected = open_tree(program) && open_screen(program);
    eventfd_write(program->connected_fd, 1);
    pthread_join(thread, NULL);
    return connected;
}

static bool start_watch(program *program) {
    char error[1024] = "";
    watch_options options = {.desktop = program->desktop, .kind = program->kind, .screen = program->screen, .preview = program->options.preview, .stop_fd = program->signal_fd, .ended = tree_stop};
    if (!program->options.once) {
        options.publisher = publisher_open(program->options.feed, error, sizeof error);
        if (options.publisher == NULL) {
            return say(error);
        }
    }
    program->watch = watch_start(&options);
    if (program->watch == NULL) {
        publisher_close(options.publisher);
        return say("no memory or threads");
    }
    program->screen = NULL;
    return true;
}

static bool report(program *program) {
    bool (*print)(desktop *, const char *, uint64_t, FILE *) = program->options.json ? report_json : report_table;
    return print(program->desktop, program->kind->name, watch_now_ns(), stdout) || say(unwritable);
}

/* The signals are still there after the thread of the screen has seen them. */
static bool was_signaled(const program *program) {
    struct signalfd_siginfo info;
    return read(program->signal_fd, &info, sizeof info) == sizeof info;
}

static bool run(program *program) {
    if (!open_parts(program) || !connect_parts(program) || !start_watch(program)) {
        return false;
    }
    bool bus_lives = program->options.once ? tree_settle(once_ns) : tree_run();
    const char *failure = watch_stop(program->watch);
    program->watch = NULL;
    if (failure != NULL) {
        return say(failure);
    }
    bool signaled = was_signaled(program);
    if (!bus_lives && !signaled) {
        return say("the accessibility bus is gone");
    }
    if (!program->options.once) {
        return true;
    }
    return signaled ? say(ended_early) : report(program);
}

static void close_parts(program *program) {
    if (program->watch != NULL) {
        watch_stop(program->watch);
    }
    if (program->screen != NULL) {
        program->kind->close(program->screen);
    }
    if (program->has_tree) {
        tree_close();
    }
    desktop_free(program->desktop);
    rules_free(program->rules);
    if (program->signal_fd >= 0) {
        close(program->signal_fd);
    }
    if (program->connected_fd >= 0) {
        close(program->connected_fd);
    }
}

int main(int argc, char **argv) {
    program program = {.signal_fd = -1, .connected_fd = -1};
    char error[1024];
    if (!options_read(&program.options, argc, argv, error, sizeof error)) {
        say(error);
        return EXIT_USAGE;
    }
    if (program.options.help || program.options.version) {
        printf("%s", program.options.help ? options_help : "scrim-watch " SCRIM_VERSION_STRING "\n");
        return fflush(stdout) == 0 || say(unwritable) ? EXIT_DONE : EXIT_FAILED;
    }
    bool done = run(&program);
    close_parts(&program);
    return done ? EXIT_DONE : EXIT_FAILED;
}
