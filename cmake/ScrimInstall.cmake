# SPDX-License-Identifier: MIT
# The contents of an installation: the library, its headers, the man pages, and the files with which C (pkg-config, find_package)
# and Swift (module map) find them. libscrim.a is also a separate component, "static".
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scrim)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(TARGETS scrim EXPORT scrim-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# glibc's loader looks here first on processors with AVX2. Programs are linked to the other build, which has the same interface.
if(SCRIM_BUILD_V3)
  install(TARGETS scrim_v3 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/x86-64-v3 NAMELINK_SKIP)
endif()
install(FILES include/scrim.h include/scrim.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/scrim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h PATTERN *.hpp)

# Rules of a collector with class names of toolkits, the same as in the Python package, and the schema that they name.
install(
  DIRECTORY bindings/python/scrim/class_tables/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/scrim/rules FILES_MATCHING PATTERN *.json
)
install(FILES bindings/python/scrim/rules.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/scrim)

# The interface as data, for people who bind Scrim to another language.
install(FILES bindings/scrim-api.json DESTINATION ${CMAKE_INSTALL_DATADIR}/scrim)

# Other libraries share the include folder, so the module map is installed next to the headers, in a folder that only Scrim uses.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/module.modulemap)
file(READ include/module.modulemap module_map)
string(REPLACE "header \"scrim.h\"" "header \"../scrim.h\"" module_map "${module_map}")
string(REPLACE "header \"scrim/" "header \"" module_map "${module_map}")
file(CONFIGURE OUTPUT module.modulemap CONTENT "${module_map}" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/module.modulemap DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/scrim)

# Relative to scrim.pc itself, so that an installed tree can be moved.
file(RELATIVE_PATH SCRIM_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH SCRIM_PC_LIBDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH SCRIM_PC_INCLUDEDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH SCRIM_PC_DATADIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_DATADIR})
list(TRANSFORM SCRIM_DEPENDENCIES PREPEND "-l" OUTPUT_VARIABLE libraries)
list(JOIN libraries " " SCRIM_PC_LIBS_PRIVATE)
configure_file(cmake/scrim.pc.in scrim.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scrim.pc DESTINATION ${pkgconfig_dir})

# While the major number is 0, an incompatible change raises the minor one.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
install(EXPORT scrim-targets NAMESPACE scrim:: DESTINATION ${package_dir})
write_basic_package_version_file(scrim-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES cmake/scrim-config.cmake ${PROJECT_BINARY_DIR}/scrim-config-version.cmake DESTINATION ${package_dir})

# CMake cannot export a file that the linker makes as a target, so its target is written by hand.
if(TARGET scrim_static)
  file(RELATIVE_PATH SCRIM_CMAKE_INCLUDEDIR ${CMAKE_INSTALL_FULL_LIBDIR}/cmake/scrim ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  configure_file(cmake/scrim-static.cmake.in scrim-static.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/libscrim.a DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT static)
  install(FILES ${PROJECT_BINARY_DIR}/scrim-static.cmake DESTINATION ${package_dir} COMPONENT static)
endif()

# The man pages, written from the headers by a script that needs Python's standard library alone.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  file(GLOB man_sources CONFIGURE_DEPENDS script/reference/*.py script/headers/*.py include/*.h include/scrim/*.h examples/hello.c)
  add_custom_command(OUTPUT man.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf man
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/script/reference/man.py man/man3
    COMMAND ${CMAKE_COMMAND} -E touch man.stamp
    DEPENDS ${man_sources}
    COMMENT "Writing the man pages"
    VERBATIM)
  add_custom_target(scrim_man ALL DEPENDS man.stamp)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
else()
  message(WARNING "Python 3 was not found: the man pages are not installed")
endif()
