/* SPDX-License-Identifier: MIT */
/* Answers questions about windows, from the rules and the accessibility tree. */
#ifndef SCRIM_WATCH_ANSWER_H
#define SCRIM_WATCH_ANSWER_H

#include "applications.h"
#include "rules.h"

void answer_open(desktop *desktop, const rules *rules);
void answer_close(void);

/* Says what of the window must not be seen. Takes about a second at most. An application that does not answer becomes silent, and is not
 * asked again until it is. */
void answer(const question *question, reading *out);

/* Reads an object that is new in the application. True if nothing in it is secret, or of a connection that is new in the application. */
bool answer_new_object(application *application, const char *path);

/* Asks which strays are missing, and drops those that have been gone for SETTLE_NS. False if the application does not answer. */
bool answer_missing_strays(application *application);

/* Whether objects of another connection were in its windows when these were last read. */
bool application_has_guest(const application *application, const char *bus_name);

/* The process has come to the bus. */
void answer_joined(pid_t pid);

#endif
