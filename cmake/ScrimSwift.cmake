# SPDX-License-Identifier: MIT
# The flags of Embedded Swift, in one place. Each was tried, and a comment says what happens without it.

# swiftc may be a link or a launcher, so ask it where its tools are.
execute_process(COMMAND ${CMAKE_Swift_COMPILER} -print-target-info OUTPUT_VARIABLE SCRIM_TARGET_INFO COMMAND_ERROR_IS_FATAL ANY)
string(JSON SCRIM_SWIFT_RESOURCES GET "${SCRIM_TARGET_INFO}" paths runtimeResourcePath)
cmake_path(SET SCRIM_SWIFT_BIN NORMALIZE ${SCRIM_SWIFT_RESOURCES}/../../bin)

set(SCRIM_MODULE_MAP_DIRS
  ${PROJECT_SOURCE_DIR}/include
  ${PROJECT_SOURCE_DIR}/Sources/CSodium
  ${PROJECT_SOURCE_DIR}/Sources/CUTF8Proc
  ${PROJECT_SOURCE_DIR}/Sources/CPlatform
  ${PROJECT_SOURCE_DIR}/Sources/CInitializers)

add_library(scrim_flags INTERFACE)
target_include_directories(scrim_flags INTERFACE ${SCRIM_MODULE_MAP_DIRS})
target_compile_options(scrim_flags INTERFACE
  "SHELL:-enable-experimental-feature Embedded"
  -wmo -parse-as-library
  "SHELL:-swift-version 6"
  "SHELL:-package-name scrim"
  -strict-memory-safety
  "SHELL:-enable-experimental-feature Lifetimes"
  "SHELL:-enable-upcoming-feature ExistentialAny"             # these two, and one in ScrimLibrary.cmake: the
  "SHELL:-enable-upcoming-feature MemberImportVisibility"     # same language as in Package.swift
  "SHELL:-D SCRIM_RESERVE"                                    # the linker's --wrap is there: see ScrimLibrary.cmake
  $<$<NOT:$<CONFIG:Debug,RelWithDebInfo>>:-gline-tables-only>  # brings the unwind tables: exceptions of a callback pass through
  -dwarf-version=4                                            # valgrind and gdb of Debian 12 cannot read all of 5
  "SHELL:-Xfrontend -function-sections"                       # else --gc-sections removes nothing
  "SHELL:-file-prefix-map ${PROJECT_SOURCE_DIR}=."            # these three: the same bytes from any folder
  "SHELL:-Xfrontend -no-clang-module-breadcrumbs"
  "SHELL:-Xfrontend -disable-incremental-llvm-codegen"
  $<$<NOT:$<CONFIG:Debug>>:-O>
  "SHELL:-Xllvm -enable-machine-outliner=never"               # pieces without a name would stand in backtraces
  # otherwise 1 to 5 % of the library is vector code for loops that need no speed. Loops that need speed use SIMD types
  "SHELL:-Xllvm -vectorize-loops=false"
  "SHELL:-Xllvm -unroll-runtime=false"                        # else loops over unknown counts are 6 % of the library, and no faster
  $<$<BOOL:${SCRIM_WARNINGS_AS_ERRORS}>:-warnings-as-errors>)

# With libFuzzer: it sees edges and comparisons. They are in one option, because only the last one counts. libFuzzer itself, which has
# main(), is linked to programs only.
if(SCRIM_SANITIZE)
  set(sanitizers ${SCRIM_SANITIZE})
  if(SCRIM_FUZZ)
    string(APPEND sanitizers ",fuzzer")
  endif()
  target_compile_options(scrim_flags INTERFACE -sanitize=${sanitizers})
  target_link_options(scrim_flags INTERFACE -sanitize=${sanitizers})
endif()

# Without -runtime-counter-relocation, which would also count processes that end by _exit(). With it, typed throws lose their error
# (Swift 6.3.1).
if(SCRIM_COVERAGE)
  target_compile_options(scrim_flags INTERFACE -profile-generate -profile-coverage-mapping)
  target_link_options(scrim_flags INTERFACE -profile-generate)
endif()
