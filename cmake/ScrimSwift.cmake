# The flags of Embedded Swift, in one place. Each was tried; what happens without it stands beside it.

add_library(scrim_flags INTERFACE)
target_compile_options(scrim_flags INTERFACE
  "SHELL:-enable-experimental-feature Embedded"
  -wmo -parse-as-library
  "SHELL:-D SCRIM_RESERVE"
  "SHELL:-swift-version 6"
  "SHELL:-package-name scrim"
  -strict-memory-safety
  "SHELL:-enable-experimental-feature Lifetimes"
  "SHELL:-Xfrontend -function-sections"                       # else --gc-sections removes nothing
  "SHELL:-file-prefix-map ${CMAKE_SOURCE_DIR}=."              # these three: the same bytes from any folder
  "SHELL:-Xfrontend -no-clang-module-breadcrumbs"
  "SHELL:-Xfrontend -disable-incremental-llvm-codegen")
target_include_directories(scrim_flags INTERFACE
  ${CMAKE_SOURCE_DIR}/include
  ${CMAKE_SOURCE_DIR}/Sources/CSodium
  ${CMAKE_SOURCE_DIR}/Sources/CUTF8Proc
  ${CMAKE_SOURCE_DIR}/Sources/CPlatform)
