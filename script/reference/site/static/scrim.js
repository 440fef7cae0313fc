/* SPDX-License-Identifier: MIT */
/* A browser may not read other files from a page that is a file itself, so the search shows no summaries there. */
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
