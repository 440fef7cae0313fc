/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Feeds: a scene in one process, and frames that are redacted with it in another.
 *
 * The program with the scene has a *publisher*. It publishes a snapshot whenever the scene has
 * changed, and also while nothing changes, as a sign of life. A program that records or sends
 * frames has a *subscriber*. For each frame it takes the newest snapshot, and redacts the frame
 * with a capture of scrim/capture.h. Neither waits for the other, and no thread is started.
 *
 * A feed is a file in shared memory. If it has a name, it is in `$XDG_RUNTIME_DIR`, where only
 * programs of the same user can open it. If it has none, the publisher hands its file descriptor to
 * the other program.
 *
 * A feed fails closed. If there is no publisher, or it has ended or stopped, or what it wrote is
 * damaged, the subscriber gets a snapshot that covers whole frames.
 *
 * docs/how-to/feed.md shows both programs. docs/explanation/threat-model.md says what a hostile
 * publisher or subscriber can do.
 */
#ifndef SCRIM_FEED_H
#define SCRIM_FEED_H

#include "base.h"
#include "capture.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The largest number of bytes in the name or path of a feed. */
#define SCRIM_FEED_MAX_NAME 1024
/** The largest `max_silence_ns`, in nanoseconds. */
#define SCRIM_FEED_MAX_SILENCE_NS 1000000000u

/* ---- Publishers ---- */

/** A publisher: it hands the snapshots of one scene to other processes. */
typedef struct scrim_publisher scrim_publisher;

/** Options of scrim_publisher_create(). */
typedef struct scrim_publisher_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    uint32_t reserved;    /**< 0. */
    /**
     * The name of the feed in UTF-8, without a slash, of at most 244 bytes. The file is then
     * `scrim-NAME.feed` in the folder that the environment variable `XDG_RUNTIME_DIR` names. With a
     * slash it is the path of the file, which should be in memory, for example on a tmpfs. A
     * relative path counts from the current folder at each call. NULL: the feed has no name, and
     * scrim_publisher_fd() returns its file.
     */
    const char *name;
    size_t name_length; /**< Number of bytes of the name, at most #SCRIM_FEED_MAX_NAME. */
} scrim_publisher_options;

/** A feed without a name. */
#define SCRIM_PUBLISHER_OPTIONS_INIT {sizeof(scrim_publisher_options), 0u, NULL, 0u}

/**
 * Sets a struct to #SCRIM_PUBLISHER_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_publisher_options_init(scrim_publisher_options *options, size_t size);

/**
 * Creates a publisher, and its file if there is none. Only the same user can open the file.
 * A file that is not empty and does not begin like a feed stays as it is.
 *
 * Subscribers cover whole frames until the first snapshot is published. A feed has one publisher at
 * a time. When its process ends, however it ends, another process can publish at once. A child that
 * this process has forked counts as part of it, until the child calls `exec` or ends.
 *
 * If you remove the file, another publisher can create a new one, which new subscribers open. What
 * the first one publishes then reaches only subscribers that have the old file open.
 *
 * @param options  The options.
 * @param out      Receives the publisher.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if the name is empty, too long, not UTF-8 or contains a NUL.
 * @return SCRIM_ERROR_BUSY if another publisher has this feed.
 * @return SCRIM_ERROR_REFUSED if the file belongs to another user, others may open it, it is not an
 *         ordinary file, it contains something other than a feed, or it is on another computer or
 *         in another process: on FUSE, NFS, SMB, 9P, Ceph, AFS or Coda.
 * @return SCRIM_ERROR_NOT_FOUND if the folder does not exist, or if the name has no slash and
 *         `XDG_RUNTIME_DIR` is not set to an absolute path. The variable counts as not set if the
 *         program runs with raised privileges, for example as a setuid program.
 * @return SCRIM_ERROR_IO if the file cannot be created, locked or written. `errno` has the reason.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Threads: a publisher belongs to one thread at a time. It is in no group.
 */
SCRIM_API scrim_status scrim_publisher_create(const scrim_publisher_options *options,
                                              scrim_publisher **out);

/**
 * Destroys a publisher, and removes its file. Subscribers then cover whole frames.
 *
 * @param publisher  The publisher. May be NULL.
 */
SCRIM_API void scrim_publisher_destroy(scrim_publisher *publisher);

/**
 * Publishes a snapshot. Subscribers get it from then on, and no older one.
 *
 * Publish after every change of the scene. Publish also while nothing changes, with a snapshot of
 * that moment, at least every 50 milliseconds. Subscribers cover whole frames if a publisher is
 * silent for longer than they accept.
 *
 * After SCRIM_ERROR_LIMIT, SCRIM_ERROR_IO and SCRIM_ERROR_NO_MEMORY, subscribers cover whole frames
 * until a snapshot has been published. Other errors change nothing.
 *
 * @param publisher  The publisher.
 * @param snapshot   The snapshot. It may be destroyed after the call.
 *
 * @return SCRIM_ERROR_LIMIT if the encoded snapshot is larger than #SCRIM_SNAPSHOT_MAX_BYTES.
 * @return SCRIM_ERROR_IO if the file cannot be written, for example because the memory of its file
 *         system is used up. `errno` has the reason.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 *
 * Time: O(size of the snapshot), and a few system calls.
 */
SCRIM_API scrim_status scrim_publisher_publish(scrim_publisher *publisher,
                                               const scrim_snapshot *snapshot);

/**
 * Returns a new file descriptor of the feed, with which other processes can subscribe.
 *
 * It can only be read, and is closed by `exec`. Pass it on over a Unix socket, or clear
 * `FD_CLOEXEC` in a child before `exec`. Programs of other users can then read the feed too, but
 * cannot write it.
 *
 * @param publisher  The publisher.
 * @param fd         Receives the file descriptor, which you must close.
 *
 * @return SCRIM_ERROR_IO if no file descriptor can be opened. `errno` has the reason.
 */
SCRIM_API scrim_status scrim_publisher_fd(const scrim_publisher *publisher, int32_t *fd);

/* ---- Subscribers ---- */

/** A subscriber: it reads the newest snapshot of a feed. */
typedef struct scrim_subscriber scrim_subscriber;

/** Options of scrim_subscriber_create(). */
typedef struct scrim_subscriber_options {
    uint32_t struct_size; /**< Size of this struct in bytes. */
    /**
     * The file descriptor of a feed without a name. The subscriber duplicates it, so you may close
     * it after the call. -1: the feed has a name.
     */
    int32_t fd;
    /** The name or path of the feed, as in ::scrim_publisher_options. NULL if there is an `fd`. */
    const char *name;
    size_t name_length; /**< Number of bytes of the name, at most #SCRIM_FEED_MAX_NAME. */
    /**
     * How long the publisher may be silent before whole frames are covered, in nanoseconds.
     * Measured from the time of the newest snapshot. 1 … #SCRIM_FEED_MAX_SILENCE_NS.
     *
     * Do not choose it longer than `hold_ns` of the capture. Otherwise, a program that stops after
     * it has published a move, and before the screen shows it, leaves the old position uncovered.
     * This does not apply to captures with #SCRIM_CAPTURE_DELAYED, because they cover frames that
     * are later than the newest snapshot.
     */
    uint64_t max_silence_ns;
} scrim_subscriber_options;

/** No feed yet, and a silence of at most 150 ms. */
#define SCRIM_SUBSCRIBER_OPTIONS_INIT \
    {sizeof(scrim_subscriber_options), -1, NULL, 0u, 150000000u}

/**
 * Sets a struct to #SCRIM_SUBSCRIBER_OPTIONS_INIT, for languages that cannot use C macros.
 *
 * @param options  The struct.
 * @param size     The size of the struct in the caller's program.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if no version of the struct has that size.
 */
SCRIM_API scrim_status scrim_subscriber_options_init(scrim_subscriber_options *options,
                                                     size_t size);

/** The state of a feed, as a subscriber found it. */
SCRIM_ENUM(scrim_feed_state) {
    /** The publisher is alive, and the snapshot is its newest one. */
    SCRIM_FEED_LIVE = 1,
    /** The feed does not exist, or its publisher has closed it. */
    SCRIM_FEED_MISSING = 2,
    /** The publisher has not published anything yet, or nothing since an error. */
    SCRIM_FEED_EMPTY = 3,
    /** The newest snapshot is too old. The publisher may have ended, or may hang. */
    SCRIM_FEED_SILENT = 4,
    /** The content of the file is damaged, or comes from another version of Scrim. */
    SCRIM_FEED_DAMAGED = 5,
    /**
     * The file belongs to another user, others may open it, it is not an ordinary file, or it is on
     * another computer or in another process.
     */
    SCRIM_FEED_REFUSED = 6
};

/**
 * Creates a subscriber. The feed need not exist yet. With a file descriptor from a file system that
 * does not answer, for example FUSE, the call waits.
 *
 * @param options  The options.
 * @param out      Receives the subscriber.
 *
 * @return SCRIM_ERROR_INVALID_ARGUMENT if there is neither a name nor a file descriptor or both, if
 *         the name is empty, too long, not UTF-8 or contains a NUL, or if `max_silence_ns` is out
 *         of range.
 * @return SCRIM_ERROR_NOT_FOUND if the name has no slash and `XDG_RUNTIME_DIR` is not set to an
 *         absolute path. The variable counts as not set if the program runs with raised privileges,
 *         for example as a setuid program.
 * @return SCRIM_ERROR_IO if the file descriptor cannot be duplicated. `errno` has the reason.
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Threads: a subscriber belongs to one thread at a time. It is in no group. Its snapshots may be
 * used by any thread.
 */
SCRIM_API scrim_status scrim_subscriber_create(const scrim_subscriber_options *options,
                                               scrim_subscriber **out);

/**
 * Destroys a subscriber. Its snapshots stay valid.
 *
 * @param subscriber  The subscriber. May be NULL.
 */
SCRIM_API void scrim_subscriber_destroy(scrim_subscriber *subscriber);

/**
 * Creates a snapshot: the newest one of the feed, or else one that covers whole frames.
 *
 * The call never waits for the publisher, and never reads a file of another computer or process.
 * But it looks for the path of the feed. This can take long if the folder is on a file system that
 * does not answer, for example FUSE or NFS. In every state but #SCRIM_FEED_LIVE, the snapshot has
 * the time `now_ns` and covers every output, in black. After an error there is no snapshot: do not
 * use an older one for longer than the latency of its capture, but cover or drop the frame.
 *
 * The clock must be CLOCK_MONOTONIC in both processes, or another clock that both share. The time
 * of a snapshot counts as no later than the time at which the subscriber first read it. So a
 * publisher whose clock is ahead does not look alive for longer than it is. After a restart of the
 * publisher, frames from before it are covered, because the history of the new scene does not reach
 * back.
 *
 * @param subscriber  The subscriber.
 * @param now_ns      The time now.
 * @param out         Receives the snapshot.
 * @param state       Receives one of SCRIM_FEED_*, for messages. May be NULL.
 *
 * @return SCRIM_ERROR_NO_MEMORY if memory cannot be allocated.
 * @return SCRIM_ERROR_LIMIT if #SCRIM_MAX_HANDLES handles exist.
 *
 * Time: O(size of the snapshot) for a new one, otherwise one system call.
 */
SCRIM_API scrim_status scrim_subscriber_snapshot(scrim_subscriber *subscriber, uint64_t now_ns,
                                                 scrim_snapshot **out, uint32_t *state);

#ifdef __cplusplus
}
#endif

#endif
