# A toolchain file: builds for Windows on x86-64 on another machine, with Debian's MinGW-w64 and the libraries that
# scripts/setup --windows compiles, and runs the tests by Wine, as scripts/test --windows does:
#   cmake --preset test -B build/windows --toolchain cmake/windows.cmake
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
# Of its two kinds the one whose C++ has threads.
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

cmake_path(SET libraries NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/windows-libraries)
set(CMAKE_FIND_ROOT_PATH ${libraries} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/lib/pkgconfig)
# What is found would be this machine's.
set(CMAKE_DISABLE_FIND_PACKAGE_MPI ON)

# The program by itself: the command of that name looks for another one, of 32 bits, too.
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)
