# SPDX-License-Identifier: MIT
# How C programs are compiled and run by ctest: without valgrind, and again with it if it is installed.

add_library(scrim_c_flags INTERFACE)
target_compile_features(scrim_c_flags INTERFACE c_std_11)
target_compile_options(scrim_c_flags INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${SCRIM_WARNINGS_AS_ERRORS}>:-Werror>)
if(SCRIM_SANITIZE)
  target_compile_options(scrim_c_flags INTERFACE -fsanitize=${SCRIM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(scrim_c_flags INTERFACE -fsanitize=${SCRIM_SANITIZE} -fuse-ld=lld)
endif()
if(SCRIM_SANITIZE STREQUAL "thread")
  target_link_options(scrim_c_flags INTERFACE
    -L${SCRIM_SWIFT_RESOURCES}/linux -ldispatch -lBlocksRuntime -Wl,-rpath,${SCRIM_SWIFT_RESOURCES}/linux)
endif()

find_program(SCRIM_VALGRIND valgrind)

if(SCRIM_BUILD_TESTS)
  find_package(PkgConfig)
  pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
endif()

# Replaces tests that cannot be built here by one that is skipped. Its name says why, because ctest shows no output of skipped tests.
function(scrim_leave_out tests reason)
  set(name "${tests}: left out, ${reason}")
  message(NOTICE "${name}")
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "${name}")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "left out")
endfunction()

# Seconds that a test may take. An emulator and the allocator of musl need more.
if(NOT DEFINED SCRIM_TEST_TIMEOUT)
  set(SCRIM_TEST_TIMEOUT 300)
endif()

# The tests that script/test repeats under valgrind. Unlike ASan, it sees reads of memory to which nothing was written. These tests give
# out bytes of secrets, pixels, snapshots and feeds. script/sanitize repeats all tests.
set(scrim_valgrind_short
  test_boundary_deferred_destruction test_boundary_groups test_boundary_handle_lifecycles test_boundary_handles test_boundary_host_process
  test_capture test_capture_bands test_capture_covers test_capture_encoding
  test_collector_records test_feed test_feed_damage test_feed_files test_keypad
  test_memory_mapping test_memory_options test_memory_report
  test_redaction_bands test_redaction_borders test_redaction_copy test_redaction_extreme_numbers test_redaction_margins
  test_scene_cover test_scene_texts
  test_text test_text_display test_text_editing test_text_events test_text_masks test_text_seal test_text_visible test_text_wiped
  test_frei0r test_redact test_redact_feed)

# A program that cannot do its work in this environment, for example under valgrind, exits with 77.
function(scrim_add_test target)
  add_test(NAME ${target} COMMAND ${target})
  set(names ${target})
  if(SCRIM_VALGRIND AND NOT SCRIM_SANITIZE)
    add_test(NAME valgrind_${target} COMMAND ${SCRIM_VALGRIND} --quiet --error-exitcode=99
      --leak-check=full --errors-for-leak-kinds=definite --trace-children=no $<TARGET_FILE:${target}>)
    set(label valgrind-long)
    if(target IN_LIST scrim_valgrind_short)
      set(label valgrind)
    endif()
    set_tests_properties(valgrind_${target} PROPERTIES LABELS ${label})
    list(APPEND names valgrind_${target})
  endif()
  set_tests_properties(${names} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${SCRIM_TEST_TIMEOUT})
endfunction()
