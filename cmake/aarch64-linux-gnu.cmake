# SPDX-License-Identifier: MIT
# A toolchain file that compiles for arm64 on a machine of another kind, for script/arm64. It needs Debian's cross compiler. SCRIM_SYSROOT
# contains the arm64 libraries that Scrim and its tests link to.
#
# A Swift toolchain for amd64 has Embedded Swift's standard library for Linux on amd64 only, and for bare metal of each
# architecture. Both kinds are the same, because Embedded Swift needs only a few C functions of the platform, by name. So Swift
# compiles for bare metal, with the C headers and the linker of Linux. A native toolchain needs none of this.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(SCRIM_SYSROOT "" CACHE PATH "A folder with the unpacked arm64 packages of libsodium, utf8proc and cmocka")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SCRIM_SYSROOT)
set(scrim_cross /usr/aarch64-linux-gnu)  # Debian's libc6-dev-arm64-cross
set(scrim_libraries ${SCRIM_SYSROOT}/usr/lib/aarch64-linux-gnu)

set(SCRIM_BINUTILS_PREFIX aarch64-linux-gnu-)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_C_FLAGS_INIT "-isystem ${SCRIM_SYSROOT}/usr/include")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${scrim_libraries} -Wl,-rpath-link,${scrim_libraries}")

# CMake tests a Swift compiler by linking a program, which is impossible for bare metal.
set(CMAKE_Swift_COMPILER_WORKS TRUE)
string(JOIN " " CMAKE_Swift_FLAGS_INIT
  "-target aarch64-none-none-elf"
  "-clang-target aarch64-unknown-linux-gnu"
  "-Xcc -isystem -Xcc ${scrim_cross}/include"
  "-Xcc -isystem -Xcc ${SCRIM_SYSROOT}/usr/include"
  "-Xclang-linker --target=aarch64-unknown-linux-gnu"
  "-L ${scrim_libraries}")

# CMake searches only these folders, so that it finds no library of this machine.
set(CMAKE_FIND_ROOT_PATH ${SCRIM_SYSROOT} ${scrim_cross})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${scrim_libraries}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${SCRIM_SYSROOT})

# ctest runs programs with this command. SCRIM_EMULATED lets the tests skip what qemu cannot do.
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-aarch64-static -L ${scrim_cross} -E LD_LIBRARY_PATH=${scrim_libraries} -E SCRIM_EMULATED=1)
set(SCRIM_TEST_TIMEOUT 1800)
set(SCRIM_VALGRIND OFF CACHE FILEPATH "It runs this machine's programs alone")
