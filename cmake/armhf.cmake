# A toolchain file: builds for ARM of 32 bits, with hardware that computes with fractions, on another machine.
#   cmake --preset test -B build/armhf --toolchain cmake/armhf.cmake
set(machine armhf)
set(triple arm-linux-gnueabihf)
set(qemu qemu-arm-static)
set(CMAKE_SYSTEM_PROCESSOR armv7l)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
