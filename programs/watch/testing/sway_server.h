/* SPDX-License-Identifier: MIT */
/* A server in place of sway. A thread answers each question about the tree with the bytes that a test wants. */
#ifndef SCRIM_WATCH_SWAY_SERVER_H
#define SCRIM_WATCH_SWAY_SERVER_H

#include "sway_ipc.h"

#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GByteArray *answer; /* to get_tree */
static bool hang_up;       /* after the answer */
static char folder[] = "/tmp/scrim-sway-XXXXXX", path[64];
static int listener;
static pthread_t server;

static bool read_all(int fd, void *out, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t part = read(fd, (char *)out + done, length - done);
        if (part <= 0) {
            return false;
        }
        done += (size_t)part;
    }
    return true;
}

static void write_all(int fd, const guint8 *data, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t part = send(fd, data + done, length - done, MSG_NOSIGNAL);
        if (part <= 0) {
            return;
        }
        done += (size_t)part;
    }
}

static void serve(int fd) {
    struct __attribute__((packed)) {
        char magic[6];
        uint32_t length, type;
    } header;
    bool open = true;
    while (open && read_all(fd, &header, sizeof header)) {
        char text[256];
        if (memcmp(header.magic, "i3-ipc", 6) != 0 || header.length > sizeof text || !read_all(fd, text, header.length)) {
            break; /* so that the test fails */
        }
        pthread_mutex_lock(&lock);
        if (header.type == SWAY_GET_TREE) {
            write_all(fd, answer->data, answer->len);
            open = !hang_up;
        } else {
            write_all(fd, (const guint8 *)"i3-ipc\x11\0\0\0\2\0\0\0{\"success\":false}", 31);
        }
        pthread_mutex_unlock(&lock);
    }
    close(fd);
}

static void *accept_all(void *unused) {
    int fd;
    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        serve(fd);
    }
    return unused;
}

static int set_up(void **state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(path, sizeof path, "%s/sock", folder);
    strcpy(address.sun_path, path);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    answer = g_byte_array_new();
    return bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1) || setenv("SWAYSOCK", path, 1) ||
           pthread_create(&server, NULL, accept_all, NULL);
}

static int tear_down(void **state) {
    (void)state;
    shutdown(listener, SHUT_RDWR);
    pthread_join(server, NULL);
    close(listener);
    g_byte_array_free(answer, TRUE);
    unlink(path);
    return rmdir(folder);
}

static void append(GByteArray *bytes, uint32_t type, const char *text, uint32_t length) {
    g_byte_array_append(bytes, (const guint8 *)"i3-ipc", 6);
    g_byte_array_append(bytes, (const guint8 *)&length, 4);
    g_byte_array_append(bytes, (const guint8 *)&type, 4);
    g_byte_array_append(bytes, (const guint8 *)text, length);
}

static void answer_with_bytes(const void *data, size_t length, bool then_hang_up) {
    pthread_mutex_lock(&lock);
    g_byte_array_set_size(answer, 0);
    g_byte_array_append(answer, data, (guint)length);
    hang_up = then_hang_up;
    pthread_mutex_unlock(&lock);
}

static void answer_with(const char *tree) {
    GByteArray *bytes = g_byte_array_new();
    append(bytes, SWAY_GET_TREE, tree, (uint32_t)strlen(tree));
    answer_with_bytes(bytes->data, bytes->len, false);
    g_byte_array_free(bytes, TRUE);
}

#endif
