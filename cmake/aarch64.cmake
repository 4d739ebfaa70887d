# A toolchain file: builds for AArch64 on another machine.
#   cmake --preset test -B build/aarch64 --toolchain cmake/aarch64.cmake
set(machine aarch64)
set(triple aarch64-linux-gnu)
set(qemu qemu-aarch64-static)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
