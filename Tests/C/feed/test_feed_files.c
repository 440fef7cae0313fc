/* SPDX-License-Identifier: MIT */
/* The file of a feed: who may open it, what else can have its name, and what happens if it is shortened, removed or full. */
#define _GNU_SOURCE
#include "feed_fixture.h"
#include "support/kernel.h"

#include <linux/fuse.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/un.h>

static mode_t mode_of(const char *path) {
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

static void make_file(const char *path, mode_t mode) {
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert_true(fd >= 0);
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static void test_only_the_owner_may_open_it(void **state) {
    (void)state;
    static const mode_t masks[] = {0, 022, 077, 0777};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        mode_t before = umask(masks[i]);
        scrim_publisher *publisher = publisher_of("a");
        umask(before);
        assert_int_equal(mode_of(path_of("scrim-a.feed")), 0600);
        scrim_publisher_destroy(publisher);
    }
}

/* A file with the name that is not one of ours is refused and does not change. */
static void refuses(const char *path) {
    struct stat before, after;
    scrim_publisher *publisher;
    assert_int_equal(lstat(path, &before), 0);
    ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_REFUSED);
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    FINDS(subscriber, LATER, REFUSED);
    assert_int_equal(lstat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_mode == after.st_mode && before.st_size == after.st_size);
    assert_int_equal(remove(path), 0);
    FINDS(subscriber, LATER, MISSING);
    scrim_subscriber_destroy(subscriber);
}

static void test_other_things_are_refused(void **state) {
    (void)state;
    static const mode_t modes[] = {0640, 0620, 0610, 0604, 0602, 0601, 0666, 0777};
    char path[256];
    strcpy(path, path_of("scrim-a.feed"));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        make_file(path, modes[i]);
        refuses(path);
    }
    assert_int_equal(mkdir(path, 0700), 0);
    refuses(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    refuses(path);
    assert_int_equal(symlink(path_of("elsewhere"), path), 0);
    refuses(path);
    assert_int_equal(access(path_of("elsewhere"), F_OK), -1); /* nothing was created behind the link */
    make_file(path_of("elsewhere"), 0600);
    assert_int_equal(symlink(path_of("elsewhere"), path), 0);
    refuses(path);
    assert_int_equal(unlink(path_of("elsewhere")), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    assert_int_equal(bind(end, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(chmod(path, 0600), 0);
    refuses(path);
    close(end);
    if (geteuid() == 0) {
        make_file(path, 0600);
        assert_int_equal(chown(path, 1234, 1234), 0);
        refuses(path);
    }
}

/* A daemon without a terminal must not get one by a wrong name: Ctrl-C there would end it. */
static void test_a_terminal_does_not_become_the_hosts(void **state) {
    (void)state;
    char name[64];
    int status = 0, terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    assert_int_equal(ptsname_r(terminal, name, sizeof name), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        scrim_publisher *publisher;
        scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
        scrim_subscriber *subscriber;
        scrim_snapshot *snapshot;
        uint32_t found = 0;
        options.name = name;
        options.name_length = strlen(name);
        int wrong = setsid() < 0 || open("/dev/tty", O_RDWR | O_NOCTTY) >= 0;
        wrong |= try_publisher(name, &publisher) != SCRIM_ERROR_REFUSED;
        wrong |= scrim_subscriber_create(&options, &subscriber) != SCRIM_OK;
        wrong |= scrim_subscriber_snapshot(subscriber, LATER, &snapshot, &found) != SCRIM_OK || found != SCRIM_FEED_REFUSED;
        wrong |= open("/dev/tty", O_RDWR | O_NOCTTY) >= 0;
        _exit(wrong);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    close(terminal);
    assert_int_equal(status, 0);
}

/* A private file that is not a feed keeps its content, its mode and its name. */
static void test_other_contents_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } contents[] = {
        {"k", 1},
        {"TcrmFee", 7},
        {"PRIVATE KEY", 11},
        {"\0\0\0\0\0\0\0\0\0", 9},
        {"TcrmFeeD and more", 17},
        {"TcrmFeEd", 8},
        {"TCrmFeed", 8},
    };
    static const char *const feeds[] = {"", "TcrmFeed", "UcrmFeed, which is the next version", "\377crmFeed"};
    char path[256];
    strcpy(path, path_of("scrim-a.feed"));
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        char after[64];
        scrim_publisher *publisher;
        make_file(path, 0600);
        int file = open(path, O_RDWR | O_CLOEXEC);
        assert_int_equal(write(file, contents[i].bytes, contents[i].length), contents[i].length);
        assert_int_equal(fchmod(file, 0700), 0);
        ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_REFUSED);
        assert_int_equal(pread(file, after, sizeof after, 0), contents[i].length);
        assert_memory_equal(after, contents[i].bytes, contents[i].length);
        assert_int_equal(mode_of(path), 0700);
        close(file);
        assert_int_equal(unlink(path), 0);
    }
    for (size_t i = 0; i < sizeof feeds / sizeof *feeds; i++) {
        make_file(path, 0600);
        int file = open(path, O_WRONLY | O_CLOEXEC);
        assert_int_equal(write(file, feeds[i], strlen(feeds[i])), strlen(feeds[i]));
        close(file);
        scrim_publisher_destroy(publisher_of("a"));
        assert_int_equal(access(path, F_OK), -1);
    }
}

/* Answers everything but reads. */
static void serve_a_file(int fuse) {
    static char request[FUSE_MIN_READ_BUFFER + 4096];
    while (read(fuse, request, sizeof request) > 0) {
        const struct fuse_in_header *in = (const void *)request;
        struct {
            struct fuse_out_header header;
            union {
                struct fuse_init_out init;
                struct fuse_entry_out entry;
                struct fuse_attr_out attributes;
                struct fuse_open_out opened;
                struct fuse_statfs_out status;
            } as;
        } out = {.header = {.unique = in->unique}};
        const struct fuse_attr file = {.ino = 2, .size = 65536, .mode = S_IFREG | 0600, .nlink = 1, .uid = geteuid(), .gid = getegid()};
        size_t length = 0;
        switch (in->opcode) {
        case FUSE_INIT:
            out.as.init = (struct fuse_init_out){.major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_write = 4096};
            length = sizeof out.as.init;
            break;
        case FUSE_LOOKUP:
            out.as.entry = (struct fuse_entry_out){.nodeid = 2, .attr = file};
            length = sizeof out.as.entry;
            break;
        case FUSE_GETATTR:
            out.as.attributes.attr = file;
            if (in->nodeid == FUSE_ROOT_ID)
                out.as.attributes.attr.mode = S_IFDIR | 0700;
            length = sizeof out.as.attributes;
            break;
        case FUSE_OPEN:
            length = sizeof out.as.opened;
            break;
        case FUSE_STATFS:
            length = sizeof out.as.status;
            break;
        case FUSE_READ:
        case FUSE_FORGET:
        case FUSE_INTERRUPT:
            continue;
        default:
            out.header.error = -ENOSYS;
        }
        out.header.len = (uint32_t)(sizeof out.header + length);
        if (write(fuse, &out, out.header.len) < 0)
            continue;
    }
}

static int meets_a_file_system_that_hangs(void *data) {
    scrim_publisher *publisher;
    char options[80];
    (void)data;
    int fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    snprintf(options, sizeof options, "fd=%d,rootmode=40700,user_id=%u,group_id=%u", fuse, geteuid(), getegid());
    if (fuse < 0 || unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", feed_folder, "fuse", 0, options) != 0)
        return 77;
    pid_t server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve_a_file(fuse);
        _exit(0);
    }
    close(fuse);
    alarm(20); /* which ends this process if a call waits */
    CHECK(try_publisher("a", &publisher) == SCRIM_ERROR_REFUSED);
    scrim_subscriber *named = subscriber_of("a", -1);
    CHECK(look(named, LATER) == SCRIM_FEED_REFUSED);
    int file = open(path_of("scrim-a.feed"), O_RDONLY | O_CLOEXEC);
    CHECK(file >= 0);
    scrim_subscriber *passed = subscriber_of(NULL, file);
    CHECK(look(passed, LATER) == SCRIM_FEED_REFUSED);
    scrim_subscriber_destroy(named);
    scrim_subscriber_destroy(passed);
    kill(server, SIGKILL);
    return 0;
}

static void test_a_file_system_that_hangs(void **state) {
    (void)state;
    int status = status_in_child(meets_a_file_system_that_hangs, NULL);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        print_message("FUSE cannot be mounted here: skipped\n");
        skip();
    }
    assert_int_equal(status, 0);
}

/* Another user's file, for a process that is not root: it cannot even be opened. */
static int meets_a_foreign_file(void *data) {
    scrim_publisher *publisher;
    scrim_subscriber_options options = SCRIM_SUBSCRIBER_OPTIONS_INIT;
    scrim_subscriber *subscriber;
    scrim_snapshot *snapshot;
    uint32_t found = 0;
    (void)data;
    CHECK(setresgid(4321, 4321, 4321) == 0 && setresuid(4321, 4321, 4321) == 0);
    CHECK(try_publisher("a", &publisher) == SCRIM_ERROR_REFUSED);
    options.name = "a";
    options.name_length = 1;
    CHECK(scrim_subscriber_create(&options, &subscriber) == SCRIM_OK);
    CHECK(scrim_subscriber_snapshot(subscriber, LATER, &snapshot, &found) == SCRIM_OK && found == SCRIM_FEED_REFUSED);
    errno = 0;
    CHECK(try_publisher("b", &publisher) == SCRIM_ERROR_IO && errno == EACCES); /* it may not create one here */
    scrim_subscriber_destroy(subscriber);
    scrim_snapshot_destroy(snapshot);
    return 0;
}

static void test_a_file_of_another_user(void **state) {
    (void)state;
    if (geteuid() != 0) {
        print_message("only root can become another user: skipped\n");
        skip();
    }
    assert_int_equal(chmod(feed_folder, 0755), 0);
    scrim_publisher *publisher = publisher_of("a");
    passes_in_child(meets_a_foreign_file, NULL);
    scrim_publisher_destroy(publisher);
}

/* ---- Names that change ---- */

static void test_a_file_that_is_removed(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    scrim_publisher *removed = publisher_of("a"), *publisher;
    publish(removed, scene, LATER);
    FINDS(subscriber, LATER, LIVE);
    assert_int_equal(unlink(path_of("scrim-a.feed")), 0);
    publish(removed, scene, LATER + MS);
    FINDS(subscriber, LATER + MS, LIVE); /* this subscriber still has the file */
    publisher = publisher_of("a");
    publish(publisher, scene, LATER + SILENCE + 2 * MS);
    FINDS(subscriber, LATER + MS, LIVE);
    FINDS(subscriber, LATER + SILENCE + 2 * MS, LIVE); /* now it has the new one */
    scrim_publisher_destroy(removed);                  /* and the new one keeps its name */
    FINDS(subscriber, LATER + SILENCE + 2 * MS, LIVE);
    assert_int_equal(access(path_of("scrim-a.feed"), F_OK), 0);
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
}

/* Nothing is mapped, so nobody who shortens the file can raise a signal. */
static void test_a_file_that_is_shortened(void **state) {
    (void)state;
    scrim_scene *scene = scene_with_history();
    scrim_subscriber *known = subscriber_of("a", -1);
    scrim_publisher *publisher = publisher_of("a");
    struct stat status;
    uint64_t now = LATER;
    publish(publisher, scene, now);
    assert_int_equal(stat(path_of("scrim-a.feed"), &status), 0);
    /* The end of each slot, byte by byte, and what is between in larger steps. */
    for (off_t size = status.st_size; size >= 0; now += MS) {
        publish(publisher, scene, now);
        publish(publisher, scene, now); /* in the second slot as well */
        FINDS(known, now, LIVE);
        assert_int_equal(truncate(path_of("scrim-a.feed"), size), 0);
        scrim_subscriber *subscriber = subscriber_of("a", -1);
        uint32_t found = look(subscriber, now);
        if (size == 0)
            assert_int_equal(found, SCRIM_FEED_EMPTY);
        else
            assert_in_range(found, SCRIM_FEED_LIVE, SCRIM_FEED_DAMAGED);
        assert_int_not_equal(found, size < SLOT(0) + 100 ? SCRIM_FEED_LIVE : 0);
        scrim_subscriber_destroy(subscriber);
        size -= (size > SLOT(1) - 10 || size < SLOT(0) + 300) && (size > SLOT(0) - 10 || size < 100) ? 1 : size > SLOT(0) ? 9999991
                                                                                                                          : 9973;
    }
    scrim_publisher_destroy(publisher);
    scrim_subscriber_destroy(known);
    scrim_scene_destroy(scene);
}

static void test_a_relative_path(void **state) {
    (void)state;
    char before[1024];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(feed_folder), 0);
    scrim_publisher *publisher = publisher_of("./a"), *second;
    ANSWERS(try_publisher(path_of("a"), &second), SCRIM_ERROR_BUSY);
    scrim_publisher_destroy(publisher);
    publisher = publisher_of("./a");
    assert_int_equal(chdir(before), 0);
    scrim_publisher_destroy(publisher); /* from another folder, where no such file is */
    assert_int_equal(unlink(path_of("a")), 0);
}

/* ---- Locks ---- */

static int ends_without_destroying(void *data) {
    (void)data;
    publisher_of("a");
    _exit(0);
}

/* A program with a descriptor for reading can set a read lock as soon as the publisher is killed. */
static void test_readers_that_lock(void **state) {
    (void)state;
    static const struct flock locks[] = {{.l_type = F_RDLCK}, {.l_type = F_RDLCK, .l_start = 5, .l_len = 1}, {.l_type = F_WRLCK}};
    scrim_scene *scene = scene_with_history();
    for (size_t i = 0; i < sizeof locks / sizeof *locks; i++) {
        struct flock lock = locks[i];
        scrim_publisher *publisher;
        struct stat status;
        int none = 0;
        passes_in_child(ends_without_destroying, &none);
        int file = open(path_of("scrim-a.feed"), (lock.l_type == F_RDLCK ? O_RDONLY : O_RDWR) | O_CLOEXEC);
        assert_int_equal(fcntl(file, F_OFD_SETLK, &lock), 0);
        if (lock.l_type == F_WRLCK) {
            ANSWERS(try_publisher("a", &publisher), SCRIM_ERROR_BUSY);
            assert_int_equal(unlink(path_of("scrim-a.feed")), 0);
        } else {
            scrim_subscriber *subscriber = subscriber_of("a", -1);
            FINDS(subscriber, LATER, EMPTY);
            publisher = publisher_of("a");
            publish(publisher, scene, LATER);
            FINDS(subscriber, LATER, LIVE);
            assert_int_equal(fstat(file, &status), 0);
            assert_int_equal(status.st_nlink, 0); /* the feed has another file now */
            scrim_subscriber *later = subscriber_of("a", -1);
            FINDS(later, LATER, LIVE); /* which has the name */
            scrim_subscriber_destroy(later);
            scrim_publisher_destroy(publisher);
            scrim_subscriber_destroy(subscriber);
        }
        close(file);
    }
    scrim_scene_destroy(scene);
}

/* A program such as SQLite locks its file for reading while it uses it. */
static void test_other_contents_that_readers_lock(void **state) {
    (void)state;
    static const int commands[] = {F_SETLK, F_OFD_SETLK};
    static const char bytes[] = "SQLite format 3";
    char path[256];
    strcpy(path, path_of("scrim-a.feed"));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        int ends[2], answer = 0;
        char after[64], ready;
        scrim_publisher *publisher;
        struct stat status;
        make_file(path, 0600);
        int file = open(path, O_RDWR | O_CLOEXEC);
        assert_int_equal(write(file, bytes, sizeof bytes), sizeof bytes);
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) { /* it has the lock until it is told to end */
            struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 8, .l_len = 4};
            int own = open(path, O_RDWR | O_CLOEXEC);
            close(ends[0]);
            if (own < 0 || fcntl(own, commands[i], &lock) != 0 || write(ends[1], "", 1) != 1)
                _exit(1);
            _exit(read(ends[1], &ready, 1) != 0);
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &ready, 1), 1);
        scrim_status created = try_publisher("a", &publisher);
        close(ends[0]);
        assert_int_equal(waitpid(child, &answer, 0), child);
        assert_int_equal(answer, 0);
        scrim_publisher_destroy(publisher);
        assert_int_equal(created, SCRIM_ERROR_REFUSED);
        assert_int_equal(fstat(file, &status), 0);
        assert_int_equal(status.st_nlink, 1);
        assert_int_equal(pread(file, after, sizeof after, 0), sizeof bytes);
        assert_memory_equal(after, bytes, sizeof bytes);
        close(file);
        assert_int_equal(unlink(path), 0);
    }
}

/* ---- Descriptors ---- */

static void test_a_descriptor_can_only_read(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        scrim_publisher *publisher = publisher_of(i == 0 ? NULL : "a");
        scrim_scene *scene = scene_with_history();
        struct stat status;
        int32_t fd = -1;
        OK(scrim_publisher_fd(publisher, &fd));
        assert_int_equal(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
        assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
        assert_int_equal(write(fd, "", 1), -1);
        assert_int_equal(fstat(fd, &status), 0);
        assert_int_equal(status.st_mode, S_IFREG | 0600);
        scrim_subscriber *subscriber = subscriber_of(NULL, fd);
        assert_int_equal(close(fd), 0); /* the subscriber has its own */
        FINDS(subscriber, LATER, EMPTY);
        publish(publisher, scene, LATER);
        FINDS(subscriber, LATER, LIVE);
        scrim_publisher_destroy(publisher);
        FINDS(subscriber, LATER, MISSING);
        scrim_subscriber_destroy(subscriber);
        scrim_scene_destroy(scene);
    }
}

/* Whether a new publisher gives out a descriptor of its own file, not of one that has the same number in another thread. */
static int gives_its_own_file(void) {
    scrim_publisher *publisher = NULL;
    struct stat status;
    int32_t fd = -1;
    CHECK(try_publisher(NULL, &publisher) == SCRIM_OK);
    CHECK(scrim_publisher_fd(publisher, &fd) == SCRIM_OK);
    CHECK(fstat(fd, &status) == 0 && status.st_size == SLOT(2));
    CHECK(close(fd) == 0);
    scrim_publisher_destroy(publisher);
    return 0;
}

static void *after_the_first_thread(void *unused) {
    while (access("/proc/self/fd/1", F_OK) == 0) /* of the first thread. ASan cannot join that */
        usleep(1000);
    leave_child(gives_its_own_file());
    return unused;
}

static int end_the_first_thread(void *data) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, after_the_first_thread, data) == 0);
    pthread_exit(NULL);
}

/* The file gets the number of the other threads' standard input. */
static void *with_its_own_descriptors(void *result) {
    *(int *)result = unshare(CLONE_FILES) != 0 || close(0) != 0 || gives_its_own_file() != 0;
    return NULL;
}

static int separate_the_descriptors(void *data) {
    pthread_t thread;
    int result = 1;
    (void)data;
    CHECK(dup2(1, 0) == 0);
    CHECK(pthread_create(&thread, NULL, with_its_own_descriptors, &result) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return result;
}

static void test_a_descriptor_is_of_the_calling_thread(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("/proc has the emulator's threads");
    passes_in_child(end_the_first_thread, NULL);
    passes_in_child(separate_the_descriptors, NULL);
}

static void test_a_file_without_a_name_keeps_its_size(void **state) {
    (void)state;
    scrim_publisher *publisher = publisher_of(NULL);
    int32_t fd = -1;
    char path[64];
    OK(scrim_publisher_fd(publisher, &fd));
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int writable = open(path, O_RDWR); /* as the same user can */
    assert_true(writable >= 0);
    assert_int_equal(ftruncate(writable, 0), -1);
    assert_int_equal(errno, EPERM);
    assert_int_equal(ftruncate(writable, SLOT(3)), -1);
    assert_int_equal(errno, EPERM);
    close(writable);
    close(fd);
    scrim_publisher_destroy(publisher);
}

static void test_descriptors_of_other_things(void **state) {
    (void)state;
    int ends[2], folder = open("/", O_RDONLY | O_DIRECTORY);
    assert_int_equal(pipe(ends), 0);
    make_file(path_of("open"), 0644);
    make_file(path_of("own"), 0600);
    const struct {
        int fd;
        uint32_t state;
    } cases[] = {
        {folder, SCRIM_FEED_REFUSED},
        {ends[0], SCRIM_FEED_REFUSED},
        {ends[1], SCRIM_FEED_REFUSED},
        {open(path_of("open"), O_RDONLY), SCRIM_FEED_REFUSED},
        {open(path_of("own"), O_RDONLY), SCRIM_FEED_EMPTY},
        {open(path_of("own"), O_WRONLY), SCRIM_FEED_DAMAGED}, /* it cannot be read */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scrim_subscriber *subscriber = subscriber_of(NULL, cases[i].fd);
        assert_int_equal(look(subscriber, LATER), cases[i].state);
        scrim_subscriber_destroy(subscriber);
        close(cases[i].fd);
    }
    close(ends[0] == cases[1].fd ? -1 : ends[0]);
    assert_int_equal(unlink(path_of("open")), 0);
    assert_int_equal(unlink(path_of("own")), 0);
}

/* ---- Files that cannot be written ---- */

struct limit {
    rlim_t bytes;
    int is_named, is_written_before;
};

static int writes_under_a_limit(void *data) {
    const struct limit *limit = data;
    const struct rlimit some = {limit->bytes, RLIM_INFINITY}, all = {RLIM_INFINITY, RLIM_INFINITY};
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of(limit->is_named ? "a" : NULL);
    int32_t fd = -1;
    CHECK(scrim_publisher_fd(publisher, &fd) == SCRIM_OK);
    scrim_subscriber *subscriber = subscriber_of(NULL, fd);
    if (limit->is_written_before) {
        publish(publisher, scene, LATER);
        CHECK(look(subscriber, LATER) == SCRIM_FEED_LIVE);
    }
    scrim_snapshot *snapshot = snap(scene, LATER + MS);
    CHECK(setrlimit(RLIMIT_FSIZE, &some) == 0);
    errno = 0;
    scrim_status status = scrim_publisher_publish(publisher, snapshot);
    int error = errno;
    CHECK(setrlimit(RLIMIT_FSIZE, &all) == 0);
    CHECK(status == SCRIM_ERROR_IO && error == EFBIG);
    sigset_t pending;
    CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGXFSZ));
    CHECK(look(subscriber, LATER) == (limit->bytes == 0 && !limit->is_named ? SCRIM_FEED_DAMAGED : SCRIM_FEED_EMPTY)); /* and no older snapshot */
    CHECK(scrim_publisher_publish(publisher, snapshot) == SCRIM_OK);
    CHECK(look(subscriber, LATER + MS) == SCRIM_FEED_LIVE);
    scrim_snapshot_destroy(snapshot);
    scrim_subscriber_destroy(subscriber);
    scrim_publisher_destroy(publisher);
    scrim_scene_destroy(scene);
    close(fd);
    return 0;
}

static void test_the_limit_of_file_sizes(void **state) {
    (void)state;
    for (int bits = 0; bits < 8; bits++) {
        struct limit limit = {(bits & 1) != 0 ? 0 : (rlim_t)SLOT(0) + 10, (bits & 2) != 0, (bits & 4) != 0};
        passes_in_child(writes_under_a_limit, &limit);
    }
}

static int creates_under_a_limit(void *data) {
    const struct rlimit none = {0, RLIM_INFINITY};
    scrim_publisher *publisher;
    (void)data;
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    for (int is_named = 0; is_named < 2; is_named++) {
        errno = 0;
        CHECK(try_publisher(is_named ? "a" : NULL, &publisher) == SCRIM_ERROR_IO && errno == EFBIG);
    }
    CHECK(access(path_of("scrim-a.feed"), F_OK) == -1); /* not even an empty file stays */
    return 0;
}

static void test_creation_under_a_limit(void **state) {
    (void)state;
    passes_in_child(creates_under_a_limit, NULL);
}

/* Mounts a file system with hardly any room, in a new namespace. */
static int mount_small(void) {
    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0)
        return -1;
    return mount("none", feed_folder, "tmpfs", 0, "size=64k");
}

static int fills_a_file_system(void *data) {
    scrim_scene_options options = SCRIM_SCENE_OPTIONS_INIT;
    scrim_scene *scene = NULL;
    (void)data;
    if (mount_small() != 0)
        return 77;
    CHECK(scrim_scene_create(&options, &scene) == SCRIM_OK);
    CHECK(scrim_scene_set_activity(scene, 0, SCRIM_ACTIVITY_ACTIVE) == SCRIM_OK && scrim_scene_frame_ready(scene, 0) == SCRIM_OK);
    scrim_publisher *publisher = publisher_of("a");
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    scrim_id window = add(scene, 0, 0, 10, 10);
    tell(scene, START);
    publish(publisher, scene, LATER);
    CHECK(look(subscriber, LATER) == SCRIM_FEED_LIVE);
    for (int i = 0; i < 2000; i++)
        add(scene, i % 9, 0, 1, 1);
    scrim_snapshot *snapshot = snap(scene, LATER + MS);
    errno = 0;
    CHECK(scrim_publisher_publish(publisher, snapshot) == SCRIM_ERROR_IO && errno == ENOSPC);
    CHECK(look(subscriber, LATER + MS) == SCRIM_FEED_EMPTY);
    scrim_snapshot_destroy(snapshot);
    CHECK(window != 0);
    scrim_publisher_destroy(publisher);
    CHECK(look(subscriber, LATER + MS) == SCRIM_FEED_MISSING);
    int full = open(path_of("full"), O_CREAT | O_WRONLY, 0600);
    static char bytes[65536];
    while (write(full, bytes, sizeof bytes) > 0)
        continue;
    errno = 0;
    CHECK(try_publisher("b", &publisher) == SCRIM_ERROR_IO && errno == ENOSPC);
    CHECK(access(path_of("scrim-b.feed"), F_OK) == -1);
    scrim_subscriber_destroy(subscriber);
    scrim_scene_destroy(scene);
    return 0;
}

static void test_a_full_file_system(void **state) {
    (void)state;
    int status = status_in_child(fills_a_file_system, NULL);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        print_message("no file system can be mounted here: skipped\n");
        skip();
    }
    assert_int_equal(status, 0);
}

/* ---- System calls that are denied ---- */

/* What open() of the C library calls. */
#if defined(__GLIBC__) || !defined(SYS_open)
#define OPEN_CALL SYS_openat
#else
#define OPEN_CALL SYS_open
#endif

struct denial {
    unsigned call, error;
    scrim_status named, nameless, publishes; /* what creating and publishing return */
};

static int is_denied(void *data) {
    const struct denial *denial = data;
    scrim_scene *scene = scene_with_history();
    scrim_snapshot *snapshot = snap(scene, LATER);
    scrim_publisher *before = publisher_of("before"), *publisher;
    scrim_subscriber *subscriber = subscriber_of("before", -1);
    publish(before, scene, LATER);
    CHECK(look(subscriber, LATER) == SCRIM_FEED_LIVE);
    CHECK(deny_call(denial->call, denial->error) == 0);
    errno = 0;
    CHECK(try_publisher("a", &publisher) == denial->named);
    CHECK(denial->named != SCRIM_ERROR_IO || errno == (int)denial->error);
    scrim_publisher_destroy(publisher);
    /* A failed call leaves no new file, except one that another publisher seems to have locked. */
    CHECK((access(path_of("scrim-a.feed"), F_OK) == 0) == (denial->named == SCRIM_ERROR_BUSY));
    errno = 0;
    CHECK(try_publisher(NULL, &publisher) == denial->nameless);
    CHECK(denial->nameless != SCRIM_ERROR_IO || errno == (int)denial->error);
    scrim_publisher_destroy(publisher);
    errno = 0;
    CHECK(scrim_publisher_publish(before, snapshot) == denial->publishes);
    CHECK(denial->publishes != SCRIM_ERROR_IO || errno == (int)denial->error);
    CHECK(look(subscriber, LATER) == (denial->call == SYS_pwrite64  ? SCRIM_FEED_EMPTY
                                      : denial->call == SYS_pread64 ? SCRIM_FEED_DAMAGED
                                                                    : SCRIM_FEED_LIVE));
    scrim_publisher_destroy(before);
    scrim_subscriber_destroy(subscriber);
    scrim_snapshot_destroy(snapshot);
    scrim_scene_destroy(scene);
    return 0;
}

/* An empty file from before, which could become a feed, stays if the call fails. */
static int keeps_an_empty_file(void *data) {
    const struct denial *denial = data;
    scrim_publisher *publisher;
    struct stat before, after;
    make_file(path_of("scrim-a.feed"), 0600);
    CHECK(stat(path_of("scrim-a.feed"), &before) == 0);
    CHECK(deny_call(denial->call, denial->error) == 0);
    CHECK(try_publisher("a", &publisher) == denial->named);
    CHECK(stat(path_of("scrim-a.feed"), &after) == 0 && after.st_ino == before.st_ino);
    return 0;
}

static void test_denied_calls(void **state) {
    (void)state;
    SKIP_WHERE_EMULATED("no seccomp");
    if (running_on_valgrind()) {
        print_message("valgrind needs the calls itself: skipped\n");
        skip();
    }
    const scrim_status io = SCRIM_ERROR_IO, ok = SCRIM_OK, busy = SCRIM_ERROR_BUSY, refused = SCRIM_ERROR_REFUSED;
    struct denial denials[] = {
        {OPEN_CALL, EMFILE, io, ok, ok},
        {OPEN_CALL, ENOSYS, io, ok, ok},
        {SYS_fchmod, EPERM, io, io, ok},
        {SYS_fcntl, EINVAL, io, io, ok},
        {SYS_fcntl, ENOLCK, io, io, ok},
        {SYS_fcntl, EAGAIN, busy, io, ok},
        {SYS_memfd_create, EPERM, ok, io, ok},
        {SYS_memfd_create, EINVAL, ok, io, ok},
        {SYS_ftruncate, EPERM, ok, io, ok},
        {SYS_pwrite64, EIO, io, io, io},
        {SYS_pread64, EIO, refused, ok, ok}, /* it may be anything */
        {SYS_fstatfs, EIO, refused, ok, ok},
    };
    for (size_t i = 0; i < sizeof denials / sizeof *denials; i++) {
        passes_in_child(is_denied, &denials[i]);
        empty_folder();
        if (denials[i].named != SCRIM_OK && denials[i].call != SYS_pwrite64) {
            passes_in_child(keeps_an_empty_file, &denials[i]);
            empty_folder();
        }
    }
}

/* If nobody says who may write a file, it decides nothing. */
static int is_of_nobody(void *data) {
    scrim_scene *scene = scene_with_history();
    scrim_publisher *publisher = publisher_of("a"), *other;
    publish(publisher, scene, LATER);
    scrim_subscriber *subscriber = subscriber_of("a", -1);
    CHECK(look(subscriber, LATER) == SCRIM_FEED_LIVE);
    CHECK(chmod(path_of("scrim-a.feed"), 0666) == 0);
    scrim_subscriber_destroy(subscriber);
    subscriber = subscriber_of("a", -1);
    CHECK(look(subscriber, LATER) == SCRIM_FEED_REFUSED);
    CHECK(deny_call(SYS_newfstatat, *(const unsigned *)data) == 0);
#if defined(SYS_fstat) && defined(SYS_lstat)
    CHECK(deny_call(SYS_fstat, *(const unsigned *)data) == 0); /* musl uses these */
    CHECK(deny_call(SYS_lstat, *(const unsigned *)data) == 0);
#endif
    CHECK(look(subscriber, LATER) == SCRIM_FEED_REFUSED);
    CHECK(try_publisher("a", &other) == SCRIM_ERROR_REFUSED);
    CHECK(try_publisher("b", &other) == SCRIM_ERROR_REFUSED);
    CHECK(access(path_of("scrim-b.feed"), F_OK) == -1);
    scrim_subscriber_destroy(subscriber);
    scrim_publisher_destroy(publisher);
    scrim_scene_destroy(scene);
    return 0;
}

static void test_a_file_whose_owner_is_unknown(void **state) {
    (void)state;
    static unsigned errors[] = {EPERM, ENOSYS};
    SKIP_WHERE_EMULATED("no seccomp");
    if (running_on_valgrind())
        skip(); /* it needs the calls itself */
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        passes_in_child(is_of_nobody, &errors[i]);
        empty_folder();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_only_the_owner_may_open_it, no_file_left),
        cmocka_unit_test_teardown(test_other_things_are_refused, no_file_left),
        cmocka_unit_test_teardown(test_a_terminal_does_not_become_the_hosts, no_file_left),
        cmocka_unit_test_teardown(test_other_contents_are_refused, no_file_left),
        cmocka_unit_test_teardown(test_a_file_system_that_hangs, no_file_left),
        cmocka_unit_test_teardown(test_a_file_of_another_user, no_file_left),
        cmocka_unit_test_teardown(test_a_file_that_is_removed, no_file_left),
        cmocka_unit_test_teardown(test_a_file_that_is_shortened, no_file_left),
        cmocka_unit_test_teardown(test_a_relative_path, no_file_left),
        cmocka_unit_test_teardown(test_readers_that_lock, no_file_left),
        cmocka_unit_test_teardown(test_other_contents_that_readers_lock, no_file_left),
        cmocka_unit_test_teardown(test_a_descriptor_can_only_read, no_file_left),
        cmocka_unit_test_teardown(test_a_descriptor_is_of_the_calling_thread, no_file_left),
        cmocka_unit_test_teardown(test_a_file_without_a_name_keeps_its_size, no_file_left),
        cmocka_unit_test_teardown(test_descriptors_of_other_things, no_file_left),
        cmocka_unit_test_teardown(test_the_limit_of_file_sizes, no_file_left),
        cmocka_unit_test_teardown(test_creation_under_a_limit, no_file_left),
        cmocka_unit_test_teardown(test_a_full_file_system, no_file_left),
        cmocka_unit_test_teardown(test_denied_calls, no_file_left),
        cmocka_unit_test_teardown(test_a_file_whose_owner_is_unknown, no_file_left),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
