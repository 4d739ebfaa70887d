# The libraries that Bouton is built from, as Debian's packages have them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmpxx gmp)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
find_library(HPDF_LIBRARY NAMES hpdf REQUIRED)
find_path(HPDF_INCLUDE_DIRECTORY NAMES hpdf.h REQUIRED)
if(BOUTON_COMMAND)
  find_package(CLI11 REQUIRED)
  if(NOT WIN32)  # whose console lets lines be edited
    pkg_check_modules(EDIT REQUIRED IMPORTED_TARGET libedit)
  endif()
  pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
endif()
# Lua: Debian's that is compiled as C++, else as the system has it. Errors of that are long jumps, which the binding bears
# (bindings/lua/host/trampoline.h).
set(BOUTON_LUA "" CACHE STRING "pkg-config's name of Lua 5.4; empty: the first of lua5.4-c++, lua5.4, lua-5.4 and lua")
if(BOUTON_LUA)
  pkg_check_modules(LUA REQUIRED ${BOUTON_LUA})
else()
  pkg_search_module(LUA REQUIRED lua5.4-c++ lua5.4 lua-5.4 lua>=5.4)
endif()
if(NOT LUA_VERSION MATCHES "^5[.]4")
  message(FATAL_ERROR "Bouton takes Lua 5.4, and this is Lua ${LUA_VERSION}")
endif()
list(GET LUA_LIBRARIES 0 LUA_LIBRARY)
find_library(LUA_STATIC_LIBRARY NAMES lib${LUA_LIBRARY}.a ${LUA_LIBRARY} HINTS ${LUA_LIBRARY_DIRS} REQUIRED)

# Machine code for rules (engine/flow/native); without it they are interpreted.
if(APPLE)  # where it was never tried
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  find_library(BOUTON_ASMJIT_LIBRARY NAMES asmjit)
  find_path(BOUTON_ASMJIT_INCLUDE_DIRECTORY NAMES asmjit/x86.h)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|ARM64|arm64)$")
  find_library(BOUTON_ASMJIT_LIBRARY NAMES asmjit)
  find_path(BOUTON_ASMJIT_INCLUDE_DIRECTORY NAMES asmjit/arm/a64compiler.h)
endif()
# Debian's archive is compiled for programs, not for libraries that are loaded: it reads `stderr`, which lies in another library,
# as if it lay beside. In a copy that name is one of ours (engine/flow/native/native_row.cpp).
set(BOUTON_ASMJIT_ARCHIVE "${BOUTON_ASMJIT_LIBRARY}")
if(BOUTON_ASMJIT_LIBRARY MATCHES "\\.a$" AND CMAKE_OBJCOPY)
  set(BOUTON_ASMJIT_ARCHIVE "${CMAKE_BINARY_DIR}/libbouton_asmjit.a")
  execute_process(
    COMMAND "${CMAKE_OBJCOPY}" --redefine-sym stderr=bouton_asmjit_output "${BOUTON_ASMJIT_LIBRARY}" "${BOUTON_ASMJIT_ARCHIVE}"
    COMMAND_ERROR_IS_FATAL ANY)
endif()

add_library(bouton_lua_headers INTERFACE)
target_include_directories(bouton_lua_headers SYSTEM INTERFACE ${LUA_INCLUDE_DIRS})
add_library(bouton_lua_library INTERFACE)
target_link_libraries(bouton_lua_library INTERFACE bouton_lua_headers ${LUA_STATIC_LIBRARY} ${CMAKE_DL_LIBS} m)
