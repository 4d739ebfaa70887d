# Included by the toolchain file of another kind of processor, which sets CMAKE_SYSTEM_PROCESSOR, the name of that kind among GNU's
# (`triple`) and QEMU's program for it: Debian's cross compiler, the libraries that scripts/setup --machine unpacks, and the tests run by
# QEMU, as scripts/test --machine does.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triple}-gcc)
set(CMAKE_CXX_COMPILER ${triple}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})

cmake_path(SET sysroot NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/${machine}-sysroot)
set(CMAKE_SYSROOT ${sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${sysroot}/usr/lib/${triple}/pkgconfig:${sysroot}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${sysroot})
# What is found would be this machine's.
set(CMAKE_DISABLE_FIND_PACKAGE_MPI ON)

set(CMAKE_CROSSCOMPILING_EMULATOR ${qemu} -L ${sysroot})
