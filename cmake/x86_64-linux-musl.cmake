# SPDX-License-Identifier: MIT
# A toolchain file: musl, the C library of Alpine, on a machine with glibc, for script/musl. SCRIM_SYSROOT contains musl, the kernel's headers,
# and the libraries that Scrim and its tests link to. Programs of musl run on this machine, so nothing here is a cross build.
set(SCRIM_SYSROOT "" CACHE PATH "A folder with musl, libsodium, utf8proc and cmocka, which script/musl makes")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SCRIM_SYSROOT)
set(scrim_libraries ${SCRIM_SYSROOT}/usr/lib)

set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_C_FLAGS_INIT "-isystem ${SCRIM_SYSROOT}/usr/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${scrim_libraries}")

# A Swift toolchain for Linux has Embedded Swift's standard library for glibc. One for musl would be the same, because it needs only a few
# C functions of the platform, by name. So Swift compiles for glibc, with the C headers and the linker of musl.
set(CMAKE_Swift_COMPILER_WORKS TRUE)
file(GLOB scrim_gcc /usr/lib/gcc/x86_64-linux-gnu/*)
list(SORT scrim_gcc COMPARE NATURAL ORDER DESCENDING)
list(GET scrim_gcc 0 scrim_gcc)
string(JOIN " " CMAKE_Swift_FLAGS_INIT
  "-target x86_64-unknown-linux-gnu"
  "-clang-target x86_64-unknown-linux-musl"
  "-Xcc --sysroot=${SCRIM_SYSROOT}"
  "-Xclang-linker --target=x86_64-unknown-linux-musl"
  "-Xclang-linker --sysroot=${SCRIM_SYSROOT}"
  "-Xclang-linker --gcc-install-dir=${scrim_gcc}"
  "-Xclang-linker -static-libgcc"
  "-L ${scrim_libraries}")

# CMake searches only this folder, so that it finds no library of this machine.
set(CMAKE_FIND_ROOT_PATH ${SCRIM_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${scrim_libraries}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${SCRIM_SYSROOT})

set(SCRIM_VALGRIND OFF CACHE FILEPATH "Its replacements are of glibc's functions")
set(SCRIM_TEST_CPLUSPLUS OFF CACHE BOOL "Debian has no C++ library for musl")
set(SCRIM_BUILD_V3 OFF CACHE BOOL "The loader of musl looks into no folder for newer processors")
set(SCRIM_TEST_TIMEOUT 1800)

# Where ctest runs programs: script/musl mounts the checkout there too.
set(SCRIM_TEST_ROOT "" CACHE PATH "A folder that is the root of the tests' file system; empty for this machine's")
if(SCRIM_TEST_ROOT)
  set(CMAKE_CROSSCOMPILING_EMULATOR chroot ${SCRIM_TEST_ROOT})
endif()
