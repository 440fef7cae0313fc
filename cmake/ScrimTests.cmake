# SPDX-License-Identifier: MIT
# How C programs are compiled here and run by ctest: plain, and again under valgrind where that is installed.

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

# Seconds that a test may take; an emulator needs more.
set(SCRIM_TEST_TIMEOUT 300)
if(CMAKE_CROSSCOMPILING)
  set(SCRIM_TEST_TIMEOUT 1800)
endif()

# A program that cannot do its work where it runs, say under valgrind, leaves with 77.
function(scrim_add_test target)
  add_test(NAME ${target} COMMAND ${target})
  set(names ${target})
  if(SCRIM_VALGRIND AND NOT SCRIM_SANITIZE)
    add_test(NAME valgrind_${target} COMMAND ${SCRIM_VALGRIND} --quiet --error-exitcode=99
      --leak-check=full --errors-for-leak-kinds=definite --trace-children=no $<TARGET_FILE:${target}>)
    set_tests_properties(valgrind_${target} PROPERTIES LABELS valgrind)
    list(APPEND names valgrind_${target})
  endif()
  set_tests_properties(${names} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${SCRIM_TEST_TIMEOUT})
endfunction()
