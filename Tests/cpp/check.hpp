// SPDX-License-Identifier: MIT
// Checks that also run in builds with NDEBUG.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1); \
        } \
    } while (false)

// Runs a statement that must throw, and gives the exception a name.
#define CHECK_THROWS(type, name, statement, ...) \
    do { \
        bool caught = false; \
        try { \
            statement; \
        } catch (const type &name) { \
            caught = true; \
            __VA_ARGS__; \
        } \
        CHECK(caught); \
    } while (false)

#define CHECK_STATUS(status_name, statement) \
    CHECK_THROWS(scrim::error, e, statement, CHECK(e.code() == scrim::status::status_name))

#endif
