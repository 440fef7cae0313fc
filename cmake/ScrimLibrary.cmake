# SPDX-License-Identifier: MIT
# A shared library of the core and the exports. Its only global symbols are those that its version script names.
#
# scrim_add_library(NAME VERSION_SCRIPT FILE [OUTPUT_NAME NAME] [OUTPUT_DIRECTORY DIR] [INCLUDE DIR…] [DEFINES NAME…]
#                   [OPTIONS OPTION…])
# Paths are relative to the top of Scrim, except the path of the output.

function(scrim_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VERSION_SCRIPT;OUTPUT_NAME;OUTPUT_DIRECTORY" "INCLUDE;DEFINES;OPTIONS")
  set(version_script ${PROJECT_SOURCE_DIR}/${arg_VERSION_SCRIPT})
  set(modules ${PROJECT_BINARY_DIR}/modules/${name})
  list(TRANSFORM arg_INCLUDE PREPEND ${PROJECT_SOURCE_DIR}/)
  list(TRANSFORM arg_DEFINES PREPEND "SHELL:-D " OUTPUT_VARIABLE defines)
  file(GLOB_RECURSE core CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/Sources/Scrim/*.swift)
  file(GLOB_RECURSE abi CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/Sources/ScrimABI/*.swift)
  scrim_depend_on_headers(${modules}/headers.swift ${SCRIM_MODULE_MAP_DIRS} ${arg_INCLUDE})

  add_library(${name}_core STATIC ${core} ${modules}/headers.swift)
  set_target_properties(${name}_core PROPERTIES Swift_MODULE_NAME Scrim POSITION_INDEPENDENT_CODE ON)

  # A separate archive, because swiftc keeps no object if it compiles and links in one step, and libscrim.a is made of the same objects.
  # The archive contains compiled parts of the core, but CMake only orders the two targets. So this empty file is touched with the core.
  add_custom_command(OUTPUT ${modules}/core.swift COMMAND ${CMAKE_COMMAND} -E touch ${modules}/core.swift
    DEPENDS ${name}_core VERBATIM)
  add_library(${name}_abi STATIC ${abi} ${modules}/headers.swift ${modules}/core.swift)
  set_target_properties(${name}_abi PROPERTIES Swift_MODULE_NAME ScrimABI POSITION_INDEPENDENT_CODE ON)

  add_library(${name} SHARED ${modules}/headers.swift)
  set_target_properties(${name} PROPERTIES
    Swift_MODULE_NAME ScrimShared
    VERSION ${SCRIM_ABI_NUMBER}.${PROJECT_VERSION} SOVERSION ${SCRIM_ABI_NUMBER}
    LINK_DEPENDS ${version_script})
  if(arg_OUTPUT_NAME)
    set_target_properties(${name} PROPERTIES OUTPUT_NAME ${arg_OUTPUT_NAME})
  endif()
  if(arg_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY})
  endif()

  foreach(target ${name}_core ${name}_abi ${name})
    set_target_properties(${target} PROPERTIES Swift_MODULE_DIRECTORY ${modules})
    target_include_directories(${target} PRIVATE ${modules} ${arg_INCLUDE})
    target_compile_options(${target} PRIVATE ${defines} ${arg_OPTIONS})
    # Ninja expects an object for each source, but whole-module compilation does not write them. Without these files, every build
    # would be a full one.
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E touch $<TARGET_OBJECTS:${target}> VERBATIM COMMAND_EXPAND_LISTS)
  endforeach()
  target_compile_options(${name}_core PRIVATE "SHELL:-enable-upcoming-feature InternalImportsByDefault")  # exports show C types
  target_link_libraries(${name}_core PRIVATE scrim_flags)
  target_link_libraries(${name}_abi PRIVATE ${name}_core scrim_flags)
  target_link_libraries(${name} PRIVATE scrim_flags)
  # Nothing in the library refers to its exports, so without this option the linker would take none of them from the archive.
  target_link_libraries(${name} PRIVATE -Xlinker --whole-archive ${name}_abi -Xlinker --no-whole-archive ${name}_core
    ${SCRIM_BUNDLED} ${SCRIM_DEPENDENCIES})
  target_link_options(${name} PRIVATE
    -use-ld=lld
    "SHELL:-Xlinker --gc-sections"
    "SHELL:-Xlinker --icf=all"  # functions with the same code become one; nothing compares their addresses
    "SHELL:-Xlinker --version-script=${version_script}"
    "SHELL:-Xlinker --wrap=posix_memalign -Xlinker --wrap=free"  # a failed allocation falls back to the reserve
    "SHELL:-Xlinker -z -Xlinker nodelete"
    "SHELL:-Xlinker -z -Xlinker now"
    "SHELL:-Xlinker -z -Xlinker relro")
  if(NOT SCRIM_SANITIZE)
    target_link_options(${name} PRIVATE "SHELL:-Xlinker --no-undefined")  # a sanitizer's runtime is in the program
  endif()
endfunction()

# CMake does not know that Swift depends on C headers and module maps. So one more source file, which is empty, is touched when
# they change.
function(scrim_depend_on_headers stamp)
  list(TRANSFORM ARGN APPEND /*.h OUTPUT_VARIABLE headers)
  list(TRANSFORM ARGN APPEND /module.modulemap OUTPUT_VARIABLE maps)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${headers} ${maps})
  add_custom_command(OUTPUT ${stamp} COMMAND ${CMAKE_COMMAND} -E touch ${stamp} DEPENDS ${files} VERBATIM)
endfunction()
