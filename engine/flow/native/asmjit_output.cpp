// What asmjit says of its own mistakes goes here: see cmake/libraries.cmake.
#ifdef BOUTON_ASMJIT

#include <cstdio>

extern "C" {
[[gnu::visibility("hidden")]] extern std::FILE* bouton_asmjit_output;
std::FILE* bouton_asmjit_output = stderr;
}

#endif
