# SPDX-License-Identifier: MIT
# libscrim.a: one object, made of the objects of the shared library. Its only global symbols are the exports.
#
# scrim_add_static_library(NAME OF LIBRARY VERSION_SCRIPT FILE)
# NAME links programs to it. LIBRARY was made by scrim_add_library().

# lld refuses --gc-sections for an object that is linked again, so this needs the linker of binutils.
find_program(SCRIM_LD NAMES ${SCRIM_BINUTILS_PREFIX}ld.bfd REQUIRED)
find_program(SCRIM_OBJCOPY NAMES ${SCRIM_BINUTILS_PREFIX}objcopy REQUIRED)
find_program(SCRIM_AR NAMES ${SCRIM_BINUTILS_PREFIX}ar REQUIRED)

function(scrim_add_static_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OF;VERSION_SCRIPT" "")
  set(version_script ${PROJECT_SOURCE_DIR}/${arg_VERSION_SCRIPT})
  set(folder ${PROJECT_BINARY_DIR}/static)
  set(archive ${PROJECT_BINARY_DIR}/libscrim.a)
  file(MAKE_DIRECTORY ${folder})

  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${version_script})
  file(STRINGS ${version_script} exports REGEX "^ +scrim_[a-z0-9_]+;$")
  list(TRANSFORM exports REPLACE "^ +(.*);$" "\\1")
  list(JOIN exports "\n" lines)
  file(CONFIGURE OUTPUT ${folder}/exports CONTENT "${lines}\n" @ONLY)
  list(TRANSFORM exports PREPEND "--undefined=")
  list(JOIN exports "\n" lines)
  file(CONFIGURE OUTPUT ${folder}/roots CONTENT "${lines}\n" @ONLY)

  # 1. The code that the exports need. The compiler's section groups are dissolved, because their names would be local after the
  #    second step. A program that contains Swift has groups of the same names.
  # 2. libsodium and utf8proc, in a separate step, because their calls of free() are not for the reserve.
  # 3. Everything but the exports becomes local, so that nothing clashes with a program's own names.
  set(link ${SCRIM_LD} -r --gc-sections --force-group-allocation @${folder}/roots)
  set(made ${folder}/scrim.o)
  if(SCRIM_BUNDLE)
    set(made ${folder}/bundle.o)
    set(bundle COMMAND ${link} -o ${made} ${folder}/scrim.o ${SCRIM_BUNDLED})
  endif()
  add_custom_command(OUTPUT ${archive}
    COMMAND ${link} --wrap=posix_memalign --wrap=free -o ${folder}/scrim.o
      $<TARGET_FILE:${arg_OF}_abi> $<TARGET_FILE:${arg_OF}_core>
    ${bundle}
    COMMAND ${SCRIM_OBJCOPY} --keep-global-symbols=${folder}/exports ${made} ${folder}/libscrim.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${SCRIM_AR} rcsD ${archive} ${folder}/libscrim.o
    DEPENDS ${arg_OF}_abi ${arg_OF}_core ${folder}/exports ${folder}/roots ${SCRIM_BUNDLED}
    COMMENT "Linking libscrim.a"
    VERBATIM)
  add_custom_target(${name}_archive ALL DEPENDS ${archive})
  add_library(${name} INTERFACE)
  add_dependencies(${name} ${name}_archive)
  target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} INTERFACE ${archive} ${SCRIM_DEPENDENCIES})
endfunction()
