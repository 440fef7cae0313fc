# SPDX-License-Identifier: MIT
"""Opens the library and declares every function of include/scrim/*.h.

A call keeps Python's global lock, so that a finaliser run by the garbage collector of another thread can never enter a
group of handles that is in use; where Python has no such lock, one of this package is kept (_one_at_a_time). Only
scrim_redact and scrim_redact_copy, which take no handle, give it up.
"""

from __future__ import annotations

import ctypes as c
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import _structs as s
from ._one_at_a_time import OneAtATime, interpreter_locks

#: The version of include/scrim/base.h that this package was written against.
VERSION = (0, 1, 0)
ABI_NUMBER = 0
SONAME = f"libscrim.so.{ABI_NUMBER}"

#: Every function of the headers: its result type and the types of its arguments.
PROTOTYPES: dict[str, tuple[type | None, list[type]]] = {
    # ---- scrim/base.h ----
    # uint32_t scrim_version_number(void);
    "scrim_version_number": (c.c_uint32, []),
    # const char *scrim_version_string(void);
    "scrim_version_string": (c.c_char_p, []),
    # uint32_t scrim_abi_number(void);
    "scrim_abi_number": (c.c_uint32, []),
    # const char *scrim_status_name(scrim_status status);
    "scrim_status_name": (c.c_char_p, [c.c_int32]),
    # const char *scrim_status_message(scrim_status status);
    "scrim_status_message": (c.c_char_p, [c.c_int32]),
    # size_t scrim_live_handles(uint32_t kind);
    "scrim_live_handles": (c.c_size_t, [c.c_uint32]),
    # ---- scrim/memory.h ----
    # scrim_status scrim_memory_configure(const scrim_memory_options *options);
    "scrim_memory_configure": (c.c_int32, [c.POINTER(s.scrim_memory_options)]),
    # scrim_status scrim_memory_usage(scrim_memory_report *report);
    "scrim_memory_usage": (c.c_int32, [c.POINTER(s.scrim_memory_report)]),
    # const char *scrim_shortfall_message(uint32_t shortfall);
    "scrim_shortfall_message": (c.c_char_p, [c.c_uint32]),
    # scrim_status scrim_process_harden(void);
    "scrim_process_harden": (c.c_int32, []),
    # ---- scrim/text.h ----
    # scrim_status scrim_text_create(const scrim_text_options *options, scrim_text **out);
    "scrim_text_create": (c.c_int32, [c.POINTER(s.scrim_text_options), c.POINTER(c.c_void_p)]),
    # void scrim_text_destroy(scrim_text *text);
    "scrim_text_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_text_insert(scrim_text *text, const char *utf8, size_t length);
    "scrim_text_insert": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t]),
    # scrim_status scrim_text_replace(scrim_text *text, size_t location, size_t count, const char *utf8, size_t length);
    "scrim_text_replace": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_size_t, c.c_void_p, c.c_size_t]),
    # scrim_status scrim_text_set(scrim_text *text, const char *utf8, size_t length);
    "scrim_text_set": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t]),
    # scrim_status scrim_text_delete_backward(scrim_text *text);
    "scrim_text_delete_backward": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_delete_forward(scrim_text *text);
    "scrim_text_delete_forward": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_delete_to_start(scrim_text *text);
    "scrim_text_delete_to_start": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_delete_to_end(scrim_text *text);
    "scrim_text_delete_to_end": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_move(scrim_text *text, uint32_t motion, uint32_t extend);
    "scrim_text_move": (c.c_int32, [c.c_void_p, c.c_uint32, c.c_uint32]),
    # scrim_status scrim_text_select(scrim_text *text, size_t anchor, size_t caret);
    "scrim_text_select": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_size_t]),
    # scrim_status scrim_text_clear(scrim_text *text);
    "scrim_text_clear": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_wipe(scrim_text *text);
    "scrim_text_wipe": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_set_callbacks(scrim_text *text, const scrim_text_callbacks *callbacks, void *user_data,
    # scrim_free_fn user_data_free);
    "scrim_text_set_callbacks": (
        c.c_int32,
        [c.c_void_p, c.POINTER(s.scrim_text_callbacks), c.c_void_p, s.scrim_free_fn],
    ),
    # scrim_status scrim_text_begin_editing(scrim_text *text);
    "scrim_text_begin_editing": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_end_editing(scrim_text *text);
    "scrim_text_end_editing": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_done(scrim_text *text);
    "scrim_text_done": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_is_editing(const scrim_text *text, uint32_t *editing);
    "scrim_text_is_editing": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_text_count(const scrim_text *text, size_t *count);
    "scrim_text_count": (c.c_int32, [c.c_void_p, c.POINTER(c.c_size_t)]),
    # scrim_status scrim_text_selection(const scrim_text *text, size_t *anchor, size_t *caret);
    "scrim_text_selection": (c.c_int32, [c.c_void_p, c.POINTER(c.c_size_t), c.POINTER(c.c_size_t)]),
    # scrim_status scrim_text_mask(const scrim_text *text, char *buffer, size_t capacity, size_t *length);
    "scrim_text_mask": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)]),
    # scrim_status scrim_text_protection(const scrim_text *text, uint32_t *protection);
    "scrim_text_protection": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_text_display(const scrim_text *text, uint64_t now_ns, scrim_text_display_fn display, void
    # *user_data);
    "scrim_text_display": (c.c_int32, [c.c_void_p, c.c_uint64, s.scrim_text_display_fn, c.c_void_p]),
    # scrim_status scrim_text_reveal(scrim_text *text, uint64_t now_ns);
    "scrim_text_reveal": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_text_conceal(scrim_text *text);
    "scrim_text_conceal": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_text_advance(scrim_text *text, uint64_t now_ns);
    "scrim_text_advance": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_text_next_deadline(const scrim_text *text, uint64_t *deadline_ns);
    "scrim_text_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_text_equal(const scrim_text *text, const scrim_text *other, uint32_t *equal);
    "scrim_text_equal": (c.c_int32, [c.c_void_p, c.c_void_p, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_text_equal_bytes(const scrim_text *text, const void *bytes, size_t length, uint32_t *equal);
    "scrim_text_equal_bytes": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_text_read(const scrim_text *text, scrim_text_read_fn read, void *user_data);
    "scrim_text_read": (c.c_int32, [c.c_void_p, s.scrim_text_read_fn, c.c_void_p]),
    # ---- scrim/verify.h ----
    # scrim_status scrim_text_hash(const scrim_text *text, uint32_t preset, const void *key, size_t key_length, char
    # *buffer, size_t capacity, size_t *length);
    "scrim_text_hash": (
        c.c_int32,
        [c.c_void_p, c.c_uint32, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_text_verify(const scrim_text *text, const char *hash, size_t hash_length, const void *key,
    # size_t key_length, uint32_t *right);
    "scrim_text_verify": (
        c.c_int32,
        [c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, c.c_size_t, c.POINTER(c.c_uint32)],
    ),
    # scrim_status scrim_hash_needs_rehash(const char *hash, size_t length, uint32_t preset, uint32_t *needed);
    "scrim_hash_needs_rehash": (c.c_int32, [c.c_void_p, c.c_size_t, c.c_uint32, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_attempts_init(scrim_attempts *attempts, uint32_t limit);
    "scrim_attempts_init": (c.c_int32, [c.POINTER(s.scrim_attempts), c.c_uint32]),
    # scrim_status scrim_attempts_charge(scrim_attempts *attempts, uint64_t now_ns, uint32_t *answer, uint64_t
    # *retry_at_ns);
    "scrim_attempts_charge": (
        c.c_int32,
        [c.POINTER(s.scrim_attempts), c.c_uint64, c.POINTER(c.c_uint32), c.POINTER(c.c_uint64)],
    ),
    # scrim_status scrim_attempts_succeed(scrim_attempts *attempts);
    "scrim_attempts_succeed": (c.c_int32, [c.POINTER(s.scrim_attempts)]),
    # ---- scrim/transfer.h ----
    # scrim_status scrim_text_fill_from_fd(scrim_text *text, int32_t descriptor, uint32_t flags);
    "scrim_text_fill_from_fd": (c.c_int32, [c.c_void_p, c.c_int32, c.c_uint32]),
    # scrim_status scrim_text_write_to_fd(const scrim_text *text, int32_t descriptor, uint32_t flags);
    "scrim_text_write_to_fd": (c.c_int32, [c.c_void_p, c.c_int32, c.c_uint32]),
    # scrim_status scrim_text_seal(const scrim_text *text, const void *public_key, size_t key_length, const void
    # *context, size_t context_length, char *buffer, size_t capacity, size_t *length);
    "scrim_text_seal": (
        c.c_int32,
        [
            c.c_void_p,
            c.c_void_p,
            c.c_size_t,
            c.c_void_p,
            c.c_size_t,
            c.c_void_p,
            c.c_size_t,
            c.POINTER(c.c_size_t),
        ],
    ),
    # ---- scrim/keypad.h ----
    # scrim_status scrim_keypad_create(const scrim_keypad_options *options, scrim_keypad **out);
    "scrim_keypad_create": (c.c_int32, [c.POINTER(s.scrim_keypad_options), c.POINTER(c.c_void_p)]),
    # void scrim_keypad_destroy(scrim_keypad *keypad);
    "scrim_keypad_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_keypad_attach(scrim_keypad *keypad, scrim_text *text);
    "scrim_keypad_attach": (c.c_int32, [c.c_void_p, c.c_void_p]),
    # scrim_status scrim_keypad_detach(scrim_keypad *keypad);
    "scrim_keypad_detach": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_keypad_show(scrim_keypad *keypad);
    "scrim_keypad_show": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_keypad_shuffle(scrim_keypad *keypad);
    "scrim_keypad_shuffle": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_keypad_set_plain(scrim_keypad *keypad, uint32_t plain);
    "scrim_keypad_set_plain": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_keypad_hide(scrim_keypad *keypad);
    "scrim_keypad_hide": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_keypad_generation(const scrim_keypad *keypad, uint64_t *generation);
    "scrim_keypad_generation": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_keypad_presented(scrim_keypad *keypad, uint64_t generation, uint64_t time_ns);
    "scrim_keypad_presented": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64]),
    # scrim_status scrim_keypad_keys(const scrim_keypad *keypad, scrim_key *keys, size_t capacity, size_t *count);
    "scrim_keypad_keys": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_key), c.c_size_t, c.POINTER(c.c_size_t)]),
    # scrim_status scrim_keypad_keys_in_order(const scrim_keypad *keypad, uint32_t order, scrim_key *keys, size_t
    # capacity, size_t *count);
    "scrim_keypad_keys_in_order": (
        c.c_int32,
        [c.c_void_p, c.c_uint32, c.POINTER(s.scrim_key), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_keypad_touch(scrim_keypad *keypad, const scrim_touch *touch, uint32_t *answer);
    "scrim_keypad_touch": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_touch), c.POINTER(c.c_uint32)]),
    # scrim_status scrim_keypad_advance(scrim_keypad *keypad, uint64_t now_ns, uint32_t *answer);
    "scrim_keypad_advance": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_keypad_next_deadline(const scrim_keypad *keypad, uint64_t *deadline_ns);
    "scrim_keypad_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # ---- scrim/redact.h ----
    # scrim_status scrim_redact(const scrim_frame *frame, const scrim_region *regions, size_t count, const
    # scrim_redact_options *options, scrim_redact_report *report);
    "scrim_redact": (
        c.c_int32,
        [
            c.POINTER(s.scrim_frame),
            c.POINTER(s.scrim_region),
            c.c_size_t,
            c.POINTER(s.scrim_redact_options),
            c.POINTER(s.scrim_redact_report),
        ],
    ),
    # scrim_status scrim_redact_copy(const scrim_frame *source, const scrim_frame *destination, const scrim_region
    # *regions, size_t count, const scrim_redact_options *options, scrim_redact_report *report);
    "scrim_redact_copy": (
        c.c_int32,
        [
            c.POINTER(s.scrim_frame),
            c.POINTER(s.scrim_frame),
            c.POINTER(s.scrim_region),
            c.c_size_t,
            c.POINTER(s.scrim_redact_options),
            c.POINTER(s.scrim_redact_report),
        ],
    ),
    # ---- scrim/scene.h ----
    # scrim_status scrim_scene_create(const scrim_scene_options *options, scrim_scene **out);
    "scrim_scene_create": (c.c_int32, [c.POINTER(s.scrim_scene_options), c.POINTER(c.c_void_p)]),
    # void scrim_scene_destroy(scrim_scene *scene);
    "scrim_scene_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_scene_add_window(scrim_scene *scene, const scrim_window *window, scrim_id *id);
    "scrim_scene_add_window": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_window), c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_update_window(scrim_scene *scene, scrim_id window, const scrim_window *properties);
    "scrim_scene_update_window": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_window)]),
    # scrim_status scrim_scene_add_view(scrim_scene *scene, scrim_id parent, const scrim_view *view, scrim_id *id);
    "scrim_scene_add_view": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_view), c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_update_view(scrim_scene *scene, scrim_id view, const scrim_view *properties);
    "scrim_scene_update_view": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_view)]),
    # scrim_status scrim_scene_describe(scrim_scene *scene, scrim_id id, const scrim_description *description);
    "scrim_scene_describe": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_description)]),
    # scrim_status scrim_scene_remove(scrim_scene *scene, scrim_id id);
    "scrim_scene_remove": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_scene_hit_test(const scrim_scene *scene, double x, double y, scrim_id *window, scrim_id
    # *view);
    "scrim_scene_hit_test": (
        c.c_int32,
        [c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint64), c.POINTER(c.c_uint64)],
    ),
    # scrim_status scrim_scene_is_secure_at(const scrim_scene *scene, double x, double y, uint32_t *secure);
    "scrim_scene_is_secure_at": (c.c_int32, [c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_scene_generation(const scrim_scene *scene, uint64_t *generation);
    "scrim_scene_generation": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_set_policy(scrim_scene *scene, uint32_t policy);
    "scrim_scene_set_policy": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_scene_is_secure(const scrim_scene *scene, scrim_id id, uint32_t *secure);
    "scrim_scene_is_secure": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_scene_secure_regions(const scrim_scene *scene, scrim_secure_region *regions, size_t capacity,
    # size_t *count);
    "scrim_scene_secure_regions": (
        c.c_int32,
        [c.c_void_p, c.POINTER(s.scrim_secure_region), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_scene_begin(scrim_scene *scene);
    "scrim_scene_begin": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_scene_commit(scrim_scene *scene);
    "scrim_scene_commit": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_scene_set_touch_regions(scrim_scene *scene, scrim_id id, const scrim_rect *regions, size_t
    # count, uint64_t *generation);
    "scrim_scene_set_touch_regions": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_rect), c.c_size_t, c.POINTER(c.c_uint64)],
    ),
    # scrim_status scrim_scene_touch_regions(const scrim_scene *scene, scrim_id id, scrim_rect *regions, size_t
    # capacity, size_t *count, uint64_t *generation);
    "scrim_scene_touch_regions": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_rect), c.c_size_t, c.POINTER(c.c_size_t), c.POINTER(c.c_uint64)],
    ),
    # scrim_status scrim_scene_route_touch(scrim_scene *scene, const scrim_touch *touch, scrim_id *window, scrim_id
    # *view);
    "scrim_scene_route_touch": (
        c.c_int32,
        [c.c_void_p, c.POINTER(s.scrim_touch), c.POINTER(c.c_uint64), c.POINTER(c.c_uint64)],
    ),
    # scrim_status scrim_scene_responders(const scrim_scene *scene, scrim_id id, scrim_id *ids, size_t capacity,
    # size_t *count);
    "scrim_scene_responders": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.POINTER(c.c_uint64), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_scene_focus(scrim_scene *scene, scrim_id window);
    "scrim_scene_focus": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_scene_resign_focus(scrim_scene *scene, scrim_id window);
    "scrim_scene_resign_focus": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_scene_focused(const scrim_scene *scene, scrim_id *window);
    "scrim_scene_focused": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_views_at(const scrim_scene *scene, double x, double y, uint32_t everything, scrim_id
    # *ids, size_t capacity, size_t *count);
    "scrim_scene_views_at": (
        c.c_int32,
        [c.c_void_p, c.c_double, c.c_double, c.c_uint32, c.POINTER(c.c_uint64), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_scene_select(scrim_scene *scene, double x, double y, scrim_id *view);
    "scrim_scene_select": (c.c_int32, [c.c_void_p, c.c_double, c.c_double, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_selected(const scrim_scene *scene, scrim_id *view);
    "scrim_scene_selected": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_scene_set_transition(scrim_scene *scene, uint32_t in_transition);
    "scrim_scene_set_transition": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_scene_add_output(scrim_scene *scene, uint32_t *output);
    "scrim_scene_add_output": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_scene_remove_output(scrim_scene *scene, uint32_t output);
    "scrim_scene_remove_output": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_scene_attach_text(scrim_scene *scene, scrim_id view, scrim_text *text);
    "scrim_scene_attach_text": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_void_p]),
    # scrim_status scrim_scene_detach_text(scrim_scene *scene, scrim_id view);
    "scrim_scene_detach_text": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_scene_set_captured(scrim_scene *scene, uint32_t captured);
    "scrim_scene_set_captured": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_scene_set_activity(scrim_scene *scene, scrim_id window, uint32_t activity);
    "scrim_scene_set_activity": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32]),
    # scrim_status scrim_scene_frame_ready(scrim_scene *scene, uint32_t output);
    "scrim_scene_frame_ready": (c.c_int32, [c.c_void_p, c.c_uint32]),
    # scrim_status scrim_scene_is_covered(const scrim_scene *scene, uint32_t output, uint32_t *covered);
    "scrim_scene_is_covered": (c.c_int32, [c.c_void_p, c.c_uint32, c.POINTER(c.c_uint32)]),
    # scrim_status scrim_scene_set_cover_callback(scrim_scene *scene, scrim_cover_fn cover, void *user_data,
    # scrim_free_fn user_data_free);
    "scrim_scene_set_cover_callback": (c.c_int32, [c.c_void_p, s.scrim_cover_fn, c.c_void_p, s.scrim_free_fn]),
    # scrim_status scrim_scene_protect(const scrim_scene *scene, const scrim_frame *frame, const scrim_protect_options
    # *options, scrim_redact_report *report);
    "scrim_scene_protect": (
        c.c_int32,
        [c.c_void_p, c.POINTER(s.scrim_frame), c.POINTER(s.scrim_protect_options), c.POINTER(s.scrim_redact_report)],
    ),
    # ---- scrim/capture.h ----
    # scrim_status scrim_scene_snapshot(scrim_scene *scene, uint64_t now_ns, scrim_snapshot **out);
    "scrim_scene_snapshot": (c.c_int32, [c.c_void_p, c.c_uint64, c.POINTER(c.c_void_p)]),
    # void scrim_snapshot_destroy(scrim_snapshot *snapshot);
    "scrim_snapshot_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_capture_create(const scrim_capture_options *options, scrim_capture **out);
    "scrim_capture_create": (c.c_int32, [c.POINTER(s.scrim_capture_options), c.POINTER(c.c_void_p)]),
    # void scrim_capture_destroy(scrim_capture *capture);
    "scrim_capture_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_capture_protect(scrim_capture *capture, const scrim_snapshot *snapshot, const scrim_frame
    #     *frame, uint64_t captured_from_ns, uint64_t captured_to_ns, scrim_redact_report *report);
    "scrim_capture_protect": (
        c.c_int32,
        [
            c.c_void_p,
            c.c_void_p,
            c.POINTER(s.scrim_frame),
            c.c_uint64,
            c.c_uint64,
            c.POINTER(s.scrim_redact_report),
        ],
    ),
    # scrim_status scrim_capture_screen_point(const scrim_capture *capture, uint32_t width, uint32_t height, double x,
    #     double y, double *screen_x, double *screen_y);
    "scrim_capture_screen_point": (
        c.c_int32,
        [
            c.c_void_p,
            c.c_uint32,
            c.c_uint32,
            c.c_double,
            c.c_double,
            c.POINTER(c.c_double),
            c.POINTER(c.c_double),
        ],
    ),
    # ---- scrim/gesture.h ----
    # scrim_status scrim_gestures_create(scrim_scene *scene, const scrim_gestures_options *options, scrim_gestures
    # **out);
    "scrim_gestures_create": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_gestures_options), c.POINTER(c.c_void_p)]),
    # void scrim_gestures_destroy(scrim_gestures *gestures);
    "scrim_gestures_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_gestures_add(scrim_gestures *gestures, const scrim_recognizer *recognizer, scrim_id *id);
    "scrim_gestures_add": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_recognizer), c.POINTER(c.c_uint64)]),
    # scrim_status scrim_gestures_remove(scrim_gestures *gestures, scrim_id recognizer);
    "scrim_gestures_remove": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_recognizer_defaults(uint32_t kind, uint32_t profile, double density, scrim_recognizer
    # *recognizer);
    "scrim_recognizer_defaults": (c.c_int32, [c.c_uint32, c.c_uint32, c.c_double, c.POINTER(s.scrim_recognizer)]),
    # scrim_status scrim_gestures_relate(scrim_gestures *gestures, scrim_id recognizer, uint32_t relation, scrim_id
    # other);
    "scrim_gestures_relate": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32, c.c_uint64]),
    # scrim_status scrim_gestures_unrelate(scrim_gestures *gestures, scrim_id recognizer, uint32_t relation, scrim_id
    # other);
    "scrim_gestures_unrelate": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint32, c.c_uint64]),
    # scrim_status scrim_gestures_add_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target, const
    # char *action, size_t length);
    "scrim_gestures_add_action": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t]),
    # scrim_status scrim_gestures_remove_action(scrim_gestures *gestures, scrim_id recognizer, uint64_t target, const
    # char *action, size_t length);
    "scrim_gestures_remove_action": (c.c_int32, [c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t]),
    # scrim_status scrim_gestures_set_action_live(scrim_gestures *gestures, scrim_id recognizer, uint64_t target, const
    # char *action, size_t length, uint32_t live);
    "scrim_gestures_set_action_live": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t, c.c_uint32],
    ),
    # scrim_status scrim_gestures_feed(scrim_gestures *gestures, const scrim_touch *samples, size_t count, size_t
    # *consumed, scrim_gesture_event *events, size_t capacity, size_t *produced);
    "scrim_gestures_feed": (
        c.c_int32,
        [
            c.c_void_p,
            c.POINTER(s.scrim_touch),
            c.c_size_t,
            c.POINTER(c.c_size_t),
            c.POINTER(s.scrim_gesture_event),
            c.c_size_t,
            c.POINTER(c.c_size_t),
        ],
    ),
    # scrim_status scrim_gestures_advance(scrim_gestures *gestures, uint64_t now_ns, scrim_gesture_event *events,
    # size_t capacity, size_t *produced);
    "scrim_gestures_advance": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_gesture_event), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_gestures_cancel(scrim_gestures *gestures, uint64_t now_ns, scrim_gesture_event *events, size_t
    # capacity, size_t *produced);
    "scrim_gestures_cancel": (
        c.c_int32,
        [c.c_void_p, c.c_uint64, c.POINTER(s.scrim_gesture_event), c.c_size_t, c.POINTER(c.c_size_t)],
    ),
    # scrim_status scrim_gestures_next_deadline(const scrim_gestures *gestures, uint64_t *deadline_ns);
    "scrim_gestures_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_gestures_sequence(const scrim_gestures *gestures, uint64_t *sequence);
    "scrim_gestures_sequence": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # ---- scrim/collector.h ----
    # const char *scrim_reason_name(uint32_t reason);
    "scrim_reason_name": (c.c_char_p, [c.c_uint32]),
    # scrim_status scrim_collector_create(scrim_gestures *gestures, const scrim_collector_options *options,
    # scrim_collector **out);
    "scrim_collector_create": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_collector_options), c.POINTER(c.c_void_p)]),
    # void scrim_collector_destroy(scrim_collector *collector);
    "scrim_collector_destroy": (None, [c.c_void_p]),
    # scrim_status scrim_collector_set_rules(scrim_collector *collector, const scrim_rules *rules);
    "scrim_collector_set_rules": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_rules)]),
    # scrim_status scrim_collector_decide(scrim_collector *collector, const scrim_gesture_event *events, size_t count,
    # scrim_verdict *verdicts);
    "scrim_collector_decide": (
        c.c_int32,
        [c.c_void_p, c.POINTER(s.scrim_gesture_event), c.c_size_t, c.POINTER(s.scrim_verdict)],
    ),
    # scrim_status scrim_collector_explain(const scrim_collector *collector, const scrim_gesture_event *event,
    # scrim_check *checks, size_t capacity, size_t *count);
    "scrim_collector_explain": (
        c.c_int32,
        [
            c.c_void_p,
            c.POINTER(s.scrim_gesture_event),
            c.POINTER(s.scrim_check),
            c.c_size_t,
            c.POINTER(c.c_size_t),
        ],
    ),
    # scrim_status scrim_collector_reacted(scrim_collector *collector);
    "scrim_collector_reacted": (c.c_int32, [c.c_void_p]),
    # scrim_status scrim_collector_advance(scrim_collector *collector, uint64_t now_ns);
    "scrim_collector_advance": (c.c_int32, [c.c_void_p, c.c_uint64]),
    # scrim_status scrim_collector_next_deadline(const scrim_collector *collector, uint64_t *deadline_ns);
    "scrim_collector_next_deadline": (c.c_int32, [c.c_void_p, c.POINTER(c.c_uint64)]),
    # scrim_status scrim_collector_next(scrim_collector *collector, scrim_record *record);
    "scrim_collector_next": (c.c_int32, [c.c_void_p, c.POINTER(s.scrim_record)]),
    # scrim_status scrim_collector_next_json(scrim_collector *collector, char *buffer, size_t capacity, size_t
    # *length);
    "scrim_collector_next_json": (c.c_int32, [c.c_void_p, c.c_void_p, c.c_size_t, c.POINTER(c.c_size_t)]),
}


class LibraryNotFoundError(ImportError):
    """The shared library could not be opened."""


class IncompatibleLibraryError(ImportError):
    """The shared library is not one that this package can work with."""


def library_path() -> str:
    """The path in SCRIM_LIBRARY if there is one, else the library beside this package, else the soname."""
    named = os.environ.get("SCRIM_LIBRARY")
    if named:
        return named
    beside = Path(__file__).with_name(SONAME)
    return str(beside) if beside.exists() else SONAME


def open_library(path: str) -> c.PyDLL:
    try:
        library = c.PyDLL(path)
    except OSError as error:
        raise LibraryNotFoundError(
            f"Scrim's library could not be opened: {error}. Install it, or set SCRIM_LIBRARY to its path."
        ) from error
    missing = [name for name in PROTOTYPES if not hasattr(library, name)]
    if missing:
        raise IncompatibleLibraryError(f"{path} lacks {', '.join(missing)}")
    for name, (restype, argtypes) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = restype, argtypes
    major, minor, patch = VERSION
    abi, number = library.scrim_abi_number(), library.scrim_version_number()
    if abi != ABI_NUMBER or number < major * 1_000_000 + minor * 1_000 + patch:
        raise IncompatibleLibraryError(
            f"{path} is version {library.scrim_version_string().decode()} with binary interface {abi}; this package"
            f" needs version {major}.{minor}.{patch} or later with binary interface {ABI_NUMBER}"
        )
    return library


_library = open_library(library_path())
_alone = None if interpreter_locks() else OneAtATime(_library, PROTOTYPES)

#: What all modules call.
lib: Any = _alone or _library


def callback(kind: Any, function: Callable[..., Any]) -> Any:
    """A function for the library to call, of a type of _structs."""
    return kind(_alone.outside(function) if _alone is not None else function)


#: Without a lock: frames of several threads are covered side by side.
_unlocked = c.CDLL(_library._name, handle=_library._handle)
redact = _unlocked.scrim_redact
redact.restype, redact.argtypes = PROTOTYPES["scrim_redact"]
redact_copy = _unlocked.scrim_redact_copy
redact_copy.restype, redact_copy.argtypes = PROTOTYPES["scrim_redact_copy"]
