# libscrim.so: the core and the exports, linked into one shared library that shows nothing but scrim_*.

function(scrim_add_library name version_script)
  file(GLOB_RECURSE core CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/Sources/Scrim/*.swift)
  file(GLOB_RECURSE abi CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/Sources/ScrimABI/*.swift)

  add_library(${name}_core STATIC ${core})
  set_target_properties(${name}_core PROPERTIES Swift_MODULE_NAME Scrim POSITION_INDEPENDENT_CODE ON
    Swift_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/modules/${name})
  target_link_libraries(${name}_core PRIVATE scrim_flags)

  add_library(${name} SHARED ${abi})
  set_target_properties(${name} PROPERTIES
    Swift_MODULE_NAME ScrimABI
    Swift_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/modules/${name}
    VERSION ${SCRIM_ABI_NUMBER}.${PROJECT_VERSION} SOVERSION ${SCRIM_ABI_NUMBER}
    LINK_DEPENDS ${version_script})
  add_dependencies(${name} ${name}_core)
  target_include_directories(${name} PRIVATE ${CMAKE_BINARY_DIR}/modules/${name})
  target_link_libraries(${name} PRIVATE ${name}_core scrim_flags sodium utf8proc m)
  target_link_options(${name} PRIVATE
    -use-ld=lld
    "SHELL:-Xlinker --gc-sections"
    "SHELL:-Xlinker --version-script=${version_script}"
    "SHELL:-Xlinker --no-undefined"
    "SHELL:-Xlinker --wrap=posix_memalign -Xlinker --wrap=free"  # a failed allocation falls back to the reserve
    "SHELL:-Xlinker -z -Xlinker nodelete"
    "SHELL:-Xlinker -z -Xlinker now"
    "SHELL:-Xlinker -z -Xlinker relro")
endfunction()

scrim_add_library(scrim ${CMAKE_SOURCE_DIR}/Sources/ScrimABI/scrim.map)
