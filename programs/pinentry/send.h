/* SPDX-License-Identifier: MIT */
/* Sends a passphrase to the agent. */
#ifndef SCRIM_PINENTRY_SEND_H
#define SCRIM_PINENTRY_SEND_H

#define GPG_ERR_SOURCE_DEFAULT GPG_ERR_SOURCE_PINENTRY
#include <assuan.h>
#include <scrim.h>

/* Replies to a request with the text, as a line of data. An empty text needs no line. */
gpg_error_t send_text(assuan_context_t context, const scrim_text *text);

#endif
