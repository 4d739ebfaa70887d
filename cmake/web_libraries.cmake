# The same libraries for the web: Lua and GMP from Debian's sources, which scripts/web unpacks and, of GMP, builds; the others are
# headers, which Debian's packages have. What only pictures, databases and the editing of lines take is left out.
set(BOUTON_WEB_LIBRARIES "" CACHE PATH "Where lua/ (the sources) and gmp/ (sources, built) are")

# The headers by themselves: beside them in /usr/include stand those of another C library.
set(headers ${PROJECT_BINARY_DIR}/headers)
foreach(folder fmt nlohmann CLI hwy range meta concepts std)
  if(NOT EXISTS /usr/include/${folder})
    message(FATAL_ERROR "/usr/include/${folder} is missing: scripts/setup --web installs what the web's build takes")
  endif()
  file(MAKE_DIRECTORY ${headers})
  file(CREATE_LINK /usr/include/${folder} ${headers}/${folder} SYMBOLIC)
endforeach()
add_library(bouton_web_headers INTERFACE)
target_include_directories(bouton_web_headers SYSTEM INTERFACE ${headers})

add_compile_options(-fwasm-exceptions -msimd128)
# A size has 32 bits there: what is counted in 64 is a number of things in memory.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-c++11-narrowing>)
add_link_options(-fwasm-exceptions)
option(BOUTON_WEB_POLISH "Optimise what is linked as a whole once more, which takes minutes; off where it is only tested" ON)
if(NOT BOUTON_WEB_POLISH)
  add_link_options(-O1)
endif()

add_library(fmt::fmt INTERFACE IMPORTED)
target_link_libraries(fmt::fmt INTERFACE bouton_web_headers)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
target_link_libraries(nlohmann_json::nlohmann_json INTERFACE bouton_web_headers)
add_library(PkgConfig::HWY INTERFACE IMPORTED)
target_link_libraries(PkgConfig::HWY INTERFACE bouton_web_headers)
add_library(PkgConfig::GMP INTERFACE IMPORTED)
target_include_directories(PkgConfig::GMP SYSTEM INTERFACE ${BOUTON_WEB_LIBRARIES}/gmp)
target_link_libraries(PkgConfig::GMP INTERFACE ${BOUTON_WEB_LIBRARIES}/gmp/.libs/libgmp.a)
add_library(Threads::Threads INTERFACE IMPORTED)
add_library(CLI11::CLI11 INTERFACE IMPORTED)
target_link_libraries(CLI11::CLI11 INTERFACE bouton_web_headers)

# Lua as C++, so that errors of either pass through the other.
file(GLOB lua_sources ${BOUTON_WEB_LIBRARIES}/lua/src/l*.c)
list(FILTER lua_sources EXCLUDE REGEX "/(lua|luac)[.]c$")
set_source_files_properties(${lua_sources} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS -w)
add_library(bouton_lua_headers INTERFACE)
target_include_directories(bouton_lua_headers SYSTEM INTERFACE ${BOUTON_WEB_LIBRARIES}/lua/include)
add_library(bouton_web_lua STATIC ${lua_sources})
target_include_directories(bouton_web_lua SYSTEM PRIVATE ${BOUTON_WEB_LIBRARIES}/lua/src)
add_library(bouton_lua_library INTERFACE)
target_link_libraries(bouton_lua_library INTERFACE bouton_lua_headers bouton_web_lua)

# What every file but those of Lua begins with.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${PROJECT_SOURCE_DIR}/bindings/web/library/missing.h>")
include_directories(SYSTEM ${headers})
