# A toolchain file: builds for z/Architecture, which has the highest byte of a number first, on another machine.
#   cmake --preset test -B build/s390x --toolchain cmake/s390x.cmake
set(machine s390x)
set(triple s390x-linux-gnu)
set(qemu qemu-s390x-static)
set(CMAKE_SYSTEM_PROCESSOR s390x)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
